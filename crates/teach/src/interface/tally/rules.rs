//! What calls do in a class of states, said by conditions on how many elements are held.

use std::collections::{BTreeMap, BTreeSet};

use model::{InterfaceLts, MethodSymbol, Moore, Outcome, Register, Updates};
use smt::{Sort, Term};
use step::StepSystem;

use super::chart::{Chart, signed};
use super::number;

/// What a call does to a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    By(i64),
    To(usize),
    /// It does not matter any more how many there are.
    Forgotten,
}

/// Where a call leads from some states of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Leads {
    class: usize,
    changes: Vec<Change>,
}

/// Where a symbol leads from a class, by how many elements are held.
enum Tree {
    Leaf(Leads),
    /// Whether at most so many are held of this count.
    AtMost {
        count: usize,
        most: usize,
        low: Box<Tree>,
        high: Box<Tree>,
    },
}

/// The calls of a symbol while so many elements are held.
struct Cell {
    symbol: usize,
    guard: Term,
    /// Numbers of elements that belong to it.
    typical: Vec<usize>,
}

/// A model with registers in the making.
pub(super) struct Rules<'a> {
    pub chart: &'a Chart,
    registers: &'a [Register],
    system: &'a StepSystem,
    /// The classes, in the order of the new states.
    classes: Vec<usize>,
    cells: Vec<Cell>,
    /// For each class and old symbol what is done.
    trees: BTreeMap<(usize, usize), Tree>,
}

impl<'a> Rules<'a> {
    /// `None` if what calls do is not said by numbers of elements.
    pub fn of(
        chart: &'a Chart,
        plain: &InterfaceLts,
        registers: &'a [Register],
        system: &'a StepSystem,
    ) -> Option<Self> {
        let mut rules = Self {
            chart,
            registers,
            system,
            classes: chart.classes().into_iter().collect(),
            cells: Vec::new(),
            trees: BTreeMap::new(),
        };
        for symbol in 0..plain.symbols.len() {
            for class in rules.classes.clone() {
                let tree = rules.grow(plain, symbol, &chart.members(class))?;
                rules.trees.insert((class, symbol), tree);
            }
            let cells = rules.cells(symbol, plain.symbols[symbol].guard)?;
            rules.cells.extend(cells);
        }
        Some(rules)
    }

    /// The old symbol that a new one is part of.
    pub fn symbol_of(&self, new: usize) -> usize {
        self.cells[new].symbol
    }

    /// The new state of an old one.
    pub fn state_of(&self, old: usize) -> usize {
        let class = self.chart.class[old];
        self.classes
            .iter()
            .position(|&c| c == class)
            .expect("every state is in a class")
    }

    fn grow(&self, plain: &InterfaceLts, symbol: usize, states: &[usize]) -> Option<Tree> {
        if let Some(leads) = self.leads(plain, symbol, states) {
            return Some(Tree::Leaf(leads));
        }
        let divided = |(count, most): (usize, usize)| {
            let is_low = |&&state: &&usize| self.chart.held[state][count] <= Some(most);
            let (low, high): (Vec<usize>, Vec<usize>) = (
                states.iter().filter(is_low).copied().collect(),
                states.iter().filter(|s| !is_low(s)).copied().collect(),
            );
            let settled =
                |part: &[usize]| self.leads(plain, symbol, part).map_or(0, |_| part.len());
            let best = settled(&low).max(settled(&high));
            (best, count, most, low, high)
        };
        let cuts = self.cuts(states).into_iter().map(divided);
        // Where one rule is for as many states as can be.
        let (_, count, most, low, high) = cuts.max_by_key(|&(best, ..)| best)?;
        Some(Tree::AtMost {
            count,
            most,
            low: Box::new(self.grow(plain, symbol, &low)?),
            high: Box::new(self.grow(plain, symbol, &high)?),
        })
    }

    /// Where numbers of elements can be divided so that some states are on either side.
    fn cuts(&self, states: &[usize]) -> Vec<(usize, usize)> {
        let mut cuts = Vec::new();
        for count in 0..self.chart.counts.len() {
            let numbers = states
                .iter()
                .filter_map(|&state| self.chart.held[state][count]);
            let numbers: BTreeSet<usize> = numbers.collect();
            let below = numbers.len().saturating_sub(1);
            cuts.extend(numbers.into_iter().take(below).map(|most| (count, most)));
        }
        cuts
    }

    /// Where a symbol leads from all these states, if that is the same.
    fn leads(&self, plain: &InterfaceLts, symbol: usize, states: &[usize]) -> Option<Leads> {
        let to = |state: &usize| plain.automaton.next(*state, symbol);
        let targets: BTreeSet<usize> = states.iter().map(|s| self.chart.class[to(s)]).collect();
        let class = match targets.len() {
            1 => targets.into_iter().next()?,
            _ => return None,
        };
        let both = |count: usize| {
            let held = states
                .iter()
                .map(move |s| (self.chart.held[*s][count], self.chart.held[to(s)][count]));
            held.collect::<Vec<_>>()
        };
        let changes = (0..self.chart.counts.len()).map(|count| change(&both(count)));
        Some(Leads {
            class,
            changes: changes.collect::<Option<_>>()?,
        })
    }

    /// The parts of a symbol that some class tells apart.
    fn cells(&self, symbol: usize, guard: Term) -> Option<Vec<Cell>> {
        let terms = &self.system.terms;
        let mut limits: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); self.chart.counts.len()];
        for class in &self.classes {
            self.trees[&(*class, symbol)].limits(&mut limits);
        }
        let mut cells = vec![(Vec::new(), guard)];
        for (register, limits) in self.registers.iter().zip(&limits) {
            let parts = self.parts(register, limits)?;
            let divided = cells.iter().flat_map(|(typical, guard)| {
                let divide = |(number, when): &(usize, Term)| {
                    let typical: Vec<usize> = typical.iter().copied().chain([*number]).collect();
                    (typical, terms.and(&[*guard, *when]))
                };
                parts.iter().map(divide).collect::<Vec<_>>()
            });
            cells = divided.collect();
        }
        let cell = |(typical, guard)| Cell {
            symbol,
            guard,
            typical,
        };
        Some(cells.into_iter().map(cell).collect())
    }

    /// The intervals that limits divide numbers into: a number in each, and when a register is in it.
    fn parts(&self, register: &Register, limits: &BTreeSet<usize>) -> Option<Vec<(usize, Term)>> {
        let terms = &self.system.terms;
        let mut parts = Vec::new();
        let mut above = terms.bool(true);
        let mut next = 0;
        for &most in limits {
            let within = self.at_most(register.term, most)?;
            parts.push((most, terms.and(&[above, within])));
            above = terms.not(within);
            next = most + 1;
        }
        parts.push((next, above));
        Some(parts)
    }

    fn at_most(&self, register: Term, most: usize) -> Option<Term> {
        let terms = &self.system.terms;
        let most = number(self.system, most)?;
        Some(match terms.sort(register) {
            Sort::BitVec(_) => terms.bv_sle(register, most),
            Sort::Int => terms.int_le(register, most),
            Sort::Bool => return None,
        })
    }

    /// The model: a state for each class, a symbol for each cell.
    pub fn model(&self, plain: &InterfaceLts) -> InterfaceLts {
        let automaton = &plain.automaton;
        let mut updates = Updates::new();
        let mut rows = Vec::new();
        for (state, &class) in self.classes.iter().enumerate() {
            let member = self.chart.members(class)[0];
            let mut row = Vec::new();
            for (symbol, cell) in self.cells.iter().enumerate() {
                let leads = self.trees[&(class, cell.symbol)].leads(&cell.typical);
                let to = self
                    .classes
                    .iter()
                    .position(|&c| c == leads.class)
                    .expect("every class is a state");
                row.push(to);
                let ends = automaton
                    .output_of(self.chart.members(leads.class)[0])
                    .is_final();
                if !ends && !automaton.output_of(member).is_final() {
                    updates.insert((state, symbol), self.updated(&leads.changes));
                }
            }
            rows.push((*automaton.output_of(member), row));
        }
        let symbol = |cell: &Cell| MethodSymbol {
            method: plain.symbols[cell.symbol].method,
            guard: cell.guard,
        };
        let initial = self.state_of(automaton.initial());
        InterfaceLts {
            symbols: self.cells.iter().map(symbol).collect(),
            automaton: Moore::<Outcome>::new(self.cells.len(), initial, rows)
                .expect("a row for each class"),
            registers: self.registers.to_vec(),
            updates,
            ..plain.clone()
        }
    }

    fn updated(&self, changes: &[Change]) -> Vec<Option<Term>> {
        let changed = self.registers.iter().zip(changes);
        changed
            .map(|(register, change)| self.value(register.term, *change))
            .collect()
    }

    fn value(&self, register: Term, change: Change) -> Option<Term> {
        let terms = &self.system.terms;
        match change {
            Change::Forgotten => None,
            Change::To(count) => number(self.system, count),
            Change::By(0) => Some(register),
            Change::By(by) => {
                let by = self.system.integers.number(terms, step::COUNTED, by)?;
                Some(match terms.sort(register) {
                    Sort::BitVec(_) => terms.bv_add(register, by),
                    Sort::Int | Sort::Bool => terms.int_add(register, by),
                })
            }
        }
    }
}

/// What is done to a count that was and is so much, if it is the same in all cases.
fn change(held: &[(Option<usize>, Option<usize>)]) -> Option<Change> {
    if held.iter().all(|(_, to)| to.is_none()) {
        return Some(Change::Forgotten);
    }
    let by = |(from, to): &(Option<usize>, Option<usize>)| Some(signed((*to)?) - signed((*from)?));
    let (first_by, first_to) = (by(&held[0]), held[0].1?);
    match first_by {
        Some(first) if held.iter().all(|pair| by(pair) == Some(first)) => Some(Change::By(first)),
        _ => held
            .iter()
            .all(|(_, to)| *to == Some(first_to))
            .then_some(Change::To(first_to)),
    }
}

impl Tree {
    fn leads(&self, held: &[usize]) -> &Leads {
        match self {
            Self::Leaf(leads) => leads,
            Self::AtMost {
                count,
                most,
                low,
                high,
            } => match held[*count] <= *most {
                true => low.leads(held),
                false => high.leads(held),
            },
        }
    }

    /// Adds the numbers that the tree divides at, for each count.
    fn limits(&self, limits: &mut [BTreeSet<usize>]) {
        if let Self::AtMost {
            count,
            most,
            low,
            high,
        } = self
        {
            limits[*count].insert(*most);
            low.limits(limits);
            high.limits(limits);
        }
    }
}

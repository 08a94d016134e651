//! Rules of a length that people read.
//!
//! A guard of a thousand characters says nothing to anybody. Calls of a method whose guards are longer than
//! [`LONGEST`] become one symbol, whose guard is what no other symbol of the method stands for. Where they lead to
//! different states but all of them are legal, the symbol leads to a state after which nothing is known; else to the
//! unknown one. Nothing is claimed that was not claimed before.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use base::Budget;
use cert::Verdict;
use model::analysis::{Established, established};
use model::{InterfaceLts, MethodSymbol, Moore, Outcome};
use smt::decorate::until::Until;
use smt::{Solver, Term, Terms};

use super::{Interface, Known};

/// Characters of the longest guard that is shown.
pub const LONGEST: usize = 160;
/// A guard with more parts than this is longer than [`LONGEST`]: each part takes a character at least.
const PARTS: usize = LONGEST;
/// How long it may take to say what is left of methods when their long guards are gone.
const POLISHING: Duration = Duration::from_millis(300);

impl Interface {
    /// The same with no guard longer than [`LONGEST`]. What is proved stays as it was proved.
    pub(super) fn brief(mut self) -> Self {
        if matches!(self.verdict, Verdict::Proved(_)) {
            return self;
        }
        let interface = &self.interface;
        let time = Budget::lasting(POLISHING);
        let mut solver = smt::for_engine(&interface.terms);
        solver.set_limit(Some(POLISHING));
        let joined = Joined::of(interface, &mut Until::new(solver, &time));
        if !joined.shorter {
            return self;
        }
        let grades = match self.known {
            Known::UpTo(depth) => Some(established(&interface.automaton, depth)),
            Known::Always | Known::Bounded | Known::Unless { .. } => None,
        };
        let (coarse, places) = joined.apply(interface);
        self.representatives = places
            .symbols
            .iter()
            .map(|&s| self.representatives[s].clone())
            .collect();
        self.grades = grades.map(|fine| places.grades(&fine, &coarse));
        self.brief = joined.methods;
        self.beyond = Some(places.beyond).filter(|&state| state < coarse.automaton.states());
        self.interface = coarse;
        self
    }
}

/// Which symbols become one.
struct Joined {
    /// For each new symbol the old ones, and its guard.
    groups: Vec<(Vec<usize>, Term)>,
    /// The methods that have such symbols.
    methods: BTreeSet<usize>,
    /// Whether some guard became shorter.
    shorter: bool,
}

impl Joined {
    fn of(interface: &InterfaceLts, solver: &mut dyn Solver) -> Self {
        let mut joined = Self {
            groups: Vec::new(),
            methods: BTreeSet::new(),
            shorter: false,
        };
        for method in 0..interface.methods.len() {
            let symbols = interface.symbols_of(method);
            let lengths: Vec<usize> = symbols.iter().map(|&s| length(interface, s)).collect();
            if lengths.iter().all(|&length| length <= LONGEST) {
                let own = |&s: &usize| (vec![s], interface.symbols[s].guard);
                joined.groups.extend(symbols.iter().map(own));
                continue;
            }
            let mut by_length: Vec<(usize, usize)> = lengths.into_iter().zip(symbols).collect();
            by_length.sort_unstable();
            joined.join(interface, (method, &by_length), solver);
        }
        joined
    }

    /// The calls with short guards stay what they are, as far as the others have a short guard then.
    fn join(
        &mut self,
        interface: &InterfaceLts,
        (method, symbols): (usize, &[(usize, usize)]),
        solver: &mut dyn Solver,
    ) {
        let terms = &interface.terms;
        let guard = |&(_, s): &(usize, usize)| interface.symbols[s].guard;
        let short = symbols.partition_point(|&(length, _)| length <= LONGEST);
        for kept in (0..=short).rev() {
            let (own, rest) = symbols.split_at(kept);
            let own_guards: Vec<Term> = own.iter().map(guard).collect();
            let others = terms.not(terms.or(&own_guards));
            let others = interface.shortened(method, others, solver);
            if kept > 0 && guard_length(interface, method, others) > LONGEST {
                continue;
            }
            let single = |at: &(usize, usize)| (vec![at.1], guard(at));
            self.groups.extend(own.iter().map(single));
            self.shorter = true;
            let rest: Vec<usize> = rest.iter().map(|&(_, s)| s).collect();
            if rest.len() > 1 {
                self.methods.insert(method);
            }
            self.groups.push((rest, others));
            return;
        }
    }

    /// The interface with these symbols, its states told apart no more than they are by them.
    fn apply(&self, interface: &InterfaceLts) -> (InterfaceLts, Places) {
        let automaton = &interface.automaton;
        let states = automaton.states();
        // Behind the others, a state that is unknown and one after which all is, for what the joined symbols leave open.
        let (unknown, beyond) = (states, states + 1);
        let next = |q: usize, group: &[usize]| {
            let lead = |s: usize| (automaton.next(q, s), interface.updates.get(&(q, s)));
            let first = lead(group[0]);
            let legal = |&s: &usize| *automaton.output_of(lead(s).0) == Outcome::Ok;
            match group.iter().all(|&s| lead(s) == first) {
                true => first.0,
                false if group.iter().all(legal) => beyond,
                false => unknown,
            }
        };
        let row = |q: usize| {
            let row = self.groups.iter().map(|(group, _)| next(q, group));
            (*automaton.output_of(q), row.collect())
        };
        let mut rows: Vec<_> = (0..states).map(row).collect();
        rows.push((Outcome::Unknown, vec![unknown; self.groups.len()]));
        rows.push((Outcome::Ok, vec![unknown; self.groups.len()]));
        let all = Moore::new(self.groups.len(), automaton.initial(), rows)
            .expect("fewer letters, two more states");
        let classes = match interface.registers.is_empty() {
            true => all.classes(),
            false => one_unknown(&all),
        };
        let symbol = |(group, guard): &(Vec<usize>, Term)| MethodSymbol {
            method: interface.symbols[group[0]].method,
            guard: *guard,
        };
        let updates = interface.updates.iter().filter_map(|(&(q, s), values)| {
            let group = self.groups.iter().position(|(group, _)| group[0] == s)?;
            let goes_on = next(q, &self.groups[group].0) < states;
            goes_on.then(|| ((classes[q], group), values.clone()))
        });
        let coarse = InterfaceLts {
            symbols: self.groups.iter().map(symbol).collect(),
            updates: updates.collect(),
            automaton: quotient(&all, &classes),
            ..interface.clone()
        };
        self.placed(&coarse, automaton, &classes)
    }

    /// Where everything went: the old states are in these classes, the one beyond behind them and an unknown one.
    fn placed(
        &self,
        coarse: &InterfaceLts,
        automaton: &Moore<Outcome>,
        classes: &[usize],
    ) -> (InterfaceLts, Places) {
        let states = automaton.states();
        let arranged = coarse.arranged();
        let of = |class: usize| arranged.position[class];
        let places = Places {
            symbols: arranged
                .symbols
                .iter()
                .map(|&g| typical(automaton, &self.groups[g].0))
                .collect(),
            members: arranged
                .symbols
                .iter()
                .map(|&g| self.groups[g].0.clone())
                .collect(),
            states: classes[..states].iter().map(|&class| of(class)).collect(),
            beyond: of(classes[states + 1]),
        };
        (arranged.interface, places)
    }
}

/// The symbol whose call stands for all: one that is unknown by itself, if there is one, for then it can be said why.
fn typical(automaton: &Moore<Outcome>, group: &[usize]) -> usize {
    let is_unknown = |&&s: &&usize| {
        let going_on = (0..automaton.states()).filter(|&q| !automaton.output_of(q).is_final());
        let mut next = going_on.map(|q| automaton.output_of(automaton.next(q, s)));
        next.any(|outcome| *outcome == Outcome::Unknown)
    };
    *group.iter().find(is_unknown).unwrap_or(&group[0])
}

/// Where everything went.
struct Places {
    /// An old symbol for each new one.
    symbols: Vec<usize>,
    /// All of them.
    members: Vec<Vec<usize>>,
    /// The new number of each old state; `usize::MAX` where it cannot be reached any more.
    states: Vec<usize>,
    /// The number of the state after which all is unknown; likewise.
    beyond: usize,
}

impl Places {
    /// What is established of the new transitions: what is of all the old ones that they stand for.
    fn grades(&self, fine: &[Vec<Established>], coarse: &InterfaceLts) -> Vec<Vec<Established>> {
        let symbols = self.members.len();
        let mut grades = vec![vec![Established::Wholly; symbols]; coarse.automaton.states()];
        for (old, &new) in self.states.iter().enumerate() {
            let Some(row) = grades.get_mut(new) else {
                continue;
            };
            for (grade, members) in row.iter_mut().zip(&self.members) {
                let least = members.iter().map(|&s| fine[old][s]);
                *grade = least.fold(*grade, weaker);
            }
        }
        grades
    }
}

fn weaker(a: Established, b: Established) -> Established {
    match (a, b) {
        (Established::Nothing, _) | (_, Established::Nothing) => Established::Nothing,
        (Established::Answer, _) | (_, Established::Answer) => Established::Answer,
        (Established::Wholly, Established::Wholly) => Established::Wholly,
    }
}

/// States with registers stay apart, but for the unknown ones.
fn one_unknown(all: &Moore<Outcome>) -> Vec<usize> {
    let unknown = |&q: &usize| *all.output_of(q) == Outcome::Unknown;
    let first = (0..all.states()).find(unknown);
    let first = first.expect("the last but one is");
    let mut numbers = BTreeMap::new();
    let class = |q: usize| {
        let of = if unknown(&q) { first } else { q };
        let fresh = numbers.len();
        *numbers.entry(of).or_insert(fresh)
    };
    (0..all.states()).map(class).collect()
}

/// The machine whose states are the classes.
fn quotient(all: &Moore<Outcome>, classes: &[usize]) -> Moore<Outcome> {
    let count = classes.iter().max().map_or(0, |&last| last + 1);
    let row = |class: usize| {
        let member = classes.iter().position(|&c| c == class);
        let member = member.expect("every class has a member");
        let next = all.successors(member).iter().map(|&to| classes[to]);
        (*all.output_of(member), next.collect())
    };
    let rows = (0..count).map(row).collect();
    Moore::new(all.letters(), classes[all.initial()], rows).expect("a quotient is a machine")
}

/// Characters of a guard as it is printed, or any number beyond [`LONGEST`].
pub(super) fn length(interface: &InterfaceLts, symbol: usize) -> usize {
    let MethodSymbol { method, guard } = interface.symbols[symbol];
    guard_length(interface, method, guard)
}

fn guard_length(interface: &InterfaceLts, method: usize, guard: Term) -> usize {
    let parts = written_out(&interface.terms, guard, PARTS);
    match parts <= PARTS {
        true => interface.text_of(method, guard).chars().count(),
        false => LONGEST + parts,
    }
}

/// The parts of a term written out, up to one more than a limit.
pub(super) fn written_out(terms: &Terms, t: Term, limit: usize) -> usize {
    let mut parts = 0;
    let mut pending = vec![t];
    while let Some(t) = pending.pop() {
        parts += 1;
        if parts > limit {
            break;
        }
        pending.extend(terms.args(t));
    }
    parts
}

//! One filter after another, as one filter.
//!
//! The second reads what the first writes: its window is made of terms over the first one's window. A state of the result
//! is a state of each and what the second's last symbols were, said from where the first is now.

use base::{Budget, StopReason};
use rustc_hash::FxHashMap;
use smt::{Term, Terms};

use super::adopt::adopted;
use super::ahead::look_ahead;
use super::equal::farthest;
use super::known::{Known, Spot};
use super::oracle::{Asked, Oracle};
use super::symbols::Symbols;
use crate::transducer::{End, Start, State, Step, SymbolicTransducer, seen};

/// The second looks at symbols that the first read at most so far back.
const FARTHEST: usize = 64;
/// A result with more states is not what anybody asked for.
const MOST_STATES: usize = 200_000;

/// The filter that does what the second does with what the first writes: defined where the first is defined and the
/// second is on its output.
pub fn compose(
    first: &SymbolicTransducer,
    second: &SymbolicTransducer,
    budget: &Budget,
) -> Result<SymbolicTransducer, StopReason> {
    compose_up_to(first, second, usize::MAX, budget)
}

/// What does the same on inputs of at most `longest` symbols.
pub(super) fn compose_up_to(
    first: &SymbolicTransducer,
    second: &SymbolicTransducer,
    longest: usize,
    budget: &Budget,
) -> Asked<SymbolicTransducer> {
    if !first.registers.is_empty() || !second.registers.is_empty() {
        return Err(StopReason::Inexpressible(
            "filters with registers are not composed".into(),
        ));
    }
    let second = adopted(second, &first.terms);
    let first = &fitting(first, &second)?;
    let mut oracle = Oracle::new(&first.terms, first.input, budget);
    (0..=first.lookback).for_each(|back| _ = oracle.variable(Spot { side: 0, back }));
    let mut result = Composition::new(first, &second, oracle).explore(longest)?;
    let mut oracle = Oracle::new(&first.terms, first.input, budget);
    (0..=FARTHEST + 1).for_each(|back| _ = oracle.variable(Spot { side: 0, back }));
    result.lookback = farthest(&mut oracle, &mut result);
    Ok(result)
}

/// The first, writing symbols as wide as the second reads.
fn fitting(first: &SymbolicTransducer, second: &SymbolicTransducer) -> Asked<SymbolicTransducer> {
    let (written, read) = (first.output.bits, second.input.bits);
    if written > read {
        let why = format!(
            "the first writes symbols of {written} bits, the second reads symbols of {read}"
        );
        return Err(StopReason::Inexpressible(why));
    }
    Ok(super::equal::widened(first, read))
}

/// The second's window, the last symbol first.
type Memory = Vec<Term>;
/// A state of each, and the second's window.
type Product = (usize, usize, Memory);

/// What can happen while the second reads what the first writes at once.
#[derive(Clone)]
struct Branch {
    known: Known,
    state: usize,
    memory: Memory,
    writes: Vec<Term>,
}

struct Composition<'a> {
    first: &'a SymbolicTransducer,
    second: &'a SymbolicTransducer,
    terms: &'a Terms,
    oracle: Oracle<'a>,
    /// How far back the second looks from each state on.
    live: Vec<usize>,
    numbers: FxHashMap<Product, usize>,
    products: Vec<Product>,
    /// Guards and outputs of the second over what it reads.
    read: FxHashMap<(Term, Memory), Term>,
}

impl<'a> Composition<'a> {
    fn new(
        first: &'a SymbolicTransducer,
        second: &'a SymbolicTransducer,
        oracle: Oracle<'a>,
    ) -> Self {
        let (numbers, products, read) = (FxHashMap::default(), Vec::new(), FxHashMap::default());
        Self {
            first,
            second,
            terms: &first.terms,
            oracle,
            live: live(second),
            numbers,
            products,
            read,
        }
    }

    fn explore(mut self, longest: usize) -> Asked<SymbolicTransducer> {
        let mut starts = Vec::new();
        for a in &self.first.starts {
            for b in &self.second.starts {
                let nothing = self.terms.bv(self.second.input.bits, 0);
                let state = self.number((a.state, b.state, vec![nothing; self.live[b.state]]))?;
                let when = look_ahead(&mut self.oracle, (self.first, a), (self.second, b))?;
                starts.push(Start { when, state });
            }
        }
        let mut states = Vec::new();
        let mut lengths = vec![0; self.products.len()];
        while let Some(product) = self.products.get(states.len()).cloned() {
            self.oracle.check_budget()?;
            let length: usize = lengths[states.len()];
            states.push(self.state(&product, length < longest)?);
            lengths.resize(self.products.len(), length + 1);
        }
        let output = self.second.output;
        Ok(SymbolicTransducer {
            starts,
            states,
            output,
            ..self.first.clone()
        })
    }

    fn number(&mut self, product: Product) -> Asked<usize> {
        let too_far = |t: &Term| self.oracle.back(*t) > FARTHEST;
        if product.2.iter().any(too_far) {
            let why =
                "the second filter looks back over what the first leaves out, without a bound";
            return Err(StopReason::Inexpressible(why.into()));
        }
        if self.products.len() >= MOST_STATES {
            return Err(StopReason::Limit(format!(
                "the composition has more than {MOST_STATES} states"
            )));
        }
        Ok(*self.numbers.entry(product.clone()).or_insert_with(|| {
            self.products.push(product);
            self.products.len() - 1
        }))
    }

    fn state(&mut self, product: &Product, goes_on: bool) -> Asked<State> {
        let (first, second) = (&self.first.states, &self.second.states);
        let [a, b] = [&first[product.0], &second[product.1]];
        if let failure @ Some(_) = a.failure.clone().or_else(|| b.failure.clone()) {
            return Ok(State {
                failure,
                ..State::default()
            });
        }
        let mut merged = Merged::default();
        for step in a.steps.iter().filter(|_| goes_on) {
            let guard = self.terms.and2(step.guard, self.first.alphabet);
            let Some(known) = self.oracle.known(guard) else {
                continue;
            };
            for branch in self.reading(product, known, &step.writes)? {
                let memory = branch.memory.iter();
                let later = memory.map(|&t| self.oracle.shift(t, 0)).collect();
                let to = self.number((step.to, branch.state, later))?;
                merged.add((branch.writes, to), branch.known);
            }
        }
        let mut ends = Merged::default();
        for end in &a.ends {
            let Some(known) = self.oracle.known(end.guard) else {
                continue;
            };
            for branch in self.reading(product, known, &end.writes)? {
                for (writes, known) in self.ending(&branch)? {
                    ends.add((writes, 0), known);
                }
            }
        }
        let steps = merged.steps(&mut self.oracle);
        let end = |step: Step| End {
            guard: step.guard,
            writes: step.writes,
        };
        let ends = ends.steps(&mut self.oracle).into_iter().map(end).collect();
        Ok(State {
            steps,
            ends,
            failure: None,
        })
    }

    /// What the second can do with what the first writes under a guard.
    fn reading(&mut self, product: &Product, known: Known, written: &[Term]) -> Asked<Vec<Branch>> {
        if !self.oracle.possible(&known)? {
            return Ok(Vec::new());
        }
        let written: Vec<Term> = written
            .iter()
            .map(|&t| self.oracle.fold(t, &known))
            .collect();
        let mut branches = vec![Branch {
            known,
            state: product.1,
            memory: product.2.clone(),
            writes: Vec::new(),
        }];
        for symbol in written {
            let mut next = Vec::new();
            for branch in branches {
                self.read_one(&branch, symbol, &mut next)?;
            }
            branches = next;
        }
        Ok(branches)
    }

    fn read_one(&mut self, branch: &Branch, symbol: Term, next: &mut Vec<Branch>) -> Asked<()> {
        let symbol = self.oracle.fold(symbol, &branch.known);
        let mut window = vec![symbol];
        window.extend(&branch.memory);
        for step in &self.second.states[branch.state].steps {
            let guard = self.terms.and2(step.guard, self.second.alphabet);
            let guard = self.over(guard, &window, 0);
            let Some(known) = self
                .oracle
                .known(guard)
                .and_then(|guard| branch.known.and(&guard))
            else {
                continue;
            };
            if !self.oracle.possible(&known)? {
                continue;
            }
            let mut writes = branch.writes.clone();
            for &t in &step.writes {
                let t = self.over(t, &window, 0);
                writes.push(self.oracle.fold(t, &known));
            }
            let memory = window[..self.live[step.to].min(window.len())].to_vec();
            next.push(Branch {
                known,
                state: step.to,
                memory,
                writes,
            });
        }
        Ok(())
    }

    /// How the second can end.
    fn ending(&mut self, branch: &Branch) -> Asked<Vec<(Vec<Term>, Known)>> {
        let mut found = Vec::new();
        for end in &self.second.states[branch.state].ends {
            let guard = self.over(end.guard, &branch.memory, 1);
            let Some(known) = self
                .oracle
                .known(guard)
                .and_then(|guard| branch.known.and(&guard))
            else {
                continue;
            };
            if self.oracle.possible(&known)? {
                let mut writes = branch.writes.clone();
                writes.extend(end.writes.iter().map(|&t| self.over(t, &branch.memory, 1)));
                found.push((writes, known));
            }
        }
        Ok(found)
    }

    /// A term of the second over what it has read: `window` from so far back on.
    fn over(&mut self, t: Term, window: &[Term], from: usize) -> Term {
        let key = (t, window.to_vec());
        if let Some(&known) = self.read.get(&key) {
            return known;
        }
        let variable = |back: usize| seen(self.terms, self.second.input, from + back);
        let map: FxHashMap<Term, Term> = window
            .iter()
            .enumerate()
            .map(|(i, &s)| (variable(i), s))
            .collect();
        let result = self.terms.substitute(t, &map);
        self.read.insert(key, result);
        result
    }
}

/// Steps that write the same and lead to the same state, as one.
#[derive(Default)]
struct Merged {
    order: Vec<(Vec<Term>, usize)>,
    guards: FxHashMap<(Vec<Term>, usize), Vec<Known>>,
}

impl Merged {
    fn add(&mut self, key: (Vec<Term>, usize), guard: Known) {
        let guards = self.guards.entry(key.clone()).or_insert_with(|| {
            self.order.push(key);
            Vec::new()
        });
        guards.push(guard);
    }

    fn steps(self, oracle: &mut Oracle) -> Vec<Step> {
        let step = |key: &(Vec<Term>, usize)| {
            let guard = either(oracle, &self.guards[key]);
            Step {
                guard,
                writes: key.0.clone(),
                updates: Vec::new(),
                to: key.1,
            }
        };
        self.order.iter().map(step).collect()
    }
}

/// Any of the guards; those on one and the same symbol alone as one set.
fn either(oracle: &mut Oracle, guards: &[Known]) -> Term {
    let mut sets: FxHashMap<Spot, Symbols> = FxHashMap::default();
    let mut parts = Vec::new();
    for guard in guards {
        match (&guard.sets[..], &guard.rest[..]) {
            ([(spot, set)], []) => {
                let joined = sets
                    .get(spot)
                    .map_or_else(|| set.clone(), |old| old.or(set));
                sets.insert(*spot, joined);
            }
            _ => parts.push(oracle.term(guard)),
        }
    }
    let mut sets: Vec<(Spot, Symbols)> = sets.into_iter().collect();
    sets.sort();
    for (spot, set) in sets {
        let variable = oracle.variable(spot);
        parts.push(set.holds(&oracle.terms, variable));
    }
    oracle.terms.or(&parts)
}

/// How far back a transducer looks from each of its states on.
fn live(transducer: &SymbolicTransducer) -> Vec<usize> {
    let backs: FxHashMap<Term, usize> = (0..=transducer.lookback)
        .map(|back| (transducer.seen(back), back))
        .collect();
    let back = |all: Vec<Term>| {
        transducer
            .terms
            .free_vars_of(&all)
            .iter()
            .filter_map(|v| backs.get(v).copied())
            .max()
            .unwrap_or(0)
    };
    let looked = |state: &State| {
        let steps = state
            .steps
            .iter()
            .flat_map(|s| s.writes.iter().chain([&s.guard]));
        let ends = state
            .ends
            .iter()
            .flat_map(|e| e.writes.iter().chain([&e.guard]));
        back(steps.chain(ends).copied().collect())
    };
    let mut live: Vec<usize> = transducer.states.iter().map(looked).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for (i, state) in transducer.states.iter().enumerate().rev() {
            let later = state
                .steps
                .iter()
                .map(|s| live[s.to].saturating_sub(1))
                .max()
                .unwrap_or(0);
            changed |= later > live[i];
            live[i] = live[i].max(later);
        }
    }
    live
}

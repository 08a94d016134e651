//! Canonical forms of transducers that keep their window: terms are compared by a solver.

mod absorb;
mod forget;
mod onward;
mod oracle;
mod partition;
mod present;
mod split;
mod trim;

use std::cell::RefCell;

use base::{Budget, StopReason};
use rustc_hash::FxHashMap;
use smt::{Solver, Term, Terms};

use super::super::{State, SymbolicTransducer};
use oracle::Oracle;

/// The same function with as few states as can be found; or why that is not known.
pub(super) fn minimal(
    machine: &SymbolicTransducer,
    solver: &mut dyn Solver,
    budget: &Budget,
) -> Result<SymbolicTransducer, StopReason> {
    let mut work = Work::new(machine);
    let mut oracle = Oracle::new(machine, solver, budget);
    trim::trim(&mut work, &mut oracle)?;
    split::split(&mut work, &mut oracle)?;
    trim::trim(&mut work, &mut oracle)?;
    onward::onward(&mut work, &mut oracle)?;
    merge(&mut work, &mut oracle, Starts::AsAny)?;
    present::present(machine, &work, &mut oracle)
}

/// Whether a start may be one with another state.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Starts {
    /// As any two states that do the same.
    AsAny,
    /// No: they keep what others write earlier.
    Apart,
}

/// Makes one of states that do the same.
fn merge(work: &mut Work, oracle: &mut Oracle, starts: Starts) -> Result<(), StopReason> {
    let mut classes = partition::classes(work, oracle)?;
    if starts == Starts::Apart {
        work.starts
            .iter()
            .for_each(|start| classes[*start] = work.states.len() + start);
    }
    work.join(&classes);
    absorb::absorb(work, oracle, starts)
}

/// A machine that is being worked on.
struct Work<'a> {
    machine: &'a SymbolicTransducer,
    terms: Terms,
    states: Vec<State>,
    /// The state to start in, for each start.
    starts: Vec<usize>,
    /// The window, from the symbol being read on.
    window: Vec<Term>,
    /// What guards say of the window afterwards.
    known: RefCell<FxHashMap<Term, Term>>,
}

impl<'a> Work<'a> {
    fn new(machine: &'a SymbolicTransducer) -> Self {
        let starts = machine.starts.iter().map(|start| start.state).collect();
        let window = (0..=machine.lookback)
            .map(|back| machine.seen(back))
            .collect();
        Self {
            machine,
            terms: machine.terms.clone(),
            states: machine.states.clone(),
            starts,
            window,
            known: RefCell::default(),
        }
    }

    /// Makes one state of each class.
    fn join(&mut self, classes: &[usize]) {
        let mut first: FxHashMap<usize, usize> = FxHashMap::default();
        let target: Vec<usize> = classes
            .iter()
            .enumerate()
            .map(|(at, c)| *first.entry(*c).or_insert(at))
            .collect();
        let steps = self.states.iter_mut().flat_map(|state| &mut state.steps);
        steps.for_each(|step| step.to = target[step.to]);
        self.starts
            .iter_mut()
            .for_each(|start| *start = target[*start]);
        trim::keep_reached(self);
    }

    /// Whether the term mentions the symbol being read.
    fn reads(&self, t: Term) -> bool {
        self.terms.free_vars(t).contains(&self.window[0])
    }

    /// What was said at one symbol, said at the next: `x` is `x1` then. `None` if that is too far back, or if it hangs
    /// on registers, which may have changed.
    fn later(&self, t: Term) -> Option<Term> {
        let pairs = self
            .window
            .iter()
            .copied()
            .zip(self.window[1..].iter().copied());
        let map: FxHashMap<Term, Term> = pairs.collect();
        let known = self.terms.free_vars(t).iter().all(|v| map.contains_key(v));
        known.then(|| self.terms.substitute(t, &map))
    }

    /// What holds of the window after a step with that guard.
    fn said(&self, guard: Term) -> Term {
        let guard = self.terms.and2(guard, self.machine.alphabet);
        if let Some(known) = self.known.borrow().get(&guard) {
            return *known;
        }
        let mut all = self.terms.conjuncts(guard);
        if let Some(last) = self.window.last() {
            // It will be too far back to be spoken of.
            all.extend(forget::without(
                &self.terms,
                self.machine.input,
                &all,
                *last,
            ));
        }
        let kept: Vec<Term> = all.into_iter().filter_map(|c| self.later(c)).collect();
        let said = self.terms.and(&kept);
        self.known.borrow_mut().insert(guard, said);
        said
    }

    /// What holds of the window in each state: something that the steps into it say of the symbols they read.
    fn invariants(&self) -> Vec<Term> {
        let mut ways: Vec<Vec<Term>> = vec![Vec::new(); self.states.len()];
        for step in self.states.iter().flat_map(|state| &state.steps) {
            ways[step.to].push(self.said(step.guard));
        }
        let all = |mut ways: Vec<Term>| {
            ways.sort_unstable();
            ways.dedup();
            if ways.is_empty() || ways.len() > MOST_WAYS {
                self.terms.true_()
            } else {
                self.terms.or(&ways)
            }
        };
        let mut invariants: Vec<Term> = ways.into_iter().map(all).collect();
        // Who starts there has seen nothing.
        self.starts
            .iter()
            .for_each(|start| invariants[*start] = self.terms.true_());
        invariants
    }
}

/// An invariant with more alternatives than this is none.
const MOST_WAYS: usize = 32;

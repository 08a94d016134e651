//! Writing as early as possible, term by term: a state's first term moves onto the steps that lead into it, if all its
//! steps and ends write the same one first and it does not hang on the symbol being read.

use base::StopReason;
use rustc_hash::FxHashMap;
use smt::Term;

use super::super::super::Step;
use super::oracle::Oracle;
use super::{Starts, Work, merge};

/// Prefixes are moved this often, and no further: each time one more term.
const MOST_ROUNDS: usize = 256;

/// Makes the machine onward. Each start becomes a state of its own, which keeps what it begins with.
pub(super) fn onward(work: &mut Work, oracle: &mut Oracle) -> Result<(), StopReason> {
    let first = work.states.len();
    let copies: Vec<_> = work
        .starts
        .iter()
        .map(|start| work.states[*start].clone())
        .collect();
    work.states.extend(copies);
    work.starts = (first..work.states.len()).collect();
    for _ in 0..MOST_ROUNDS {
        // Copies of a state that are reached in different ways know different things, and could be made to write some of
        // what the others cannot: they must be one before that.
        merge(work, oracle, Starts::Apart)?;
        let moved = Round::new(work, oracle).agreed()?;
        if moved.iter().all(Option::is_none) {
            break;
        }
        push(work, &moved);
    }
    Ok(())
}

struct Round<'w, 'o, 's> {
    work: &'w Work<'w>,
    oracle: &'o mut Oracle<'s>,
    invariants: Vec<Term>,
    /// What each state may write first.
    first: Vec<Option<Term>>,
}

impl<'w, 'o, 's> Round<'w, 'o, 's> {
    fn new(work: &'w Work<'w>, oracle: &'o mut Oracle<'s>) -> Self {
        Self {
            work,
            oracle,
            invariants: work.invariants(),
            first: vec![None; work.states.len()],
        }
    }

    /// The term that each state is certain to write first, where there is one: the greatest choice that holds together.
    fn agreed(mut self) -> Result<Vec<Option<Term>>, StopReason> {
        self.guess()?;
        let mut settled = false;
        while !settled {
            settled = true;
            for at in 0..self.first.len() {
                if let Some(term) = self.first[at]
                    && !self.holds(at, term)?
                {
                    self.first[at] = None;
                    settled = false;
                }
            }
        }
        Ok(self.first)
    }

    /// A term for each state that some way out of it writes first; if it writes anything first, that is it.
    fn guess(&mut self) -> Result<(), StopReason> {
        let mut changed = true;
        while changed {
            changed = false;
            for at in 0..self.first.len() {
                let state = &self.work.states[at];
                let silent = state.ends.iter().any(|end| end.writes.is_empty());
                if self.first[at].is_none() && !silent && !self.work.starts.contains(&at) {
                    self.first[at] = self.guess_at(at)?;
                    changed |= self.first[at].is_some();
                }
            }
        }
        Ok(())
    }

    fn guess_at(&mut self, at: usize) -> Result<Option<Term>, StopReason> {
        let state = &self.work.states[at];
        if let Some(end) = state.ends.first() {
            return Ok(end.writes.first().copied());
        }
        for step in &state.steps {
            if let Some(term) = self.begins(step) {
                return self.unread(term, step.guard, self.invariants[at]);
            }
        }
        Ok(None)
    }

    /// What the step makes be written first, if that is known.
    fn begins(&self, step: &Step) -> Option<Term> {
        match step.writes.first() {
            Some(term) => Some(*term),
            None => self.first[step.to].map(|term| earlier(self.work, term, step)),
        }
    }

    /// The term as one that does not hang on the symbol being read: with one of the symbols that can be read there.
    fn unread(
        &mut self,
        term: Term,
        guard: Term,
        invariant: Term,
    ) -> Result<Option<Term>, StopReason> {
        if !self.work.reads(term) {
            return Ok(Some(term));
        }
        let x = self.work.window[0];
        let example = self.oracle.example(&[guard, invariant])?;
        let Some(value) = example.and_then(|values| values.get(x).cloned()) else {
            return Ok(None);
        };
        let map = FxHashMap::from_iter([(x, self.work.terms.constant(value))]);
        Ok(Some(self.work.terms.substitute(term, &map)))
    }

    /// Whether everything the state does begins with the term.
    fn holds(&mut self, at: usize, term: Term) -> Result<bool, StopReason> {
        let (state, invariant) = (&self.work.states[at], self.invariants[at]);
        for end in &state.ends {
            let Some(&first) = end.writes.first() else {
                return Ok(false);
            };
            if !self.same(first, term, &[end.guard, invariant])? {
                return Ok(false);
            }
        }
        for step in state
            .steps
            .iter()
            .filter(|step| self.work.states[step.to].failure.is_none())
        {
            let Some(first) = self.begins(step) else {
                return Ok(false);
            };
            if !self.same(first, term, &[step.guard, invariant])? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn same(&mut self, a: Term, b: Term, given: &[Term]) -> Result<bool, StopReason> {
        self.oracle.always(self.work.terms.eq(a, b), given)
    }
}

/// What a term of the next state is when the step into it is taken.
fn earlier(work: &Work, term: Term, step: &Step) -> Term {
    let shifted = work.window[1..]
        .iter()
        .copied()
        .zip(work.window.iter().copied());
    let registers = work
        .machine
        .registers
        .iter()
        .map(|r| r.variable)
        .zip(step.updates.iter().copied());
    work.terms
        .substitute(term, &shifted.chain(registers).collect())
}

fn push(work: &mut Work, moved: &[Option<Term>]) {
    let mut states = std::mem::take(&mut work.states);
    for (at, state) in states.iter_mut().enumerate() {
        for step in &mut state.steps {
            if let Some(term) = moved[step.to] {
                let gained = earlier(work, term, step);
                step.writes.push(gained);
            }
            // Into a failure nothing is written, so that there is nothing to take away.
            if moved[at].is_some() && !step.writes.is_empty() {
                step.writes.remove(0);
            }
        }
        if moved[at].is_some() {
            state
                .ends
                .iter_mut()
                .for_each(|end| drop(end.writes.drain(..1)));
        }
    }
    work.states = states;
}

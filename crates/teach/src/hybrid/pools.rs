//! The equivalence pool *I* (Howar, Giannakopoulou and Rakamarić, "Hybrid Learning", 2013, Section 4) and what the code did with its calls. (The membership pool is the
//! representatives of the symbols.)

use cert::Call;
use rustc_hash::{FxHashMap, FxHashSet};
use smt::Value;
use step::{LetterId, State, StepSystem};

/// A concrete state, by number.
pub(super) type StateNo = u32;

/// One concrete call for each symbolic path explored so far, and the states they were seen to lead to.
#[derive(Default)]
pub(super) struct Pool {
    calls: Vec<Call>,
    known: FxHashSet<(LetterId, Vec<Value>)>,
    states: Vec<State>,
    numbers: FxHashMap<State, StateNo>,
    steps: FxHashMap<(StateNo, usize), Option<Taken>>,
}

/// What a concrete call does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Taken {
    /// The path of the summary.
    pub path: usize,
    /// The next state; only after ok.
    pub next: Option<StateNo>,
}

impl Pool {
    /// Adds a call; whether it is new.
    pub fn add(&mut self, call: Call) -> bool {
        let new = self.known.insert((call.letter, call.args.clone()));
        if new {
            self.calls.push(call);
        }
        new
    }

    /// The calls, by position.
    pub fn calls(&self) -> &[Call] {
        &self.calls
    }

    /// The number of a state.
    pub fn number(&mut self, state: State) -> StateNo {
        let next = self.states.len() as StateNo;
        *self.numbers.entry(state).or_insert_with_key(|state| {
            self.states.push(state.clone());
            next
        })
    }

    /// The state of a number.
    pub fn state(&self, number: StateNo) -> &State {
        &self.states[number as usize]
    }

    /// What a call of the pool does in a state; `None` if it cannot be evaluated. The code is run once.
    pub fn take(&mut self, system: &StepSystem, state: StateNo, call: usize) -> Option<Taken> {
        if let Some(&known) = self.steps.get(&(state, call)) {
            return known;
        }
        let (at, Call { letter, args }) = (&self.states[state as usize], &self.calls[call]);
        let path = system.taken(at, *letter, args);
        let next = path.and_then(|_| system.step(at, *letter, args).next);
        let is_evaluated = |path: usize| {
            let leads_on = system.summary(at.location, *letter).paths[path]
                .next
                .is_some();
            leads_on == next.is_some()
        };
        let path = path.filter(|&path| is_evaluated(path));
        let taken = path.map(|path| Taken {
            path,
            next: next.map(|next| self.number(next)),
        });
        self.steps.insert((state, call), taken);
        taken
    }
}

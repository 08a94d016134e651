//! Concrete stepping: the summaries evaluated on values.

use base::{Outcome, StopReason};
use rustc_hash::FxHashMap;
use smt::{Term, Value};

use crate::{LetterId, LocationId, Note, Path, StepSystem, Target};

/// A concrete state.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    /// The location.
    pub location: LocationId,
    /// The value of each of its variables.
    pub values: Vec<Value>,
}

/// The result of a concrete step.
#[derive(Clone, Debug)]
pub struct Stepped {
    /// What the code answered.
    pub answer: Outcome,
    /// The next state; only after [`Outcome::Ok`].
    pub next: Option<State>,
    /// Which error, or why it is unknown.
    pub note: Option<Note>,
}

impl StepSystem {
    /// The position, in the summary, of the path that a call takes; `None` if no guard could be evaluated.
    pub fn taken(&self, state: &State, letter: LetterId, args: &[Value]) -> Option<usize> {
        let env = self.environment(state, letter, args);
        self.summary(state.location, letter)
            .paths
            .iter()
            .position(|p| self.holds(p.guard, &env))
    }

    /// Takes one step with concrete arguments.
    pub fn step(&self, state: &State, letter: LetterId, args: &[Value]) -> Stepped {
        let env = self.environment(state, letter, args);
        let summary = self.summary(state.location, letter);
        match summary.paths.iter().find(|p| self.holds(p.guard, &env)) {
            Some(path) => self.follow(path, &env),
            None => undecided("no path of the summary could be evaluated"),
        }
    }

    /// Takes steps from the start until one does not answer ok. An empty word answers ok.
    pub fn run<'a>(&self, calls: impl IntoIterator<Item = (LetterId, &'a [Value])>) -> Stepped {
        let mut last = Stepped {
            answer: Outcome::Ok,
            next: Some(self.initial()),
            note: None,
        };
        for (letter, args) in calls {
            match last.next {
                Some(state) => last = self.step(&state, letter, args),
                None => return last,
            }
        }
        last
    }

    fn environment(
        &self,
        state: &State,
        letter: LetterId,
        args: &[Value],
    ) -> FxHashMap<Term, Value> {
        let location = self.location(state.location);
        let variables = location
            .variables
            .iter()
            .map(|v| v.term)
            .zip(state.values.iter().cloned());
        let params = self.letters[letter]
            .params
            .iter()
            .map(|v| v.term)
            .zip(args.iter().cloned());
        variables.chain(params).collect()
    }

    fn holds(&self, guard: Term, env: &FxHashMap<Term, Value>) -> bool {
        // Most guards fail at one of their first conditions.
        let holds = |t: Term| self.evaluate(t, env) == Some(Value::Bool(true));
        self.terms.conjuncts(guard).into_iter().all(holds)
    }

    fn evaluate(&self, term: Term, env: &FxHashMap<Term, Value>) -> Option<Value> {
        self.terms.eval(term, &|var| env.get(&var).cloned())
    }

    fn follow(&self, path: &Path, env: &FxHashMap<Term, Value>) -> Stepped {
        let Some(Target { location, update }) = &path.next else {
            return Stepped {
                answer: path.answer,
                next: None,
                note: path.note.clone(),
            };
        };
        let values: Option<Vec<Value>> = update.iter().map(|&t| self.evaluate(t, env)).collect();
        match values {
            Some(values) => {
                let next = Some(State {
                    location: *location,
                    values,
                });
                Stepped {
                    answer: path.answer,
                    next,
                    note: path.note.clone(),
                }
            }
            None => undecided("an update could not be evaluated"),
        }
    }
}

/// Soundness: what cannot be evaluated is unknown, never ok or error.
fn undecided(what: &str) -> Stepped {
    Stepped {
        answer: Outcome::Unknown,
        next: None,
        note: Some(Note::unknown(StopReason::Limit(what.into()))),
    }
}

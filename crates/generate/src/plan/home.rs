//! A state that is never left, and cheap to compute in all its cases.

use model::transducer::{State, Step, SymbolicTransducer};

use super::cost;

/// More cases are not computed all at once.
const MOST_CASES: usize = 8;
/// More symbols are not stored where most of them may be overwritten.
const MOST_WRITES: usize = 4;
/// More operations take longer than a branch that was foreseen wrongly.
const MOST_OPERATIONS: usize = 120;

/// A state that every symbol leads back to, without registers. Which case it is makes no branch: what is written is computed
/// for all of them, stored, and as much of it counts as the case says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Home {
    pub(crate) state: usize,
}

impl Home {
    pub(super) fn new(machine: &SymbolicTransducer) -> Option<Self> {
        if !machine.registers.is_empty() {
            return None;
        }
        let fits = |(number, state): &(usize, &State)| {
            let stays = |step: &Step| step.to == *number && step.writes.len() <= MOST_WRITES;
            (2..=MOST_CASES).contains(&state.steps.len())
                && state.steps.iter().all(stays)
                && operations(machine, state) <= MOST_OPERATIONS
        };
        let (state, _) = machine.states.iter().enumerate().find(fits)?;
        Some(Self { state })
    }
}

fn operations(machine: &SymbolicTransducer, state: &State) -> usize {
    let terms = state.steps.iter().flat_map(|step| {
        let values = step.writes.iter().chain(&step.updates);
        values.chain([&step.guard]).copied()
    });
    cost::operations(&machine.terms, terms)
}

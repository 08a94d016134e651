//! States after which nothing more is written, whatever follows, but the same text at the end.

use model::transducer::SymbolicTransducer;
use smt::Term;

/// For each state whether that holds there.
pub(super) fn silent(machine: &SymbolicTransducer) -> Vec<bool> {
    let states = &machine.states;
    let mut silent: Vec<bool> = states
        .iter()
        .map(|state| state.steps.iter().all(|step| step.writes.is_empty()))
        .collect();
    let ends: Vec<Option<&[Term]>> = (0..states.len()).map(|state| end(machine, state)).collect();
    loop {
        let stays = |state: usize| {
            let mut nexts = states[state].steps.iter().map(|step| step.to);
            ends[state].is_some() && nexts.all(|to| silent[to] && ends[to] == ends[state])
        };
        let fewer: Vec<bool> = (0..states.len())
            .map(|state| silent[state] && stays(state))
            .collect();
        if fewer == silent {
            return silent;
        }
        silent = fewer;
    }
}

/// What is written at the end, if the same is for all inputs that end here.
fn end(machine: &SymbolicTransducer, state: usize) -> Option<&[Term]> {
    let [only] = &machine.states[state].ends[..] else {
        return None;
    };
    let value = |t: &Term| machine.terms.value(*t).is_some();
    let fixed = only.guard == machine.terms.true_() && only.writes.iter().all(value);
    fixed.then_some(&only.writes[..])
}

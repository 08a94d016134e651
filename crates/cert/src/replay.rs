//! Differences replayed on the reference interpreter.

use base::{Outcome, StopReason};
use step::{Component, Integers, Replay, StepSystem, interpreted};

use crate::Trace;

/// Soundness: a difference counts only if the reference interpreter shows it too. (It knows wrapping integers only, it
/// does not look at a condition for errors, and where it gives up a summary may still know more.)
pub fn confirm(component: &Component, system: &StepSystem, trace: &Trace) -> Result<(), StopReason> {
    let told_by_state = system.errors.when.is_some();
    if system.integers != Integers::Wrapping || trace.code == Outcome::Unknown || told_by_state {
        return Ok(());
    }
    let Some(mut replay) = Replay::start(component, &system.errors) else { return Ok(()) };
    let mut last = Outcome::Ok;
    for call in &trace.calls {
        let params = system.letters[call.letter].params.iter();
        let args: Option<Vec<_>> = params.zip(&call.args).map(|(p, v)| interpreted(p.ty, v)).collect();
        let Some(args) = args else { return Ok(()) };
        last = replay.call(call.letter, &args).answer;
    }
    if last == trace.code || last == Outcome::Unknown {
        return Ok(());
    }
    let what = "summaries and interpreter disagree about this code: please report it as a defect of mores";
    Err(StopReason::Limit(what.into()))
}

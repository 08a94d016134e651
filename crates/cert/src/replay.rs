//! Differences replayed on the reference interpreter.

use base::{Outcome, StopReason};
use step::{Component, Integers, Replay, StepSystem, interpreted};

use crate::Trace;

/// Soundness: a difference counts only if the reference interpreter shows it too. (It knows wrapping integers only, it
/// does not look at a condition for errors, and where it gives up a summary may still know more.)
pub fn confirm(
    component: &Component,
    system: &StepSystem,
    trace: &Trace,
) -> Result<(), StopReason> {
    let told_by_state = system.errors.when.is_some();
    if system.integers != Integers::Wrapping || trace.code == Outcome::Unknown || told_by_state {
        return Ok(());
    }
    let Some(mut replay) = Replay::of(component, system) else {
        return Ok(());
    };
    for (at, call) in trace.calls.iter().enumerate() {
        let params = system.letters[call.letter].params.iter();
        let args: Option<Vec<_>> = params
            .zip(&call.args)
            .map(|(p, v)| interpreted(p.ty, v))
            .collect();
        let Some(args) = args else { return Ok(()) };
        // All calls succeed but the last, which is answered as the trace says.
        let expected = if at + 1 < trace.calls.len() {
            Outcome::Ok
        } else {
            trace.code
        };
        match replay.call(call.letter, &args).answer {
            // What was not done, no later call can be judged by: an object may be missing that the code has made.
            Outcome::Unknown => return Ok(()),
            answer if answer == expected => {}
            Outcome::Ok | Outcome::Error => return Err(disagreement()),
        }
    }
    Ok(())
}

fn disagreement() -> StopReason {
    let what =
        "summaries and interpreter disagree about this code: please report it as a defect of mores";
    StopReason::Limit(what.into())
}

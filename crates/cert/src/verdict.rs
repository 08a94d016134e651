//! What is known of a model, with the evidence for it.

use base::{Outcome, StopReason};
use smt::Value;
use step::LetterId;

use crate::Invariant;

/// What is known of a model against code. The variants can never be taken for one another.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// The code agrees with the model on every sequence of calls; the invariant was checked again.
    Proved(Invariant),
    /// They agree on every sequence of at most this many calls; further ones were not decided.
    UpTo {
        /// The number of calls.
        depth: usize,
        /// Why the analysis stopped.
        reason: StopReason,
    },
    /// They disagree after these calls.
    Violated(Trace),
    /// Nothing is claimed.
    Unknown(StopReason),
}

/// A concrete call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// What is called.
    pub letter: LetterId,
    /// The arguments.
    pub args: Vec<Value>,
}

/// Calls whose last one is answered differently by code and model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The calls, in order.
    pub calls: Vec<Call>,
    /// What the code answers to the last.
    pub code: Outcome,
    /// What the model says.
    pub model: Outcome,
}

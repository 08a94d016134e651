//! How long work may go on, and why it stopped.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::Place;

/// Why an engine stopped before it had an answer. An interrupted run always carries one, so it can never be
/// taken for a finished one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// The time budget is spent.
    Time,
    /// Somebody asked for the run to end.
    Cancelled,
    /// A bound on depth was reached.
    Depth(usize),
    /// The engine's own size limit (states, frames, paths) was reached; says which.
    Limit(String),
    /// A solver could not decide a question; the solver's own words.
    SolverUnknown(String),
    /// Code that cannot be analysed yet was reached.
    Unsupported {
        /// What is not supported.
        what: String,
        /// Where it stands, where known.
        place: Option<Place>,
    },
    /// What is claimed is proved as long as nothing overflows; says what, and how long that takes.
    Overflow(String),
    /// The behaviour cannot be said in the kind of model that was asked for; says why.
    Inexpressible(String),
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time => write!(f, "the time budget is spent"),
            Self::Cancelled => write!(f, "interrupted"),
            Self::Depth(k) => write!(f, "depth {k} was reached"),
            Self::Limit(what) => write!(f, "{what}"),
            Self::Overflow(what) => write!(f, "proved unless {what}"),
            Self::SolverUnknown(why) => write!(f, "the solver could not decide a question ({why})"),
            Self::Unsupported { what, place: Some(place) } => write!(f, "{place}: {what}"),
            Self::Unsupported { what, place: None } => write!(f, "{what}"),
            Self::Inexpressible(why) => write!(f, "{why}"),
        }
    }
}

/// A deadline and a cancel flag, cheap to clone and to ask. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    deadline: Option<Instant>,
    cancelled: Arc<AtomicBool>,
}

impl Budget {
    /// No limit.
    pub fn unlimited() -> Self {
        Self::default()
    }

    /// Ends `time` from now.
    pub fn lasting(time: Duration) -> Self {
        Self { deadline: Instant::now().checked_add(time), ..Self::default() }
    }

    /// Part of this budget: ends after `time` or with the whole, whichever comes first.
    pub fn slice(&self, time: Duration) -> Self {
        let end = Instant::now().checked_add(time);
        let deadline = match (self.deadline, end) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Self { deadline, cancelled: Arc::clone(&self.cancelled) }
    }

    /// One of so many parts of what is left of this budget; no limit if there is none.
    pub fn share(&self, parts: u32) -> Self {
        let left = self.deadline.map(|end| end.saturating_duration_since(Instant::now()) / parts);
        left.map_or_else(|| self.clone(), |left| self.slice(left))
    }

    /// What is left of this budget without its last part, of so many; no limit if there is none.
    pub fn but_last(&self, parts: u32) -> Self {
        let left = self.deadline.map(|end| end.saturating_duration_since(Instant::now()));
        left.map_or_else(|| self.clone(), |left| self.slice(left - left / parts))
    }

    /// Asks every holder of this budget to stop.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// `Err` with the reason once work must end.
    pub fn check(&self) -> Result<(), StopReason> {
        if self.cancelled.load(Ordering::Relaxed) {
            return Err(StopReason::Cancelled);
        }
        match self.deadline {
            Some(end) if Instant::now() >= end => Err(StopReason::Time),
            _ => Ok(()),
        }
    }

    /// Time left, `None` if unlimited.
    pub fn remaining(&self) -> Option<Duration> {
        self.deadline.map(|end| end.saturating_duration_since(Instant::now()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slice_never_outlasts_the_whole() {
        let whole = Budget::lasting(Duration::ZERO);
        assert_eq!(whole.slice(Duration::from_secs(60)).check(), Err(StopReason::Time));
    }

    #[test]
    fn without_its_last_part_a_budget_ends_earlier() {
        let whole = Budget::lasting(Duration::from_secs(1000));
        let most = whole.but_last(10).remaining().expect("it has an end");
        assert!(most <= Duration::from_secs(900) && most > Duration::from_secs(800));
        assert_eq!(Budget::unlimited().but_last(10).remaining(), None);
    }

    #[test]
    fn cancelling_the_whole_cancels_its_slices() {
        let whole = Budget::unlimited();
        let slice = whole.slice(Duration::from_secs(60));
        assert_eq!(slice.check(), Ok(()));
        whole.cancel();
        assert_eq!(slice.check(), Err(StopReason::Cancelled));
    }
}

//! How long work may go on, and why it stopped.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::{Place, work};

/// The nanoseconds of work that a look at a budget stands for, with the little that was done since the last look.
const LOOK: u64 = 1000;

/// Why an engine stopped before it had an answer. An interrupted run always carries one, so it can never be
/// taken for a finished one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// The time budget is spent.
    Time,
    /// Somebody asked for the run to end.
    Cancelled,
    /// The process holds as much memory as it may.
    Memory,
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
    /// A result does not fit its type, and only results that fit are followed.
    Overflows {
        /// The names of the variables that the result depends on.
        names: Vec<String>,
        /// Where it is computed.
        place: Place,
    },
    /// The code waits for another thread; one thread alone never gets further.
    Waits {
        /// Where it waits.
        place: Place,
    },
    /// The component holds more than is looked at.
    Scope,
    /// What is claimed is proved as long as nothing overflows; says what, and how long that takes.
    Overflow(String),
    /// The behaviour cannot be said in the kind of model that was asked for; says why.
    Inexpressible(String),
}

impl StopReason {
    /// What [`StopReason::Waits`] says.
    pub const WAITING: &str = "it waits for another thread";

    /// The code that could not be followed, where that is the reason and its place is known.
    pub fn place(&self) -> Option<&Place> {
        match self {
            Self::Unsupported { place, .. } => place.as_ref(),
            Self::Overflows { place, .. } | Self::Waits { place } => Some(place),
            Self::Time
            | Self::Cancelled
            | Self::Memory
            | Self::Scope
            | Self::Depth(_)
            | Self::Limit(_)
            | Self::SolverUnknown(_)
            | Self::Overflow(_)
            | Self::Inexpressible(_) => None,
        }
    }

    /// The reason in words, without the place.
    pub fn what(&self) -> String {
        match self {
            Self::Time => "the time budget is spent".to_owned(),
            Self::Cancelled => "interrupted".to_owned(),
            Self::Memory => "the memory limit is reached".to_owned(),
            Self::Scope => "the component holds more than is looked at".to_owned(),
            Self::Depth(k) => format!("depth {k} was reached"),
            Self::Overflow(what) => format!("proved unless {what}"),
            Self::SolverUnknown(why) => format!("the solver could not decide a question ({why})"),
            Self::Overflows { names, .. } => format!("a number overflows: {}", names.join(", ")),
            Self::Waits { .. } => Self::WAITING.to_owned(),
            Self::Limit(what) | Self::Unsupported { what, .. } | Self::Inexpressible(what) => {
                what.clone()
            }
        }
    }
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place() {
            Some(place) => write!(f, "{place}: {}", self.what()),
            None => write!(f, "{}", self.what()),
        }
    }
}

/// An end, a cancel flag and a limit on memory, cheap to clone and to ask. Clones share the flag and the limit.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    end: Option<End>,
    /// The end by the clock of a budget that is counted in work.
    latest: Option<Instant>,
    cancelled: Arc<AtomicBool>,
    memory: Option<Arc<Memory>>,
}

/// When a budget is spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum End {
    /// By the clock.
    Clock(Instant),
    /// When so much work is done, see [`work`].
    Work(Duration),
}

impl End {
    /// What is left until then.
    fn left(self) -> Duration {
        match self {
            Self::Clock(end) => end.saturating_duration_since(Instant::now()),
            Self::Work(end) => end.saturating_sub(work::done()),
        }
    }

    /// The end of something that begins now and lasts `time`, measured like this one; this one if that comes first.
    fn no_later(self, time: Duration) -> Self {
        match self {
            Self::Clock(end) => {
                let own = Instant::now().checked_add(time);
                Self::Clock(own.map_or(end, |own| own.min(end)))
            }
            Self::Work(end) => Self::Work(work::done().saturating_add(time).min(end)),
        }
    }
}

/// How much memory the process may hold.
#[derive(Debug)]
struct Memory {
    bytes: u64,
    since: Instant,
    /// Milliseconds from `since` to the next look: looking costs more than all else in a check.
    next: AtomicU64,
    /// Once too much is too much, also if some of it is given back: work that ends must not start again.
    spent: AtomicBool,
}

impl Memory {
    /// Between two looks.
    const PAUSE: u64 = 50;

    fn is_spent(&self) -> bool {
        let now = u64::try_from(self.since.elapsed().as_millis()).unwrap_or(u64::MAX);
        if now >= self.next.load(Ordering::Relaxed) {
            self.next
                .store(now.saturating_add(Self::PAUSE), Ordering::Relaxed);
            if resident().is_some_and(|held| held > self.bytes) {
                self.spent.store(true, Ordering::Relaxed);
            }
        }
        self.spent.load(Ordering::Relaxed)
    }
}

/// The bytes of memory that this process holds, where the system tells.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim()
        .strip_suffix("kB")?
        .trim()
        .parse::<u64>()
        .ok()?
        .checked_mul(1024)
}

impl Budget {
    /// No limit.
    pub fn unlimited() -> Self {
        Self::default()
    }

    /// Ends `time` from now.
    pub fn lasting(time: Duration) -> Self {
        Self {
            end: Instant::now().checked_add(time).map(End::Clock),
            ..Self::default()
        }
    }

    /// How often longer by the clock a budget may take that is counted in work.
    pub const LATEST: u32 = 8;

    /// Ends when as much work is done as takes `time` on a machine of reference, so that the same is done on every run
    /// and on every machine. The clock ends it only after [`Budget::LATEST`] times as long.
    pub fn steady(time: Duration) -> Self {
        Self {
            end: Some(End::Work(work::done().saturating_add(time))),
            latest: Instant::now().checked_add(time.saturating_mul(Self::LATEST)),
            ..Self::default()
        }
    }

    /// Whether it is counted in work.
    pub fn is_steady(&self) -> bool {
        matches!(self.end, Some(End::Work(_)))
    }

    /// What of this budget another thread may watch while work goes on: all, or what does not depend on counted work.
    pub fn to_watch(&self) -> Self {
        match self.end {
            Some(End::Work(_)) => Self {
                end: self.latest.map(End::Clock),
                latest: None,
                ..self.clone()
            },
            Some(End::Clock(_)) | None => self.clone(),
        }
    }

    /// Ends as well when the process holds more than so many bytes. Without a system that tells, that is never.
    pub fn within_memory(self, bytes: u64) -> Self {
        let memory = Memory {
            bytes,
            since: Instant::now(),
            next: AtomicU64::new(0),
            spent: AtomicBool::new(false),
        };
        Self {
            memory: Some(Arc::new(memory)),
            ..self
        }
    }

    /// Part of this budget: ends after `time` or with the whole, whichever comes first.
    pub fn slice(&self, time: Duration) -> Self {
        let end = match self.end {
            Some(end) => Some(end.no_later(time)),
            None => Instant::now().checked_add(time).map(End::Clock),
        };
        Self {
            end,
            ..self.clone()
        }
    }

    /// One of so many parts of what is left of this budget; no limit if there is none.
    pub fn share(&self, parts: u32) -> Self {
        let left = self.remaining().map(|left| left / parts);
        left.map_or_else(|| self.clone(), |left| self.slice(left))
    }

    /// What is left of this budget without its last part, of so many; no limit if there is none.
    pub fn but_last(&self, parts: u32) -> Self {
        let left = self.remaining();
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
        if self.memory.as_ref().is_some_and(|memory| memory.is_spent()) {
            return Err(StopReason::Memory);
        }
        if self.is_steady() {
            // To look is work: who does nothing else still comes to an end.
            work::spend(LOOK);
        }
        let is_late = self.latest.is_some_and(|latest| Instant::now() >= latest);
        let is_spent = self.end.is_some_and(|end| end.left().is_zero());
        match is_late || is_spent {
            true => Err(StopReason::Time),
            false => Ok(()),
        }
    }

    /// Time left, `None` if unlimited.
    pub fn remaining(&self) -> Option<Duration> {
        self.end.map(End::left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slice_never_outlasts_the_whole() {
        let whole = Budget::lasting(Duration::ZERO);
        assert_eq!(
            whole.slice(Duration::from_secs(60)).check(),
            Err(StopReason::Time)
        );
    }

    #[test]
    fn without_its_last_part_a_budget_ends_earlier() {
        let whole = Budget::lasting(Duration::from_secs(1000));
        let most = whole.but_last(10).remaining().expect("it has an end");
        assert!(most <= Duration::from_secs(900) && most > Duration::from_secs(800));
        assert_eq!(Budget::unlimited().but_last(10).remaining(), None);
    }

    #[test]
    fn a_process_that_holds_more_than_it_may_must_end() {
        let little = Budget::unlimited().within_memory(1);
        assert_eq!(little.check(), Err(StopReason::Memory));
        assert_eq!(
            little.slice(Duration::from_secs(60)).check(),
            Err(StopReason::Memory)
        );
        assert_eq!(Budget::unlimited().within_memory(u64::MAX).check(), Ok(()));
    }

    #[test]
    fn a_steady_budget_is_spent_by_work() {
        let steady = Budget::steady(Duration::from_secs(10));
        assert!(steady.is_steady() && steady.share(2).is_steady());
        let half = steady.share(2);
        work::spend(6_000_000_000);
        assert_eq!(steady.check(), Ok(()));
        assert_eq!(half.check(), Err(StopReason::Time));
        assert_eq!(half.to_watch().check(), Ok(()));
        work::spend(6_000_000_000);
        assert_eq!(steady.check(), Err(StopReason::Time));
        let late = Budget {
            latest: Some(Instant::now()),
            ..Budget::steady(Duration::from_secs(10))
        };
        assert_eq!(late.check(), Err(StopReason::Time));
        assert_eq!(late.to_watch().check(), Err(StopReason::Time));
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

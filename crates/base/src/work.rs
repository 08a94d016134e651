//! Work that was done, counted instead of timed: what a clock says depends on the machine and on what else runs there, and
//! with the clock depends what is found before it is up. What was counted is the same on every run.
//!
//! Who does work that can take long says how much, in nanoseconds that this work takes on the average on one core of 2 GHz.
//! The count is that of the process: analyses that run at the same time count together.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Nanoseconds.
static DONE: AtomicU64 = AtomicU64::new(0);

/// Counts work of this many nanoseconds. Two threads may lose what one of them adds: adding in one step costs more than
/// much of what is counted.
pub fn spend(nanoseconds: u64) {
    let before = DONE.load(Ordering::Relaxed);
    DONE.store(before.saturating_add(nanoseconds), Ordering::Relaxed);
}

/// All work of this process.
pub fn done() -> Duration {
    Duration::from_nanos(DONE.load(Ordering::Relaxed))
}

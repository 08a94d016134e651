//! Work that was done, counted instead of timed: what a clock says depends on the machine and on what else runs there, and
//! with the clock depends what is found before it is up. What was counted is the same on every run.
//!
//! Who does work that can take long says how much, in nanoseconds that this work takes on the average on one core of 2 GHz.
//! The count is that of the thread, as an analysis is done by one: others that run at the same time, such as tests, count for
//! themselves.

use std::cell::Cell;
use std::time::Duration;

thread_local! {
    /// Nanoseconds.
    static DONE: Cell<u64> = const { Cell::new(0) };
}

/// Counts work of this many nanoseconds.
pub fn spend(nanoseconds: u64) {
    DONE.with(|done| done.set(done.get().saturating_add(nanoseconds)));
}

/// All work of this thread.
pub fn done() -> Duration {
    Duration::from_nanos(DONE.with(Cell::get))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_another_thread_does_is_not_counted_here() {
        let before = done();
        let there = std::thread::spawn(|| {
            spend(1_000_000);
            done()
        });
        assert!(there.join().expect("it ends") >= Duration::from_millis(1));
        assert_eq!(done(), before);
    }
}

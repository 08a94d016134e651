//! One question to Z3, from when it is asked to when it is answered or its time is up: by the clock, which a second thread
//! looks at, or by the work that Z3 counts (its `rlimit`), which is the same on every run.

use std::time::Duration;

use base::work;

use super::engines::Engine;
use super::watch::{GRACE, watch};
use crate::term::Terms;

/// What one of Z3's units of work takes on the average, in nanoseconds. They differ: a unit is a step of a search here and
/// the simplification of a term there.
const UNIT: u64 = 220;

/// Who asks, and for how long.
pub(super) struct Asked<'a> {
    /// Their budget is obeyed.
    pub terms: &'a Terms,
    /// An engine of the context that is asked.
    pub engine: &'a Engine,
    /// How long it may take in any case.
    pub limit: Option<Duration>,
}

impl Asked<'_> {
    /// The answer, by `ask`.
    pub(super) fn answer<T>(&self, ask: impl FnOnce() -> T) -> T {
        let (context, budget) = (self.engine.context(), self.terms.budget());
        if !budget.is_steady() {
            let _watched = watch(context, self.limit, budget);
            return ask();
        }
        let _watched = watch(context, None, budget.to_watch());
        let left = budget.remaining().unwrap_or(Duration::MAX).max(GRACE);
        context.allow(units(self.limit.map_or(left, |limit| limit.min(left))));
        let answer = ask();
        // What was asserted before is counted with the question: to take it in often takes longer than to answer.
        if let Ok(count) = self.engine.resources() {
            work::spend(u64::from(context.since_last_look(count)) * UNIT);
        }
        answer
    }
}

fn units(time: Duration) -> u32 {
    let units = time.as_nanos() / u128::from(UNIT);
    u32::try_from(units).unwrap_or(u32::MAX).max(1)
}

//! Progress of long work, told to whoever wants to show it.

/// Receives short present-tense sentences about long work ("checking a hypothesis of 5 states, depth 3").
/// Libraries never print: the command line decides what to show.
pub trait Progress {
    /// The work now being done.
    fn working(&self, what: &dyn Fn() -> String);
}

/// Shows nothing.
pub struct NoProgress;

impl Progress for NoProgress {
    fn working(&self, _what: &dyn Fn() -> String) {}
}

//! What a search found, as plain data.

use emit::report::{Integers, SourcePlace, Subject, View};
use serde::Serialize;

/// Which errors of a class can be reached, and by which calls.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SearchReport {
    /// The version of the tool that wrote it.
    pub mores: String,
    /// Always `search`.
    pub command: String,
    /// What was analysed.
    pub subject: Subject,
    /// What was looked at, and what counts as an error.
    #[serde(skip_serializing_if = "View::is_plain")]
    pub view: View,
    /// How far the search got.
    pub search: Extent,
    /// The errors of the code, those that can be reached first, in the order of the methods.
    pub errors: Vec<Ending>,
    /// Calls that could not be followed to their end.
    pub unknown: Vec<Ending>,
    /// The sizes.
    pub counts: SearchCounts,
    /// What it cost.
    pub effort: SearchEffort,
    /// Sentences for people.
    pub notes: Vec<String>,
}

/// How far a search got.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Extent {
    /// Whether all states were found, which was checked again, and no call that can be reached is unknown: then an error
    /// that was not reached cannot be.
    pub complete: bool,
    /// Whether all states were found, apart from those behind unknown calls.
    pub fixpoint: bool,
    /// With a fixpoint: every state is reached by at most so many calls, construction included. Without: all sequences
    /// of at most so many calls were looked at.
    pub depth: u64,
    /// Why the search is not complete.
    pub reason: Option<String>,
    /// Fields that no ending depends on and that states were not told apart by.
    pub without: Vec<String>,
    /// The arithmetic it is about.
    pub integers: Integers,
    /// What it says nothing about: arguments that were left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub assumptions: Vec<String>,
}

/// A way in which a call ends other than well.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ending {
    /// What is called.
    pub method: String,
    /// What is thrown, or why it is not known what happens.
    pub what: String,
    /// Where.
    pub place: Option<SourcePlace>,
    /// Whether it can be reached.
    pub status: Reachable,
    /// A shortest sequence of calls whose last one ends so, as one would write them; empty if there is none.
    pub calls: Vec<String>,
    /// Whether the reference interpreter did the same on these calls.
    pub replayed: bool,
}

/// Whether an ending can be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reachable {
    /// It can: there are calls that end so.
    Reachable,
    /// No calls of the depth that was searched end so; longer ones, or those behind unknown calls, may.
    NotReached,
    /// No calls at all end so.
    Unreachable,
}

/// How much there was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SearchCounts {
    /// Methods and constructors.
    pub methods: u64,
    /// Errors in the code.
    pub errors: u64,
    /// Those of them that can be reached.
    pub reachable: u64,
    /// Sets of states that were looked at.
    pub regions: u64,
}

/// What a search cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct SearchEffort {
    /// Questions that reached the solver.
    pub solver_calls: u64,
    /// Questions that the separate check of the fixpoint put to a solver of its own.
    pub obligations: u64,
    /// Wall time, `javac` not included.
    pub seconds: f64,
    /// The most memory used.
    pub peak_mb: u64,
}

impl SearchReport {
    /// The report as JSON, with a stable order of keys and a newline at the end.
    pub fn to_json(&self) -> String {
        emit::report::json(self)
    }
}

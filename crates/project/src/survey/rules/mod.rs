//! What a model says, in one line: which call fails after which, or before which.
//!
//! All rules have one form: *these calls fail, from such a moment on, until one of those is called*. The moment is the
//! construction of the object or a call; where nothing ends it, the rule holds ever after. A rule is about sequences of
//! calls that the model knows to succeed, and says of the next one that it fails whatever its arguments are. Calls of which
//! the model does not know where they lead end a rule like those that make it untrue.

mod find;
mod machine;
mod words;

use serde::Serialize;

pub use find::rules;
pub use words::one_line;

/// Calls that fail.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Rule {
    /// When they do.
    pub when: When,
    /// The methods, by their names in the model, sorted.
    pub methods: Vec<String>,
    /// What they fail with, sorted: simple names of exceptions.
    pub errors: Vec<String>,
    /// The rule is about sequences of at most this many calls, construction included; nothing if it is about all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub calls: Option<u64>,
}

/// When calls fail. The order is that of interest.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum When {
    /// Ever after one of these calls.
    After(Vec<String>),
    /// From construction until one of these calls.
    Before(Vec<String>),
    /// After one of the first calls until one of the others.
    Between {
        /// It begins with one of these.
        after: Vec<String>,
        /// And ends with one of these.
        until: Vec<String>,
    },
    /// As the first call after construction.
    AtFirst,
    /// As the next call after one of these.
    RightAfter(Vec<String>),
    /// Whatever was called before.
    Always,
    /// Whatever was called before, where the arguments satisfy a condition.
    If(String),
    /// The same, where the condition is that something is null.
    IfNull(String),
}

//! The three answers there are.

/// What became of a call. Code gives one, a model gives one; conformance is that they agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// It succeeded; more may follow.
    Ok,
    /// It failed; nothing comes after.
    Error,
    /// What happens could not be analysed; nothing is said of what comes after. Never to be taken for one of the
    /// other two.
    Unknown,
}

impl Outcome {
    /// The word used in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Error => "error",
            Self::Unknown => "unknown",
        }
    }

    /// Whether everything after it has the same outcome.
    pub fn is_final(self) -> bool {
        self != Self::Ok
    }
}

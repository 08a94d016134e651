//! What a check of a proof comes to, whatever the proof is of.

use std::fmt;

use base::StopReason;

/// An accepted proof: how much was checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Questions put to the solver, all answered as needed.
    pub obligations: usize,
}

/// Why a proof is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// Code and model are about different things: other methods, other symbols.
    Mismatch(String),
    /// The model contradicts itself: guards that are no partition, a final state with a way out.
    Broken(String),
    /// Something that the proof claims does not hold.
    Wrong(String),
    /// It is not known whether the proof holds: the solver could not decide an obligation, or code could not be followed.
    Undecided(StopReason),
}

impl Rejection {
    /// Whether it is not known if this is a proof. Otherwise it is none.
    pub fn is_doubt(&self) -> bool {
        match self {
            Self::Undecided(_) => true,
            Self::Mismatch(_) | Self::Broken(_) | Self::Wrong(_) => false,
        }
    }

    pub(crate) fn wrong(how: impl Into<String>) -> Self {
        Self::Wrong(how.into())
    }

    /// What the solver did not decide.
    pub(crate) fn unanswered(why: String) -> Self {
        Self::Undecided(StopReason::SolverUnknown(why))
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mismatch(what) | Self::Broken(what) | Self::Wrong(what) => f.write_str(what),
            Self::Undecided(reason) => write!(f, "{reason}"),
        }
    }
}

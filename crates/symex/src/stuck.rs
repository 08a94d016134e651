//! Why a path cannot simply go on.

use base::{Place, StopReason};
use smt::Term;

use crate::{Bound, OpenId};

/// Why a statement or terminator cannot be taken as it is.
pub(crate) enum Stuck {
    /// The path goes no further; why.
    Stop(String),
    /// It could be, were the value of this term known.
    Undecided {
        term: Term,
        /// The values it may have, as numbers.
        values: std::ops::Range<i64>,
        /// What to say of all others, if there are others.
        beyond: Option<String>,
    },
    /// It is better taken apart if this term has only a few values.
    Few(Term),
    /// It could be, were this known to hold; why the path ends where it does not.
    Unless(Term, Unmet),
    /// It could be, were this known to hold or not to.
    Whether(Term),
    /// It could be, were it known what this refers to.
    Open(OpenId),
    /// It is beyond what is looked at.
    Beyond(Bound),
    /// It waits for another thread.
    AwaitsThread,
    /// Nobody wants to know.
    Unwanted,
    /// It must be known what comes next in the stream.
    Wait,
    /// It looks at a symbol whose distance from the fed one is not fixed.
    Backwards,
    /// It writes where it is not known whether that is behind what was written.
    Elsewhere,
    /// It changes its input behind what it has written, leaving out symbols.
    Skips,
    /// It looks at or changes what it has written before: so many places before the end of that.
    Changes(usize),
    /// A symbol was promised where there is none.
    Impossible,
}

/// What a path runs into where a condition for going on does not hold.
pub(crate) enum Unmet {
    /// A result does not fit its type; it depends on the variables of these names.
    Overflow(Vec<String>),
    /// The remainder of floating-point numbers has no term.
    LargeQuotient,
}

impl Unmet {
    /// Why the path ends at this place.
    pub fn at(self, place: Place) -> StopReason {
        match self {
            Self::Overflow(names) => StopReason::Overflows { names, place },
            Self::LargeQuotient => StopReason::Unsupported {
                what: "the remainder of floating-point numbers of which one is at least twice the other".to_owned(),
                place: Some(place),
            },
        }
    }
}

impl Stuck {
    pub fn stop(what: impl Into<String>) -> Self {
        Self::Stop(what.into())
    }
}

pub(crate) type Step<T> = Result<T, Stuck>;

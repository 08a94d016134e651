//! The algebra of stream filters: whether two are equal, commute, can be undone; what one does after another.
//!
//! Everything here works on [`SymbolicTransducer`](crate::transducer::SymbolicTransducer)s alone. Where the answer is no it
//! comes with the shortest input that shows it, and that input has been run. Where a solver does not know, or guards compare
//! symbols in ways that the search loses track of, the answer is [`Decision::Unknown`] with the reason, never a guess.

mod adopt;
mod ahead;
mod compose;
mod domain;
mod equal;
mod injective;
mod invert;
mod items;
mod known;
mod lane;
mod laws;
mod linear;
mod meeting;
mod oracle;
mod outputs;
mod path;
mod pattern;
mod preimage;
mod symbols;
#[cfg(test)]
mod tests;
mod trial;

use base::StopReason;

pub use compose::compose;
pub use equal::{equal, includes};
pub use injective::{Collision, injective};
pub use invert::{NoInverse, invert};
pub use laws::{commutes, idempotent, roundtrip};
pub use linear::{is_linear, is_stateless};
pub use pattern::Pattern;
pub use preimage::{Matching, Preimage, avoids, preimage};

/// What became of a question; `W` is what shows that the answer is no.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision<W> {
    /// It is so for all inputs.
    Yes,
    /// It is not.
    No(W),
    /// It was not found out, and why.
    Unknown(StopReason),
}

impl<W> Decision<W> {
    /// The same answer, shown in another way.
    pub fn map<V>(self, shown: impl FnOnce(W) -> V) -> Decision<V> {
        match self {
            Self::Yes => Decision::Yes,
            Self::No(witness) => Decision::No(shown(witness)),
            Self::Unknown(reason) => Decision::Unknown(reason),
        }
    }
}

/// What became of a comparison of two filters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compared {
    /// Whether it came out well.
    pub decision: Decision<Difference>,
    /// If the two can read different symbols: that only those that both can read were looked at.
    pub restricted: Option<String>,
}

/// An input for which two filters differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The input.
    pub input: Vec<u64>,
    /// What the two write; `None` where one is not defined.
    pub outputs: [Option<Vec<u64>>; 2],
    /// Whether no shorter input shows a difference.
    pub shortest: bool,
}

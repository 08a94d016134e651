//! Claims and their evidence: verdicts, traces, invariants, certificates, and the checker that verifies them again.
//!
//! The checker shares no code with the engines that find proofs: it knows a step system, a model and a solver.

mod certificate;
mod check;
mod closed;
mod invariant;
pub mod language;
mod registers;
mod rejection;
mod replay;
pub mod stream;
mod verdict;

pub use certificate::{
    Blocks, Certificate, Proof, Region, Regions, Runs, Together, Unreadable, Walked,
};
pub use check::check;
pub use closed::check_closed;
pub use invariant::{Invariant, Node};
pub use registers::{held, held_values};
pub use rejection::{Checked, Rejection};
pub use replay::confirm;
pub use verdict::{Call, Trace, Verdict};

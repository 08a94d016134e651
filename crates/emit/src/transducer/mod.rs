//! Stream filters: what a program writes for what it reads (paper 001, "Sigma*: Symbolic Learning of Input-Output
//! Specifications", POPL 2013). The report, and pictures and a page made from it.
//!
//! In all pictures an arrow says what is read, a slash, and what is written for it; an arrow out of a state to a small
//! square is the end of input.

pub(crate) mod arrows;
mod dot;
mod mermaid;
mod read;
mod report;
pub mod sentence;

pub use crate::html::filter as html;
pub use crate::svg::filter as svg;
pub use dot::dot;
pub use mermaid::mermaid;
pub use report::{
    Acceptor, AcceptorEdge, AcceptorState, Counts, Effort, End, Failure, Properties, Register,
    Start, State, Step, Symbols, Transducer, TransducerKind, TransducerReport,
};

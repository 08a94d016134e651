//! Stream filters: what a program writes for what it reads (Botinčan and Babić, "Sigma*: Symbolic Learning of Input-Output
//! Specifications", POPL 2013). The model, what is drawn of it, and what it means in words.
//!
//! In all pictures an arrow says what is read, a slash, and what is written for it; an arrow out of a state to a small
//! square is the end of input.

pub(crate) mod drawing;
mod model;
mod read;
pub mod sentence;

pub use model::{
    Acceptor, AcceptorEdge, AcceptorState, End, Failure, Properties, Register, Start, State, Step,
    Symbols, Transducer, TransducerReport,
};

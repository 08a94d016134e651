//! Programs that filter a stream (Botinčan and Babić, "Sigma*", 2013): a letter is the next symbol, or the end of input; the answer is what is written.
//!
//! [`StreamSystem`] is such a program as configurations and *big steps*, from one wish for a symbol to the next. What a
//! configuration remembers of the input is kept as terms over the window of the last symbols (`x` is the one being read, `x1` the one
//! before it), so that configurations which do the same at different places of the input are the same.

mod bytes;
mod general;
mod run;
mod system;

use ir::IntType;

use crate::events::Subject;

pub use general::Change;
pub use run::Ran;
pub use system::{ConfigurationId, Does, Letter, Move, StreamSystem, seen};

/// A program that reads symbols from front to back and writes symbols.
pub struct Filter {
    /// The program.
    pub subject: Subject,
    /// What it reads.
    pub reads: IntType,
    /// What it writes.
    pub writes: IntType,
    /// Whether a zero ends the input, and is no symbol of it.
    pub terminated: bool,
    /// Whether it writes to memory.
    pub buffered: bool,
    /// Whether a zero ends what it writes, and is no symbol of it.
    pub ends_with_zero: bool,
    /// Whether it changes its input, and what it makes of it is its output.
    pub in_place: bool,
    /// Whether it says how much it has written.
    pub counted: bool,
}

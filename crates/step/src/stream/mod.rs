//! Programs that filter a stream: a letter is the next symbol, or the end of input; the answer is what is written.

use ir::IntType;

use crate::events::Subject;

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
}

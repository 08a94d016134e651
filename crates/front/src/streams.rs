//! What filters read and write.

use ir::IntType;

/// What a filter reads and writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Streams {
    /// What it reads.
    pub reads: IntType,
    /// What it writes.
    pub writes: IntType,
    /// Whether a zero ends the input.
    pub terminated: bool,
    /// Whether it writes to memory.
    pub buffered: bool,
    /// Whether a zero ends what it writes, and is no symbol of it.
    pub ends_with_zero: bool,
    /// Whether it changes its input, and what it makes of it is its output.
    pub in_place: bool,
    /// Whether it says how much it has written.
    pub counted: bool,
    /// Whether what it reads is standard input.
    pub standard_input: bool,
    /// Whether what it writes is standard output.
    pub standard_output: bool,
}

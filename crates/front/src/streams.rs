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
}

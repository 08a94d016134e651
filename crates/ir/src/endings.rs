//! How a program that runs by itself ends other than by returning.

use crate::ClassId;

/// What the classes of exceptions mean that end a program.
#[derive(Clone, Copy, Debug)]
pub struct Endings {
    /// Failures, undefined behaviour among them.
    pub failure: ClassId,
    /// Undefined behaviour.
    pub undefined: ClassId,
    /// An assumption does not hold.
    pub assumption: ClassId,
    /// The program ends itself.
    pub exit: ClassId,
}

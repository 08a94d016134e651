//! Whether a program keeps the rules of the ir, so that everything that reads one may rely on them.
//!
//! Checked: ids in range, parents before children, unique names, constants in range, operand and argument types,
//! distinct switch cases, every local written before it is read. Not checked, since only running can tell: that objects
//! are not null and have the field used, that divisors are not zero, that a virtual call finds a method.

mod assigned;
mod code;
mod expressions;
mod structure;

use std::fmt;

use crate::{BlockId, FunctionId, Program};

/// How deep an expression may nest; front ends use locals beyond. Keeps every recursion over expressions short.
pub const MAX_EXPR_DEPTH: usize = 200;

/// A rule of the ir that a program breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invalid {
    /// The function, if the fault lies in one.
    pub function: Option<FunctionId>,
    /// The block, if the fault lies in one.
    pub block: Option<BlockId>,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.function, self.block) {
            (Some(function), Some(block)) => write!(f, "{function} {block}: {}", self.message),
            (Some(function), None) => write!(f, "{function}: {}", self.message),
            (None, _) => write!(f, "{}", self.message),
        }
    }
}

/// All the rules this program breaks; a program is valid if there are none.
pub fn validate(program: &Program) -> Result<(), Vec<Invalid>> {
    // The later checks follow ids that the earlier ones have found to be in range.
    finish(structure::check(program))?;
    finish(code::check(program))?;
    finish(assigned::check(program))
}

fn finish(faults: Vec<Invalid>) -> Result<(), Vec<Invalid>> {
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

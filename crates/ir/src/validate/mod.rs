//! Whether a program keeps the rules of the ir, so that everything that reads one may rely on them.
//!
//! Checked: ids in range, parents before children, unique names, constants in range, operand and argument types,
//! distinct switch cases, every local written before it is read, and that objects of the image have what their classes
//! say. Not checked, since only running can tell: that objects are not null and have the field used, that divisors are
//! not zero, that positions are within bounds, that a virtual call finds a method and a native one a function.

mod assigned;
mod code;
mod expressions;
mod image;
mod memory;
mod structure;

use std::fmt;

use crate::{BlockId, Code, Function, FunctionId, Program};

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
            (None, Some(block)) => write!(f, "{block}: {}", self.message),
            (None, None) => write!(f, "{}", self.message),
        }
    }
}

/// All the rules this program breaks; a program is valid if there are none. Of a program with a linker, what is there.
pub fn validate(program: &Program) -> Result<(), Vec<Invalid>> {
    // The later checks follow ids that the earlier ones have found to be in range.
    finish(structure::check(program))?;
    finish(image::check(program))?;
    let selectors = code::Selectors::of(program);
    let mut faults = Vec::new();
    for (id, function) in program.functions.iter() {
        let Some(code) = function.code.get() else {
            continue;
        };
        let found = code_faults(program, function, code, &selectors);
        faults.extend(found.into_iter().map(|fault| Invalid {
            function: Some(id),
            ..fault
        }));
    }
    finish(faults)
}

/// The rules the code of one function breaks, for those who add it to a program that keeps them; `head` is the function
/// it is for. What a virtual call gives and takes is not compared to the methods it may mean.
pub fn validate_code(program: &Program, head: &Function, code: &Code) -> Result<(), Vec<Invalid>> {
    finish(code_faults(
        program,
        head,
        code,
        &code::Selectors::default(),
    ))
}

fn code_faults(
    program: &Program,
    head: &Function,
    code: &Code,
    selectors: &code::Selectors,
) -> Vec<Invalid> {
    let steps: [&dyn Fn() -> Vec<Invalid>; 3] = [
        &|| structure::code(head, code),
        &|| code::check(program, head, code, selectors),
        &|| assigned::check(head, code),
    ];
    steps
        .iter()
        .map(|step| step())
        .find(|faults| !faults.is_empty())
        .unwrap_or_default()
}

fn finish(faults: Vec<Invalid>) -> Result<(), Vec<Invalid>> {
    if faults.is_empty() {
        Ok(())
    } else {
        Err(faults)
    }
}

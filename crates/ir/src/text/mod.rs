//! The text form of a program: for tests to be written in and for people to look at.
//!
//! ```text
//! // Names that are not plain (letters, digits, `_`, `$`, `.`) stand in back quotes.
//! class Object { }
//! class Counter extends Object {
//!     field n: i32
//!     method `add(I)V` = `Counter.add(I)V`
//! }
//! strings Object                              // the class of string literals
//! string "full"
//! global Counter.total: i64                   // bool, i8 to i64, u8 to u64, ref
//! fn `Counter.add(I)V`(this: ref, k: i32) file "Counter.java" {
//!     local n: i32
//!     start:
//!         n = this->Counter::n @7             // @ and the line in the source
//!         if k > 0 & n != 2147483647 then more else done
//!     more:
//!         this->Counter::n = n + k
//!         global Counter.total = i64(n) + 1i64
//!         goto done
//!     done: return
//! }
//! ```
//! Further: `x = new C`, `x = global G`, `o is C`, `switch e { 1: a, -2: b, else: c }`,
//! `x = call f(a, b) then next unwind handler(e)`, `call virtual sel(o) then next`, `throw e`, `unsupported "why"`.
//! Where a name is not unique, `name#3` means the one with id 3. Operators bind as in Java.
//!
//! Law: for a valid program `parse(&print(p)) == p`.

mod body;
mod expression;
mod items;
mod lexer;
mod names;
mod print;
mod print_code;
mod tokens;

use std::fmt;

use crate::Program;

pub use print::print;

/// Why a text is no program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// What is wrong there.
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ParseError {}

/// Reads a program. The result follows the grammar and the names; [`validate`](crate::validate) checks the rest.
pub fn parse(text: &str) -> Result<Program, ParseError> {
    items::program(lexer::tokens(text)?)
}

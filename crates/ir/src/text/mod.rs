//! The text form of a program: for tests to be written in and for people to look at.
//!
//! ```text
//! // Names that are not plain (letters, digits, `_`, `$`, `.`) stand in back quotes.
//! class Object { }
//! class Counter extends Object {
//!     field n: i32
//!     method `add(I)V` = `Counter.add(I)V`
//! }
//! class Message extends Text alike { }          // references to these cannot be compared; `alike(slot, low, high)`
//! class List extends Object full { }          // the arrays in its fields have no room for what it does not hold
//! class `int[]` [i32] extends Object { }      // arrays: `[ref Counter]` for elements of that class or below
//! selector `add(I)V`                          // may be left out: a use declares it
//! global Counter.total: i64 = 7i64 tracked    // bool, i8 to i64, u8 to u64, f32, f64, ref
//! image "full": Counter { 3 }                 // an object that is there before anything runs, and its content
//! image : `int[]` { 1, 2, 3 }
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
//! Further statements: `x = new C`, `x = new A[n]`, `x = new (o)` (a copy), `x = class o`, `x = global G`, `x = #a` (the
//! length), `x = a[i]`, `a[i] = e`, `b[j; n] = a[i]` (copies n elements), `x = o->[k]`, `o->[k] = e` (slots by number);
//! `switch e { 1: a, -2: b, else: c }`, `x = call f(a, b) then next unwind handler(e)`, `call virtual sel(o) then next`,
//! `call native "name"(a) then next`, `throw e`, `unsupported "why"`.
//! On memory, a position being a block and an offset: `x = mem new C automatic(n) zero "x"`, `mem end(b)`,
//! `x = mem probe read(b, o, n)`, `x = mem load(b, o)`, `mem store(b, o, e)`, `x = mem target(b, o, 8)`,
//! `x = mem offset(b, o, 8)`, `mem point(b, o, c, p, 8)`, `mem copy(b, o, c, p, n)`, `mem fill(b, o, n, e)`,
//! `mem unset(b, o, n)`, `x = mem size(b)`, `x = mem address(b)`, `x = mem find(a)`, `x = mem within(a)`. With the world:
//! `event "name" "file" 3` at the top, `x = world input "name"`, `world event 0`, `world enter 0`, `world iterate 0`,
//! `world output(e)`, `world print(b, o, e, [c, p])`.
//! Further expressions: `o is C`, `a takes o`, `1.5f64`, `1e-7f32`, `f64nan`, `-f32inf`, `abs(x)`, `sqrt(x)`, `toBits(x)`,
//! `fromBits(x)`, and objects of the image: `@"full"`, `@Color.RED`, `@#3`. A field may say its type in the source:
//! `field next: ref "Node"`. A function without code has no braces.
//! Where a name is not unique, `name#3` means the one with id 3. Operators bind as in Java.
//!
//! Law: for a valid program `parse(&print(p)) == p`.

mod body;
mod constant;
mod expression;
mod items;
mod lexer;
mod memory;
mod names;
mod print;
mod print_code;
mod print_memory;
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

//! Terms as people write them: `0 < p && p < 200`, `snk != 0 && !snkConnected`, `(byte) (b + 1) == 0`.
//!
//! Guards in reports and invariants in certificates are stored in this language, so nothing may get lost: for every
//! term, reading what was printed gives an equivalent term, and printing that again gives the same text.
//!
//! The language is Java's for expressions. As there, operands narrower than 32 bits are widened to `int`
//! first, keeping their value, the wider operand decides the width, casts truncate, and `<<`, `>>`, `>>>` use the low
//! bits of the amount. On top of that
//! - there are types of any width and sign, `u8`, `i7`; where an operand of the greatest width is unsigned, so are the
//!   operation and its result, as in C. `byte`, `short`, `char`, `int`, `long` are `i8`, `i16`, `u16`, `i32`, `i64`;
//! - integers without bound have no casts to name, only those to the other types, which wrap;
//! - numbers take the type of the other operand (`5L` is at least a `long`); between numbers alone they are unbounded;
//! - `mod(a, b)` is the remainder that is never negative, and `shl(a, b)`, `lshr(a, b)`, `ashr(a, b)` shift by the whole
//!   amount, which leaves nothing from the width on;
//! - floats are computed with as in Java: `1.5f`, `2.0`, `Float.NaN`, `Double.NEGATIVE_INFINITY`; `Float.isNaN(a)`,
//!   `Double.isNaN(a)`, `Math.sqrt(a)` and `Math.abs(a)` are Java's; `sqrt(a)` knows both widths; `Float.floatToIntBits(a) ==
//!   Float.floatToIntBits(b)` compares patterns, where zeros differ and NaN is itself, and
//!   `Float.floatToRawIntBits`, `Float.intBitsToFloat`, `Double.doubleToRawLongBits`, `Double.longBitsToDouble` go between
//!   floats and their patterns;
//! - what is printed can be evaluated from left to right: what is divided by is asked to be no zero before, and what lies in
//!   an object after whether there is one;
//! - names may contain dots, indices and calls without arguments or with a number (`this.sink`, `data[0].size`,
//!   `text.charAt(1)`); what is asked of references is one name (`snk == null`, `job instanceof Print`, `in.read() throws
//!   IOException`); any other name stands between backquotes;
//! - where `data.length == 0` and `data.length == 1` are names of truth values, [`data.length`](Length) is a name of a number.

mod elaborate;
mod float;
mod length;
mod lexer;
mod parser;
mod print;
mod scope;
#[cfg(test)]
mod tests;
mod total;
mod vector;

pub use elaborate::{parse, parse_value};
pub use float::literal;
pub use length::{LONGEST, Length, lengths};
pub use print::{print, print_value};
pub use scope::{Asked, Scope, SyntaxError, Type};

//! The reference semantics: a machine that runs a [`Program`](crate::Program).
//!
//! Everything else that claims to know what a program does is tested against this. On a program that passes
//! [`validate`](crate::validate) it never panics and never recurses on guest calls; every run ends after a bounded
//! number of steps and with bounded memory.

mod eval;
mod heap;
mod layout;
mod machine;
mod run;
mod value;

pub use heap::ObjectId;
pub use machine::{DEPTH_LIMIT, Machine};
pub use value::{Outcome, Value};

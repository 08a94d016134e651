//! The reference semantics: a machine that runs a [`Program`](crate::Program).
//!
//! Everything else that claims to know what a program does is tested against this. On a program that passes
//! [`validate`](crate::validate), and on code that passes [`validate_code`](crate::validate_code) when a linker gives it,
//! it never panics and never recurses on guest calls; every run ends after a bounded number of steps and with bounded
//! memory.

mod accesses;
mod blocks;
mod eval;
mod fault;
mod heap;
mod machine;
mod memory;
mod print;
mod run;
mod statement;
mod tape;
mod value;
mod watch;
mod world;

pub use heap::ObjectId;
pub use machine::{DEPTH_LIMIT, Machine};
pub use value::{Outcome, Value};
pub use watch::Watched;
pub use world::Taken;

//! Models: automata and interfaces, and analyses on them.
//!
//! Nothing here knows programs: a model is what was learned, on its own.

pub mod analysis;
pub mod dfa;
mod guard;
mod interface;
mod intervals;
mod moore;
mod registers;
pub mod transducer;

pub use base::Outcome;
pub use guard::minimal;
pub use interface::{Arranged, InterfaceLts, Method, MethodSymbol, Parameter, PartitionFault};
pub use moore::{Dfa, Malformed, Moore};
pub use registers::{Configuration, Register, Updates};

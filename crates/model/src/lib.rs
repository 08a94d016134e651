//! Models: automata and interfaces, and analyses on them.

mod moore;

pub use moore::{Dfa, Malformed, Moore};

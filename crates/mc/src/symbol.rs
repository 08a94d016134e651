//! Guarded symbols.

use smt::{Term, Value};
use step::LetterId;

/// The calls of a letter whose arguments satisfy a guard, and one of them.
#[derive(Clone, Debug)]
pub struct Symbol {
    /// The method or constructor.
    pub letter: LetterId,
    /// Over its parameters.
    pub guard: Term,
    /// Arguments that satisfy the guard. They never change: what was learned with them stays true.
    pub representative: Vec<Value>,
}

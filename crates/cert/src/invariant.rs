//! Inductive invariants of the product of code and model.

use std::collections::BTreeMap;

use smt::Term;
use step::LocationId;

/// A control state of the product: a state of the model and a location of the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node {
    /// The model's state.
    pub state: usize,
    /// The code's location.
    pub location: LocationId,
}

/// For each node that can be reached, what holds of the location's variables there. A node that is not listed is
/// claimed to be unreachable.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Invariant {
    /// The regions.
    pub regions: BTreeMap<Node, Term>,
}

//! What was found out about conditions.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use smt::{Term, Value};

use crate::bytes::ByteSets;
use crate::variables::Variables;

/// What is known of questions that may come again on other paths.
#[derive(Default)]
pub(crate) struct Inquiry {
    pub variables: Variables,
    pub bytes: ByteSets,
    /// How often the solver was asked.
    pub asked: usize,
    pub answers: FxHashMap<Box<[Term]>, Known>,
}

/// What was found out about conditions, to be kept from one exploration to the next.
#[derive(Default)]
pub struct Memo(pub(crate) Inquiry);

impl Memo {
    /// How often the solver was asked whether a path can go on.
    pub fn asked(&self) -> usize {
        self.0.asked
    }
}

/// Whether some formulas can hold together.
#[derive(Clone)]
pub(crate) enum Known {
    No,
    /// With these values of their variables.
    Yes(Rc<[(Term, Value)]>),
    /// Nobody could tell.
    Perhaps,
}

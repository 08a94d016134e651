//! What is known of the last symbols, of the one being read, and of registers.

use std::collections::{BTreeMap, BTreeSet};

use smt::Term;

use super::bytes::Bytes;

/// A conjunction.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Facts {
    /// What is known of single bytes, by how many places they stand before the one being read.
    pub sets: BTreeMap<usize, Bytes>,
    /// What else holds.
    pub rest: BTreeSet<Term>,
}

impl Facts {
    /// The bytes that one can be.
    pub fn bytes(&self, back: usize) -> Bytes {
        self.sets.get(&back).copied().unwrap_or(Bytes::ALL)
    }

    /// Both.
    pub fn and(&self, other: &Self) -> Self {
        let mut both = self.clone();
        for (&back, set) in &other.sets {
            both.keep(back, set);
        }
        both.rest.extend(&other.rest);
        both
    }

    /// One byte is one of these.
    pub fn keep(&mut self, back: usize, set: &Bytes) {
        let known = self.bytes(back);
        self.sets.insert(back, known.and(set));
    }

    /// Whether single bytes rule out that both hold.
    pub fn excludes(&self, other: &Self) -> bool {
        other.sets.iter().any(|(back, set)| {
            self.sets
                .get(back)
                .is_some_and(|known| known.and(set).is_empty())
        })
    }

    /// Whether everything that holds here holds wherever the other does, as far as that is plain to see.
    pub fn covers(&self, other: &Self) -> bool {
        let wider = |(back, set): (&usize, &Bytes)| other.bytes(*back).is_subset(set);
        self.sets.iter().all(wider) && self.rest.is_subset(&other.rest)
    }

    /// Whether a single byte has no value.
    pub fn is_absurd(&self) -> bool {
        self.sets.values().any(Bytes::is_empty)
    }
}

//! What is known of the symbols in the window: a set for each symbol alone, and conditions on several.

use super::symbols::Symbols;
use smt::Term;

/// A symbol in a window: whose input it is in, where two are read, and how far back it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Spot {
    pub(super) side: u8,
    pub(super) back: usize,
}

/// A conjunction over a window.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Known {
    /// In order; a symbol without a set may be any.
    pub(super) sets: Vec<(Spot, Symbols)>,
    /// Conditions on several symbols, or too hard to be a set. In order.
    pub(super) rest: Vec<Term>,
}

impl Known {
    pub(super) fn set(&self, spot: Spot) -> Option<&Symbols> {
        self.sets
            .binary_search_by_key(&spot, |entry| entry.0)
            .ok()
            .map(|i| &self.sets[i].1)
    }

    /// Nothing at all is demanded.
    pub(super) fn is_true(&self) -> bool {
        self.sets.is_empty() && self.rest.is_empty()
    }

    /// Both; `None` if a symbol is left without a value.
    pub(super) fn and(&self, other: &Self) -> Option<Self> {
        if other.is_true() {
            return Some(self.clone());
        }
        let mut both = self.clone();
        for (spot, set) in &other.sets {
            both.narrow(*spot, set)?;
        }
        both.demand(&other.rest);
        Some(both)
    }

    pub(super) fn narrow(&mut self, spot: Spot, set: &Symbols) -> Option<()> {
        match self.sets.binary_search_by_key(&spot, |entry| entry.0) {
            Ok(i) => self.sets[i].1 = self.sets[i].1.and(set),
            Err(i) => self.sets.insert(i, (spot, set.clone())),
        }
        let narrowed = self.set(spot).is_some_and(|set| !set.is_empty());
        narrowed.then_some(())
    }

    pub(super) fn demand(&mut self, conditions: &[Term]) {
        for &condition in conditions {
            if let Err(i) = self.rest.binary_search(&condition) {
                self.rest.insert(i, condition);
            }
        }
    }
}

//! Filters that look at or change what they have written: the model holds some symbols back until they cannot be changed any more.
//!
//! A zero behind each piece that is appended, to be overwritten by the next one, is such a symbol; so are the first of two that are written
//! in the other order, with a gap between what came before and the second.

use base::{Place, StopReason};
use smt::Term;
use symex::Written;

use super::{Change, Configuration, Does, Move, StreamSystem};

/// The name of a symbol that is held back, as that of a value in a configuration.
pub(super) fn held_name(at: usize) -> String {
    format!("held'{at}")
}

impl StreamSystem {
    /// What a configuration holds back, as what it wrote.
    pub(super) fn held(&self, configuration: &Configuration) -> Vec<Written> {
        let symbol = |held: &Option<Term>| held.map_or(Written::Gap, Written::Symbol);
        configuration.held.iter().map(symbol).collect()
    }

    /// Takes from what was written what is held back: the last symbols, and everything from the first gap on.
    pub(super) fn hold_back(&self, output: &mut Vec<Written>) -> Vec<Option<Term>> {
        let gap = output.iter().position(|w| matches!(w, Written::Gap));
        let usual = output.len().saturating_sub(self.general.held());
        // Symbols of a run are not known by themselves.
        let run = output
            .iter()
            .rposition(|w| matches!(w, Written::Run { .. }));
        let from = gap.map_or(usual, |gap| gap.min(usual));
        let from = from.max(run.map_or(0, |run| run + 1));
        output.split_off(from).iter().map(Written::symbol).collect()
    }

    /// The values of what is held back, which stand behind those of a configuration.
    pub(super) fn take_held(
        &self,
        leaves: &mut Vec<Term>,
        held: &[Option<Term>],
    ) -> Vec<Option<Term>> {
        let count = held.iter().flatten().count();
        let mut symbols = leaves.split_off(leaves.len() - count).into_iter();
        held.iter()
            .map(|held| held.and_then(|_| symbols.next()))
            .collect()
    }

    /// It looks at or changes a symbol that was written so many places before the end: that many are to be held back.
    pub(super) fn changes(
        &self,
        back: usize,
        guard: Term,
        place: Place,
    ) -> Result<Option<Move>, Change> {
        if let Some(change) = self.general.hold_back(back) {
            return Err(change);
        }
        let what = "it looks at or changes what it has written before".to_owned();
        let does = Does::Unknown(StopReason::Unsupported {
            what,
            place: Some(place),
        });
        Ok(Some(Move {
            guard,
            writes: Vec::new(),
            does,
        }))
    }

    /// A zero that is written before the end may be there to be overwritten.
    pub(super) fn holds_zero(&self, writes: &[Term], held: usize) -> Result<(), Change> {
        let zero = self.terms.bv(self.filter.writes.bits.into(), 0);
        let first = writes.iter().position(|symbol| *symbol == zero);
        let change = first.and_then(|at| self.general.hold_back(writes.len() - at + held));
        change.map_or(Ok(()), Err)
    }
}

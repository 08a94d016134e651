//! Numbers at offsets that are not known: a conditional over the positions, where all of them hold numbers.

use ir::Type;
use smt::Term;

use crate::ObjectId;
use crate::arrays::{LONGEST_CONDITIONAL, LONGEST_UPDATE};
use crate::block::{Cell, bytes_of};
use crate::explorer::Explorer;
use crate::memory::form::{Form, Scaled};
use crate::stuck::Step;
use crate::thread::Thread;

impl<'p> Explorer<'_, 'p> {
    /// The number at an unknown offset, if it can be said as one term.
    pub(super) fn load_somewhere(
        &self,
        thread: &mut Thread<'p>,
        id: ObjectId,
        offset: Term,
        ty: Type,
    ) -> Step<Option<Term>> {
        let bytes = bytes_of(ty);
        let Some(positions) = self.positions(thread, id, offset, bytes, LONGEST_CONDITIONAL)?
        else {
            return Ok(None);
        };
        let memory = self.living(thread, id)?;
        // The probe before has left only positions that have a value.
        let set: Vec<u64> = positions
            .into_iter()
            .filter(|&at| memory.is_set(at, bytes))
            .collect();
        if !set
            .iter()
            .all(|&at| self.holds_numbers(thread, id, at, bytes))
        {
            return Ok(None);
        }
        thread.steps += set.len();
        let mut value: Option<Term> = None;
        for &at in set.iter().rev() {
            let here = self.read_number(thread, id, at, ty)?;
            let is_here = self.equals(offset, at);
            value = Some(value.map_or(here, |other| self.world.terms.ite(is_here, here, other)));
        }
        Ok(value)
    }

    /// Writes a number at an unknown offset, if all positions hold numbers: every one of them may be the one.
    pub(super) fn store_somewhere(
        &self,
        thread: &mut Thread<'p>,
        id: ObjectId,
        offset: Term,
        term: Term,
        ty: Type,
    ) -> Step<bool> {
        let bytes = bytes_of(ty);
        let Some(positions) = self.positions(thread, id, offset, bytes, LONGEST_UPDATE)? else {
            return Ok(false);
        };
        let apart = Form::of(self.world.terms, offset).stride() >= bytes;
        let memory = self.living(thread, id)?;
        let usable =
            |&at: &u64| memory.is_set(at, bytes) && self.holds_numbers(thread, id, at, bytes);
        if !apart || positions.is_empty() || !positions.iter().all(usable) {
            return Ok(false);
        }
        thread.steps += positions.len();
        for at in positions {
            let old = self.read_number(thread, id, at, ty)?;
            let new = self.world.terms.ite(self.equals(offset, at), term, old);
            self.put(thread, id, at, Cell::Number { term: new, ty })?;
        }
        Ok(true)
    }

    /// Where an unknown offset may be within a block; `None` if it is known, or there are too many.
    pub(super) fn positions(
        &self,
        thread: &Thread<'p>,
        id: ObjectId,
        offset: Term,
        bytes: u64,
        most: usize,
    ) -> Step<Option<Vec<u64>>> {
        if self.known(thread, offset).is_some() {
            return Ok(None);
        }
        let last = self.living(thread, id)?.size.checked_sub(bytes);
        let form = Form::of(self.world.terms, offset);
        Ok(last.and_then(|last| form.up_to_last(last, most)))
    }

    fn holds_numbers(&self, thread: &Thread<'p>, id: ObjectId, at: u64, bytes: u64) -> bool {
        let memory = self.memory_of(thread, id);
        memory.is_some_and(|m| {
            m.overlapping(at, bytes)
                .all(|(_, cell)| !matches!(cell, Cell::Pointer { .. }))
        })
    }

    /// Whether an offset is this one, said of the index where the source computes it from one.
    pub(super) fn equals(&self, offset: Term, at: u64) -> Term {
        let terms = self.world.terms;
        let Scaled {
            index,
            scale,
            shift,
        } = Scaled::of(terms, offset);
        let distance = i128::from(at) - shift;
        match i64::try_from(distance / scale) {
            Ok(number) if distance % scale == 0 => terms.eq(index, self.number_like(index, number)),
            _ => terms.bool(false),
        }
    }

    /// Whether an offset is one of 0 to `last`, said of the index where the source computes it from one.
    pub(super) fn up_to(&self, offset: Term, last: u64) -> Term {
        let (terms, arith) = (self.world.terms, self.arith());
        let Scaled {
            index,
            scale,
            shift,
        } = Scaled::of(terms, offset);
        let first = (-shift).div_euclid(scale) + i128::from((-shift).rem_euclid(scale) != 0);
        let last = (i128::from(last) - shift).div_euclid(scale);
        let (Ok(first), Ok(last)) = (i64::try_from(first), i64::try_from(last)) else {
            let last = self.number_like(offset, last.clamp(0, i64::MAX.into()) as i64);
            return terms.and(&[
                arith.at_most(self.number_like(offset, 0), offset),
                arith.at_most(offset, last),
            ]);
        };
        let (low, high) = (
            self.number_like(index, first),
            self.number_like(index, last),
        );
        terms.and(&[arith.at_most(low, index), arith.at_most(index, high)])
    }
}

//! How an access would fare.

use ir::memory::{Access, CONSTANT, DEAD, FINE, FOREIGN, NULL, OUTSIDE, Position, Storage, UNSET};
use ir::{Expr, IntType};
use smt::Term;

use crate::ObjectId;
use crate::arrays::LONGEST_CONDITIONAL;
use crate::explorer::Explorer;
use crate::stuck::{Step, Stuck};
use crate::thread::Thread;

impl<'p> Explorer<'_, 'p> {
    pub(super) fn probe(
        &self,
        thread: &Thread<'p>,
        at: &Position,
        size: &Expr,
        access: Access,
    ) -> Step<Term> {
        let Some(id) = self.reference(thread, &at.block)? else {
            return Ok(self.answer(NULL));
        };
        let offset = self.scalar(thread, &at.offset)?;
        let size = self.scalar(thread, size)?;
        let Some(memory) = self.memory_of(thread, id) else {
            return Ok(self.answer(FOREIGN));
        };
        if access == Access::Release && memory.storage != Storage::Allocated {
            return Ok(self.answer(FOREIGN));
        }
        if memory.died.is_some() {
            return Ok(self.answer(DEAD));
        }
        if let Some(storage) = self.special(thread, id) {
            return Ok(self.answer(self.probe_special(thread, storage, offset, size, access)?));
        }
        let (inside, within) = match access {
            Access::Release => (self.equals(offset, 0), self.answer(FINE)),
            Access::Copy => (self.inside(memory.size, offset, size), self.answer(FINE)),
            Access::Write => {
                let fine = writing(memory.storage);
                (self.inside(memory.size, offset, size), self.answer(fine))
            }
            Access::Read => {
                let inside = self.inside(memory.size, offset, size);
                (inside, self.probe_values(thread, id, offset, size, inside)?)
            }
        };
        Ok(self.world.terms.ite(inside, within, self.answer(OUTSIDE)))
    }

    pub(super) fn answer(&self, answer: i64) -> Term {
        self.arith().integer(IntType::I32, answer)
    }

    /// Whether all bytes are within a block of a size.
    fn inside(&self, size: u64, offset: Term, bytes: Term) -> Term {
        let (terms, arith) = (self.world.terms, self.arith());
        match self.constant_number(bytes) {
            Some(bytes) => match u64::try_from(bytes)
                .ok()
                .and_then(|bytes| size.checked_sub(bytes))
            {
                Some(last) => match self.constant_number(offset) {
                    Some(offset) => {
                        terms.bool(u64::try_from(offset).is_ok_and(|offset| offset <= last))
                    }
                    None => self.up_to(offset, last),
                },
                None => terms.bool(false),
            },
            None => {
                let (zero, whole) = (self.offset(0), self.offset(size));
                let left = arith.minus(whole, bytes);
                terms.and(&[
                    arith.at_most(zero, bytes),
                    arith.at_most(bytes, whole),
                    arith.at_most(zero, offset),
                    arith.at_most(offset, left),
                ])
            }
        }
    }

    /// Whether bytes within a block have values.
    fn probe_values(
        &self,
        thread: &Thread<'p>,
        id: ObjectId,
        offset: Term,
        size: Term,
        inside: Term,
    ) -> Step<Term> {
        let memory = self.living(thread, id)?;
        let fine = self.answer(FINE);
        if memory.is_set(0, memory.size) || inside == self.world.terms.bool(false) {
            return Ok(fine);
        }
        let Some(bytes) = self.known(thread, size).and_then(|n| u64::try_from(n).ok()) else {
            return self.probe_unknown(thread, inside, size, memory.size);
        };
        let Some(positions) = self.positions(thread, id, offset, bytes, LONGEST_CONDITIONAL)?
        else {
            return match self.known(thread, offset).map(u64::try_from) {
                Some(Ok(at)) if memory.holds(at, bytes) => {
                    Ok(self.value_answer(memory.is_set(at, bytes)))
                }
                Some(_) => Ok(fine),
                None => self.probe_unknown(thread, inside, offset, memory.size),
            };
        };
        let (set, unset): (Vec<u64>, Vec<u64>) = positions
            .into_iter()
            .partition(|&at| memory.is_set(at, bytes));
        let is_one = |of: &[u64]| {
            let equal: Vec<Term> = of.iter().map(|&at| self.equals(offset, at)).collect();
            self.world.terms.or(&equal)
        };
        let (terms, open) = (self.world.terms, self.value_answer(false));
        Ok(match (set.is_empty(), unset.is_empty()) {
            (_, true) => fine,
            (true, false) => open,
            (false, false) if set.len() < unset.len() => terms.ite(is_one(&set), fine, open),
            (false, false) => terms.ite(is_one(&unset), open, fine),
        })
    }

    fn value_answer(&self, is_set: bool) -> Term {
        self.answer(if is_set { FINE } else { UNSET })
    }

    /// Where the bytes are not known, it must first be known whether they are inside: only then are the numbers few.
    fn probe_unknown(
        &self,
        thread: &Thread<'p>,
        inside: Term,
        number: Term,
        size: u64,
    ) -> Step<Term> {
        if inside != self.world.terms.bool(true) && !thread.known.contains(&inside) {
            if thread.known.contains(&self.world.terms.not(inside)) {
                return Ok(self.answer(FINE));
            }
            return Err(Stuck::Whether(inside));
        }
        Err(Stuck::Undecided {
            term: number,
            values: 0..(size as i64).saturating_add(1),
            beyond: None,
        })
    }
}

/// How writing into memory of a kind would fare, within its bounds.
fn writing(storage: Storage) -> i64 {
    match storage {
        Storage::Constant | Storage::Fixed => CONSTANT,
        Storage::Static
        | Storage::Automatic
        | Storage::Allocated
        | Storage::Input
        | Storage::Changed
        | Storage::Output => FINE,
    }
}

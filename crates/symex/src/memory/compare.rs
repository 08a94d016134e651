//! Whether pointers may be compared.

use ir::memory::{DEAD, FINE, OPEN, Position, Storage};
use smt::Term;

use crate::explorer::Explorer;
use crate::stuck::Step;
use crate::thread::Thread;
use crate::{Cell, Memory};

impl<'p> Explorer<'_, 'p> {
    /// The answer of [`ir::memory::MemoryOp::Compare`].
    pub(super) fn compare(
        &self,
        thread: &Thread<'p>,
        left: &Position,
        right: &Position,
    ) -> Step<Term> {
        let fine = self.answer(FINE);
        let (one, other) = (
            self.reference(thread, &left.block)?,
            self.reference(thread, &right.block)?,
        );
        let block = |id| self.memory_of(thread, id);
        let (Some(one_block), Some(other_block)) = (one.and_then(block), other.and_then(block))
        else {
            let mut blocks = [one, other].into_iter().flatten().filter_map(block);
            let dead = blocks.any(|memory| memory.died.is_some());
            return Ok(if dead { self.answer(DEAD) } else { fine });
        };
        if one_block.died.is_some() || other_block.died.is_some() {
            return Ok(self.answer(DEAD));
        }
        if one == other {
            return Ok(fine);
        }
        if self.may_be_one(one_block, other_block) {
            return Ok(self.answer(OPEN));
        }
        let (one_at, other_at) = (
            self.scalar(thread, &left.offset)?,
            self.scalar(thread, &right.offset)?,
        );
        let terms = self.world.terms;
        let borders = |end: Term, memory: &Memory, start: Term| {
            // There is always more room than is ever written.
            if memory.storage == Storage::Output {
                return terms.false_();
            }
            let ends = match memory.storage {
                Storage::Input | Storage::Changed => self.ends_stream(thread, end),
                _ => self.equals(end, memory.size),
            };
            terms.and(&[ends, self.equals(start, 0)])
        };
        let border = terms.or(&[
            borders(one_at, one_block, other_at),
            borders(other_at, other_block, one_at),
        ]);
        Ok(terms.ite(border, self.answer(OPEN), fine))
    }

    /// Whether two constants may be one object: where one ends as the other does.
    fn may_be_one(&self, one: &Memory, other: &Memory) -> bool {
        if one.storage != Storage::Constant || other.storage != Storage::Constant {
            return false;
        }
        let (one, other) = (self.constant_bytes(one), self.constant_bytes(other));
        one.zip(other)
            .is_none_or(|(one, other)| one.ends_with(&other) || other.ends_with(&one))
    }

    /// What a constant holds, if that is known.
    fn constant_bytes(&self, memory: &Memory) -> Option<Vec<u8>> {
        let mut bytes = vec![0; usize::try_from(memory.size).ok()?];
        for (at, cell) in memory.cells() {
            match cell {
                Cell::Number { term, .. } => {
                    let number = self.constant_number(term)?.to_le_bytes();
                    let at = usize::try_from(at).ok()?;
                    let count = usize::try_from(cell.bytes()).ok()?.min(number.len());
                    bytes
                        .get_mut(at..at + count)?
                        .copy_from_slice(&number[..count]);
                }
                Cell::Blank { zero: true, .. } => {}
                Cell::Blank { zero: false, .. } | Cell::Pointer { .. } => return None,
            }
        }
        Some(bytes)
    }
}

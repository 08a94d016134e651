//! Copying and filling many bytes. How many, and where, must be known.

use ir::Expr;
use ir::memory::Position;
use smt::Term;

use crate::block::Cell;
use crate::explorer::Explorer;
use crate::memory::{U8, outside};
use crate::stuck::{Step, Stuck};
use crate::thread::Thread;

/// Bytes that are written one by one at most.
const MOST_BYTES: u64 = 1 << 20;

impl<'p> Explorer<'_, 'p> {
    pub(super) fn copy(
        &self,
        thread: &mut Thread<'p>,
        from: &Position,
        to: &Position,
        count: &Expr,
    ) -> Step<()> {
        let (source, start) = self.bytes_at(thread, from)?;
        let (target, at) = self.bytes_at(thread, to)?;
        if self.special(thread, source).is_some() || self.special(thread, target).is_some() {
            return self.copy_special(thread, (source, start), (target, at), count);
        }
        let most = self
            .living(thread, source)?
            .size
            .min(self.living(thread, target)?.size);
        let count = self.count(thread, count, most)?;
        let start = self.decided_offset(thread, source, start, count)?;
        let at = self.decided_offset(thread, target, at, count)?;
        let cells = self.slice(thread, source, start, count)?;
        thread.steps += cells.len();
        self.paste(thread, target, at, count, cells)
    }

    pub(super) fn fill(
        &self,
        thread: &mut Thread<'p>,
        at: &Position,
        byte: Option<&Expr>,
        count: &Expr,
    ) -> Step<()> {
        let (id, offset) = self.bytes_at(thread, at)?;
        let byte = byte.map(|byte| self.scalar(thread, byte)).transpose()?;
        let count = self.count(thread, count, self.living(thread, id)?.size)?;
        let at = self.decided_offset(thread, id, offset, count)?;
        let cells = self.same_bytes(byte, count)?;
        thread.steps += cells.len();
        self.paste(thread, id, at, count, cells)
    }

    fn same_bytes(&self, byte: Option<Term>, count: u64) -> Step<Vec<(u64, Cell)>> {
        let zero = match byte {
            None => Some(false),
            Some(byte) => (self.constant_number(byte) == Some(0)).then_some(true),
        };
        Ok(match (zero, byte) {
            _ if count == 0 => Vec::new(),
            (Some(zero), _) => vec![(0, Cell::Blank { bytes: count, zero })],
            (None, Some(term)) if count <= MOST_BYTES => (0..count)
                .map(|at| (at, Cell::Number { term, ty: U8 }))
                .collect(),
            (None, _) => return Err(Stuck::stop("very many bytes are written at once")),
        })
    }

    fn count(&self, thread: &Thread<'p>, count: &Expr, most: u64) -> Step<u64> {
        let count = self.scalar(thread, count)?;
        let number = self.number(thread, count, 0..(most as i64).saturating_add(1), None)?;
        u64::try_from(number)
            .ok()
            .filter(|&n| n <= most)
            .ok_or_else(outside)
    }
}

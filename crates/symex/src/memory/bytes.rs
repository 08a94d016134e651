//! Parts of cells, and numbers made of parts.

use ir::{IntType, Type};
use smt::{Op, Term};

use crate::block::{Cell, bytes_of};
use crate::explorer::Explorer;
use crate::memory::{outside, unset};
use crate::stuck::{Step, Stuck};
use crate::thread::Thread;
use crate::{Integers, ObjectId};

impl<'p> Explorer<'_, 'p> {
    /// The cells in some bytes of a block, cut where they reach out of it, with offsets from the first byte.
    pub(super) fn slice(
        &self,
        thread: &mut Thread<'p>,
        id: ObjectId,
        at: u64,
        bytes: u64,
    ) -> Step<Vec<(u64, Cell)>> {
        let memory = self.living(thread, id)?;
        if !memory.holds(at, bytes) {
            return Err(outside());
        }
        let found: Vec<(u64, Cell)> = memory.overlapping(at, bytes).collect();
        let end = at + bytes;
        let part = |(start, cell): (u64, Cell)| {
            let (from, to) = (start.max(at), (start + cell.bytes()).min(end));
            Ok((from - at, self.part(thread, cell, from - start, to - from)?))
        };
        found.into_iter().map(part).collect()
    }

    /// What is left of the cells that reach out of some bytes of a block.
    fn remnants(
        &self,
        thread: &mut Thread<'p>,
        id: ObjectId,
        at: u64,
        bytes: u64,
    ) -> Step<Vec<(u64, Cell)>> {
        let memory = self.living(thread, id)?;
        if !memory.holds(at, bytes) {
            return Err(outside());
        }
        let (end, mut left) = (at + bytes, Vec::new());
        let found: Vec<(u64, Cell)> = memory.overlapping(at, bytes).collect();
        for (start, cell) in found {
            let behind = start + cell.bytes();
            if start < at {
                left.push((start, self.part(thread, cell, 0, at - start)?));
            }
            if end < behind {
                left.push((end, self.part(thread, cell, end - start, behind - end)?));
            }
        }
        Ok(left)
    }

    /// Writes cells, whose offsets count from the first byte, over some bytes of a block.
    pub(super) fn paste(
        &self,
        thread: &mut Thread<'p>,
        id: ObjectId,
        at: u64,
        bytes: u64,
        cells: Vec<(u64, Cell)>,
    ) -> Step<()> {
        let left = self.remnants(thread, id, at, bytes)?;
        let cells = cells.into_iter().map(|(start, cell)| (start + at, cell));
        self.writable(thread, id)?
            .replace(at, bytes, cells.chain(left));
        Ok(())
    }

    /// Writes one cell.
    pub(super) fn put(
        &self,
        thread: &mut Thread<'p>,
        id: ObjectId,
        at: u64,
        cell: Cell,
    ) -> Step<()> {
        if self.living(thread, id)?.starting(at) == Some(cell)
            || self.writable(thread, id)?.overwrite(at, cell)
        {
            return Ok(());
        }
        self.paste(thread, id, at, cell.bytes(), vec![(0, cell)])
    }

    /// Some bytes of a cell.
    fn part(&self, thread: &mut Thread<'p>, cell: Cell, from: u64, bytes: u64) -> Step<Cell> {
        if bytes == cell.bytes() {
            return Ok(cell);
        }
        let number = match cell {
            Cell::Blank { zero, .. } => return Ok(Cell::Blank { bytes, zero }),
            Cell::Pointer { .. } | Cell::Number { .. } => self.as_bits(thread, cell)?,
        };
        let low = 8 * from as u32;
        let term = self
            .world
            .terms
            .extract(number, low + 8 * bytes as u32 - 1, low);
        Ok(Cell::Number {
            term,
            ty: bits(8 * bytes),
        })
    }

    /// A whole number or pointer as bits.
    fn as_bits(&self, thread: &mut Thread<'p>, cell: Cell) -> Step<Term> {
        if self.world.integers != Integers::Wrapping {
            return Err(Stuck::stop(
                "bytes of a number have no meaning over mathematical integers",
            ));
        }
        match cell {
            Cell::Number { term, .. } => Ok(term),
            Cell::Pointer {
                target,
                offset,
                width,
            } => self.address_bits(thread, target, offset, width),
            Cell::Blank { zero: true, bytes } => Ok(self.world.terms.bv(8 * bytes as u32, 0)),
            Cell::Blank { zero: false, .. } => Err(unset()),
        }
    }

    /// The number that some bytes of a block are.
    pub(super) fn read_number(
        &self,
        thread: &mut Thread<'p>,
        id: ObjectId,
        at: u64,
        ty: Type,
    ) -> Step<Term> {
        let bytes = bytes_of(ty);
        let whole = self.living(thread, id)?.starting(at);
        if let Some(Cell::Number { term, ty: own }) = whole.filter(|cell| cell.bytes() == bytes) {
            return self.read_as(own, ty, term);
        }
        match self.slice(thread, id, at, bytes)?[..] {
            [(_, Cell::Blank { zero: true, .. })] => Ok(self
                .world
                .integers
                .zero(self.world.terms, ty)
                .expect("numbers have a zero")),
            ref cells => {
                let parts = cells.iter().map(|&(_, cell)| self.as_bits(thread, cell));
                let parts: Vec<Term> = parts.collect::<Step<_>>()?;
                self.read_as(bits(8 * bytes), ty, self.joined(&parts, 8 * bytes as u32))
            }
        }
    }

    /// A number of one type, read as one of another of the same size.
    fn read_as(&self, own: Type, ty: Type, term: Term) -> Step<Term> {
        match (own, ty) {
            (Type::Int(_), Type::Int(_)) if self.world.integers == Integers::Wrapping => Ok(term),
            (Type::Int(_), Type::Int(_) | Type::Bool) => self.arith().cast(own, ty, term),
            (Type::Int(int), Type::Float(_)) => self.arith().float_of_bits(int, term),
            (Type::Float(own), Type::Float(ty)) if own == ty => Ok(term),
            (Type::Float(_), Type::Int(_)) if self.world.integers == Integers::Wrapping => Ok(term),
            _ => Err(Stuck::stop("a number is read as what it is not")),
        }
    }

    /// Parts, the lowest first, as one number.
    fn joined(&self, parts: &[Term], width: u32) -> Term {
        let terms = self.world.terms;
        let mut merged: Vec<Term> = Vec::new();
        for &part in parts {
            match merged.last().and_then(|&last| self.adjacent(last, part)) {
                Some(both) => *merged.last_mut().expect("there was a last one") = both,
                None => merged.push(part),
            }
        }
        let (mut number, mut shift) = (terms.bv(width, 0), 0);
        for part in merged {
            let placed = terms.bv_shl(terms.zero_extend(part, width), terms.bv(width, shift));
            number = terms.bv_or(number, placed);
            shift += u64::from(terms.width(part));
        }
        number
    }

    /// Two parts of one number that were next to each other are again.
    fn adjacent(&self, low: Term, high: Term) -> Option<Term> {
        let terms = self.world.terms;
        let (&Op::Extract { lo, hi }, &Op::Extract { lo: next, hi: last }) =
            (terms.op(low), terms.op(high))
        else {
            return None;
        };
        let (of, other) = (terms.args(low)[0], terms.args(high)[0]);
        (of == other && next == hi + 1).then(|| terms.extract(of, last, lo))
    }
}

/// The type of so many bits.
fn bits(count: u64) -> Type {
    Type::Int(IntType {
        bits: count as u8,
        signed: false,
    })
}

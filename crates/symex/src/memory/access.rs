//! Reading and writing numbers and pointers.

use ir::memory::Position;
use ir::{Expr, IntType, LocalId, Type};
use smt::Term;

use crate::block::{Cell, bytes_of};
use crate::explorer::Explorer;
use crate::memory::U8;
use crate::stuck::Step;
use crate::thread::Thread;
use crate::{ObjectId, Value};

impl<'p> Explorer<'_, 'p> {
    pub(super) fn load_number(
        &self,
        thread: &mut Thread<'p>,
        dst: LocalId,
        at: &Position,
    ) -> Step<()> {
        let ty = thread.top().code.locals[dst].ty;
        let (id, offset) = self.bytes_at(thread, at)?;
        if let Some(storage) = self.special(thread, id) {
            let symbol = self.load_special(thread, storage, offset, ty)?;
            thread.set(dst, Value::Scalar(symbol));
            return Ok(());
        }
        let number = match self.load_somewhere(thread, id, offset, ty)? {
            Some(number) => number,
            None => {
                let at = self.decided_offset(thread, id, offset, bytes_of(ty))?;
                self.read_number(thread, id, at, ty)?
            }
        };
        thread.set(dst, Value::Scalar(number));
        Ok(())
    }

    pub(super) fn store_number(
        &self,
        thread: &mut Thread<'p>,
        at: &Position,
        value: &Expr,
    ) -> Step<()> {
        let (id, offset) = self.bytes_at(thread, at)?;
        let (term, ty) = self.typed_scalar(thread, value)?;
        let (term, ty) = match ty {
            Type::Bool => (self.arith().cast(ty, U8, term)?, U8),
            Type::Int(_) | Type::Float(_) | Type::Ref => (term, ty),
        };
        if let Some(storage) = self.special(thread, id) {
            return self.store_special(thread, storage, (offset, term), ty);
        }
        if self.store_somewhere(thread, id, offset, term, ty)? {
            return Ok(());
        }
        let at = self.decided_offset(thread, id, offset, bytes_of(ty))?;
        self.put(thread, id, at, Cell::Number { term, ty })
    }

    /// A pointer's target is never a term, so where it lies must be known.
    pub(super) fn load_pointer(
        &self,
        thread: &mut Thread<'p>,
        at: &Position,
        width: u8,
    ) -> Step<(Value, Term)> {
        let (id, offset) = self.bytes_at(thread, at)?;
        let at = self.decided_offset(thread, id, offset, width.into())?;
        if let Some(Cell::Pointer {
            target,
            offset,
            width: own,
        }) = self.living(thread, id)?.starting(at)
            && own == width
        {
            return Ok((target, offset));
        }
        let number = self.pointer_bits(thread, id, at, width)?;
        self.find(thread, number)
    }

    /// Bytes that are a number made a pointer, as an address.
    fn pointer_bits(
        &self,
        thread: &mut Thread<'p>,
        id: ObjectId,
        at: u64,
        width: u8,
    ) -> Step<Term> {
        let unsigned = Type::Int(IntType {
            bits: 8 * width,
            signed: false,
        });
        let number = self.read_number(thread, id, at, unsigned)?;
        self.arith().cast(unsigned, Type::Int(IntType::I64), number)
    }

    pub(super) fn store_pointer(
        &self,
        thread: &mut Thread<'p>,
        at: &Position,
        pointer: &Position,
        width: u8,
    ) -> Step<()> {
        let (id, offset) = self.bytes_at(thread, at)?;
        let target = self.value(thread, &pointer.block)?;
        let distance = self.scalar(thread, &pointer.offset)?;
        let at = self.decided_offset(thread, id, offset, width.into())?;
        self.put(
            thread,
            id,
            at,
            Cell::Pointer {
                target,
                offset: distance,
                width,
            },
        )
    }
}

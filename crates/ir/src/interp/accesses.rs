//! Operations on memory made of bytes.

use crate::interp::ObjectId;
use crate::interp::blocks::{Bytes, Number, Pointer, image_address};
use crate::interp::eval::Word;
use crate::interp::fault::Fault;
use crate::interp::run::{Frame, Run};
use crate::memory::{Access, DEAD, FINE, FOREIGN, MemoryOp, NULL, NewBlock, Position};
use crate::{Expr, LocalId, Type};

/// So many bytes cost as much as one element of an array.
const BYTES_PER_STEP: u64 = 8;

impl<'p> Run<'_, 'p> {
    pub(super) fn memory(&mut self, frame: Frame<'p>, op: &MemoryOp) -> Result<(), Fault> {
        match op {
            MemoryOp::New(new) => self.new_block(frame, new),
            MemoryOp::End(block) => self.end_block(frame, block),
            MemoryOp::Compare { dst, left, right } => self.compare(frame, *dst, left, right),
            MemoryOp::Probe {
                dst,
                at,
                size,
                access,
            } => self.probe(frame, *dst, at, size, *access),
            MemoryOp::Load(dst, at) => self.load_number(frame, *dst, at),
            MemoryOp::Store(at, value) => self.store_number(frame, at, value),
            MemoryOp::StorePointer { at, pointer, width } => {
                self.store_pointer(frame, at, pointer, *width)
            }
            MemoryOp::Copy { from, to, count } => self.copy_bytes(frame, from, to, count),
            MemoryOp::Fill { at, byte, count } => self.fill(frame, at, byte.as_ref(), count),
            MemoryOp::LoadTarget { dst, at, width } => {
                let pointer = self.load_pointer(frame, at, *width)?;
                self.give(frame, *dst, ObjectId::to_word(pointer.block))
            }
            MemoryOp::LoadOffset { dst, at, width } => {
                let pointer = self.load_pointer(frame, at, *width)?;
                self.give(frame, *dst, pointer.offset)
            }
            MemoryOp::Size(dst, block) => {
                let block = self.block_of(frame, block)?;
                let size = self.machine.heap.blocks.size(block);
                self.give(frame, *dst, size as i64)
            }
            MemoryOp::Address(dst, object) => {
                let object = ObjectId::from_word(self.eval(frame, object)?.bits);
                let address = self.address(object)? as i64;
                self.give(frame, *dst, address)
            }
            MemoryOp::Find(dst, address) => {
                let found = self.find(self.eval(frame, address)?.bits as u64);
                self.give(frame, *dst, ObjectId::to_word(found.block))
            }
            MemoryOp::FindOffset(dst, address) => {
                let found = self.find(self.eval(frame, address)?.bits as u64);
                self.give(frame, *dst, found.offset)
            }
        }
    }

    fn end_block(&mut self, frame: Frame<'p>, block: &Expr) -> Result<(), Fault> {
        if self.eval(frame, block)?.bits == ObjectId::to_word(None) {
            return Ok(());
        }
        let block = self.block_of(frame, block)?;
        self.machine.heap.blocks.end(block)
    }

    pub(super) fn give(&mut self, frame: Frame<'p>, dst: LocalId, word: i64) -> Result<(), Fault> {
        self.set_local(frame, dst, word);
        Ok(())
    }

    fn new_block(&mut self, frame: Frame<'p>, new: &NewBlock) -> Result<(), Fault> {
        let size = self.eval(frame, &new.size)?.bits;
        let size = usize::try_from(size)
            .map_err(|_| Fault::broken("a block of negative size is created"))?;
        self.charge_bytes(size as u64)?;
        let block = self
            .machine
            .heap
            .create_block(new.class, size, new.storage, &new.content);
        self.set_local(frame, new.dst, ObjectId::to_word(Some(block)));
        Ok(())
    }

    fn probe(
        &mut self,
        frame: Frame<'p>,
        dst: LocalId,
        at: &Position,
        size: &Expr,
        access: Access,
    ) -> Result<(), Fault> {
        let Pointer { block, offset } = self.pointer(frame, at)?;
        let size = self.eval(frame, size)?.bits;
        let heap = &self.machine.heap;
        let answer = match block.map(|object| heap.block(object)) {
            None => NULL,
            Some(None) => FOREIGN,
            Some(Some(block)) => heap.blocks.probe(block, offset, size, access),
        };
        self.set_local(frame, dst, answer);
        Ok(())
    }

    fn compare(
        &mut self,
        frame: Frame<'p>,
        dst: LocalId,
        left: &Position,
        right: &Position,
    ) -> Result<(), Fault> {
        let (left, right) = (self.pointer(frame, left)?, self.pointer(frame, right)?);
        let heap = &self.machine.heap;
        let block = |pointer: &Pointer| pointer.block.and_then(|object| heap.block(object));
        let (one, other) = (block(&left), block(&right));
        let dead = [one, other]
            .into_iter()
            .flatten()
            .any(|block| heap.blocks.content(block).is_none());
        let answer = match (one, other) {
            _ if dead => DEAD,
            (Some(one), Some(other)) if one != other => heap
                .blocks
                .compare((one, left.offset), (other, right.offset)),
            (Some(_), Some(_)) | (Some(_), None) | (None, _) => FINE,
        };
        self.set_local(frame, dst, answer);
        Ok(())
    }

    fn load_number(&mut self, frame: Frame<'p>, dst: LocalId, at: &Position) -> Result<(), Fault> {
        let ty = frame.code.locals[dst].ty;
        let number = self.number_at(frame, at, width_of(ty))?;
        let word = match ty {
            Type::Int(int) => int.wrap(number as i64),
            Type::Float(float) => float.canonical(number) as i64,
            Type::Bool => (number & 1) as i64,
            Type::Ref => return Err(Fault::broken("a reference is read as a number")),
        };
        self.set_local(frame, dst, word);
        Ok(())
    }

    fn number_at(&self, frame: Frame<'p>, at: &Position, width: usize) -> Result<u64, Fault> {
        let (block, offset) = self.position(frame, at)?;
        let (bytes, start) = self.machine.heap.blocks.read(block, offset, width as i64)?;
        number_in(bytes, start, width)
    }

    fn store_number(&mut self, frame: Frame<'p>, at: &Position, value: &Expr) -> Result<(), Fault> {
        let (block, offset) = self.position(frame, at)?;
        let Word { ty, bits } = self.eval(frame, value)?;
        let width = width_of(ty);
        let (bytes, start) = self
            .machine
            .heap
            .blocks
            .write(block, offset, width as i64)?;
        bytes.set_number(start, width, bits as u64);
        Ok(())
    }

    fn load_pointer(&self, frame: Frame<'p>, at: &Position, width: u8) -> Result<Pointer, Fault> {
        let (block, offset) = self.position(frame, at)?;
        let width = usize::from(width);
        let (bytes, start) = self.machine.heap.blocks.read(block, offset, width as i64)?;
        match bytes.pointer(start, width) {
            Some(pointer) => Ok(pointer),
            None => Ok(self.find(number_in(bytes, start, width)?)),
        }
    }

    fn store_pointer(
        &mut self,
        frame: Frame<'p>,
        at: &Position,
        pointer: &Position,
        width: u8,
    ) -> Result<(), Fault> {
        let (block, offset) = self.position(frame, at)?;
        let pointer = self.pointer(frame, pointer)?;
        let target = self.address(pointer.block)?;
        if width == 4 && u32::try_from(target).is_err() {
            return Err(Fault::unsupported(
                "more memory was used than 32 bits can address".to_owned(),
            ));
        }
        let (bytes, start) = self
            .machine
            .heap
            .blocks
            .write(block, offset, width.into())?;
        bytes.set_pointer(
            start,
            width.into(),
            pointer,
            target.wrapping_add_signed(pointer.offset),
        );
        Ok(())
    }

    fn copy_bytes(
        &mut self,
        frame: Frame<'p>,
        from: &Position,
        to: &Position,
        count: &Expr,
    ) -> Result<(), Fault> {
        let (from, to) = (self.position(frame, from)?, self.position(frame, to)?);
        let count = self.eval(frame, count)?.bits;
        self.charge_bytes(count.unsigned_abs())?;
        self.machine.heap.blocks.copy(from, to, count)
    }

    fn fill(
        &mut self,
        frame: Frame<'p>,
        at: &Position,
        byte: Option<&Expr>,
        count: &Expr,
    ) -> Result<(), Fault> {
        let (block, offset) = self.position(frame, at)?;
        let byte = byte.map(|byte| self.eval(frame, byte)).transpose()?;
        let count = self.eval(frame, count)?.bits;
        self.charge_bytes(count.unsigned_abs())?;
        let (bytes, start) = self.machine.heap.blocks.write(block, offset, count)?;
        bytes.fill(start, count as usize, byte.map(|word| word.bits as u8));
        Ok(())
    }

    /// Where something lies: 0 for null.
    pub(super) fn address(&self, object: Option<ObjectId>) -> Result<u64, Fault> {
        let Some(object) = object else { return Ok(0) };
        match (object.image(), self.machine.heap.block(object)) {
            (Some(image), _) => image_address(image),
            (None, Some(block)) => Ok(self.machine.heap.blocks.address(block)),
            (None, None) => Err(Fault::broken("the address is asked of what has none")),
        }
    }

    fn find(&self, address: u64) -> Pointer {
        let found = self
            .machine
            .heap
            .blocks
            .find(address, self.machine.program.image.len());
        found.unwrap_or(Pointer {
            block: None,
            offset: address as i64,
        })
    }

    pub(super) fn pointer(&self, frame: Frame<'p>, at: &Position) -> Result<Pointer, Fault> {
        let block = ObjectId::from_word(self.eval(frame, &at.block)?.bits);
        Ok(Pointer {
            block,
            offset: self.eval(frame, &at.offset)?.bits,
        })
    }

    pub(super) fn position(&self, frame: Frame<'p>, at: &Position) -> Result<(Number, i64), Fault> {
        Ok((
            self.block_of(frame, &at.block)?,
            self.eval(frame, &at.offset)?.bits,
        ))
    }

    fn block_of(&self, frame: Frame<'p>, block: &Expr) -> Result<Number, Fault> {
        let block = ObjectId::from_word(self.eval(frame, block)?.bits);
        let block = block.and_then(|object| self.machine.heap.block(object));
        block.ok_or_else(|| Fault::broken("what is no block is used as one"))
    }

    pub(super) fn charge_bytes(&mut self, count: u64) -> Result<(), Fault> {
        self.charge(count / BYTES_PER_STEP)
    }
}

fn number_in(bytes: &Bytes, at: usize, width: usize) -> Result<u64, Fault> {
    if !bytes.are_set(at, width) {
        return Err(Fault::broken("a byte without a value is read"));
    }
    Ok(bytes.number(at, width))
}

/// How many bytes a number has in memory.
fn width_of(ty: Type) -> usize {
    match ty {
        Type::Bool => 1,
        Type::Int(int) => usize::from(int.bits / 8),
        Type::Float(float) => usize::from(float.bits() / 8),
        Type::Ref => 8,
    }
}

//! Operations on memory made of bytes.

mod access;
mod address;
mod bytes;
mod compare;
mod copy;
mod form;
mod probe;
mod somewhere;
mod stream;

use ir::memory::{Content, MemoryOp, NewBlock, Position, Storage};
use ir::{Expr, IntType, LocalId, Type};
use smt::Term;

use crate::explorer::Explorer;
use crate::stuck::{Step, Stuck};
use crate::thread::Thread;
use crate::{Cell, Memory, Object, ObjectId, Value};

const U8: Type = Type::Int(IntType {
    bits: 8,
    signed: false,
});

impl<'p> Explorer<'_, 'p> {
    pub(crate) fn memory(&self, thread: &mut Thread<'p>, op: &MemoryOp) -> Step<()> {
        let (dst, value) = match op {
            MemoryOp::New(new) => return self.new_block(thread, new),
            MemoryOp::End(block) => return self.end_block(thread, block),
            MemoryOp::Store(at, value) => return self.store_number(thread, at, value),
            MemoryOp::StorePointer { at, pointer, width } => {
                return self.store_pointer(thread, at, pointer, *width);
            }
            MemoryOp::Copy { from, to, count } => return self.copy(thread, from, to, count),
            MemoryOp::Fill { at, byte, count } => {
                return self.fill(thread, at, byte.as_ref(), count);
            }
            MemoryOp::Load(dst, at) => return self.load_number(thread, *dst, at),
            MemoryOp::Size(dst, block) => return self.size_of(thread, *dst, block),
            MemoryOp::Probe {
                dst,
                at,
                size,
                access,
            } => (dst, Value::Scalar(self.probe(thread, at, size, *access)?)),
            MemoryOp::Compare { dst, left, right } => {
                (dst, Value::Scalar(self.compare(thread, left, right)?))
            }
            MemoryOp::LoadTarget { dst, at, width } => {
                (dst, self.load_pointer(thread, at, *width)?.0)
            }
            MemoryOp::LoadOffset { dst, at, width } => {
                let (_, offset) = self.load_pointer(thread, at, *width)?;
                (dst, Value::Scalar(offset))
            }
            MemoryOp::Address(dst, object) => {
                let object = self.reference(thread, object)?;
                (dst, Value::Scalar(self.address(thread, object)?))
            }
            MemoryOp::Find(dst, address) => {
                (dst, self.find(thread, self.scalar(thread, address)?)?.0)
            }
            MemoryOp::FindOffset(dst, address) => {
                let (_, offset) = self.find(thread, self.scalar(thread, address)?)?;
                (dst, Value::Scalar(offset))
            }
        };
        thread.set(*dst, value);
        Ok(())
    }

    /// A block has a size that is known: where it depends on inputs, the path splits.
    fn new_block(&self, thread: &mut Thread<'p>, new: &NewBlock) -> Step<()> {
        let longest = self.limits.array_length as i64;
        let size = self.scalar(thread, &new.size)?;
        let beyond =
            format!("a block of memory whose size is not known and may exceed {longest} bytes");
        let size = self.number(thread, size, 0..longest.saturating_add(1), Some(beyond))?;
        let size =
            u64::try_from(size).map_err(|_| Stuck::stop("a block of memory of negative size"))?;
        let zero = !matches!(new.content, Content::Unset);
        let mut memory = Memory::new(size, new.storage, new.name.clone(), zero);
        if let Content::Bytes(bytes) = &new.content {
            let known = &bytes[..bytes.len().min(usize::try_from(size).unwrap_or(usize::MAX))];
            let rest = Cell::Blank {
                bytes: size - known.len() as u64,
                zero: true,
            };
            let rest = (rest.bytes() > 0).then_some((known.len() as u64, rest));
            let number = |byte: u8| {
                let term = self.arith().integer(
                    IntType {
                        bits: 8,
                        signed: false,
                    },
                    byte.into(),
                );
                Cell::Number { term, ty: U8 }
            };
            let cells = known
                .iter()
                .enumerate()
                .map(|(at, &byte)| (at as u64, number(byte)));
            memory.replace(0, size, cells.chain(rest));
            thread.steps += known.len() / 16;
        }
        let block = thread.state.heap.add(Object::of_bytes(new.class, memory));
        thread.set(new.dst, Value::Ref(Some(block)));
        Ok(())
    }

    fn end_block(&self, thread: &mut Thread<'p>, block: &Expr) -> Step<()> {
        let Some(id) = self.reference(thread, block)? else {
            return Ok(());
        };
        self.living(thread, id)?;
        let now = thread.state.heap.made_count();
        self.memory_mut(thread, id)?.died = Some(now);
        Ok(())
    }

    fn size_of(&self, thread: &mut Thread<'p>, dst: LocalId, block: &Expr) -> Step<()> {
        let id = self.object_id(thread, block)?;
        let size = self.memory_of(thread, id).ok_or_else(no_block)?.size;
        let size = self.offset(size);
        thread.set(dst, Value::Scalar(size));
        Ok(())
    }

    /// A number of bytes.
    fn offset(&self, bytes: u64) -> Term {
        self.arith().integer(IntType::I64, bytes as i64)
    }

    fn memory_of<'s>(&'s self, thread: &'s Thread<'p>, id: ObjectId) -> Option<&'s Memory> {
        self.object(thread, id).memory.as_deref()
    }

    /// A block that was promised to be one, and to live.
    fn living<'s>(&'s self, thread: &'s Thread<'p>, id: ObjectId) -> Step<&'s Memory> {
        let memory = self.memory_of(thread, id).ok_or_else(no_block)?;
        if memory.died.is_some() {
            Err(Stuck::stop("memory that is used after its life"))
        } else {
            Ok(memory)
        }
    }

    /// A block to write to.
    fn writable<'s>(&self, thread: &'s mut Thread<'p>, id: ObjectId) -> Step<&'s mut Memory> {
        match self.living(thread, id)?.storage {
            Storage::Constant | Storage::Input => Err(Stuck::stop("a write to a constant")),
            Storage::Output | Storage::Changed => Err(Stuck::stop("bytes of the output are moved")),
            Storage::Static | Storage::Automatic | Storage::Fixed | Storage::Allocated => {
                self.memory_mut(thread, id)
            }
        }
    }

    fn memory_mut<'s>(&self, thread: &'s mut Thread<'p>, id: ObjectId) -> Step<&'s mut Memory> {
        self.object_mut(thread, id)?
            .memory
            .as_deref_mut()
            .ok_or_else(no_block)
    }

    /// A living block, and an offset into it.
    fn bytes_at(&self, thread: &Thread<'p>, at: &Position) -> Step<(ObjectId, Term)> {
        let id = self.object_id(thread, &at.block)?;
        self.living(thread, id)?;
        Ok((id, self.scalar(thread, &at.offset)?))
    }

    /// The number a term stands for, if it is known on this path.
    fn known(&self, thread: &Thread<'p>, term: Term) -> Option<i64> {
        self.constant_number(term)
            .or_else(|| thread.fixed.get(&term).copied())
    }

    /// The offset of bytes that were promised to be within a block; undecided if there may be several.
    fn decided_offset(
        &self,
        thread: &Thread<'p>,
        id: ObjectId,
        offset: Term,
        bytes: u64,
    ) -> Step<u64> {
        let size = self.living(thread, id)?.size;
        let last = size.checked_sub(bytes).ok_or_else(outside)?;
        let number = self.number(thread, offset, 0..last as i64 + 1, None)?;
        u64::try_from(number)
            .ok()
            .filter(|&at| at <= last)
            .ok_or_else(outside)
    }
}

fn no_block() -> Stuck {
    Stuck::stop("a block of memory was promised")
}

fn outside() -> Stuck {
    Stuck::stop("bytes that were promised to be within a block are not")
}

fn unset() -> Stuck {
    Stuck::stop("bytes that were promised to have a value have none")
}

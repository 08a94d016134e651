//! Functions that allocate, free, copy and fill.
//!
//! Memory never runs out: `malloc` gives null only for sizes that no machine has. What it gives for 0 bytes is a block of
//! its own, which may be freed.

use ir::memory::{Access, Content, MemoryOp, NewBlock, Storage};
use ir::{BinaryOp as Op, Const, Expr, Type};

use super::Argument;
use crate::c::lower::body::Lowering;
use crate::c::lower::endings::Undefined;
use crate::c::lower::fold;
use crate::c::lower::pointer::is_not_null;
use crate::c::lower::shape::{I64, U8};
use crate::c::lower::value::{Pointer, Value, offset};

/// More than each factor of a size that `calloc` takes.
const FACTOR: i64 = 1 << 31;

impl Lowering<'_, '_> {
    pub(super) fn memory_function(&mut self, name: &str, args: &[Argument]) -> Option<Value> {
        let values: Vec<&Value> = args.iter().map(|(value, _)| value).collect();
        let value = match (name, &values[..]) {
            ("malloc", [Value::Number(size)]) => {
                let size = self.count(size);
                Value::Pointer(self.allocate(size, Storage::Allocated, Content::Unset))
            }
            // Its life does not end with the function; that is the only difference that is not seen.
            ("alloca" | "alloca_with_align", [Value::Number(size), ..]) => {
                let size = self.count(size);
                Value::Pointer(self.allocate(size, Storage::Automatic, Content::Unset))
            }
            ("calloc", [Value::Number(count), Value::Number(size)]) => {
                let size = self.product(count, size);
                Value::Pointer(self.allocate(size, Storage::Allocated, Content::Zero))
            }
            ("free" | "cfree", [Value::Pointer(pointer)]) => self.free(pointer),
            ("__mores_size", [Value::Pointer(pointer)]) => self.size_of_block(pointer),
            (
                "memcpy" | "memmove" | "__memcpy_chk" | "__memmove_chk" | "___memcpy_chk" | "___memmove_chk",
                [Value::Pointer(to), Value::Pointer(from), Value::Number(count), ..],
            ) => self.copy_bytes(to, from, count),
            (
                "memset" | "__memset_chk" | "___memset_chk",
                [Value::Pointer(at), Value::Number(byte), Value::Number(count), ..],
            ) => self.fill_bytes(at, byte, count),
            _ => return None,
        };
        Some(value)
    }

    /// The size of an array, negative where it is beyond all memory.
    fn product(&mut self, count: &Expr, size: &Expr) -> Expr {
        let (count, size) = (self.count(count), self.count(size));
        let product = self.code.temporary(I64);
        let beyond = |factor: &Expr| {
            let below = fold::binary(Op::Lt, factor.clone(), offset(0));
            fold::binary(Op::Or, below, fold::binary(Op::Ge, factor.clone(), offset(FACTOR)))
        };
        let large = fold::binary(Op::Or, beyond(&count), beyond(&size));
        let (refused, fine, on) = (self.code.block(), self.code.block(), self.code.block());
        self.code.branch(large, refused, fine);
        self.code.at(refused);
        self.code.assign(product, offset(-1));
        self.code.goto(on);
        self.code.at(fine);
        self.code.assign(product, fold::binary(Op::Mul, count, size));
        self.code.flow(on);
        Expr::Local(product)
    }

    /// A new block, or null where its size, an `I64`, is more than a pointer can reach.
    fn allocate(&mut self, size: Expr, storage: Storage, content: Content) -> Pointer {
        let block = self.code.temporary(Type::Ref);
        let largest = match self.unit().word() {
            4 => i64::from(i32::MAX),
            _ => 1 << 47,
        };
        let negative = fold::binary(Op::Lt, size.clone(), offset(0));
        let large = fold::binary(Op::Gt, size.clone(), offset(largest));
        let (refused, fine, on) = (self.code.block(), self.code.block(), self.code.block());
        self.code.branch(fold::binary(Op::Or, negative, large), refused, fine);
        self.code.at(refused);
        self.code.assign(block, Expr::Const(Const::Null));
        self.code.goto(on);
        self.code.at(fine);
        let name = format!("allocated in line {}", self.code.line).as_str().into();
        let class = self.whole.block;
        self.code.memory(MemoryOp::New(NewBlock { dst: block, class, size, storage, content, name }));
        self.code.flow(on);
        Pointer { block: Expr::Local(block), offset: offset(0), object: None }
    }

    fn free(&mut self, pointer: &Pointer) -> Value {
        let (release, on) = (self.code.block(), self.code.block());
        self.code.branch(is_not_null(pointer), release, on);
        self.code.at(release);
        self.probe_bytes(pointer, offset(0), Access::Release);
        self.end_block(pointer.block.clone());
        self.code.flow(on);
        Value::Void
    }

    /// The size of what may be freed.
    fn size_of_block(&mut self, pointer: &Pointer) -> Value {
        self.probe_bytes(pointer, offset(0), Access::Release);
        let size = self.code.temporary(I64);
        self.code.memory(MemoryOp::Size(size, pointer.block.clone()));
        Value::Number(Expr::Local(size))
    }

    /// `memcpy` and `memmove`: bytes without values are copied as such. That the first is not for parts that overlap is
    /// not looked at.
    fn copy_bytes(&mut self, to: &Pointer, from: &Pointer, count: &Expr) -> Value {
        self.for_bytes(count, |lowering, count| {
            lowering.probe_bytes(from, count.clone(), Access::Copy);
            lowering.probe_bytes(to, count.clone(), Access::Write);
            lowering.code.memory(MemoryOp::Copy { from: from.position(), to: to.position(), count });
        });
        Value::Pointer(to.clone())
    }

    fn fill_bytes(&mut self, at: &Pointer, byte: &Expr, count: &Expr) -> Value {
        let byte = self.code.cast(Type::Int(U8), byte.clone());
        self.for_bytes(count, |lowering, count| {
            lowering.probe_bytes(at, count.clone(), Access::Write);
            lowering.code.memory(MemoryOp::Fill { at: at.position(), byte: Some(byte), count });
        });
        Value::Pointer(at.clone())
    }

    /// Does something to bytes, unless there are none: then pointers need not point anywhere.
    fn for_bytes(&mut self, count: &Expr, work: impl FnOnce(&mut Self, Expr)) {
        let count = self.count(count);
        let away = self.undefined(Undefined::Bounds);
        self.code.leave_if(fold::binary(Op::Lt, count.clone(), offset(0)), away);
        let (some, on) = (self.code.block(), self.code.block());
        self.code.branch(fold::binary(Op::Ne, count.clone(), offset(0)), some, on);
        self.code.at(some);
        work(self, count);
        self.code.flow(on);
    }
}

//! Functions that allocate, free, copy and fill.
//!
//! Memory never runs out, unless somebody asks what happens then: `malloc` gives null only for sizes that no machine has. For 0 bytes it gives null or a block of
//! its own, which may be freed: C leaves that open.

use ir::memory::{Access, Content, MemoryOp, NewBlock, Storage};
use ir::{BinaryOp as Op, Const, Expr, IntType, Like, Type, WorldOp};

use super::intrinsic::I32;
use super::{Argument, Used};
use crate::c::lower::body::Lowering;
use crate::c::lower::endings::Undefined;
use crate::c::lower::fold;
use crate::c::lower::pointer::is_not_null;
use crate::c::lower::shape::{I64, Shape, U8};
use crate::c::lower::value::{Pointer, Value, number, offset};

/// What is assumed where memory is allocated.
pub(in crate::c::lower) const LASTS: &str = "memory does not run out";

/// The name of the input that says whether there is memory.
const MEMORY: &str = "malloc";

/// The function of the library that sets `errno`, and what that is where there is no memory.
const SET_ERRNO: &str = "__mores_set_errno";
const NO_MEMORY: i128 = 12;

/// What it means to copy bytes to where they lie.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Overlap {
    Fine,
    Undefined,
}

/// More than each factor of a size that `calloc` takes.
const FACTOR: i64 = 1 << 31;

impl Lowering<'_, '_> {
    pub(super) fn memory_function(&mut self, name: &str, args: &[Argument]) -> Option<Value> {
        let values: Vec<&Value> = args.iter().map(|(value, _)| value).collect();
        let value = match (name, &values[..]) {
            ("malloc", [Value::Number(size)]) => {
                let size = self.count(size);
                Value::Pointer(self.allocate_on_heap(size, Content::Unset, name))
            }
            ("alloca", [Value::Number(size)]) => self.allocate_for_call(size),
            ("calloc", [Value::Number(count), Value::Number(size)]) => {
                let size = self.product(count, size);
                Value::Pointer(self.allocate_on_heap(size, Content::Zero, name))
            }
            ("free" | "cfree", [Value::Pointer(pointer)]) => self.free(pointer),
            (
                "memcpy" | "__memcpy_chk",
                [
                    Value::Pointer(to),
                    Value::Pointer(from),
                    Value::Number(count),
                    ..,
                ],
            ) => self.copy_bytes(to, from, count, Overlap::Undefined),
            (
                "memmove" | "__memmove_chk",
                [
                    Value::Pointer(to),
                    Value::Pointer(from),
                    Value::Number(count),
                    ..,
                ],
            ) => self.copy_bytes(to, from, count, Overlap::Fine),
            (
                "memset" | "__memset_chk",
                [
                    Value::Pointer(at),
                    Value::Number(byte),
                    Value::Number(count),
                    ..,
                ],
            ) => self.fill_bytes(at, byte, count),
            _ => return None,
        };
        Some(value)
    }

    /// What `malloc` gives. Memory that the library needs for itself is there.
    fn allocate_on_heap(&mut self, size: Expr, content: Content, name: &str) -> Pointer {
        if !self.whole.options.malloc_fails {
            self.code.world(WorldOp::Assume(LASTS.into()));
        }
        let of_library = |id| self.unit().functions[id].is_library();
        if !self.whole.options.malloc_fails || self.function.is_some_and(of_library) {
            return self.allocate_surely(size, content, name);
        }
        let lacks = self.lacks_memory();
        let given = self.code.temporary(Type::Ref);
        let (refused, fine, on) = (self.code.block(), self.code.block(), self.code.block());
        let lacks = self.code.is_set(lacks);
        self.code.branch(lacks, refused, fine);
        self.code.at(refused);
        self.code.assign(given, Expr::Const(Const::Null));
        self.code.goto(on);
        self.code.at(fine);
        let made = self.allocate_surely(size, content, name);
        self.code.assign(given, made.block);
        self.code.flow(on);
        Pointer {
            block: Expr::Local(given),
            offset: offset(0),
            object: None,
        }
    }

    /// Whether memory has run out, an `I32` that is an input where that may happen; then `errno` says so.
    pub(super) fn lacks_memory(&mut self) -> Expr {
        if !self.whole.options.malloc_fails {
            return number(IntType::I32, 0);
        }
        let there = self.code.input(I32, MEMORY);
        self.assume_within(&there, 0, 1);
        let lacks = fold::binary(Op::Eq, there, number(IntType::I32, 0));
        let lacks = self.code.keep(lacks);
        if self.whole.reads_errno() {
            let (refused, on) = (self.code.block(), self.code.block());
            self.code.branch(lacks.clone(), refused, on);
            self.code.at(refused);
            self.set_errno(NO_MEMORY);
            self.code.flow(on);
        }
        self.code.cast(I32, lacks)
    }

    fn set_errno(&mut self, error: i128) {
        let int = Shape::Number(I32);
        match self.unit().defined(SET_ERRNO) {
            Some(function) => {
                let error = (Value::Number(number(IntType::I32, error)), int);
                self.call_source(function, vec![error], Used::No);
            }
            None => self.unsupported("what `errno` is where memory is refused"),
        }
    }

    fn allocate_surely(&mut self, size: Expr, content: Content, name: &str) -> Pointer {
        let made = self.allocate(size.clone(), Storage::Allocated, content);
        let Expr::Local(block) = made.block else {
            return made;
        };
        // Where there is nothing to make room for, it may give nothing.
        let (empty, on) = (self.code.block(), self.code.block());
        self.code
            .branch(fold::binary(Op::Eq, size, offset(0)), empty, on);
        self.code.at(empty);
        let nothing = self.code.open(Type::Bool, &format!("{name}(0)"), Like::Any);
        let (null, kept) = (self.code.block(), self.code.block());
        self.code.branch(nothing, null, kept);
        self.code.at(null);
        self.code.assign(block, Expr::Const(Const::Null));
        self.code.flow(kept);
        self.code.flow(on);
        made
    }

    /// What `alloca` gives, which lives until the function returns.
    pub(super) fn allocate_for_call(&mut self, size: &Expr) -> Value {
        let size = self.count(size);
        let own = self.block_of_call();
        let again = fold::not(fold::binary(
            Op::Eq,
            Expr::Local(own),
            Expr::Const(Const::Null),
        ));
        let (twice, once) = (self.code.block(), self.code.block());
        self.code.branch(again, twice, once);
        self.code.at(twice);
        self.unsupported("`alloca` at one place more than once in a call");
        self.code.at(once);
        let made = self.allocate(size, Storage::Automatic, Content::Unset);
        self.code.assign(own, made.block.clone());
        Value::Pointer(made)
    }

    /// The size of an array, negative where it is beyond all memory.
    fn product(&mut self, count: &Expr, size: &Expr) -> Expr {
        let (count, size) = (self.count(count), self.count(size));
        let product = self.code.temporary(I64);
        let beyond = |factor: &Expr| {
            let below = fold::binary(Op::Lt, factor.clone(), offset(0));
            fold::binary(
                Op::Or,
                below,
                fold::binary(Op::Ge, factor.clone(), offset(FACTOR)),
            )
        };
        let large = fold::binary(Op::Or, beyond(&count), beyond(&size));
        let (refused, fine, on) = (self.code.block(), self.code.block(), self.code.block());
        self.code.branch(large, refused, fine);
        self.code.at(refused);
        self.code.assign(product, offset(-1));
        self.code.goto(on);
        self.code.at(fine);
        self.code
            .assign(product, fold::binary(Op::Mul, count, size));
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
        self.code
            .branch(fold::binary(Op::Or, negative, large), refused, fine);
        self.code.at(refused);
        if self.whole.reads_errno() {
            self.unsupported("what `errno` is where memory is refused");
        }
        self.code.assign(block, Expr::Const(Const::Null));
        self.code.goto(on);
        self.code.at(fine);
        let name = format!("allocated in line {}", self.code.line)
            .as_str()
            .into();
        let class = self.whole.block;
        self.code.memory(MemoryOp::New(NewBlock {
            dst: block,
            class,
            size,
            storage,
            content,
            name,
        }));
        self.code.flow(on);
        Pointer {
            block: Expr::Local(block),
            offset: offset(0),
            object: None,
        }
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
    pub(super) fn size_of_block(&mut self, pointer: &Pointer) -> Value {
        self.probe_bytes(pointer, offset(0), Access::Release);
        let size = self.code.temporary(I64);
        self.code
            .memory(MemoryOp::Size(size, pointer.block.clone()));
        Value::Number(Expr::Local(size))
    }

    /// `memcpy` and `memmove`: bytes without values are copied as such.
    fn copy_bytes(
        &mut self,
        to: &Pointer,
        from: &Pointer,
        count: &Expr,
        overlap: Overlap,
    ) -> Value {
        self.for_bytes(count, &[to, from], |lowering, count| {
            if overlap == Overlap::Undefined {
                let share = lowering.overlaps(to, from, &count);
                let away = lowering.undefined(Undefined::Overlap);
                lowering.code.leave_if(share, away);
            }
            lowering.probe_bytes(from, count.clone(), Access::Copy);
            lowering.probe_bytes(to, count.clone(), Access::Write);
            lowering.code.memory(MemoryOp::Copy {
                from: from.position(),
                to: to.position(),
                count,
            });
        });
        Value::Pointer(to.clone())
    }

    /// Whether so many bytes here and there share one.
    fn overlaps(&mut self, here: &Pointer, there: &Pointer, count: &Expr) -> Expr {
        if here.block == there.block && here.block == Expr::Const(Const::Null) {
            return Expr::Const(Const::Bool(false));
        }
        let end = |at: &Pointer| fold::binary(Op::Add, at.offset.clone(), count.clone());
        let before = |at: &Pointer, end: Expr| fold::binary(Op::Lt, at.offset.clone(), end);
        let near = fold::binary(Op::And, before(here, end(there)), before(there, end(here)));
        let together = fold::binary(Op::Eq, here.block.clone(), there.block.clone());
        let share = fold::binary(Op::And, together, near);
        self.code.shallow(share)
    }

    fn fill_bytes(&mut self, at: &Pointer, byte: &Expr, count: &Expr) -> Value {
        let byte = self.code.cast(Type::Int(U8), byte.clone());
        self.for_bytes(count, &[at], |lowering, count| {
            lowering.probe_bytes(at, count.clone(), Access::Write);
            lowering.code.memory(MemoryOp::Fill {
                at: at.position(),
                byte: Some(byte),
                count,
            });
        });
        Value::Pointer(at.clone())
    }

    /// Does something to bytes, unless there are none: then some pointers must only not be null, as compilers take them not to be.
    pub(super) fn for_bytes(
        &mut self,
        count: &Expr,
        given: &[&Pointer],
        work: impl FnOnce(&mut Self, Expr),
    ) {
        let count = self.count(count);
        let away = self.undefined(Undefined::Bounds);
        self.code
            .leave_if(fold::binary(Op::Lt, count.clone(), offset(0)), away);
        let (some, none, on) = (self.code.block(), self.code.block(), self.code.block());
        self.code
            .branch(fold::binary(Op::Ne, count.clone(), offset(0)), some, none);
        self.code.at(none);
        for pointer in given {
            let set = self.is_set(pointer);
            let away = self.undefined(Undefined::Argument);
            self.code.leave_if(fold::not(set), away);
        }
        self.code.goto(on);
        self.code.at(some);
        work(self, count);
        self.code.flow(on);
    }
}

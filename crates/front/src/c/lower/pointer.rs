//! Pointers: moving, comparing, and what they are as numbers.

use ir::memory::{self, MemoryOp};
use ir::{BinaryOp, Const, Expr, IntType, TerminatorKind, Type};

use super::body::Lowering;
use super::endings::Undefined;
use super::fold;
use super::place::moved;
use super::shape::I64;
use super::value::{Pointer, Value, offset};
use crate::c::tree::{CompareOp, ExprId};

impl Lowering<'_, '_> {
    /// The value of an expression that is a pointer.
    pub(super) fn pointer(&mut self, id: ExprId) -> Pointer {
        match self.value(id) {
            Value::Pointer(pointer) => pointer,
            Value::Void | Value::Number(_) | Value::Record(_) => Pointer::null(),
        }
    }

    /// `pointer + index` or `pointer - index`, steps being of so many bytes.
    pub(super) fn moved_by(
        &mut self,
        pointer: Pointer,
        index: Expr,
        minus: bool,
        size: u64,
    ) -> Pointer {
        let steps = self.steps(index);
        let bytes = fold::binary(BinaryOp::Mul, steps, offset(size as i64));
        let bytes = if minus { fold::negate(bytes) } else { bytes };
        let moved = moved(pointer, bytes);
        let offset = self.code.shallow(moved.offset);
        Pointer { offset, ..moved }
    }

    /// An index as an `I64`: as in the machine's arithmetic, modulo the size of a pointer.
    fn steps(&mut self, index: Expr) -> Expr {
        let narrow = match self.unit().word() {
            4 => self.code.cast(Type::Int(IntType::I32), index),
            _ => index,
        };
        self.code.cast(I64, narrow)
    }

    /// `left - right`, in steps of so many bytes, an `I64`.
    pub(super) fn difference(&mut self, left: &Pointer, right: &Pointer, size: u64) -> Expr {
        self.demand_one_block(left, right);
        self.demand_comparable(left, right);
        let bytes = fold::binary(BinaryOp::Sub, left.offset.clone(), right.offset.clone());
        match size {
            0 | 1 => bytes,
            _ => fold::binary(BinaryOp::Div, bytes, offset(size as i64)),
        }
    }

    fn demand_one_block(&mut self, left: &Pointer, right: &Pointer) {
        if left.block == right.block {
            return;
        }
        let away = self.undefined(Undefined::Pointer);
        self.code.leave_if(
            fold::binary(BinaryOp::Ne, left.block.clone(), right.block.clone()),
            away,
        );
    }

    /// A comparison of two pointers, a truth value.
    pub(super) fn compare_pointers(
        &mut self,
        op: CompareOp,
        left: &Pointer,
        right: &Pointer,
    ) -> Expr {
        match op {
            CompareOp::Equal | CompareOp::NotEqual => {
                self.demand_comparable(left, right);
                let equal = equal(left, right);
                if op == CompareOp::Equal {
                    equal
                } else {
                    fold::not(equal)
                }
            }
            CompareOp::Less
            | CompareOp::LessOrEqual
            | CompareOp::Greater
            | CompareOp::GreaterOrEqual => {
                self.demand_one_block(left, right);
                self.demand_comparable(left, right);
                fold::binary(
                    super::condition::operator(op),
                    left.offset.clone(),
                    right.offset.clone(),
                )
            }
        }
    }

    /// Whether a pointer is not null. A dead one may be: gcc takes the address of a variable that a function returns for null.
    pub(super) fn is_set(&mut self, pointer: &Pointer) -> Expr {
        self.demand_comparable(pointer, &Pointer::null());
        is_not_null(pointer)
    }

    /// Goes on only if both live, and if it is known whether they are equal.
    fn demand_comparable(&mut self, left: &Pointer, right: &Pointer) {
        let is_constant = |pointer: &Pointer| matches!(pointer.block, Expr::Const(_));
        let lives = |pointer: &Pointer| is_constant(pointer) || pointer.object.is_some();
        if (is_constant(left) || is_constant(right)) && lives(left) && lives(right) {
            return;
        }
        let dst = self.code.temporary(Type::Int(IntType::I32));
        self.code.memory(MemoryOp::Compare {
            dst,
            left: left.position(),
            right: right.position(),
        });
        let (fine, open) = (self.code.block(), self.code.block());
        let cases = vec![
            (memory::DEAD, self.undefined(Undefined::Dead)),
            (memory::OPEN, open),
        ];
        self.code.end(TerminatorKind::Switch {
            value: Expr::Local(dst),
            cases,
            default: fine,
        });
        self.code.at(open);
        self.unsupported("whether two pointers are equal, which C leaves open");
        self.code.at(fine);
    }

    /// A pointer as a number, an `I64`.
    pub(super) fn address_of(&mut self, pointer: &Pointer) -> Expr {
        if pointer.block == Expr::Const(Const::Null) {
            return pointer.offset.clone();
        }
        let dst = self.code.temporary(I64);
        self.code
            .memory(MemoryOp::Address(dst, pointer.block.clone()));
        fold::binary(BinaryOp::Add, Expr::Local(dst), pointer.offset.clone())
    }

    /// A number as a pointer.
    pub(super) fn pointer_at(&mut self, number: Expr) -> Pointer {
        let word = IntType {
            bits: self.unit().word() * 8,
            signed: false,
        };
        let number = match word.bits {
            32 => self.code.cast(Type::Int(word), number),
            _ => number,
        };
        let address = self.code.cast(I64, number);
        if matches!(address, Expr::Const(_)) {
            return Pointer {
                block: Expr::Const(Const::Null),
                offset: address,
                object: None,
            };
        }
        let address = self.code.atom(address);
        let (block, at) = (self.code.temporary(Type::Ref), self.code.temporary(I64));
        self.code.memory(MemoryOp::Find(block, address.clone()));
        self.code.memory(MemoryOp::FindOffset(at, address));
        Pointer {
            block: Expr::Local(block),
            offset: Expr::Local(at),
            object: None,
        }
    }
}

pub(super) fn equal(left: &Pointer, right: &Pointer) -> Expr {
    let blocks = fold::binary(BinaryOp::Eq, left.block.clone(), right.block.clone());
    let offsets = fold::binary(BinaryOp::Eq, left.offset.clone(), right.offset.clone());
    fold::binary(BinaryOp::And, blocks, offsets)
}

/// Whether a pointer is not null.
pub(super) fn is_not_null(pointer: &Pointer) -> Expr {
    fold::not(equal(pointer, &Pointer::null()))
}

//! Access to memory: asked for first, with a branch for each way it may fail.

use ir::memory::{self, Access, MemoryOp};
use ir::{BinaryOp, Const, Expr, IntType, Like, StatementKind, TerminatorKind, Type};

use super::body::Lowering;
use super::endings::Undefined;
use super::fold;
use super::shape::{Shape, U64};
use super::value::{Pointer, Value, number, offset};

/// Addresses below this are those of members and elements of what lies at a null pointer: no system gives them to a program.
const NEAR_NULL: i128 = 4096;

impl Lowering<'_, '_> {
    pub(super) fn load_global(&mut self, global: ir::GlobalId, ty: Type) -> Expr {
        let dst = self.code.temporary(ty);
        self.code.push(StatementKind::LoadGlobal(dst, global));
        Expr::Local(dst)
    }

    /// Goes on only if an access may be done. An object of the function's own that surely holds so many bytes can only
    /// lack values.
    pub(super) fn probe(&mut self, at: &Pointer, size: u64, access: Access) {
        match access {
            Access::Write | Access::Copy if at.surely_holds(size) => {}
            Access::Read if at.surely_holds(size) => self.demand_values(at, size),
            Access::Read | Access::Write | Access::Copy | Access::Release => {
                self.probe_bytes(at, offset(size as i64), access);
            }
        }
    }

    /// Goes on only if bytes that surely can be read have values.
    fn demand_values(&mut self, at: &Pointer, size: u64) {
        let answer = self.probed(at, offset(size as i64), Access::Read);
        let away = self.away_if_unset(at, Some(size));
        let fine = number(IntType::I32, i128::from(memory::FINE));
        self.code
            .leave_if(fold::binary(BinaryOp::Ne, answer, fine), away);
    }

    /// The same for a number of bytes that is known only when the program runs, an `I64`.
    pub(super) fn probe_bytes(&mut self, at: &Pointer, size: Expr, access: Access) {
        let bytes = match &size {
            Expr::Const(Const::Int(_, bytes)) => u64::try_from(*bytes).ok(),
            _ => None,
        };
        let value = self.probed(at, size, access);
        let fine = self.code.block();
        let mut cases = vec![
            (memory::FINE, fine),
            (memory::NULL, self.away_if_null(at)),
            (memory::DEAD, self.undefined(Undefined::Dead)),
        ];
        let outside = if access == Access::Release {
            Undefined::Pointer
        } else {
            Undefined::Bounds
        };
        cases.push((memory::OUTSIDE, self.undefined(outside)));
        match access {
            Access::Read => cases.push((memory::UNSET, self.away_if_unset(at, bytes))),
            Access::Write => cases.push((memory::CONSTANT, self.undefined(Undefined::Constant))),
            Access::Copy | Access::Release => {}
        }
        let default = self.undefined(Undefined::Pointer);
        self.code.end(TerminatorKind::Switch {
            value,
            cases,
            default,
        });
        self.code.at(fine);
    }

    /// The value at a position, of a shape.
    pub(super) fn load_value(&mut self, at: &Pointer, shape: &Shape) -> Value {
        match shape {
            Shape::Number(ty) => {
                if !self.checks(Undefined::Uninitialised) {
                    self.settle(at, *ty);
                }
                self.probe(at, size_of(*ty), Access::Read);
                let dst = self.code.temporary(*ty);
                self.code.memory(MemoryOp::Load(dst, at.position()));
                Value::Number(Expr::Local(dst))
            }
            Shape::Pointer => {
                let width = self.unit().word();
                if !self.checks(Undefined::Uninitialised) {
                    self.settle_pointer(at);
                }
                self.probe(at, u64::from(width), Access::Read);
                Value::Pointer(self.load_pointer(at))
            }
            Shape::Record(size) => {
                self.probe(at, *size, Access::Copy);
                Value::Record(at.clone())
            }
            Shape::Void => Value::Void,
            Shape::Other(what) => self.unsupported_value(what.clone(), shape),
        }
    }

    /// Gives a number in memory some value if it has none.
    fn settle(&mut self, at: &Pointer, ty: Type) {
        let on = self.at_unset(at, size_of(ty));
        let value = self.code.open(ty, "uninitialised", Like::Any);
        self.probe(at, size_of(ty), Access::Write);
        self.code.memory(MemoryOp::Store(at.position(), value));
        self.code.flow(on);
    }

    /// Lets a pointer in memory point nowhere if it has no value.
    fn settle_pointer(&mut self, at: &Pointer) {
        let on = self.at_unset(at, u64::from(self.unit().word()));
        let nowhere = Value::Pointer(self.nowhere());
        self.store_value(at, &nowhere);
        self.code.flow(on);
    }

    /// Where a pointer points that was never set, if it is to point somewhere: to an object without bytes, which is none of
    /// the program's.
    pub(super) fn nowhere(&mut self) -> Pointer {
        Pointer {
            object: None,
            ..self.object(0, "nothing")
        }
    }

    /// Continues where bytes have no value; the answer is where it goes on if they have.
    fn at_unset(&mut self, at: &Pointer, size: u64) -> ir::BlockId {
        let dst = self.probed(at, offset(size as i64), Access::Read);
        let (unset, on) = (self.code.block(), self.code.block());
        let cases = vec![(memory::UNSET, unset)];
        self.code.end(TerminatorKind::Switch {
            value: dst,
            cases,
            default: on,
        });
        self.code.at(unset);
        on
    }

    /// How an access would fare.
    fn probed(&mut self, at: &Pointer, size: Expr, access: Access) -> Expr {
        let dst = self.code.temporary(Type::Int(IntType::I32));
        let at = at.position();
        self.code.memory(MemoryOp::Probe {
            dst,
            at,
            size,
            access,
        });
        Expr::Local(dst)
    }

    /// Where a read of bytes leads that have no value. Where undefined behaviour is a failure, only a number is one of which no
    /// byte was ever set: C gives padding, and the bytes beside a member of a union, values that it does not specify.
    fn away_if_unset(&mut self, at: &Pointer, size: Option<u64>) -> ir::BlockId {
        if !self.whole.options.failures.undefined {
            return self.undefined(Undefined::Uninitialised);
        }
        let perhaps = self.undefined(Undefined::Unset);
        let Some(size) = size.filter(|size| (2..=8).contains(size)) else {
            return perhaps;
        };
        let surely = self.undefined(Undefined::Uninitialised);
        let (first, here) = (self.code.block(), self.code.here);
        self.code.at(first);
        for byte in 0..size {
            let at = super::place::moved(at.clone(), offset(byte as i64));
            let answer = self.probed(&at, offset(1), Access::Read);
            let unset = number(IntType::I32, i128::from(memory::UNSET));
            self.code
                .leave_if(fold::binary(BinaryOp::Ne, answer, unset), perhaps);
        }
        self.code.goto(surely);
        self.code.at(here);
        first
    }

    /// Where the access to a null pointer leads. Where that is a failure, a number that was made a pointer is not called null:
    /// the machine may have something there.
    fn away_if_null(&mut self, at: &Pointer) -> ir::BlockId {
        let null = self.undefined(Undefined::Null);
        if !self.whole.options.failures.undefined {
            return null;
        }
        let (first, here) = (self.code.block(), self.code.here);
        self.code.at(first);
        let address = self.code.cast(Type::Int(U64), at.offset.clone());
        let near = fold::binary(BinaryOp::Lt, address, number(U64, NEAR_NULL));
        self.code.leave_if(near, null);
        self.unsupported("a number is used as an address");
        self.code.at(here);
        first
    }

    /// Reads a pointer that is surely there.
    pub(super) fn load_pointer(&mut self, at: &Pointer) -> Pointer {
        let width = self.unit().word();
        let (block, off) = (
            self.code.temporary(Type::Ref),
            self.code.temporary(super::shape::I64),
        );
        self.code.memory(MemoryOp::LoadTarget {
            dst: block,
            at: at.position(),
            width,
        });
        self.code.memory(MemoryOp::LoadOffset {
            dst: off,
            at: at.position(),
            width,
        });
        Pointer {
            block: Expr::Local(block),
            offset: Expr::Local(off),
            object: None,
        }
    }

    /// Writes a value where it surely may be written, or asks first.
    pub(super) fn store_value(&mut self, at: &Pointer, value: &Value) {
        match value {
            Value::Void => {}
            Value::Number(value) => {
                self.probe(at, size_of(self.code.ty(value)), Access::Write);
                match self.code.ty(value) {
                    Type::Float(float) if self.whole.shows_bits => {
                        self.store_float(at, value, float)
                    }
                    _ => self
                        .code
                        .memory(MemoryOp::Store(at.position(), value.clone())),
                }
            }
            Value::Pointer(pointer) => {
                let width = self.unit().word();
                self.probe(at, u64::from(width), Access::Write);
                self.code.memory(MemoryOp::StorePointer {
                    at: at.position(),
                    pointer: pointer.position(),
                    width,
                });
            }
            Value::Record(_) => self.unsupported("a record of unknown size"),
        }
    }

    /// Writes a value of a shape.
    pub(super) fn store_shaped(&mut self, at: &Pointer, value: &Value, shape: &Shape) {
        match (value, shape) {
            (Value::Record(from), Shape::Record(size)) => self.copy_record(from, at, *size),
            (_, Shape::Other(what)) => self.unsupported(what.clone()),
            _ => self.store_value(at, value),
        }
    }

    /// Copies a record; its bytes need not have values.
    pub(super) fn copy_record(&mut self, from: &Pointer, to: &Pointer, size: u64) {
        self.probe(from, size, Access::Copy);
        self.probe(to, size, Access::Write);
        let count = offset(size as i64);
        self.code.memory(MemoryOp::Copy {
            from: from.position(),
            to: to.position(),
            count,
        });
    }
}

/// How many bytes a number has.
pub(super) fn size_of(ty: Type) -> u64 {
    match ty {
        Type::Int(int) => u64::from(int.bits) / 8,
        Type::Float(float) => u64::from(float.bits()) / 8,
        Type::Bool | Type::Ref => 1,
    }
}

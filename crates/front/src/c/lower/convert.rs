//! Conversions (C11 6.3).

use ir::{BinaryOp as Op, Expr, FloatType, IntType, Type, WorldOp};

use super::body::Lowering;
use super::endings::Undefined;
use super::fold;
use super::shape::{Shape, U8};
use super::value::{Value, floating};
use crate::c::tree::{Conversion, ExprId};
use crate::c::types::TypeId;

/// What is assumed of floating numbers on machines that compute with more digits than their types have.
const ROUNDS: &str = "it is compiled with -msse2 -mfpmath=sse";

impl Lowering<'_, '_> {
    pub(super) fn conversion(
        &mut self,
        conversion: Conversion,
        operand: ExprId,
        to: TypeId,
    ) -> Value {
        match conversion {
            Conversion::Void => {
                self.effect(operand);
                Value::Void
            }
            Conversion::Truth => {
                let truth = self.truth(operand);
                Value::Number(fold::cast(Type::Int(U8), Type::Bool, truth))
            }
            _ => {
                let from = self.unit().exprs[operand].ty.id;
                let value = self.value(operand);
                self.convert(conversion, value, from, to)
            }
        }
    }

    /// A value of one type as one of another.
    pub(super) fn convert(
        &mut self,
        conversion: Conversion,
        value: Value,
        from: TypeId,
        to: TypeId,
    ) -> Value {
        let shape = self.shape(to);
        match (conversion, value, &shape) {
            (Conversion::Void, _, _) => Value::Void,
            (Conversion::Same | Conversion::Pointer, value, _) => value,
            (Conversion::Truth, value, _) => {
                let truth = self.truth_of(&value);
                Value::Number(fold::cast(Type::Int(U8), Type::Bool, truth))
            }
            (_, _, Shape::Other(what)) => self.unsupported_value(what.clone(), &shape),
            (
                Conversion::Integer | Conversion::IntegerToFloat | Conversion::Float,
                Value::Number(number),
                Shape::Number(ty),
            ) => {
                if conversion != Conversion::Integer {
                    self.rounds();
                }
                Value::Number(self.code.cast(*ty, number))
            }
            (Conversion::FloatToInteger, Value::Number(number), Shape::Number(Type::Int(int))) => {
                Value::Number(self.cut(number, *int))
            }
            (Conversion::PointerToInteger, Value::Pointer(pointer), Shape::Number(ty)) => {
                let address = self.address_of(&pointer);
                Value::Number(self.code.cast(*ty, address))
            }
            (Conversion::IntegerToPointer, Value::Number(number), Shape::Pointer) => {
                Value::Pointer(self.pointer_at(number))
            }
            (
                Conversion::Integer
                | Conversion::IntegerToFloat
                | Conversion::FloatToInteger
                | Conversion::Float
                | Conversion::PointerToInteger
                | Conversion::IntegerToPointer,
                _,
                _,
            ) => {
                let what = self
                    .unit()
                    .types
                    .name(crate::c::types::QualType::plain(from));
                self.unsupported_value(format!("a value of type `{what}`"), &shape)
            }
        }
    }

    /// A floating number is rounded: for 32 bits, to its own type only where compilers are told to.
    pub(super) fn rounds(&mut self) {
        if self.unit().word() == 4 {
            self.code.world(WorldOp::Assume(ROUNDS.into()));
        }
    }

    /// A floating number without its fraction, if it fits.
    fn cut(&mut self, value: Expr, int: IntType) -> Expr {
        let Type::Float(float) = self.code.ty(&value) else {
            return self.code.cast(Type::Int(int), value);
        };
        let value = self.code.atom(value);
        let ty = Type::Float(float);
        // The number below the smallest one may not be a floating number; then none lies between the two.
        let below = (int.min() - 1) as f64;
        let low = match exact(float, below, int.min() - 1) {
            true => fold::binary(Op::Gt, value.clone(), floating(ty, below)),
            false => fold::binary(Op::Ge, value.clone(), floating(ty, int.min() as f64)),
        };
        let high = fold::binary(Op::Lt, value.clone(), floating(ty, (int.max() + 1) as f64));
        // Where overflow wraps, this still has no meaning to go on with.
        let away = self.undefined(Undefined::Overflow);
        // Not a number is not within.
        self.code
            .leave_if(fold::not(fold::binary(Op::And, low, high)), away);
        self.code.cast(Type::Int(int), value)
    }
}

fn exact(float: FloatType, value: f64, number: i128) -> bool {
    let near = float.value(float.nearest(value));
    near as i128 == number
}

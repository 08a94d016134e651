//! Expressions that can be evaluated without harm although C would not evaluate them.
//!
//! Where the right side of `&&` or `||` is one, the two sides become one condition: a branch less to follow.

use super::body::Lowering;
use super::endings::Undefined;
use super::home::{Home, StaticHome};
use crate::c::tree::{BinaryOp, Conversion, ExprId, ExprKind, UnaryOp};

impl Lowering<'_, '_> {
    /// Whether evaluating a scalar does nothing but give a value.
    pub(super) fn is_simple(&self, id: ExprId) -> bool {
        let unit = self.unit();
        match &unit.exprs[id].kind {
            ExprKind::Integer(_) | ExprKind::Null => true,
            // To ask whether a dead pointer is null is undefined.
            ExprKind::Read(_) if unit.types.is_pointer(unit.exprs[id].ty.id) => false,
            ExprKind::Read(lvalue) => self.is_simple_variable(*lvalue),
            ExprKind::Convert {
                conversion,
                operand,
            } => {
                let harmless = match conversion {
                    Conversion::Integer | Conversion::Truth | Conversion::Pointer => true,
                    Conversion::IntegerToFloat
                    | Conversion::FloatToInteger
                    | Conversion::Float
                    | Conversion::PointerToInteger
                    | Conversion::IntegerToPointer
                    | Conversion::Void
                    | Conversion::Same => false,
                };
                harmless && self.is_simple(*operand)
            }
            ExprKind::Unary {
                op: UnaryOp::Not | UnaryOp::Complement,
                operand,
            } => self.is_simple(*operand),
            ExprKind::Binary { op, left, right } => {
                self.is_harmless(*op, id) && self.is_simple(*left) && self.is_simple(*right)
            }
            ExprKind::Compare { left, right, .. } => {
                let numbers = !unit.types.is_pointer(unit.exprs[*left].ty.id);
                numbers && self.is_simple(*left) && self.is_simple(*right)
            }
            ExprKind::Logical { left, right, .. } => {
                self.is_simple(*left) && self.is_simple(*right)
            }
            _ => false,
        }
    }

    fn is_simple_variable(&self, lvalue: ExprId) -> bool {
        match &self.unit().exprs[lvalue].kind {
            ExprKind::Local(local) => match self.homes[local] {
                Home::Number(_, given) | Home::Pointer { given, .. } => given.is_none(),
                Home::Block(..) | Home::Variable(_) => false,
            },
            ExprKind::Global(global) => {
                matches!(
                    self.whole.static_home(*global),
                    StaticHome::Number(..) | StaticHome::Pointer(..)
                )
            }
            _ => false,
        }
    }

    fn is_harmless(&self, op: BinaryOp, id: ExprId) -> bool {
        let wraps = !self.unit().types.is_signed(self.unit().exprs[id].ty.id)
            || !self.checks(Undefined::Overflow);
        match op {
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => true,
            BinaryOp::Add | BinaryOp::Subtract => wraps,
            BinaryOp::Multiply
            | BinaryOp::Divide
            | BinaryOp::Remainder
            | BinaryOp::ShiftLeft
            | BinaryOp::ShiftRight => false,
        }
    }
}

//! Floating-point arithmetic, comparisons and conversions.

use ir::{BinaryOp, Expr, FloatType};

use crate::jvm::method::op::Kind;
use crate::jvm::method::translation::{Flow, Step, Translation, unsupported};

impl Translation<'_> {
    pub(in crate::jvm) fn float_binary(&mut self, _op: BinaryOp, _float: FloatType) -> Step<Flow> {
        Err(unsupported("floating-point arithmetic"))
    }

    pub(in crate::jvm) fn float_negate(&mut self, _float: FloatType) -> Step<Flow> {
        Err(unsupported("floating-point arithmetic"))
    }

    pub(in crate::jvm) fn float_convert(&mut self, _from: Kind, _to: Kind) -> Step<Flow> {
        Err(unsupported("floating-point arithmetic"))
    }

    /// Pushes `Entry::Floats(a, b, nan)`: kept apart so that a branch on it becomes one comparison.
    pub(in crate::jvm) fn compare_floats(&mut self, _float: FloatType, _nan: i64) -> Step<Flow> {
        Err(unsupported("floating-point arithmetic"))
    }
}

/// Minus one, zero or one, and `nan` where one is NaN: the value of `Entry::Floats`, an int.
pub(in crate::jvm) fn comparison_value(_a: Expr, _b: Expr, _nan: i64) -> Expr {
    todo!("minus one, zero, one")
}

/// Whether the value of `Entry::Floats` stands so to zero.
pub(in crate::jvm) fn condition(_op: BinaryOp, _a: Expr, _b: Expr, _nan: i64) -> Expr {
    todo!("a condition")
}

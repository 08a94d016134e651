//! Values of C in terms of the ir.

use ir::memory::Position;
use ir::{Const, Expr, IntType, Type};

use super::shape::Shape;

/// A pointer: a reference and an offset in bytes.
#[derive(Clone, Debug)]
pub(super) struct Pointer {
    /// A local or a constant, nothing larger: so it can be assigned after the offset.
    pub(super) block: Expr,
    pub(super) offset: Expr,
    /// How many bytes there are from offset 0, where the block is surely one that lives and may be written.
    pub(super) object: Option<u64>,
}

impl Pointer {
    pub(super) fn null() -> Self {
        Self {
            block: Expr::Const(Const::Null),
            offset: offset(0),
            object: None,
        }
    }

    pub(super) fn position(&self) -> Position {
        Position {
            block: self.block.clone(),
            offset: self.offset.clone(),
        }
    }

    /// Whether so many bytes from here are surely within a block that lives and may be written.
    pub(super) fn surely_holds(&self, size: u64) -> bool {
        match (self.object, &self.offset) {
            (Some(all), Expr::Const(Const::Int(_, at))) => u64::try_from(*at)
                .is_ok_and(|at| at.checked_add(size).is_some_and(|end| end <= all)),
            _ => false,
        }
    }
}

/// The value of an expression.
#[derive(Clone, Debug)]
pub(super) enum Value {
    /// None.
    Void,
    /// A number.
    Number(Expr),
    /// A pointer.
    Pointer(Pointer),
    /// A struct or union: where it lies. Nobody changes it before it is used.
    Record(Pointer),
}

impl Value {
    /// Any value of a shape, for code that is never reached.
    pub(super) fn dummy(shape: &Shape) -> Self {
        match shape {
            Shape::Void => Self::Void,
            Shape::Number(ty) => Self::Number(Expr::Const(Const::zero(*ty))),
            Shape::Pointer => Self::Pointer(Pointer::null()),
            Shape::Record(_) => Self::Record(Pointer::null()),
            Shape::Other(_) => Self::Void,
        }
    }
}

/// A constant offset.
pub(super) fn offset(bytes: i64) -> Expr {
    Expr::Const(Const::Int(IntType::I64, bytes))
}

/// A constant number; what is beyond the type wraps.
pub(super) fn number(ty: IntType, value: i128) -> Expr {
    Expr::Const(Const::Int(ty, ty.wrap(value as i64)))
}

/// A constant of a floating type, or a whole number.
pub(super) fn floating(ty: Type, value: f64) -> Expr {
    match ty {
        Type::Float(float) => Expr::Const(Const::Float(float, float.nearest(value))),
        Type::Int(int) => number(int, value as i128),
        Type::Bool | Type::Ref => Expr::Const(Const::zero(ty)),
    }
}

//! The type of an expression, if it has one.

use base::Arena;

use crate::{
    BinaryOp, Const, Expr, IntType, Local, LocalId, MAX_EXPR_DEPTH, Program, Type, UnaryOp,
};

/// What an expression may speak of.
pub(super) struct Typing<'a> {
    pub(super) program: &'a Program,
    pub(super) locals: &'a Arena<LocalId, Local>,
}

impl Typing<'_> {
    pub(super) fn local(&self, local: LocalId) -> Result<Type, String> {
        self.locals
            .get(local)
            .map(|l| l.ty)
            .ok_or_else(|| format!("there is no local {local}"))
    }

    pub(super) fn expr(&self, expr: &Expr) -> Result<Type, String> {
        self.within(expr, MAX_EXPR_DEPTH)
    }

    /// `Err` unless the expression has this type.
    pub(super) fn expect(&self, expr: &Expr, ty: Type) -> Result<(), String> {
        let found = self.expr(expr)?;
        same(found, ty)
    }

    fn within(&self, expr: &Expr, depth: usize) -> Result<Type, String> {
        let Some(depth) = depth.checked_sub(1) else {
            return Err(format!("an expression nests deeper than {MAX_EXPR_DEPTH}"));
        };
        match expr {
            Expr::Const(constant) => constant_type(self.program, *constant),
            Expr::Local(local) => self.local(*local),
            Expr::Unary(op, a) => unary(*op, self.within(a, depth)?),
            Expr::Binary(op, a, b) => binary(*op, self.within(a, depth)?, self.within(b, depth)?),
            Expr::Cast(ty, a) => cast(*ty, self.within(a, depth)?),
            Expr::InstanceOf(a, class) => {
                same(self.within(a, depth)?, Type::Ref)?;
                self.program
                    .classes
                    .get(*class)
                    .map(|_| Type::Bool)
                    .ok_or_else(|| format!("there is no {class}"))
            }
            Expr::Takes(array, value) => {
                same(self.within(array, depth)?, Type::Ref)?;
                same(self.within(value, depth)?, Type::Ref)?;
                Ok(Type::Bool)
            }
        }
    }
}

/// The type of a constant, if it is one.
pub(super) fn constant_type(program: &Program, constant: Const) -> Result<Type, String> {
    match constant {
        Const::Int(int, value) if !int.is_known() || !int.contains(value) => {
            Err(format!("{value} is not a number of {int}"))
        }
        Const::Float(float, bits) if !float.contains(bits) => Err(format!(
            "{bits:#x} are not the bits of a number of f{}",
            float.bits()
        )),
        Const::Object(object) if program.image.get(object).is_none() => {
            Err(format!("there is no object {object}"))
        }
        Const::Bool(_) | Const::Int(..) | Const::Float(..) | Const::Null | Const::Object(_) => {
            Ok(constant.ty())
        }
    }
}

pub(super) fn same(found: Type, wanted: Type) -> Result<(), String> {
    if found == wanted {
        Ok(())
    } else {
        Err(format!("{wanted} is needed where {found} stands"))
    }
}

fn unary(op: UnaryOp, a: Type) -> Result<Type, String> {
    let result = match (op, a) {
        (UnaryOp::Not, Type::Bool) | (UnaryOp::Neg, Type::Int(_) | Type::Float(_)) => Some(a),
        (UnaryOp::Abs | UnaryOp::Sqrt, Type::Float(_)) => Some(a),
        (UnaryOp::ToBits, Type::Float(float)) => Some(Type::Int(float.bits_type())),
        (UnaryOp::FromBits, Type::Int(int)) => int.float_type().map(Type::Float),
        (
            UnaryOp::Not
            | UnaryOp::Neg
            | UnaryOp::Abs
            | UnaryOp::Sqrt
            | UnaryOp::ToBits
            | UnaryOp::FromBits,
            _,
        ) => None,
    };
    result.ok_or_else(|| format!("{op:?} does not work on {a}"))
}

fn binary(op: BinaryOp, a: Type, b: Type) -> Result<Type, String> {
    use BinaryOp::*;
    let integer = matches!(a, Type::Int(_));
    let number = integer || matches!(a, Type::Float(_));
    let (wanted, works) = match op {
        Add | Sub | Mul | Div | Rem | Lt | Le | Gt | Ge => (a, number),
        And | Or | Xor => (a, integer || a == Type::Bool),
        Shl | Shr | Ushr => (Type::Int(IntType::I32), integer),
        Eq | Ne => (a, true),
    };
    if works && b == wanted {
        Ok(if op.is_comparison() { Type::Bool } else { a })
    } else {
        Err(format!("{op:?} does not work on {a} and {b}"))
    }
}

fn cast(to: Type, from: Type) -> Result<Type, String> {
    let works = match (from, to) {
        (Type::Ref, _) | (_, Type::Ref) => false,
        (Type::Bool, Type::Float(_)) | (Type::Float(_), Type::Bool) => false,
        (_, Type::Int(int)) => int.is_known(),
        (_, Type::Bool | Type::Float(_)) => true,
    };
    if works {
        Ok(to)
    } else {
        Err(format!("{from} cannot become {to}"))
    }
}

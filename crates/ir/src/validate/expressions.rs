//! The type of an expression, if it has one.

use crate::{BinaryOp, Const, Expr, Function, IntType, LocalId, MAX_EXPR_DEPTH, Program, Type, UnaryOp};

/// What an expression may speak of.
pub(super) struct Typing<'a> {
    pub(super) program: &'a Program,
    pub(super) function: &'a Function,
}

impl Typing<'_> {
    pub(super) fn local(&self, local: LocalId) -> Result<Type, String> {
        self.function.locals.get(local).map(|l| l.ty).ok_or_else(|| format!("there is no local {local}"))
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
            Expr::Const(constant) => self.constant(*constant),
            Expr::Local(local) => self.local(*local),
            Expr::Unary(op, a) => unary(*op, self.within(a, depth)?),
            Expr::Binary(op, a, b) => binary(*op, self.within(a, depth)?, self.within(b, depth)?),
            Expr::Cast(ty, a) => cast(*ty, self.within(a, depth)?),
            Expr::InstanceOf(a, class) => {
                same(self.within(a, depth)?, Type::Ref)?;
                self.program.classes.get(*class).map(|_| Type::Bool).ok_or_else(|| format!("there is no {class}"))
            }
        }
    }

    fn constant(&self, constant: Const) -> Result<Type, String> {
        match constant {
            Const::Bool(_) => Ok(Type::Bool),
            Const::Int(int, value) if int.is_known() && int.contains(value) => Ok(Type::Int(int)),
            Const::Int(int, value) => Err(format!("{value} is not a number of {int}")),
            Const::Null => Ok(Type::Ref),
            Const::String(string) => {
                self.program.strings.get(string).ok_or_else(|| format!("there is no {string}"))?;
                self.program.string_class.ok_or("the program says no class for string literals")?;
                Ok(Type::Ref)
            }
        }
    }
}

pub(super) fn same(found: Type, wanted: Type) -> Result<(), String> {
    if found == wanted { Ok(()) } else { Err(format!("{wanted} is needed where {found} stands")) }
}

fn unary(op: UnaryOp, a: Type) -> Result<Type, String> {
    match (op, a) {
        (UnaryOp::Not, Type::Bool) | (UnaryOp::Neg, Type::Int(_)) => Ok(a),
        (UnaryOp::Not | UnaryOp::Neg, _) => Err(format!("{op:?} does not work on {a}")),
    }
}

fn binary(op: BinaryOp, a: Type, b: Type) -> Result<Type, String> {
    use BinaryOp::*;
    let (wanted, works) = match op {
        Add | Sub | Mul | Div | Rem | Lt | Le | Gt | Ge => (a, matches!(a, Type::Int(_))),
        And | Or | Xor => (a, a != Type::Ref),
        Shl | Shr | Ushr => (Type::Int(IntType::I32), matches!(a, Type::Int(_))),
        Eq | Ne => (a, true),
    };
    if works && b == wanted {
        Ok(if op.is_comparison() { Type::Bool } else { a })
    } else {
        Err(format!("{op:?} does not work on {a} and {b}"))
    }
}

fn cast(to: Type, from: Type) -> Result<Type, String> {
    let known = !matches!(to, Type::Int(int) if !int.is_known());
    if to != Type::Ref && from != Type::Ref && known { Ok(to) } else { Err(format!("{from} cannot become {to}")) }
}

//! Expressions of the ir, made simpler where constants allow it.

use ir::{BinaryOp, Const, Expr, Type, UnaryOp};

/// `a op b`. A constant result is computed; adding zero and the like is left out.
pub(super) fn binary(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    if let (Expr::Const(x), Expr::Const(y)) = (&a, &b)
        && let Some(result) = constant(op, *x, *y)
    {
        return Expr::Const(result);
    }
    match (op, &a, &b) {
        (
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Shl | BinaryOp::Ushr | BinaryOp::Shr,
            _,
            Expr::Const(Const::Int(_, 0)),
        ) => a,
        (BinaryOp::Add, Expr::Const(Const::Int(_, 0)), _) => b,
        (BinaryOp::Mul, _, Expr::Const(Const::Int(_, 1))) => a,
        (BinaryOp::Mul, Expr::Const(Const::Int(_, 1)), _) => b,
        (BinaryOp::And, Expr::Const(Const::Bool(true)), _) => b,
        (BinaryOp::And, _, Expr::Const(Const::Bool(true))) => a,
        (BinaryOp::And, Expr::Const(Const::Bool(false)), _) => a,
        (BinaryOp::Or, Expr::Const(Const::Bool(false)), _) => b,
        (BinaryOp::Or, _, Expr::Const(Const::Bool(false))) => a,
        (BinaryOp::Or, Expr::Const(Const::Bool(true)), _) => a,
        // Offsets are sums of a variable part and constants: (x + c) + d is x + (c + d), as all of it wraps.
        (BinaryOp::Add, Expr::Binary(BinaryOp::Add, x, c), Expr::Const(Const::Int(ty, _)))
            if matches!(**c, Expr::Const(_)) && ty.bits == 64 =>
        {
            let sum = binary(BinaryOp::Add, (**c).clone(), b.clone());
            binary(BinaryOp::Add, (**x).clone(), sum)
        }
        _ => Expr::Binary(op, Box::new(a), Box::new(b)),
    }
}

fn constant(op: BinaryOp, a: Const, b: Const) -> Option<Const> {
    match (a, b) {
        (Const::Int(ty, x), Const::Int(_, y)) => {
            let result = ty.binary(op, x, y)?;
            Some(if op.is_comparison() {
                Const::Bool(result != 0)
            } else {
                Const::Int(ty, result)
            })
        }
        (Const::Float(ty, x), Const::Float(_, y)) => {
            let result = ty.binary(op, x, y)?;
            Some(if op.is_comparison() {
                Const::Bool(result != 0)
            } else {
                Const::Float(ty, result)
            })
        }
        (Const::Null | Const::Object(_), Const::Null | Const::Object(_)) => match op {
            BinaryOp::Eq => Some(Const::Bool(a == b)),
            BinaryOp::Ne => Some(Const::Bool(a != b)),
            _ => None,
        },
        _ => None,
    }
}

/// `!a`.
pub(super) fn not(a: Expr) -> Expr {
    match a {
        Expr::Const(Const::Bool(b)) => Expr::Const(Const::Bool(!b)),
        Expr::Unary(UnaryOp::Not, inner) => *inner,
        _ => Expr::Unary(UnaryOp::Not, Box::new(a)),
    }
}

/// `-a`.
pub(super) fn negate(a: Expr) -> Expr {
    match a {
        Expr::Const(Const::Int(ty, value)) => {
            Expr::Const(Const::Int(ty, ty.wrap(value.wrapping_neg())))
        }
        _ => Expr::Unary(UnaryOp::Neg, Box::new(a)),
    }
}

/// `a`, of type `from`, as a `to`.
pub(super) fn cast(to: Type, from: Type, a: Expr) -> Expr {
    if from == to {
        return a;
    }
    match (to, &a) {
        (Type::Int(int), Expr::Const(Const::Int(_, value))) => {
            Expr::Const(Const::Int(int, int.wrap(*value)))
        }
        (Type::Int(int), Expr::Const(Const::Bool(b))) => {
            Expr::Const(Const::Int(int, i64::from(*b)))
        }
        _ => Expr::Cast(to, Box::new(a)),
    }
}

/// Whether it costs nothing to evaluate it twice.
pub(super) fn is_atom(expr: &Expr) -> bool {
    matches!(expr, Expr::Const(_) | Expr::Local(_))
}

/// The truth value, where it is known.
pub(super) fn known(expr: &Expr) -> Option<bool> {
    match expr {
        Expr::Const(Const::Bool(b)) => Some(*b),
        _ => None,
    }
}

//! Expressions as the source would write them.
//!
//! To the machine a boolean is an int. Every boolean that enters the stack is a cast, and the rules here take the casts
//! away again where the value is used, so that conditions read like the source. Constants are folded.

use base::Arena;
use ir::{BinaryOp, Const, Expr, FloatType, IntType, Local, LocalId, Type, UnaryOp};

type Locals = Arena<LocalId, Local>;

const INT: Type = Type::Int(IntType::I32);

pub(in crate::jvm) fn int(value: i64) -> Expr {
    Expr::Const(Const::Int(IntType::I32, value))
}

pub(in crate::jvm) fn boolean(value: bool) -> Expr {
    Expr::Const(Const::Bool(value))
}

pub(in crate::jvm) fn null() -> Expr {
    Expr::Const(Const::Null)
}

/// Whether evaluating it twice is as good as once.
pub(in crate::jvm) fn is_leaf(expr: &Expr) -> bool {
    match expr {
        Expr::Const(_) | Expr::Local(_) => true,
        Expr::Cast(_, inner) => matches!(**inner, Expr::Local(_)),
        Expr::Unary(..) | Expr::Binary(..) | Expr::InstanceOf(..) | Expr::Takes(..) => false,
    }
}

pub(in crate::jvm) fn type_of(locals: &Locals, expr: &Expr) -> Type {
    match expr {
        Expr::Const(Const::Bool(_)) | Expr::InstanceOf(..) | Expr::Takes(..) => Type::Bool,
        Expr::Const(Const::Int(int, _)) => Type::Int(*int),
        Expr::Const(Const::Float(float, _)) => Type::Float(*float),
        Expr::Const(Const::Null | Const::Object(_)) => Type::Ref,
        Expr::Local(local) => locals[*local].ty,
        Expr::Unary(UnaryOp::ToBits, a) => match type_of(locals, a) {
            Type::Float(FloatType::F32) => INT,
            _ => Type::Int(IntType::I64),
        },
        Expr::Unary(UnaryOp::FromBits, a) => match type_of(locals, a) {
            INT => Type::Float(FloatType::F32),
            _ => Type::Float(FloatType::F64),
        },
        Expr::Unary(UnaryOp::Not | UnaryOp::Neg | UnaryOp::Abs | UnaryOp::Sqrt, a) => {
            type_of(locals, a)
        }
        Expr::Binary(op, ..) if op.is_comparison() => Type::Bool,
        Expr::Binary(_, a, _) => type_of(locals, a),
        Expr::Cast(ty, _) => *ty,
    }
}

/// match: `t(x)` with `x` of type `t`; result: `x`
/// match: `t(i32(x))` with `x` of type `t` that fits into an int; result: `x`
/// match: `t(c)`; result: the constant
pub(in crate::jvm) fn cast(locals: &Locals, ty: Type, expr: Expr) -> Expr {
    if type_of(locals, &expr) == ty {
        return expr;
    }
    match (ty, expr) {
        (_, Expr::Cast(INT, inner)) if fits_into_int(ty) && type_of(locals, &inner) == ty => *inner,
        (Type::Bool, Expr::Const(Const::Int(_, value))) => boolean(value & 1 == 1),
        (Type::Int(int), Expr::Const(Const::Int(_, value))) => {
            Expr::Const(Const::Int(int, int.wrap(value)))
        }
        (Type::Int(int), Expr::Const(Const::Bool(value))) => {
            Expr::Const(Const::Int(int, i64::from(value)))
        }
        (_, expr) => Expr::Cast(ty, Box::new(expr)),
    }
}

fn fits_into_int(ty: Type) -> bool {
    match ty {
        Type::Bool => true,
        Type::Int(int) => int.bits < 32 || int == IntType::I32,
        Type::Float(_) | Type::Ref => false,
    }
}

/// The boolean that an int on the stack was made of.
fn as_boolean(locals: &Locals, expr: &Expr) -> Option<Expr> {
    match expr {
        Expr::Cast(INT, inner) if type_of(locals, inner) == Type::Bool => Some((**inner).clone()),
        Expr::Const(Const::Int(IntType::I32, value @ (0 | 1))) => Some(boolean(*value == 1)),
        _ => None,
    }
}

/// match: `!c`; result: the constant
/// match: `!!x`; result: `x`
/// match: `!(a < b)`; result: `a >= b`, and so on
pub(in crate::jvm) fn not(locals: &Locals, expr: Expr) -> Expr {
    match expr {
        Expr::Const(Const::Bool(value)) => boolean(!value),
        Expr::Unary(UnaryOp::Not, inner) => *inner,
        // On NaN a comparison and its opposite are both false.
        Expr::Binary(op, a, b)
            if op.is_comparison() && !matches!(type_of(locals, &a), Type::Float(_)) =>
        {
            Expr::Binary(negated(op), a, b)
        }
        expr => Expr::Unary(UnaryOp::Not, Box::new(expr)),
    }
}

fn negated(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Eq => BinaryOp::Ne,
        BinaryOp::Ne => BinaryOp::Eq,
        BinaryOp::Lt => BinaryOp::Ge,
        BinaryOp::Ge => BinaryOp::Lt,
        BinaryOp::Gt => BinaryOp::Le,
        BinaryOp::Le => BinaryOp::Gt,
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => op,
        BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor
        | BinaryOp::Shl
        | BinaryOp::Shr
        | BinaryOp::Ushr => op,
    }
}

/// `a op b` on two ints, two longs or, for shifts, one of each.
///
/// match: two constants; result: the constant
/// match: `i32(x) & i32(y)` with booleans; result: `i32(x & y)`, also for `|` and `^`
/// match: `i32(x) ^ 1`; result: `i32(!x)`
pub(in crate::jvm) fn arithmetic(locals: &Locals, op: BinaryOp, a: Expr, b: Expr) -> Expr {
    if let (Expr::Const(Const::Int(int, x)), Expr::Const(Const::Int(_, y))) = (&a, &b)
        && let Some(value) = int.binary(op, *x, *y)
    {
        return Expr::Const(Const::Int(*int, value));
    }
    if matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor)
        && let (Some(x), Some(y)) = (as_boolean(locals, &a), as_boolean(locals, &b))
    {
        return cast(locals, INT, logical(locals, op, x, y));
    }
    Expr::Binary(op, Box::new(a), Box::new(b))
}

/// match: `x & true`, `x | false`, `x ^ false`; result: `x`
/// match: `x & false`, `x | true`; result: the constant
/// match: `x ^ true`; result: `!x`
fn logical(locals: &Locals, op: BinaryOp, a: Expr, b: Expr) -> Expr {
    let (a, b) = if matches!(a, Expr::Const(_)) {
        (b, a)
    } else {
        (a, b)
    };
    let Expr::Const(Const::Bool(value)) = b else {
        return Expr::Binary(op, Box::new(a), Box::new(b));
    };
    match (op, value) {
        (BinaryOp::And, true) | (BinaryOp::Or | BinaryOp::Xor, false) => a,
        (BinaryOp::Xor, true) => not(locals, a),
        _ => boolean(value),
    }
}

/// Whether `a op b` holds for two ints.
///
/// match: two constants; result: the constant
/// match: `i32(x) == i32(y)` with booleans; result: `x == y`, also for `!=`
/// match: `i32(x) == 0` with a boolean; result: `!x`, and so on for every constant and operator
pub(in crate::jvm) fn compare(locals: &Locals, op: BinaryOp, a: Expr, b: Expr) -> Expr {
    if let (Expr::Const(Const::Int(int, x)), Expr::Const(Const::Int(_, y))) = (&a, &b) {
        return boolean(int.binary(op, *x, *y) == Some(1));
    }
    match (as_boolean(locals, &a), as_boolean(locals, &b)) {
        (Some(x), Some(y)) if matches!(op, BinaryOp::Eq | BinaryOp::Ne) => same(locals, op, x, y),
        _ => match (&a, &b) {
            (Expr::Cast(INT, x), Expr::Const(Const::Int(_, c)))
                if type_of(locals, x) == Type::Bool =>
            {
                at_each_value(locals, op, *c, (**x).clone())
            }
            _ => Expr::Binary(op, Box::new(a), Box::new(b)),
        },
    }
}

/// match: `x == true`; result: `x`
/// match: `x == false`; result: `!x`
fn same(locals: &Locals, op: BinaryOp, a: Expr, b: Expr) -> Expr {
    let (a, b) = if matches!(a, Expr::Const(_)) {
        (b, a)
    } else {
        (a, b)
    };
    match b {
        Expr::Const(Const::Bool(value)) if value == (op == BinaryOp::Eq) => a,
        Expr::Const(Const::Bool(_)) => not(locals, a),
        b => Expr::Binary(op, Box::new(a), Box::new(b)),
    }
}

/// `i32(x) op c`, decided for both values of `x`.
fn at_each_value(locals: &Locals, op: BinaryOp, c: i64, x: Expr) -> Expr {
    let holds = |value: i64| IntType::I32.binary(op, value, c) == Some(1);
    match (holds(0), holds(1)) {
        (false, true) => x,
        (true, false) => not(locals, x),
        (value, _) => boolean(value),
    }
}

/// Whether `a op b` holds for two references; `op` is `==` or `!=`.
///
/// match: two constants; result: the constant
pub(in crate::jvm) fn same_reference(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    match (&a, &b) {
        (Expr::Const(x), Expr::Const(y)) => boolean((x == y) == (op == BinaryOp::Eq)),
        _ => Expr::Binary(op, Box::new(a), Box::new(b)),
    }
}

/// Minus one, zero or one: how two longs compare.
pub(in crate::jvm) fn compare_longs(locals: &Locals, a: Expr, b: Expr) -> Expr {
    let part = |op| cast(locals, INT, compare(locals, op, a.clone(), b.clone()));
    arithmetic(
        locals,
        BinaryOp::Sub,
        part(BinaryOp::Gt),
        part(BinaryOp::Lt),
    )
}

#[cfg(test)]
mod tests {
    use base::Random;
    use ir::interp::{Machine, Outcome, Value};
    use ir::{Block, Function, FunctionId, Program, Terminator, TerminatorKind};

    use super::*;

    const OPERATORS: [BinaryOp; 12] = [
        BinaryOp::Add,
        BinaryOp::And,
        BinaryOp::Or,
        BinaryOp::Xor,
        BinaryOp::Sub,
        BinaryOp::Shl,
        BinaryOp::Eq,
        BinaryOp::Ne,
        BinaryOp::Lt,
        BinaryOp::Le,
        BinaryOp::Gt,
        BinaryOp::Ge,
    ];

    fn locals() -> Locals {
        let types = [
            Type::Bool,
            Type::Bool,
            INT,
            Type::Int(IntType::I64),
            Type::Int(IntType::I8),
            Type::Int(IntType::U16),
        ];
        types
            .into_iter()
            .enumerate()
            .map(|(i, ty)| Local {
                name: format!("v{i}"),
                ty,
            })
            .collect()
    }

    /// The same value twice: as the rules write it, and without any rule.
    fn int_value(random: &mut Random, locals: &Locals, depth: usize) -> (Expr, Expr) {
        if depth == 0 || random.chance(1, 4) {
            let leaf = match random.below(3) {
                0 => int(*random.pick(&[0, 1, 2, -1, i64::from(i32::MIN)])),
                _ => Expr::Local(base::Id::from_index(random.below(locals.len()))),
            };
            return (
                cast(locals, INT, leaf.clone()),
                plain_cast(locals, INT, leaf),
            );
        }
        let (a, plain_a) = int_value(random, locals, depth - 1);
        let (b, plain_b) = int_value(random, locals, depth - 1);
        let op = *random.pick(&OPERATORS);
        let plain = Expr::Binary(op, Box::new(plain_a.clone()), Box::new(plain_b));
        if random.chance(1, 4) {
            let to = *random.pick(&[
                Type::Bool,
                Type::Int(IntType::I64),
                Type::Int(IntType::I8),
                Type::Int(IntType::U16),
            ]);
            let plain = plain_cast(locals, INT, plain_cast(locals, to, plain_a));
            return (cast(locals, INT, cast(locals, to, a)), plain);
        }
        if op.is_comparison() {
            let (condition, plain) = (compare(locals, op, a, b), plain_cast(locals, INT, plain));
            // Twice negated, so that negation is tested too.
            return (
                cast(locals, INT, not(locals, not(locals, condition))),
                plain,
            );
        }
        (arithmetic(locals, op, a, b), plain)
    }

    fn plain_cast(locals: &Locals, ty: Type, expr: Expr) -> Expr {
        if type_of(locals, &expr) == ty {
            expr
        } else {
            Expr::Cast(ty, Box::new(expr))
        }
    }

    fn evaluate(locals: &Locals, expr: Expr, args: &[Value]) -> Outcome {
        let terminator = Terminator {
            kind: TerminatorKind::Return(Some(expr)),
            line: 0,
        };
        let blocks = [Block {
            statements: Vec::new(),
            terminator,
        }]
        .into_iter()
        .collect();
        let function = Function {
            name: "f".to_owned(),
            file: "".into(),
            params: locals.values().cloned().collect(),
            returns: Some(INT),
            code: ir::Code {
                locals: locals.clone(),
                blocks,
            }
            .into(),
        };
        let program = Program {
            functions: [function].into_iter().collect(),
            ..Program::default()
        };
        assert_eq!(ir::validate(&program), Ok(()));
        let id: FunctionId = base::Id::from_index(0);
        Machine::new(&program).call(id, args, 100)
    }

    #[test]
    fn no_rule_changes_a_value() {
        let locals = locals();
        let mut random = Random::seeded(1);
        for _ in 0..5000 {
            let (simplified, plain) = int_value(&mut random, &locals, 4);
            for _ in 0..4 {
                let args: Vec<Value> = locals
                    .values()
                    .map(|local| match local.ty {
                        Type::Int(int) => Value::Int(int.wrap(*random.pick(&[
                            0,
                            1,
                            -1,
                            77,
                            i64::MIN,
                            1 << 31,
                            1 << 40,
                        ]))),
                        _ => Value::Bool(random.chance(1, 2)),
                    })
                    .collect();
                let expected = evaluate(&locals, plain.clone(), &args);
                assert_eq!(
                    evaluate(&locals, simplified.clone(), &args),
                    expected,
                    "{simplified:?} for {plain:?}, {args:?}"
                );
            }
        }
    }
}

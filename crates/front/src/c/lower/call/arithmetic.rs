//! Functions that compute what operators of C cannot.

use ir::{BinaryOp as Op, Expr, FloatType, IntType, Like, Type, UnaryOp};

use super::Used;
use super::intrinsic::{I32, NamedCall};
use crate::c::lower::body::Lowering;
use crate::c::lower::fold;
use crate::c::lower::shape::{I64, Shape};
use crate::c::lower::value::{Pointer, Value, number};

impl Lowering<'_, '_> {
    pub(super) fn arithmetic_function(&mut self, name: &str, call: &NamedCall) -> Option<Value> {
        let values: Vec<&Value> = call.values.iter().map(|(value, _)| value).collect();
        let value = match (name, &values[..]) {
            ("fabs" | "fabsf", [Value::Number(x)]) => self.on_real(name, UnaryOp::Abs, x),
            ("sqrt" | "sqrtf", [Value::Number(x)]) => {
                let x = self.real(name, x);
                let root = Expr::Unary(UnaryOp::Sqrt, Box::new(x.clone()));
                self.in_domain(root, &[x])
            }
            ("fmod" | "fmodf", [Value::Number(x), Value::Number(y)]) => {
                let (x, y) = (self.real(name, x), self.real(name, y));
                let rest = fold::binary(Op::Rem, x.clone(), y.clone());
                self.in_domain(rest, &[x, y])
            }
            _ => return None,
        };
        Some(value)
    }

    /// Functions of the compiler. `name` is without `__builtin_`.
    pub(super) fn compiler_function(&mut self, name: &str, call: &NamedCall) -> Option<Value> {
        if let Some(ended) = self.ending_of_compiler(name) {
            return Some(ended);
        }
        let values: Vec<&Value> = call.values.iter().map(|(value, _)| value).collect();
        let value = match (name, &values[..]) {
            ("signbit", [Value::Number(x)]) => self.sign_bit(x, call.used),
            ("alloca" | "alloca_with_align", [Value::Number(size), ..]) => {
                self.allocate_for_call(size)
            }
            ("assume_aligned", [pointer @ Value::Pointer(_), ..]) => (*pointer).clone(),
            ("prefetch", _) => Value::Void,
            // It looks at its argument without evaluating it.
            ("constant_p", []) => {
                let known = self
                    .code
                    .open(Type::Bool, "__builtin_constant_p", Like::Any);
                Value::Number(self.code.cast(I32, known))
            }
            (_, [Value::Number(a), Value::Number(b), Value::Pointer(to)]) => {
                let (op, typed) = overflow_operator(name)?;
                return self.with_overflow((op, typed), [a, b], to, call);
            }
            _ => return None,
        };
        Some(value)
    }

    /// Any number but zero where a number is negative. What is no number has a sign, too, and nobody knows which.
    fn sign_bit(&mut self, x: &Expr, used: Used) -> Value {
        let x = self.code.cast(Type::Float(FloatType::F64), x.clone());
        let x = self.code.keep(x);
        let negative = self.code.temporary(I32);
        let (number_block, none, on) = (self.code.block(), self.code.block(), self.code.block());
        self.code.branch(
            fold::binary(Op::Eq, x.clone(), x.clone()),
            number_block,
            none,
        );
        self.code.at(none);
        let any = self.code.open(I32, "signbit", Like::Any);
        self.code.assign(negative, any);
        self.code.goto(on);
        self.code.at(number_block);
        let bits = Expr::Unary(UnaryOp::ToBits, Box::new(x));
        let below = fold::binary(Op::Lt, bits, number(IntType::I64, 0));
        let below = self.code.cast(I32, below);
        let given = match used {
            Used::Truth => below,
            Used::No | Used::Value | Used::Sign => {
                self.code.open(I32, "signbit", Like::Truth(below))
            }
        };
        self.code.assign(negative, given);
        self.code.flow(on);
        Value::Number(Expr::Local(negative))
    }

    /// An argument in the type that the name says.
    fn real(&mut self, name: &str, value: &Expr) -> Expr {
        let ty = if name.ends_with('f') {
            FloatType::F32
        } else {
            FloatType::F64
        };
        self.code.cast(Type::Float(ty), value.clone())
    }

    fn on_real(&mut self, name: &str, op: UnaryOp, value: &Expr) -> Value {
        let value = self.real(name, value);
        Value::Number(Expr::Unary(op, Box::new(value)))
    }

    /// A result that is no number though the arguments are: libraries may or may not set `errno` then.
    fn in_domain(&mut self, result: Expr, arguments: &[Expr]) -> Value {
        if !self.whole.reads_errno() {
            return Value::Number(result);
        }
        let result = self.code.keep(result);
        let is_number = |x: &Expr| fold::binary(Op::Eq, x.clone(), x.clone());
        let given = arguments
            .iter()
            .map(is_number)
            .reduce(|a, b| fold::binary(Op::And, a, b));
        let beyond = given.map_or_else(
            || fold::not(is_number(&result)),
            |given| fold::binary(Op::And, given, fold::not(is_number(&result))),
        );
        let (outside, on) = (self.code.block(), self.code.block());
        self.code.branch(beyond, outside, on);
        self.code.at(outside);
        self.unsupported("what `errno` is where a function has no result");
        self.code.at(on);
        Value::Number(result)
    }

    /// `__builtin_add_overflow` and the like: stores the result as far as it fits, and says whether it does not. The
    /// exact result is computed in 64 bits; operands that may need more are not done.
    fn with_overflow(
        &mut self,
        op: (Op, bool),
        [a, b]: [&Expr; 2],
        to: &Pointer,
        call: &NamedCall,
    ) -> Option<Value> {
        let target = call
            .ids
            .get(2)
            .and_then(|id| self.unit().types.pointee(self.unit().exprs[*id].ty.id))?;
        let Shape::Number(Type::Int(int)) = self.shape(target.id) else {
            return None;
        };
        let (op, typed) = op;
        let (a, b) = (self.widened(a, int, typed), self.widened(b, int, typed));
        let overflows = match [self.code.ty(&a), self.code.ty(&b)] {
            [Type::Int(x), Type::Int(y)] if fits_wide(op, x, y) => self.beyond(op, &a, &b, int),
            [Type::Int(x), Type::Int(y)] if x == int && y == int => self.wraps(op, &a, &b, int),
            _ => {
                return Some(
                    self.unsupported_value("arithmetic of more than 64 bits", &Shape::Number(I32)),
                );
            }
        };
        let overflows = self.code.keep(overflows);
        let (a, b) = (self.code.cast(I64, a), self.code.cast(I64, b));
        let result = fold::binary(op, a, b);
        let result = self.code.cast(Type::Int(int), result);
        self.store_value(to, &Value::Number(result));
        Some(Value::Number(self.code.cast(I32, overflows)))
    }

    /// An operand in the type of the result, if that has all its values or the function's name says so.
    fn widened(&mut self, operand: &Expr, int: IntType, typed: bool) -> Expr {
        let holds =
            |x: IntType| (x.signed == int.signed || int.signed) && (x.bits < int.bits || x == int);
        let operand = match self.code.ty(operand) {
            Type::Int(own) if typed || holds(own) => {
                self.code.cast(Type::Int(int), operand.clone())
            }
            _ => operand.clone(),
        };
        self.code.atom(operand)
    }

    /// Whether the exact result, which 64 bits hold, is not one of the target's.
    fn beyond(&mut self, op: Op, a: &Expr, b: &Expr, int: IntType) -> Expr {
        let (a, b) = (
            self.code.cast(I64, a.clone()),
            self.code.cast(I64, b.clone()),
        );
        let exact = self.code.keep(fold::binary(op, a, b));
        match int.bits {
            64 if int.signed => Expr::Const(ir::Const::Bool(false)),
            64 => fold::binary(Op::Lt, exact, number(IntType::I64, 0)),
            _ => {
                let below = fold::binary(Op::Lt, exact.clone(), number(IntType::I64, int.min()));
                fold::binary(
                    Op::Or,
                    below,
                    fold::binary(Op::Gt, exact, number(IntType::I64, int.max())),
                )
            }
        }
    }

    /// Whether an operation wraps in the type that all of it has, of 64 bits, or unsigned of 32 for products.
    fn wraps(&mut self, op: Op, a: &Expr, b: &Expr, int: IntType) -> Expr {
        let zero = number(int, 0);
        let result = self.code.keep(fold::binary(op, a.clone(), b.clone()));
        let differ = |x: &Expr, y: &Expr| fold::binary(Op::Xor, x.clone(), y.clone());
        match (op, int.signed) {
            (Op::Add, true) => fold::binary(
                Op::Lt,
                fold::binary(Op::And, differ(a, &result), differ(b, &result)),
                zero,
            ),
            (Op::Sub, true) => fold::binary(
                Op::Lt,
                fold::binary(Op::And, differ(a, b), differ(a, &result)),
                zero,
            ),
            (Op::Add, false) => fold::binary(Op::Lt, result, a.clone()),
            (Op::Sub, false) => fold::binary(Op::Lt, a.clone(), b.clone()),
            _ => self.product_wraps(a, b, result, int),
        }
    }

    /// A product is right if dividing by a factor gives the other one.
    fn product_wraps(&mut self, a: &Expr, b: &Expr, product: Expr, int: IntType) -> Expr {
        let wraps = self.code.temporary(Type::Bool);
        let (some, none, on) = (self.code.block(), self.code.block(), self.code.block());
        self.code
            .branch(fold::binary(Op::Ne, b.clone(), number(int, 0)), some, none);
        self.code.at(none);
        self.code.assign(wraps, Expr::Const(ir::Const::Bool(false)));
        self.code.goto(on);
        self.code.at(some);
        let back = fold::binary(Op::Ne, fold::binary(Op::Div, product, b.clone()), a.clone());
        // The least number divided by -1 wraps to itself, so the division does not tell.
        let least = fold::binary(Op::Eq, a.clone(), number(int, int.min()));
        let turned = fold::binary(
            Op::And,
            least,
            fold::binary(Op::Eq, b.clone(), number(int, -1)),
        );
        let wrong = if int.signed {
            fold::binary(Op::Or, back, turned)
        } else {
            back
        };
        self.code.assign(wraps, wrong);
        self.code.flow(on);
        Expr::Local(wraps)
    }
}

/// Whether an exact result fits an `I64`, whatever the operands are.
fn fits_wide(op: Op, x: IntType, y: IntType) -> bool {
    x.bits <= 32 && y.bits <= 32 && (op != Op::Mul || x.signed || y.signed)
}

/// `add_overflow`, `uaddl_overflow` and so on, and whether the name says the type.
fn overflow_operator(name: &str) -> Option<(Op, bool)> {
    let name = name.strip_suffix("_overflow")?;
    let operators = [("add", Op::Add), ("sub", Op::Sub), ("mul", Op::Mul)];
    if let Some((_, op)) = operators.iter().find(|(base, _)| *base == name) {
        return Some((*op, false));
    }
    let name = name.strip_prefix(['s', 'u'])?;
    let is = |base: &str| {
        name.strip_prefix(base)
            .is_some_and(|size| matches!(size, "" | "l" | "ll"))
    };
    operators
        .iter()
        .find(|(base, _)| is(base))
        .map(|(_, op)| (*op, true))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_operations_that_tell_of_overflow_are_known() {
        for (base, op) in [("add", Op::Add), ("sub", Op::Sub), ("mul", Op::Mul)] {
            assert_eq!(
                overflow_operator(&format!("{base}_overflow")),
                Some((op, false))
            );
            for name in [
                format!("s{base}"),
                format!("u{base}"),
                format!("s{base}l"),
                format!("u{base}ll"),
            ] {
                assert_eq!(
                    overflow_operator(&format!("{name}_overflow")),
                    Some((op, true)),
                    "{name}"
                );
            }
            assert_eq!(overflow_operator(base), None);
        }
    }
}

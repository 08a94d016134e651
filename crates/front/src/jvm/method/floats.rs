//! Floating-point arithmetic, comparisons and conversions.

use ir::{BinaryOp, Expr, FloatType, IntType, Type, UnaryOp};

use crate::jvm::method::op::Kind;
use crate::jvm::method::state::Entry;
use crate::jvm::method::translation::{Flow, Step, Translation};

impl Translation<'_> {
    pub(in crate::jvm) fn float_binary(&mut self, op: BinaryOp, float: FloatType) -> Step<Flow> {
        let kind = Kind::of(Type::Float(float));
        let b = self.pop(kind)?;
        let a = self.pop(kind)?;
        self.push(binary(op, a, b), kind);
        Ok(Flow::On)
    }

    pub(in crate::jvm) fn float_negate(&mut self, float: FloatType) -> Step<Flow> {
        let kind = Kind::of(Type::Float(float));
        let a = self.pop(kind)?;
        self.push(Expr::Unary(UnaryOp::Neg, Box::new(a)), kind);
        Ok(Flow::On)
    }

    /// The machine's conversions are those of the ir: to the nearest, or towards zero and to the nearest end.
    pub(in crate::jvm) fn float_convert(&mut self, from: Kind, to: Kind) -> Step<Flow> {
        let value = self.pop(from)?;
        self.push(Expr::Cast(to.ty(), Box::new(value)), to);
        Ok(Flow::On)
    }

    /// Kept apart on the stack so that a branch on it becomes one comparison.
    pub(in crate::jvm) fn compare_floats(&mut self, float: FloatType, nan: i64) -> Step<Flow> {
        let kind = Kind::of(Type::Float(float));
        let b = self.pop(kind)?;
        let a = self.pop(kind)?;
        self.stack.push(Entry::Floats(a, b, nan));
        Ok(Flow::On)
    }
}

/// Minus one, zero or one, and `nan` where one is NaN: the value of `Entry::Floats`, an int.
pub(in crate::jvm) fn comparison_value(a: Expr, b: Expr, nan: i64) -> Expr {
    let part = |op| {
        let holds = condition(op, a.clone(), b.clone(), nan);
        Expr::Cast(Type::Int(IntType::I32), Box::new(holds))
    };
    binary(BinaryOp::Sub, part(BinaryOp::Gt), part(BinaryOp::Lt))
}

/// Whether the value of `Entry::Floats` stands so to zero.
///
/// A comparison with NaN is false. Where NaN counts as more (or less) than anything, a question that NaN must answer
/// with yes is the negation of the opposite one, which must stay a negation: `!(a <= b)` is not `a > b`.
pub(in crate::jvm) fn condition(op: BinaryOp, a: Expr, b: Expr, nan: i64) -> Expr {
    let opposite = match op {
        BinaryOp::Lt if nan < 0 => BinaryOp::Ge,
        BinaryOp::Le if nan < 0 => BinaryOp::Gt,
        BinaryOp::Gt if nan > 0 => BinaryOp::Le,
        BinaryOp::Ge if nan > 0 => BinaryOp::Lt,
        op => return binary(op, a, b),
    };
    Expr::Unary(UnaryOp::Not, Box::new(binary(opposite, a, b)))
}

fn binary(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    Expr::Binary(op, Box::new(a), Box::new(b))
}

#[cfg(test)]
mod tests {
    use ir::{Const, UnaryOp};

    use super::*;

    fn value(expr: &Expr) -> f64 {
        match expr {
            Expr::Const(Const::Float(_, bits)) => f64::from_bits(*bits),
            other => panic!("{other:?} is no constant"),
        }
    }

    fn holds(expr: &Expr) -> bool {
        match expr {
            Expr::Unary(UnaryOp::Not, inner) => !holds(inner),
            Expr::Binary(op, a, b) => {
                let (a, b) = (value(a), value(b));
                match op {
                    BinaryOp::Eq => a == b,
                    BinaryOp::Ne => a != b,
                    BinaryOp::Lt => a < b,
                    BinaryOp::Le => a <= b,
                    BinaryOp::Gt => a > b,
                    BinaryOp::Ge => a >= b,
                    other => panic!("{other:?} is no comparison"),
                }
            }
            other => panic!("{other:?} is no condition"),
        }
    }

    /// What the machine's instruction pushes (JVMS 6.5, `dcmp<op>`).
    fn pushed(a: f64, b: f64, nan: i64) -> i64 {
        match a.partial_cmp(&b) {
            Some(order) => order as i64,
            None => nan,
        }
    }

    #[test]
    fn a_branch_on_a_comparison_is_right_for_nan() {
        let values = [
            f64::NAN,
            0.0,
            -0.0,
            1.5,
            -2.0,
            f64::INFINITY,
            f64::NEG_INFINITY,
        ];
        let operators = [
            BinaryOp::Eq,
            BinaryOp::Ne,
            BinaryOp::Lt,
            BinaryOp::Le,
            BinaryOp::Gt,
            BinaryOp::Ge,
        ];
        let constant = |v: f64| Expr::Const(Const::Float(FloatType::F64, v.to_bits()));
        for (a, b) in values.iter().flat_map(|&a| values.map(|b| (a, b))) {
            for (nan, op) in [-1, 1]
                .iter()
                .flat_map(|&nan| operators.map(|op| (nan, op)))
            {
                let expected = IntType::I32.binary(op, pushed(a, b, nan), 0) == Some(1);
                assert_eq!(
                    holds(&condition(op, constant(a), constant(b), nan)),
                    expected,
                    "{a} {op:?} {b}, {nan}"
                );
            }
        }
    }
}

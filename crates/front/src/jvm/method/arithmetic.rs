//! Integer arithmetic and conversions.

use ir::{BinaryOp, Const, Expr, IntType, Type, UnaryOp};

use crate::jvm::method::op::Kind;
use crate::jvm::method::simplify;
use crate::jvm::method::state::Entry;
use crate::jvm::method::translation::{Flow, Step, Translation};

impl Translation<'_> {
    pub(in crate::jvm) fn binary(&mut self, op: BinaryOp, int: IntType) -> Step<Flow> {
        let kind = Kind::of(Type::Int(int));
        let shift = matches!(op, BinaryOp::Shl | BinaryOp::Shr | BinaryOp::Ushr);
        let b = self.pop(if shift { Kind::Int } else { kind })?;
        let a = self.pop(kind)?;
        if !matches!(op, BinaryOp::Div | BinaryOp::Rem) {
            let result = simplify::arithmetic(self.out.locals(), op, a, b);
            self.push(result, kind);
            return Ok(Flow::On);
        }
        let b = self.as_leaf(b);
        if self.refuse_zero(&b, int)? == Flow::Ended {
            return Ok(Flow::Ended);
        }
        let result = simplify::arithmetic(self.out.locals(), op, a, b);
        self.push(result, kind);
        Ok(Flow::On)
    }

    /// Raises an `ArithmeticException` if a divisor is zero.
    fn refuse_zero(&mut self, divisor: &Expr, int: IntType) -> Step<Flow> {
        let zero = Expr::Const(Const::Int(int, 0));
        let is_zero = simplify::compare(self.out.locals(), BinaryOp::Eq, divisor.clone(), zero);
        self.raise_if(is_zero, "java/lang/ArithmeticException")
    }

    pub(in crate::jvm) fn negate(&mut self, int: IntType) -> Step<Flow> {
        let kind = Kind::of(Type::Int(int));
        let a = self.pop(kind)?;
        let result = match a {
            Expr::Const(Const::Int(int, value)) => {
                Expr::Const(Const::Int(int, int.wrap(value.wrapping_neg())))
            }
            a => Expr::Unary(UnaryOp::Neg, Box::new(a)),
        };
        self.push(result, kind);
        Ok(Flow::On)
    }

    pub(in crate::jvm) fn convert(&mut self, from: Kind, to: IntType) -> Step<Flow> {
        let value = self.pop(from)?;
        let kind = Kind::of(Type::Int(to));
        // A byte, short or char is an int again at once.
        let narrowed = self.out.cast(Type::Int(to), value);
        let widened = self.out.cast(kind.ty(), narrowed);
        self.push(widened, kind);
        Ok(Flow::On)
    }

    pub(in crate::jvm) fn compare_longs(&mut self) -> Step<Flow> {
        let b = self.pop(Kind::Long)?;
        let a = self.pop(Kind::Long)?;
        self.stack.push(Entry::Comparison(a, b));
        Ok(Flow::On)
    }
}

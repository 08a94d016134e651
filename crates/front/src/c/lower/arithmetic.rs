//! Arithmetic, and the branches for results that C does not define (C11 6.5).

use ir::{BinaryOp as Op, Const, Expr, IntType, Type};

use super::body::Lowering;
use super::endings::Undefined;
use super::fold;
use super::shape::{I64, Shape, U64};
use super::value::{Value, number};
use crate::c::tree::{BinaryOp, ExprId, UnaryOp};
use crate::c::types::TypeId;

impl Lowering<'_, '_> {
    pub(super) fn unary(&mut self, op: UnaryOp, operand: ExprId, ty: TypeId) -> Value {
        if op == UnaryOp::Not {
            let truth = fold::not(self.truth(operand));
            return Value::Number(fold::cast(Type::Int(IntType::I32), Type::Bool, truth));
        }
        let operand = self.number(operand);
        match (op, self.shape(ty)) {
            (UnaryOp::Negate, Shape::Number(Type::Int(int))) => {
                Value::Number(self.subtract(int, number(int, 0), operand))
            }
            (UnaryOp::Negate, Shape::Number(_)) => Value::Number(fold::negate(operand)),
            (UnaryOp::Complement, Shape::Number(Type::Int(int))) => {
                Value::Number(fold::binary(Op::Xor, operand, number(int, -1)))
            }
            (UnaryOp::Negate | UnaryOp::Complement | UnaryOp::Not, shape) => {
                self.unsupported_value("this operation", &shape)
            }
        }
    }

    /// An operation on two numbers of the type of the result, for shifts the right one of any integer type.
    pub(super) fn binary(&mut self, op: BinaryOp, left: Expr, right: Expr, ty: TypeId) -> Value {
        match self.shape(ty) {
            Shape::Number(Type::Int(int)) => {
                Value::Number(self.whole_numbers(op, int, left, right))
            }
            Shape::Number(_) => match float_operator(op) {
                Some(op) => {
                    self.rounds();
                    Value::Number(fold::binary(op, left, right))
                }
                None => self.unsupported_value("this operation", &self.shape(ty)),
            },
            shape => self.unsupported_value("long double", &shape),
        }
    }

    fn whole_numbers(&mut self, op: BinaryOp, int: IntType, left: Expr, right: Expr) -> Expr {
        match op {
            BinaryOp::Add => self.add(int, left, right),
            BinaryOp::Subtract => self.subtract(int, left, right),
            BinaryOp::Multiply => self.multiply(int, left, right),
            BinaryOp::Divide => self.divide(Op::Div, int, left, right),
            BinaryOp::Remainder => self.divide(Op::Rem, int, left, right),
            BinaryOp::ShiftLeft => self.shift(Op::Shl, int, left, right),
            BinaryOp::ShiftRight if int.signed => self.shift(Op::Shr, int, left, right),
            BinaryOp::ShiftRight => self.shift(Op::Ushr, int, left, right),
            BinaryOp::And => fold::binary(Op::And, left, right),
            BinaryOp::Xor => fold::binary(Op::Xor, left, right),
            BinaryOp::Or => fold::binary(Op::Or, left, right),
        }
    }

    fn may_overflow(&self, int: IntType) -> bool {
        int.signed && self.checks(Undefined::Overflow)
    }

    fn add(&mut self, int: IntType, left: Expr, right: Expr) -> Expr {
        if !self.may_overflow(int) {
            return fold::binary(Op::Add, left, right);
        }
        let (left, right) = (self.code.atom(left), self.code.atom(right));
        match (constant(&left), constant(&right)) {
            (_, Some(c)) => self.demand_range(int, &left, int.min() - c, int.max() - c),
            (Some(c), _) => self.demand_range(int, &right, int.min() - c, int.max() - c),
            (None, None) => {
                // The sum's sign differs from that of both operands.
                let sum = self
                    .code
                    .keep(fold::binary(Op::Add, left.clone(), right.clone()));
                self.demand_signs(int, [&left, &sum], [&right, &sum]);
                return sum;
            }
        }
        fold::binary(Op::Add, left, right)
    }

    fn subtract(&mut self, int: IntType, left: Expr, right: Expr) -> Expr {
        if !self.may_overflow(int) {
            return difference(int, left, right);
        }
        let (left, right) = (self.code.atom(left), self.code.atom(right));
        match (constant(&left), constant(&right)) {
            (_, Some(c)) => self.demand_range(int, &left, int.min() + c, int.max() + c),
            (Some(c), _) => self.demand_range(int, &right, c - int.max(), c - int.min()),
            (None, None) => {
                // The operands' signs differ, and the difference's from that of the left one.
                let difference = self
                    .code
                    .keep(fold::binary(Op::Sub, left.clone(), right.clone()));
                self.demand_signs(int, [&left, &right], [&left, &difference]);
                return difference;
            }
        }
        difference(int, left, right)
    }

    /// Goes on only unless in both pairs the signs differ.
    fn demand_signs(&mut self, int: IntType, a: [&Expr; 2], b: [&Expr; 2]) {
        let differ = |[x, y]: [&Expr; 2]| fold::binary(Op::Xor, x.clone(), y.clone());
        let both = fold::binary(Op::And, differ(a), differ(b));
        let away = self.undefined(Undefined::Overflow);
        self.code
            .leave_if(fold::binary(Op::Lt, both, number(int, 0)), away);
    }

    /// Goes on only if a number is within a range; an end beyond those of the type asks for nothing.
    fn demand_range(&mut self, int: IntType, value: &Expr, low: i128, high: i128) {
        let mut beyond = Vec::new();
        if low > int.min() {
            beyond.push(fold::binary(Op::Lt, value.clone(), number(int, low)));
        }
        if high < int.max() {
            beyond.push(fold::binary(Op::Gt, value.clone(), number(int, high)));
        }
        for cond in beyond {
            let away = self.undefined(Undefined::Overflow);
            self.code.leave_if(cond, away);
        }
    }

    fn multiply(&mut self, int: IntType, left: Expr, right: Expr) -> Expr {
        if !self.may_overflow(int) {
            return fold::binary(Op::Mul, left, right);
        }
        let (left, right) = (self.code.atom(left), self.code.atom(right));
        match (constant(&left), constant(&right)) {
            (_, Some(c)) => self.demand_factor(int, &left, c),
            (Some(c), _) => self.demand_factor(int, &right, c),
            (None, None) if int.bits < 64 => return self.multiply_wide(int, left, right),
            (None, None) => self.demand_product(int, &left, &right),
        }
        fold::binary(Op::Mul, left, right)
    }

    /// Goes on only if a number times a constant fits.
    fn demand_factor(&mut self, int: IntType, value: &Expr, c: i128) {
        let (low, high) = match c {
            0 => return,
            1.. => (int.min() / c, int.max() / c),
            _ => (int.max() / c, int.min() / c),
        };
        self.demand_range(int, value, low, high);
    }

    /// The product in a type that it fits into for sure.
    fn multiply_wide(&mut self, int: IntType, left: Expr, right: Expr) -> Expr {
        let (left, right) = (self.code.cast(I64, left), self.code.cast(I64, right));
        let wide = self.code.keep(fold::binary(Op::Mul, left, right));
        let product = self
            .code
            .keep(fold::cast(Type::Int(int), I64, wide.clone()));
        let back = fold::cast(I64, Type::Int(int), product.clone());
        let away = self.undefined(Undefined::Overflow);
        self.code.leave_if(fold::binary(Op::Ne, back, wide), away);
        product
    }

    /// Goes on only if the product, divided by one factor, is the other.
    fn demand_product(&mut self, int: IntType, left: &Expr, right: &Expr) {
        let (check, on) = (self.code.block(), self.code.block());
        self.code.branch(
            fold::binary(Op::Ne, left.clone(), number(int, 0)),
            check,
            on,
        );
        self.code.at(check);
        let smallest = fold::binary(Op::Eq, right.clone(), number(int, int.min()));
        let minus = fold::binary(Op::Eq, left.clone(), number(int, -1));
        let away = self.undefined(Undefined::Overflow);
        self.code
            .leave_if(fold::binary(Op::And, minus, smallest), away);
        let product = fold::binary(Op::Mul, left.clone(), right.clone());
        let quotient = fold::binary(Op::Div, product, left.clone());
        self.code
            .leave_if(fold::binary(Op::Ne, quotient, right.clone()), away);
        self.code.flow(on);
    }

    fn divide(&mut self, op: Op, int: IntType, left: Expr, right: Expr) -> Expr {
        let (left, right) = (self.code.atom(left), self.code.atom(right));
        let away = self.undefined(Undefined::Division);
        self.code
            .leave_if(fold::binary(Op::Eq, right.clone(), number(int, 0)), away);
        if self.may_overflow(int) {
            let smallest = fold::binary(Op::Eq, left.clone(), number(int, int.min()));
            let minus = fold::binary(Op::Eq, right.clone(), number(int, -1));
            let away = self.undefined(Undefined::Overflow);
            self.code
                .leave_if(fold::binary(Op::And, smallest, minus), away);
        }
        // Soundness: a divisor that is surely zero must not stand in an expression, though nobody gets here.
        if constant(&right) == Some(0) {
            return number(int, 0);
        }
        fold::binary(op, left, right)
    }

    /// Shifts of negative numbers are what gcc makes of them; to the left only where undefined behaviour is no failure.
    fn shift(&mut self, op: Op, int: IntType, left: Expr, right: Expr) -> Expr {
        let right = self.code.atom(right);
        if self.checks(Undefined::Shift) {
            let amount = self.code.cast(Type::Int(U64), right.clone());
            let away = self.undefined(Undefined::Shift);
            self.code.leave_if(
                fold::binary(Op::Ge, amount, number(U64, i128::from(int.bits))),
                away,
            );
        }
        let amount = self.code.cast(Type::Int(IntType::I32), right);
        if op == Op::Shl && int.signed && self.whole.options.failures.undefined {
            return self.shift_signed_left(int, left, amount);
        }
        fold::binary(op, left, amount)
    }

    /// C gives a meaning to a shift of a signed number to the left only where the number is not negative and the result fits.
    fn shift_signed_left(&mut self, int: IntType, left: Expr, amount: Expr) -> Expr {
        let (left, amount) = (self.code.atom(left), self.code.atom(amount));
        let result = self
            .code
            .atom(fold::binary(Op::Shl, left.clone(), amount.clone()));
        if self.checks(Undefined::Shift) {
            let negative = fold::binary(Op::Lt, left.clone(), number(int, 0));
            let back = fold::binary(Op::Shr, result.clone(), amount);
            let lost = fold::binary(Op::Ne, back, left);
            let away = self.undefined(Undefined::Shift);
            self.code
                .leave_if(fold::binary(Op::Or, negative, lost), away);
        }
        result
    }
}

fn difference(int: IntType, left: Expr, right: Expr) -> Expr {
    match left {
        Expr::Const(Const::Int(_, 0)) => match constant(&right) {
            Some(c) => number(int, -c),
            None => fold::negate(right),
        },
        left => fold::binary(Op::Sub, left, right),
    }
}

fn float_operator(op: BinaryOp) -> Option<Op> {
    match op {
        BinaryOp::Multiply => Some(Op::Mul),
        BinaryOp::Divide => Some(Op::Div),
        BinaryOp::Add => Some(Op::Add),
        BinaryOp::Subtract => Some(Op::Sub),
        BinaryOp::Remainder
        | BinaryOp::ShiftLeft
        | BinaryOp::ShiftRight
        | BinaryOp::And
        | BinaryOp::Xor
        | BinaryOp::Or => None,
    }
}

/// The value of a constant number of a signed type.
fn constant(expr: &Expr) -> Option<i128> {
    match expr {
        Expr::Const(Const::Int(ty, value)) => Some(ty.value(*value)),
        _ => None,
    }
}

//! Conditions: truth values, and branches on them.

use ir::{BinaryOp, BlockId, Const, Expr, Type};

use super::body::Lowering;
use super::call::Used;
use super::fold;
use super::value::Value;
use crate::c::tree::{CompareOp, Conversion, ExprId, ExprKind, UnaryOp};

impl Lowering<'_, '_> {
    /// Goes to one block or the other, as a scalar is zero or not.
    pub(super) fn branch_on(&mut self, id: ExprId, then: BlockId, otherwise: BlockId) {
        let unit = self.unit();
        match &unit.exprs[id].kind {
            ExprKind::Convert {
                conversion: Conversion::Truth,
                operand,
            } => self.branch_on(*operand, then, otherwise),
            ExprKind::Unary {
                op: UnaryOp::Not,
                operand,
            } => self.branch_on(*operand, otherwise, then),
            ExprKind::Logical { and, left, right } if !self.is_simple(*right) => {
                let second = self.code.block();
                match and {
                    true => self.branch_on(*left, second, otherwise),
                    false => self.branch_on(*left, then, second),
                }
                self.code.at(second);
                self.branch_on(*right, then, otherwise);
            }
            ExprKind::Comma { left, right } => {
                self.effect(*left);
                self.branch_on(*right, then, otherwise);
            }
            _ => {
                let line = std::mem::replace(&mut self.code.line, unit.exprs[id].place.line);
                let cond = self.truth(id);
                self.code.branch(cond, then, otherwise);
                self.code.line = line;
            }
        }
    }

    /// Whether a scalar is not zero, a truth value of the ir.
    pub(super) fn truth(&mut self, id: ExprId) -> Expr {
        match &self.unit().exprs[id].kind {
            ExprKind::Convert {
                conversion: Conversion::Truth,
                operand,
            } => self.truth(*operand),
            ExprKind::Unary {
                op: UnaryOp::Not,
                operand,
            } => fold::not(self.truth(*operand)),
            ExprKind::Compare { op, left, right } => self.compare(*op, *left, *right),
            ExprKind::Logical { and, left, right } if self.is_simple(*right) => {
                let op = if *and { BinaryOp::And } else { BinaryOp::Or };
                let (left, right) = (self.truth(*left), self.truth(*right));
                let both = fold::binary(op, left, right);
                self.code.shallow(both)
            }
            ExprKind::Logical { .. } => self.logical(id),
            ExprKind::Call { callee, arguments } => {
                let value = self.call_for(id, *callee, arguments, Used::Truth);
                self.truth_of(&value)
            }
            _ => {
                let value = self.value(id);
                self.truth_of(&value)
            }
        }
    }

    pub(super) fn truth_of(&mut self, value: &Value) -> Expr {
        match value {
            Value::Number(number) => self.code.is_set(number.clone()),
            Value::Pointer(pointer) => self.is_set(pointer),
            Value::Void | Value::Record(_) => Expr::Const(Const::Bool(false)),
        }
    }

    /// `&&` and `||` where a value is needed.
    fn logical(&mut self, id: ExprId) -> Expr {
        let result = self.code.temporary(Type::Bool);
        let (yes, no, on) = (self.code.block(), self.code.block(), self.code.block());
        self.branch_on(id, yes, no);
        for (block, truth) in [(yes, true), (no, false)] {
            self.code.at(block);
            self.code.assign(result, Expr::Const(Const::Bool(truth)));
            self.code.goto(on);
        }
        self.code.at(on);
        Expr::Local(result)
    }

    pub(super) fn compare(&mut self, op: CompareOp, left: ExprId, right: ExprId) -> Expr {
        let [left, right] =
            match self.only_sign_matters(left, right) || self.only_sign_matters(right, left) {
                true => [self.compared(left, right), self.compared(right, left)],
                false => self.both(left, right),
            };
        match (left, right) {
            (Value::Number(left), Value::Number(right)) => {
                let both = fold::binary(operator(op), left, right);
                self.code.shallow(both)
            }
            (Value::Pointer(left), Value::Pointer(right)) => {
                self.compare_pointers(op, &left, &right)
            }
            _ => Expr::Const(Const::Bool(false)),
        }
    }

    /// Whether one side of a comparison is a call and the other is zero.
    fn only_sign_matters(&self, side: ExprId, other: ExprId) -> bool {
        let exprs = &self.unit().exprs;
        matches!(
            (&exprs[side].kind, &exprs[other].kind),
            (ExprKind::Call { .. }, ExprKind::Integer(0))
        )
    }

    fn compared(&mut self, side: ExprId, other: ExprId) -> Value {
        match &self.unit().exprs[side].kind {
            ExprKind::Call { callee, arguments } if self.only_sign_matters(side, other) => {
                self.call_for(side, *callee, arguments, Used::Sign)
            }
            _ => self.value(side),
        }
    }

    /// A call of which not all is looked at.
    fn call_for(&mut self, id: ExprId, callee: ExprId, arguments: &[ExprId], used: Used) -> Value {
        let own = self.unit().exprs[id].place.line;
        let line = std::mem::replace(&mut self.code.line, own);
        let value = self.call(id, callee, arguments, used);
        self.code.line = line;
        value
    }
}

pub(super) fn operator(op: CompareOp) -> BinaryOp {
    match op {
        CompareOp::Less => BinaryOp::Lt,
        CompareOp::LessOrEqual => BinaryOp::Le,
        CompareOp::Greater => BinaryOp::Gt,
        CompareOp::GreaterOrEqual => BinaryOp::Ge,
        CompareOp::Equal => BinaryOp::Eq,
        CompareOp::NotEqual => BinaryOp::Ne,
    }
}

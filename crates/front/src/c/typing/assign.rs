//! Assignments and increments (C11 6.5.16, 6.5.2.4).

use base::Place;
use lang_c::ast::{BinaryOperatorExpression, Expression};
use lang_c::span::Node;

use super::{Typed, Typing, wrong};
use crate::c::tree::*;
use crate::c::types::Type;

impl Typing<'_> {
    pub(super) fn assignment(
        &mut self,
        op: Option<BinaryOp>,
        node: &BinaryOperatorExpression,
        place: Place,
    ) -> Typed<ExprId> {
        let target = self.expression(&node.lhs)?;
        let value = self.value(&node.rhs)?;
        self.need_target(target, &place)?;
        if let Some(op) = op {
            return self.update(target, op, value, false, place);
        }
        let ty = self.ty(target);
        let value = self.assignable(value, ty, "the value assigned")?;
        Ok(self.expr(ExprKind::Assign { target, value }, ty, place))
    }

    /// A modifiable lvalue (C11 6.3.2.1).
    fn need_target(&self, target: ExprId, place: &Place) -> Typed<()> {
        let ty = self.unit.exprs[target].ty;
        if !self.is_lvalue(target)
            || matches!(self.unit.types.get(ty.id), Type::Array { .. } | Type::Void)
        {
            return wrong(place, "nothing can be assigned to this");
        }
        if ty.constant {
            return wrong(place, "this is constant: nothing can be assigned to it");
        }
        self.complete(ty.id, place).map(|_| ())
    }

    pub(super) fn step(
        &mut self,
        node: &Node<Expression>,
        op: BinaryOp,
        old: bool,
        place: Place,
    ) -> Typed<ExprId> {
        let target = self.expression(node)?;
        self.need_target(target, &place)?;
        let int = self.types().int();
        let one = self.expr(ExprKind::Integer(1), int, place.clone());
        self.update(target, op, one, old, place)
    }

    /// `target op= operand`.
    pub(super) fn update(
        &mut self,
        target: ExprId,
        op: BinaryOp,
        operand: ExprId,
        old: bool,
        place: Place,
    ) -> Typed<ExprId> {
        let ty = self.ty(target);
        let moves = matches!(op, BinaryOp::Add | BinaryOp::Subtract);
        let (operation, operand) = if self.unit.types.is_pointer(ty) && moves {
            if !self.unit.types.is_integer(self.ty(operand)) {
                return wrong(&place, "a pointer can be moved by an integer only");
            }
            let (minus, size) = (op == BinaryOp::Subtract, self.step_size(ty, &place)?);
            (UpdateOp::Pointer { minus, size }, self.promote(operand))
        } else {
            self.arithmetic_update(target, op, operand)?
        };
        let update = ExprKind::Update {
            target,
            operation,
            operand,
            old,
        };
        Ok(self.expr(update, ty, place))
    }

    fn arithmetic_update(
        &mut self,
        target: ExprId,
        op: BinaryOp,
        operand: ExprId,
    ) -> Typed<(UpdateOp, ExprId)> {
        let ty = self.ty(target);
        let value = self.rvalue(target)?;
        self.need_operands(op, value, operand)?;
        let (operand, common) = if op.is_shift() {
            let value = self.promote(value);
            (self.promote(operand), self.ty(value))
        } else {
            let (_, operand, common) = self.usual(value, operand);
            (operand, common)
        };
        let changes = ty != common;
        let operation = UpdateOp::Arithmetic {
            op,
            ty: common,
            before: changes.then(|| self.conversion(ty, common)),
            after: changes.then(|| self.conversion(common, ty)),
        };
        Ok((operation, operand))
    }
}

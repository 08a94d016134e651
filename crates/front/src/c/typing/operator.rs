//! Operators (C11 6.5.3 to 6.5.15), apart from assignment.

use base::Place;
use lang_c::ast::{
    BinaryOperator, BinaryOperatorExpression, ConditionalExpression, Expression, UnaryOperator,
};
use lang_c::span::Node;

use super::{Typed, Typing, unsupported, wrong};
use crate::c::prepass::SAME;
use crate::c::tree::*;
use crate::c::types::{QualType, Type, TypeId};

/// What a binary operator is.
pub(super) enum Family {
    Arithmetic(BinaryOp),
    Compare(CompareOp),
    Logical { and: bool },
    Index,
    Assign(Option<BinaryOp>),
}

pub(super) fn family(operator: &BinaryOperator) -> Family {
    use BinaryOperator as B;
    match operator {
        B::Index => Family::Index,
        B::Multiply => Family::Arithmetic(BinaryOp::Multiply),
        B::Divide => Family::Arithmetic(BinaryOp::Divide),
        B::Modulo => Family::Arithmetic(BinaryOp::Remainder),
        B::Plus => Family::Arithmetic(BinaryOp::Add),
        B::Minus => Family::Arithmetic(BinaryOp::Subtract),
        B::ShiftLeft => Family::Arithmetic(BinaryOp::ShiftLeft),
        B::ShiftRight => Family::Arithmetic(BinaryOp::ShiftRight),
        B::BitwiseAnd => Family::Arithmetic(BinaryOp::And),
        B::BitwiseXor => Family::Arithmetic(BinaryOp::Xor),
        B::BitwiseOr => Family::Arithmetic(BinaryOp::Or),
        B::Less => Family::Compare(CompareOp::Less),
        B::Greater => Family::Compare(CompareOp::Greater),
        B::LessOrEqual => Family::Compare(CompareOp::LessOrEqual),
        B::GreaterOrEqual => Family::Compare(CompareOp::GreaterOrEqual),
        B::Equals => Family::Compare(CompareOp::Equal),
        B::NotEquals => Family::Compare(CompareOp::NotEqual),
        B::LogicalAnd => Family::Logical { and: true },
        B::LogicalOr => Family::Logical { and: false },
        B::Assign => Family::Assign(None),
        B::AssignMultiply => Family::Assign(Some(BinaryOp::Multiply)),
        B::AssignDivide => Family::Assign(Some(BinaryOp::Divide)),
        B::AssignModulo => Family::Assign(Some(BinaryOp::Remainder)),
        B::AssignPlus => Family::Assign(Some(BinaryOp::Add)),
        B::AssignMinus => Family::Assign(Some(BinaryOp::Subtract)),
        B::AssignShiftLeft => Family::Assign(Some(BinaryOp::ShiftLeft)),
        B::AssignShiftRight => Family::Assign(Some(BinaryOp::ShiftRight)),
        B::AssignBitwiseAnd => Family::Assign(Some(BinaryOp::And)),
        B::AssignBitwiseXor => Family::Assign(Some(BinaryOp::Xor)),
        B::AssignBitwiseOr => Family::Assign(Some(BinaryOp::Or)),
    }
}

impl BinaryOp {
    pub(super) fn is_shift(self) -> bool {
        matches!(self, Self::ShiftLeft | Self::ShiftRight)
    }

    /// Whether it is defined on floating numbers.
    fn takes_floats(self) -> bool {
        matches!(
            self,
            Self::Multiply | Self::Divide | Self::Add | Self::Subtract
        )
    }
}

impl Typing<'_> {
    pub(super) fn unary(
        &mut self,
        operator: &UnaryOperator,
        node: &Node<Expression>,
        place: Place,
    ) -> Typed<ExprId> {
        use UnaryOperator as U;
        match operator {
            U::PostIncrement => self.step(node, BinaryOp::Add, true, place),
            U::PostDecrement => self.step(node, BinaryOp::Subtract, true, place),
            U::PreIncrement => self.step(node, BinaryOp::Add, false, place),
            U::PreDecrement => self.step(node, BinaryOp::Subtract, false, place),
            U::Address | U::Indirection => wrong(&place, "this operator cannot stand here"),
            U::Plus => {
                let operand = self.value(node)?;
                self.need(operand, |types, ty| types.is_arithmetic(ty), "a number")?;
                Ok(self.promote(operand))
            }
            U::Minus => {
                let operand = self.value(node)?;
                self.need(operand, |types, ty| types.is_arithmetic(ty), "a number")?;
                Ok(self.unary_op(UnaryOp::Negate, operand, place))
            }
            U::Complement => {
                let operand = self.value(node)?;
                self.need(operand, |types, ty| types.is_integer(ty), "an integer")?;
                Ok(self.unary_op(UnaryOp::Complement, operand, place))
            }
            U::Negate => {
                let operand = self.condition(node)?;
                let int = self.types().int();
                Ok(self.expr(
                    ExprKind::Unary {
                        op: UnaryOp::Not,
                        operand,
                    },
                    int,
                    place,
                ))
            }
        }
    }

    fn unary_op(&mut self, op: UnaryOp, operand: ExprId, place: Place) -> ExprId {
        let operand = self.promote(operand);
        let ty = self.ty(operand);
        self.expr(ExprKind::Unary { op, operand }, ty, place)
    }

    fn need(
        &self,
        expr: ExprId,
        is: fn(&crate::c::types::Types, TypeId) -> bool,
        what: &str,
    ) -> Typed<()> {
        let ty = self.ty(expr);
        match is(&self.unit.types, ty) {
            true => Ok(()),
            false => wrong(
                &self.place_of(expr),
                format!("{what} is needed here, not `{}`", self.type_name(ty)),
            ),
        }
    }

    pub(super) fn binary_operator(
        &mut self,
        node: &BinaryOperatorExpression,
        place: Place,
    ) -> Typed<ExprId> {
        match family(&node.operator.node) {
            Family::Arithmetic(op) => {
                let (left, right) = (self.value(&node.lhs)?, self.value(&node.rhs)?);
                self.arithmetic_op(op, left, right, place)
            }
            Family::Compare(op) => {
                let (left, right) = (self.value(&node.lhs)?, self.value(&node.rhs)?);
                self.compare(op, left, right, place)
            }
            Family::Logical { and } => {
                let (left, right) = (self.condition(&node.lhs)?, self.condition(&node.rhs)?);
                let int = self.types().int();
                Ok(self.expr(ExprKind::Logical { and, left, right }, int, place))
            }
            Family::Index => {
                let (left, right) = (self.value(&node.lhs)?, self.value(&node.rhs)?);
                let element = self.arithmetic_op(BinaryOp::Add, left, right, place.clone())?;
                self.deref(element, place)
            }
            Family::Assign(op) => self.assignment(op, node, place),
        }
    }

    pub(super) fn arithmetic_op(
        &mut self,
        op: BinaryOp,
        left: ExprId,
        right: ExprId,
        place: Place,
    ) -> Typed<ExprId> {
        let pointers = (
            self.unit.types.is_pointer(self.ty(left)),
            self.unit.types.is_pointer(self.ty(right)),
        );
        match (op, pointers) {
            (BinaryOp::Add, (true, false)) => self.offset(left, right, false, place),
            (BinaryOp::Add, (false, true)) => self.offset(right, left, false, place),
            (BinaryOp::Subtract, (true, false)) => self.offset(left, right, true, place),
            (BinaryOp::Subtract, (true, true)) => self.difference(left, right, place),
            _ => self.numbers(op, left, right, place),
        }
    }

    fn numbers(
        &mut self,
        op: BinaryOp,
        left: ExprId,
        right: ExprId,
        place: Place,
    ) -> Typed<ExprId> {
        self.need_operands(op, left, right)?;
        let (left, right, ty) = if op.is_shift() {
            let (left, right) = (self.promote(left), self.promote(right));
            (left, right, self.ty(left))
        } else {
            self.usual(left, right)
        };
        Ok(self.expr(ExprKind::Binary { op, left, right }, ty, place))
    }

    pub(super) fn need_operands(&self, op: BinaryOp, left: ExprId, right: ExprId) -> Typed<()> {
        for operand in [left, right] {
            match op.takes_floats() {
                true => self.need(operand, |types, ty| types.is_arithmetic(ty), "a number")?,
                false => self.need(operand, |types, ty| types.is_integer(ty), "an integer")?,
            }
        }
        Ok(())
    }

    /// The size of what a pointer points to; 1 for `void` and functions, as gcc has it.
    pub(super) fn step_size(&self, pointer: TypeId, place: &Place) -> Typed<u64> {
        let Some(to) = self.unit.types.pointee(pointer) else {
            return wrong(place, "a pointer is needed here");
        };
        match self.unit.types.get(to.id) {
            Type::Void | Type::Function(_) => Ok(1),
            _ => Ok(self.complete(to.id, place)?.size),
        }
    }

    fn offset(
        &mut self,
        pointer: ExprId,
        index: ExprId,
        minus: bool,
        place: Place,
    ) -> Typed<ExprId> {
        self.need(index, |types, ty| types.is_integer(ty), "an integer")?;
        let ty = self.ty(pointer);
        let index = self.promote(index);
        let (index, size) = match self.variable_step(ty, index, &place)? {
            Some(step) => step,
            None => (index, self.step_size(ty, &place)?),
        };
        let offset = ExprKind::Offset {
            pointer,
            index,
            minus,
            size,
        };
        let offset = self.expr(offset, ty, place);
        self.note_length(offset, pointer);
        Ok(offset)
    }

    fn difference(&mut self, left: ExprId, right: ExprId, place: Place) -> Typed<ExprId> {
        if self.is_label(left) || self.is_label(right) {
            return unsupported(&place, "the distance of labels");
        }
        let size = self.step_size(self.ty(left), &place)?;
        if self.step_size(self.ty(right), &place)? != size || size == 0 {
            return wrong(
                &place,
                "these pointers cannot be subtracted: they point to different types",
            );
        }
        let kind = self.unit.machine.difference_type();
        let ty = self.types().integer(kind);
        Ok(self.expr(ExprKind::Difference { left, right, size }, ty, place))
    }

    /// Whether a value is the address of a label.
    fn is_label(&self, value: ExprId) -> bool {
        match self.unit.exprs[value].kind {
            ExprKind::Convert { operand, .. } => self.is_label(operand),
            ExprKind::Address(lvalue) => match self.unit.exprs[lvalue].kind {
                ExprKind::Global(id) => {
                    let mut functions = self.unit.functions.values();
                    functions.any(|function| function.addressed.values().any(|label| *label == id))
                }
                _ => false,
            },
            _ => false,
        }
    }

    pub(super) fn compare(
        &mut self,
        op: CompareOp,
        left: ExprId,
        right: ExprId,
        place: Place,
    ) -> Typed<ExprId> {
        let (a, b) = (self.ty(left), self.ty(right));
        let pointers = (self.unit.types.is_pointer(a), self.unit.types.is_pointer(b));
        let (left, right) = match pointers {
            (true, true) => (left, right),
            // An integer that is no null constant is compared with a warning of gcc's.
            (true, false) => {
                self.need(right, |types, ty| types.is_integer(ty), "a pointer")?;
                (left, self.convert(right, a))
            }
            (false, true) => {
                self.need(left, |types, ty| types.is_integer(ty), "a pointer")?;
                (self.convert(left, b), right)
            }
            (false, false) => {
                self.need(left, |types, ty| types.is_arithmetic(ty), "a number")?;
                self.need(right, |types, ty| types.is_arithmetic(ty), "a number")?;
                let (left, right, _) = self.usual(left, right);
                (left, right)
            }
        };
        let int = self.types().int();
        Ok(self.expr(ExprKind::Compare { op, left, right }, int, place))
    }

    pub(super) fn comma(&mut self, parts: &[Node<Expression>], place: Place) -> Typed<ExprId> {
        let mut values = parts.iter().map(|part| (part, place.clone()));
        let Some((first, _)) = values.next() else {
            return wrong(&place, "an expression is missing here");
        };
        let mut left = self.value(first)?;
        for (part, place) in values {
            let right = self.value(part)?;
            let ty = self.ty(right);
            left = self.expr(ExprKind::Comma { left, right }, ty, place);
        }
        Ok(left)
    }

    pub(super) fn conditional(
        &mut self,
        node: &ConditionalExpression,
        place: Place,
    ) -> Typed<ExprId> {
        if let Expression::Identifier(name) = &node.then_expression.node
            && name.node.name == SAME
        {
            return self.elvis(node, place);
        }
        let condition = self.condition(&node.condition)?;
        let (then, otherwise) = (
            self.value(&node.then_expression)?,
            self.value(&node.else_expression)?,
        );
        let ty = self.branch_type(then, otherwise, &place)?;
        let (then, otherwise) = (self.convert(then, ty), self.convert(otherwise, ty));
        Ok(self.expr(
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            },
            ty,
            place,
        ))
    }

    fn elvis(&mut self, node: &ConditionalExpression, place: Place) -> Typed<ExprId> {
        let (value, otherwise) = (
            self.value(&node.condition)?,
            self.value(&node.else_expression)?,
        );
        self.need(
            value,
            |types, ty| types.is_scalar(ty),
            "a number or a pointer",
        )?;
        let ty = self.branch_type(value, otherwise, &place)?;
        let conversion = (self.ty(value) != ty).then(|| self.conversion(self.ty(value), ty));
        let otherwise = self.convert(otherwise, ty);
        Ok(self.expr(
            ExprKind::Elvis {
                value,
                conversion,
                otherwise,
            },
            ty,
            place,
        ))
    }

    /// The type of `c ? a : b` (C11 6.5.15).
    fn branch_type(&mut self, a: ExprId, b: ExprId, place: &Place) -> Typed<TypeId> {
        let (s, t) = (self.ty(a), self.ty(b));
        let types = &self.unit.types;
        if types.is_arithmetic(s) && types.is_arithmetic(t) {
            return Ok(self.usual(a, b).2);
        }
        if types.is_void(s) || types.is_void(t) {
            return Ok(self.types().id(Type::Void));
        }
        if types.record(s).is_some() && s == t {
            return Ok(s);
        }
        match (types.pointee(s), types.pointee(t)) {
            (Some(_), Some(_)) if self.is_null_constant(a) => Ok(t),
            (Some(_), Some(_)) if self.is_null_constant(b) => Ok(s),
            (Some(to), Some(other)) => Ok(self.joined_pointer(to, other)),
            (Some(_), None) if types.is_integer(t) => Ok(s),
            (None, Some(_)) if types.is_integer(s) => Ok(t),
            _ => {
                let (s, t) = (self.type_name(s), self.type_name(t));
                wrong(
                    place,
                    format!("the two sides of `?:` have the types `{s}` and `{t}`"),
                )
            }
        }
    }

    /// A pointer to what both point to, with the qualifiers of both; to `void` where one does, or where they differ.
    fn joined_pointer(&mut self, a: QualType, b: QualType) -> TypeId {
        let types = &self.unit.types;
        let to = if types.is_void(a.id) || types.is_void(b.id) {
            self.types().id(Type::Void)
        } else if !types.compatible(a.id, b.id) {
            // No C, but gcc warns only, and forgets the qualifiers.
            let void = self.types().id(Type::Void);
            return self.types().pointer(QualType::plain(void));
        } else if self.layout(a.id).is_none() {
            b.id
        } else {
            a.id
        };
        let to = QualType::plain(to).with(a).with(b);
        self.types().pointer(to)
    }
}

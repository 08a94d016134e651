//! Expressions, each kind in a few lines; what takes more has a file of its own.

use ir::{BlockId, Const, Expr, IntType, Type};

use super::body::Lowering;
use super::call::Used;
use super::fold;
use super::order::{Operand, Part};
use super::place::{Spot, member_spot};
use super::shape::Shape;
use super::value::{Pointer, Value, floating, number, offset};
use crate::c::tree::*;
use crate::c::types::TypeId;

impl Lowering<'_, '_> {
    /// Evaluates an expression for its effects.
    pub(super) fn effect(&mut self, id: ExprId) {
        let unit = self.unit();
        match &unit.exprs[id].kind {
            ExprKind::Convert {
                conversion: Conversion::Void | Conversion::Same,
                operand,
            } => self.effect(*operand),
            ExprKind::Comma { left, right } => {
                self.effect(*left);
                self.effect(*right);
            }
            ExprKind::Call { callee, arguments } => {
                let line = std::mem::replace(&mut self.code.line, unit.exprs[id].place.line);
                self.call(id, *callee, arguments, Used::No);
                self.code.line = line;
            }
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => {
                self.effect_of_either(*condition, *then, *otherwise);
            }
            // Reading an array or record without looking at it does nothing.
            ExprKind::Read(lvalue) if unit.types.record(unit.exprs[id].ty.id).is_some() => {
                self.spot(*lvalue);
            }
            _ => {
                self.value(id);
            }
        }
    }

    /// A conditional whose value nobody looks at.
    fn effect_of_either(&mut self, condition: ExprId, then: ExprId, otherwise: ExprId) {
        let (yes, no, on) = (self.code.block(), self.code.block(), self.code.block());
        self.branch_on(condition, yes, no);
        for (block, id, holds) in [(yes, then, true), (no, otherwise, false)] {
            self.code.at(block);
            self.on_outcome(condition, holds);
            self.effect(id);
            self.code.goto(on);
        }
        self.code.at(on);
    }

    /// The value of an expression.
    pub(super) fn value(&mut self, id: ExprId) -> Value {
        let own = self.unit().exprs[id].place.line;
        let line = std::mem::replace(&mut self.code.line, own);
        let value = match self.value_here(id) {
            Value::Number(number) => Value::Number(self.code.shallow(number)),
            value => value,
        };
        self.code.line = line;
        value
    }

    /// The value of an expression that is a number.
    pub(super) fn number(&mut self, id: ExprId) -> Expr {
        match self.value(id) {
            Value::Number(number) => number,
            Value::Void | Value::Pointer(_) | Value::Record(_) => {
                match self.shape(self.unit().exprs[id].ty.id) {
                    Shape::Number(ty) => Expr::Const(Const::zero(ty)),
                    _ => number(IntType::I32, 0),
                }
            }
        }
    }

    fn value_here(&mut self, id: ExprId) -> Value {
        let unit = self.unit();
        let node = &unit.exprs[id];
        let ty = node.ty.id;
        match &node.kind {
            ExprKind::Integer(value) => self.integer(*value, ty),
            ExprKind::Float(value) => match self.shape(ty) {
                Shape::Number(ty) => Value::Number(floating(ty, *value)),
                shape => self.unsupported_value("long double", &shape),
            },
            ExprKind::Null => Value::Pointer(Pointer::null()),
            ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::String(_)
            | ExprKind::CompoundLiteral { .. }
            | ExprKind::Deref(_)
            | ExprKind::Member { .. } => self.bare_lvalue(id),
            ExprKind::Function(function) => self.function_pointer(*function),
            ExprKind::MemberOfValue { .. } => {
                let spot = self.spot(id);
                self.read(&spot, ty)
            }
            ExprKind::Read(lvalue) => {
                let spot = self.spot(*lvalue);
                self.read(&spot, ty)
            }
            ExprKind::Address(lvalue) => self.address(*lvalue),
            ExprKind::Decay(array) => Value::Pointer(self.decayed(id, *array)),
            ExprKind::Convert {
                conversion,
                operand,
            } => self.conversion(*conversion, *operand, ty),
            ExprKind::Unary { .. }
            | ExprKind::Binary { .. }
            | ExprKind::Compare { .. }
            | ExprKind::Logical { .. }
            | ExprKind::Offset { .. }
            | ExprKind::Difference { .. }
            | ExprKind::Conditional { .. }
            | ExprKind::Elvis { .. }
            | ExprKind::Comma { .. } => self.operation(id, &node.kind, ty),
            ExprKind::Assign { target, value } => self.assign(*target, *value),
            ExprKind::Update {
                target,
                operation,
                operand,
                old,
            } => self.update(*target, *operation, *operand, *old),
            ExprKind::Call { callee, arguments } => self.call(id, *callee, arguments, Used::Value),
            ExprKind::Statements { block, value } => self.statements(*block, *value, ty),
            ExprKind::ArgumentList { op, list } => self.argument_list(*op, *list, ty),
            ExprKind::Unsupported(what) => self.unsupported_value(what.clone(), &self.shape(ty)),
        }
    }

    /// What computes with the values of other expressions.
    fn operation(&mut self, id: ExprId, kind: &ExprKind, ty: TypeId) -> Value {
        match kind {
            ExprKind::Unary { op, operand } => self.unary(*op, *operand, ty),
            ExprKind::Binary { op, left, right } => {
                let [left, right] = self.both(*left, *right);
                let (left, right) = (self.as_number(left, ty), self.as_number(right, ty));
                self.binary(*op, left, right, ty)
            }
            ExprKind::Compare { .. } | ExprKind::Logical { .. } => {
                let truth = self.truth(id);
                Value::Number(fold::cast(Type::Int(IntType::I32), Type::Bool, truth))
            }
            ExprKind::Offset {
                pointer,
                index,
                minus,
                size,
            } => {
                let [pointer, index] = self.both(*pointer, *index);
                let index = self.as_number(index, ty);
                let index = self.demand_element(id, index);
                Value::Pointer(self.moved_by(as_pointer(pointer), index, *minus, *size))
            }
            ExprKind::Difference { left, right, size } => {
                let [left, right] = self.both(*left, *right);
                let difference = self.difference(&as_pointer(left), &as_pointer(right), *size);
                match self.shape(ty) {
                    Shape::Number(ty) => Value::Number(self.code.cast(ty, difference)),
                    shape => Value::dummy(&shape),
                }
            }
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => self.conditional(*condition, *then, *otherwise, ty),
            ExprKind::Elvis {
                value,
                conversion,
                otherwise,
            } => self.elvis(*value, *conversion, *otherwise, ty),
            ExprKind::Comma { left, right } => {
                self.effect(*left);
                self.value(*right)
            }
            _ => unreachable!("no other kind is an operation"),
        }
    }

    fn integer(&mut self, value: i128, ty: TypeId) -> Value {
        match self.shape(ty) {
            Shape::Number(Type::Int(int)) => Value::Number(number(int, value)),
            Shape::Number(float) => Value::Number(floating(float, value as f64)),
            Shape::Pointer => {
                let block = Expr::Const(Const::Null);
                Value::Pointer(Pointer {
                    block,
                    offset: offset(value as i64),
                    object: None,
                })
            }
            shape => self.unsupported_value("long double", &shape),
        }
    }

    /// An lvalue that nobody reads: only what leads to it happens.
    fn bare_lvalue(&mut self, id: ExprId) -> Value {
        match self.spot(id) {
            Spot::Memory(at) => Value::Record(at),
            Spot::Local(_) | Spot::Static(..) | Spot::Bits(..) => Value::Void,
        }
    }

    fn address(&mut self, lvalue: ExprId) -> Value {
        match &self.unit().exprs[lvalue].kind {
            ExprKind::Function(function) => self.function_pointer(*function),
            ExprKind::Deref(pointer) => self.value(*pointer),
            ExprKind::Global(id) if self.is_stream(*id) => {
                self.unsupported_value("the address of a standard stream", &Shape::Pointer)
            }
            _ => Value::Pointer(self.spot_pointer(lvalue)),
        }
    }

    /// Where an array begins. Of one that is not used only the address counts.
    fn decayed(&mut self, id: ExprId, array: ExprId) -> Pointer {
        match self.unit().exprs[array].kind {
            ExprKind::Deref(pointer) if !self.used.contains(&id) => self.pointer(pointer),
            _ => self.spot_pointer(array),
        }
    }

    fn function_pointer(&mut self, function: FunctionId) -> Value {
        if self.is_perhaps_nowhere(function) {
            return self
                .unsupported_value("a function that may be defined nowhere", &Shape::Pointer);
        }
        let block = Expr::Const(Const::Object(self.whole.function_object(function)));
        Value::Pointer(Pointer {
            block,
            offset: offset(0),
            object: None,
        })
    }

    /// Whether a function is neither defined here nor needs to be elsewhere.
    pub(super) fn is_perhaps_nowhere(&self, function: FunctionId) -> bool {
        self.unit().functions[function].weak && !self.whole.has_body(function)
    }

    fn conditional(
        &mut self,
        condition: ExprId,
        then: ExprId,
        otherwise: ExprId,
        ty: TypeId,
    ) -> Value {
        let (yes, no, on) = (self.code.block(), self.code.block(), self.code.block());
        self.branch_on(condition, yes, no);
        let held = self.holder(ty);
        for (block, id, holds) in [(yes, then, true), (no, otherwise, false)] {
            self.code.at(block);
            self.on_outcome(condition, holds);
            let value = self.value(id);
            self.hold(&held, value, on);
        }
        self.code.at(on);
        held
    }

    fn elvis(
        &mut self,
        value: ExprId,
        conversion: Option<Conversion>,
        otherwise: ExprId,
        ty: TypeId,
    ) -> Value {
        let from = self.unit().exprs[value].ty.id;
        let value = self.value(value);
        let value = self.kept(value);
        let (yes, no, on) = (self.code.block(), self.code.block(), self.code.block());
        let cond = self.truth_of(&value);
        self.code.branch(cond, yes, no);
        let held = self.holder(ty);
        self.code.at(yes);
        let own = match conversion {
            Some(conversion) => self.convert(conversion, value, from, ty),
            None => value,
        };
        self.hold(&held, own, on);
        self.code.at(no);
        let other = self.value(otherwise);
        self.hold(&held, other, on);
        self.code.at(on);
        held
    }

    /// Locals for a value that comes from more than one place.
    pub(super) fn holder(&mut self, ty: TypeId) -> Value {
        let pointer = |lowering: &mut Self| Pointer {
            block: Expr::Local(lowering.code.temporary(Type::Ref)),
            offset: Expr::Local(lowering.code.temporary(super::shape::I64)),
            object: None,
        };
        match self.shape(ty) {
            Shape::Number(ty) => Value::Number(Expr::Local(self.code.temporary(ty))),
            Shape::Pointer => Value::Pointer(pointer(self)),
            Shape::Record(_) => Value::Record(pointer(self)),
            Shape::Void | Shape::Other(_) => Value::Void,
        }
    }

    /// Puts a value into its locals and goes on.
    pub(super) fn hold(&mut self, held: &Value, value: Value, on: BlockId) {
        self.keep_in(held, value);
        self.code.goto(on);
    }

    /// Puts a value into its locals.
    pub(super) fn keep_in(&mut self, held: &Value, value: Value) {
        match (held, value) {
            (Value::Number(Expr::Local(to)), Value::Number(value)) => self.code.assign(*to, value),
            (Value::Pointer(to), Value::Pointer(value))
            | (Value::Record(to), Value::Record(value)) => {
                if let (Expr::Local(block), Expr::Local(offset)) = (&to.block, &to.offset) {
                    self.code.assign(*offset, value.offset);
                    self.code.assign(*block, value.block);
                }
            }
            _ => {}
        }
    }

    /// The values of two operands.
    pub(super) fn both(&mut self, left: ExprId, right: ExprId) -> [Value; 2] {
        let operand = |id| Operand {
            id,
            part: Part::Value,
        };
        let mut values = self
            .operands(&[operand(left), operand(right)], &[0, 1])
            .into_iter();
        [
            values.next().unwrap_or(Value::Void),
            values.next().unwrap_or(Value::Void),
        ]
    }

    /// A value that is a number; zero of a type where nobody gets here.
    fn as_number(&self, value: Value, ty: TypeId) -> Expr {
        match (value, self.shape(ty)) {
            (Value::Number(number), _) => number,
            (_, Shape::Number(ty)) => Expr::Const(Const::zero(ty)),
            _ => number(IntType::I32, 0),
        }
    }

    fn assign(&mut self, target: ExprId, value: ExprId) -> Value {
        let ty = self.unit().exprs[target].ty.id;
        self.stores_beside(target, &[value]);
        let (spot, given) = match self.is_found_by_evaluation(target) {
            false => {
                let given = self.value(value);
                (self.spot(target), given)
            }
            true => self.target_and_value(target, value),
        };
        let after = self.write(&spot, given, ty);
        self.on_assign(target, Some(value));
        after
    }

    /// Where an assignment goes, and what is assigned.
    fn target_and_value(&mut self, target: ExprId, value: ExprId) -> (Spot, Value) {
        // The place of some bits is that of the record around them.
        let (place, bits) = match &self.unit().exprs[target].kind {
            ExprKind::Member { record, member } if member.bits.is_some() => (*record, Some(member)),
            _ => (target, None),
        };
        let operands = [
            Operand {
                id: place,
                part: Part::Place,
            },
            Operand {
                id: value,
                part: Part::Value,
            },
        ];
        let mut values = self.operands(&operands, &[0, 1]).into_iter();
        let at = as_pointer(values.next().unwrap_or(Value::Void));
        let spot = match bits {
            Some(member) => member_spot(at, member.offset, member.bits),
            None => Spot::Memory(at),
        };
        (spot, values.next().unwrap_or(Value::Void))
    }

    /// Whether something is evaluated to know where an lvalue is.
    pub(super) fn is_found_by_evaluation(&self, lvalue: ExprId) -> bool {
        match &self.unit().exprs[lvalue].kind {
            ExprKind::Local(_) | ExprKind::Global(_) => false,
            ExprKind::Member { record, .. } => self.is_found_by_evaluation(*record),
            _ => true,
        }
    }

    fn update(&mut self, target: ExprId, operation: UpdateOp, operand: ExprId, old: bool) -> Value {
        let ty = self.unit().exprs[target].ty.id;
        self.stores_beside(target, &[operand]);
        let (spot, before, operand) = self.updated(target, operand);
        let before = if old { self.kept(before) } else { before };
        let after = match (operation, before.clone()) {
            (
                UpdateOp::Arithmetic {
                    op,
                    ty: common,
                    before: to,
                    after: back,
                },
                value,
            ) => {
                let value = self.convert_if(to, value, ty, common);
                let Value::Number(left) = value else {
                    return value;
                };
                let result = self.binary(op, left, operand, common);
                self.convert_if(back, result, common, ty)
            }
            (UpdateOp::Pointer { minus, size }, Value::Pointer(pointer)) => {
                Value::Pointer(self.moved_by(pointer, operand, minus, size))
            }
            (UpdateOp::Pointer { .. }, value) => value,
        };
        let after = self.write(&spot, after, ty);
        self.on_assign(target, None);
        if old { before } else { after }
    }

    fn convert_if(
        &mut self,
        conversion: Option<Conversion>,
        value: Value,
        from: TypeId,
        to: TypeId,
    ) -> Value {
        match conversion {
            Some(conversion) => self.convert(conversion, value, from, to),
            None => value,
        }
    }

    /// `({ … })`.
    fn statements(&mut self, block: StmtId, has_value: bool, ty: TypeId) -> Value {
        let StmtKind::Block { body, .. } = &self.unit().stmts[block].kind else {
            return Value::Void;
        };
        let mut result = Value::Void;
        self.scoped(block, |lowering| {
            let (last, first) = match body.split_last() {
                Some((last, first)) if has_value => (Some(*last), first),
                _ => (None, &body[..]),
            };
            first.iter().for_each(|s| lowering.stmt(*s));
            if let Some(last) = last {
                result = lowering.last_value(last, ty);
            }
        });
        result
    }

    /// The value of the last statement between braces, which outlives them.
    fn last_value(&mut self, last: StmtId, ty: TypeId) -> Value {
        match &self.unit().stmts[last].kind {
            StmtKind::Expr(expr) => match (self.value(*expr), self.shape(ty)) {
                (Value::Record(at), Shape::Record(size)) => Value::Record(self.copied(&at, size)),
                (value, _) => self.kept(value),
            },
            StmtKind::Labelled { label, body } => {
                self.place_label(*label);
                self.last_value(*body, ty)
            }
            _ => {
                self.stmt(last);
                Value::dummy(&self.shape(ty))
            }
        }
    }
}

/// A value that is a pointer; null where nobody gets here.
fn as_pointer(value: Value) -> Pointer {
    match value {
        Value::Pointer(pointer) => pointer,
        Value::Void | Value::Number(_) | Value::Record(_) => Pointer::null(),
    }
}

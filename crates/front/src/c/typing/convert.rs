//! Conversions (C11 6.3), each a node of its own.

use base::Place;
use lang_c::ast::Expression;
use lang_c::span::Node;

use super::{Typed, Typing, constant, unsupported, wrong};
use crate::c::constant::bits;
use crate::c::tree::*;
use crate::c::types::{FloatKind, IntegerKind, QualType, Type, TypeId};

impl Typing<'_> {
    /// An expression for its value: read where it is an lvalue, a pointer where it is an array or a function.
    pub(super) fn value(&mut self, node: &Node<Expression>) -> Typed<ExprId> {
        let expr = self.expression(node)?;
        self.rvalue(expr)
    }

    /// An expression as a condition, a `_Bool`.
    pub(super) fn condition(&mut self, node: &Node<Expression>) -> Typed<ExprId> {
        let value = self.value(node)?;
        self.truth(value)
    }

    pub(super) fn truth(&mut self, value: ExprId) -> Typed<ExprId> {
        let (ty, place) = (self.ty(value), self.place_of(value));
        if !self.unit.types.is_scalar(ty) {
            return wrong(
                &place,
                format!("`{}` cannot be a condition", self.type_name(ty)),
            );
        }
        let bool_ = self.types().id(Type::Bool);
        Ok(self.convert(value, bool_))
    }

    pub(super) fn is_lvalue(&self, expr: ExprId) -> bool {
        match &self.unit.exprs[expr].kind {
            ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::String(_)
            | ExprKind::CompoundLiteral { .. }
            | ExprKind::Deref(_)
            | ExprKind::Member { .. } => self.unit.types.function(self.ty(expr)).is_none(),
            _ => false,
        }
    }

    pub(super) fn rvalue(&mut self, expr: ExprId) -> Typed<ExprId> {
        let (ty, place) = (self.unit.exprs[expr].ty, self.place_of(expr));
        match *self.unit.types.get(ty.id) {
            Type::Array { element, .. } | Type::VariableArray { element, .. } => {
                let pointer = self.types().pointer(element);
                Ok(self.expr(ExprKind::Decay(expr), pointer, place))
            }
            Type::Function(_) => Ok(self.address_of_function(expr)),
            Type::Void => Ok(expr),
            Type::Opaque(_) => unsupported(
                &place,
                format!("a value of type `{}`", self.type_name(ty.id)),
            ),
            _ if self.is_lvalue(expr) => {
                self.complete(ty.id, &place)?;
                Ok(self.expr(ExprKind::Read(expr), ty.id, place))
            }
            _ => Ok(expr),
        }
    }

    /// `f` and `*p` of function type as a pointer.
    pub(super) fn address_of_function(&mut self, expr: ExprId) -> ExprId {
        if let ExprKind::Deref(pointer) = self.unit.exprs[expr].kind {
            return pointer;
        }
        let (ty, place) = (self.unit.exprs[expr].ty, self.place_of(expr));
        let pointer = self.types().pointer(ty);
        self.expr(ExprKind::Address(expr), pointer, place)
    }

    /// The integer promotions (C11 6.3.1.1).
    pub(super) fn promote(&mut self, value: ExprId) -> ExprId {
        let ty = self.ty(value);
        if !self.unit.types.is_integer(ty) {
            return value;
        }
        if self.is_wide_field(value) {
            let (what, place) = (
                "arithmetic on a bit-field of more bits than int has",
                self.place_of(value),
            );
            return self.expr(ExprKind::Unsupported(what.to_owned()), ty, place);
        }
        let promoted = self.promoted(ty, self.field_width(value));
        self.convert(value, promoted)
    }

    /// Whether a value is that of a bit-field that is wider than `int` and narrower than its type. Compilers differ on the type that
    /// such values have.
    fn is_wide_field(&self, value: ExprId) -> bool {
        let own = bits(&self.unit.types, self.unit.machine, self.ty(value)).unwrap_or(0);
        self.field_width(value)
            .is_some_and(|width| width > 32 && width < own)
    }

    /// Whether a value has a type in which those of all bit-fields can be computed with, whatever their own is.
    fn is_as_wide_as_any(&self, value: ExprId) -> bool {
        let ty = self.ty(value);
        let wide = bits(&self.unit.types, self.unit.machine, ty) == Some(64);
        !self.is_wide_field(value) && (wide || self.unit.types.is_float(ty))
    }

    /// How many bits, where the value is that of a bit-field. As gcc has it, it still is one behind a comma, where it is
    /// assigned and as the value of a block.
    fn field_width(&self, value: ExprId) -> Option<u32> {
        match &self.unit.exprs[value].kind {
            ExprKind::Member { member, .. } | ExprKind::MemberOfValue { member, .. } => {
                member.bits.map(|bits| bits.width)
            }
            ExprKind::Read(inner)
            | ExprKind::Assign { target: inner, .. }
            | ExprKind::Update { target: inner, .. }
            | ExprKind::Comma { right: inner, .. } => self.field_width(*inner),
            ExprKind::Statements { block, value: true } => {
                self.field_width(self.last_expression(*block)?)
            }
            _ => None,
        }
    }

    /// The expression that a block ends with.
    fn last_expression(&self, block: StmtId) -> Option<ExprId> {
        let StmtKind::Block { body, .. } = &self.unit.stmts[block].kind else {
            return None;
        };
        match self.unit.stmts[*body.last()?].kind {
            StmtKind::Expr(last) => Some(last),
            _ => None,
        }
    }

    fn promoted(&mut self, ty: TypeId, width: Option<u32>) -> TypeId {
        let own = bits(&self.unit.types, self.unit.machine, ty).unwrap_or(0);
        let width = width.unwrap_or(own);
        let signed = self.unit.types.is_signed(ty);
        match self.unit.types.get(ty) {
            Type::Enum(id) if width >= 32 => self.unit.types.enums[*id].integer,
            Type::Integer(kind) if width == own && kind.rank() >= IntegerKind::Int.rank() => ty,
            _ if width < 32 || width == 32 && signed => self.types().int(),
            _ if width == 32 => self.types().integer(IntegerKind::UnsignedInt),
            _ => ty,
        }
    }

    /// The usual arithmetic conversions (C11 6.3.1.8): both operands in their common type.
    pub(super) fn usual(&mut self, left: ExprId, right: ExprId) -> (ExprId, ExprId, TypeId) {
        let promote = |typing: &mut Self, value, other| match typing.is_wide_field(value) {
            true if typing.is_as_wide_as_any(other) => value,
            true | false => typing.promote(value),
        };
        let (left, right) = (promote(self, left, right), promote(self, right, left));
        let ty = self.common(self.ty(left), self.ty(right));
        (self.convert(left, ty), self.convert(right, ty), ty)
    }

    /// The common type of two promoted ones.
    pub(super) fn common(&mut self, a: TypeId, b: TypeId) -> TypeId {
        match (
            self.unit.types.get(a).clone(),
            self.unit.types.get(b).clone(),
        ) {
            (Type::Float(a), Type::Float(b)) => self.types().id(Type::Float(a.max(b))),
            (Type::Float(_), _) => a,
            (_, Type::Float(_)) => b,
            (Type::Integer(a), Type::Integer(b)) => {
                let kind = self.common_integer(a, b);
                self.types().integer(kind)
            }
            _ => a,
        }
    }

    fn common_integer(&self, a: IntegerKind, b: IntegerKind) -> IntegerKind {
        if a.is_signed() == b.is_signed() {
            return if a.rank() >= b.rank() { a } else { b };
        }
        let (signed, unsigned) = if a.is_signed() { (a, b) } else { (b, a) };
        if unsigned.rank() >= signed.rank() {
            unsigned
        } else if self.unit.machine.integer(signed) > self.unit.machine.integer(unsigned) {
            signed
        } else {
            signed.unsigned()
        }
    }

    /// What is passed where nothing is known of the parameter (C11 6.5.2.2): promoted, `float` as `double`.
    pub(super) fn promote_argument(&mut self, value: ExprId) -> ExprId {
        match self.unit.types.get(self.ty(value)) {
            Type::Float(FloatKind::Float) => {
                let double = self.types().id(Type::Float(FloatKind::Double));
                self.convert(value, double)
            }
            _ => self.promote(value),
        }
    }

    /// A scalar as one of another scalar type, or of `void`. The caller knows that the types allow it.
    pub(super) fn convert(&mut self, operand: ExprId, to: TypeId) -> ExprId {
        let from = self.ty(operand);
        if from == to {
            return operand;
        }
        let place = self.place_of(operand);
        if self.unit.types.is_pointer(to) && self.is_null_constant(operand) {
            return self.expr(ExprKind::Null, to, place);
        }
        let conversion = self.conversion(from, to);
        self.expr(
            ExprKind::Convert {
                conversion,
                operand,
            },
            to,
            place,
        )
    }

    pub(super) fn conversion(&self, from: TypeId, to: TypeId) -> Conversion {
        let types = &self.unit.types;
        let float = (types.is_float(from), types.is_float(to));
        let pointer = (types.is_pointer(from), types.is_pointer(to));
        match types.get(to) {
            Type::Void => Conversion::Void,
            Type::Bool => Conversion::Truth,
            Type::Record(_) => Conversion::Same,
            _ => match (float, pointer) {
                ((true, true), _) => Conversion::Float,
                ((true, false), _) => Conversion::FloatToInteger,
                ((false, true), _) => Conversion::IntegerToFloat,
                (_, (true, true)) => Conversion::Pointer,
                (_, (true, false)) => Conversion::PointerToInteger,
                (_, (false, true)) => Conversion::IntegerToPointer,
                (_, (false, false)) => Conversion::Integer,
            },
        }
    }

    /// An integer constant 0, or such a thing as `void *` (C11 6.3.2.3).
    pub(super) fn is_null_constant(&self, expr: ExprId) -> bool {
        let node = &self.unit.exprs[expr];
        match &node.kind {
            ExprKind::Null => self.is_plain_void_pointer(node.ty.id),
            _ => {
                self.unit.types.is_integer(node.ty.id)
                    && constant::integer(&self.unit, expr) == Some(0)
            }
        }
    }

    fn is_plain_void_pointer(&self, ty: TypeId) -> bool {
        self.unit
            .types
            .pointee(ty)
            .is_some_and(|to| self.unit.types.is_void(to.id) && to == QualType::plain(to.id))
    }

    /// A value as what an assignment to `to` stores (C11 6.5.16.1). Pointers of other types and integers as pointers
    /// are let through, as gcc does with a warning.
    pub(super) fn assignable(&mut self, value: ExprId, to: TypeId, what: &str) -> Typed<ExprId> {
        let from = self.ty(value);
        let types = &self.unit.types;
        let fits = types.is_scalar(to) && types.is_scalar(from)
            || types.record(to).is_some() && types.record(to) == types.record(from);
        let mixed = types.is_pointer(to) && types.is_float(from)
            || types.is_float(to) && types.is_pointer(from);
        if !fits || mixed {
            let (from, to) = (self.type_name(from), self.type_name(to));
            return wrong(
                &self.place_of(value),
                format!("{what} must be of type `{to}`, not `{from}`"),
            );
        }
        Ok(self.convert(value, to))
    }

    /// An explicit cast (C11 6.5.4).
    pub(super) fn cast(&mut self, value: ExprId, to: TypeId, place: &Place) -> Typed<ExprId> {
        let from = self.ty(value);
        let types = &self.unit.types;
        if let Type::Opaque(_) = types.get(to) {
            return unsupported(place, format!("a value of type `{}`", self.type_name(to)));
        }
        let same_record = types.record(to).is_some() && types.record(to) == types.record(from);
        let mixed = types.is_pointer(to) && types.is_float(from)
            || types.is_float(to) && types.is_pointer(from);
        if types.is_void(to)
            || same_record
            || types.is_scalar(to) && types.is_scalar(from) && !mixed
        {
            return Ok(self.convert(value, to));
        }
        let (from, to) = (self.type_name(from), self.type_name(to));
        wrong(
            place,
            format!("a value of type `{from}` cannot be cast to `{to}`"),
        )
    }
}

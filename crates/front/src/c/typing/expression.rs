//! Expressions (C11 6.5), apart from operators and calls.

use base::Place;
use lang_c::ast::{
    AlignOf, CompoundLiteral, Expression, GenericAssociation, GenericSelection, MemberExpression,
    MemberOperator, OffsetMember, OffsetOfExpression, SpecifierQualifier, Statement, TypeOf,
    TypeQualifier, TypeSpecifier, UnaryOperator,
};
use lang_c::span::Node;

use super::scope::Symbol;
use super::{Typed, Typing, unsupported, wrong};
use crate::c::prepass::LABEL;
use crate::c::tree::*;
use crate::c::types::{Field, FloatKind, QualType, RecordId, Type, TypeId};

impl Typing<'_> {
    /// An expression as it stands: an lvalue where it is one.
    pub(super) fn expression(&mut self, node: &Node<Expression>) -> Typed<ExprId> {
        let place = self.place(node.span);
        match &node.node {
            Expression::Identifier(name) => {
                let name = self.name(name);
                self.identifier(&name, place)
            }
            Expression::Constant(constant) => self.constant(&constant.node, place),
            Expression::StringLiteral(literal) => self.string(&literal.node, place),
            Expression::GenericSelection(selection) => self.generic(&selection.node, &place),
            Expression::Member(member) => self.member_expression(&member.node, place),
            Expression::Call(call) => self.call(&call.node, place),
            Expression::CompoundLiteral(literal) => self.compound_literal(&literal.node, place),
            Expression::SizeOfTy(ty) => {
                let ty = self.type_of_name(&ty.node.0)?;
                self.size_of(ty.id, place)
            }
            Expression::SizeOfVal(operand) => {
                let operand = self.expression(&operand.node.0)?;
                self.refuse_bits(operand, &place)?;
                self.size_of(self.ty(operand), place)
            }
            Expression::AlignOf(node) => self.align_of(&node.node, place),
            Expression::UnaryOperator(node) => match &node.node.operator.node {
                UnaryOperator::Address => self.address(&node.node.operand, place),
                UnaryOperator::Indirection => self.indirection(&node.node.operand, place),
                operator => self.unary(operator, &node.node.operand, place),
            },
            Expression::Cast(node) => {
                let to = self.type_of_name(&node.node.type_name)?;
                let value = self.value(&node.node.expression)?;
                let cast = self.cast(value, to.id, &place)?;
                Ok(self.fresh(cast, value))
            }
            Expression::BinaryOperator(node) => self.binary_operator(&node.node, place),
            Expression::Conditional(node) => self.conditional(&node.node, place),
            Expression::Comma(parts) => self.comma(parts, place),
            Expression::OffsetOf(node) => self.offset_of(&node.node, place),
            Expression::VaArg(node) => {
                let list = self.argument_list(&node.node.va_list)?;
                let ty = self.type_of_name(&node.node.type_name)?;
                self.complete(ty.id, &place)?;
                let op = ArgumentListOp::Next;
                Ok(self.expr(ExprKind::ArgumentList { op, list }, ty.id, place))
            }
            Expression::Statement(statement) => self.statement_expression(statement, place),
        }
    }

    /// A cast to the type a value has already is no lvalue and no bit-field, although nothing is to be done.
    fn fresh(&mut self, cast: ExprId, value: ExprId) -> ExprId {
        if cast != value
            || !matches!(
                self.unit.exprs[value].kind,
                ExprKind::Read(_) | ExprKind::MemberOfValue { .. }
            )
        {
            return cast;
        }
        let (ty, place) = (self.ty(value), self.place_of(value));
        let conversion = match self.unit.types.get(ty) {
            Type::Record(_) => Conversion::Same,
            _ => self.conversion(ty, ty),
        };
        self.expr(
            ExprKind::Convert {
                conversion,
                operand: value,
            },
            ty,
            place,
        )
    }

    fn identifier(&mut self, name: &str, place: Place) -> Typed<ExprId> {
        match self.find(name) {
            Some(Symbol::Local(id)) => {
                let function = self.current(&place)?.id;
                let ty = self.unit.functions[function].locals[id].ty;
                Ok(self.lvalue(ExprKind::Local(id), ty, place))
            }
            Some(Symbol::Global(id)) => {
                let ty = self.unit.globals[id].ty;
                Ok(self.lvalue(ExprKind::Global(id), ty, place))
            }
            Some(Symbol::Function(id)) => {
                let ty = self.unit.functions[id].ty;
                Ok(self.expr(ExprKind::Function(id), ty, place))
            }
            Some(Symbol::Enumerator(value, ty)) => {
                let id = self.expr(ExprKind::Integer(value), ty, place);
                self.unit.enumerators.insert(id, name.to_owned());
                Ok(id)
            }
            Some(Symbol::Parameter(ty)) => Ok(self.expr(
                ExprKind::Unsupported("a parameter in a prototype".to_owned()),
                ty,
                place,
            )),
            Some(Symbol::Typedef(..)) => wrong(
                &place,
                format!("`{name}` is a type, where a value is needed"),
            ),
            None => match name.strip_prefix(LABEL) {
                Some(label) => self.address_of_label(label, place),
                None => self.predefined(name, place),
            },
        }
    }

    fn predefined(&mut self, name: &str, place: Place) -> Typed<ExprId> {
        match name {
            "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__" => {
                let function = self.current(&place)?.id;
                let text = self.unit.functions[function].name.clone();
                Ok(self.characters(text.bytes().map(u32::from).collect(), place))
            }
            _ => match self.builtin_function(name, &place) {
                Some(id) => {
                    let ty = self.unit.functions[id].ty;
                    Ok(self.expr(ExprKind::Function(id), ty, place))
                }
                None => wrong(&place, format!("`{name}` is not declared")),
            },
        }
    }

    pub(super) fn size_type(&mut self) -> TypeId {
        let kind = self.unit.machine.size_type();
        self.types().integer(kind)
    }

    pub(super) fn size_constant(&mut self, value: u64, place: Place) -> ExprId {
        let ty = self.size_type();
        self.expr(ExprKind::Integer(i128::from(value)), ty, place)
    }

    pub(super) fn size_of(&mut self, ty: TypeId, place: Place) -> Typed<ExprId> {
        if let Some(size) = self.variable_size(ty, &place) {
            return size;
        }
        // gcc gives 1 for both.
        let size = match self.unit.types.get(ty) {
            Type::Void | Type::Function(_) => 1,
            _ => self.complete(ty, &place)?.size,
        };
        Ok(self.size_constant(size, place))
    }

    fn align_of(&mut self, node: &AlignOf, place: Place) -> Typed<ExprId> {
        let (ty, more) = self.aligned_type_of_name(&node.0)?;
        if let Some(asked) = Asked::of(&node.0.node.specifiers)
            && self.unit.machine.word() == 4
            && self.is_wide(ty.id)
        {
            let size = self.size_type();
            let what = "the alignment of a variable of 64 bits".to_owned();
            return Ok(match asked {
                Asked::GnuType => self.size_constant(8, place),
                Asked::Object => self.expr(ExprKind::Unsupported(what), size, place),
            });
        }
        let align = match *self.unit.types.get(ty.id) {
            Type::Void | Type::Function(_) => 1,
            Type::Array {
                element,
                length: None,
            } => self.complete(element.id, &place)?.align,
            _ => self.complete(ty.id, &place)?.align,
        };
        Ok(self.size_constant(align.max(more.unwrap_or(1)), place))
    }

    /// Whether a type is one of numbers of 64 bits, or of arrays of such: for 32 bits gcc gives such variables more alignment than
    /// members of records.
    fn is_wide(&self, ty: TypeId) -> bool {
        match self.unit.types.get(ty) {
            Type::Array { element, .. } => self.is_wide(element.id),
            Type::Float(FloatKind::Double) => true,
            _ => self.unit.bits(ty) == Some(64),
        }
    }

    fn refuse_bits(&self, expr: ExprId, place: &Place) -> Typed<()> {
        match &self.unit.exprs[expr].kind {
            ExprKind::Member { member, .. } if member.bits.is_some() => {
                wrong(place, "a bit-field has no address and no size in bytes")
            }
            _ => Ok(()),
        }
    }

    fn address(&mut self, node: &Node<Expression>, place: Place) -> Typed<ExprId> {
        let operand = self.expression(node)?;
        self.refuse_bits(operand, &place)?;
        let ty = self.unit.exprs[operand].ty;
        if self.unit.types.function(ty.id).is_some() {
            return Ok(self.address_of_function(operand));
        }
        // `&*p` is `p`, even where `p` must not be followed. Of `void` there is nothing else.
        if let ExprKind::Deref(pointer) = self.unit.exprs[operand].kind {
            return Ok(pointer);
        }
        if !self.is_lvalue(operand) {
            return wrong(&place, "this has no address: it is a value, not an object");
        }
        let pointer = self.types().pointer(ty);
        Ok(self.expr(ExprKind::Address(operand), pointer, place))
    }

    fn indirection(&mut self, node: &Node<Expression>, place: Place) -> Typed<ExprId> {
        let pointer = self.value(node)?;
        self.deref(pointer, place)
    }

    pub(super) fn deref(&mut self, pointer: ExprId, place: Place) -> Typed<ExprId> {
        match self.unit.types.pointee(self.ty(pointer)) {
            Some(to) => Ok(self.lvalue(ExprKind::Deref(pointer), to, place)),
            None => wrong(
                &place,
                format!("`{}` is no pointer", self.type_name(self.ty(pointer))),
            ),
        }
    }

    fn member_expression(&mut self, node: &MemberExpression, place: Place) -> Typed<ExprId> {
        let record = match node.operator.node {
            MemberOperator::Direct => self.expression(&node.expression)?,
            MemberOperator::Indirect => {
                let pointer = self.value(&node.expression)?;
                self.deref(pointer, place.clone())?
            }
        };
        let name = self.name(&node.identifier);
        let ty = self.unit.exprs[record].ty;
        let field = self.field_of(ty.id, &name, &place)?;
        let member = Member {
            name,
            offset: field.offset,
            bits: field.bits,
        };
        if self.is_lvalue(record) {
            let ty = self.qualify(field.ty, ty.constant, ty.volatile);
            return Ok(self.lvalue(ExprKind::Member { record, member }, ty, place));
        }
        Ok(self.expr(
            ExprKind::MemberOfValue { record, member },
            field.ty.id,
            place,
        ))
    }

    fn field_of(&self, ty: TypeId, name: &str, place: &Place) -> Typed<Field> {
        let Some(record) = self.unit.types.record(ty) else {
            return wrong(
                place,
                format!("`{}` has no members, so no `{name}`", self.type_name(ty)),
            );
        };
        self.complete(ty, place)?;
        self.field_in(record, name, place)
    }

    pub(super) fn field_in(&self, record: RecordId, name: &str, place: &Place) -> Typed<Field> {
        match self.unit.types.member(record, name) {
            Some(field) => Ok(field),
            None => {
                let tag = self.unit.types.records[record]
                    .tag
                    .as_deref()
                    .unwrap_or("this record");
                wrong(place, format!("`{tag}` has no member `{name}`"))
            }
        }
    }

    fn compound_literal(&mut self, node: &CompoundLiteral, place: Place) -> Typed<ExprId> {
        let ty = self.type_of_name(&node.type_name)?;
        let (init, ty) = self.list_initializer(ty, &node.initializer_list, &place)?;
        self.complete(ty.id, &place)?;
        let Some(current) = &self.current else {
            return self.static_literal(ty, &init, place);
        };
        let function = current.id;
        let local = Local {
            name: None,
            ty,
            bytes: None,
            place: place.clone(),
        };
        let local = self.unit.functions[function].locals.push(local);
        self.scope().locals.push(local);
        Ok(self.lvalue(ExprKind::CompoundLiteral { local, init }, ty, place))
    }

    /// Outside of functions a compound literal is a global.
    fn static_literal(&mut self, ty: QualType, init: &Initializer, place: Place) -> Typed<ExprId> {
        let id = self.new_global("", ty, Linkage::Internal, None, &place);
        self.unit.globals[id].defined = true;
        self.unit.globals[id].init = self.static_entries(init)?;
        Ok(self.lvalue(ExprKind::Global(id), ty, place))
    }

    /// The association whose type is compatible, or the default (C11 6.5.1.1).
    fn generic(&mut self, node: &GenericSelection, place: &Place) -> Typed<ExprId> {
        let control = self.value(&node.expression)?;
        let control = self.ty(control);
        let mut default = None;
        for association in &node.associations {
            match &association.node {
                GenericAssociation::Default(expr) => default = Some(expr),
                GenericAssociation::Type(association) => {
                    let ty = self.type_of_name(&association.node.type_name)?;
                    if ty == QualType::plain(ty.id) && self.unit.types.compatible(ty.id, control) {
                        return self.expression(&association.node.expression);
                    }
                }
            }
        }
        match default {
            Some(expr) => self.expression(expr),
            None => wrong(
                place,
                format!("no type of this selection is `{}`", self.type_name(control)),
            ),
        }
    }

    fn offset_of(&mut self, node: &OffsetOfExpression, place: Place) -> Typed<ExprId> {
        let mut ty = self.type_of_name(&node.type_name)?.id;
        let name = self.name(&node.designator.node.base);
        let field = self.field_of(ty, &name, &place)?;
        let mut offset = field.offset;
        if field.bits.is_some() {
            return wrong(&place, "a bit-field has no offset in bytes");
        }
        ty = field.ty.id;
        for member in &node.designator.node.members {
            match &member.node {
                OffsetMember::Member(name) => {
                    let name = self.name(name);
                    let field = self.field_of(ty, &name, &place)?;
                    offset += field.offset;
                    ty = field.ty.id;
                }
                OffsetMember::Index(index) => {
                    let Type::Array { element, .. } = *self.unit.types.get(ty) else {
                        return wrong(&place, format!("`{}` is no array", self.type_name(ty)));
                    };
                    let index = self.integer_constant(index)?;
                    let size = self.complete(element.id, &place)?.size;
                    let Ok(bytes) = u64::try_from(index.saturating_mul(i128::from(size))) else {
                        return wrong(&place, format!("there is no element {index}"));
                    };
                    offset = offset.saturating_add(bytes);
                    ty = element.id;
                }
                OffsetMember::IndirectMember(_) => {
                    return wrong(&place, "an offset does not lead through pointers");
                }
            }
        }
        Ok(self.size_constant(offset, place))
    }

    fn statement_expression(&mut self, node: &Node<Statement>, place: Place) -> Typed<ExprId> {
        let Statement::Compound(items) = &node.node else {
            return unsupported(&place, "this statement in an expression");
        };
        self.current(&place)?;
        let block = self.block(items, place.clone())?;
        let StmtKind::Block { body, .. } = &self.unit.stmts[block].kind else {
            return unsupported(&place, "this statement in an expression");
        };
        if body.iter().any(|id| self.declares_variable(*id)) {
            return unsupported(&place, "an array whose length varies in an expression");
        }
        let last = body
            .last()
            .and_then(|last| match self.unit.stmts[*last].kind {
                StmtKind::Expr(value) => Some(self.ty(value)),
                _ => None,
            });
        let ty = match last {
            Some(ty) => ty,
            None => self.types().id(Type::Void),
        };
        let value = !self.unit.types.is_void(ty);
        Ok(self.expr(ExprKind::Statements { block, value }, ty, place))
    }
}

/// Of what an alignment is asked for, where it is not that of a type as the standard has it.
enum Asked {
    /// Of a type, with gcc's own operator.
    GnuType,
    /// Of an object.
    Object,
}

impl Asked {
    fn of(specifiers: &[Node<SpecifierQualifier>]) -> Option<Self> {
        let is_gnu = specifiers.iter().any(|specifier| match &specifier.node {
            SpecifierQualifier::TypeQualifier(qualifier) => {
                qualifier.node == TypeQualifier::Restrict
            }
            _ => false,
        });
        let of_object = specifiers.iter().any(|specifier| match &specifier.node {
            SpecifierQualifier::TypeSpecifier(specifier) => match &specifier.node {
                TypeSpecifier::TypeOf(of) => matches!(of.node, TypeOf::Expression(_)),
                _ => false,
            },
            _ => false,
        });
        if of_object {
            Some(Self::Object)
        } else {
            is_gnu.then_some(Self::GnuType)
        }
    }
}

//! Fields of objects and static fields.

use ir::{Const, Expr, IntType, StatementKind, Type};
use ristretto_classfile::{Constant, FieldAccessFlags};

use crate::jvm::class::{JavaField, Member};
use crate::jvm::descriptor::{JavaType, dotted};
use crate::jvm::method::op::Kind;
use crate::jvm::method::simplify::int;
use crate::jvm::method::translation::{Flow, Step, Translation, invalid, unsupported};
use crate::jvm::world::FoundField;

impl Translation<'_> {
    pub(in crate::jvm) fn get_field(&mut self, index: u16) -> Step<Flow> {
        let (found, ty) = self.resolve_field(index, false)?;
        let field = self.world.field_ref(&found).ok_or_else(|| invalid("a field has no place in its object"))?;
        let object = self.pop(Kind::Ref)?;
        if self.refuse_null(&object)? == Flow::Ended {
            return Ok(Flow::Ended);
        }
        let value = self.out.temporary(&declaration(&found).name, ty);
        self.out.emit(StatementKind::Load(value, object, field));
        self.push_typed(value, ty);
        Ok(Flow::On)
    }

    pub(in crate::jvm) fn put_field(&mut self, index: u16) -> Step<Flow> {
        let (found, ty) = self.resolve_field(index, false)?;
        let field = self.world.field_ref(&found).ok_or_else(|| invalid("a field has no place in its object"))?;
        let value = self.pop(Kind::of(ty))?;
        let object = self.pop(Kind::Ref)?;
        if self.refuse_null(&object)? == Flow::Ended {
            return Ok(Flow::Ended);
        }
        let value = self.out.cast(ty, value);
        self.out.emit(StatementKind::Store(object, field, value));
        Ok(Flow::On)
    }

    pub(in crate::jvm) fn get_static(&mut self, index: u16) -> Step<Flow> {
        let (found, ty) = self.resolve_field(index, true)?;
        if is_assertion_switch(declaration(&found)) {
            self.push(int(0), Kind::Int);
            return Ok(Flow::On);
        }
        if let Some(constant) = declaration(&found).constant {
            return self.field_constant(&found, constant);
        }
        self.world.initialise(found.class);
        let global = self.world.global(&found, ty);
        let value = self.out.temporary(&declaration(&found).name, ty);
        self.out.emit(StatementKind::LoadGlobal(value, global));
        self.push_typed(value, ty);
        Ok(Flow::On)
    }

    pub(in crate::jvm) fn put_static(&mut self, index: u16) -> Step<Flow> {
        let (found, ty) = self.resolve_field(index, true)?;
        let value = self.pop(Kind::of(ty))?;
        if is_assertion_switch(declaration(&found)) {
            return Ok(Flow::On);
        }
        if declaration(&found).constant.is_some() {
            return Err(invalid("a constant is written"));
        }
        self.world.initialise(found.class);
        let global = self.world.global(&found, ty);
        let value = self.out.cast(ty, value);
        self.out.emit(StatementKind::StoreGlobal(global, value));
        Ok(Flow::On)
    }

    /// The field an instruction means, and its type in the ir.
    fn resolve_field(&mut self, index: u16, is_static: bool) -> Step<(FoundField, Type)> {
        let member = self.java.member_at(index)?;
        let ty = JavaType::parse(&member.descriptor).ok_or_else(|| invalid("a field has no type"))?;
        let name = describe(&member);
        let class = self.known_class(&member.class)?;
        let class = class.ok_or_else(|| unsupported(format!("field {name} of a class that is not at hand")))?;
        let found = self.world.field(class, &member);
        let found = found.ok_or_else(|| unsupported(format!("field {name}, which is not there")))?;
        if declaration(&found).flags.contains(FieldAccessFlags::STATIC) != is_static {
            return Err(invalid("a field is static where it should not be, or the other way round"));
        }
        let ir = ty.ir().ok_or_else(|| unsupported(format!("field {name} of type {ty}")))?;
        Ok((found, ir))
    }

    /// A static field whose value the compiler wrote down.
    fn field_constant(&mut self, found: &FoundField, constant: u16) -> Step<Flow> {
        if !declaration(found).flags.contains(FieldAccessFlags::FINAL) {
            return Err(unsupported("a constant that may change"));
        }
        match found.java.constants.get(constant) {
            Some(Constant::Integer(value)) => self.constant(Const::Int(IntType::I32, i64::from(*value))),
            Some(Constant::Long(value)) => self.constant(Const::Int(IntType::I64, *value)),
            Some(Constant::String(_)) => {
                let text = found.java.string_at(constant)?;
                let string = self.world.string(text);
                self.push(Expr::Const(Const::String(string)), Kind::Ref);
                Ok(Flow::On)
            }
            _ => Err(invalid("a constant field has no constant")),
        }
    }
}

fn declaration(found: &FoundField) -> &JavaField {
    &found.java.fields[found.index]
}

fn describe(member: &Member) -> String {
    format!("{}.{}", dotted(&member.class), member.name)
}

/// Assertions are on: the field the compiler asks before each assertion is always false.
fn is_assertion_switch(field: &JavaField) -> bool {
    field.name == "$assertionsDisabled"
        && field.ty == JavaType::Boolean
        && field.flags.contains(FieldAccessFlags::SYNTHETIC | FieldAccessFlags::FINAL)
}

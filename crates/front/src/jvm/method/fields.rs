//! Fields of objects and static fields.

use ir::{Const, Expr, GlobalId, StatementKind, Type};
use ristretto_classfile::FieldAccessFlags;

use crate::jvm::class::{JavaField, Member};
use crate::jvm::descriptor::{JavaType, dotted};
use crate::jvm::found::FoundField;
use crate::jvm::method::op::Kind;
use crate::jvm::method::simplify::int;
use crate::jvm::method::translation::{Flow, Step, Translation, invalid, unsupported};
use crate::jvm::texts::STRING;
use crate::jvm::world::zero;

impl Translation<'_> {
    pub(in crate::jvm) fn get_field(&mut self, index: u16) -> Step<Flow> {
        let (found, ty) = self.resolve_field(index, false)?;
        let field = self
            .world
            .field_ref(&found)
            .ok_or_else(|| invalid("a field has no place in its object"))?;
        let object = self.pop(Kind::Ref)?;
        let object = self.as_leaf(object);
        if self.refuse_null(&object)? == Flow::Ended {
            return Ok(Flow::Ended);
        }
        self.refuse_machine_text(&found, &object)?;
        let value = self.out.temporary(&found.declaration().name, ty);
        self.out.emit(StatementKind::Load(value, object, field));
        self.push_typed(value, ty);
        Ok(Flow::On)
    }

    pub(in crate::jvm) fn put_field(&mut self, index: u16) -> Step<Flow> {
        let (found, ty) = self.resolve_field(index, false)?;
        let field = self
            .world
            .field_ref(&found)
            .ok_or_else(|| invalid("a field has no place in its object"))?;
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
        if is_assertion_switch(found.declaration()) {
            // Assertions are on, but not in the JDK.
            self.push(
                int(i64::from(self.world.is_library(found.class))),
                Kind::Int,
            );
            return Ok(Flow::On);
        }
        self.make_ready(found.class)?;
        let global = self.world.global(self.program, &found);
        if let Some(constant) = self.fixed_value(&found, global) {
            let value = self.out.cast(Kind::of(ty).ty(), Expr::Const(constant));
            self.push(value, Kind::of(ty));
            return Ok(Flow::On);
        }
        let value = self.out.temporary(&found.declaration().name, ty);
        self.out.emit(StatementKind::LoadGlobal(value, global));
        self.push_typed(value, ty);
        Ok(Flow::On)
    }

    /// The value of a static field that can have no other when this code runs.
    fn fixed_value(&mut self, found: &FoundField, global: GlobalId) -> Option<Const> {
        if !found.declaration().is_final() {
            return None;
        }
        let ir::Global { initial, ty, .. } = &self.program.globals[global];
        match found.declaration().constant {
            Some(_) => initial.get().copied(),
            None => {
                let still = self.world.is_still(self.program, found.class);
                still.then(|| initial.get().copied().unwrap_or_else(|| zero(*ty)))
            }
        }
    }

    pub(in crate::jvm) fn put_static(&mut self, index: u16) -> Step<Flow> {
        let (found, ty) = self.resolve_field(index, true)?;
        let value = self.pop(Kind::of(ty))?;
        if is_assertion_switch(found.declaration()) {
            return Ok(Flow::On);
        }
        if found.declaration().constant.is_some() && found.declaration().is_final() {
            return Err(invalid("a constant is written"));
        }
        if found.declaration().is_final()
            && (found.class != self.class || self.method.name != "<clinit>")
        {
            return Err(invalid(
                "a final field is written outside the static initialiser",
            ));
        }
        self.make_ready(found.class)?;
        let global = self.world.global(self.program, &found);
        let value = self.out.cast(ty, value);
        self.out.emit(StatementKind::StoreGlobal(global, value));
        Ok(Flow::On)
    }

    /// The field an instruction means, and its type in the ir.
    fn resolve_field(&mut self, index: u16, is_static: bool) -> Step<(FoundField, Type)> {
        let mut member = self.java.member_at(index)?;
        if let Some(filtering) = self.world.filtering_in(self.class) {
            member = filtering.instead.field(member);
        }
        let ty =
            JavaType::parse(&member.descriptor).ok_or_else(|| invalid("a field has no type"))?;
        let name = describe(&member);
        let class = self.world.class(self.program, &member.class)?;
        let found = self.world.field(self.program, class, &member);
        let found =
            found.ok_or_else(|| unsupported(format!("field {name}, which is not there")))?;
        if found.declaration().is_static() != is_static {
            return Err(invalid(
                "a field is static where it should not be, or the other way round",
            ));
        }
        Ok((found, ty.ir()))
    }

    /// The machine's own texts cannot be read.
    fn refuse_machine_text(&mut self, found: &FoundField, object: &Expr) -> Step<()> {
        if found.java.name == STRING
            && matches!(found.declaration().name.as_str(), "value" | "coder")
        {
            if let Some(read) = self
                .world
                .filtering
                .as_ref()
                .map(|filtering| filtering.text)
            {
                let class = self.program.image[read].class;
                let cond = Expr::InstanceOf(Box::new(object.clone()), class);
                self.give_up_if(
                    cond,
                    "the JDK looks at the whole text that is read".to_owned(),
                );
            }
            let text = self.world.machine_text(self.program)?;
            let class = self.program.image[text].class;
            let cond = Expr::InstanceOf(Box::new(object.clone()), class);
            self.give_up_if(
                cond,
                "a text of the virtual machine, or one with a number that is not known".to_owned(),
            );
        }
        Ok(())
    }
}

fn describe(member: &Member) -> String {
    format!("{}.{}", dotted(&member.class), member.name)
}

/// The field the compiler asks before each assertion; its value is known without running anything.
fn is_assertion_switch(field: &JavaField) -> bool {
    field.name == "$assertionsDisabled"
        && field.ty == JavaType::Boolean
        && field
            .flags
            .contains(FieldAccessFlags::SYNTHETIC | FieldAccessFlags::FINAL)
}

//! Which field or method an instruction means.

use std::collections::VecDeque;

use ir::{ClassId, Const, FloatType, IntType, Program, Type};
use ristretto_classfile::Constant;

use crate::jvm::class::Member;
use crate::jvm::descriptor::JavaType;
use crate::jvm::found::{FoundField, FoundMethod};
use crate::jvm::world::World;

impl World {
    /// The method a call means statically: in the class, above it, or in its interfaces (JVMS 5.4.3.3).
    pub(in crate::jvm) fn method(
        &self,
        program: &Program,
        class: ClassId,
        member: &Member,
    ) -> Option<FoundMethod> {
        let declared = program
            .ancestors(class)
            .find_map(|c| self.declared(c, &member.name, &member.descriptor));
        declared.or_else(|| {
            let interfaces = self.interfaces(program, class).into_iter();
            let found =
                interfaces.filter_map(|i| self.declared(i, &member.name, &member.descriptor));
            let found: Vec<FoundMethod> = found
                .filter(|f| !f.declaration().is_static() && !f.declaration().is_private())
                .collect();
            self.most_specific(program, &found)
                .into_iter()
                .next()
                .or(found.into_iter().next())
        })
    }

    /// Those implementations among methods of interfaces that no other one overrides.
    pub(in crate::jvm) fn most_specific(
        &self,
        program: &Program,
        found: &[FoundMethod],
    ) -> Vec<FoundMethod> {
        let overridden = |of: ClassId| {
            found
                .iter()
                .any(|f| f.class != of && program.is_subclass(f.class, of))
        };
        let top = found
            .iter()
            .filter(|f| !overridden(f.class) && !f.declaration().is_abstract());
        top.cloned().collect()
    }

    /// The method a class declares itself.
    pub(in crate::jvm) fn declared(
        &self,
        class: ClassId,
        name: &str,
        descriptor: &str,
    ) -> Option<FoundMethod> {
        let java = self.java(class)?;
        let index = java.method(name, descriptor)?;
        Some(FoundMethod { class, java, index })
    }

    /// All interfaces of a class and of its superclasses, nearest first.
    pub(in crate::jvm) fn interfaces(&self, program: &Program, class: ClassId) -> Vec<ClassId> {
        let classes = &program.classes;
        let mut found: Vec<ClassId> = Vec::new();
        let mut work: VecDeque<ClassId> = program
            .ancestors(class)
            .flat_map(|c| &classes[c].interfaces)
            .copied()
            .collect();
        while let Some(interface) = work.pop_front() {
            if !found.contains(&interface) {
                found.push(interface);
                work.extend(&classes[interface].interfaces);
            }
        }
        found
    }

    /// The field an instruction means (JVMS 5.4.3.2).
    pub(in crate::jvm) fn field(
        &self,
        program: &Program,
        class: ClassId,
        member: &Member,
    ) -> Option<FoundField> {
        let ty = JavaType::parse(&member.descriptor)?;
        let supertypes = program
            .ancestors(class)
            .chain(self.interfaces(program, class));
        supertypes.into_iter().find_map(|class| {
            let java = self.java(class)?;
            let index = java
                .fields
                .iter()
                .position(|f| f.name == member.name && f.ty == ty)?;
            Some(FoundField { class, java, index })
        })
    }

    /// The value of a static field that the compiler wrote down (JVMS 4.7.2).
    pub(in crate::jvm) fn constant_of(
        &mut self,
        program: &Program,
        found: &FoundField,
    ) -> Option<Const> {
        let field = found.declaration();
        let index = field.constant.filter(|_| field.is_static())?;
        match (found.java.constants.get(index)?, field.ty.ir()) {
            (Constant::Integer(value), Type::Bool) => Some(Const::Bool(value & 1 == 1)),
            (Constant::Integer(value), Type::Int(int)) if int != IntType::I64 => {
                Some(Const::Int(int, int.wrap(i64::from(*value))))
            }
            (Constant::Long(value), Type::Int(IntType::I64)) => {
                Some(Const::Int(IntType::I64, *value))
            }
            (Constant::Float(value), Type::Float(FloatType::F32)) => Some(float(*value)),
            (Constant::Double(value), Type::Float(FloatType::F64)) => Some(double(*value)),
            (Constant::String(_), Type::Ref) => {
                let units = found.java.units_at(index).ok()?;
                self.literal(program, &units).ok().map(Const::Object)
            }
            _ => None,
        }
    }
}

/// There is one NaN.
pub(in crate::jvm) fn float(value: f32) -> Const {
    let value = if value.is_nan() { f32::NAN } else { value };
    Const::Float(FloatType::F32, u64::from(value.to_bits()))
}

/// There is one NaN.
pub(in crate::jvm) fn double(value: f64) -> Const {
    let value = if value.is_nan() { f64::NAN } else { value };
    Const::Float(FloatType::F64, value.to_bits())
}

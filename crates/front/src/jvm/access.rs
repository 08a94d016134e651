//! How the code of a client deals with classes: what it may name, construct and set.
//!
//! A client lives in the package of the subject, beside which its file is compiled; a client of a class of the JDK lives
//! in no package.

use ir::{Access, ClassId, ClassKind, FieldRef, Program};
use ristretto_classfile::{ClassAccessFlags, FieldAccessFlags, MethodAccessFlags};

use crate::jvm::candidates::named;
use crate::jvm::class::{JavaClass, JavaMethod, NESTED_STATIC};
use crate::jvm::component::constructors;
use crate::jvm::descriptor::dotted;
use crate::jvm::world::World;

/// Modifiers of nested classes (JVMS 4.7.6).
const PUBLIC: u16 = 0x0001;
const PRIVATE: u16 = 0x0002;

/// How a client deals with the class of a type as the source writes it.
pub(in crate::jvm) fn access(world: &mut World, program: &Program, source_type: &str) -> Access {
    let Some(class) = named(world, program, source_type) else {
        return Access::default();
    };
    let Some(java) = world.java(class) else {
        return Access::default();
    };
    let near = is_near(world, class, &java);
    let name = spoken(world, program, &java.name);
    let kind = match () {
        () if java.is_interface() => ClassKind::Interface,
        () if java.is_abstract() => ClassKind::Abstract,
        () => ClassKind::Concrete,
    };
    // An object of an inner class is made by the one around it.
    let stands_alone = java
        .nested
        .as_ref()
        .is_none_or(|n| n.modifiers & NESTED_STATIC != 0);
    let open_to = |m: &JavaMethod, who: MethodAccessFlags| {
        let invented = m.flags.contains(MethodAccessFlags::SYNTHETIC);
        !invented && (m.flags.intersects(who) || (near && !m.is_private()))
    };
    let heirs = MethodAccessFlags::PUBLIC | MethodAccessFlags::PROTECTED;
    let (constructible, mut below) = (name.is_some() && stands_alone, Vec::new());
    let mut callable = Vec::new();
    match kind {
        ClassKind::Concrete if constructible => {
            callable = constructors(world, program, class, |m| {
                open_to(m, MethodAccessFlags::PUBLIC)
            });
        }
        ClassKind::Abstract if constructible => {
            below = constructors(world, program, class, |m| open_to(m, heirs));
        }
        ClassKind::Concrete | ClassKind::Abstract | ClassKind::Interface => {}
    }
    Access {
        name,
        kind,
        constructors: callable,
        below,
        fields: fields(world, program, class),
    }
}

/// Whether a class is in the package where the client lives.
fn is_near(world: &World, class: ClassId, java: &JavaClass) -> bool {
    let subject = world
        .subject
        .rsplit_once('/')
        .map_or("", |(package, _)| package);
    !world.is_library(class) && java.package() == subject
}

/// The name that a client uses; `None` if the language gives it none.
fn spoken(world: &mut World, program: &Program, name: &str) -> Option<String> {
    let class = world.class(program, name).ok()?;
    let java = world.java(class)?;
    let near = is_near(world, class, &java);
    let Some(nested) = &java.nested else {
        let public = java.flags.contains(ClassAccessFlags::PUBLIC);
        return (near || (public && is_exported(world, class, name))).then(|| dotted(name));
    };
    let allowed = nested.modifiers & PUBLIC != 0 || (near && nested.modifiers & PRIVATE == 0);
    let own = nested.name.as_ref().filter(|_| allowed)?;
    // What is local to a method has a number before its name, and is not found here.
    let around = name.strip_suffix(own.as_str())?.strip_suffix('$')?;
    spoken(world, program, around).map(|around| format!("{around}.{own}"))
}

/// Whether the module of a class of the JDK lets others use it.
fn is_exported(world: &World, class: ClassId, name: &str) -> bool {
    !world.is_library(class) || name.starts_with("java/") || name.starts_with("javax/")
}

fn fields(world: &World, program: &Program, class: ClassId) -> Vec<FieldRef> {
    let fixed = FieldAccessFlags::FINAL | FieldAccessFlags::PRIVATE | FieldAccessFlags::SYNTHETIC;
    let may_set = |field: &FieldRef| {
        let Some(java) = world.java(field.class) else {
            return false;
        };
        let near = is_near(world, field.class, &java);
        let declared = java
            .fields
            .iter()
            .find(|f| !f.is_static() && f.name == program.field(*field).name);
        let visible = |f: FieldAccessFlags| {
            !f.intersects(fixed) && (near || f.contains(FieldAccessFlags::PUBLIC))
        };
        declared.is_some_and(|f| visible(f.flags))
    };
    program.layout(class).into_iter().filter(may_set).collect()
}

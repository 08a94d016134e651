//! The little of reflection that the JDK itself uses: classes by name, and fields asked for their place.

use ir::{Const, FieldRef};

use crate::jvm::natives::sketch::Sketch;
use crate::jvm::texts::Mirrored;

/// `Class.forName0(name, initialize, loader, caller)`: a class that is at hand.
pub(super) fn by_name(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let name = sketch.known_text(0, "a class with an unknown name")?;
    let class = sketch.class(&name.replace('.', "/"))?;
    let mirror = sketch.mirror(Mirrored::Class(class))?;
    if sketch.native.known(1)? == Const::Bool(true) {
        sketch.make_ready(class);
    }
    sketch.give_const(mirror);
    Ok(())
}

/// `Class.getDeclaredField(name)`: an object that is good for nothing but to be asked where the field is.
pub(super) fn declared_field(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let field = named_field(sketch, 0, "reflection on field")?;
    let name = sketch.native.name_for(sketch.program, sketch.native.matter);
    let class = sketch.class("java/lang/reflect/Field")?;
    let found = sketch.world.blank(sketch.program, class, name);
    sketch.world.natives.fields.insert(found, field);
    sketch.give_const(Const::Object(found));
    Ok(())
}

/// The field that a class declares itself: the class is an argument, and the name is the next one.
fn named_field(sketch: &Sketch<'_>, number: usize, what: &str) -> Result<FieldRef, String> {
    let name = sketch.known_text(number + 1, &format!("{what} with an unknown name"))?;
    let object = sketch.native.object(number)?;
    let field = match object.and_then(|object| sketch.world.mirrored(object)) {
        Some(Mirrored::Class(class)) => sketch.world.own_field(class, &name),
        Some(Mirrored::Primitive(_)) | None => None,
    };
    field.ok_or_else(|| format!("{what} {name}"))
}

/// `Unsafe.objectFieldOffset(Field)`
pub(super) fn offset_of(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let field = sketch.native.object(1)?.ok_or("the offset of no field")?;
    let found = sketch.world.natives.fields.get(&field).copied();
    give_slot(sketch, found.ok_or("the offset of an unknown field")?)
}

/// `Unsafe.objectFieldOffset(Class, String)`: the slot of the field the class declares.
pub(super) fn offset_of_named(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let field = named_field(sketch, 1, "the offset of field")?;
    give_slot(sketch, field)
}

fn give_slot(sketch: &mut Sketch<'_>, field: FieldRef) -> Result<(), String> {
    sketch.give_int(sketch.program.slot(field) as i64);
    Ok(())
}

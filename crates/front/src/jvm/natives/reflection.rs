//! The little of reflection that the JDK itself uses: classes by name, and fields asked for their place.

use ir::{Const, FunctionId, Program};

use crate::jvm::natives::Native;
use crate::jvm::texts::Mirrored;
use crate::jvm::world::World;

/// `Class.forName0(name, initialize, loader, caller)`: a class that is at hand.
pub(super) fn by_name(
    world: &mut World,
    program: &Program,
    native: &Native<'_>,
) -> Result<FunctionId, String> {
    let name = native.object(0)?.ok_or("a class without a name")?;
    let initialize = native.known(1)?;
    let units = world
        .text_of(program, name)
        .ok_or("a class with an unknown name")?;
    let text = String::from_utf16_lossy(&units);
    let class = world
        .class(program, &text.replace('.', "/"))
        .map_err(|error| error.message)?;
    let mirror = world
        .mirror(program, Mirrored::Class(class))
        .map_err(|error| error.message)?;
    native.function(
        world,
        program,
        &[Const::Object(name), initialize],
        |sketch| {
            if initialize == Const::Bool(true) {
                sketch.make_ready(class);
            }
            sketch.give_const(Const::Object(mirror));
            Ok(())
        },
    )
}

/// `Class.getDeclaredField(name)`: an object that is good for nothing but to be asked where the field is.
pub(super) fn declared_field(
    world: &mut World,
    program: &Program,
    native: &Native<'_>,
) -> Result<FunctionId, String> {
    let (Some(object), Some(name)) = (native.object(0)?, native.object(1)?) else {
        return Err("a field without a name".to_owned());
    };
    let units = world
        .text_of(program, name)
        .ok_or("a field with an unknown name")?;
    let text = String::from_utf16_lossy(&units);
    let Some(Mirrored::Class(class)) = world.mirrored(object) else {
        return Err(format!("reflection on field {text}"));
    };
    let field = world
        .own_field(class, &text)
        .ok_or_else(|| format!("reflection on field {text}"))?;
    let matter = [Const::Object(object), Const::Object(name)];
    let name = native.name_for(program, &matter);
    native.function(world, program, &matter, |sketch| {
        let class = sketch.class("java/lang/reflect/Field")?;
        let found = sketch.world.blank(sketch.program, class, name);
        sketch.world.natives.fields.insert(found, field);
        sketch.give_const(Const::Object(found));
        Ok(())
    })
}

/// `Unsafe.objectFieldOffset(Field)`
pub(super) fn offset_of(
    world: &mut World,
    program: &Program,
    native: &Native<'_>,
) -> Result<FunctionId, String> {
    let field = native.object(1)?.ok_or("the offset of no field")?;
    let found = *world
        .natives
        .fields
        .get(&field)
        .ok_or("the offset of an unknown field")?;
    native.function(world, program, &[Const::Object(field)], |sketch| {
        let slot = sketch.program.slot(found) as i64;
        sketch.give_int(slot);
        Ok(())
    })
}

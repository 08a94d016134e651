//! Boxed numbers.
//!
//! The library keeps a table of small ones, so that which object a number is boxed into is as many ways through the
//! program as the table is long. The object made for a number that is not known is of a class of its own, which says
//! when references to it are equal.

use ir::{
    Class, ClassId, Const, Expr, FieldRef, FunctionId, Identity, Program, StatementKind, Type,
};

use crate::jvm::natives::sketch::Sketch;
use crate::jvm::natives::{Native, concat, table};
use crate::jvm::world::World;

/// The function for boxing a number; `None` for other natives.
pub(super) fn specialise(
    world: &mut World,
    program: &Program,
    native: &Native<'_>,
) -> Option<Result<FunctionId, String>> {
    if !table::boxes(native.name) {
        return None;
    }
    let known = native.args.iter().all(Option::is_some);
    Some(
        native.function(world, program, &[Const::Bool(known)], |sketch| {
            if known {
                concat::spell(sketch, native)
            } else {
                enclose(sketch, native)
            }
        }),
    )
}

fn enclose(sketch: &mut Sketch<'_>, native: &Native<'_>) -> Result<(), String> {
    let parent = sketch.class(&native.class.replace('.', "/"))?;
    let program = sketch.program;
    let fields = &program.classes[parent].fields;
    let value = fields
        .iter()
        .position(|f| f.name == "value")
        .ok_or("a box without a value")?;
    let slot = program.slot(FieldRef {
        class: parent,
        index: value as u32,
    });
    let class = boxed(sketch, parent, slot as u32);
    let object = sketch.local("boxed", Type::Ref);
    sketch.emit(StatementKind::New(object, class));
    let field = FieldRef {
        class: parent,
        index: value as u32,
    };
    sketch.emit(StatementKind::Store(
        Expr::Local(object),
        field,
        sketch.param(0),
    ));
    sketch.give(Expr::Local(object));
    Ok(())
}

/// The class of the objects that may be in the table.
fn boxed(sketch: &mut Sketch<'_>, parent: ClassId, slot: u32) -> ClassId {
    let program = sketch.program;
    let name = format!("{} of a number", program.classes[parent].name);
    // The smallest tables that the language demands, which are those of the library unless it is told otherwise.
    let (low, high) = if program.classes[parent].name == "java.lang.Character" {
        (0, 127)
    } else {
        (-128, 127)
    };
    let identity = Identity::Number { slot, low, high };
    let class = Class {
        name: name.clone(),
        parent: Some(parent),
        identity,
        ..Class::default()
    };
    program
        .class_named(&name)
        .unwrap_or_else(|| sketch.world.add_class(program, class))
}

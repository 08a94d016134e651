//! Boxed numbers.
//!
//! The library keeps a table of small ones, so that which object a number is boxed into is as many ways through the
//! program as the table is long. The object made for a number that is not known is of a class of its own, which says
//! when references to it are equal.

use ir::{Class, ClassId, Expr, FieldRef, Identity, StatementKind, Type};

use crate::jvm::natives::concat;
use crate::jvm::natives::sketch::Sketch;

/// What its bytecode gives for a known number; for others, an object of which it is not known whether the cache of
/// boxed numbers holds it.
pub(super) fn boxed(sketch: &mut Sketch<'_>) -> Result<(), String> {
    if sketch.native.knows(|_| true) {
        return concat::spell(sketch);
    }
    let parent = sketch.class(&sketch.native.internal_class())?;
    let program = sketch.program;
    let fields = &program.classes[parent].fields;
    let value = fields.iter().position(|f| f.name == "value");
    let field = FieldRef {
        class: parent,
        index: value.ok_or("a box without a value")? as u32,
    };
    let class = maybe_cached(sketch, parent, program.slot(field) as u32);
    let object = sketch.local("boxed", Type::Ref);
    sketch.emit(StatementKind::New(object, class));
    let object = Expr::Local(object);
    sketch.emit(StatementKind::Store(object.clone(), field, sketch.param(0)));
    sketch.give(object);
    Ok(())
}

/// The class of the objects that may be in the table.
fn maybe_cached(sketch: &mut Sketch<'_>, parent: ClassId, slot: u32) -> ClassId {
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

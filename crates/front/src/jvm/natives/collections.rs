//! Natives of the classes that stand for collections of the JDK.

use ir::{Callee, StatementKind, Type, WorldOp};

use crate::jvm::dispatch::MAKES_HASH_CODES;
use crate::jvm::natives::sketch::Sketch;

/// A map of the JDK looks for a key among those of its hash code only; those of the machine are not known.
const BY_EQUALS: &str = "objects that are equal have the same hash code";

pub(super) fn by_equals(sketch: &mut Sketch<'_>) -> Result<(), String> {
    sketch.emit(StatementKind::World(Box::new(WorldOp::Assume(
        BY_EQUALS.into(),
    ))));
    sketch.give_zero();
    Ok(())
}

pub(super) fn makes_hash_codes(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let selector = sketch.world.selector(sketch.program, MAKES_HASH_CODES);
    let args = sketch.params();
    let made = sketch.call(Callee::Virtual(selector), args, Some(Type::Bool));
    sketch.give(made.ok_or("no answer")?);
    Ok(())
}

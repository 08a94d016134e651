//! Fields and elements by number: `Unsafe`, whose offsets are slots of objects here.
//!
//! One thread runs, so that every order of memory is the same, and comparing and setting is one step.

use ir::{BinaryOp, Expr, StatementKind, Type};

use crate::jvm::natives::sketch::{Ending, Sketch, binary, is_null};
use crate::jvm::natives::table::Model;

/// What a method does with a slot.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    Get,
    Put,
    CompareAndSet,
    CompareAndExchange,
    GetAndSet,
    GetAndAdd,
}

/// What a method of `Unsafe` means, if it reads or writes a slot of an object.
pub(super) fn model(method: &str, descriptor: &str) -> Option<Model> {
    if !descriptor.starts_with("(Ljava/lang/Object;J") {
        return None;
    }
    let verbs = [
        ("weakCompareAndSet", Access::CompareAndSet),
        ("compareAndSet", Access::CompareAndSet),
        ("compareAndExchange", Access::CompareAndExchange),
        ("getAndSet", Access::GetAndSet),
        ("getAndAdd", Access::GetAndAdd),
        ("get", Access::Get),
        ("put", Access::Put),
    ];
    let (rest, access) = verbs.iter().find_map(|(verb, access)| Some((method.strip_prefix(verb)?, *access)))?;
    let types = ["Int", "Long", "Reference", "Object", "Boolean", "Byte", "Short", "Char", "Float", "Double"];
    let (ty, order) = types.iter().find_map(|ty| Some((*ty, rest.strip_prefix(ty)?)))?;
    if !["", "Volatile", "Acquire", "Release", "Opaque", "Plain"].contains(&order) {
        // Unaligned access sees several elements at once.
        return Some(Model::Refused("memory read as another type than it was written"));
    }
    let fraction = matches!(ty, "Float" | "Double");
    Some(match access {
        Access::Get => Model::Ir(get),
        Access::Put => Model::Ir(put),
        // The machine compares bits, of which NaN has more than one choice.
        _ if fraction => Model::Refused("comparing the bits of floating-point numbers in memory"),
        Access::CompareAndSet => Model::Ir(compare_and_set),
        Access::CompareAndExchange => Model::Ir(compare_and_exchange),
        Access::GetAndSet => Model::Ir(get_and_set),
        Access::GetAndAdd => Model::Ir(get_and_add),
    })
}

/// The object (1), the offset (2); the receiver is the `Unsafe` itself.
fn place(sketch: &mut Sketch<'_>) -> (Expr, Expr) {
    let (object, offset) = (sketch.param(1), sketch.param(2));
    sketch.refuse_if(is_null(object.clone()), "memory outside of objects");
    (object, offset)
}

fn get(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let ty = sketch.returns().ok_or("a read that gives nothing")?;
    let value = load(sketch, ty);
    sketch.give(value);
    Ok(())
}

fn load(sketch: &mut Sketch<'_>, ty: Type) -> Expr {
    let (object, offset) = place(sketch);
    let value = sketch.local("value", ty);
    sketch.emit(StatementKind::LoadSlot(value, object, offset));
    Expr::Local(value)
}

fn store(sketch: &mut Sketch<'_>, value: Expr) {
    let (object, offset) = (sketch.param(1), sketch.param(2));
    sketch.emit(StatementKind::StoreSlot(object, offset, value));
}

fn put(sketch: &mut Sketch<'_>) -> Result<(), String> {
    place(sketch);
    let value = sketch.param(3);
    store(sketch, value);
    sketch.give_nothing();
    Ok(())
}

/// Stores the fourth argument if the slot holds the third.
fn swap(sketch: &mut Sketch<'_>, found: &Expr) -> Result<Expr, String> {
    let equal = sketch.local("equal", Type::Bool);
    let expected = sketch.param(3);
    sketch.emit(StatementKind::Assign(equal, binary(BinaryOp::Eq, found.clone(), expected)));
    sketch.branch(
        Expr::Local(equal),
        |sketch| {
            let value = sketch.param(4);
            store(sketch, value);
            Ok(Ending::Open)
        },
        |_| Ok(Ending::Open),
    )?;
    Ok(Expr::Local(equal))
}

fn compare_and_set(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let ty = sketch.param_type(3);
    let found = load(sketch, ty);
    let equal = swap(sketch, &found)?;
    sketch.give(equal);
    Ok(())
}

fn compare_and_exchange(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let ty = sketch.param_type(3);
    let found = load(sketch, ty);
    swap(sketch, &found)?;
    sketch.give(found);
    Ok(())
}

fn get_and_set(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let ty = sketch.param_type(3);
    let found = load(sketch, ty);
    let value = sketch.param(3);
    store(sketch, value);
    sketch.give(found);
    Ok(())
}

fn get_and_add(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let ty = sketch.param_type(3);
    let found = load(sketch, ty);
    let sum = binary(BinaryOp::Add, found.clone(), sketch.param(3));
    store(sketch, sum);
    sketch.give(found);
    Ok(())
}

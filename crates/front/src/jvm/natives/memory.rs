//! Fields and elements by number: `Unsafe`, whose offsets are slots of objects here.
//!
//! One thread runs, so that every order of memory is the same, and comparing and setting is one step.

use ir::{BinaryOp, Const, Expr, IntType, StatementKind, Type};

use crate::jvm::natives::sketch::{Ending, Sketch, any, binary, int, is_instance, is_null, not};
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
    let (rest, access) = verbs
        .iter()
        .find_map(|(verb, access)| Some((method.strip_prefix(verb)?, *access)))?;
    let types = [
        "Int",
        "Long",
        "Reference",
        "Object",
        "Boolean",
        "Byte",
        "Short",
        "Char",
        "Float",
        "Double",
    ];
    let (ty, order) = types
        .iter()
        .find_map(|ty| Some((*ty, rest.strip_prefix(ty)?)))?;
    if order == "Unaligned" && matches!(ty, "Int" | "Long" | "Short" | "Char") {
        // The forms that say the order of bytes call these.
        return match access {
            Access::Get if descriptor.starts_with("(Ljava/lang/Object;J)") => {
                Some(Model::Ir(get_bytes))
            }
            Access::Put if descriptor.ends_with(")V") && !descriptor.contains('Z') => {
                Some(Model::Ir(put_bytes))
            }
            _ => None,
        };
    }
    if !["", "Volatile", "Acquire", "Release", "Opaque", "Plain"].contains(&order) {
        // Unaligned access sees several elements at once.
        return Some(Model::Refused(
            "memory read as another type than it was written",
        ));
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
    sketch.emit(StatementKind::Assign(
        equal,
        binary(BinaryOp::Eq, found.clone(), expected),
    ));
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

/// Several bytes of an array as one number, the lowest first.
fn get_bytes(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let kind = wide_type(sketch.returns())?;
    let wide = Type::Int(IntType::I64);
    let (array, first) = bytes(sketch, kind)?;
    let sum = sketch.local("sum", wide);
    sketch.emit(StatementKind::Assign(sum, long(0)));
    for number in 0..i64::from(kind.bits / 8) {
        let byte = sketch.local("byte", Type::Int(IntType::I8));
        sketch.emit(StatementKind::LoadElement(
            byte,
            array.clone(),
            position(&first, number),
        ));
        let byte = Expr::Cast(wide, Box::new(Expr::Local(byte)));
        let byte = binary(BinaryOp::And, byte, long(0xff));
        let byte = binary(BinaryOp::Shl, byte, int(8 * number));
        sketch.emit(StatementKind::Assign(
            sum,
            binary(BinaryOp::Or, Expr::Local(sum), byte),
        ));
    }
    sketch.give(Expr::Cast(Type::Int(kind), Box::new(Expr::Local(sum))));
    Ok(())
}

/// One number as several bytes of an array, the lowest first.
fn put_bytes(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let kind = wide_type(Some(sketch.param_type(3)))?;
    let (array, first) = bytes(sketch, kind)?;
    let value = Expr::Cast(Type::Int(IntType::I64), Box::new(sketch.param(3)));
    for number in 0..i64::from(kind.bits / 8) {
        let byte = binary(BinaryOp::Shr, value.clone(), int(8 * number));
        let byte = Expr::Cast(Type::Int(IntType::I8), Box::new(byte));
        sketch.emit(StatementKind::StoreElement(
            array.clone(),
            position(&first, number),
            byte,
        ));
    }
    sketch.give_nothing();
    Ok(())
}

fn wide_type(ty: Option<Type>) -> Result<IntType, String> {
    match ty {
        Some(Type::Int(int)) => Ok(int),
        Some(Type::Bool | Type::Float(_) | Type::Ref) | None => {
            Err("bytes of something that is no number".to_owned())
        }
    }
}

/// The array and the first index; it must be an array of bytes that has them all.
fn bytes(sketch: &mut Sketch<'_>, kind: IntType) -> Result<(Expr, Expr), String> {
    let (array, offset) = (sketch.param(1), sketch.param(2));
    let class = sketch.class("[B")?;
    let other = not(is_instance(array.clone(), class));
    sketch.refuse_if(other, "memory read as another type than it was written");
    let length = sketch.local("length", Type::Int(IntType::I32));
    sketch.emit(StatementKind::Length(length, array.clone()));
    let room = Expr::Cast(Type::Int(IntType::I64), Box::new(Expr::Local(length)));
    let last = binary(BinaryOp::Sub, room, long(i64::from(kind.bits / 8)));
    let outside = any([
        binary(BinaryOp::Lt, offset.clone(), long(0)),
        binary(BinaryOp::Gt, offset.clone(), last),
    ]);
    sketch.refuse_if(outside, "memory outside of objects");
    Ok((array, Expr::Cast(Type::Int(IntType::I32), Box::new(offset))))
}

fn position(first: &Expr, number: i64) -> Expr {
    binary(BinaryOp::Add, first.clone(), int(number))
}

fn long(value: i64) -> Expr {
    Expr::Const(Const::Int(IntType::I64, value))
}

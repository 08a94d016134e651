//! Fields and elements by number: `Unsafe`, whose offsets are slots of objects here.

use ir::{BinaryOp, Const, Expr, IntType, StatementKind, Type};

use crate::jvm::natives::calls::Access;
use crate::jvm::natives::model::Model;
use crate::jvm::natives::sketch::{Sketch, any, binary, int, is_instance, is_null, not};
use crate::jvm::natives::variables::{Variable, write};

const OTHER_TYPE: &str = "memory read as another type than it was written";
const OUTSIDE: &str = "memory outside of objects";

/// What a method does, the type it does it with, and how it orders that.
fn parts(method: &str) -> Option<(Access, &str, &str)> {
    let verbs = [
        ("weakCompareAndSet", Access::CompareAndSet),
        ("compareAndSet", Access::CompareAndSet),
        ("compareAndExchange", Access::CompareAndExchange),
        ("getAndSet", Access::GetAndSet),
        ("getAndAdd", Access::GetAndChange(BinaryOp::Add)),
        ("get", Access::Get),
        ("put", Access::Set),
    ];
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
    let verb = |(verb, access): &(&str, Access)| Some((method.strip_prefix(verb)?, *access));
    let (rest, access) = verbs.iter().find_map(verb)?;
    let order = types.iter().find_map(|ty| rest.strip_prefix(ty))?;
    let ty = &rest[..rest.len() - order.len()];
    Some((access, ty, order))
}

/// What a method of `Unsafe` means, if it reads or writes a slot of an object.
pub(super) fn model(method: &str, descriptor: &str) -> Option<Model> {
    if !descriptor.starts_with("(Ljava/lang/Object;J") {
        return None;
    }
    let (access, ty, order) = parts(method)?;
    if order == "Unaligned" && matches!(ty, "Int" | "Long" | "Short" | "Char") {
        // The forms that say the order of bytes call these.
        let reads = descriptor.starts_with("(Ljava/lang/Object;J)");
        let writes = descriptor.ends_with(")V") && !descriptor.contains('Z');
        return match access {
            Access::Get if reads => Some(Model::Written(get_bytes)),
            Access::Set if writes => Some(Model::Written(put_bytes)),
            _ => None,
        };
    }
    if !["", "Volatile", "Acquire", "Release", "Opaque", "Plain"].contains(&order) {
        // Unaligned access sees several elements at once.
        return Some(Model::Refused(OTHER_TYPE));
    }
    Some(match access {
        Access::Get | Access::Set => Model::Written(used),
        // The machine compares bits, of which NaN has more than one choice.
        _ if matches!(ty, "Float" | "Double") => {
            Model::Refused("comparing the bits of floating-point numbers in memory")
        }
        _ => Model::Written(used),
    })
}

/// The object is the argument 1, the offset 2, the values come after; the receiver is the `Unsafe` itself.
fn used(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let (access, ..) = parts(sketch.native.method).ok_or("an access to memory")?;
    let (object, offset) = (sketch.param(1), sketch.param(2));
    sketch.refuse_if(is_null(object.clone()), OUTSIDE);
    let values = sketch.params().split_off(3);
    let ty = match values.first() {
        Some(value) => sketch.type_of(value),
        None => sketch.returns().ok_or("a read that gives nothing")?,
    };
    write(sketch, access, &Variable::Slot(object, offset), ty, &values)
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
    sketch.refuse_if(other, OTHER_TYPE);
    let length = sketch.local("length", Type::Int(IntType::I32));
    sketch.emit(StatementKind::Length(length, array.clone()));
    let room = Expr::Cast(Type::Int(IntType::I64), Box::new(Expr::Local(length)));
    let last = binary(BinaryOp::Sub, room, long(i64::from(kind.bits / 8)));
    let outside = any([
        binary(BinaryOp::Lt, offset.clone(), long(0)),
        binary(BinaryOp::Gt, offset.clone(), last),
    ]);
    sketch.refuse_if(outside, OUTSIDE);
    Ok((array, Expr::Cast(Type::Int(IntType::I32), Box::new(offset))))
}

fn position(first: &Expr, number: i64) -> Expr {
    binary(BinaryOp::Add, first.clone(), int(number))
}

fn long(value: i64) -> Expr {
    Expr::Const(Const::Int(IntType::I64, value))
}

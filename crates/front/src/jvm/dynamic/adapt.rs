//! Values of one type as values of another, as method handles and lambdas convert them.

use ristretto_classfile::attributes::Instruction;

use crate::jvm::descriptor::JavaType;
use crate::jvm::dynamic::assembler::Writer;

/// The class whose objects hold a primitive value, and the method that takes it out.
pub(in crate::jvm) fn wrapper(ty: &JavaType) -> Option<(&'static str, &'static str)> {
    Some(match ty {
        JavaType::Boolean => ("java/lang/Boolean", "booleanValue"),
        JavaType::Byte => ("java/lang/Byte", "byteValue"),
        JavaType::Short => ("java/lang/Short", "shortValue"),
        JavaType::Char => ("java/lang/Character", "charValue"),
        JavaType::Int => ("java/lang/Integer", "intValue"),
        JavaType::Long => ("java/lang/Long", "longValue"),
        JavaType::Float => ("java/lang/Float", "floatValue"),
        JavaType::Double => ("java/lang/Double", "doubleValue"),
        JavaType::Object(_) | JavaType::Array(..) => return None,
    })
}

/// The primitive type that objects of a class hold.
fn unwrapped(class: &str) -> Option<JavaType> {
    let all = [
        JavaType::Boolean,
        JavaType::Byte,
        JavaType::Short,
        JavaType::Char,
        JavaType::Int,
        JavaType::Long,
        JavaType::Float,
        JavaType::Double,
    ];
    all.into_iter()
        .find(|ty| wrapper(ty).is_some_and(|(name, _)| name == class))
}

/// Turns the value on top of the stack from one type to another.
pub(super) fn adapt(code: &mut Writer<'_>, from: &JavaType, to: &JavaType) {
    match (wrapper(from), wrapper(to)) {
        (Some(_), Some(_)) => widen(code, from, to),
        (Some(_), None) => wrap(code, from),
        (None, Some(_)) => unwrap(code, from, to),
        (None, None) => cast(code, from, to),
    }
}

pub(super) fn wrap(code: &mut Writer<'_>, from: &JavaType) {
    if let Some((class, _)) = wrapper(from) {
        code.call_static(
            class,
            "valueOf",
            &format!("({})L{class};", from.descriptor()),
        );
    }
}

fn unwrap(code: &mut Writer<'_>, from: &JavaType, to: &JavaType) {
    let JavaType::Object(class) = from else {
        return;
    };
    if let Some(held) = unwrapped(class) {
        take_out(code, class, &held);
        return widen(code, &held, to);
    }
    // A type above the wrapper's: numbers convert themselves, as the JDK lets them.
    let through = match to {
        JavaType::Boolean => "java/lang/Boolean",
        JavaType::Char => "java/lang/Character",
        _ => "java/lang/Number",
    };
    code.cast(through);
    take_out(code, through, to);
}

fn take_out(code: &mut Writer<'_>, class: &str, held: &JavaType) {
    if let Some((_, method)) = wrapper(held) {
        code.call_virtual(class, method, &format!("(){}", held.descriptor()));
    }
}

/// To a wider primitive type (JLS 5.1.2); what is narrower than an int is one already.
fn widen(code: &mut Writer<'_>, from: &JavaType, to: &JavaType) {
    use JavaType::{Double, Float, Long};
    let instruction = match (from, to) {
        (Long, Float) => Instruction::L2f,
        (Long, Double) => Instruction::L2d,
        (Float, Double) => Instruction::F2d,
        (Long, Long) | (Float, Float) | (Double, _) => return,
        (_, Long) => Instruction::I2l,
        (_, Float) => Instruction::I2f,
        (_, Double) => Instruction::I2d,
        _ => return,
    };
    code.op(instruction);
}

fn cast(code: &mut Writer<'_>, from: &JavaType, to: &JavaType) {
    match to.class_name() {
        Some(name) if name != "java/lang/Object" && from != to => code.cast(&name),
        _ => {}
    }
}

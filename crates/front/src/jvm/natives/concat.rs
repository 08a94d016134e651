//! Texts made of numbers.
//!
//! The digits of a number that is not known are as many ways through the program, and most such texts are messages that
//! nobody reads. So a text with such a number in it is one that cannot be read, and so is a text with a part that
//! cannot be read.

use std::cell::OnceCell;

use ir::{Function, Type};

use crate::jvm::descriptor::JavaType;
use crate::jvm::dynamic::assembler::Writer;
use crate::jvm::dynamic::concat::append_all;
use crate::jvm::method;
use crate::jvm::natives::calls::CONCAT;
use crate::jvm::natives::sketch::{Ending, Sketch, is_instance};
use crate::jvm::natives::{bytecode, objects};

/// What the bytecode of a method gives for known numbers; for others, a text that cannot be read: every digit of it
/// would be several ways through the program.
pub(super) fn digits(sketch: &mut Sketch<'_>) -> Result<(), String> {
    match sketch.native.knows(is_number) || is_output(sketch) {
        true => spell(sketch),
        false => objects::unreadable(sketch),
    }
}

/// Whether digits are likely to be what a filter writes, and no message: hexadecimal ones of an `int`, of which there are eight at most.
fn is_output(sketch: &Sketch<'_>) -> bool {
    sketch.world.filtering.is_some()
        && sketch.native.method == "toHexString"
        && sketch.native.ty.params == [JavaType::Int]
}

/// Puts the parts together, unless one of them cannot be read.
pub(super) fn concatenate(sketch: &mut Sketch<'_>) -> Result<(), String> {
    if !sketch.native.knows(is_number) {
        return objects::unreadable(sketch);
    }
    let class = sketch.unreadable()?;
    for part in sketch.params() {
        if sketch.type_of(&part) == Type::Ref {
            let leave =
                |sketch: &mut Sketch<'_>| objects::unreadable(sketch).map(|()| Ending::Left);
            sketch.branch(is_instance(part, class), leave, |_| Ok(Ending::Open))?;
        }
    }
    let params = &sketch.native.ty.params;
    let shape: String = params.iter().map(letter).collect();
    let (name, descriptor) = (format!("{CONCAT}_{shape}"), sketch.native.ty.descriptor());
    let append = |code: &mut Writer<'_>| append_all(code, params);
    let function = bytecode::define(sketch.world, sketch.program, &name, &descriptor, append)?;
    sketch.give_call(function);
    Ok(())
}

pub(super) fn is_number(ty: &JavaType) -> bool {
    match ty {
        JavaType::Byte | JavaType::Short | JavaType::Int | JavaType::Long => true,
        JavaType::Float | JavaType::Double => true,
        // Two ways each, at most.
        JavaType::Boolean | JavaType::Char => false,
        JavaType::Object(_) | JavaType::Array(..) => false,
    }
}

/// What tells the types of parts apart.
fn letter(ty: &JavaType) -> char {
    let descriptor = ty.descriptor();
    descriptor.chars().next().unwrap_or_default()
}

/// What the method itself would give.
pub(super) fn spell(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let native = &sketch.native;
    let (name, method, descriptor) = (
        native.internal_class(),
        native.method,
        native.ty.descriptor(),
    );
    let class = sketch.class(&name)?;
    let found = sketch.world.declared(class, method, &descriptor);
    let found =
        found.ok_or_else(|| format!("{}, which is not there", sketch.native.described()))?;
    let modelled = sketch.world.function(sketch.program, class, found.index);
    let code = method::translate(sketch.world, sketch.program, class, found.index, modelled);
    let head = &sketch.program.functions[modelled];
    let function = Function {
        name: format!("{} as written", head.name),
        file: head.file.clone(),
        params: head.params.clone(),
        returns: head.returns,
        code: OnceCell::from(code),
    };
    let function = sketch.program.functions.push(function);
    sketch.give_call(function);
    Ok(())
}

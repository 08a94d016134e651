//! Texts made of numbers.
//!
//! The digits of a number that is not known are as many ways through the program, and most such texts are messages that
//! nobody reads. So a text with such a number in it is one that cannot be read, and so is a text with a part that
//! cannot be read.

use std::cell::OnceCell;

use ir::{Const, Function, FunctionId, Program, Type};

use crate::jvm::descriptor::{JavaType, MethodType};
use crate::jvm::dynamic;
use crate::jvm::method;
use crate::jvm::natives::sketch::{Ending, Sketch, is_instance};
use crate::jvm::natives::{Native, objects, table, written};
use crate::jvm::texts::STRING;
use crate::jvm::world::World;

/// The class whose static method `concat`, of any type, puts texts and primitive values together.
pub(super) const CONCAT: &str = "$model/Concat";

/// Whether a call of a method of this class is a concatenation.
pub(in crate::jvm) fn is_concatenation(class: &str) -> bool {
    class == CONCAT
}

/// Whether a class is one of those that put texts together for all others.
pub(in crate::jvm) fn concatenates(class: &str) -> bool {
    class
        .strip_prefix(CONCAT)
        .is_some_and(|rest| rest.starts_with('_'))
}

/// The native that puts texts and primitive values together.
pub(in crate::jvm) fn concatenation(params: Vec<JavaType>) -> String {
    let ty = MethodType {
        params,
        returns: Some(JavaType::Object(STRING.to_owned())),
    };
    format!("{}.concat{}", CONCAT.replace('/', "."), ty.descriptor())
}

/// The function for a concatenation or the text of a number; `None` for other natives.
pub(super) fn specialise(
    world: &mut World,
    program: &Program,
    native: &Native<'_>,
) -> Option<Result<FunctionId, String>> {
    let concatenates = is_concatenation(&native.class.replace('.', "/"));
    if !concatenates && !table::spells(native.name) {
        return None;
    }
    let known = native
        .ty
        .params
        .iter()
        .zip(native.args)
        .all(|(ty, arg)| arg.is_some() || !is_number(ty));
    Some(
        native.function(world, program, &[Const::Bool(known)], |sketch| {
            match (known, concatenates) {
                (false, _) => objects::unreadable(sketch),
                (true, true) => concatenate(sketch, native),
                (true, false) => spell(sketch, native),
            }
        }),
    )
}

fn is_number(ty: &JavaType) -> bool {
    match ty {
        JavaType::Byte | JavaType::Short | JavaType::Int | JavaType::Long => true,
        JavaType::Float | JavaType::Double => true,
        // Two ways each, at most.
        JavaType::Boolean | JavaType::Char => false,
        JavaType::Object(_) | JavaType::Array(..) => false,
    }
}

/// Really puts the parts together, unless one of them cannot be read.
fn concatenate(sketch: &mut Sketch<'_>, native: &Native<'_>) -> Result<(), String> {
    let unreadable = sketch
        .world
        .machine_text(sketch.program)
        .map_err(|error| error.message)?;
    let class = sketch.program.image[unreadable].class;
    for part in sketch
        .params()
        .into_iter()
        .filter(|part| sketch.type_of(part) == Type::Ref)
        .collect::<Vec<_>>()
    {
        let leave = |sketch: &mut Sketch<'_>| objects::unreadable(sketch).map(|()| Ending::Left);
        sketch.branch(is_instance(part, class), leave, |_| Ok(Ending::Open))?;
    }
    let shape: String = native.ty.params.iter().map(letter).collect();
    let (name, descriptor) = (format!("{CONCAT}_{shape}"), native.ty.descriptor());
    let append = |code: &mut dynamic::Writer<'_>| dynamic::append_all(code, &native.ty.params);
    let function = written::define(sketch.world, sketch.program, &name, &descriptor, append)?;
    sketch.give_call(function);
    Ok(())
}

/// What tells the types of parts apart.
fn letter(ty: &JavaType) -> char {
    let descriptor = ty.descriptor();
    descriptor.chars().next().unwrap_or_default()
}

/// What the method itself would give.
pub(super) fn spell(sketch: &mut Sketch<'_>, native: &Native<'_>) -> Result<(), String> {
    let class = sketch.class(&native.class.replace('.', "/"))?;
    let found = sketch
        .world
        .declared(class, native.method, &native.ty.descriptor());
    let found = found.ok_or_else(|| format!("{}, which is not there", native.described()))?;
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

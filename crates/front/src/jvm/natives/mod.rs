//! What the machine does for methods that have no bytecode, and for some whose bytecode is beyond us.
//!
//! [`table`] says what stands for which method and why, one line each; the other files hold how, one function each. A
//! function writes the code of one method into a [`sketch`]: in the ir, or as [`bytecode`] where that is shorter.

mod arrays;
mod boxes;
mod bytecode;
pub(in crate::jvm) mod calls;
mod classes;
mod collections;
mod concat;
mod copy;
mod enums;
mod format;
mod handles;
mod logarithms;
mod logging;
pub(in crate::jvm) mod made;
mod memory;
mod model;
pub(in crate::jvm) mod native;
mod objects;
mod properties;
mod reflection;
pub(in crate::jvm) mod sketch;
mod streams;
mod table;
mod tape;
mod variables;
mod written;
mod zip;

use std::cell::OnceCell;

use ir::{ClassId, Code, Const, Function, FunctionId, Program};

use crate::jvm::world::World;
use bytecode::OURS;
use model::{Matter, Model};
use native::Native;
use sketch::Sketch;

/// The code of a method that is not translated from its bytecode; `None` for all others. Asked for every method before
/// it is translated, native or not: the function's name, `java.lang.Object.hashCode()I`, is the key.
///
/// Soundness: models stand for methods of the JDK, and for those that stand in for them. A method of the user's that has
/// such a name is what its code says.
pub(in crate::jvm) fn model(
    world: &mut World,
    program: &Program,
    class: ClassId,
    method: usize,
    function: FunctionId,
) -> Option<Code> {
    if !world.is_library(class) && !world.name(class).starts_with(OURS) {
        return None;
    }
    let head = &program.functions[function];
    let is_native = world
        .java(class)
        .is_some_and(|java| java.methods[method].is_native());
    let of_natives = is_native.then(|| table::of_natives(&head.name)).flatten();
    let model = of_natives.or_else(|| table::find(&head.name))?;
    let written = write(world, program, head, model);
    Some(written.unwrap_or_else(|why| sketch::refusal(head, why)))
}

fn write(
    world: &mut World,
    program: &Program,
    head: &Function,
    model: Model,
) -> Result<Code, String> {
    let native = Native::new(&head.name, &[]);
    let mut sketch = Sketch::new(world, program, head, native);
    match model {
        Model::Nothing => sketch.give_zero(),
        Model::Bool(value) => sketch.give_const(Const::Bool(value)),
        Model::Int(value) => sketch.give_int(value),
        Model::Text(text) => {
            let literal = sketch.text(text)?;
            sketch.give_const(literal);
        }
        Model::First => sketch.give(sketch.param(0)),
        Model::Special(..) | Model::Fact(_) => sketch.give_call_of_native(&head.name),
        Model::Written(write) => write(&mut sketch)?,
        Model::Asked(question) => sketch.give_answer(question),
        Model::Refused(why) => return Err(why.to_owned()),
        Model::Closed(why) => return Err(format!("{why}: {}", sketch.native.described())),
    }
    Ok(sketch.finish())
}

/// The function for a `Callee::Native` of this name and these arguments; asked once for each name and arguments, and
/// made once for each choice of the arguments that matter.
pub(in crate::jvm) fn specialise(
    world: &mut World,
    program: &Program,
    name: &str,
    args: &[Option<Const>],
) -> Result<FunctionId, String> {
    let native = Native::new(name, args);
    let model = table::special(&native);
    let matter = match &model {
        Some(Model::Special(matter, _)) => matter.of(&native)?,
        Some(Model::Fact(_)) => Matter::Args(&[0]).of(&native)?,
        _ => return Err(format!("native method {}", native.described())),
    };
    let key = (name.to_owned(), matter);
    if let Some(&known) = world.natives.made.get(&key) {
        return Ok(known);
    }
    let mut head = native.head(program, &key.1);
    let native = native.mattering(&key.1);
    let mut sketch = Sketch::new(world, program, &head, native);
    match model {
        Some(Model::Special(_, write)) => write(&mut sketch)?,
        Some(Model::Fact(ask)) => classes::give_fact(&mut sketch, ask)?,
        _ => {}
    }
    let code = sketch.finish();
    head.code = OnceCell::from(code);
    let function = program.functions.push(head);
    world.natives.made.insert(key, function);
    Ok(function)
}

//! Java: class files to a [`Component`].
//!
//! The path is: find the class ([`Source`]), read it, and say what a client may call. The rest is found while the program
//! is analysed, by its `linker`: classes of the user and of the JDK are read when something names them, methods are
//! translated when something calls them. Whatever cannot be translated ends its path in `Unsupported`, with a name and a
//! line.

mod access;
mod called;
mod candidates;
mod class;
mod class_path;
mod compile;
mod component;
mod descriptor;
mod dispatch;
mod dynamic;
mod freeze;
mod generic;
mod initialise;
mod jar;
mod jdk;
mod linker;
mod members;
mod method;
mod natives;
mod ready;
pub mod replay;
mod source;
mod stream;
mod texts;
mod trim;
mod world;

use std::collections::BTreeMap;
use std::rc::Rc;

use ir::{Component, FunctionId, Link, Program, TerminatorKind};

use crate::InputError;
use class_path::ClassPath;
use descriptor::dotted;
use linker::JavaLinker;
use world::World;

pub use compile::tool;
pub use jdk::release;
pub use source::{Runnable, Source, runnable};
pub use stream::{Assumption, JavaFilter, Method, Most, assumed, load_filter};

/// Finds and reads a class; its methods are translated when they are first called.
pub fn load(source: &Source) -> Result<Component, InputError> {
    let located = source::locate(source)?;
    build(
        located.class_path,
        &located.subject,
        source.include_package_access,
    )
}

/// Like [`load`], for a class among classes given as bytes, by internal name (`java/util/Stack`).
pub fn load_classes(
    classes: BTreeMap<String, Vec<u8>>,
    class: &str,
    include_package_access: bool,
) -> Result<Component, InputError> {
    build(
        ClassPath::of_classes(classes),
        &class.replace('.', "/"),
        include_package_access,
    )
}

/// Classes that the machine has made ready before it runs anything: their objects are there from the beginning.
const BOOTED: [&str; 2] = ["java/lang/String", "java/lang/Class"];

fn build(
    class_path: ClassPath,
    subject: &str,
    package_access: bool,
) -> Result<Component, InputError> {
    let linker = Rc::new(JavaLinker::new(World::new(class_path, subject)));
    let program = Program {
        link: Link::new(linker.clone()),
        ..Program::default()
    };
    let booted = boot(&linker, &program)?;
    let (class, entries, ready) = {
        let world = &mut *linker.world.borrow_mut();
        let class = world
            .class(&program, subject)
            .map_err(|error| about_subject(error, subject))?;
        let entries = component::entries(world, &program, class, package_access)?;
        (class, entries, world.ready(&program, class))
    };
    let initialisers = booted
        .into_iter()
        .chain(ready)
        .filter(|&f| has_effect(&program, f))
        .collect();
    Ok(Component {
        name: program.classes[class].name.clone(),
        program,
        class,
        initialisers,
        constructors: entries.constructors,
        methods: entries.methods,
    })
}

/// Makes ready what is ready from the beginning; what is left to do when the program runs.
fn boot(linker: &JavaLinker, program: &Program) -> Result<Vec<FunctionId>, InputError> {
    let mut left = Vec::new();
    for name in BOOTED {
        let ready = {
            let world = &mut *linker.world.borrow_mut();
            let class = world.class(program, name)?;
            world.ready(program, class)
        };
        left.extend(ready.filter(|&f| has_effect(program, f)));
    }
    Ok(left)
}

fn about_subject(error: InputError, subject: &str) -> InputError {
    if error == world::missing(subject) {
        InputError::new(format!("there is no class {}", dotted(subject)))
    } else {
        error
    }
}

/// Whether a function does more than return.
fn has_effect(program: &Program, function: FunctionId) -> bool {
    let code = program.code(function);
    let returns = |b: &ir::Block| {
        b.statements.is_empty() && b.terminator.kind == TerminatorKind::Return(None)
    };
    !code.blocks.values().next().is_some_and(returns)
}

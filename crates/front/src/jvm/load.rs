//! From a class to a component.

use std::collections::BTreeMap;
use std::rc::Rc;

use ir::{Arguments, Component, FunctionId, Layouts, Link, Program, Script, TerminatorKind};

use crate::InputError;
use crate::jvm::class_path::ClassPath;
use crate::jvm::compared::compared;
use crate::jvm::component;
use crate::jvm::descriptor::dotted;
use crate::jvm::linker::JavaLinker;
use crate::jvm::outsider;
use crate::jvm::source::{Source, locate};
use crate::jvm::stand_ins;
use crate::jvm::world::{World, missing};

/// Finds and reads a class; its methods are translated when they are first called.
pub fn load(source: &Source) -> Result<Component, InputError> {
    let mut located = locate(source)?;
    if !source.real_collections && !stand_ins::stands(&located.subject) {
        located.class_path.use_stand_ins();
    }
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
    let (class, entries, ready, compared) = {
        let world = &mut *linker.world.borrow_mut();
        let class = world
            .class(&program, subject)
            .map_err(|error| about_subject(error, subject))?;
        let entries = component::entries(world, &program, class, package_access)?;
        let extended = world.java(class).and_then(|java| outsider::extended(&java));
        extended
            .into_iter()
            .for_each(|what| program.assume(&what.into()));
        (
            class,
            entries,
            world.ready(&program, class),
            compared(world),
        )
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
        arguments: Arguments::default(),
        texts: compared.texts,
        known_from: compared.known_from,
        measured: compared.lengths,
        endings: None,
        layouts: Layouts::default(),
        script: Script::default(),
    })
}

/// Makes ready what is ready from the beginning; what is left to do when the program runs.
pub(super) fn boot(linker: &JavaLinker, program: &Program) -> Result<Vec<FunctionId>, InputError> {
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

pub(super) fn about_subject(error: InputError, subject: &str) -> InputError {
    if error == missing(subject) {
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

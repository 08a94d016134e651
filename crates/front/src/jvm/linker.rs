//! Completing a program from class files.

use std::cell::RefCell;

use ir::{
    Access, Candidate, ClassId, Code, Const, FieldRef, FunctionId, GivenType, ImageId, Linker,
    Program, SelectorId,
};

use crate::jvm::method::{self, unsupported_code};
use crate::jvm::stream::library::LIBRARY;
use crate::jvm::texts::Mirrored;
use crate::jvm::world::{Body, World};
use crate::jvm::{access, called, candidates, generic, natives, ready};

/// Before the name of a method, `java/lang/Integer.valueOf(I)Ljava/lang/Integer;`: the name of a native that is that very
/// method. Replays make objects with methods that no program names.
pub(in crate::jvm) const METHOD: &str = "the method ";

/// Before the name of a class: the name of a native that makes it ready.
pub(in crate::jvm) const READY: &str = "make ready ";

/// What all exceptions are.
const THROWABLE: &str = "java/lang/Throwable";

/// The classes whose objects stand for a primitive value.
const BOXES: [&str; 8] = [
    "java/lang/Boolean",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Double",
    "java/lang/Float",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Short",
];

/// Finds classes and translates methods when they are asked for.
pub(in crate::jvm) struct JavaLinker {
    /// Never borrowed while the program runs, since whatever runs may ask for more.
    pub(in crate::jvm) world: RefCell<World>,
}

impl JavaLinker {
    pub(in crate::jvm) fn new(world: World) -> Self {
        Self {
            world: RefCell::new(world),
        }
    }
}

impl Linker for JavaLinker {
    fn code(&self, program: &Program, function: FunctionId) -> Code {
        let body = self.world.borrow().body(function);
        let code = match body {
            Some(Body::Ready(class)) => ready::code(&self.world, program, class),
            Some(Body::Method(class, method)) => {
                let world = &mut *self.world.borrow_mut();
                let model = natives::model(world, program, class, method, function);
                model.unwrap_or_else(|| method::translate(world, program, class, method, function))
            }
            None => unsupported_code(
                &program.functions[function].params,
                "a function nobody wrote".to_owned(),
                0,
            ),
        };
        checked(program, function, code)
    }

    fn resolve(
        &self,
        program: &Program,
        class: ClassId,
        selector: SelectorId,
    ) -> Option<FunctionId> {
        self.world
            .borrow_mut()
            .implementation(program, class, &program.selectors[selector])
    }

    fn native(
        &self,
        program: &Program,
        name: &str,
        args: &[Option<Const>],
    ) -> Result<FunctionId, String> {
        let world = &mut *self.world.borrow_mut();
        if let Some(class) = name.strip_prefix(READY) {
            let class = world.class(program, class)?;
            return world
                .ready(program, class)
                .ok_or_else(|| "it is ready".to_owned());
        }
        if let Some(method) = name.strip_prefix(METHOD) {
            return method_named(world, program, method);
        }
        let key = (name.to_owned(), args.to_vec());
        if let Some(known) = world.specialised.get(&key) {
            return known.clone();
        }
        let function = natives::specialise(world, program, name, args);
        world.specialised.insert(key, function.clone());
        function
    }

    fn mirror(&self, program: &Program, class: ClassId) -> Option<ImageId> {
        // Soundness: what stands for a class of the JDK must not be seen to be another one.
        if self.world.borrow().name(class).starts_with(LIBRARY) {
            return None;
        }
        // Who asks an object that stands for another one sees that.
        self.world
            .borrow_mut()
            .mirror(program, Mirrored::Class(program.stands_for(class)))
            .ok()
    }

    fn candidates(&self, program: &Program, source_type: &str) -> Vec<Candidate> {
        candidates::candidates(&self.world, program, source_type)
    }

    fn candidates_given(&self, program: &Program, given: GivenType) -> Vec<Candidate> {
        generic::candidates(&self.world, program, given)
    }

    fn field_given(
        &self,
        program: &Program,
        given: Option<GivenType>,
        class: ClassId,
        field: FieldRef,
    ) -> Option<GivenType> {
        generic::field(&mut self.world.borrow_mut(), program, given, class, field)
    }

    fn element_given(&self, _program: &Program, given: GivenType) -> Option<GivenType> {
        generic::element(&mut self.world.borrow_mut(), given)
    }

    fn field_type(&self, program: &Program, class: ClassId, field: FieldRef) -> String {
        let seen = generic::own_field(&mut self.world.borrow_mut(), program, class, field);
        seen.unwrap_or_else(|| program.field(field).source_type.clone())
    }

    fn classes_named(&self, program: &Program, name: &str) -> Vec<ClassId> {
        called::classes(&mut self.world.borrow_mut(), program, name)
    }

    fn names_like(&self, _program: &Program, name: &str) -> Vec<String> {
        called::alike(&mut self.world.borrow_mut(), name)
    }

    fn is_thrown(&self, program: &Program, class: ClassId) -> bool {
        let world = self.world.borrow();
        program.ancestors(class).any(|c| world.name(c) == THROWABLE)
    }

    fn takes_any(&self, source_type: &str) -> bool {
        matches!(source_type, "java.lang.Object" | "Object")
    }

    fn is_value(&self, _program: &Program, class: ClassId) -> bool {
        BOXES.contains(&self.world.borrow().name(class))
    }

    fn access(&self, program: &Program, source_type: &str) -> Access {
        access::access(&mut self.world.borrow_mut(), program, source_type)
    }
}

/// A method by its full name.
fn method_named(world: &mut World, program: &Program, full: &str) -> Result<FunctionId, String> {
    let none = || format!("there is no method {full}");
    let (path, _) = full.split_once('(').ok_or_else(none)?;
    let (class, name) = path.rsplit_once('.').ok_or_else(none)?;
    let class = world.class(program, class)?;
    let found = world
        .declared(class, name, &full[path.len()..])
        .ok_or_else(none)?;
    Ok(world.function(program, found.class, found.index))
}

/// The machine verifies a class before it runs it; here code that breaks the ir's rules was made of bytecode that would
/// not verify, and whoever calls it learns nothing.
fn checked(program: &Program, function: FunctionId, code: Code) -> Code {
    match ir::validate_code(program, &program.functions[function], &code) {
        Ok(()) => code,
        Err(faults) => {
            let first = code.blocks.values().next();
            let line = first.map_or(0, |b| {
                b.statements.first().map_or(b.terminator.line, |s| s.line)
            });
            let what = faults.first().map_or("", |fault| fault.message.as_str());
            let reason = format!("bytecode that does not verify: {what}");
            unsupported_code(&program.functions[function].params, reason, line)
        }
    }
}

//! What a reference that comes from outside can refer to.

use std::cell::RefCell;

use ir::{Candidate, ClassId, Program};
use ristretto_classfile::ClassAccessFlags;

use crate::jvm::descriptor::JavaType;
use crate::jvm::texts::STRING;
use crate::jvm::world::{OBJECT, World};

/// More classes than this are not looked through for one that fits.
const MOST_NEIGHBOURS: usize = 200;

/// The candidates for a type as the source writes it; none where nothing sensible can be made up.
pub(in crate::jvm) fn candidates(
    cell: &RefCell<World>,
    program: &Program,
    source_type: &str,
) -> Vec<Candidate> {
    let classes = {
        let mut guard = cell.borrow_mut();
        let world = &mut *guard;
        let Some(class) = named(world, program, source_type) else {
            return Vec::new();
        };
        if program.classes[class].element.is_some() {
            return vec![Candidate::Array(class)];
        }
        match world.name(class) {
            STRING | "java/lang/CharSequence" | "java/lang/Comparable" => {
                return text(world, program);
            }
            OBJECT => {
                let nested = nested(world, program);
                let text = text(world, program);
                drop(guard);
                let instances = nested
                    .into_iter()
                    .chain([class])
                    .flat_map(|class| of_class(cell, program, class));
                return text.into_iter().chain(instances).collect();
            }
            // Objects of these stand for something; new ones would stand for nothing.
            "java/lang/Class" => return Vec::new(),
            _ => concrete(world, program, class),
        }
    };
    classes
        .into_iter()
        .flat_map(|class| of_class(cell, program, class))
        .collect()
}

fn text(world: &mut World, program: &Program) -> Vec<Candidate> {
    world
        .class(program, STRING)
        .map(Candidate::Text)
        .into_iter()
        .collect()
}

/// The classes nested in the subject that have a name and objects.
fn nested(world: &mut World, program: &Program) -> Vec<ClassId> {
    let prefix = format!("{}$", world.subject);
    let anonymous = |name: &str| {
        name.split('$')
            .any(|part| part.starts_with(|c: char| c.is_ascii_digit()))
    };
    let names = world.class_path.names().unwrap_or_default().into_iter();
    let names = names
        .filter(|name| name.starts_with(&prefix) && !anonymous(name))
        .take(MOST_NEIGHBOURS);
    let classes: Vec<ClassId> = names
        .filter_map(|n| world.class(program, &n).ok())
        .collect();
    classes
        .into_iter()
        .filter(|&class| is_concrete(world, class))
        .collect()
}

/// The class a source type means.
pub(in crate::jvm) fn named(
    world: &mut World,
    program: &Program,
    source_type: &str,
) -> Option<ClassId> {
    let element = source_type.trim_end_matches("[]");
    let dimensions = (source_type.len() - element.len()) / 2;
    let internal = element.replace('.', "/");
    let descriptor = match primitive(element) {
        Some(_) if dimensions == 0 => return None,
        Some(code) => code.to_owned(),
        None => {
            let plain = world.class(program, &internal).is_ok();
            let short = !internal.contains('/')
                && world
                    .class(program, &format!("java/lang/{internal}"))
                    .is_ok();
            match (plain, short) {
                (true, false) => format!("L{internal};"),
                (false, true) => format!("Ljava/lang/{internal};"),
                // One name for two classes.
                (true, true) | (false, false) => return None,
            }
        }
    };
    let ty = JavaType::parse(&format!("{}{descriptor}", "[".repeat(dimensions)))?;
    let name = match &ty {
        JavaType::Object(name) => name.clone(),
        array => array.descriptor(),
    };
    world.class(program, &name).ok()
}

fn primitive(name: &str) -> Option<&'static str> {
    Some(match name {
        "boolean" => "Z",
        "byte" => "B",
        "short" => "S",
        "char" => "C",
        "int" => "I",
        "long" => "J",
        "float" => "F",
        "double" => "D",
        _ => return None,
    })
}

/// The class itself if it can have objects; otherwise those below it that lie near the subject.
fn concrete(world: &mut World, program: &Program, class: ClassId) -> Vec<ClassId> {
    if is_concrete(world, class) {
        return vec![class];
    }
    // Anything implements the interfaces of the JDK, and no choice among the neighbours would be a good one: an object
    // that has no code for what is abstract stands for all of them, as far as nothing calls it.
    if world.is_library(class) {
        return vec![class];
    }
    let mut found = Vec::new();
    for name in neighbours(world) {
        let Ok(neighbour) = world.class(program, &name) else {
            continue;
        };
        if program.is_subclass(neighbour, class) && is_concrete(world, neighbour) {
            found.push(neighbour);
        }
    }
    if found.is_empty() {
        found.push(class);
    }
    found
}

/// Whether a class has objects of its own, or is an enum.
fn is_concrete(world: &World, class: ClassId) -> bool {
    let enumeration = |flags: ClassAccessFlags| flags.contains(ClassAccessFlags::ENUM);
    world
        .java(class)
        .is_some_and(|j| !j.is_interface() && (!j.is_abstract() || enumeration(j.flags)))
}

/// The classes of the subject's package, its nested ones included.
fn neighbours(world: &World) -> Vec<String> {
    let package = |name: &str| {
        name.rsplit_once('/')
            .map_or(String::new(), |(package, _)| package.to_owned())
    };
    let own = package(&world.subject);
    let names = world.class_path.names().unwrap_or_default();
    names
        .into_iter()
        .filter(|name| package(name) == own)
        .take(MOST_NEIGHBOURS)
        .collect()
}

/// Objects of a class exist only after it was made ready; what that takes must be known before.
fn of_class(cell: &RefCell<World>, program: &Program, class: ClassId) -> Vec<Candidate> {
    let ready = cell.borrow_mut().ready(program, class);
    if let Some(function) = ready {
        program.code(function);
    }
    let world = &mut *cell.borrow_mut();
    if !world.is_still(program, class) {
        return Vec::new();
    }
    let is_enum = world
        .java(class)
        .is_some_and(|j| j.flags.contains(ClassAccessFlags::ENUM));
    if is_enum {
        let constants = world.enum_constants(program, class);
        return constants
            .into_iter()
            .map(|(image, name)| Candidate::Constant(image, name))
            .collect();
    }
    vec![Candidate::Instance(class)]
}

//! Classes as people call them: in full, or without the package and the classes around.

use std::collections::BTreeSet;

use ir::{ClassId, Program};

use crate::jvm::descriptor::dotted;
use crate::jvm::jdk::simple_name;
use crate::jvm::world::World;

/// Names that are offered to somebody who has mistaken one.
const MOST_OFFERED: usize = 8;

/// The classes that a name means.
pub(in crate::jvm) fn classes(world: &mut World, program: &Program, name: &str) -> Vec<ClassId> {
    let internal = name.replace('.', "/");
    let mut names = BTreeSet::from([internal.clone()]);
    if !internal.contains('/') {
        names.extend(names_of(world, |simple| simple == internal));
    }
    let mut names: Vec<String> = names.into_iter().collect();
    // Where several go by one name, people mean the plainest.
    names.sort_by_key(String::len);
    names
        .into_iter()
        .filter_map(|name| world.class(program, &name).ok())
        .collect()
}

/// Names of exceptions, by the customs of the language, that are part of this name or that it is part of; where there are
/// none, those of the code at hand.
pub(in crate::jvm) fn alike(world: &mut World, name: &str) -> Vec<String> {
    let wanted = simple_name(&name.replace('.', "/")).to_lowercase();
    let is_exception = |simple: &str| {
        ["Exception", "Error"]
            .iter()
            .any(|word| simple.ends_with(word))
    };
    let is_like = |simple: &str| {
        let lower = simple.to_lowercase();
        is_exception(simple) && (lower.contains(&wanted) || wanted.contains(&lower))
    };
    let mut names = names_of(world, is_like);
    if names.is_empty() {
        names = own_names(world, is_exception);
    }
    let mut names: Vec<String> = names.iter().map(|name| dotted(name)).collect();
    names.sort_by_key(|name| (name.len(), name.clone()));
    names.truncate(MOST_OFFERED);
    names
}

/// The internal names of all classes whose simple names pass a test.
fn names_of(world: &mut World, is_meant: impl Fn(&str) -> bool) -> Vec<String> {
    let mut names = own_names(world, &is_meant);
    names.extend(
        world
            .class_path
            .jdk()
            .map(|jdk| jdk.names(&is_meant))
            .unwrap_or_default(),
    );
    names
}

/// The same without those of the JDK.
fn own_names(world: &World, is_meant: impl Fn(&str) -> bool) -> Vec<String> {
    let own = world.class_path.names().unwrap_or_default();
    own.into_iter()
        .filter(|name| is_meant(simple_name(name)))
        .collect()
}

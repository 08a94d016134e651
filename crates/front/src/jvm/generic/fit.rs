//! Which classes have objects that a client can pass as a type with arguments.

use std::cell::RefCell;

use ir::{Candidate, ClassId, GivenType, Program};

use super::signature::{Argument, Generic, Named};
use super::variables::{Variables, bound, declared, erasure, free, supertypes, with_bounds};
use crate::jvm::candidates;
use crate::jvm::world::World;

/// What a parameter of this type can refer to, null aside.
pub(in crate::jvm) fn candidates(
    world: &RefCell<World>,
    program: &Program,
    given: GivenType,
) -> Vec<Candidate> {
    let Some(wanted) = world.borrow().given_types.get(given).cloned() else {
        return Vec::new();
    };
    let Some(erased) = erasure(&wanted) else {
        return Vec::new();
    };
    let mut found = candidates::candidates(world, program, &erased.to_string());
    found.retain(|candidate| match candidate {
        Candidate::Instance(class) | Candidate::Text(class) => {
            is_one(world, program, *class, &wanted)
        }
        Candidate::Constant(object, _) => {
            is_one(world, program, program.image[*object].class, &wanted)
        }
        Candidate::Array(_) => matches!(wanted, Generic::Array(_)),
    });
    found
}

/// Whether objects of a class can be passed as this type.
fn is_one(world: &RefCell<World>, program: &Program, class: ClassId, wanted: &Generic) -> bool {
    variables(&mut world.borrow_mut(), program, class, wanted).is_some()
}

/// What the variables of a class stand for in objects that are passed as this type; `None` if there are no such objects.
pub(super) fn variables(
    world: &mut World,
    program: &Program,
    class: ClassId,
    wanted: &Generic,
) -> Option<Variables> {
    match wanted {
        Generic::Class(named) => as_named(world, program, class, named),
        Generic::All(all) => {
            let fits = all
                .iter()
                .map(|one| variables(world, program, class, one))
                .collect::<Option<Vec<_>>>()?;
            Some(fits.into_iter().fold(Variables::new(), both))
        }
        Generic::Primitive(_) | Generic::Variable(_) | Generic::Array(_) | Generic::Unknown(_) => {
            None
        }
    }
}

/// What holds of variables of which two things are known.
fn both(mut one: Variables, other: Variables) -> Variables {
    for (name, ty) in other {
        let both = one
            .remove(&name)
            .map_or_else(|| ty.clone(), |known| Generic::All(vec![known, ty.clone()]));
        one.insert(name, both);
    }
    one
}

fn as_named(
    world: &mut World,
    program: &Program,
    class: ClassId,
    wanted: &Named,
) -> Option<Variables> {
    let target = world.class(program, &wanted.name).ok()?;
    if class == target {
        return bound(world, program, class, wanted);
    }
    if !program.is_subclass(class, target) {
        return None;
    }
    let own: Vec<String> = declared(&*world.java(class)?)
        .into_iter()
        .map(|variable| variable.name)
        .collect();
    let left: Variables = own
        .iter()
        .map(|name| (name.clone(), Generic::Variable(name.clone())))
        .collect();
    let have = arguments_above(world, program, class, left, target)?;
    let mut found = free(world, program, class)?;
    if have.arguments.len() != wanted.arguments.len() {
        // One of the two is raw.
        return Some(found);
    }
    for (have, want) in have.arguments.iter().zip(&wanted.arguments) {
        agree(world, program, have, want, &own, &mut found)?;
    }
    Some(found)
}

/// A class above as a class names it, in terms of the lower one's variables.
fn arguments_above(
    world: &mut World,
    program: &Program,
    class: ClassId,
    variables: Variables,
    target: ClassId,
) -> Option<Named> {
    let java = world.java(class)?;
    for above in supertypes(&java, &variables) {
        let Ok(id) = world.class(program, &above.name) else {
            continue;
        };
        if id == target {
            return Some(above);
        }
        if !program.is_subclass(id, target) {
            continue;
        }
        let java = world.java(id)?;
        let declared = declared(&java);
        let variables = match declared.len() == above.arguments.len() {
            true => declared
                .iter()
                .zip(&above.arguments)
                .map(|(v, a)| (v.name.clone(), stands_for(a)))
                .collect(),
            false => with_bounds(Variables::new(), &declared),
        };
        if let Some(found) = arguments_above(world, program, id, variables, target) {
            return Some(found);
        }
    }
    None
}

/// Supertypes have no wildcards, except where a raw or open type is above.
fn stands_for(argument: &Argument) -> Generic {
    match argument {
        Argument::Is(ty) | Argument::Extends(ty) | Argument::Super(ty) => ty.clone(),
        Argument::Any => Generic::Unknown("?".to_owned()),
    }
}

/// Whether what a class has as a type argument is what is wanted; its own variables are bound to that.
fn agree(
    world: &mut World,
    program: &Program,
    have: &Argument,
    want: &Argument,
    own: &[String],
    found: &mut Variables,
) -> Option<()> {
    let (Argument::Is(have) | Argument::Extends(have) | Argument::Super(have)) = have else {
        return Some(());
    };
    if let Generic::Variable(name) = have
        && own.contains(name)
    {
        match want {
            Argument::Is(ty) | Argument::Extends(ty) => {
                drop(found.insert(name.clone(), ty.clone()))
            }
            Argument::Any | Argument::Super(_) => {}
        }
        return Some(());
    }
    let fits = match want {
        Argument::Any => true,
        Argument::Is(ty) => same(have, ty),
        Argument::Extends(ty) => is_below(world, program, have, ty),
        Argument::Super(ty) => is_below(world, program, ty, have),
    };
    fits.then_some(())
}

/// Whether two types may be one: what is not known may be anything.
fn same(one: &Generic, other: &Generic) -> bool {
    match (one, other) {
        (Generic::Variable(_) | Generic::Unknown(_) | Generic::All(_), _) => true,
        (_, Generic::Variable(_) | Generic::Unknown(_) | Generic::All(_)) => true,
        (Generic::Class(one), Generic::Class(other)) => one.name == other.name,
        (Generic::Array(one), Generic::Array(other)) => same(one, other),
        (one, other) => one == other,
    }
}

/// Whether one type may be below another one.
fn is_below(world: &mut World, program: &Program, one: &Generic, other: &Generic) -> bool {
    match (one, other) {
        (_, Generic::All(all)) => all.iter().all(|other| is_below(world, program, one, other)),
        (Generic::All(all), _) => all.iter().any(|one| is_below(world, program, one, other)),
        (Generic::Class(one), Generic::Class(other)) => {
            let classes = (
                world.class(program, &one.name),
                world.class(program, &other.name),
            );
            matches!(classes, (Ok(one), Ok(other)) if program.is_subclass(one, other))
        }
        (one, other) => same(one, other),
    }
}

//! What type variables stand for.

use std::collections::BTreeMap;

use ir::{ClassId, Program};

use super::signature::{self, Argument, Declared, Generic, Named};
use crate::jvm::class::JavaClass;
use crate::jvm::descriptor::JavaType;
use crate::jvm::world::{OBJECT, World};

/// What type variables stand for.
pub(in crate::jvm) type Variables = BTreeMap<String, Generic>;

/// How far classes around and above are followed; no source comes near this.
const DEEPEST: usize = 64;

/// The machine's type; `None` if that is not known.
pub(in crate::jvm) fn erasure(ty: &Generic) -> Option<JavaType> {
    match ty {
        Generic::Primitive(ty) => Some(ty.clone()),
        Generic::Class(named) => Some(JavaType::Object(named.name.clone())),
        Generic::Array(element) => Some(match erasure(element)? {
            JavaType::Array(dimensions, inner) => JavaType::Array(dimensions + 1, inner),
            other => JavaType::Array(1, Box::new(other)),
        }),
        Generic::All(all) => erasure(all.first()?),
        Generic::Variable(_) | Generic::Unknown(_) => None,
    }
}

/// What the variables of a class stand for, seen from a type below it.
pub(super) fn view(
    world: &mut World,
    program: &Program,
    from: &Named,
    target: ClassId,
) -> Option<Variables> {
    let class = world.class(program, &from.name).ok()?;
    let variables = bound(world, program, class, from)?;
    view_with(world, program, class, variables, target)
}

/// The same, where it is known what the variables of the lower class stand for.
pub(super) fn view_with(
    world: &mut World,
    program: &Program,
    class: ClassId,
    variables: Variables,
    target: ClassId,
) -> Option<Variables> {
    let mut below = vec![(class, variables)];
    let mut seen = 0;
    while let Some((class, variables)) = below.pop() {
        if class == target {
            return Some(variables);
        }
        seen += 1;
        if seen > DEEPEST {
            return None;
        }
        let java = world.java(class)?;
        // The class above is tried before the interfaces.
        for above in supertypes(&java, &variables).into_iter().rev() {
            let Ok(class) = world.class(program, &above.name) else {
                continue;
            };
            if program.is_subclass(class, target)
                && let Some(variables) = bound(world, program, class, &above)
            {
                below.push((class, variables));
            }
        }
    }
    None
}

/// What a class extends and implements.
pub(super) fn supertypes(java: &JavaClass, variables: &Variables) -> Vec<Named> {
    let signature = java.signature.as_deref().and_then(signature::of_class);
    let erased: Vec<&String> = java.parent.iter().chain(&java.interfaces).collect();
    match signature {
        // The machine believes its own list; a signature that says something else says nothing.
        Some(signature)
            if signature
                .supertypes
                .iter()
                .map(|s| &s.name)
                .eq(erased.iter().copied()) =>
        {
            signature
                .supertypes
                .iter()
                .map(|s| close_named(s, variables))
                .collect()
        }
        _ => erased.into_iter().map(|name| Named::plain(name)).collect(),
    }
}

/// What the variables of a class stand for where it has these arguments. Without arguments, that is in raw use and for
/// the class under study, they stand for whatever their bounds allow.
pub(super) fn bound(
    world: &mut World,
    program: &Program,
    class: ClassId,
    named: &Named,
) -> Option<Variables> {
    let java = world.java(class)?;
    let mut variables = around(world, program, &java, named)?;
    let declared = declared(&java);
    let open = with_bounds(variables.clone(), &declared);
    if declared.len() != named.arguments.len() {
        return Some(open);
    }
    for (variable, argument) in declared.iter().zip(&named.arguments) {
        let limit = open.get(&variable.name).cloned().unwrap_or_else(object);
        let stands_for = match argument {
            Argument::Any | Argument::Super(_) => limit,
            Argument::Is(ty) => ty.clone(),
            Argument::Extends(ty) => Generic::All(vec![ty.clone(), limit]),
        };
        variables.insert(variable.name.clone(), stands_for);
    }
    Some(variables)
}

/// What the variables of a class stand for where nothing is said of them.
pub(super) fn free(world: &mut World, program: &Program, class: ClassId) -> Option<Variables> {
    let named = Named::plain(world.name(class));
    bound(world, program, class, &named)
}

/// What the variables of the classes around a class stand for.
fn around(
    world: &mut World,
    program: &Program,
    java: &JavaClass,
    named: &Named,
) -> Option<Variables> {
    let Some(outer) = java.is_inner_member().then(|| java.around()).flatten() else {
        return Some(Variables::new());
    };
    let Ok(class) = world.class(program, &outer) else {
        return Some(Variables::new());
    };
    match &named.around {
        Some(around) if around.name == outer => bound(world, program, class, around),
        _ => bound(world, program, class, &Named::plain(&outer)),
    }
}

pub(super) fn declared(java: &JavaClass) -> Vec<Declared> {
    java.signature
        .as_deref()
        .and_then(signature::of_class)
        .map(|s| s.variables)
        .unwrap_or_default()
}

pub(super) fn object() -> Generic {
    Generic::Class(Named::plain(OBJECT))
}

/// Adds variables that stand for whatever their bounds allow.
pub(super) fn with_bounds(mut variables: Variables, declared: &[Declared]) -> Variables {
    for variable in declared {
        variables.insert(
            variable.name.clone(),
            Generic::Unknown(variable.name.clone()),
        );
    }
    // A bound may name another variable, before or after it; arguments that name one are left open.
    for _ in declared {
        for variable in declared {
            let bounds: Vec<Generic> = variable
                .bounds
                .iter()
                .map(|bound| close(bound, &variables))
                .collect();
            let stands_for = match bounds.is_empty() {
                true => object(),
                false => Generic::All(bounds),
            };
            variables.insert(variable.name.clone(), opened(stands_for));
        }
    }
    variables
}

/// A bound in which no variable is left: `Comparable<T>` becomes `Comparable<?>`.
fn opened(ty: Generic) -> Generic {
    match ty {
        Generic::Class(named) => Generic::Class(opened_named(named)),
        Generic::Array(element) => Generic::Array(Box::new(opened(*element))),
        Generic::All(all) => Generic::All(all.into_iter().map(opened).collect()),
        Generic::Primitive(_) | Generic::Variable(_) | Generic::Unknown(_) => ty,
    }
}

fn opened_named(named: Named) -> Named {
    let argument = |argument: Argument| match argument {
        Argument::Is(ty) | Argument::Extends(ty) | Argument::Super(ty) if !is_closed(&ty) => {
            Argument::Any
        }
        other => other,
    };
    Named {
        arguments: named.arguments.into_iter().map(argument).collect(),
        around: named.around.map(|around| Box::new(opened_named(*around))),
        ..named
    }
}

/// Whether a type depends on no variable.
pub(super) fn is_closed(ty: &Generic) -> bool {
    let closed = |argument: &Argument| match argument {
        Argument::Any => true,
        Argument::Is(ty) | Argument::Extends(ty) | Argument::Super(ty) => is_closed(ty),
    };
    match ty {
        Generic::Primitive(_) => true,
        Generic::Class(named) => named.arguments.iter().all(closed),
        Generic::Array(element) => is_closed(element),
        Generic::Variable(_) | Generic::All(_) | Generic::Unknown(_) => false,
    }
}

/// Whether a type is a class without arguments, or an array of one.
pub(super) fn is_plain(ty: &Generic) -> bool {
    match ty {
        Generic::Primitive(_) => true,
        Generic::Class(named) => named.arguments.is_empty() && named.around.is_none(),
        Generic::Array(element) => is_plain(element),
        Generic::Variable(_) | Generic::All(_) | Generic::Unknown(_) => false,
    }
}

/// A type with its variables replaced.
pub(super) fn close(ty: &Generic, variables: &Variables) -> Generic {
    match ty {
        Generic::Variable(name) => variables
            .get(name)
            .cloned()
            .unwrap_or_else(|| Generic::Unknown(name.clone())),
        Generic::Class(named) => Generic::Class(close_named(named, variables)),
        Generic::Array(element) => Generic::Array(Box::new(close(element, variables))),
        Generic::All(all) => Generic::All(all.iter().map(|ty| close(ty, variables)).collect()),
        Generic::Primitive(_) | Generic::Unknown(_) => ty.clone(),
    }
}

fn close_named(named: &Named, variables: &Variables) -> Named {
    let argument = |argument: &Argument| match argument {
        Argument::Any => Argument::Any,
        // What is any type within bounds as an argument, is a wildcard.
        Argument::Is(ty) => match close(ty, variables) {
            all @ Generic::All(_) => Argument::Extends(all),
            other => Argument::Is(other),
        },
        Argument::Extends(ty) => Argument::Extends(close(ty, variables)),
        Argument::Super(ty) => Argument::Super(close(ty, variables)),
    };
    Named {
        name: named.name.clone(),
        arguments: named.arguments.iter().map(argument).collect(),
        around: named
            .around
            .as_ref()
            .map(|around| Box::new(close_named(around, variables))),
    }
}

/// A type without bounds that others imply.
pub(super) fn simplified(world: &mut World, program: &Program, ty: Generic) -> Generic {
    match ty {
        Generic::All(all) => {
            let mut flat = Vec::new();
            flatten(all, &mut flat);
            let mut kept: Vec<Generic> = Vec::new();
            for one in flat {
                let one = simplified(world, program, one);
                if kept
                    .iter()
                    .any(|other| implies(world, program, other, &one))
                {
                    continue;
                }
                kept.retain(|other| !implies(world, program, &one, other));
                kept.push(one);
            }
            if kept.len() == 1 {
                kept.remove(0)
            } else {
                Generic::All(kept)
            }
        }
        Generic::Array(element) => Generic::Array(Box::new(simplified(world, program, *element))),
        Generic::Primitive(_) | Generic::Class(_) | Generic::Variable(_) | Generic::Unknown(_) => {
            ty
        }
    }
}

fn flatten(all: Vec<Generic>, flat: &mut Vec<Generic>) {
    for one in all {
        match one {
            Generic::All(all) => flatten(all, flat),
            other => flat.push(other),
        }
    }
}

/// Whether what is of the one type is of the other, as far as that is easy to say.
pub(super) fn implies(
    world: &mut World,
    program: &Program,
    one: &Generic,
    other: &Generic,
) -> bool {
    match (one, other) {
        (_, Generic::Class(named)) if named.name == OBJECT => true,
        (Generic::Class(one), Generic::Class(other)) => {
            let open = other
                .arguments
                .iter()
                .all(|argument| *argument == Argument::Any);
            let classes = (
                world.class(program, &one.name),
                world.class(program, &other.name),
            );
            one == other
                || open
                    && matches!(classes, (Ok(one), Ok(other)) if program.is_subclass(one, other))
        }
        (one, other) => one == other,
    }
}

//! What a typed client may pass: parameters as the source declares them, seen from the class under study.
//!
//! The machine knows erased types only: a method that takes a `T` takes an `Object` there. A client of
//! `class Ages extends Store<Integer>` can pass integers and nothing else to it, and what the class does with other
//! objects is nobody's business. Type variables of the class under study and of its methods stand for whatever their
//! bounds allow.

mod fit;
pub(in crate::jvm) mod given;
mod signature;
mod variables;

use ir::{ClassId, FieldRef, GivenType, Program};

use crate::jvm::class::JavaMethod;
use crate::jvm::descriptor::JavaType;
use crate::jvm::world::{OBJECT, World};

pub(in crate::jvm) use fit::candidates;
use signature::{Declared, MethodSignature};
use signature::{Generic, Named};
use variables::{
    Variables, close, erasure, free, is_plain, simplified, view, view_with, with_bounds,
};

/// A parameter as a client sees it.
pub(in crate::jvm) struct Seen {
    /// As the source writes it, without type arguments.
    pub(in crate::jvm) source_type: String,
    /// The whole type, where it says more than that.
    pub(in crate::jvm) given: Option<GivenType>,
}

/// The parameters of a method that a class declares or inherits, as a client of the class sees them.
pub(in crate::jvm) fn parameters(
    world: &mut World,
    program: &Program,
    subject: ClassId,
    owner: ClassId,
    method: &JavaMethod,
) -> Vec<Seen> {
    let Some(signature) = method.signature.as_deref().and_then(signature::of_method) else {
        return method.ty.params.iter().map(erased).collect();
    };
    let subject = Named::plain(world.name(subject));
    let aligned = aligned(world, owner, method, signature);
    let (Some((declared, generics)), Some(outer)) =
        (aligned, view(world, program, &subject, owner))
    else {
        return method
            .ty
            .params
            .iter()
            .map(|ty| unknown(world, ty))
            .collect();
    };
    let variables = with_bounds(outer, &declared);
    let pairs = method.ty.params.iter().zip(generics);
    pairs
        .map(|(ty, generic)| {
            generic.map_or_else(|| erased(ty), |g| seen(world, program, ty, &g, &variables))
        })
        .collect()
}

fn erased(ty: &JavaType) -> Seen {
    Seen {
        source_type: ty.to_string(),
        given: None,
    }
}

/// A parameter of which nobody can say what is passed for it, unless it is a number.
fn unknown(world: &mut World, ty: &JavaType) -> Seen {
    let given = matches!(ty, JavaType::Object(_) | JavaType::Array(..))
        .then(|| world.given_types.unknown());
    Seen {
        given,
        ..erased(ty)
    }
}

type Aligned = (Vec<Declared>, Vec<Option<Generic>>);

/// Signatures leave out what the compiler adds: the object around an object of an inner class comes first. `None` if
/// other parameters were added.
fn aligned(
    world: &World,
    owner: ClassId,
    method: &JavaMethod,
    signature: MethodSignature,
) -> Option<Aligned> {
    let MethodSignature {
        variables,
        parameters,
    } = signature;
    let added = method.ty.params.len().checked_sub(parameters.len())?;
    let inner =
        method.name == "<init>" && world.java(owner).is_some_and(|java| java.is_inner_member());
    if added > usize::from(inner) {
        return None;
    }
    let added = std::iter::repeat_n(None, added);
    Some((
        variables,
        added.chain(parameters.into_iter().map(Some)).collect(),
    ))
}

/// A parameter: the source's type if that fits the machine's, otherwise the machine's.
fn seen(
    world: &mut World,
    program: &Program,
    machine: &JavaType,
    declared: &Generic,
    variables: &Variables,
) -> Seen {
    let closed = simplified(world, program, close(declared, variables));
    if matches!(closed, Generic::Unknown(_)) {
        return unknown(world, machine);
    }
    if !is_within(world, program, &closed, machine) {
        return erased(machine);
    }
    let source_type = written(&closed).unwrap_or_else(|| machine.to_string());
    let given = (!is_plain(&closed)).then(|| world.given_types.number(closed));
    Seen { source_type, given }
}

/// Whether values of a type are such of the machine's: signatures that say otherwise say nothing.
fn is_within(world: &mut World, program: &Program, ty: &Generic, machine: &JavaType) -> bool {
    match (ty, machine) {
        (Generic::Primitive(ty), machine) => ty == machine,
        (Generic::Array(element), JavaType::Array(1, inner)) => {
            is_within(world, program, element, inner)
        }
        (Generic::Array(element), JavaType::Array(dimensions, inner)) => is_within(
            world,
            program,
            element,
            &JavaType::Array(dimensions - 1, inner.clone()),
        ),
        (Generic::All(all), machine) => all
            .iter()
            .any(|one| is_within(world, program, one, machine)),
        (Generic::Class(named), JavaType::Object(name)) => {
            let classes = (
                world.class(program, &named.name),
                world.class(program, name),
            );
            named.name == *name
                || matches!(classes, (Ok(one), Ok(other)) if program.is_subclass(one, other))
        }
        (Generic::Array(_), JavaType::Object(name)) => name == OBJECT,
        (Generic::Unknown(_), _) => true,
        (Generic::Array(_) | Generic::Class(_) | Generic::Variable(_), _) => false,
    }
}

/// A type as the source writes it, without arguments; `None` if it has no name.
fn written(ty: &Generic) -> Option<String> {
    match ty {
        Generic::All(all) => {
            let all: Option<Vec<String>> = all.iter().map(written).collect();
            Some(all?.join(" & "))
        }
        _ => erasure(ty).map(|ty| ty.to_string()),
    }
}

/// The type of a field of an object of this class that was passed as that type; `None` if it is what the machine says.
pub(in crate::jvm) fn field(
    world: &mut World,
    program: &Program,
    given: Option<GivenType>,
    class: ClassId,
    field: FieldRef,
) -> Option<GivenType> {
    let declared = field_signature(world, program, field)?;
    let variables = match given
        .and_then(|given| world.given_types.get(given))
        .cloned()
    {
        Some(wanted) => fit::variables(world, program, class, &wanted),
        None => free(world, program, class),
    };
    let variables =
        variables.and_then(|variables| view_with(world, program, class, variables, field.class));
    let closed =
        variables.map(|variables| simplified(world, program, close(&declared, &variables)));
    let types = &mut world.given_types;
    Some(match closed {
        Some(closed) => types.number(closed),
        None => types.unknown(),
    })
}

/// The type of a field of the class under study as its clients would write it.
pub(in crate::jvm) fn own_field(
    world: &mut World,
    program: &Program,
    class: ClassId,
    field: FieldRef,
) -> Option<String> {
    let declared = field_signature(world, program, field)?;
    let subject = Named::plain(world.name(class));
    let variables = view(world, program, &subject, field.class)?;
    let closed = simplified(world, program, close(&declared, &variables));
    written(&closed)
}

fn field_signature(world: &World, program: &Program, field: FieldRef) -> Option<Generic> {
    let java = world.java(field.class)?;
    let name = &program.field(field).name;
    let declared = java
        .fields
        .iter()
        .find(|f| !f.is_static() && f.name == *name)?;
    declared.signature.as_deref().and_then(signature::of_field)
}

/// The type of the elements of an array that was given as this type.
pub(in crate::jvm) fn element(world: &mut World, given: GivenType) -> Option<GivenType> {
    match world.given_types.get(given)?.clone() {
        Generic::Array(element) => Some(world.given_types.number(*element)),
        _ => None,
    }
}

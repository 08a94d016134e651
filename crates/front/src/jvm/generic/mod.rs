//! What a typed client may pass: parameters as the source declares them, seen from the class under study.
//!
//! The machine knows erased types only: a method that takes a `T` takes an `Object` there. A client of
//! `class Ages extends Store<Integer>` can pass integers and nothing else to it, and what the class does with other
//! objects is nobody's business. Type variables of the class under study and of its methods stand for whatever their
//! bounds allow.

mod fit;
mod signature;

use std::collections::BTreeMap;

use ir::{ClassId, FieldRef, GivenType, Program};

use crate::jvm::class::{JavaClass, JavaMethod};
use crate::jvm::descriptor::JavaType;
use crate::jvm::world::{OBJECT, World};

pub(in crate::jvm) use fit::candidates;
use signature::{Argument, Declared, MethodSignature};
pub(in crate::jvm) use signature::{Generic, Named};

/// What type variables stand for.
pub(in crate::jvm) type Variables = BTreeMap<String, Generic>;

/// How far classes around and above are followed; no source comes near this.
const DEEPEST: usize = 64;

/// The types of parameters that say more than the machine's own, by number.
#[derive(Default)]
pub(in crate::jvm) struct GivenTypes {
    types: Vec<Generic>,
}

impl GivenTypes {
    fn number(&mut self, ty: Generic) -> GivenType {
        let known = self.types.iter().position(|known| *known == ty);
        let number = known.unwrap_or_else(|| {
            self.types.push(ty);
            self.types.len() - 1
        });
        GivenType(number)
    }

    /// A type that nothing is known of.
    fn unknown(&mut self) -> GivenType {
        self.number(Generic::Unknown("?".to_owned()))
    }

    pub(in crate::jvm) fn get(&self, given: GivenType) -> Option<&Generic> {
        self.types.get(given.0)
    }
}

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

/// What the variables of a class stand for, seen from a type below it.
fn view(world: &mut World, program: &Program, from: &Named, target: ClassId) -> Option<Variables> {
    let class = world.class(program, &from.name).ok()?;
    let variables = bound(world, program, class, from)?;
    view_with(world, program, class, variables, target)
}

/// The same, where it is known what the variables of the lower class stand for.
fn view_with(
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
fn supertypes(java: &JavaClass, variables: &Variables) -> Vec<Named> {
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
fn bound(world: &mut World, program: &Program, class: ClassId, named: &Named) -> Option<Variables> {
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
fn free(world: &mut World, program: &Program, class: ClassId) -> Option<Variables> {
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

fn declared(java: &JavaClass) -> Vec<Declared> {
    java.signature
        .as_deref()
        .and_then(signature::of_class)
        .map(|s| s.variables)
        .unwrap_or_default()
}

fn object() -> Generic {
    Generic::Class(Named::plain(OBJECT))
}

/// Adds variables that stand for whatever their bounds allow.
fn with_bounds(mut variables: Variables, declared: &[Declared]) -> Variables {
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
fn is_closed(ty: &Generic) -> bool {
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
fn is_plain(ty: &Generic) -> bool {
    match ty {
        Generic::Primitive(_) => true,
        Generic::Class(named) => named.arguments.is_empty() && named.around.is_none(),
        Generic::Array(element) => is_plain(element),
        Generic::Variable(_) | Generic::All(_) | Generic::Unknown(_) => false,
    }
}

/// A type with its variables replaced.
fn close(ty: &Generic, variables: &Variables) -> Generic {
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
fn simplified(world: &mut World, program: &Program, ty: Generic) -> Generic {
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
fn implies(world: &mut World, program: &Program, one: &Generic, other: &Generic) -> bool {
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

//! How a C program calls the functions of a module.

use ir::{Handed, Script, Spoken};

use super::object::{From, Object};
use super::role::{ErrorResult, Role};
use super::{Callable, Module, Parameter};
use crate::c::print::declaration;
use crate::c::tree::Unit;
use crate::c::types::{QualType, Type, TypeId};

/// The script of a module. Where a type has no name that another function could use, what needs it is left out.
pub(super) fn script(unit: &Unit, module: &Module) -> Script {
    let declarations = module.objects.iter().map(|object| declared(unit, object));
    let callables = module.callables.iter();
    let calls = callables.filter_map(|callable| {
        let spoken = spoken(unit, callable, &module.objects)?;
        Some((callable.name.clone(), spoken))
    });
    Script {
        declarations: declarations.flatten().collect(),
        calls: calls.collect(),
    }
}

fn declared(unit: &Unit, object: &Object) -> Option<String> {
    if !has_name(unit, object) {
        return None;
    }
    let ty = QualType::plain(object.ty);
    Some(match object.from {
        From::Module => format!(
            "{} = 0",
            declaration(&unit.types, ty, &format!("*{}", object.name))
        ),
        From::Caller => declaration(&unit.types, ty, &object.name),
    })
}

fn has_name(unit: &Unit, object: &Object) -> bool {
    unit.types.records[object.record].tag.is_some()
}

fn spoken(unit: &Unit, callable: &Callable, objects: &[Object]) -> Option<Spoken> {
    let mut position = 0;
    let mut arguments = Vec::new();
    for parameter in callable.roles.as_ref().ok()? {
        arguments.push(handed(unit, parameter, objects, &mut position)?);
    }
    let named = |object: &usize| has_name(unit, &objects[*object]);
    let fails = callable.fails.as_ref().map(|fails| match fails {
        ErrorResult::Negative => "< 0",
        ErrorResult::NotZero => "!= 0",
        ErrorResult::Zero | ErrorResult::Null | ErrorResult::False => "== 0",
    });
    Some(Spoken {
        keeps: callable
            .gives
            .filter(named)
            .map(|object| objects[object].name.clone()),
        arguments,
        fails: fails.map(str::to_owned),
    })
}

fn handed(
    unit: &Unit,
    parameter: &Parameter,
    objects: &[Object],
    position: &mut usize,
) -> Option<Handed> {
    let mut next = || {
        *position += 1;
        *position - 1
    };
    let object = |at: usize| Some(&objects[at]).filter(|object| has_name(unit, object));
    Some(match parameter.role {
        Role::Number(_) => Handed::Number(next()),
        Role::At(ty) => Handed::Address {
            there: next(),
            held: next(),
            ty: type_name(unit, ty)?,
        },
        Role::Object(at) => {
            let object = object(at)?;
            Handed::Text(match object.from {
                From::Module => object.name.clone(),
                From::Caller => format!("&{}", object.name),
            })
        }
        Role::PlaceOf(at) => Handed::Text(format!("&{}", object(at)?.name)),
    })
}

fn type_name(unit: &Unit, ty: TypeId) -> Option<String> {
    let is_named = match unit.types.get(ty) {
        Type::Enum(id) => unit.types.enums[*id].tag.is_some(),
        _ => true,
    };
    is_named.then(|| unit.types.name(QualType::plain(ty)))
}

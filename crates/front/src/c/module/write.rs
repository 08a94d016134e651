//! The functions that call those of a module: they take numbers alone.

use super::object::From;
use super::role::{ErrorResult, Role};
use super::{Callable, Module, Parameter};
use crate::InputError;
use crate::c::tree::{CompareOp, ExprId, FunctionId, GlobalId, LocalId};
use crate::c::types::{IntegerKind, Type, TypeId};
use crate::c::typing::{Draft, Writer};

type Done<T> = Result<T, InputError>;

/// What makes the objects of callers, and what calls each function.
pub(super) fn write(
    code: &mut Writer<'_, '_>,
    module: &Module,
) -> Done<(FunctionId, Vec<FunctionId>)> {
    let mut objects = Vec::new();
    for object in &module.objects {
        let ty = match object.from {
            From::Module => code.pointer(object.ty, false),
            From::Caller => object.ty,
        };
        objects.push(code.global(&object.name, ty));
    }
    let begin = write_begin(code, module, &objects)?;
    let mut calls = Vec::new();
    for callable in &module.callables {
        code.place = callable.place.clone();
        calls.push(match &callable.roles {
            Ok(parameters) => write_call(code, callable, parameters, &objects)?,
            Err(why) => write_refusal(code, callable, why)?,
        });
    }
    Ok((begin, calls))
}

/// Nothing is set in the objects of callers.
fn write_begin(
    code: &mut Writer<'_, '_>,
    module: &Module,
    objects: &[GlobalId],
) -> Done<FunctionId> {
    let (void, size) = (code.void(), code.integer(IntegerKind::UnsignedLong));
    let anything = code.pointer(void, false);
    let unset = code.declare("__mores_unset", void, vec![anything, size]);
    let begin = code.declare("__mores_begin", void, Vec::new());
    let (mut draft, _) = code.define(begin, &[]);
    for (object, global) in module.objects.iter().zip(objects) {
        let size = code.unit().layout(object.ty).map(|layout| layout.size);
        if let (From::Caller, Some(size)) = (object.from, size) {
            let at = code.address_of_global(*global);
            let size = code.number(size as i64, IntegerKind::UnsignedLong);
            let call = code.call(unset, vec![at, size])?;
            code.push(&mut draft, call);
        }
    }
    code.finish(draft);
    Ok(begin)
}

/// A function of which nobody can say what it is given.
fn write_refusal(code: &mut Writer<'_, '_>, callable: &Callable, why: &str) -> Done<FunctionId> {
    let (void, char) = (code.void(), code.integer(IntegerKind::Char));
    let text = code.pointer(char, true);
    let refuse = code.declare("__mores_unsupported", void, vec![text]);
    let entry = code.declare(&name_of(callable), void, Vec::new());
    let (mut draft, _) = code.define(entry, &[]);
    let why = code.text(&format!("a call of `{}`: {why}", callable.name))?;
    let call = code.call(refuse, vec![why])?;
    code.push(&mut draft, call);
    code.finish(draft);
    Ok(entry)
}

fn name_of(callable: &Callable) -> String {
    format!("__mores_call_{}", callable.name)
}

/// The numbers that a function of ours takes for one of the user's.
fn taken(code: &mut Writer<'_, '_>, parameters: &[Parameter]) -> (Vec<TypeId>, Vec<String>) {
    let (mut types, mut names) = (Vec::new(), Vec::new());
    let truth = code.integer(IntegerKind::UnsignedChar);
    for parameter in parameters {
        match parameter.role {
            Role::Number(ty) => {
                let is_truth = matches!(code.unit().types.get(ty), Type::Bool);
                types.push(if is_truth { truth } else { ty });
                names.push(parameter.name.clone());
            }
            Role::At(ty) => {
                types.extend([truth, ty]);
                names.extend([parameter.name.clone(), format!("{}[0]", parameter.name)]);
            }
            Role::Object(_) | Role::PlaceOf(_) => {}
        }
    }
    (types, names)
}

fn write_call(
    code: &mut Writer<'_, '_>,
    callable: &Callable,
    parameters: &[Parameter],
    objects: &[GlobalId],
) -> Done<FunctionId> {
    let void = code.void();
    let (types, names) = taken(code, parameters);
    let entry = code.declare(&name_of(callable), void, types);
    let (mut draft, numbers) = code.define(entry, &names);
    let mut numbers = numbers.into_iter();
    let mut arguments = Vec::new();
    for parameter in parameters {
        arguments.push(argument(
            code,
            &mut draft,
            parameter,
            &mut numbers,
            objects,
        )?);
    }
    let call = code.call(callable.function, arguments)?;
    keep(code, &mut draft, callable, call, objects)?;
    code.finish(draft);
    Ok(entry)
}

fn argument(
    code: &mut Writer<'_, '_>,
    draft: &mut Draft,
    parameter: &Parameter,
    numbers: &mut impl Iterator<Item = LocalId>,
    objects: &[GlobalId],
) -> Done<ExprId> {
    let mut next = || {
        let missing = || InputError::new("a call has more parameters than it takes");
        numbers.next().ok_or_else(missing)
    };
    match parameter.role {
        Role::Number(ty) => {
            let value = code.get(draft, next()?)?;
            Ok(code.convert(value, ty))
        }
        Role::At(ty) => {
            let (there, value) = (next()?, next()?);
            let value = code.get(draft, value)?;
            let held = code.variable(draft, &format!("*{}", parameter.name), ty, value);
            let (to, null) = (code.pointer(ty, false), code.null());
            let pointer = code.variable(draft, &parameter.name, to, null);
            let at = code.address_of(draft, held)?;
            let set = code.set(draft, pointer, at);
            let there = code.get(draft, there)?;
            let there = code.truth(there)?;
            code.when(draft, there, set, None);
            code.get(draft, pointer)
        }
        Role::Object(object) => match code.unit().globals[objects[object]].ty.id {
            ty if code.unit().types.is_pointer(ty) => code.get_global(objects[object]),
            _ => Ok(code.address_of_global(objects[object])),
        },
        Role::PlaceOf(object) => Ok(code.address_of_global(objects[object])),
    }
}

/// Keeps what a function gives, and looks whether that is how it says that it has failed.
fn keep(
    code: &mut Writer<'_, '_>,
    draft: &mut Draft,
    callable: &Callable,
    call: ExprId,
    objects: &[GlobalId],
) -> Done<()> {
    let ty = code.ty(call);
    let Some(fails) = &callable.fails else {
        match callable.gives {
            Some(object) => {
                let kept = code.set_global(objects[object], call);
                code.add(draft, kept);
            }
            None => code.push(draft, call),
        }
        return Ok(());
    };
    let result = code.variable(draft, "result", ty, call);
    if let Some(object) = callable.gives {
        let value = code.get(draft, result)?;
        let kept = code.set_global(objects[object], value);
        code.add(draft, kept);
    }
    let value = code.get(draft, result)?;
    let zero = match fails {
        ErrorResult::Null => code.null(),
        _ => code.number(0, IntegerKind::Int),
    };
    let how = match fails {
        ErrorResult::Negative => CompareOp::Less,
        ErrorResult::NotZero => CompareOp::NotEqual,
        ErrorResult::Zero | ErrorResult::Null | ErrorResult::False => CompareOp::Equal,
    };
    let failed = code.compare(how, value, zero)?;
    let (void, char) = (code.void(), code.integer(IntegerKind::Char));
    let text = code.pointer(char, true);
    let function = code.declare("__mores_gives_up", void, vec![text]);
    let how = code.text(fails.refusal())?;
    let given_up = code.call(function, vec![how])?;
    let given_up = code.expr(given_up);
    code.when(draft, failed, given_up, None);
    Ok(())
}

//! What parameters of a function are for that others can call.

use std::fmt;

use ir::{IntType, Type as Scalar};

use super::object::{self, From, Object};
use super::{Parameter, lent};
use crate::c::filter::uses;
use crate::c::lower::Shape;
use crate::c::tree::{FunctionId, Unit};
use crate::c::types::{QualType, Type, TypeId};

/// A truth value, any number but zero being true.
pub(super) const TRUTH: Scalar = Scalar::Int(IntType {
    bits: 8,
    signed: false,
});

/// What a parameter is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Any number of its type.
    Number(TypeId),
    /// Null, or a pointer to one number of this type, which may be any.
    At(TypeId),
    /// A pointer to one of the objects.
    Object(usize),
    /// A pointer to where a pointer to one of the objects is kept.
    PlaceOf(usize),
}

/// A result by which a function says that it has failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ErrorResult {
    /// A signed integer below zero.
    Negative,
    /// An integer that is zero.
    Zero,
    /// An integer that is not zero.
    NotZero,
    /// A null pointer.
    Null,
    /// `false`.
    False,
}

impl ErrorResult {
    /// All of them, as options have them.
    pub const ALL: [Self; 5] = [
        Self::Negative,
        Self::Zero,
        Self::NotZero,
        Self::Null,
        Self::False,
    ];

    /// The one that a text means.
    pub fn named(text: &str) -> Option<Self> {
        let text: String = text.split_whitespace().collect();
        let text = match text.as_str() {
            "==null" | "==NULL" | "NULL" => "null",
            "==false" => "false",
            other => other,
        };
        Self::ALL
            .into_iter()
            .find(|result| result.to_string() == text)
    }

    /// Whether results of this type can be it.
    pub(super) fn is_about(&self, unit: &Unit, result: TypeId) -> bool {
        let is_boolean = matches!(unit.types.get(result), Type::Bool);
        let is_integer = unit.types.is_integer(result) && !is_boolean;
        match self {
            Self::Negative => is_integer && unit.types.is_signed(result),
            Self::Zero | Self::NotZero => is_integer,
            Self::Null => unit.types.is_pointer(result),
            Self::False => is_boolean,
        }
    }

    /// What an error is called that it is.
    pub(super) fn refusal(&self) -> &'static str {
        match self {
            Self::Negative => "negative result",
            Self::Zero => "zero result",
            Self::NotZero => "nonzero result",
            Self::Null => "null result",
            Self::False => "false result",
        }
    }
}

impl fmt::Display for ErrorResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Negative => "<0",
            Self::Zero => "==0",
            Self::NotZero => "!=0",
            Self::Null => "null",
            Self::False => "false",
        })
    }
}

/// What each parameter is for; otherwise why the function cannot be called.
pub(super) fn roles(
    unit: &Unit,
    id: FunctionId,
    objects: &[Object],
) -> Result<Vec<Parameter>, String> {
    let function = &unit.functions[id];
    let ty = unit.types.function(function.ty).ok_or("it has no type")?;
    if ty.variadic {
        return Err("it takes any number of arguments".to_owned());
    }
    let none = Vec::new();
    let types = match (&ty.parameters, &function.parameters[..]) {
        (Some(types), _) => types,
        (None, []) => &none,
        (None, _) => return Err("it has no prototype".to_owned()),
    };
    let mut parameters: Vec<Parameter> = Vec::new();
    for (i, ty) in types.iter().enumerate() {
        let local = function.parameters.get(i);
        let name = local.and_then(|local| function.locals[*local].name.clone());
        let name = name.unwrap_or_else(|| format!("parameter{}", i + 1));
        let role = role(unit, (id, i), *ty, objects);
        let role = role.map_err(|why| format!("its parameter `{name}` {why}"))?;
        let taken = |p: &&Parameter| role.object().is_some() && p.role.object() == role.object();
        if let Some(other) = parameters.iter().find(taken) {
            let other = &other.name;
            return Err(format!(
                "its parameters `{other}` and `{name}` are of one type, and one object at a time is looked at"
            ));
        }
        parameters.push(Parameter { name, role });
    }
    Ok(parameters)
}

impl Role {
    fn object(self) -> Option<usize> {
        match self {
            Self::Object(object) | Self::PlaceOf(object) => Some(object),
            Self::Number(_) | Self::At(_) => None,
        }
    }
}

fn role(
    unit: &Unit,
    (function, parameter): (FunctionId, usize),
    ty: TypeId,
    objects: &[Object],
) -> Result<Role, String> {
    if scalar(unit, ty).is_some() {
        return Ok(Role::Number(ty));
    }
    let named = || unit.types.name(QualType::plain(ty));
    let Some(to) = unit.types.pointee(ty) else {
        return Err(format!("is of type `{}`", named()));
    };
    if unit.types.function(to.id).is_some() {
        return Err("is a pointer to a function of the caller's".to_owned());
    }
    if let Some((record, _)) = object::place_of_pointer(unit, ty) {
        let found = objects.iter().position(|object| object.record == record);
        let found = found.filter(|at| objects[*at].from == From::Module);
        return found
            .map(Role::PlaceOf)
            .ok_or_else(|| format!("is of type `{}`", named()));
    }
    if let Some((record, _)) = object::record(unit, ty) {
        let found = objects.iter().position(|object| object.record == record);
        return found.map(Role::Object).ok_or_else(|| {
            let ty = unit.types.name(QualType::plain(to.id));
            match unit.layout(to.id) {
                Some(_) => format!("points to a {ty} that the caller fills in"),
                None => format!("points to a {ty}, and no function of this file gives one"),
            }
        });
    }
    match scalar(unit, to.id) {
        Some(_) if uses::of_pointer(unit, function, parameter).moves => Err(format!(
            "is of type `{}`, and nobody knows to how many",
            named()
        )),
        // Soundness: what a pointer points to that is kept lives on after the call, or not; nobody says which.
        Some(_) if !lent::is_lent(unit, function, parameter) => Err(format!(
            "is of type `{}`, and the function may keep it",
            named()
        )),
        Some(_) => Ok(Role::At(to.id)),
        None => Err(format!("is of type `{}`", named())),
    }
}

/// What a number of a type is in the ir.
pub(super) fn scalar(unit: &Unit, ty: TypeId) -> Option<Scalar> {
    match unit.shape(ty) {
        Shape::Number(number) => Some(number),
        Shape::Void | Shape::Pointer | Shape::Record(_) | Shape::Other(_) => None,
    }
}

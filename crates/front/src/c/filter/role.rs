//! What a parameter of a function that is a filter is for.

use super::FilterOptions;
use crate::c::tree::Unit;
use crate::c::types::{FunctionType, IntegerKind, Type, TypeId};

/// What a parameter is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// What is read.
    Input(IntegerKind),
    /// How many symbols there are to read.
    Length,
    /// Where to write.
    Output(IntegerKind),
    /// How much room there is to write.
    Room,
    /// A function that is given what is written.
    Emit(Emit),
    /// A number that has nothing to do with either.
    Fixed(i64),
    /// What is handed on to the callback.
    Context,
}

/// A callback.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Emit {
    /// Its result.
    pub(super) result: Option<IntegerKind>,
    /// What it takes.
    pub(super) takes: Vec<Taken>,
}

/// What a callback takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    /// A symbol, or where there are symbols how many they are.
    Number(IntegerKind),
    /// The first of some symbols; whether they are constant.
    Symbols(IntegerKind, bool),
    /// What was handed on; whether it is constant.
    Context(bool),
}

/// A parameter.
pub(super) struct Parameter<'u> {
    pub(super) name: &'u str,
    pub(super) ty: TypeId,
}

/// The roles of all parameters.
pub(super) fn roles(
    unit: &Unit,
    parameters: &[Parameter],
    options: &FilterOptions,
) -> Result<Vec<Role>, String> {
    let mut roles: Vec<Role> = Vec::new();
    for parameter in parameters {
        let given = options
            .values
            .iter()
            .find(|(name, _)| name == parameter.name)
            .map(|(_, value)| *value);
        roles.push(role(unit, parameter.ty, given, &roles)?);
    }
    Ok(roles)
}

fn role(unit: &Unit, ty: TypeId, given: Option<i64>, before: &[Role]) -> Result<Role, String> {
    let has_input = before.iter().any(|r| matches!(r, Role::Input(_)));
    let fault = || {
        Err(
            "it has a parameter that is neither what it reads, a number, a buffer nor a callback"
                .to_owned(),
        )
    };
    match unit.types.get(ty) {
        Type::Integer(_) | Type::Enum(_) | Type::Bool => Ok(number(given, before)),
        Type::Pointer(to) => match unit.types.get(to.id) {
            Type::Void => Ok(Role::Context),
            Type::Function(callback) => emit(unit, callback),
            Type::Integer(kind) if to.constant && !has_input => Ok(Role::Input(*kind)),
            Type::Integer(kind) if !to.constant => Ok(Role::Output(*kind)),
            _ => fault(),
        },
        _ => fault(),
    }
}

/// The first number is how much there is to read; one right behind the buffer is how much room there is.
fn number(given: Option<i64>, before: &[Role]) -> Role {
    match (given, before.contains(&Role::Length), before.last()) {
        (Some(value), _, _) => Role::Fixed(value),
        (None, false, _) => Role::Length,
        (None, true, Some(Role::Output(_))) => Role::Room,
        (None, true, _) => Role::Fixed(0),
    }
}

/// A callback takes a symbol, or some symbols and how many they are; `void *` beside that is handed on.
fn emit(unit: &Unit, callback: &FunctionType) -> Result<Role, String> {
    let fault = || "its callback takes neither a symbol nor characters and their number".to_owned();
    let parameters = callback.parameters.as_ref().ok_or_else(fault)?;
    let mut takes = Vec::new();
    for &parameter in parameters {
        takes.push(match unit.types.get(parameter) {
            Type::Integer(kind) => Taken::Number(*kind),
            Type::Pointer(to) => match unit.types.get(to.id) {
                Type::Void => Taken::Context(to.constant),
                Type::Integer(kind) => Taken::Symbols(*kind, to.constant),
                _ => return Err(fault()),
            },
            _ => return Err(fault()),
        });
    }
    let count = |such: fn(&Taken) -> bool| takes.iter().filter(|taken| such(taken)).count();
    let (numbers, symbols) = (
        count(|t| matches!(t, Taken::Number(_))),
        count(|t| matches!(t, Taken::Symbols(..))),
    );
    let result = match unit.types.get(callback.result) {
        Type::Void => None,
        Type::Integer(kind) => Some(*kind),
        _ => return Err(fault()),
    };
    if numbers == 1 && symbols <= 1 {
        Ok(Role::Emit(Emit { result, takes }))
    } else {
        Err(fault())
    }
}

impl Emit {
    /// What is written.
    pub(super) fn writes(&self) -> Option<IntegerKind> {
        let symbols = self.takes.iter().find_map(|t| {
            if let Taken::Symbols(kind, _) = t {
                Some(*kind)
            } else {
                None
            }
        });
        symbols.or_else(|| {
            self.takes.iter().find_map(|t| {
                if let Taken::Number(kind) = t {
                    Some(*kind)
                } else {
                    None
                }
            })
        })
    }
}

//! How the variables of a step system are called and read in formulas for people and certificates.

use smt::syntax::{Scope, Type};
use symex::Integers;

use crate::events::EventSystem;
use crate::{LetterId, LocationId, StepSystem, Variable};

impl Variable {
    /// The type under which formulas about it are printed and read.
    pub fn syntax_type(&self, integers: Integers) -> Type {
        match (self.ty, integers) {
            (ir::Type::Int(_), Integers::Mathematical | Integers::Fitting) => Type::Int,
            (ir::Type::Int(int), Integers::Wrapping) => Type::Vector {
                signed: int.signed,
                width: u32::from(int.bits),
            },
            (ir::Type::Float(float), _) => Type::Float {
                width: u32::from(float.bits()),
            },
            (ir::Type::Bool | ir::Type::Ref, _) => Type::Bool,
        }
    }

    /// Whether it is an integer that is never negative.
    pub fn is_unsigned(&self) -> bool {
        matches!(self.ty, ir::Type::Int(int) if !int.signed)
    }
}

impl StepSystem {
    /// The names of a location's variables.
    pub fn location_scope(&self, location: LocationId) -> Scope {
        scope(&self.location(location).variables, self.integers)
    }

    /// The names of a letter's parameters.
    pub fn letter_scope(&self, letter: LetterId) -> Scope {
        scope(&self.letters[letter].params, self.integers)
    }
}

impl EventSystem {
    /// The names of a location's variables.
    pub fn location_scope(&self, location: LocationId) -> Scope {
        scope(&self.location(location).variables, self.integers)
    }
}

/// The names of variables.
pub(crate) fn scope(variables: &[Variable], integers: Integers) -> Scope {
    let mut scope = Scope::new();
    variables
        .iter()
        .for_each(|v| scope.declare(&v.name, v.term, v.syntax_type(integers)));
    scope
}

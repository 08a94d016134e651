//! The terms of a transducer as texts: in the language that reads back exactly, and for people.

use std::collections::BTreeSet;

use model::transducer::{SymbolType, SymbolicTransducer, seen};
use smt::syntax::{Scope, Type, print, print_value};
use smt::{Sort, Term};

/// What the terms of a model are called.
pub(super) struct Texts<'m> {
    pub(super) model: &'m SymbolicTransducer,
    scope: Scope,
    registers: Vec<String>,
}

impl<'m> Texts<'m> {
    pub(super) fn of(model: &'m SymbolicTransducer) -> Self {
        let mut scope = window(model);
        let registers = names(model);
        for (register, name) in model.registers.iter().zip(&registers) {
            scope.declare(name, register.variable, type_of(model.terms.sort(register.variable)));
        }
        Self { model, scope, registers }
    }

    pub(super) fn register_name(&self, position: usize) -> &str {
        &self.registers[position]
    }

    pub(super) fn register_type(&self, position: usize) -> Type {
        type_of(self.model.terms.sort(self.model.registers[position].variable))
    }

    /// A condition that reads back.
    pub(super) fn guard(&self, guard: Term) -> String {
        print(&self.model.terms, guard, &self.scope)
    }

    /// A value that reads back as the type of its sort.
    pub(super) fn value(&self, value: Term) -> String {
        print_value(&self.model.terms, value, &self.scope, type_of(self.model.terms.sort(value)))
    }

    /// A condition for people.
    pub(super) fn guard_text(&self, guard: Term) -> String {
        self.guard(guard)
    }

    /// What is written, for people.
    pub(super) fn writes_text(&self, writes: &[Term]) -> String {
        writes.iter().map(|&w| self.value(w)).collect::<Vec<_>>().join(" ")
    }
}

/// The symbols that may be looked at.
fn window(model: &SymbolicTransducer) -> Scope {
    let mut scope = Scope::new();
    for back in 0..=model.lookback.max(1) {
        let name = if back == 0 { "x".to_owned() } else { format!("x{back}") };
        scope.declare(&name, seen(&model.terms, model.input, back), symbol(model.input));
    }
    scope
}

/// The type of a symbol in texts.
pub(super) fn symbol(ty: SymbolType) -> Type {
    Type::Vector { signed: ty.signed, width: ty.bits }
}

/// The type of values of a sort in texts.
pub(super) fn type_of(sort: Sort) -> Type {
    match sort {
        Sort::Bool => Type::Bool,
        Sort::Int => Type::Int,
        Sort::BitVec(width) => Type::signed(width),
    }
}

/// The names of registers, each its own and none that of a symbol.
fn names(model: &SymbolicTransducer) -> Vec<String> {
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let mut names = Vec::new();
    for register in &model.registers {
        let mut name = register.name.clone();
        while is_window(&name) || !taken.insert(name.clone()) {
            name.push('_');
        }
        names.push(name);
    }
    names
}

fn is_window(name: &str) -> bool {
    name.strip_prefix('x').is_some_and(|back| back.chars().all(|c| c.is_ascii_digit()))
}

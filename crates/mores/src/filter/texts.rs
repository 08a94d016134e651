//! The terms of a transducer as texts: in the language that reads back exactly, and for people.

use std::collections::BTreeSet;

use model::transducer::{SymbolType, SymbolicTransducer};
use smt::syntax::{Scope, Type, print, print_value};
use smt::{Sort, Term};

/// The terms of a model as texts.
pub(super) struct Texts {
    /// The model, with registers whose names are their own.
    pub(super) model: SymbolicTransducer,
    scope: Scope,
}

impl Texts {
    pub(super) fn of(model: &SymbolicTransducer) -> Self {
        let mut model = model.clone();
        name_apart(&mut model);
        let scope = model.scope();
        Self { model, scope }
    }

    pub(super) fn register_type(&self, position: usize) -> Type {
        type_of(
            self.model
                .terms
                .sort(self.model.registers[position].variable),
        )
    }

    /// A condition that reads back.
    pub(super) fn guard(&self, guard: Term) -> String {
        print(&self.model.terms, guard, &self.scope)
    }

    /// A value that reads back as the type of its sort.
    pub(super) fn value(&self, value: Term) -> String {
        print_value(
            &self.model.terms,
            value,
            &self.scope,
            type_of(self.model.terms.sort(value)),
        )
    }

    /// A condition for people.
    pub(super) fn guard_text(&self, guard: Term) -> String {
        self.model.show_guard(guard)
    }

    /// What is written, for people; nothing if nothing is.
    pub(super) fn writes_text(&self, writes: &[Term]) -> String {
        if writes.is_empty() {
            String::new()
        } else {
            self.model.show_writes(writes)
        }
    }
}

/// The type of a symbol in texts.
pub(super) fn symbol(ty: SymbolType) -> Type {
    Type::Vector {
        signed: ty.signed,
        width: ty.bits,
    }
}

/// The type of values of a sort in texts.
pub(super) fn type_of(sort: Sort) -> Type {
    match sort {
        Sort::Bool => Type::Bool,
        Sort::Int => Type::Int,
        Sort::BitVec(width) => Type::signed(width),
    }
}

/// Gives registers names that are no others' and none of a symbol.
fn name_apart(model: &mut SymbolicTransducer) {
    let mut taken: BTreeSet<String> = BTreeSet::new();
    for register in &mut model.registers {
        while is_window(&register.name) || !taken.insert(register.name.clone()) {
            register.name.push('_');
        }
    }
}

fn is_window(name: &str) -> bool {
    name.strip_prefix('x')
        .is_some_and(|back| back.chars().all(|c| c.is_ascii_digit()))
}

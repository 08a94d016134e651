//! Which names mean what, where.

use std::collections::HashMap;

use base::Place;

use super::{Typed, Typing, wrong};
use crate::c::tree::{FunctionId, GlobalId, LocalId};
use crate::c::types::{EnumId, QualType, RecordId, TypeId};

/// What a name means.
#[derive(Clone, Copy, Debug)]
pub(super) enum Symbol {
    Local(LocalId),
    Global(GlobalId),
    Function(FunctionId),
    /// A type, and the alignment it asks for beyond its own.
    Typedef(QualType, Option<u64>),
    Enumerator(i128, TypeId),
    /// A parameter, for the parameters behind it in a prototype.
    Parameter(TypeId),
}

/// What a tag means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Tag {
    Record(RecordId),
    Enum(EnumId),
}

/// A file, a prototype or a block.
#[derive(Default)]
pub(super) struct Scope {
    names: HashMap<String, Symbol>,
    tags: HashMap<String, Tag>,
    /// Whose life ends with it.
    pub(super) locals: Vec<LocalId>,
}

impl Typing<'_> {
    pub(super) fn enter(&mut self) {
        self.scopes.push(Scope::default());
    }

    /// The objects that lived in the innermost scope.
    pub(super) fn leave(&mut self) -> Vec<LocalId> {
        self.scopes
            .pop()
            .map(|scope| scope.locals)
            .unwrap_or_default()
    }

    pub(super) fn at_file_scope(&self) -> bool {
        self.scopes.len() == 1
    }

    pub(super) fn scope(&mut self) -> &mut Scope {
        self.scopes
            .last_mut()
            .expect("the file's own scope is never left")
    }

    pub(super) fn find(&self, name: &str) -> Option<Symbol> {
        self.scopes
            .iter()
            .rev()
            .find_map(|scope| scope.names.get(name).copied())
    }

    /// What the name means in the innermost scope.
    pub(super) fn find_here(&self, name: &str) -> Option<Symbol> {
        self.scopes
            .last()
            .and_then(|scope| scope.names.get(name).copied())
    }

    pub(super) fn bind(&mut self, name: String, symbol: Symbol) {
        self.scope().names.insert(name, symbol);
    }

    /// Binds a name that must be new in its scope.
    pub(super) fn bind_new(&mut self, name: String, symbol: Symbol, place: &Place) -> Typed<()> {
        if self.find_here(&name).is_some() {
            return wrong(place, format!("`{name}` is declared twice here"));
        }
        self.bind(name, symbol);
        Ok(())
    }

    pub(super) fn find_tag(&self, name: &str) -> Option<Tag> {
        self.scopes
            .iter()
            .rev()
            .find_map(|scope| scope.tags.get(name).copied())
    }

    pub(super) fn find_tag_here(&self, name: &str) -> Option<Tag> {
        self.scopes
            .last()
            .and_then(|scope| scope.tags.get(name).copied())
    }

    pub(super) fn bind_tag(&mut self, name: String, tag: Tag) {
        self.scope().tags.insert(name, tag);
    }
}

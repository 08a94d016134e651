//! Events: the places of a program that somebody wants to see passed.

use super::body::Lowering;

/// What is to be seen of a run. Calls of `learn` and `LEARN` are always seen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Events {
    /// Functions that are entered.
    pub calls: bool,
    /// Outcomes of conditions.
    pub branches: bool,
    /// Labels that are passed.
    pub labels: bool,
    /// Functions that return.
    pub returns: bool,
    /// Variables and members, by their names, that get a value.
    pub assigns: Vec<String>,
    /// Patterns with `*` and `?`: of all events, those whose names match one. None: all.
    pub only: Vec<String>,
    /// Patterns of names that are left out.
    pub except: Vec<String>,
}

// For now nothing is seen. The hooks that follow take trees instead of names, once the lowering is committed.
impl Lowering<'_, '_> {
    pub(super) fn on_entry(&mut self, _name: &str) {}

    pub(super) fn on_branch(&mut self, _kind: &str, _line: u32, _taken: bool) {}
    pub(super) fn on_label(&mut self, _name: &str) {}
    pub(super) fn on_return(&mut self) {}
    pub(super) fn on_assign(&mut self, _name: &str) {}
}

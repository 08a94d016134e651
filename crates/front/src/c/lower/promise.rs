//! What attributes say of functions. Compilers count on that, in the function and where it is called: what can be looked at is
//! demanded, everything else is assumed.

use ir::WorldOp;

use super::body::Lowering;
use super::call::Argument;
use super::endings::Undefined;
use super::fold;
use super::pointer::is_not_null;
use super::value::{Pointer, Value};
use crate::c::tree;

impl Lowering<'_, '_> {
    /// What a function is given at a position is not null, if its attributes say so.
    pub(super) fn demand_as_said(
        &mut self,
        given: Option<Pointer>,
        position: usize,
        function: &tree::Function,
    ) {
        if let Some(pointer) = given.filter(|_| function.never_null.contains(&position)) {
            self.demand_set(&pointer);
        }
    }

    /// The same for all that a function is given whose body is not the program's.
    pub(super) fn demand_all_as_said(&mut self, arguments: &[Argument], function: &tree::Function) {
        for (position, (value, _)) in arguments.iter().enumerate() {
            let given = match value {
                Value::Pointer(pointer) => Some(pointer.clone()),
                Value::Void | Value::Number(_) | Value::Record(_) => None,
            };
            self.demand_as_said(given, position, function);
        }
    }

    /// What this function gives is not null, if its attributes say so.
    pub(super) fn demand_given_as_said(&mut self, pointer: &Pointer) {
        let function = self.function.map(|id| &self.unit().functions[id]);
        if function.is_some_and(|function| function.returns_nonnull) {
            self.demand_set(pointer);
        }
    }

    fn demand_set(&mut self, pointer: &Pointer) {
        // What was given may be dead by now, as a stream that was closed is.
        let set = is_not_null(pointer);
        let away = self.undefined(Undefined::Argument);
        self.code.leave_if(fold::not(set), away);
    }

    /// Soundness: what nothing here looks at is assumed.
    pub(super) fn heed_promises(&mut self, function: &tree::Function) {
        if function.promises && !function.is_library() {
            let name = &function.name;
            let what = format!(
                "the pointers that `{name}` is given and gives are what its attributes say"
            );
            self.code.world(WorldOp::Assume(what.into()));
        }
    }

    /// Soundness: nothing here looks at what types say of the functions that are called through pointers.
    pub(super) fn heed_promising_types(&mut self) {
        if self.unit().promising_types {
            let what = "functions that are called through pointers are what attributes say of them";
            self.code.world(WorldOp::Assume(what.into()));
        }
    }
}

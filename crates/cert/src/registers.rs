//! Where the code holds what a model's registers hold: in the fields they are named after.

use model::Register;
use rustc_hash::FxHashMap;
use smt::{Term, Value};
use step::{LocationId, State, StepSystem, Variable};

/// For each register the variable of a location that it stands for. Before there is an object it has none, and then
/// the register stands for any value.
pub fn held(
    system: &StepSystem,
    registers: &[Register],
    location: LocationId,
) -> FxHashMap<Term, Term> {
    let here = system.location(location);
    let field = |r: &Register| Some((r.term, here.variables.iter().find(|v| is_named(r, v))?.term));
    registers.iter().filter_map(field).collect()
}

/// What the registers hold in a state of the code.
pub fn held_values(
    system: &StepSystem,
    registers: &[Register],
    state: &State,
) -> FxHashMap<Term, Value> {
    if registers.is_empty() {
        return FxHashMap::default();
    }
    let here = system.location(state.location);
    let value = |r: &Register| {
        let at = here.variables.iter().position(|v| is_named(r, v))?;
        Some((r.term, state.values[at].clone()))
    };
    registers.iter().filter_map(value).collect()
}

/// A register is called like its field, or like `this.field` where a parameter has that name.
fn is_named(register: &Register, variable: &Variable) -> bool {
    let plain = register
        .name
        .strip_prefix("this.")
        .unwrap_or(&register.name);
    plain
        == variable
            .name
            .strip_prefix("this.")
            .unwrap_or(&variable.name)
}

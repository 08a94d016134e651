//! Where the code holds what a model's registers hold: in the fields they are named after, or in how many elements are held.

use model::Register;
use rustc_hash::FxHashMap;
use smt::{Term, Value};
use step::{Location, LocationId, State, StepSystem, Variable};

/// For each register what it stands for at a location: a variable, or how many elements are held there. Before there is an
/// object that is nothing, and then the register stands for any value.
pub fn held(
    system: &StepSystem,
    registers: &[Register],
    location: LocationId,
) -> FxHashMap<Term, Term> {
    let here = system.location(location);
    let field = |r: &Register| {
        let variable = here.variables.iter().find(|v| is_named(r, v));
        let counted = || counted(system, r, &here);
        Some((r.term, variable.map(|v| v.term).or_else(counted)?))
    };
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
        let value = match here.variables.iter().position(|v| is_named(r, v)) {
            Some(at) => state.values[at].clone(),
            None => system.terms.value(counted(system, r, &here)?)?.clone(),
        };
        Some((r.term, value))
    };
    registers.iter().filter_map(value).collect()
}

/// How many elements are held at a location in what a register is named after.
fn counted(system: &StepSystem, register: &Register, here: &Location) -> Option<Term> {
    let count = *here.counts.get(plain(&register.name))?;
    let number =
        system
            .integers
            .number(&system.terms, step::COUNTED, i64::try_from(count).ok()?)?;
    (system.terms.sort(number) == system.terms.sort(register.term)).then_some(number)
}

/// A register is called like its field, or like `this.field` where a parameter has that name.
fn is_named(register: &Register, variable: &Variable) -> bool {
    plain(&register.name) == plain(&variable.name)
}

fn plain(name: &str) -> &str {
    name.strip_prefix("this.").unwrap_or(name)
}

//! Whether a transducer that was read makes sense, as far as that can be said without reading its guards.

use std::collections::BTreeSet;

use crate::report::ReadError;

use super::{Acceptor, Symbols, Transducer};

/// A window that is longer is no window: whoever reads a model makes a variable of each symbol in it.
const LONGEST_WINDOW: u64 = 4096;

impl Transducer {
    /// Checks that nothing is named that is not there, and that numbers are within what the model means.
    pub(crate) fn check(&self) -> Result<(), ReadError> {
        check(self)
    }
}

fn check(model: &Transducer) -> Result<(), ReadError> {
    check_type("model.input", model.input)?;
    check_type("model.output", model.output)?;
    if model.lookback > LONGEST_WINDOW {
        return Err(ReadError::at(
            "model.lookback",
            format!("a window has at most {LONGEST_WINDOW} symbols"),
        ));
    }
    let states = ids(model.states.iter().map(|state| state.id), "model.states")?;
    check_registers(model)?;
    check_starts(model, &states)?;
    check_steps(model, &states)?;
    for (i, end) in model.ends.iter().enumerate() {
        known(&states, end.state, || format!("model.ends[{i}].state"))?;
    }
    Ok(())
}

fn check_type(at: &str, symbols: Symbols) -> Result<(), ReadError> {
    match symbols.bits {
        8 | 16 | 32 | 64 => Ok(()),
        bits => Err(ReadError::at(
            format!("{at}.bits"),
            format!("symbols have 8, 16, 32 or 64 bits, not {bits}"),
        )),
    }
}

fn ids(all: impl Iterator<Item = u64>, at: &str) -> Result<BTreeSet<u64>, ReadError> {
    let mut known = BTreeSet::new();
    for (i, id) in all.enumerate() {
        if !known.insert(id) {
            return Err(ReadError::at(
                format!("{at}[{i}].id"),
                format!("there are two states with the id {id}"),
            ));
        }
    }
    Ok(known)
}

fn known(states: &BTreeSet<u64>, id: u64, at: impl Fn() -> String) -> Result<(), ReadError> {
    if states.contains(&id) {
        Ok(())
    } else {
        Err(ReadError::at(at(), format!("there is no state {id}")))
    }
}

fn check_registers(model: &Transducer) -> Result<(), ReadError> {
    let mut names = BTreeSet::new();
    for (i, register) in model.registers.iter().enumerate() {
        if is_window(&register.name) || !names.insert(&register.name) {
            let what = format!("`{}` is the name of something else already", register.name);
            return Err(ReadError::at(format!("model.registers[{i}].name"), what));
        }
    }
    Ok(())
}

/// `x`, `x1`, `x2`: symbols, not registers.
fn is_window(name: &str) -> bool {
    name.strip_prefix('x')
        .is_some_and(|back| back.chars().all(|c| c.is_ascii_digit()))
}

fn check_starts(model: &Transducer, states: &BTreeSet<u64>) -> Result<(), ReadError> {
    if model.starts.is_empty() {
        return Err(ReadError::at(
            "model.starts",
            "there is no state to start in",
        ));
    }
    for (i, start) in model.starts.iter().enumerate() {
        known(states, start.state, || format!("model.starts[{i}].state"))?;
        match &start.when {
            Some(acceptor) => check_acceptor(acceptor, &format!("model.starts[{i}].when"))?,
            None if model.starts.len() > 1 => {
                let what = "there are several starts, and nothing says which inputs start here";
                return Err(ReadError::at(format!("model.starts[{i}]"), what));
            }
            None => {}
        }
    }
    Ok(())
}

fn check_acceptor(acceptor: &Acceptor, at: &str) -> Result<(), ReadError> {
    let states = ids(
        acceptor.states.iter().map(|state| state.id),
        &format!("{at}.states"),
    )?;
    if states.is_empty() {
        return Err(ReadError::at(
            format!("{at}.states"),
            "there is no state to start in",
        ));
    }
    for (i, edge) in acceptor.transitions.iter().enumerate() {
        known(&states, edge.from, || format!("{at}.transitions[{i}].from"))?;
        known(&states, edge.to, || format!("{at}.transitions[{i}].to"))?;
    }
    Ok(())
}

fn check_steps(model: &Transducer, states: &BTreeSet<u64>) -> Result<(), ReadError> {
    for (i, step) in model.transitions.iter().enumerate() {
        known(states, step.from, || format!("model.transitions[{i}].from"))?;
        known(states, step.to, || format!("model.transitions[{i}].to"))?;
        if step.updates.len() != model.registers.len() {
            let what = format!(
                "there are {} registers and {} updates",
                model.registers.len(),
                step.updates.len()
            );
            return Err(ReadError::at(
                format!("model.transitions[{i}].updates"),
                what,
            ));
        }
    }
    Ok(())
}

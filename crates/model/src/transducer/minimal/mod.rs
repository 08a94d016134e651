//! The canonical form of a transducer: two transducers that do the same become the same.
//!
//! What is certain to be written is written as early as possible (*onward*: [`onward`]), states with the same future are
//! one ([`refine`]), states are numbered and steps are written in one way only ([`present`]). For functions from words
//! to words this is the canonical form of C. Choffrut, "Minimizing subsequential transducers: a survey" (TCS 292, 2003,
//! doi 10.1016/S0304-3975(01)00219-5), but that a transducer here has no output before the first symbol: where there
//! would be one, the start is a state of its own, to which nothing leads back.
//!
//! Several starts keep apart; [`fewer_starts`] leaves as few as can be found ([`ahead`]).
//!
//! Over bytes and chars all of this is done on tables, with the symbols that a state remembers as part of the state. What
//! cannot be told that way (registers, wide symbols, outputs that depend on earlier symbols in many ways) keeps its window
//! and is compared term by term ([`symbolic`]). There the result is as canonical as its terms are: guards and outputs
//! that look at the current symbol alone are, others may be written in several ways.

mod acceptors;
mod ahead;
mod concrete;
mod fates;
mod forms;
mod onward;
mod present;
mod refine;
mod rows;
pub(super) mod sets;
mod symbolic;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use base::{Budget, StopReason};
use rows::{NOWHERE, Rows};

use super::SymbolicTransducer;

/// A state may be told apart by what it remembers into so many; a window says it better where there are more.
const FEW: usize = 12;

/// The same function in canonical form; or why that is not known: time is over, or a solver gave up. The machine must be
/// well-formed: see [`SymbolicTransducer::check`].
pub fn minimal(
    machine: &SymbolicTransducer,
    solver: &mut dyn smt::Solver,
    budget: &Budget,
) -> Result<SymbolicTransducer, StopReason> {
    match tabled(machine, FEW, budget)? {
        Some(found) => Ok(found),
        None => symbolic::minimal(machine, solver, budget),
    }
}

/// The same function over bytes or chars without looking back, in canonical form: what a state remembers becomes part of
/// it. Nothing, if that makes more than so many of one state, or if registers or wide symbols are in the way.
pub fn without_lookback(
    machine: &SymbolicTransducer,
    most: usize,
    budget: &Budget,
) -> Result<Option<SymbolicTransducer>, StopReason> {
    let found = tabled(machine, most, budget)?;
    Ok(found.filter(|found| found.lookback == 0))
}

/// By tables, if they are not too large and no state becomes more than so many.
fn tabled(
    machine: &SymbolicTransducer,
    most: usize,
    budget: &Budget,
) -> Result<Option<SymbolicTransducer>, StopReason> {
    let Some(concrete) = concrete::rows(machine, budget)? else {
        return Ok(None);
    };
    let rows = onward::onward(concrete.rows, budget)?;
    let classes = refine::classes(&rows, budget)?;
    if most_variants(&rows, &classes, &concrete.sources) > most {
        return Ok(None);
    }
    let when = acceptors::all(machine, budget)?;
    present::present(machine, &rows, &classes, (when, &concrete.sources), budget)
}

/// The same function with as few starts as can be found, and nothing said of inputs that a start is not for; nothing, if
/// there is one start only, or if windows, registers or wide symbols are in the way.
pub fn fewer_starts(
    machine: &SymbolicTransducer,
    budget: &Budget,
) -> Result<Option<SymbolicTransducer>, StopReason> {
    if machine.starts.len() < 2 {
        return Ok(None);
    }
    let Some(concrete) = concrete::rows(machine, budget)? else {
        return Ok(None);
    };
    let rows = onward::onward(concrete.rows, budget)?;
    let classes = refine::classes(&rows, budget)?;
    if most_variants(&rows, &classes, &concrete.sources) > FEW {
        return Ok(None);
    }
    let Some(ahead) = ahead::ahead(machine, &rows, budget)? else {
        return Ok(None);
    };
    let classes: Vec<u32> = (0..ahead.rows.rows.len() as u32).collect();
    present::present(
        machine,
        &ahead.rows,
        &classes,
        (ahead.when, &concrete.sources),
        budget,
    )
}

/// How many different futures one state has, depending on what it remembers.
fn most_variants(rows: &Rows, classes: &[u32], sources: &[concrete::Source]) -> usize {
    let mut variants: BTreeMap<usize, BTreeSet<u32>> = BTreeMap::new();
    for (i, (state, _)) in sources.iter().enumerate() {
        let row = &rows.rows[i];
        if row.end.is_some() || row.entries.iter().any(|entry| entry.to != NOWHERE) {
            variants.entry(*state).or_default().insert(classes[i]);
        }
    }
    variants.values().map(BTreeSet::len).max().unwrap_or(0)
}

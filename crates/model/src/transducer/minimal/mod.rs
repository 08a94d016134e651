//! The canonical form of a transducer: two transducers that do the same become the same.
//!
//! What is certain to be written is written as early as possible (*onward*: [`onward`]), states with the same future are
//! one ([`refine`]), states are numbered and steps are written in one way only ([`present`]). For functions from words
//! to words this is the canonical form of C. Choffrut, "Minimizing subsequential transducers: a survey" (TCS 292, 2003,
//! doi 10.1016/S0304-3975(01)00219-5), but that a transducer here has no output before the first symbol: where there
//! would be one, the start is a state of its own, to which nothing leads back.

mod acceptors;
mod concrete;
mod forms;
mod onward;
mod present;
mod refine;
mod rows;
mod sets;
#[cfg(test)]
mod tests;

use super::SymbolicTransducer;

/// The same function in canonical form; or why that is not known: the words of a solver that gave up.
pub fn minimal(machine: &SymbolicTransducer, _solver: &mut dyn smt::Solver) -> Result<SymbolicTransducer, String> {
    let concrete = concrete::rows(machine).ok_or("too large")?;
    let rows = onward::onward(concrete.rows);
    let classes = refine::classes(&rows);
    present::present(machine, &rows, &classes, &concrete.sources).ok_or_else(|| "too large".to_owned())
}

//! The check that a transducer does what a filter does, on every input.
//!
//! Filter and transducer are walked side by side, symbol by symbol. What one has written and the other has not yet is
//! carried along; what is known of the last symbols is carried along where somebody looks at them again. The walk ends
//! because there are finitely many configurations and states, and little may be ahead.
//!
//! What the filter does is asked of its step system; nothing here is shared with what finds transducers.

mod bytes;
mod facts;
mod filter;
mod judge;
mod live;
mod machine;
mod walk;

use base::{Budget, StopReason};
use model::transducer::SymbolicTransducer;
use smt::Solver;
use step::stream::StreamSystem;

use crate::{Checked, Rejection};

use self::filter::Followed;
use self::judge::Judge;
use self::machine::Machine;
use self::walk::Walk;

/// The most entries that are walked.
const MOST_ENTRIES: usize = 200_000;
/// The most symbols by which one side may be ahead.
const MOST_AHEAD: usize = 64;
/// The most symbols that are looked back at.
const WINDOW: usize = 96;
/// Of an entry that differs in what is known alone, so many are told apart.
const MOST_KNOWN: usize = 64;

/// Whether a transducer does what a filter does, on every input: it writes the same where the filter ends, and is
/// undefined where the filter fails. A solver's unknown is a rejection.
pub fn check_filter(
    system: &mut StreamSystem,
    model: &SymbolicTransducer,
    solver: &mut dyn Solver,
    budget: &Budget,
) -> Result<Checked, Rejection> {
    matching(system, model)?;
    let mut judge = Judge::new(&system.terms, model.input.bits, solver);
    let filter = Followed::new(system, &mut judge, budget)?;
    let machine = Machine::new(model, &mut judge)?;
    let (here, there) = (judge.facts(system.alphabet()), judge.facts(model.alphabet));
    if !(judge.implies(&here, model.alphabet)? && judge.implies(&there, system.alphabet())?) {
        return Err(Rejection::Mismatch("the alphabets differ".to_owned()));
    }
    let mut walk = Walk::new(&filter, &machine, judge, here, budget);
    walk.run()?;
    Ok(Checked {
        obligations: walk.questions(),
    })
}

fn matching(system: &StreamSystem, model: &SymbolicTransducer) -> Result<(), Rejection> {
    let (reads, writes) = (system.filter.reads, system.filter.writes);
    if !system.terms.same(&model.terms) {
        return Err(Rejection::Mismatch(
            "the terms are from another context".to_owned(),
        ));
    }
    if (u32::from(reads.bits), u32::from(writes.bits)) != (model.input.bits, model.output.bits) {
        return Err(Rejection::Mismatch(
            "the widths of symbols differ".to_owned(),
        ));
    }
    let faulty = |state: usize| state >= model.states.len();
    let steps = model.states.iter().flat_map(|state| &state.steps);
    let lost = steps.clone().any(|step| faulty(step.to))
        || model.starts.iter().any(|start| faulty(start.state));
    if lost
        || steps
            .clone()
            .any(|step| step.updates.len() != model.registers.len())
    {
        return Err(Rejection::Broken("the model contradicts itself".to_owned()));
    }
    Ok(())
}

fn unknown(what: &str) -> Rejection {
    Rejection::Undecided(StopReason::Limit(what.to_owned()))
}

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

use std::fmt;

use base::{Budget, StopReason};
use model::transducer::SymbolicTransducer;
use smt::Solver;
use step::stream::StreamSystem;

use self::filter::Followed;
use self::judge::Judge;
use self::machine::Machine;
use self::walk::Walk;

/// How much was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Pairs of a configuration and a state, with what is ahead and what is known.
    pub entries: usize,
    /// Questions that were put to the solver.
    pub questions: usize,
}

/// Why a transducer is not known to do what a filter does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rejected {
    /// The two are about other symbols.
    Mismatch(String),
    /// They differ.
    Differs {
        /// After how many symbols at least.
        symbols: usize,
        /// How.
        what: String,
    },
    /// It could not be decided.
    Unknown(StopReason),
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mismatch(what) => write!(f, "{what}"),
            Self::Differs { symbols: 1, what } => write!(f, "after one symbol {what}"),
            Self::Differs { symbols, what } => write!(f, "after {symbols} symbols {what}"),
            Self::Unknown(reason) => write!(f, "{reason}"),
        }
    }
}

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
) -> Result<Checked, Rejected> {
    matching(system, model)?;
    let mut judge = Judge::new(&system.terms, model.input.bits, solver);
    let filter = Followed::new(system, &mut judge, budget)?;
    let machine = Machine::new(model, &mut judge)?;
    let (here, there) = (judge.facts(system.alphabet()), judge.facts(model.alphabet));
    if !(judge.implies(&here, model.alphabet)? && judge.implies(&there, system.alphabet())?) {
        return Err(Rejected::Mismatch("the alphabets differ".to_owned()));
    }
    let mut walk = Walk::new(&filter, &machine, judge, here, budget);
    walk.run()?;
    Ok(Checked {
        entries: walk.entries(),
        questions: walk.questions(),
    })
}

fn matching(system: &StreamSystem, model: &SymbolicTransducer) -> Result<(), Rejected> {
    let (reads, writes) = (system.filter.reads, system.filter.writes);
    if !system.terms.same(&model.terms) {
        return Err(Rejected::Mismatch(
            "the terms are from another context".to_owned(),
        ));
    }
    if (u32::from(reads.bits), u32::from(writes.bits)) != (model.input.bits, model.output.bits) {
        return Err(Rejected::Mismatch(
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
        return Err(Rejected::Mismatch(
            "the model contradicts itself".to_owned(),
        ));
    }
    Ok(())
}

fn unknown(what: &str) -> Rejected {
    Rejected::Unknown(StopReason::Limit(what.to_owned()))
}

//! Stream filters (Botinčan and Babić, "Sigma*", 2013): from a program to the symbolic transducer that does what it does.

mod explore;
mod look;
mod proof;
mod replay;
mod sigma_star;
mod witness;

use std::rc::Rc;

use base::{Budget, Progress, StopReason};
use cert::Proof;
use model::analysis::transducer::{Decision, equal};
use model::transducer::{self, SymbolicTransducer, minimal, short_names};
use smt::{Config, Solver, Terms, chain};
use step::stream::{Filter, StreamSystem};

pub use replay::{Replayed, replay};
pub use witness::witnesses;

/// How a transducer is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Big steps are followed from configuration to configuration until no new ones appear.
    Explore,
    /// As published: a symbolic observation table against a predicate abstraction.
    SigmaStar,
}

/// How to learn.
#[derive(Clone, Debug)]
pub struct Options {
    /// The engine.
    pub engine: Engine,
    /// How many symbols back outputs may look; what needs older ones is a register.
    pub lookback: usize,
    /// How many configurations are looked at.
    pub configurations: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            engine: Engine::Explore,
            lookback: 8,
            configurations: 20_000,
        }
    }
}

/// What is known of a learned transducer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It does what the program does on every input; checked.
    Proved,
    /// On inputs of at most so many symbols.
    UpTo {
        /// How many.
        symbols: usize,
        /// Why no more is known.
        reason: StopReason,
    },
    /// Nothing is known.
    Unknown {
        /// Why.
        reason: StopReason,
    },
}

/// What it took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Questions about the output on an input (sigma-star), or configurations (explore).
    pub membership: usize,
    /// Conjectures that were compared.
    pub equivalence: usize,
    /// Refinements of the conjecture.
    pub conjecture_refinements: usize,
    /// Refinements of the abstraction.
    pub abstraction_refinements: usize,
    /// Predicates of the final abstraction.
    pub predicates: usize,
    /// Questions to the solver.
    pub solver_calls: usize,
}

/// A learned transducer.
#[derive(Clone, Debug)]
pub struct Learned {
    /// The model; for [`Standing::UpTo`] right as far as that says. `None` if nothing is known.
    pub transducer: Option<SymbolicTransducer>,
    /// What is known of it.
    pub standing: Standing,
    /// What proves it, if it is proved.
    pub proof: Option<Proof>,
    /// On what it was seen to do what the program does.
    pub replayed: Replayed,
    /// What it took.
    pub effort: Effort,
}

/// Learns what a filter does.
pub fn learn_filter(
    filter: &Rc<Filter>,
    options: &Options,
    budget: &Budget,
    progress: &dyn Progress,
) -> Learned {
    let terms = Terms::new();
    terms.obey(budget);
    let mut system = StreamSystem::new(filter, &terms, options.lookback, budget);
    learn_system(&mut system, options, budget, progress)
}

/// The same for a filter that somebody goes on to ask about: what it does is seen as it was when the transducer was found.
pub fn learn_system(
    system: &mut StreamSystem,
    options: &Options,
    budget: &Budget,
    progress: &dyn Progress,
) -> Learned {
    let mut effort = Effort::default();
    let found = match options.engine {
        Engine::Explore => {
            let found = explore::explore(system, options.configurations, budget, progress);
            let solver_calls = system.solver_calls();
            effort = Effort {
                membership: system.steps,
                equivalence: 1,
                solver_calls,
                ..effort
            };
            found
        }
        Engine::SigmaStar => sigma_star::learn(system, &mut effort, budget, progress),
    };
    let found = match found {
        Ok(found) => found,
        Err(reason) => return nothing(reason, effort),
    };
    let mut solver = chain(&system.terms, Config::default());
    let transducer = match minimal(&found.machine, &mut *solver, budget) {
        Ok(minimal) => minimal,
        // There is no time to find out what it is worth, so nothing is claimed of it.
        Err(reason @ (StopReason::Time | StopReason::Memory | StopReason::Cancelled)) => {
            return Learned {
                transducer: Some(named(found.machine)),
                ..nothing(reason, effort)
            };
        }
        // As it was found it is right, too.
        Err(_) => found.machine,
    };
    let fewer = named(fewer_starts(&transducer, &mut *solver, budget));
    let (transducer, standing, proof) = match found.limit {
        None => proof::proved([fewer, named(transducer)], system, budget),
        Some((symbols, reason)) => (fewer, Standing::UpTo { symbols, reason }, None),
    };
    let (standing, replayed) = seen_to_agree(&system.filter, &transducer, standing, budget);
    Learned {
        transducer: Some(transducer),
        proof: proof.filter(|_| standing == Standing::Proved),
        standing,
        replayed,
        effort,
    }
}

/// Nothing is known.
fn nothing(reason: StopReason, effort: Effort) -> Learned {
    Learned {
        transducer: None,
        proof: None,
        standing: Standing::Unknown { reason },
        replayed: Replayed::default(),
        effort,
    }
}

/// Follows a filter until its configurations are settled, so that somebody can walk through them.
pub fn settle(
    system: &mut StreamSystem,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<(), StopReason> {
    let most = Options::default().configurations;
    explore::explore(system, most, budget, progress).map(drop)
}

/// What is known of a transducer after it was replayed.
///
/// Soundness: nothing is claimed of a transducer that the interpreter contradicts, whoever proved it.
fn seen_to_agree(
    filter: &Filter,
    transducer: &SymbolicTransducer,
    standing: Standing,
    budget: &Budget,
) -> (Standing, Replayed) {
    let longest = match standing {
        Standing::Proved => None,
        Standing::UpTo { symbols, .. } => Some(symbols),
        Standing::Unknown { .. } => return (standing, Replayed::default()),
    };
    match replay(filter, transducer, longest, budget) {
        Ok(replayed) => (standing, replayed),
        Err(reason) => (Standing::Unknown { reason }, Replayed::default()),
    }
}

/// With names for people.
fn named(mut transducer: SymbolicTransducer) -> SymbolicTransducer {
    let names: Vec<String> = transducer
        .registers
        .iter()
        .map(|register| register.name.clone())
        .collect();
    transducer
        .registers
        .iter_mut()
        .zip(short_names(&names))
        .for_each(|(register, name)| register.name = name);
    transducer
}

/// The same with fewer starts, where that is known to be the same.
fn fewer_starts(
    transducer: &SymbolicTransducer,
    solver: &mut dyn Solver,
    budget: &Budget,
) -> SymbolicTransducer {
    if transducer.starts.len() < 2 {
        return transducer.clone();
    }
    let fewer = match transducer::fewer_starts(transducer, budget) {
        Ok(Some(fewer)) => Ok(fewer),
        Ok(None) => one_for_another(transducer, solver, budget),
        Err(reason) => Err(reason),
    };
    match fewer {
        Ok(fewer) if matches!(equal(transducer, &fewer, budget).decision, Decision::Yes) => fewer,
        Ok(_) | Err(_) => transducer.clone(),
    }
}

/// Where windows or registers are in the way: a start that does for the inputs of another what that does takes them over.
fn one_for_another(
    transducer: &SymbolicTransducer,
    solver: &mut dyn Solver,
    budget: &Budget,
) -> Result<SymbolicTransducer, StopReason> {
    let mut fewer = transducer.clone();
    explore::merge_starts(&mut fewer, budget);
    minimal(&fewer, solver, budget)
}

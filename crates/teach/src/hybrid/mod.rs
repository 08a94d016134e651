//! X-PSYCO as published (Howar, Giannakopoulou, Rakamarić, "Hybrid Learning", ISSTA 2013; `papers/000`), and PSYCO
//! before it (Giannakopoulou, Rakamarić, Raman, SAS 2012). They are here to be compared with: [`crate::interface`] is
//! what one uses.
//!
//! As published: the membership pool (a representative for each symbol) and the equivalence pool (a call for each
//! symbolic path explored so far); breadth-first search over symbolic path sequences, which starts again when the solver
//! has extended the pool; the analysis of counterexamples; refinement of guards; state matching; partial-order reduction;
//! the depth k, which grows whenever nothing new is found up to it. Different:
//! - L\* does not start again after a refinement. The old symbol keeps its representative, so all its answers stay true.
//! - Partial-order reduction and matching also ask whether the hypothesis is in the same state. The paper asks only
//!   about the code; then a hypothesis that is wrong about the order that was skipped would be called right.
//! - Effects of methods are computed from summaries, where the paper has a separate static analysis.
//! - When all sequences were explored the paper says that the interface is full. Here it is *proved* only if `cert`
//!   accepts a certificate of it.
//! - Sequences that leave the same symbolic state share their questions to the solver.

mod analysis;
mod concolic;
mod equivalence;
mod ground;
mod matching;
mod pools;
mod por;
mod psyco;
mod sequences;
mod unrolled;

use std::rc::Rc;

use base::{Budget, Progress, StopReason};
use learn::Algorithm;
use step::{Sight, StepSystem};

use crate::interface::Interface;
use crate::prepare::Prepared;
use ground::Ground;

/// Which of the two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// X-PSYCO: concrete calls first, the solver where they do not suffice.
    #[default]
    Hybrid,
    /// PSYCO: symbolic execution only.
    Psyco,
}

/// How to learn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Which of the two.
    pub engine: Engine,
    /// Partial-order reduction; X-PSYCO only.
    pub por: bool,
    /// State matching; X-PSYCO only.
    pub matching: bool,
    /// The learner that asks.
    pub learner: Algorithm,
    /// The largest k; none by default, so that only the budget ends the exploration.
    pub depth: Option<usize>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            engine: Engine::Hybrid,
            por: true,
            matching: true,
            learner: Algorithm::default(),
            depth: None,
        }
    }
}

/// How far the exploration got, and what it was spared (Howar, Giannakopoulou and Rakamarić, "Hybrid Learning", 2013, Table 1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exploration {
    /// The k at which the final interface was produced.
    pub k_min: usize,
    /// The largest k up to which the final interface was compared with the code completely; at least `k_min` if the
    /// exploration is complete.
    pub k_max: usize,
    /// Whether every sequence, of whatever length, was explored or matched.
    pub complete: bool,
    /// Sequences that were compared, for all hypotheses together.
    pub sequences: u64,
    /// Sequences that partial-order reduction left out.
    pub skipped_by_por: u64,
    /// Sequences that were not extended because another one covers their state.
    pub skipped_by_matching: u64,
    /// The k that is being explored.
    k: usize,
}

impl Exploration {
    fn new() -> Self {
        let (sequences, skipped_by_por, skipped_by_matching) = (0, 0, 0);
        Self {
            k_min: 1,
            k_max: 0,
            complete: false,
            sequences,
            skipped_by_por,
            skipped_by_matching,
            k: 1,
        }
    }

    /// There is another hypothesis.
    fn restart(&mut self) {
        (self.k_min, self.k_max, self.complete) = (self.k, 0, false);
    }

    /// Every sequence of any length was compared.
    fn completed(&mut self) {
        self.complete = true;
        self.k_max = self.k_max.max(self.k_min);
    }

    /// All sequences of so many calls were compared.
    fn finished(&mut self, depth: usize) {
        self.k_max = self.k_max.max(depth);
        self.k = self.k.max(depth + 1);
    }
}

/// What was learned, and how far the exploration got.
pub struct Learned {
    /// The interface.
    pub interface: Interface,
    /// The exploration.
    pub exploration: Exploration,
}

/// Learns the interface of a component as the papers do.
pub fn learn(
    component: Rc<ir::Component>,
    sight: Sight,
    options: &Options,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<Learned, StopReason> {
    let around = (budget, progress);
    let prepared = Prepared::whole(&component, &sight, around)?;
    let with = |system: &Rc<StepSystem>, symbol_limit: Option<usize>| {
        let solver = smt::for_engine(&system.terms);
        let ground = Ground::new(Rc::clone(&component), Rc::clone(system), solver, around);
        run(ground.limited(options.depth, symbol_limit), options)
    };
    let mut learned = with(&prepared.whole, prepared.symbol_limit());
    if let Some(without) = prepared.instead_of(&learned.interface) {
        // Section 4.1: mixed parameters are found, and a warning is given.
        let rest = with(&without, None);
        if !rest.interface.says_nothing() {
            learned = rest;
        }
        learned.interface.demote(&prepared.mixed);
    }
    learned.interface.system = prepared.whole;
    Ok(learned)
}

fn run(ground: Ground<'_>, options: &Options) -> Learned {
    match options.engine {
        Engine::Hybrid => concolic::run(ground, options),
        Engine::Psyco => psyco::run(ground, options),
    }
}

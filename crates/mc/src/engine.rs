//! What an engine is.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use base::{Budget, Progress, StopReason};
use cert::{Invariant, Trace};
use model::InterfaceLts;
use smt::Solver;
use step::StepSystem;

/// What engines say of code and model.
#[derive(Clone, Debug)]
pub enum Decision {
    /// They disagree after these calls.
    Differs(Trace),
    /// They agree for ever, because of this invariant. Not to be believed until `cert` has checked it.
    Conforms(Invariant),
    /// They agree on sequences of at most `depth` calls; longer ones were not decided.
    UpTo {
        /// The number of calls.
        depth: usize,
        /// Why the engine stopped.
        reason: StopReason,
    },
}

/// The engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Engine {
    /// Concrete search with state matching, over a pool of calls (Howar, Giannakopoulou, Rakamarić, "Hybrid Learning",
    /// 2013); finds differences, proves nothing.
    Concrete,
    /// Symbolic search, breadth first, to a fixpoint.
    Search,
    /// Property-directed reachability.
    Pdr,
    /// Z3's Spacer.
    Spacer,
    /// May and must abstraction (Singh, Giannakopoulou, Păsăreanu, "Learning Component Interfaces with May and Must
    /// Abstractions", 2010).
    MayMust,
    /// A proof over integers that fit, which are cheaper, carried over.
    Fitting,
}

impl Engine {
    /// The name for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::Concrete => "concrete search",
            Self::Search => "symbolic search",
            Self::Pdr => "property-directed reachability",
            Self::Spacer => "Spacer",
            Self::MayMust => "may and must abstraction",
            Self::Fitting => "integers that fit",
        }
    }
}

/// What engines are asked: does this code agree with this model?
#[derive(Clone, Copy)]
pub struct Question<'a> {
    /// The code.
    pub system: &'a StepSystem,
    /// The model.
    pub interface: &'a InterfaceLts,
    /// How long the engines may think.
    pub budget: &'a Budget,
    /// Whom they tell what they do.
    pub progress: &'a dyn Progress,
}

/// An engine that looks at one question. Asked again, it goes on from where it stood.
pub(crate) trait Decide {
    /// Which one it is.
    fn engine(&self) -> Engine;

    /// An answer after which no other engine need be asked, or why there is none. How far code and model were compared is
    /// added to the effort.
    fn decide(
        &mut self,
        solver: &mut dyn Solver,
        effort: &mut Effort,
    ) -> Result<Decision, StopReason>;
}

/// Which engine decided, and what was done.
#[derive(Clone, Debug, Default)]
pub struct Effort {
    /// The engine that gave the answer; none if there was no definite answer.
    pub decided_by: Option<Engine>,
    /// Regions explored by symbolic search.
    pub regions: usize,
    /// Frames opened by property-directed reachability.
    pub frames: usize,
    /// Code and model agree on all sequences of at most this many calls. (A difference that property-directed
    /// reachability finds need not be a shortest one.)
    pub depth: usize,
    /// How long each engine ran.
    pub ran: BTreeMap<Engine, Duration>,
}

impl Effort {
    /// Does something, and counts its time as an engine's.
    pub fn timed<T>(&mut self, engine: Engine, work: impl FnOnce(&mut Self) -> T) -> T {
        let start = Instant::now();
        let done = work(self);
        *self.ran.entry(engine).or_default() += start.elapsed();
        done
    }
}

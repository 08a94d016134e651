//! The portfolio: shortest differences first, then proof.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use base::{Budget, Progress, StopReason};
use cert::{Invariant, Trace};
use model::InterfaceLts;
use smt::Solver;
use step::StepSystem;

use crate::may_must::may_must;
use crate::pdr::{MAX_NODES, pdr};
use crate::product::Product;
use crate::search::{Search, Stage};
use crate::spacer::spacer;

/// The part of what is left of the budget that may and must abstraction may take.
const ABSTRACTING: u32 = 5;

/// What an engine says of code and model.
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
    /// Concrete search with state matching, over a pool of calls (paper 000); finds differences, proves nothing.
    Concrete,
    /// Symbolic search, breadth first, to a fixpoint (paper 004).
    Search,
    /// Property-directed reachability.
    Pdr,
    /// Z3's Spacer.
    Spacer,
    /// May and must abstraction (paper 003).
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

/// How to decide.
#[derive(Clone, Debug)]
pub struct Options {
    /// Regions beyond four for each of the model's states that symbolic search may explore before the unbounded engine
    /// gets its turn. Where search ends in a proof it needs few; where parameters cannot be eliminated each region
    /// counts for several, because the cost then grows with their square.
    pub search_regions: usize,
    /// Calls beyond the number of the model's states that it may look ahead until then: almost every difference
    /// between code and a hypothesis shows by then.
    pub search_depth: usize,
    /// Regions it may explore when the unbounded engine has given up.
    pub deep_regions: usize,
    /// Frames the unbounded engine may open.
    pub frames: usize,
    /// Refinements that may and must abstraction may take.
    pub refinements: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            search_regions: 200,
            search_depth: 8,
            deep_regions: 1_000,
            frames: 32,
            refinements: 100,
        }
    }
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
    pub fn timed<T>(&mut self, engine: Engine, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let done = work();
        *self.ran.entry(engine).or_default() += start.elapsed();
        done
    }
}

/// Decides whether code and model agree.
pub fn conform(
    system: &StepSystem,
    interface: &InterfaceLts,
    solver: &mut dyn Solver,
    options: &Options,
    around: (&Budget, &dyn Progress),
) -> (Decision, Effort) {
    conform_or(system, interface, solver, options, around, &mut || None)
}

/// Decides whether code and model agree; asks `otherwise` when the engines that end soon have not decided.
pub fn conform_or(
    system: &StepSystem,
    interface: &InterfaceLts,
    solver: &mut dyn Solver,
    options: &Options,
    (budget, progress): (&Budget, &dyn Progress),
    otherwise: &mut dyn FnMut() -> Option<Decision>,
) -> (Decision, Effort) {
    let product = Product::new(system, interface);
    let mut effort = Effort::default();
    let mut search = Search::new(&product, solver, budget, progress);
    let states = interface.automaton.states();
    let (regions, ahead) = (
        4 * states + options.search_regions,
        states + options.search_depth,
    );
    let stage = effort.timed(Engine::Search, || search.run(regions, ahead));
    effort.regions = search.regions();
    effort.depth = search.depth();
    if let Some(decision) = decided(stage) {
        effort.decided_by = Some(Engine::Search);
        return (decision, effort);
    }
    let frames = effort.timed(Engine::Pdr, || {
        pdr(
            &product,
            search.solver(),
            options.frames,
            (budget, progress),
        )
    });
    effort.frames = frames.opened;
    effort.depth = effort.depth.max(frames.opened);
    if !matches!(frames.decision, Decision::UpTo { .. }) {
        effort.decided_by = Some(Engine::Pdr);
        return (frames.decision, effort);
    }
    let around = (&budget.share(ABSTRACTING), progress);
    let abstract_ = effort.timed(Engine::MayMust, || {
        may_must(system, interface, options.refinements, around)
    });
    if !matches!(abstract_, Decision::UpTo { .. }) {
        effort.decided_by = Some(Engine::MayMust);
        return (abstract_, effort);
    }
    if let Some(decision) = effort.timed(Engine::Fitting, otherwise) {
        effort.decided_by = Some(Engine::Fitting);
        return (deeper(decision, effort.depth), effort);
    }
    if let proof @ Decision::Conforms(_) =
        effort.timed(Engine::Spacer, || spacer(&product, MAX_NODES, budget))
    {
        effort.decided_by = Some(Engine::Spacer);
        return (proof, effort);
    }
    let stage = effort.timed(Engine::Search, || {
        search.run(options.deep_regions, usize::MAX)
    });
    effort.regions = search.regions();
    effort.depth = effort.depth.max(search.depth());
    if let Some(decision) = decided(stage) {
        effort.decided_by = Some(Engine::Search);
        return (decision, effort);
    }
    (deeper(frames.decision, effort.depth), effort)
}

/// Asks one engine alone; for measuring them against each other.
pub fn decide_with(
    engine: Engine,
    system: &StepSystem,
    interface: &InterfaceLts,
    solver: &mut dyn Solver,
    options: &Options,
    (budget, progress): (&Budget, &dyn Progress),
) -> Decision {
    let product = Product::new(system, interface);
    match engine {
        Engine::Pdr => pdr(&product, solver, options.frames, (budget, progress)).decision,
        Engine::Spacer => spacer(&product, MAX_NODES, budget),
        Engine::MayMust => may_must(system, interface, options.refinements, (budget, progress)),
        Engine::Concrete | Engine::Fitting => Decision::UpTo {
            depth: 0,
            reason: StopReason::Limit("it decides nothing alone".into()),
        },
        Engine::Search => {
            let mut search = Search::new(&product, solver, budget, progress);
            let stage = search.run(options.deep_regions, usize::MAX);
            let reason = StopReason::Limit("no fixpoint was found".into());
            decided(stage).unwrap_or(Decision::UpTo {
                depth: search.depth(),
                reason,
            })
        }
    }
}

/// Compares code and model by symbolic search on all sequences of at most `depth` calls, however many regions that takes. A
/// difference of one call more may be found, too; then there is none of fewer.
pub fn search_up_to(
    depth: usize,
    system: &StepSystem,
    interface: &InterfaceLts,
    solver: &mut dyn Solver,
    (budget, progress): (&Budget, &dyn Progress),
) -> Decision {
    let product = Product::new(system, interface);
    let mut search = Search::new(&product, solver, budget, progress);
    let stage = search.run(usize::MAX, depth);
    decided(stage).unwrap_or_else(|| {
        let ended = || match search.depth() < depth {
            true => StopReason::Limit("symbolic search could not go on".into()),
            false => StopReason::Depth(depth),
        };
        let reason = budget.check().err().unwrap_or_else(ended);
        Decision::UpTo {
            depth: search.depth(),
            reason,
        }
    })
}

fn decided(stage: Stage) -> Option<Decision> {
    match stage {
        Stage::Differs(trace) => Some(Decision::Differs(trace)),
        Stage::Closed(invariant) => Some(Decision::Conforms(invariant)),
        Stage::Stopped => None,
    }
}

fn deeper(decision: Decision, searched: usize) -> Decision {
    match decision {
        Decision::UpTo { depth, reason } => Decision::UpTo {
            depth: depth.max(searched),
            reason,
        },
        definite @ (Decision::Differs(_) | Decision::Conforms(_)) => definite,
    }
}

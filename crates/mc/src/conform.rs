//! The portfolio: shortest differences first, then proof.

use base::StopReason;
use smt::Solver;

use crate::may_must::MayMust;
use crate::pdr::Pdr;
use crate::product::Product;
use crate::search::{Search, Turn};
use crate::spacer::Spacer;
use crate::{Decide, Decision, Effort, Engine, Question};

/// Regions beyond four for each of the model's states that symbolic search may explore before the unbounded engines get
/// their turn. Where search ends in a proof it needs few; where parameters cannot be eliminated each region counts for
/// several, because the cost then grows with their square.
const FIRST_REGIONS: usize = 200;
/// Calls beyond the number of the model's states that search may look ahead until then: almost every difference between
/// code and a hypothesis shows by then.
const FIRST_DEPTH: usize = 8;
/// All regions that search may explore when the other engines have given up.
const LAST: Turn = Turn {
    regions: 1_000,
    depth: usize::MAX,
};
/// One in as many parts of what is left of the budget is what may and must abstraction may take.
const ABSTRACTING: u32 = 5;

/// Decides whether code and model agree.
pub fn conform(question: &Question<'_>, solver: &mut dyn Solver) -> (Decision, Effort) {
    conform_or(question, solver, &mut || None)
}

/// Decides whether code and model agree; asks `otherwise` when the engines that end soon have not decided.
pub fn conform_or(
    question: &Question<'_>,
    solver: &mut dyn Solver,
    otherwise: &mut dyn FnMut() -> Option<Decision>,
) -> (Decision, Effort) {
    let product = Product::new(question.system, question.interface);
    let states = question.interface.automaton.states();
    let first = Turn {
        regions: 4 * states + FIRST_REGIONS,
        depth: states + FIRST_DEPTH,
    };
    let mut engines: [Box<dyn Decide + '_>; 5] = [
        Box::new(Search::new(&product, question, [first, LAST])),
        Box::new(Pdr::new(&product, question)),
        Box::new(MayMust::new(question, ABSTRACTING)),
        Box::new(Otherwise(otherwise)),
        Box::new(Spacer::new(&product, question)),
    ];
    let (mut effort, mut why) = (Effort::default(), None);
    // In the end search goes on from where it stood.
    for at in (0..engines.len()).chain([0]) {
        let engine = engines[at].engine();
        match effort.timed(engine, |effort| engines[at].decide(solver, effort)) {
            Ok(decision) => {
                effort.decided_by = Some(engine);
                return (deeper(decision, effort.depth), effort);
            }
            // Property-directed reachability is the engine with the fewest limits of its own.
            Err(reason) if engine == Engine::Pdr => why = Some(reason),
            Err(_) => {}
        }
    }
    let (depth, reason) = (effort.depth, why.unwrap_or_else(no_fixpoint));
    (Decision::UpTo { depth, reason }, effort)
}

/// Asks one engine alone; for measuring them against each other.
pub fn decide_with(engine: Engine, question: &Question<'_>, solver: &mut dyn Solver) -> Decision {
    let product = Product::new(question.system, question.interface);
    let mut alone: Box<dyn Decide + '_> = match engine {
        Engine::Search => Box::new(Search::new(&product, question, [LAST])),
        Engine::Pdr => Box::new(Pdr::new(&product, question)),
        Engine::MayMust => Box::new(MayMust::new(question, 1)),
        Engine::Spacer => Box::new(Spacer::new(&product, question)),
        Engine::Concrete | Engine::Fitting => {
            let reason = StopReason::Limit("it decides nothing alone".into());
            return Decision::UpTo { depth: 0, reason };
        }
    };
    let mut effort = Effort::default();
    let decided = alone.decide(solver, &mut effort);
    let depth = effort.depth;
    decided.unwrap_or_else(|reason| Decision::UpTo { depth, reason })
}

/// Compares code and model by symbolic search on all sequences of at most `depth` calls, however many regions that takes. A
/// difference of one call more may be found, too; then there is none of fewer.
pub fn search_up_to(depth: usize, question: &Question<'_>, solver: &mut dyn Solver) -> Decision {
    let product = Product::new(question.system, question.interface);
    let regions = usize::MAX;
    let mut search = Search::new(&product, question, [Turn { regions, depth }]);
    let mut effort = Effort::default();
    search.decide(solver, &mut effort).unwrap_or_else(|_| {
        let ended = || match effort.depth < depth {
            true => StopReason::Limit("symbolic search could not go on".into()),
            false => StopReason::Depth(depth),
        };
        let reason = question.budget.check().err().unwrap_or_else(ended);
        Decision::UpTo {
            depth: effort.depth,
            reason,
        }
    })
}

/// Whatever the caller knows beside the engines.
struct Otherwise<'a>(&'a mut dyn FnMut() -> Option<Decision>);

impl Decide for Otherwise<'_> {
    fn engine(&self) -> Engine {
        Engine::Fitting
    }

    fn decide(&mut self, _: &mut dyn Solver, _: &mut Effort) -> Result<Decision, StopReason> {
        (self.0)().ok_or_else(|| StopReason::Limit("nothing else is known".into()))
    }
}

/// Why symbolic search ends without an answer.
pub(crate) fn no_fixpoint() -> StopReason {
    StopReason::Limit("no fixpoint was found".into())
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

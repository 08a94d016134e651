//! The search for a difference between code and what a model claims, or for a proof that there is none.

use std::rc::Rc;

use base::{Outcome, StopReason};
use cert::Trace;
use mc::{Decision, Effort, Engine, Question, conform, conform_or, search_up_to};
use model::InterfaceLts;
use smt::Solver;
use smt::decorate::until::Until;
use step::{Note, StepSystem};
use teach::interface::{Apart, as_fields, expressible, overflow_apart};

use super::interface::{Checking, certify, is_exact};
use super::{CheckResult, Found};
use crate::witness::Difference;

const DEFECT: &str = "a proof was found but the certificate checker did not accept it";
/// What is said of a model all of which is guessed.
const CLAIMS_NOTHING: &str = "nothing in the model is established, so there is nothing to compare";
/// What is said where a model does not know what the code does.
const NOT_KNOWN: &str =
    "the model does not know what a call does that is neither unknown nor undecided in the code";

pub(super) struct Comparison<'a> {
    checking: &'a Checking<'a>,
    interface: &'a InterfaceLts,
    /// The most calls of which the model claims anything; none if there is no limit.
    claimed: Option<usize>,
}

impl<'a> Comparison<'a> {
    pub(super) fn new(checking: &'a Checking<'a>, interface: &'a InterfaceLts) -> Self {
        let limit = checking.report.claimed_calls();
        let claimed = limit.map(|calls| usize::try_from(calls).unwrap_or(usize::MAX));
        Self {
            checking,
            interface,
            claimed,
        }
    }

    pub(super) fn run(&self, system: &Rc<StepSystem>) -> Found {
        let transitions = &self.checking.report.model.transitions;
        if !transitions.is_empty() && transitions.iter().all(|t| !t.answered) {
            return Found::undecided(0, CLAIMS_NOTHING);
        }
        let budget = self.checking.budget;
        let mut solver: Box<dyn Solver + '_> =
            Box::new(Until::new(smt::for_engine(&system.terms), budget));
        let sliced = step::slice(system, teach::LOCATIONS, &mut *solver, budget).map(Rc::new);
        let working = sliced.as_ref().unwrap_or(system);
        match self.claimed {
            Some(depth) => self.up_to(depth, (working, system), &mut *solver),
            None => self.whole((working, system), &mut *solver),
        }
    }

    fn question<'q>(&'q self, system: &'q StepSystem) -> Question<'q> {
        Question {
            system,
            interface: self.interface,
            budget: self.checking.budget,
            progress: self.checking.progress,
        }
    }

    /// A model that claims nothing beyond so many calls is compared up to there.
    fn up_to(&self, depth: usize, systems: Systems<'_>, solver: &mut dyn Solver) -> Found {
        let (working, system) = systems;
        match search_up_to(depth, &self.question(working), solver) {
            Decision::Differs(trace) if trace.calls.len() <= depth => {
                self.differs(systems, &(trace, true))
            }
            Decision::Conforms(invariant) => self.proved(system, &invariant),
            Decision::Differs(_) => self.agree_up_to(depth),
            Decision::UpTo {
                depth: compared, ..
            } if compared >= depth => self.agree_up_to(depth),
            Decision::UpTo { .. } => self.otherwise(depth, systems, solver),
        }
    }

    /// The other engines may get deeper than search.
    fn otherwise(&self, wanted: usize, systems: Systems<'_>, solver: &mut dyn Solver) -> Found {
        let (working, system) = systems;
        let (decision, effort) = conform(&self.question(working), solver);
        match decision {
            Decision::Differs(trace) if trace.calls.len() <= wanted => {
                self.differs(systems, &self.shortest(working, solver, trace, &effort))
            }
            // There may be a shorter one.
            Decision::Differs(_) if effort.depth >= wanted => self.agree_up_to(wanted),
            Decision::Differs(_) => Found::undecided(
                effort.depth,
                "it could not be compared as far as the model goes",
            ),
            Decision::Conforms(invariant) => self.proved(system, &invariant),
            Decision::UpTo { depth, .. } if depth >= wanted => self.agree_up_to(wanted),
            Decision::UpTo { depth, reason } => Found::undecided(depth, reason),
        }
    }

    fn agree_up_to(&self, depth: usize) -> Found {
        let exact = is_exact(self.interface);
        Found {
            depth: Some(depth),
            kind: emit::report::VerdictKind::UpTo,
            ..Found::proved(0, exact)
        }
    }

    /// A model whose claims have no limit.
    fn whole(&self, systems: Systems<'_>, solver: &mut dyn Solver) -> Found {
        let (working, system) = systems;
        if let Some(found) = self.tied(systems, solver) {
            return found;
        }
        let mut apart = || self.apart(system);
        let (decision, effort) = conform_or(&self.question(working), solver, &mut apart);
        match decision {
            // What mixed parameters decide is unknown to every interface: compare with the code seen that way.
            Decision::Differs(trace) if trace.model == Outcome::Unknown => {
                match expressible(system, self.checking.budget) {
                    Some(expressible) => self.run(&Rc::new(expressible)),
                    None => Found::undecided(effort.depth, NOT_KNOWN),
                }
            }
            Decision::Differs(trace) => {
                self.differs(systems, &self.shortest(working, solver, trace, &effort))
            }
            Decision::Conforms(invariant) => self.proved(system, &invariant),
            Decision::UpTo {
                depth,
                reason: StopReason::Overflow(what),
            } if self.is_conditional() => Found {
                unless: Some(what),
                ..self.agree_up_to(depth)
            },
            Decision::UpTo { depth, reason } => Found::undecided(depth, reason),
        }
    }

    /// A model whose registers hold what the fields of their names hold is proved so, which is found sooner than how two
    /// numbers go on being related.
    fn tied(&self, (working, system): Systems<'_>, solver: &mut dyn Solver) -> Option<Found> {
        if self.interface.registers.is_empty() {
            return None;
        }
        let tied = InterfaceLts {
            updates: model::Updates::new(),
            ..self.interface.clone()
        };
        let question = Question {
            interface: &tied,
            ..self.question(working)
        };
        let Decision::Conforms(found) = conform(&question, solver).0 else {
            return None;
        };
        let invariant = as_fields(working, self.interface, &found);
        let found = certify(system, self.interface, &invariant, self.checking.budget);
        matches!(found.result, CheckResult::Conforms { .. }).then_some(found)
    }

    /// Whether the model itself holds only unless something overflows.
    fn is_conditional(&self) -> bool {
        self.checking.report.verdict.unless.is_some()
    }

    /// Overflow told apart, where the model does so, too.
    fn apart(&self, system: &StepSystem) -> Option<Decision> {
        let Checking {
            component,
            sight,
            budget,
            ..
        } = *self.checking;
        if !self.is_conditional() {
            return None;
        }
        match overflow_apart(component, sight, (system, self.interface), budget)? {
            Apart::Never(invariant) => Some(Decision::Conforms(invariant)),
            Apart::Unless { what, depth } => Some(Decision::UpTo {
                depth,
                reason: StopReason::Overflow(what),
            }),
        }
    }

    /// Soundness: an engine's proof counts only if the checker accepts it. If it does not, nothing is known; there was no
    /// certificate that could be rejected.
    fn proved(&self, system: &StepSystem, invariant: &cert::Invariant) -> Found {
        let found = certify(system, self.interface, invariant, self.checking.budget);
        match found.result {
            CheckResult::Rejected { reason: why } => {
                Found::undecided(0, format!("{DEFECT}: {why}"))
            }
            _ => found,
        }
    }

    /// What property-directed reachability finds may be a detour: symbolic search, which goes breadth first, looks for
    /// something shorter. Also says whether nothing shorter is left.
    fn shortest(
        &self,
        system: &StepSystem,
        solver: &mut dyn Solver,
        trace: Trace,
        effort: &Effort,
    ) -> (Trace, bool) {
        if effort.decided_by == Some(Engine::Search) {
            return (trace, true);
        }
        match search_up_to(trace.calls.len(), &self.question(system), solver) {
            Decision::Differs(found) if found.calls.len() <= trace.calls.len() => (found, true),
            Decision::UpTo { depth, .. } if depth + 1 >= trace.calls.len() => (trace, true),
            Decision::Differs(_) | Decision::UpTo { .. } | Decision::Conforms(_) => (trace, false),
        }
    }

    /// Calls that code and model answer differently. That code could not be followed is no difference.
    fn differs(&self, (_, system): Systems<'_>, (trace, shortest): &(Trace, bool)) -> Found {
        let before = trace.calls.len().saturating_sub(1);
        let compared = if *shortest { before } else { 0 };
        if trace.code == Outcome::Unknown {
            let end = system.run(
                trace
                    .calls
                    .iter()
                    .map(|call| (call.letter, call.args.as_slice())),
            );
            let why = end.note.as_ref().map_or_else(String::new, Note::to_string);
            return Found::undecided(compared, format!("a call could not be followed: {why}"));
        }
        let Checking {
            component, report, ..
        } = self.checking;
        match cert::confirm(component, system, trace) {
            Err(reason) => Found::undecided(0, reason),
            Ok(()) => Found::differs(Difference::new(
                component,
                system,
                trace,
                *shortest,
                &report.model.view,
            )),
        }
    }
}

/// What is searched, which may lack variables that do not matter, and the whole.
type Systems<'s> = (&'s StepSystem, &'s Rc<StepSystem>);

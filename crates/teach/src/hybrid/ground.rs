//! What both methods stand on: the code, the alphabet, the exploration so far, and what is made of it in the end.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::rc::Rc;
use std::time::Duration;

use base::{Budget, Progress, StopReason};
use cert::{Invariant, Verdict};
use ir::Component;
use learn::{Conclusion, Conformance, Difference, Learned as Outcomes};
use mc::{Decision, Effort, Question, conform};
use model::{InterfaceLts, Moore, Outcome};
use smt::{Solver, Term};
use step::StepSystem;

use super::{Exploration, Learned};
use crate::certify::certify;
use crate::interface::{
    Counts, Hypothesis, Interface, Known, Symbol, alphabet, shown, unsupported,
};

/// What a question gets at least, however little is left of the budget.
const SHORTEST: Duration = Duration::from_millis(10);

pub(super) struct Ground<'a> {
    pub component: Rc<Component>,
    pub system: Rc<StepSystem>,
    pub symbols: Vec<Symbol>,
    pub solver: Box<dyn Solver>,
    pub budget: &'a Budget,
    pub progress: &'a dyn Progress,
    pub exploration: Exploration,
    /// The largest k.
    pub depth: Option<usize>,
    symbol_limit: Option<usize>,
    /// The last hypothesis that was compared, with a call for each symbol.
    best: Option<Hypothesis>,
    effort: Effort,
    obligations: usize,
    checker_calls: u64,
}

impl<'a> Ground<'a> {
    pub fn new(
        component: Rc<Component>,
        system: Rc<StepSystem>,
        mut solver: Box<dyn Solver>,
        (budget, progress): (&'a Budget, &'a dyn Progress),
    ) -> Self {
        let symbols = alphabet::initial(&system, &mut *solver);
        Self {
            component,
            system,
            symbols,
            solver,
            budget,
            progress,
            exploration: Exploration::new(),
            depth: None,
            symbol_limit: None,
            best: None,
            effort: Effort::default(),
            obligations: 0,
            checker_calls: 0,
        }
    }

    pub fn limited(self, depth: Option<usize>, symbol_limit: Option<usize>) -> Self {
        Self {
            depth,
            symbol_limit,
            ..self
        }
    }

    /// The interface that a hypothesis stands for: it is now the best there is.
    pub fn propose(&mut self, hypothesis: &Moore<Outcome>) -> InterfaceLts {
        let interface = alphabet::interface(&self.system, &self.symbols, hypothesis);
        let representatives = self
            .symbols
            .iter()
            .map(|s| s.representative.clone())
            .collect();
        self.best = Some((interface.clone(), representatives));
        self.exploration.restart();
        interface
    }

    /// Puts a strengthened guard in the place of a symbol's, and the other parts behind all symbols (Algorithm 5).
    pub fn split(
        &mut self,
        symbol: usize,
        kept: Term,
        others: Vec<Symbol>,
    ) -> Result<NonZeroUsize, StopReason> {
        let new = NonZeroUsize::new(others.len()).ok_or_else(|| {
            StopReason::Limit("a symbol whose members disagree could not be split".into())
        })?;
        self.symbols[symbol].guard = kept;
        self.symbols.extend(others);
        let letter = self.symbols[symbol].letter;
        let same = self.symbols.iter().filter(|s| s.letter == letter).count();
        match self.symbol_limit {
            Some(limit) if same > limit => {
                let name = &self.system.letters[letter].name;
                Err(StopReason::Inexpressible(format!(
                    "{name} needs more than {limit} guards"
                )))
            }
            _ => Ok(new),
        }
    }

    /// All sequences were explored. Soundness: that alone is no proof; what was reached must pass for a certificate, or
    /// an engine must find one.
    pub fn exhausted(
        &mut self,
        interface: &InterfaceLts,
        reached: Option<Invariant>,
    ) -> Conformance<Invariant> {
        self.exploration.completed();
        if let Some(proof) = reached.and_then(|reached| self.certify(interface, &reached)) {
            return Conformance::Conforms(proof);
        }
        let question = Question {
            system: &self.system,
            interface,
            budget: self.budget,
            progress: self.progress,
        };
        let (decision, effort) = conform(&question, &mut *self.solver);
        self.effort = effort;
        let why = match decision {
            Decision::Conforms(found) => match self.certify(interface, &found) {
                Some(proof) => return Conformance::Conforms(proof),
                None => "the checker accepts no certificate".to_string(),
            },
            Decision::UpTo { reason, .. } => reason.to_string(),
            Decision::Differs(trace) => {
                self.exploration.complete = false;
                self.exploration.k_max = self.exploration.k_max.min(trace.calls.len() - 1);
                format!(
                    "there is a difference after {} calls: please report it as a defect of mores",
                    trace.calls.len()
                )
            }
        };
        Conformance::Inconclusive(StopReason::Limit(format!(
            "every sequence was explored, but not proved: {why}"
        )))
    }

    /// A proof counts only when the independent checker accepts it.
    fn certify(&mut self, interface: &InterfaceLts, found: &Invariant) -> Option<Invariant> {
        let certified = certify(&self.system, interface, found, &Budget::unlimited());
        self.checker_calls += certified.calls;
        let (invariant, obligations) = certified.result.ok()?;
        self.obligations = obligations;
        Some(invariant)
    }

    pub fn conclude(self, learned: Outcomes<Outcome, Invariant>) -> Learned {
        let counts = Counts {
            membership: learned.counts.questions,
            equivalence: learned.rounds,
            solver_calls: self.solver.calls() + self.checker_calls,
            last: self.effort,
            obligations: self.obligations,
            ..Counts::default()
        };
        let (interface, representatives) = shown(self.best, &self.system);
        let (verdict, known) = match learned.conclusion {
            Conclusion::Conforms { evidence, .. } => {
                match unsupported(&interface, &self.system, &representatives) {
                    Some(reason) => (Verdict::Unknown(reason), Known::Always),
                    None => (Verdict::Proved(evidence), Known::Always),
                }
            }
            Conclusion::Stopped { reason, .. } | Conclusion::NoHypothesis { reason } => (
                up_to(self.exploration.k_max, reason),
                Known::UpTo(self.exploration.k_max),
            ),
        };
        let interface = Interface {
            interface,
            representatives,
            verdict,
            known,
            grades: None,
            brief: BTreeSet::new(),
            beyond: None,
            narrowed: None,
            exact: None,
            system: self.system,
            counts,
        };
        Learned {
            interface,
            exploration: self.exploration,
        }
    }
}

/// Lets no question to the solver outlast the budget.
pub(super) fn within(budget: &Budget, solver: &mut dyn Solver) -> Result<(), StopReason> {
    budget.check()?;
    let left = budget.remaining().unwrap_or(smt::QUESTION);
    solver.set_limit(Some(left.clamp(SHORTEST, smt::QUESTION)));
    Ok(())
}

/// Why work stopped: a question that the end of the budget has cut short is not the solver's fault.
pub(super) fn stopped(budget: &Budget, reason: StopReason) -> StopReason {
    match reason {
        StopReason::SolverUnknown(_) => budget.check().err().unwrap_or(reason),
        _ => reason,
    }
}

fn up_to(depth: usize, reason: StopReason) -> Verdict {
    match reason {
        StopReason::Inexpressible(_) => Verdict::Unknown(reason),
        _ if depth == 0 => Verdict::Unknown(reason),
        _ => Verdict::UpTo { depth, reason },
    }
}

/// What an equivalence query answers.
pub(super) fn answered(difference: Result<Difference, StopReason>) -> Conformance<Invariant> {
    difference.map_or_else(Conformance::Inconclusive, Conformance::Differs)
}

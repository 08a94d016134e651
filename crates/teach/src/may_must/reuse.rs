//! LearnReuse (Algorithms 2 to 4): the learner asks about the code itself, and the abstractions are refined while it
//! asks. Nothing is learned twice.

use std::num::NonZeroUsize;

use base::{Budget, StopReason};
use cert::Invariant;
use learn::{Conclusion, Conformance, Difference, EquivalenceOracle, MembershipOracle, learn_from};
use mc::may_must::{Abstraction, Settled, Strategy, invariant};
use model::{Moore, Outcome};

use super::{Run, Setting};
use crate::prepare::learner;

/// Refinements that a strategy may take before the other one is tried for the first time.
const FIRST: usize = 40;
/// So many times as many when it is tried again.
const MORE: usize = 4;
/// The part of what is left of the budget that goes into finding out what one of them has decided.
const BOUNDING: u32 = 8;

/// Learns the interface of the code: as published, and where that seems not to end in another way. Each is given more and more
/// refinements, so that what comes of it does not depend on how fast the machine is.
pub(super) fn run<'a>(
    setting: &Setting<'_>,
    new: &dyn Fn() -> Abstraction<'a>,
    budget: &Budget,
) -> Run<'a> {
    let most = setting.options.refinements.unwrap_or(usize::MAX);
    let mut strategies = vec![Strategy::Must, Strategy::May];
    let mut refinements = FIRST.min(most);
    let mut deepest: Option<Run<'a>> = None;
    loop {
        for strategy in strategies.clone() {
            let mut run = with(strategy, setting, new().limited(Some(refinements)), budget);
            let unfinished = matches!(
                run.end,
                Err(StopReason::Limit(_) | StopReason::SolverUnknown(_))
            );
            let stuck = run.may.refinements() < refinements || refinements == most;
            if unfinished && stuck {
                strategies.retain(|&other| other != strategy);
            }
            if run.end.is_err() {
                run.may.within(&setting.budget.share(BOUNDING));
                run.bounds = Some(run.may.bounds());
                run = deeper(deepest.take(), run);
            }
            // Bounds that leave nothing open are the interface, whatever the algorithm still wanted to know.
            let open = run
                .bounds
                .as_ref()
                .is_none_or(|bounds| bounds.depth.is_some());
            if !unfinished || !open || strategies.is_empty() {
                return run;
            }
            deepest = Some(run);
        }
        refinements = refinements.saturating_mul(MORE).min(most);
    }
}

/// Of two runs without a proof the one that decides all words up to the greater length, with the reason of the last one.
fn deeper<'a>(earlier: Option<Run<'a>>, last: Run<'a>) -> Run<'a> {
    let depth = |run: &Run<'_>| {
        run.bounds
            .as_ref()
            .map_or(0, |bounds| bounds.depth.unwrap_or(usize::MAX))
    };
    match earlier {
        Some(earlier) if depth(&earlier) > depth(&last) => Run {
            end: last.end,
            ..earlier
        },
        _ => last,
    }
}

/// Learns the interface of the code with one strategy.
fn with<'a>(
    strategy: Strategy,
    setting: &Setting<'_>,
    abstraction: Abstraction<'a>,
    budget: &Budget,
) -> Run<'a> {
    let mut learner = learner(setting.options.learner, abstraction.symbols().len());
    let mut teacher = Oracles {
        setting,
        strategy,
        abstraction,
        grown: None,
    };
    let mut rounds = 0;
    let learned = loop {
        let learned = learn_from(&mut *learner, &mut teacher, budget, setting.progress);
        rounds += learned.rounds;
        match teacher.grown.take() {
            // What was answered holds for all calls of a symbol, so also for those of its parts.
            Some(new) => learner.add_letters(new.get()),
            None => break learned,
        }
    };
    let end = match learned.conclusion {
        Conclusion::Conforms { model, evidence } => Ok((model, evidence)),
        Conclusion::Stopped { reason, .. } | Conclusion::NoHypothesis { reason } => Err(reason),
    };
    let membership = learned.counts.questions;
    Run {
        end,
        may: teacher.abstraction,
        must: None,
        bounds: None,
        membership,
        equivalence: rounds,
        iterations: 1,
    }
}

struct Oracles<'a, 's> {
    setting: &'s Setting<'s>,
    strategy: Strategy,
    abstraction: Abstraction<'a>,
    /// New symbols that a question about a word has brought.
    grown: Option<NonZeroUsize>,
}

impl Oracles<'_, '_> {
    fn query(&mut self, word: &[usize]) -> Result<Settled, StopReason> {
        let settled = self.abstraction.query(word, self.strategy)?;
        if let Settled::Split { symbol } = settled {
            self.setting
                .check_symbols(self.abstraction.symbols(), symbol)?;
        }
        Ok(settled)
    }

    /// Oracle 1, then Oracle 2 (Algorithms 3 and 4). A word that one of them finds and that is answered as expected has
    /// refined the abstraction.
    fn decide(
        &mut self,
        hypothesis: &Moore<Outcome>,
    ) -> Result<Conformance<Invariant>, StopReason> {
        loop {
            let refinements = self.abstraction.refinements();
            self.setting
                .progress
                .working(&|| format!("comparing, {refinements} refinements so far"));
            let Some(word) = self.abstraction.check_right(hypothesis)? else {
                return Ok(Conformance::Conforms(invariant(
                    &mut self.abstraction,
                    None,
                    hypothesis,
                )?));
            };
            match self.query(&word)? {
                Settled::Answer(outcome) if outcome == *hypothesis.output(&word) => {}
                Settled::Answer(_) => return Ok(Conformance::Differs(Difference::Word(word))),
                Settled::Split { .. } => {
                    return Ok(Conformance::Differs(Difference::Alphabet(
                        NonZeroUsize::MIN,
                    )));
                }
            }
        }
    }
}

impl MembershipOracle<Outcome> for Oracles<'_, '_> {
    fn answer(&mut self, word: &[usize]) -> Result<Outcome, StopReason> {
        match self.query(word)? {
            Settled::Answer(outcome) => Ok(outcome),
            Settled::Split { .. } => {
                self.grown = Some(NonZeroUsize::MIN);
                Err(StopReason::Limit("the alphabet changed".into()))
            }
        }
    }
}

impl EquivalenceOracle<Outcome, Invariant> for Oracles<'_, '_> {
    fn compare(&mut self, hypothesis: &Moore<Outcome>) -> Conformance<Invariant> {
        self.decide(hypothesis)
            .unwrap_or_else(Conformance::Inconclusive)
    }
}

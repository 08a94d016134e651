//! BuildInterface (Algorithm 1): the interface of the must abstraction is learned and checked on the may abstraction.

use base::{Budget, StopReason};
use cert::Invariant;
use learn::{Conclusion, Conformance, Difference, EquivalenceOracle, MembershipOracle, learn_from};
use mc::may_must::{Abstraction, Feasibility, Refined, Refining, invariant};
use model::{Moore, Outcome};

use super::{Run, Scheme, Setting};
use crate::prepare::learner;

/// Learns the interface of the must abstraction until it is safe. Where must is given, it is refined by feasible
/// counterexamples alone and the other one by those that are not.
pub(super) fn run<'a>(
    setting: &Setting<'_>,
    may: Abstraction<'a>,
    must: Option<Abstraction<'a>>,
    budget: &Budget,
) -> Run<'a> {
    let end = Err(StopReason::Cancelled);
    let run = Run {
        end,
        may,
        must,
        bounds: None,
        membership: 0,
        equivalence: 0,
        iterations: 0,
    };
    let mut building = Building {
        setting,
        budget,
        run,
    };
    building.run.end = building.build();
    building.run
}

struct Building<'a, 's> {
    setting: &'s Setting<'s>,
    budget: &'s Budget,
    run: Run<'a>,
}

impl<'a> Building<'a, '_> {
    fn build(&mut self) -> Result<(Moore<Outcome>, Invariant), StopReason> {
        loop {
            let interface = self.learn()?;
            if self.is_safe(&interface)? {
                let Run { may, must, .. } = &mut self.run;
                let proof = invariant(may, must.as_mut(), &interface)?;
                return Ok((interface, proof));
            }
        }
    }

    fn must(&mut self) -> &mut Abstraction<'a> {
        self.run.must.as_mut().unwrap_or(&mut self.run.may)
    }

    /// LearnInterface: the interface of the must abstraction.
    fn learn(&mut self) -> Result<Moore<Outcome>, StopReason> {
        let (budget, progress) = (self.budget, self.setting.progress);
        let mut learner = learner(self.setting.options.learner, self.must().symbols().len());
        let learned = learn_from(&mut *learner, &mut Must(self.must()), budget, progress);
        self.run.iterations += 1;
        self.run.membership += learned.counts.questions;
        self.run.equivalence += learned.rounds;
        match learned.conclusion {
            Conclusion::Conforms {
                model,
                evidence: (),
            } => Ok(model),
            Conclusion::Stopped { reason, .. } | Conclusion::NoHypothesis { reason } => Err(reason),
        }
    }

    /// Whether an interface is safe for the may abstraction. If not, an abstraction was refined, and it has to be learned
    /// again. Learning anew is spared as long as only the may abstraction changes (Section 5).
    fn is_safe(&mut self, interface: &Moore<Outcome>) -> Result<bool, StopReason> {
        loop {
            self.budget.check()?;
            let Some(word) = self.run.may.check_safe(interface)? else {
                return Ok(true);
            };
            let trace = self.run.may.may_end_otherwise(&word, Outcome::Ok)?;
            let trace = trace
                .ok_or_else(|| StopReason::Limit("a word that may end does not end".into()))?;
            match self.run.may.feasibility(&trace)? {
                Feasibility::Feasible(calls) => {
                    if let Refined::Symbol(symbol) = self.must().force(&word, &calls)? {
                        self.split(symbol)?;
                    }
                    return Ok(false);
                }
                Feasibility::Infeasible(reach) => {
                    self.run.may.rule_out(&trace, &reach, self.refining())?;
                    if self.run.must.is_none() {
                        return Ok(false);
                    }
                }
            }
        }
    }

    fn refining(&self) -> Refining {
        match self.setting.options.scheme {
            Scheme::Wp => Refining::Weakest,
            Scheme::WpCraig | Scheme::RefineMay | Scheme::LearnReuse => Refining::Interpolants,
        }
    }

    /// A symbol of the must abstraction was split: both abstractions have the same symbols.
    fn split(&mut self, symbol: usize) -> Result<(), StopReason> {
        self.setting.check_symbols(self.must().symbols(), symbol)?;
        let Run {
            may,
            must: Some(must),
            ..
        } = &mut self.run
        else {
            return Ok(());
        };
        let other = must.symbols().last().cloned();
        let other =
            other.ok_or_else(|| StopReason::Limit("a split symbol has no second part".into()))?;
        may.split(symbol, must.symbols()[symbol].guard, other);
        Ok(())
    }
}

/// The must abstraction as a system to learn: what need not end is accepted.
struct Must<'a, 's>(&'s mut Abstraction<'a>);

impl MembershipOracle<Outcome> for Must<'_, '_> {
    fn answer(&mut self, word: &[usize]) -> Result<Outcome, StopReason> {
        Ok(self.0.must_word(word)?.unwrap_or(Outcome::Ok))
    }
}

impl EquivalenceOracle<Outcome, ()> for Must<'_, '_> {
    fn compare(&mut self, hypothesis: &Moore<Outcome>) -> Conformance<()> {
        match self.0.check_must(hypothesis) {
            Ok(None) => Conformance::Conforms(()),
            Ok(Some(word)) => Conformance::Differs(Difference::Word(word)),
            Err(reason) => Conformance::Inconclusive(reason),
        }
    }
}

//! The concolic teacher (Howar, Giannakopoulou and Rakamarić, "Hybrid Learning", 2013, Algorithm 1 and Section 4.1).

use base::StopReason;
use cert::{Call, Invariant, Trace};
use learn::{Conformance, Difference, EquivalenceOracle, MembershipOracle, learn_from};
use model::{InterfaceLts, Moore, Outcome};

use super::analysis::{Meaning, analyse, call_of, outcome};
use super::equivalence::{Around, Found, compare};
use super::ground::{Ground, answered};
use super::pools::Pool;
use super::por::Independence;
use super::sequences::Sequences;
use super::unrolled::{Choice, solve};
use super::{Learned, Options};
use crate::interface::refine::refine;
use crate::prepare::learner;

struct Concolic<'a> {
    ground: Ground<'a>,
    options: Options,
    pool: Pool,
    /// Of the alphabet as it is.
    sequences: Sequences,
    independence: Independence,
}

/// Learns with concrete calls first.
pub(super) fn run(ground: Ground<'_>, options: &Options) -> Learned {
    let (budget, progress) = (ground.budget, ground.progress);
    let mut teacher = Concolic {
        ground,
        options: options.clone(),
        pool: Pool::default(),
        sequences: Sequences::default(),
        independence: Independence::default(),
    };
    // What the solver cannot say of a first call the search asks again, and stops there.
    let _ = teacher.prepare();
    let mut learner = learner(options.learner, teacher.ground.symbols.len());
    let learned = learn_from(&mut *learner, &mut teacher, budget, progress);
    teacher.ground.conclude(learned)
}

impl Concolic<'_> {
    /// Algorithm 1, lines 2 to 6: guards by the outcome of the first call, and a call for each path it can take.
    fn prepare(&mut self) -> Result<(), StopReason> {
        for symbol in 0..self.ground.symbols.len() {
            self.refine(symbol, &[], &[]).map(drop)?;
        }
        let location = self.ground.system.initial().location;
        let Ground {
            system,
            symbols,
            solver,
            ..
        } = &mut self.ground;
        for symbol in 0..symbols.len() {
            let letter = symbols[symbol].letter;
            for path in 0..system.summary(location, letter).paths.len() {
                let route = [Choice {
                    letter,
                    symbol,
                    path,
                }];
                for call in solve(system, symbols, &route, &mut **solver)?
                    .into_iter()
                    .flatten()
                {
                    self.pool.add(call);
                }
            }
        }
        Ok(())
    }

    /// Algorithm 4. A symbol whose members all agree stays as it is.
    fn refine(
        &mut self,
        symbol: usize,
        prefix: &[Call],
        suffix: &[Call],
    ) -> Result<usize, StopReason> {
        let Ground {
            system,
            symbols,
            solver,
            ..
        } = &mut self.ground;
        let parts = refine(system, &symbols[symbol], (prefix, suffix), &mut **solver)?;
        let new = parts.split.len();
        if new > 0 {
            self.ground.split(symbol, parts.kept, parts.split)?;
            self.sequences = Sequences::default();
        }
        for symbol in &self.ground.symbols {
            self.pool.add(call_of(symbol));
        }
        Ok(new)
    }

    fn learn_from(
        &mut self,
        trace: &Trace,
        interface: &InterfaceLts,
    ) -> Result<Difference, StopReason> {
        cert::confirm(&self.ground.component, &self.ground.system, trace)?;
        match analyse(&self.ground.system, &self.ground.symbols, interface, trace)? {
            Meaning::Word(word) => Ok(Difference::Word(word)),
            Meaning::Split {
                symbol,
                prefix,
                suffix,
            } => {
                let new = self.refine(symbol, &prefix, &suffix)?;
                let new = std::num::NonZeroUsize::new(new);
                let new = new.ok_or_else(|| {
                    StopReason::Limit("members that disagree could not be split".into())
                })?;
                Ok(Difference::Alphabet(new))
            }
        }
    }
}

impl MembershipOracle<Outcome> for Concolic<'_> {
    fn answer(&mut self, word: &[usize]) -> Result<Outcome, StopReason> {
        let calls: Vec<Call> = word
            .iter()
            .map(|&s| call_of(&self.ground.symbols[s]))
            .collect();
        Ok(outcome(&self.ground.system, &calls))
    }
}

impl EquivalenceOracle<Outcome, Invariant> for Concolic<'_> {
    fn compare(&mut self, hypothesis: &Moore<Outcome>) -> Conformance<Invariant> {
        let interface = self.ground.propose(hypothesis);
        let around = Around {
            system: &self.ground.system,
            symbols: &self.ground.symbols,
            pool: &mut self.pool,
            sequences: &mut self.sequences,
            independence: &mut self.independence,
            exploration: &mut self.ground.exploration,
            solver: &mut *self.ground.solver,
            budget: self.ground.budget,
            progress: self.ground.progress,
        };
        match compare(&interface, &self.options, around) {
            Found::Difference(trace) => answered(self.learn_from(&trace, &interface)),
            Found::Exhausted(reached) => self.ground.exhausted(&interface, reached),
            Found::Stopped(reason) => Conformance::Inconclusive(reason),
        }
    }
}

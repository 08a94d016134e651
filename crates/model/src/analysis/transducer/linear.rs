//! What kind of filter it is: for tables of many filters.

use base::{Budget, StopReason};
use rustc_hash::FxHashMap;
use smt::{Op, Term, Terms};

use super::Decision;
use super::known::Spot;
use super::oracle::{Asked, Oracle};
use crate::transducer::SymbolicTransducer;

/// Whether it treats each symbol by itself: one state that looks at nothing before.
pub fn is_stateless(filter: &SymbolicTransducer) -> bool {
    let ahead = filter.starts.iter().any(|start| start.when.is_some());
    filter.states.len() == 1 && filter.lookback == 0 && filter.registers.is_empty() && !ahead
}

/// Whether it writes sums of multiples of the last symbols, whatever these are; otherwise a sentence that says why not.
///
/// Arithmetic wraps at the width of what is written; symbols may be widened first.
pub fn is_linear(filter: &SymbolicTransducer, budget: &Budget) -> Decision<String> {
    Check {
        filter,
        terms: &filter.terms,
    }
    .decide(budget)
    .unwrap_or_else(Decision::Unknown)
}

struct Check<'a> {
    filter: &'a SymbolicTransducer,
    terms: &'a Terms,
}

impl Check<'_> {
    fn decide(&self, budget: &Budget) -> Asked<Decision<String>> {
        if !self.filter.registers.is_empty() {
            return Err(StopReason::Inexpressible("the filter has registers".into()));
        }
        if self.filter.starts.len() != 1 {
            return Ok(Decision::No(
                "what is written depends on what comes later".into(),
            ));
        }
        let oracle = &mut Oracle::new(self.terms, self.filter.input, budget);
        for state in &self.filter.states {
            let guards = state
                .steps
                .iter()
                .map(|s| s.guard)
                .chain(state.ends.iter().map(|e| e.guard));
            if state.failure.is_some() || state.steps.len() > 1 || state.ends.len() > 1 {
                return Ok(Decision::No("what is done depends on the symbols".into()));
            }
            for guard in guards {
                let not = [self.filter.alphabet, self.terms.not(guard)];
                if oracle.find(&not, &[])?.is_some() {
                    return Ok(Decision::No("what is done depends on the symbols".into()));
                }
            }
            let steps = state.steps.iter().flat_map(|s| &s.writes);
            for &t in steps.chain(state.ends.iter().flat_map(|e| &e.writes)) {
                if !self.by_form(t) && !self.additive(oracle, t)? {
                    return Ok(Decision::No(format!(
                        "{} is no sum of multiples of symbols",
                        self.terms.show(t)
                    )));
                }
            }
        }
        Ok(Decision::Yes)
    }

    /// Sums, negations, multiples, and the casts around them.
    fn by_form(&self, t: Term) -> bool {
        let args = self.terms.args(t);
        match self.terms.op(t) {
            Op::Var(_) => true,
            Op::Value(value) => value.as_unsigned() == Some(0),
            Op::BvAdd => args.iter().all(|&a| self.by_form(a)),
            Op::BvNeg | Op::ZeroExtend(_) | Op::SignExtend(_) | Op::Extract { lo: 0, .. } => {
                self.by_form(args[0])
            }
            Op::BvShl => self.terms.value(args[1]).is_some() && self.by_form(args[0]),
            Op::BvMul => {
                let variable: Vec<Term> = args
                    .iter()
                    .copied()
                    .filter(|&a| self.terms.value(a).is_none())
                    .collect();
                matches!(variable[..], [only] if self.by_form(only))
            }
            _ => false,
        }
    }

    /// Whether it is f(x + y) = f(x) + f(y) for all windows; multiples follow, since arithmetic wraps.
    fn additive(&self, oracle: &mut Oracle, t: Term) -> Asked<bool> {
        let (mut second, mut sum) = (FxHashMap::default(), FxHashMap::default());
        for back in 0..=self.filter.lookback {
            let [x, y] = [0, 1].map(|side| oracle.variable(Spot { side, back }));
            second.insert(x, y);
            sum.insert(x, self.terms.bv_add(x, y));
        }
        let whole = self.terms.substitute(t, &sum);
        let parts = self.terms.bv_add(t, self.terms.substitute(t, &second));
        Ok(oracle.find(&[self.terms.ne(whole, parts)], &[])?.is_none())
    }
}

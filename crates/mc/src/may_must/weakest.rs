//! Weakest preconditions of one step (Section 3), parameters eliminated.

use base::StopReason;
use rustc_hash::FxHashMap;
use smt::Term;
use step::{LocationId, State};

use super::{Abstraction, End};
use crate::Symbol;

impl Abstraction<'_> {
    /// When a call leads to an end, over variables and parameters.
    pub(super) fn leads(&self, location: LocationId, symbol: usize, end: End) -> Term {
        self.leads_into(location, symbol, (end, self.system.terms.bool(true)))
    }

    /// The same, where a condition holds in the end.
    pub(super) fn leads_into(
        &self,
        location: LocationId,
        symbol: usize,
        then: (End, Term),
    ) -> Term {
        let terms = &self.system.terms;
        let summary = self.system.summary(location, self.symbols[symbol].letter);
        let ways = summary
            .paths
            .iter()
            .filter_map(|path| Some(terms.and(&[path.guard, self.goal_where(path, then)?])));
        terms.or(&ways.collect::<Vec<_>>())
    }

    /// What every call of a symbol satisfies.
    pub(super) fn allowed(&self, symbol: usize) -> Term {
        let Symbol { letter, guard, .. } = self.symbols[symbol];
        self.system
            .terms
            .and(&[guard, self.system.letters[letter].domain])
    }

    /// The states from which some call of a symbol makes a condition true; `None` if parameters cannot be eliminated.
    pub(super) fn some(&mut self, symbol: usize, condition: Term) -> Option<Term> {
        let params: Vec<Term> = self.system.letters[self.symbols[symbol].letter]
            .params
            .iter()
            .map(|p| p.term)
            .collect();
        let whole = self.system.terms.and(&[condition, self.allowed(symbol)]);
        if !self
            .system
            .terms
            .free_vars(whole)
            .iter()
            .any(|v| params.contains(v))
        {
            return Some(whole);
        }
        smt::project(&self.system.terms, whole, &params, &mut *self.solver)
    }

    /// States around one, from all of which every call of a symbol makes a condition true, as from this one: all such
    /// states where parameters can be eliminated.
    pub(super) fn all_around(
        &mut self,
        state: &State,
        symbol: usize,
        condition: Term,
    ) -> Result<Term, StopReason> {
        let terms = self.system.terms.clone();
        if let Some(fails) = self.some(symbol, terms.not(condition)) {
            return Ok(terms.not(fails));
        }
        let used = terms.free_vars(condition);
        let here = self.system.location(state.location);
        let fixed = here
            .variables
            .iter()
            .map(|v| v.term)
            .zip(&state.values)
            .filter(|(v, _)| used.contains(v));
        let mut values: FxHashMap<Term, Term> = FxHashMap::default();
        let mut equations = Vec::new();
        for (variable, value) in fixed {
            let value = terms.constant(value.clone());
            equations.push(terms.eq(variable, value));
            values.insert(variable, value);
        }
        let rest = self.some(symbol, terms.not(terms.substitute(condition, &values)));
        let why = "the states that all arguments lead to an error from cannot be described";
        let rest = rest.ok_or_else(|| StopReason::Limit(why.into()))?;
        equations.push(terms.not(rest));
        Ok(terms.and(&equations))
    }
}

//! Asks about parts that share no variable one by one. A part that was asked before is then found in the cache, whatever
//! stands beside it now.

use std::collections::BTreeSet;
use std::time::Duration;

use rustc_hash::FxHashMap;

use super::Stack;
use crate::assignment::Assignment;
use crate::solver::{Answer, Solver};
use crate::term::{Term, Terms};
use crate::value::Value;

/// See the module.
pub struct Independence<S> {
    inner: S,
    terms: Terms,
    stack: Stack,
    vars: FxHashMap<Term, Vec<Term>>,
    model: Assignment,
    core: Vec<Term>,
}

/// Formulas that share variables, directly or through others, in the order in which they were asserted.
struct Part {
    vars: BTreeSet<Term>,
    asserted: Vec<Term>,
    assumed: Vec<Term>,
}

impl<S: Solver> Independence<S> {
    /// Splits questions to `inner`, which must be as new.
    pub fn new(terms: &Terms, inner: S) -> Self {
        Self {
            inner,
            terms: terms.clone(),
            stack: Stack::default(),
            vars: FxHashMap::default(),
            model: Assignment::new(),
            core: Vec::new(),
        }
    }

    fn parts(&mut self, assumptions: &[Term]) -> Vec<Part> {
        let mut parts: Vec<Part> = Vec::new();
        let asserted: Vec<(Term, bool)> = self.stack.iter().map(|t| (t, false)).collect();
        for (formula, assumed) in asserted
            .into_iter()
            .chain(assumptions.iter().map(|t| (*t, true)))
        {
            let vars = self
                .vars
                .entry(formula)
                .or_insert_with(|| self.terms.free_vars(formula).into_iter().collect());
            let mut touched: Vec<usize> = (0..parts.len())
                .filter(|i| vars.iter().any(|v| parts[*i].vars.contains(v)))
                .collect();
            let first = touched.first().copied().unwrap_or_else(|| {
                parts.push(Part {
                    vars: BTreeSet::new(),
                    asserted: Vec::new(),
                    assumed: Vec::new(),
                });
                parts.len() - 1
            });
            while touched.len() > 1 {
                let part = touched
                    .pop()
                    .map(|i| parts.remove(i))
                    .expect("it is not empty");
                parts[first].vars.extend(part.vars);
                parts[first].asserted.extend(part.asserted);
                parts[first].assumed.extend(part.assumed);
            }
            parts[first].vars.extend(vars.iter().copied());
            let list = if assumed {
                &mut parts[first].assumed
            } else {
                &mut parts[first].asserted
            };
            list.push(formula);
        }
        parts
    }

    fn ask(&mut self, part: &Part) -> Answer {
        self.inner.push();
        part.asserted.iter().for_each(|f| self.inner.assert(*f));
        let answer = self.inner.check(&part.assumed);
        match answer {
            Answer::Sat => {
                let vars: Vec<Term> = part.vars.iter().copied().collect();
                for (var, value) in self.inner.model(&vars).iter() {
                    self.model.set(var, value.clone());
                }
            }
            Answer::Unsat => self.core = self.inner.core(),
            Answer::Unknown(_) => {}
        }
        self.inner.pop();
        answer
    }
}

impl<S: Solver> Solver for Independence<S> {
    fn push(&mut self) {
        self.stack.push();
    }

    fn pop(&mut self) {
        self.stack.pop();
    }

    fn assert(&mut self, formula: Term) {
        self.stack.assert(formula);
    }

    /// Unsatisfiable if some part is, whatever the others are; satisfiable only if all parts are.
    fn check(&mut self, assumptions: &[Term]) -> Answer {
        self.model = Assignment::new();
        self.core.clear();
        let mut answer = Answer::Sat;
        for part in self.parts(assumptions) {
            match self.ask(&part) {
                Answer::Sat => {}
                Answer::Unsat => return Answer::Unsat,
                unknown @ Answer::Unknown(_) => answer = unknown,
            }
        }
        answer
    }

    fn model(&mut self, vars: &[Term]) -> Assignment {
        let value = |v: &Term| {
            self.model
                .get(*v)
                .cloned()
                .unwrap_or_else(|| Value::default_of(self.terms.sort(*v)))
        };
        vars.iter().map(|v| (*v, value(v))).collect()
    }

    fn core(&mut self) -> Vec<Term> {
        self.core.clone()
    }

    fn set_limit(&mut self, limit: Option<Duration>) {
        self.inner.set_limit(limit);
    }

    fn calls(&self) -> u64 {
        self.inner.calls()
    }
}

//! Answers what rewriting alone can answer, and passes conjunctions on in parts.

use std::time::Duration;

use super::Stack;
use crate::assignment::Assignment;
use crate::solver::{Answer, Solver};
use crate::term::{Term, Terms};
use crate::value::Value;

/// Conjunctions with more parts are not simplified as a whole: it would cost more than it saves.
const LONGEST: usize = 64;

/// See the module.
pub struct Simplify<S> {
    inner: S,
    terms: Terms,
    stack: Stack,
    /// The last answer, if it was given here: the core.
    own: Option<Vec<Term>>,
}

impl<S: Solver> Simplify<S> {
    /// Simplifies in front of `inner`.
    pub fn new(terms: &Terms, inner: S) -> Self {
        Self {
            inner,
            terms: terms.clone(),
            stack: Stack::default(),
            own: None,
        }
    }

    /// The answer, if the conjunction of everything becomes a constant.
    fn decide(&mut self, assumptions: &[Term]) -> Option<Answer> {
        let asserted: Vec<Term> = self.stack.iter().collect();
        if asserted.len() + assumptions.len() > LONGEST {
            return None;
        }
        match self.together(&asserted, assumptions)? {
            true => {
                self.own = Some(Vec::new());
                Some(Answer::Sat)
            }
            false => {
                self.own = Some(self.needed(&asserted, assumptions));
                Some(Answer::Unsat)
            }
        }
    }

    fn together(&self, asserted: &[Term], assumptions: &[Term]) -> Option<bool> {
        let all = self.terms.and(&[asserted, assumptions].concat());
        self.terms.value(all).and_then(Value::as_bool)
    }

    /// Assumptions without those that the contradiction does not need.
    fn needed(&self, asserted: &[Term], assumptions: &[Term]) -> Vec<Term> {
        let mut core = assumptions.to_vec();
        let mut i = 0;
        while i < core.len() {
            let mut fewer = core.clone();
            fewer.remove(i);
            if self.together(asserted, &fewer) == Some(false) {
                core = fewer
            } else {
                i += 1
            }
        }
        core
    }
}

impl<S: Solver> Solver for Simplify<S> {
    fn push(&mut self) {
        self.stack.push();
        self.inner.push();
    }

    fn pop(&mut self) {
        self.stack.pop();
        self.inner.pop();
    }

    fn assert(&mut self, formula: Term) {
        for part in self.terms.conjuncts(formula) {
            self.stack.assert(part);
            self.inner.assert(part);
        }
    }

    fn check(&mut self, assumptions: &[Term]) -> Answer {
        self.own = None;
        match self.decide(assumptions) {
            Some(answer) => answer,
            None => self.inner.check(assumptions),
        }
    }

    fn model(&mut self, vars: &[Term]) -> Assignment {
        match self.own {
            Some(_) => vars
                .iter()
                .map(|v| (*v, Value::default_of(self.terms.sort(*v))))
                .collect(),
            None => self.inner.model(vars),
        }
    }

    fn core(&mut self) -> Vec<Term> {
        match &self.own {
            Some(core) => core.clone(),
            None => self.inner.core(),
        }
    }

    fn set_limit(&mut self, limit: Option<Duration>) {
        self.inner.set_limit(limit);
    }

    fn calls(&self) -> u64 {
        self.inner.calls()
    }
}

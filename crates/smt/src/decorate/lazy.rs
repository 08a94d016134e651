//! Keeps scopes and assertions back until a question is asked, then changes as little as it can: what the solver
//! already has from the last question, in the same order, stays. Engines that walk a tree of paths get incremental solving
//! for free, and those that open and close scopes without asking pay nothing.
//!
//! A scope is dear (Z3 works off all that was asserted in the one before), and so is telling again what stood in a scope that was
//! closed. Formulas that come together are therefore told in scopes that are each as long as all that follow: as many scopes
//! as their number has digits in base two, and no more than twice as much is told again as must be.

use std::time::Duration;

use super::Stack;
use crate::assignment::Assignment;
use crate::solver::{Answer, Solver};
use crate::term::Term;

/// See the module.
pub struct Lazy<S> {
    inner: S,
    wanted: Stack,
    /// What the inner solver has.
    told: Vec<Term>,
    /// How many formulas it had before each of its scopes.
    scopes: Vec<usize>,
}

impl<S: Solver> Lazy<S> {
    /// Keeps things back from `inner`, which must be as new.
    pub fn new(inner: S) -> Self {
        Self {
            inner,
            wanted: Stack::default(),
            told: Vec::new(),
            scopes: Vec::new(),
        }
    }

    fn catch_up(&mut self) {
        let common = self
            .wanted
            .iter()
            .zip(&self.told)
            .take_while(|(a, b)| a == *b)
            .count();
        while self.told.len() > common {
            let before = self.scopes.pop().expect("all is told in scopes");
            self.told.truncate(before);
            self.inner.pop();
        }
        let mut new: Vec<Term> = self.wanted.iter().skip(self.told.len()).collect();
        while !new.is_empty() {
            self.scopes.push(self.told.len());
            self.inner.push();
            let half = new.len().div_ceil(2);
            for formula in new.drain(..half) {
                self.inner.assert(formula);
                self.told.push(formula);
            }
        }
    }
}

impl<S: Solver> Solver for Lazy<S> {
    fn push(&mut self) {
        self.wanted.push();
    }

    fn pop(&mut self) {
        self.wanted.pop();
    }

    fn assert(&mut self, formula: Term) {
        self.wanted.assert(formula);
    }

    fn check(&mut self, assumptions: &[Term]) -> Answer {
        self.catch_up();
        self.inner.check(assumptions)
    }

    fn model(&mut self, vars: &[Term]) -> Assignment {
        self.inner.model(vars)
    }

    fn core(&mut self) -> Vec<Term> {
        self.inner.core()
    }

    fn set_limit(&mut self, limit: Option<Duration>) {
        self.inner.set_limit(limit);
    }

    fn calls(&self) -> u64 {
        self.inner.calls()
    }
}

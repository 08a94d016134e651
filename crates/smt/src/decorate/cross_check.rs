//! Asks two solvers. If they contradict each other the answer is unknown, and the contradiction is kept for whoever
//! wants to see it; tests do.

use std::time::Duration;

use super::Stack;
use crate::assignment::Assignment;
use crate::smtlib;
use crate::solver::{Answer, Solver};
use crate::term::{Term, Terms};

/// See the module.
pub struct CrossCheck<A, B> {
    first: A,
    second: B,
    terms: Terms,
    stack: Stack,
    contradictions: Vec<String>,
}

impl<A: Solver, B: Solver> CrossCheck<A, B> {
    /// Models and cores come from `first`.
    pub fn new(terms: &Terms, first: A, second: B) -> Self {
        Self {
            first,
            second,
            terms: terms.clone(),
            stack: Stack::default(),
            contradictions: Vec::new(),
        }
    }

    /// What the solvers did not agree on, as SMT-LIB problems.
    pub fn contradictions(&self) -> &[String] {
        &self.contradictions
    }

    fn problem(&self, assumptions: &[Term]) -> String {
        let all: Vec<Term> = self
            .stack
            .iter()
            .chain(assumptions.iter().copied())
            .collect();
        smtlib::problem(&self.terms, &all)
    }

    fn contradict(&mut self, assumptions: &[Term], what: &str) -> Answer {
        self.contradictions
            .push(format!("; {what}\n{}", self.problem(assumptions)));
        Answer::Unknown(what.to_owned())
    }
}

impl<A: Solver, B: Solver> Solver for CrossCheck<A, B> {
    fn push(&mut self) {
        self.stack.push();
        self.first.push();
        self.second.push();
    }

    fn pop(&mut self) {
        self.stack.pop();
        self.first.pop();
        self.second.pop();
    }

    fn assert(&mut self, formula: Term) {
        self.stack.assert(formula);
        self.first.assert(formula);
        self.second.assert(formula);
    }

    /// The second solver's unknown is no objection. A model must make everything true by our own evaluation.
    fn check(&mut self, assumptions: &[Term]) -> Answer {
        let answers = (
            self.first.check(assumptions),
            self.second.check(assumptions),
        );
        match answers {
            (Answer::Sat, Answer::Unsat) => {
                self.contradict(assumptions, "the solvers disagree: sat, unsat")
            }
            (Answer::Unsat, Answer::Sat) => {
                self.contradict(assumptions, "the solvers disagree: unsat, sat")
            }
            (Answer::Sat, _) => {
                let all: Vec<Term> = self
                    .stack
                    .iter()
                    .chain(assumptions.iter().copied())
                    .collect();
                let vars: Vec<Term> = self.terms.free_vars_of(&all).into_iter().collect();
                let model = self.first.model(&vars);
                if all.iter().all(|f| model.satisfies(&self.terms, *f)) {
                    Answer::Sat
                } else {
                    self.contradict(assumptions, "the model is none")
                }
            }
            (answer, _) => answer,
        }
    }

    fn model(&mut self, vars: &[Term]) -> Assignment {
        self.first.model(vars)
    }

    fn core(&mut self) -> Vec<Term> {
        self.first.core()
    }

    fn set_limit(&mut self, limit: Option<Duration>) {
        self.first.set_limit(limit);
        self.second.set_limit(limit);
    }

    fn calls(&self) -> u64 {
        self.first.calls()
    }
}

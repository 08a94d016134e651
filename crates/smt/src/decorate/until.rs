//! Answers *unknown* once the budget is spent: work that asks many short questions ends with it.

use std::time::Duration;

use base::Budget;

use crate::assignment::Assignment;
use crate::solver::{Answer, Solver};
use crate::term::Term;

/// See the module.
pub struct Until<'a, S> {
    inner: S,
    budget: &'a Budget,
}

impl<'a, S: Solver> Until<'a, S> {
    /// Asks `inner` as long as the budget lasts.
    pub fn new(inner: S, budget: &'a Budget) -> Self {
        Self { inner, budget }
    }
}

impl<S: Solver> Solver for Until<'_, S> {
    fn push(&mut self) {
        self.inner.push();
    }

    fn pop(&mut self) {
        self.inner.pop();
    }

    fn assert(&mut self, formula: Term) {
        self.inner.assert(formula);
    }

    fn check(&mut self, assumptions: &[Term]) -> Answer {
        match self.budget.check() {
            Ok(()) => self.inner.check(assumptions),
            Err(reason) => Answer::Unknown(reason.to_string()),
        }
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

#[cfg(test)]
mod tests {
    use super::Until;
    use crate::{Answer, Solver, Sort, Terms, Z3};
    use base::Budget;

    #[test]
    fn nothing_is_answered_after_the_end() {
        let (terms, budget) = (Terms::new(), Budget::unlimited());
        let p = terms.var("p", Sort::Bool);
        let mut solver = Until::new(Z3::new(&terms), &budget);
        assert_eq!((&mut solver as &mut dyn Solver).ask(&[p]), Answer::Sat);
        budget.cancel();
        let answer = (&mut solver as &mut dyn Solver).ask(&[p, terms.not(p)]);
        assert!(matches!(answer, Answer::Unknown(_)), "{answer:?}");
    }
}

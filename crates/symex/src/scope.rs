//! Keeps a solver's scopes in step with a path condition.

use smt::{Answer, Assignment, Solver, Term};

/// A solver whose assertions follow a path condition. Moving from one path to a sibling pops only what differs:
/// depth-first order is several times cheaper for the solver than asking every question afresh.
pub struct Scopes<'s> {
    solver: &'s mut dyn Solver,
    asserted: Vec<Term>,
}

impl<'s> Scopes<'s> {
    /// Starts with no assertion of its own; what the solver already holds stays.
    pub fn new(solver: &'s mut dyn Solver) -> Self {
        Self {
            solver,
            asserted: Vec::new(),
        }
    }

    /// Asks whether all of `condition` and `extra` can hold together.
    pub fn check(&mut self, condition: &[Term], extra: &[Term]) -> Answer {
        self.move_to(condition);
        self.solver.check(extra)
    }

    /// The model of the last satisfiable check.
    pub fn model(&mut self, vars: &[Term]) -> Assignment {
        self.solver.model(vars)
    }

    fn move_to(&mut self, condition: &[Term]) {
        let shared = self
            .asserted
            .iter()
            .zip(condition)
            .take_while(|(a, b)| a == b)
            .count();
        while self.asserted.len() > shared {
            self.asserted.pop();
            self.solver.pop();
        }
        for &term in &condition[shared..] {
            self.solver.push();
            self.solver.assert(term);
            self.asserted.push(term);
        }
    }
}

impl Drop for Scopes<'_> {
    fn drop(&mut self) {
        self.move_to(&[]);
    }
}

//! The oracle that knows the machine.

use base::StopReason;
use model::Moore;

use crate::{Conformance, Difference, EquivalenceOracle, MembershipOracle};

/// Answers everything from a known machine, for tests and measurements. Counterexamples are shortest ones.
pub struct PerfectOracle<O> {
    system: Moore<O>,
    /// Words it was asked about.
    pub membership_questions: usize,
    /// Machines it was asked about.
    pub equivalence_questions: usize,
}

impl<O> PerfectOracle<O> {
    /// An oracle that knows `system`.
    pub fn new(system: Moore<O>) -> Self {
        Self {
            system,
            membership_questions: 0,
            equivalence_questions: 0,
        }
    }
}

/// The evidence of an oracle that knows the machine: a comparison of the two, state by state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compared;

impl<O: Clone> MembershipOracle<O> for PerfectOracle<O> {
    fn answer(&mut self, word: &[usize]) -> Result<O, StopReason> {
        self.membership_questions += 1;
        Ok(self.system.output(word).clone())
    }
}

impl<O: Eq> EquivalenceOracle<O, Compared> for PerfectOracle<O> {
    fn compare(&mut self, hypothesis: &Moore<O>) -> Conformance<Compared> {
        self.equivalence_questions += 1;
        match self.system.separating_word(hypothesis) {
            Some(word) => Conformance::Differs(Difference::Word(word)),
            None => Conformance::Conforms(Compared),
        }
    }
}

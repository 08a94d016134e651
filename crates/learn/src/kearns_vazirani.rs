//! Kearns and Vazirani, "An Introduction to Computational Learning Theory", 1994 (doi 10.7551/mitpress/3897.001.0001),
//! chapter 8. Deviations: counterexamples are analysed by binary search (Rivest and Schapire) instead of letter by
//! letter; when a leaf is split only the transitions that led to it are asked again, and only below the split.

use std::fmt::Debug;

use base::StopReason;
use model::Moore;

use crate::discrimination::Discrimination;
use crate::observation::Questions;
use crate::{Learner, MembershipOracle, ObservationTree};

/// The learner with a discrimination tree whose suffixes are taken from counterexamples as they come.
pub struct KearnsVazirani<O> {
    tree: ObservationTree<O>,
    states: Discrimination,
}

impl<O: Clone + Eq + Debug> KearnsVazirani<O> {
    /// Starts with an alphabet of so many letters.
    pub fn new(letters: usize, tree: ObservationTree<O>) -> Self {
        Self {
            tree,
            states: Discrimination::new(letters),
        }
    }
}

impl<O: Clone + Eq + Debug> Learner<O> for KearnsVazirani<O> {
    fn name(&self) -> &'static str {
        "Kearns-Vazirani"
    }

    fn tree(&self) -> &ObservationTree<O> {
        &self.tree
    }

    fn tree_mut(&mut self) -> &mut ObservationTree<O> {
        &mut self.tree
    }

    fn add_letters(&mut self, count: usize) {
        self.states.add_letters(count);
    }

    fn hypothesis(&mut self, oracle: &mut dyn MembershipOracle<O>) -> Result<Moore<O>, StopReason> {
        self.states
            .close(&mut Questions::new(&mut self.tree, oracle))?;
        Ok(self.states.machine(&self.tree))
    }

    fn refine(
        &mut self,
        word: &[usize],
        oracle: &mut dyn MembershipOracle<O>,
    ) -> Result<(), StopReason> {
        let hypothesis = self.hypothesis(oracle)?;
        self.states.refine(
            &hypothesis,
            word,
            &mut Questions::new(&mut self.tree, oracle),
        )
    }
}

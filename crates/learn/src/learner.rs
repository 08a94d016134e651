//! What a learner is.

use std::fmt::Debug;

use base::StopReason;
use model::Moore;

use crate::{MembershipOracle, ObservationTree};

/// An algorithm that turns answers into machines.
///
/// A learner that was stopped by its oracle can be asked again: it goes on where it stood, and asks nothing twice.
/// It never forgets: states that were told apart stay apart.
pub trait Learner<O> {
    /// What it is called in the literature.
    fn name(&self) -> &'static str;

    /// All it has observed.
    fn tree(&self) -> &ObservationTree<O>;

    /// All it has observed; more may be observed from outside.
    fn tree_mut(&mut self) -> &mut ObservationTree<O>;

    /// Adds so many letters behind those there are. What was learned about the old letters stays.
    fn add_letters(&mut self, count: usize);

    /// Asks until the machine is complete and returns it. States are numbered as they were found.
    fn hypothesis(&mut self, oracle: &mut dyn MembershipOracle<O>) -> Result<Moore<O>, StopReason>;

    /// Learns at least one more state from a word that the hypothesis answers wrongly. One step: the next hypothesis
    /// may still be wrong on the word (see [`settle`]). A word that it answers correctly changes nothing.
    fn refine(
        &mut self,
        word: &[usize],
        oracle: &mut dyn MembershipOracle<O>,
    ) -> Result<(), StopReason>;
}

/// The hypothesis that agrees with everything observed, in canonical form: every observed word that a hypothesis
/// contradicts is a counterexample that costs no question to the teacher, and is used until it is none any more.
///
/// Such a hypothesis is minimal, whatever the learner: what tells two of its states apart was observed.
pub fn settle<O: Clone + Eq + Debug>(
    learner: &mut dyn Learner<O>,
    oracle: &mut dyn MembershipOracle<O>,
) -> Result<Moore<O>, StopReason> {
    loop {
        let hypothesis = learner.hypothesis(oracle)?;
        match learner.tree().contradiction(&hypothesis) {
            None => return Ok(hypothesis.canonical()),
            Some(word) => learner.refine(&word, oracle)?,
        }
    }
}

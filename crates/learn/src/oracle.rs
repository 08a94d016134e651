//! What a learner may ask, and what a teacher may answer.

use std::num::NonZeroUsize;

use base::StopReason;
use model::Moore;

/// A word: letters are numbers below the size of the alphabet.
pub type Word = Vec<usize>;

/// Answers questions about single words.
pub trait MembershipOracle<O> {
    /// The output of the state that `word` leads to (of that state alone: the outputs on the way are other
    /// questions). Must always be the same for the same word.
    fn answer(&mut self, word: &[usize]) -> Result<O, StopReason>;
}

/// Answers questions about whole machines. `E` is the evidence it gives for a yes: a proof, or how much was tested.
pub trait EquivalenceOracle<O, E> {
    /// Does the system answer every word as the hypothesis does?
    fn compare(&mut self, hypothesis: &Moore<O>) -> Conformance<E>;
}

/// What is known about a hypothesis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conformance<E> {
    /// The system is not this machine.
    Differs(Difference),
    /// The system is this machine, and this is why.
    Conforms(E),
    /// Neither could be established.
    Inconclusive(StopReason),
}

/// How the system differs from a hypothesis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// The two answer this word differently.
    Word(Word),
    /// The hypothesis is about too few letters: so many new ones stand behind the old ones. Old letters keep their
    /// number and their meaning, so all that was learned stays true. (When a guard is refined its symbol splits: the
    /// old letter keeps its representative and the other part becomes a new letter. X-PSYCO, ISSTA'13, algorithms 4
    /// and 5, restarts L* here.)
    Alphabet(NonZeroUsize),
}

/// Both oracles in one, as a teacher is that answers both from the same code.
pub trait Teacher<O, E>: MembershipOracle<O> + EquivalenceOracle<O, E> {}

impl<O, E, T: MembershipOracle<O> + EquivalenceOracle<O, E>> Teacher<O, E> for T {}

/// A teacher made of two separate oracles.
pub struct Pair<'a, O, E> {
    /// Answers words.
    pub membership: &'a mut dyn MembershipOracle<O>,
    /// Compares machines.
    pub equivalence: &'a mut dyn EquivalenceOracle<O, E>,
}

impl<O, E> MembershipOracle<O> for Pair<'_, O, E> {
    fn answer(&mut self, word: &[usize]) -> Result<O, StopReason> {
        self.membership.answer(word)
    }
}

impl<O, E> EquivalenceOracle<O, E> for Pair<'_, O, E> {
    fn compare(&mut self, hypothesis: &Moore<O>) -> Conformance<E> {
        self.equivalence.compare(hypothesis)
    }
}

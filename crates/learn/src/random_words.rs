//! The equivalence oracle for systems that can only be tried.

use base::{Random, StopReason};
use model::Moore;

use crate::{Conformance, Difference, EquivalenceOracle, MembershipOracle, Word};

/// Compares a hypothesis with a system on random words.
pub struct RandomWords<M> {
    system: M,
    random: Random,
    words: usize,
    longest: usize,
}

/// The evidence of an oracle that tried: not a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tested {
    /// How many random words were answered alike.
    pub words: usize,
}

impl<M> RandomWords<M> {
    /// Tries `words` words of at most `longest` letters on each hypothesis.
    pub fn new(system: M, seed: u64, words: usize, longest: usize) -> Self {
        Self {
            system,
            random: Random::seeded(seed),
            words,
            longest,
        }
    }

    fn word(&mut self, letters: usize) -> Word {
        let length = if letters == 0 {
            0
        } else {
            self.random.below(self.longest.saturating_add(1))
        };
        (0..length).map(|_| self.random.below(letters)).collect()
    }

    fn first_difference<O: Eq>(&mut self, hypothesis: &Moore<O>) -> Result<Option<Word>, StopReason>
    where
        M: MembershipOracle<O>,
    {
        for _ in 0..self.words {
            let word = self.word(hypothesis.letters());
            if self.system.answer(&word)? != *hypothesis.output(&word) {
                return Ok(Some(word));
            }
        }
        Ok(None)
    }
}

impl<O: Eq, M: MembershipOracle<O>> EquivalenceOracle<O, Tested> for RandomWords<M> {
    fn compare(&mut self, hypothesis: &Moore<O>) -> Conformance<Tested> {
        match self.first_difference(hypothesis) {
            Ok(Some(word)) => Conformance::Differs(Difference::Word(word)),
            Ok(None) => Conformance::Conforms(Tested { words: self.words }),
            Err(reason) => Conformance::Inconclusive(reason),
        }
    }
}

//! Languages of error learned as in Chapman et al. ("Learning the Language of Error", ATVA 2015): what need not be asked
//! (Section 4), and what need not be asked again when bounds grow (Section 6.1).
//!
//! Every part is an oracle around an oracle. [`Failing`] knows what words of failures look like; [`Keeping`] remembers.
//!
//! ```
//! use base::{Budget, NoProgress, StopReason};
//! use learn::{BoundedOracle, Failing, Found, Keeping, Kept, LStar, Pair, PerfectOracle, learn_language};
//! use model::dfa::{Alphabet, PartialDfa};
//!
//! // A program that calls f or g and fails behind f, seen through at most one call.
//! let alphabet = Alphabet::new(["f", "g", "fails"]).unwrap();
//! struct Program;
//! impl BoundedOracle for Program {
//!     fn find(&mut self, word: &[usize]) -> Result<Found, StopReason> {
//!         Ok(if *word == [0, 2] { Found::Run } else { Found::NoRunWithin })
//!     }
//! }
//! let failing = PartialDfa::of_words(alphabet.clone(), [vec![0, 2]]);
//!
//! let mut kept = Kept::default();
//! let mut membership = Failing::new(Keeping::new(&mut kept, Program), [2]).no_longer_than(3);
//! let mut equivalence = PerfectOracle::new(failing.complete());
//! let mut teacher = Pair { membership: &mut membership, equivalence: &mut equivalence };
//! let mut learner = LStar::angluin(3, Default::default());
//! let learned = learn_language(&alphabet, &mut learner, &mut teacher, &Budget::unlimited(), &NoProgress);
//! assert_eq!(learned.automaton, Ok(failing));
//! ```

use std::collections::BTreeSet;

use base::{Budget, Progress, StopReason};
use model::Moore;
use model::dfa::{Alphabet, PartialDfa};
use rustc_hash::FxHashSet;

use crate::{
    Conclusion, Conformance, Counts, Difference, EquivalenceOracle, Learner, MembershipOracle,
    Teacher, Word, learn_from,
};

/// What came of learning a language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LearnedLanguage {
    /// The minimal automaton that the teacher agreed to, or why there is none.
    pub automaton: Result<PartialDfa, StopReason>,
    /// Automata that the teacher was shown.
    pub conjectures: usize,
    /// What the questions cost, all those of this learner's tree.
    pub counts: Counts,
}

/// [`learn_from`] for languages: the automaton has no sink, and its letters have names.
///
/// # Panics
/// If the learner does not have as many letters as the alphabet.
pub fn learn_language<E>(
    alphabet: &Alphabet,
    learner: &mut dyn Learner<bool>,
    teacher: &mut dyn Teacher<bool, E>,
    budget: &Budget,
    progress: &dyn Progress,
) -> LearnedLanguage {
    let learned = learn_from(learner, teacher, budget, progress);
    let automaton = match learned.conclusion {
        Conclusion::Conforms { model, evidence: _ } => {
            Ok(PartialDfa::of_machine(alphabet.clone(), &model))
        }
        Conclusion::Stopped { reason, .. } | Conclusion::NoHypothesis { reason } => Err(reason),
    };
    LearnedLanguage {
        automaton,
        conjectures: learned.rounds,
        counts: learned.counts,
    }
}

/// An oracle that knows what words of failures look like, and asks the one behind it only about those (Section 4.1).
pub struct Failing<M> {
    oracle: M,
    /// The letters that words end with: the failures.
    last: BTreeSet<usize>,
    /// No longer words are of interest.
    longest: Option<usize>,
    /// What control flow allows.
    flow: Option<PartialDfa>,
    /// Questions that were answered without asking.
    pub spared: usize,
}

impl<M> Failing<M> {
    /// Words that do not end with one of these letters, or contain one before, are no words of failures.
    pub fn new(oracle: M, last: impl IntoIterator<Item = usize>) -> Self {
        Self {
            oracle,
            last: last.into_iter().collect(),
            longest: None,
            flow: None,
            spared: 0,
        }
    }

    /// Words with more letters are rejected. Conjectures may accept them all the same: that is how they get loops
    /// (Section 6.2).
    pub fn no_longer_than(self, letters: usize) -> Self {
        Self {
            longest: Some(letters),
            ..self
        }
    }

    /// Words are rejected that are not the beginning of one of these: what control flow alone allows.
    pub fn within(self, flow: PartialDfa) -> Self {
        Self {
            flow: Some(flow),
            ..self
        }
    }

    /// Whether the word can be one of a failure, as far as one need not ask.
    fn is_possible(&self, word: &[usize]) -> bool {
        let ends = word.split_last().is_some_and(|(last, before)| {
            self.last.contains(last) && !before.iter().any(|letter| self.last.contains(letter))
        });
        let short = self.longest.is_none_or(|longest| word.len() <= longest);
        ends && short
            && self
                .flow
                .as_ref()
                .is_none_or(|flow| flow.run(word).is_some())
    }

    /// The first word of a conjecture that control flow does not allow (Section 4.2).
    fn beyond_flow(&self, hypothesis: &Moore<bool>) -> Option<Word> {
        let flow = self.flow.as_ref()?;
        let accepted = PartialDfa::of_machine(flow.alphabet().clone(), hypothesis);
        accepted.difference(&flow.prefixes()).shortest_word()
    }
}

impl<M: MembershipOracle<bool>> MembershipOracle<bool> for Failing<M> {
    fn answer(&mut self, word: &[usize]) -> Result<bool, StopReason> {
        if self.is_possible(word) {
            return self.oracle.answer(word);
        }
        self.spared += 1;
        Ok(false)
    }
}

impl<E, M: EquivalenceOracle<bool, E>> EquivalenceOracle<bool, E> for Failing<M> {
    fn compare(&mut self, hypothesis: &Moore<bool>) -> Conformance<E> {
        match self.beyond_flow(hypothesis) {
            Some(word) => {
                self.spared += 1;
                Conformance::Differs(Difference::Word(word))
            }
            None => self.oracle.compare(hypothesis),
        }
    }
}

/// Answers questions about words within bounds, and says what the answer depends on.
pub trait BoundedOracle {
    /// Whether some run within the bounds fails with this word.
    fn find(&mut self, word: &[usize]) -> Result<Found, StopReason>;
}

/// Whether there is a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// There is one; larger bounds do not take it away.
    Run,
    /// There is none within the bounds.
    NoRunWithin,
    /// There is none, whatever the bounds.
    NoRun,
}

/// Answers that hold for larger bounds, too.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    accepted: FxHashSet<Word>,
    rejected: FxHashSet<Word>,
}

impl Kept {
    /// What is known of a word.
    pub fn known(&self, word: &[usize]) -> Option<bool> {
        let accepted = self.accepted.contains(word).then_some(true);
        accepted.or_else(|| self.rejected.contains(word).then_some(false))
    }
}

/// Remembers answers from one bound to the next (Section 6.1): that there is a run always, that there is none only if that
/// does not depend on the bound. (Within a bound the learner's tree remembers everything.)
pub struct Keeping<'k, M> {
    kept: &'k mut Kept,
    oracle: M,
    /// Questions that were answered from memory.
    pub spared: usize,
    /// Questions that were asked.
    pub asked: usize,
}

impl<'k, M> Keeping<'k, M> {
    /// Around an oracle for some bounds, which must not be smaller than those before.
    pub fn new(kept: &'k mut Kept, oracle: M) -> Self {
        Self {
            kept,
            oracle,
            spared: 0,
            asked: 0,
        }
    }
}

impl<M: BoundedOracle> MembershipOracle<bool> for Keeping<'_, M> {
    fn answer(&mut self, word: &[usize]) -> Result<bool, StopReason> {
        if let Some(known) = self.kept.known(word) {
            self.spared += 1;
            return Ok(known);
        }
        self.asked += 1;
        match self.oracle.find(word)? {
            Found::Run => {
                self.kept.accepted.insert(word.to_vec());
                Ok(true)
            }
            Found::NoRun => {
                self.kept.rejected.insert(word.to_vec());
                Ok(false)
            }
            Found::NoRunWithin => Ok(false),
        }
    }
}

impl<E, M: EquivalenceOracle<bool, E>> EquivalenceOracle<bool, E> for Keeping<'_, M> {
    fn compare(&mut self, hypothesis: &Moore<bool>) -> Conformance<E> {
        self.oracle.compare(hypothesis)
    }
}

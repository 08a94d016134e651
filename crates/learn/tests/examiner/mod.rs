//! A teacher that knows the system and watches the learner: whatever the learner may not do, it asserts.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use base::{Random, StopReason};
use learn::{Compared, Conformance, Difference, EquivalenceOracle, MembershipOracle, Word};
use model::Moore;

use crate::corpus::ERROR;

/// What counterexamples look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counterexamples {
    Shortest,
    /// A random word, up to five times as long as there are states, if one of some tries is a counterexample.
    Long,
}

/// When the learner is told of the next letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Growth {
    /// As soon as its hypothesis is right on the letters it knows.
    WhenRight,
    /// Whatever its hypothesis is like.
    AtOnce,
    /// Sometimes early, by several letters.
    Random,
}

pub struct Examiner {
    pub system: Moore<u8>,
    pub letters: usize,
    pub growth: Growth,
    pub counterexamples: Counterexamples,
    /// Whether the learner was told that errors are for ever.
    pub sinks: bool,
    pub stop_at_question: Option<usize>,
    pub stop_at_round: Option<usize>,
    pub answers: BTreeMap<Word, u8>,
    pub rounds: usize,
    pub growths: usize,
    /// The states of the last hypothesis that was wrong on a word.
    pub refuted_states: usize,
    pub random: Random,
}

impl Examiner {
    pub fn new(system: &Moore<u8>, sinks: bool) -> Self {
        Self {
            system: system.clone(),
            letters: system.letters(),
            growth: Growth::WhenRight,
            counterexamples: Counterexamples::Shortest,
            sinks,
            stop_at_question: None,
            stop_at_round: None,
            answers: BTreeMap::new(),
            rounds: 0,
            growths: 0,
            refuted_states: 0,
            random: Random::seeded(5),
        }
    }

    /// The reason it gives when it stops at a question.
    pub fn tired() -> StopReason {
        StopReason::Limit("enough questions".into())
    }

    /// The reason it gives when it does not want to compare.
    pub fn undecided() -> StopReason {
        StopReason::SolverUnknown("no idea".into())
    }

    fn check_question(&self, word: &[usize]) {
        assert!(
            word.iter().all(|&letter| letter < self.letters),
            "{word:?} has letters that nobody told"
        );
        assert!(
            !self.answers.contains_key(word),
            "{word:?} was asked before"
        );
        let known = |length: usize| self.answers.get(&word[..length]);
        let behind = (0..word.len()).any(|length| known(length) == Some(&ERROR));
        assert!(
            !(self.sinks && behind),
            "{word:?} lies behind a known error"
        );
    }

    fn check_hypothesis(&self, hypothesis: &Moore<u8>) {
        assert_eq!(hypothesis.letters(), self.letters);
        assert!(hypothesis.is_minimal());
        assert_eq!(*hypothesis, hypothesis.canonical());
        assert!(
            hypothesis.states() > self.refuted_states,
            "a counterexample must give a state"
        );
        for (word, answer) in &self.answers {
            assert_eq!(hypothesis.output(word), answer, "{word:?} was observed");
        }
    }

    fn counterexample(&mut self, hypothesis: &Moore<u8>) -> Option<Word> {
        let visible = self.system.restricted(self.letters);
        let shortest = visible.separating_word(hypothesis)?;
        if self.counterexamples == Counterexamples::Shortest {
            return Some(shortest);
        }
        let longest = 40.min(5 * self.system.states());
        let mut words = (0..50).map(|_| {
            let length = self.random.below(longest);
            (0..length)
                .map(|_| self.random.below(self.letters))
                .collect::<Word>()
        });
        let long = words.find(|word| visible.output(word) != hypothesis.output(word));
        Some(long.unwrap_or(shortest))
    }

    fn grow(&mut self, by: usize) -> Conformance<Compared> {
        self.letters += by;
        self.growths += 1;
        Conformance::Differs(Difference::Alphabet(
            NonZeroUsize::new(by).expect("grows by something"),
        ))
    }
}

impl MembershipOracle<u8> for Examiner {
    fn answer(&mut self, word: &[usize]) -> Result<u8, StopReason> {
        self.check_question(word);
        if self.stop_at_question == Some(self.answers.len()) {
            // This may have been the question about a counterexample, which is then forgotten.
            self.refuted_states = 0;
            return Err(Self::tired());
        }
        let answer = *self.system.output(word);
        self.answers.insert(word.to_vec(), answer);
        Ok(answer)
    }
}

impl EquivalenceOracle<u8, Compared> for Examiner {
    fn compare(&mut self, hypothesis: &Moore<u8>) -> Conformance<Compared> {
        self.check_hypothesis(hypothesis);
        if self.stop_at_round == Some(self.rounds) {
            return Conformance::Inconclusive(Self::undecided());
        }
        self.rounds += 1;
        let hidden = self.system.letters() - self.letters;
        let counterexample = self.counterexample(hypothesis);
        let early = match self.growth {
            Growth::WhenRight => 0,
            Growth::AtOnce => 1,
            Growth::Random => self.random.below(4),
        };
        match counterexample {
            None if hidden == 0 => Conformance::Conforms(Compared),
            Some(word) if hidden == 0 || early == 0 => {
                self.refuted_states = hypothesis.states();
                Conformance::Differs(Difference::Word(word))
            }
            None | Some(_) => self.grow(early.clamp(1, hidden)),
        }
    }
}

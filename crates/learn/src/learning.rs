//! The one learning loop.

use std::fmt::Debug;

use base::{Budget, Progress, StopReason};
use model::Moore;

use crate::{
    Conformance, Counts, Difference, EquivalenceOracle, Learner, MembershipOracle, Pair, Teacher,
    Word, settle,
};

/// What came of learning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Learned<O, E> {
    /// The model, or what there is instead.
    pub conclusion: Conclusion<O, E>,
    /// Hypotheses that the equivalence oracle was asked about.
    pub rounds: usize,
    /// What the membership questions cost, all those of this learner's tree.
    pub counts: Counts,
}

/// The model, or what there is instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conclusion<O, E> {
    /// The teacher says that the system is this machine.
    Conforms {
        /// Minimal and in canonical form: the very machine that the evidence is about.
        model: Moore<O>,
        /// The teacher's evidence.
        evidence: E,
    },
    /// Learning was stopped.
    Stopped {
        /// The last hypothesis. It agreed with all that was observed when it was made; it may know fewer letters than
        /// the teacher has by now.
        best: Moore<O>,
        /// An observation that it is wrong about, if learning was stopped while using it.
        contradicted: Option<Word>,
        /// Why learning was stopped.
        reason: StopReason,
    },
    /// Learning was stopped before the first hypothesis.
    NoHypothesis {
        /// Why learning was stopped.
        reason: StopReason,
    },
}

/// Learns from two oracles: asks, proposes a machine, uses what is wrong with it, until the equivalence oracle is
/// satisfied or something stops it. After a stop the same call, with the same learner, goes on (only a counterexample
/// whose own question was stopped is lost, and the equivalence oracle asked again).
pub fn learn<O: Clone + Eq + Debug, E>(
    learner: &mut dyn Learner<O>,
    membership: &mut dyn MembershipOracle<O>,
    equivalence: &mut dyn EquivalenceOracle<O, E>,
    budget: &Budget,
    progress: &dyn Progress,
) -> Learned<O, E> {
    learn_from(
        learner,
        &mut Pair {
            membership,
            equivalence,
        },
        budget,
        progress,
    )
}

/// [`learn`] from a teacher that is both oracles.
pub fn learn_from<O: Clone + Eq + Debug, E>(
    learner: &mut dyn Learner<O>,
    teacher: &mut dyn Teacher<O, E>,
    budget: &Budget,
    progress: &dyn Progress,
) -> Learned<O, E> {
    let mut learning = Learning {
        learner,
        teacher,
        budget,
        progress,
        rounds: 0,
        best: None,
    };
    let end = learning.run();
    let Learning {
        learner,
        rounds,
        best,
        ..
    } = learning;
    let conclusion = match (best, end) {
        (Some(model), Ok(evidence)) => Conclusion::Conforms { model, evidence },
        (Some(best), Err(reason)) => {
            let contradicted = learner.tree().contradiction(&best);
            Conclusion::Stopped {
                best,
                contradicted,
                reason,
            }
        }
        (None, Err(reason)) => Conclusion::NoHypothesis { reason },
        (None, Ok(_)) => unreachable!("evidence is about a hypothesis"),
    };
    Learned {
        conclusion,
        rounds,
        counts: learner.tree().counts(),
    }
}

struct Learning<'a, O, E> {
    learner: &'a mut dyn Learner<O>,
    teacher: &'a mut dyn Teacher<O, E>,
    budget: &'a Budget,
    progress: &'a dyn Progress,
    rounds: usize,
    best: Option<Moore<O>>,
}

impl<O: Clone + Eq + Debug, E> Learning<'_, O, E> {
    fn run(&mut self) -> Result<E, StopReason> {
        loop {
            let hypothesis = self.propose()?;
            match self.teacher.compare(&hypothesis) {
                Conformance::Conforms(evidence) => return Ok(evidence),
                Conformance::Inconclusive(reason) => return Err(reason),
                Conformance::Differs(Difference::Word(word)) => self.observe(&hypothesis, &word)?,
                Conformance::Differs(Difference::Alphabet(new)) => {
                    self.learner.add_letters(new.get())
                }
            }
        }
    }

    /// The next hypothesis, ready to be compared.
    fn propose(&mut self) -> Result<Moore<O>, StopReason> {
        self.budget.check()?;
        self.progress
            .working(&|| format!("asking about single words, round {}", self.rounds + 1));
        let hypothesis = settle(
            self.learner,
            &mut Limited {
                oracle: self.teacher,
                budget: self.budget,
            },
        )?;
        self.best = Some(hypothesis.clone());
        self.budget.check()?;
        self.rounds += 1;
        self.progress.working(&|| {
            format!(
                "comparing a hypothesis of {} states with the system",
                hypothesis.states()
            )
        });
        Ok(hypothesis)
    }

    /// Puts the counterexample among the observations, where the next [`settle`] finds it.
    fn observe(&mut self, hypothesis: &Moore<O>, word: &[usize]) -> Result<(), StopReason> {
        if word.iter().any(|&letter| letter >= hypothesis.letters()) {
            let letters = hypothesis.letters();
            return Err(contradictory(format!(
                "the counterexample {word:?} has letters beyond the {letters} there are"
            )));
        }
        let tree = self.learner.tree_mut();
        let answer = tree.ask(
            word,
            &mut Limited {
                oracle: self.teacher,
                budget: self.budget,
            },
        )?;
        if tree.output(answer) == hypothesis.output(word) {
            return Err(contradictory(format!(
                "{word:?} is no counterexample: asked alone it is answered as expected"
            )));
        }
        Ok(())
    }
}

/// The two oracles cannot both be right about one deterministic system.
fn contradictory(how: String) -> StopReason {
    StopReason::Inexpressible(format!("the teacher contradicts itself: {how}"))
}

/// Asks the budget before it asks the oracle.
struct Limited<'a, O, E> {
    oracle: &'a mut dyn Teacher<O, E>,
    budget: &'a Budget,
}

impl<O, E> MembershipOracle<O> for Limited<'_, O, E> {
    fn answer(&mut self, word: &[usize]) -> Result<O, StopReason> {
        self.budget.check()?;
        self.oracle.answer(word)
    }
}

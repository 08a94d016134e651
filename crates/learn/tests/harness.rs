//! Every learner learns every machine, under every kind of teacher. What a learner may never do (ask twice, ask behind
//! an error, show a hypothesis that contradicts an answer) the examiner asserts on the way.

use base::{Budget, NoProgress, StopReason};
use learn::{
    Algorithm, Compared, Conclusion, LStar, Learned, Learner, ObservationTree, PerfectOracle,
    learn_from,
};

use crate::corpus;
use crate::corpus::{ERROR, Reference};
use crate::examiner::{Counterexamples, Examiner, Growth};

/// A learner that knows what the examiner wants it to know.
fn fresh(algorithm: Algorithm, examiner: &Examiner) -> Box<dyn Learner<u8>> {
    let tree = match examiner.sinks {
        true => ObservationTree::with_sinks(|output| *output == ERROR),
        false => ObservationTree::new(),
    };
    algorithm.learner(examiner.letters, tree)
}

fn run(learner: &mut dyn Learner<u8>, examiner: &mut Examiner) -> Learned<u8, Compared> {
    learn_from(learner, examiner, &Budget::unlimited(), &NoProgress)
}

/// Learns to the end, from the beginning or from wherever the learner stands, and checks the result.
fn finishes(
    learner: &mut dyn Learner<u8>,
    examiner: &mut Examiner,
    Reference { name, machine, .. }: &Reference,
) {
    let rounds_before = examiner.rounds;
    let learned = run(learner, examiner);
    let expected = Conclusion::Conforms {
        model: machine.clone(),
        evidence: Compared,
    };
    assert_eq!(learned.conclusion, expected, "{} on {name}", learner.name());
    assert!(
        learned.rounds <= machine.states() + examiner.growths,
        "{} on {name}: too many rounds",
        learner.name()
    );
    assert_eq!(learned.rounds, examiner.rounds - rounds_before);
    assert_eq!(learned.counts.questions, examiner.answers.len());
    assert_eq!(
        learned.counts.symbols,
        examiner.answers.keys().map(Vec::len).sum::<usize>()
    );
}

/// Lets a learner of every kind learn.
fn all_finish(reference: &Reference, examiner: impl Fn() -> Examiner) {
    for algorithm in Algorithm::ALL {
        let mut examiner = examiner();
        finishes(&mut *fresh(algorithm, &examiner), &mut examiner, reference);
    }
}

fn small_enough_to_repeat() -> impl Iterator<Item = Reference> {
    corpus::small()
        .into_iter()
        .filter(|reference| reference.machine.states() * reference.machine.letters() <= 24)
}

#[test]
fn every_learner_learns_every_machine() {
    for reference in corpus::small() {
        for sinks in [false, true] {
            all_finish(&reference, || Examiner::new(&reference.machine, sinks));
        }
    }
}

#[test]
fn every_learner_learns_from_long_counterexamples() {
    let counterexamples = Counterexamples::Long;
    for reference in corpus::small() {
        for sinks in [false, true] {
            all_finish(&reference, || Examiner {
                counterexamples,
                ..Examiner::new(&reference.machine, sinks)
            });
        }
    }
}

#[test]
fn every_learner_learns_when_the_alphabet_grows() {
    for reference in corpus::small() {
        let all = reference.machine.letters();
        for (letters, growth, counterexamples) in [
            (0, Growth::WhenRight, Counterexamples::Shortest),
            (all / 2, Growth::WhenRight, Counterexamples::Long),
            (0, Growth::AtOnce, Counterexamples::Shortest),
            (all / 3, Growth::Random, Counterexamples::Shortest),
            (0, Growth::Random, Counterexamples::Long),
        ] {
            let examiner = || Examiner {
                letters,
                growth,
                counterexamples,
                ..Examiner::new(&reference.machine, true)
            };
            all_finish(&reference, examiner);
        }
    }
}

#[test]
fn a_learner_stopped_at_any_question_never_claims_to_be_finished_and_can_go_on() {
    for reference in small_enough_to_repeat() {
        for (algorithm, letters) in Algorithm::ALL
            .into_iter()
            .flat_map(|algorithm| [(algorithm, reference.machine.letters()), (algorithm, 0)])
        {
            let examiner = || Examiner {
                letters,
                ..Examiner::new(&reference.machine, true)
            };
            let mut unstopped = examiner();
            run(&mut *fresh(algorithm, &unstopped), &mut unstopped);
            for stop in 0..unstopped.answers.len().min(120) {
                let mut examiner = Examiner {
                    stop_at_question: Some(stop),
                    ..examiner()
                };
                let mut learner = fresh(algorithm, &examiner);
                let learned = run(&mut *learner, &mut examiner);
                is_honest_about_a_stop(&learned.conclusion, &examiner);
                examiner.stop_at_question = None;
                finishes(&mut *learner, &mut examiner, &reference);
            }
        }
    }
}

fn is_honest_about_a_stop(conclusion: &Conclusion<u8, Compared>, examiner: &Examiner) {
    match conclusion {
        Conclusion::Conforms { .. } => {
            panic!("finished after {:?} questions", examiner.stop_at_question)
        }
        Conclusion::NoHypothesis { reason } => {
            assert_eq!(*reason, Examiner::tired());
            assert_eq!(examiner.rounds, 0);
        }
        Conclusion::Stopped {
            best,
            contradicted,
            reason,
        } => {
            assert_eq!(*reason, Examiner::tired());
            let has_letters_of =
                |word: &&Vec<usize>| word.iter().all(|&letter| letter < best.letters());
            let observed = examiner.answers.keys().filter(has_letters_of);
            let mut wrong =
                observed.filter(|word| best.output(word) != examiner.system.output(word));
            match contradicted {
                Some(word) => assert!(wrong.any(|wrong| wrong == word)),
                None => assert_eq!(wrong.next(), None),
            }
        }
    }
}

#[test]
fn an_inconclusive_comparison_leaves_the_hypothesis_and_the_reason() {
    for reference in small_enough_to_repeat() {
        for (algorithm, round) in Algorithm::ALL
            .into_iter()
            .flat_map(|algorithm| [(algorithm, 0), (algorithm, 1), (algorithm, 3)])
        {
            let mut examiner = Examiner {
                stop_at_round: Some(round),
                ..Examiner::new(&reference.machine, true)
            };
            let mut learner = fresh(algorithm, &examiner);
            match run(&mut *learner, &mut examiner).conclusion {
                Conclusion::Conforms {
                    model,
                    evidence: Compared,
                } => assert_eq!(model, reference.machine),
                Conclusion::NoHypothesis { reason } => panic!("{reason}"),
                Conclusion::Stopped {
                    best,
                    contradicted,
                    reason,
                } => {
                    assert_eq!(reason, Examiner::undecided());
                    assert_eq!(contradicted, None);
                    assert!(best.is_minimal());
                    assert_eq!(examiner.rounds, round);
                }
            }
            examiner.stop_at_round = None;
            let conclusion = run(&mut *learner, &mut examiner).conclusion;
            assert_eq!(
                conclusion,
                Conclusion::Conforms {
                    model: reference.machine.clone(),
                    evidence: Compared
                }
            );
        }
    }
}

#[test]
fn a_spent_budget_stops_before_the_first_question() {
    let budget = Budget::unlimited();
    budget.cancel();
    for algorithm in Algorithm::ALL {
        let mut examiner = Examiner::new(&corpus::small()[3].machine, false);
        let learned = learn_from(
            &mut *fresh(algorithm, &examiner),
            &mut examiner,
            &budget,
            &NoProgress,
        );
        assert_eq!(
            learned.conclusion,
            Conclusion::NoHypothesis {
                reason: StopReason::Cancelled
            }
        );
        assert!(examiner.answers.is_empty());
    }
}

#[test]
fn the_two_halves_of_a_teacher_can_be_given_apart() {
    for Reference { machine, .. } in small_enough_to_repeat() {
        let (mut words, mut machines) = (
            PerfectOracle::new(machine.clone()),
            PerfectOracle::new(machine.clone()),
        );
        let mut learner = LStar::rivest_schapire(machine.letters(), ObservationTree::new());
        let learned = learn::learn(
            &mut learner,
            &mut words,
            &mut machines,
            &Budget::unlimited(),
            &NoProgress,
        );
        assert_eq!(
            learned.conclusion,
            Conclusion::Conforms {
                model: machine,
                evidence: Compared
            }
        );
        assert_eq!(
            (words.equivalence_questions, machines.membership_questions),
            (0, 0)
        );
        assert_eq!(
            (words.membership_questions, machines.equivalence_questions),
            (learned.counts.questions, learned.rounds)
        );
    }
}

//! What becomes of answers that cannot all be true, of questions behind a sink, and of teachers that only try.

use std::num::NonZeroUsize;

use base::{Budget, NoProgress, StopReason};
use learn::{
    Algorithm, Conclusion, Conformance, Difference, EquivalenceOracle, Learned, Learner,
    MembershipOracle, ObservationTree, PerfectOracle, RandomWords, Tested, Word, learn, learn_from,
    settle,
};
use model::{Dfa, Moore};

fn learners(letters: usize, tree: &ObservationTree<bool>) -> Vec<Box<dyn Learner<bool>>> {
    let all = Algorithm::ALL.iter();
    all.map(|algorithm| algorithm.learner(letters, tree.clone()))
        .collect()
}

/// Counts letter 1 modulo n.
fn counter(n: usize) -> Dfa {
    Dfa::explore(
        2,
        0,
        |count| *count == 0,
        |count, letter| (count + letter) % n,
    )
}

/// Answers membership from a machine and equivalence always the same.
struct Stubborn(Dfa, Difference);

impl MembershipOracle<bool> for Stubborn {
    fn answer(&mut self, word: &[usize]) -> Result<bool, StopReason> {
        Ok(*self.0.output(word))
    }
}

impl EquivalenceOracle<bool, ()> for Stubborn {
    fn compare(&mut self, _: &Dfa) -> Conformance<()> {
        Conformance::Differs(self.1.clone())
    }
}

fn is_called_inexpressible<E>(learned: &Learned<bool, E>, why: &str) {
    match &learned.conclusion {
        Conclusion::Stopped {
            reason: StopReason::Inexpressible(text),
            ..
        }
        | Conclusion::NoHypothesis {
            reason: StopReason::Inexpressible(text),
        } => {
            assert!(text.contains(why), "{text}");
        }
        Conclusion::Conforms { .. } => panic!("finished"),
        Conclusion::Stopped { reason, .. } | Conclusion::NoHypothesis { reason } => {
            panic!("{reason}")
        }
    }
}

#[test]
fn a_counterexample_that_is_none_ends_learning_with_a_reason() {
    for mut learner in learners(2, &ObservationTree::new()) {
        let mut teacher = Stubborn(counter(3), Difference::Word(vec![1, 1, 1]));
        let learned = learn_from(
            &mut *learner,
            &mut teacher,
            &Budget::unlimited(),
            &NoProgress,
        );
        is_called_inexpressible(&learned, "[1, 1, 1] is no counterexample");
    }
}

#[test]
fn a_counterexample_with_letters_that_do_not_exist_ends_learning_with_a_reason() {
    for mut learner in learners(2, &ObservationTree::new()) {
        let mut teacher = Stubborn(counter(3), Difference::Word(vec![0, 2]));
        let learned = learn_from(
            &mut *learner,
            &mut teacher,
            &Budget::unlimited(),
            &NoProgress,
        );
        is_called_inexpressible(&learned, "letters beyond the 2 there are");
    }
}

#[test]
fn a_sink_that_is_left_again_is_noticed_or_contradicts_a_counterexample() {
    // "Not accepted" is said to be for ever, and is not.
    for mut learner in learners(2, &ObservationTree::with_sinks(|accepted| !accepted)) {
        let mut teacher = PerfectOracle::new(counter(3));
        let learned = learn_from(
            &mut *learner,
            &mut teacher,
            &Budget::unlimited(),
            &NoProgress,
        );
        is_called_inexpressible(&learned, "is no counterexample");
    }
    let mut tree = ObservationTree::with_sinks(|accepted: &bool| !accepted);
    let mut oracle = PerfectOracle::new(counter(3));
    assert!(tree.ask(&[1, 1, 1], &mut oracle).is_ok());
    let reason = tree
        .ask(&[1], &mut oracle)
        .expect_err("a sink in front of an accepted word");
    assert!(reason.to_string().contains("said to be final"), "{reason}");
}

#[test]
fn the_tree_answers_what_it_knows_and_what_lies_behind_a_sink() {
    let once = Moore::explore(1, 0, |n| *n, |n, _| 2.min(n + 1));
    let mut oracle = PerfectOracle::new(once);
    let mut tree = ObservationTree::with_sinks(|output| *output == 2);
    let mut ask = |word: &[usize]| {
        let output = tree
            .ask(word, &mut oracle)
            .expect("perfect oracles do not stop");
        (
            *tree.output(output),
            tree.counts().questions,
            tree.counts().symbols,
            tree.counts().cache_hits,
        )
    };
    assert_eq!(ask(&[0, 0]), (2, 1, 2, 0));
    assert_eq!(ask(&[0, 0, 0, 0]), (2, 1, 2, 1));
    assert_eq!(ask(&[0]), (1, 2, 3, 1));
    assert_eq!(ask(&[0]), (1, 2, 3, 2));
    assert_eq!(tree.known(&[]), None);
}

#[test]
fn a_contradiction_is_the_first_observed_word_that_a_machine_answers_wrongly() {
    let mut tree = ObservationTree::new();
    let mut oracle = PerfectOracle::new(counter(3));
    for word in [
        vec![1, 1, 1],
        vec![0, 1, 1],
        vec![1, 0, 1],
        vec![0],
        vec![1, 1, 1, 1],
    ] {
        tree.ask(&word, &mut oracle)
            .expect("perfect oracles do not stop");
    }
    assert_eq!(tree.contradiction(&counter(3)), None);
    assert_eq!(tree.contradiction(&counter(2)), Some(vec![0, 1, 1]));
    // Over letter 0 alone only the word [0] is there to disagree with.
    assert_eq!(tree.contradiction(&counter(2).restricted(1)), None);
    assert_eq!(
        tree.contradiction(&counter(2).restricted(1).map(|accepted| !accepted)),
        Some(vec![0])
    );
}

#[test]
fn a_word_that_the_hypothesis_answers_correctly_changes_nothing() {
    for mut learner in learners(2, &ObservationTree::new()) {
        let mut oracle = PerfectOracle::new(counter(5));
        let before = settle(&mut *learner, &mut oracle).expect("perfect oracles do not stop");
        learner
            .refine(&[], &mut oracle)
            .expect("perfect oracles do not stop");
        assert_eq!(
            learner
                .hypothesis(&mut oracle)
                .map(|machine| machine.canonical()),
            Ok(before)
        );
    }
}

#[test]
fn a_counterexample_is_used_until_it_is_none_any_more() {
    for mut learner in learners(2, &ObservationTree::new()) {
        let mut oracle = PerfectOracle::new(counter(9));
        settle(&mut *learner, &mut oracle).expect("perfect oracles do not stop");
        let word = [1; 18];
        learner
            .tree_mut()
            .ask(&word, &mut oracle)
            .expect("perfect oracles do not stop");
        let settled = settle(&mut *learner, &mut oracle).expect("perfect oracles do not stop");
        assert!(settled.output(&word), "{}", learner.name());
    }
}

#[test]
fn letters_can_be_added_before_anything_was_asked() {
    for mut learner in learners(1, &ObservationTree::new()) {
        learner.add_letters(1);
        let mut teacher = PerfectOracle::new(counter(4));
        let learned = learn_from(
            &mut *learner,
            &mut teacher,
            &Budget::unlimited(),
            &NoProgress,
        );
        assert!(
            matches!(learned.conclusion, Conclusion::Conforms { model, .. } if model == counter(4))
        );
    }
}

#[test]
fn an_alphabet_that_never_stops_growing_is_stopped_by_the_budget() {
    struct Endless(Budget, usize);
    impl MembershipOracle<bool> for Endless {
        fn answer(&mut self, word: &[usize]) -> Result<bool, StopReason> {
            Ok(word.len().is_multiple_of(2))
        }
    }
    impl EquivalenceOracle<bool, ()> for Endless {
        fn compare(&mut self, _: &Dfa) -> Conformance<()> {
            self.1 += 1;
            if self.1 == 10 {
                self.0.cancel();
            }
            Conformance::Differs(Difference::Alphabet(NonZeroUsize::MIN))
        }
    }
    for mut learner in learners(0, &ObservationTree::new()) {
        let budget = Budget::unlimited();
        let learned = learn_from(
            &mut *learner,
            &mut Endless(budget.clone(), 0),
            &budget,
            &NoProgress,
        );
        match learned.conclusion {
            Conclusion::Stopped {
                best,
                contradicted: None,
                reason: StopReason::Cancelled,
            } => {
                assert_eq!((best.letters(), best.states()), (9, 2));
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_budget_spent_between_two_questions_stops_the_second() {
    struct Canceller(Budget, usize);
    impl MembershipOracle<bool> for Canceller {
        fn answer(&mut self, word: &[usize]) -> Result<bool, StopReason> {
            self.1 += 1;
            if self.1 == 3 {
                self.0.cancel();
            }
            Ok(word.len() == 1)
        }
    }
    for mut learner in learners(2, &ObservationTree::new()) {
        let budget = Budget::unlimited();
        let (mut words, mut machines) =
            (Canceller(budget.clone(), 0), PerfectOracle::new(counter(2)));
        let learned = learn(
            &mut *learner,
            &mut words,
            &mut machines,
            &budget,
            &NoProgress,
        );
        assert_eq!(
            learned.conclusion,
            Conclusion::NoHypothesis {
                reason: StopReason::Cancelled
            }
        );
        assert_eq!((words.1, learned.counts.questions), (3, 3));
    }
}

#[test]
fn random_words_find_small_machines_and_say_how_much_they_tried() {
    for mut learner in learners(2, &ObservationTree::new()) {
        let mut words = PerfectOracle::new(counter(6));
        let mut random = RandomWords::new(PerfectOracle::new(counter(6)), 1, 300, 20);
        let learned = learn(
            &mut *learner,
            &mut words,
            &mut random,
            &Budget::unlimited(),
            &NoProgress,
        );
        let evidence = Tested { words: 300 };
        assert_eq!(
            learned.conclusion,
            Conclusion::Conforms {
                model: counter(6),
                evidence
            }
        );
    }
}

#[test]
fn random_words_that_meet_a_stop_conclude_nothing() {
    struct Tired;
    impl MembershipOracle<bool> for Tired {
        fn answer(&mut self, _: &[usize]) -> Result<bool, StopReason> {
            Err(StopReason::Depth(3))
        }
    }
    let mut random = RandomWords::new(Tired, 1, 10, 5);
    assert_eq!(
        random.compare(&counter(2)),
        Conformance::Inconclusive(StopReason::Depth(3))
    );
}

#[test]
fn the_same_questions_are_asked_in_the_same_order_on_every_run() {
    struct Diary(PerfectOracle<bool>, Vec<Word>);
    impl MembershipOracle<bool> for Diary {
        fn answer(&mut self, word: &[usize]) -> Result<bool, StopReason> {
            self.1.push(word.to_vec());
            self.0.answer(word)
        }
    }
    let questions = |kind: usize| {
        let mut diary = Diary(PerfectOracle::new(counter(7)), Vec::new());
        let mut learner = learners(2, &ObservationTree::new())
            .into_iter()
            .nth(kind)
            .expect("four learners");
        let mut machines = PerfectOracle::new(counter(7));
        learn(
            &mut *learner,
            &mut diary,
            &mut machines,
            &Budget::unlimited(),
            &NoProgress,
        );
        diary.1
    };
    for kind in 0..4 {
        assert_eq!(questions(kind), questions(kind));
    }
}

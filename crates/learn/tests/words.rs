//! Languages of error: with and without the shortcuts, every learner learns the same, and asks less.

use std::cell::Cell;
use std::rc::Rc;

use base::{Budget, NoProgress, Random, StopReason};
use learn::{
    Algorithm, BoundedOracle, Conformance, Difference, EquivalenceOracle, Failing, Found, Keeping,
    Kept, LStar, LearnedLanguage, Learner, MembershipOracle, ObservationTree, learn_language,
};
use model::Moore;
use model::dfa::{Alphabet, Edge, Mark, Nfa, PartialDfa};

/// The last letter is the failure.
fn alphabet(events: usize) -> Alphabet {
    let names = ["f", "g", "h"][..events].iter().copied().chain(["fails"]);
    Alphabet::new(names).expect("names differ")
}

fn learners(letters: usize) -> Vec<Box<dyn Learner<bool>>> {
    let all = Algorithm::ALL.iter();
    all.map(|algorithm| algorithm.learner(letters, ObservationTree::new()))
        .collect()
}

/// A program that fails with the words of `all`, looked at up to a number of letters.
#[derive(Clone)]
struct Program {
    all: PartialDfa,
    bound: usize,
    questions: Rc<Cell<usize>>,
}

impl Program {
    fn new(all: &PartialDfa, bound: usize) -> Self {
        Self {
            all: all.clone(),
            bound,
            questions: Rc::default(),
        }
    }
}

impl BoundedOracle for Program {
    fn find(&mut self, word: &[usize]) -> Result<Found, StopReason> {
        self.questions.set(self.questions.get() + 1);
        Ok(match (self.all.accepts(word), word.len() <= self.bound) {
            (true, true) => Found::Run,
            (true, false) => Found::NoRunWithin,
            // Of every other one it is known only that it was not found, unless it is impossible from the start.
            (false, _) if word.first() == Some(&0) => Found::NoRunWithin,
            (false, _) => Found::NoRun,
        })
    }
}

impl MembershipOracle<bool> for Program {
    fn answer(&mut self, word: &[usize]) -> Result<bool, StopReason> {
        Ok(self.find(word)? == Found::Run)
    }
}

/// As the paper's: only words within the bound are compared (its Eqn. 5).
impl EquivalenceOracle<bool, ()> for Program {
    fn compare(&mut self, hypothesis: &Moore<bool>) -> Conformance<()> {
        let accepted = PartialDfa::of_machine(self.all.alphabet().clone(), hypothesis);
        let long = PartialDfa::longer_than(self.all.alphabet().clone(), self.bound);
        match accepted
            .union(&long)
            .separating_word(&self.all.union(&long))
        {
            Some(word) => Conformance::Differs(Difference::Word(word)),
            None => Conformance::Conforms(()),
        }
    }
}

/// Any language of failures: a random automaton whose words are followed by the failure.
fn random_language(random: &mut Random, events: usize) -> PartialDfa {
    let states = 1 + random.below(4);
    let mut edges = Vec::new();
    for from in 0..states {
        for letter in 0..events {
            if random.below(3) > 0 {
                edges.push(Edge {
                    from,
                    letter,
                    to: random.below(states),
                    mark: Mark::Enumerated,
                });
            }
        }
        if random.below(3) == 0 {
            edges.push(Edge {
                from,
                letter: events,
                to: states,
                mark: Mark::Enumerated,
            });
        }
    }
    let accepting = (0..=states).map(|state| state == states).collect();
    PartialDfa::new(alphabet(events), 0, accepting, edges).expect("deterministic")
}

fn learned<T>(
    program: &PartialDfa,
    learner: &mut dyn Learner<bool>,
    mut teacher: T,
) -> LearnedLanguage
where
    T: MembershipOracle<bool> + EquivalenceOracle<bool, ()>,
{
    learn_language(
        program.alphabet(),
        learner,
        &mut teacher,
        &Budget::unlimited(),
        &NoProgress,
    )
}

/// Whether the two agree on all words up to a length.
fn agree(one: &PartialDfa, other: &PartialDfa, length: usize) -> bool {
    let long = PartialDfa::longer_than(one.alphabet().clone(), length);
    one.union(&long).same_language(&other.union(&long))
}

#[test]
fn with_the_shortcuts_every_learner_learns_the_language_within_the_bound() {
    let mut random = Random::seeded(1);
    for _ in 0..60 {
        let events = 1 + random.below(3);
        let language = random_language(&mut random, events);
        let bound = 2 + random.below(5);
        for mut learner in learners(events + 1) {
            let mut kept = Kept::default();
            let oracle = Keeping::new(&mut kept, Program::new(&language, bound));
            let teacher = Failing::new(oracle, [events])
                .no_longer_than(bound)
                .within(language.prefixes());
            let automaton = learned(&language, &mut *learner, teacher)
                .automaton
                .expect("nothing stops it");
            assert!(
                agree(&automaton, &language, bound),
                "{} at {bound}",
                learner.name()
            );
        }
    }
}

#[test]
fn shortcuts_ask_less_and_learn_the_same() {
    let mut random = Random::seeded(2);
    let (mut plain, mut spared) = (0, 0);
    for _ in 0..40 {
        let language = random_language(&mut random, 3);
        for (mut one, mut other) in learners(4).into_iter().zip(learners(4)) {
            let (all, few) = (Program::new(&language, 5), Program::new(&language, 5));
            let (asked, less) = (all.questions.clone(), few.questions.clone());
            let without = learned(&language, &mut *one, all).automaton;
            let with = learned(
                &language,
                &mut *other,
                Failing::new(few, [3]).no_longer_than(5),
            )
            .automaton;
            assert_eq!(without, with, "{}", one.name());
            assert!(less.get() <= asked.get());
            plain += asked.get();
            spared += asked.get() - less.get();
        }
    }
    assert!(
        spared * 2 > plain,
        "{spared} of {plain} questions were spared"
    );
}

/// Three loops, one after the other: f* g* h* fails.
fn loops() -> PartialDfa {
    let mut nfa = Nfa::new(alphabet(3));
    let states: Vec<usize> = (0..4).map(|i| nfa.add_state(i == 3)).collect();
    nfa.start_at(states[0]);
    for i in 0..3 {
        nfa.add_step(states[i], Some(i), states[i]);
        if i < 2 {
            nfa.add_step(states[i], None, states[i + 1]);
        }
    }
    nfa.add_step(states[2], Some(3), states[3]);
    nfa.determinise()
}

#[test]
fn a_larger_bound_asks_again_only_what_depends_on_it() {
    let language = loops();
    let mut kept = Kept::default();
    let at = |bound: usize, kept: &mut Kept| {
        let program = Program::new(&language, bound);
        let questions = program.questions.clone();
        let mut learner = LStar::angluin(4, ObservationTree::new());
        let teacher = Failing::new(Keeping::new(kept, program), [3]).no_longer_than(bound);
        let automaton = learned(&language, &mut learner, teacher)
            .automaton
            .expect("nothing stops it");
        assert!(agree(&automaton, &language, bound));
        questions.get()
    };
    at(3, &mut kept);
    assert_eq!(
        kept.known(&[0, 3]),
        Some(true),
        "there is a run whatever the bound"
    );
    assert_eq!(
        kept.known(&[1, 0, 3]),
        Some(false),
        "there is no run whatever the bound"
    );
    assert_eq!(
        kept.known(&[0, 2, 1, 3]),
        None,
        "not within the bound is not never"
    );
    let (again, anew) = (at(5, &mut kept.clone()), at(5, &mut Kept::default()));
    assert!(again < anew, "{again} of {anew}");
}

#[test]
fn words_that_control_flow_does_not_allow_are_counterexamples_that_cost_nothing() {
    let language = loops();
    let program = Program::new(&language, 6);
    let flow = PartialDfa::of_words(language.alphabet().clone(), [vec![0, 1, 3]]);
    let mut failing = Failing::new(program, [3]).within(flow);
    // All words: the first that control flow does not allow is a single letter.
    let everything = PartialDfa::everything(language.alphabet().clone()).complete();
    assert_eq!(
        failing.compare(&everything),
        Conformance::Differs(Difference::Word(vec![1]))
    );
    assert_eq!(failing.answer(&[1, 3]), Ok(false));
    assert_eq!(failing.answer(&[0, 1, 3]), Ok(true));
    assert_eq!(
        failing.answer(&[0, 3]),
        Ok(false),
        "the program would, control flow does not"
    );
    assert_eq!(failing.spared, 3);
}

#[test]
fn a_stop_is_no_language() {
    struct Tired;
    impl MembershipOracle<bool> for Tired {
        fn answer(&mut self, _: &[usize]) -> Result<bool, StopReason> {
            Err(StopReason::Limit("tired".to_owned()))
        }
    }
    impl EquivalenceOracle<bool, ()> for Tired {
        fn compare(&mut self, _: &Moore<bool>) -> Conformance<()> {
            Conformance::Inconclusive(StopReason::Limit("tired".to_owned()))
        }
    }
    let mut learner = LStar::angluin(4, ObservationTree::new());
    let learned = learned(&loops(), &mut learner, Failing::new(Tired, [3]));
    assert_eq!(
        learned.automaton,
        Err(StopReason::Limit("tired".to_owned()))
    );
}

//! Random components with byte-sized state: whatever is claimed is compared with an exhaustive search on the reference
//! interpreter, which shares no code with summaries, engines or solver. Then the model is broken at random, and the
//! engines must see it exactly when the exhaustive search does.

#[path = "support/random.rs"]
mod random;
mod support;

use std::rc::Rc;

use base::{Budget, NoProgress, Outcome, Random};
use cert::Verdict;
use mc::{Decision, Engine, Options, conform, decide_with};
use model::{InterfaceLts, Moore};
use random::{difference, program};
use step::{Integers, Sight, StepSystem};
use support::component;
use teach::interface::learn_interface;

const COMPONENTS: u64 = 60;
const MUTANTS: usize = 6;

#[test]
fn every_claim_about_a_random_component_agrees_with_exhaustive_search() {
    let (mut proved, mut broken, mut harmless, mut given_up) = (0, 0, 0, 0);
    for seed in 0..COMPONENTS {
        let mut random = Random::seeded(seed);
        let text = program(&mut random);
        let component = component(&text);
        let learned = learn_interface(
            Rc::clone(&component),
            Sight::new(Integers::Wrapping),
            &Budget::unlimited(),
            &NoProgress,
        );
        let learned = learned.expect("there is no static initialiser");
        let Verdict::Proved(proof) = &learned.verdict else {
            continue;
        };
        let interface = learned.interface.expect("what is proved is there");
        assert_eq!(
            difference(&component, &interface),
            None,
            "seed {seed}:\n{text}"
        );
        proved += 1;
        for _ in 0..MUTANTS {
            let mutant = mutate(&interface, &mut random);
            let truth = difference(&component, &mutant);
            let decision = decide(&learned.system, &mutant);
            match (&decision, &truth) {
                (Decision::Differs(trace), Some(length)) => {
                    assert!(trace.calls.len() >= *length, "seed {seed}")
                }
                (Decision::Conforms(_), None) => {}
                _ => panic!("seed {seed}: {decision:?} but {truth:?}\n{text}"),
            }
            match (abstraction(&learned.system, &mutant), &truth) {
                (Decision::Differs(trace), Some(length)) => {
                    assert!(trace.calls.len() >= *length, "seed {seed}")
                }
                (Decision::Conforms(found), None) => {
                    let checker = &mut smt::Z3::new(&learned.system.terms);
                    assert!(
                        cert::check(&learned.system, &mutant, &found, checker).is_ok(),
                        "seed {seed}\n{text}"
                    );
                }
                (Decision::UpTo { .. }, _) => given_up += 1,
                (decision, _) => {
                    panic!("seed {seed}: abstraction says {decision:?} but {truth:?}\n{text}")
                }
            }
            let checked = cert::check(
                &learned.system,
                &mutant,
                proof,
                &mut smt::Z3::new(&learned.system.terms),
            );
            assert!(
                truth.is_none() || checked.is_err(),
                "seed {seed}: a proof of something else is accepted"
            );
            if truth.is_some() {
                broken += 1
            } else {
                harmless += 1
            }
        }
    }
    // The test is worth something only if all three happen often.
    assert!(
        proved >= 30 && broken >= 60 && harmless >= 1,
        "{proved} proved, {broken} broken, {harmless} harmless"
    );
    assert!(
        given_up * 10 <= broken + harmless,
        "abstraction gave up {given_up} times"
    );
}

/// What may and must abstraction says alone.
fn abstraction(system: &StepSystem, interface: &InterfaceLts) -> Decision {
    let mut solver = smt::chain(&system.terms, smt::Config::default());
    let around = (&Budget::unlimited(), &NoProgress as &dyn base::Progress);
    decide_with(
        Engine::MayMust,
        system,
        interface,
        &mut *solver,
        &Options::default(),
        around,
    )
}

fn decide(system: &StepSystem, interface: &InterfaceLts) -> Decision {
    let mut solver = smt::chain(&system.terms, smt::Config::default());
    conform(
        system,
        interface,
        &mut *solver,
        &Options::default(),
        (&Budget::unlimited(), &NoProgress),
    )
    .0
}

/// A transition led elsewhere, or two guards of one method exchanged.
fn mutate(interface: &InterfaceLts, random: &mut Random) -> InterfaceLts {
    let automaton = &interface.automaton;
    let row = |state: usize| {
        (
            *automaton.output_of(state),
            automaton.successors(state).to_vec(),
        )
    };
    let mut rows: Vec<(Outcome, Vec<usize>)> = (0..automaton.states()).map(row).collect();
    let alive: Vec<usize> = (0..rows.len()).filter(|&s| !rows[s].0.is_final()).collect();
    let (state, symbol) = (*random.pick(&alive), random.below(automaton.letters()));
    rows[state].1[symbol] = random.below(rows.len());
    let automaton = Moore::new(automaton.letters(), automaton.initial(), rows)
        .expect("only a successor changed");
    InterfaceLts {
        automaton,
        ..interface.clone()
    }
}

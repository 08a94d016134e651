//! Random components with byte-sized state: whatever is claimed is compared with an exhaustive search on the reference
//! interpreter, which shares no code with summaries, engines or solver. Then the model is broken at random, and the
//! engines must see it exactly when the exhaustive search does.

use std::rc::Rc;

use base::{Budget, NoProgress, Outcome, Random};
use cert::{Invariant, Verdict};
use mc::{Decision, Engine, conform, decide_with};
use model::{InterfaceLts, Moore};
use step::{Integers, Sight, StepSystem};
use teach::interface::learn_interface;

use crate::support::random::{difference, program};
use crate::support::{component, question};

const COMPONENTS: u64 = 60;
const MUTANTS: usize = 6;

/// What was seen of all components.
#[derive(Debug, Default)]
struct Seen {
    proved: usize,
    /// Models with a change that matters.
    broken: usize,
    /// Models with a change that does not.
    harmless: usize,
    /// Models of which abstraction alone says nothing.
    given_up: usize,
}

#[test]
fn every_claim_about_a_random_component_agrees_with_exhaustive_search() {
    let mut seen = Seen::default();
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
        let interface = learned.interface;
        assert_eq!(
            difference(&component, &interface),
            None,
            "seed {seed}:\n{text}"
        );
        seen.proved += 1;
        for _ in 0..MUTANTS {
            let mutant = mutate(&interface, &mut random);
            let truth = difference(&component, &mutant);
            seen.judge(
                (&learned.system, &mutant),
                proof,
                truth,
                &format!("seed {seed}\n{text}"),
            );
        }
    }
    // The test is worth something only if all three happen often.
    assert!(
        seen.proved >= 30 && seen.broken >= 60 && seen.harmless >= 1,
        "{seen:?}"
    );
    assert!(
        seen.given_up * 10 <= seen.broken + seen.harmless,
        "{seen:?}"
    );
}

impl Seen {
    /// Holds what engines and checker say of a changed model against the length of the shortest difference, if there is
    /// one. `proof` is that of the model as it was.
    fn judge(
        &mut self,
        (system, mutant): (&StepSystem, &InterfaceLts),
        proof: &Invariant,
        truth: Option<usize>,
        which: &str,
    ) {
        let accepted = |proof: &Invariant| {
            cert::check(system, mutant, proof, &mut smt::Z3::new(&system.terms)).is_ok()
        };
        let decisions = [decide(system, mutant), abstraction(system, mutant)];
        for (alone, decision) in decisions.into_iter().enumerate() {
            match (decision, truth) {
                (Decision::Differs(trace), Some(length)) => {
                    assert!(trace.calls.len() >= length, "{which}")
                }
                (Decision::Conforms(found), None) => {
                    assert!(alone == 0 || accepted(&found), "{which}")
                }
                (Decision::UpTo { .. }, _) if alone == 1 => self.given_up += 1,
                (decision, _) => panic!("{decision:?} but {truth:?}: {which}"),
            }
        }
        assert!(
            truth.is_none() || !accepted(proof),
            "a proof of something else is accepted: {which}"
        );
        match truth {
            Some(_) => self.broken += 1,
            None => self.harmless += 1,
        }
    }
}

/// What may and must abstraction says alone.
fn abstraction(system: &StepSystem, interface: &InterfaceLts) -> Decision {
    let mut solver = smt::chain(&system.terms, smt::Config::default());
    decide_with(Engine::MayMust, &question(system, interface), &mut *solver)
}

fn decide(system: &StepSystem, interface: &InterfaceLts) -> Decision {
    let mut solver = smt::chain(&system.terms, smt::Config::default());
    conform(&question(system, interface), &mut *solver).0
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

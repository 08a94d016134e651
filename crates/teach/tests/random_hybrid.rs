//! X-PSYCO and PSYCO on random components with byte-sized state: what is claimed up to a depth is compared with an
//! exhaustive search on the reference interpreter.

use std::rc::Rc;

use base::{Budget, NoProgress, Random};
use cert::Verdict;
use ir::Component;
use step::{Integers, Sight};
use teach::hybrid::{Engine, Learned, Options, learn};
use teach::interface::learn_interface;

use crate::support::component;
use crate::support::random::{difference, program};

const COMPONENTS: u64 = 20;
const DEPTH: usize = 4;
const REDUCTIONS: [(bool, bool); 4] = [(false, false), (true, false), (false, true), (true, true)];

fn run(component: &Rc<Component>, engine: Engine, (por, matching): (bool, bool)) -> Learned {
    let options = Options {
        engine,
        por,
        matching,
        depth: Some(DEPTH),
        ..Options::default()
    };
    learn(
        Rc::clone(component),
        Sight::new(Integers::Wrapping),
        &options,
        &Budget::unlimited(),
        &NoProgress,
    )
    .expect("there is no static initialiser")
}

/// States and symbols.
fn size(learned: &Learned) -> (usize, usize) {
    let interface = &learned.interface.interface;
    (interface.automaton.states(), interface.symbols.len())
}

/// Whether the claim holds for ever, after it was held against the exhaustive search.
fn confirmed(component: &Component, learned: &Learned) -> bool {
    let interface = &learned.interface.interface;
    let truth = difference(component, interface);
    match &learned.interface.verdict {
        Verdict::Proved(_) => assert_eq!(truth, None),
        Verdict::UpTo { depth, .. } => {
            assert_eq!(*depth, learned.exploration.k_max);
            assert!(truth.is_none_or(|length| length > *depth), "{truth:?}");
        }
        Verdict::Violated(_) | Verdict::Unknown(_) => panic!("{:?}", learned.interface.verdict),
    }
    truth.is_none()
}

#[test]
fn what_is_claimed_up_to_k_holds_up_to_k_whatever_is_switched_off() {
    let (mut complete, mut deep, mut right) = (0, 0, 0);
    for seed in 0..COMPONENTS {
        let text = program(&mut Random::seeded(seed));
        let component = component(&text);
        let all: Vec<Learned> = REDUCTIONS
            .iter()
            .map(|&r| run(&component, Engine::Hybrid, r))
            .collect();
        for (learned, (_, matching)) in all.iter().zip(REDUCTIONS) {
            assert_eq!(size(learned), size(&all[0]), "seed {seed}:\n{text}");
            right += usize::from(confirmed(&component, learned));
            complete += usize::from(learned.exploration.complete && matching);
            deep += usize::from(learned.exploration.k_max == DEPTH);
        }
        let counts: Vec<_> = all.iter().map(|learned| &learned.exploration).collect();
        for (without, with) in [(0, 1), (2, 3)] {
            let spared = counts[with].sequences + counts[with].skipped_by_por;
            assert!(
                counts[without].sequences >= counts[with].sequences,
                "seed {seed}:\n{text}"
            );
            assert!(spared >= counts[without].sequences, "seed {seed}:\n{text}");
        }
        assert!(
            counts[0].sequences >= counts[2].sequences
                && counts[1].sequences >= counts[3].sequences
        );
        assert_eq!(
            (counts[0].skipped_by_por, counts[0].skipped_by_matching),
            (0, 0)
        );
    }
    // The test is worth something only if all of these happen often.
    assert!(
        complete >= 8 && deep >= 40 && right >= 40,
        "{complete} complete, {deep} deep, {right} right"
    );
}

#[test]
fn psyco_agrees_with_exhaustive_search_and_with_the_default_engine() {
    let mut same = 0;
    for seed in 0..COMPONENTS {
        let text = program(&mut Random::seeded(seed));
        let component = component(&text);
        let learned = run(&component, Engine::Psyco, (true, true));
        let is_right = confirmed(&component, &learned);
        let sight = Sight::new(Integers::Wrapping);
        let default = learn_interface(
            Rc::clone(&component),
            sight,
            &Budget::unlimited(),
            &NoProgress,
        );
        let default = default.expect("there is no static initialiser");
        if let (Verdict::Proved(_), interface, true) =
            (&default.verdict, &default.interface, is_right)
        {
            assert_eq!(
                size(&learned).0,
                interface.automaton.states(),
                "seed {seed}:\n{text}"
            );
            same += 1;
        }
    }
    assert!(same >= 10, "{same}");
}

//! Comparisons of random machines against brute force.

use std::cell::RefCell;

use base::Random;
use smt::Terms;

use super::random::{Kind, Maker};
use super::{LONGEST, inputs, text, unlimited};
use crate::analysis::transducer::{
    Compared, Decision, commutes, compose, equal, idempotent, includes, roundtrip,
};
use crate::transducer::{Runner, SymbolicTransducer};

const PLAIN: Kind = Kind {
    lookback: false,
    compare: false,
    ahead: false,
};
pub(super) const KINDS: [Kind; 5] = [
    PLAIN,
    Kind {
        lookback: true,
        ..PLAIN
    },
    Kind {
        ahead: true,
        ..PLAIN
    },
    Kind {
        lookback: true,
        ahead: true,
        ..PLAIN
    },
    Kind {
        lookback: true,
        compare: true,
        ahead: false,
    },
];

/// A partial function on inputs.
type Function<'a> = &'a dyn Fn(&[u64]) -> Option<Vec<u64>>;

/// What the algebra says and what brute force finds: the shortest input for which the two functions differ.
fn agrees(
    compared: &Compared,
    functions: [Function; 2],
    counts: impl Fn(&Option<Vec<u64>>) -> bool,
    exact: bool,
) -> bool {
    let differs = |input: &[u64]| {
        let [a, b] = functions.map(|f| f(input));
        counts(&a) && a != b
    };
    let found = inputs(LONGEST).into_iter().find(|input| differs(input));
    match (&compared.decision, found) {
        (Decision::Yes, found) => assert_eq!(found.as_deref().map(text), None, "said to be so"),
        (Decision::No(d), found) => {
            assert!(differs(&d.input), "{} shows nothing", text(&d.input));
            assert!(d.shortest || !exact);
            if d.shortest && (found.is_some() || d.input.len() <= LONGEST) {
                assert_eq!(
                    found.map(|f| f.len()),
                    Some(d.input.len()),
                    "{} is not the shortest",
                    text(&d.input)
                );
            }
            assert_eq!(d.outputs, functions.map(|f| f(&d.input)));
        }
        (Decision::Unknown(why), _) => assert!(!exact, "{why}"),
    }
    !matches!(compared.decision, Decision::Unknown(_))
}

fn always(_: &Option<Vec<u64>>) -> bool {
    true
}

/// For each kind, the machines of so many seeds.
pub(super) fn each(count: u64, mut test: impl FnMut(Kind, Maker)) {
    for kind in KINDS {
        for seed in 0..count {
            let terms = Terms::new();
            let mut random = Random::seeded(seed);
            test(
                kind,
                Maker {
                    terms: &terms,
                    random: &mut random,
                    kind,
                },
            );
        }
    }
}

pub(super) fn run(machine: &SymbolicTransducer) -> impl Fn(&[u64]) -> Option<Vec<u64>> {
    let runner = RefCell::new(Runner::new(machine));
    move |input| runner.borrow_mut().whole(input)
}

#[test]
fn equal_and_includes_agree_with_brute_force_on_machines_and_changed_ones() {
    let mut decided = [0, 0];
    each(60, |kind, mut maker| {
        let a = maker.machine();
        let b = maker.changed(&a);
        let b = if maker.random.chance(1, 2) {
            maker.late(&b)
        } else {
            b
        };
        let compared = equal(&a, &b, &unlimited());
        let known = agrees(&compared, [&run(&a), &run(&b)], always, !kind.compare);
        agrees(
            &includes(&a, &b, &unlimited()),
            [&run(&a), &run(&b)],
            Option::is_some,
            !kind.compare,
        );
        decided[usize::from(known)] += 1;
    });
    assert!(decided[1] > 20 * decided[0], "{decided:?}");
}

#[test]
fn a_machine_that_writes_later_is_the_same() {
    each(25, |kind, mut maker| {
        let a = maker.machine();
        let once = maker.late(&a);
        let twice = maker.late(&once);
        for (a, b) in [(&a, &once), (&twice, &a), (&once, &twice)] {
            let compared = equal(a, b, &unlimited());
            let yes = compared.decision == Decision::Yes;
            assert!(
                yes || kind.compare && matches!(compared.decision, Decision::Unknown(_)),
                "{compared:?}"
            );
        }
    });
}

#[test]
fn a_composition_does_one_after_the_other() {
    let mut made = 0;
    each(25, |kind, mut maker| {
        let (a, b) = (maker.machine(), maker.machine());
        let Ok(both) = compose(&a, &b, &unlimited()) else {
            assert!(kind.lookback, "only lookback is a reason not to compose");
            return;
        };
        made += 1;
        let (first, second, both) = (run(&a), run(&b), run(&both));
        for input in inputs(LONGEST) {
            let expected = first(&input).and_then(|written| second(&written));
            assert_eq!(both(&input), expected, "{}", text(&input));
        }
    });
    assert!(made > 75, "{made}");
}

#[test]
fn composition_is_associative() {
    each(15, |kind, mut maker| {
        let [a, b, c] = [maker.machine(), maker.machine(), maker.machine()];
        let of = |a: &SymbolicTransducer, b: &SymbolicTransducer| compose(a, b, &unlimited());
        let left = of(&a, &b).and_then(|ab| of(&ab, &c));
        let right = of(&b, &c).and_then(|bc| of(&a, &bc));
        if let (Ok(left), Ok(right)) = (left, right) {
            let compared = equal(&left, &right, &unlimited());
            let unknown = matches!(compared.decision, Decision::Unknown(_));
            assert!(
                compared.decision == Decision::Yes || kind.compare && unknown,
                "{compared:?}"
            );
        }
    });
}

#[test]
fn laws_agree_with_brute_force() {
    each(25, |kind, mut maker| {
        let (a, b) = (maker.machine(), maker.machine());
        let (first, second) = (run(&a), run(&b));
        let twice = |input: &[u64]| first(&first(input)?);
        let exact = !kind.lookback;
        agrees(
            &idempotent(&a, &unlimited()),
            [&twice, &first],
            always,
            exact,
        );
        let ab = |input: &[u64]| second(&first(input)?);
        let ba = |input: &[u64]| first(&second(input)?);
        agrees(&commutes(&a, &b, &unlimited()), [&ab, &ba], always, exact);
        let copy = |input: &[u64]| first(input).map(|_| input.to_vec());
        agrees(
            &roundtrip(&a, &b, &unlimited()),
            [&ab, &copy],
            always,
            exact,
        );
    });
}

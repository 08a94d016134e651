//! Comparing interfaces, on random small ones, against all sequences of concrete calls.

use std::collections::{BTreeMap, BTreeSet};

use base::{Budget, Random};
use model::analysis::{changes, plain};
use model::{InterfaceLts, Outcome, Parameter};
use smt::syntax::Type;
use smt::{Sort, Terms, Value};

use crate::random::{METHODS, random_interface};

fn after(interface: &InterfaceLts, state: usize, method: usize, x: u64) -> usize {
    let symbol = interface
        .symbol_of(method, &[Value::bv(3, x)])
        .expect("the guards cover everything");
    interface.automaton.next(state, symbol)
}

/// For each pair of states that can be reached together, on how few calls; and the shortest difference of all.
fn brute_force(
    old: &InterfaceLts,
    new: &InterfaceLts,
) -> (BTreeMap<(usize, usize), usize>, Option<usize>) {
    let mut depths = BTreeMap::from([((0, 0), 0)]);
    let mut frontier = vec![(0, 0)];
    let mut shortest = None;
    let mut depth = 0;
    while !frontier.is_empty() {
        depth += 1;
        let mut next = Vec::new();
        for &(o, n) in &frontier {
            for (method, x) in (0..METHODS).flat_map(|m| (0..8).map(move |x| (m, x))) {
                let pair = (after(old, o, method, x), after(new, n, method, x));
                let answers = (
                    old.automaton.output_of(pair.0),
                    new.automaton.output_of(pair.1),
                );
                if answers.0 != answers.1 {
                    shortest.get_or_insert(depth);
                } else if *answers.0 == Outcome::Ok && !depths.contains_key(&pair) {
                    depths.insert(pair, depth);
                    next.push(pair);
                }
            }
        }
        frontier = next;
    }
    (depths, shortest)
}

/// Every pair of differing transitions from every pair of states is found once, on a shortest way, and nothing else is.
#[test]
fn all_differences_are_found_each_on_a_shortest_way() {
    let mut random = Random::seeded(4);
    let (mut equals, mut differing) = (0, 0);
    for _ in 0..300 {
        let terms = Terms::new();
        let old = random_interface(&terms, &mut random);
        let new = if random.below(4) == 0 {
            old.clone()
        } else {
            random_interface(&terms, &mut random)
        };
        let mut solver = smt::Z3::new(&terms);
        let found = changes(&old, &new, &mut solver, &Budget::unlimited());
        assert_eq!(found.stopped, None);
        let (depths, shortest) = brute_force(&old, &new);
        assert_eq!(found.found.first().map(|c| c.calls.len()), shortest);
        assert!(
            found
                .found
                .windows(2)
                .all(|pair| pair[0].calls.len() <= pair[1].calls.len())
        );
        let mut seen = BTreeSet::new();
        for change in &found.found {
            let (mut pair, mut steps) = ((0, 0), Vec::new());
            for (method, args) in &change.calls {
                assert_eq!(*old.automaton.output_of(pair.0), Outcome::Ok);
                let x = args[0].as_unsigned().expect("a number");
                steps.push((
                    pair,
                    old.symbol_of(*method, args),
                    new.symbol_of(*method, args),
                ));
                pair = (
                    after(&old, pair.0, *method, x),
                    after(&new, pair.1, *method, x),
                );
            }
            assert_eq!(
                (change.old, change.new),
                (
                    *old.automaton.output_of(pair.0),
                    *new.automaton.output_of(pair.1)
                )
            );
            assert_ne!(change.old, change.new);
            let last = *steps.last().expect("at least one call");
            assert_eq!(depths[&last.0] + 1, change.calls.len());
            assert!(seen.insert(last), "the same pair of transitions twice");
        }
        assert_eq!(seen.len(), all_pairs(&old, &new, &depths));
        *(if shortest.is_none() {
            &mut equals
        } else {
            &mut differing
        }) += 1;
    }
    assert!(equals > 30 && differing > 100, "{equals} {differing}");
}

/// How many pairs of differing transitions there are.
fn all_pairs(
    old: &InterfaceLts,
    new: &InterfaceLts,
    depths: &BTreeMap<(usize, usize), usize>,
) -> usize {
    let mut found = BTreeSet::new();
    for &(o, n) in depths.keys() {
        for (method, x) in (0..METHODS).flat_map(|m| (0..8).map(move |x| (m, x))) {
            let pair = (after(old, o, method, x), after(new, n, method, x));
            if old.automaton.output_of(pair.0) != new.automaton.output_of(pair.1) {
                let args = [Value::bv(3, x)];
                found.insert((
                    o,
                    n,
                    old.symbol_of(method, &args),
                    new.symbol_of(method, &args),
                ));
            }
        }
    }
    found.len()
}

#[test]
fn plain_arguments_satisfy_the_same_and_are_small() {
    let terms = Terms::new();
    let x = terms.var("x", Sort::BitVec(32));
    let choice = terms.var("c", Sort::Bool);
    let int = Type::Vector {
        signed: true,
        width: 32,
    };
    let param = |name: &str, ty, term| Parameter {
        name: name.into(),
        source_type: "int".into(),
        ty,
        term,
    };
    let params = [param("x", int, x), param("x == null", Type::Bool, choice)];
    let number = |n: i32| Value::bv(32, u64::from(n as u32));
    let above = terms.bv_sgt(x, terms.constant(number(9_999)));
    let args = [number(1_000_000), Value::Bool(true)];
    assert_eq!(
        plain(&terms, &params, &[above], &args),
        [number(10_000), Value::Bool(true)]
    );
    let below = terms.bv_sgt(terms.constant(number(-20)), x);
    assert_eq!(
        plain(
            &terms,
            &params,
            &[below],
            &[number(i32::MIN), Value::Bool(false)]
        )[0],
        number(-21)
    );
    let other = [number(5), Value::Bool(false)];
    assert_eq!(
        plain(&terms, &params, &[above], &other),
        other,
        "what does not hold is left alone"
    );
}

//! Equality of interfaces, on random small ones, against all sequences of concrete calls.

use std::collections::BTreeSet;

use base::{Budget, Random};
use model::analysis::{Equality, Parting, equal_interfaces};
use model::{Configuration, InterfaceLts, MethodSymbol, Moore, Outcome};
use smt::{Solver, Terms, Value};

use crate::random::{METHODS, random_interface, random_remembering};

fn solver(terms: &Terms) -> Box<dyn Solver> {
    smt::chain(terms, smt::Config::default())
}

fn compare(first: &InterfaceLts, second: &InterfaceLts) -> Equality<Parting> {
    equal_interfaces(
        first,
        second,
        &mut *solver(&first.terms),
        &Budget::unlimited(),
    )
}

/// All calls there are.
fn calls() -> impl Iterator<Item = (usize, u64)> {
    (0..METHODS).flat_map(|method| (0..8).map(move |x| (method, x)))
}

fn after(interface: &InterfaceLts, before: &Configuration, method: usize, x: u64) -> Configuration {
    interface
        .after(before, method, &[Value::bv(3, x)])
        .expect("the guards cover everything")
}

fn answer(interface: &InterfaceLts, at: &Configuration) -> Outcome {
    *interface.automaton.output_of(at.state)
}

/// What tells two configurations apart.
fn key(interface: &InterfaceLts, at: &Configuration) -> (usize, Vec<Option<u64>>) {
    let held = |r: &model::Register| at.held.get(&r.term).and_then(Value::as_unsigned);
    (at.state, interface.registers.iter().map(held).collect())
}

/// On how few calls something is ok in one and an error in the other, and on how few the answer is not known.
fn brute_force(first: &InterfaceLts, second: &InterfaceLts) -> (Option<usize>, Option<usize>) {
    let (mut differs, mut unknown) = (None, None);
    let mut frontier = vec![(first.start(), second.start())];
    let mut seen = BTreeSet::new();
    let mut depth = 0;
    while !frontier.is_empty() {
        depth += 1;
        let mut next = Vec::new();
        for (a, b) in &frontier {
            for (method, x) in calls() {
                let (a, b) = (after(first, a, method, x), after(second, b, method, x));
                match (answer(first, &a), answer(second, &b)) {
                    (Outcome::Unknown, _) | (_, Outcome::Unknown) => {
                        unknown.get_or_insert(depth);
                    }
                    (Outcome::Ok, Outcome::Ok)
                        if seen.insert((key(first, &a), key(second, &b))) =>
                    {
                        next.push((a, b))
                    }
                    (left, right) if left != right => {
                        differs.get_or_insert(depth);
                    }
                    (Outcome::Ok, Outcome::Ok) | (Outcome::Error, _) | (_, Outcome::Error) => {}
                }
            }
        }
        frontier = next;
    }
    (differs, unknown)
}

/// Runs the calls of a witness on both: legal up to the last, which is answered as it says.
fn replay(first: &InterfaceLts, second: &InterfaceLts, parting: &Parting) {
    let (mut a, mut b) = (first.start(), second.start());
    for (i, (method, args)) in parting.calls.iter().enumerate() {
        a = first.after(&a, *method, args).expect("some guard holds");
        b = second.after(&b, *method, args).expect("some guard holds");
        let answers = (answer(first, &a), answer(second, &b));
        let expected = if i + 1 == parting.calls.len() {
            parting.answers
        } else {
            (Outcome::Ok, Outcome::Ok)
        };
        assert_eq!(answers, expected, "call {i} of {parting:?}");
    }
}

/// Compares both ways round with what brute force says; gives the length of the difference.
fn check(first: &InterfaceLts, second: &InterfaceLts) -> Option<usize> {
    let (shortest, first_unknown) = brute_force(first, second);
    for (a, b) in [(first, second), (second, first)] {
        match compare(a, b) {
            Equality::Differs(parting) => {
                replay(a, b, &parting);
                assert!(parting.shortest);
                assert_eq!(Some(parting.calls.len()), shortest);
            }
            Equality::Equal { unknown } => {
                assert_eq!(shortest, None);
                assert_eq!(
                    unknown.as_ref().map(|parting| parting.calls.len()),
                    first_unknown
                );
                if let Some(parting) = unknown {
                    replay(a, b, &parting);
                    assert!([parting.answers.0, parting.answers.1].contains(&Outcome::Unknown));
                }
            }
            Equality::Undecided { reason, .. } => panic!("{reason}"),
        }
    }
    shortest
}

#[test]
fn equality_is_symmetric_and_its_witness_a_shortest_one() {
    let mut random = Random::seeded(5);
    let (mut equals, mut differing) = (0, 0);
    for _ in 0..200 {
        let terms = Terms::new();
        let first = random_interface(&terms, &mut random);
        let second = if random.below(4) == 0 {
            first.clone()
        } else {
            random_interface(&terms, &mut random)
        };
        *(if check(&first, &second).is_none() {
            &mut equals
        } else {
            &mut differing
        }) += 1;
    }
    assert!(equals > 30 && differing > 80, "{equals} {differing}");
}

#[test]
fn what_registers_hold_is_compared_by_what_they_do() {
    let mut random = Random::seeded(6);
    let (mut equals, mut differing) = (0, 0);
    for _ in 0..150 {
        let terms = Terms::new();
        let seed = random.below(1 << 20) as u64;
        let first = random_remembering(&terms, &mut Random::seeded(seed), "first");
        let other = if random.below(3) == 0 { seed } else { seed + 1 };
        let second = random_remembering(&terms, &mut Random::seeded(other), "second");
        let found = check(&first, &second);
        assert!(
            other != seed || found.is_none(),
            "the same but for the name of its register"
        );
        *(if found.is_none() {
            &mut equals
        } else {
            &mut differing
        }) += 1;
    }
    assert!(equals > 30 && differing > 50, "{equals} {differing}");
}

/// The same interface with more symbols, in another order, the guards written in another way.
fn rewritten(interface: &InterfaceLts) -> InterfaceLts {
    let terms = &interface.terms;
    let mut symbols = Vec::new();
    let mut old = Vec::new();
    for (s, symbol) in interface.symbols.iter().enumerate().rev() {
        let x = interface.methods[symbol.method].params[0].term;
        let odd = terms.eq(
            terms.bv_and(x, terms.constant(Value::bv(3, 1))),
            terms.constant(Value::bv(3, 1)),
        );
        let siblings = interface
            .symbols_of(symbol.method)
            .into_iter()
            .filter(|&other| other != s);
        let others: Vec<_> = siblings
            .map(|other| interface.symbols[other].guard)
            .collect();
        let guard = terms.not(terms.or(&others));
        for half in [odd, terms.not(odd)] {
            symbols.push(MethodSymbol {
                method: symbol.method,
                guard: terms.and(&[guard, half]),
            });
            old.push(s);
        }
    }
    let automaton = &interface.automaton;
    let row = |q: usize| {
        (
            *automaton.output_of(q),
            old.iter().map(|&s| automaton.next(q, s)).collect(),
        )
    };
    let rows = (0..automaton.states()).map(row).collect();
    let automaton = Moore::new(symbols.len(), automaton.initial(), rows).expect("the same states");
    InterfaceLts {
        symbols,
        automaton,
        ..interface.clone()
    }
}

#[test]
fn guards_may_be_written_and_split_in_any_way() {
    let mut random = Random::seeded(7);
    for _ in 0..50 {
        let interface = random_interface(&Terms::new(), &mut random);
        let other = rewritten(&interface);
        assert!(other.symbols.len() > interface.symbols.len());
        assert_eq!(check(&interface, &other), None);
    }
}

#[test]
fn a_comparison_without_time_does_not_call_anything_equal() {
    let terms = Terms::new();
    let interface = random_interface(&terms, &mut Random::seeded(1));
    let spent = Budget::lasting(std::time::Duration::ZERO);
    let result = equal_interfaces(&interface, &interface, &mut *solver(&terms), &spent);
    assert!(
        matches!(result, Equality::Undecided { depth: 0, .. }),
        "{result:?}"
    );
}

//! Canonical forms: right, and the same for machines that are presented in other ways.

use base::{Budget, Random, StopReason};
use smt::{Config, chain};

use super::super::testing::{Builder, difference, html, input, newlines};
use super::super::{
    Acceptor, AcceptorState, End, Failure, Ran, Start, State, Step, SymbolType, SymbolicTransducer,
};
use super::{fewer_starts, minimal, symbolic, tabled};

fn canonical(machine: &SymbolicTransducer) -> SymbolicTransducer {
    let mut solver = chain(&machine.terms, Config::default());
    let form = minimal(machine, &mut *solver, &Budget::unlimited())
        .expect("small machines have a canonical form");
    fewer_starts(&form, &Budget::unlimited())
        .expect("time is not over")
        .unwrap_or(form)
}

/// The canonical form that keeps windows, for machines that do not need it.
fn windowed(machine: &SymbolicTransducer) -> SymbolicTransducer {
    let mut solver = chain(&machine.terms, Config::default());
    symbolic::minimal(machine, &mut *solver, &Budget::unlimited())
        .expect("small questions are answered")
}

/// Random machines over a few letters, with constants and copies.
fn random_machine(b: &Builder, random: &mut Random) -> SymbolicTransducer {
    random_machine_with(b, random, &[])
}

/// Guards that divide all symbols.
const LETTERS: [&str; 4] = [
    "x == 97",
    "x == 98",
    "x == 99",
    "x != 97 && x != 98 && x != 99",
];

/// What is written; the first four do not depend on the symbol.
const WORDS: [&[&str]; 7] = [
    &[],
    &["97"],
    &["98"],
    &["97", "98"],
    &["x"],
    &["97", "x"],
    &["(u8) (x - 32)"],
];

/// Also with these words, which look one symbol back.
fn random_machine_with(
    b: &Builder,
    random: &mut Random,
    looking_back: &[&[&str]],
) -> SymbolicTransducer {
    let count = 1 + random.below(5);
    let words = |all: &&[&str]| all.iter().map(|w| b.value(w, b.output)).collect();
    let mut machine = b.machine(2, &[], &[]);
    machine.states = vec![State::default(); count];
    for at in 0..count {
        for letter in LETTERS {
            if random.chance(7, 8) {
                // Before the first symbol there is none to look at.
                let all = if at == 0 {
                    WORDS.to_vec()
                } else {
                    [&WORDS[..], looking_back].concat()
                };
                let step = Step {
                    writes: words(random.pick(&all)),
                    guard: b.guard(letter),
                    updates: vec![],
                    to: random.below(count),
                };
                machine.states[at].steps.push(step);
            }
        }
        if random.chance(1, 2) {
            machine.states[at].ends.push(End {
                guard: b.terms.true_(),
                writes: words(random.pick(&WORDS[..4])),
            });
        } else if random.chance(1, 6) {
            machine.states[at] = State {
                failure: Some(Failure::fails("it breaks")),
                ..State::default()
            };
        }
    }
    machine
}

/// The same function, presented in another way.
fn disguised(machine: &SymbolicTransducer, random: &mut Random) -> SymbolicTransducer {
    let mut other = machine.clone();
    for _ in 0..4 {
        let at = random.below(other.states.len());
        if other.states[at].steps.is_empty() {
            continue;
        }
        let step = random.below(other.states[at].steps.len());
        match random.below(3) {
            0 => split_guard(&mut other, at, step, random),
            1 => split_state(&mut other, at, step),
            _ => delay(&mut other, at, step),
        }
    }
    shuffle(&mut other, random);
    other
}

fn split_guard(machine: &mut SymbolicTransducer, at: usize, step: usize, random: &mut Random) {
    let terms = machine.terms.clone();
    let low = terms.bv_ult(machine.seen(0), terms.bv(8, random.bits()));
    let mut second = machine.states[at].steps[step].clone();
    let first = &mut machine.states[at].steps[step];
    second.guard = terms.and2(first.guard, terms.not(low));
    first.guard = terms.and2(first.guard, low);
    machine.states[at].steps.push(second);
}

/// The step leads to a copy of where it led.
fn split_state(machine: &mut SymbolicTransducer, at: usize, step: usize) {
    let copy = machine.states[machine.states[at].steps[step].to].clone();
    machine.states[at].steps[step].to = machine.states.len();
    machine.states.push(copy);
}

/// What the step writes last is written later, by a copy of where it leads.
fn delay(machine: &mut SymbolicTransducer, at: usize, step: usize) {
    split_state(machine, at, step);
    let [x, x1, x2] = [0, 1, 2].map(|back| machine.seen(back));
    let terms = machine.terms.clone();
    let Some(last) = machine.states[at].steps[step].writes.pop() else {
        return;
    };
    if terms.free_vars(last).contains(&x2) {
        machine.states[at].steps[step].writes.push(last);
        return;
    }
    let last = terms.substitute(last, &[(x, x1), (x1, x2)].into_iter().collect());
    let copy = machine.states.last_mut().expect("a copy was just made");
    copy.steps.iter_mut().for_each(|s| s.writes.insert(0, last));
    copy.ends.iter_mut().for_each(|e| e.writes.insert(0, last));
}

/// Other numbers for states, another order of steps.
fn shuffle(machine: &mut SymbolicTransducer, random: &mut Random) {
    let mut places: Vec<usize> = (0..machine.states.len()).collect();
    for i in (1..places.len()).rev() {
        places.swap(i, random.below(i + 1));
    }
    let mut states = vec![State::default(); places.len()];
    for (at, mut state) in std::mem::take(&mut machine.states).into_iter().enumerate() {
        state
            .steps
            .iter_mut()
            .for_each(|step| step.to = places[step.to]);
        state.steps.reverse();
        states[places[at]] = state;
    }
    machine.states = states;
    machine.starts = vec![Start {
        when: None,
        state: places[machine.starts[0].state],
    }];
}

/// Both write the same, or neither is defined.
fn agree(a: &SymbolicTransducer, b: &SymbolicTransducer, input: &[u64]) {
    match (a.run(input), b.run(input)) {
        (Ran::Undefined { .. }, Ran::Undefined { .. }) => {}
        (x, y) => assert_eq!(x, y, "on {input:?}"),
    }
}

#[test]
fn a_canonical_form_does_the_same() {
    let mut random = Random::seeded(1);
    for _ in 0..60 {
        let b = Builder::bytes();
        let machine = random_machine(&b, &mut random);
        let canonical = canonical(&machine);
        assert_eq!(canonical.check(), Ok(()));
        for _ in 0..40 {
            agree(
                &machine,
                &canonical,
                &input(&mut random, &[97, 98, 99, 100], 8),
            );
        }
    }
}

#[test]
fn a_canonical_form_does_not_depend_on_how_the_machine_is_presented() {
    let mut random = Random::seeded(2);
    for round in 0..80 {
        let b = Builder::bytes();
        let machine = random_machine(&b, &mut random);
        let disguised = disguised(&machine, &mut random);
        for _ in 0..20 {
            agree(
                &machine,
                &disguised,
                &input(&mut random, &[97, 98, 99, 100], 8),
            );
        }
        let (a, b) = (canonical(&machine), canonical(&disguised));
        assert_eq!(
            a.states, b.states,
            "round {round}: {machine:?} and {disguised:?}"
        );
        assert_eq!(
            (a.starts[0].state, a.lookback),
            (b.starts[0].state, b.lookback)
        );
    }
}

#[test]
fn a_canonical_form_is_its_own() {
    let mut random = Random::seeded(3);
    for _ in 0..40 {
        let b = Builder::bytes();
        let once = canonical(&random_machine(&b, &mut random));
        assert_eq!(canonical(&once).states, once.states);
    }
}

#[test]
fn no_two_states_of_a_canonical_form_do_the_same() {
    let mut random = Random::seeded(4);
    for _ in 0..30 {
        let b = Builder::bytes();
        let machine = canonical(&random_machine(&b, &mut random));
        let from = |state: usize| SymbolicTransducer {
            starts: vec![Start { when: None, state }],
            ..machine.clone()
        };
        let words: Vec<Vec<u64>> = (0..400)
            .map(|_| input(&mut random, &[97, 98, 99, 100], 9))
            .collect();
        let failing = |state: &usize| machine.states[*state].failure.is_some();
        for a in 0..machine.states.len() {
            for b in (0..a).filter(|b| !failing(b) && !failing(&a)) {
                let differ = words.iter().any(|w| from(a).run(w) != from(b).run(w));
                assert!(differ, "{a} and {b} of {machine:?}");
            }
        }
    }
}

#[test]
fn known_machines_have_the_states_they_need() {
    let b = Builder::bytes();
    assert_eq!(canonical(&html(&b)).states.len(), 1);
    let newlines = canonical(&newlines(&b));
    assert_eq!(newlines.states.len(), 2);
    // A second CR says that the first one is written.
    let shown: Vec<usize> = newlines.states[1]
        .steps
        .iter()
        .map(|s| s.writes.len())
        .collect();
    assert_eq!(shown, [2, 1, 1]);
}

#[test]
fn terms_and_tables_give_the_same_states() {
    let mut random = Random::seeded(5);
    for round in 0..30 {
        let b = Builder::bytes();
        let machine = disguised(&random_machine(&b, &mut random), &mut random);
        let by_terms = windowed(&machine);
        let by_tables = tabled(&machine, super::FEW, &Budget::unlimited())
            .expect("time is not over")
            .expect("nothing is remembered for long");
        assert_eq!(
            by_terms.states.len(),
            by_tables.states.len(),
            "round {round}: {machine:?}"
        );
        assert_eq!((by_terms.lookback, by_terms.check()), (0, Ok(())));
        for _ in 0..20 {
            agree(
                &by_terms,
                &by_tables,
                &input(&mut random, &[97, 98, 99, 100], 8),
            );
        }
        let again = windowed(&disguised(&machine, &mut random));
        assert_eq!(again.states, by_terms.states, "round {round}");
    }
}

#[test]
fn machines_that_look_back_have_one_form_too() {
    let mut random = Random::seeded(10);
    for round in 0..24 {
        let b = Builder::bytes();
        let back: [&[&str]; 3] = [&["(u8) (x - x1)"], &["x1", "x"], &["(u8) (x1 + 1)", "97"]];
        let machine = random_machine_with(&b, &mut random, &back);
        let disguised = disguised(&machine, &mut random);
        let (a, c) = (canonical(&machine), canonical(&disguised));
        assert_eq!(a.check(), Ok(()), "round {round}: {a:?}");
        assert_eq!(
            (a.states.len(), a.lookback),
            (c.states.len(), c.lookback),
            "round {round}: {a:?} and {c:?}"
        );
        for _ in 0..20 {
            agree(&machine, &a, &input(&mut random, &[97, 98, 99, 100], 8));
            agree(&machine, &c, &input(&mut random, &[97, 98, 99, 100], 8));
        }
        assert_eq!(a.states, c.states, "round {round}");
    }
}

/// Steps of all states but the first ask for the symbol before, too, and do something else for one.
fn asking_back(
    b: &Builder,
    random: &mut Random,
    mut machine: SymbolicTransducer,
) -> SymbolicTransducer {
    let count = machine.states.len();
    for state in &mut machine.states[1..] {
        for step in std::mem::take(&mut state.steps) {
            if random.chance(1, 2) {
                state.steps.push(step);
                continue;
            }
            let (this, other) = *random.pick(&[
                ("x1 == 98", "x1 != 98"),
                ("x1 < 98", "x1 >= 98"),
                ("x1 == x", "x1 != x"),
            ]);
            let [this, other] = [this, other].map(|when| b.terms.and2(step.guard, b.guard(when)));
            state.steps.push(Step {
                guard: this,
                to: random.below(count),
                ..step.clone()
            });
            state.steps.push(Step {
                guard: other,
                ..step
            });
        }
    }
    machine
}

#[test]
fn machines_that_ask_for_earlier_symbols_have_one_form_too() {
    let mut random = Random::seeded(11);
    for round in 0..16 {
        let b = Builder::bytes();
        let back: [&[&str]; 2] = [&["(u8) (x - x1)"], &["(u8) (x1 + 1)", "97"]];
        let machine =
            random_machine_with(&b, &mut random, if round % 2 == 0 { &back } else { &[] });
        let machine = asking_back(&b, &mut random, machine);
        let disguised = disguised(&machine, &mut random);
        let (a, c) = (canonical(&machine), canonical(&disguised));
        assert_eq!(a.check(), Ok(()), "round {round}: {a:?}");
        for _ in 0..20 {
            agree(&machine, &a, &input(&mut random, &[97, 98, 99, 100], 8));
            agree(&machine, &c, &input(&mut random, &[97, 98, 99, 100], 8));
        }
        assert_eq!(
            (a.states.len(), a.lookback),
            (c.states.len(), c.lookback),
            "round {round}: {a:?} and {c:?}"
        );
        assert_eq!(a.states, c.states, "round {round}");
    }
}

#[test]
fn what_depends_on_earlier_symbols_in_many_ways_keeps_its_window() {
    let b = Builder::bytes();
    let machine = canonical(&difference(&b));
    assert_eq!((machine.states.len(), machine.lookback), (2, 1));
    let mut random = Random::seeded(6);
    for _ in 0..40 {
        agree(
            &machine,
            &difference(&b),
            &input(&mut random, &[1, 2, 255], 8),
        );
    }
    assert_eq!(
        canonical(&disguised(&difference(&b), &mut random)).states,
        machine.states
    );
}

/// Holds UTF-8 lead bytes back; an over-long `<` is escaped.
fn overlong(b: &Builder) -> SymbolicTransducer {
    let less = "((x1 & 31) << 6 | x & 63) == 60 && (x & 192) == 128";
    let plain = format!("!({less})");
    b.machine(
        1,
        &[
            (0, "(x & 224) != 192 && x != 60", &["x"], 0),
            (0, "x == 60", &["38"], 0),
            (0, "(x & 224) == 192", &[], 1),
            (1, less, &["38"], 0),
            (1, &format!("{plain} && (x & 224) == 192"), &["x1"], 1),
            (1, &format!("{plain} && x == 60"), &["x1", "38"], 0),
            (
                1,
                &format!("{plain} && (x & 224) != 192 && x != 60"),
                &["x1", "x"],
                0,
            ),
        ],
        &[(0, "true", &[]), (1, "true", &["x1"])],
    )
}

#[test]
fn few_symbols_that_matter_later_become_states() {
    let b = Builder::bytes();
    for machine in [canonical(&overlong(&b)), windowed(&overlong(&b))] {
        // All but C0 are written at once: nothing that follows them is special.
        assert_eq!(
            (machine.states.len(), machine.lookback),
            (2, 0),
            "{machine:?}"
        );
        let mut random = Random::seeded(7);
        for _ in 0..200 {
            agree(
                &machine,
                &overlong(&b),
                &input(&mut random, &[0xc0, 0xbc, 60, 0xc1, 97], 8),
            );
        }
    }
}

#[test]
fn wide_symbols_are_told_apart_by_conditions() {
    let int = SymbolType {
        bits: 32,
        signed: true,
    };
    let b = Builder::new(int, int);
    // Writes each number when it is known whether the next one is negative: the sign of the last one is remembered.
    let machine = b.machine(
        1,
        &[
            (0, "x < 0", &["-1"], 1),
            (0, "x >= 0", &["1"], 1),
            (1, "x1 < 0 && x > 5", &["x"], 1),
            (1, "x1 < 0 && x <= 5", &["0"], 1),
            (1, "x1 >= 0", &["x - 1"], 1),
        ],
        &[
            (0, "true", &[]),
            (1, "x1 < 0", &["7"]),
            (1, "x1 >= 0", &["8"]),
        ],
    );
    let canonical = canonical(&machine);
    assert_eq!(
        (canonical.states.len(), canonical.lookback),
        (3, 0),
        "{canonical:?}"
    );
    let mut random = Random::seeded(8);
    for _ in 0..200 {
        let input: Vec<u64> = input(&mut random, &[5, 6, 0, u64::from(u32::MAX)], 6);
        agree(&machine, &canonical, &input);
    }
}

#[test]
fn registers_are_kept() {
    let mut b = Builder::bytes();
    b.register("sum", smt::Value::bv(8, 0));
    let steps: &[_] = &[
        (0, "x < 128", &["sum"][..], 1),
        (0, "x >= 128", &["sum"][..], 2),
        (1, "true", &["sum"][..], 2),
    ];
    let mut machine = b.machine(
        0,
        &[steps, &[(2, "true", &["sum"], 2)]].concat(),
        &[(1, "true", &[]), (2, "true", &[])],
    );
    let sum = b.value("(u8) (sum + x)", SymbolType::BYTE);
    machine
        .states
        .iter_mut()
        .flat_map(|s| &mut s.steps)
        .for_each(|s| s.updates = vec![sum]);
    let canonical = canonical(&machine);
    assert_eq!(canonical.states.len(), 2);
    let mut random = Random::seeded(9);
    for _ in 0..50 {
        agree(&machine, &canonical, &input(&mut random, &[1, 200], 6));
    }
}

#[test]
fn symbols_that_cannot_occur_make_no_difference() {
    let b = Builder::bytes();
    let mut machine = html(&b);
    machine.alphabet = b.guard("x != 0");
    let canonical = canonical(&machine);
    assert_eq!(canonical.check(), Ok(()));
    assert!(matches!(
        canonical.run(&[97, 0]),
        Ran::Undefined {
            at: 1,
            failure: None
        }
    ));
    let guards: Vec<String> = canonical.states[0]
        .steps
        .iter()
        .map(|s| canonical.show_guard(s.guard))
        .collect();
    assert_eq!(guards, ["!('&', '<', '>')", "'&'", "'<'", "'>'"]);
    // What cannot occur need not be mentioned.
    let rest = canonical.states[0].steps[0].guard;
    assert_eq!(rest, b.guard("x != 38 && x != 60 && x != 62"));
}

#[test]
fn states_without_a_future_are_one_for_each_reason() {
    let b = Builder::bytes();
    let steps: &[_] = &[
        (0, "x == 97", &["x"][..], 0),
        (0, "x == 98", &["x"][..], 1),
        (0, "x == 99", &["x"][..], 2),
        (0, "x == 100", &["x"][..], 3),
        (0, "x == 101", &["x"][..], 4),
        (3, "true", &["x"][..], 1),
        (4, "true", &["x"][..], 4),
    ];
    let mut machine = b.machine(0, steps, &[(0, "true", &[])]);
    machine.states[1].failure = Some(Failure::fails("aborts"));
    machine.states[2].failure = Some(Failure::fails("divides by zero"));
    for canonical in [canonical(&machine), windowed(&machine)] {
        let failures: Vec<Option<Failure>> =
            canonical.states.iter().map(|s| s.failure.clone()).collect();
        let fails = |how: &str| Some(Failure::fails(how));
        assert_eq!(failures, [None, fails("aborts"), fails("divides by zero")]);
        // Of what fails for no reason nothing is said.
        let shown: Vec<String> = canonical.states[0]
            .steps
            .iter()
            .map(|s| canonical.show_guard(s.guard))
            .collect();
        assert_eq!(shown, ["'a'", "'b', 'd'", "'c'"]);
    }
}

#[test]
fn what_comes_first_stays_with_a_start_of_its_own() {
    let b = Builder::bytes();
    let steps: &[_] = &[
        (0, "x == 97", &["60", "x"][..], 0),
        (0, "x != 97", &["60"][..], 0),
    ];
    let machine = b.machine(0, steps, &[(0, "true", &["60"])]);
    for canonical in [canonical(&machine), windowed(&machine)] {
        assert_eq!(canonical.states.len(), 2);
        assert!(
            canonical
                .states
                .iter()
                .flat_map(|s| &s.steps)
                .all(|step| step.to == 1)
        );
        agree(&machine, &canonical, &[]);
        agree(&machine, &canonical, &[97, 98, 97]);
    }
}

#[test]
fn acceptors_are_minimal_too() {
    let b = Builder::bytes();
    let steps: &[_] = &[(0, "true", &["x"][..], 0), (1, "true", &[][..], 1)];
    let mut machine = b.machine(0, steps, &[(0, "true", &[]), (1, "true", &["63"])]);
    let (digit, other) = (b.guard("x >= 48 && x <= 57"), b.guard("x < 48 || x > 57"));
    let edge = |accepting: bool, edges: &[(smt::Term, usize)]| AcceptorState {
        accepting,
        edges: edges.to_vec(),
    };
    let numbers = Acceptor {
        states: vec![
            edge(true, &[(digit, 1)]),
            edge(true, &[(digit, 0), (other, 2)]),
            edge(false, &[]),
        ],
    };
    let others = Acceptor {
        states: vec![
            edge(false, &[(digit, 0), (other, 1)]),
            edge(true, &[(digit, 2), (other, 1)]),
            edge(true, &[(b.terms.true_(), 1)]),
        ],
    };
    machine.starts = vec![
        Start {
            when: Some(numbers),
            state: 0,
        },
        Start {
            when: Some(others),
            state: 1,
        },
    ];
    let canonical = canonical(&machine);
    let sizes: Vec<Option<usize>> = canonical
        .starts
        .iter()
        .map(|s| s.when.as_ref().map(|a| a.states.len()))
        .collect();
    assert_eq!(sizes, [Some(1), Some(2)]);
    let mut random = Random::seeded(12);
    for _ in 0..50 {
        agree(&machine, &canonical, &input(&mut random, &[48, 57, 97], 4));
    }
}

#[test]
fn work_that_must_end_ends_without_a_form() {
    let b = Builder::bytes();
    let spent = Budget::lasting(std::time::Duration::ZERO);
    for machine in [html(&b), difference(&b), overlong(&b)] {
        let mut solver = chain(&machine.terms, Config::default());
        assert_eq!(
            minimal(&machine, &mut *solver, &spent).map(|_| ()),
            Err(StopReason::Time)
        );
        assert_eq!(
            symbolic::minimal(&machine, &mut *solver, &spent).map(|_| ()),
            Err(StopReason::Time)
        );
    }
}

/// A tree of states that leads back to its root: many of them do the same.
fn thicket(b: &Builder, count: usize) -> SymbolicTransducer {
    let mut random = Random::seeded(20);
    let letters: Vec<smt::Term> = (0..16)
        .map(|i| b.guard(&format!("x == {}", 97 + i)))
        .collect();
    let rest = b.guard("x < 97 || x > 112");
    let (copy, dot) = (b.value("x", b.output), b.value("46", b.output));
    let mut state = |at: usize| {
        let step = |(i, guard): (usize, &smt::Term)| {
            let writes = if random.chance(1, 40) {
                vec![dot, copy]
            } else {
                vec![copy]
            };
            Step {
                guard: *guard,
                writes,
                updates: vec![],
                to: (at * 16 + i + 1) % count,
            }
        };
        let mut steps: Vec<Step> = letters.iter().enumerate().map(step).collect();
        steps.push(Step {
            guard: rest,
            writes: vec![copy],
            updates: vec![],
            to: 0,
        });
        State {
            steps,
            ends: vec![End {
                guard: b.terms.true_(),
                writes: vec![],
            }],
            failure: None,
        }
    };
    let states = (0..count).map(&mut state).collect();
    SymbolicTransducer {
        states,
        ..b.machine(0, &[], &[])
    }
}

/// How many states do different things, by rounds of comparing all of them (E. F. Moore's way).
fn different(machine: &SymbolicTransducer) -> usize {
    let mut classes = vec![0; machine.states.len()];
    loop {
        let mut numbers = std::collections::BTreeMap::new();
        let mut next = Vec::new();
        for (at, state) in machine.states.iter().enumerate() {
            let does: Vec<_> = state
                .steps
                .iter()
                .map(|s| (s.writes.clone(), classes[s.to]))
                .collect();
            let new = numbers.len();
            next.push(*numbers.entry((classes[at], does)).or_insert(new));
        }
        let settled = numbers.len() == classes.iter().max().map_or(0, |last| last + 1);
        classes = next;
        if settled {
            return numbers.len();
        }
    }
}

/// Counts the letter, up to a number: refinement takes such a chain apart state by state.
fn chain_of(b: &Builder, count: usize) -> SymbolicTransducer {
    let (a, other) = (b.guard("x == 97"), b.guard("x != 97"));
    let (copy, dot) = (b.value("x", b.output), b.value("46", b.output));
    let state = |at: usize| {
        let writes = if at + 1 == count { vec![dot] } else { vec![] };
        let steps = vec![
            Step {
                guard: a,
                writes,
                updates: vec![],
                to: (at + 1) % count,
            },
            Step {
                guard: other,
                writes: vec![copy],
                updates: vec![],
                to: 0,
            },
        ];
        State {
            steps,
            ends: vec![End {
                guard: b.terms.true_(),
                writes: vec![],
            }],
            failure: None,
        }
    };
    SymbolicTransducer {
        states: (0..count).map(state).collect(),
        ..b.machine(0, &[], &[])
    }
}

#[test]
fn thousands_of_states_have_a_form_too() {
    let b = Builder::bytes();
    let machine = thicket(&b, 5000);
    let few = different(&machine);
    assert!((2..4500).contains(&few), "{few}");
    assert_eq!(canonical(&machine).states.len(), few);
    assert_eq!(canonical(&chain_of(&b, 5000)).states.len(), 5000);
}

/// Some words over a few letters, and the others.
fn random_words(b: &Builder, random: &mut Random) -> [Acceptor; 2] {
    let letters = ["x == 97", "x == 98", "x != 97 && x != 98"];
    let count = 1 + random.below(4);
    let mut state = |_| {
        let edges = letters
            .iter()
            .map(|letter| (b.guard(letter), random.below(count)))
            .collect();
        AcceptorState {
            accepting: random.chance(1, 2),
            edges,
        }
    };
    let words = Acceptor {
        states: (0..count).map(&mut state).collect(),
    };
    let mut others = words.clone();
    others
        .states
        .iter_mut()
        .for_each(|state| state.accepting = !state.accepting);
    [words, others]
}

/// Does what the first does for some words, and what the second does for all others.
fn chosen(
    first: &SymbolicTransducer,
    second: &SymbolicTransducer,
    [words, others]: [Acceptor; 2],
) -> SymbolicTransducer {
    let mut machine = first.clone();
    let count = machine.states.len();
    machine.states.extend(second.states.iter().cloned());
    machine.states[count..]
        .iter_mut()
        .flat_map(|s| &mut s.steps)
        .for_each(|step| step.to += count);
    let start = |when: Acceptor, state: usize| Start {
        when: Some(when),
        state,
    };
    machine.starts = vec![
        start(words, first.starts[0].state),
        start(others, count + second.starts[0].state),
    ];
    machine
}

#[test]
fn starts_that_do_what_one_could_do_become_one() {
    let mut random = Random::seeded(13);
    for round in 0..40 {
        let b = Builder::bytes();
        let mut machine = random_machine(&b, &mut random);
        // Failures are found out at different times.
        machine
            .states
            .iter_mut()
            .for_each(|state| state.failure = None);
        let words = random_words(&b, &mut random);
        let divided = chosen(
            &disguised(&machine, &mut random),
            &disguised(&machine, &mut random),
            words,
        );
        let (one, divided) = (canonical(&machine), canonical(&divided));
        if one.states.iter().any(|state| !state.ends.is_empty()) {
            assert_eq!(
                (one.states, divided.starts.len()),
                (divided.states, 1),
                "round {round}: {machine:?}"
            );
            assert_eq!(divided.starts[0].when, None);
        }
    }
}

#[test]
fn look_ahead_has_a_form_that_does_the_same() {
    let mut random = Random::seeded(14);
    let mut several = 0;
    for round in 0..60 {
        let b = Builder::bytes();
        let (first, second) = (
            random_machine(&b, &mut random),
            random_machine(&b, &mut random),
        );
        let words = random_words(&b, &mut random);
        let machine = chosen(&first, &second, words.clone());
        let form = canonical(&machine);
        assert_eq!(form.check(), Ok(()), "round {round}: {machine:?}");
        for _ in 0..60 {
            agree(&machine, &form, &input(&mut random, &[97, 98, 99, 100], 8));
        }
        let mut turned = chosen(
            &disguised(&first, &mut random),
            &disguised(&second, &mut random),
            words,
        );
        turned.starts.reverse();
        let turned = canonical(&turned);
        assert_eq!(form.states, turned.states, "round {round}: {machine:?}");
        let starts = |machine: &SymbolicTransducer| -> Vec<(usize, Option<Acceptor>)> {
            machine
                .starts
                .iter()
                .map(|start| (start.state, start.when.clone()))
                .collect()
        };
        assert_eq!(starts(&form), starts(&turned), "round {round}");
        several += usize::from(form.starts.len() > 1);
    }
    assert!((10..60).contains(&several), "{several}");
}

#[test]
fn nothing_is_said_of_inputs_that_never_come() {
    let b = Builder::bytes();
    // Numbers are copied; for everything else there is a word, which is found out about in a long way.
    let steps: &[_] = &[
        (0, "true", &["x"][..], 0),
        (1, "x >= 48 && x <= 57", &["110"][..], 2),
        (1, "x < 48 || x > 57", &["110", "111"][..], 3),
        (2, "x >= 48 && x <= 57", &[][..], 2),
        (2, "x < 48 || x > 57", &["111"][..], 3),
        (3, "true", &[][..], 3),
    ];
    let mut machine = b.machine(
        0,
        steps,
        &[
            (0, "true", &[]),
            (1, "true", &["110", "111"]),
            (3, "true", &[]),
        ],
    );
    let (digit, other) = (b.guard("x >= 48 && x <= 57"), b.guard("x < 48 || x > 57"));
    let state = |accepting: bool, edges: &[(smt::Term, usize)]| AcceptorState {
        accepting,
        edges: edges.to_vec(),
    };
    let numbers = Acceptor {
        states: vec![state(false, &[(digit, 1)]), state(true, &[(digit, 1)])],
    };
    let rest = Acceptor {
        states: vec![
            state(true, &[(digit, 1), (other, 2)]),
            state(false, &[(digit, 1), (other, 2)]),
            state(true, &[(b.terms.true_(), 2)]),
        ],
    };
    let start = |(state, when)| Start {
        when: Some(when),
        state,
    };
    machine.starts = [(0, numbers), (1, rest)].map(start).to_vec();
    let form = canonical(&machine);
    assert_eq!((form.starts.len(), form.states.len()), (2, 3), "{form:?}");
    assert!(
        form.states
            .iter()
            .flat_map(|s| &s.steps)
            .all(|step| step.guard == b.terms.true_())
    );
    let mut random = Random::seeded(15);
    for _ in 0..100 {
        agree(&machine, &form, &input(&mut random, &[48, 57, 97], 5));
    }
}

#[test]
fn a_symbol_that_is_copied_by_accident_is_no_case_of_its_own() {
    let b = Builder::bytes();
    // 0 is what a quarter of it is.
    let form = canonical(&b.machine(0, &[(0, "true", &["(u8) (x / 4)"], 0)], &[(0, "true", &[])]));
    assert_eq!(form.states[0].steps.len(), 1, "{form:?}");
    let copied = canonical(&b.machine(
        0,
        &[(0, "x < 9", &["x"], 0), (0, "x >= 9", &["46"], 0)],
        &[(0, "true", &[])],
    ));
    assert_eq!(copied.states[0].steps.len(), 2, "{copied:?}");
}

#[test]
fn what_is_too_far_back_still_orders_what_is_not() {
    let int = SymbolType {
        bits: 32,
        signed: true,
    };
    let b = Builder::new(int, int);
    // The last state is reached with x1 < x2 only, and does for those what the one before it does for all.
    let steps: &[_] = &[
        (0, "true", &[][..], 1),
        (1, "true", &[][..], 2),
        (2, "x < x2 && x2 <= x1", &["x2"][..], 3),
        (2, "!(x < x2 && x2 <= x1) && x1 < x2", &["x"][..], 2),
        (2, "!(x < x2 && x2 <= x1) && x1 >= x2", &["x1"][..], 2),
        (3, "x1 < x2", &["x"][..], 2),
    ];
    let machine = b.machine(
        2,
        steps,
        &[
            (0, "true", &[]),
            (1, "true", &[]),
            (2, "true", &[]),
            (3, "true", &[]),
        ],
    );
    let form = canonical(&machine);
    assert_eq!(form.states.len(), 3, "{form:?}");
    let mut random = Random::seeded(16);
    for _ in 0..200 {
        agree(&machine, &form, &input(&mut random, &[1, 2, 3, 4], 7));
    }
}

#[test]
fn what_is_too_far_back_still_bounds_what_is_not() {
    let signed = SymbolType {
        bits: 8,
        signed: true,
    };
    let b = Builder::new(signed, signed);
    // After a difference that is too small the last byte is negative, and the next one cannot be too small.
    let steps: &[_] = &[
        (0, "true", &["x"][..], 1),
        (1, "x - x1 < -128", &["-128"][..], 2),
        (1, "x - x1 >= -128", &["(byte) (x - x1)"][..], 1),
        (2, "x - x1 >= -128", &["(byte) (x - x1)"][..], 1),
    ];
    let machine = b.machine(
        1,
        steps,
        &[(0, "true", &[]), (1, "true", &[]), (2, "true", &[])],
    );
    let form = canonical(&machine);
    assert_eq!(form.states.len(), 2, "{form:?}");
    let mut random = Random::seeded(17);
    for _ in 0..200 {
        agree(&machine, &form, &input(&mut random, &[0x80, 0x7f, 0, 1], 7));
    }
}

//! Questions about outputs against brute force: injectivity and patterns.

use base::Random;
use rustc_hash::FxHashMap;
use smt::Terms;

use super::compared::{KINDS, each, run};
use super::random::Maker;
use super::{LONGEST, Text, inputs, output, text, unlimited};
use crate::analysis::transducer::{Decision, Pattern, avoids, injective, preimage};
use crate::transducer::{SymbolType, SymbolicTransducer};

/// The two inputs with one output that have the fewest letters together.
fn collision(machine: &SymbolicTransducer) -> Option<usize> {
    let mut shortest: FxHashMap<Vec<u64>, usize> = FxHashMap::default();
    let mut best: Option<usize> = None;
    let output = run(machine);
    for input in inputs(LONGEST) {
        if let Some(written) = output(&input) {
            match shortest.get(&written) {
                Some(length) => {
                    best = Some(best.map_or(usize::MAX, |b| b).min(length + input.len()))
                }
                None => _ = shortest.insert(written, input.len()),
            }
        }
    }
    best
}

#[test]
fn injective_agrees_with_brute_force() {
    let mut decided = [0, 0, 0];
    each(40, |kind, mut maker| {
        let machine = maker.machine();
        let expected = collision(&machine);
        match injective(&machine, &unlimited()) {
            Decision::Yes => {
                decided[0] += 1;
                assert_eq!(expected, None);
            }
            Decision::No(found) => {
                decided[1] += 1;
                let [a, b] = &found.inputs;
                assert_ne!(a, b);
                assert_eq!(output(&machine, a).as_ref(), Some(&found.output));
                assert_eq!(output(&machine, b).as_ref(), Some(&found.output));
                if found.shortest && a.len().max(b.len()) <= LONGEST {
                    assert_eq!(expected, Some(a.len() + b.len()), "{} {}", text(a), text(b));
                }
            }
            Decision::Unknown(why) => {
                assert!(kind.compare, "{why}");
                decided[2] += 1;
            }
        }
    });
    assert!(
        decided[0] > 5 && decided[1] > 50 && decided[2] * 10 < decided[1],
        "{decided:?}"
    );
}

type Oracle = fn(&str) -> bool;

/// Patterns, and what they say in words of the standard library.
const PATTERNS: [(&str, Oracle); 10] = [
    ("ab", |t| t.contains("ab")),
    ("^a", |t| t.starts_with('a')),
    ("c$", |t| t.ends_with('c')),
    ("^$", |t| t.is_empty()),
    ("$^", |t| t.is_empty()),
    ("^(a|b)*$", |t| !t.contains('c')),
    ("aa|bb|^c", |t| {
        t.contains("aa") || t.contains("bb") || t.starts_with('c')
    }),
    ("a[^a]{2}", |t| {
        t.as_bytes()
            .windows(3)
            .any(|w| w[0] == b'a' && w[1] != b'a' && w[2] != b'a')
    }),
    ("(?i)^.B+?c?$", |t| {
        let rest = t.get(1..).unwrap_or("");
        let middle = rest.strip_suffix('c').unwrap_or(rest);
        !middle.is_empty() && middle.chars().all(|c| c == 'b')
    }),
    ("z", |_| false),
];

#[test]
fn patterns_agree_with_brute_force() {
    for kind in KINDS {
        for seed in 0..30 {
            let terms = Terms::new();
            let mut random = Random::seeded(1000 + seed);
            let machine = Maker {
                terms: &terms,
                random: &mut random,
                kind,
            }
            .machine();
            let (pattern, holds) = PATTERNS[seed as usize % PATTERNS.len()];
            checked(&machine, pattern, holds, !kind.compare);
        }
    }
}

fn checked(machine: &SymbolicTransducer, pattern: &str, holds: Oracle, exact: bool) {
    let read = Pattern::new(pattern, SymbolType::BYTE).expect("the test's pattern is right");
    let output = run(machine);
    let matches = |input: &[u64]| output(input).is_some_and(|written| holds(&text(&written)));
    let first = inputs(LONGEST).into_iter().find(|input| matches(input));
    match avoids(machine, &read, &unlimited()) {
        Decision::Yes => assert_eq!(first, None, "{pattern}"),
        Decision::No(found) => {
            assert!(matches(&found.input), "{pattern} {}", text(&found.input));
            assert!(
                found.input.len() > LONGEST || first.map(|f| f.len()) == Some(found.input.len()),
                "{pattern}"
            );
        }
        Decision::Unknown(why) => assert!(!exact, "{pattern}: {why}"),
    }
    if let Ok(all) = preimage(machine, &read, &unlimited()) {
        let member = run(&all.language);
        for input in inputs(LONGEST) {
            assert_eq!(
                member(&input).is_some(),
                matches(&input),
                "{pattern} {}",
                text(&input)
            );
        }
    }
}

#[test]
fn what_deletes_everything_is_not_injective() {
    let t = Text::new();
    let nothing = t.machine(0, &[(0, "true", &[], 0)], &[(0, "true", &[])]);
    match injective(&nothing, &unlimited()) {
        Decision::No(found) => assert_eq!(found.inputs.map(|i| i.len()), [0, 1]),
        other => panic!("{other:?}"),
    }
}

#[test]
fn wide_symbols_match_as_characters() {
    let int = SymbolType {
        bits: 32,
        signed: false,
    };
    let t = Terms::new();
    for (pattern, symbol, expected) in [
        ("é", 0xe9, true),
        ("[α-ω]", 0x3b2, true),
        ("\\d", 0x39, true),
        ("é", 0xc3, false),
    ] {
        let machine = Pattern::new(pattern, int)
            .expect("a pattern")
            .transducer(&t);
        assert_eq!(output(&machine, &[symbol]).is_some(), expected, "{pattern}");
    }
    assert!(Pattern::new("(", int).is_err());
    assert!(Pattern::new("\\bword", SymbolType::BYTE).is_err());
}

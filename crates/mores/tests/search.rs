//! `search` on the corpus: against errors worked out by hand, and against a search on the reference interpreter, which
//! shares no code with it.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Duration;

use base::{Budget, Id, NoProgress, Outcome};
use front::jvm::Source;
use ir::interp::Value;
use ir::{Component, Type};
use mores::{Reachable, SearchReport, search};
use step::{Errors, LetterId, Replay};

use crate::support::corpus;

fn searched(name: &str, budget: &Budget) -> SearchReport {
    search(&corpus::request(name), budget, &NoProgress).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// `method@line` of errors with this status.
fn lines(report: &SearchReport, status: Reachable) -> BTreeSet<String> {
    let of = report.errors.iter().filter(|e| e.status == status);
    of.map(|e| {
        format!(
            "{}@{}",
            e.method,
            e.place.as_ref().expect("it is in the source").line
        )
    })
    .collect()
}

/// Worked out by hand: the class, the depth of its states, the errors that can happen and those that cannot, and the
/// most calls that one of them needs.
#[test]
fn the_errors_of_the_corpus_are_those_worked_out_by_hand() {
    let table = [
        ("Example", 2, "setX@9", "", 2),
        (
            "PipedOutputStream",
            2,
            "connect@8 connect@10 write@18",
            "",
            2,
        ),
        ("Signature", 2, "update@18 sign@24 verify@30", "", 2),
        // The counter runs from 0 to 5; the sixth step up fails.
        ("BoundedCounter", 6, "increment@8 decrement@15", "", 7),
        // The indices stay below three, so no array is left on either side; the fourth put finds no room.
        ("ArrayRing", 8, "put@9 take@17", "put@8 take@16", 5),
    ];
    for (name, depth, reachable, unreachable, longest) in table {
        let report = searched(name, &Budget::unlimited());
        let set = |text: &str| {
            text.split_whitespace()
                .map(str::to_owned)
                .collect::<BTreeSet<_>>()
        };
        assert!(
            report.search.complete && report.search.fixpoint && report.unknown.is_empty(),
            "{report:?}"
        );
        assert_eq!(report.search.depth, depth, "{name}");
        assert_eq!(
            lines(&report, Reachable::Reachable),
            set(reachable),
            "{name}"
        );
        assert_eq!(
            lines(&report, Reachable::Unreachable),
            set(unreachable),
            "{name}"
        );
        assert_eq!(
            report.errors.iter().map(|e| e.calls.len()).max(),
            Some(longest),
            "{name}: {report:?}"
        );
        assert!(
            report
                .errors
                .iter()
                .all(|e| e.replayed == (e.status == Reachable::Reachable)),
            "{report:?}"
        );
    }
}

/// `intern` of a text that is not known cannot be followed, so nothing behind it is claimed.
#[test]
fn a_search_that_meets_something_unknown_is_not_complete() {
    let report = searched("Interned", &Budget::unlimited());
    assert!(
        !report.search.complete && report.search.fixpoint,
        "{report:?}"
    );
    assert!(
        report
            .search
            .reason
            .as_ref()
            .is_some_and(|why| why.contains("intern")),
        "{report:?}"
    );
    assert!(
        report
            .unknown
            .iter()
            .any(|end| end.status == Reachable::Reachable && !end.calls.is_empty()),
        "{report:?}"
    );
    assert!(
        report
            .errors
            .iter()
            .all(|end| end.status != Reachable::Unreachable),
        "{report:?}"
    );
}

/// Without time there is still a report, and it claims nothing.
#[test]
fn a_search_that_is_interrupted_claims_nothing_it_has_not_found() {
    let budget = Budget::unlimited();
    budget.cancel();
    let report = searched("ArrayRing", &budget);
    assert!(
        !report.search.complete && !report.search.fixpoint,
        "{report:?}"
    );
    assert_eq!(
        (report.search.depth, report.search.reason.as_deref()),
        (0, Some("interrupted"))
    );
    assert!(
        report
            .errors
            .iter()
            .all(|end| end.status == Reachable::NotReached && end.calls.is_empty()),
        "{report:?}"
    );
}

#[test]
fn every_error_that_the_interpreter_meets_is_reported_with_calls_as_short() {
    let mut met = 0;
    let classes = [
        "AllowedExceptions",
        "ArrayBounds",
        "ArrayRing",
        "BitTricks",
        "BoundedCounter",
        "Builder",
        "Countdown",
        "Divider",
        "EnableFirst",
        "Grid",
        "LinkedQueue",
        "ReadWriteAcq",
        "Ring",
        "ServerTableEntry",
        "Socket",
        "Thermostat",
        "TrafficLight",
        "Turnstile",
    ];
    for name in classes {
        let report = searched(name, &Budget::lasting(Duration::from_secs(20)));
        let source = Source {
            class: Some(name.to_owned()),
            ..Source::new(corpus::classes())
        };
        let component = front::jvm::load(&source).expect("the corpus loads");
        let reported: BTreeMap<Key, usize> = report
            .errors
            .iter()
            .filter(|e| e.status == Reachable::Reachable)
            .map(|e| {
                (
                    (
                        e.method.clone(),
                        e.what.clone(),
                        e.place.as_ref().map(ToString::to_string),
                    ),
                    e.calls.len(),
                )
            })
            .collect();
        for (error, calls) in exhaustive(&component) {
            let shortest = reported.get(&error);
            assert!(
                shortest.is_some_and(|&shortest| shortest <= calls),
                "{name}: {error:?} {shortest:?} {calls}"
            );
            met += 1;
        }
    }
    assert!(met >= 40, "only {met} errors were met");
}

/// Method, exception and place.
type Key = (String, String, Option<String>);

/// The errors that calls with small arguments meet within some hundred states, and after how many calls.
fn exhaustive(component: &Component) -> BTreeMap<Key, usize> {
    let calls = calls(component);
    let start =
        Replay::start(component, &Errors::default()).expect("the corpus can be initialised");
    let (mut found, mut seen) = (BTreeMap::new(), BTreeSet::new());
    let mut queue = VecDeque::from([(start, 0)]);
    while let Some((replay, depth)) = queue.pop_front() {
        for (name, letter, args) in &calls {
            let mut after = replay.clone();
            let ran = after.call(*letter, args);
            let place = ran.place.as_ref().map(ToString::to_string);
            match ran.answer {
                Outcome::Error if place.is_some() => {
                    let error = (name.clone(), ran.what.expect("an error has a name"), place);
                    found.entry(error).or_insert(depth + 1);
                }
                Outcome::Ok if seen.len() < 200 && seen.insert(state(component, &after)) => {
                    queue.push_back((after, depth + 1));
                }
                Outcome::Ok | Outcome::Error | Outcome::Unknown => {}
            }
        }
    }
    found
}

/// All calls with small arguments. Only methods whose parameters are numbers and truth values are called.
fn calls(component: &Component) -> Vec<(String, LetterId, Vec<Value>)> {
    let mut calls = Vec::new();
    for (letter, entry) in component
        .constructors
        .iter()
        .chain(&component.methods)
        .enumerate()
    {
        let mut combinations = vec![Vec::new()];
        for param in &entry.params {
            let domain = match param.ty {
                Type::Bool => vec![Value::Bool(false), Value::Bool(true)],
                Type::Int(int) => {
                    let numbers = (-3..12)
                        .chain([100, 200, i64::from(i32::MIN), i64::from(i32::MAX)])
                        .map(Value::Int);
                    numbers.filter(|v| v.fits(Type::Int(int))).collect()
                }
                Type::Float(_) | Type::Ref => Vec::new(),
            };
            let longer = |args: &Vec<Value>| {
                domain
                    .iter()
                    .map(|v| [args.as_slice(), &[*v]].concat())
                    .collect::<Vec<_>>()
            };
            combinations = combinations.iter().flat_map(longer).collect();
        }
        let letter = LetterId::from_index(letter);
        calls.extend(
            combinations
                .into_iter()
                .map(|args| (entry.name.clone(), letter, args)),
        );
    }
    calls
}

/// What the state consists of, written down: numbers of objects differ from run to run only if calls do, so states may
/// count twice, which costs time and nothing else.
fn state(component: &Component, replay: &Replay<'_>) -> String {
    let machine = replay.machine();
    let globals: Vec<Value> = component
        .program
        .globals
        .ids()
        .map(|g| machine.global(g))
        .collect();
    let mut text = format!("{globals:?}");
    let mut open: Vec<_> = replay.this().into_iter().collect();
    let mut known = BTreeSet::new();
    while let Some(object) = open.pop() {
        if known.insert(object) {
            let content: Vec<Value> = machine.content(object);
            text.push_str(&format!(" {object:?}{content:?}"));
            open.extend(
                content
                    .into_iter()
                    .filter_map(|v| if let Value::Ref(held) = v { held } else { None }),
            );
        }
    }
    text
}

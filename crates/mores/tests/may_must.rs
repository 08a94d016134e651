//! May and must abstraction on the corpus: where it ends, it finds what the other engines find, by whatever scheme, and
//! its proofs are accepted later.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use mores::report::VerdictKind;
use mores::{
    Artifacts, Budget, CheckRequest, CheckResult, Engine, EqualRequest, InterfaceRequest,
    NoProgress, Scheme,
};

use crate::support::{corpus, one_in};

/// How long a class may take; each of them ends in a very small part of this.
const LONG: Duration = Duration::from_secs(120);

/// How long the engine of Howar, Giannakopoulou and Rakamarić ("Hybrid Learning", 2013) may take, which does not end with most classes.
const SHORT: Duration = Duration::from_secs(10);

/// Classes that are not tried because they take some seconds: they have hard arithmetic.
const LONG_RUNS: [&str; 5] = [
    "ArrayRing",
    "CursorList",
    "DoubleRounding",
    "LongMath",
    "WideArrays",
];

/// Classes with mixed parameters: their interfaces have registers, which abstraction does not know.
const WITH_REGISTERS: [&str; 10] = [
    "Account",
    "Between",
    "Monotone",
    "OwnedLock",
    "Peak",
    "Sequence",
    "Session",
    "SilentSet",
    "TwoSlots",
    "Stack",
];

/// The classes of the paper's table.
const PUBLISHED: [&str; 9] = [
    "ListItr",
    "Signature",
    "ServerTableEntry",
    "PipedOutputStream",
    "ReadWriteAcq",
    "Socket",
    "TransactionManager",
    "AscentPhase",
    "Mission",
];

fn request(class: &str, engine: Engine) -> InterfaceRequest {
    InterfaceRequest {
        engine,
        ..corpus::request(class)
    }
}

/// What was learned, if it was proved in time.
fn proved(class: &str, engine: Engine) -> Option<Artifacts> {
    let time = if matches!(engine, Engine::Hybrid { .. }) {
        SHORT
    } else {
        LONG
    };
    let learned =
        mores::interface(&request(class, engine), &Budget::lasting(time), &NoProgress).ok()?;
    (learned.report.verdict.kind == VerdictKind::Proved).then_some(learned)
}

/// What is wrong if two interfaces of a class, each of them saved, do not say the same.
fn difference(class: &str, one: &Artifacts, other: &Artifacts) -> Option<String> {
    let folder = tempfile::tempdir().expect("there is room for files");
    let [first, second] = [("one.json", one), ("other.json", other)].map(|(name, artifacts)| {
        let path = folder.path().join(name);
        std::fs::write(&path, artifacts.report.to_json()).expect("it can be written");
        InterfaceRequest::new(path)
    });
    let found = mores::equal(
        &EqualRequest { first, second },
        &Budget::unlimited(),
        &NoProgress,
    );
    let found = found.unwrap_or_else(|error| panic!("{class}: {error}"));
    let fine = found.equal == Some(true) && found.exact == Some(true);
    (!fine).then(|| {
        format!(
            "{class}: {:?} {:?} {:?}",
            found.witness, found.answers, found.reason
        )
    })
}

/// What is wrong if the proof is not accepted by the code that shares no engine.
fn rejection(class: &str, found: &Artifacts) -> Option<String> {
    let folder = tempfile::tempdir().expect("there is room for files");
    let (model, proof) = (
        folder.path().join("model.json"),
        folder.path().join("certificate.json"),
    );
    std::fs::write(&model, found.report.to_json()).expect("it can be written");
    std::fs::write(&proof, found.certificate.as_ref()?).expect("it can be written");
    let request = CheckRequest {
        model,
        code: request(class, Engine::Default),
        certificate: Some(proof),
        options: Vec::new(),
    };
    match mores::check(&request, &Budget::unlimited(), &NoProgress).map(|check| check.result) {
        Ok(CheckResult::Conforms { exact: true, .. }) => None,
        other => Some(format!("{class}: {other:?}")),
    }
}

/// What is wrong with the interface of a class, if both engines have a proof of theirs.
fn compared(class: &str) -> Option<Vec<String>> {
    let default = proved(class, Engine::Default)?;
    let abstracted = proved(class, Engine::MayMust(Scheme::LearnReuse))?;
    assert!(abstracted.report.effort.abstraction.is_some(), "{class}");
    Some(
        difference(class, &default, &abstracted)
            .into_iter()
            .chain(rejection(class, &abstracted))
            .collect(),
    )
}

/// Classes of which there are proofs.
fn provable() -> Vec<String> {
    let table =
        std::fs::read_to_string(corpus::folder().join("expected.txt")).expect("the table is there");
    let proved = |name: &String| {
        let row = table.lines().find(|line| {
            line.split('|')
                .next()
                .is_some_and(|cell| cell.trim() == name)
        });
        row.and_then(|row| row.split('|').nth(1))
            .is_some_and(|cell| cell.trim().ends_with(" proved"))
    };
    corpus::names()
        .into_iter()
        .filter(|name| proved(name) && !LONG_RUNS.contains(&name.as_str()))
        .collect()
}

/// One class in five, or all of them if `MORES_ALL` is set.
#[test]
fn on_the_whole_corpus_it_finds_what_the_default_engine_finds() {
    let all = provable();
    assert!(all.len() >= 123, "only {} classes", all.len());
    let classes: Vec<String> = all.into_iter().step_by(one_in(5)).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let class = || classes.get(next.fetch_add(1, Ordering::Relaxed));
        std::iter::from_fn(class)
            .map(|class| (class.as_str(), compared(class)))
            .collect::<Vec<_>>()
    };
    let found: Vec<(&str, Option<Vec<String>>)> = std::thread::scope(|scope| {
        let parts = [scope.spawn(work), scope.spawn(work)];
        parts
            .into_iter()
            .flat_map(|part| part.join().expect("no class panics"))
            .collect()
    });
    let wrong: Vec<&String> = found
        .iter()
        .filter_map(|(_, wrong)| wrong.as_ref())
        .flatten()
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    let left_out = found
        .iter()
        .filter(|(_, wrong)| wrong.is_none())
        .map(|(class, _)| *class);
    let not_proved: Vec<&str> = left_out
        .filter(|class| !WITH_REGISTERS.contains(class))
        .collect();
    assert!(not_proved.is_empty(), "{not_proved:?}");
    assert_eq!(found.len(), classes.len());
}

#[test]
fn all_schemes_find_the_same_interface() {
    let mut wrong = Vec::new();
    let mut compared = 0;
    for class in PUBLISHED {
        let Some(expected) = proved(class, Engine::MayMust(Scheme::LearnReuse)) else {
            panic!("{class} is not proved by {}", Scheme::LearnReuse.name());
        };
        for scheme in [Scheme::Wp, Scheme::WpCraig, Scheme::RefineMay] {
            let Some(found) = proved(class, Engine::MayMust(scheme)) else {
                continue;
            };
            compared += 1;
            let named = format!("{class} by {}", scheme.name());
            wrong.extend(difference(&named, &expected, &found));
            wrong.extend(rejection(class, &found).map(|why| format!("{named}: {why}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compared >= 20, "only {compared} were compared");
}

/// X-PSYCO shares neither the search nor the learner's teacher with it. These are the classes that it exhausts quickly.
#[test]
fn it_finds_what_exhaustive_exploration_finds() {
    let classes = [
        "Signature",
        "CevV2",
        "Turnstile",
        "TrafficLight",
        "TransactionManager",
        "BoundedCounter",
        "Builder",
        "Overloads",
        "Socket",
        "ServerTableEntry",
    ];
    let explored = classes.map(|class| {
        let hybrid = proved(
            class,
            Engine::Hybrid {
                por: true,
                matching: true,
            },
        )?;
        let abstracted = proved(class, Engine::MayMust(Scheme::LearnReuse))?;
        Some(difference(class, &hybrid, &abstracted))
    });
    let wrong: Vec<&String> = explored.iter().flatten().flatten().collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    assert!(
        explored.iter().flatten().count() >= 7,
        "too little is compared: {explored:?}"
    );
}

/// Stopped early there are bounds: what they decide is what the code does, and what they leave open is named so.
#[test]
fn a_run_that_is_stopped_leaves_bounds_that_its_code_keeps() {
    let folder = tempfile::tempdir().expect("there is room for files");
    for class in LONG_RUNS.into_iter().chain(["Mission"]) {
        for time in [Duration::from_millis(30), Duration::from_millis(300)] {
            let request = request(class, Engine::MayMust(Scheme::LearnReuse));
            let Ok(found) = mores::interface(&request, &Budget::lasting(time), &NoProgress) else {
                continue;
            };
            let open = found.report.model.states.iter().any(|s| s.undecided);
            assert!(
                !open || found.report.verdict.kind != VerdictKind::Proved,
                "{class}"
            );
            assert_eq!(
                open,
                found
                    .report
                    .notes
                    .iter()
                    .any(|n| n == mores::sentence::UNDECIDED),
                "{class}"
            );
            let model = folder.path().join("model.json");
            std::fs::write(&model, found.report.to_json()).expect("it can be written");
            let check = CheckRequest {
                model,
                code: request,
                certificate: None,
                options: Vec::new(),
            };
            let result = mores::check(
                &check,
                &Budget::lasting(Duration::from_secs(3)),
                &NoProgress,
            )
            .map(|check| check.result);
            match result.unwrap_or_else(|error| panic!("{class}: {error}")) {
                CheckResult::Conforms { exact, .. } => assert_eq!(exact, !open, "{class}"),
                CheckResult::Undecided { .. } => {}
                other => panic!("{class}: {other:?}"),
            }
        }
    }
}

//! What people can read of a class: guards of a bearable length, arguments that somebody can make, states that were
//! looked at; and nothing of it false on the real class.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use mores::report::{Report, Standing, VerdictKind, View};
use mores::{Budget, CheckRequest, CheckResult, InterfaceRequest, NoProgress, junit};

use crate::support::{compile, java, printed, stand_ins};

/// Characters of the longest guard that is shown.
const LONGEST: usize = 160;

fn compiled(into: &Path) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/brief");
    let names = ["Codes", "Gauge", "Ledger", "Panel"];
    let sources: Vec<PathBuf> = names
        .iter()
        .map(|name| folder.join(format!("{name}.java")))
        .collect();
    compile(&sources, &[], into);
}

fn request(class: &str, classes: &Path) -> InterfaceRequest {
    InterfaceRequest {
        class: Some(class.to_owned()),
        replay: true,
        ..InterfaceRequest::new(classes)
    }
}

fn learned(request: &InterfaceRequest, budget: &Budget) -> Report {
    let learned = mores::interface(request, budget, &NoProgress);
    learned.unwrap_or_else(|e| panic!("{e}")).report
}

fn longest(report: &Report) -> usize {
    let guards = report
        .model
        .alphabet
        .iter()
        .map(|s| s.guard.chars().count());
    guards.max().unwrap_or(0)
}

#[test]
fn a_rule_that_nobody_would_read_is_named_and_not_shown() {
    let classes = tempfile::tempdir().expect("a folder");
    compiled(classes.path());
    let plain = request("Codes", classes.path());
    let report = learned(&plain, &Budget::unlimited());
    assert!(longest(&report) <= LONGEST, "{:?}", report.model.alphabet);
    assert!(!report.replay.contradicted);
    let notes = report.notes.join("\n");
    assert!(notes.contains("of take would take guards"), "{notes}");
    // Whatever the number, it fails when all is closed, and that is still established.
    let fails = |t: &&mores::report::Transition| t.symbol == "take" && t.error.is_some();
    let mut failing = report.model.transitions.iter().filter(fails);
    assert!(failing.any(|t| t.standing() == Standing::Established && t.from != 0));
    let left_open = |t: &&mores::report::Transition| t.symbol == "take" && t.unknown.is_some();
    assert_eq!(report.model.transitions.iter().filter(left_open).count(), 1);
    let whole = learned(
        &InterfaceRequest {
            whole: true,
            ..plain
        },
        &Budget::unlimited(),
    );
    assert!(longest(&whole) > LONGEST);
}

#[test]
fn what_every_object_has_is_looked_at_when_it_is_asked_for() {
    let classes = tempfile::tempdir().expect("a folder");
    compiled(classes.path());
    let plain = request("Codes", classes.path());
    let has = |report: &Report| report.model.methods.iter().any(|m| m.name == "toString");
    let report = learned(&plain, &Budget::unlimited());
    assert!(!has(&report));
    assert!(report.notes.iter().any(|n| n == "Not looked at: toString."));
    let every = InterfaceRequest {
        every_method: true,
        ..plain.clone()
    };
    assert!(has(&learned(&every, &Budget::unlimited())));
    let named = InterfaceRequest {
        view: View {
            methods: vec!["toString".to_owned()],
            ..View::default()
        },
        ..plain
    };
    assert!(has(&learned(&named, &Budget::unlimited())));
}

/// However early the end comes, what is said then is true of the real class.
#[test]
fn of_a_class_that_grows_what_is_said_is_true() {
    let classes = tempfile::tempdir().expect("a folder");
    compiled(classes.path());
    let plain = request("Ledger", classes.path());
    for milliseconds in [300, 1500, 6000] {
        let budget = Budget::lasting(Duration::from_millis(milliseconds));
        let report = learned(&plain, &budget);
        let proved = report.verdict.kind == VerdictKind::Proved;
        assert!(
            !proved || report.model.view.scope.is_some(),
            "it has no end"
        );
        assert!(!report.replay.contradicted, "{:?}", report.notes);
        assert!(longest(&report) <= LONGEST);
    }
}

/// Calls that only a long guard tells apart are legal, and of those after them nothing is said: neither where the model is
/// shown nor where it is compared.
#[test]
fn of_what_lies_beyond_nothing_is_said() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/brief");
    let plain = InterfaceRequest {
        replay: true,
        ..InterfaceRequest::new(folder.join("Tray.java"))
    };
    let report = learned(&plain, &Budget::unlimited());
    assert_eq!(report.verdict.kind, VerdictKind::Unknown);
    assert!(!report.replay.contradicted && report.replay.runs > 0);
    let beyond: Vec<u64> = (report.model.states.iter().filter(|s| s.beyond))
        .map(|s| s.id)
        .collect();
    let [beyond] = beyond[..] else {
        panic!("{:?}", report.model.states)
    };
    let transitions = &report.model.transitions;
    let there: Vec<_> = transitions.iter().filter(|t| t.to == beyond).collect();
    assert!(there.iter().all(|t| t.symbol == "take" && t.established));
    assert!(!there.is_empty() && transitions.iter().all(|t| t.from != beyond));
    assert_eq!(Report::from_json(&report.to_json()).as_ref(), Ok(&report));

    let out = tempfile::tempdir().expect("a folder");
    let model = out.path().join("Tray.mores.json");
    fs::write(&model, report.to_json()).expect("written");
    let text = fs::read_to_string(folder.join("Tray.java")).expect("it is there");
    let check = |text: &str| {
        let code = out.path().join("Tray.java");
        fs::write(&code, text).expect("written");
        let request = CheckRequest {
            model: model.clone(),
            code: InterfaceRequest::new(code),
            certificate: None,
            options: Vec::new(),
        };
        let checked = mores::check(&request, &Budget::unlimited(), &NoProgress);
        checked.unwrap_or_else(|e| panic!("{e}")).result
    };
    assert!(matches!(
        check(&text),
        CheckResult::Conforms { exact: false, .. }
    ));
    let fails = check(&text.replace("marked = true;", "throw new IllegalStateException();"));
    assert!(matches!(fails, CheckResult::Differs(_)));
}

#[test]
fn arguments_are_what_their_classes_make_unless_anything_is_asked_for() {
    let root = tempfile::tempdir().expect("a folder");
    let classes = root.path().join("classes");
    compiled(&classes);
    let plain = request("Panel", &classes);
    let report = learned(&plain, &Budget::unlimited());
    assert_eq!(report.verdict.kind, VerdictKind::Proved);
    assert!(!report.replay.contradicted && report.replay.runs > 0);
    let assumptions = report.verdict.assumptions.join("; ");
    assert!(
        assumptions.contains("gauge is null, this.shown or new Gauge()"),
        "{assumptions}"
    );
    let speaks_of_fields = |report: &Report| {
        let mut guards = report.model.alphabet.iter();
        guards.any(|symbol| symbol.guard.contains("gauge.used"))
    };
    assert!(!speaks_of_fields(&report));
    let any = InterfaceRequest {
        view: View {
            any_arguments: true,
            ..View::default()
        },
        ..plain
    };
    assert!(speaks_of_fields(&learned(&any, &Budget::unlimited())));
    let tests = junit(&report);
    let path = root.path().join(format!("{}.java", tests.name));
    fs::write(&path, &tests.text).expect("written");
    let into = root.path().join("tests");
    let sources: Vec<PathBuf> = stand_ins().into_iter().chain([path]).collect();
    compile(&sources, &[&classes], &into);
    let output = java(&[&into, &classes], &["Runner", &tests.name]);
    let lines = printed(&output);
    assert!(output.status.success(), "{}\n{lines}", tests.text);
    assert!(
        tests.tests > 0 && !lines.contains("failed"),
        "{}\n{lines}",
        tests.text
    );
    assert!(tests.text.contains("new Gauge()"), "{}", tests.text);
}

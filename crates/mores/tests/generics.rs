//! What a typed client can pass decides what is claimed of a method, not what the machine would let through: the classes
//! in `generics/` cast what they get to the type that their declarations promise. Each has a client that `javac` accepts
//! without a warning and that the real `java` runs to its end; a model that says that its calls always fail is wrong.

use std::fs;
use std::path::{Path, PathBuf};

use mores::report::{Answer, Report, VerdictKind, View};
use mores::{Budget, InterfaceRequest, JUnit, NoProgress, junit};

use crate::support;
use crate::support::{compile_with, java, printed};

/// Classes, the methods whose every call may be unknown because no object for them is at hand, and what the parameters of
/// one method are said to be.
const SUBJECTS: [(&str, &[&str], &str); 10] = [
    ("Ages", &[], "item is null or a new Integer"),
    ("Chained", &[], "any is null or a new Cell"),
    ("Bounds", &[], "item is null or a new Thing"),
    ("Wrapped", &[], "optional is null or a new Optional"),
    ("Handled", &["none"], "handler is null or a new OneHandler"),
    (
        "Around$Base$Inner",
        &[],
        "next is null, this.kept or a new Whole",
    ),
    ("Kept", &[], "item is null, this.held or a new Token"),
    ("Colours", &[], "pair is null or a new Pair"),
    ("Linked", &[], "link is null or a new Link"),
    (
        "Raw",
        &[],
        "item is null, this, a new String of at most 2 characters below 256 or a new Object",
    ),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/generics")
}

/// All sources, and a class that runs all clients.
fn sources(into: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(folder())
        .expect("the folder is there")
        .map(|entry| entry.expect("it can be read").path());
    let mut files: Vec<PathBuf> = files.collect();
    assert_eq!(files.len(), SUBJECTS.len());
    let run = |(class, ..): &(&str, &[&str], &str)| match class.split_once('$') {
        Some((around, _)) => format!("        {around}.{around}Client.run();\n"),
        None => format!("        {class}Client.run();\n"),
    };
    let all: String = SUBJECTS.iter().map(run).collect();
    let clients = into.join("Clients.java");
    let text = format!(
        "class Clients {{\n    public static void main(String[] none) {{\n{all}    }}\n}}\n"
    );
    fs::write(&clients, text).expect("written");
    files.push(clients);
    files
}

fn learned(class: &str, classes: &Path) -> Report {
    let request = InterfaceRequest {
        class: Some(class.to_owned()),
        // What no client can pass would be left out otherwise.
        view: View {
            any_arguments: true,
            ..View::default()
        },
        ..InterfaceRequest::new(classes)
    };
    let artifacts = mores::interface(&request, &Budget::unlimited(), &NoProgress);
    artifacts.unwrap_or_else(|e| panic!("{class}: {e}")).report
}

/// Methods of which every call in every state of an object fails.
fn always_fail(report: &Report) -> Vec<&str> {
    let model = &report.model;
    let fails = |id: u64| {
        model
            .states
            .iter()
            .any(|s| s.id == id && s.answer == Answer::Error)
    };
    let may_return = |method: &str| {
        model.transitions.iter().any(|t| {
            let of = model
                .alphabet
                .iter()
                .any(|s| s.symbol == t.symbol && s.method == method);
            of && t.from != model.initial && !fails(t.to)
        })
    };
    let methods = model
        .methods
        .iter()
        .filter(|m| !m.constructs)
        .map(|m| m.name.as_str());
    methods.filter(|method| !may_return(method)).collect()
}

#[test]
fn no_argument_that_no_typed_client_can_pass_decides_that_a_method_fails() {
    let folder = tempfile::tempdir().expect("a folder");
    let classes = folder.path().join("classes");
    compile_with(
        &["-Xlint:unchecked,rawtypes", "-Werror"],
        &sources(folder.path()),
        &[],
        &classes,
    );
    let ran = java(&[&classes], &["Clients"]);
    assert!(ran.status.success(), "{}", printed(&ran));
    for (class, _, expected) in SUBJECTS {
        let report = learned(class, &classes);
        let casts = report
            .model
            .transitions
            .iter()
            .filter_map(|t| t.error.as_ref())
            .map(|e| e.what.as_str());
        let casts: Vec<&str> = casts
            .filter(|what| what.contains("ClassCastException"))
            .collect();
        assert_eq!(
            casts,
            Vec::<&str>::new(),
            "{class}: {:?}",
            report.verdict.assumptions
        );
        assert_eq!(always_fail(&report), Vec::<&str>::new(), "{class}");
        let assumptions = &report.verdict.assumptions;
        assert!(
            assumptions.iter().any(|a| a == expected),
            "{class}: {assumptions:?}"
        );
    }
}

#[test]
fn what_is_unknown_is_only_what_no_class_at_hand_fits() {
    let folder = tempfile::tempdir().expect("a folder");
    let classes = folder.path().join("classes");
    compile_with(&[], &sources(folder.path()), &[], &classes);
    for (class, open, _) in SUBJECTS {
        let report = learned(class, &classes);
        let model = &report.model;
        let unknown = model.transitions.iter().filter(|t| t.unknown.is_some());
        let methods = unknown.map(|t| {
            &model
                .alphabet
                .iter()
                .find(|s| s.symbol == t.symbol)
                .expect("a symbol")
                .method
        });
        let mut methods: Vec<&str> = methods.map(String::as_str).collect();
        methods.dedup();
        assert_eq!(methods, open, "{class}");
        assert_eq!(
            report.verdict.kind == VerdictKind::Proved,
            open.is_empty(),
            "{class}: {:?}",
            report.verdict
        );
    }
}

#[test]
fn the_tests_of_classes_with_type_variables_compile_and_pass() {
    let folder = tempfile::tempdir().expect("a folder");
    let classes = folder.path().join("classes");
    compile_with(&[], &sources(folder.path()), &[], &classes);
    let tests: Vec<JUnit> = SUBJECTS
        .iter()
        .map(|(class, ..)| junit(&learned(class, &classes)))
        .collect();
    let into = folder.path().join("tests");
    let mut files = support::stand_ins();
    for tests in &tests {
        let path = folder.path().join(format!("{}.java", tests.name));
        fs::write(&path, &tests.text).expect("written");
        files.push(path);
    }
    support::compile(&files, &[&classes], &into);
    let names: Vec<&str> = ["Runner"]
        .into_iter()
        .chain(tests.iter().map(|t| t.name.as_str()))
        .collect();
    let output = java(&[&into, &classes], &names);
    let lines = printed(&output);
    let failed: Vec<&str> = lines
        .lines()
        .filter(|line| !line.starts_with("passed"))
        .collect();
    assert_eq!(failed, Vec::<&str>::new());
    assert_eq!(
        lines.lines().count(),
        tests.iter().map(|t| t.tests).sum::<usize>()
    );
}

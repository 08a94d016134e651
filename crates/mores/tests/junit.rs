//! The tests that are generated from an interface compile, pass on the class they were made from, and fail on one that
//! does something else. JUnit itself is not at hand here: a stand-in with the same names is (`junit/`).

use std::fs;
use std::path::{Path, PathBuf};

use mores::report::{Answer, NO_SUCH_CALL, Report, Transition};
use mores::{Budget, InterfaceRequest, JUnit, NoProgress, junit};

use crate::support::{MUTANTS, Mutant, compile, compile_versions, java, printed, stand_ins};

fn learned(mutant: &Mutant, classes: &Path) -> Report {
    let artifacts = mores::interface(&mutant.request(classes), &Budget::unlimited(), &NoProgress);
    artifacts
        .unwrap_or_else(|e| panic!("{}: {e}", mutant.class))
        .report
}

/// Writes the tests of all classes and compiles them.
fn compiled_tests(tests: &[(&Mutant, JUnit)], folder: &Path, classes: &Path) -> PathBuf {
    let into = folder.join("tests");
    let mut sources = stand_ins();
    for (_, tests) in tests {
        let path = folder.join(format!("{}.java", tests.name));
        fs::write(&path, &tests.text).expect("written");
        sources.push(path);
    }
    compile(&sources, &[classes], &into);
    into
}

/// The lines that a class of tests gives on these classes.
fn run(tests: &JUnit, mutant: &Mutant, compiled: &Path, classes: &Path) -> Vec<String> {
    let output = java(
        &[compiled, classes],
        &["Runner", &format!("{}{}", mutant.package(), tests.name)],
    );
    assert!(
        output.status.success(),
        "{}\n{}",
        tests.text,
        printed(&output)
    );
    let lines: Vec<String> = printed(&output).lines().map(str::to_owned).collect();
    assert_eq!(
        lines.len(),
        tests.tests,
        "{}\n{}",
        tests.text,
        printed(&output)
    );
    lines
}

/// Calls that somebody can make, counted without what makes the tests: methods on an object, constructors without one.
fn walkable(report: &Report) -> usize {
    let model = &report.model;
    let constructs = |symbol: &str| {
        let method = &model
            .alphabet
            .iter()
            .find(|s| s.symbol == symbol)
            .expect("a symbol")
            .method;
        model
            .methods
            .iter()
            .find(|m| m.name == *method)
            .expect("a method")
            .constructs
    };
    let has_constructors = model.methods.iter().any(|m| m.constructs);
    let before = |state: u64| state == model.initial && has_constructors;
    model
        .transitions
        .iter()
        .filter(|t| before(t.from) == constructs(&t.symbol))
        .count()
}

#[test]
fn the_tests_of_a_class_walk_every_transition_pass_on_it_and_fail_on_most_mutants() {
    let folder = tempfile::tempdir().expect("a folder");
    let (old, new) = compile_versions(folder.path());
    let mut all = Vec::new();
    for mutant in &MUTANTS {
        let report = learned(mutant, &old);
        let tests = junit(&report);
        assert_eq!(
            tests.left_out.len(),
            0,
            "{}: {:?}",
            mutant.class,
            tests.left_out
        );
        assert_eq!(
            tests.walked,
            walkable(&report),
            "{}\n{}",
            mutant.class,
            tests.text
        );
        assert!(
            report
                .model
                .states
                .iter()
                .all(|s| s.answer != Answer::Unknown),
            "{}",
            mutant.class
        );
        all.push((mutant, tests));
    }
    let compiled = compiled_tests(&all, folder.path(), &old);
    let mut missed = Vec::new();
    for (mutant, tests) in &all {
        let failed = |lines: Vec<String>| {
            lines
                .into_iter()
                .filter(|l| !l.starts_with("passed"))
                .collect::<Vec<_>>()
        };
        assert_eq!(
            failed(run(tests, mutant, &compiled, &old)),
            Vec::<String>::new(),
            "{}",
            tests.text
        );
        if mutant.changes() && failed(run(tests, mutant, &compiled, &new)).is_empty() {
            missed.push(mutant.class);
        }
    }
    // Each alternative of a guard is tried with one example: a border that moved elsewhere is not seen.
    assert_eq!(missed, ["EnumBodies"]);
}

/// Classes whose models have registers: what a call may be depends on those before it.
const WITH_REGISTERS: [&str; 8] = [
    "../../corpus/java/Account.java",
    "../../corpus/java/Between.java",
    "../../corpus/java/OwnedLock.java",
    "../../corpus/java/Session.java",
    "../../corpus/java/TwoSlots.java",
    "tests/registers/Growing.java",
    "tests/registers/Latch.java",
    "tests/registers/Mix.java",
];

#[test]
fn the_tests_of_a_model_with_registers_pass_the_values_that_the_registers_hold() {
    let folder = tempfile::tempdir().expect("a folder");
    let classes = folder.path().join("classes");
    let files = WITH_REGISTERS.map(|file| Path::new(env!("CARGO_MANIFEST_DIR")).join(file));
    compile(&files, &[], &classes);
    let mut sources = stand_ins();
    let mut names = vec!["Runner".to_owned()];
    let mut count = 0;
    for file in WITH_REGISTERS {
        let class = Path::new(file)
            .file_stem()
            .and_then(|stem| stem.to_str())
            .expect("a name");
        let request = InterfaceRequest {
            class: Some(class.to_owned()),
            ..InterfaceRequest::new(&classes)
        };
        let report = mores::interface(&request, &Budget::unlimited(), &NoProgress)
            .expect("it is learned")
            .report;
        assert!(!report.model.registers.is_empty(), "{class}");
        let tests = junit(&report);
        let never = |t: &&Transition| t.error.as_ref().is_some_and(|e| e.what == NO_SUCH_CALL);
        let impossible = report.model.transitions.iter().filter(never).count();
        assert_eq!(
            tests.walked + impossible,
            walkable(&report),
            "{class}\n{}",
            tests.text
        );
        let path = folder.path().join(format!("{}.java", tests.name));
        fs::write(&path, &tests.text).expect("written");
        sources.push(path);
        names.push(tests.name);
        count += tests.tests;
    }
    let into = folder.path().join("tests");
    compile(&sources, &[&classes], &into);
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let lines = printed(&java(&[&into, &classes], &names));
    let failed: Vec<&str> = lines
        .lines()
        .filter(|line| !line.starts_with("passed"))
        .collect();
    assert_eq!(failed, Vec::<&str>::new());
    assert_eq!(lines.lines().count(), count);
}

//! The programs of `corpus/c/loops`: what is true of them is told by the compiled program, and nothing else is claimed. `MORES_ALL=1`
//! tries all of them, `./x bench errors loops` measures how many are decided.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use mores::report::VerdictKind;
use mores::{Budget, LanguageRequest, NoProgress, language};
use tempfile::TempDir;

use crate::random_programs::compiled::{Build, Compiler, Ending, Run};

/// Programs that are proved or refuted in little time, each in another way.
const SAMPLE: [&str; 6] = [
    "count",
    "triangle",
    "halves",
    "gray",
    "driver_wrong",
    "server_wrong",
];

struct Program {
    name: String,
    /// The inputs on which it fails, if it does.
    fails_on: Option<Vec<i64>>,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/c/loops")
}

fn programs() -> Vec<Program> {
    let text = fs::read_to_string(folder().join("expected.txt")).expect("it is there");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let program = |line: &str| {
        let (name, what) = line
            .split_once(": ")
            .expect("a name and what is true of it");
        Program {
            name: name.to_owned(),
            fails_on: what.strip_prefix("fails on").map(numbers),
        }
    };
    lines.map(program).collect()
}

fn numbers(list: &str) -> Vec<i64> {
    let numbers = list.split_whitespace();
    numbers.map(|n| n.parse().expect("a number")).collect()
}

fn all() -> bool {
    std::env::var_os("MORES_ALL").is_some()
}

/// Every third program that fails, or all, compiled with sanitizers.
#[test]
fn the_compiled_program_fails_on_the_inputs() {
    let folder_of_binaries = TempDir::new().expect("a folder");
    let compiler = Compiler::new(folder_of_binaries.path());
    let failing = programs()
        .into_iter()
        .filter(|program| program.fails_on.is_some());
    for program in failing.step_by(if all() { 1 } else { 3 }) {
        let path = folder().join(&program.name).with_extension("c");
        let binary = compiler.compile(&path, Build::Sanitized, &[]);
        let numbers = program.fails_on.unwrap_or_default();
        let run = Run {
            numbers,
            ..Run::default()
        };
        let observed = compiler.run(&binary, &[run]).remove(0);
        let fails = matches!(
            observed.ending,
            Ending::Assertion(_) | Ending::Error | Ending::Undefined | Ending::Crashed(_)
        );
        assert!(fails, "{}: {observed:?}", program.name);
    }
}

#[test]
fn loops_are_decided_as_they_are() {
    for program in programs() {
        if !all() && !SAMPLE.contains(&&*program.name) {
            continue;
        }
        let request = LanguageRequest::new(folder().join(&program.name).with_extension("c"));
        let budget = Budget::steady(Duration::from_secs(20));
        let found = language(&request, &budget, &NoProgress).expect("it can be read");
        let report = &found.report;
        let (words, proved) = (
            report.model.words.len(),
            report.verdict.kind == VerdictKind::Proved,
        );
        let name = &program.name;
        match program.fails_on {
            Some(_) => assert!(words > 0 || !proved, "{name} fails"),
            None => assert_eq!(words, 0, "{name} never fails"),
        }
        if SAMPLE.contains(&&**name) {
            assert!(words > 0 || proved && found.certificate.is_some(), "{name}");
        }
    }
}

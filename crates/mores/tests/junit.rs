//! The tests that are generated from an interface compile, pass on the class they were made from, and fail on one that
//! does something else. JUnit itself is not at hand here: a stand-in with the same names is (`junit/`).

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use mores::report::Report;
use mores::{Budget, InterfaceRequest, NoProgress, junit};

fn corpus(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/java").join(format!("{name}.java"))
}

fn learned(path: &Path) -> Report {
    let request = InterfaceRequest::new(path);
    let artifacts = mores::interface(&request, &Budget::unlimited(), &NoProgress);
    artifacts.unwrap_or_else(|e| panic!("{}: {e}", path.display())).report
}

/// Compiles everything that is given into one folder.
fn compile(sources: &[PathBuf], into: &Path) {
    let mut command = Command::new("javac");
    command.args(["-nowarn", "-g", "-d"]).arg(into).args(sources);
    let output = command.output().expect("javac runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn stand_ins() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/junit");
    let api = folder.join("org/junit/jupiter/api");
    let names = ["Test", "DisplayName", "Assertions", "function/Executable", "function/ThrowingSupplier"];
    let files = names.map(|name| api.join(format!("{name}.java")));
    files.into_iter().chain([folder.join("Runner.java")]).collect()
}

/// What the generated tests say, a line each, when they are run on the classes of `sources`.
fn run(report: &Report, sources: &[PathBuf]) -> Vec<String> {
    let tests = junit(report);
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join(format!("{}.java", tests.name));
    fs::write(&file, &tests.text).expect("written");
    let classes = folder.path().join("classes");
    fs::create_dir(&classes).expect("a folder");
    let all: Vec<PathBuf> = sources.iter().cloned().chain(stand_ins()).chain([file]).collect();
    compile(&all, &classes);
    let package = report.subject.name.rsplit_once('.').map_or(String::new(), |(package, _)| format!("{package}."));
    let mut java = Command::new("java");
    java.args(["-ea", "-XX:TieredStopAtLevel=1", "-cp"]).arg(&classes);
    let output = java.args(["Runner", &format!("{package}{}", tests.name)]).output().expect("java runs");
    assert!(output.status.success(), "{}\n{}", tests.text, String::from_utf8_lossy(&output.stderr));
    let lines: Vec<String> = String::from_utf8(output.stdout).expect("text").lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), tests.tests, "{}", tests.text);
    lines
}

/// What is left out is what the model does not know or what no client can pass: of these classes nothing.
#[test]
fn the_tests_of_a_class_walk_every_transition_and_pass_on_it() {
    let classes = [
        "PipedOutputStream",
        "Example",
        "EnumParam",
        "SinkParam",
        "JobParam",
        "KeyHolder",
        "SmallBuffer",
        "StringParam",
        "ArrayParam",
        "BoxedParam",
        "FloatParam",
        "ByteMode",
        "CharAt",
        "StaticGate",
        "StaticCounter",
        "Overloads",
        "Varargs",
        "TwoNodes",
        "SharedNode",
        "NullParam",
        "EnumBodies",
        "LongRange",
        "Records",
        "Builder",
    ];
    for name in classes {
        let report = learned(&corpus(name));
        let tests = junit(&report);
        assert_eq!(tests.left_out.len(), 0, "{name}: {:?}", tests.left_out);
        let failed: Vec<String> =
            run(&report, &[corpus(name)]).into_iter().filter(|l| !l.starts_with("passed")).collect();
        assert_eq!(failed, Vec::<String>::new(), "{name}\n{}", tests.text);
    }
}

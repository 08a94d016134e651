//! What else one does with an interface: showing a difference as a program, comparing versions, generating tests.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::{folder, learned, mores};

/// The stream with one assertion less, so that `write` is always legal.
fn changed(folder: &Path) {
    let source =
        fs::read_to_string(folder.join("corpus/java/PipedOutputStream.java")).expect("the corpus");
    let write = source.find("void write").expect("the method");
    let at = write + source[write..].find("assert").expect("its assertion");
    let end = at + source[at..].find(';').expect("its end") + 1;
    fs::write(
        folder.join("PipedOutputStream.java"),
        format!("{}{}", &source[..at], &source[end..]),
    )
    .expect("written");
}

#[test]
fn a_difference_is_left_as_a_program_named_after_its_file() {
    let folder = folder("witness");
    let model = learned(&folder).to_string_lossy().into_owned();
    changed(&folder);
    let run = mores(
        &folder,
        &[
            "check",
            &model,
            "PipedOutputStream.java",
            "--out",
            "Shown.java",
        ],
    );
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    assert!(
        run.stdout.contains("wrote Shown.java") && !run.stdout.contains("class Shown"),
        "{}",
        run.stdout
    );
    let program = fs::read_to_string(folder.join("Shown.java")).expect("it was written");
    assert!(
        program.contains("public class Shown {") && program.contains("it.write()"),
        "{program}"
    );
    let shown = mores(&folder, &["check", &model, "PipedOutputStream.java"]);
    assert!(
        shown.stdout.contains("public class Witness {"),
        "{}",
        shown.stdout
    );
    let json = mores(
        &folder,
        &["check", &model, "PipedOutputStream.java", "--json"],
    );
    let result: Value = serde_json::from_str(&json.stdout).expect("JSON");
    assert_eq!(result["shortest"], true);
    assert_eq!(
        result["calls"],
        serde_json::json!(["new PipedOutputStream()", "write()"])
    );
    assert!(
        result["java"]
            .as_str()
            .is_some_and(|text| text.contains("public class Witness {")),
        "{}",
        json.stdout
    );
}

#[test]
fn a_file_that_is_called_as_no_class_can_be_is_refused() {
    let folder = folder("witness-name");
    let model = learned(&folder).to_string_lossy().into_owned();
    changed(&folder);
    for name in ["a-b.java", "PipedOutputStream.java"] {
        let out = format!("sub/{name}");
        let run = mores(
            &folder,
            &["check", &model, "PipedOutputStream.java", "--out", &out],
        );
        assert_eq!(
            (run.code, run.stdout.as_str()),
            (Some(2), ""),
            "{}",
            run.stderr
        );
        assert!(run.stderr.contains("--out"), "{}", run.stderr);
    }
}

#[test]
fn versions_are_compared_and_the_exit_code_says_so_only_if_it_is_asked() {
    let folder = folder("diff");
    changed(&folder);
    let versions = [
        "diff",
        "corpus/java/PipedOutputStream.java",
        "PipedOutputStream.java",
    ];
    let run = mores(&folder, &versions);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(
        run.stdout.contains("gained") && run.stdout.contains("    write()  [before: "),
        "{}",
        run.stdout
    );
    assert_eq!(
        mores(&folder, &[&versions[..], &["--exit-code"]].concat()).code,
        Some(1)
    );
    let same = mores(
        &folder,
        &["diff", versions[1], versions[1], "--exit-code", "--json"],
    );
    assert_eq!(same.code, Some(0), "{}", same.stdout);
    let result: Value = serde_json::from_str(&same.stdout).expect("JSON");
    assert_eq!(
        (&result["command"], &result["verdict"]["kind"]),
        (&Value::from("diff"), &Value::from("equal"))
    );
}

/// Nothing known is not nothing changed.
#[test]
fn a_comparison_without_time_does_not_pass() {
    let folder = folder("diff-undecided");
    let path = "corpus/java/PipedOutputStream.java";
    let model = learned(&folder).to_string_lossy().into_owned();
    let run = mores(
        &folder,
        &["diff", &model, path, "--exit-code", "--budget", "0s"],
    );
    assert_ne!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
}

#[test]
fn the_tests_of_an_interface_are_the_same_from_code_and_from_its_model() {
    let folder = folder("junit");
    let path = "corpus/java/PipedOutputStream.java";
    let run = mores(
        &folder,
        &["interface", path, "--tests", "junit", "--out", "out"],
    );
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(
        run.stdout
            .contains("wrote out/PipedOutputStreamInterfaceTest.java"),
        "{}",
        run.stdout
    );
    let written = fs::read_to_string(folder.join("out/PipedOutputStreamInterfaceTest.java"))
        .expect("it was written");
    let emitted = mores(
        &folder,
        &["emit", "out/PipedOutputStream.mores.json", "--as", "junit"],
    );
    assert_eq!(emitted.stdout, written);
    assert!(
        written.contains("in state 1, write() is illegal"),
        "{written}"
    );
    let nowhere = mores(&folder, &["interface", path, "--tests", "junit"]);
    assert_eq!(nowhere.code, Some(2), "{}", nowhere.stdout);
}

//! What the command leaves: exit codes, files, and output that other programs can read.

use std::fs;
use std::io::Read;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::common::{folder, learned, mores};

#[test]
fn a_result_is_left_as_files_and_nothing_else() {
    let folder = folder("files");
    learned(&folder);
    let entries = fs::read_dir(folder.join("out")).expect("the folder was made");
    let mut names: Vec<String> = entries
        .map(|e| {
            e.expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    let stream = ["certificate.json", "dot", "mmd", "mores.json", "svg"]
        .map(|end| format!("PipedOutputStream.{end}"));
    assert_eq!(names, [&stream[..], &["report.html".to_owned()]].concat());
}

#[test]
fn the_report_on_standard_output_is_the_one_in_the_file() {
    let folder = folder("json");
    let run = mores(
        &folder,
        &[
            "interface",
            "corpus/java/PipedOutputStream.java",
            "--json",
            "--out",
            "out",
        ],
    );
    let saved = fs::read_to_string(folder.join("out/PipedOutputStream.mores.json"))
        .expect("the model was written");
    assert_eq!(run.stdout, saved);
    let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(report["verdict"]["kind"], "proved");
    assert_eq!(
        report["counts"],
        serde_json::json!({ "states": 4, "symbols": 6, "methods": 5, "transitions": 18 })
    );
    assert_eq!(
        report["certificate"]["path"],
        "PipedOutputStream.certificate.json"
    );
    assert_eq!(report["certificate"]["checked"], true);
}

#[test]
fn an_engine_of_the_papers_says_how_far_it_got() {
    let folder = folder("engines");
    let run = mores(
        &folder,
        &[
            "interface",
            "corpus/java/Turnstile.java",
            "--engine",
            "hybrid",
        ],
    );
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(
        run.stdout.contains("Proved:") && run.stdout.contains("state matching"),
        "{}",
        run.stdout
    );
    let run = mores(
        &folder,
        &[
            "interface",
            "corpus/java/Turnstile.java",
            "--engine",
            "hybrid",
            "--no-por",
            "--json",
        ],
    );
    let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
    let exploration = &report["effort"]["exploration"];
    assert_eq!(
        (&exploration["complete"], &exploration["skipped_by_por"]),
        (&Value::from(true), &Value::from(0))
    );
}

#[test]
fn abstraction_says_what_it_saw_the_code_through() {
    let folder = folder("abstraction");
    let class = "corpus/java/Turnstile.java";
    let run = mores(&folder, &["interface", class, "--engine", "may-must"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(
        run.stdout.contains("Proved:") && run.stdout.contains("abstraction (learn-reuse): "),
        "{}",
        run.stdout
    );
    for scheme in ["wp", "wp+craig", "refine-may", "learn-reuse"] {
        let run = mores(
            &folder,
            &[
                "interface",
                class,
                "--engine",
                "may-must",
                "--refine",
                scheme,
                "--json",
            ],
        );
        let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
        let abstraction = &report["effort"]["abstraction"];
        assert_eq!(
            (&report["verdict"]["kind"], &abstraction["scheme"]),
            (&Value::from("proved"), &Value::from(scheme))
        );
        assert!(
            abstraction["predicates"]
                .as_array()
                .is_some_and(|all| !all.is_empty()),
            "{abstraction}"
        );
    }
}

/// Calls that a model leaves open are marked, and neither conform nor differ.
#[test]
fn what_is_undecided_is_shown_and_not_claimed() {
    let folder = folder("undecided");
    let path = learned(&folder);
    let mut model: Value =
        serde_json::from_str(&fs::read_to_string(&path).expect("the model")).expect("JSON");
    let states = model["model"]["states"].as_array_mut().expect("states");
    let open = states.len();
    states.push(serde_json::json!({ "id": open, "answer": "unknown", "undecided": true }));
    let transitions = model["model"]["transitions"]
        .as_array_mut()
        .expect("transitions");
    let write = transitions
        .iter_mut()
        .find(|t| t["symbol"] == "write" && t["from"] == 2)
        .expect("a call");
    write["to"] = Value::from(open);
    fs::write(&path, model.to_string()).expect("written");
    let path = path.to_string_lossy();
    let run = mores(
        &folder,
        &["check", &path, "corpus/java/PipedOutputStream.java"],
    );
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(
        run.stdout
            .contains("leaves undecided or guesses are not claimed"),
        "{}",
        run.stdout
    );
    for form in ["svg", "mermaid", "dot", "d2", "html"] {
        let run = mores(&folder, &["emit", &path, "--as", form]);
        assert!(run.stdout.contains("undecided"), "{form}");
    }
}

#[test]
fn code_that_still_does_what_the_model_says_passes() {
    let folder = folder("conforms");
    let model = learned(&folder);
    let run = mores(
        &folder,
        &[
            "check",
            &model.to_string_lossy(),
            "corpus/java/PipedOutputStream.java",
        ],
    );
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.contains("conforms"), "{}", run.stdout);
}

/// The same class without the assertion in `write`.
#[test]
fn code_that_changed_fails_with_calls_that_show_it() {
    let folder = folder("differs");
    let model = learned(&folder);
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
    let run = mores(
        &folder,
        &["check", &model.to_string_lossy(), "PipedOutputStream.java"],
    );
    assert_eq!(run.code, Some(1), "{}{}", run.stdout, run.stderr);
    assert!(
        run.stdout.contains("new PipedOutputStream()") && run.stdout.contains("write("),
        "{}",
        run.stdout
    );
    let json = mores(
        &folder,
        &[
            "check",
            &model.to_string_lossy(),
            "PipedOutputStream.java",
            "--json",
        ],
    );
    let result: Value = serde_json::from_str(&json.stdout).expect("JSON");
    assert_eq!(
        (&result["code"], &result["model"]),
        (&Value::from("ok"), &Value::from("error"))
    );
}

/// A check that was not decided must not pass.
#[test]
fn a_check_without_time_does_not_pass() {
    let folder = folder("undecided");
    let model = learned(&folder);
    let run = mores(
        &folder,
        &[
            "check",
            &model.to_string_lossy(),
            "corpus/java/PipedOutputStream.java",
            "--budget",
            "0s",
        ],
    );
    assert_eq!(run.code, Some(1), "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("not decided"), "{}", run.stdout);
}

#[test]
fn every_form_of_a_model_can_be_had() {
    let folder = folder("forms");
    let model = learned(&folder).to_string_lossy().into_owned();
    let starts = [
        ("svg", "<svg"),
        ("mermaid", "flowchart"),
        ("d2", "direction: "),
        ("dot", "digraph"),
        ("html", "<!DOCTYPE html>"),
        ("json", "{"),
    ];
    for (form, start) in starts {
        let run = mores(&folder, &["emit", &model, "--as", form]);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        assert!(run.stdout.starts_with(start), "{}", run.stdout);
        let file = mores(&folder, &["emit", &model, "--as", form, "--out", "one"]);
        assert_eq!((file.code, file.stdout.as_str()), (Some(0), ""));
        assert_eq!(
            fs::read_to_string(folder.join("one")).expect("written"),
            run.stdout
        );
    }
}

/// `mores … | head -1` is no failure of mores.
#[test]
fn a_reader_that_stops_early_is_no_failure() {
    let folder = folder("pipe");
    let model = learned(&folder);
    let mut child = Command::new(env!("CARGO_BIN_EXE_mores"))
        .args(["emit", &model.to_string_lossy(), "--as", "html"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    drop(child.stdout.take());
    let mut said = String::new();
    child
        .stderr
        .take()
        .expect("a pipe")
        .read_to_string(&mut said)
        .expect("text");
    assert_eq!(
        (child.wait().expect("it ends").code(), said.as_str()),
        (Some(0), "")
    );
}

#[test]
fn output_that_is_no_terminal_has_no_colours_and_no_progress() {
    let run = mores(
        &folder("plain"),
        &["interface", "corpus/java/ReadWriteAcq.java"],
    );
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert!(
        !run.stdout.contains('\u{1b}') && run.stdout.lines().all(|l| l.chars().count() <= 120),
        "{}",
        run.stdout
    );
}

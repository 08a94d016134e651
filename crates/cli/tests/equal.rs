//! The command `mores equal`: exit codes, what it prints, what it refuses.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::common::{Run, folder, learned, mores};

const STREAM: &str = "corpus/java/PipedOutputStream.java";

/// The same class, changed.
fn changed(folder: &Path, from: &str, to: &str) {
    let source = fs::read_to_string(folder.join(STREAM)).expect("the corpus");
    assert!(source.contains(from), "{source}");
    fs::write(
        folder.join("PipedOutputStream.java"),
        source.replace(from, to),
    )
    .expect("written");
}

fn equal(folder: &Path, first: &str, second: &str, more: &[&str]) -> Run {
    mores(folder, &[&["equal", first, second], more].concat())
}

#[test]
fn a_model_is_equal_to_the_code_it_was_learned_from() {
    let folder = folder("equal");
    let model = learned(&folder).to_string_lossy().into_owned();
    let run = equal(&folder, &model, STREAM, &[]);
    assert_eq!(
        (run.code, run.stderr.as_str()),
        (Some(0), ""),
        "{}",
        run.stdout
    );
    assert!(
        run.stdout
            .contains("Equal: every sequence of calls is answered alike."),
        "{}",
        run.stdout
    );
    assert!(
        run.stdout.contains("Both interfaces are proved"),
        "{}",
        run.stdout
    );
    let run = equal(&folder, STREAM, &model, &["--json", "--quiet"]);
    let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(
        (&report["command"], &report["equal"]),
        (&json!("equal"), &json!(true))
    );
    assert_eq!(
        (&report["witness"], &report["answers"], &report["exact"]),
        (&json!([]), &Value::Null, &json!(true))
    );
    assert_eq!(
        (&report["second"]["saved"], &report["verdict"]["kind"]),
        (&json!(true), &json!("proved"))
    );
}

#[test]
fn a_difference_is_shown_with_calls_and_with_what_each_answers() {
    let folder = folder("equal-not");
    let model = learned(&folder).to_string_lossy().into_owned();
    changed(&folder, "if (sink == 0)", "if (false)");
    let run = equal(&folder, &model, "PipedOutputStream.java", &[]);
    assert_eq!(run.code, Some(1), "{}{}", run.stdout, run.stderr);
    assert!(
        run.stdout
            .contains("    new PipedOutputStream()\n    write()\n"),
        "{}",
        run.stdout
    );
    assert!(
        run.stdout
            .contains("The last is an error in the first, ok in the second."),
        "{}",
        run.stdout
    );
    let run = equal(&folder, "PipedOutputStream.java", STREAM, &["--json"]);
    let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(
        (run.code, &report["equal"], &report["replayed"]),
        (Some(1), &json!(false), &json!(true))
    );
    assert_eq!(
        report["witness"],
        json!(["new PipedOutputStream()", "write()"])
    );
    assert_eq!(
        report["answers"],
        json!({ "first": "ok", "second": "error" })
    );
    assert_eq!(report["cause"]["what"], "java.lang.AssertionError");
}

#[test]
fn what_is_not_known_is_left_out_and_that_is_said() {
    let folder = folder("equal-unknown");
    changed(
        &folder,
        "if (sink == 0)",
        "if (sink == 0 || System.nanoTime() == 1)",
    );
    let run = equal(&folder, STREAM, "PipedOutputStream.java", &[]);
    assert_eq!(run.code, Some(3), "{}{}", run.stdout, run.stderr);
    assert!(
        run.stdout.contains("Equal where both are known."),
        "{}",
        run.stdout
    );
    assert!(
        run.stdout
            .contains("The last is ok in the first, unknown in the second."),
        "{}",
        run.stdout
    );
    let run = equal(&folder, STREAM, "PipedOutputStream.java", &["--json"]);
    let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(
        (&report["equal"], &report["exact"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(
        report["not-compared"]["answers"],
        json!({ "first": "ok", "second": "unknown" })
    );
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let folder = folder("equal-refused");
    let model = learned(&folder).to_string_lossy().into_owned();
    fs::write(folder.join("other.json"), "{ \"a\": 1 }").expect("written");
    let cases: [(&str, &str, &[&str], &[&str]); 6] = [
        (
            &model,
            "missing.json",
            &[],
            &["missing.json", "check the path"],
        ),
        (
            &model,
            "other.json",
            &[],
            &["other.json", "not a report of mores"],
        ),
        (
            &model,
            "Missing.java",
            &[],
            &["Missing.java", "does not exist"],
        ),
        (
            STREAM,
            "corpus/java/ReadWriteAcq.java",
            &[],
            &["the same methods", "only the first has", "flush()"],
        ),
        (&model, STREAM, &["--no-por"], &["--no-por", "hybrid"]),
        (STREAM, STREAM, &["--methods", "nothing"], &["nothing"]),
    ];
    for (first, second, more, words) in cases {
        let run = equal(&folder, first, second, more);
        assert_eq!(
            (run.code, run.stdout.as_str()),
            (Some(2), ""),
            "{first} {second}: {}",
            run.stderr
        );
        for word in words {
            assert!(
                run.stderr.contains(word),
                "`{word}` is not in: {}",
                run.stderr
            );
        }
    }
}

/// Nothing known is not nothing different.
#[test]
fn a_comparison_without_time_does_not_pass() {
    let folder = folder("equal-undecided");
    let model = learned(&folder).to_string_lossy().into_owned();
    let run = equal(&folder, &model, &model, &["--budget", "0s"]);
    assert_eq!(run.code, Some(1), "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("Not decided"), "{}", run.stdout);
    let json = equal(&folder, &model, &model, &["--budget", "0s", "--json"]);
    let report: Value = serde_json::from_str(&json.stdout).expect("JSON");
    assert_eq!(
        (&report["equal"], report["reason"].is_string()),
        (&Value::Null, true)
    );
}

//! The commands about stream filters: exit codes, what they print, what they refuse.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::common::{Run, folder, learned, mores};

/// A model file: one state, and for some bytes what is written instead of them.
fn model(name: &str, instead: &[(u8, &str)]) -> Value {
    let step = |guard: String, writes: Vec<String>| json!({ "from": 0, "guard": guard, "guard_text": guard, "writes": writes, "writes_text": writes.join(" "), "to": 0 });
    let special = instead.iter().map(|(byte, text)| {
        step(
            format!("x == {byte}"),
            text.bytes().map(|b| format!("(u8) {b}")).collect(),
        )
    });
    let others: Vec<String> = instead
        .iter()
        .map(|(byte, _)| format!("x != {byte}"))
        .collect();
    let others = if others.is_empty() {
        "true".to_owned()
    } else {
        others.join(" && ")
    };
    let transitions: Vec<Value> = special
        .chain([step(others, vec!["x".to_owned()])])
        .collect();
    json!({
        "mores": env!("CARGO_PKG_VERSION"), "command": "filter",
        "subject": { "path": format!("{name}.c"), "name": name },
        "verdict": { "kind": "up-to", "depth": 3, "reason": "written by hand", "integers": "wrapping" },
        "model": {
            "kind": "transducer", "input": { "bits": 8, "signed": false }, "output": { "bits": 8, "signed": false },
            "alphabet": "true", "lookback": 0, "starts": [{ "state": 0 }], "states": [{ "id": 0 }],
            "transitions": transitions, "ends": [{ "state": 0, "guard": "true", "writes": [] }]
        },
        "counts": { "states": 1, "transitions": transitions.len(), "lookback": 0 },
        "effort": { "membership": 0, "equivalence": 0, "conjecture_refinements": 0, "abstraction_refinements": 0,
                    "predicates": 0, "solver_calls": 0, "seconds": 0.0, "peak_mb": 0 },
        "certificate": null
    })
}

fn save(folder: &Path, name: &str, model: &Value) -> String {
    let file = format!("{name}.json");
    fs::write(folder.join(&file), model.to_string()).expect("written");
    file
}

/// A folder with three models: what escapes, what copies, what makes one letter of two.
fn shelf(name: &str) -> std::path::PathBuf {
    let folder = folder(name);
    save(&folder, "escape", &model("escape", &[(b'&', "&amp;")]));
    save(&folder, "copy", &model("copy", &[]));
    save(&folder, "blur", &model("blur", &[(b'b', "a")]));
    folder
}

fn refused(folder: &Path, args: &[&str], words: &[&str]) {
    let run = mores(folder, args);
    assert_eq!(
        (run.code, run.stdout.as_str()),
        (Some(2), ""),
        "mores {args:?}: {}",
        run.stderr
    );
    words.iter().for_each(|word| {
        assert!(
            run.stderr.contains(word),
            "`{word}` is not in: {}",
            run.stderr
        )
    });
}

fn answers(folder: &Path, args: &[&str], code: i32, words: &[&str]) -> Run {
    let run = mores(folder, args);
    assert_eq!(
        (run.code, run.stderr.as_str()),
        (Some(code), ""),
        "mores {args:?}: {}",
        run.stdout
    );
    words.iter().for_each(|word| {
        assert!(
            run.stdout.contains(word),
            "`{word}` is not in: {}",
            run.stdout
        )
    });
    run
}

/// Questions about saved models, how each ends, and what is said.
const QUESTIONS: [(&[&str], i32, &[&str]); 12] = [
    (
        &["idempotent", "copy.json"],
        3,
        &["Idempotent: ", "right about the code up to 3 symbols only"],
    ),
    (
        &["idempotent", "escape.json"],
        1,
        &[
            "Not idempotent.",
            "input  \"&\" (26)",
            "twice",
            "\"&amp;amp;\"",
        ],
    ),
    (&["equal", "copy.json", "copy.json"], 3, &["Equal: "]),
    (
        &["equal", "copy.json", "escape.json"],
        1,
        &["Not equal.", "the first   \"&\" (26)", "\"&amp;\""],
    ),
    (&["commutes", "copy.json", "escape.json"], 3, &["commute"]),
    (
        &["roundtrip", "copy.json", "copy.json"],
        3,
        &["gives back every input"],
    ),
    (
        &["roundtrip", "blur.json", "copy.json"],
        1,
        &["Not every input comes back.", "\"b\" (62)", "\"a\" (61)"],
    ),
    (&["injective", "escape.json"], 3, &["Injective: "]),
    (
        &["injective", "blur.json"],
        1,
        &["\"a\" (61)", "\"b\" (62)", "for both"],
    ),
    (
        &["avoids", "escape.json", "&[^a]"],
        3,
        &["No output ever matches."],
    ),
    (
        &["avoids", "escape.json", "&amp;lt"],
        1,
        &["Some output matches.", "\"&lt\" (26 6c 74)"],
    ),
    (
        &["includes", "copy.json", "blur.json"],
        1,
        &["Not included."],
    ),
];

#[test]
fn questions_end_with_3_for_a_yes_of_models_that_are_not_proved_and_with_1_and_an_input_for_no() {
    let folder = shelf("filters-questions");
    for (args, code, words) in QUESTIONS {
        answers(&folder, args, code, words);
    }
}

#[test]
fn an_answer_is_data_for_other_programs() {
    let folder = shelf("filters-json");
    let run = mores(
        &folder,
        &["equal", "copy.json", "escape.json", "--json", "--quiet"],
    );
    let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(
        (&report["command"], &report["models"]),
        (&json!("equal"), &json!("transducer"))
    );
    assert_eq!(
        (&report["answer"], &report["equal"], run.code),
        (&json!("no"), &json!(false), Some(1))
    );
    assert_eq!(
        report["witness"]["inputs"][0],
        json!({ "symbols": [38], "text": "\"&\"", "hex": "26" })
    );
    assert_eq!(
        report["witness"]["outputs"][1]["writes"]["text"],
        json!("\"&amp;\"")
    );
    assert_eq!(report["verdict"]["depth"], json!(3));
}

#[test]
fn a_new_filter_can_be_saved_and_asked_about() {
    let folder = shelf("filters-made");
    let run = answers(
        &folder,
        &["compose", "copy.json", "escape.json", "-o", "both.json"],
        0,
        &["wrote both.json"],
    );
    assert!(
        run.stdout.contains("1 state, 2 transitions"),
        "{}",
        run.stdout
    );
    answers(
        &folder,
        &["equal", "both.json", "escape.json"],
        3,
        &["Equal: "],
    );
    answers(
        &folder,
        &["invert", "escape.json", "--out", "back.json"],
        0,
        &["wrote back.json"],
    );
    answers(
        &folder,
        &["roundtrip", "escape.json", "back.json"],
        3,
        &["gives back every input"],
    );
    answers(
        &folder,
        &["invert", "blur.json", "--out", "never.json"],
        1,
        &["There is no inverse"],
    );
    assert!(!folder.join("never.json").exists());
    answers(
        &folder,
        &["preimage", "escape.json", "^&amp;$"],
        0,
        &["\"&\" (26)"],
    );
}

#[test]
fn saved_filters_are_drawn_in_every_form() {
    let folder = shelf("filters-drawn");
    let forms = [
        ("svg", "<svg"),
        ("dot", "digraph"),
        ("mermaid", "flowchart"),
        ("html", "<!DOCTYPE html>"),
        ("json", "{"),
    ];
    for (form, start) in forms {
        let run = mores(&folder, &["emit", "escape.json", "--as", form]);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
        assert!(run.stdout.starts_with(start), "{}", run.stdout);
    }
    refused(
        &folder,
        &["emit", "escape.json", "--as", "junit"],
        &["junit"],
    );
}

/// Questions that make no sense, with INTERFACE for the model of a class, and what is said of them.
const NO_SENSE: [(&[&str], &[&str]); 12] = [
    (
        &["idempotent", "overlapping.json"],
        &["overlapping.json", "contradicts itself"],
    ),
    (
        &["idempotent", "hostile.json"],
        &["hostile.json", "model.lookback"],
    ),
    (
        &["idempotent", "INTERFACE"],
        &["a transducer is needed here", "mores filter"],
    ),
    (
        &["idempotent", "missing.json"],
        &["missing.json", "check the path"],
    ),
    (&["idempotent", "missing.c"], &["missing.c"]),
    (
        &["filter", "corpus/java/Turnstile.java"],
        &["Turnstile", "no method that is a filter"],
    ),
    (&["filter", "notes.txt"], &["notes.txt", ".c", ".json"]),
    (
        &["avoids", "escape.json", "("],
        &["`(`", "regular expression"],
    ),
    (
        &["equal", "escape.json", "INTERFACE"],
        &["a transducer is needed here"],
    ),
    (
        &["equal", "escape.json", "copy.json", "--methods", "m"],
        &["--methods", "filters"],
    ),
    (
        &["equal", "INTERFACE", "INTERFACE", "--lookback", "3"],
        &["--lookback", "filters"],
    ),
    (
        &["check", "escape.json", "corpus/java/Turnstile.java"],
        &["Turnstile", "no method that is a filter"],
    ),
];

#[test]
fn what_makes_no_sense_is_refused() {
    let folder = shelf("filters-refused");
    let interface = learned(&folder).to_string_lossy().into_owned();
    let mut overlapping = model("overlapping", &[(b'<', "l")]);
    overlapping["model"]["transitions"][1]["guard"] = json!("true");
    save(&folder, "overlapping", &overlapping);
    let mut hostile = model("hostile", &[]);
    hostile["model"]["lookback"] = json!(1u64 << 60);
    save(&folder, "hostile", &hostile);
    fs::write(folder.join("notes.txt"), "hello").expect("written");
    for (args, words) in NO_SENSE {
        let args: Vec<&str> = args
            .iter()
            .map(|&arg| if arg == "INTERFACE" { &interface } else { arg })
            .collect();
        refused(&folder, &args, words);
    }
}

/// Nothing known is not nothing different.
#[test]
fn a_question_without_time_does_not_pass() {
    let folder = shelf("filters-undecided");
    let run = mores(
        &folder,
        &["equal", "copy.json", "escape.json", "--budget", "0s"],
    );
    assert_eq!(run.code, Some(1), "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("Not decided"), "{}", run.stdout);
}

#[test]
fn a_filter_is_shown_proved_and_saved() {
    let folder = folder("filters-learned");
    let program = "corpus/c/filters/prefix_line.c";
    let run = answers(
        &folder,
        &["filter", program, "--out", "out"],
        0,
        &["Proved: ", "2 states, ", "wrote out/prefix_line.svg"],
    );
    assert!(
        run.stdout.contains("'\\n'           ->  \"\\n> \""),
        "{}",
        run.stdout
    );
    for file in [
        "prefix_line.mores.json",
        "prefix_line.svg",
        "prefix_line.dot",
        "prefix_line.mmd",
        "report.html",
    ] {
        assert!(folder.join("out").join(file).is_file(), "{file} is missing");
    }
    let json = mores(&folder, &["filter", program, "--json", "--quiet"]);
    let report: Value = serde_json::from_str(&json.stdout).expect("JSON");
    assert_eq!(
        (&report["command"], &report["model"]["kind"]),
        (&json!("filter"), &json!("transducer"))
    );
    assert_eq!(
        (
            &report["verdict"]["kind"],
            &report["certificate"]["checked"]
        ),
        (&json!("proved"), &json!(true))
    );
    assert_eq!(
        (
            &report["counts"]["states"],
            &report["model"]["properties"]["stateless"]
        ),
        (&json!(2), &json!(false))
    );
    answers(
        &folder,
        &["equal", "out/prefix_line.mores.json", program],
        0,
        &["Equal: ", "Both models are proved"],
    );
}

/// What people ask of the filters they use.
const REAL: [(&[&str], i32, &str); 9] = [
    (
        &["idempotent", "html_escape.c"],
        1,
        "Not idempotent. The shortest input",
    ),
    (
        &["idempotent", "cleanse_attribute.c:cleanse_attribute"],
        0,
        "Idempotent: ",
    ),
    (
        &["injective", "css_url_escape.c:css_url_escape"],
        1,
        "Not injective",
    ),
    (
        &["injective", "base64_decode_lenient.c"],
        1,
        "Not injective",
    ),
    (&["injective", "rot13.c"], 0, "Injective: "),
    (
        &["roundtrip", "hex_encode_lower.c", "hex_decode.c"],
        0,
        "gives back every input",
    ),
    (
        &[
            "roundtrip",
            "pre_escape.c:pre_escape",
            "html_unescape_twice.c",
        ],
        1,
        "Not every input comes back.",
    ),
    (
        &["equal", "hex_encode_lower.c", "hex_encode_upper.c"],
        1,
        "Not equal. The shortest input",
    ),
    (
        &["equal", "html_escape.c", "html_escape_table.c"],
        0,
        "Equal: ",
    ),
];

#[test]
fn real_questions_are_answered() {
    let folder = folder("filters-real");
    for (question, code, words) in REAL {
        let mut args = vec![question[0].to_owned()];
        args.extend(
            question[1..]
                .iter()
                .map(|name| format!("corpus/c/filters/{name}")),
        );
        args.extend(["--budget".to_owned(), "1h".to_owned()]);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        answers(&folder, &args, code, &[words]);
    }
}

//! Reports survive being written and read, and what is no report is refused with a clear message.

use emit::report::{ReadError, Report};
use serde_json::{Value, json};

use crate::samples;

fn all() -> Vec<Report> {
    vec![
        samples::piped_output_stream(),
        samples::read_write_acq(),
        samples::vehicle(),
        samples::bounds(),
        samples::socket(),
        samples::hostile(),
    ]
}

#[test]
fn a_report_survives_being_written_and_read() {
    for report in all() {
        let text = report.to_json();
        let again = <Report>::from_json(&text).expect("what was written can be read");
        assert_eq!(again, report);
        assert_eq!(again.to_json(), text);
    }
}

/// The layout printed by us is only another spelling of what serde_json says.
#[test]
fn the_written_text_is_the_same_json_as_the_plain_one() {
    for report in all() {
        let ours: Value = serde_json::from_str(&report.to_json()).expect("valid JSON");
        assert_eq!(ours, serde_json::to_value(&report).expect("serializable"));
    }
}

fn keys(value: &Value) -> Vec<&str> {
    value
        .as_object()
        .expect("an object")
        .keys()
        .map(String::as_str)
        .collect()
}

/// Other programs rely on these names and on null for what is absent.
#[test]
fn the_fields_of_the_design_are_there_in_order() {
    let value: Value =
        serde_json::from_str(&samples::piped_output_stream().to_json()).expect("valid JSON");
    let top = [
        "mores",
        "command",
        "subject",
        "verdict",
        "model",
        "counts",
        "effort",
        "certificate",
    ];
    assert_eq!(keys(&value)[..8], top);
    assert_eq!(keys(&value["subject"]), ["path", "name"]);
    assert_eq!(
        value["verdict"],
        json!({ "kind": "proved", "depth": null, "reason": null, "integers": "wrapping" })
    );
    assert_eq!(value["model"]["kind"], "interface");
    assert_eq!(value["model"]["initial"], 0);
    assert_eq!(
        value["model"]["states"][3],
        json!({ "id": 3, "answer": "error" })
    );
    let connect = &value["model"]["alphabet"][1];
    assert_eq!(keys(connect)[..3], ["symbol", "method", "guard"]);
    assert_eq!(
        (&connect["symbol"], &connect["method"]),
        (&json!("connect_1"), &json!("connect"))
    );
    assert_eq!(connect["guard"], "snk != 0 && !snkConnected");
    assert_eq!(
        value["model"]["transitions"][0],
        json!({ "from": 0, "symbol": "PipedOutputStream", "to": 1 })
    );
    assert_eq!(
        value["counts"],
        json!({ "states": 4, "symbols": 6, "methods": 5, "transitions": 18 })
    );
    assert_eq!(
        keys(&value["effort"])[..5],
        [
            "membership",
            "equivalence",
            "solver_calls",
            "seconds",
            "peak_mb"
        ]
    );
    assert_eq!(
        value["certificate"],
        json!({ "path": "PipedOutputStream.certificate.json", "checked": true })
    );
    let unproved: Value = serde_json::from_str(&samples::vehicle().to_json()).expect("valid JSON");
    assert_eq!(unproved["verdict"]["kind"], "up-to");
    assert_eq!(unproved["verdict"]["depth"], 7);
    assert_eq!(unproved["certificate"], Value::Null);
}

/// The error for the report of `PipedOutputStream` after a change.
fn error(change: impl Fn(&mut Value)) -> ReadError {
    let mut value = serde_json::to_value(samples::piped_output_stream()).expect("serializable");
    change(&mut value);
    <Report>::from_json(&value.to_string()).expect_err("the change makes it wrong")
}

fn remove(value: &mut Value, key: &str) {
    value.as_object_mut().expect("an object").remove(key);
}

#[test]
fn text_that_is_no_json_is_refused_with_its_line() {
    let error = <Report>::from_json("{\n\n  oops").expect_err("not JSON");
    assert_eq!(error.line, Some(3));
    assert!(error.to_string().contains("not JSON"), "{error}");
    let cut = samples::piped_output_stream().to_json();
    let error = <Report>::from_json(&cut[..cut.len() / 2]).expect_err("half a file");
    assert!(error.to_string().contains("ends in the middle"), "{error}");
}

#[test]
fn json_of_something_else_is_refused() {
    for text in ["{}", "[1, 2]", "null", "\"mores\""] {
        let error = <Report>::from_json(text).expect_err("not a report");
        assert!(
            error.to_string().contains("not a report of mores"),
            "{error}"
        );
    }
}

#[test]
fn another_version_is_refused_and_a_patch_is_not() {
    for version in ["0.2.0", "1.1.0", "0", ""] {
        let error = error(|v| v["mores"] = json!(version));
        assert!(
            error.what.contains(&format!("written by mores {version},")),
            "{error}"
        );
        assert!(error.help.contains("make it again"), "{error}");
    }
    let mut patch = samples::piped_output_stream();
    patch.mores = "0.1.77".to_owned();
    assert_eq!(<Report>::from_json(&patch.to_json()), Ok(patch));
}

#[test]
fn another_kind_of_model_is_refused() {
    let error = error(|v| v["model"]["kind"] = json!("mealy"));
    assert_eq!(error.at.as_deref(), Some("model.kind"));
    assert!(error.what.contains("mealy"), "{error}");
}

type Change = fn(&mut Value);

/// Faults of a model: what makes it wrong, where, and what is said.
const FAULTS: [(Change, &str, &str); 13] = [
    (
        |v| remove(v, "subject"),
        "the outermost object",
        "missing field `subject`",
    ),
    (
        |v| remove(&mut v["model"]["alphabet"][1], "guard"),
        "model.alphabet[1]",
        "missing field `guard`",
    ),
    (
        |v| v["model"]["alphabet"][1]["guard"] = json!(" "),
        "model.alphabet[1].guard",
        "has no guard",
    ),
    (
        |v| v["model"]["alphabet"][1]["method"] = json!("gone"),
        "model.alphabet[1].method",
        "no method `gone`",
    ),
    (
        |v| v["model"]["alphabet"][1]["symbol"] = json!("flush"),
        "model.alphabet[4].symbol",
        "two symbols `flush`",
    ),
    (
        |v| v["model"]["initial"] = json!(9),
        "model.initial",
        "no state 9",
    ),
    (
        |v| v["model"]["initial"] = json!(3),
        "model.initial",
        "not an ok state",
    ),
    (
        |v| v["model"]["states"][2]["id"] = json!(1),
        "model.states[2].id",
        "two states",
    ),
    (
        |v| v["model"]["states"][1]["answer"] = json!("fine"),
        "model.states[1].answer",
        "unknown variant `fine`",
    ),
    (
        |v| v["model"]["transitions"][7]["to"] = json!(9),
        "model.transitions[7].to",
        "no state 9",
    ),
    (
        |v| v["model"]["transitions"][7]["symbol"] = json!("x"),
        "model.transitions[7].symbol",
        "no symbol `x`",
    ),
    (
        |v| v["model"]["transitions"][1] = v["model"]["transitions"][0].clone(),
        "model.transitions[1]",
        "two transitions",
    ),
    (
        |v| v["verdict"]["kind"] = json!("up-to"),
        "verdict.depth",
        "no depth",
    ),
];

#[test]
fn every_fault_of_a_model_is_refused_with_its_place() {
    for (change, at, what) in FAULTS {
        let error = error(change);
        assert_eq!(error.at.as_deref(), Some(at), "{error}");
        assert!(error.what.contains(what), "{error}");
        assert!(error.help.contains("make the file again"), "{error}");
    }
}

#[test]
fn a_missing_transition_is_refused() {
    let error = error(|v| {
        v["model"]["transitions"]
            .as_array_mut()
            .expect("an array")
            .pop();
    });
    assert!(
        error.what.contains("state 2 has no transition for `close`"),
        "{error}"
    );
}

/// What the engines of the papers did is there by name, and absent without them.
#[test]
fn an_exploration_is_named_where_there_was_one() {
    let explored: Value = serde_json::from_str(&samples::vehicle().to_json()).expect("valid JSON");
    let names = [
        "k_min",
        "k_max",
        "complete",
        "sequences",
        "skipped_by_por",
        "skipped_by_matching",
    ];
    assert_eq!(keys(&explored["effort"]["exploration"]), names);
    let proved: Value =
        serde_json::from_str(&samples::piped_output_stream().to_json()).expect("valid JSON");
    assert_eq!(proved["effort"].get("exploration"), None);
    let page = emit::html(&samples::vehicle(), None);
    assert!(page.contains(
        "All sequences of at most 16 calls were compared; this interface was found at depth 4."
    ));
    assert!(!emit::html(&samples::piped_output_stream(), None).contains("partial-order"));
}

#[test]
fn an_abstraction_is_named_where_there_was_one() {
    let value: Value = serde_json::from_str(&samples::bounds().to_json()).expect("valid JSON");
    let names = [
        "scheme",
        "predicates",
        "atoms",
        "iterations",
        "refinements",
        "states",
    ];
    assert_eq!(keys(&value["effort"]["abstraction"]), names);
    assert_eq!(
        value["effort"]["abstraction"]["predicates"],
        json!(["l == 0", "x < 1"])
    );
    let page = emit::html(&samples::bounds(), None);
    let line = "abstraction (learn-reuse): 2 predicates, 4 abstract states, 1 iteration of learning, 3 refinements";
    assert!(
        page.contains(line) && page.contains("<code>x &lt; 1</code>"),
        "{page}"
    );
    let other: Value = serde_json::from_str(&samples::vehicle().to_json()).expect("valid JSON");
    assert_eq!(other["effort"].get("abstraction"), None);
}

#[test]
fn only_a_state_without_an_answer_is_undecided() {
    let value: Value = serde_json::from_str(&samples::bounds().to_json()).expect("valid JSON");
    assert_eq!(
        value["model"]["states"][4],
        json!({ "id": 4, "answer": "unknown", "undecided": true })
    );
    let again =
        <Report>::from_json(&samples::bounds().to_json()).expect("what was written can be read");
    assert!(again.model.states[4].undecided && !again.model.states[3].undecided);
    let error = error(|v| v["model"]["states"][3]["undecided"] = json!(true));
    assert_eq!(error.at.as_deref(), Some("model.states[3].undecided"));
}

//! Reports are what `docs/report.schema.json` says they are: every report of the corpus is held against it where it is learned.

use std::path::Path;
use std::sync::OnceLock;

use jsonschema::Validator;
use mores::report::{Kind, Report};
use serde_json::{Value, json};

fn schema() -> &'static Validator {
    static SCHEMA: OnceLock<Validator> = OnceLock::new();
    SCHEMA.get_or_init(|| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/report.schema.json");
        let text = std::fs::read_to_string(path).expect("the schema is there");
        let schema: Value = serde_json::from_str(&text).expect("the schema is JSON");
        jsonschema::validator_for(&schema).expect("the schema is one")
    })
}

/// That a report, as it is written, is what the schema says.
pub fn assert_valid<M: Kind>(report: &Report<M>) {
    let value: Value = serde_json::from_str(&report.to_json()).expect("a report is JSON");
    let wrong = faults(&value);
    assert!(wrong.is_empty(), "{}: {wrong:#?}", report.subject.name);
}

fn faults(report: &Value) -> Vec<String> {
    let fault =
        |error: jsonschema::ValidationError<'_>| format!("{}: {error}", error.instance_path());
    schema().iter_errors(report).map(fault).collect()
}

#[test]
fn what_is_no_report_is_refused() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/java/Example.java");
    let request = mores::InterfaceRequest::new(path);
    let learned = mores::interface(&request, &mores::Budget::unlimited(), &mores::NoProgress);
    let text = learned.expect("it can be learned").report.to_json();
    let report: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(faults(&report), Vec::<String>::new());
    let changes: [(&str, &str, Value); 6] = [
        ("/verdict", "kind", json!("certain")),
        ("/model", "kind", json!("tree")),
        ("/model", "poem", json!("roses")),
        ("/counts", "states", json!("many")),
        ("/effort", "engine", json!("one")),
        ("", "notes", json!(7)),
    ];
    for (at, field, value) in changes {
        let mut changed = report.clone();
        let object = changed.pointer_mut(at).expect("it is there");
        object[field] = value;
        assert!(!faults(&changed).is_empty(), "{at}/{field}");
    }
    let mut less = report;
    less.as_object_mut().expect("an object").remove("verdict");
    assert!(!faults(&less).is_empty());
}

//! Reports are what `docs/report.schema.json` says they are.

use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;

use mores::{Budget, FilterRequest, Goal, LanguageRequest, NoProgress};
use serde_json::{Map, Value, json};

/// What is wrong with a report, each with its place.
pub fn faults(name: &str, report: &str) -> Vec<String> {
    let report: Value = serde_json::from_str(report).expect("a report is JSON");
    let mut faults = Vec::new();
    check(schema(), &report, name, &mut faults);
    faults
}

fn schema() -> &'static Value {
    static SCHEMA: OnceLock<Value> = OnceLock::new();
    SCHEMA.get_or_init(|| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/report.schema.json");
        let text = std::fs::read_to_string(path).expect("there is a schema");
        serde_json::from_str(&text).expect("the schema is JSON")
    })
}

/// As much of JSON Schema as ours uses.
fn check(wanted: &Value, value: &Value, at: &str, faults: &mut Vec<String>) {
    for (word, says) in wanted.as_object().expect("a schema is an object") {
        let right = match word.as_str() {
            "$schema" | "$defs" | "title" | "description" => true,
            // With `properties`.
            "additionalProperties" if wanted.get("properties").is_some() => true,
            "$ref" => {
                let name = says.as_str().and_then(|says| says.strip_prefix('#'));
                let found = name.and_then(|name| schema().pointer(name));
                check(found.expect("it is defined"), value, at, faults);
                true
            }
            "type" => types(says).any(|ty| is_of(value, ty)),
            "enum" => list(says).contains(value),
            "const" => says == value,
            "minimum" => value.is_null() || value.as_f64() >= says.as_f64(),
            "required" => list(says)
                .iter()
                .all(|name| value.get(text(name)).is_some()),
            "oneOf" => list(says).iter().filter(|one| holds(one, value)).count() == 1,
            "items" => {
                let items = value.as_array().into_iter().flatten().enumerate();
                items.for_each(|(i, item)| check(says, item, &format!("{at}[{i}]"), faults));
                true
            }
            "properties" => {
                properties(says, value, at, faults);
                true
            }
            "additionalProperties" => {
                let fields = value.as_object().into_iter().flatten();
                fields
                    .for_each(|(name, field)| check(says, field, &format!("{at}.{name}"), faults));
                true
            }
            other => panic!("`{other}` is more than this test knows"),
        };
        if !right {
            faults.push(format!("{at}: {word} is to be {says}"));
        }
    }
}

/// Checks the fields of an object, of which there must be no others.
fn properties(known: &Value, value: &Value, at: &str, faults: &mut Vec<String>) {
    for (name, field) in value.as_object().unwrap_or(&Map::new()) {
        match known.get(name) {
            Some(wanted) => check(wanted, field, &format!("{at}.{name}"), faults),
            None => faults.push(format!("{at}: there is a field {name}")),
        }
    }
}

fn holds(wanted: &Value, value: &Value) -> bool {
    let mut faults = Vec::new();
    check(wanted, value, "", &mut faults);
    faults.is_empty()
}

fn types(says: &Value) -> impl Iterator<Item = &str> {
    let several = says.as_array().into_iter().flatten().map(text);
    says.as_str().into_iter().chain(several)
}

fn is_of(value: &Value, ty: &str) -> bool {
    match ty {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "null" => value.is_null(),
        other => panic!("`{other}` is no type"),
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

#[test]
fn reports_of_languages_are_what_the_schema_says() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/c");
    for file in [
        "errors/tcas.c",
        "errors/protocol.c",
        "versions/old.c",
        "versions/new.c",
    ] {
        for goal in [Goal::Failures, Goal::Ends] {
            let request = LanguageRequest {
                goal,
                ..LanguageRequest::new(corpus.join(file))
            };
            let budget = Budget::lasting(Duration::from_secs(2));
            if let Ok(artifacts) = mores::language(&request, &budget, &NoProgress) {
                let report = artifacts.report.to_json();
                assert_eq!(faults(file, &report), Vec::<String>::new());
            }
        }
    }
}

/// With failures, registers, lookback, look-ahead, and without a model.
#[test]
fn reports_of_filters_are_what_the_schema_says() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/c/filters");
    let filters = [
        "hex_decode",
        "expand_tabs",
        "delta_encode",
        "upper_case",
        "html_unescape",
    ];
    for name in filters {
        let request = FilterRequest::new(corpus.join(name).with_extension("c"));
        let budget = Budget::lasting(Duration::from_secs(5));
        let artifacts = mores::filter(&request, &budget, &NoProgress).expect("it can be read");
        assert_eq!(
            faults(name, &artifacts.report.to_json()),
            Vec::<String>::new()
        );
    }
}

#[test]
fn what_is_no_report_is_found() {
    let found = faults("r", "{ \"mores\": 1, \"more\": [] }");
    assert!(
        found.contains(&"r: there is a field more".to_owned()),
        "{found:?}"
    );
    assert!(
        found.iter().any(|fault| fault.starts_with("r.mores: type")),
        "{found:?}"
    );
    assert!(
        found.iter().any(|fault| fault.starts_with("r: required")),
        "{found:?}"
    );
    let failure = "/$defs/transducer/properties/states/items/properties/failure";
    let failure = schema().pointer(failure).expect("it is there");
    assert!(holds(failure, &json!("not-known")) && holds(failure, &json!({ "fails": "abort" })));
    assert!(!holds(failure, &json!("abort")));
}

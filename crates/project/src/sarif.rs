//! Results as SARIF 2.1.0, which code hosts show beside the lines that they are about.

use std::path::Path;

use mores::report::VERSION;
use serde_json::{Value, json};

use crate::check::{Difference, Location, Outcome, Status};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// The rules, each with what it says in general. A rule is how a subject stands.
const RULES: [(Status, &str); 6] = [
    (
        Status::Differs,
        "The code does not do what its committed model says.",
    ),
    (
        Status::Undecided,
        "It was not decided whether the code does what its committed model says.",
    ),
    (Status::New, "There is no committed model yet."),
    (
        Status::Gone,
        "The code behind a committed model is no longer there.",
    ),
    (
        Status::Crashed,
        "The comparison of code and model ended without a result.",
    ),
    (
        Status::BadInput,
        "The code cannot be read, or the model does not belong to it.",
    ),
];

/// One result for each difference, and one for each subject that was not compared.
pub fn sarif(outcomes: &[Outcome]) -> String {
    let results: Vec<Value> = outcomes.iter().flat_map(results).collect();
    let rules: Vec<Value> = RULES.iter().map(rule).collect();
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "mores",
                "semanticVersion": VERSION,
                "rules": rules,
            }},
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    mores::report::json(&log)
}

fn rule((status, text): &(Status, &str)) -> Value {
    json!({
        "id": id(*status),
        "shortDescription": { "text": text },
        "defaultConfiguration": { "level": level(*status) },
    })
}

fn id(status: Status) -> String {
    format!("mores/{}", status.name().replace(' ', "-"))
}

/// What is open is no failure in the words of the standard (3.27.9, 3.27.10): such a result has no level.
fn level(status: Status) -> &'static str {
    match status {
        Status::Differs | Status::Crashed | Status::BadInput => "error",
        Status::New | Status::Gone => "warning",
        Status::Undecided | Status::Conforms => "none",
    }
}

fn results(outcome: &Outcome) -> Vec<Value> {
    let name = &outcome.name;
    match outcome.status {
        Status::Conforms => Vec::new(),
        Status::Differs => {
            let differences = outcome.differences.iter().enumerate();
            differences
                .map(|(number, difference)| {
                    let text = told(name, difference);
                    result(outcome, number, &text, difference.location.as_ref())
                })
                .collect()
        }
        Status::Undecided | Status::New | Status::Gone | Status::Crashed | Status::BadInput => {
            let text = format!("{name}: {}", outcome.sentence);
            vec![result(outcome, 0, &text, outcome.location.as_ref())]
        }
    }
}

/// A difference and what shows it, a line each.
fn told(name: &str, difference: &Difference) -> String {
    let witness = difference
        .witness
        .iter()
        .map(|line| format!("\n    {line}"));
    let end = if difference.witness.is_empty() {
        ""
    } else {
        ":"
    };
    format!(
        "{name} differs: {}{end}{}",
        difference.message,
        witness.collect::<String>()
    )
}

fn result(outcome: &Outcome, number: usize, text: &str, location: Option<&Location>) -> Value {
    let rule = RULES
        .iter()
        .position(|(status, _)| *status == outcome.status);
    let kind = if outcome.status == Status::Undecided {
        "open"
    } else {
        "fail"
    };
    // Where there is no source, the model is what can be shown.
    let (file, line) = match location {
        Some(location) => (location.file.as_path(), location.line),
        None => (outcome.model.as_path(), 1),
    };
    json!({
        "ruleId": id(outcome.status),
        "ruleIndex": rule,
        "kind": kind,
        "level": level(outcome.status),
        "message": { "text": text },
        "locations": [{
            "physicalLocation": {
                "artifactLocation": { "uri": uri(file) },
                "region": { "startLine": line },
            },
            "logicalLocations": [{ "fullyQualifiedName": outcome.name }],
        }],
        // What stays the same while lines move: the subject, and which of its differences it is.
        "partialFingerprints": { "subject/v1": format!("{}/{}/{number}", outcome.name, id(outcome.status)) },
    })
}

/// A path as a relative URI reference (RFC 3986): what may not stand in one is written as `%20`.
fn uri(path: &Path) -> String {
    let text = path.to_string_lossy();
    let text = text.strip_prefix("./").unwrap_or(&text);
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    let absolute = if path.is_absolute() { "file://" } else { "" };
    let encoded: String = text
        .bytes()
        .map(|byte| match plain(byte) {
            true => char::from(byte).to_string(),
            false => format!("%{byte:02X}"),
        })
        .collect();
    format!("{absolute}{encoded}")
}

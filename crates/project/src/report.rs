//! Results as JSON, for other programs.

use mores::report::VERSION;
use serde_json::{Value, json};

use crate::accept::Accepted;
use crate::check::{Location, Outcome, Status};
use crate::summary::{Summary, Undecided};

/// What a check of all subjects came to.
pub fn check(outcomes: &[Outcome], undecided: Undecided) -> String {
    let summary = Summary::of(outcomes);
    let counts: serde_json::Map<String, Value> = Status::ALL
        .into_iter()
        .map(|status| (key(status), summary.count(status).into()))
        .collect();
    let subjects: Vec<Value> = outcomes.iter().map(subject).collect();
    let report = json!({
        "mores": VERSION,
        "command": "check",
        "passes": summary.passes(undecided),
        "counts": counts,
        "subjects": subjects,
    });
    mores::report::json(&report)
}

fn key(status: Status) -> String {
    status.name().replace(' ', "-")
}

fn subject(outcome: &Outcome) -> Value {
    let differences: Vec<Value> = outcome
        .differences
        .iter()
        .map(|difference| {
            json!({
                "message": difference.message,
                "witness": difference.witness,
                "place": place(difference.location.as_ref()),
            })
        })
        .collect();
    json!({
        "name": outcome.name,
        "kind": outcome.kind.name(),
        "status": key(outcome.status),
        "sentence": outcome.sentence,
        "model": outcome.model.to_string_lossy(),
        "place": place(outcome.location.as_ref()),
        "differences": differences,
        "cached": outcome.cached,
    })
}

fn place(location: Option<&Location>) -> Value {
    location.map_or(
        Value::Null,
        |at| json!({ "file": at.file.to_string_lossy(), "line": at.line }),
    )
}

/// What was taken over.
pub fn accept(accepted: &[Accepted]) -> String {
    let subjects: Vec<Value> = accepted
        .iter()
        .map(|one| {
            json!({
                "name": one.name,
                "change": one.change.name(),
                "sentence": one.sentence,
            })
        })
        .collect();
    mores::report::json(&json!({
        "mores": VERSION,
        "command": "accept",
        "subjects": subjects,
    }))
}

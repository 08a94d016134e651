//! Results as commands of a GitHub workflow, which shows them beside the lines that they are about.

use crate::check::{Location, Outcome, Status};
use crate::summary::{Undecided, passes};

/// One line for each difference and for each other subject that does not conform.
pub fn github(outcomes: &[Outcome], undecided: Undecided) -> String {
    outcomes
        .iter()
        .map(|outcome| of_outcome(outcome, undecided))
        .collect()
}

fn of_outcome(outcome: &Outcome, undecided: Undecided) -> String {
    let level = match outcome.status {
        Status::Conforms => return String::new(),
        status if passes(status, undecided) => "warning",
        _ => "error",
    };
    let title = format!("{} {}", outcome.name, said(outcome.status));
    if outcome.differences.is_empty() {
        return line(level, &title, outcome.location.as_ref(), &outcome.sentence);
    }
    let differences = outcome.differences.iter().map(|difference| {
        let witness: String = difference
            .witness
            .iter()
            .map(|line| format!("\n{line}"))
            .collect();
        let message = format!("{}{witness}", difference.message);
        line(level, &title, difference.location.as_ref(), &message)
    });
    differences.collect()
}

fn said(status: Status) -> &'static str {
    match status {
        Status::Conforms => "conforms",
        Status::Differs => "differs from its model",
        Status::Undecided => "was not decided",
        Status::New => "has no model yet",
        Status::Gone => "is gone",
        Status::Crashed => "crashed",
        Status::BadInput => "has bad input",
    }
}

fn line(level: &str, title: &str, location: Option<&Location>, message: &str) -> String {
    let place = location.map_or_else(String::new, |at| {
        format!(
            "file={},line={},",
            property(&at.file.to_string_lossy()),
            at.line
        )
    });
    format!(
        "::{level} {place}title={}::{}\n",
        property(title),
        data(message)
    )
}

/// What ends a command, or a line of a log, is written as GitHub's own toolkit writes it.
fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

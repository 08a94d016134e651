//! Results as JUnit XML, which build servers show as tests.

use crate::check::{Outcome, Status};
use crate::summary::{Undecided, passes};

/// One test case for each subject.
pub fn junit(outcomes: &[Outcome], undecided: Undecided) -> String {
    let count = |wanted: Verdict| {
        let verdicts = outcomes.iter().map(|outcome| verdict(outcome, undecided));
        verdicts.filter(|verdict| *verdict == wanted).count()
    };
    let numbers = format!(
        "tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\"",
        outcomes.len(),
        count(Verdict::Failure),
        count(Verdict::Error),
        count(Verdict::Skipped)
    );
    let cases: String = outcomes
        .iter()
        .map(|outcome| case(outcome, undecided))
        .collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"mores\" {numbers}>\n  \
         <testsuite name=\"mores check\" {numbers}>\n{cases}  </testsuite>\n</testsuites>\n"
    )
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Passed,
    Failure,
    Error,
    Skipped,
}

fn verdict(outcome: &Outcome, undecided: Undecided) -> Verdict {
    match outcome.status {
        Status::Undecided if passes(outcome.status, undecided) => Verdict::Skipped,
        Status::Conforms => Verdict::Passed,
        Status::Differs | Status::Undecided | Status::New | Status::Gone => Verdict::Failure,
        Status::Crashed | Status::BadInput => Verdict::Error,
    }
}

fn case(outcome: &Outcome, undecided: Undecided) -> String {
    let location = match &outcome.location {
        Some(at) => format!(
            " file=\"{}\" line=\"{}\"",
            escaped(&at.file.to_string_lossy()),
            at.line
        ),
        None => String::new(),
    };
    let head = format!(
        "    <testcase name=\"{}\" classname=\"mores.{}\"{location}",
        escaped(&outcome.name),
        outcome.kind.name()
    );
    let (kind, message) = (outcome.status.name(), escaped(&outcome.sentence));
    let element = match verdict(outcome, undecided) {
        Verdict::Passed => return format!("{head}/>\n"),
        Verdict::Skipped => format!("      <skipped message=\"{message}\"/>\n"),
        Verdict::Failure => {
            let told = escaped(&told(outcome));
            format!("      <failure type=\"{kind}\" message=\"{message}\">{told}</failure>\n")
        }
        Verdict::Error => format!("      <error type=\"{kind}\" message=\"{message}\"/>\n"),
    };
    format!("{head}>\n{element}    </testcase>\n")
}

/// All differences with what shows them, a line each.
fn told(outcome: &Outcome) -> String {
    let differences = outcome.differences.iter().map(|difference| {
        let witness: String = difference
            .witness
            .iter()
            .map(|line| format!("    {line}\n"))
            .collect();
        format!("{}\n{witness}", difference.message)
    });
    differences.collect()
}

/// A text for XML: what it may not contain (XML 1.0, 2.2) is left out.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(c),
            '\u{fffe}' | '\u{ffff}' => {}
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}

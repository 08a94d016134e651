//! What a language means, in words.

use crate::report::VerdictKind;

use super::LanguageReport;

/// What the words of a language are: those that a program fails with, or those it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Words {
    /// The program fails at their end.
    Failures,
    /// The program ends at their end.
    Ends,
}

impl Words {
    /// As the command says.
    pub fn of(report: &LanguageReport) -> Self {
        if report.command == "explain" {
            Self::Ends
        } else {
            Self::Failures
        }
    }

    /// What a run does at the end of such a word.
    pub fn verb(self) -> &'static str {
        match self {
            Self::Failures => "fails",
            Self::Ends => "ends",
        }
    }
}

/// What the verdict means, for somebody who has never read a paper.
pub fn verdict(report: &LanguageReport) -> String {
    let verb = Words::of(report).verb();
    let reason = crate::sentence::because(&report.verdict.reason);
    let claim = match report.verdict.kind {
        VerdictKind::Proved => {
            format!(
                "Proved: the program {verb} with exactly these words of events, of whatever length."
            )
        }
        VerdictKind::UpTo => {
            let dashed = if report.model.is_conjectured() {
                " What is dashed is conjectured."
            } else {
                ""
            };
            format!(
                "Exact within bounds: {}; what lies beyond was not decided{reason}.{dashed}",
                bounds(report)
            )
        }
        VerdictKind::Violated => {
            format!("Violated: the program does not do what this language says{reason}.")
        }
        VerdictKind::Unknown => {
            format!("Unknown: there may be other words with which the program {verb}{reason}.")
        }
    };
    match &report.verdict.assumptions[..] {
        [] => claim,
        assumptions => format!(
            "{claim} This is about runs where {}.",
            assumptions.join("; ")
        ),
    }
}

/// The verdict in a few words.
pub fn verdict_in_brief(report: &LanguageReport) -> String {
    match report.verdict.kind {
        VerdictKind::Proved => "proved for words of every length".to_owned(),
        VerdictKind::UpTo if report.model.is_conjectured() => {
            format!("{}; dashed: conjectured", bounds(report))
        }
        VerdictKind::UpTo => bounds(report),
        VerdictKind::Violated => "violated".to_owned(),
        VerdictKind::Unknown => "unknown, not proved".to_owned(),
    }
}

fn bounds(report: &LanguageReport) -> String {
    let length = report.model.bounds.length.or(report.verdict.depth);
    let loops = report
        .model
        .bounds
        .loops
        .map(|n| format!("at most {} of a loop", counted(n, "iteration")));
    let length = length.map(|n| format!("at most {}", counted(n, "event")));
    let bounds: Vec<String> = loops.into_iter().chain(length).collect();
    if bounds.is_empty() {
        "all runs that were followed".to_owned()
    } else {
        bounds.join(", ")
    }
}

fn counted(n: u64, what: &str) -> String {
    if n == 1 {
        format!("1 {what}")
    } else {
        format!("{n} {what}s")
    }
}

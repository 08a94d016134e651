//! What a survey says of one subject.

use mores::LanguageReport;
use mores::report::{Interface, Kind, Model, Report, VerdictKind};
use serde::Serialize;

use super::folder::SUBJECTS;
use super::rules::{Rule, one_line, rules};
use super::task::{Ended, Outcome, Task};

/// A line of the table. What may differ from one run to another on a loaded machine is in `numbers`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// What people call the subject.
    pub name: String,
    /// How far its model can be trusted, in coarse words.
    pub verdict: Word,
    /// The number of states, where that does not depend on when time was up.
    pub states: Option<usize>,
    /// What the model says, in one line; empty where there is nothing to say.
    pub line: String,
    /// All rules behind that line.
    pub rules: Vec<Rule>,
    /// Why it is not proved; empty if it is.
    pub reason: String,
    /// The page of the subject, seen from the folder of the survey.
    pub report: Option<String>,
    /// What it cost, and how far it got.
    pub numbers: Numbers,
}

/// How far a model can be trusted. The order is that of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Word {
    /// On every sequence of calls.
    Proved,
    /// Unless a counter overflows, or the like.
    ProvedUnless,
    /// But for calls that are marked as unknown.
    ExactWhereKnown,
    /// Up to some number of calls, or but for calls that were not decided.
    Partly,
    /// Nothing is claimed.
    Unknown,
    /// The command refused the subject.
    Refused,
    /// No result in time.
    OutOfTime,
    /// No result within its memory.
    OutOfMemory,
    /// The command crashed.
    Crashed,
}

/// What varies.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Numbers {
    /// Wall time of the run.
    pub seconds: f64,
    /// The most memory in use.
    pub peak_mb: Option<u64>,
    /// The number of calls up to which the model holds, if that is what is known.
    pub depth: Option<u64>,
    /// The states of the model, whatever the verdict.
    pub states: Option<usize>,
    /// The signal or exit code, where it did not end well.
    pub ended: Option<Ended>,
}

impl Word {
    /// All words, in their order.
    pub const ALL: [Self; 9] = [
        Self::Proved,
        Self::ProvedUnless,
        Self::ExactWhereKnown,
        Self::Partly,
        Self::Unknown,
        Self::Refused,
        Self::OutOfTime,
        Self::OutOfMemory,
        Self::Crashed,
    ];

    /// As the table says it.
    pub fn text(self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::ProvedUnless => "proved unless",
            Self::ExactWhereKnown => "exact where known",
            Self::Partly => "partly",
            Self::Unknown => "unknown",
            Self::Refused => "refused",
            Self::OutOfTime => "out of time",
            Self::OutOfMemory => "out of memory",
            Self::Crashed => "crashed",
        }
    }

    /// Whether more time would make no difference: what is left unknown, and in how many states, depends on it.
    fn is_stable(self) -> bool {
        matches!(self, Self::Proved | Self::ProvedUnless)
    }
}

impl Row {
    /// What an outcome says of its subject.
    pub fn of(task: &Task, outcome: &Outcome) -> Self {
        let plain = Self {
            name: task.name.clone(),
            verdict: Word::Crashed,
            states: None,
            line: String::new(),
            rules: Vec::new(),
            reason: String::new(),
            report: None,
            numbers: Numbers {
                seconds: outcome.seconds,
                ..Numbers::default()
            },
        };
        let report = match outcome.ending {
            Ended::Exited(0) => Report::<Model>::from_json(&outcome.report),
            _ => return plain.without_report(outcome),
        };
        match report {
            Ok(report) => plain.with_report(task, &report),
            Err(error) => Self {
                reason: format!("its report cannot be read: {error}"),
                ..plain
            },
        }
    }

    fn without_report(mut self, outcome: &Outcome) -> Self {
        let first = outcome.said.lines().next().unwrap_or_default();
        let said = first.strip_prefix("mores: ").unwrap_or(first).to_owned();
        (self.verdict, self.reason) = match outcome.ending {
            Ended::Exited(2) => (Word::Refused, said),
            Ended::OutOfTime => (Word::OutOfTime, "it did not end in time".to_owned()),
            Ended::Killed(_) if is_out_of_memory(&outcome.said) => {
                (Word::OutOfMemory, "it needs more memory".to_owned())
            }
            Ended::Exited(code) => (Word::Crashed, format!("exit code {code}: {said}")),
            Ended::Killed(signal) => (Word::Crashed, format!("signal {signal}: {said}")),
            Ended::NotRun => (Word::Crashed, said),
        };
        self.numbers.ended = Some(outcome.ending);
        self
    }

    fn with_report(mut self, task: &Task, report: &Report<Model>) -> Self {
        self.verdict = word(report);
        self.numbers.peak_mb = Some(report.effort.peak_mb);
        self.numbers.depth = report.verdict.depth;
        self.numbers.states = Some(report.counts.states);
        self.states = self.numbers.states.filter(|_| self.verdict.is_stable());
        self.reason = reason(report);
        self.report = Some(format!("{SUBJECTS}/{}/report.html", task.folder));
        if let Some(model) = Interface::of(&report.model) {
            self.rules = rules(&report.clone().map(|_| model));
            self.line = one_line(&self.rules);
        } else if let Model::Language(language) = &report.model {
            self.line = failure(&report.clone().map(|_| language.clone()));
        }
        self
    }

    /// The place in the table: rules on the order of calls first, then others, then none.
    pub fn interest(&self) -> usize {
        use super::rules::When;
        match self.rules.first() {
            Some(rule) if rule.is_about_order() => 0,
            Some(rule) if matches!(rule.when, When::IfNull(_)) => 2,
            Some(_) => 1,
            None if !self.line.is_empty() => 0,
            None => 3,
        }
    }
}

fn word(report: &Report<Model>) -> Word {
    let verdict = &report.verdict;
    match verdict.kind {
        VerdictKind::Proved => Word::Proved,
        _ if verdict.unless.is_some() => Word::ProvedUnless,
        VerdictKind::UpTo => Word::Partly,
        VerdictKind::Violated => Word::Unknown,
        VerdictKind::Unknown => {
            let interface = Interface::of(&report.model);
            let interface = interface.map(|model| report.clone().map(|_| model));
            match interface {
                Some(report) if report.is_exact_where_known() => Word::ExactWhereKnown,
                Some(report) if report.is_partial() || report.verdict.depth.is_some() => {
                    Word::Partly
                }
                Some(_) | None => Word::Unknown,
            }
        }
    }
}

fn reason(report: &Report<Model>) -> String {
    let verdict = &report.verdict;
    let unless = verdict.unless.as_ref().map(|u| format!("unless {u}"));
    let reason = unless.or_else(|| verdict.reason.clone());
    let reason = reason.unwrap_or_default();
    reason.lines().next().unwrap_or_default().to_owned()
}

/// The shortest way in which a program was seen to fail.
fn failure(report: &LanguageReport) -> String {
    /// A longer word is shown from its end.
    const MOST: usize = 5;
    let seen = report.model.words.iter().filter(|word| word.witnessed);
    let Some(word) = seen.min_by_key(|word| word.events.len()) else {
        return String::new();
    };
    match word.events.as_slice() {
        events if events.len() <= MOST => format!("can fail: {}", events.join(" > ")),
        events => format!(
            "can fail: … > {}",
            events[events.len() - MOST..].join(" > ")
        ),
    }
}

/// What programs say when they get no memory.
fn is_out_of_memory(said: &str) -> bool {
    ["memory allocation of", "out of memory", "bad_alloc"]
        .iter()
        .any(|words| said.contains(words))
}

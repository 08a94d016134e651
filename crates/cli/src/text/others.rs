//! Calls that are not known to return: how many, and why.

use std::collections::{BTreeMap, BTreeSet};

use mores::outline::{Call, Move, Role};
use mores::report::{NO_SUCH_CALL, Standing};

use crate::text::layout::clean;

/// The most reasons, or kinds of errors, that a summary names.
const NAMED: usize = 3;

/// Some of the calls of a move.
pub(super) struct Step<'o> {
    pub(super) step: &'o Move,
    pub(super) calls: Vec<&'o Call>,
}

impl Step<'_> {
    pub(super) fn is_legal(&self) -> bool {
        !Others::ALL.iter().any(|kind| kind.has(self.step))
    }
}

/// Calls that are not known to return.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Others {
    Undecided,
    Unknown,
    Fail,
    GuessedUnknown,
    GuessedToFail,
}

impl Others {
    pub(super) const ALL: [Self; 5] = [
        Self::Undecided,
        Self::Unknown,
        Self::Fail,
        Self::GuessedUnknown,
        Self::GuessedToFail,
    ];

    pub(super) fn has(self, step: &Move) -> bool {
        let kind = match (step.role, step.standing == Standing::Guessed) {
            (Role::Undecided, _) => Self::Undecided,
            (Role::Unknown, false) => Self::Unknown,
            (Role::Error, false) => Self::Fail,
            (Role::Unknown, true) => Self::GuessedUnknown,
            (Role::Error, true) => Self::GuessedToFail,
            (Role::BeforeConstruction | Role::AtFirst | Role::Ok | Role::Beyond, _) => {
                return false;
            }
        };
        kind == self
    }

    /// What such calls do, behind their number on a line of a state.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Undecided => "undecided",
            Self::Unknown => "unknown",
            Self::Fail => "fail",
            Self::GuessedUnknown => "~ unknown",
            Self::GuessedToFail => "~ fail",
        }
    }

    /// What there is to say of several.
    pub(super) fn summary(self, steps: &[&Step<'_>], noun: &str) -> String {
        let count: usize = steps.iter().map(|step| step.calls.len()).sum();
        let causes = causes(steps, self == Self::Fail);
        let why = match causes.is_empty() {
            true => String::new(),
            false => format!(": {causes}"),
        };
        match self {
            Self::Undecided => format!("{count} {noun} are undecided{why}"),
            Self::Unknown => format!("{count} {noun} are unknown{why}"),
            Self::Fail => format!("{count} {noun} fail{why}"),
            Self::GuessedUnknown => format!("{count} {noun} are guessed to be unknown"),
            Self::GuessedToFail => format!("{count} {noun} are guessed to fail"),
        }
    }
}

/// The causes of calls, the most frequent first; of exceptions without their packages.
fn causes(steps: &[&Step<'_>], exceptions: bool) -> String {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for cause in steps
        .iter()
        .flat_map(|s| &s.calls)
        .flat_map(|c| kinds(c, exceptions))
    {
        *counts.entry(cause).or_default() += 1;
    }
    let mut counts: Vec<(String, usize)> = counts.into_iter().collect();
    counts.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    let several = counts.len() > 1;
    let named = counts
        .iter()
        .take(NAMED)
        .map(|(what, count)| match several {
            true => format!("{what} ({count})"),
            false => what.clone(),
        });
    let more = counts.len().saturating_sub(NAMED);
    let rest = match more {
        0 => None,
        1 => Some("and 1 other reason".to_owned()),
        _ => Some(format!("and {more} other reasons")),
    };
    named.chain(rest).collect::<Vec<_>>().join(", ")
}

/// The different causes of one call.
fn kinds(call: &Call, exceptions: bool) -> BTreeSet<String> {
    let kind = |what: &str| match exceptions && !what.contains(' ') {
        true => clean(what.rsplit('.').next().unwrap_or(what)),
        false => clean(what),
    };
    let known = call
        .causes
        .iter()
        .filter(|cause| cause.what != NO_SUCH_CALL);
    known.map(|cause| kind(&cause.what)).collect()
}

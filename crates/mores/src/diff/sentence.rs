//! What a comparison of two classes came to, in sentences.

use emit::report::{Answer, Verdict, VerdictKind};
use emit::sentence::because;

use super::{ChangeKind, Changed, DiffKind, DiffReport};
use crate::Version;

impl DiffReport {
    /// The verdict.
    pub fn sentence(&self) -> String {
        let reason = because(&self.verdict.reason);
        let saved = match self.old.saved || self.new.saved {
            true => ", as far as the saved model is right about its code",
            false => "",
        };
        let all_methods =
            self.added.is_empty() && self.removed.is_empty() && self.incomparable.is_empty();
        let common = match all_methods {
            true => "",
            false => " of the methods that both have",
        };
        match self.verdict.kind {
            DiffKind::Equal => {
                format!("No difference: proved for every sequence of calls{common}{saved}.")
            }
            DiffKind::EqualUpTo if self.verdict.unless.is_some() => {
                let unless = self.verdict.unless.as_deref().unwrap_or_default();
                format!(
                    "No difference unless {unless}: proved for every sequence of calls until then{common}{saved}."
                )
            }
            DiffKind::EqualUpTo => {
                let depth = self.verdict.depth.unwrap_or(0);
                format!(
                    "No difference up to {depth} calls{common}{saved}; longer sequences were not decided{reason}."
                )
            }
            DiffKind::Undecided => {
                format!(
                    "Not decided: no difference was found{common}, and none is excluded{reason}."
                )
            }
            DiffKind::Differs => {
                let number = match self.differences.len() + self.more {
                    1 => "1 difference".to_owned(),
                    n => format!("{n} differences"),
                };
                format!("{number}{common}, each with the shortest calls that lead to it.")
            }
        }
    }

    /// What was compared: the name of the class, or both.
    pub fn name(&self) -> String {
        let (old, new) = (&self.old, &self.new);
        match old.name == new.name {
            true => old.name.clone(),
            false => format!("{} and {}", old.name, new.name),
        }
    }

    /// `from Old.java to New.java`
    pub fn about(&self) -> String {
        let version = |v: &Version| {
            let saved = if v.saved { " (saved model)" } else { "" };
            format!("{}{saved}", v.path)
        };
        format!("from {} to {}", version(&self.old), version(&self.new))
    }

    /// How far each version is known.
    pub(super) fn standing(&self) -> String {
        let [old, new] = [&self.old, &self.new].map(|version| known(&version.verdict));
        match old == new {
            true if old == NOT_PROVED => "Neither interface is proved.".to_owned(),
            true => format!("Both interfaces are {old}."),
            false => format!("The old interface is {old}, the new one {new}."),
        }
    }
}

const NOT_PROVED: &str = "not proved";

fn known(verdict: &Verdict) -> String {
    match (verdict.kind, verdict.depth, &verdict.unless) {
        (VerdictKind::Proved, _, _) => "proved".to_owned(),
        (_, _, Some(unless)) => format!("proved unless {unless}"),
        (VerdictKind::UpTo, Some(calls), None) => format!("known up to {calls} calls"),
        (VerdictKind::UpTo | VerdictKind::Violated | VerdictKind::Unknown, _, None) => {
            NOT_PROVED.to_owned()
        }
    }
}

impl ChangeKind {
    /// What it means.
    pub fn heading(self) -> &'static str {
        match self {
            Self::Lost => "lost: ok before, an error now",
            Self::Gained => "gained: an error before, ok now",
            Self::NoLongerKnown => "no longer known: could not be analysed in the new version",
            Self::NowKnown => "now known: could not be analysed in the old version",
        }
    }
}

impl Changed {
    /// What is to be said of the last call beyond the heading.
    pub fn remark(&self) -> Option<String> {
        let when = match self.kind {
            ChangeKind::Lost | ChangeKind::NoLongerKnown => "now",
            ChangeKind::Gained | ChangeKind::NowKnown => "before",
        };
        let cause = self.cause.as_ref().map(|cause| match &cause.place {
            Some(place) => format!("{when}: {} at {place}", cause.what),
            None => format!("{when}: {}", cause.what),
        });
        let word = |answer: Answer| match answer {
            Answer::Ok => "ok",
            Answer::Error => "an error",
            Answer::Unknown => "unknown",
        };
        let known = match self.kind {
            ChangeKind::Lost | ChangeKind::Gained => None,
            ChangeKind::NoLongerKnown | ChangeKind::NowKnown => {
                Some(format!("{} before, {} now", word(self.old), word(self.new)))
            }
        };
        let parts: Vec<String> = known.into_iter().chain(cause).collect();
        (!parts.is_empty()).then(|| parts.join("; "))
    }
}

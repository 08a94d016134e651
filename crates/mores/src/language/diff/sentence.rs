//! What a comparison of C programs came to, in sentences.

use emit::report::{Verdict, VerdictKind};
use emit::sentence::because;

use super::Role;
use super::report::{LanguageDiffKind, LanguageDiffReport, PartKind};
use crate::language::Goal;

impl LanguageDiffReport {
    /// The verdict.
    pub fn sentence(&self) -> String {
        let reason = because(&self.verdict.reason);
        let assumptions = self.verdict.assumptions.iter();
        let unless: String = assumptions.map(|a| format!(", as long as {a}")).collect();
        let (nothing, differ) = match self.versions.len() {
            2 => ("No difference", "They differ"),
            _ => (
                "Nothing unexpected and nothing lost",
                "The merge is not all that the branches were",
            ),
        };
        match self.verdict.kind {
            LanguageDiffKind::Equal => {
                format!("{nothing}: proved for runs of every length{unless}.")
            }
            LanguageDiffKind::EqualWithin => format!(
                "{nothing}{}; longer runs were not decided{reason}.",
                self.bounds_in_words()
            ),
            LanguageDiffKind::Differs => {
                format!(
                    "{differ}, proved: words follow that other versions do not have in runs of any length{unless}."
                )
            }
            LanguageDiffKind::DiffersWithin => format!(
                "{differ}{}; whether longer runs of the other versions have these words was not decided{reason}.",
                self.bounds_in_words()
            ),
            LanguageDiffKind::Undecided => {
                format!("Not decided: a version could not be followed everywhere{reason}.")
            }
        }
    }

    /// What was compared: `From old.c to new.c: how they fail`.
    pub fn title(&self) -> String {
        let path = |role: Role| {
            let mut versions = self.versions.iter();
            let version = versions.find(|v| v.role == role);
            version.map_or("", |v| v.path.as_str())
        };
        let what = match self.is_about_failures() {
            true => "how they fail",
            false => "what they do",
        };
        match self.versions.len() {
            2 => format!("From {} to {}: {what}", path(Role::Old), path(Role::New)),
            _ => format!(
                "{} and {}, both from {}, merged into {}: {what}",
                path(Role::Ours),
                path(Role::Theirs),
                path(Role::Base),
                path(Role::Merged)
            ),
        }
    }

    /// Whether words end with failures.
    pub fn is_about_failures(&self) -> bool {
        self.words == Goal::Failures.command()
    }

    /// How far each version is known.
    pub(super) fn standing(&self) -> String {
        let known = |verdict: &Verdict| match verdict.kind {
            VerdictKind::Proved => "proved",
            VerdictKind::UpTo => "known within the bounds",
            VerdictKind::Violated | VerdictKind::Unknown => "not followed everywhere",
        };
        let versions = self.versions.iter();
        let versions: Vec<String> = versions
            .map(|v| format!("{}: {}", v.role.name(), known(&v.verdict)))
            .collect();
        format!("Each version alone: {}.", versions.join(", "))
    }

    fn bounds_in_words(&self) -> String {
        let counted = |n: u64, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
        let loops = self.bounds.loops.map(|n| {
            format!(
                " with at most {} of each loop that inputs decide on",
                counted(n, "round")
            )
        });
        let length = self.bounds.length;
        let length = length.map(|n| format!(" and {}", counted(n, "event")));
        format!(
            "{}{}",
            loops.unwrap_or_default(),
            length.unwrap_or_default()
        )
    }
}

impl PartKind {
    /// What it means; `fails` if words end with failures.
    pub fn heading(self, fails: bool) -> &'static str {
        match (self, fails) {
            (Self::Lost, false) => "lost: what the old version does and the new one does not",
            (Self::Lost, true) => "lost: how the old version fails and the new one does not",
            (Self::Gained, false) => "gained: what the new version does and the old one does not",
            (Self::Gained, true) => "gained: how the new version fails and the old one does not",
            (Self::Unexpected, false) => {
                "unexpected: what the merged program does and neither branch does"
            }
            (Self::Unexpected, true) => {
                "unexpected: how the merged program fails and neither branch does"
            }
            (Self::LostFromOurs, _) => {
                "lost from ours: new in that branch, and not in the merged program"
            }
            (Self::LostFromTheirs, _) => {
                "lost from theirs: new in that branch, and not in the merged program"
            }
        }
    }
}

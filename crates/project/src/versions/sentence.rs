//! What a comparison of two libraries came to, in words.

use super::{Cause, Change, Difference, Kind, Step, Verdict, VersionsReport};

impl VersionsReport {
    /// `What callers see asks for a major version. Of 15 classes that both have: 10 differ, 4 with the same code.`
    pub fn sentence(&self) -> String {
        let step = match self.step {
            Step::Major => "a major version",
            Step::Minor => "a minor version",
            Step::Patch => "a patch",
        };
        let open = if self.at_least { " at least" } else { "" };
        let counts = &self.counts;
        let parts = [
            (counts.differs, "differ"),
            (counts.equal, "proved to answer all calls alike"),
            (counts.equal_up_to, "alike as far as was compared"),
            (counts.same_code, "with the same code"),
            (counts.undecided, "not decided"),
            (counts.failed, "not compared"),
        ];
        let parts = parts.iter().filter(|(n, _)| *n > 0);
        let parts: Vec<String> = parts.map(|(n, what)| format!("{n} {what}")).collect();
        format!(
            "What callers see asks for {step}{open}. Of {} classes that both have: {}.",
            self.classes.len(),
            parts.join(", ")
        )
    }
}

impl Change {
    /// What it is called.
    pub fn word(self) -> &'static str {
        match self {
            Self::Lost => "lost",
            Self::Gained => "gained",
            Self::NoLongerKnown => "no longer known",
            Self::NowKnown => "now known",
        }
    }
}

impl Difference {
    /// The calls in one line, and what goes wrong.
    pub fn line(&self) -> String {
        let when = match self.kind {
            Change::Lost | Change::NoLongerKnown => "now",
            Change::Gained | Change::NowKnown => "before",
        };
        let cause = self.cause.as_ref().map(|cause: &Cause| match &cause.place {
            Some(place) => format!(
                "  [{when}: {} at {}:{}]",
                cause.what, place.file, place.line
            ),
            None => format!("  [{when}: {}]", cause.what),
        });
        self.calls.join("; ") + &cause.unwrap_or_default()
    }
}

impl Verdict {
    /// What is known of a class, in few words.
    pub(super) fn words(&self) -> String {
        match self.kind {
            Kind::Differs => "differs".to_owned(),
            Kind::Undecided => "not decided".to_owned(),
            Kind::Failed => "not compared".to_owned(),
            Kind::EqualUpTo => format!("alike up to {} calls", self.depth.unwrap_or(0)),
            Kind::Equal => "alike, proved".to_owned(),
            Kind::SameCode => "the same code".to_owned(),
        }
    }
}

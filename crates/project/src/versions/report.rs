//! What a comparison of two libraries came to, as plain data.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::VersionsRequest;

/// How two versions of a library differ for those who call its classes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct VersionsReport {
    /// The version of the tool.
    pub mores: &'static str,
    /// Always `diff`.
    pub command: &'static str,
    /// The path of the version before.
    pub old: String,
    /// The path of the version after.
    pub new: String,
    /// The step of the version that the differences ask for.
    pub step: Step,
    /// Whether what was not decided may ask for a larger one.
    pub at_least: bool,
    /// How many classes there are of each kind.
    pub counts: Counts,
    /// Classes that only the new version has.
    pub added: Vec<String>,
    /// Classes that only the old version has.
    pub removed: Vec<String>,
    /// The classes that both have, sorted by name.
    pub classes: Vec<ClassDiff>,
}

/// The parts of a version's number: `MAJOR.MINOR.PATCH`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// Callers see no difference.
    Patch,
    /// More is legal than before.
    Minor,
    /// Something that was legal is not any more.
    Major,
}

/// Numbers of classes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Counts {
    /// The files are the same, and so is all that they lead to.
    pub same_code: usize,
    /// Proved to answer all calls alike.
    pub equal: usize,
    /// Alike up to some number of calls.
    pub equal_up_to: usize,
    /// Different.
    pub differs: usize,
    /// Neither was shown.
    pub undecided: usize,
    /// The comparison did not come to an end.
    pub failed: usize,
}

/// A class in both versions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClassDiff {
    /// `java.util.Stack`
    pub name: String,
    /// What is known of it.
    #[serde(flatten)]
    pub judgement: Judgement,
}

/// What is known of a class in two versions: what `mores diff` prints for it, in short.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Judgement {
    /// Whether it is the same.
    pub verdict: Verdict,
    /// Methods that only the new one has.
    pub added: Vec<String>,
    /// Methods that only the old one has.
    pub removed: Vec<String>,
    /// Methods that could not be compared, and why.
    pub incomparable: Vec<String>,
    /// Calls that are answered differently.
    pub differences: Vec<Difference>,
    /// How many more there are.
    pub more: usize,
    /// Sentences for people.
    pub notes: Vec<String>,
}

/// Whether a class is the same in both versions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// Which it is.
    pub kind: Kind,
    /// For `equal-up-to`: the number of calls.
    #[serde(default)]
    pub depth: Option<u64>,
    /// Why more is not known.
    #[serde(default)]
    pub reason: Option<String>,
}

/// The kinds of [`Verdict`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The files are the same, and so is all that they lead to.
    SameCode,
    /// Proved to answer all calls alike.
    Equal,
    /// Alike up to some number of calls.
    EqualUpTo,
    /// Different.
    Differs,
    /// Neither was shown.
    Undecided,
    /// The comparison did not come to an end.
    Failed,
}

/// Calls that are answered differently.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Difference {
    /// How the answer to the last call changed.
    pub kind: Change,
    /// The calls, as one would write them.
    pub calls: Vec<String>,
    /// What goes wrong in the version that does not answer ok.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
    /// The program that shows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub java: Option<String>,
    /// What else the command says of it.
    #[serde(flatten)]
    pub rest: serde_json::Map<String, Value>,
}

/// How an answer changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// Ok before, an error now.
    Lost,
    /// An error before, ok now.
    Gained,
    /// Known before, unknown now.
    NoLongerKnown,
    /// Unknown before, known now.
    NowKnown,
}

/// What goes wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cause {
    /// An exception, mostly.
    pub what: String,
    /// A line of the source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
}

/// A line of a source file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The file.
    pub file: String,
    /// The line.
    pub line: u32,
}

impl Judgement {
    fn bare(kind: Kind, reason: Option<String>) -> Self {
        let verdict = Verdict {
            kind,
            depth: None,
            reason,
        };
        Self {
            verdict,
            added: Vec::new(),
            removed: Vec::new(),
            incomparable: Vec::new(),
            differences: Vec::new(),
            more: 0,
            notes: Vec::new(),
        }
    }

    pub(super) fn same_code() -> Self {
        Self::bare(Kind::SameCode, None)
    }

    pub(super) fn failed(why: String) -> Self {
        Self::bare(Kind::Failed, Some(why))
    }

    /// Where all that differs is what could be found out, no difference for callers is known.
    pub(super) fn honest(mut self) -> Self {
        let real = |d: &Difference| matches!(d.kind, Change::Lost | Change::Gained);
        if self.verdict.kind == Kind::Differs && !self.differences.iter().any(real) {
            self.verdict.kind = Kind::Undecided;
            self.verdict.reason = Some("some calls are unknown in one version only".to_owned());
        }
        self
    }

    /// The step that the differences of the class ask for.
    fn step(&self) -> Step {
        let changed = |kind| self.differences.iter().any(|d| d.kind == kind);
        match () {
            () if changed(Change::Lost) || !self.removed.is_empty() => Step::Major,
            () if changed(Change::Gained) || !self.added.is_empty() => Step::Minor,
            () => Step::Patch,
        }
    }

    /// Whether more differences than those that are known may be there.
    fn is_open(&self) -> bool {
        let unclear = |d: &Difference| matches!(d.kind, Change::NoLongerKnown | Change::NowKnown);
        match self.verdict.kind {
            Kind::SameCode | Kind::Equal => false,
            Kind::EqualUpTo | Kind::Undecided | Kind::Failed => true,
            Kind::Differs => self.more > 0 || self.differences.iter().any(unclear),
        }
    }
}

impl ClassDiff {
    pub(super) fn new(name: &str, judgement: Judgement) -> Self {
        Self {
            name: name.to_owned(),
            judgement,
        }
    }
}

impl VersionsReport {
    pub(super) fn new(
        request: &VersionsRequest,
        classes: Vec<ClassDiff>,
        added: Vec<String>,
        removed: Vec<String>,
    ) -> Self {
        let whole = match (removed.is_empty(), added.is_empty()) {
            (false, _) => Step::Major,
            (true, false) => Step::Minor,
            (true, true) => Step::Patch,
        };
        let steps = classes.iter().map(|class| class.judgement.step());
        let step = steps.fold(whole, Step::max);
        let open = classes.iter().any(|class| class.judgement.is_open());
        Self {
            mores: mores::report::VERSION,
            command: "diff",
            old: request.old.display().to_string(),
            new: request.new.display().to_string(),
            step,
            at_least: open && step < Step::Major,
            counts: counts(&classes),
            added,
            removed,
            classes,
        }
    }

    /// Whether callers can tell the versions apart.
    pub fn differs(&self) -> bool {
        self.step > Step::Patch || self.counts.differs > 0
    }

    /// Whether something was not decided.
    pub fn is_open(&self) -> bool {
        self.counts.undecided + self.counts.failed > 0
    }

    /// The report as JSON.
    pub fn to_json(&self) -> String {
        mores::report::json(self)
    }
}

fn counts(classes: &[ClassDiff]) -> Counts {
    let mut counts = Counts::default();
    for class in classes {
        let count = match class.judgement.verdict.kind {
            Kind::SameCode => &mut counts.same_code,
            Kind::Equal => &mut counts.equal,
            Kind::EqualUpTo => &mut counts.equal_up_to,
            Kind::Differs => &mut counts.differs,
            Kind::Undecided => &mut counts.undecided,
            Kind::Failed => &mut counts.failed,
        };
        *count += 1;
    }
    counts
}

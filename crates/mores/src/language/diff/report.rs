//! What a comparison of C programs came to, as plain data.

use emit::language::{Bounds, Input, Language};
use emit::report::Verdict;
use serde::Serialize;

use super::Role;

/// How versions of a C program differ in what they do, or in how they fail.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LanguageDiffReport {
    /// The version of the tool that wrote it.
    pub mores: String,
    /// Always `diff`.
    pub command: String,
    /// What the words end with: `errors` or `explain`, as the commands that show one program alone.
    pub words: String,
    /// The versions, in the order in which they were given.
    pub versions: Vec<LanguageVersion>,
    /// What is known of all differences together.
    pub verdict: LanguageDiffVerdict,
    /// The bounds that all versions were followed within; nothing if all are proved.
    pub bounds: Bounds,
    /// Each kind of difference that was looked for, whether there is any or not.
    pub parts: Vec<LanguagePart>,
    /// Sentences for people: what may not be what they expect.
    pub notes: Vec<String>,
}

/// A version that was compared.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LanguageVersion {
    /// What it is in the comparison.
    pub role: Role,
    /// Its file.
    pub path: String,
    /// How far its own language is known.
    pub verdict: Verdict,
}

/// What is known of the differences.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LanguageDiffVerdict {
    /// Which of the five it is.
    pub kind: LanguageDiffKind,
    /// Why more is not known.
    pub reason: Option<String>,
    /// What it rests on.
    pub assumptions: Vec<String>,
}

/// The five verdicts. In a merge, equal means: nothing unexpected, nothing lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LanguageDiffKind {
    /// There is no difference in runs of any length.
    Equal,
    /// There is none within the bounds.
    EqualWithin,
    /// There is one: a version has a word that another does not have in runs of any length.
    Differs,
    /// There is one within the bounds, which runs beyond them may level out.
    DiffersWithin,
    /// It is not known.
    Undecided,
}

/// Words that some version has and others do not.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LanguagePart {
    /// Which difference.
    pub kind: PartKind,
    /// Who has the words.
    #[serde(rename = "in")]
    pub has: Role,
    /// Who does not.
    #[serde(rename = "not-in")]
    pub lacks: Vec<Role>,
    /// The words as an automaton.
    pub model: Language,
    /// The first of them: those that are certain, then the others, each the shortest first.
    pub words: Vec<PartWord>,
    /// How many more there are; none if there is no end of them.
    pub more: Option<u64>,
}

/// The kinds of differences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PartKind {
    /// The old version did it, the new one does not.
    Lost,
    /// The new version does it, the old one did not.
    Gained,
    /// The merged program does it, and neither branch does.
    Unexpected,
    /// Our branch has added it, and the merged program does not do it.
    LostFromOurs,
    /// Their branch has added it, and the merged program does not do it.
    LostFromTheirs,
}

/// A word that tells versions apart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PartWord {
    /// The symbols of its events.
    pub events: Vec<String>,
    /// What the version that has it must be given, in the order in which it asks. None if the word is known from a proof
    /// alone and no run within the bounds shows it. With inputs, it was run.
    pub inputs: Option<Vec<Input>>,
    /// Whether those that lack it lack it in runs of every length.
    pub certain: bool,
    /// The C file that gives the inputs, beside the pictures.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub harness: Option<String>,
}

impl LanguageDiffReport {
    /// Whether the versions are known to differ, for all runs or within the bounds.
    pub fn differs(&self) -> bool {
        matches!(
            self.verdict.kind,
            LanguageDiffKind::Differs | LanguageDiffKind::DiffersWithin
        )
    }

    /// A part by its kind.
    pub fn part(&self, kind: PartKind) -> Option<&LanguagePart> {
        self.parts.iter().find(|part| part.kind == kind)
    }

    /// The report as JSON.
    pub fn to_json(&self) -> String {
        emit::report::json(self)
    }
}

impl PartKind {
    /// As the report writes it, and the names of files begin.
    pub fn name(self) -> &'static str {
        match self {
            Self::Lost => "lost",
            Self::Gained => "gained",
            Self::Unexpected => "unexpected",
            Self::LostFromOurs => "lost-from-ours",
            Self::LostFromTheirs => "lost-from-theirs",
        }
    }
}

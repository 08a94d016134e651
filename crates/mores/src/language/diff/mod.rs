//! Versions of a C program: what one does that others do not, or how it fails where others do not. Two versions, or the
//! four of a merge (Chapman et al., "Learning the Language of Error", 2015, Section 5).

mod joint;
mod lines;
mod parts;
mod report;
mod sentence;
mod side;

use std::path::{Path, PathBuf};

use base::{Budget, Progress};
use emit::c::Harness;
use emit::joint::Joint;
use emit::language::{Bounds, Language, LanguageReport, Word};
use emit::report::{Kind, Subject, VERSION, Verdict, VerdictKind};
use emit::{Compared, Detail, Judgement, compared};
use front::InputError;
use serde::Serialize;

pub(super) use self::lines::aligned;
use self::side::{Side, sides};
use super::LanguageRequest;
use crate::artifacts::write_files;

pub use self::report::{
    LanguageDiffKind, LanguageDiffReport, LanguageDiffVerdict, LanguagePart, LanguageVersion,
    PartKind, PartWord,
};

/// Compare versions of a C program.
#[derive(Clone, Debug)]
pub struct LanguageDiffRequest {
    /// How each version is read and followed; its path does not count.
    pub like: LanguageRequest,
    /// What is compared.
    pub versions: Versions,
    /// The most words that are listed of each kind of difference.
    pub limit: usize,
}

/// The files that are compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Versions {
    /// A version and the next.
    Two {
        /// The version before.
        old: PathBuf,
        /// The version after.
        new: PathBuf,
    },
    /// Two branches of one program, and what a merge made of them.
    Merge {
        /// What both branches began with.
        base: PathBuf,
        /// One branch.
        ours: PathBuf,
        /// The other.
        theirs: PathBuf,
        /// The merged program.
        merged: PathBuf,
    },
}

/// What a version is in a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// The version before.
    Old,
    /// The version after.
    New,
    /// What both branches began with.
    Base,
    /// One branch.
    Ours,
    /// The other.
    Theirs,
    /// The merged program.
    Merged,
}

impl Role {
    /// As the report writes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Old => "old",
            Self::New => "new",
            Self::Base => "base",
            Self::Ours => "ours",
            Self::Theirs => "theirs",
            Self::Merged => "merged",
        }
    }
}

/// The differences that are looked for: who has the words, and who does not.
type Asked = (PartKind, Role, &'static [Role]);

impl Versions {
    fn files(&self) -> Vec<(Role, &PathBuf)> {
        match self {
            Self::Two { old, new } => vec![(Role::Old, old), (Role::New, new)],
            Self::Merge {
                base,
                ours,
                theirs,
                merged,
            } => {
                vec![
                    (Role::Base, base),
                    (Role::Ours, ours),
                    (Role::Theirs, theirs),
                    (Role::Merged, merged),
                ]
            }
        }
    }

    /// What the others became.
    fn after(&self) -> Role {
        match self {
            Self::Two { .. } => Role::New,
            Self::Merge { .. } => Role::Merged,
        }
    }

    fn asked(&self) -> &'static [Asked] {
        match self {
            Self::Two { .. } => &[
                (PartKind::Lost, Role::Old, &[Role::New]),
                (PartKind::Gained, Role::New, &[Role::Old]),
            ],
            Self::Merge { .. } => &[
                (
                    PartKind::Unexpected,
                    Role::Merged,
                    &[Role::Ours, Role::Theirs],
                ),
                (
                    PartKind::LostFromOurs,
                    Role::Ours,
                    &[Role::Base, Role::Merged],
                ),
                (
                    PartKind::LostFromTheirs,
                    Role::Theirs,
                    &[Role::Base, Role::Merged],
                ),
            ],
        }
    }
}

/// Everything that a comparison leaves behind.
#[derive(Clone, Debug)]
pub struct LanguageDiffArtifacts {
    /// The result.
    pub report: LanguageDiffReport,
    /// For each part, and each of its words that has inputs, what makes the compiled program show it.
    pub harnesses: Vec<Vec<Option<Harness>>>,
    /// All versions together, for the page.
    pub joint: Joint,
}

/// Compares versions of a C program. The budget is for all of them.
pub fn language_diff(
    request: &LanguageDiffRequest,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<LanguageDiffArtifacts, InputError> {
    let (alphabet, sides) = sides(request, budget, progress)?;
    progress.working(&|| "comparing".to_owned());
    let asked = request.versions.asked().iter();
    let found: Vec<parts::Found> = asked
        .map(|asked| parts::find(asked, &alphabet, &sides, request.limit))
        .collect();
    let report = LanguageDiffReport {
        mores: VERSION.into(),
        command: "diff".into(),
        words: request.like.goal.command().into(),
        versions: sides.iter().map(Side::version).collect(),
        verdict: parts::verdict(&found, &sides),
        bounds: bounds(&sides),
        notes: sides
            .iter()
            .flat_map(|side| side.notes(request.like.goal))
            .collect(),
        parts: found.iter().map(|part| part.shown.clone()).collect(),
    };
    let together = joint::Together {
        asked: request.versions.asked(),
        found: &found,
        alphabet: &alphabet,
        sides: &sides,
        after: request.versions.after(),
        fails: report.is_about_failures(),
    };
    let joint = together.joint();
    Ok(LanguageDiffArtifacts {
        report,
        joint,
        harnesses: found.into_iter().map(|part| part.harnesses).collect(),
    })
}

/// Where a version is proved and another is not, words are still compared within the bounds of the other.
fn bounds(sides: &[Side]) -> Bounds {
    match sides.iter().find(|side| side.full.is_none()) {
        None => Bounds::default(),
        Some(side) => Bounds {
            loops: Some(side.learned.bound as u64),
            length: side.learned.letters.map(|letters| letters as u64),
        },
    }
}

/// Writes the differences as pictures and reports, and the inputs of each word as C, into a folder, which is made if it is
/// not there; says which files these are. Each file is there whole or not at all.
pub fn write_language_diff(
    folder: &Path,
    artifacts: &mut LanguageDiffArtifacts,
) -> Result<Vec<PathBuf>, InputError> {
    let mut files = Vec::new();
    for (part, harnesses) in artifacts.report.parts.iter_mut().zip(&artifacts.harnesses) {
        for (i, (word, harness)) in part.words.iter_mut().zip(harnesses).enumerate() {
            let Some(harness) = harness else { continue };
            let name = format!("{}.word{}.c", part.kind.name(), i + 1);
            word.harness = Some(name.clone());
            files.push((name, emit::c::harness(harness)));
        }
    }
    for part in &artifacts.report.parts {
        let (name, drawn) = (part.kind.name(), drawn(&artifacts.report, part));
        let drawing = Language::drawing(&drawn, Detail::Full);
        files.extend([
            (format!("{name}.json"), drawn.to_json()),
            (format!("{name}.svg"), emit::svg(&drawing)),
            (format!("{name}.dot"), emit::dot(&drawing)),
        ]);
    }
    files.push(("diff.json".to_owned(), artifacts.report.to_json()));
    files.push(("report.html".to_owned(), compared(&page(artifacts))));
    write_files(folder, &files)
}

fn page(artifacts: &LanguageDiffArtifacts) -> Compared {
    let report = &artifacts.report;
    let named = match &report.versions[..] {
        [old, new] => vec![old, new],
        more => more.last().into_iter().collect(),
    };
    let stem = |version: &&LanguageVersion| {
        let stem = Path::new(&version.path).file_stem();
        stem.unwrap_or_default().to_string_lossy().into_owned()
    };
    let mut named: Vec<String> = named.iter().map(stem).collect();
    named.dedup();
    let unlisted = report.parts.iter().filter_map(|part| match part.more {
        Some(0) => None,
        Some(more) => Some(format!("{}: {more} more words", part.kind.name())),
        None => Some(format!("{}: there is no end of them", part.kind.name())),
    });
    let unlisted: Vec<String> = unlisted.collect();
    Compared {
        name: named.join(" and "),
        about: report.title(),
        judgement: match report.verdict.kind {
            LanguageDiffKind::Equal => Judgement::Alike,
            LanguageDiffKind::EqualWithin => Judgement::AlikeWithin,
            LanguageDiffKind::Differs | LanguageDiffKind::DiffersWithin => Judgement::Differs,
            LanguageDiffKind::Undecided => Judgement::Undecided,
        },
        means: report.sentence(),
        details: report.standing(),
        notes: report.notes.clone(),
        lists: Vec::new(),
        joint: artifacts.joint.clone(),
        more: unlisted.join("; "),
    }
}

/// A difference as a language of its own.
fn drawn(report: &LanguageDiffReport, part: &LanguagePart) -> LanguageReport {
    let version = report
        .versions
        .iter()
        .find(|version| version.role == part.has)
        .expect("a part is of a version");
    let word = |word: &PartWord| Word {
        events: word.events.clone(),
        inputs: word.inputs.clone().unwrap_or_default(),
        witnessed: word.inputs.is_some(),
        open: word.inputs.iter().flatten().any(|input| input.open),
        harness: word.harness.clone(),
    };
    let words: Vec<Word> = part
        .words
        .iter()
        .filter(|word| word.inputs.is_some())
        .map(word)
        .collect();
    let verdict = weakest(report, part);
    let lacking: Vec<&str> = part.lacks.iter().map(|role| role.name()).collect();
    let subject = Subject::new(version.path.clone(), part.kind.name());
    let bounds = match verdict.kind {
        VerdictKind::Proved => Bounds::default(),
        VerdictKind::UpTo | VerdictKind::Violated | VerdictKind::Unknown => report.bounds,
    };
    let model = Language {
        bounds,
        words,
        ..part.model.clone()
    };
    let note = format!(
        "Only what is in {} and not in {}.",
        part.has.name(),
        lacking.join(" or ")
    );
    LanguageReport {
        notes: vec![note],
        ..LanguageReport::new(&report.words, subject, verdict, model)
    }
}

/// A difference is known no better than any of those that it is made of.
fn weakest(report: &LanguageDiffReport, part: &LanguagePart) -> Verdict {
    let involved = report
        .versions
        .iter()
        .filter(|version| version.role == part.has || part.lacks.contains(&version.role));
    let weakness = |verdict: &&Verdict| match verdict.kind {
        VerdictKind::Proved => 0,
        VerdictKind::UpTo => 1,
        VerdictKind::Unknown | VerdictKind::Violated => 2,
    };
    involved
        .map(|version| &version.verdict)
        .max_by_key(weakness)
        .expect("a part is of versions")
        .clone()
}

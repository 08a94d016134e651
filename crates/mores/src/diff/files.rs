//! A comparison of two classes as files.

use std::fs;
use std::path::{Path, PathBuf};

use emit::{Compared, Judgement, compared};
use front::InputError;

use super::{DiffKind, DiffReport};
use crate::artifacts::{file_stem, write_files};
use crate::model_file::in_file;

/// Writes the result, the page, and a program for each difference that one can show into a folder, which is made if it is not
/// there; says which files these are. Each file is there whole or not at all.
pub fn write_diff(folder: &Path, report: &DiffReport) -> Result<Vec<PathBuf>, InputError> {
    let mut files = vec![
        ("diff.json".to_owned(), report.to_json()),
        ("report.html".to_owned(), compared(&report.page())),
    ];
    for (i, changed) in report.differences.iter().enumerate() {
        let Some(java) = &changed.java else { continue };
        let own = report.program_folder(i + 1);
        let place = folder.join(&own);
        fs::create_dir_all(&place)
            .map_err(|e| in_file(&place, 0, format!("the folder cannot be made: {e}")))?;
        files.push((format!("{own}/Witness.java"), java.clone()));
    }
    write_files(folder, &files)
}

impl DiffReport {
    /// The folder of the program that shows a difference, which are counted from 1: the names of programs are all the same.
    pub(super) fn program_folder(&self, number: usize) -> String {
        format!("{}-{number}", file_stem(&self.new.name))
    }

    fn page(&self) -> Compared {
        let lists = [
            ("Only in the new version", &self.added),
            ("Only in the old version", &self.removed),
            ("Not compared", &self.incomparable),
        ];
        Compared {
            name: self.name(),
            about: self.about(),
            judgement: match self.verdict.kind {
                DiffKind::Equal => Judgement::Alike,
                DiffKind::EqualUpTo => Judgement::AlikeWithin,
                DiffKind::Differs => Judgement::Differs,
                DiffKind::Undecided => Judgement::Undecided,
            },
            means: self.sentence(),
            details: self.standing(),
            notes: self.notes.clone(),
            lists: lists
                .map(|(title, names)| (title.to_owned(), names.clone()))
                .to_vec(),
            joint: self.joint.clone(),
            more: match self.more {
                0 => String::new(),
                more => format!("{more} more differences are drawn, and not listed (--limit)."),
            },
        }
    }
}

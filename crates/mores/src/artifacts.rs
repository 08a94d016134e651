//! A result as files.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use cert::Proof;
use emit::report::{Certificate, Kind, Report, VERSION, VerdictKind};
use emit::{FORMATS, Source, html};

use front::InputError;

use crate::model_file::in_file;

/// Everything that an analysis leaves behind.
#[derive(Clone, Debug, PartialEq)]
pub struct Artifacts {
    /// The result.
    pub report: Report,
    /// The proof as JSON, if there is one.
    pub certificate: Option<String>,
    /// The name and the text of the source, if it was at hand.
    pub source: Option<(String, String)>,
}

/// Writes model, pictures, page and certificate into a folder, which is made if it is not there, and says which files
/// these are. The report then names the certificate's file. Each file is there whole or not at all.
pub fn write_out(folder: &Path, artifacts: &mut Artifacts) -> Result<Vec<PathBuf>, InputError> {
    let (proof, source) = (artifacts.certificate.as_ref(), artifacts.source.as_ref());
    write_files(folder, &files(&mut artifacts.report, proof, source))
}

/// A proof as JSON, if the report still rests on it.
pub(crate) fn certificate<M>(report: &Report<M>, proof: Option<Proof>) -> Option<String> {
    let proof = proof.filter(|_| report.certificate.is_some())?;
    Some(cert::Certificate::new(VERSION, &report.subject.name, proof).to_json())
}

/// Writes files into a folder, which is made if it is not there: all of them, each whole.
pub(crate) fn write_files(
    folder: &Path,
    files: &[(String, String)],
) -> Result<Vec<PathBuf>, InputError> {
    fs::create_dir_all(folder)
        .map_err(|e| in_file(folder, 0, format!("the folder cannot be made: {e}")))?;
    let mut waiting = Waiting::default();
    for (name, text) in files {
        waiting.write(folder.join(name), text)?;
    }
    waiting.place()
}

/// Writes one file, whole or not at all.
pub fn write_whole(path: &Path, text: &str) -> Result<(), InputError> {
    let mut waiting = Waiting::default();
    waiting.write(path.to_owned(), text)?;
    waiting.place().map(|_| ())
}

/// What every result leaves behind: the report, the pictures where there is something to draw, the page, and the proof, which
/// the report then names.
pub(crate) fn files<M: Kind>(
    report: &mut Report<M>,
    certificate: Option<&String>,
    source: Option<&(String, String)>,
) -> Vec<(String, String)> {
    let stem = file_stem(&report.subject.name);
    let proof = certificate.map(|text| (format!("{stem}.certificate.json"), text.clone()));
    if let Some((name, _)) = &proof {
        report.certificate = Some(Certificate {
            path: Some(name.clone()),
            checked: report.verdict.kind == VerdictKind::Proved,
        });
    }
    let shown = source.cloned().map(|(name, text)| Source { name, text });
    let left = FORMATS.iter().filter(|format| format.left);
    let pictures = left.filter_map(|format| {
        let drawing = M::drawing(report, format.detail);
        let file = || (format!("{stem}.{}", format.end), (format.write)(&drawing));
        (!drawing.nodes.is_empty()).then(file)
    });
    let page = html(report, shown.as_ref());
    [(format!("{stem}.mores.json"), report.to_json())]
        .into_iter()
        .chain(pictures)
        .chain([("report.html".to_owned(), page)])
        .chain(proof)
        .collect()
}

/// The name of a class as the beginning of a file's name.
pub fn file_stem(name: &str) -> String {
    let safe = |c: char| {
        if c.is_alphanumeric() || matches!(c, '_' | '$' | '-' | '.') {
            c
        } else {
            '_'
        }
    };
    let stem: String = name.chars().map(safe).take(100).collect();
    let stem = stem.trim_start_matches('.');
    if stem.is_empty() {
        "model".to_owned()
    } else {
        stem.to_owned()
    }
}

/// Files written beside their places; those never put in place are removed again.
#[derive(Default)]
struct Waiting {
    files: Vec<(PathBuf, PathBuf)>,
}

impl Waiting {
    fn write(&mut self, path: PathBuf, text: &str) -> Result<(), InputError> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        remove_stale(&path, &name);
        let beside = path.with_file_name(format!(".{name}.{}.part", std::process::id()));
        self.files.push((beside.clone(), path.clone()));
        fs::write(&beside, text).map_err(|e| in_file(&path, 0, format!("cannot be written: {e}")))
    }

    fn place(mut self) -> Result<Vec<PathBuf>, InputError> {
        let mut placed = Vec::new();
        for (beside, path) in std::mem::take(&mut self.files) {
            if let Err(e) = fs::rename(&beside, &path) {
                self.files.push((beside, path.clone()));
                return Err(in_file(&path, 0, format!("cannot be written: {e}")));
            }
            placed.push(path);
        }
        Ok(placed)
    }
}

/// No run takes so long from the first byte of a file to its last: what is older was left by one that was killed.
const STALE: Duration = Duration::from_secs(60 * 60);

/// Removes what runs that were killed have left beside a file of this name. Nobody needs to hear if that fails.
fn remove_stale(path: &Path, name: &str) {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let begins = format!(".{name}.");
    let is_stale = |entry: &fs::DirEntry| {
        let number = entry.file_name().to_string_lossy().into_owned();
        let number = number.strip_prefix(&begins).map(str::to_owned);
        let number = number.and_then(|rest| rest.strip_suffix(".part").map(str::to_owned));
        let modified = entry.metadata().and_then(|data| data.modified());
        let age = modified.map(|then| then.elapsed().unwrap_or_default());
        number.is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
            && age.is_ok_and(|age| age > STALE)
    };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries.filter(is_stale) {
        let _ = fs::remove_file(entry.path());
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        for (beside, _) in &self.files {
            // What cannot be removed was most likely never made.
            let _ = fs::remove_file(beside);
        }
    }
}

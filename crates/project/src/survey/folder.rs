//! The folder of a survey: a page and a table in front, the files of each subject behind it, and what is finished.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::task::{Outcome, Task};
use crate::cache::{Cache, Key};

/// Where the files of subjects lie, each in a folder of its own.
pub(super) const SUBJECTS: &str = "classes";
/// What nobody needs to read: what is finished, and work that is going on.
const OWN: &str = ".survey";

/// A folder that a survey is written into.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    finished: Cache,
    /// Where the folder is to vanish in the end.
    _vanishes: Option<TempDir>,
}

impl Folder {
    /// A folder, which is made when something is written into it.
    pub fn at(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        let finished = Cache::at(path.join(OWN).join("finished"));
        Self {
            path,
            finished,
            _vanishes: None,
        }
    }

    /// A folder that vanishes with the value.
    pub fn vanishing() -> io::Result<Self> {
        let made = tempfile::Builder::new().prefix("mores-").tempdir()?;
        let mut folder = Self::at(made.path());
        folder._vanishes = Some(made);
        Ok(folder)
    }

    /// The folder itself.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A folder for work that is going on, beside what is finished, so that files can be moved over.
    pub(crate) fn scratch(&self) -> io::Result<TempDir> {
        let own = self.path.join(OWN);
        fs::create_dir_all(&own)?;
        tempfile::Builder::new().prefix("work-").tempdir_in(own)
    }

    /// What came of a task, if it is finished and its files are there.
    pub fn finished(&self, task: &Task) -> Option<Outcome> {
        let kept = self.finished.get(&key(task))?;
        let outcome: Outcome = serde_json::from_slice(&kept).ok()?;
        let there = outcome.report.is_empty() || self.report_of(task).is_file();
        there.then_some(outcome)
    }

    /// Forgets what came of a task, so that what is found afterwards is new.
    pub(crate) fn forget(&self, task: &Task) -> io::Result<()> {
        self.finished.put(&key(task), b"")
    }

    /// The page of a subject.
    fn report_of(&self, task: &Task) -> PathBuf {
        self.path
            .join(SUBJECTS)
            .join(&task.folder)
            .join("report.html")
    }

    /// Takes over the files of a run, then says that it is finished: whoever finds the second finds the first.
    pub(super) fn keep(&self, task: &Task, outcome: &Outcome, files: &Path) -> io::Result<()> {
        let place = self.path.join(SUBJECTS).join(&task.folder);
        if place.exists() {
            fs::remove_dir_all(&place)?;
        }
        if files.exists() {
            fs::create_dir_all(self.path.join(SUBJECTS))?;
            fs::rename(files, &place)?;
        }
        let text = serde_json::to_vec(outcome).map_err(io::Error::other)?;
        self.finished.put(&key(task), &text)
    }
}

fn key(task: &Task) -> Key {
    let mut key = Key::new();
    key.text("task", &task.key);
    key
}

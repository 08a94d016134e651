//! The configuration of a code base: which subjects are kept under check, how each is read, and where its model lies.
//!
//! `mores.toml` is read whole before anything is run. What is wrong with it is said with its line and column, and nothing
//! is checked then.

mod entries;
mod subject;
mod subjects;

use std::path::{Path, PathBuf};
use std::time::Duration;

use mores::InputError;
use serde::Deserialize;
use serde::de::{Deserializer, Error as _};
use toml::Spanned;

use crate::units;
use entries::{ClassEntry, FilterEntry, ProgramEntry};

pub use subject::{Expected, Kind, Subject};
pub use subjects::Subjects;

/// The name of the file.
pub const FILE: &str = "mores.toml";

/// How long a subject may take where nothing is said.
const BUDGET: &str = "60s";

/// The file as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Written {
    /// The folder of committed models.
    #[serde(default = "models")]
    models: PathBuf,
    /// How long a subject may take.
    budget: Option<Budget>,
    /// How much memory a subject may hold.
    memory: Option<Memory>,
    /// Folders of sources, for the lines that results point to.
    #[serde(default)]
    sources: Vec<PathBuf>,
    #[serde(default)]
    classes: Vec<Spanned<ClassEntry>>,
    #[serde(default)]
    programs: Vec<Spanned<ProgramEntry>>,
    #[serde(default)]
    filters: Vec<Spanned<FilterEntry>>,
}

fn models() -> PathBuf {
    PathBuf::from("mores")
}

/// A time as it is written, and what that is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Budget {
    /// `60s`.
    pub text: String,
    /// The time.
    pub time: Duration,
}

impl Budget {
    /// A time as people write it.
    pub fn read(text: &str) -> Result<Self, String> {
        let time = units::duration(text)?;
        Ok(Self {
            text: text.to_owned(),
            time,
        })
    }
}

impl<'de> Deserialize<'de> for Budget {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Self::read(&String::deserialize(from)?).map_err(D::Error::custom)
    }
}

/// A size as it is written, and what that is in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Memory {
    /// `2GB`.
    pub text: String,
    /// The size.
    pub bytes: u64,
}

impl Memory {
    /// A size as people write it.
    pub fn read(text: &str) -> Result<Self, String> {
        let bytes = units::size(text)?;
        Ok(Self {
            text: text.to_owned(),
            bytes,
        })
    }
}

impl<'de> Deserialize<'de> for Memory {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Self::read(&String::deserialize(from)?).map_err(D::Error::custom)
    }
}

/// The nearest `mores.toml`: in this folder, or in one above.
pub fn find(from: &Path) -> Result<PathBuf, InputError> {
    let mut folders = from.ancestors().map(|folder| folder.join(FILE));
    folders.find(|file| file.is_file()).ok_or_else(|| {
        InputError::new(format!(
            "there is no {FILE} here or in a folder above; mores init writes one, and mores check MODEL CODE needs none"
        ))
    })
}

/// What a `mores.toml` says that must be kept under check. Paths in it are relative to the current folder, which is meant
/// to be that of the file.
pub fn read(path: &Path) -> Result<Subjects, InputError> {
    let text = std::fs::read(path)
        .map_err(|e| InputError::new(format!("{}: cannot be read: {e}", path.display())))?;
    let text = String::from_utf8(text)
        .map_err(|_| InputError::new(format!("{}: this is not text", path.display())))?;
    let file = Text { path, text: &text };
    let written: Written = toml::from_str(&text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        file.wrong(at, error.message().trim_end())
    })?;
    subjects::subjects(&written, &file)
}

/// The file, for messages about places in it.
struct Text<'t> {
    path: &'t Path,
    text: &'t str,
}

impl Text<'_> {
    /// What is wrong at a place of the text.
    fn wrong(&self, at: usize, what: &str) -> InputError {
        let before = self.text.get(..at).unwrap_or(self.text);
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
        let what = what.replace('\n', "; ");
        InputError::new(format!("{}:{line}:{column}: {what}", self.path.display()))
    }

    fn line(&self, at: usize) -> usize {
        let before = self.text.get(..at).unwrap_or(self.text);
        before.matches('\n').count() + 1
    }
}

//! Files as they were in a revision of a git checkout: `REVISION:PATH`, as git itself writes it.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use mores::InputError;
use tempfile::TempDir;

/// A path, and what has to live as long as it is used.
pub struct Named {
    path: PathBuf,
    /// The files of a revision, and what the user calls that.
    checkout: Option<(TempDir, String)>,
}

impl Named {
    /// What a user names: a path that exists is that path, and `HEAD~1:src` is the folder `src` of that revision, counted from
    /// the root of the checkout (`HEAD~1:./src` from here). Whatever is neither is left as it is: others say what is wrong
    /// with it.
    pub fn new(named: &Path) -> Result<Self, InputError> {
        let plain = || Self {
            path: named.to_owned(),
            checkout: None,
        };
        let text = named.to_string_lossy();
        let parts = text.split_once(':').filter(|(revision, path)| {
            !named.exists() && !revision.is_empty() && !path.starts_with(':')
        });
        let Some((revision, path)) = parts else {
            return Ok(plain());
        };
        let Ok(commit) = git(
            &["rev-parse", "--verify", "--quiet", "--end-of-options"],
            &[&format!("{revision}^{{commit}}")],
        ) else {
            return Ok(plain());
        };
        let checkout = checked_out(&commit)?;
        let path = match path.strip_prefix("./") {
            Some(below) => format!("{}{below}", git(&["rev-parse", "--show-prefix"], &[])?),
            None => path.to_owned(),
        };
        let path = checkout.path().join(path);
        match path.exists() {
            true => Ok(Self {
                path,
                checkout: Some((checkout, revision.to_owned())),
            }),
            false => Err(InputError::new(format!(
                "{text}: there is no such file in that revision"
            ))),
        }
    }

    /// Where the files are now.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A text that speaks of where the files are now, in the user's words.
    pub fn spoken(&self, text: &str) -> String {
        let Some((folder, revision)) = &self.checkout else {
            return text.to_owned();
        };
        let place = format!("{}/", folder.path().display());
        text.replace(&place, &format!("{revision}:"))
    }
}

/// All files of a commit, in a folder of their own. Neither the user's files nor the user's index is touched.
fn checked_out(commit: &str) -> Result<TempDir, InputError> {
    let folder = tempfile::Builder::new().prefix("mores-").tempdir();
    let folder = folder
        .map_err(|e| InputError::new(format!("no folder for a revision can be made: {e}")))?;
    let index = folder.path().join(".index");
    let root = git(&["rev-parse", "--show-toplevel"], &[])?;
    let files = format!("--prefix={}/", folder.path().display());
    for words in [
        &["read-tree", commit][..],
        &["checkout-index", "--all", &files],
    ] {
        let mut command = Command::new("git");
        command.arg("-C").arg(&root).args(words);
        said(command.env("GIT_INDEX_FILE", &index))?;
    }
    Ok(folder)
}

/// What git prints, without the end of the line.
fn git(words: &[&str], last: &[&str]) -> Result<String, InputError> {
    let words = words.iter().chain(last).map(OsStr::new);
    said(Command::new("git").args(words))
}

fn said(command: &mut Command) -> Result<String, InputError> {
    let output = command
        .output()
        .map_err(|e| InputError::new(format!("git cannot be run: {e}")))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout)
            .trim_end()
            .to_owned());
    }
    let why = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    Err(InputError::new(format!("git: {why}")))
}

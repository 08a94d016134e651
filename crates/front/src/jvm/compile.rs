//! The user's Java compiler.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use base::Place;
use tempfile::TempDir;

use crate::InputError;

/// Compiles source files of ours, which are in this folder.
pub(super) fn compile_all(
    files: &[PathBuf],
    class_path: &[PathBuf],
    root: &Path,
) -> Result<TempDir, InputError> {
    let folder = folder_for_classes()?;
    let output = run(files, class_path, root, folder.path())?;
    if output.status.success() {
        return Ok(folder);
    }
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let error = InputError::new("the classes that stand for streams do not compile");
    Err(error.with_details(said))
}

/// Compiles source files of the user, together, into a folder that lives as long as the result.
pub(super) fn compile_sources(
    files: &[PathBuf],
    class_path: &[PathBuf],
) -> Result<TempDir, InputError> {
    let folder = folder_for_classes()?;
    let roots = files.iter().map(|file| source_root(file));
    let roots = roots.collect::<BTreeSet<PathBuf>>();
    let root = std::env::join_paths(roots).unwrap_or_default();
    let output = run(files, class_path, Path::new(&root), folder.path())?;
    if output.status.success() {
        return Ok(folder);
    }
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(InputError::new("the sources do not compile together").with_details(said))
}

/// Compiles a source file into a folder that lives as long as the result.
pub(super) fn compile(file: &Path, class_path: &[PathBuf]) -> Result<TempDir, InputError> {
    let folder = folder_for_classes()?;
    let output = run(
        std::slice::from_ref(&file),
        class_path,
        &source_root(file),
        folder.path(),
    )?;
    if output.status.success() {
        return Ok(folder);
    }
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let error = InputError::new(format!("{} does not compile", file.display()));
    Err(error.at(place_of(file, &said)).with_details(said))
}

fn folder_for_classes() -> Result<TempDir, InputError> {
    let folder = tempfile::Builder::new().prefix("mores-").tempdir();
    folder.map_err(|e| InputError::new(format!("no folder for compiled classes can be made: {e}")))
}

fn run(
    files: &[impl AsRef<Path>],
    class_path: &[PathBuf],
    root: &Path,
    into: &Path,
) -> Result<Output, InputError> {
    let joined = std::env::join_paths(class_path);
    let joined =
        joined.map_err(|e| InputError::new(format!("the class path cannot be passed on: {e}")))?;
    let mut command = javac(into);
    command
        .arg("-cp")
        .arg(joined)
        .arg("-sourcepath")
        .arg(root)
        .args(files.iter().map(AsRef::as_ref));
    output(&mut command)
}

/// The compiler, leaving classes in this folder.
fn javac(into: &Path) -> Command {
    let mut command = Command::new(tool("javac"));
    // A short life needs no optimising compiler and no parallel collector: a third of the time is saved.
    command.args(["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"]);
    // Debug information gives names and lines. Annotation processors are code, and no one asked to run any.
    command.args([
        "-g",
        "-nowarn",
        "-proc:none",
        "-encoding",
        "UTF-8",
        "-J-Duser.language=en",
    ]);
    command.arg("-d").arg(into);
    command
}

fn output(command: &mut Command) -> Result<Output, InputError> {
    command.output().map_err(|e| match e.kind() {
        std::io::ErrorKind::NotFound => {
            InputError::new("javac was not found; install a JDK, or set JAVA_HOME to one")
        }
        _ => InputError::new(format!("javac cannot be started: {e}")),
    })
}

/// A program of the JDK: the one of `JAVA_HOME`, or the one in the path.
pub fn tool(name: &str) -> PathBuf {
    let home = std::env::var_os("JAVA_HOME").map(|home| Path::new(&home).join("bin").join(name));
    home.filter(|tool| tool.is_file())
        .unwrap_or_else(|| PathBuf::from(name))
}

/// The folder that holds the packages: the file's own, less the folders of its package.
pub(super) fn source_root(file: &Path) -> PathBuf {
    let folder = file
        .parent()
        .filter(|p| !p.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
        .to_owned();
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let declaration = text
        .lines()
        .map(str::trim)
        .find_map(|line| line.strip_prefix("package "));
    let package = declaration
        .and_then(|rest| rest.split(';').next())
        .unwrap_or("")
        .trim()
        .replace('.', "/");
    if !package.is_empty() && folder.ends_with(&package) {
        let mut root = folder;
        package.split('/').for_each(|_| {
            root.pop();
        });
        if root.as_os_str().is_empty() {
            PathBuf::from(".")
        } else {
            root
        }
    } else {
        folder
    }
}

/// The first line the compiler complains about, `Stack.java:12: error: …`.
fn place_of(file: &Path, said: &str) -> Option<Place> {
    let rest = said.lines().find_map(|line| {
        line.strip_prefix(&*file.to_string_lossy())?
            .strip_prefix(':')
    })?;
    let line = rest.split(':').next()?.parse().ok()?;
    Some(Place::new(file.to_string_lossy().into_owned(), line))
}

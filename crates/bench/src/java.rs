//! The tools of the JDK.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Compiles sources into a folder.
pub fn compile(sources: &[PathBuf], into: &Path) -> Result<(), String> {
    let mut javac = Command::new("javac");
    javac
        .args(["-g", "-nowarn", "-proc:none", "-encoding", "UTF-8", "-d"])
        .arg(into)
        .args(sources);
    output_of(javac).map(drop)
}

/// What a command prints; what it complains of, if it fails.
pub fn output_of(mut command: Command) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command
        .output()
        .map_err(|error| format!("{name} cannot be started: {error}"))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if output.status.success() {
        Ok(text(&output.stdout))
    } else {
        Err(text(&output.stderr))
    }
}

/// A folder that goes away with what is compiled into it.
pub fn temporary_folder() -> Result<tempfile::TempDir, String> {
    tempfile::tempdir()
        .map_err(|error| format!("no folder for compiled classes can be made: {error}"))
}

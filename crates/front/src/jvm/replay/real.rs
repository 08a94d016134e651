//! The real machine's side.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::{Answer, Call};
use crate::InputError;
use crate::jvm::compile::{compile, tool};

const SOURCE: &str = include_str!("Replay.java");

/// Packages of the JDK whose classes may have methods that only reflection reaches.
const OPENED: [&str; 8] =
    ["lang", "util", "io", "math", "text", "util.concurrent", "util.concurrent.atomic", "util.concurrent.locks"];

/// The answers of the real machine to many sequences, each with the name of its class. Classes are loaded afresh for
/// each sequence, with assertions on.
pub fn on_java(class_path: &[PathBuf], sequences: &[(String, Vec<Call>)]) -> Result<Vec<Vec<Answer>>, InputError> {
    let folder = tempfile::tempdir().map_err(|e| InputError::new(format!("no temporary folder: {e}")))?;
    let source = folder.path().join("Replay.java");
    std::fs::write(&source, SOURCE).map_err(|e| InputError::new(format!("no temporary file: {e}")))?;
    let compiled = compile(&source, &[])?;
    let output = converse(compiled.path(), class_path, script(sequences))?;
    read(&output, sequences)
}

fn script(sequences: &[(String, Vec<Call>)]) -> String {
    let mut script = String::new();
    for (class, calls) in sequences {
        script.push_str(&format!("class {class}\n"));
        calls.iter().for_each(|call| script.push_str(&format!("{call}\n")));
    }
    script
}

fn converse(driver: &Path, class_path: &[PathBuf], script: String) -> Result<String, InputError> {
    let failed = |e: std::io::Error| InputError::new(format!("java cannot be run: {e}"));
    let mut command = Command::new(tool("java"));
    for package in OPENED {
        command.arg("--add-opens").arg(format!("java.base/java.{package}=ALL-UNNAMED"));
    }
    command.args(["-Xshare:auto", "-XX:TieredStopAtLevel=1", "-cp"]).arg(driver).arg("Replay").args(class_path);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(failed)?;
    let mut input = child.stdin.take().expect("the input is piped");
    // Both sides write: neither may wait for the other to read.
    let writer = std::thread::spawn(move || input.write_all(script.as_bytes()));
    let output = child.wait_with_output().map_err(failed)?;
    // One that gave up on a call that hangs has not read everything.
    let _ = writer.join().expect("the writer does not panic");
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(InputError::new("java could not replay the calls").with_details(said));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn read(output: &str, sequences: &[(String, Vec<Call>)]) -> Result<Vec<Vec<Answer>>, InputError> {
    let mut lines = output.lines();
    let mut hangs = false;
    let mut answer = || {
        if hangs {
            return Ok(Answer::Broken("a call before did not end".to_owned()));
        }
        let line = lines.next().ok_or_else(|| InputError::new("java answered too few calls"))?;
        hangs = line == "hangs";
        match line.split_once(' ') {
            None if line == "returned" => Ok(Answer::Returned(None)),
            None if line == "absent" => Ok(Answer::Absent),
            None if line == "hangs" => Ok(Answer::Broken("the call does not end".to_owned())),
            Some(("returned", value)) => Ok(Answer::Returned(Some(value.to_owned()))),
            Some(("threw", class)) => Ok(Answer::Threw(class.to_owned())),
            Some(("broken", why)) => Ok(Answer::Broken(why.to_owned())),
            _ => Err(InputError::new(format!("java answered {line:?}"))),
        }
    };
    sequences.iter().map(|(_, calls)| calls.iter().map(|_| answer()).collect()).collect()
}

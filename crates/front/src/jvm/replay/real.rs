//! The real machine's side.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use super::{Answer, Call};
use crate::InputError;
use crate::jvm::compile::{compile, tool};
use crate::jvm::source::classes_in;

const SOURCE: &str = include_str!("Replay.java");

/// Packages of the JDK whose classes may have methods that only reflection reaches.
const OPENED: [&str; 8] = [
    "lang",
    "util",
    "io",
    "math",
    "text",
    "util.concurrent",
    "util.concurrent.atomic",
    "util.concurrent.locks",
];

/// What is taken for granted of the machine where it matters.
const AS_GRANTED: [&str; 4] = [
    "-Duser.language=en",
    "-Duser.country=",
    "-Dfile.encoding=UTF-8",
    "-Dsun.jnu.encoding=UTF-8",
];

/// The answers of the real machine to many sequences, each with the name of its class. Classes are loaded afresh for
/// each sequence, with assertions on.
pub fn on_java(
    class_path: &[PathBuf],
    sequences: &[(String, Vec<Call>)],
) -> Result<Vec<Vec<Answer>>, InputError> {
    let folder =
        tempfile::tempdir().map_err(|e| InputError::new(format!("no temporary folder: {e}")))?;
    driver(folder.path())?;
    let output = converse(folder.path(), class_path, script(sequences))?;
    answers(&output, sequences)
}

/// Class files by the names of their classes.
type ClassFiles = Vec<(String, Vec<u8>)>;

/// Puts the program that makes the calls into a folder, compiled once in each process.
pub fn driver(folder: &Path) -> Result<(), InputError> {
    static MADE: OnceLock<Result<ClassFiles, InputError>> = OnceLock::new();
    for (name, bytes) in MADE.get_or_init(compiled).clone()? {
        let fault = |e: std::io::Error| InputError::new(format!("no temporary file: {e}"));
        std::fs::write(folder.join(format!("{name}.class")), bytes).map_err(fault)?;
    }
    Ok(())
}

fn compiled() -> Result<ClassFiles, InputError> {
    let folder =
        tempfile::tempdir().map_err(|e| InputError::new(format!("no temporary folder: {e}")))?;
    let source = folder.path().join("Replay.java");
    std::fs::write(&source, SOURCE)
        .map_err(|e| InputError::new(format!("no temporary file: {e}")))?;
    Ok(classes_in(compile(&source, &[])?.path())?
        .into_iter()
        .collect())
}

/// What that program reads.
pub fn script(sequences: &[(String, Vec<Call>)]) -> String {
    let mut script = String::new();
    for (class, calls) in sequences {
        script.push_str(&format!("class {class}\n"));
        calls
            .iter()
            .for_each(|call| script.push_str(&format!("{call}\n")));
    }
    script
}

/// The arguments of a `java` that runs it, from the folder it was put into.
pub fn java_arguments(driver: &Path, class_path: &[PathBuf]) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = Vec::new();
    for package in OPENED {
        arguments.push("--add-opens".into());
        arguments.push(format!("java.base/java.{package}=ALL-UNNAMED").into());
    }
    arguments.extend(AS_GRANTED.map(OsString::from));
    arguments.extend(["-Xshare:auto", "-XX:TieredStopAtLevel=1", "-cp"].map(OsString::from));
    arguments.extend([driver.into(), "Replay".into()]);
    arguments.extend(class_path.iter().map(OsString::from));
    arguments
}

fn converse(driver: &Path, class_path: &[PathBuf], script: String) -> Result<String, InputError> {
    let failed = |e: std::io::Error| InputError::new(format!("java cannot be run: {e}"));
    let mut command = Command::new(tool("java"));
    command.args(java_arguments(driver, class_path));
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
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

/// What that program says, call by call. Where it did not get so far, the rest is broken.
pub fn answers(
    output: &str,
    sequences: &[(String, Vec<Call>)],
) -> Result<Vec<Vec<Answer>>, InputError> {
    let mut lines = output.lines();
    let of = |(_, calls): &(String, Vec<Call>)| of_sequence(&mut lines, calls.len());
    sequences.iter().map(of).collect()
}

/// The answers to one sequence. After a call that does not end there are none.
fn of_sequence<'a>(
    lines: &mut impl Iterator<Item = &'a str>,
    calls: usize,
) -> Result<Vec<Answer>, InputError> {
    let mut hangs = false;
    let mut answer = || {
        if hangs {
            return Ok(Answer::Broken("a call before did not end".to_owned()));
        }
        let Some(line) = lines.next() else {
            return Ok(Answer::Broken("java ended before it".to_owned()));
        };
        hangs = line == "hangs";
        read(line)
    };
    (0..calls).map(|_| answer()).collect()
}

fn read(line: &str) -> Result<Answer, InputError> {
    match line.split_once(' ') {
        None if line == "returned" => Ok(Answer::Returned(None)),
        None if line == "absent" => Ok(Answer::Absent),
        None if line == "hangs" => Ok(Answer::Broken("the call does not end".to_owned())),
        Some(("returned", value)) => Ok(Answer::Returned(Some(value.to_owned()))),
        Some(("threw", class)) => Ok(Answer::Threw(class.to_owned())),
        Some(("broken", why)) => Ok(Answer::Broken(why.to_owned())),
        _ => Err(InputError::new(format!("java answered {line:?}"))),
    }
}

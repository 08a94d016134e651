//! What the tests of C share: the real compiler, and texts as programs.

#![allow(dead_code, reason = "the examples use a part of it")]

pub mod csmith;
pub mod interpret;
pub mod world;

use std::path::Path;
use std::process::{Command, Output};

use front::InputError;
use front::c::{Machine, Source, Unit, read};

/// Both machines and gcc's options for them.
pub const MACHINES: [(Machine, &str); 2] = [(Machine::Bits32, "-m32"), (Machine::Bits64, "-m64")];

/// Reads a text that needs no preprocessor.
pub fn read_text(text: &str, machine: Machine) -> Result<Unit, InputError> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("text.i");
    std::fs::write(&file, text).unwrap();
    read(&Source::new(file, machine))
}

/// The same, without code of our library.
pub fn read_plain(text: &str, machine: Machine) -> Result<Unit, InputError> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("text.i");
    std::fs::write(&file, text).unwrap();
    read(&Source {
        library: false,
        ..Source::new(file, machine)
    })
}

/// Runs gcc on a text; the output is its standard output.
pub fn gcc(text: &str, options: &[&str]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("text.c");
    std::fs::write(&file, text).unwrap();
    Command::new("gcc")
        .arg("-w")
        .args(options)
        .arg(&file)
        .output()
        .expect("gcc is needed for the tests of C")
}

/// Asserts that gcc accepts a text.
pub fn compiles(text: &str, options: &[&str]) {
    let output = gcc(text, &[&["-fsyntax-only"], options].concat());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{}",
        said.lines()
            .filter(|l| l.contains("error"))
            .take(20)
            .collect::<Vec<_>>()
            .join("\n")
    );
}

/// Compiles a text as a program and runs it: what it prints, and its exit code on a line of its own.
pub fn run(text: &str, options: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let (file, program) = (folder.path().join("text.c"), folder.path().join("program"));
    std::fs::write(&file, text).unwrap();
    let mut command = Command::new("gcc");
    command
        .args(["-w", "-O0", "-fwrapv", "-fno-strict-aliasing"])
        .args(options);
    // Who brings a library needs no other one.
    let library: &[&str] = if options.contains(&"-nostdlib") {
        &[]
    } else {
        &["-lm"]
    };
    let output = command
        .arg("-o")
        .arg(&program)
        .arg(&file)
        .args(library)
        .output()
        .expect("gcc runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let output = Command::new(&program).output().expect("the program runs");
    let code = output
        .status
        .code()
        .map_or("killed".to_owned(), |code| code.to_string());
    format!("{}exit {code}\n", String::from_utf8_lossy(&output.stdout))
}

/// The programs of a folder of the corpus, in the order of their names.
pub fn corpus(folder: &str) -> Vec<std::path::PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../corpus/c")
        .join(folder);
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.retain(|file| file.extension().is_some_and(|e| e == "c"));
    files.sort();
    files
}

//! Compiles the classes that stand for collections of the JDK, so that the program carries them and runs no compiler for
//! them: that would take a second of every run.

use std::env;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The sources, in the folders of their packages.
const SOURCES: &str = "src/jvm/stand_ins";

fn main() {
    println!("cargo::rerun-if-changed={SOURCES}");
    println!("cargo::rerun-if-env-changed=JAVA_HOME");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names a folder"));
    let classes = out.join("stand_ins");
    // What an earlier build left may not be made any more.
    let _ = fs::remove_dir_all(&classes);
    compile(&files_below(Path::new(SOURCES)), &classes);
    let table = table(&files_below(&classes), &classes);
    fs::write(out.join("stand_ins.rs"), table).expect("the folder can be written to");
}

fn compile(sources: &[PathBuf], into: &Path) {
    let output = Command::new(javac())
        // Names of variables, but no lines: who opens the JDK's file of that name finds other code there.
        .args([
            "-g:vars,source",
            "-nowarn",
            "-proc:none",
            "-encoding",
            "UTF-8",
        ])
        .arg("-d")
        .arg(into)
        .arg(format!("--patch-module=java.base={SOURCES}"))
        .args(sources)
        .output()
        .expect("javac is needed to build: on Debian, install default-jdk-headless");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{SOURCES} does not compile:\n{said}"
    );
}

/// The compiler of `JAVA_HOME`, or the one in the path.
fn javac() -> PathBuf {
    let home = env::var_os("JAVA_HOME").map(|home| Path::new(&home).join("bin/javac"));
    home.filter(|tool| tool.is_file())
        .unwrap_or_else(|| PathBuf::from("javac"))
}

/// All files of a folder and those below it, sorted.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("an entry can be read").path());
    let files = paths.flat_map(|path| match path.is_dir() {
        true => files_below(&path),
        false => vec![path],
    });
    let mut files: Vec<PathBuf> = files.collect();
    files.sort();
    files
}

/// The classes by internal name, as an array in Rust.
fn table(files: &[PathBuf], root: &Path) -> String {
    let mut text = String::from("&[\n");
    for file in files {
        let name = file.strip_prefix(root).expect("it lies there");
        let name = name.with_extension("").display().to_string();
        writeln!(text, "    ({name:?}, include_bytes!({file:?})),").expect("texts grow");
    }
    text + "]\n"
}

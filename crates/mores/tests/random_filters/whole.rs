//! Filters run as whole programs: real descriptors, the real `main`, the real end.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::generate::{Call, Program};

const DRIVER: &str = include_str!("driver.c");

/// Makes a program of a filter; with sanitizers one that is ended by a signal where something undefined is done.
pub fn compile(program: &Program, call: &Call, into: &Path, sanitizers: bool) -> PathBuf {
    let (source, driver) = (into.join("whole.c"), into.join("driver.c"));
    let made = into.join(if sanitizers { "checked" } else { "whole" });
    fs::write(
        &source,
        format!("{}#include <unistd.h>\n{}", program.text, call.caller),
    )
    .expect("there is room");
    fs::write(&driver, DRIVER).expect("there is room");
    let mut cc = Command::new("cc");
    cc.args(["-w", "-O1", "-o"]).arg(&made);
    if sanitizers {
        cc.args(["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]);
    }
    let done = cc
        .args([source, driver])
        .output()
        .expect("there is a C compiler");
    assert!(
        done.status.success(),
        "{}\n{}",
        program.text,
        String::from_utf8_lossy(&done.stderr)
    );
    made
}

/// What a program writes for each input; `None` where a signal ends it.
pub fn run(program: &Path, into: &Path, inputs: &[Vec<u64>]) -> Vec<Option<Vec<u64>>> {
    let length = |n: usize| {
        u32::try_from(n)
            .expect("inputs are short")
            .to_ne_bytes()
            .to_vec()
    };
    let frame = |input: &Vec<u64>| {
        [
            length(input.len()),
            input.iter().map(|symbol| *symbol as u8).collect(),
        ]
        .concat()
    };
    let runs = into.join("runs");
    fs::write(&runs, inputs.iter().flat_map(frame).collect::<Vec<u8>>()).expect("there is room");
    let mut command = Command::new(program);
    command
        .env("RUNS", runs)
        .env("ASAN_OPTIONS", "detect_leaks=0:abort_on_error=1");
    command
        .env("UBSAN_OPTIONS", "abort_on_error=1")
        .stdin(Stdio::null())
        .stderr(Stdio::null());
    let written = answers(&command.output().expect("it was made").stdout);
    assert_eq!(written.len(), inputs.len(), "each input has an answer");
    written
}

fn answers(mut bytes: &[u8]) -> Vec<Option<Vec<u64>>> {
    let mut all = Vec::new();
    while let Some((count, rest)) = bytes.split_first_chunk::<4>() {
        let count = u32::from_ne_bytes(*count);
        let (symbols, rest) = rest.split_at(if count == u32::MAX { 0 } else { count as usize });
        all.push(
            (count != u32::MAX).then(|| symbols.iter().map(|symbol| u64::from(*symbol)).collect()),
        );
        bytes = rest;
    }
    all
}

//! Programs made by the machine's compiler, and what they do on inputs. Nothing here is shared with what the product does to
//! replay its words.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const DRIVER: &str = include_str!("driver.c");

/// Functions whose calls are seen, in the order of the driver.
const FUNCTIONS: [&str; 30] = [
    "one",
    "zero",
    "f",
    "g",
    "h",
    "fact",
    "even",
    "odd",
    "twice",
    "compare",
    "later",
    "learn",
    "warn",
    "prefetch",
    "trap",
    "unreachable",
    "reach_error",
    "note",
    "assume",
    "syslog",
    "expect",
    "check",
    "finally",
    "abs",
    "ffs",
    "index",
    "puts",
    "small",
    "ask",
    "outside",
];

/// Functions that give numbers, in the order of the driver.
pub const SOURCES: [&str; 8] = [
    "__VERIFIER_nondet_int",
    "__VERIFIER_nondet_uchar",
    "__VERIFIER_nondet_char",
    "__VERIFIER_nondet_uint",
    "__VERIFIER_nondet_short",
    "__VERIFIER_nondet_long",
    "__VERIFIER_nondet_bool",
    "ask",
];

/// Any function may ask for this number.
const ANY_SOURCE: u8 = 255;
/// What a sanitizer ends a program with: no generated program does.
const COMPLAINS: u32 = 99;

/// What a program is given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// Numbers, in the order in which they are asked for.
    pub numbers: Vec<i64>,
    /// Which function asks for each of them, by its position; nothing: any, and zeros follow.
    pub sources: Option<Vec<u8>>,
    /// Standard input.
    pub bytes: Vec<u8>,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// With this status.
    Returned(u32),
    /// By this signal.
    Crashed(u32),
    /// An assertion failed on this line.
    Assertion(u32),
    /// An error function was called.
    Error,
    /// An assumption did not hold.
    Assumption,
    /// Other inputs were asked for than were given.
    OtherInputs,
    /// It takes too long, or asks for too much.
    TooLong,
    /// A sanitizer saw something undefined.
    Undefined,
}

/// What a run did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observed {
    /// The functions that were entered.
    pub events: Vec<&'static str>,
    /// How it ended.
    pub ending: Ending,
}

/// How a program is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Build {
    /// As it stands.
    Plain,
    /// Optimised.
    Optimised,
    /// So that it complains where something undefined is done.
    Sanitized,
}

/// The compiler, with a folder for what it makes.
pub struct Compiler {
    folder: PathBuf,
    driver: PathBuf,
}

impl Compiler {
    /// Compiles the driver once.
    pub fn new(folder: &Path) -> Self {
        let (source, driver) = (folder.join("driver.c"), folder.join("driver.o"));
        fs::write(&source, DRIVER).expect("there is room for files");
        let compiler = Self {
            folder: folder.to_owned(),
            driver,
        };
        compiler.cc(&["-O1", "-c"], &[&source], &compiler.driver);
        compiler
    }

    /// Makes a program, with further flags.
    pub fn compile(&self, path: &Path, build: Build, flags: &[&str]) -> PathBuf {
        let (name, own): (&str, &[&str]) = match build {
            Build::Plain => ("plain", &["-O0"]),
            Build::Optimised => ("optimised", &["-O2", "-fno-inline"]),
            Build::Sanitized => (
                "sanitized",
                &[
                    "-O0",
                    "-fsanitize=undefined,address",
                    "-fno-sanitize-recover=all",
                ],
            ),
        };
        let program = self.folder.join(name);
        let flags = [&["-finstrument-functions"], own, flags].concat();
        self.cc(&flags, &[path, &self.driver], &program);
        program
    }

    fn cc(&self, flags: &[&str], sources: &[&Path], into: &Path) {
        let mut command = Command::new("cc");
        command
            .arg("-w")
            .args(flags)
            .args(sources)
            .arg("-o")
            .arg(into);
        let done = command.output().expect("there is a C compiler");
        assert!(
            done.status.success(),
            "{command:?}\n{}",
            String::from_utf8_lossy(&done.stderr)
        );
    }

    /// Runs a program on inputs.
    pub fn run(&self, program: &Path, runs: &[Run]) -> Vec<Observed> {
        let file = self.folder.join("runs");
        fs::write(&file, runs.iter().flat_map(frame).collect::<Vec<u8>>())
            .expect("there is room for files");
        let options =
            format!("exitcode={COMPLAINS}:detect_leaks=0:detect_stack_use_after_return=1");
        let mut command = Command::new(program);
        command
            .env("RUNS", file)
            .env("ASAN_OPTIONS", &options)
            .env("UBSAN_OPTIONS", &options);
        let output = command
            .current_dir(&self.folder)
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .output();
        let observed = observed(&output.expect("it was made").stdout);
        assert_eq!(observed.len(), runs.len(), "each run has an answer");
        observed
    }
}

fn frame(run: &Run) -> Vec<u8> {
    let count = |n: usize| u32::try_from(n).expect("inputs are short").to_ne_bytes();
    let mut bytes = [count(run.numbers.len()), count(run.bytes.len())].concat();
    for (i, number) in run.numbers.iter().enumerate() {
        bytes.extend(number.to_ne_bytes());
        bytes.push(
            run.sources
                .as_ref()
                .map_or(ANY_SOURCE, |sources| sources[i]),
        );
    }
    bytes.extend(&run.bytes);
    bytes
}

fn observed(mut answers: &[u8]) -> Vec<Observed> {
    let mut all = Vec::new();
    while let Some((head, rest)) = answers.split_first_chunk::<12>() {
        let word = |at: usize| u32::from_ne_bytes(head[at..at + 4].try_into().expect("four bytes"));
        let (events, rest) = rest.split_at(word(8) as usize);
        let events = events
            .iter()
            .map(|event| FUNCTIONS[usize::from(*event)])
            .collect();
        all.push(Observed {
            events,
            ending: ending(word(0), word(4)),
        });
        answers = rest;
    }
    all
}

/// The numbers of the driver.
fn ending(kind: u32, detail: u32) -> Ending {
    match kind {
        0 if detail == COMPLAINS => Ending::Undefined,
        0 => Ending::Returned(detail),
        1 => Ending::Crashed(detail),
        2 => Ending::Assertion(detail),
        3 => Ending::Error,
        4 => Ending::Assumption,
        5 => Ending::OtherInputs,
        _ => Ending::TooLong,
    }
}

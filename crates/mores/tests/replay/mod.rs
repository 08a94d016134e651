//! Models of the filters of the corpus, held against the compiled filters.

pub mod code;
pub mod inputs;

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use base::{Budget, NoProgress, Random};
use inputs::{all_words, defined_word, interesting, random_word, some};
use model::transducer::{Runner, SymbolicTransducer};
use mores::{FilterArtifacts, FilterRequest, filter};
use tempfile::TempDir;

/// A filter of the corpus, as its README lists it.
pub struct Subject {
    /// Its name, which is that of its file and of its function.
    pub name: String,
    /// The section it stands in.
    pub section: String,
    style: String,
    /// The states that the README counts, where all of them go on.
    pub states: Option<usize>,
}

/// Filters that take minutes to learn, or that nobody has seen the end of. They are looked at only by name.
pub const SLOW: [&str; 1] = ["adpcm_encode"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/c/filters")
}

/// All filters of the corpus.
pub fn subjects() -> Vec<Subject> {
    let text = fs::read_to_string(folder().join("README.md")).expect("the corpus has a README");
    let (mut subjects, mut section) = (Vec::new(), String::new());
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            section = title.to_owned();
        }
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        if let ["", name, _, style, _, _, _, states, ""] = cells[..]
            && let Some(name) = name.strip_prefix('`').and_then(|n| n.strip_suffix('`'))
        {
            let (name, style) = (name.to_owned(), style.to_owned());
            subjects.push(Subject {
                name,
                section: section.clone(),
                style,
                states: states.parse().ok(),
            });
        }
    }
    subjects
}

impl Subject {
    /// Where it lies.
    pub fn path(&self) -> PathBuf {
        folder().join(format!("{}.c", self.name))
    }

    /// What the analysis says of it.
    pub fn learn(&self, budget: &Budget) -> FilterArtifacts {
        filter(&FilterRequest::new(self.path()), budget, &NoProgress)
            .expect("the filter can be read")
    }

    fn kind(&self) -> &'static str {
        match self.style.as_str() {
            "getchar" => "KIND_MAIN",
            "length, buffer" => "KIND_BUFFER",
            "string, buffer" => "KIND_STRING",
            "emit a byte" => "KIND_EMIT_BYTE",
            "emit a run" => "KIND_EMIT_RUN",
            "in/out" | "in/peek/out" => "KIND_IN_OUT",
            other => panic!(
                "{}: nobody knows how to call a filter of the kind {other}",
                self.name
            ),
        }
    }

    /// Makes a program of it; with sanitizers one that breaks off where something undefined is done.
    pub fn compile(&self, into: &Path, sanitizers: bool) -> PathBuf {
        compile(&self.path(), &self.name, self.kind(), into, sanitizers)
    }
}

/// Makes a program of a filter, which is called in one of the ways of the driver.
pub fn compile(path: &Path, entry: &str, kind: &str, into: &Path, sanitizers: bool) -> PathBuf {
    let program = into.join(if sanitizers { "sanitized" } else { "plain" });
    let text = fs::read_to_string(path).expect("it is there");
    let written = text
        .split_once("void out(")
        .and_then(|(_, rest)| rest.split_once(')'));
    let words: Vec<&str> =
        written.map_or_else(Vec::new, |(parameter, _)| parameter.split(' ').collect());
    let out = words
        .split_last()
        .map_or_else(String::new, |(_, ty)| ty.join(" "));
    let mut gcc = Command::new("gcc");
    gcc.args(["-w", "-O1", "-D", kind, "-o"]).arg(&program);
    gcc.arg(format!("-DFILTER=\"{}\"", path.display()));
    gcc.args([format!("-DENTRY={entry}"), format!("-DOUT_TYPE={out}")]);
    if sanitizers {
        gcc.args(["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]);
    }
    gcc.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/replay/driver.c"));
    let made = gcc.output().expect("there is a C compiler");
    assert!(
        made.status.success(),
        "{}: {}",
        path.display(),
        String::from_utf8_lossy(&made.stderr)
    );
    program
}

/// What a compiled filter writes for each input; `None` where it does not end by itself.
pub fn run(program: &Path, inputs: &[Vec<u64>]) -> Vec<Option<Vec<u64>>> {
    let mut frames = Vec::new();
    for input in inputs {
        frames.extend(
            u32::try_from(input.len())
                .expect("inputs are short")
                .to_ne_bytes(),
        );
        input
            .iter()
            .for_each(|symbol| frames.extend(symbol.to_ne_bytes()));
    }
    let mut command = Command::new(program);
    command
        .env("ASAN_OPTIONS", "detect_leaks=0:abort_on_error=1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    let mut child = command.spawn().expect("it was made");
    let mut stdin = child.stdin.take().expect("it is piped");
    let writing = std::thread::spawn(move || stdin.write_all(&frames));
    let mut answer = Vec::new();
    child
        .stdout
        .take()
        .expect("it is piped")
        .read_to_end(&mut answer)
        .expect("it answers");
    writing.join().expect("no panic").expect("it reads");
    child.wait().expect("it ends");
    answers(&answer)
}

fn answers(mut bytes: &[u8]) -> Vec<Option<Vec<u64>>> {
    let mut all = Vec::new();
    while let Some((count, rest)) = bytes.split_first_chunk::<4>() {
        let count = u32::from_ne_bytes(*count);
        if count == u32::MAX {
            all.push(None);
            bytes = rest;
            continue;
        }
        let (symbols, rest) = rest.split_at(8 * count as usize);
        let symbol = |bytes: &[u8]| u64::from_ne_bytes(bytes.try_into().expect("eight bytes"));
        all.push(Some(symbols.chunks(8).map(symbol).collect()));
        bytes = rest;
    }
    all
}

/// What was compared.
#[derive(Clone, Copy, Debug, Default)]
pub struct Compared {
    /// Inputs.
    pub inputs: usize,
    /// Symbols of inputs.
    pub symbols: usize,
    /// Inputs on which the filter is not defined.
    pub undefined: usize,
}

/// Runs model and compiled filter on about so many symbols; the first difference is an error.
pub fn compare(
    subject: &Subject,
    model: &SymbolicTransducer,
    symbols: usize,
) -> Result<Compared, String> {
    let made = TempDir::new().expect("a folder");
    let plain = subject.compile(made.path(), false);
    let sanitized = subject.compile(made.path(), true);
    let mut random = Random::seeded(17);
    let short = short_inputs(model, &mut random);
    let mut compared = Compared::default();
    agree(
        subject,
        model,
        &sanitized,
        &short[..short.len().min(300)],
        true,
        &mut compared,
    )?;
    agree(subject, model, &plain, &short, false, &mut compared)?;
    let interesting = interesting(model);
    while compared.symbols < symbols {
        let long = |_| random_word(model, &interesting, 4096, &mut random);
        let long: Vec<Vec<u64>> = (0..16).map(long).collect();
        agree(subject, model, &plain, &long, false, &mut compared)?;
    }
    Ok(compared)
}

/// The empty input, short ones around what guards mention, and longer ones that the model is defined on.
fn short_inputs(model: &SymbolicTransducer, random: &mut Random) -> Vec<Vec<u64>> {
    let symbols = interesting(model);
    let mut all = all_words(&some(&symbols, 16), 2);
    all.extend((0..60).map(|i| defined_word(model, &symbols, 4 + i, random)));
    all.extend((0..200).map(|i| random_word(model, &symbols, 1 + i % 40, random)));
    all.extend(symbols.iter().map(|symbol| vec![*symbol]));
    all.extend(all_words(&some(&symbols, 6), 4));
    all
}

fn agree(
    subject: &Subject,
    model: &SymbolicTransducer,
    program: &Path,
    inputs: &[Vec<u64>],
    breaks_off: bool,
    compared: &mut Compared,
) -> Result<(), String> {
    let written = run(program, inputs);
    assert_eq!(
        written.len(),
        inputs.len(),
        "{}: each input has an answer",
        subject.name
    );
    let mut runner = Runner::new(model);
    let top = u64::MAX >> (64 - model.output.bits);
    for (input, written) in inputs.iter().zip(written) {
        let written: Option<Vec<u64>> =
            written.map(|w| w.iter().map(|symbol| symbol & top).collect());
        let expected = runner.whole(input);
        compared.inputs += 1;
        compared.symbols += input.len();
        compared.undefined += usize::from(expected.is_none());
        // Without sanitizers what is undefined may do anything.
        if expected != written && (breaks_off || expected.is_some()) {
            return Err(format!(
                "{} on {input:?}: the model writes {expected:?}, the filter {written:?}",
                subject.name
            ));
        }
    }
    Ok(())
}

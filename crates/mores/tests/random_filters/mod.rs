//! Random filters: what is proved of them, held against the compiled filters.

pub mod generate;
pub mod swaps;

use std::fs;
use std::path::Path;

use base::{Budget, NoProgress, Random};
use generate::{Form, LETTERS, Program};
use model::transducer::{Runner, SymbolicTransducer};
use mores::report::VerdictKind;
use mores::{FilterRequest, filter};

use crate::replay::{compile, inputs, run};

/// What came of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Came {
    /// It was proved, and does what the model says on so many inputs.
    Proved(usize),
    /// It was not.
    Not(VerdictKind, String),
    /// It was proved, and does something else.
    Differs(String),
}

/// Learns a program and compares what is proved with what is compiled.
pub fn examine(program: &Program, into: &Path, budget: &Budget) -> Came {
    let path = into.join("filter.c");
    fs::write(&path, &program.text).expect("it can be written");
    let artifacts = filter(&FilterRequest::new(path.clone()), budget, &NoProgress).expect("it can be read");
    let verdict = artifacts.report.verdict;
    match (verdict.kind, artifacts.transducer) {
        (VerdictKind::Proved, Some(model)) => compare(program, &path, into, &model),
        (kind, _) => Came::Not(kind, verdict.reason.unwrap_or_default()),
    }
}

fn compare(program: &Program, path: &Path, into: &Path, model: &SymbolicTransducer) -> Came {
    let kind = match program.form {
        Form::Main => "KIND_MAIN",
        Form::Pointers | Form::Indices => "KIND_STRING",
        Form::Buffer => "KIND_BUFFER",
        Form::Emit => "KIND_EMIT_BYTE",
        Form::Runs => "KIND_EMIT_RUN",
    };
    let is_string = kind == "KIND_STRING";
    let words = words(is_string);
    let written = run(&compile(path, "f", kind, into, false), &words);
    let mut runner = Runner::new(model);
    for (word, written) in words.iter().zip(written) {
        let mut expected = runner.whole(word);
        if let (true, Some(expected)) = (is_string, &mut expected) {
            // A string ends at its first zero, whatever else was written.
            expected.truncate(expected.iter().position(|symbol| *symbol == 0).unwrap_or(expected.len()));
        }
        if expected != written {
            return Came::Differs(format!("on {word:?} the model writes {expected:?}, the filter {written:?}"));
        }
    }
    Came::Proved(words.len())
}

/// All short words over the letters, and longer ones.
fn words(is_string: bool) -> Vec<Vec<u64>> {
    let letters: Vec<u64> = LETTERS.map(u64::from).to_vec();
    let mut random = Random::seeded(31);
    let mut words = inputs::all_words(&letters, 5);
    let most: Vec<u64> = letters.into_iter().chain([1, 2, 3, 0x64, 0x78, 0xff]).collect();
    words.extend((0..120).map(|i| (0..6 + i / 4).map(|_| *random.pick(&most[..3 + i % 7])).collect()));
    words.extend([300, 700].map(|length| (0..length).map(|_| *random.pick(&most[..3])).collect()));
    words.extend([300, 700].map(|length| vec![most[0]; length]));
    let first = u64::from(is_string);
    words.extend((0..40).map(|i| (0..1 + i / 4).map(|_| first + random.below(256 - first as usize) as u64).collect()));
    words
}

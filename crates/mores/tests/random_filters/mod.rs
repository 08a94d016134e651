//! Random filters: what is proved of them, held against the compiled filters.

pub mod called;
pub mod changing;
pub mod generate;
pub mod library;
pub mod swaps;
mod whole;

use std::fs;
use std::path::Path;

use base::{Budget, NoProgress, Random};
use generate::{Call, Form, LETTERS, Program};
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
    let values = program
        .call
        .as_ref()
        .map_or_else(Vec::new, |call| call.values.clone());
    let request = FilterRequest {
        values,
        ..FilterRequest::new(path.clone())
    };
    let artifacts = filter(&request, budget, &NoProgress).expect("it can be read");
    let verdict = artifacts.report.verdict;
    let longest = match verdict.kind {
        VerdictKind::Proved => usize::MAX,
        VerdictKind::UpTo => verdict.depth.unwrap_or(0) as usize,
        VerdictKind::Violated | VerdictKind::Unknown => 0,
    };
    match (verdict.kind, artifacts.transducer, &program.call) {
        (kind @ (VerdictKind::Proved | VerdictKind::UpTo), Some(model), Some(call)) => {
            let is_assumed = |what: &str| {
                verdict
                    .assumptions
                    .iter()
                    .any(|assumption| assumption == what)
            };
            if !call.assumes.is_empty() && !is_assumed(call.assumes) {
                return Came::Differs(format!(
                    "not assumed: {}; but {:?}",
                    call.assumes, verdict.assumptions
                ));
            }
            match compare_whole(program, call, into, &model, longest) {
                Came::Proved(_) if kind == VerdictKind::UpTo => {
                    Came::Not(kind, verdict.reason.unwrap_or_default())
                }
                came => came,
            }
        }
        (VerdictKind::Proved, Some(model), None) => compare(program, &path, into, &model),
        (kind, ..) => Came::Not(kind, verdict.reason.unwrap_or_default()),
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
            expected.truncate(
                expected
                    .iter()
                    .position(|symbol| *symbol == 0)
                    .unwrap_or(expected.len()),
            );
        }
        if expected != written {
            return Came::Differs(format!(
                "on {word:?} the model writes {expected:?}, the filter {written:?}"
            ));
        }
    }
    Came::Proved(words.len())
}

/// Compares with the program as it is run by a shell, or with the function as its caller calls it, on words up to a length.
fn compare_whole(
    program: &Program,
    call: &Call,
    into: &Path,
    model: &SymbolicTransducer,
    longest: usize,
) -> Came {
    let mut words = few_words(matches!(program.form, Form::Pointers | Form::Indices));
    words.retain(|word| word.len() <= longest);
    let written = whole::run(&whole::compile(program, call, into, false), into, &words);
    let (mut runner, mut undefined) = (Runner::new(model), Vec::new());
    for (word, written) in words.iter().zip(written) {
        let mut expected = runner.whole(word);
        if let (true, Some(expected)) = (call.caller.contains("strlen("), &mut expected) {
            expected.truncate(
                expected
                    .iter()
                    .position(|symbol| *symbol == 0)
                    .unwrap_or(expected.len()),
            );
        }
        match (&expected, &written) {
            (None, Some(_)) => undefined.push(word.clone()),
            _ if expected == written => {}
            _ => {
                return Came::Differs(format!(
                    "on {word:?} the model writes {expected:?}, the filter {written:?}"
                ));
            }
        }
    }
    match defined(program, call, into, &undefined) {
        Some(word) => Came::Differs(format!(
            "the model is not defined on {word:?}, and the filter is"
        )),
        None => Came::Proved(words.len()),
    }
}

/// The first of these words on which the filter does nothing undefined: what is undefined may do anything, and a sanitizer says so.
fn defined(program: &Program, call: &Call, into: &Path, words: &[Vec<u64>]) -> Option<Vec<u64>> {
    if words.is_empty() {
        return None;
    }
    let written = whole::run(&whole::compile(program, call, into, true), into, words);
    words
        .iter()
        .zip(written)
        .find(|(_, written)| written.is_some())
        .map(|(word, _)| word.clone())
}

/// Each symbol alone, and words of those that programs speak of.
fn few_words(is_string: bool) -> Vec<Vec<u64>> {
    let first = u64::from(is_string);
    let mut random = Random::seeded(77);
    let letters: Vec<u64> = b"abz!A0 \n19qZ"
        .iter()
        .map(|letter| u64::from(*letter))
        .chain([first, 200, 255])
        .collect();
    let mut words = vec![Vec::new()];
    words.extend((first..256).step_by(3).map(|symbol| vec![symbol]));
    words.extend(letters.iter().map(|letter| vec![*letter; 2]));
    words.extend((0..90).map(|i| (0..2 + i / 12).map(|_| *random.pick(&letters)).collect()));
    words.extend((0..3).map(|_| (0..300).map(|_| *random.pick(&letters[..10])).collect()));
    words
}

/// All short words over the letters, and longer ones.
fn words(is_string: bool) -> Vec<Vec<u64>> {
    let letters: Vec<u64> = LETTERS.map(u64::from).to_vec();
    let mut random = Random::seeded(31);
    let mut words = inputs::all_words(&letters, 5);
    let most: Vec<u64> = letters
        .into_iter()
        .chain([1, 2, 3, 0x64, 0x78, 0xff])
        .collect();
    words.extend((0..120).map(|i| {
        (0..6 + i / 4)
            .map(|_| *random.pick(&most[..3 + i % 7]))
            .collect()
    }));
    words.extend([300, 700].map(|length| (0..length).map(|_| *random.pick(&most[..3])).collect()));
    words.extend([300, 700].map(|length| vec![most[0]; length]));
    let first = u64::from(is_string);
    words.extend((0..40).map(|i| {
        (0..1 + i / 4)
            .map(|_| first + random.below(256 - first as usize) as u64)
            .collect()
    }));
    words
}

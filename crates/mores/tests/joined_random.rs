//! Programs that nobody wrote, in which paths part and meet again, and are joined from the first on. All their inputs are tried
//! on the program compiled with gcc's sanitizers: nothing that is claimed is contradicted. `MORES_PROGRAMS=5000` tries as
//! many, from `MORES_FIRST` on.

mod generate;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::Duration;

use base::{Failure, Undefined};
use mores::report::VerdictKind;
use mores::{Budget, LanguageReport, LanguageRequest, NoProgress};
use tempfile::TempDir;

use crate::random_programs::compiled::{Build, Compiler, Ending, Observed, Run};
use generate::{INPUTS, VALUES, generate};

/// Programs that are tried unless a number is given.
const PROGRAMS: u64 = 8;

/// All inputs of a program.
fn runs() -> Vec<Run> {
    let all = 0..VALUES.pow(INPUTS);
    let digits = |n: i64| (0..INPUTS).map(move |i| n / VALUES.pow(i) % VALUES);
    all.map(|n| Run {
        numbers: digits(n).collect(),
        ..Run::default()
    })
    .collect()
}

fn failed(observed: &Observed) -> bool {
    matches!(
        observed.ending,
        Ending::Undefined | Ending::Crashed(_) | Ending::Assertion(_)
    )
}

/// What a failing word says: the events, and the kind of undefined behaviour if it is that.
fn said(report: &LanguageReport) -> BTreeSet<(Vec<String>, Option<Undefined>)> {
    let kind = |name: &String| {
        let mut letters = report.model.alphabet.iter();
        let letter = letters.find(|event| event.symbol == *name);
        letter?.failure.as_ref().and_then(Failure::undefined)
    };
    let words = report.model.words.iter();
    words
        .filter_map(|word| {
            let (last, events) = word.events.split_last()?;
            Some((events.to_vec(), kind(last)))
        })
        .collect()
}

/// Undefined behaviour that the sanitizers do not see.
fn is_unseen(kind: Option<Undefined>) -> bool {
    matches!(
        kind,
        Some(Undefined::Uninitialised | Undefined::Pointer | Undefined::Dead)
    )
}

fn shown(observed: &Observed) -> Vec<String> {
    let shown = |event: &&&str| matches!(**event, "one" | "zero");
    let events = observed.events.iter().filter(shown);
    events.map(|event| (*event).to_owned()).collect()
}

/// Compares one program; whether all was proved.
fn agrees(seed: u64, compiler: &Compiler, folder: &Path) -> bool {
    let text = generate(seed);
    let path = folder.join("program.c");
    fs::write(&path, &text).expect("it can be written");
    let request = LanguageRequest {
        most_apart: [0, 1, 3, 20][(seed % 4) as usize],
        only: vec!["one".to_owned(), "zero".to_owned()],
        ..LanguageRequest::new(&path)
    };
    let budget = Budget::steady(Duration::from_secs(2));
    let learned = mores::language(&request, &budget, &NoProgress);
    let report = learned
        .unwrap_or_else(|why| panic!("{seed}: {why}\n{text}"))
        .report;
    let program = compiler.compile(&path, Build::Sanitized, &["-fsanitize=float-cast-overflow"]);
    let seen: Vec<Observed> = compiler
        .run(&program, &runs())
        .into_iter()
        .filter(failed)
        .collect();
    let said = said(&report);
    for (events, _) in said.iter().filter(|(_, kind)| !is_unseen(*kind)) {
        let real = seen.iter().any(|observed| shown(observed) == *events);
        assert!(real, "{seed}: {events:?} does not fail\n{text}");
    }
    if report.verdict.kind != VerdictKind::Proved {
        return false;
    }
    // What fails unseen goes on compiled.
    let goes_on = |events: &[String]| {
        let mut unseen = said.iter().filter(|(_, kind)| is_unseen(*kind));
        unseen.any(|(before, _)| events.starts_with(before))
    };
    for observed in &seen {
        let events = shown(observed);
        let known = said.iter().any(|(said, _)| *said == events);
        assert!(
            known || goes_on(&events),
            "{seed}: {observed:?} is no word\n{text}"
        );
    }
    true
}

fn number(variable: &str, otherwise: u64) -> u64 {
    let given = std::env::var(variable).ok();
    given
        .and_then(|number| number.parse().ok())
        .unwrap_or(otherwise)
}

#[test]
fn nothing_that_joined_paths_prove_is_contradicted() {
    let (first, count) = (number("MORES_FIRST", 0), number("MORES_PROGRAMS", PROGRAMS));
    let folder = TempDir::new().expect("a folder");
    let compiler = Compiler::new(folder.path());
    let proved = (first..first + count)
        .filter(|seed| agrees(*seed, &compiler, folder.path()))
        .count() as u64;
    println!("{proved} of {count} are proved");
    assert!(2 * proved >= count, "{proved} of {count} are proved");
}

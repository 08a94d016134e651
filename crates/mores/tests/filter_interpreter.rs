//! The interpreter does with filters what the machine does with them when they are compiled: it is what models are replayed on.

use std::collections::BTreeSet;
use std::fs;

use base::{Budget, NoProgress, Random};
use model::transducer::Ran as Modelled;
use mores::FilterRequest;
use mores::report::VerdictKind;
use step::stream::{Filter, Ran};
use tempfile::TempDir;

use crate::replay::code;
use crate::replay::{Subject, inputs, run, subjects};

/// More than any filter of the corpus needs for a short input.
const STEPS: u64 = 10_000_000;

/// Symbols that the source speaks of, and those at the ends of what types hold.
fn symbols(subject: &Subject, filter: &Filter) -> Vec<u64> {
    let text = fs::read(subject.path()).expect("it is there");
    let quoted = text
        .split(|byte| matches!(byte, b'\'' | b'"'))
        .skip(1)
        .step_by(2)
        .flatten();
    let mut all: BTreeSet<u64> = quoted.map(|byte| u64::from(*byte)).collect();
    all.extend([
        0, 1, 9, 10, 13, 32, 0x41, 0x61, 0x7f, 0x80, 0xc3, 0xef, 0xff,
    ]);
    all.extend([0x7fff, 0x8000, 0x7fff_ffff, 0x8000_0000, u64::MAX]);
    let top = u64::MAX >> (64 - filter.reads.bits);
    all.into_iter()
        .map(|symbol| symbol & top)
        .filter(|symbol| *symbol != 0 || !filter.terminated)
        .collect()
}

fn words(symbols: &[u64]) -> Vec<Vec<u64>> {
    let mut random = Random::seeded(29);
    let mut words = inputs::all_words(&inputs::some(symbols, 9), 2);
    words.extend(symbols.iter().map(|symbol| vec![*symbol]));
    words.extend((0..60).map(|i| (0..3 + i).map(|_| *random.pick(symbols)).collect()));
    words
}

#[test]
fn filters_write_the_same_interpreted_and_compiled() {
    let made = TempDir::new().expect("a folder");
    let (mut filters, mut failures) = (0, 0);
    for subject in subjects() {
        let filter = code::code(&subject.path());
        let words = words(&symbols(&subject, &filter));
        let compiled = run(&subject.compile(made.path(), false), &words);
        let top = u64::MAX >> (64 - filter.writes.bits);
        for (word, compiled) in words.iter().zip(compiled) {
            let compiled: Option<Vec<u64>> =
                compiled.map(|written| written.iter().map(|s| s & top).collect());
            match filter.run(word, STEPS) {
                Ran::Wrote(written) => {
                    assert_eq!(Some(written), compiled, "{} on {word:?}", subject.name)
                }
                // What is undefined may do anything when it is compiled; what the program itself refuses may not.
                Ran::Fails { what, place, .. } => {
                    failures += 1;
                    let own = matches!(&*what, "abort" | "assertion");
                    assert!(
                        !own || compiled.is_none(),
                        "{} on {word:?}: {what} at {place}",
                        subject.name
                    );
                }
                other => panic!("{} on {word:?}: {other:?}", subject.name),
            }
        }
        filters += 1;
    }
    assert!(
        filters > 70 && failures > 50,
        "{filters} filters, {failures} failures"
    );
}

/// What is said of a filter in a text: what its model writes for `ab`, or why there is none.
fn said(text: &str) -> Result<Vec<u64>, String> {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("filter.c");
    fs::write(&path, text).expect("it can be written");
    let artifacts = mores::filter(&FilterRequest::new(path), &Budget::unlimited(), &NoProgress);
    let artifacts = artifacts.map_err(|error| error.to_string())?;
    assert_eq!(artifacts.report.verdict.kind, VerdictKind::Proved, "{text}");
    assert_eq!(
        artifacts.report.notes, [""; 0],
        "the interpreter can run it"
    );
    match artifacts
        .transducer
        .expect("it is proved")
        .run(b"ab".map(u64::from).as_slice())
    {
        Modelled::Wrote(written) => Ok(written),
        Modelled::Undefined { at, .. } => Err(format!("undefined at {at}")),
    }
}

#[test]
fn only_what_goes_through_the_buffer_or_the_callback_is_output() {
    let copies = "while (*in) { *out++ = *in++; } *out = 0;";
    let printing = format!(
        "#include <stdio.h>\nvoid f(const char *in, char *out) {{ putchar('<'); {copies} puts(\">\"); }}"
    );
    assert_eq!(said(&printing), Ok(b"ab".map(u64::from).to_vec()));
    let numbers = "#include <stdio.h>\nint in(void); void out(int v); void f(void) { for (;;) { int v = in(); putchar(v); out(v + 1); } }";
    assert_eq!(said(numbers), Ok(b"bc".map(u64::from).to_vec()));
    let ends =
        "void f(const char *in, void (*emit)(char)) { while (*in) { emit(*in++); } emit(0); }";
    assert_eq!(
        said(ends),
        Ok(b"ab\0".map(u64::from).to_vec()),
        "zero ends memory, not what a callback is given"
    );
    let two = "void f(const char *in, char *one, char *two) { while (*in) { *one++ = *in; *two++ = *in++; } }";
    assert!(said(two).is_err_and(|why| why.contains("no filter")));
}

//! The programs with errors, on every vector of inputs: the interpreter ends as the compiled program does and enters
//! the same functions in the same order.

use std::path::{Path, PathBuf};
use std::process::Command;

use front::c::{Events, LowerOptions, Lowered, Machine, Source, lower, read};
use ir::interp::{self, Outcome, Value};

/// As `check` of the corpus builds programs whose words are to be seen.
const WORDS: [&str; 6] = [
    "-std=gnu11",
    "-O0",
    "-w",
    "-rdynamic",
    "-finstrument-functions",
    "-finstrument-functions-exclude-file-list=harness.c",
];

fn errors() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/c/errors")
}

/// How a run ended, in the words of the harness, and the functions entered.
#[derive(Debug, PartialEq, Eq)]
struct Run {
    ended: String,
    word: Vec<String>,
}

/// The values of each line of a file of inputs.
fn vectors(file: &Path) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(file).unwrap();
    let lines = text
        .lines()
        .map(|line| line.split('#').next().unwrap().trim());
    let values = lines.filter_map(|line| line.split_once(':').map(|(_, values)| values));
    values
        .map(|values| values.split_whitespace().map(str::to_owned).collect())
        .collect()
}

fn compiled(program: &Path, vector: &[String]) -> Run {
    let output = Command::new(program).args(vector).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let word = text
        .lines()
        .rev()
        .find_map(|line| line.strip_prefix("word "))
        .unwrap_or_default();
    // The entry is no letter of ours.
    let word = word
        .split(' ')
        .filter(|name| *name != "main")
        .map(str::to_owned)
        .collect();
    Run {
        ended: text.lines().last().unwrap().to_owned(),
        word,
    }
}

fn interpreted(lowered: &Lowered, vector: &[String]) -> Run {
    let mut inputs: Vec<Value> = vector
        .iter()
        .map(|text| Value::Int(text.parse().unwrap_or(0)))
        .collect();
    loop {
        let mut machine = interp::Machine::new(&lowered.program);
        machine.give(inputs.clone());
        let outcome = machine.call(lowered.start, &[], 1_000_000);
        let taken: Vec<_> = machine.taken().iter().filter(|taken| !taken.open).collect();
        // Only the program knows the types of its inputs.
        if let Outcome::Unsupported { what, .. } = &outcome
            && let Some(other) = vector.get(taken.len()).and_then(|text| of_type(what, text))
            && inputs[taken.len()] != other
        {
            inputs[taken.len()] = other;
            continue;
        }
        let ended = if taken.len() > vector.len() {
            "starved".to_owned()
        } else {
            ended(lowered, &outcome)
        };
        let names = machine
            .events()
            .iter()
            .map(|&event| lowered.program.events[event].name.to_string());
        return Run {
            ended,
            word: names.collect(),
        };
    }
}

/// A value of the type that the machine says it wants.
fn of_type(complaint: &str, text: &str) -> Option<Value> {
    if complaint.contains("of type bool") {
        return Some(Value::Bool(text != "0"));
    }
    complaint
        .contains("of type f64")
        .then(|| Value::f64(text.parse().expect("the input is a number")))
}

fn ended(lowered: &Lowered, outcome: &Outcome) -> String {
    let endings = &lowered.endings;
    match outcome {
        Outcome::Returned(_) => "ok".to_owned(),
        Outcome::Threw { class, .. } if *class == endings.exit => "ok".to_owned(),
        Outcome::Threw { class, .. } if *class == endings.assumption => "blocked".to_owned(),
        Outcome::Threw { class, .. } if *class == endings.assertion => "error".to_owned(),
        other => format!("{other:?}"),
    }
}

/// Runs every vector both ways; says how many there were.
fn check(file: &Path) -> usize {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("program");
    let mut gcc = Command::new("gcc");
    gcc.args(WORDS)
        .arg("-o")
        .arg(&program)
        .arg(file)
        .arg(errors().join("harness.c"))
        .arg("-ldl");
    assert!(gcc.status().unwrap().success(), "{}", file.display());
    let unit = read(&Source::new(file, Machine::Bits64)).unwrap();
    let events = Events {
        calls: true,
        ..Events::default()
    };
    let lowered = lower(
        &unit,
        &LowerOptions {
            events,
            ..LowerOptions::default()
        },
    )
    .unwrap();
    let vectors = vectors(&file.with_extension("inputs"));
    for vector in &vectors {
        let mut theirs = compiled(&program, vector);
        if theirs.ended.starts_with("error") {
            theirs.ended.truncate("error".len());
        }
        let mut ours = interpreted(&lowered, vector);
        if ours.ended == "starved" {
            // Ours went on with zeros.
            ours.word.truncate(theirs.word.len());
        }
        assert_eq!(ours, theirs, "{} on {vector:?}", file.display());
    }
    vectors.len()
}

#[test]
fn vectors_end_as_in_the_compiled_program_after_the_same_calls() {
    let files = std::fs::read_dir(errors())
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = files
        .filter(|file| file.extension().is_some_and(|e| e == "inputs"))
        .collect();
    files.sort();
    let count: usize = files
        .iter()
        .map(|file| check(&file.with_extension("c")))
        .sum();
    assert!(
        files.len() >= 7 && count >= 60,
        "{count} vectors of {} programs",
        files.len()
    );
}

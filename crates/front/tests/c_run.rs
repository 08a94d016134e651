//! Programs on the interpreter print what they print when gcc compiles them, and end with the same code.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use front::c::{Machine, Source};

use crate::c_support::interpret::{Ended, interpret};

/// The costliest program of the corpus takes a tenth of this.
const STEPS: u64 = 100_000_000;

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/c")
}

/// The name of a program.
fn stem(file: &Path) -> &str {
    file.file_stem().and_then(|stem| stem.to_str()).unwrap()
}

/// The program for a machine. For 32 bits the headers are those of the corpus, so that none need be installed.
fn source(file: &Path, machine: Machine) -> Source {
    let include = format!("-I{}", corpus().join("ilp32/include").display());
    let options = if machine == Machine::Bits32 {
        vec![include]
    } else {
        Vec::new()
    };
    Source {
        options,
        ..Source::new(file, machine)
    }
}

/// What differs from what a program prints.
fn difference(file: &Path, machine: Machine) -> Option<String> {
    let expected = file
        .with_file_name("expected")
        .join(format!("{}.txt", stem(file)));
    let expected = std::fs::read_to_string(expected).unwrap();
    let ended = interpret(&source(file, machine), STEPS);
    let as_expected = match &ended {
        Ended::Exit(printed) => *printed == expected,
        Ended::Unknown(_) | Ended::Failed(_) | Ended::OutOfSteps => false,
    };
    (!as_expected).then(|| format!("{}: {}", stem(file), shown(&ended, &expected)))
}

/// An unexpected end, the first line that differs if something else was printed.
fn shown(ended: &Ended, expected: &str) -> String {
    let Ended::Exit(printed) = ended else {
        return format!("{ended:?}");
    };
    let lines = printed
        .lines()
        .zip(expected.lines())
        .enumerate()
        .find(|(_, (ours, theirs))| ours != theirs);
    match lines {
        Some((number, (ours, theirs))) => {
            format!("line {}: {ours:?} instead of {theirs:?}", number + 1)
        }
        None => format!(
            "{} instead of {} lines",
            printed.lines().count(),
            expected.lines().count()
        ),
    }
}

/// Runs all programs but those for the other machine.
fn check(machine: Machine, other: &str) {
    let mut files: Vec<PathBuf> = std::fs::read_dir(corpus().join("run"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.retain(|file| file.extension().is_some_and(|e| e == "c") && !stem(file).ends_with(other));
    files.sort();
    assert!(files.len() >= 200, "{}", files.len());
    let (queue, differences) = (Mutex::new(files.iter()), Mutex::new(Vec::new()));
    let work = || {
        while let Some(file) = { queue.lock().unwrap().next() } {
            let found = difference(file, machine);
            differences.lock().unwrap().extend(found);
        }
    };
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    let mut differences = differences.into_inner().unwrap();
    differences.sort();
    assert!(
        differences.is_empty(),
        "{} of {}:\n{}",
        differences.len(),
        files.len(),
        differences.join("\n")
    );
}

#[test]
fn programs_do_the_same_as_compiled_with_64_bits() {
    check(Machine::Bits64, "_ilp32");
}

#[test]
fn programs_do_the_same_as_compiled_with_32_bits() {
    check(Machine::Bits32, "_lp64");
}

/// The compiled program sees half of an address; to us the declaration is a lie.
#[test]
fn a_result_of_another_kind_than_is_declared_is_unknown() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("p.c");
    let text =
        "int memcpy(); int main(void) { char a[2] = {1}, b[2]; return memcpy(b, a, 2) == 0; }";
    std::fs::write(&file, text).unwrap();
    match interpret(&Source::new(&file, Machine::Bits64), STEPS) {
        Ended::Unknown(why) => assert!(
            why.starts_with("a result of another kind than is declared"),
            "{why}"
        ),
        other => panic!("{other:?}"),
    }
}

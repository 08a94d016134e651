//! The programs of `corpus/c/undefined`, one or more for each kind of undefined behaviour and their like that are defined. The
//! first line of each says what is expected; gcc's sanitizers are the judge of that.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;

use base::{Budget, Failure, Undefined};
use mores::report::VerdictKind;
use mores::{LanguageArtifacts, LanguageRequest, write_language};

use crate::programs::{compile, learned_within};

/// Counted work for one program: some attempts at a proof have no end of their own.
const WORK: Duration = Duration::from_secs(10);

/// What gcc sees of undefined behaviour.
const SANITIZERS: [&str; 3] = [
    "-g",
    "-fsanitize=address,undefined,float-cast-overflow",
    "-fno-sanitize-recover=all",
];

/// Gives a program the numbers of its command line, and ends where there are no more. Behind each `--` begins another run, in
/// a process of its own: a program with sanitizers takes longer to start than to run. Ends with `ALL_WELL` if all of them do so.
const DRIVER: &str = "\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
static char **next;
static void run(char **numbers)
{
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        next = numbers;
        return;
    }
    if (waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) != 99) return;
    fputs(\"on\", stderr);
    for (; *numbers; numbers++) fprintf(stderr, \" %s\", *numbers);
    _Exit(99);
}
__attribute__((constructor)) static void take(int argc, char **argv)
{
    char **numbers = NULL;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], \"--\")) continue;
        argv[i] = NULL;
        if (numbers) run(numbers);
        if (next) return;
        numbers = argv + i + 1;
    }
    run(numbers);
    if (!next) _Exit(42);
}
int __VERIFIER_nondet_int(void) { if (!*next) _Exit(0); return (int)strtol(*next++, NULL, 10); }
";

const ALL_WELL: i32 = 42;

/// Numbers that programs are given to see whether a sanitizer complains.
const NUMBERS: [i32; 14] = [
    0,
    1,
    2,
    3,
    4,
    5,
    7,
    31,
    32,
    40,
    -1,
    46341,
    i32::MAX,
    i32::MIN,
];

/// What the first line of a program says.
#[derive(Debug)]
enum Expected {
    Fails(Failure, u32),
    Never,
}

fn programs() -> Vec<(PathBuf, Expected)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/c/undefined");
    let entries = fs::read_dir(folder).expect("the corpus is there");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("it can be listed").path())
        .collect();
    paths.sort();
    paths
        .into_iter()
        .map(|path| {
            let expected = expected(&path);
            (path, expected)
        })
        .collect()
}

fn expected(path: &Path) -> Expected {
    let text = fs::read_to_string(path).expect("it can be read");
    let first = text.lines().next().unwrap_or_default();
    let words: Vec<&str> = first.split_whitespace().collect();
    match words[..] {
        ["/*", "never", "fails", "*/"] => Expected::Never,
        ["/*", "fails:", kind, line, "*/"] => {
            Expected::Fails(Failure::named(kind), line.parse().expect("a line"))
        }
        _ => panic!("{}: {first}", path.display()),
    }
}

/// Runs a program with sanitizers.
fn ended(program: &Path, arguments: &[String]) -> Output {
    let mut command = Command::new(program);
    command
        .args(arguments)
        .env(
            "ASAN_OPTIONS",
            "detect_leaks=0:detect_stack_use_after_return=1:exitcode=99",
        )
        .env("UBSAN_OPTIONS", "exitcode=99:print_stacktrace=1");
    command.output().expect("it runs")
}

/// What a sanitizer, or the system, says of a program; nothing if it ends well.
fn complaint(program: &Path) -> Option<String> {
    let done = ended(program, &[]);
    let complains = matches!(done.status.code(), Some(99) | None);
    complains.then(|| String::from_utf8_lossy(&done.stderr).into_owned())
}

/// The program that takes its inputs from the command line.
fn driven(path: &Path, folder: &Path) -> PathBuf {
    let driver = folder.join("driver.c");
    fs::write(&driver, DRIVER).expect("written");
    let program = folder.join("driven");
    compile(&SANITIZERS, &[path.to_owned(), driver], &program);
    program
}

/// The numbers of each run.
fn runs() -> impl Iterator<Item = Vec<i32>> {
    let pairs = NUMBERS
        .iter()
        .flat_map(|a| NUMBERS.iter().map(|b| vec![*a, *b]));
    let longer = (0..60_usize).map(|seed| {
        let number = |i: usize| NUMBERS[(seed * 7 + i * (seed + 3)) % 5];
        (0..6).map(number).collect()
    });
    pairs.chain(longer)
}

#[test]
fn undefined_behaviour_is_a_way_to_fail_and_nothing_else_is() {
    for (path, expected) in programs() {
        let name = path.display().to_string();
        let mut found = learned_within(&LanguageRequest::new(&path), &Budget::steady(WORK));
        let report = &found.report;
        assert_eq!(report.verdict.kind, VerdictKind::Proved, "{name}");
        let excepts = report.verdict.assumptions.iter();
        let excepts = excepts.filter(|assumed| *assumed != "memory does not run out");
        assert_eq!(excepts.count(), 0, "{name}: {:?}", report.verdict);
        let failures: Vec<(&Failure, u32)> = (report.model.alphabet.iter())
            .filter_map(|event| {
                let line = event.place.as_ref()?.rsplit_once(':')?.1.parse().ok()?;
                Some((event.failure.as_ref()?, line))
            })
            .collect();
        match expected {
            Expected::Fails(failure, line) => {
                assert_eq!(failures, [(&failure, line)], "{name}");
                harness_fails(&path, &mut found, &failure, line);
            }
            Expected::Never => {
                assert!(failures.is_empty(), "{name}: {failures:?}");
                assert_eq!(report.counts.accepted, Some(0), "{name}");
                nothing_is_seen(&path);
            }
        }
    }
}

/// The harness of a word makes the program fail on its line, as far as sanitizers see it.
fn harness_fails(path: &Path, found: &mut LanguageArtifacts, failure: &Failure, line: u32) {
    let seen = failure
        .undefined()
        .is_none_or(Undefined::is_seen_by_sanitizers);
    let word = &found.report.model.words[0];
    assert!(word.witnessed, "{word:?}");
    if !seen {
        return;
    }
    let folder = tempfile::tempdir().expect("there is room for files");
    write_language(folder.path(), found).expect("it can be written");
    let word = &found.report.model.words[0];
    let harness = folder.path().join(word.harness.as_ref().expect("a file"));
    let program = folder.path().join("program");
    compile(&SANITIZERS, &[path.to_owned(), harness], &program);
    let said = complaint(&program).unwrap_or_else(|| panic!("{}: it ends", path.display()));
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let at = format!("{file}:{line}");
    assert!(
        failure.undefined().is_none() || said.contains(&at),
        "{at}: {said}"
    );
}

/// No sanitizer complains where nothing undefined is said to happen.
fn nothing_is_seen(path: &Path) {
    let folder = tempfile::tempdir().expect("there is room for files");
    let program = driven(path, folder.path());
    let run = |numbers: Vec<i32>| {
        [
            vec!["--".to_owned()],
            numbers.iter().map(i32::to_string).collect(),
        ]
        .concat()
    };
    let arguments: Vec<String> = runs().flat_map(run).collect();
    let done = ended(&program, &arguments);
    let said = String::from_utf8_lossy(&done.stderr);
    assert_eq!(
        done.status.code(),
        Some(ALL_WELL),
        "{}: {said}",
        path.display()
    );
}

//! The programs of `corpus/c/library`, which use the C library as people do. The first line of each says what is expected; the
//! compiled program is the judge: with the inputs that were found it fails on that line.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use base::{Budget, Failure, Undefined};
use mores::report::VerdictKind;
use mores::{LanguageArtifacts, LanguageRequest, write_language};

use crate::programs::{compile, learned_within};

/// Counted work for one program.
const WORK: Duration = Duration::from_secs(2);

const SANITIZERS: [&str; 3] = [
    "-g",
    "-fsanitize=address,undefined,float-cast-overflow",
    "-fno-sanitize-recover=all",
];

/// What the first line of a program says.
struct Expected {
    /// How it fails, and on which line; nothing if it never does.
    fails: Option<(Failure, u32)>,
    /// Whether memory may run out.
    malloc_fails: bool,
    /// Whether it rests on what C leaves open, so that the compiled program may do something else.
    open: bool,
    /// Whether sanitizers do not see it.
    unseen: bool,
}

fn expected(path: &Path) -> Expected {
    let text = fs::read_to_string(path).expect("it can be read");
    let first = text.lines().next().unwrap_or_default();
    let words: Vec<&str> = first.split_whitespace().collect();
    let fails = match words[..] {
        ["/*", "never", "fails", ..] => None,
        ["/*", "fails:", kind, line, ..] => {
            Some((Failure::named(kind), line.parse().expect("a line")))
        }
        _ => panic!("{}: {first}", path.display()),
    };
    Expected {
        fails,
        malloc_fails: words.contains(&"--malloc-fails"),
        open: words.contains(&"open"),
        unseen: words.contains(&"unseen"),
    }
}

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/c/library");
    let entries = fs::read_dir(folder).expect("the corpus is there");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("it can be listed").path())
        .collect();
    paths.sort();
    paths
}

#[test]
fn what_the_library_gives_makes_programs_fail_as_they_do_compiled() {
    for path in programs() {
        let name = path.display().to_string();
        let expected = expected(&path);
        let request = LanguageRequest {
            malloc_fails: expected.malloc_fails,
            max_bound: Some(4),
            replay: true,
            ..LanguageRequest::new(&path)
        };
        let mut found = learned_within(&request, &Budget::steady(WORK));
        let report = &found.report;
        let replay = &report.replay;
        if report.verdict.kind == VerdictKind::Proved {
            assert_eq!(replay.unable, None, "{name}");
            assert!(
                expected.open || replay.runs > 50,
                "{name}: {} runs",
                replay.runs
            );
        }
        let failures: Vec<(&Failure, u32)> = (report.model.alphabet.iter())
            .filter_map(|event| {
                let line = event.place.as_ref()?.rsplit_once(':')?.1.parse().ok()?;
                Some((event.failure.as_ref()?, line))
            })
            .collect();
        match &expected.fails {
            Some((failure, line)) => {
                assert_eq!(failures, [(failure, *line)], "{name}");
                if !expected.open && !expected.unseen {
                    harness_fails(&path, &mut found, failure, *line);
                }
            }
            None => {
                assert!(failures.is_empty(), "{name}: {failures:?}");
                assert_eq!(report.verdict.kind, VerdictKind::Proved, "{name}");
            }
        }
    }
}

/// The harness of a word makes the program fail on its line, as far as sanitizers see it.
fn harness_fails(path: &Path, found: &mut LanguageArtifacts, failure: &Failure, line: u32) {
    let seen = failure
        .undefined()
        .is_none_or(Undefined::is_seen_by_sanitizers);
    if !seen {
        return;
    }
    let folder = tempfile::tempdir().expect("there is room for files");
    write_language(folder.path(), found).expect("it can be written");
    let word = &found.report.model.words[0];
    let harness = folder.path().join(word.harness.as_ref().expect("a file"));
    let program = folder.path().join("program");
    let text = fs::read_to_string(&harness).expect("it can be read");
    let linked = text
        .split_whitespace()
        .find(|word| word.starts_with("-Wl,"));
    let flags: Vec<&str> = SANITIZERS.into_iter().chain(linked).collect();
    compile(&flags, &[path.to_owned(), harness], &program);
    let mut command = Command::new(&program);
    command.env("ASAN_OPTIONS", "detect_leaks=0:exitcode=99");
    let done = command
        .env("UBSAN_OPTIONS", "exitcode=99:print_stacktrace=1")
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&done.stderr);
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let at = format!("{file}:{line}");
    assert!(
        matches!(done.status.code(), Some(99) | None) && said.contains(&at),
        "{at}: {said}"
    );
}

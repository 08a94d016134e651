//! Programs that nobody wrote: no claim about them is contradicted by the compiled program. `cargo run --release -p mores
//! --example random_programs` tries many more.

use std::time::Duration;

use mores::report::VerdictKind;
use mores::{Budget, LanguageReport, LanguageRequest, NoProgress};
use tempfile::TempDir;

use crate::random_programs::compiled::Compiler;
use crate::random_programs::generate::{Program, generate};
use crate::random_programs::{Came, examine};

/// The numbers of the programs.
const SEEDS: std::ops::Range<u64> = 0..50;

#[test]
fn no_claim_about_random_programs_is_contradicted() {
    let folder = TempDir::new().expect("a folder");
    let compiler = Compiler::new(folder.path());
    let mut proved = 0;
    for seed in SEEDS {
        let program = generate(seed);
        match examine(
            &program,
            &compiler,
            folder.path(),
            &Budget::lasting(Duration::from_secs(20)),
        ) {
            Came::Contradicted(how) => panic!("program {seed}: {how}\n{}", program.text),
            Came::Agrees(VerdictKind::Proved, _, compared) => {
                proved += usize::from(compared.runs > 0)
            }
            Came::Agrees(..) | Came::Nothing(_) | Came::Refused(_) => {}
        }
    }
    assert!(2 * proved >= SEEDS.count(), "{proved} are proved");
}

/// Programs of which something was once proved that the compiled program contradicts.
const CONTRADICTED_ONCE: [(&str, &str); 4] = [
    (
        "a stream reads more than it is asked for, and a descriptor then gives less",
        "#include <assert.h>\n#include <stdio.h>\n#include <unistd.h>\nint main(void)\n{\n    char b[1];\n    getchar();\n    \
         assert(read(0, b, 1) < 1);\n    return 0;\n}\n",
    ),
    (
        "a function runs at the end",
        "#include <assert.h>\n#include <stdlib.h>\nint n;\nvoid finally(void) { assert(n == 0); }\nint main(void)\n{\n    \
         atexit(finally);\n    n = 1;\n    assert(n == 1);\n    return 0;\n}\n",
    ),
    (
        "the compiler has an `abs` of its own",
        "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nint abs(int v) { return v + 1; }\nint main(void)\n{\n    \
         int x = __VERIFIER_nondet_int();\n    assert(abs(x & 3) == (x & 3) + 1);\n    return 0;\n}\n",
    ),
    (
        "calls of a function that is said to do nothing are left out",
        "#include <assert.h>\nint n;\nint f(int v) __attribute__((const));\nint f(int v) { n++; return v; }\nint main(void)\n{\n    \
         f(1);\n    assert(n == 1);\n    return 0;\n}\n",
    ),
];

#[test]
fn what_was_contradicted_once_is_not_claimed_again() {
    let folder = TempDir::new().expect("a folder");
    let compiler = Compiler::new(folder.path());
    for (what, text) in CONTRADICTED_ONCE {
        for seed in 0..2 {
            let request = LanguageRequest::new("");
            let program = Program {
                seed,
                text: text.to_owned(),
                request,
                unseen: false,
            };
            let came = examine(&program, &compiler, folder.path(), &Budget::unlimited());
            assert!(!matches!(came, Came::Contradicted(_)), "{what}: {came:?}");
        }
    }
}

/// Compilers put nothing behind the call; what comes next in memory is then run.
const RETURNS: &str = "\
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
void f(void) __attribute__((noreturn));
void f(void) { }
int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x == 3)
        f();
    assert(x != 7);
    return 0;
}
";

#[test]
fn it_is_undefined_to_return_where_that_was_said_not_to_happen() {
    let report = learned(RETURNS, false);
    let words = report.model.words.iter();
    let word = words
        .filter(|word| {
            word.events
                .last()
                .is_some_and(|last| last == "unreachable code, line 4")
        })
        .collect::<Vec<_>>();
    let [found] = &word[..] else {
        panic!("one word, not {:?}", report.model.words)
    };
    assert_eq!(found.inputs[0].value, "3");
}

/// What is said of a program, held against the compiled one if that is asked for.
fn learned(text: &str, replay: bool) -> LanguageReport {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("program.c");
    std::fs::write(&path, text).expect("it can be written");
    let request = LanguageRequest {
        replay,
        ..LanguageRequest::new(path)
    };
    mores::language(&request, &Budget::unlimited(), &NoProgress)
        .expect("it can be read")
        .report
}

/// Comparing is the library's business: how often it is done, no word says.
const SORTS: &str = "\
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int compare(const void *p, const void *q) { return *(const int *)p - *(const int *)q; }
void done(void) { }
int main(void)
{
    int t[3] = { 3, 1, 2 };
    qsort(t, 3, sizeof *t, compare);
    done();
    assert(t[0] != 1 || __VERIFIER_nondet_int() != 7);
    return 0;
}
";

#[test]
fn a_replay_does_not_take_calls_by_the_library_for_events() {
    let report = learned(SORTS, true);
    assert_eq!(
        report.verdict.kind,
        VerdictKind::Proved,
        "{:?}",
        report.verdict.reason
    );
    assert!(report.replay.done, "{:?}", report.replay.unable);
    assert_eq!(
        report.model.words[0].events,
        ["done", "assertion fails, line 11"]
    );
}

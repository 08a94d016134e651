//! CBMC need not be installed: the questions are compiled with the machine's compiler, and answered for single inputs.

use std::path::PathBuf;
use std::process::Command;

use model::Moore;

use super::super::question::Instrumented;
use super::super::{SUBJECTS, Subject};
use super::{path_of, prepare};

/// What CBMC has built in, for one run: inputs from the command line, status 10 where an assertion fails, 3 where an
/// assumption does.
const STAND_IN: &str = r#"
extern void _exit(int) __attribute__((noreturn));
extern int atoi(const char *);
extern int printf(const char *, ...);
extern int fflush(void *);
#define __CPROVER_assume(holds) do { if (!(holds)) _exit(3); } while (0)
#define __CPROVER_assert(holds, what) do { if (!(holds)) { shown(); _exit(10); } } while (0)
void shown(void);
static char **inputs;
__attribute__((constructor)) static void take(int argc, char **argv) { (void)argc; inputs = argv + 1; }
int next_input(void) { if (!*inputs) _exit(4); return atoi(*inputs++); }
int __VERIFIER_nondet_int(void) { return next_input(); }
_Bool __VERIFIER_nondet_bool(void) { return next_input() != 0; }
double __VERIFIER_nondet_double(void) { return next_input(); }
int __VERIFIER_nondet_letter(void) { return next_input(); }
"#;

const NOTHING: &str = "void shown(void) { }\n";
const TRACE: &str = "void shown(void) { for (int i = 0; i < at; i++) printf(\"  path[%dl]=%d (0)\\n\", i, path[i]); printf(\"  at=%d (0)\\n\", at); fflush(0); }\n";

fn subject(name: &str) -> Subject {
    Subject::named(name).expect("it is measured")
}

/// Compiles a question and runs it on inputs: the status and what is printed.
fn answer(question: &str, printing: &str, inputs: &str) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, program): (PathBuf, PathBuf) = (
        folder.path().join("question.c"),
        folder.path().join("question"),
    );
    std::fs::write(&file, format!("{STAND_IN}{question}{printing}")).expect("written");
    let compiled = Command::new("cc")
        .arg("-w")
        .arg(&file)
        .arg("-o")
        .arg(&program)
        .output()
        .expect("a compiler");
    assert!(
        compiled.status.success(),
        "{}",
        String::from_utf8_lossy(&compiled.stderr)
    );
    let run = Command::new(program)
        .args(inputs.split_whitespace())
        .output()
        .expect("it runs");
    (
        run.status.code(),
        String::from_utf8_lossy(&run.stdout).into_owned(),
    )
}

/// The shortest failure of merge sort, by the names of its functions.
fn merge_word(program: &super::PartialDfa) -> Vec<usize> {
    let names = [
        "build",
        "merge_sort",
        "split",
        "merge_sort",
        "merge_sort",
        "merge",
        "check",
        "failure, line 78",
    ];
    names
        .map(|name| program.alphabet().position(name).expect("a letter"))
        .to_vec()
}

fn nothing_is_accepted(letters: usize) -> Moore<bool> {
    Moore::new(letters, 0, vec![(false, vec![0; letters])]).expect("well formed")
}

#[test]
fn every_program_can_be_asked_about() {
    for subject in SUBJECTS.iter().filter(|subject| subject.variable.is_none()) {
        let (program, _) = prepare(&self::subject(subject.name)).expect("it is read");
        let question =
            program.conjecture(&nothing_is_accepted(program.letters()), subject.length, &[]);
        let (code, _) = answer(&question, NOTHING, "");
        assert_eq!(
            code,
            Some(4),
            "{}: it compiles, and asks for inputs",
            subject.name
        );
    }
}

#[test]
fn a_word_is_shown_by_the_inputs_that_show_it_and_by_no_others() {
    let (program, flow) = prepare(&subject("merge_sort")).expect("it is read");
    let word = merge_word(&flow);
    assert!(flow.run(&word).is_some(), "control flow allows it");
    let status = |word: &[usize], inputs| answer(&program.membership(word), NOTHING, inputs).0;
    assert_eq!(status(&word, "1 7 1 -2 0"), Some(10));
    assert_eq!(status(&word, "1 -3 1 3 0"), Some(0), "it does not fail");
    assert_eq!(
        status(&word, "1 0 1 9 1 -5 0"),
        Some(3),
        "it fails with another word"
    );
    assert_eq!(status(&word[1..], "1 7 1 -2 0"), Some(3));
}

#[test]
fn a_conjecture_is_told_the_word_it_misses() {
    let (program, flow) = prepare(&subject("merge_sort")).expect("it is read");
    let question = program.conjecture(&nothing_is_accepted(program.letters()), 12, &[]);
    let (code, trace) = answer(&question, TRACE, "1 7 1 -2 0");
    assert_eq!((code, path_of(&trace)), (Some(10), Some(merge_word(&flow))));
}

#[test]
fn the_trap_finds_what_a_conjecture_accepts_beyond_the_end_of_a_run() {
    let (program, _) = prepare(&subject("merge_sort")).expect("it is read");
    let (letters, failure) = (program.letters(), program.letters() - 1);
    // Everything that ends in a failure is accepted.
    let to = |accepting: usize| {
        (0..letters)
            .map(|l| if l == failure { accepting } else { 0 })
            .collect::<Vec<_>>()
    };
    let conjecture =
        Moore::new(letters, 0, vec![(false, to(1)), (true, to(1))]).expect("well formed");
    let inputs = format!("0 {failure}");
    let (code, trace) = answer(&program.conjecture(&conjecture, 12, &[]), TRACE, &inputs);
    let word = path_of(&trace).expect("a word");
    assert_eq!((code, word.last()), (Some(10), Some(&failure)));
    let (code, _) = answer(
        &program.conjecture(&conjecture, 12, &[word]),
        TRACE,
        &inputs,
    );
    assert_eq!(
        code,
        Some(3),
        "a word that is known to be right is not asked for"
    );
}

#[test]
fn a_function_that_is_not_found_is_told() {
    let missing = Instrumented::new("int f(void)\n{\n}\n", &["f".into(), "g".into()], vec![1]);
    assert!(missing.is_err_and(|why| why.contains('g')));
}

#[test]
fn a_trace_is_read_back() {
    let trace = "State 3 file q.c\n  path[0l]=4 (00000100)\n  at=1 (0001)\n  path[(signed long int)1]=2 (0010)\n  at=2 (0010)\n";
    assert_eq!(path_of(trace), Some(vec![4, 2]));
    assert_eq!(path_of("  at=2 (0010)\n"), None);
}

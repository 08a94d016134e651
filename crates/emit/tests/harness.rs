//! A harness makes a compiled program do what was found.

use std::path::Path;
use std::process::Command;

use emit::c::{Given, Giver, Harness, Missing, Number, Returns, harness};

const INT: Number = Number::Int {
    bits: 32,
    signed: true,
};

fn given(function: &str, number: Number, bits: u64) -> Given {
    Given {
        function: function.to_owned(),
        number,
        bits,
        giver: Giver::Function,
    }
}

fn int(value: i32) -> Given {
    given("__VERIFIER_nondet_int", INT, i64::from(value) as u64)
}

/// How a run ended: its status (none for a signal) and what it said.
struct Ran {
    status: Option<i32>,
    said: String,
}

/// Compiles a program with its harness, without a warning about the harness, and runs it.
fn run_with(program: &str, what: &Harness, flags: &[&str]) -> Ran {
    let name = std::thread::current()
        .name()
        .unwrap_or("harness")
        .replace(':', "_");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("a folder for the program");
    std::fs::write(folder.join("program.c"), program).expect("the program is written");
    std::fs::write(folder.join("harness.c"), harness(what)).expect("the harness is written");
    let warnings = [
        "-Wall",
        "-Wextra",
        "-Werror",
        "-c",
        "harness.c",
        "-o",
        "harness.o",
    ];
    for arguments in [
        [&warnings[..], flags].concat(),
        [&["-w", "program.c", "harness.o"][..], flags].concat(),
    ] {
        let compiled = Command::new("cc")
            .args(arguments)
            .current_dir(&folder)
            .output()
            .expect("a C compiler");
        assert!(
            compiled.status.success(),
            "{}",
            String::from_utf8_lossy(&compiled.stderr)
        );
    }
    let ran = Command::new(folder.join("a.out"))
        .output()
        .expect("the program runs");
    let said = [ran.stdout, ran.stderr]
        .map(|text| String::from_utf8_lossy(&text).into_owned())
        .concat();
    Ran {
        status: ran.status.code(),
        said,
    }
}

fn run(program: &str, what: &Harness) -> Ran {
    run_with(program, what, &[])
}

fn inputs(inputs: &[Given]) -> Harness {
    Harness {
        program: "program.c".to_owned(),
        inputs: inputs.to_vec(),
        ..Harness::default()
    }
}

const SUM: &str = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n\
    extern void __VERIFIER_assume(int);\nint main(void) {\n  int a = __VERIFIER_nondet_int();\n\
    int b = __VERIFIER_nondet_int();\n  __VERIFIER_assume(a < b);\n  if (a + b == -7) reach_error();\n  return 0;\n}\n";

#[test]
fn an_error_is_reached_with_the_inputs_that_lead_to_it_and_not_with_others() {
    let failing = run(SUM, &inputs(&[int(-10), int(3)]));
    assert_eq!(
        (failing.status, failing.said.as_str()),
        (Some(1), "mores: error reached\n")
    );
    assert_eq!(run(SUM, &inputs(&[int(1), int(3)])).status, Some(0));
    let assumed = run(SUM, &inputs(&[int(3), int(-10)]));
    assert_eq!(
        (assumed.status, assumed.said.as_str()),
        (Some(2), "mores: an assumption does not hold\n")
    );
}

#[test]
fn an_assertion_aborts_as_it_always_does() {
    let program = "#include <assert.h>\nint __VERIFIER_nondet_int();\nint main() { assert(__VERIFIER_nondet_int() != 5); }\n";
    let failing = run(program, &inputs(&[int(5)]));
    assert_eq!(failing.status, None, "a signal");
    assert!(failing.said.contains("Assertion"), "{}", failing.said);
    assert_eq!(run(program, &inputs(&[int(6)])).status, Some(0));
}

#[test]
fn too_few_inputs_and_other_questions_are_told_from_a_failure() {
    let starved = run(SUM, &inputs(&[int(1)]));
    assert_eq!(starved.status, Some(3));
    assert!(
        starved.said.contains("no further input") && starved.said.contains("__VERIFIER_nondet_int")
    );
    let other = run(
        SUM,
        &inputs(&[given(
            "__VERIFIER_nondet_uint",
            Number::Int {
                bits: 32,
                signed: false,
            },
            1,
        )]),
    );
    assert_eq!(other.status, Some(3));
    assert!(other.said.contains("another input"), "{}", other.said);
}

#[test]
fn numbers_of_all_types_arrive_as_they_are() {
    let program = "#include <stdio.h>\nsigned char __VERIFIER_nondet_char(); unsigned short __VERIFIER_nondet_ushort();\n\
        long long __VERIFIER_nondet_longlong(); unsigned long __VERIFIER_nondet_ulong(); _Bool __VERIFIER_nondet_bool();\n\
        float __VERIFIER_nondet_float(); double measured(int, char *);\n\
        int main() {\n  printf(\"%d \", __VERIFIER_nondet_char()); printf(\"%u \", __VERIFIER_nondet_ushort());\n\
        printf(\"%lld \", __VERIFIER_nondet_longlong()); printf(\"%lu \", __VERIFIER_nondet_ulong());\n\
        printf(\"%d \", __VERIFIER_nondet_bool()); printf(\"%g \", __VERIFIER_nondet_float()); printf(\"%a\", measured(1, 0));\n}\n";
    let signed = |bits| Number::Int { bits, signed: true };
    let unsigned = |bits| Number::Int {
        bits,
        signed: false,
    };
    let all = inputs(&[
        given("__VERIFIER_nondet_char", signed(8), -3i64 as u64),
        given("__VERIFIER_nondet_ushort", unsigned(16), 65_535),
        given("__VERIFIER_nondet_longlong", signed(64), i64::MIN as u64),
        given("__VERIFIER_nondet_ulong", unsigned(64), 4_000_000_000),
        given("__VERIFIER_nondet_bool", Number::Bool, 1),
        given(
            "__VERIFIER_nondet_float",
            Number::Float,
            u64::from((-1.5f32).to_bits()),
        ),
        given("measured", Number::Double, 0.1f64.to_bits()),
    ]);
    assert_eq!(
        run(program, &all).said,
        "-3 65535 -9223372036854775808 4000000000 1 -1.5 0x1.999999999999ap-4"
    );
}

#[test]
fn what_the_program_defines_itself_is_used() {
    let program = "#include <stdio.h>\nvoid reach_error(void) { printf(\"mine\"); }\nint __VERIFIER_nondet_int(void) { return 4; }\n\
        int main(void) { if (__VERIFIER_nondet_int() == 4) reach_error(); return 0; }\n";
    assert_eq!(run(program, &inputs(&[])).said, "mine");
}

#[test]
fn functions_that_nobody_defines_and_events_in_the_source_link() {
    let program = "void log_it(const char *); void fatal(int); void learn(int); int rand(void);\n\
        int main(void) { learn(3); log_it(\"x\"); if (rand() == 77) fatal(1); return 0; }\n";
    let missing = |name: &str, returns| Missing {
        name: name.to_owned(),
        returns,
    };
    let mut what = inputs(&[given("rand", INT, 77), given("fatal", INT, 9)]);
    what.missing = vec![
        missing("log_it", Returns::Nothing),
        missing("fatal", Returns::Never),
    ];
    assert_eq!(run(program, &what).status, Some(9));
}

#[test]
fn calls_are_told_where_the_compiler_marks_them() {
    let program = "int __VERIFIER_nondet_int(void); int f(int x) { return x; }\nint main(void) { return f(__VERIFIER_nondet_int()); }\n";
    let flags = [
        "-DMORES_CALLS",
        "-finstrument-functions",
        "-rdynamic",
        "-ldl",
    ];
    let ran = run_with(program, &inputs(&[int(6)]), &flags);
    assert_eq!(
        (ran.status, ran.said.as_str()),
        (Some(6), "mores: call main\nmores: call f\n")
    );
}

#[test]
fn nothing_breaks_out_of_the_comments() {
    let what = Harness {
        undefined: None,
        program: "a*/b.c".to_owned(),
        word: vec!["*/ #error\n#error \\".to_owned(), "é".to_owned()],
        inputs: vec![Given {
            giver: Giver::Open,
            ..given("uninitialised */ #error", INT, -1i64 as u64)
        }],
        shown: Vec::new(),
        missing: vec![Missing {
            name: "x(void) { } int main".to_owned(),
            returns: Returns::Nothing,
        }],
    };
    assert_eq!(run("int main(void) { return 5; }\n", &what).status, Some(5));
    let text = harness(&what);
    assert!(text.contains("uninitialised * / #error is -1"), "{text}");
}

const LONG: Number = Number::Int {
    bits: 64,
    signed: true,
};

/// Asks the system for something of each kind, and for what a file holds twice.
const ASKS: &str = "\
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
int main(void) {
  unsigned seed;
  struct timespec now;
  if (time(NULL) != 77 || clock_gettime(CLOCK_MONOTONIC, &now) != 0 || now.tv_sec != 5 || now.tv_nsec != 6) return 10;
  if (rand_r(&seed) != 9 || seed != 8 || drand48() != 0.5) return 11;
  if (getpid() != 41 || getpid() != 41 || isatty(1) || errno != 25) return 12;
  if (!getenv(\"A\") || getenv(\"B\") || !getenv(\"A\")) return 13;
  FILE *file = fopen(\"no such file\", \"r\");
  if (!file || getc(file) != 'x' || ungetc('x', file) != 'x' || getc(file) != 'x') return 14;
  fseek(file, 0, SEEK_END);
  if (ftell(file) != 3) return 15;
  rewind(file);
  char line[9];
  if (!fgets(line, 9, file) || strcmp(line, \"xyz\") || getc(file) != EOF || !feof(file) || fclose(file)) return 16;
  if (fopen(\"other\", \"r\") || errno != 13 || remove(\"here\") != -1 || errno != 2 || access(\"here\", 0)) return 17;
  char *one = malloc(9), *other = strdup(\"no\"), *text = 0;
  if (!one || other || errno != ENOMEM || asprintf(&text, \"%d\", 12) != 2 || strcmp(text, \"12\")) return 18;
  return 0;
}
";

#[test]
fn what_the_system_is_asked_for_is_given() {
    let bytes = [120, 121, 122, -1].map(|byte| given("file", INT, byte as u64));
    let mut asked = vec![
        given("time", LONG, 77),
        given("clock_gettime", LONG, 5),
        given("clock_gettime", INT, 6),
        given("rand_r", INT, 8),
        given("rand_r", INT, 9),
        given("drand48", LONG, 1 << 47),
        given("getpid", INT, 41),
        given("isatty", INT, -25_i64 as u64),
        given("getenv", INT, 1),
        given("getenv", INT, 0),
        given("fopen", INT, 0),
    ];
    asked.extend(bytes);
    asked.extend([
        given("fopen", INT, 13),
        given("remove", INT, 2),
        given("access", INT, 0),
        given("malloc", INT, 1),
        given("malloc", INT, 0),
        given("malloc", INT, 1),
    ]);
    let what = inputs(&asked);
    let linked = what.linked().expect("memory is an input");
    assert!(harness(&what).contains(linked), "it says how to link it");
    let ran = run_with(ASKS, &what, &[linked]);
    assert_eq!((ran.status, ran.said.as_str()), (Some(0), ""));
    assert_eq!(inputs(&[int(1)]).linked(), None);
}

//! What is seen of a C program that runs: events, inputs, output, and how it ends.

use front::c::{Events, Machine};
use ir::interp::Value;

use crate::c_support::world;
use crate::c_support::world::{Seen, run, run_with};

/// The program that most tests look at. Inputs: a number of rounds, then one for each.
const MACHINE: &str = r#"
extern int __VERIFIER_nondet_int(void);
extern void notify(int);
enum state { IDLE, OPEN, CLOSED };
struct device { enum state state; int level; };
static enum state state;
static int level(int x) { return x > 2 ? 2 : x; }
static void step(struct device *d, int x) {
    switch (x) {
    case 1:
        d->state = OPEN;
        break;
    case 3 ... 5:
        d->level = level(x);
        break;
    default:
        d->state = x == 9 ? CLOSED : d->state;
    }
}
int main(void) {
    struct device d = { IDLE, 0 };
    state = IDLE;
    for (int i = __VERIFIER_nondet_int(); i > 0; i--) {
        step(&d, __VERIFIER_nondet_int());
        if (d.level) goto out;
    }
    state = d.state;
    notify(1);
out:
    return d.level;
}
"#;

fn seen(events: Events, inputs: &[i64]) -> Seen {
    run_with(MACHINE, events, &ints(inputs)).unwrap_or_else(|error| panic!("{error}"))
}

fn ints(numbers: &[i64]) -> Vec<Value> {
    numbers.iter().map(|number| Value::Int(*number)).collect()
}

fn message(events: Events) -> String {
    run_with(MACHINE, events, &[]).unwrap_err().message
}

#[test]
fn calls_are_seen_with_the_place_of_the_function() {
    let seen = seen(
        Events {
            calls: true,
            ..Events::default()
        },
        &[2, 1, 4],
    );
    assert_eq!(seen.words(), ["step", "step", "level"]);
    assert_eq!(seen.places(), [8, 8, 7]);
    assert_eq!(seen.ended, "exit 2");
    let seen = self::seen(
        Events {
            calls: true,
            ..Events::default()
        },
        &[0],
    );
    assert_eq!(seen.words(), ["notify"]);
    assert_eq!(seen.missing, ["notify"]);
}

#[test]
fn branches_are_seen_one_letter_for_each_outcome() {
    let seen = seen(
        Events {
            branches: true,
            ..Events::default()
        },
        &[3, 1, 9, 4],
    );
    let loops = ["main:23 then"];
    let words = [
        &loops[..],
        &["step:9 case 1", "main:25 else"],
        &loops,
        &["step:9 default", "step:17 then", "main:25 else"],
        &loops,
        &["step:9 case 3 ... 5", "level:7 then", "main:25 then"],
    ];
    assert_eq!(seen.words(), words.concat());
}

#[test]
fn cases_have_the_names_of_enumerators() {
    let text =
        "enum e { A, B, C, D }; int f(enum e x) { switch (x) {\ncase B: return 1; case C ... D: return 2; } return 3; }
        int main(void) { return f(A) + f(B) + f(D); }";
    let seen = run_with(
        text,
        Events {
            branches: true,
            ..Events::default()
        },
        &[],
    )
    .unwrap();
    assert_eq!(
        seen.words(),
        ["f:1 default", "f:1 case B", "f:1 case C ... D"]
    );
}

#[test]
fn labels_and_returns_are_seen() {
    let both = Events {
        labels: true,
        returns: true,
        ..Events::default()
    };
    assert_eq!(
        seen(both.clone(), &[1, 5]).words(),
        ["return from level", "return from step", "main:out"]
    );
    assert_eq!(seen(both, &[0]).words(), ["main:out"]);
}

#[test]
fn assignments_are_named_by_the_constants_of_the_source() {
    let of = |names: &[&str]| Events {
        assigns: names.iter().map(|n| n.to_string()).collect(),
        ..Events::default()
    };
    let words = ["state := IDLE", "state := OPEN", "state := *", "state := *"];
    assert_eq!(seen(of(&["state"]), &[2, 1, 9]).words(), words);
    let words = ["i := *", "level := *"];
    assert_eq!(seen(of(&["level", "i"]), &[1, 3]).words(), words);
}

#[test]
fn spellings_of_constants_are_kept_as_far_as_they_are_known() {
    let text = "enum e { A = 1, B = 2 }; enum e x; int y; int table[2]; void (*f)(void); int *p; double d;
        void g(void) {} void set(enum e *q) { *q = A; }
        int main(void) { x = 2; y = B; y = A | B; y = -1; table[1] = 7; f = g; p = 0; p = &y; d = 1.5; set(&x);
            enum e x = A; x++; return x != 2; }";
    let names = ["x", "y", "table", "f", "p", "d"]
        .map(str::to_owned)
        .to_vec();
    let seen = run_with(
        text,
        Events {
            assigns: names,
            ..Events::default()
        },
        &[],
    )
    .unwrap();
    let words = [
        "x := B",
        "y := B",
        "y := 3",
        "y := -1",
        "table := 7",
        "f := g",
        "p := 0",
        "p := &y",
        "d := 1.5",
    ];
    assert_eq!(seen.words(), [&words[..], &["x := A", "x := *"]].concat());
    assert_eq!(seen.ended, "exit 0");
}

#[test]
fn learn_in_the_source_is_always_an_event() {
    let text = "void learn(); void LEARN(const char *); enum { START = 4 };
        int main(void) { learn(START); int stage = 3; learn(7); LEARN(\"done\"); learn(stage); return 0; }";
    let seen = run(text, &[]);
    assert_eq!(seen.words(), ["START", "7", "done", "stage"]);
    assert!(seen.missing.is_empty());
    let filtered = Events {
        except: vec!["?".to_owned()],
        ..Events::default()
    };
    assert_eq!(
        run_with(text, filtered, &[]).unwrap().words(),
        ["START", "done", "stage"]
    );
}

#[test]
fn patterns_choose_among_events() {
    let calls = |only: &[&str], except: &[&str]| Events {
        calls: true,
        returns: true,
        only: only.iter().map(|p| p.to_string()).collect(),
        except: except.iter().map(|p| p.to_string()).collect(),
        ..Events::default()
    };
    assert_eq!(
        seen(calls(&["*l*"], &[]), &[1, 5]).words(),
        ["level", "return from level"]
    );
    assert_eq!(
        seen(calls(&[], &["return from *"]), &[1, 5]).words(),
        ["step", "level"]
    );
    assert_eq!(
        message(calls(&["level", "lvl"], &[])),
        "no event matches `lvl`; there are: level, notify, return from level, return from step, step"
    );
    let error = message(calls(&["step"], &["s*"]));
    assert_eq!(
        error,
        "no event is left; there are: level, notify, return from level, return from step, step"
    );
}

#[test]
fn what_is_not_there_is_said() {
    let error = message(Events {
        assigns: vec!["stat".to_owned()],
        ..Events::default()
    });
    assert_eq!(
        error,
        "nothing that is called `stat` gets a value; what does: i, level, state"
    );
    let error = run_with(
        "int main(void) { return 0; }",
        Events {
            calls: true,
            ..Events::default()
        },
        &[],
    )
    .unwrap_err();
    assert_eq!(
        error.message,
        "the program has no event of the kinds asked for"
    );
}

#[test]
fn conditions_are_told_apart_and_assertions_are_none() {
    let text = "#include <assert.h>\n#include <string.h>\nint main(void) {
        int a = 1, b = strlen(\"ab\"); if (a) { if (b) a = 0; } while (1) { if (b-- == 0) break; } do a = 2; while (0);
        assert(a == 2); return a ? b ? 0 : 1 : 2; }";
    let seen = run_with(
        text,
        Events {
            branches: true,
            calls: true,
            ..Events::default()
        },
        &[],
    )
    .unwrap();
    let words = [
        "main:4 then",
        "main:4/2 then",
        "main:4/3 else",
        "main:4/3 else",
        "main:4/3 then",
        "main:5 then",
        "main:5/2 then",
    ];
    assert_eq!(seen.words(), words);
}

#[test]
fn inputs_are_asked_for_in_order_and_by_name() {
    let text = "#include <stdlib.h>\n#include <stdio.h>\n_Bool __VERIFIER_nondet_bool(void); unsigned char __VERIFIER_nondet_uchar(void);
        double __VERIFIER_nondet_double(void); long nondet_long(); int unknown(int); _Bool odd(void);
        int main(void) { int sum = __VERIFIER_nondet_bool() + __VERIFIER_nondet_uchar() + (int)__VERIFIER_nondet_double();
            sum += nondet_long(); sum += unknown(3) + odd() + rand(); sum += getchar() + __VERIFIER_nondet_ushort();
            sum += fgetc(stdin); return sum; }";
    let mut inputs = ints(&[1, 200, 3, 4, 5, 1, 7, 8, 9, 10]);
    (inputs[0], inputs[2], inputs[5]) = (Value::Bool(true), Value::f64(3.5), Value::Bool(true));
    let seen = run(text, &inputs);
    let names = [
        "__VERIFIER_nondet_bool",
        "__VERIFIER_nondet_uchar",
        "__VERIFIER_nondet_double",
        "nondet_long",
        "unknown",
        "odd",
        "rand",
        "stdin",
        "__VERIFIER_nondet_ushort",
        "stdin",
    ];
    assert_eq!(seen.inputs, names);
    assert_eq!(
        seen.ended,
        format!("exit {}", 1 + 200 + 3 + 4 + 5 + 1 + 7 + 8 + 9 + 10)
    );
    assert_eq!(seen.missing, ["unknown", "odd"]);
    assert_eq!(
        run(
            "int rand(void); int main(void) { return rand(); }",
            &ints(&[-1])
        )
        .ended,
        "assumption at 1"
    );
}

/// Programs, and how they end.
const CONVENTIONS: &[(&str, &str)] = &[
    (
        "#include <assert.h>\nint main(void) {\nassert(0); }",
        "failure.assertion at 3",
    ),
    (
        "void __VERIFIER_error(void); int main(void) {\n__VERIFIER_error(); }",
        "failure.assertion at 2",
    ),
    (
        "void reach_error(void); int main(void) {\nreach_error(); }",
        "failure.assertion at 2",
    ),
    // What the program defines does what it says, whatever it is called.
    (
        "void reach_error(void) {}\nint main(void) {\nreach_error(); return 4; }",
        "exit 4",
    ),
    (
        "int x; void learn(int y) { x = y; }\nint main(void) { learn(5); return x; }",
        "exit 5",
    ),
    (
        "int x; void prefetch(int y) { x = y; }\nint main(void) { prefetch(6); return x; }",
        "exit 6",
    ),
    (
        "void unreachable(void); int main(void) { unreachable(); return 7; }",
        "exit 7",
    ),
    (
        "void trap(void); int main(void) { trap(); return 8; }",
        "exit 8",
    ),
    (
        "#include <stdlib.h>\nint main(void) { abort(); }",
        "exit 134",
    ),
    ("#include <stdlib.h>\nint main(void) { exit(7); }", "exit 7"),
    ("int main(void) { _exit(8); }", "exit 8"),
    (
        "void __VERIFIER_assume(int); int main(void) { __VERIFIER_assume(1);\n__VERIFIER_assume(0); }",
        "assumption at 2",
    ),
    (
        "void abort(void); void assume_abort_if_not(int c) { if (!c) abort(); }\nint main(void) { assume_abort_if_not(0); }",
        "exit 134",
    ),
    (
        "void assume_abort_if_not(int);\nint main(void) { assume_abort_if_not(0); }",
        "assumption at 2",
    ),
    (
        "int main(void) { __CPROVER_assume(1 == 2); }",
        "assumption at 1",
    ),
    (
        "int main(void) {\n__builtin_unreachable(); }",
        "failure.undefined.unreachable at 2",
    ),
    (
        "int main(int argc, char **argv) {\nif (argc < 9) __VERIFIER_assert(argc > 8); }",
        "failure.assertion at 2",
    ),
    (
        "#include <stdlib.h>\nint main(void) { return system(\"x\"); }",
        "unknown: a call of `system`, a function of the C library that is not known here",
    ),
    (
        "#include <stdio.h>\nint main(void) { char b[9]; return sprintf(b, \"%f\", 1.0); }",
        "unknown: a format for numbers with fractions",
    ),
    (
        "#include <stdio.h>\nint main(void) { int n; printf(\"a%n\", &n); return n; }",
        "exit 1",
    ),
    (
        "#include <stdio.h>\nint main(void) { int n; char f[4] = \"ab%\"; f[3] = 0; char g[6] = \"ab%nc\"; printf(g, &n); return n; }",
        "exit 2",
    ),
    (
        "#include <stdio.h>\nint main(void) { printf(\"%%n\\n\"); return 3; }",
        "exit 3",
    ),
];

#[test]
fn runs_end_as_the_conventions_say() {
    for (text, ended) in CONVENTIONS {
        assert_eq!(run(text, &[]).ended, *ended, "{text}");
    }
}

/// Bodies of `main`, and how they end.
const MEMORY: &[(&str, &str)] = &[
    (
        "char *p = malloc(4); p[3] = 1; free(p); return 5;",
        "exit 5",
    ),
    (
        "char *p = malloc(4);\np[4] = 1;",
        "failure.undefined.bounds at 5",
    ),
    (
        "char *p = malloc(4); return p[0];",
        "failure.undefined.uninitialised at 4",
    ),
    ("int *p = calloc(2, 4); return p[1];", "exit 0"),
    ("return calloc((size_t)-1, 16) == 0;", "exit 1"),
    ("return malloc(-1) == 0;", "exit 1"),
    ("char *p = malloc(0); free(p); free(0); return 0;", "exit 0"),
    (
        "char *p = malloc(4); free(p);\nfree(p);",
        "failure.undefined.dead at 5",
    ),
    ("char b[4]; free(b);", "failure.undefined.pointer at 4"),
    (
        "char *p = malloc(4); free(p + 1);",
        "failure.undefined.pointer at 4",
    ),
    (
        "char *p = malloc(4); free(p); return *p;",
        "failure.undefined.dead at 4",
    ),
    (
        "int *p = realloc(0, 4); *p = 9; p = realloc(p, 400); p[99] = 1; return *p + p[99];",
        "exit 10",
    ),
    (
        "int *p = malloc(8), *q; *p = 9; q = realloc(p, 4); return *p;",
        "failure.undefined.dead at 4",
    ),
    ("int x; realloc(&x, 9);", "failure.undefined.pointer at 4"),
    (
        "char a[4], b[4]; memset(a, 'x', 4); memcpy(b, a, 3); memmove(b + 1, b, 3); return b[3] == 'x' && b[0] == 'x';",
        "exit 1",
    ),
    (
        "char a[4], b[4]; memcpy(b, a, 4); memset(a, 0, 0); memcpy(b + 4, a + 4, 0); return 0;",
        "exit 0",
    ),
    ("memcpy(0, 0, 0);", "failure.undefined.argument at 4"),
    (
        "char a[4], b[3]; memcpy(b, a, 4);",
        "failure.undefined.bounds at 4",
    ),
    (
        "char a[4]; memset(a, 0, -1);",
        "failure.undefined.bounds at 4",
    ),
    ("memset(0, 0, 1);", "failure.undefined.null at 4"),
    (
        "char *p = \"abc\"; memset(p, 0, 1);",
        "failure.undefined.constant at 4",
    ),
    (
        "char *p = __builtin_alloca(3); p[2] = 4; return p[2];",
        "exit 4",
    ),
    (
        "char b[3] = { 'a', 'b', 'c' }; return strlen(b);",
        "failure.undefined.bounds at 4",
    ),
    (
        "char b[9]; strcpy(b, \"abc\"); strcat(b, \"de\"); return strcmp(b, \"abcde\") == 0 && strlen(b) == 5;",
        "exit 1",
    ),
];

#[test]
fn memory_is_used_as_the_library_says() {
    for (body, ended) in MEMORY {
        let text =
            format!("#include <stdlib.h>\n#include <string.h>\nint main(void) {{\n{body} }}");
        assert_eq!(run(&text, &[]).ended, *ended, "{body}");
    }
}

#[test]
fn only_standard_output_is_seen() {
    let text = "#include <stdio.h>\nint main(void) { FILE *out = stdout; fprintf(stderr, \"a%d\", 1); fprintf(out, \"b%d\", 2);
        fputs(\"c\", stdout); fputs(\"d\", stderr); putc('e', out); puts(\"f\"); perror(\"g\"); fputc('h', stderr); fflush(out);
        putchar('i'); fwrite(\"jk\", 1, 2, stdout); printf(\"%s %c\", \"l\", 'm'); return stdout == stderr; }";
    let seen = run(text, &[]);
    assert_eq!(
        (seen.output.as_str(), seen.ended.as_str()),
        ("b2cef\nijkl m", "exit 0")
    );
}

#[test]
fn functions_of_the_compiler_compute_what_gcc_computes() {
    let text = "#include <math.h>\n#include <stdio.h>\nint main(void) { int r; unsigned u; long l; unsigned long w; signed char c;
        printf(\"%d\", __builtin_add_overflow(2147483647, 1, &r)); printf(\" %d;\", r);
        printf(\"%d\", __builtin_mul_overflow(65536, 65536, &r)); printf(\" %d;\", r);
        printf(\"%d\", __builtin_sub_overflow(3u, 4u, &u)); printf(\" %u;\", u);
        printf(\"%d\", __builtin_add_overflow(100, 100, &c)); printf(\" %d;\", c);
        printf(\"%d\", __builtin_smull_overflow(1L << 62, 2, &l)); printf(\" %ld;\", l);
        printf(\"%d\", __builtin_mul_overflow(-1L, (-9223372036854775807L - 1), &l)); printf(\" %ld;\", l);
        printf(\"%d\", __builtin_umull_overflow(1UL << 63, 2, &w)); printf(\" %lu;\", w);
        printf(\"%d\", __builtin_uaddl_overflow(~0UL, 2, &w)); printf(\" %lu;\", w);
        printf(\"%d\", __builtin_saddl_overflow(9223372036854775807L, -1, &l)); printf(\" %ld;\", l);
        printf(\"%d %d %d;\", __builtin_clz(1), __builtin_ctzll(1ULL << 40), __builtin_popcountl(255));
        printf(\"%g %g %g %g;\", fabs(-2.5), sqrt(2.25), fmod(-7.5, 2), floor(-0.5));
        printf(\"%d %d %d\", isnan(NAN), isinf(-INFINITY), !!signbit(-0.0)); return 0; }";
    let seen = run(text, &[]);
    assert_eq!(format!("{}exit 0\n", seen.output), world::compiled(text));
}

#[test]
fn both_machines_have_the_library() {
    let text = "typedef __SIZE_TYPE__ size_t; size_t strlen(const char *); void *memcpy(void *, const void *, size_t); long strtol(const char *, char **, int);
        void qsort(void *, size_t, size_t, int (*)(const void *, const void *)); int sprintf(char *, const char *, ...);
        static int less(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
        int main(void) { int a[4] = { 3, 1, 4, 1 }; char b[20]; qsort(a, 4, sizeof *a, less);
            sprintf(b, \"%d-%ld\", a[0] * 10 + a[3], strtol(\"2147483648\", 0, 10)); memcpy(b + 1, b, 1); return strlen(b) * 10 + (b[1] - '0'); }";
    for (machine, code) in [(Machine::Bits32, 131), (Machine::Bits64, 131)] {
        let seen = world::run_on(text, machine, Events::default(), &[]).unwrap();
        assert_eq!(seen.ended, format!("exit {code}"));
    }
}

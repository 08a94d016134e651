//! Parts of an expression that C gives no order, of which one may be undefined and another may end the run. The judge is the program
//! in which the parts are written one after the other, in both orders, compiled with gcc's sanitizer: the expression fails
//! just where one of the orders does.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use mores::report::VerdictKind;
use mores::{Budget, FailureKind, LanguageReport, LanguageRequest, NoProgress};

use crate::programs::compile;
use crate::support::one_in;

/// Parts that may end the run before they give a value.
const ENDING: [&str; 4] = ["stop()", "perhaps(x)", "passes(x)", "one()"];

/// Parts that may be undefined, and whether they are lvalues.
const UNDEFINED: [(&str, bool); 18] = [
    ("1 / x", false),
    ("7 % (x - 1)", false),
    ("(int)(u /= (unsigned)x)", false),
    ("1 << x", false),
    ("(int)(u <<= x)", false),
    ("(w *= w)", false),
    ("tab[x]", true),
    ("grid[1][x & 3]", true),
    ("unset", true),
    ("s.unset", true),
    ("*(x == 3 ? 0 : &r)", true),
    ("(int)(x * 1e9)", false),
    ("abs(x - 2147483646)", false),
    ("-(x - 2147483646)", false),
    ("2147483640 + 2 * x", false),
    ("divide(x)", false),
    ("tab[x & 3]", true),
    ("(int)(u += (unsigned)x)", false),
];

/// Statements with an ending part `A` and one that may be undefined, `B`.
const SHAPES: [&str; 10] = [
    "r = (A) + (B);",
    "r = (B) + (A);",
    "r = (A) < (B);",
    "r = take(A, B);",
    "r = take(B, A);",
    "{ int t[2] = { A, B }; r = t[0]; }",
    "{ int t[2] = { B, A }; r = t[0]; }",
    "tab[(B) & 3] = A;",
    "tab[(A) & 3] = B;",
    "tab[(B) & 3] += A;",
];

/// The same where what may be undefined is an lvalue.
const CHANGE: &str = "B += A;";

const HEAD: &str = "\
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
int one(void) { return 1; }
int stop(void) { exit(0); }
int perhaps(int x) { if (x > 2) exit(0); return 1; }
int passes(int x) { __VERIFIER_assume(x > 2); return 1; }
int divide(int x) { return 10 / x; }
int take(int a, int b) { return a == b; }
";

const VARIABLES: &str = "\
    int r = 0, tab[4] = { 1, 2, 3, 4 }, grid[3][2] = { { 1 }, { 2 }, { 3 } };
    unsigned u = 50;
    unsigned short w = (unsigned short)(x + 65530);
";

/// An assumption, for the compiled program.
const ASSUME: &str = "static void __VERIFIER_assume(int holds) { if (!holds) exit(0); }";

/// The program whose parts have no order.
fn open(ending: &str, undefined: &str, shape: &str) -> String {
    let statement = shape.replace('A', ending).replace('B', undefined);
    format!(
        "{HEAD}int main(void)\n{{\n    int x = (int)(__VERIFIER_nondet_uint() % 10u) - 2;\n{VARIABLES}    int unset; struct {{ int unset; }} s;\n    {statement}\n    return r == 4711;\n}}\n"
    )
}

/// The programs whose parts are evaluated one after the other, all in one: it takes the number of a pair, an order and the input.
fn ordered() -> String {
    let mut text = HEAD.replace("extern void __VERIFIER_assume(int);", ASSUME);
    text.push_str("static volatile int seen;\n");
    for (at, (ending, undefined)) in pairs().enumerate() {
        let undefined = as_seen(undefined);
        let (a, b) = (
            format!("seen = {ending};"),
            format!("seen = (int)({undefined});"),
        );
        writeln!(
            text,
            "static void pair{at}(int order, int x)\n{{\n{VARIABLES}    if (order) {{ {a} {b} }} else {{ {b} {a} }}\n    seen = r + tab[0] + grid[0][0] + (int)u + w;\n}}"
        )
        .expect("text grows");
    }
    text.push_str("int main(int argc, char **argv)\n{\n    int order = atoi(argv[2]), x = atoi(argv[3]);\n    switch (atoi(argv[1])) {\n");
    for at in 0..pairs().count() {
        writeln!(text, "    case {at}: pair{at}(order, x); break;").expect("text grows");
    }
    text.push_str("    }\n    return argc == 0;\n}\n");
    text
}

/// A part as the sanitizer sees it: of what has no value the sanitizer knows nothing, and a product that is cut at once is not looked at.
fn as_seen(undefined: &'static str) -> &'static str {
    match undefined {
        "unset" | "s.unset" => "(__builtin_trap(), 0)",
        "(w *= w)" => "w * w",
        seen => seen,
    }
}

fn pairs() -> impl Iterator<Item = (&'static str, &'static str)> {
    ENDING
        .iter()
        .flat_map(|ending| UNDEFINED.iter().map(|(undefined, _)| (*ending, *undefined)))
}

/// The pairs that are undefined for some input in some order.
fn judged(folder: &Path) -> BTreeSet<usize> {
    let source = folder.join("ordered.c");
    fs::write(&source, ordered()).expect("written");
    let program = folder.join("ordered");
    let sanitizer = [
        "-w",
        "-fsanitize=undefined,float-cast-overflow",
        "-fno-sanitize-recover=all",
    ];
    compile(&sanitizer, std::slice::from_ref(&source), &program);
    let fails = |pair: &usize| {
        let mut runs = (0..2).flat_map(|order| (-2..8).map(move |x| [order, x]));
        runs.any(|run| is_undefined(&program, *pair, run))
    };
    (0..pairs().count()).filter(fails).collect()
}

fn is_undefined(program: &PathBuf, pair: usize, [order, x]: [i32; 2]) -> bool {
    let arguments = [pair.to_string(), order.to_string(), x.to_string()];
    let done = Command::new(program).args(arguments).output();
    done.expect("it runs").status.code() != Some(0)
}

fn said(folder: &Path, text: &str) -> LanguageReport {
    let path = folder.join("open.c");
    fs::write(&path, text).expect("written");
    let budget = Budget::lasting(Duration::from_secs(20));
    let found = mores::language(&LanguageRequest::new(&path), &budget, &NoProgress);
    found.expect("it can be read").report
}

#[test]
fn what_may_come_first_may_fail_first() {
    let folder = tempfile::tempdir().expect("there is room for files");
    let undefined = judged(folder.path());
    let cases = pairs().enumerate().flat_map(|(at, pair)| {
        let changes = UNDEFINED[at % UNDEFINED.len()].1;
        let shapes = SHAPES.into_iter().chain(changes.then_some(CHANGE));
        shapes.map(move |shape| (at, pair, shape))
    });
    let (mut proved, mut tried) = (0, 0);
    for (at, (ending, part), shape) in cases.step_by(one_in(7)) {
        let text = open(ending, part, shape);
        let report = said(folder.path(), &text);
        let fails = report.counts.accepted != Some(0);
        tried += 1;
        proved += usize::from(report.verdict.kind == VerdictKind::Proved);
        let claimed = report.verdict.kind == VerdictKind::Proved || fails;
        assert!(
            !claimed || fails == undefined.contains(&at),
            "{:?}, {fails}\n{text}",
            report.verdict
        );
    }
    assert!(10 * proved >= 9 * tried, "{proved} of {tried} are proved");
}

/// Programs that are undefined if the right operand is evaluated first, where the left one ends the program.
const UNDEFINED_FIRST: [&str; 5] = [
    "int part(int z) { assert(z != 0); return 1; }
int main(void) { int z = __VERIFIER_nondet_int(); return part(z) + 1 / z == 3; }",
    "extern void reach_error(void);
int part(int z) { if (z == 0) reach_error(); return 1; }
int main(void) { int z = __VERIFIER_nondet_int(); return part(z) + 1 / z == 3; }",
    "int part(int z) { if (z == 0) abort(); return 1; }
int main(void) { int z = __VERIFIER_nondet_int(); return part(z) + 1 / z == 3; }",
    "int stop(void) { exit(0); }
int all(int n, ...) { va_list a; va_start(a, n); int r = stop() + va_arg(a, int); va_end(a); return r; }
int main(void) { return all(1) == 3; }",
    "int stop(void) { exit(0); }
int next(va_list a) { return va_arg(a, int); }
int all(int n, ...) { va_list a; va_start(a, n); int r = stop() + next(a); va_end(a); return r; }
int main(void) { return all(1) == 3; }",
];

#[test]
fn an_end_that_is_no_failure_does_not_hide_one() {
    let folder = tempfile::tempdir().expect("there is room for files");
    let path = folder.path().join("ends.c");
    let request = LanguageRequest {
        failures: Some(BTreeSet::from([FailureKind::Undefined])),
        ..LanguageRequest::new(&path)
    };
    for program in UNDEFINED_FIRST {
        let head = "#include <assert.h>\n#include <stdarg.h>\n#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\n";
        fs::write(&path, format!("{head}{program}\n")).expect("written");
        let budget = Budget::lasting(Duration::from_secs(20));
        let found = mores::language(&request, &budget, &NoProgress).expect("it can be read");
        assert_eq!(found.report.counts.accepted, Some(1), "{program}");
    }
}

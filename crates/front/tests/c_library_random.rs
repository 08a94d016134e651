//! Functions of the C library do on the interpreter what the machine's C library does, or are left open or unknown.

use std::collections::BTreeSet;

use crate::c_differential::{BATCH, Batch, Verdict, judge, rows, run};

/// Every kind of program a few times. A long run is made with the example of the same name.
const BATCHES: usize = 32;

/// Functions that are known by name and end in *unknown* wherever they are called.
const NEVER_KNOWN: [&str; 6] = [
    "__builtin_dynamic_object_size",
    "__builtin_frame_address",
    "__builtin_isnormal",
    "__builtin_object_size",
    "__builtin_return_address",
    "pow",
];

#[test]
fn functions_of_the_library_do_what_those_of_the_machine_do() {
    let tally = run(0..BATCHES);
    assert!(tally.different.is_empty(), "{:#?}", tally.different);
    assert_eq!(tally.programs(), BATCHES * BATCH);
    let unknown: usize = tally.unknown.values().sum();
    assert!(
        unknown * 3 < tally.programs(),
        "too many are unknown: {:#?}",
        tally.unknown
    );
    let called: BTreeSet<&str> = rows().flat_map(|(_, names, _)| names.split(' ')).collect();
    let never: Vec<&str> = called
        .into_iter()
        .filter(|name| !tally.agreed.contains_key(name))
        .collect();
    assert_eq!(
        never, NEVER_KNOWN,
        "functions that were never seen to agree"
    );
}

/// Programs that something false was said about, and what is right: alike, open, or why it is not known.
const DIFFERED: &[(&str, &str)] = &[
    (
        "errno = 0; show(malloc((size_t)-1) == 0); show(errno); return 0;",
        "what `errno` is where memory is refused",
    ),
    (
        "char *p = malloc(4); errno = 0; show(realloc(p, (size_t)-1) == 0); show(errno); return 0;",
        "what `errno` is where memory is refused",
    ),
    (
        "errno = 0; double r = sqrt(-1.0); show(errno); return r == 0;",
        "what `errno` is where a function has no result",
    ),
    (
        "errno = 0; double r = fmod(1.0, 0.0); show(errno); return r == 0;",
        "what `errno` is where a function has no result",
    ),
    (
        "errno = 0; double r = fdim(1e308, -1e308); show(errno); return r == 0;",
        "what `errno` is where a function has no result",
    ),
    (
        "errno = 0; double r = sqrt(4.0); show(errno); return r == 2;",
        "alike",
    ),
    (
        "show(__builtin_signbit(-__builtin_nan(\"\")) != 0); return 0;",
        "open",
    ),
    (
        "double r = copysign(1.0, -__builtin_nan(\"\")); show(r < 0); return 0;",
        "open",
    ),
    (
        "volatile double z = 0; double n = z / z; char b[8]; memcpy(b, &n, 8); show(b[7] < 0); return 0;",
        "open",
    ),
    (
        "union { float f; int i; } u; u.f = -__builtin_nanf(\"\"); show(u.i < 0); return u.f == u.f;",
        "open",
    ),
    (
        "static char b[64]; setvbuf(stdout, b, _IOFBF, 64); putchar('a'); b[0] = 'z'; return 0;",
        "a stream holds back what was written in an array of the program",
    ),
    (
        "static char b[BUFSIZ]; setbuf(stdout, b); putchar('a'); show(b[0]); return 0;",
        "a stream holds back what was written in an array of the program",
    ),
    (
        "char *p = __builtin_alloca_with_align(8, 128); p[7] = 3; show(p[7]); return 0;",
        "alike",
    ),
];

#[test]
fn programs_that_differed_are_open_or_unknown() {
    let verdict = |said: &str| match said {
        "alike" => Verdict::Alike,
        "open" => Verdict::Open,
        why => Verdict::Unknown(why.to_owned()),
    };
    let judged = DIFFERED.iter().map(|(text, said)| (*text, verdict(said)));
    let (texts, expected): (Vec<&str>, Vec<Verdict>) = judged.unzip();
    for filter in [false, true] {
        assert_eq!(
            judge(&Batch::of(&texts, filter)),
            expected,
            "as a filter: {filter}"
        );
    }
}

/// It is made when the program starts, so that something is open in every program of the batch.
#[test]
fn the_bits_of_a_static_that_is_no_number_are_open() {
    let text =
        "static double n = 0.0 / 0.0; char b[8]; memcpy(b, &n, 8); show(b[7] < 0); return 0;";
    assert_eq!(judge(&Batch::of(&[text], false)), [Verdict::Open]);
}

/// Names that the files of the library define.
fn defined() -> BTreeSet<String> {
    let files = [
        include_str!("../src/c/library/file.c"),
        include_str!("../src/c/library/format.c"),
        include_str!("../src/c/library/getopt.c"),
        include_str!("../src/c/library/line.c"),
        include_str!("../src/c/library/message.c"),
        include_str!("../src/c/library/real.c"),
        include_str!("../src/c/library/scan.c"),
        include_str!("../src/c/library/world.c"),
        include_str!("../src/c/library/stdio.c"),
        include_str!("../src/c/library/stdlib.c"),
        include_str!("../src/c/library/string.c"),
        include_str!("../src/c/library/ctype.c"),
        include_str!("../src/c/library/math.c"),
        include_str!("../src/c/library/compiler.c"),
    ];
    let lines = files.iter().flat_map(|text| text.lines());
    let heads = lines
        .filter(|line| line.starts_with(|c: char| c.is_ascii_alphabetic()) && !line.ends_with(';'));
    let name = |head: &str| {
        let before = head.split_once('(')?.0;
        before.rsplit([' ', '*']).next().map(str::to_owned)
    };
    heads
        .filter_map(name)
        .filter(|name| !name.starts_with("__mores_"))
        .collect()
}

/// Names of functions of the C library and the compiler that the lowering and the typing have in quotes.
fn quoted() -> BTreeSet<String> {
    let known: BTreeSet<&str> = include_str!("../src/c/library/names.txt").lines().collect();
    let files = [
        include_str!("../src/c/lower/call/arithmetic.rs"),
        include_str!("../src/c/lower/call/ending.rs"),
        include_str!("../src/c/lower/call/intrinsic.rs"),
        include_str!("../src/c/lower/call/memory.rs"),
        include_str!("../src/c/typing/builtin.rs"),
    ];
    let words = files.iter().flat_map(|text| text.split('"'));
    words
        .filter(|word| known.contains(word) || (word.len() > 10 && word.starts_with("__builtin_")))
        .map(str::to_owned)
        .collect()
}

/// Names that the lowering has and this library does not: of other libraries, of old ones, or of no function.
const ELSEWHERE: [&str; 5] = [
    "__assert_func",
    "__assert_rtn",
    "cfree",
    "__dprintf_chk",
    "__builtin_unreachable",
];

#[test]
fn every_function_that_is_known_is_called() {
    let called: BTreeSet<&str> = rows()
        .flat_map(|(_, names, _)| names.split(' '))
        .chain(ELSEWHERE)
        .collect();
    let known: BTreeSet<String> = defined().into_iter().chain(quoted()).collect();
    let forgotten: Vec<_> = known
        .iter()
        .filter(|name| !called.contains(name.as_str()))
        .collect();
    assert!(
        known.len() > 200 && forgotten.is_empty(),
        "{forgotten:?} of {}",
        known.len()
    );
}

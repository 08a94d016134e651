//! Functions of the C library do on the interpreter what the machine's C library does, or are left open or unknown.

#[path = "c_differential/mod.rs"]
mod differential;

use std::collections::BTreeSet;

use differential::{BATCH, rows, run};

/// Every kind of program a few times. A long run is made with the example of the same name.
const BATCHES: usize = 18;

#[test]
fn functions_of_the_library_do_what_those_of_the_machine_do() {
    let tally = run(0..BATCHES);
    assert!(tally.different.is_empty(), "{:#?}", tally.different);
    assert_eq!(tally.programs(), BATCHES * BATCH);
    let unknown: usize = tally.unknown.values().sum();
    assert!(unknown * 4 < tally.programs(), "too many are unknown: {:#?}", tally.unknown);
}

/// Names that the files of the library define.
fn defined() -> BTreeSet<String> {
    let files = [
        include_str!("../src/c/library/format.c"),
        include_str!("../src/c/library/stdio.c"),
        include_str!("../src/c/library/stdlib.c"),
        include_str!("../src/c/library/string.c"),
        include_str!("../src/c/library/ctype.c"),
        include_str!("../src/c/library/math.c"),
        include_str!("../src/c/library/compiler.c"),
    ];
    let lines = files.iter().flat_map(|text| text.lines());
    let heads = lines.filter(|line| line.starts_with(|c: char| c.is_ascii_alphabetic()) && !line.ends_with(';'));
    let name = |head: &str| {
        let before = head.split_once('(')?.0;
        before.rsplit([' ', '*']).next().map(str::to_owned)
    };
    heads.filter_map(name).filter(|name| !name.starts_with("__mores_")).collect()
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
    words.filter(|word| known.contains(word) || (word.len() > 10 && word.starts_with("__builtin_"))).map(str::to_owned).collect()
}

/// Names that the lowering has and this library does not: of other libraries, of old ones, or of no function.
const ELSEWHERE: [&str; 5] = ["__assert_func", "__assert_rtn", "cfree", "__dprintf_chk", "__builtin_unreachable"];

#[test]
fn every_function_that_is_known_is_called() {
    let called: BTreeSet<&str> = rows().flat_map(|(_, names, _)| names.split(' ')).chain(ELSEWHERE).collect();
    let known: BTreeSet<String> = defined().into_iter().chain(quoted()).collect();
    let forgotten: Vec<_> = known.iter().filter(|name| !called.contains(name.as_str())).collect();
    assert!(known.len() > 200 && forgotten.is_empty(), "{forgotten:?} of {}", known.len());
}

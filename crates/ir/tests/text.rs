//! The text form: the law of printing and parsing, the places of errors, hostile texts.

use base::Random;
use ir::interp::{Machine, Value};
use ir::text::{parse, print};
use ir::{MAX_EXPR_DEPTH, Program, validate};

use crate::common;

#[test]
fn a_printed_program_parses_to_itself() {
    for seed in 0..500 {
        let program = common::program(seed);
        assert_eq!(validate(&program), Ok(()), "seed {seed}");
        let text = print(&program);
        assert_eq!(parse(&text).as_ref(), Ok(&program), "seed {seed}:\n{text}");
    }
}

const COUNTER: &str = r#"class Object {
}
class Counter extends Object {
    field n: i32 "int"
    field next: ref
    method `add(I)V` = `Counter.add(I)V`
}
class `int[]` [i32] extends Object {
}
class `Counter[]` [ref Counter] extends Object {
}
selector `add(I)V`
global Counter.total: i64 = 7i64 tracked
image "full": Counter { 3, null }
image : `int[]` { 1, -2 }
image Counter.LAST: `Counter[]` { @"full", null }
fn `Counter.add(I)V`(this: ref, k: i32) file "Counter.java" {
    local n: i32
    local o: ref
    local x: f32
    local y: f64
b0:
    n = this->Counter::n @7
    if k > 0 & n != 2147483647 then b1 else b2 @8
b1:
    this->Counter::n = n + k
    global Counter.total = i64(n) + 1i64
    switch n { 1: b0, -2: b1, else: b2 }
b2:
    o = new `int[]`[n + 1] @12
    n = #o
    o[n - 1] = k
    o[0; n] = @#1[k]
    n = o[2]
    o = new (@Counter.LAST)
    o = class o
    n = this->[0i64]
    this->[1i64] = @"full"
    x = fromBits(k) * 1.5f32 - 1e-7f32
    y = sqrt(f64(x)) / -0.0f64 + abs(-f64inf)
    if @Counter.LAST takes o | y == f64nan then b2 else b3
b3:
    o = call native "clone"(o, toBits(x)) then b4 unwind b4(o)
b4:
    return
}
fn elsewhere(o: ref) -> f64 file "Elsewhere.java"
"#;

const BYTES: &str = r#"class Block {
}
event "seen" "a.c" 3
fn f(b: ref, o: i64, x: u8) file "a.c" {
    local n: i32
b0:
    b = mem new Block automatic(o + 1i64) unset "x" @3
    b = mem new Block static(8i64) zero "y"
    b = mem new Block constant(3i64) bytes "6869" "hi"
    n = mem probe read(b, o, 4i64)
    n = mem load(b, o)
    mem store(b, o, n + 1)
    b = mem target(b, o, 8)
    o = mem offset(b, 0i64, 4)
    mem point(b, o, null, 7i64, 8)
    mem copy(b, o, b, 0i64, 3i64)
    mem fill(b, o, 5i64, x)
    mem unset(b, o, 5i64)
    o = mem size(b)
    o = mem address(b)
    b = mem find(o)
    o = mem within(o)
    mem end(b)
    n = world input "nondet"
    world event 0
    world enter 1
    world iterate 1
    world output(x)
    world print(b, o, n, [b, 0i64])
    return
}
"#;

#[test]
fn the_printed_form_is_the_one_people_write() {
    for text in [COUNTER, BYTES] {
        assert_eq!(print(&parse(text).unwrap()), text);
    }
    assert_eq!(validate(&parse(BYTES).unwrap()), Ok(()));
}

#[test]
fn brackets_stand_only_where_they_are_needed() {
    for expr in [
        "a - (b - c)",
        "a - b - c",
        "(a + b) * c",
        "a + b * c",
        "a << b + c",
        "-(a) * -3",
        "-(3)",
        "(a & b) + c",
    ] {
        let text = format!("fn f(a: i32, b: i32, c: i32) -> i32 {{ s: return {expr} }}");
        let printed = print(&parse(&text).unwrap());
        assert!(
            printed.contains(&format!("return {expr}\n")),
            "{expr} became {printed}"
        );
    }
}

#[track_caller]
fn fails(text: &str, line: u32, column: u32, message: &str) {
    let error = parse(text).expect_err("this is no program");
    assert_eq!(
        (error.line, error.column, error.message.as_str()),
        (line, column, message)
    );
}

#[test]
fn an_error_names_its_place() {
    for (text, line, column, message) in MISTAKES {
        fails(text, line, column, message);
    }
}

/// Texts, where they are wrong, and what is said of it.
const MISTAKES: [(&str, u32, u32, &str); 16] = [
    (
        "clas X { }",
        1,
        1,
        "a class, selector, global, image, event or fn is needed here",
    ),
    ("class X extends Y { }", 1, 17, "there is no such class"),
    ("fn f() {\n  a: goto b\n}", 2, 11, "there is no such block"),
    ("fn f() { a: return", 1, 19, "the closing `}` is missing"),
    (
        "fn f(n: i33) { }",
        1,
        9,
        "a type is needed where `i33` stands",
    ),
    (
        "fn f() { a: x = 1 return }",
        1,
        13,
        "there is no such local",
    ),
    (
        "fn f(x: i32, x: i32) { a: x = 1 return }",
        1,
        27,
        "more than one local has this name",
    ),
    (
        "fn f(x: i32) { a: 1 = x return }",
        1,
        21,
        "only a local, a field or an element can be written",
    ),
    (
        "fn f() { a: return a: return }",
        1,
        20,
        "there is a block of this name already",
    ),
    ("image \"a", 1, 7, "the closing \" is missing"),
    (
        "class C { } image : C { x }",
        1,
        25,
        "a constant is needed here",
    ),
    (
        "fn f(x: ref) { a: x = @y return }",
        1,
        24,
        "there is no such object",
    ),
    (
        "fn f(x: f64) { a: x = 1.5 return }",
        1,
        23,
        "a number with a fraction needs f32 or f64 behind it",
    ),
    (
        "fn f(x: i64) { a: x = 99999999999999999999i64 }",
        1,
        23,
        "99999999999999999999 is too large a number",
    ),
    (
        "fn f(x: i64) { a: x = 18446744073709551615i64 }",
        1,
        23,
        "the number does not fit into 64 bits",
    ),
    ("fn f() { a: § }", 1, 13, "'§' means nothing here"),
];

#[test]
fn deep_nesting_is_an_error_and_not_a_crash() {
    let deep = "fn f(x: i32) -> i32 { a: return ".to_owned();
    for (open, close) in [("(", ")"), ("!", ""), ("-", ""), ("i32(", ")")] {
        let text = format!(
            "{deep}{}x{} }}",
            open.repeat(100_000),
            close.repeat(100_000)
        );
        assert!(parse(&text).is_err(), "{open}");
    }
    let chain = format!("{deep}x{} }}", "+ x".repeat(100_000));
    assert!(parse(&chain).is_err());
    let allowed = format!("{deep}x{} }}", "+ x".repeat(MAX_EXPR_DEPTH - 1));
    assert_eq!(validate(&parse(&allowed).unwrap()), Ok(()));
}

/// Everything that can be done to a text must end well, whatever the text.
fn survive(text: &str) {
    let Ok(program) = parse(text) else { return };
    if validate(&program).is_ok() {
        assert_eq!(parse(&print(&program)).as_ref(), Ok(&program));
        run_all(&program);
    }
}

fn run_all(program: &Program) {
    let mut machine = Machine::new(program);
    for (id, function) in program.functions.iter() {
        let args: Vec<Value> = function.params.iter().map(|p| Value::zero(p.ty)).collect();
        machine.call(id, &args, 300);
    }
}

#[test]
fn mutated_programs_never_cause_a_panic() {
    let mut random = Random::seeded(1);
    for seed in 0..100 {
        let text = print(&common::program(seed));
        for _ in 0..60 {
            survive(&common::mutate(&mut random, &text));
        }
    }
    for _ in 0..3000 {
        survive(&common::mutate(&mut random, COUNTER));
        survive(&common::mutate(&mut random, BYTES));
    }
}

/// Characters of all lengths in UTF-8, many of them from the language.
fn character(random: &mut Random) -> char {
    let any = |from: u32, below: u32, random: &mut Random| {
        char::from_u32(from + random.below((below - from) as usize) as u32)
    };
    let made = match random.below(5) {
        0 | 1 => any(0x20, 0x7f, random),
        2 => any(0, 0x800, random),
        3 => any(0x800, 0x1_0000, random),
        _ => any(0x1_0000, 0x11_0000, random),
    };
    // Halves of a pair are no characters.
    made.unwrap_or('\u{fffd}')
}

#[test]
fn arbitrary_texts_never_cause_a_panic() {
    let mut random = Random::seeded(2);
    for length in 0..600 {
        let text = (0..length % 80).map(|_| character(&mut random));
        survive(&text.collect::<String>());
    }
}

#[test]
fn arbitrary_runs_of_words_never_cause_a_panic() {
    let mut random = Random::seeded(3);
    for length in 0..600 {
        let words = (0..length % 60).map(|_| *random.pick(&WORDS));
        survive(&words.collect::<Vec<_>>().join(" "));
    }
}

const WORDS: [&str; 51] = [
    "class", "C", "extends", "{", "}", "field", "n", ":", "i32", "bool", "ref", "global", "G",
    "fn", "f", "(", ")", ",", "->", "local", "x", "b", "=", "1", "2i64", "\"s\"", "return", "goto",
    "if", "then", "else", "switch", "call", "virtual", "unwind", "throw", "new", "::", "#0", "@3",
    "[", "]", ";", "image", "@", "takes", "1.5f64", "f32nan", "native", "sqrt", "#",
];

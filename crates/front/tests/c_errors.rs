//! What is no C, or C that cannot be done, gets one clear message with its place.

use front::c::{Body, Machine, Source, StmtKind, Unit, read};

use crate::c_support;
use crate::c_support::read_text;

/// The message and the line, for a program that gcc does not take either.
fn refused(text: &str) -> (String, u32) {
    let error = read_text(text, Machine::Bits64)
        .err()
        .unwrap_or_else(|| panic!("this was read: {text}"));
    let place = error
        .place
        .unwrap_or_else(|| panic!("no place: {}", error.message));
    (error.message, place.line)
}

/// Programs that are no C, what is said of them, and the line.
const NO_C: &[(&str, &str, u32)] = &[
    ("int f(void) {\n return x; }", "`x` is not declared", 2),
    (
        "int f(void) {\n return 1 +; }",
        "this is not C that can be read: `;` was not expected here",
        2,
    ),
    (
        "hello, world",
        "this is not C that can be read: `hello` was not expected here",
        1,
    ),
    (
        "int f(void) {\n\n return 1;",
        "this is not C that can be read: the end of the file was not expected here",
        3,
    ),
    (
        "struct s { int a; } x;\nint f(void) { return x.b; }",
        "`s` has no member `b`",
        2,
    ),
    (
        "struct s { int a; } x;\nint f(void) { return x; }",
        "the result must be of type `int`, not `struct s`",
        2,
    ),
    (
        "int f(int a) { return a; }\nint g(void) { return f(1, 2); }",
        "this function takes 1 arguments, not 2",
        2,
    ),
    (
        "int f(void) { int a;\n return *a; }",
        "`int` is no pointer",
        2,
    ),
    (
        "int f(void) { int a;\n return a(); }",
        "`int` is no function",
        2,
    ),
    (
        "int f(void) {\n 3 = 4; return 0; }",
        "nothing can be assigned to this",
        2,
    ),
    (
        "int f(const int *p) {\n *p = 4; return 0; }",
        "this is constant: nothing can be assigned to it",
        2,
    ),
    (
        "int f(void) { int a;\n int a; return 0; }",
        "`a` is declared twice here",
        2,
    ),
    (
        "struct s;\nstruct s x;",
        "`struct s` has no size here: its definition is missing",
        2,
    ),
    (
        "int f(void) {\n goto out; return 0; }",
        "there is no label `out`",
        2,
    ),
    (
        "int f(void) {\n break; return 0; }",
        "`break` stands in no loop and no switch",
        2,
    ),
    (
        "int f(int x) { switch (x) { case 1:\n case 1: return 0; } return 1; }",
        "two cases of a switch have the same value",
        2,
    ),
    (
        "int x;\nint a[2] = { 1, x };",
        "this initial value is not constant",
        2,
    ),
    (
        "int f(double d) {\n return d % 2; }",
        "an integer is needed here, not `double`",
        2,
    ),
    (
        "int f(void);\nlong f(void);",
        "`f` is declared with another type before: int (void)",
        2,
    ),
    (
        "int f(void) { return 0; }\nint f(void) { return 0; }",
        "the function `f` is defined twice",
        2,
    ),
    (
        "int x;\n_Static_assert(sizeof(int) == 5, \"five\");",
        "the static assertion fails: \"five\"",
        2,
    ),
    (
        "int f(int n) { return n; }\nint a[f(3)];",
        "the length of this array is not constant",
        2,
    ),
    (
        "enum e { A = 1 };\nint f(void) { return &A != 0; }",
        "this has no address: it is a value, not an object",
        2,
    ),
];

#[test]
fn programs_that_are_no_c_are_refused_with_the_line() {
    for (text, message, line) in NO_C {
        assert_eq!(refused(text), ((*message).to_owned(), *line), "{text}");
        let output = c_support::gcc(text, &["-fsyntax-only", "-pedantic-errors"]);
        assert!(!output.status.success(), "gcc takes {text}");
    }
}

/// Programs that gcc takes, what is said of them, and the line.
const REFUSED: &[(&str, &str, u32)] = &[
    (
        "int x = 1;\nint a[2] = { 1, 2, 3 };",
        "there are too many initial values here",
        2,
    ),
    (
        "int f(void) {\n return 0x1ffffffffffffffffffff; }",
        "the number 1ffffffffffffffffffff is too large",
        2,
    ),
    (
        "int x;\n__int128 y;",
        "the type `__int128` cannot be analysed",
        2,
    ),
    (
        "int x;\n_Complex double z;",
        "the type `_Complex double` cannot be analysed",
        2,
    ),
    (
        "int x;\nenum e { A, B } __attribute__((packed));",
        "an enum that is packed cannot be analysed",
        2,
    ),
    (
        "int x;\nenum __attribute__((packed)) e { A, B } y;",
        "an enum that is packed cannot be analysed",
        2,
    ),
    (
        "int x;\n_Atomic struct { int a; } y;",
        "`_Atomic` of what is no integer and no pointer cannot be analysed",
        2,
    ),
    (
        "int x;\nvoid f(void) __attribute__((constructor));",
        "the attribute `constructor` cannot be analysed",
        2,
    ),
    (
        "int x;\n#pragma pack(3)\nstruct s { int a; };",
        "this `#pragma pack` cannot be read",
        2,
    ),
];

#[test]
fn what_gcc_takes_and_we_do_not_is_refused_by_name() {
    for (text, message, line) in REFUSED {
        assert_eq!(refused(text), ((*message).to_owned(), *line), "{text}");
    }
}

fn function_refused(unit: &Unit) -> Option<(String, u32)> {
    unit.functions
        .values()
        .find_map(|function| match &function.body {
            Some(Body::Unsupported(what)) => Some((what.what.clone(), what.place.line)),
            _ => None,
        })
}

#[test]
fn a_function_that_cannot_be_done_leaves_the_others() {
    let cases = [
        (
            "int f(int n) {\n int a[n] = {0}; return a[0]; } int main(void) { return 0; }",
            "the first value of an array whose length varies",
            2,
        ),
        (
            "int f(void) {\n l: m: return &&l - &&m; } int main(void) { return 0; }",
            "the distance of labels",
            2,
        ),
        (
            "int f(int n) {\n __int128 a = n; return a; } int main(void) { return 0; }",
            "the type `__int128`",
            2,
        ),
        (
            "int f(void) { int x\n __attribute__((cleanup(g))) = 1; return x; } int main(void) { return 0; }",
            "the attribute `cleanup`",
            2,
        ),
    ];
    for (text, what, line) in cases {
        let unit = read_text(text, Machine::Bits64).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(
            function_refused(&unit),
            Some((what.to_owned(), line)),
            "{text}"
        );
        let main = &unit.functions[unit.defined("main").unwrap()];
        assert!(matches!(main.body, Some(Body::Code(_))));
    }
}

#[test]
fn assembler_is_a_node_of_its_own() {
    let text = "int f(int n) { n++;\n __asm__(\"nop\"); return n; }";
    let unit = read_text(text, Machine::Bits64).unwrap_or_else(|error| panic!("{error}"));
    let found = unit
        .stmts
        .values()
        .find(|s| matches!(&s.kind, StmtKind::Unsupported(what) if what == "assembler"));
    assert_eq!(found.unwrap().place.line, 2);
}

#[test]
fn the_preprocessor_is_heard() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.c");
    std::fs::write(&file, "int x;\n#include \"missing.h\"\n").unwrap();
    let error = read(&Source::new(&file, Machine::Bits64)).unwrap_err();
    assert!(
        error.message.ends_with("a.c cannot be preprocessed"),
        "{error}"
    );
    assert_eq!(error.place.unwrap().line, 2);
    assert!(
        error
            .details
            .unwrap()
            .contains("missing.h: No such file or directory")
    );
    let error = read(&Source::new(folder.path().join("b.c"), Machine::Bits64)).unwrap_err();
    assert!(error.message.contains("b.c cannot be read"), "{error}");
}

#[test]
fn places_are_those_of_the_files_the_user_wrote() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("a.h"),
        "/* two\n lines */\nint from_header(void) { return\n missing; }\n",
    )
    .unwrap();
    let file = folder.path().join("a.c");
    std::fs::write(&file, "#define NOTHING\n\n#include \"a.h\"\nint x;\n").unwrap();
    let place = read(&Source::new(&file, Machine::Bits64))
        .unwrap_err()
        .place
        .unwrap();
    assert!(place.file.ends_with("a.h"), "{place}");
    assert_eq!(place.line, 4);
    std::fs::write(folder.path().join("a.h"), "#define LATER 3\n\n\n").unwrap();
    std::fs::write(&file, "#include \"a.h\"\nint y; /* a\n comment */ int f(void) {\n\n return\n LATER + missing; }\n")
        .unwrap();
    let place = read(&Source::new(&file, Machine::Bits64))
        .unwrap_err()
        .place
        .unwrap();
    assert!(place.file.ends_with("a.c"), "{place}");
    assert_eq!(place.line, 6);
}

/// Broken texts: every prefix of a program, and every program with a token taken away or doubled, is read or refused.
#[test]
fn broken_programs_are_read_or_refused() {
    let text = "struct s { int a : 3; unsigned b; union { char c; double d; }; } x = { .b = 2, .c = 1 };\n\
        enum e { A, B = 4 }; typedef int (*fp)(int, ...); static int g(int n, ...) { return n ? g(n - 1) : (int)sizeof(x); }\n\
        int f(int n, char *p) { int t[3] = { [1] = 2 }; l: for (int i = 0; i < n; i++) { switch (i) { case 1 ... 3: \
        t[0] += p[i]; break; default: goto l; } } fp h = g; do x.a++; while (x.a); return ({ int y = h(1, 2.5f); y; }) ?: *t; }\n";
    let words: Vec<&str> = text.split_inclusive(' ').collect();
    assert!(
        read_text(text, Machine::Bits64).is_ok(),
        "{}",
        read_text(text, Machine::Bits64).unwrap_err()
    );
    for at in 0..words.len() {
        let without: String = words
            .iter()
            .enumerate()
            .filter(|(i, _)| *i != at)
            .map(|(_, w)| *w)
            .collect();
        let doubled: String = words
            .iter()
            .enumerate()
            .map(|(i, w)| w.repeat(1 + usize::from(i == at)))
            .collect();
        for broken in [words[..at].concat(), without, doubled] {
            if let Err(error) = read_text(&broken, Machine::Bits64) {
                assert!(error.place.is_some(), "{error}: {broken}");
            }
        }
    }
}

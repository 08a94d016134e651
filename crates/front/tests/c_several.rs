//! Programs of several files: what gcc makes of them when it compiles each and links all.

use std::path::{Path, PathBuf};
use std::process::Command;

use front::c::{Machine, Part, Source, read};

use crate::c_support::interpret::{Ended, interpret};

/// Files and their texts; the first has `main`.
type Files = [(&'static str, &'static str)];

fn written(folder: &Path, files: &Files) -> Vec<PathBuf> {
    let write = |(name, text): &(&str, &str)| {
        let file = folder.join(name);
        std::fs::write(&file, text).unwrap();
        file
    };
    let all: Vec<PathBuf> = files.iter().map(write).collect();
    let is_c = |file: &PathBuf| file.extension().is_some_and(|end| end == "c");
    all.into_iter().filter(is_c).collect()
}

fn source(files: &[PathBuf]) -> Source {
    let part = |file: &PathBuf| Part {
        file: file.clone(),
        options: Vec::new(),
    };
    Source {
        others: files[1..].iter().map(part).collect(),
        ..Source::new(&files[0], Machine::Bits64)
    }
}

/// What the linked program prints, and its exit code; `None` if it cannot be linked.
fn linked(folder: &Path, files: &[PathBuf]) -> Option<String> {
    let program = folder.join("program");
    let mut gcc = Command::new("gcc");
    let made = gcc.arg("-w").args(files).arg("-o").arg(&program);
    if !made.output().expect("gcc").status.success() {
        return None;
    }
    let output = Command::new(&program).output().expect("it runs");
    let printed = String::from_utf8_lossy(&output.stdout);
    let code = output
        .status
        .code()
        .map_or("by a signal".to_owned(), |code| code.to_string());
    Some(format!("{printed}exit {code}\n"))
}

/// Programs that gcc links: they do what the linked program does.
const LINKED: [&Files; 10] = [
    // One record and one unnamed one of a header, an enum, an array whose length another file knows.
    &[
        (
            "a.h",
            "struct pair { int a; struct pair *next; }; typedef struct { char c; long l; } box;\n\
             enum kind { ONE = 3, TWO }; extern int numbers[]; box boxed(struct pair, enum kind);",
        ),
        (
            "a.c",
            "#include \"a.h\"\nint printf(const char *, ...);\n\
             int main(void) { struct pair p = {4, 0}; p.next = &p; box b = boxed(p, TWO);\n\
             printf(\"%d %ld %d\\n\", b.c, b.l, numbers[2]); return 0; }",
        ),
        (
            "b.c",
            "#include \"a.h\"\nint numbers[3] = {1, 2, 5};\n\
             box boxed(struct pair p, enum kind k) { box b = { (char)k, p.next->a }; return b; }",
        ),
    ],
    // The same name for other things of each file.
    &[
        (
            "a.c",
            "static int n = 3; struct own { int x; }; static int f(struct own *o) { return o->x + n; }\n\
             int other(void); int main(void) { struct own o = {2}; return f(&o) * 10 + other(); }",
        ),
        (
            "b.c",
            "static int n = 4; struct own { char y[3]; int x; }; static int f(struct own *o) { return o->y[1] + n; }\n\
             int other(void) { struct own o = {{1, 2, 3}, 0}; return f(&o); }",
        ),
    ],
    // What one file knows nothing of but its name.
    &[
        (
            "a.c",
            "struct hidden; struct hidden *made(void); int seen(struct hidden *);\n\
             int main(void) { return seen(made()); }",
        ),
        (
            "b.c",
            "struct hidden { int x; } one = {7}; struct hidden *made(void) { return &one; }\n\
             int seen(struct hidden *h) { return h->x; }",
        ),
    ],
    // Three files, a function of the library in each, and a call without a prototype.
    &[
        ("a.c", "int main() { return b(\"abc\") + c(\"de\"); }"),
        (
            "b.c",
            "#include <string.h>\nint b(const char *t) { return (int)strlen(t); }",
        ),
        (
            "c.c",
            "#include <string.h>\nint c(const char *t) { return strcmp(t, \"de\") == 0 ? 20 : 30; }",
        ),
    ],
    // A function that the library has, too, and that a file keeps to itself.
    &[
        (
            "a.c",
            "#include <string.h>\nint b(void); int main(void) { return (int)strlen(\"four\") * 10 + b(); }",
        ),
        (
            "b.c",
            "static int strlen_(const char *t) { return t[0]; }\nstatic int abs2(int n) { return n; }\n\
             int b(void) { return abs2(-strlen_(\"\\2\")) + 5; }",
        ),
    ],
    // Static functions and inline ones of a header.
    &[
        (
            "a.h",
            "static int count; static inline int up(void) { return ++count; }\n\
             inline int twice(int n) { return 2 * n; }",
        ),
        (
            "a.c",
            "#include \"a.h\"\nint b(void); int main(void) { up(); up(); return b() * 10 + up(); }",
        ),
        ("b.c", "#include \"a.h\"\nint b(void) { return up(); }"),
    ],
    // Objects that are initialised with addresses in other files.
    &[
        (
            "a.c",
            "extern int x; int *p = &x; int g(void); int (*f)(void) = g;\n\
             int main(void) { *p = 5; return f() + x; }",
        ),
        ("b.c", "int x = 1; int g(void) { return x * 2; }"),
    ],
    // Packed in one header for both.
    &[
        (
            "a.h",
            "#pragma pack(push, 1)\nstruct wire { char c; int n; };\n#pragma pack(pop)\nstruct plain { char c; int n; };",
        ),
        (
            "a.c",
            "#include \"a.h\"\nint b(struct wire *); int main(void) { struct wire w = {1, 2}; return b(&w) + sizeof w * 10; }",
        ),
        (
            "b.c",
            "#include \"a.h\"\nint b(struct wire *w) { return w->n + (int)sizeof(struct plain); }",
        ),
    ],
    // A type that other types are made of differs, and nobody looks at it.
    &[
        (
            "a.c",
            "struct node { int a; }; struct list { struct node *head; };\n\
             int b(void); int main(void) { struct node n = {3}; struct list l = {&n}; return l.head->a + b(); }",
        ),
        (
            "b.c",
            "struct node { char a, b; }; struct list { struct node *head; };\n\
             int b(void) { struct node n = {3, 4}; struct list l = {&n}; return l.head->b; }",
        ),
    ],
    // Unions, records in records, pointers to functions with records.
    &[
        (
            "a.h",
            "union u { int i; char c[4]; }; struct outer { struct { union u in; int k; } part; int (*call)(struct outer *); };",
        ),
        (
            "a.c",
            "#include \"a.h\"\nint b(struct outer *); int main(void) { struct outer o = {{{.c = {1, 0, 0, 0}}, 6}, b}; return o.call(&o); }",
        ),
        (
            "b.c",
            "#include \"a.h\"\nint b(struct outer *o) { return o->part.in.i + o->part.k; }",
        ),
    ],
];

#[test]
fn programs_of_several_files_do_what_the_linked_program_does() {
    for files in LINKED {
        let folder = tempfile::tempdir().unwrap();
        let paths = written(folder.path(), files);
        let expected = linked(folder.path(), &paths);
        let Ended::Exit(found) = interpret(&source(&paths), 1_000_000) else {
            panic!("{files:?}: {:?}", interpret(&source(&paths), 1_000_000));
        };
        assert_eq!(Some(found), expected, "{files:?}");
    }
}

/// What is no program, and what is said of it. The last three are linked by gcc, which sees no types then.
const REFUSED: [(&Files, &str); 6] = [
    (
        &[
            ("a.c", "int x = 1; int main(void) { return x; }"),
            ("b.c", "int x = 2;"),
        ],
        "a.c:1: `x` is defined at b.c:1 already; `extern` declares it only",
    ),
    (
        &[
            ("a.c", "int x; int main(void) { return x; }"),
            ("b.c", "int x;"),
        ],
        "a.c:1: `x` is defined at b.c:1 already; `extern` declares it only",
    ),
    (
        &[
            (
                "a.c",
                "int f(void) { return 1; } int main(void) { return f(); }",
            ),
            ("b.c", "int f(void) { return 2; }"),
        ],
        "a.c:1: the function `f` is defined twice",
    ),
    (
        &[
            ("a.c", "extern int x; int main(void) { return x; }"),
            ("b.c", "int x(void) { return 2; }"),
        ],
        "a.c:1: `x` is declared as something else before",
    ),
    (
        &[
            ("a.c", "int f(int); int main(void) { return f(1); }"),
            ("b.c", "long f(int n) { return n; }"),
        ],
        "a.c:1: `f` is declared with another type before: long (int)",
    ),
    (
        &[
            ("a.c", "extern int x; int main(void) { return x++; }"),
            ("b.c", "const int x = 2;"),
        ],
        "a.c:1: `x` is declared with another type before",
    ),
];

#[test]
fn what_is_no_program_is_refused() {
    for (number, (files, said)) in REFUSED.iter().enumerate() {
        let folder = tempfile::tempdir().unwrap();
        let paths = written(folder.path(), files);
        let error = read(&source(&paths)).expect_err("it is refused");
        let at = format!("{}/", folder.path().display());
        assert_eq!(error.to_string().replace(&at, ""), *said, "{files:?}");
        let sees_types = number >= REFUSED.len() - 3;
        assert_eq!(
            linked(folder.path(), &paths).is_some(),
            sees_types,
            "{files:?}"
        );
    }
}

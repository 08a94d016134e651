//! What C leaves undefined is seen where it happens, and nothing else is.

use front::c::{Machine, Source};

use crate::c_support::interpret::{Ended, interpret};

/// How a program ends: `exit N`, or the kind and line of what is undefined.
fn end(text: &str, machine: Machine) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("p.c");
    std::fs::write(&file, text).unwrap();
    match interpret(&Source::new(&file, machine), 1_000_000) {
        Ended::Exit(printed) => printed.trim_end().to_owned(),
        Ended::Failed(how) => {
            let (class, rest) = how.split_once(" at ").unwrap();
            let line = rest
                .split_once("p.c:")
                .unwrap()
                .1
                .split(' ')
                .next()
                .unwrap()
                .to_owned();
            format!("{} {line}", class.trim_start_matches("failure."))
        }
        other => panic!("{other:?}\n{text}"),
    }
}

/// Programs and how they end on both machines.
fn check(programs: &[(&str, &str)]) {
    for (text, expected) in programs {
        for machine in [Machine::Bits64, Machine::Bits32] {
            assert_eq!(end(text, machine), *expected, "{machine:?}: {text}");
        }
    }
}

/// A program with a function that gives values nobody knows before.
fn main_of(body: &str) -> String {
    let library = "typedef __SIZE_TYPE__ size_t; void *malloc(size_t); void *realloc(void *, size_t); void free(void *);";
    format!(
        "{library} int id(int x) {{ return x; }} int *no(void) {{ return 0; }}\nint main(void) {{ {body} }}"
    )
}

fn check_bodies(bodies: &[(&str, &str)]) {
    for (body, expected) in bodies {
        check(&[(&main_of(body), expected)]);
    }
}

/// Bodies with arithmetic, and how they end.
const ARITHMETIC: &[(&str, &str)] = &[
    (
        "int x = id(2147483647); return x + id(1);",
        "undefined.overflow 2",
    ),
    ("int x = id(2147483647); return (x + id(0)) & 1;", "exit 1"),
    (
        "int x = id(2147483647); x++; return 0;",
        "undefined.overflow 2",
    ),
    (
        "int x = id(-2147483647); x -= 2; return 0;",
        "undefined.overflow 2",
    ),
    ("int x = id(-2147483647); x -= 1; return x < 0;", "exit 1"),
    (
        "int x = id(-2147483647 - 1); return -x;",
        "undefined.overflow 2",
    ),
    (
        "int x = id(5); return 8 - (x - 2147483647) < 0;",
        "undefined.overflow 2",
    ),
    ("int x = id(5); return 3 - (x - 2147483647) > 0;", "exit 1"),
    ("int x = id(65536); return x * x;", "undefined.overflow 2"),
    ("int x = id(65536); return x * -32768 < 0;", "exit 1"),
    (
        "int x = id(65536); return x * 32768;",
        "undefined.overflow 2",
    ),
    (
        "int x = id(-2147483647 - 1); return x * -1;",
        "undefined.overflow 2",
    ),
    ("int x = id(46340); return x * x > 0;", "exit 1"),
    ("unsigned x = id(65536); return x * x == 0;", "exit 1"),
    (
        "long long x = id(65536), y = x * x * 32768; return x * y > 0;",
        "undefined.overflow 2",
    ),
    (
        "long long x = id(65536), y = x * x * 16384; return -1 * x * y < 0;",
        "exit 1",
    ),
    (
        "long long x = id(-1), y = id(1) * (-0x7fffffffffffffffLL - 1); return x * y > 0;",
        "undefined.overflow 2",
    ),
    (
        "long long x = id(-1), y = id(1) * 0x7fffffffffffffffLL; return x * y < 0;",
        "exit 1",
    ),
    ("short s = 32767; s++; return s == -32768;", "exit 1"),
    ("char c = 127; c += 1; return c == -128;", "exit 1"),
];

#[test]
fn arithmetic_that_does_not_fit() {
    check_bodies(ARITHMETIC);
}

#[test]
fn divisions_and_shifts() {
    check_bodies(&[
        ("return 7 / id(0);", "undefined.division 2"),
        ("return 7 % id(0);", "undefined.division 2"),
        ("return 7u / (unsigned)id(0);", "undefined.division 2"),
        ("return (-2147483647 - 1) / id(-1);", "undefined.overflow 2"),
        ("int x = 7; x %= id(0); return 0;", "undefined.division 2"),
        ("double d = 1.0 / id(0); return d > 1e308;", "exit 1"),
        ("return 1 << id(32);", "undefined.shift 2"),
        ("return 1 << id(-1);", "undefined.shift 2"),
        ("return 1LL << id(40) > 0;", "exit 1"),
        ("return id(-8) >> 1 == -4 && (id(-1) << 1) == -2;", "exit 1"),
        ("return (int)(id(1) * 3e9);", "undefined.overflow 2"),
        ("return (unsigned)(id(1) * 3e9) == 3000000000u;", "exit 1"),
        ("return (int)(id(1) * -2147483648.9) < 0;", "exit 1"),
        (
            "return (int)(id(1) * -2147483649.0);",
            "undefined.overflow 2",
        ),
        (
            "double zero = id(0); return (int)(zero / zero);",
            "undefined.overflow 2",
        ),
    ]);
}

#[test]
fn values_that_were_never_set() {
    check_bodies(&[
        ("int x; return x;", "undefined.uninitialised 2"),
        (
            "int x; if (id(0)) x = 1;\nreturn x;",
            "undefined.uninitialised 3",
        ),
        ("int x = x; return 0;", "undefined.uninitialised 2"),
        (
            "int a[3]; a[0] = 1; return a[id(1)];",
            "undefined.uninitialised 2",
        ),
        ("int a[3] = { 1 }; return a[id(1)];", "exit 0"),
        (
            "struct { int a, b; } s, t; s.a = 3; t = s; return t.a;",
            "exit 3",
        ),
        (
            "struct { int a, b; } s, t; s.a = 3; t = s; return t.b;",
            "undefined.uninitialised 2",
        ),
        (
            "struct { unsigned a : 3, b : 5; } s; s.a = 3; return s.a;",
            "exit 3",
        ),
        (
            "int *p = malloc(8); p[0] = 1; int x = p[1]; free(p); return x;",
            "undefined.uninitialised 2",
        ),
        (
            "for (int i = 0; i < 2; i++) { int x; if (i == 0) x = 1; if (x) continue; } return 0;",
            "undefined.uninitialised 2",
        ),
        (
            "int i = 0; again:; int x; if (i == 1) return x; x = 1; i++; goto again;",
            "undefined.uninitialised 2",
        ),
        (
            "int i = 0; again:; int x[1]; if (i == 1) return x[0]; x[0] = 1; i++; goto again;",
            "undefined.uninitialised 2",
        ),
        ("int *p; return p == 0;", "undefined.uninitialised 2"),
    ]);
}

/// Bodies with accesses, and how they end.
const ACCESSES: &[(&str, &str)] = &[
    ("return *no();", "undefined.null 2"),
    ("*no() = 1; return 0;", "undefined.null 2"),
    (
        "struct { int a, b; } *p = (void *)no(); return p->b;",
        "undefined.null 2",
    ),
    ("int a[3] = { 0 }; return a[id(3)];", "undefined.bounds 2"),
    (
        "int a[3] = { 0 }; a[id(-1)] = 1; return 0;",
        "undefined.bounds 2",
    ),
    (
        "int a[3] = { 0 }; int *p = a + 3; p--; return *p;",
        "exit 0",
    ),
    ("int a[3] = { 0 }; return a[3];", "undefined.bounds 2"),
    ("char *s = \"abc\"; return s[id(4)];", "undefined.bounds 2"),
    (
        "char *s = \"abc\"; s[0] = 'x'; return 0;",
        "undefined.constant 2",
    ),
    (
        "static const int t[2] = { 1, 2 }; *(int *)t = 3; return 0;",
        "undefined.constant 2",
    ),
    (
        "int *p; { int x = 3; p = &x; }\nreturn *p;",
        "undefined.dead 3",
    ),
    (
        "int *p = malloc(4); *p = 1; free(p); return *p;",
        "undefined.dead 2",
    ),
    (
        "int *p = malloc(4); free(p); free(p); return 0;",
        "undefined.dead 2",
    ),
    ("int x; free(&x); return 0;", "undefined.pointer 2"),
    (
        "char *p = malloc(4); free(p + 1); return 0;",
        "undefined.pointer 2",
    ),
    ("free(0); return 0;", "exit 0"),
    (
        "int *p = malloc(8); p[0] = 4; p = realloc(p, 4); int x = p[0]; free(p); return x;",
        "exit 4",
    ),
    (
        "int *p = malloc(4); *p = 4; p = realloc(p, 8); p[2] = 1; return 0;",
        "undefined.bounds 2",
    ),
    ("int a[2], b[2]; return a < b;", "undefined.pointer 2"),
    ("int a[2], b[2]; return a - b;", "undefined.pointer 2"),
    ("int a[2], b[2]; return a == b;", "exit 0"),
    ("int a[4]; return &a[3] - a > 2 && a < &a[1];", "exit 1"),
];

#[test]
fn accesses_that_lead_nowhere() {
    check_bodies(ACCESSES);
}

/// Programs with calls, and how they end.
const NO_CALLS: &[(&str, &str)] = &[
    (
        "int main(void) { int (*f)(void) = 0; return f(); }",
        "undefined.null 1",
    ),
    (
        "int main(void) { int x; int (*f)(void) = (void *)&x; return f(); }",
        "undefined.function 1",
    ),
    (
        "int f(int a) { return a; } int main(void) { int (*g)(void) = (void *)f; return g(); }",
        "undefined.function 1",
    ),
    (
        "int f(unsigned a) { return a; } int main(void) { int (*g)(int) = (void *)f; return g(7); }",
        "exit 7",
    ),
    (
        "int f(void) { } int main(void) { f(); return 3; }",
        "exit 3",
    ),
    (
        "int f(void) { } int main(void) {\nreturn f(); }",
        "undefined.return 2",
    ),
    (
        "int f(int x) { if (x) return 4; } int main(void) { f(0); return f(1); }",
        "exit 4",
    ),
    (
        "struct s { int a; } f(void) { } int main(void) {\nreturn f().a; }",
        "undefined.return 2",
    ),
    (
        "int f(void) { } int (*p)(void) = f; int main(void) {\nreturn p(); }",
        "undefined.return 2",
    ),
    ("int main(void) { }", "exit 0"),
    (
        "int main(int argc, char **argv) { return argc == 1 && argv[1] == 0 && argv[0][0] == 'p'; }",
        "exit 1",
    ),
];

#[test]
fn calls_that_are_none() {
    check(NO_CALLS);
}

/// Programs that pass things through calls, and how they end.
const TRAVELS: &[(&str, &str)] = &[
        (
            "struct s { int a[5]; } f(struct s x) { x.a[1]++; return x; }
          int main(void) { struct s v = { { 1, 2 } }, w = f(f(v)); return w.a[1] * 10 + v.a[1]; }",
            "exit 42",
        ),
        (
            "struct s { char c; long long l; double d; }; struct s g; struct s *p(struct s *q) { return q; }
          int main(void) { p(&g)->l = 5; struct s h = *p(&g); return h.l + p(&h)->c; }",
            "exit 5",
        ),
        ("int f(a, b) char a; float b; { return a + b; } int main(void) { return f(300, 2.5); }", "exit 46"),
        (
            "#include <stdarg.h>
          struct p { int a, b, c; };
          int sum(int n, ...) { va_list l; va_start(l, n); int t = 0; while (n--) t += va_arg(l, int);
            t += va_arg(l, double) > 2; t += *va_arg(l, char *); t += va_arg(l, struct p).c; va_end(l); return t; }
          int main(void) { struct p p = { 1, 2, 3 }; char c = 4; return sum(2, 10, 20, 2.5, &c, p); }",
            "exit 38",
        ),
        (
            "#include <stdarg.h>
          int in(va_list l) { return va_arg(l, int); }
          int out(int n, ...) { va_list l, m; va_start(l, n); va_arg(l, int); va_copy(m, l); int x = in(m);
            x += va_arg(l, int); va_end(l); return x; }
          int main(void) { return out(0, 1, 20); }",
            "exit 40",
        ),
        (
            "#include <stdarg.h>
          int f(int n, ...) { va_list l; va_start(l, n); va_arg(l, int); return va_arg(l, int); }
          int main(void) {\nreturn f(0, 1); }",
            "undefined.bounds 2",
        ),
        (
            "int apply(int (*f)(int, char *), int x) { char c = 1; return (*f)(x, &c); }
          int add(int x, char *y) { return x + *y; } int (*table[])(int, char *) = { 0, add };
          int main(void) { return apply(table[1], 4) + apply(&add, 5); }",
            "exit 11",
        ),
        (
            "char *skip(char *s, int n) { return s + n; } char *(*via)(char *, int) = skip;
          int main(void) { char t[] = \"abcdef\"; return via(skip(t, 1), 2)[0] == 'd' && skip(t, 0) == t; }",
            "exit 1",
        ),
        (
            "int fact(int n) { int r[1]; r[0] = n < 2 ? 1 : n * fact(n - 1); return r[0]; }
          int main(void) { return fact(5); }",
            "exit 120",
        ),
    ];

#[test]
fn what_travels_through_calls() {
    check(TRAVELS);
}

/// Bodies about objects and their parts, and how they end.
const OBJECTS: &[(&str, &str)] = &[
    (
        "struct { unsigned a : 3; int b : 7; long long c : 40; } s = { 9, -3, -5 }; s.b -= 2; return s.a == 1 && s.b == -5 && (long long)s.c == -5;",
        "exit 1",
    ),
    (
        "struct { int a : 3; } s; return (s.a = 5) == -3 && s.a++ == -3 && s.a == -2;",
        "exit 1",
    ),
    (
        "union { int i; unsigned char c[4]; float f; } u; u.f = 1.0f; return u.i == 0x3f800000 && u.c[3] == 0x3f;",
        "exit 1",
    ),
    (
        "int *p = (int[]){ 1, 2, 3 }; int *q = (int[3]){ [1] = 5 }; return p[2] * 10 + q[1] + q[0];",
        "exit 35",
    ),
    (
        "int t = 0; for (int i = 0; i < 3; i++) { int *p = &(int){ i }; t += (*p)++; t += *p; } return t;",
        "exit 9",
    ),
    (
        "char s[6] = \"ab\", t[2] = \"xy\"; return s[5] + (t[1] == 'y') + (s[1] == 'b');",
        "exit 2",
    ),
    ("return ({ struct { int a; } s = { 4 }; s; }).a;", "exit 4"),
    (
        "int x = 5; int *p = &x; int **q = &p; **q = 6; unsigned long a = (unsigned long)p; return *(int *)a;",
        "exit 6",
    ),
    (
        "int a[2] = { 1, 2 }; int *p = a; int x = *p++ + (p == a + 1); return x * 10 + *p;",
        "undefined.sequence 2",
    ),
    (
        "int a[2] = { 3, 4 }; int *p = a, *q = a + 1; p = a + (p == q - 1); return *p;",
        "exit 4",
    ),
    (
        "int a[3] = { 1, 2, 3 }, i = 0; a[i++] += 10; return a[0] + i;",
        "exit 12",
    ),
    ("int x = id(3); return x ?: 7;", "exit 3"),
    (
        "int x = id(2); switch (x) { case 1 ... 3: return 4; case 100 ... 200: return 5; default: return 6; }",
        "exit 4",
    ),
    (
        "unsigned long long x = id(-1); switch (x) { case -1ull: return 4; } return 5;",
        "exit 4",
    ),
    (
        "int t = 0; switch (id(1)) { case 0: t += 1; case 1: t += 2; case 2: t += 4; break; default: t = 100; } return t;",
        "exit 6",
    ),
    ("_Bool b = 0.5; b += 5; return b + (_Bool)no();", "exit 1"),
    (
        "int i = id(5); do { if (--i == 2) continue; if (i == 1) break; } while (i); return i;",
        "exit 1",
    ),
];

#[test]
fn objects_and_their_parts() {
    check_bodies(OBJECTS);
}

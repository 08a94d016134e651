//! Programs in C of which something false was once claimed, and their neighbours: whatever is claimed now, the compiled program
//! does just that. `no_contradiction_java.rs` is the same for Java.

mod judge;

use judge::{
    Case, Did, fails_as_claimed, fails_as_claimed_on, function_as_claimed, run, writes_as_claimed,
};
use mores::report::VerdictKind::{Proved, Unknown};
use mores::{LanguageReport, Machine, TransducerReport};

/// Inputs of filters.
const TEXTS: [&[u8]; 9] = [
    b"",
    b"a",
    b"xX",
    b"x\ny",
    b"\xe9\xff\x80A",
    b"abc\n",
    b"\0z",
    b"0123456789",
    b"Hello, World\nx",
];

fn never_fails(report: &LanguageReport) -> bool {
    report.verdict.kind == Proved && report.counts.accepted == Some(0)
}

/// A filter that does something with each byte.
fn each(head: &str, body: &str) -> String {
    format!(
        "#include <stdio.h>\n{head}\nint main(void)\n{{\n    int c;\n    while ((c = getchar()) != EOF) {{ {body} }}\n    return 0;\n}}\n"
    )
}

fn assumes(report: &TransducerReport, what: &str) -> bool {
    report
        .verdict
        .assumptions
        .iter()
        .any(|assumption| assumption.contains(what))
}

#[test]
fn the_headline_comes_from_the_automaton() {
    let deep = "#include <assert.h>\nint down(int n) { if (n == 0) assert(0); return down(n - 1); }\nint main(void) { return down(34); }\n";
    assert!(!never_fails(&fails_as_claimed(deep, &[&[]])));
    let names: Vec<String> = (0..50)
        .map(|n| format!("void way{n}(void) {{ }}"))
        .collect();
    let cases: Vec<String> = (0..50)
        .map(|n| format!("case {n}: way{n}(); break;"))
        .collect();
    let many = format!(
        "#include <assert.h>\nint __VERIFIER_nondet_int(void);\n{}\nint main(void) {{ switch (__VERIFIER_nondet_int()) {{ {} default: return 0; }} assert(0); }}\n",
        names.join("\n"),
        cases.join(" ")
    );
    let report = fails_as_claimed(&many, &[&[49], &[50]]);
    assert_eq!(
        (report.verdict.kind, report.counts.accepted),
        (Proved, Some(50))
    );
    let without_inputs = "#include <assert.h>\nint main(void) { for (int i = 0; i < 3; i++) assert(i < 2); return 0; }\n";
    assert_eq!(
        fails_as_claimed(without_inputs, &[&[]]).counts.accepted,
        Some(1)
    );
}

#[test]
fn what_is_printed_through_lists_of_arguments_is_written() {
    let calls = [
        "vprintf(f, a)",
        "vfprintf(stdout, f, a)",
        "vdprintf(1, f, a)",
        "char b[40]; vsnprintf(b, sizeof b, f, a); fputs(b, stdout)",
    ];
    for call in calls {
        let head = format!(
            "#include <stdarg.h>\nstatic void say(const char *f, ...) {{ va_list a; va_start(a, f); {call}; va_end(a); }}"
        );
        let report = writes_as_claimed(&each(&head, "if (c == 'x') say(\"<%d>\", c);"), &TEXTS);
        assert_eq!(
            report.verdict.kind, Proved,
            "{call}: {:?}",
            report.verdict.reason
        );
    }
    let report = writes_as_claimed(&each("", "if (c == 'x') dprintf(1, \"<%c>\", c);"), &TEXTS);
    assert_eq!(report.verdict.kind, Proved, "{:?}", report.verdict.reason);
}

#[test]
fn a_definition_counts_whatever_it_is_called() {
    let names = [
        "learn(int n)",
        "reach_error(void)",
        "assume_abort_if_not(int n)",
        "__VERIFIER_assume(int n)",
        "__builtin_nothing(int n)",
        "prefetch(int n)",
        "warn(int n)",
        "syslog(int n)",
        "trap(int n)",
        "unreachable(void)",
        "__VERIFIER_error(void)",
        "err(int n)",
        "putchar_unlocked_too(int n)",
        "assume(int n)",
        "abort_if(int n)",
        "fence(void)",
        "barrier(void)",
    ];
    for name in names {
        let function = name.split('(').next().expect("a name");
        let argument = if name.contains("void") { "" } else { "0" };
        let text = format!(
            "#include <assert.h>\nint seen;\nvoid {name} {{ seen++; }}\nint main(void) {{ {function}({argument}); assert(seen == 0); return 0; }}\n"
        );
        let report = fails_as_claimed(&text, &[&[]]);
        assert_eq!(
            (report.verdict.kind, report.counts.accepted),
            (Proved, Some(1)),
            "{name}"
        );
    }
    // One that is only declared is listed.
    let text = "void warn_all(int);\nint main(void) { warn_all(1); __builtin_abort(); }\n";
    let case = Case::new(text);
    let report = mores::language(
        &mores::LanguageRequest {
            abort_fails: true,
            ..mores::LanguageRequest::new(&case.path)
        },
        &base::Budget::unlimited(),
        &base::NoProgress,
    );
    let warnings = report.expect("it can be read").report.warnings;
    assert!(
        warnings.iter().any(|warning| warning.contains("warn_all")),
        "{warnings:?}"
    );
}

#[test]
fn arguments_of_the_program_are_named_in_the_verdict() {
    let text = "#include <assert.h>\nint main(int argc, char **argv) { assert(argc == 1); assert(!argv[1]); return 0; }\n";
    let report = fails_as_claimed(text, &[&[]]);
    assert!(
        report.verdict.kind != Proved
            || report
                .verdict
                .assumptions
                .iter()
                .any(|a| a.contains("without arguments"))
    );
    let filter = "#include <stdio.h>\nint main(int argc, char **argv) { int c; while ((c = getchar()) != EOF) putchar(argc > 1 ? '-' : c); return 0; }\n";
    assert!(assumes(
        &writes_as_claimed(filter, &TEXTS),
        "without arguments"
    ));
}

#[test]
fn values_of_the_library_are_those_of_the_library_or_open() {
    let bodies = [
        "putchar(isupper(c) == 1 ? 'a' : 'b');",
        "putchar(isupper(c) ? 'a' : 'b');",
        "char k = isalpha(c); putchar(k ? 'y' : 'n');",
        "_Bool k = isdigit(c); putchar(k ? 'y' : 'n');",
        "putchar(isdigit(c) + isalpha(c) > 1 ? 'y' : 'n');",
        "putchar(tolower((char)c));",
        "putchar(toupper((signed char)c) & 0xff);",
        "if (puts(\"a\") == 1) putchar('1');",
        "if (printf(\"%d\", c) == 3) putchar('!');",
        "if (fputs(\"ab\", stdout) > 1) putchar('!');",
        "if (putchar(c) != c) putchar('!');",
        "char b[4] = \"zz\"; if (!fgets(b, 0, stdin)) putchar('n'); putchar(b[0]);",
        "char b[4] = \"zz\"; if (fgets(b, 1, stdin)) putchar('y'); putchar(b[0] ? b[0] : '0');",
        "if (c == 'x') { ungetc('q', stdin); putchar(getchar()); } else putchar(c);",
        "char a[2] = { c, 0 }; putchar(strcmp(a, \"b\") == -1 ? '-' : '+');",
        "char a[2] = { c, 0 }; putchar(strcmp(a, \"b\") < 0 ? '-' : '+');",
        "char a[2] = { c, 0 }; signed char d = strcmp(a, \"b\"); putchar(d < 0 ? '-' : '+');",
        "putchar(abs(c - 100) % 256);",
        "printf(\"%5.2d|%-4x|%+d|%c\", c, c, c - 128, c);",
    ];
    for body in bodies {
        writes_as_claimed(
            &each(
                "#include <ctype.h>\n#include <string.h>\n#include <stdlib.h>",
                body,
            ),
            &TEXTS,
        );
    }
    let again = "#include <stdio.h>\nint main(void) { int c; while ((c = getchar()) != EOF) putchar(c); ungetc('u', stdin); putchar(getchar()); ungetc(EOF, stdin); putchar(getchar() == EOF ? 'e' : 'n'); return 0; }\n";
    writes_as_claimed(again, &TEXTS);
}

#[test]
fn long_lines_are_printed_and_comparisons_are_not_counted() {
    let long = "#include <stdio.h>\n#include <assert.h>\nint main(void) { char b[2000]; int n = snprintf(b, sizeof b, \"%1500d\", 7); assert(n == 1500 && b[1499] == '7'); printf(\"%1100d\", 7); return 0; }\n";
    let report = fails_as_claimed(long, &[&[]]);
    assert!(
        report.verdict.kind == Unknown || never_fails(&report),
        "{:?}",
        report.verdict
    );
    for limit in [3, 4, 5, 6, 7, 8, 100] {
        let text = format!(
            "#include <stdlib.h>\n#include <assert.h>\nstatic int count;\n\
             static int by(const void *a, const void *b) {{ count++; return *(const int *)a - *(const int *)b; }}\n\
             int main(void) {{ int v[5] = {{ 5, 3, 1, 4, 2 }}; qsort(v, 5, sizeof *v, by); assert(count < {limit}); return 0; }}\n"
        );
        fails_as_claimed(&text, &[&[]]);
    }
    let sorted = "#include <stdlib.h>\n#include <assert.h>\nint __VERIFIER_nondet_int(void);\n\
        static int by(const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; return (x > y) - (x < y); }\n\
        int main(void) { int v[3]; for (int i = 0; i < 3; i++) v[i] = __VERIFIER_nondet_int(); qsort(v, 3, sizeof *v, by); assert(v[0] <= v[1] && v[1] <= v[2]); return 0; }\n";
    fails_as_claimed(sorted, &[&[3, 1, 2], &[1, 1, 0], &[-5, 7, -5]]);
}

#[test]
fn streams_and_descriptors_are_told_apart() {
    let bodies = [
        "putchar(c); write(1, \"w\", 1);",
        "write(1, \"w\", 1); putchar(c);",
        "putchar(c); fflush(stdout); write(1, \"w\", 1);",
        "char b[1]; putchar(c); if (read(0, b, 1) == 1) putchar(b[0]);",
        "putchar(c); if (c == 'x') _exit(0);",
        "putchar(c); if (c == 'x') exit(0);",
        "putchar(c); if (c == 'x') abort();",
        "char b[1]; if (read(7, b, 1) == 1) putchar(b[0]); else putchar(c);",
        "if (fgetc(stdout) == EOF) putchar('e'); else putchar(c);",
        "fputc(c, stderr); putchar('.');",
        "write(2, \"w\", 1); putchar('.');",
        "fputc(c, c == 'x' ? stderr : stdout);",
        "if (write(7, \"w\", 1) == 1) putchar('1'); else putchar('0');",
        "char b[1] = { c }; fwrite(b, 1, 1, stdout);",
        "setbuf(stdout, 0); putchar(c); write(1, \"w\", 1);",
        "if (c == 'x') fclose(stdout); putchar(c);",
        "if (c == 'x') close(1); putchar(c);",
    ];
    for body in bodies {
        writes_as_claimed(
            &each("#include <unistd.h>\n#include <stdlib.h>", body),
            &TEXTS,
        );
    }
    let second = "#include <stdio.h>\nint main(void) { FILE *f = fopen(\"/dev/stdin\", \"r\"); int c; if (!f) return 1; while ((c = getc(f)) != EOF) putchar(c); return 0; }\n";
    writes_as_claimed(second, &TEXTS);
    let swapped = "#include <stdio.h>\nint main(void) { int c; FILE *old = stdout; stdout = stderr; while ((c = getchar()) != EOF) putchar(c); stdout = old; return 0; }\n";
    let case = Case::new(swapped);
    match mores::filter(
        &mores::FilterRequest::new(&case.path),
        &base::Budget::unlimited(),
        &base::NoProgress,
    ) {
        Err(_) => {}
        Ok(artifacts) => assert_ne!(artifacts.report.verdict.kind, Proved),
    }
}

#[test]
fn every_order_of_evaluation_is_allowed_for() {
    let head = "static int s; static int a(void) { s = s * 2 + 1; return s; } static int b(void) { s = s * 3; return s; }\n\
        static int two(int x, int y) { return x * 16 + y; } struct pair { int x, y; };";
    let bodies = [
        "s = 1; putchar('A' + (a() + b()) % 20);",
        "s = 1; putchar('A' + two(a(), b()) % 20);",
        "s = 1; struct pair p = { .x = a(), .y = b() }; putchar('A' + (p.x * 2 + p.y) % 20);",
        "s = 1; int v[4] = { 0 }; v[a() & 3] = b(); putchar('0' + v[3]);",
        "s = 1; putchar('A' + (s + a()) % 20);",
        "int i = 0; int v[3] = { 0 }; v[i++] = i; putchar('0' + v[0]);",
        "s = 1; printf(\"%d %d\", a(), b());",
        "s = 1; a() && b(); putchar('A' + s % 20);",
        "s = 1; putchar('A' + (a(), b()) % 20);",
        "putchar(c) + putchar('+');",
        "two(putchar(c), putchar('+'));",
        "two(getchar(), putchar(c));",
    ];
    for body in bodies {
        writes_as_claimed(&each(head, body), &TEXTS);
    }
}

#[test]
fn what_is_guessed_of_parameters_is_named() {
    let bounded = "unsigned long f(const unsigned char *in, unsigned long n, unsigned char *out, int flag)\n{ unsigned long k = 0; for (unsigned long i = 0; i < n; i++) if (!flag || in[i] > ' ') out[k++] = in[i]; return k; }\n";
    let report = function_as_claimed(bounded, "write(1, out, f(in, n, out, 0x3fffffff));", &TEXTS);
    assert!(
        report.verdict.kind != Proved || assumes(&report, "`flag` is "),
        "{:?}",
        report.verdict
    );
    let null = "unsigned long f(const unsigned char *in, unsigned long n, unsigned char *out, void *context)\n{ unsigned long k = 0; for (unsigned long i = 0; i < n; i++) out[k++] = context ? '?' : in[i]; return k; }\n";
    let report = function_as_claimed(null, "write(1, out, f(in, n, out, 0));", &TEXTS);
    assert!(
        report.verdict.kind != Proved || assumes(&report, "`context` is null"),
        "{:?}",
        report.verdict
    );
    let room = "long f(const char *in, char *out, unsigned long room)\n{ unsigned long k = 0; for (; *in; in++) { if (k + 1 >= room) return -1; out[k++] = *in; } out[k] = 0; return k; }\n";
    let report = function_as_claimed(
        room,
        "long k = f((char *)in, (char *)out, sizeof out); if (k < 0) exit(77); write(1, out, k);",
        &[b"", b"ab", b"xyz"],
    );
    assert!(
        report.verdict.kind != Proved || assumes(&report, "`room` is "),
        "{:?}",
        report.verdict
    );
}

#[test]
fn what_a_filter_returns_is_the_end_of_its_output() {
    let head = "unsigned long f(const unsigned char *in, unsigned long n, unsigned char *out)\n{ unsigned long k = 0; for (unsigned long i = 0; i < n; i++)";
    let functions = [
        format!("{head} out[k++] = in[i]; return k; }}\n"),
        format!("{head} out[k++] = in[i]; return k ? k - 1 : 0; }}\n"),
        format!("{head} {{ if (in[i] == 'x') return 0; out[k++] = in[i]; }} return k; }}\n"),
        format!("{head} out[k++] = in[i]; out[k] = 0; return k; }}\n"),
        format!("{head} out[k++] = in[i]; out[k++] = '!'; return k - 1; }}\n"),
    ];
    for function in functions {
        let report = function_as_claimed(&function, "write(1, out, f(in, n, out));", &TEXTS);
        assert!(
            report.verdict.kind != Proved || assumes(&report, "returns how many"),
            "{:?}",
            report.verdict
        );
    }
    let end = "char *f(const char *in, char *out)\n{ while (*in) { if (*in == 'x') return 0; *out++ = *in++; } *out = 0; return out; }\n";
    let client = "char *end = f((char *)in, (char *)out); if (!end) exit(77); write(1, out, end - (char *)out);";
    function_as_claimed(end, client, &[b"", b"ab", b"axb", b"zz"]);
    let strings = "void f(const char *in, char *out)\n{ while (*in) { if (*in != '-') *out++ = *in; in++; } *out = 0; }\n";
    function_as_claimed(
        strings,
        "f((char *)in, (char *)out); write(1, out, strlen((char *)out));",
        &[b"", b"a-b", b"--", b"xy"],
    );
}

#[test]
fn what_compilers_and_libraries_choose_is_not_chosen_here() {
    let programs = [
        "struct s { unsigned long w : 40; }; int main(void) { struct s v = { 0 }; v.w -= 1; assert(v.w + 1 == 0x10000000000); return 0; }",
        "int main(void) { const char *a = \"lit\", *b = \"lit\"; assert(a == b); return 0; }",
        "int main(void) { const char *a = \"lit\", *b = \"lit\"; assert(a != b); return 0; }",
        "int main(void) { char *a = malloc(4); free(a); char *b = malloc(4); assert(a != b); return 0; }",
        "int main(void) { char *a = malloc(4); char *b = realloc(a, 5); assert(b != a); return 0; }",
        "int main(void) { char *a = malloc(4); char *b = realloc(a, 5); assert(b == a); return 0; }",
        "int main(void) { assert(malloc(0) != 0); return 0; }",
        "int main(void) { int n = 0; char f[] = \"ab%n\"; f[2] = '%'; printf(f, &n); assert(n == 0); return 0; }",
        "static int set; static void early(void) { set = 1; } static void (*run)(void) __attribute__((section(\".init_array\"), used)) = early; int main(void) { assert(!set); return 0; }",
        "static int set; __attribute__((constructor)) static void early(void) { set = 1; } int main(void) { assert(!set); return 0; }",
        "extern int weak(void) __attribute__((weak)); int main(void) { assert(weak != 0); return 0; }",
        "struct __attribute__((scalar_storage_order(\"big-endian\"))) s { int w; }; int main(void) { struct s v = { 1 }; assert(*(unsigned char *)&v == 1); return 0; }",
        "int other(void) __asm__(\"getpid\"); int main(void) { assert(other() == 0); return 0; }",
        "int main(void) { char b[8] = \"abcdef\"; memcpy(b + 1, b, 5); assert(b[5] == 'e'); return 0; }",
        "static char *at(void) { char *p = alloca(4); *p = 1; return p; } int main(void) { char *p = at(); assert(*p == 1); return 0; }",
        "int main(void) { assert(sizeof(long double) == 8); return 0; }",
        "int main(void) { volatile float f = 16777216.0f; assert(f + 1.0f == f); return 0; }",
    ];
    for program in programs {
        let text = format!(
            "#include <assert.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <alloca.h>\n{program}\n"
        );
        let case = Case::new(&text);
        // What is refused claims nothing.
        let request = mores::LanguageRequest::new(&case.path);
        if mores::language(&request, &base::Budget::unlimited(), &base::NoProgress).is_ok() {
            fails_as_claimed(&text, &[&[]]);
        }
    }
}

#[test]
fn floats_of_the_smaller_machine_are_those_that_the_verdict_names() {
    // Eighty bits hold the product, sixty-four do not.
    let text = "void reach_error(void);\nint main(void) { volatile double a = 1e308, b = 10; double c = a * b / b; if (c == a) reach_error(); return 0; }\n";
    let case = Case::new(text);
    let request = mores::LanguageRequest {
        machine: Machine::Bits32,
        ..mores::LanguageRequest::new(&case.path)
    };
    let report = mores::language(&request, &base::Budget::unlimited(), &base::NoProgress)
        .expect("it can be read")
        .report;
    assert!(
        report.verdict.kind != Proved
            || report
                .verdict
                .assumptions
                .iter()
                .any(|a| a.contains("msse2")),
        "{:?}",
        report.verdict
    );
    // On the larger one they are the compiler's own.
    fails_as_claimed_on(Machine::Bits64, &[], text, &[&[]]);
}

#[test]
fn how_long_an_input_may_be_stands_in_the_verdict() {
    let text = "#include <stdio.h>\nint main(void) { int n = 0; while (getchar_unlocked() != EOF) if (n < 268435457) n++; if (n > 268435456) putchar('!'); return 0; }\n";
    let report = writes_as_claimed(text, &TEXTS);
    assert!(
        report.verdict.kind != Proved || assumes(&report, "fewer than 2^28"),
        "{:?}",
        report.verdict
    );
    let binary = Case::new(text);
    let binary = (binary.compiled(None, "-O2", &[]), binary);
    assert_eq!(
        run(&binary.0, &vec![b'a'; 268_435_457]),
        Did::Ended {
            output: b"!".to_vec(),
            status: 0
        }
    );
}

#[test]
fn an_empty_proof_is_none() {
    let programs = [
        "int main(void) { int *p = 0; *p = 1; assert(0); return 0; }",
        "int main(void) { for (;;) { if (__VERIFIER_nondet_int() == 7) { int z = 0; z = 1 / z; } } assert(0); return 0; }",
        "int main(void) { __VERIFIER_assume(0); assert(0); return 0; }",
        "int main(void) { __asm__ volatile(\"nop\"); assert(0); return 0; }",
        "int main(void) { int n = 3; int v[n]; v[0] = 0; assert(v[0]); return 0; }",
    ];
    for program in programs {
        let text = format!(
            "#include <assert.h>\nint __VERIFIER_nondet_int(void); void __VERIFIER_assume(int);\n{program}\n"
        );
        let case = Case::new(&text);
        let request = mores::LanguageRequest::new(&case.path);
        if let Ok(artifacts) =
            mores::language(&request, &base::Budget::unlimited(), &base::NoProgress)
        {
            assert!(
                !never_fails(&artifacts.report),
                "{program}: {:?}",
                artifacts.report.verdict
            );
        }
    }
}

/// What is undefined without an access: compilers count on it.
#[test]
fn what_compilers_take_for_granted_must_hold() {
    let undefined = [
        "int *dead(void) { int x = 1; return &x; }\nint main(void) { int *p = dead(); assert(p != 0); return 0; }",
        "int *dead(void) { int x = 1; return &x; }\nint main(void) { int n = 0; if (dead()) n++; assert(n == 1); return 0; }",
        "int main(void) { const int k = 3; int *p = (int *)&k; *p = 4; assert(k == 4); return 0; }",
        "void set(const int *q) { *(int *)q = 4; }\nint main(void) { const int k = 3; set(&k); assert(k == 4); return 0; }",
        "int set(const int n) { *(int *)&n = 4; return n; }\nint main(void) { assert(set(3) == 4); return 0; }",
        "const char *const names[] = { \"a\", \"b\" };\nint main(void) { *(const char **)&names[0] = names[1]; assert(names[0] == names[1]); return 0; }",
        "void copy(char *p, size_t n) { memcpy(p, buffer, n); if (!p) seen++; }\nint main(void) { copy(0, 0); assert(seen == 1); return 0; }",
        "void fill(char *p, size_t n) { memset(p, 0, n); if (!p) seen++; }\nint main(void) { fill(0, 0); assert(seen == 1); return 0; }",
        "void same(char *p, size_t n) { seen = memcmp(p, buffer, n) == 0; if (!p) seen++; }\nint main(void) { same(0, 0); assert(seen == 2); return 0; }",
        "void find(char *p, size_t n) { seen = strncmp(buffer, p, n) == 0; if (!p) seen++; }\nint main(void) { find(0, 0); assert(seen == 2); return 0; }",
        "void span(char *p) { seen = 0 * (int)strspn(buffer, p); strspn(buffer, p); if (!p) seen++; }\nint main(void) { span(0); assert(seen == 1); return 0; }",
        "void token(char *p) { strtok(buffer, p); if (!p) seen++; }\nint main(void) { token(0); assert(seen == 1); return 0; }",
        "void write_to(char *p, size_t n) { fwrite(p, 1, n, stdout); if (!p) seen++; }\nint main(void) { write_to(0, 0); assert(seen == 1); return 0; }",
        "void sort(int (*by)(const void *, const void *)) { qsort(buffer, 0, 1, by); if (!by) seen++; }\nint main(void) { sort(0); assert(seen == 1); return 0; }",
        "int less(const void *a, const void *b) { return *(int *)a - *(int *)b; }\nvoid sort(int *p, size_t n) { qsort(p, n, 4, less); if (!p) seen++; }\nint main(void) { sort(0, 0); assert(seen == 1); return 0; }",
    ];
    let head = "#include <assert.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\nint seen;\nchar buffer[4];\n";
    for program in undefined {
        let report = fails_as_claimed(&format!("{head}{program}\n"), &[&[]]);
        assert_eq!(
            (report.verdict.kind, report.counts.accepted),
            (Proved, Some(1)),
            "{program}"
        );
    }
    let defined = "struct node { int v; struct node *next; };
int main(void) {
    const int t[4] = { 1, 2, 3, 4 }; const char s[] = \"hello\"; int sum = 0;
    for (int i = 0; i < 4; i++) { const int k = t[i]; const int *p = &k; sum += *p; }
    assert(sum == 10); assert(strchr(s, 'l') == s + 2); assert(memcmp(s + 6, buffer, 0) == 0);
    struct node *list = 0;
    for (int i = 0; i < 3; i++) { struct node *n = malloc(sizeof *n); n->v = i; n->next = list; list = n; }
    while (list) { struct node *n = list->next; free(list); list = n; }
    memcpy(buffer + 4, t + 4, 0);
    return list != 0;
}";
    let report = fails_as_claimed(&format!("{head}{defined}\n"), &[&[]]);
    assert!(never_fails(&report), "{:?}", report.verdict);
}

/// `nonnull` and `returns_nonnull`: gcc drops questions for null that they make unnecessary.
#[test]
fn what_attributes_say_is_never_null_must_not_be() {
    let programs = [
        "__attribute__((nonnull)) void see(char *p) { if (!p) seen++; }\nint main(void) { see(0); assert(seen == 1); return 0; }",
        "__attribute__((nonnull)) void see(char *p) { if (!p) seen++; }\nint main(void) { void (*by)(char *) = see; by(0); assert(seen == 1); return 0; }",
        "void see(int n, char *p, char *q) __attribute__((nonnull(2)));\nvoid see(int n, char *p, char *q) { q = p; p = buffer; if (!q) seen++; }\nint main(void) { see(0, 0, buffer); assert(seen == 1); return 0; }",
        "__attribute__((nonnull(1), noinline)) void see(char **p) { *(p ? p : &end) = 0; }\nint main(void) { see(0); return 0; }",
        "__attribute__((returns_nonnull)) char *give(void) { return 0; }\nint main(void) { if (!give()) seen++; assert(seen == 1); return 0; }",
    ];
    let head = "#include <assert.h>\n#include <stddef.h>\nint seen;\nchar buffer[4];\nchar *end;\n";
    for program in programs {
        let report = fails_as_claimed(&format!("{head}{program}\n"), &[&[]]);
        assert_eq!(
            (report.verdict.kind, report.counts.accepted),
            (Proved, Some(1)),
            "{program}"
        );
    }
    let closed = "int fclose(FILE *) __attribute__((nonnull));\nint main(void) { FILE *f = stdout; fclose(f); return 0; }";
    let report = fails_as_claimed(&format!("#include <stdio.h>\n{head}{closed}\n"), &[&[]]);
    assert!(
        report.counts.accepted.is_none_or(|words| words == 0),
        "{:?}",
        report.verdict
    );
    let fine = "__attribute__((nonnull(1, 3), returns_nonnull)) char *see(char *p, char *q, int *n) { if (!q) *n += 1; return p; }\nint main(void) { int n = 0; assert(see(buffer, 0, &n) == buffer && n == 1); return 0; }";
    let report = fails_as_claimed(&format!("{head}{fine}\n"), &[&[]]);
    assert!(never_fails(&report), "{:?}", report.verdict);
    assert!(
        report.verdict.assumptions.is_empty(),
        "{:?}",
        report.verdict
    );
}

#[test]
fn what_attributes_promise_is_assumed_and_said() {
    let programs = [
        "char buffer[4];\n__attribute__((malloc, noinline)) char *give(void) { return buffer; }\nint main(void) { char *p = give(); buffer[0] = 1; *p = 2; assert(buffer[0] == 2); return 0; }",
        "__attribute__((nonnull)) void see(p) char *p; { if (!p) seen++; }\nint main(void) { see((char *)0); assert(seen == 1); return 0; }",
        "typedef int (*look)(int *) __attribute__((nonnull(1)));\nint see(int *p) { return p ? *p : 7; }\nstruct s { look by; };\nint through(struct s *s, int *p) { int r = s->by(p); return p ? 0 : r; }\nint main(void) { struct s s = { see }; assert(through(&s, 0) == 7); return 0; }",
        "int see(int *p) { return p ? *p : 7; }\nint (*by)(int *) __attribute__((nonnull)) = see;\nint main(void) { assert(by(0) == 7); return 0; }",
        "int see(int *p) { return p ? *p : 7; }\nstruct s { int (*by)(int *) __attribute__((nonnull)); };\nint main(void) { struct s s = { see }; assert(s.by(0) == 7); return 0; }",
        "int see(int *p) { return p ? *p : 7; }\nint through(__attribute__((nonnull)) int (*by)(int *)) { return by(0); }\nint main(void) { assert(through(see) == 7); return 0; }",
        "void see(void) { seen++; }\nint main(void) { void (*by)(void) __attribute__((noreturn)) = see; by(); assert(seen == 1); return 0; }",
        "int see(void) { return ++seen; }\nint main(void) { int (*by)(void) __attribute__((pure)) = see; by(); by(); assert(seen == 2); return 0; }",
    ];
    for program in programs {
        let case = Case::new(&format!("#include <assert.h>\nint seen;\n{program}\n"));
        let request = mores::LanguageRequest::new(&case.path);
        let found = mores::language(&request, &base::Budget::unlimited(), &base::NoProgress);
        let report = found.expect("it can be read").report;
        let said = |what: &String| {
            what.contains("are what its attributes say")
                || what.ends_with("are what attributes say of them")
        };
        assert!(
            report.verdict.kind != Proved || report.verdict.assumptions.iter().any(said),
            "{program}"
        );
    }
}

#[test]
fn types_of_functions_with_attributes_are_refused() {
    let program = "#include <assert.h>\ntypedef int look(int *) __attribute__((nonnull));\nlook see;\nint see(int *p) { return p ? *p : 7; }\nint main(void) { assert(see(0) == 7); return 0; }\n";
    let case = Case::new(program);
    let request = mores::LanguageRequest::new(&case.path);
    let found = mores::language(&request, &base::Budget::unlimited(), &base::NoProgress);
    assert!(found.is_err() || found.is_ok_and(|found| found.report.verdict.kind != Proved));
}

#[test]
fn arguments_that_a_definition_does_not_take_are_not_followed() {
    let programs = [
        "int one(a) int a; { return a; }\nint main(void) { assert(one(1, 2) == 1); return 0; }",
        "int two(a, b) int a, b; { return a; }\nint main(void) { assert(two(1) == 1); return 0; }",
        "int real(a) double a; { return a == 1; }\nint main(void) { assert(real(1) == 1); return 0; }",
        "int wide();\nint main(void) { assert(wide(1) == 1); return 0; }\nint wide(long x) { return x == 1; }",
    ];
    let of = |program: &str| fails_as_claimed(&format!("#include <assert.h>\n{program}\n"), &[&[]]);
    for program in programs {
        assert_ne!(of(program).verdict.kind, Proved, "{program}");
    }
    let taken = "int small(c, f) char c; float f; { return c + f; }\nint main(void) { char c = 3; float f = 4; assert(small(c, f) == 7); return 0; }";
    assert!(never_fails(&of(taken)));
}

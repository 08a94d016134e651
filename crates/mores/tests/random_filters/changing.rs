//! Functions that change their input where it lies: drop symbols, replace them, move what stays to the front, look ahead and back, and stop early.

use base::Random;

use super::called::CALLER;
use super::generate::{Call, Form, Program};

/// A way to go over the input; `c` is the symbol, `NEXT` the one behind it, and `PUT` writes one.
struct Shape {
    head: &'static str,
    each: &'static str,
    put: &'static str,
    next: &'static str,
    tails: &'static [&'static str],
    stops: &'static [&'static str],
    call: &'static str,
    /// What must have been assumed, if it writes at all.
    assumes: &'static str,
    is_string: bool,
    /// Whether each symbol has its place, so that none is dropped.
    stays: bool,
}

const HELD: &str = "what `in` holds in the end, up to the first zero, is the output of `f`";

const SHAPES: [Shape; 5] = [
    Shape {
        head: "void f(char *in)",
        each: "char *to = in; for (; *in; in++) { unsigned char c = (unsigned char)*in;",
        put: "*to++ = (char)(v)",
        next: "in[1]",
        tails: &["*to = 0;", "*to = 0;", "if (s != 2) *to = 0;"],
        stops: &[
            "if (c == '!') break;",
            "if (c == 'z') { *to = 0; return; }",
            "if (c == 'q') return;",
            "if (c == '\\\\' && in[1]) c = (unsigned char)*++in;",
        ],
        call: "f(in); whole(in, strlen(in));",
        assumes: HELD,
        is_string: true,
        stays: false,
    },
    Shape {
        head: "size_t f(char *in, size_t n)",
        each: "size_t o = 0; for (size_t i = 0; i < n; i++) { unsigned char c = (unsigned char)in[i];",
        put: "in[o++] = (char)(v)",
        next: "(i + 1 < n ? in[i + 1] : 0)",
        tails: &["return o;", "return o;", "return s == 1 ? 0 : o;"],
        stops: &[
            "if (c == '!') break;",
            "if (c == 'z') return o;",
            "if (c == '\\\\' && i + 1 < n) c = (unsigned char)in[++i];",
        ],
        call: "whole(in, f(in, n));",
        assumes: "`f` returns how many symbols it has written",
        is_string: false,
        stays: false,
    },
    Shape {
        head: "void f(char *in, size_t n)",
        each: "for (size_t i = 0; i < n; i++) { unsigned char c = (unsigned char)in[i];",
        put: "in[i] = (char)(v)",
        next: "(i + 1 < n ? in[i + 1] : 0)",
        tails: &["", "if (n && s) in[0] = '0';"],
        stops: &[
            "if (c == '!') break;",
            "if (c == '\\\\') i++;",
            "if (i && in[i - 1] == ' ') c = ' ';",
        ],
        call: "f(in, n); whole(in, n);",
        assumes: "",
        is_string: false,
        stays: true,
    },
    Shape {
        head: "void f(char *in)",
        each: "for (; *in; in++) { unsigned char c = (unsigned char)*in;",
        put: "*in = (char)(v)",
        next: "in[1]",
        tails: &[""],
        stops: &[
            "if (c == '!') return;",
            "if (c == 'z') *in = 0;",
            "if (c == 'q') { *in = 0; return; }",
        ],
        call: "f(in); whole(in, strlen(in));",
        assumes: "",
        is_string: true,
        stays: true,
    },
    Shape {
        head: "void f(unsigned char *in)",
        each: "int i = 0, o = 0; for (; in[i]; i++) { unsigned char c = in[i];",
        put: "in[o++] = (unsigned char)(v)",
        next: "in[i + 1]",
        tails: &["in[o] = '\\0';"],
        stops: &[
            "if (o > 0 && in[o - 1] == ' ' && c == ' ') continue;",
            "if (c == 'q' && o > 0) { o--; continue; }",
            "if (c == '!') break;",
        ],
        call: "f((unsigned char *)in); whole(in, strlen(in));",
        assumes: HELD,
        is_string: true,
        stays: false,
    },
];

/// What is done with a symbol: of each one is written at most, but for the last two.
const EACH: [&str; 14] = [
    "if (c >= 'a' && c <= 'z') c -= 32;",
    "if (c == '\\r') continue;",
    "if (c == ' ') { if (s) continue; s = 1; } else s = 0;",
    "if (c == 'a' && NEXT == 'b') continue;",
    "if (c == '%' && NEXT == '1') s = 1;",
    "if (strchr(\"+-\", c)) c = ' ';",
    "if (s == 1) c |= 1;",
    "if (c == '\"') { s = !s; continue; }",
    "k = (k + 1) & 3; if (k == 3) continue;",
    "if (c == 'Z') s = 2;",
    "if (isspace(c) && s == 0) continue; s = 1;",
    "if (c > 127) c = '?';",
    "if (c == '&') PUT('+');",
    "if (s == 2) PUT('.');",
];

/// The same where each symbol has its place.
const STAYING: [&str; 8] = [
    "if (c >= 'a' && c <= 'z') PUT(c - 32);",
    "if (c == '/') PUT('\\\\');",
    "if (s) PUT(c | 1);",
    "if (c == '\"') s = !s;",
    "if (c == 'a' && NEXT == 'b') PUT('b');",
    "k = (k + 1) & 3; if (k == 3) PUT('3');",
    "if (isdigit(c)) PUT('0');",
    "if (c == 'Z') s = 2;",
];

/// The function with that number.
pub fn changing(seed: u64) -> Program {
    let mut random = Random::seeded(seed);
    let shape = random.pick(&SHAPES);
    let all: &[&str] = if shape.stays { &STAYING } else { &EACH };
    let mut lines: Vec<&str> = (0..1 + random.below(3))
        .map(|_| *random.pick(all))
        .collect();
    if random.chance(1, 2) {
        lines.insert(random.below(lines.len() + 1), *random.pick(shape.stops));
    }
    if !shape.stays || random.chance(1, 4) {
        lines.push("PUT(c);");
    }
    let (head, each, put) = (shape.head, shape.each, shape.put);
    let (body, tail) = (lines.join("\n        "), *random.pick(shape.tails));
    let body = body.replace("NEXT", shape.next);
    let text = format!(
        "#include <ctype.h>\n#include <stddef.h>\n#include <stdlib.h>\n#include <string.h>\n#define PUT(v) {put}\n{head}\n{{\n    \
         unsigned char s = 0, k = 0;\n    {each}\n        {body}\n    }}\n    (void)k, (void)s;\n    {tail}\n}}\n"
    );
    let form = match shape.is_string {
        true => Form::Indices,
        false => Form::Buffer,
    };
    let call = Call {
        caller: CALLER.replace("CALL", shape.call),
        values: Vec::new(),
        assumes: shape.assumes,
    };
    Program {
        form,
        text,
        call: Some(call),
    }
}

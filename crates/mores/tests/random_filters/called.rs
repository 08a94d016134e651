//! Functions that are filters, with further parameters, and whose results say what they have written.

use base::Random;

use super::generate::{Call, Form, Program};

/// A way to be called.
struct Shape {
    head: &'static str,
    /// What goes over the input; `c` is the symbol.
    each: &'static str,
    put: &'static str,
    /// Ends, one of which is taken.
    tails: &'static [&'static str],
    /// How the compiled function is called: `in` has `n` symbols and then a zero, `out` has room; what is given to `put` and `whole` is
    /// output, and `give_up` says that there is none.
    call: &'static str,
    /// What must have been assumed if it is to be called so.
    assumes: &'static str,
    /// Where it must not go on.
    stops: &'static [&'static str],
    /// Whether it reads a string.
    is_string: bool,
}

const COUNTED: &str = "`f` returns how many symbols it has written";
const COUNTED_TAILS: &[&str] = &[
    "return o;",
    "return o;",
    "return o > 0 ? o - 1 : 0;",
    "out[o] = 0; return o;",
    "out[o++] = 0; return o;",
    "if (s == 1) return 0; return o;",
    "PUT('.'); return o;",
    "out[o] = 'x'; out[o + 1] = 'y'; return s ? o + 1 : o;",
];
const COUNTED_STOPS: &[&str] = &[
    "if (c == 'z') return 0;",
    "if (c > 127) return o;",
    "if (c == '!') break;",
    "if (c == 'q' && o > 0) o--;",
];

const SHAPES: [Shape; 9] = [
    Shape {
        head: "size_t f(const char *in, size_t n, char *out)",
        each: "size_t o = 0; for (size_t i = 0; i < n; i++) { unsigned char c = (unsigned char)in[i];",
        put: "out[o++] = (char)(v)",
        tails: COUNTED_TAILS,
        call: "whole(out, f(in, n, out));",
        assumes: COUNTED,
        stops: COUNTED_STOPS,
        is_string: false,
    },
    Shape {
        head: "int f(const unsigned char *in, int n, unsigned char *out, int flag)",
        each: "int o = 0; for (int i = 0; i < n; i++) { unsigned char c = in[i];",
        put: "out[o++] = (unsigned char)(v)",
        tails: &[
            "return o;",
            "return s == 2 ? -1 : o;",
            "out[o] = 0; return o;",
        ],
        call: "{ int k = f(in, (int)n, out, FLAG); if (k < 0) give_up(); whole(out, k); }",
        assumes: COUNTED,
        stops: &[
            "if (c == 'z') return -1;",
            "if (c > 127) return 0;",
            "if (flag && c == '!') break;",
        ],
        is_string: false,
    },
    Shape {
        head: "size_t f(const char *in, size_t n, char *out, size_t room)",
        each: "size_t o = 0; for (size_t i = 0; i < n; i++) { unsigned char c = (unsigned char)in[i];",
        put: "out[o++] = (char)(v)",
        tails: COUNTED_TAILS,
        call: "whole(out, f(in, n, out, 0x3fffffff));",
        assumes: "`room` is 1073741823, more than is ever written",
        stops: &[
            "if (o + 8 > room) return 0;",
            "if (o + 8 > room) break;",
            "if (c == 'z') return 0;",
        ],
        is_string: false,
    },
    Shape {
        head: "char *f(const char *in, size_t n, char *out)",
        each: "for (size_t i = 0; i < n; i++) { unsigned char c = (unsigned char)in[i];",
        put: "*out++ = (char)(v)",
        tails: &[
            "return out;",
            "*out = 0; return out;",
            "return s == 1 ? NULL : out;",
            "*out++ = '.'; return out;",
        ],
        call: "{ char *end = f(in, n, out); if (!end) give_up(); whole(out, end - (char *)out); }",
        assumes: "`f` returns where its output ends",
        stops: &["if (c == 'z') return NULL;", "if (c == '!') break;"],
        is_string: false,
    },
    Shape {
        head: "void f(const char *in, char *out)",
        each: "size_t o = 0; for (; *in; in++) { unsigned char c = (unsigned char)*in;",
        put: "out[o++] = (char)(v)",
        tails: &[
            "out[o] = 0;",
            "out[o++] = '.'; out[o] = 0;",
            "if (o > 0) o--; out[o] = 0;",
        ],
        call: "f(in, out); whole(out, strlen(out));",
        assumes: "",
        stops: &[
            "if (c == '!') break;",
            "if (c == 'z') { out[0] = 0; return; }",
        ],
        is_string: true,
    },
    Shape {
        head: "size_t f(const char *in, char *out)",
        each: "size_t o = 0; for (; *in; in++) { unsigned char c = (unsigned char)*in;",
        put: "out[o++] = (char)(v)",
        tails: COUNTED_TAILS,
        call: "whole(out, f(in, out));",
        assumes: COUNTED,
        stops: COUNTED_STOPS,
        is_string: true,
    },
    Shape {
        head: "char *f(const char *in, char *out)",
        each: "char *to = out; for (; *in; in++) { unsigned char c = (unsigned char)*in;",
        put: "*to++ = (char)(v)",
        tails: &["*to = 0; return out;"],
        call: "f(in, out); whole(out, strlen(out));",
        assumes: "what `f` returns says nothing about its output",
        stops: &["if (c == '!') break;"],
        is_string: true,
    },
    Shape {
        head: "int f(const char *in, size_t n, int (*emit)(int c, void *to), void *to, unsigned flag)",
        each: "for (size_t i = 0; i < n; i++) { unsigned char c = (unsigned char)in[i];",
        put: "(void)emit((unsigned char)(v), to)",
        tails: &["return 0;", "return s;"],
        call: "f(in, n, emit_int, NULL, FLAG);",
        assumes: "`emit` returns 0",
        stops: &[
            "if (c == '!') return 1;",
            "if (emit('<', to) != 0) return 2;",
            "if (to != NULL) return 3;",
        ],
        is_string: false,
    },
    Shape {
        head: "void f(const char *in, size_t n, void (*emit)(const char *s, size_t m))",
        each: "for (size_t i = 0; i < n; i++) { unsigned char c = (unsigned char)in[i];",
        put: "do { char t_ = (char)(v); emit(&t_, 1); } while (0)",
        tails: &["emit(\"\", 0);", "emit(\"\", 1);", "emit(\"ab\", s & 1);"],
        call: "f(in, n, emit_run);",
        assumes: "",
        stops: &["if (c == '!') return;"],
        is_string: false,
    },
];

/// What may be done with a symbol; `s` is one of three states, `k` counts to four.
pub const EACH: [&str; 26] = [
    "if (isupper(c)) PUT(tolower(c)); else PUT(c);",
    "PUT(toupper(c));",
    "if (isdigit(c)) s = (unsigned char)((s * 2 + (c - '0')) % 3);",
    "if (strchr(\"ab\", c)) PUT('x');",
    "if (strchr(\"\\n \", c) != NULL) { s = 1; continue; }",
    "{ char t[8]; int l = snprintf(t, sizeof t, \"%d\", s); for (int j = 0; j < l; j++) PUT(t[j]); }",
    "{ char t[4]; sprintf(t, \"%02x\", c); PUT(t[0]); PUT(t[1]); }",
    "{ char t[4]; if (snprintf(t, 3, \"%u\", (unsigned)c) > 2) PUT(t[1]); else PUT(t[0]); }",
    "switch (c) { case 'a': s = 1; break; case 'b': PUT(s ? 'B' : 'b'); break; default: PUT(c); }",
    "if (c == '\\n' && s == 0) s = 1; else s = 0;",
    "if (isspace(c)) s = 1; else { if (s) PUT(' '); s = 0; PUT(c); }",
    "if (isalpha(c) == isalpha('a')) PUT('l'); else PUT('n');",
    "if (isalnum(c)) PUT(c); else { PUT('%'); PUT(\"0123456789abcdef\"[c >> 4]); PUT(\"0123456789abcdef\"[c & 15]); }",
    "k = (k + 1) & 3; if (k == 2) PUT('|');",
    "PUT(c ^ 1);",
    "PUT(c);",
    "if (c != 0) PUT(c);",
    "if (s == 0) PUT('<'); s = 2;",
    "{ char t[3] = { (char)c, 'b', 0 }; if (strcmp(t, \"ab\") == 0) PUT('='); else PUT(t[0]); }",
    "{ unsigned char t[2]; memcpy(t, &c, 1); memset(t + 1, 'm', 1); PUT(t[s & 1]); }",
    "if (memchr(\"abc\", c, 2)) PUT('M');",
    "{ signed char t = (signed char)c; if (t < 0) PUT('-'); else PUT(t); }",
    "{ const char *p = strpbrk(\"cab\", \"ab\"); if (c == *p) PUT('p'); }",
    "if (c - '0' < 10u) PUT(c); else s = 1;",
    "if (c == 'a') { s = s == 2 ? 0 : s + 1; }",
    "if (abs(c - 'b') <= 1) PUT('n'); else PUT(c);",
];

const FLAGGED: [&str; 4] = [
    "if (flag) PUT('f');",
    "if (c == flag) PUT('=');",
    "PUT(c ^ flag);",
    "if (flag > 1 && s) { PUT('0' + flag); }",
];

/// A `main` around a call.
pub const CALLER: &str = "
static void put(int v) { unsigned char c = (unsigned char)v; if (write(1, &c, 1) != 1) abort(); }
static void whole(const void *from, size_t count) { for (size_t i = 0; i < count; i++) put(((const unsigned char *)from)[i]); }
static void give_up(void) { abort(); }
static int emit_int(int c, void *to) { (void)to; put(c); return 0; }
static void emit_run(const char *s, size_t m) { whole(s, m); }
int main(void)
{
    static char in_[1 << 16], out_[1 << 20];
    ssize_t got;
    size_t n = 0;
    while ((got = read(0, in_ + n, sizeof in_ - 1 - n)) > 0)
        n += (size_t)got;
    void *in = malloc(n + 1), *out = out_;
    memcpy(in, in_, n);
    ((char *)in)[n] = 0;
    CALL
    (void)emit_int, (void)emit_run, (void)give_up;
    return 0;
}
";

/// The function with that number.
pub fn called(seed: u64) -> Program {
    let mut random = Random::seeded(seed);
    let shape = random.pick(&SHAPES);
    let has_flag = shape.head.contains("flag");
    let mut lines: Vec<&str> = (0..1 + random.below(3))
        .map(|_| *random.pick(&EACH))
        .collect();
    if has_flag {
        lines.insert(random.below(lines.len() + 1), *random.pick(&FLAGGED));
    }
    if random.chance(1, 2) {
        lines.insert(random.below(lines.len() + 1), *random.pick(shape.stops));
    }
    let value = (has_flag && random.chance(1, 2)).then(|| *random.pick(&[1, 2, 97]));
    let (head, each, put, tail) = (shape.head, shape.each, shape.put, *random.pick(shape.tails));
    let body = lines.join("\n        ");
    let text = format!(
        "#include <ctype.h>\n#include <stddef.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\
         #define PUT(v) {put}\n{head}\n{{\n    unsigned char s = 0, k = 0;\n    {each}\n        {body}\n    }}\n    (void)k;\n    \
         {tail}\n}}\n"
    );
    // A number behind a buffer is taken for the room there.
    let usual = if shape.head.contains("char *out, int flag") {
        0x3fff_ffff
    } else {
        0
    };
    let code = shape
        .call
        .replace("FLAG", &value.unwrap_or(usual).to_string());
    let call = Call {
        caller: CALLER.replace("CALL", &code),
        values: value
            .map(|value| ("flag".to_owned(), value))
            .into_iter()
            .collect(),
        // What writes nothing and returns its buffer says nothing by that.
        assumes: if body.contains("PUT") || tail.contains("out++") {
            shape.assumes
        } else {
            ""
        },
    };
    let form = if shape.is_string {
        Form::Indices
    } else {
        Form::Buffer
    };
    Program {
        form,
        text,
        call: Some(call),
    }
}

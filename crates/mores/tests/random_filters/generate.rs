//! Filters in C that nobody wrote: state machines over a few letters, with everything that makes values hard to keep apart.
//!
//! All are defined on all inputs, and remember only so much: letters, small numbers, bytes of the input.

use std::fmt::Write;

use base::Random;

/// How a filter is called, and how it reads and writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A program over `getchar` and `putchar`.
    Main,
    /// `void f(const char *in, char *out)`, by pointers.
    Pointers,
    /// The same, by indices.
    Indices,
    /// `size_t f(const char *in, size_t n, char *out)`.
    Buffer,
    /// `void f(const char *in, size_t n, void (*emit)(char))`.
    Emit,
    /// `void f(const char *in, size_t n, void (*emit)(const char *, size_t))`; it may owe a run.
    Runs,
}

const FORMS: [Form; 8] = [
    Form::Main,
    Form::Main,
    Form::Main,
    Form::Pointers,
    Form::Indices,
    Form::Buffer,
    Form::Emit,
    Form::Runs,
];

/// The letters that programs speak of.
pub const LETTERS: [u8; 3] = *b"abc";

/// Where values are kept.
const PLACES: [&str; 16] = [
    "s",
    "p",
    "q",
    "buf[0]",
    "buf[1]",
    "*h0",
    "*h1",
    "r.a",
    "r.b",
    "*w",
    "g->a",
    "buf[s % 3]",
    "ring[n & 3]",
    "ring[1]",
    "un.b[0]",
    "un.b[2]",
];

const COUNTING: [&str; 6] = [
    "k8++;",
    "k16++;",
    "k++;",
    "k = 0;",
    "k = (k + 1) % 4;",
    "if (c == 'a') { k8++; } else { k8 = 0; }",
];
const COUNTED: [&str; 6] = [
    "k8 == 0",
    "(k8 & 3) == 1",
    "k8 > 250",
    "k == 2",
    "k % 3 == 1",
    "(k16 & 1) == 1",
];

/// A program.
#[derive(Clone, Debug)]
pub struct Program {
    /// How it is called.
    pub form: Form,
    /// Its text.
    pub text: String,
    /// How it is called, where the form does not say so.
    pub call: Option<Call>,
}

/// How a filter is called.
#[derive(Clone, Debug, Default)]
pub struct Call {
    /// The program around a function; a program has none.
    pub caller: String,
    /// Values of parameters, by their names.
    pub values: Vec<(String, i64)>,
    /// What must be assumed of a function that is called so.
    pub assumes: &'static str,
}

/// The program with that number.
pub fn generate(seed: u64) -> Program {
    let mut random = Random::seeded(seed);
    let form = *random.pick(&FORMS);
    // Few places at a time, so that they meet.
    let mut places: Vec<&str> = (0..2 + random.below(4))
        .map(|_| *random.pick(&PLACES))
        .collect();
    places.sort_unstable();
    places.dedup();
    let mut feature = |likely: bool| likely && random.chance(1, 3);
    let owes = feature(matches!(form, Form::Runs | Form::Buffer));
    let (counts, places_count, twice) = (
        feature(true),
        feature(form != Form::Main),
        feature(form != Form::Main),
    );
    let rewrites = feature(matches!(form, Form::Pointers | Form::Indices));
    let text = Writing {
        random,
        form,
        places,
        owes,
        counts,
        places_count,
        twice,
        rewrites,
    }
    .program();
    Program {
        form,
        text,
        call: None,
    }
}

struct Writing {
    random: Random,
    form: Form,
    places: Vec<&'static str>,
    /// Whether it writes what it does not change in runs.
    owes: bool,
    /// Whether it counts, with numbers that wrap or start again.
    counts: bool,
    /// Whether it looks at where it is, and at what is elsewhere.
    places_count: bool,
    /// Whether it looks at all of its input beforehand.
    twice: bool,
    /// Whether it writes over what it has just written.
    rewrites: bool,
}

impl Writing {
    fn program(&mut self) -> String {
        let mut text = String::from(
            "#include <stddef.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n",
        );
        let rows: Vec<String> = (0..4).map(|_| self.small()).collect();
        let _ = writeln!(
            text,
            "static const unsigned char table[4] = {{{}}};",
            rows.join(", ")
        );
        text += "struct two { unsigned char a, b; };\nstatic struct two first, second;\n\
                 static unsigned char ring[4];\nstatic union { unsigned u; unsigned char b[4]; } un;\n";
        text += "static unsigned char *cell(void) { unsigned char *p = malloc(1); *p = 0; return p; }\n";
        text += "static void change(unsigned char *at, unsigned char to) { if (*at != to) { *at = to; } }\n";
        let _ = writeln!(
            text,
            "static unsigned char twist(unsigned char v) {{ return {}; }}",
            self.twist()
        );
        let variables = "unsigned char s = 0, p = 0, q = 0, buf[3] = {0, 0, 0}, *w = buf, *h0 = cell(), *h1 = cell();\n    \
                         struct two r = {0, 0}, *g = &first; unsigned n = 0, k = 0; unsigned char k8 = 0; unsigned short k16 = 0;";
        let (head, opening, closing, tail) = self.frame();
        let length = 2 + self.random.below(3);
        let body = self.block(0, length);
        let (before, end) = (self.beforehand(), self.at_the_end());
        let _ = write!(
            text,
            "{head}\n{{\n    {variables}\n    {before}\n    {opening}\n        {body}\n    {closing}\n    done:;\n    {end}\n    \
             {tail}\n}}\n"
        );
        text
    }

    /// The head of the function, what is before and behind the body of its loop, and its last statement.
    fn frame(&self) -> (&'static str, &'static str, &'static str, &'static str) {
        match self.form {
            Form::Main => (
                "int main(void)",
                "int c; while ((c = getchar()) != EOF) {",
                "}",
                "return 0;",
            ),
            Form::Pointers => (
                "void f(const char *in, char *out)",
                "const char *begin = in, *base = out; for (; *in; in++) { unsigned char c = (unsigned char)*in;",
                "}",
                "*out = 0;",
            ),
            Form::Indices => (
                "void f(const char *in, char *out)",
                "size_t o = 0; for (int i = 0; in[i] != 0; i++) { unsigned char c = (unsigned char)in[i];",
                "}",
                "out[o] = 0;",
            ),
            Form::Buffer => (
                "size_t f(const char *in, size_t m, char *out)",
                "size_t o = 0, from = 0; for (size_t i = 0; i < m; i++) { unsigned char c = (unsigned char)in[i];",
                "}",
                if self.owes {
                    "memcpy(out + o, in + from, m - from); return o + (m - from);"
                } else {
                    "return o;"
                },
            ),
            Form::Emit => (
                "void f(const char *in, size_t m, void (*emit)(char c))",
                "for (size_t i = 0; i < m; i++) { unsigned char c = (unsigned char)in[i];",
                "}",
                "return;",
            ),
            Form::Runs => (
                "void f(const char *in, size_t m, void (*emit)(const char *s, size_t n))",
                "size_t from = 0; for (size_t i = 0; i < m; i++) { unsigned char c = (unsigned char)in[i];",
                "}",
                if self.owes {
                    "if (m > from) { emit(in + from, m - from); }"
                } else {
                    "return;"
                },
            ),
        }
    }

    fn block(&mut self, depth: usize, length: usize) -> String {
        (0..length)
            .map(|_| self.statement(depth))
            .collect::<Vec<_>>()
            .join(" ")
    }

    fn inner(&mut self, depth: usize) -> String {
        let length = 1 + self.random.below(2);
        self.block(depth + 1, length)
    }

    fn statement(&mut self, depth: usize) -> String {
        match self.random.below(22) {
            20 if self.random.chance(1, 4) => format!("if ({}) {{ goto done; }}", self.condition()),
            21 if self.counts => (*self.random.pick(&COUNTING)).to_owned(),
            21 if self.rewrites => self.rewrite(),
            0..=6 if depth < 3 => {
                let (condition, then, otherwise) =
                    (self.condition(), self.inner(depth), self.inner(depth));
                format!("if ({condition}) {{ {then} }} else {{ {otherwise} }}")
            }
            7 if depth < 2 => self.ahead(depth),
            8 if depth < 2 => self.switch(depth),
            9..=12 => self.put(),
            13 | 19 => self.odd_job(),
            14 => format!(
                "change(&{}, (unsigned char)({}));",
                self.place(),
                self.value()
            ),
            _ => format!("{} = (unsigned char)({});", self.place(), self.value()),
        }
    }

    /// Something that moves pointers, cells or counters.
    fn odd_job(&mut self) -> String {
        let jobs = [
            "w = w == buf ? buf + 1 : w == buf + 1 ? buf + 2 : buf;",
            "w = buf;",
            "w = &r.b;",
            "{ unsigned char *t = h0; h0 = h1; h1 = t; }",
            "free(h1); h1 = cell();",
            "g = g == &first ? &second : &first;",
            "n = (n + 1) % 3;",
            "n = n == 1 ? 0 : n + 1;",
            "buf[1] = buf[0]; buf[0] = (unsigned char)c;",
            "memmove(buf + 1, buf, 2); buf[0] = (unsigned char)c;",
            "if (s == 2) { s = 0; } else { s = (unsigned char)(s < 2 ? s + 1 : 1); }",
            "*g = r;",
            "r = *g;",
            "memset(buf, 0, sizeof buf);",
            "ring[n & 3] = (unsigned char)c; n = (n + 1) & 3;",
            "un.u = (unsigned)c;",
            "un.u <<= 8;",
            "un.u = 0;",
            "memcpy(ring, un.b, 2);",
        ];
        (*self.random.pick(&jobs)).to_owned()
    }

    /// Looks at the symbol behind the one at hand, and may take it.
    fn ahead(&mut self, depth: usize) -> String {
        let letter = self.letter();
        let (taken, left) = (self.inner(depth), self.inner(depth));
        match self.form {
            Form::Main => {
                let rest = format!("else if (d != EOF) {{ ungetc(d, stdin); {left} }}");
                format!("{{ int d = getchar(); if (d == {letter}) {{ {taken} }} {rest} }}")
            }
            Form::Pointers => {
                format!("if (in[1] == {letter}) {{ in++; {taken} }} else {{ {left} }}")
            }
            Form::Indices => {
                format!("if (in[i + 1] == {letter}) {{ i++; {taken} }} else {{ {left} }}")
            }
            Form::Buffer | Form::Emit if !self.owes => {
                format!(
                    "if (i + 1 < m && in[i + 1] == {letter}) {{ i++; {taken} }} else {{ {left} }}"
                )
            }
            Form::Buffer | Form::Emit | Form::Runs => {
                format!("if (i + 1 < m && in[i + 1] == {letter}) {{ {taken} }} else {{ {left} }}")
            }
        }
    }

    fn switch(&mut self, depth: usize) -> String {
        let on = if self.random.chance(1, 2) { "c" } else { "s" };
        let (first, second) = if on == "c" {
            ("'a'", "'b'")
        } else {
            ("0", "1")
        };
        let (one, two, rest) = (self.inner(depth), self.inner(depth), self.inner(depth));
        let through = if self.random.chance(1, 3) {
            ""
        } else {
            " break;"
        };
        format!(
            "switch ({on}) {{ case {first}: {one}{through} case {second}: {two} break; default: {rest} }}"
        )
    }

    fn condition(&mut self) -> String {
        match self.random.below(20) {
            16..=17 if self.counts => (*self.random.pick(&COUNTED)).to_owned(),
            18..=19 if self.places_count => self.whereabouts(),
            0..=4 => format!("c == {}", self.letter()),
            5..=7 => format!("{} == {}", self.place(), self.place()),
            8..=9 => format!("{} == {}", self.place(), self.small()),
            10 => format!("c > {}", self.place()),
            11 => format!("n == {}", self.random.below(3)),
            12 => format!(
                "strchr(\"ab\", {}) != NULL && c != 0",
                if self.random.chance(1, 2) { "c" } else { "'a'" }
            ),
            13 => (*self.random.pick(&[
                "w == buf",
                "g == &first",
                "h0 != h1",
                "s < 2",
                "w == &r.b",
                "un.u == 'a'",
                "un.u > 255",
            ]))
            .to_owned(),
            14 => format!("c >= 'a' && c <= {}", self.letter()),
            _ => format!("table[{} & 3] == {}", self.place(), self.small()),
        }
    }

    /// About where in the input or the output it is, or what is at another place.
    fn whereabouts(&mut self) -> String {
        let (pointers, input, output): (&[&str], &[&str], &[&str]) = (
            &[
                "in == begin",
                "in - begin == 2",
                "in > begin && in[-1] == 'a'",
                "in > begin + 1 && in[-2] == (char)c",
                "*begin == 'b'",
                "in[1] == 0",
                "out == base",
                "(out - base) % 2 == 0",
            ],
            &[
                "i == 0",
                "i == 2",
                "i % 2 == 0",
                "i > 0 && in[i - 1] == 'a'",
                "i > 1 && in[i - 2] == (char)c",
                "in[0] == 'b'",
            ],
            &["o == 0", "o % 2 == 1", "o > 2"],
        );
        let length = ["i + 1 == m", "i + 2 == m", "in[m - 1] == 'a'", "m % 2 == 0"];
        let all: Vec<&str> = match self.form {
            Form::Main => vec!["c == 'a'"],
            Form::Pointers => pointers.to_vec(),
            Form::Indices => [input, output, &["in[i + 1] == 0"]].concat(),
            Form::Buffer => [input, output, &length].concat(),
            Form::Emit | Form::Runs => [input, &length].concat(),
        };
        (*self.random.pick(&all)).to_owned()
    }

    /// A look at the whole input before it is filtered.
    fn beforehand(&mut self) -> String {
        if !self.twice {
            return String::new();
        }
        let strings = [
            "for (const char *j = in; *j; j++) { if (*j == 'b') { s = 1; } }",
            "if (strchr(in, 'a') != NULL) { p = 'a'; }",
            "{ size_t l = strlen(in); if (l > 0 && in[l - 1] == 'c') { s = 1; } }",
            "q = (unsigned char)(strlen(in) % 2);",
            "for (const char *j = in; *j; j++) { p = (unsigned char)*j; }",
        ];
        let lengths = [
            "for (size_t j = 0; j < m; j++) { if (in[j] == 'b') { s = 1; } }",
            "if (m > 0 && memchr(in, 'b', m) != NULL) { p = 1; }",
            "if (m > 0 && in[m - 1] == 'a') { s = 1; }",
            "if (m > 0 && in[0] == 'a') { q = 1; }",
            "if (m == 3) { s = 2; }",
        ];
        match self.form {
            Form::Main => String::new(),
            Form::Pointers | Form::Indices => (*self.random.pick(&strings)).to_owned(),
            Form::Buffer | Form::Emit | Form::Runs => (*self.random.pick(&lengths)).to_owned(),
        }
    }

    fn rewrite(&mut self) -> String {
        let condition = self.condition();
        match self.form {
            Form::Pointers => {
                format!("*out++ = 't'; if ({condition}) {{ out--; }} else {{ out[-1] = 'u'; }}")
            }
            _ => {
                format!("out[o++] = 't'; if ({condition}) {{ o--; }} else {{ out[o - 1] = 'u'; }}")
            }
        }
    }

    /// Writes what was not changed, and something behind it.
    fn run(&mut self) -> String {
        let what = *self.random.pick(&["xy", "=", ""]);
        let next = *self.random.pick(&["i + 1", "i + 1", "i"]);
        let length = what.len();
        match self.form {
            Form::Buffer => format!(
                "if (i > from) {{ memcpy(out + o, in + from, i - from); o += i - from; }} memcpy(out + o, \"{what}\", \
                 {length}); o += {length}; from = {next};"
            ),
            _ => format!(
                "if (i > from) {{ emit(in + from, i - from); }} emit(\"{what}\", {length}); from = {next};"
            ),
        }
    }

    fn put(&mut self) -> String {
        if self.owes {
            return self.run();
        }
        match self.random.below(8) {
            0 => self.text(),
            1 => format!(
                "for (unsigned k = 0; k < (s & 1u) + 1; k++) {{ {} }}",
                self.symbol("'z'")
            ),
            2..=4 => {
                let letter = format!("'{}'", self.random.pick(&["x", "y", "="]));
                self.symbol(&letter)
            }
            5 => self.symbol("c"),
            6 => {
                let place = self.place();
                self.symbol(&place)
            }
            _ => {
                let place = self.place();
                self.symbol(&format!("twist({place})"))
            }
        }
    }

    fn symbol(&self, value: &str) -> String {
        match self.form {
            Form::Main => format!("putchar({value});"),
            Form::Pointers => format!("*out++ = (char)({value});"),
            Form::Indices | Form::Buffer => format!("out[o++] = (char)({value});"),
            Form::Emit => format!("emit((char)({value}));"),
            Form::Runs => format!("{{ char one = (char)({value}); emit(&one, 1); }}"),
        }
    }

    fn text(&self) -> String {
        match self.form {
            Form::Main => "fputs(\"<>\", stdout);".to_owned(),
            Form::Pointers => "memcpy(out, \"<>\", 2); out += 2;".to_owned(),
            Form::Indices | Form::Buffer => "memcpy(out + o, \"<>\", 2); o += 2;".to_owned(),
            Form::Emit => "emit('<'); emit('>');".to_owned(),
            Form::Runs => "emit(\"<>\", 2);".to_owned(),
        }
    }

    fn at_the_end(&mut self) -> String {
        if self.owes {
            return String::new();
        }
        match self.random.below(5) {
            0 => {
                let (one, two) = (self.place(), self.place());
                self.symbol(&one) + " " + &self.symbol(&two)
            }
            1 => format!("if (s == 1) {{ {} }}", self.symbol("'!'")),
            2 => format!(
                "if ({} == {}) {{ {} }}",
                self.place(),
                self.place(),
                self.text()
            ),
            3 => format!("if (n == 1) {{ {} }}", self.symbol("'?'")),
            _ => String::new(),
        }
    }

    fn value(&mut self) -> String {
        match self.random.below(12) {
            0..=2 => "c".to_owned(),
            3..=4 => self.letter(),
            5..=6 => self.small(),
            7 => format!("twist({})", self.place()),
            8 => format!("table[{} & 3]", self.place()),
            _ => self.place(),
        }
    }

    fn twist(&mut self) -> String {
        let all = [
            "v == 'a' ? 'b' : v",
            "v < 3 ? 'x' : v",
            "table[v & 3]",
            "v == 0 ? '0' : v",
        ];
        (*self.random.pick(&all)).to_owned()
    }

    fn place(&mut self) -> String {
        (*self.random.pick(&self.places)).to_owned()
    }

    fn letter(&mut self) -> String {
        format!("'{}'", char::from(*self.random.pick(&LETTERS)))
    }

    fn small(&mut self) -> String {
        if self.random.chance(1, 3) {
            self.letter()
        } else {
            self.random.below(3).to_string()
        }
    }
}

//! Programs whose branches part and meet again: loops, early ends, objects that die, values that are set on one way only.

use std::fmt::Write;

use base::Random;

/// How many values each input has, from 0.
pub const VALUES: i64 = 4;

/// The most inputs that a run asks for.
pub const INPUTS: u32 = 4;

const HEAD: &str = "\
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
void one(void) { }
void zero(void) { }
struct pair { int u, v; };
struct node { struct node *next; int v; };
static int asked;
static int in(void) { return asked++ < 4 ? (int)(__VERIFIER_nondet_uint() % 4u) : 1; }
static int inner(int m, int n) { if (m > n) return m - n; int s = 0; for (int i = m; i < n; i++) s += i; return s; }
static int least(int m, int n) { return m < n ? m : n; }
static int down(int n, int *to) { if (n <= 0) { if (to) *to += 1; return 0; } return 1 + down(n - 1, to); }
static void set(int **to, int *from, int n) { if (n > 1) *to = from; else if (n == 0) *to = 0; }
static struct node *push(struct node *top, int v) { struct node *made = malloc(sizeof *made); made->next = top; made->v = v; return made; }
static int grid[2][3];
static int (*choice)(int, int) = least;
static int *kept;
int main(void)
{
    int a = in(), b = in(), c = 1, left = 6, t[4] = { 0 }, *p = &a, *q = 0;
    int some;
    struct pair r = { 0, 1 }, w = r;
    struct node *top = 0;
    unsigned m = 3;
    unsigned char k = 7;
    double d = 0.5;
    one();
    zero();
    (void)some; (void)p; (void)q; (void)w; (void)d; (void)m; (void)k;
";

const TAIL: &str = "    goto end;\nend:\n    return 0;\n}\n";

/// Statements; `@` is a small number, `#` an expression, `?` a condition.
const LINES: [&str; 46] = [
    "a = #;",
    "b = #;",
    "c = #;",
    "a = in();",
    "c = in();",
    "t[# & 3] = #;",
    "t[@] = #;",
    "a = t[b & 3];",
    "a = t[c];",
    "p = &b;",
    "p = &t[# & 3];",
    "p = ? ? &c : &a;",
    "p = 0;",
    "if (p) *p = #;",
    "*p = #;",
    "c = *p;",
    "if (!q) { q = malloc(2 * sizeof *q); q[0] = #; q[1] = #; }",
    "if (!q) q = malloc((# & 3) * 4 + 4);",
    "if (!q) q = calloc(2, 4);",
    "if (q) q[b & 1] = #;",
    "if (q) c = q[@ & 1];",
    "if (q) { free(q); q = 0; }",
    "free(q);",
    "if (q && ?) p = q;",
    "{ int l = #; p = &l; if (?) p = &a; }",
    "{ int l[2] = { a, b }; c = l[# & 1]; }",
    "r.u = #;",
    "w = r; r.v = w.u;",
    "{ struct pair *at = ? ? &r : &w; at->v = #; }",
    "a = inner(a & 3, b & 3);",
    "a = down(# & 3, ? ? p : 0);",
    "set(&p, &c, #);",
    "choice = ? ? least : inner;",
    "c = choice(a & 3, b & 3);",
    "top = push(top, #);",
    "if (top) { struct node *gone = top; top = top->next; c = gone->v; free(gone); }",
    "for (struct node *n = top; n; n = n->next) a += n->v & 1;",
    "memcpy(&t[1], &r, sizeof r);",
    "memcpy(&k, (char *)&a + (# & 1), 1);",
    "m = m * 3u + (unsigned)#;",
    "k += #;",
    "d = d * 0.5 + a; if (d > 1.5) c = 2;",
    "grid[# & 1][@ % 3] = a;",
    "b = grid[a & 1][b & 1];",
    "kept = ? ? &r.u : kept; if (kept) *kept = 3;",
    "some = #;",
];

/// Conditions.
const CONDITIONS: [&str; 16] = [
    "a > @",
    "a == b",
    "b != @",
    "c < a",
    "(a & 1) == 0",
    "b > 1 && a < 3",
    "t[@ & 3] > 0",
    "p == &a",
    "q != 0",
    "r.u == @",
    "k & 1",
    "m > 20u",
    "top != 0",
    "a + b == @",
    "d < 1.0",
    "in() == @",
];

/// What ought to hold, and mostly does.
const CLAIMS: [&str; 12] = [
    "assert(a != 5);",
    "assert(!(a == 2 && b == 1 && c == 0));",
    "assert(t[@ & 3] != 3);",
    "assert(r.u <= r.v + 9);",
    "assert(m != 30u);",
    "assert(c < 40);",
    "assert(p != &b || b != 3);",
    "assert(q == 0 || q[0] != 2);",
    "assert(!top || top->v != 3);",
    "assert(d < 60.0);",
    "assert(some != 2);",
    "assert(k != 9);",
];

const EXPRESSIONS: [&str; 12] = [
    "@",
    "a",
    "b",
    "(a + b) % 5",
    "(a > b ? a : b)",
    "(c & 3)",
    "t[@ & 3]",
    "(a - 1)",
    "(b * 2)",
    "r.v",
    "least(b, 2)",
    "(int)(m & 7u)",
];

struct Writing {
    random: Random,
    text: String,
    loops: usize,
}

/// The program with that number.
pub fn generate(seed: u64) -> String {
    let mut writing = Writing {
        random: Random::seeded(seed),
        text: HEAD.to_owned(),
        loops: 0,
    };
    let count = 3 + writing.random.below(5);
    (0..count).for_each(|_| writing.statement(0));
    let claims = 1 + writing.random.below(2);
    (0..claims).for_each(|_| writing.line(&CLAIMS, 1));
    writing.text + TAIL
}

impl Writing {
    fn filled(&mut self, template: &str) -> String {
        let mut text = String::new();
        let mut conditions = template.matches('?').count();
        for c in template.chars() {
            match c {
                '@' => write!(text, "{}", self.random.below(4)).expect("text grows"),
                '#' => {
                    let chosen = *self.random.pick(&EXPRESSIONS);
                    let chosen = self.filled(&chosen.replace('?', "\u{1}"));
                    text.push_str(&chosen);
                }
                // In `? ? x : y` the first is a condition, the second the operator.
                '?' if conditions > 0 && !text.ends_with(") ") => {
                    conditions -= 1;
                    let chosen = *self.random.pick(&CONDITIONS);
                    let chosen = self.filled(chosen);
                    write!(text, "({chosen})").expect("text grows");
                }
                c => text.push(c),
            }
        }
        text.replace('\u{1}', "?")
    }

    fn line(&mut self, templates: &[&str], depth: usize) {
        let template = *self.random.pick(templates);
        let line = self.filled(template);
        let indent = "    ".repeat(depth + 1);
        writeln!(self.text, "{indent}{line}").expect("text grows");
    }

    fn condition(&mut self) -> String {
        let chosen = *self.random.pick(&CONDITIONS);
        self.filled(chosen)
    }

    fn open(&mut self, depth: usize, head: &str) {
        let indent = "    ".repeat(depth + 1);
        writeln!(self.text, "{indent}{head}").expect("text grows");
    }

    fn body(&mut self, depth: usize) {
        let count = 1 + self.random.below(3);
        (0..count).for_each(|_| self.statement(depth + 1));
    }

    fn statement(&mut self, depth: usize) {
        match self.random.below(if depth > 2 { 7 } else { 16 }) {
            0..=5 => self.line(&LINES, depth),
            6 => self.leave(depth),
            7..=11 => self.branch(depth),
            12 => self.switch(depth),
            _ => self.round(depth),
        }
    }

    /// Something that only some ways do, or the end of the run.
    fn leave(&mut self, depth: usize) {
        let condition = self.condition();
        let then = match self.random.below(5) {
            0 => "return 0;",
            1 => "goto end;",
            2 => "one();",
            3 => "zero();",
            _ => "{ some = 1; one(); }",
        };
        self.open(depth, &format!("if ({condition}) {then}"));
    }

    fn branch(&mut self, depth: usize) {
        let condition = self.condition();
        self.open(depth, &format!("if ({condition}) {{"));
        self.body(depth);
        if self.random.chance(1, 2) {
            self.open(depth, "} else {");
            self.body(depth);
        }
        self.open(depth, "}");
    }

    fn switch(&mut self, depth: usize) {
        let of = *self.random.pick(&["a", "b & 3", "t[1]", "(int)m & 3"]);
        self.open(depth, &format!("switch ({of}) {{"));
        for case in ["case 0:", "case 1:", "default:"] {
            self.open(depth, case);
            self.body(depth);
            if self.random.chance(2, 3) {
                self.open(depth + 1, "break;");
            }
        }
        self.open(depth, "}");
    }

    /// A loop whose rounds all have a limit.
    fn round(&mut self, depth: usize) {
        self.loops += 1;
        let i = format!("i{}", self.loops);
        let condition = self.condition();
        let head = match self.random.below(3) {
            0 => format!("for (int {i} = 0; {i} < b && {i} < 4; {i}++) {{"),
            1 => format!("for (int {i} = 0; {i} < 3; {i}++) {{"),
            _ => format!("while (({condition}) && left-- > 0) {{"),
        };
        self.open(depth, &head);
        self.body(depth);
        if self.random.chance(1, 3) {
            let condition = self.condition();
            let how = *self.random.pick(&["break", "continue"]);
            self.open(depth + 1, &format!("if ({condition}) {how};"));
        }
        self.open(depth, "}");
    }
}

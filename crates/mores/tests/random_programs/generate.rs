//! C programs that nobody wrote: a few pieces that compute a number, calls that show its bits, and an assertion about it.

use std::fmt::Write;

use base::Random;
use mores::{FailureKind, Goal, LanguageEngine, LanguageRequest};

use super::snippets::{THEMES, Theme};

const HEAD: &str = "\
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_error(void);
int n;
void one(void) { }
void zero(void) { }
";

/// A program.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its number.
    pub seed: u64,
    /// Its text.
    pub text: String,
    /// What is asked about it; the path is still missing.
    pub request: LanguageRequest,
    /// Whether it may do something undefined that no sanitizer sees.
    pub unseen: bool,
}

impl Program {
    /// A line of its text.
    pub fn line(&self, number: u32) -> &str {
        self.text
            .lines()
            .nth(number.saturating_sub(1) as usize)
            .unwrap_or_default()
    }

    /// Numbers worth trying: those that it mentions, and those at edges.
    pub fn numbers(&self) -> Vec<i64> {
        let body = self
            .text
            .split_once("int main")
            .map_or("", |(_, body)| body);
        let digits = body
            .split(|c: char| !c.is_ascii_digit())
            .filter_map(|number| number.parse::<i64>().ok());
        let mentioned = digits
            .filter(|number| *number < 1 << 32)
            .flat_map(|number| [number, number + 1]);
        let edges = [
            -1,
            0,
            1,
            2,
            3,
            4,
            -2,
            97,
            65,
            48,
            255,
            128,
            i64::from(i32::MAX),
            i64::from(i32::MIN),
        ];
        let mut numbers: Vec<i64> = mentioned.chain(edges).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }
}

/// The program with that number.
pub fn generate(seed: u64) -> Program {
    let mut random = Random::seeded(seed);
    let (first, second) = (random.pick(&THEMES), random.pick(&THEMES));
    let alone = random.chance(1, 2) || first.conflicts(second);
    let themes = if alone {
        vec![first]
    } else {
        vec![first, second]
    };
    let request = request(&mut random);
    let unseen = themes.iter().any(|theme| theme.unseen);
    let text = Writing {
        random,
        themes,
        pieces: 0,
    }
    .program();
    Program {
        seed,
        text,
        request,
        unseen,
    }
}

/// Most programs are asked about in the usual way.
fn request(random: &mut Random) -> LanguageRequest {
    let usual = LanguageRequest::new("");
    match random.below(20) {
        0..=2 | 7 => LanguageRequest {
            goal: Goal::Ends,
            ..usual
        },
        3 => LanguageRequest {
            abort_fails: true,
            ..usual
        },
        4 => LanguageRequest {
            defined: vec!["overflow".to_owned()],
            ..usual
        },
        5 => LanguageRequest {
            engine: LanguageEngine::LStar,
            bound: Some(2),
            ..usual
        },
        6 => LanguageRequest {
            beyond: false,
            ..usual
        },
        8 => LanguageRequest {
            failures: Some([FailureKind::Assertions].into()),
            ..usual
        },
        _ => usual,
    }
}

struct Writing {
    random: Random,
    themes: Vec<&'static Theme>,
    /// Pieces so far.
    pieces: usize,
}

impl Writing {
    fn program(&mut self) -> String {
        let mut text = HEAD.to_owned();
        let mut known: Vec<&str> = Vec::new();
        for definition in self.themes.iter().flat_map(|theme| theme.definitions) {
            if !known.contains(definition) {
                known.push(definition);
                let _ = writeln!(text, "{definition}");
            }
        }
        text += "int main(int argc, char **argv)\n{\n";
        for line in self.inputs().into_iter().chain(self.body()) {
            let _ = writeln!(text, "    {line}");
        }
        text + "    return 0;\n}\n"
    }

    fn inputs(&mut self) -> Vec<String> {
        let x = match self.random.below(6) {
            0 => "int x = __VERIFIER_nondet_int();".to_owned(),
            1 => "int x = __VERIFIER_nondet_char();".to_owned(),
            2 => "int x = __VERIFIER_nondet_bool();".to_owned(),
            _ => {
                "int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x >= -1 && x <= 3);".to_owned()
            }
        };
        let y = match self.random.below(6) {
            0 => "int y = __VERIFIER_nondet_short();".to_owned(),
            1 => {
                "int y = __VERIFIER_nondet_int(); __VERIFIER_assume(y == 1 || y == 'a');".to_owned()
            }
            _ => format!("int y = {};", self.small()),
        };
        let c = match self.random.below(3) {
            0 => "unsigned char c = __VERIFIER_nondet_uchar();".to_owned(),
            _ => format!("unsigned char c = {};", self.letter()),
        };
        let b = format!("char b[8] = {}, d[8] = \"ab\";", self.text());
        vec![x, y, c, b, "int a[4] = { 3, 1, 2, 0 }, r = 0;".to_owned()]
    }

    /// Pieces, the low bits of what came out, and an assertion.
    fn body(&mut self) -> Vec<String> {
        let mut lines: Vec<String> = (0..1 + self.random.below(3))
            .map(|_| self.piece())
            .collect();
        if self.random.chance(3, 4) {
            let bits = 1 + self.random.below(4);
            lines.push(format!(
                "for (int i = 0; i < {bits}; i++) if ((unsigned)r >> i & 1) one(); else zero();"
            ));
        }
        if self.random.chance(1, 4) {
            lines.push(self.piece());
        }
        let asserted = match self.random.below(8) {
            0 | 6 | 7 => "assert(0);".to_owned(),
            1 => format!("assert(r != {});", self.constant()),
            2 => format!("assert(n < {});", self.random.below(4)),
            3 => format!(
                "assert(r >= -{} && r < {});",
                self.random.below(3),
                self.random.below(300)
            ),
            4 => format!("if ({}) __VERIFIER_error();", self.condition()),
            _ => format!("assert({});", self.condition()),
        };
        lines.push(asserted);
        lines
    }

    fn piece(&mut self) -> String {
        self.pieces += 1;
        let theme = *self.random.pick(&self.themes);
        let template = *self.random.pick(theme.statements);
        self.fill(template)
    }

    fn fill(&mut self, template: &str) -> String {
        let (mut text, mut rest) = (String::new(), template);
        while let Some((before, behind)) = rest.split_once('@') {
            text += before;
            text += &match behind.as_bytes().first() {
                Some(b'i') => self.number(2),
                Some(b'k') => self.constant(),
                Some(b'n') => self.random.below(4).to_string(),
                Some(b'c') => self.letter(),
                Some(b's') => self.text(),
                Some(b'p') => self.condition(),
                Some(b'l') => format!("out{}", self.pieces),
                _ => (*self.random.pick(&["x", "y", "r", "n"])).to_owned(),
            };
            rest = &behind[1..];
        }
        text + rest
    }

    fn number(&mut self, depth: usize) -> String {
        match self.random.below(if depth == 0 { 5 } else { 8 }) {
            0 | 1 => "x".to_owned(),
            2 => (*self.random.pick(&["y", "r", "n", "c"])).to_owned(),
            3 => self.constant(),
            4 => (*self
                .random
                .pick(&["a[1]", "a[x & 3]", "b[0]", "d[1]", "(y & 7)"]))
            .to_owned(),
            5 => format!(
                "({} & {})",
                self.number(depth - 1),
                *self.random.pick(&[1, 7, 255])
            ),
            6 => format!(
                "(({} & 255) + {})",
                self.number(depth - 1),
                self.random.below(4)
            ),
            _ => format!("({} ^ {})", self.number(depth - 1), self.number(0)),
        }
    }

    fn condition(&mut self) -> String {
        match self.random.below(7) {
            0 => format!("x == {}", self.constant()),
            1 => format!("x {} y", *self.random.pick(&["<", "==", "!=", ">="])),
            2 => format!(
                "r {} {}",
                *self.random.pick(&["<", "==", "!=", ">"]),
                self.constant()
            ),
            3 => format!("c == {}", self.letter()),
            4 => format!("n == {}", self.random.below(4)),
            5 => format!("{} > {}", self.number(1), self.constant()),
            _ => (*self.random.pick(&[
                "x & 1",
                "r",
                "!n",
                "b[0] == 'a'",
                "c < 128",
                "a[x & 3] == 1",
            ]))
            .to_owned(),
        }
    }

    fn constant(&mut self) -> String {
        (*self.random.pick(&[
            "0", "1", "2", "3", "7", "10", "97", "'a'", "255", "256", "(-1)", "(-2)", "5",
        ]))
        .to_owned()
    }

    fn small(&mut self) -> String {
        (*self.random.pick(&["0", "1", "2", "5", "'a'", "-1"])).to_owned()
    }

    fn letter(&mut self) -> String {
        (*self.random.pick(&[
            "'a'", "'A'", "'0'", "' '", "'z'", "'\\n'", "0", "233", "'_'",
        ]))
        .to_owned()
    }

    fn text(&mut self) -> String {
        (*self.random.pick(&[
            "\"ab\"", "\"\"", "\"b\"", "\"a\\n\"", "\"12\"", "\"-7x\"", "\"0x1f\"", "\" 42\"",
            "\"aba\"",
        ]))
        .to_owned()
    }
}

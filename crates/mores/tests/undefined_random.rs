//! Small programs that nobody wrote, in which something may be undefined on each line. All their inputs are tried on the program
//! compiled with gcc's sanitizers: where one complains there is a word, and where there is a word one complains, after
//! the same events and on the same line. `MORES_PROGRAMS=5000` tries as many.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::time::Duration;

use base::{Failure, Random};
use mores::report::VerdictKind;
use mores::{Budget, LanguageReport, LanguageRequest, NoProgress};
use tempfile::TempDir;

use crate::random_programs::compiled::{Build, Compiler, Ending, Observed, Run};

/// Programs that are tried unless a number is given.
const PROGRAMS: u64 = 20;

/// How many values each of the two inputs has, from -2.
const VALUES: i64 = 10;

const HEAD: &str = "\
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
void one(void) { }
int main(void)
{
    int x = (int)(__VERIFIER_nondet_uint() % 10u) - 2, y = (int)(__VERIFIER_nondet_uint() % 10u) - 2, r = 0;
    int tab[8] = { 1, 2, 3, 4, 5, 6, 7, 8 }, grid[3][4] = { { 1 }, { 2 }, { 3 } };
";

/// Lines, each of which may be undefined for some inputs; `@` is a small number.
const LINES: [&str; 24] = [
    "r = 2147483600 + x * (@ + 3);",
    "r = -2147483600 - y * (@ + 4);",
    "r = (x * 30000) * (y * 9000 + @);",
    "r = x == @ ? 0 : 5 / (x - @);",
    "r = 7 % (y - @);",
    "r = 1 << (x + 25 + @);",
    "r = (int)(1u >> (y + @));",
    "r = tab[x + @];",
    "tab[y + @] = x;",
    "r = grid[1][y + @];",
    "r = grid[x][y & 3];",
    "{ int (*row)[4] = &grid[x & 1]; r = (*row)[y]; }",
    "{ int *p = x == @ ? 0 : &y; r = *p; }",
    "{ int *p = malloc(8); p[0] = 1; p[1] = 2; if (y == @) free(p); r = p[x & 1]; if (y != @) free(p); }",
    "{ int *p; { int t = x; p = y == @ ? &t : &x; } r = *p; }",
    "{ char *p = malloc(x + 3); p[@] = 1; free(p); }",
    "{ char *p = malloc(4); if (x == @) free(p); if (y != @) free(p); }",
    "{ int t = y - 2147483646; r = -t; }",
    "r = (int)((x + @) * 3e8);",
    "{ struct { int a[3]; int b; } s = { { 1, 2, 3 }, 4 }; r = s.a[y & 7] + s.b; }",
    "{ char b[12] = \"abcdefg\"; memcpy(b + 2, b, (unsigned)(x + 2) & 7); r = b[3]; }",
    "for (int i = 0; i < y; i++) r = tab[i + @];",
    "{ int t = 2; for (int i = 0; i <= x; i++) t = t * 1000; r = t; }",
    "{ int *p = tab; while (*p != y) p++; r = *p; }",
];

/// The program with that number: its text, and the lines of what may be undefined.
fn generate(seed: u64) -> (String, Vec<u32>) {
    let mut random = Random::seeded(seed);
    let mut text = HEAD.to_owned();
    let mut lines = Vec::new();
    for _ in 0..1 + random.below(3) {
        let mut line = String::new();
        for c in random.pick(&LINES).chars() {
            match c {
                '@' => write!(line, "{}", random.below(6)).expect("text grows"),
                c => line.push(c),
            }
        }
        lines.push(text.lines().count() as u32 + 1);
        writeln!(text, "    {line}").expect("text grows");
        text.push_str("    one();\n");
    }
    text.push_str("    return r == 4711;\n}\n");
    (text, lines)
}

/// All inputs of a program.
fn runs() -> Vec<Run> {
    let pairs = (0..VALUES).flat_map(|x| (0..VALUES).map(move |y| vec![x, y]));
    pairs
        .map(|numbers| Run {
            numbers,
            ..Run::default()
        })
        .collect()
}

/// After how many events something undefined happens: as a sanitizer sees it.
fn seen(compiler: &Compiler, path: &Path) -> BTreeSet<usize> {
    let program = compiler.compile(path, Build::Sanitized, &["-fsanitize=float-cast-overflow"]);
    let all = compiler.run(&program, &runs());
    let undefined =
        |observed: &&Observed| matches!(observed.ending, Ending::Undefined | Ending::Crashed(_));
    let undefined = all.iter().filter(undefined);
    undefined.map(|observed| observed.events.len()).collect()
}

/// The same, as the words say, each with its line.
fn said(report: &LanguageReport) -> BTreeSet<(usize, u32)> {
    let line = |name: &String| {
        let mut letters = report.model.alphabet.iter();
        let letter = letters.find(|event| event.symbol == *name)?;
        letter.failure.as_ref().and_then(Failure::undefined)?;
        letter.place.as_ref()?.rsplit_once(':')?.1.parse().ok()
    };
    let words = report.model.words.iter();
    words
        .filter_map(|word| Some((word.events.len() - 1, line(word.events.last()?)?)))
        .collect()
}

/// Compares one program; whether all was proved.
fn agrees(seed: u64, compiler: &Compiler, folder: &Path) -> bool {
    let (text, lines) = generate(seed);
    let path = folder.join("program.c");
    fs::write(&path, &text).expect("it can be written");
    let request = LanguageRequest::new(&path);
    let budget = Budget::lasting(Duration::from_secs(20));
    let learned = mores::language(&request, &budget, &NoProgress).expect("it can be read");
    let (report, seen) = (&learned.report, seen(compiler, &path));
    let said = said(report);
    for (events, line) in &said {
        assert!(
            seen.contains(events),
            "{seed}: nothing is seen after {events} events\n{text}"
        );
        assert_eq!(lines[*events], *line, "{seed}: another line\n{text}");
    }
    if report.verdict.kind != VerdictKind::Proved {
        return false;
    }
    let excepts = report.verdict.assumptions.iter();
    let mut excepts = excepts.filter(|assumed| *assumed != "memory does not run out");
    assert_eq!(excepts.next(), None, "{seed}\n{text}");
    for events in seen {
        let known = said.iter().any(|(known, _)| *known == events);
        assert!(known, "{seed}: no word after {events} events\n{text}");
    }
    true
}

#[test]
fn a_sanitizer_complains_exactly_where_a_word_says_so() {
    let count = std::env::var("MORES_PROGRAMS").ok();
    let count = count
        .and_then(|count| count.parse().ok())
        .unwrap_or(PROGRAMS);
    let folder = TempDir::new().expect("a folder");
    let compiler = Compiler::new(folder.path());
    let proved = (0..count)
        .filter(|seed| agrees(*seed, &compiler, folder.path()))
        .count() as u64;
    assert!(10 * proved >= 9 * count, "{proved} of {count} are proved");
}

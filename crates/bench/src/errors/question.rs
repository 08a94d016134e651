//! The questions of Chapman et al. ("Learning the Language of Error", 2015) as C: the program with its events, and what they do while one question is asked.

use model::Moore;

/// A program whose functions say that they are entered, and whose failures say where they are.
pub struct Instrumented {
    text: String,
    /// The line of each failure, in the order of their letters, which stand behind those of the events.
    failures: Vec<u32>,
    events: usize,
}

impl Instrumented {
    /// Makes `learn(i)` the first thing that the i-th function does. This is text for text, and knows the programs of the
    /// corpus: the body of a function begins with a brace that has a line to itself.
    pub fn new(source: &str, functions: &[String], failures: Vec<u32>) -> Result<Self, String> {
        let mut missing: Vec<&String> = functions.iter().collect();
        let (mut text, mut head) = (String::new(), "");
        for line in source.lines() {
            let entered = functions
                .iter()
                .position(|name| line == "{" && defines(head, name));
            match entered {
                Some(number) => {
                    missing.retain(|name| **name != functions[number]);
                    text.push_str(&format!("{{ learn({number});"));
                }
                None => text.push_str(&instrumented(line)),
            }
            text.push('\n');
            head = line;
        }
        match missing.first() {
            Some(name) => Err(format!("the body of {name} was not found")),
            None => Ok(Self {
                text,
                failures,
                events: functions.len(),
            }),
        }
    }

    /// How many letters there are.
    pub fn letters(&self) -> usize {
        self.events + self.failures.len()
    }

    /// How many of them are events; the others are failures.
    pub fn events(&self) -> usize {
        self.events
    }

    /// Whether a run can fail with exactly this word, whose last letter is a failure (Fig. 4).
    pub fn membership(&self, word: &[usize]) -> String {
        let (last, before) = word
            .split_last()
            .map_or((self.events, word), |(last, before)| (*last, before));
        let line = self.failures[last - self.events];
        let length = before.len();
        let code = format!(
            "static const int word[] = {{ {}0 }};\n\
             static int at;\n\
             void learn(int letter) {{ __CPROVER_assume(at < {length} && word[at] == letter); at++; }}\n\
             void learn_assert(int holds, int line)\n{{\n    if (holds)\n        return;\n    \
             __CPROVER_assert(at != {length} || line != {line}, \"a run shows the word\");\n    \
             __CPROVER_assume(0);\n}}\n\
             void learn_end(void) {{ }}\n",
            before
                .iter()
                .map(|letter| format!("{letter}, "))
                .collect::<String>()
        );
        self.with(&code)
    }

    /// Whether a run fails with a word that a conjecture does not accept (Fig. 5), or ends with one from which the conjecture
    /// accepts a word that is not known (Fig. 6). The word is then in `path`, up to `at`.
    pub fn conjecture(
        &self,
        automaton: &Moore<bool>,
        length: usize,
        known: &[Vec<usize>],
    ) -> String {
        let rows: Vec<String> = (0..automaton.states())
            .map(|state| row(automaton.successors(state)))
            .collect();
        let accepting: Vec<usize> = (0..automaton.states())
            .map(|s| usize::from(*automaton.output_of(s)))
            .collect();
        let initial = automaton.initial();
        let (letters, longest) = (self.letters(), length + 1);
        let numbers = self
            .failures
            .iter()
            .enumerate()
            .map(|(i, line)| format!("line == {line} ? {} : ", self.events + i));
        let code = format!(
            "static const int following[][{letters}] = {{\n{}\n}};\nstatic const int accepting[] = {};\n\
             int path[{longest}], at, state = {initial};\nextern int __VERIFIER_nondet_letter(void);\n\
             static void pass(int letter) {{ path[at] = letter; at++; state = following[state][letter]; }}\n\
             void learn(int letter) {{ __CPROVER_assume(at < {length}); pass(letter); }}\n\
             static int is_known(void)\n{{\n{}    return 0;\n}}\n\
             void learn_assert(int holds, int line)\n{{\n    if (holds)\n        return;\n    pass({}0);\n    \
             __CPROVER_assert(accepting[state], \"a word is missing\");\n    __CPROVER_assume(0);\n}}\n\
             void learn_end(void)\n{{\n    while (at < {longest}) {{\n        int letter = __VERIFIER_nondet_letter();\n        \
             __CPROVER_assume(letter >= 0 && letter < {letters});\n        pass(letter);\n        \
             __CPROVER_assert(!accepting[state] || is_known(), \"a word may be wrong\");\n        \
             __CPROVER_assume(!accepting[state]);\n    }}\n}}\n",
            rows.join(",\n"),
            row(&accepting),
            known.iter().map(|word| same(word)).collect::<String>(),
            numbers.collect::<String>(),
        );
        self.with(&code)
    }

    fn with(&self, code: &str) -> String {
        format!("{HEAD}#line 1\n{}{TAIL}{code}", self.text)
    }
}

const HEAD: &str = "\
void learn(int letter);
void learn_assert(int holds, int line);
void learn_end(void);
#define assert(holds) learn_assert((holds) != 0, __LINE__)
#define main program_main
";

const TAIL: &str = "\
#undef main
void __VERIFIER_assume(int holds) { __CPROVER_assume(holds); }
void assume_abort_if_not(int holds) { __CPROVER_assume(holds); }
int main(void)
{
    program_main();
    learn_end();
    return 0;
}
";

/// Whether a line is the head of a function's definition.
fn defines(head: &str, name: &str) -> bool {
    let before = head.split('(').next().unwrap_or_default();
    head.contains('(')
        && before.ends_with(name)
        && !before
            .trim_end_matches(name)
            .ends_with(|c: char| c.is_alphanumeric() || c == '_')
}

fn instrumented(line: &str) -> String {
    match line.trim() {
        "#include <assert.h>" => String::new(),
        _ => ["reach_error();", "__VERIFIER_error();"]
            .iter()
            .fold(line.to_owned(), |line, error| {
                line.replace(error, "learn_assert(0, __LINE__);")
            }),
    }
}

fn row(numbers: &[usize]) -> String {
    let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
    format!("{{ {} }}", numbers.join(", "))
}

fn same(word: &[usize]) -> String {
    let equal: String = word
        .iter()
        .enumerate()
        .map(|(i, letter)| format!(" && path[{i}] == {letter}"))
        .collect();
    format!("    if (at == {}{equal})\n        return 1;\n", word.len())
}

//! Small C programs whose languages are known: by hand, or because every input was tried.

use std::collections::BTreeSet;

use mores::report::VerdictKind;
use mores::{FailureKind, Goal, LanguageEngine, LanguageReport, LanguageRequest};

use crate::programs;
use crate::programs::{
    Ending, SHOW_CALLS, Small, accepts, corpus, found_words, learned, observed, words_of,
};

/// A door that must not be open on the way, for as long as anybody likes.
const DOOR: &str = "\
int is_open;
void open(void) { is_open = 1; }
void close(void) { is_open = 0; }
void drive(void) { assert(!is_open); }
int main(void)
{
    for (;;) {
        int what = __VERIFIER_nondet_int();
        if (what == 0)
            open();
        else if (what == 1)
            close();
        else
            drive();
    }
}
";

#[test]
fn a_language_without_end_is_proved_for_all_bounds() {
    let door = Small::new("door", DOOR);
    let report = learned(&door.request()).report;
    assert_eq!(
        report.verdict.kind,
        VerdictKind::Proved,
        "{:?}",
        report.verdict.reason
    );
    assert_eq!(
        (report.model.bounds.loops, report.model.bounds.length),
        (None, None)
    );
    assert!(report.model.is_infinite());
    let fails = "assertion fails, line 7";
    let letters = ["open", "close", "drive", fails];
    let mut words: Vec<Vec<&str>> = vec![Vec::new()];
    for _ in 0..5 {
        let longer = words
            .iter()
            .flat_map(|word| letters.map(|letter| [&word[..], &[letter]].concat()));
        words = longer.collect();
        for word in &words {
            assert_eq!(accepts(&report, word), door_fails(word, fails), "{word:?}");
        }
    }
    // Far beyond every bound that was tried.
    let long = [
        &["open", "close", "drive"].repeat(40)[..],
        &["open", "drive", fails],
    ]
    .concat();
    assert!(accepts(&report, &long));
    assert!(!accepts(&report, &long[..long.len() - 1]));
}

/// Whether the word is one of a failing run, by the meaning of the program.
fn door_fails(word: &[&str], fails: &str) -> bool {
    let (mut is_open, mut doomed) = (false, false);
    for (i, letter) in word.iter().enumerate() {
        match *letter {
            letter if letter == fails => return doomed && i + 1 == word.len(),
            _ if doomed => return false,
            "open" => is_open = true,
            "close" => is_open = false,
            _ => doomed = is_open,
        }
    }
    false
}

/// Steps that come in turn, some of which depend on the input.
const STEPS: &str = "\
void prepare(void) { }
void wash(void) { }
void rinse(void) { }
void dry(void) { }
int main(void)
{
    int dirt = __VERIFIER_nondet_int();
    __VERIFIER_assume(dirt >= 0 && dirt <= 2);
    prepare();
    for (int i = 0; i < dirt; i++)
        wash();
    if (dirt > 0)
        rinse();
    dry();
    assert(dirt != 2);
    return 0;
}
";

fn in_words(words: &[&str]) -> BTreeSet<Vec<String>> {
    words
        .iter()
        .map(|word| word.split(" > ").map(str::to_owned).collect())
        .collect()
}

#[test]
fn an_explanation_has_every_way_to_the_end_and_no_failure() {
    let steps = Small::new("steps", STEPS);
    let request = LanguageRequest {
        goal: Goal::Ends,
        ..steps.request()
    };
    let report = learned(&request).report;
    let ends = in_words(&["prepare > dry > end", "prepare > wash > rinse > dry > end"]);
    assert_eq!(found_words(&report), ends);
    assert_eq!(words_of(&report, 20), ends);
    assert_eq!(report.command, "explain");
    let fails = in_words(&["prepare > wash > wash > rinse > dry > assertion fails, line 18"]);
    assert_eq!(words_of(&learned(&steps.request()).report, 20), fails);
}

/// Two ways to fail with words that are prefixes of one another but for their ends.
const TWICE: &str = "\
int sum;
void add(int n) { sum += n; assert(sum < 5); }
void reset(void) { sum = 0; }
int main(void)
{
    for (int i = 0; i < 3; i++) {
        int n = __VERIFIER_nondet_int();
        __VERIFIER_assume(n >= 0 && n <= 3);
        if (n == 0)
            reset();
        else
            add(n);
    }
    assert(sum != 3);
    return 0;
}
";

/// The words that a learner's automaton accepts within the bounds are those of the runs that were all followed.
fn agree(request: &LanguageRequest, length: usize) {
    let exact = LanguageRequest {
        beyond: false,
        word_length: Some(length),
        ..request.clone()
    };
    let words = found_words(&learned(&exact).report);
    assert!(!words.is_empty());
    let asked = learned(&LanguageRequest {
        engine: LanguageEngine::LStar,
        ..exact
    })
    .report;
    assert_eq!(
        words_of(&asked, length + 1),
        words,
        "{}",
        request.path.display()
    );
    assert!(asked.effort.membership > 0 && asked.effort.equivalence > 0);
}

#[test]
fn the_method_of_the_paper_learns_the_words_of_merge_sort() {
    let merge_sort = LanguageRequest {
        bound: Some(2),
        ..LanguageRequest::new(corpus().join("merge_sort.c"))
    };
    agree(&merge_sort, 12);
}

#[test]
fn the_method_of_the_paper_learns_the_words_of_small_programs() {
    for (name, text) in [("steps", STEPS), ("twice", TWICE)] {
        let program = Small::new(name, text);
        agree(
            &LanguageRequest {
                bound: Some(3),
                ..program.request()
            },
            8,
        );
    }
}

/// A request in which undefined behaviour is no failure.
fn assertions(program: &Small) -> LanguageRequest {
    LanguageRequest {
        failures: Some([FailureKind::Assertions].into()),
        ..program.request()
    }
}

/// The one finding of a program: kind, line and inputs.
fn undefined(report: &LanguageReport) -> (String, u64, Vec<&str>) {
    let [found] = &report.model.undefined[..] else {
        panic!("one finding, not {:?}", report.model.undefined)
    };
    let line = found
        .place
        .as_ref()
        .map_or(0, |place| u64::from(place.line));
    (
        found.what.clone(),
        line,
        found
            .inputs
            .iter()
            .map(|input| input.value.as_str())
            .collect(),
    )
}

#[test]
fn undefined_behaviour_is_found_with_inputs_that_reproduce_it() {
    let cases = [
        (
            "division",
            "__VERIFIER_assume(x > 0); int r = 100 / (x - 7);",
            "division by zero",
        ),
        (
            "bounds",
            "int a[4] = { 0 }; __VERIFIER_assume(x >= 0 && x <= 4); int r = a[x];",
            "out of bounds",
        ),
        ("overflow", "int r = x + 1;", "signed integer overflow"),
        (
            "shift",
            "__VERIFIER_assume(x >= 0 && x <= 32); int r = 1 << x;",
            "shift exponent 32 is too large",
        ),
    ];
    for (kind, code, complaint) in cases {
        let text = format!(
            "int ask(void) {{ return __VERIFIER_nondet_int(); }}\nint main(void)\n{{\n    int x = ask();\n    {code}\n    \
             assert(x != 1);\n    return r * 0;\n}}\n"
        );
        let program = Small::new(kind, &text);
        let report = learned(&assertions(&program)).report;
        let (what, line, inputs) = undefined(&report);
        assert!(what.contains(kind), "{what} is not {kind}");
        assert_eq!(line, 8);
        let checked = program.compiled(&["-fsanitize=undefined", "-fno-sanitize-recover=all"]);
        let (_, end) = observed(&checked, &inputs);
        assert!(
            matches!(&end, Ending::Other(told) if told.contains(complaint)),
            "{kind} {inputs:?}: {end:?}"
        );
        assert_eq!(
            report.model.words.len(),
            1,
            "the assertion fails all the same"
        );
    }
}

#[test]
fn a_value_that_was_never_set_is_found_with_the_input_that_leaves_it_so() {
    let text = "int ask(void) { return __VERIFIER_nondet_int(); }\nint main(void)\n{\n    int y, x = ask();\n    if (x != 3)\n        y = 1;\n    assert(y == 1);\n    return 0;\n}\n";
    let program = Small::new("never_set", text);
    let report = learned(&assertions(&program)).report;
    let (what, line, inputs) = undefined(&report);
    assert!(what.contains("uninitialised"), "{what}");
    assert_eq!((line, inputs), (10, vec!["3"]));
    assert!(report.model.words.is_empty());
    let report = learned(&program.request()).report;
    let [word] = &report.model.words[..] else {
        panic!("one word, not {:?}", report.model.words)
    };
    assert_eq!(word.events, ["ask", "uninitialised value, line 10"]);
    assert_eq!(word.inputs[0].value, "3");
    assert!(
        report.verdict.assumptions.is_empty(),
        "{:?}",
        report.verdict
    );
}

/// Numbers that look random and are the same everywhere.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }

    fn operand(&mut self) -> String {
        match self.below(5) {
            0 => "a".to_owned(),
            1 => "b".to_owned(),
            2 => "c".to_owned(),
            3 => "g".to_owned(),
            _ => self.below(4).to_string(),
        }
    }

    fn condition(&mut self) -> String {
        let operator = ["<", "==", "!=", ">="][self.below(4) as usize];
        format!("{} {operator} {}", self.operand(), self.operand())
    }

    fn statement(&mut self, depth: u64) -> String {
        match self.below(if depth == 0 { 4 } else { 8 }) {
            0 | 1 => format!("f{}({});", self.below(3), self.operand()),
            2 => format!("g = {} + {};", self.operand(), self.operand()),
            3 => format!("assert({});", self.condition()),
            4 | 5 => format!(
                "if ({}) {} else {}",
                self.condition(),
                self.block(depth - 1),
                self.block(depth - 1)
            ),
            _ => format!(
                "for (int i = {}; i < a; i++) {}",
                self.below(2),
                self.block(depth - 1)
            ),
        }
    }

    fn block(&mut self, depth: u64) -> String {
        let count = 1 + self.below(3);
        let statements: Vec<String> = (0..count).map(|_| self.statement(depth)).collect();
        format!("{{\n{}\n}}", statements.join("\n"))
    }

    fn program(&mut self) -> String {
        let ask = |name: &str| {
            format!(
                "int {name} = __VERIFIER_nondet_int(); __VERIFIER_assume({name} >= 0 && {name} <= 3);\n"
            )
        };
        let asked: String = ["a", "b", "c"].map(ask).concat();
        let called = [
            "void f0(int x) { g = x; }",
            "void f1(int x) { if (x > 1) f0(x - 1); }",
            "void f2(int x) { g = (g + x) % 4; assert(g != 3 || x != 2); }",
        ];
        // Every program asserts something at its end, so that there is something to learn.
        let (body, last) = (self.block(3), self.condition());
        format!(
            "int g;\n{}\nint main(void)\n{{\n{asked}f0(a);\n{body}\nassert({last});\nreturn 0;\n}}\n",
            called.join("\n")
        )
    }
}

/// A word of a failing run, with the line that fails.
type Failing = (Vec<String>, u32);

/// What all inputs do to the compiled program.
fn tried(program: &Small) -> BTreeSet<Failing> {
    let compiled = program.compiled(&SHOW_CALLS);
    let mut failing = BTreeSet::new();
    for number in 0..64 {
        let inputs = [number % 4, number / 4 % 4, number / 16].map(|n| n.to_string());
        match observed(&compiled, &inputs.each_ref().map(String::as_str)) {
            (events, Ending::Assertion(line)) => {
                failing.insert((events, line));
            }
            (_, Ending::Returned) => {}
            (events, end) => panic!("{inputs:?}: {events:?} {end:?}"),
        }
    }
    failing
}

#[test]
fn the_words_of_random_programs_are_those_of_all_their_inputs() {
    let mut numbers = Numbers(2015);
    let mut words = 0;
    for round in 0..12 {
        let text = numbers.program();
        let program = Small::new(&format!("random{round}"), &text);
        let request = LanguageRequest {
            bound: Some(4),
            beyond: false,
            ..program.request()
        };
        let report = learned(&request).report;
        let (verdict, undefined) = (&report.verdict, &report.model.undefined);
        assert_eq!(verdict.kind, VerdictKind::UpTo, "{text}\n{verdict:?}");
        assert!(undefined.is_empty(), "{text}\n{undefined:?}");
        let split = |word: &Vec<String>| {
            let (last, events) = word.split_last().expect("a word has an end");
            (events.to_vec(), programs::failing_line(last))
        };
        let expected = tried(&program);
        assert_eq!(
            found_words(&report)
                .iter()
                .map(split)
                .collect::<BTreeSet<Failing>>(),
            expected,
            "{text}"
        );
        let longest = expected
            .iter()
            .map(|(events, _)| events.len() + 1)
            .max()
            .unwrap_or(0)
            + 1;
        assert_eq!(words_of(&report, longest), found_words(&report), "{text}");
        words += expected.len();
    }
    assert!(words >= 30, "only {words} words: the programs are too tame");
}

#[test]
fn the_method_of_the_paper_learns_the_words_of_random_programs() {
    let mut numbers = Numbers(4711);
    let mut learned_programs = 0;
    for round in 0..40 {
        let text = numbers.program();
        let program = Small::new(&format!("asked{round}"), &text);
        let request = LanguageRequest {
            bound: Some(4),
            beyond: false,
            ..program.request()
        };
        let longest = learned(&request)
            .report
            .model
            .words
            .last()
            .map_or(0, |word| word.events.len());
        // A learner's table grows with the square of the length.
        if (3..=12).contains(&longest) {
            agree(&request, longest - 1);
            learned_programs += 1;
        }
    }
    assert!(
        learned_programs >= 10,
        "only {learned_programs} programs: most are too tame"
    );
}

//! Tests in the form of JUnit 5 that walk every transition of an interface.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::apart::Apart;
use super::{commented, folded, helpers, home, lambda, package_line, quoted};
use crate::outline::heads;
use crate::report::{Answer, Called, Cause, Interface, Report, Standing, Symbol, Transition};
use crate::sentence;

/// A file of tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JUnit {
    /// The name of the class, and of the file without its ending.
    pub name: String,
    /// The file.
    pub text: String,
    /// How many tests there are.
    pub tests: usize,
    /// How many transitions they walk. The other tests try a transition with other arguments, or ask where it led.
    pub walked: usize,
    /// Transitions that no test walks: how many, by the reason.
    pub left_out: BTreeMap<&'static str, usize>,
}

const UNKNOWN: &str = "the model does not know what they do";
const NOT_ESTABLISHED: &str = "what the model says of them is not established";
const NO_TEXT: &str = "their arguments cannot be written in Java";
const NO_WAY: &str = "no calls that can be written lead to their state";
const NOT_SEEN: &str = "what makes them illegal is no exception";

/// The name of the class of tests for a class.
pub fn junit_class(subject: &str) -> String {
    let simple = subject.rsplit('.').next().unwrap_or(subject);
    let letters: String = simple
        .chars()
        .filter(|c| c.is_alphanumeric() || *c == '_')
        .collect();
    format!("{letters}InterfaceTest")
}

/// The tests of an interface. A model that was saved without examples of its calls has none.
pub fn junit(report: &Report) -> JUnit {
    let walker = Walker::of(report);
    let mut left_out = BTreeMap::new();
    let mut tests = Vec::new();
    let mut walked = 0;
    for transition in &report.model.transitions {
        match walker.test(transition) {
            Outcome::Test(test) => {
                walked += 1;
                tests.push(test);
                tests.extend(walker.alternatives(transition));
                if transition.standing() == Standing::Established {
                    tests.extend(walker.arrivals(transition));
                }
            }
            Outcome::LeftOut(why) => *left_out.entry(why).or_default() += 1,
            Outcome::Impossible => {}
        }
    }
    let mut names = BTreeSet::new();
    let tests: Vec<Test> = tests
        .into_iter()
        .map(|test| test.unique(&mut names))
        .collect();
    let name = junit_class(&report.subject.name);
    let text = walker.file(&name, &tests, walked, &left_out);
    JUnit {
        name,
        text,
        tests: tests.len(),
        walked,
        left_out,
    }
}

/// A call of a symbol, as statements of Java.
#[derive(Clone, Copy)]
struct Step<'r> {
    symbol: &'r Symbol,
    call: &'r [String],
}

impl<'r> Step<'r> {
    /// The call that does for the symbol in every state.
    fn of(symbol: &'r Symbol) -> Self {
        Self {
            symbol,
            call: &symbol.example,
        }
    }
}

/// What becomes of a transition.
enum Outcome {
    Test(Test),
    LeftOut(&'static str),
    /// A method without an object, a second construction: nobody can make such a call.
    Impossible,
}

struct Test {
    name: String,
    title: String,
    body: Vec<String>,
}

impl Test {
    fn unique(mut self, names: &mut BTreeSet<String>) -> Self {
        let plain = self.name.clone();
        let mut number = 1;
        while !names.insert(self.name.clone()) {
            number += 1;
            self.name = format!("{plain}_{number}");
        }
        self
    }
}

struct Walker<'r> {
    report: &'r Report,
    symbols: BTreeMap<&'r str, &'r Symbol>,
    constructs: BTreeSet<&'r str>,
    answers: BTreeMap<u64, Answer>,
    /// Calls that lead to a state, in as few steps as possible.
    ways: BTreeMap<u64, Vec<Step<'r>>>,
    heads: BTreeMap<String, String>,
    apart: Option<Apart<'r>>,
    /// The most calls of a sequence that the model says anything of.
    longest: usize,
    /// Whether some exceptions are no errors.
    tolerant: bool,
}

impl<'r> Walker<'r> {
    fn of(report: &'r Report) -> Self {
        let model = &report.model;
        let constructing = model
            .methods
            .iter()
            .filter(|m| m.constructs)
            .map(|m| m.name.as_str());
        let mut walker = Self {
            report,
            symbols: model
                .alphabet
                .iter()
                .map(|s| (s.symbol.as_str(), s))
                .collect(),
            constructs: constructing.collect(),
            answers: model.states.iter().map(|s| (s.id, s.answer)).collect(),
            ways: BTreeMap::new(),
            heads: heads(report),
            apart: None,
            longest: longest(report),
            tolerant: helpers::is_error(&report.model.view).is_some(),
        };
        walker.ways = walker.find_ways(model);
        walker.apart = Some(Apart::new(model, |transition| {
            matches!(walker.test(transition), Outcome::Test(_))
        }));
        walker
    }

    /// Whether what a call may be depends on those before it.
    fn has_registers(&self) -> bool {
        !self.report.model.registers.is_empty()
    }

    fn find_ways(&self, model: &'r Interface) -> BTreeMap<u64, Vec<Step<'r>>> {
        if self.has_registers() {
            let reached = model
                .states
                .iter()
                .filter(|s| s.id == model.initial || !s.way.is_empty());
            return reached
                .filter_map(|state| Some((state.id, self.told(&state.way)?)))
                .collect();
        }
        let mut ways = BTreeMap::from([(model.initial, Vec::new())]);
        let mut queue = VecDeque::from([model.initial]);
        while let Some(state) = queue.pop_front() {
            let known = |t: &&Transition| t.from == state && t.standing() != Standing::Guessed;
            for transition in model.transitions.iter().filter(known) {
                let Some(&symbol) = self.symbols.get(transition.symbol.as_str()) else {
                    continue;
                };
                let ok = self.answers.get(&transition.to) == Some(&Answer::Ok);
                if ok && !ways.contains_key(&transition.to) && !symbol.example.is_empty() {
                    let way: Vec<Step<'_>> = ways[&state]
                        .iter()
                        .copied()
                        .chain([Step::of(symbol)])
                        .collect();
                    ways.insert(transition.to, way);
                    queue.push_back(transition.to);
                }
            }
        }
        ways
    }

    /// Calls that the report tells.
    fn told(&self, way: &'r [Called]) -> Option<Vec<Step<'r>>> {
        let step = |called: &'r Called| {
            let symbol = self.symbols.get(called.symbol.as_str())?;
            Some(Step {
                symbol,
                call: &called.call,
            })
        };
        way.iter().map(step).collect()
    }

    fn makes_object(&self, step: &Step<'_>) -> bool {
        self.constructs.contains(step.symbol.method.as_str())
    }

    /// The call of a transition; `None` if it cannot be written.
    fn step(&self, transition: &'r Transition) -> Option<Step<'r>> {
        let symbol = self.symbols.get(transition.symbol.as_str())?;
        let call = if self.has_registers() {
            &transition.example
        } else {
            &symbol.example
        };
        (!call.is_empty()).then_some(Step { symbol, call })
    }

    fn test(&self, transition: &'r Transition) -> Outcome {
        if !self.symbols.contains_key(transition.symbol.as_str()) {
            return Outcome::Impossible;
        }
        if transition.standing() == Standing::Guessed {
            return Outcome::LeftOut(NOT_ESTABLISHED);
        }
        let way = match &transition.way[..] {
            [] => self.ways.get(&transition.from).cloned(),
            own => self.told(own),
        };
        let Some(way) = way else {
            return Outcome::LeftOut(NO_WAY);
        };
        if way.len() >= self.longest {
            return Outcome::LeftOut(NOT_ESTABLISHED);
        }
        let Some(step) = self.step(transition) else {
            return Outcome::LeftOut(NO_TEXT);
        };
        let there = way.iter().any(|s| self.makes_object(s));
        let needs_object = step.call.last().is_some_and(|call| call.starts_with("it."));
        if (needs_object && !there) || (self.makes_object(&step) && there) {
            return Outcome::Impossible;
        }
        match self.last(step.call, transition, transition.error.as_ref()) {
            Ok((last, word)) => Outcome::Test(self.assembled(&way, transition, last, word)),
            Err(why) => Outcome::LeftOut(why),
        }
    }

    /// The call that is tested, and what it is; or why no test can see that.
    fn last(
        &self,
        lines: &[String],
        transition: &Transition,
        cause: Option<&Cause>,
    ) -> Result<(String, &'static str), &'static str> {
        match self.answers.get(&transition.to) {
            Some(Answer::Ok) => Ok((self.legal(lines), "legal")),
            Some(Answer::Error) => illegal(lines, cause)
                .map(|call| (call, "illegal"))
                .ok_or(NOT_SEEN),
            Some(Answer::Unknown) | None => Err(UNKNOWN),
        }
    }

    fn assembled(
        &self,
        way: &[Step<'_>],
        transition: &Transition,
        last: String,
        word: &str,
    ) -> Test {
        let body = way
            .iter()
            .flat_map(|s| self.on_the_way(s))
            .chain([last])
            .collect();
        let title = format!(
            "in state {}, {} is {word}",
            transition.from,
            self.head(&transition.symbol)
        );
        let name = format!(
            "inState{}_{}_is_{word}",
            transition.from,
            identifier(&transition.symbol)
        );
        Test { name, title, body }
    }

    fn head<'a>(&'a self, symbol: &'a str) -> &'a str {
        self.heads.get(symbol).map_or(symbol, String::as_str)
    }

    /// The same transition, with arguments from the other alternatives of its guard. What these throw is not known.
    fn alternatives(&self, transition: &Transition) -> Vec<Test> {
        let (Some(symbol), Some(way)) = (
            self.symbols.get(transition.symbol.as_str()),
            self.ways.get(&transition.from),
        ) else {
            return Vec::new();
        };
        let test = |lines: &Vec<String>| {
            let (last, word) = self.last(lines, transition, None).ok()?;
            Some(self.assembled(way, transition, last, word))
        };
        symbol.alternatives.iter().filter_map(test).collect()
    }

    /// Calls after a legal one that show where it led, unless the tests of that state come this way anyhow. What
    /// registers hold after another way is not known, so there are none for a model that has some.
    fn arrivals(&self, transition: &'r Transition) -> Vec<Test> {
        let (Some(step), Some(way), Some(known), false) = (
            self.step(transition),
            self.ways.get(&transition.from),
            self.ways.get(&transition.to),
            self.has_registers(),
        ) else {
            return Vec::new();
        };
        let mine: Vec<Step<'_>> = way.iter().copied().chain([step]).collect();
        let same = |a: &[Step<'_>], b: &[Step<'_>]| {
            a.iter()
                .map(|s| &s.symbol.symbol)
                .eq(b.iter().map(|s| &s.symbol.symbol))
        };
        let legal = self.answers.get(&transition.to) == Some(&Answer::Ok);
        let Some(apart) = self.apart.as_ref().filter(|_| legal && !same(&mine, known)) else {
            return Vec::new();
        };
        let there = |way: &[Step<'_>]| way.iter().any(|s| self.makes_object(s));
        let others = self
            .ways
            .iter()
            .filter(|(_, other)| there(other) == there(&mine))
            .map(|(&state, _)| state);
        let words = apart.words(transition.to, others);
        let short = words
            .iter()
            .filter(|word| mine.len() + word.len() <= self.longest);
        short
            .filter_map(|word| self.arrival(&mine, transition, word))
            .collect()
    }

    fn arrival(
        &self,
        way: &[Step<'r>],
        transition: &Transition,
        word: &[&'r Transition],
    ) -> Option<Test> {
        let (end, before) = word.split_last()?;
        let before = before
            .iter()
            .map(|t| self.step(t))
            .collect::<Option<Vec<Step<'_>>>>()?;
        // What is thrown may depend on the way; the model knows it for the shortest one.
        let (last, is) = self.last(self.step(end)?.call, end, None).ok()?;
        let body = way
            .iter()
            .chain(&before)
            .flat_map(|s| self.on_the_way(s))
            .chain([last])
            .collect();
        let (from, to) = (transition.from, transition.to);
        let head = self.head(&transition.symbol);
        let title = format!(
            "in state {from}, {head} leads to state {to}: {} is {is} then",
            self.head(&end.symbol)
        );
        let name = format!(
            "inState{from}_{}_leads_to_state{to}",
            identifier(&transition.symbol)
        );
        Some(Test { name, title, body })
    }

    /// A legal call before the one that is tested.
    fn on_the_way(&self, step: &Step<'_>) -> Vec<String> {
        let Some((call, before)) = step.call.split_last() else {
            return Vec::new();
        };
        if self.makes_object(step) {
            let (_, subject) = home(&self.report.subject.name);
            let before = before.iter().map(|line| format!("{line};"));
            return before.chain([format!("{subject} it = {call};")]).collect();
        }
        if self.tolerant {
            return vec![format!("legal({});", lambda(step.call, None))];
        }
        if before.is_empty() {
            return vec![format!("{call};")];
        }
        // Two calls may keep their arguments in variables of the same names.
        let inner = before
            .iter()
            .chain([call])
            .map(|line| format!("    {line};"));
        ["{".to_owned()]
            .into_iter()
            .chain(inner)
            .chain(["}".to_owned()])
            .collect()
    }

    fn legal(&self, lines: &[String]) -> String {
        let check = if self.tolerant {
            "legal"
        } else {
            "assertDoesNotThrow"
        };
        format!("{check}({});", typed(lines))
    }

    fn file(
        &self,
        name: &str,
        tests: &[Test],
        walked: usize,
        left_out: &BTreeMap<&'static str, usize>,
    ) -> String {
        let (package, _) = home(&self.report.subject.name);
        let mut body: String = tests.iter().map(|test| self.test_text(test)).collect();
        if self.tolerant {
            body.push_str(LEGAL);
        }
        if self.report.model.statics {
            body.push_str(&AFRESH.replace("THIS_CLASS", name));
        }
        body.push_str(&helpers::is_error(&self.report.model.view).unwrap_or_default());
        let reflection = helpers::reflection(&body, name);
        let comment = self.comment(walked, tests.len(), left_out);
        let imports: String = imports(&body)
            .iter()
            .map(|import| format!("import {import};\n"))
            .collect();
        format!(
            "{}{imports}\n{comment}class {name} {{{body}{reflection}}}\n",
            package_line(package)
        )
    }

    fn comment(
        &self,
        walked: usize,
        tests: usize,
        left_out: &BTreeMap<&'static str, usize>,
    ) -> String {
        let subject = commented(&self.report.subject.name);
        let mut lines = vec![
            format!(
                "Walks the interface of {subject}, as mores has learned it: {walked} transitions in {tests} tests."
            ),
            commented(&sentence::verdict(self.report)),
            "Assertions must be on (java -ea), as build tools have them in tests.".to_owned(),
        ];
        lines.extend(
            left_out
                .iter()
                .map(|(why, n)| format!("Not walked: {n} transitions, because {why}.")),
        );
        let lines: String = lines
            .iter()
            .flat_map(|line| folded(line))
            .map(|line| format!(" * {line}\n"))
            .collect();
        format!("/**\n{lines} */\n")
    }

    fn test_text(&self, test: &Test) -> String {
        let head = format!("\n    @Test\n    @DisplayName({})\n", quoted(&test.title));
        let body: String = test
            .body
            .iter()
            .map(|line| format!("        {line}\n"))
            .collect();
        let name = &test.name;
        if !self.report.model.statics {
            return format!("{head}    void {name}() throws Throwable {{\n{body}    }}\n");
        }
        let call = format!(
            "    void {name}() throws Throwable {{\n        afresh(\"walk_{name}\");\n    }}\n"
        );
        format!(
            "{head}{call}\n    private static void walk_{name}() throws Throwable {{\n{body}    }}\n"
        )
    }
}

/// How many calls a test may make. A model that holds unless something overflows is known to be right up to a number of
/// calls whatever their arguments are.
fn longest(report: &Report) -> usize {
    let depth = report.verdict.depth.filter(|_| !report.is_partial());
    depth.map_or(usize::MAX, |depth| {
        usize::try_from(depth).unwrap_or(usize::MAX)
    })
}

/// A symbol as a part of a name.
fn identifier(symbol: &str) -> String {
    symbol
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
        .collect()
}

/// `None` if a test cannot see that the call is illegal.
fn illegal(lines: &[String], cause: Option<&Cause>) -> Option<String> {
    let call = typed(lines);
    let Some(cause) = cause else {
        return Some(format!("assertThrows(Throwable.class, {call});"));
    };
    if !is_class(&cause.what) {
        return None;
    }
    // Every client can name the exceptions of the JDK; others may be private.
    Some(
        match cause.what.starts_with("java.") && !cause.what.contains('$') {
            true => {
                let simple = cause
                    .what
                    .strip_prefix("java.lang.")
                    .filter(|rest| !rest.contains('.'));
                format!(
                    "assertThrows({}.class, {call});",
                    simple.unwrap_or(&cause.what)
                )
            }
            false => {
                let thrown = format!("assertThrows(Throwable.class, {call})");
                format!(
                    "assertEquals({}, {thrown}.getClass().getName());",
                    quoted(&cause.what)
                )
            }
        },
    )
}

/// What JUnit offers takes two kinds of lambdas: one that returns nothing is meant.
fn typed(lines: &[String]) -> String {
    match lines {
        [call] => format!("() -> {{ {call}; }}"),
        lines => lambda(lines, None),
    }
}

fn imports(body: &str) -> Vec<&'static str> {
    let asserts = [
        (
            "assertDoesNotThrow(",
            "static org.junit.jupiter.api.Assertions.assertDoesNotThrow",
        ),
        (
            "assertEquals(",
            "static org.junit.jupiter.api.Assertions.assertEquals",
        ),
        (
            "assertThrows(",
            "static org.junit.jupiter.api.Assertions.assertThrows",
        ),
    ];
    let used = asserts
        .into_iter()
        .filter(|(call, _)| body.contains(call))
        .map(|(_, import)| import);
    used.chain([
        "org.junit.jupiter.api.DisplayName",
        "org.junit.jupiter.api.Test",
    ])
    .collect()
}

/// Whether a cause is the name of a class.
fn is_class(what: &str) -> bool {
    let part = |part: &str| {
        let starts = |c: char| c.is_alphabetic() || c == '_' || c == '$';
        part.starts_with(starts) && part.chars().all(|c| starts(c) || c.is_ascii_digit())
    };
    what.split('.').all(part)
}

const LEGAL: &str = r#"
    private interface Call {
        void make() throws Throwable;
    }

    /** A call that may end in an exception, but not in one that is an error. */
    private static void legal(Call call) throws Throwable {
        try {
            call.make();
        } catch (Throwable thrown) {
            if (isError(thrown)) {
                throw thrown;
            }
        }
    }
"#;

const AFRESH: &str = r#"
    /** The class keeps something in static fields: each test loads it anew. */
    private static void afresh(String walk) throws Throwable {
        Class<?> again = new Fresh().loadClass(THIS_CLASS.class.getName());
        java.lang.reflect.Method method = again.getDeclaredMethod(walk);
        method.setAccessible(true);
        try {
            method.invoke(null);
        } catch (java.lang.reflect.InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static final class Fresh extends ClassLoader {
        private static final String[] SHARED = {"java.", "javax.", "jdk.", "sun.", "org.junit.", "org.opentest4j."};

        Fresh() {
            super(THIS_CLASS.class.getClassLoader());
            setDefaultAssertionStatus(THIS_CLASS.class.desiredAssertionStatus());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            for (String shared : SHARED) {
                if (name.startsWith(shared)) {
                    return super.loadClass(name, resolve);
                }
            }
            Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            try (java.io.InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (in == null) {
                    return super.loadClass(name, resolve);
                }
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (java.io.IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
"#;

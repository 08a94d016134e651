//! Every rule is true of its model, judged word by word, and rules that are there are found.

use std::collections::BTreeSet;

use mores::report::{
    Answer, Cause, Integers, Interface, Method, Report, State, Subject, Symbol, Transition,
    Verdict, VerdictKind,
};
use mores::{Budget, InterfaceRequest, NoProgress};
use project::survey::{Rule, When, one_line, rules};

/// The longest words that are followed.
const LONGEST: usize = 4;

/// What a rule says is held against all words; the text of what is wrong, if anything is.
fn refuted(report: &Report, rule: &Rule) -> Option<String> {
    let mut witnessed = false;
    for (word, state) in known_words(report) {
        let claimed = rule.calls.is_none_or(|calls| word.len() < calls as usize);
        if !claimed {
            continue;
        }
        let names: Vec<&str> = word
            .iter()
            .map(|symbol| method_of(report, symbol))
            .collect();
        for symbol in &report.model.alphabet {
            if !speaks_of(rule, &names, symbol) {
                continue;
            }
            witnessed = true;
            let step = step(report, state, &symbol.symbol);
            let error = step.and_then(|t| t.error.as_ref());
            let as_said = error.is_some_and(|cause| rule.errors.contains(&cause.what));
            let answered = step.is_some_and(|t| t.answered);
            if !as_said || !answered {
                return Some(format!("{rule}: {word:?} then {}", symbol.symbol));
            }
        }
    }
    (!witnessed).then(|| format!("{rule}: no word shows it"))
}

/// Whether a rule says that a call of a symbol fails after these calls.
fn speaks_of(rule: &Rule, calls: &[&str], symbol: &Symbol) -> bool {
    let is = |names: &[String], call: &&str| names.iter().any(|name| name == call);
    let about = rule.methods.contains(&symbol.method);
    let constructs = symbol.method.starts_with("new");
    let before = match &rule.when {
        When::After(names) => calls.iter().any(|call| is(names, call)),
        When::Before(ends) => !calls.is_empty() && !calls.iter().any(|call| is(ends, call)),
        When::Between { after, until } => {
            let last = |names: &[String]| calls.iter().rposition(|call| is(names, call));
            // A call may both end a rule and begin it.
            last(after).is_some_and(|begun| last(until).is_none_or(|ended| ended <= begun))
        }
        When::AtFirst => calls.len() == 1,
        When::RightAfter(names) => calls.last().is_some_and(|call| is(names, call)),
        When::Always => !calls.is_empty(),
        When::If(guard) | When::IfNull(guard) => {
            calls.is_empty() == constructs && symbol.guard == *guard
        }
    };
    about && before
}

fn method_of<'r>(report: &'r Report, symbol: &str) -> &'r str {
    let found = report.model.alphabet.iter().find(|s| s.symbol == symbol);
    &found.expect("the symbol is there").method
}

fn step<'r>(report: &'r Report, from: u64, symbol: &str) -> Option<&'r Transition> {
    let mut all = report.model.transitions.iter();
    all.find(|t| t.from == from && t.symbol == symbol)
}

/// Sequences of calls that are known to succeed, with the state that each leads to.
fn known_words(report: &Report) -> Vec<(Vec<String>, u64)> {
    let bounded = report.claimed_calls().is_some();
    let mut words = vec![(Vec::new(), report.model.initial)];
    let mut begin = 0;
    for _ in 0..LONGEST {
        let end = words.len();
        for at in begin..end {
            let (word, state) = words[at].clone();
            for symbol in &report.model.alphabet {
                let Some(t) = step(report, state, &symbol.symbol) else {
                    continue;
                };
                let to = report.model.states.iter().find(|s| s.id == t.to).unwrap();
                let known = t.established || (bounded && t.answered);
                if to.answer == Answer::Ok && !to.beyond && known {
                    let longer = [&word[..], std::slice::from_ref(&symbol.symbol)].concat();
                    words.push((longer, t.to));
                }
            }
        }
        begin = end;
    }
    words
}

/// Numbers that look random and are the same on every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) % end
    }
}

/// How much of a random model is known.
#[derive(Clone, Copy, PartialEq)]
enum Extent {
    All,
    SomeUnknown,
    SomeUndecided,
    UpTo(u64),
}

const ERRORS: [&str; 2] = ["IOException", "IllegalStateException"];

/// A model with at most so many states that have an object, two constructors or one, and some methods, of which some have
/// two symbols.
fn random_model(numbers: &mut Numbers, extent: Extent, most: u64) -> Report {
    let objects = 1 + numbers.below(most);
    let (makers, others) = (1 + numbers.below(2), 2 + numbers.below(4));
    let (error, unknown) = (objects + 1, objects + 2);
    let makers = (0..makers).map(|n| (format!("new{n}"), true));
    let others = (0..others).map(|n| (format!("m{n}"), false));
    let methods: Vec<Method> = makers.chain(others).map(method).collect();
    let mut alphabet = Vec::new();
    for method in &methods {
        let guards: &[&str] = match numbers.below(3) {
            0 => &["x == null", "x != null"],
            _ => &["true"],
        };
        alphabet.extend(guards.iter().map(|guard| symbol(&method.name, guard)));
    }
    let mut transitions = Vec::new();
    for from in 0..=objects {
        for symbol in &alphabet {
            transitions.push(random_transition(numbers, extent, objects, from, symbol));
        }
    }
    let answer = |id| match () {
        () if id == error => Answer::Error,
        () if id == unknown => Answer::Unknown,
        () => Answer::Ok,
    };
    let states = (0..=unknown).map(|id| State {
        undecided: id == unknown && extent == Extent::SomeUndecided,
        ..state(id, answer(id))
    });
    let model = Interface {
        view: Default::default(),
        initial: 0,
        states: states.collect(),
        alphabet,
        transitions,
        methods,
        statics: false,
        registers: Vec::new(),
    };
    Report::new("interface", Subject::new("A", "A"), verdict(extent), model)
}

/// Of the states, 0 has no object; behind those with one come the error state and the unknown one.
fn random_transition(
    numbers: &mut Numbers,
    extent: Extent,
    objects: u64,
    from: u64,
    symbol: &Symbol,
) -> Transition {
    let (error, unknown) = (objects + 1, objects + 2);
    let fits = symbol.method.starts_with("new") == (from == 0);
    let to = match (fits, numbers.below(8)) {
        (false, _) | (true, 0..=2) => error,
        (true, 3) if extent != Extent::All => unknown,
        _ => 1 + numbers.below(objects),
    };
    let mut made = transition(from, &symbol.symbol, to);
    if to == error {
        made.error = Some(cause(ERRORS[numbers.below(2) as usize]));
    }
    if extent == Extent::SomeUndecided && numbers.below(5) == 0 {
        made.established = false;
        made.answered = numbers.below(2) == 0;
    }
    made
}

fn method((name, constructs): (String, bool)) -> Method {
    Method {
        name,
        constructs,
        parameters: Vec::new(),
        scalars: Vec::new(),
        domain: None,
        place: None,
    }
}

fn verdict(extent: Extent) -> Verdict {
    let (kind, depth) = match extent {
        Extent::All => (VerdictKind::Proved, None),
        Extent::SomeUnknown | Extent::SomeUndecided => (VerdictKind::Unknown, None),
        Extent::UpTo(depth) => (VerdictKind::UpTo, Some(depth)),
    };
    Verdict {
        kind,
        depth,
        reason: None,
        unless: None,
        integers: Integers::Wrapping,
        assumptions: Vec::new(),
    }
}

fn symbol(method: &str, guard: &str) -> Symbol {
    Symbol {
        symbol: format!("{method} {guard}"),
        method: method.to_owned(),
        guard: guard.to_owned(),
        parameters: Vec::new(),
        example: Vec::new(),
        alternatives: Vec::new(),
    }
}

fn transition(from: u64, symbol: &str, to: u64) -> Transition {
    Transition {
        from,
        symbol: symbol.to_owned(),
        to,
        updates: Default::default(),
        way: Vec::new(),
        example: Vec::new(),
        error: None,
        unknown: None,
        established: true,
        answered: true,
    }
}

fn cause(what: &str) -> Cause {
    Cause {
        what: what.to_owned(),
        place: None,
    }
}

fn state(id: u64, answer: Answer) -> State {
    State {
        id,
        answer,
        holds: Vec::new(),
        undecided: false,
        beyond: false,
        way: Vec::new(),
    }
}

/// Models of which more and less is known.
fn random_models(seed: u64) -> impl Iterator<Item = Report> {
    let mut numbers = Numbers(seed);
    (0..900).map(move |round| {
        let extent = match round % 4 {
            0 => Extent::All,
            1 => Extent::SomeUnknown,
            2 => Extent::SomeUndecided,
            _ => Extent::UpTo(1 + round % 5),
        };
        random_model(&mut numbers, extent, 3)
    })
}

#[test]
fn every_rule_of_random_models_is_true_of_every_word() {
    let mut forms = BTreeSet::new();
    for report in random_models(7) {
        for rule in rules(&report) {
            let model = &report.model.transitions;
            assert_eq!(refuted(&report, &rule), None, "{model:#?}");
            forms.insert(form(&rule.when));
        }
    }
    // The models have rules of all forms, so that none went unjudged.
    let all = [
        "after",
        "always",
        "at-first",
        "before",
        "between",
        "if",
        "right-after",
    ];
    assert!(forms.iter().eq(&all), "{forms:?}");
}

fn form(when: &When) -> &'static str {
    match when {
        When::After(_) => "after",
        When::Before(_) => "before",
        When::Between { .. } => "between",
        When::AtFirst => "at-first",
        When::RightAfter(_) => "right-after",
        When::Always => "always",
        When::If(_) | When::IfNull(_) => "if",
    }
}

/// The judge finds what is wrong: a rule that is changed is refuted on some model.
#[test]
fn rules_that_are_changed_are_refuted() {
    let mut numbers = Numbers(11);
    let (mut judged, mut wrong) = (0, 0);
    for _ in 0..300 {
        let report = random_model(&mut numbers, Extent::All, 4);
        for mut rule in rules(&report) {
            rule.when = match rule.when {
                When::Before(_) => When::Always,
                When::RightAfter(calls) => When::After(calls),
                When::Between { after, .. } => When::After(after),
                _ => continue,
            };
            judged += 1;
            wrong += usize::from(refuted(&report, &rule).is_some());
        }
    }
    // What is ended by nothing within the longest words is not told from what goes on for ever.
    assert!(
        judged > 100 && wrong * 10 > judged * 9,
        "{wrong} of {judged}"
    );
}

/// What words say of two methods of a proved model: after the first, the second fails for ever, though it could succeed.
#[test]
fn what_fails_ever_after_a_call_is_found() {
    let mut numbers = Numbers(3);
    let mut found = 0;
    for _ in 0..400 {
        // Then the longest words lead through every state before the first call and through every state after it.
        let report = random_model(&mut numbers, Extent::All, 2);
        let words = known_words(&report);
        let plain = || report.model.methods.iter().filter(|m| !m.constructs);
        for (first, second) in plain().flat_map(|a| plain().map(move |b| (a, b))) {
            let fails = |state: u64| {
                let own = report
                    .model
                    .alphabet
                    .iter()
                    .filter(|s| s.method == second.name);
                own.map(|s| step(&report, state, &s.symbol))
                    .all(|t| t.unwrap().error.is_some())
            };
            let made = |word: &[String]| word.iter().any(|s| method_of(&report, s) == first.name);
            let mut after = words.iter().filter(|(word, _)| made(word)).peekable();
            let ever = after.peek().is_some() && after.all(|(_, state)| fails(*state));
            let succeeds = |state: u64, method: &Method| {
                let own = report
                    .model
                    .alphabet
                    .iter()
                    .filter(|s| s.method == method.name);
                own.map(|s| step(&report, state, &s.symbol))
                    .any(|t| t.unwrap().error.is_none())
            };
            let mut objects = words.iter().filter(|(word, _)| !word.is_empty());
            let could = objects.any(|(_, s)| succeeds(*s, first) && succeeds(*s, second));
            let said = rules(&report).iter().any(|rule| {
                matches!(&rule.when, When::After(calls) if calls.contains(&first.name))
                    && rule.methods.contains(&second.name)
            });
            assert_eq!(said, ever && could, "{} {}", first.name, second.name);
            found += usize::from(said);
        }
    }
    assert!(found > 10, "{found}");
}

#[test]
fn a_model_of_which_nothing_is_claimed_has_no_rules() {
    let mut numbers = Numbers(5);
    for _ in 0..50 {
        let mut report = random_model(&mut numbers, Extent::All, 4);
        report.verdict.kind = VerdictKind::Violated;
        assert_eq!(rules(&report), []);
        report.verdict = verdict(Extent::UpTo(0));
        assert_eq!(rules(&report), []);
    }
}

/// Rules of classes of the corpus, as a person would put them.
#[test]
fn classes_are_told_in_a_line() {
    let expected = [
        (
            "PipedOutputStream",
            "connect fails after connect: AssertionError; write fails before connect: AssertionError",
        ),
        (
            "Iterators",
            "remove fails before next: IllegalStateException",
        ),
        (
            "ListItr",
            "remove and set fail before next or previous: IllegalStateException",
        ),
        (
            "Example",
            "setX fails if p <= 0 || p >= 200: AssertionError",
        ),
    ];
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/java");
    for (class, line) in expected {
        let request = InterfaceRequest::new(format!("{corpus}/{class}.java"));
        let learned = mores::interface(&request, &Budget::unlimited(), &NoProgress).unwrap();
        let found = rules(&learned.report);
        assert!(
            one_line(&found).starts_with(line),
            "{class}: {}",
            one_line(&found)
        );
    }
}

//! What code asks of others is an input of the call: models of classes that ask, held against the real classes, whose
//! outsiders answer as they are told (`outsiders/Drive.java`).

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use base::Random;
use mores::report::{Answer, Report, VerdictKind};
use mores::{Budget, CheckRequest, CheckResult, InterfaceRequest, NoProgress, check, junit};
use smt::syntax::{Scope, Type, parse};
use smt::{Sort, Terms, Value};

use crate::support::{compile, java, printed, stand_ins};

const WORDS: usize = 300;
const LONGEST: usize = 6;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/outsiders")
}

fn compiled(into: &Path) {
    let names = ["Feed", "Peeking", "Polling", "Gather", "Drive"];
    let sources: Vec<PathBuf> = names
        .iter()
        .map(|name| folder().join(format!("{name}.java")))
        .collect();
    compile(&sources, &[], into);
}

fn learned(class: &str, classes: &Path) -> Report {
    let request = InterfaceRequest {
        class: Some(class.to_owned()),
        ..InterfaceRequest::new(classes)
    };
    let learned = mores::interface(&request, &Budget::unlimited(), &NoProgress);
    learned.unwrap_or_else(|e| panic!("{class}: {e}")).report
}

/// A call without arguments, and what others answer to what it may ask, in the order in which the outsiders of the
/// driver take answers.
#[derive(Clone)]
struct Call {
    method: &'static str,
    answers: Vec<(&'static str, i64)>,
}

/// A call that asks whatever it can ask.
fn drawn(random: &mut Random, methods: &[(&'static str, &[&'static str])]) -> Call {
    let (method, questions) = *random.pick(methods);
    let answer = |random: &mut Random, question: &str| match question {
        "Reader.read()" | "Reader.read()#2" | "Polling.poll()" => {
            *random.pick(&[-7, -1, 0, 65, 70_000])
        }
        _ => i64::from(random.chance(1, 2)),
    };
    let answers = questions
        .iter()
        .map(|question| (*question, answer(random, question)));
    Call {
        method,
        answers: answers.collect(),
    }
}

/// What the real class says to words: a letter for each call up to the first that fails.
fn driven(classes: &Path, class: &str, words: &[Vec<Call>]) -> Vec<String> {
    let call = |call: &Call| {
        let answers = call.answers.iter().map(|(_, answer)| answer.to_string());
        format!("{}={}", call.method, answers.collect::<Vec<_>>().join(","))
    };
    let line = |word: &Vec<Call>| {
        let calls: Vec<String> = word.iter().map(call).collect();
        format!("{class} {}\n", calls.join(" "))
    };
    let mut driver = Command::new("java")
        .arg("-cp")
        .arg(classes)
        .arg("Drive")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("java runs");
    let script: String = words.iter().map(line).collect();
    let mut input = driver.stdin.take().expect("an input");
    let writer = std::thread::spawn(move || input.write_all(script.as_bytes()));
    let output = driver.wait_with_output().expect("it ends");
    writer.join().expect("written").expect("written");
    assert!(output.status.success());
    let lines = String::from_utf8(output.stdout).expect("text");
    lines.lines().map(str::to_owned).collect()
}

/// What a model says to a word.
fn said(report: &Report, word: &[Call]) -> String {
    let model = &report.model;
    let answer = |to: u64| {
        let state = model.states.iter().find(|state| state.id == to);
        state.expect("a state").answer
    };
    let construction = model
        .transitions
        .iter()
        .find(|t| t.from == model.initial && answer(t.to) == Answer::Ok);
    let mut state = construction.expect("it can be constructed").to;
    let mut said = String::new();
    for call in word {
        let symbols = model.alphabet.iter().filter(|s| s.method == call.method);
        let fits: Vec<&str> = symbols
            .filter(|s| holds(report, call, &s.guard))
            .map(|s| s.symbol.as_str())
            .collect();
        let [symbol] = fits[..] else {
            panic!("{}: {fits:?}", call.method);
        };
        let step = model
            .transitions
            .iter()
            .find(|t| t.from == state && t.symbol == symbol)
            .expect("models are total");
        match answer(step.to) {
            Answer::Ok => said.push('o'),
            Answer::Error => {
                said.push('x');
                return said;
            }
            Answer::Unknown => panic!("{symbol} is not known"),
        }
        state = step.to;
    }
    said
}

/// Whether a guard holds of the answers to a call. What the call does not ask is zero.
fn holds(report: &Report, call: &Call, guard: &str) -> bool {
    let methods = &report.model.methods;
    let method = methods.iter().find(|m| m.name == call.method);
    let terms = Terms::new();
    let mut scope = Scope::new();
    let mut values = BTreeMap::new();
    for scalar in &method.expect("a method").scalars {
        let (ty, sort) = match scalar.source_type.as_str() {
            "boolean" => (Type::Bool, Sort::Bool),
            "int" => (Type::signed(32), Sort::BitVec(32)),
            "long" => (Type::signed(64), Sort::BitVec(64)),
            other => panic!("{other}"),
        };
        let var = terms.var(&scalar.name, sort);
        let mut answers = call.answers.iter();
        let answer = answers.find(|(question, _)| *question == scalar.name);
        let answer = answer.map_or(0, |(_, answer)| *answer);
        let value = match sort {
            Sort::Bool => Value::Bool(answer != 0),
            _ => terms
                .value(terms.bv(width(sort), answer as u64))
                .expect("a value")
                .clone(),
        };
        scope.declare(&scalar.name, var, ty);
        values.insert(var, value);
    }
    let formula = parse(&terms, guard, &scope).unwrap_or_else(|e| panic!("{guard}: {e:?}"));
    terms.eval(formula, &|var| values.get(&var).cloned()) == Some(Value::Bool(true))
}

fn width(sort: Sort) -> u32 {
    match sort {
        Sort::BitVec(width) => width,
        Sort::Bool | Sort::Int => 1,
    }
}

fn agree(class: &str, methods: &[(&'static str, &[&'static str])]) {
    let classes = tempfile::tempdir().expect("a folder");
    compiled(classes.path());
    let report = learned(class, classes.path());
    assert_eq!(report.verdict.kind, VerdictKind::Proved, "{report:?}");
    let mut random = Random::seeded(18);
    let word = |random: &mut Random| -> Vec<Call> {
        (0..LONGEST).map(|_| drawn(random, methods)).collect()
    };
    let words: Vec<Vec<Call>> = (0..WORDS).map(|_| word(&mut random)).collect();
    let real = driven(classes.path(), class, &words);
    assert_eq!(real.len(), words.len());
    for (word, real) in words.iter().zip(&real) {
        let calls: Vec<_> = word.iter().map(|c| (c.method, &c.answers)).collect();
        assert_eq!(said(&report, word), *real, "{calls:?}");
    }
    let ends: Vec<&String> = real.iter().filter(|word| word.ends_with('x')).collect();
    assert!(!ends.is_empty() && ends.len() < words.len(), "both happen");
}

#[test]
fn a_class_that_reads_from_a_reader_does_what_its_model_says() {
    let read: &[&str] = &["Reader.read() throws IOException", "Reader.read()"];
    agree(
        "Feed",
        &[
            ("next", read),
            ("close", &["Reader.close() throws IOException"]),
        ],
    );
}

/// A loop over what others give: two answers at random, and then that there is no more.
#[test]
fn a_class_that_reads_all_there_is_does_what_its_model_says() {
    let read: &[&str] = &[
        "Reader.read() throws IOException",
        "Reader.read()",
        "Reader.read() throws IOException#2",
        "Reader.read()#2",
    ];
    let again: (&str, &[&str]) = ("again", &[]);
    agree("Gather", &[("all", read), again, again, again]);
}

#[test]
fn a_class_that_asks_an_iterator_does_what_its_model_says() {
    let ask: &[&str] = &["Iterator.hasNext()", "Iterator.next() == null"];
    agree("Peeking", &[("peek", ask), ("take", &[]), ("age", &[])]);
}

/// An abstract class is what it is for those who extend it: its own code is followed, what is abstract is asked.
#[test]
fn an_abstract_class_does_what_its_model_says() {
    let ask: &[&str] = &["Polling.poll() throws IOException", "Polling.poll()"];
    agree(
        "Polling",
        &[("ask", ask), ("hasEnded", &[]), ("hasEnded", &[])],
    );
}

#[test]
fn what_is_said_of_an_abstract_class_holds_for_those_that_override_nothing_else() {
    let classes = tempfile::tempdir().expect("a folder");
    compiled(classes.path());
    let report = learned("Polling", classes.path());
    let assumptions = report.verdict.assumptions.join("; ");
    assert!(
        assumptions.contains("a class below Polling that has code for what is abstract"),
        "{assumptions}"
    );
    assert!(junit(&report).tests == 0, "nobody can make one");
}

#[test]
fn what_is_taken_for_granted_of_others_is_said() {
    let classes = tempfile::tempdir().expect("a folder");
    compiled(classes.path());
    let report = learned("Feed", classes.path());
    let assumptions = report.verdict.assumptions.join("; ");
    assert!(
        assumptions.contains("throw only exceptions of the very classes that they declare"),
        "{assumptions}"
    );
    assert!(
        assumptions.contains("in is null or a new Reader"),
        "{assumptions}"
    );
}

/// A model is about the answers that it names, and its certificate stands for them; code that asks otherwise differs.
#[test]
fn code_that_asks_others_is_checked_with_and_without_the_certificate() {
    let root = tempfile::tempdir().expect("a folder");
    let (classes, out) = (root.path().join("classes"), root.path().join("out"));
    compiled(&classes);
    let request = |classes: &Path| InterfaceRequest {
        class: Some("Feed".to_owned()),
        ..InterfaceRequest::new(classes)
    };
    let learned = mores::interface(&request(&classes), &Budget::unlimited(), &NoProgress);
    let mut learned = learned.expect("it can be learned");
    mores::write_out(&out, &mut learned).expect("written");
    let conforms = |classes: &Path, certificate: Option<PathBuf>| {
        let request = CheckRequest {
            model: out.join("Feed.mores.json"),
            code: request(classes),
            certificate,
            options: Vec::new(),
        };
        let check = check(&request, &Budget::unlimited(), &NoProgress).expect("it can be compared");
        matches!(check.result, CheckResult::Conforms { .. })
    };
    let certificate = out.join("Feed.certificate.json");
    assert!(conforms(&classes, None));
    assert!(conforms(&classes, Some(certificate.clone())));
    let source = fs::read_to_string(folder().join("Feed.java")).expect("it is there");
    let other = root.path().join("Feed.java");
    fs::write(&other, source.replace("symbol < 0", "symbol <= 0")).expect("written");
    let changed = root.path().join("changed");
    compile(&[other], &[], &changed);
    assert!(!conforms(&changed, None));
    assert!(!conforms(&changed, Some(certificate)));
}

/// Nobody can make a clock or an iterator of the JDK's answer what a test needs: calls that others decide are left out.
#[test]
fn generated_tests_of_classes_that_ask_others_compile_and_pass() {
    let root = tempfile::tempdir().expect("a folder");
    let classes = root.path().join("classes");
    compiled(&classes);
    let report = learned("Peeking", &classes);
    let tests = junit(&report);
    assert!(tests.tests > 0);
    let path = root.path().join(format!("{}.java", tests.name));
    fs::write(&path, &tests.text).expect("written");
    let into = root.path().join("tests");
    let sources: Vec<PathBuf> = stand_ins().into_iter().chain([path]).collect();
    compile(&sources, &[&classes], &into);
    let output = java(&[&into, &classes], &["Runner", &tests.name]);
    assert!(
        output.status.success(),
        "{}\n{}",
        tests.text,
        printed(&output)
    );
    let lines = printed(&output);
    assert!(lines.lines().count() == tests.tests, "{lines}");
    assert!(!lines.contains("failed"), "{}\n{lines}", tests.text);
}

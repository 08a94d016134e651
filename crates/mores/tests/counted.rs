//! Classes whose states differ in nothing but how many elements they hold: one state that counts stands for all of them, and the
//! real class does what the model says.

use std::collections::BTreeSet;
use std::time::Duration;

use mores::report::{Answer, Report, VerdictKind};
use mores::{Budget, InterfaceRequest, NoProgress};

use crate::random_classes::generate::{Generated, HELPERS};
use crate::random_classes::{judge, plainly};
use crate::support::compile;

/// Counted work, so that the same is found on every machine.
const WORK: Duration = Duration::from_secs(12);

/// A list of texts of which some may be null.
const PILE: &str = "
  private final ArrayList<String> f0 = new ArrayList<>();
  private boolean closed;
  public void push(String item) { if (closed) throw new IllegalStateException(); f0.add(item); }
  public void pop() { if (f0.isEmpty()) throw new NoSuchElementException(); f0.remove(f0.size() - 1); }
  public void close() { if (f0.size() < 2) throw new IllegalStateException(); closed = true; }";

/// Links of its own, and a field that says how many.
const CHAIN: &str = "
  private static final class Link { final String value; final Link next;
    Link(String value, Link next) { this.value = value; this.next = next; } }
  private Link first;
  private int length;
  public void add(String value) {
    if (value == null) throw new NullPointerException();
    first = new Link(value, first); length++; }
  public String drop() {
    if (length < 2) throw new IllegalStateException();
    String value = first.value; first = first.next; length--; return value; }
  public void clear() { first = null; length = 0; }";

/// A queue that takes no more than a few.
const WAITING: &str = "
  private final ArrayDeque<String> f0 = new ArrayDeque<>();
  public void enter(String name) { if (f0.size() == 3) throw new IllegalStateException(); f0.addLast(name); }
  public String serve() { return f0.removeFirst(); }
  public String next() { return f0.getFirst(); }";

fn class(seed: u64, body: &str) -> Generated {
    let imports = format!("package c{seed};\n\nimport java.util.*;\n");
    Generated {
        seed,
        text: format!("{imports}\npublic class Subject {{\n{HELPERS}{body}\n}}\n"),
        keeps_statics: false,
        is_gentle: true,
        constructs_quietly: true,
    }
}

fn learned(class: &Generated) -> Report {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("Subject.java");
    std::fs::write(&file, &class.text).expect("written");
    let classes = folder.path().join("classes");
    compile(&[file], &[], &classes);
    let learned = mores::interface(
        &plainly(class, &classes),
        &Budget::steady(WORK),
        &NoProgress,
    );
    learned.expect("it is learned").report
}

/// The states in which calls are made, and the registers.
fn size(report: &Report) -> (usize, BTreeSet<&str>) {
    let states = report.model.states.iter();
    let going_on = states.filter(|s| s.answer == Answer::Ok && !s.beyond);
    let registers = report.model.registers.iter();
    (
        going_on.count(),
        registers.map(|r| r.name.as_str()).collect(),
    )
}

fn guards<'r>(report: &'r Report, method: &str) -> BTreeSet<&'r str> {
    let symbols = report.model.alphabet.iter();
    let own = symbols.filter(|s| s.method == method);
    own.map(|s| s.guard.as_str()).collect()
}

#[test]
fn what_a_list_holds_is_counted_and_the_rule_is_about_the_count() {
    let report = learned(&class(0, PILE));
    assert_eq!(
        report.verdict.kind,
        VerdictKind::Proved,
        "{:?}",
        report.verdict
    );
    assert!(
        report.model.view.scope >= Some(3),
        "{:?}",
        report.model.view.scope
    );
    assert_eq!(size(&report), (3, BTreeSet::from(["f0.size"])));
    assert_eq!(
        guards(&report, "pop"),
        BTreeSet::from(["f0.size <= 0", "f0.size > 0"])
    );
    assert_eq!(
        guards(&report, "close"),
        BTreeSet::from(["f0.size <= 1", "f0.size > 1"])
    );
}

#[test]
fn a_count_is_named_after_the_field_that_always_holds_the_same() {
    let report = learned(&class(0, CHAIN));
    assert_eq!(
        report.verdict.kind,
        VerdictKind::Proved,
        "{:?}",
        report.verdict
    );
    assert_eq!(size(&report), (2, BTreeSet::from(["length"])));
    assert_eq!(
        guards(&report, "drop"),
        BTreeSet::from(["length <= 1", "length > 1"])
    );
}

#[test]
fn what_is_said_by_counting_is_what_the_real_class_does() {
    let classes = [class(1, PILE), class(2, CHAIN), class(3, WAITING)];
    let counts = judge(&classes, plainly, || Budget::steady(WORK));
    assert!(
        counts.contradicted.is_empty(),
        "{}",
        counts.contradicted.join("\n")
    );
    assert_eq!((counts.proved, counts.not_followed), (3, 0), "{counts:?}");
    assert!(counts.calls > 500 && counts.tests > 10, "{counts:?}");
}

/// Classes of the JDK as they are, some of their methods, and how many states their models have.
const OF_THE_JDK: [(&str, &[&str], usize); 4] = [
    ("java.util.Stack", &["push", "pop", "peek", "empty"], 2),
    (
        "java.util.ArrayDeque",
        &[
            "ArrayDeque()",
            "addFirst",
            "addLast",
            "removeFirst",
            "removeLast",
            "getFirst",
        ],
        2,
    ),
    (
        "java.util.LinkedList",
        &[
            "LinkedList()",
            "add(Object)",
            "removeFirst",
            "removeLast",
            "getFirst",
        ],
        2,
    ),
    (
        "java.util.ArrayList",
        &["ArrayList()", "add(Object)", "remove(int)", "isEmpty"],
        2,
    ),
];

#[test]
fn collections_of_the_jdk_are_counted_and_do_what_is_said() {
    for (class, methods, states) in OF_THE_JDK {
        let mut request = InterfaceRequest {
            replay: true,
            ..InterfaceRequest::new(class)
        };
        request.view.methods = methods.iter().map(|m| (*m).to_owned()).collect();
        request.view.scope = Some(3);
        let learned = mores::interface(&request, &Budget::steady(WORK), &NoProgress);
        let report = learned.expect("it is learned").report;
        assert_eq!(
            report.verdict.kind,
            VerdictKind::Proved,
            "{class}: {:?}",
            report.verdict
        );
        let (found, registers) = size(&report);
        assert_eq!((found, registers.len()), (states, 1), "{class}");
        assert!(report.replay.done && !report.replay.contradicted, "{class}");
    }
}

//! Random sequences of calls on the corpus and on classes of the JDK, on both machines: a share of what
//! `examples/differential.rs` runs at length. And all sequences on which the machines once disagreed.

use std::path::Path;

use front::jvm::replay::{Answer, Call, Session, on_java};

use crate::support::campaign;
use crate::support::groups;

#[test]
fn the_corpus_and_the_jdk_answer_like_the_real_machine() {
    let each = std::env::var("MORES_SEQUENCES")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(12);
    let seed: u64 = std::env::var("MORES_SEED")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(1);
    // Every other class: loading them takes the time. Another seed takes the others.
    let chosen = |name: &str| name.bytes().map(u64::from).sum::<u64>() % 2 == seed % 2;
    let tally = groups::run_all(seed, |name| if chosen(name) { each } else { 0 });
    let disagreements: String = tally.disagreed.iter().map(|d| format!("\n{d}")).collect();
    assert!(disagreements.is_empty(), "{disagreements}");
    // The test is worth little unless most is followed to its end, and much of it is seen.
    assert!(
        tally.agreed > 9 * tally.unknown.values().sum::<usize>(),
        "{tally}"
    );
    assert!(
        tally.classes > 100 && tally.sequences() == each * tally.classes,
        "{tally}"
    );
    for kind in [
        "returned",
        "absent",
        "threw java.lang.ArrayIndexOutOfBoundsException",
        "threw java.lang.ClassCastException",
        "threw java.lang.IllegalArgumentException",
        "threw java.lang.IllegalStateException",
        "threw java.lang.IndexOutOfBoundsException",
        "threw java.lang.NullPointerException",
        "threw java.lang.NumberFormatException",
        "threw java.lang.StringIndexOutOfBoundsException",
        "threw java.lang.UnsupportedOperationException",
        "threw java.util.NoSuchElementException",
    ] {
        assert!(
            tally.kinds.get(kind).is_some_and(|&n| n >= 3),
            "{kind} was hardly seen: {:?}",
            tally.kinds
        );
    }
}

/// Each file of the folder: comments, the class, its calls. A class that is not of the JDK lies there, too.
#[test]
fn what_once_was_answered_differently_is_answered_alike() {
    let given = groups::given();
    let (_, classes) = groups::compiled("tests/regressions");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/regressions");
    let mut scripts = Vec::new();
    let mut ours = Vec::new();
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    for file in files
        .iter()
        .filter(|file| file.extension().is_some_and(|e| e == "txt"))
    {
        let text = std::fs::read_to_string(file).unwrap();
        let mut lines = text.lines().filter(|line| !line.starts_with('#'));
        let class = lines
            .next()
            .and_then(|line| line.strip_prefix("class "))
            .expect("a class");
        let own = (!class.starts_with("java.")).then(|| classes.path());
        let component = campaign::component(own, class, given.path());
        let calls: Vec<Call> = lines
            .map(|line| Call::parse(line).unwrap_or_else(|e| panic!("{e}")))
            .collect();
        let mut session = Session::new(&component, 10_000_000);
        let answer =
            |call: &Call| session.answer(call.entry(&component).expect("an entry"), &call.args);
        ours.push(calls.iter().map(answer).collect::<Vec<Answer>>());
        scripts.push((class.to_owned(), calls));
    }
    let theirs = on_java(
        &[classes.path().to_owned(), given.path().to_owned()],
        &scripts,
    )
    .unwrap();
    for (((class, calls), ours), theirs) in scripts.iter().zip(&ours).zip(&theirs) {
        assert_eq!(ours, theirs, "{class} {calls:?}");
        assert!(!calls.is_empty());
    }
}

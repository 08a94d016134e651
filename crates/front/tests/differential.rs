//! The translated classes against the real Java machine, on random sequences of calls.

use std::path::Path;

use front::jvm::replay::on_interpreter;

use crate::support;

/// As many sequences for each class as the environment says.
fn sequences_each(default: usize) -> usize {
    std::env::var("MORES_SEQUENCES")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(default)
}

#[test]
fn translated_classes_answer_like_the_real_machine() {
    let seen = support::compare(
        support::compiled(),
        &support::subjects(),
        sequences_each(250),
        1,
    );
    // The test is worth little unless it has seen all of this.
    assert!(
        !seen.keys().any(|kind| kind.starts_with("unknown")),
        "{seen:?}"
    );
    for kind in [
        "returned",
        "absent",
        "threw java.lang.ArithmeticException",
        "threw java.lang.NullPointerException",
        "threw java.lang.ClassCastException",
        "threw java.lang.AssertionError",
        "threw java.lang.IllegalArgumentException",
        "threw java.lang.IllegalStateException",
        "threw java.lang.RuntimeException",
        "threw java.util.NoSuchElementException",
    ] {
        assert!(
            seen.get(kind).is_some_and(|&n| n >= 5),
            "{kind} was hardly seen: {seen:?}"
        );
    }
}

/// Older compilers concatenate with builders and reach private members of nested classes through methods of their own.
#[test]
fn classes_compiled_for_java_8_answer_like_the_real_machine() {
    let newer = ["Callbacks", "Casts", "Inheritance", "Switches"];
    let names: Vec<String> = support::subjects()
        .into_iter()
        .filter(|n| !newer.contains(&n.as_str()))
        .collect();
    let files: Vec<_> = names
        .iter()
        .map(|n| support::sources().join(format!("{n}.java")))
        .collect();
    let folder = tempfile::tempdir().unwrap();
    support::javac_with(
        &["--release", "8", "-Xlint:-options"],
        &files,
        folder.path(),
    );
    let seen = support::compare(folder.path(), &names, sequences_each(40), 4);
    assert!(
        !seen.keys().any(|kind| kind.starts_with("unknown")),
        "{seen:?}"
    );
}

/// The program of a class after every entry was translated and some calls were made.
fn grown(folder: &Path, subject: &str) -> ir::Program {
    let component = support::component(folder, subject);
    for entry in component.constructors.iter().chain(&component.methods) {
        component.program.code(entry.function);
    }
    let mut random = base::Random::seeded(3);
    for _ in 0..5 {
        let calls = support::sequence(&mut random, &component);
        on_interpreter(&component, &calls, 100_000);
    }
    component.program
}

#[test]
fn printed_programs_parse_to_themselves() {
    for subject in support::subjects() {
        let program = grown(support::compiled(), &subject);
        assert_eq!(
            ir::text::parse(&ir::text::print(&program)).as_ref(),
            Ok(&program),
            "{subject}"
        );
    }
}

#[test]
fn loading_twice_gives_the_same_program() {
    for subject in support::subjects() {
        let text = || ir::text::print(&grown(support::compiled(), &subject));
        assert_eq!(text(), text(), "{subject}");
    }
}

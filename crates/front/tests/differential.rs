//! The translated classes against the real Java machine, on random sequences of calls.

mod support;

use std::path::Path;

/// As many sequences for each class as the environment says.
fn sequences_each(default: usize) -> usize {
    std::env::var("MORES_SEQUENCES").ok().and_then(|n| n.parse().ok()).unwrap_or(default)
}

#[test]
fn translated_classes_answer_like_the_real_machine() {
    let seen = support::compare(support::compiled(), &support::subjects(), sequences_each(250), 1);
    // The test is worth little unless it has seen all of this.
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
        assert!(seen.get(kind).is_some_and(|&n| n >= 5), "{kind} was hardly seen: {seen:?}");
    }
}

#[test]
fn printed_programs_parse_to_themselves() {
    for subject in support::subjects() {
        let program = support::component(support::compiled(), &subject).program;
        assert_eq!(ir::text::parse(&ir::text::print(&program)).as_ref(), Ok(&program), "{subject}");
    }
}

#[test]
fn loading_twice_gives_the_same_program() {
    for subject in support::subjects() {
        let text = |folder: &Path| ir::text::print(&support::component(folder, &subject).program);
        assert_eq!(text(support::compiled()), text(support::compiled()), "{subject}");
    }
}

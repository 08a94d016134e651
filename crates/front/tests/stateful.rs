//! Classes that keep their state in the JDK's collections, under random sequences of calls, on both machines.

use std::path::{Path, PathBuf};

use crate::support;

#[test]
fn classes_that_keep_collections_answer_like_the_real_machine() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stateful");
    let names = support::java_files(&sources);
    let files: Vec<PathBuf> = names
        .iter()
        .map(|n| sources.join(format!("{n}.java")))
        .collect();
    let classes = tempfile::tempdir().unwrap();
    support::javac(&files, classes.path());
    let each = std::env::var("MORES_SEQUENCES")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(200);
    let seen = support::compare(classes.path(), &names, each, 7);
    assert!(
        !seen.keys().any(|kind| kind.starts_with("unknown")),
        "{seen:?}"
    );
    for kind in [
        "returned",
        "threw java.io.IOException",
        "threw java.lang.ArithmeticException",
        "threw java.lang.ArrayIndexOutOfBoundsException",
        "threw java.lang.IllegalArgumentException",
        "threw java.lang.IllegalStateException",
        "threw java.lang.IndexOutOfBoundsException",
        "threw java.lang.NullPointerException",
        "threw java.lang.StringIndexOutOfBoundsException",
        "threw java.lang.UnsupportedOperationException",
        "threw java.util.EmptyStackException",
        "threw java.util.NoSuchElementException",
    ] {
        assert!(
            seen.get(kind).is_some_and(|&n| n >= 3),
            "{kind} was hardly seen: {seen:?}"
        );
    }
}

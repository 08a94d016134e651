//! Manifests say which crates have no tests in their source, as a program of no tests takes as long to build as any. What is
//! left out that way is really not there.

use std::fs;
use std::path::{Path, PathBuf};

/// The manifests of the crates with `line`, and their sources.
fn crates_with(line: &str) -> Vec<(PathBuf, String)> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders = fs::read_dir(crates).expect("it can be listed");
    let manifests = folders.map(|folder| folder.expect("an entry").path().join("Cargo.toml"));
    let has_line = |manifest: &PathBuf| {
        let text = fs::read_to_string(manifest).expect("a manifest is text");
        text.lines().any(|own| own == line)
    };
    let found = manifests.filter(has_line).map(|manifest| {
        let mut text = String::new();
        append_sources(&manifest.with_file_name("src"), &mut text);
        (manifest, text)
    });
    found.collect()
}

fn append_sources(folder: &Path, text: &mut String) {
    for entry in fs::read_dir(folder).expect("it can be listed") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            append_sources(&path, text);
        } else if path.extension().is_some_and(|end| end == "rs") {
            text.push_str(&fs::read_to_string(&path).expect("source is text"));
        }
    }
}

#[test]
fn crates_whose_tests_are_not_built_have_none() {
    let crates = crates_with("test = false");
    assert!(!crates.is_empty(), "no crate is left out");
    for (manifest, source) in crates {
        let is_test = source.contains("#[test]") || source.contains("proptest!");
        assert!(!is_test, "{}: remove test = false", manifest.display());
    }
}

#[test]
fn crates_whose_examples_are_not_run_have_none() {
    let crates = crates_with("doctest = false");
    assert!(!crates.is_empty(), "no crate is left out");
    for (manifest, source) in crates {
        let comments = source.lines().map(str::trim_start);
        let mut code = comments.filter(|line| line.starts_with("//") && line.contains(" ```"));
        let example = code.next();
        assert_eq!(
            example,
            None,
            "{}: remove doctest = false",
            manifest.display()
        );
    }
}

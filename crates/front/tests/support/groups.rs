//! The classes that campaigns run on: the corpus, the classes of these tests, and the JDK.

use std::path::{Path, PathBuf};

use super::campaign::{Campaign, LIBRARY, Tally, component};

/// Folders with Java files, relative to this crate.
const FOLDERS: [&str; 3] = ["../../corpus/java", "tests/java", "tests/stateful"];

/// Runs sequences on every class; `wanted` says how many on which, none for those to be left out.
pub fn run_all(seed: u64, wanted: impl Fn(&str) -> usize) -> Tally {
    let given = given();
    let mut tally = Tally::default();
    for folder in FOLDERS {
        let (names, classes) = compiled(folder);
        let mut campaign = Campaign::new(
            vec![classes.path().to_owned(), given.path().to_owned()],
            tally,
        );
        for name in names.iter().filter(|name| wanted(name) > 0) {
            let component = component(Some(classes.path()), name, given.path());
            campaign.run(&component, wanted(name), seed);
        }
        campaign.settle();
        tally = campaign.tally;
    }
    let mut campaign = Campaign::new(vec![given.path().to_owned()], tally);
    for name in LIBRARY.iter().filter(|name| wanted(name) > 0) {
        campaign.run(&component(None, name, given.path()), wanted(name), seed);
    }
    campaign.settle();
    campaign.tally
}

/// The classes of a folder, compiled.
pub fn compiled(folder: &str) -> (Vec<String>, tempfile::TempDir) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let names = super::java_files(&folder);
    let files: Vec<PathBuf> = names
        .iter()
        .map(|n| folder.join(format!("{n}.java")))
        .collect();
    let classes = tempfile::tempdir().unwrap();
    super::javac(&files, classes.path());
    (names, classes)
}

/// Functions to pass, compiled.
pub fn given() -> tempfile::TempDir {
    compiled("tests/given").1
}

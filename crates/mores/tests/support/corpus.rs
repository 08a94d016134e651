//! The classes of the corpus, compiled once for all tests.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use mores::InterfaceRequest;

/// The sources, and what was worked out of them by hand.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/java")
}

fn sources() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder()).expect("the corpus is there");
    let mut sources: Vec<PathBuf> = entries.map(|e| e.expect("listed").path()).collect();
    sources.retain(|path| path.extension().is_some_and(|e| e == "java"));
    sources.sort();
    sources
}

/// The names of all classes, in order.
pub fn names() -> Vec<String> {
    let name = |path: PathBuf| {
        let stem = path.file_stem().expect("a file has a name");
        stem.to_string_lossy().into_owned()
    };
    sources().into_iter().map(name).collect()
}

/// The folder of class files.
pub fn classes() -> &'static Path {
    static CLASSES: OnceLock<tempfile::TempDir> = OnceLock::new();
    let compile = || {
        let classes = tempfile::tempdir().expect("there is room for files");
        super::compile(&sources(), &[], classes.path());
        classes
    };
    CLASSES.get_or_init(compile).path()
}

/// A class of the corpus.
pub fn request(class: &str) -> InterfaceRequest {
    InterfaceRequest {
        class: Some(class.to_owned()),
        ..InterfaceRequest::new(classes())
    }
}

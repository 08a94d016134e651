//! Functions are short: none is longer than sixty lines, and of a hundred one is longer than forty-five. What follows
//! streams (`step/src/stream`) is not counted yet.

use std::fs;
use std::path::{Path, PathBuf};

const LONGEST: usize = 60;
const LONG: usize = 45;

#[test]
fn functions_are_short() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    collect(&crates, &mut files);
    files.retain(|file| {
        !file.components().any(|part| part.as_os_str() == "stream") || !in_step(file)
    });
    let mut lengths = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("source is text");
        let functions = functions(&text).into_iter();
        lengths.extend(functions.map(|(name, lines)| (lines, name, file.clone())));
    }
    let over: Vec<_> = lengths.iter().filter(|f| f.0 > LONGEST).collect();
    assert!(over.is_empty(), "{over:#?}");
    let long = lengths.iter().filter(|f| f.0 > LONG).count();
    assert!(
        lengths.len() > 5000,
        "{} functions were found",
        lengths.len()
    );
    assert!(
        long * 100 <= lengths.len(),
        "{long} of {} are long",
        lengths.len()
    );
}

fn in_step(file: &Path) -> bool {
    file.to_string_lossy().contains("/step/src/stream/")
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("it can be listed") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|end| end == "rs") {
            files.push(path);
        }
    }
}

/// The functions of a formatted source with their lines: each ends with the first line that is a brace as far in as its head.
fn functions(text: &str) -> Vec<(String, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let heads = lines.iter().enumerate();
    let heads = heads.filter_map(|(at, line)| Some((at, indent(line), name(line)?)));
    let function = |(at, indent, name): (usize, usize, String)| {
        let own = |line: &&str| line.len() - line.trim_start().len() == indent;
        let ends =
            |line: &&str| own(line) && (line.trim_start().starts_with('}') || line.ends_with(';'));
        let behind = lines[at..]
            .iter()
            .position(|line| ends(line) || line.ends_with("{}"));
        (name, behind.map_or(1, |lines| lines + 1))
    };
    heads.map(function).collect()
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// The name of the function that a line begins.
fn name(line: &str) -> Option<String> {
    let (before, after) = line.trim_start().split_once("fn ")?;
    let words = before.split_whitespace();
    let is_head = words.clone().all(|word| {
        word.starts_with("pub")
            || ["const", "unsafe", "async", "extern", "\"C\""].contains(&word)
            || word.ends_with(')')
    });
    let name: String = after
        .chars()
        .take_while(|c| c.is_alphanumeric() || *c == '_')
        .collect();
    (is_head && !name.is_empty() && line.contains('(') | line.contains('<')).then_some(name)
}

#[test]
fn the_lines_of_a_function_are_counted() {
    let text = "impl A {\n    pub(crate) fn a(\n        x: u8,\n    ) -> u8 {\n        x\n    }\n\n    fn b(self) {}\n}\n";
    let expected = [("a".to_owned(), 5), ("b".to_owned(), 1)];
    assert_eq!(functions(text), expected);
}

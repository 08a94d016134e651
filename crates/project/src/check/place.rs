//! Lines of the user's files that a result is about.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::config::{Expected, Subject};

/// A line of a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Location {
    /// Relative to the folder of the configuration.
    pub file: PathBuf,
    /// From 1.
    pub line: u32,
}

/// A line as a compiler recorded it: the file may be a mere name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    file: String,
    line: u32,
}

impl Place {
    /// `{"file": "Door.java", "line": 17}` or `"src/valve.c:17"`.
    pub(super) fn read(value: &Value) -> Option<Self> {
        if let Some(text) = value.as_str() {
            let (file, line) = text.rsplit_once(':')?;
            let (file, line) = (file.to_owned(), line.parse().ok()?);
            return Some(Self { file, line });
        }
        let line = u32::try_from(value.get("line")?.as_u64()?).ok()?;
        let file = value.get("file")?.as_str()?.to_owned();
        Some(Self { file, line })
    }
}

/// The line of the user's file that a place means; without a place, the line that declares the subject. Nothing if its
/// source is not at hand.
pub(super) fn locate(subject: &Subject, place: Option<&Place>) -> Option<Location> {
    let placed = place.filter(|place| place.line > 0).and_then(|place| {
        let file = file_of(subject, Some(&place.file))?;
        let line = place.line;
        Some(Location { file, line })
    });
    placed.or_else(|| {
        let file = file_of(subject, None)?;
        let line = declared(&file, subject).unwrap_or(1);
        Some(Location { file, line })
    })
}

/// The file of a name that a compiler recorded, or else the file of the subject itself.
fn file_of(subject: &Subject, recorded: Option<&str>) -> Option<PathBuf> {
    if subject.is_c() {
        let recorded = recorded.map(PathBuf::from);
        return match recorded.filter(|file| file.is_file()) {
            Some(file) => Some(file),
            None => Some(subject.code.clone()).filter(|file| file.is_file()),
        };
    }
    let class = subject.class.clone();
    let class = class.unwrap_or_else(|| subject.code.to_string_lossy().into_owned());
    let outer = class.split('$').next().unwrap_or(&class).replace('.', "/");
    let own = PathBuf::from(format!("{outer}.java"));
    let inside = match recorded {
        Some(name) => own.with_file_name(name),
        None => own,
    };
    if is_source(&subject.code) {
        let beside = subject.code.with_file_name(inside.file_name()?);
        return Some(beside).filter(|file| file.is_file());
    }
    let mut candidates = subject.sources.iter().map(|root| root.join(&inside));
    candidates.find(|file| file.is_file())
}

fn is_source(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "java")
}

/// The line that declares a subject, as far as the text tells: the word `class` before the name of a class, or the name of
/// a function with a parenthesis behind it on a line that is no statement.
fn declared(file: &Path, subject: &Subject) -> Option<u32> {
    let text = fs::read_to_string(file).ok()?;
    let line = match &subject.expected {
        Expected::Interface { .. } => {
            let class = subject.class.as_deref().unwrap_or(&subject.name);
            let simple = class.rsplit(['.', '$']).next().unwrap_or(class);
            text.lines().position(|line| declares_class(line, simple))
        }
        Expected::Language { reading, .. } | Expected::Transducer { reading } => {
            let function = reading.function.as_deref().unwrap_or("main");
            text.lines()
                .position(|line| declares_function(line, function))
        }
    };
    u32::try_from(line? + 1).ok()
}

fn declares_class(line: &str, name: &str) -> bool {
    let words: Vec<&str> = line.split(|c: char| !is_word(c)).collect();
    let kinds = ["class", "record", "enum", "interface"];
    words
        .windows(2)
        .any(|pair| kinds.contains(&pair[0]) && pair[1] == name)
}

fn declares_function(line: &str, name: &str) -> bool {
    let mut found = line.match_indices(name);
    let ends = line.trim_end().ends_with(';');
    !ends
        && found.any(|(at, _)| {
            let (before, after) = (&line[..at], &line[at + name.len()..]);
            // A call stands behind an operator or a parenthesis, a definition behind its type.
            let typed = before
                .trim_end()
                .ends_with(|c: char| is_word(c) || c == '*' || c == ']');
            typed && !before.ends_with(is_word) && after.trim_start().starts_with('(')
        })
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

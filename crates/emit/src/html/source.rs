//! The source with anchors, and links into it.

use std::collections::BTreeMap;

use crate::escape::xml;
use crate::report::SourcePlace;

use super::Source;
use super::colour::{Keywords, highlighted};

/// Which places have a line to link to.
pub(super) struct Links<'s> {
    source: Option<&'s Source>,
    lines: usize,
}

impl<'s> Links<'s> {
    pub(super) fn to(source: Option<&'s Source>) -> Self {
        Self {
            source,
            lines: source.map_or(0, |s| s.text.lines().count()),
        }
    }

    /// The place as a link, or as plain text if its line is not shown.
    pub(super) fn place(&self, place: &SourcePlace) -> String {
        match self.line(place) {
            Some(line) => format!("<a href=\"#L{line}\">line {line}</a>"),
            None => xml(&place.to_string()),
        }
    }

    pub(super) fn line(&self, place: &SourcePlace) -> Option<u32> {
        let here = self.source.is_some_and(|s| s.name == place.file);
        (here && (1..=self.lines).contains(&(place.line as usize))).then_some(place.line)
    }
}

/// What is special about a line, most important last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Mark {
    Declares,
    Puzzles,
    Fails,
}

impl Mark {
    fn class(self) -> &'static str {
        match self {
            Self::Declares => "declares",
            Self::Puzzles => "puzzles",
            Self::Fails => "fails",
        }
    }
}

/// The source with line numbers and marks.
pub(super) fn listing(marks: &BTreeMap<u32, Mark>, source: &Source) -> String {
    let mut lines = String::new();
    for (i, line) in highlighted(&source.text, Keywords::of(&source.name))
        .into_iter()
        .enumerate()
    {
        let number = i as u32 + 1;
        let class = marks
            .get(&number)
            .map(|m| format!(" {}", m.class()))
            .unwrap_or_default();
        lines.push_str(&format!(
            "<span class=\"line{class}\" id=\"L{number}\"><a href=\"#L{number}\">{number}</a>{line}\n</span>"
        ));
    }
    let name = xml(&source.name);
    format!(
        "<section><h2>{name}</h2>\n<div class=\"source\" tabindex=\"0\"><pre>{lines}</pre></div></section>\n"
    )
}

/// Marks a line, unless something more important is marked there already.
pub(super) fn mark(marks: &mut BTreeMap<u32, Mark>, line: Option<u32>, mark: Mark) {
    if let Some(line) = line {
        let entry = marks.entry(line).or_insert(mark);
        *entry = mark.max(*entry);
    }
}

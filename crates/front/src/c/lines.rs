//! From offsets in the text that is parsed to lines of the user's files.

use std::sync::Arc;

use base::Place;

use crate::InputError;

/// What the markers `# 12 "file.h"` said about each line of the preprocessed text.
pub(super) struct Markers {
    places: Vec<Place>,
}

/// The lines of one text. The text may differ from the preprocessed one as long as no line is added or lost.
pub(super) struct Lines {
    starts: Vec<usize>,
    places: Vec<Place>,
}

/// The text with its markers and pragmas as empty lines, and what the markers said.
pub(super) fn take_markers(text: &str, file: &str) -> Result<(String, Markers), InputError> {
    let mut here = Place::new(file, 1);
    let mut places = Vec::new();
    let mut kept = String::with_capacity(text.len());
    for line in text.split('\n') {
        places.push(here.clone());
        match line.trim_start().strip_prefix('#') {
            Some(directive) => match marker(directive, &here.file) {
                Some(next) => here = next,
                None => {
                    refuse_pragmas(directive, &here)?;
                    here.line += 1;
                }
            },
            None => {
                kept.push_str(line.trim_end_matches('\r'));
                here.line += 1;
            }
        }
        kept.push('\n');
    }
    Ok((kept, Markers { places }))
}

/// `# 12 "file.h" 1 3`, or `#line 12 "file.h"`, or without a file.
fn marker(directive: &str, file: &Arc<str>) -> Option<Place> {
    let directive = directive.trim_start();
    let directive = directive
        .strip_prefix("line")
        .unwrap_or(directive)
        .trim_start();
    let digits = directive
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(directive.len());
    let line = directive[..digits].parse().ok()?;
    let rest = directive[digits..].trim_start();
    let named = rest
        .strip_prefix('"')
        .and_then(|rest| rest.split('"').next());
    Some(match named {
        Some(name) if **file != *name => Place::new(name, line),
        _ => Place::new(file.clone(), line),
    })
}

/// Soundness: of all pragmas, these change what a program means, so they must not vanish with the others.
fn refuse_pragmas(directive: &str, here: &Place) -> Result<(), InputError> {
    let words: Vec<&str> = directive
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .filter(|w| !w.is_empty())
        .collect();
    match words[..] {
        [
            "pragma",
            which @ ("pack" | "scalar_storage_order" | "weak" | "redefine_extname"),
            ..,
        ]
        | ["pragma", "GCC", which @ ("optimize" | "target"), ..]
        | [
            "pragma",
            "STDC",
            which @ ("FENV_ACCESS" | "FP_CONTRACT"),
            ..,
            "ON",
        ] => Err(
            InputError::new(format!("`#pragma {which}` is not supported")).at(Some(here.clone())),
        ),
        _ => Ok(()),
    }
}

impl Markers {
    /// The place of the line with this index.
    pub(super) fn line(&self, index: usize) -> Place {
        self.places[index.min(self.places.len() - 1)].clone()
    }

    /// The same for offsets in a text with the same lines.
    pub(super) fn of_text(self, text: &str) -> Lines {
        let starts = std::iter::once(0)
            .chain(text.match_indices('\n').map(|(i, _)| i + 1))
            .collect();
        Lines {
            starts,
            places: self.places,
        }
    }
}

impl Lines {
    /// The place of an offset.
    pub(super) fn place(&self, offset: usize) -> Place {
        let line = self
            .starts
            .partition_point(|start| *start <= offset)
            .saturating_sub(1);
        self.places[line.min(self.places.len() - 1)].clone()
    }
}

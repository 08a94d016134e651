//! From offsets in the text that is parsed to lines of the user's files.

use std::sync::Arc;

use base::Place;

use crate::InputError;

/// What the markers `# 12 "file.h"` said about each line of the preprocessed text.
pub(super) struct Markers {
    places: Vec<Place>,
    packs: Vec<Pack>,
}

/// The lines of one text. The text may differ from the preprocessed one as long as no line is added or lost.
pub(super) struct Lines {
    starts: Vec<usize>,
    places: Vec<Place>,
    packs: Vec<Pack>,
}

/// From a line on, by its index, members of records are aligned to so many bytes at most.
type Pack = (usize, Option<u64>);

/// The text with its markers and pragmas as empty lines, and what the markers said.
pub(super) fn take_markers(text: &str, file: &str) -> Result<(String, Markers), InputError> {
    let mut here = Place::new(file, 1);
    let mut places = Vec::new();
    let mut kept = String::with_capacity(text.len());
    let mut packing = Packing::default();
    for line in text.split('\n') {
        places.push(here.clone());
        match line.trim_start().strip_prefix('#') {
            Some(directive) => match marker(directive, &here.file) {
                Some(next) => here = next,
                None => {
                    refuse_pragmas(directive, &here)?;
                    packing.pragma(directive, places.len(), &here)?;
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
    let packs = packing.changes;
    Ok((kept, Markers { places, packs }))
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
            which @ ("scalar_storage_order" | "weak" | "redefine_extname"),
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
            packs: self.packs,
        }
    }
}

impl Lines {
    /// The place of an offset.
    pub(super) fn place(&self, offset: usize) -> Place {
        let line = self.index(offset);
        self.places[line.min(self.places.len() - 1)].clone()
    }

    /// The greatest alignment of members of records at an offset, as `#pragma pack` says it; `None` if it says nothing.
    pub(super) fn pack(&self, offset: usize) -> Option<u64> {
        let line = self.index(offset);
        let said = self.packs.partition_point(|(from, _)| *from <= line);
        self.packs.get(said.checked_sub(1)?)?.1
    }

    fn index(&self, offset: usize) -> usize {
        let before = self.starts.partition_point(|start| *start <= offset);
        before.saturating_sub(1)
    }
}

/// What `#pragma pack` said so far.
#[derive(Default)]
struct Packing {
    now: Option<u64>,
    /// What `push` keeps, with the name it may have.
    kept: Vec<(Option<String>, Option<u64>)>,
    changes: Vec<Pack>,
}

impl Packing {
    /// `pack()`, `pack(2)`, `pack(push)`, `pack(push, name, 2)`, `pack(pop)`, `pack(pop, name)`.
    fn pragma(&mut self, directive: &str, line: usize, here: &Place) -> Result<(), InputError> {
        let mut words = directive.trim().splitn(2, char::is_whitespace);
        let (Some("pragma"), Some(rest)) = (words.next(), words.next()) else {
            return Ok(());
        };
        let Some(rest) = rest.trim().strip_prefix("pack") else {
            return Ok(());
        };
        let said = rest
            .trim()
            .strip_prefix('(')
            .and_then(|rest| rest.split_once(')'));
        let Some((said, _)) = said else {
            return Ok(());
        };
        let said: Vec<&str> = said.split(',').map(str::trim).collect();
        self.take(&said).ok_or_else(|| {
            InputError::new("this `#pragma pack` cannot be read").at(Some(here.clone()))
        })?;
        self.changes.push((line, self.now));
        Ok(())
    }

    fn take(&mut self, said: &[&str]) -> Option<()> {
        match *said {
            [""] => self.now = None,
            ["push"] => self.kept.push((None, self.now)),
            ["push", what] => match what.parse() {
                Ok(most) => {
                    self.kept.push((None, self.now));
                    self.now = alignment(most)?;
                }
                Err(_) => self.kept.push((Some(what.to_owned()), self.now)),
            },
            ["push", name, most] => {
                self.kept.push((Some(name.to_owned()), self.now));
                self.now = alignment(most.parse().ok()?)?;
            }
            // What nobody pushed cannot be popped: gcc goes on as before.
            ["pop"] => self.now = self.kept.pop().map_or(self.now, |(_, before)| before),
            ["pop", name] => self.pop_to(name),
            [most] => self.now = alignment(most.parse().ok()?)?,
            _ => return None,
        }
        Some(())
    }

    fn pop_to(&mut self, name: &str) {
        let is_it = |(kept, _): &(Option<String>, _)| kept.as_deref() == Some(name);
        if let Some(at) = self.kept.iter().rposition(is_it) {
            self.now = self.kept[at].1;
            self.kept.truncate(at);
        }
    }
}

/// What gcc takes; 0 is the default.
fn alignment(most: u64) -> Option<Option<u64>> {
    match most {
        0 => Some(None),
        1 | 2 | 4 | 8 | 16 => Some(Some(most)),
        _ => None,
    }
}

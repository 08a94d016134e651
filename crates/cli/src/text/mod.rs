//! Results as plain text.

mod brief;
mod check;
mod compact;
mod interface;
mod layout;
mod listing;
mod others;
mod screen;

use std::path::PathBuf;

use mores::report::{Replay, VerdictKind};
use mores::sentence;

pub(crate) use check::check;
pub(crate) use interface::interface;
pub(crate) use layout::{clean, fold};
pub(crate) use listing::{Listing, Section};
pub(crate) use screen::{Screen, Tone};

/// Warnings, notes, and what was replayed, each as lines of its own.
pub(crate) fn remarks(
    warnings: &[String],
    notes: &[String],
    replay: &Replay,
    width: usize,
) -> Vec<String> {
    let remarks = warnings
        .iter()
        .map(|w| format!("warning: {w}"))
        .chain(notes.iter().map(|n| format!("note: {n}")));
    remarks
        .chain(sentence::replay(replay))
        .map(|remark| fold(&clean(&remark), "      ", width))
        .collect()
}

/// Notes as remarks.
pub(crate) fn notes(notes: &[String], width: usize) -> Vec<String> {
    let note = |note: &String| fold(&format!("note: {}", clean(note)), "      ", width);
    notes.iter().map(note).collect()
}

/// The files that were written, after an empty line.
pub(crate) fn wrote(files: &[PathBuf]) -> String {
    let lines: String = files
        .iter()
        .map(|file| format!("wrote {}\n", file.display()))
        .collect();
    listing::spaced(&lines)
}

/// What a verdict is to its reader.
pub(crate) fn tone(kind: VerdictKind) -> Tone {
    match kind {
        VerdictKind::Proved => Tone::Good,
        VerdictKind::Violated => Tone::Bad,
        VerdictKind::UpTo | VerdictKind::Unknown => Tone::Doubt,
    }
}

//! Blocks of text with a size known before they are drawn.

use super::layout::Xy;
use super::wrap::{Line, wrap};
use crate::drawing::Label;

/// The width of a character at 12 px. Fixed-width fonts differ by little: this is the widest common one.
pub(super) const CELL: f64 = 7.25;
/// The height of a line.
pub(super) const LINE: f64 = 16.0;
/// With more labels than this, several share a line.
const FEW: usize = 5;

/// Labels broken into lines.
#[derive(Default)]
pub(super) struct Block {
    pub(super) lines: Vec<Line>,
    /// All labels in full.
    pub(super) tooltip: String,
}

impl Block {
    /// One label a line as long as there are few; cut after `lines` lines, saying so.
    pub(super) fn list(labels: &[Label], columns: usize, lines: usize) -> Self {
        let alone = |label: &Label| one(label, columns);
        match labels.len() {
            0..=FEW => Self::new(labels, labels.iter().map(alone).collect(), lines),
            _ => Self::flow(labels, columns, lines),
        }
    }

    /// Labels without a note one after the other, as many on a line as fit; cut in the same way.
    pub(super) fn flow(labels: &[Label], columns: usize, lines: usize) -> Self {
        let mut groups: Vec<Vec<Line>> = Vec::new();
        let mut open = false;
        for label in labels {
            let alone = !label.note.is_empty();
            let fits =
                |line: &Line| open && !alone && line.cells() + 2 + cells(label, columns) <= columns;
            match groups.last_mut().and_then(|g| g.last_mut()) {
                Some(line) if fits(line) => line.head = format!("{}, {}", line.head, label.head),
                _ => groups.push(one(label, columns)),
            }
            open = !alone;
        }
        Self::new(labels, groups, lines)
    }

    fn new(labels: &[Label], groups: Vec<Vec<Line>>, limit: usize) -> Self {
        let full: Vec<String> = (labels.iter())
            .map(|label| format!("{}{}", label.sign(), label.text()))
            .collect();
        Self {
            lines: cut(groups, limit, &format!("… {} in all", labels.len())),
            tooltip: full.join("\n"),
        }
    }

    /// Whether there is nothing in it.
    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The size of the text alone.
    pub(super) fn size(&self) -> Xy {
        let cells = self.lines.iter().map(Line::cells).max().unwrap_or(0);
        Xy::new(cells as f64 * CELL, self.lines.len() as f64 * LINE)
    }
}

/// All lines, or as many as there may be and what says that there are more.
fn cut(groups: Vec<Vec<Line>>, limit: usize, more: &str) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let total: usize = groups.iter().map(Vec::len).sum();
    for group in groups {
        if total > limit && !lines.is_empty() && lines.len() + group.len() >= limit {
            lines.push(Line {
                indent: 0,
                head: String::new(),
                note: more.to_owned(),
            });
            break;
        }
        lines.extend(group);
    }
    lines
}

fn one(label: &Label, columns: usize) -> Vec<Line> {
    wrap(&label.head, &label.note, columns)
}

fn cells(label: &Label, columns: usize) -> usize {
    one(label, columns).first().map_or(0, Line::cells)
}

//! Blocks of text with a size known before they are drawn.

use super::layout::Xy;
use super::wrap::{Line, wrap, wrap_pair};
use crate::outline::Call;

/// The width of a character at 12 px. Fixed-width fonts differ by little: this is the widest common one.
pub(super) const CELL: f64 = 7.25;
/// The height of a line.
pub(super) const LINE: f64 = 16.0;
/// A longer call is broken.
const COLUMNS: usize = 42;

/// Calls broken into lines.
#[derive(Default)]
pub(super) struct Block {
    pub(super) lines: Vec<Line>,
    /// All calls in full.
    pub(super) tooltip: String,
}

impl Block {
    /// One call a line as long as there are few; cut after `lines` lines, saying so.
    pub(super) fn list(calls: &[Call], lines: usize) -> Self {
        match calls.len() {
            0..=5 => Self::new(calls, calls.iter().map(one).collect(), lines),
            _ => Self::flow(calls, lines),
        }
    }

    /// Calls without a guard one after the other, as many on a line as fit; cut in the same way.
    pub(super) fn flow(calls: &[Call], lines: usize) -> Self {
        let mut groups: Vec<Vec<Line>> = Vec::new();
        let mut open = false;
        for call in calls {
            match groups.last_mut().and_then(|g| g.last_mut()) {
                Some(line)
                    if open
                        && call.note().is_none()
                        && line.cells() + 2 + cells(call) <= COLUMNS =>
                {
                    line.head = format!("{}, {}", line.head, call.head);
                }
                _ => groups.push(one(call)),
            }
            open = call.note().is_none();
        }
        Self::new(calls, groups, lines)
    }

    /// What is read and what is written for it, one a line; cut in the same way.
    pub(super) fn pairs<'t>(pairs: impl Iterator<Item = (&'t str, &'t str)>, lines: usize) -> Self {
        let pairs: Vec<(&str, &str)> = pairs.collect();
        let groups = pairs
            .iter()
            .map(|(reads, writes)| wrap_pair(reads, writes, COLUMNS))
            .collect();
        let text: Vec<String> = pairs
            .iter()
            .map(|(reads, writes)| format!("{reads} {writes}"))
            .collect();
        Self {
            lines: cut(groups, lines, &format!("… {} in all", pairs.len())),
            tooltip: text.join("\n"),
        }
    }

    fn new(calls: &[Call], groups: Vec<Vec<Line>>, limit: usize) -> Self {
        let lines = cut(groups, limit, &format!("… {} calls in all", calls.len()));
        Self {
            lines,
            tooltip: calls
                .iter()
                .map(Call::marked)
                .collect::<Vec<_>>()
                .join("\n"),
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
                guard: more.to_owned(),
            });
            break;
        }
        lines.extend(group);
    }
    lines
}

fn one(call: &Call) -> Vec<Line> {
    wrap(call, COLUMNS)
}

fn cells(call: &Call) -> usize {
    one(call).first().map_or(0, Line::cells)
}

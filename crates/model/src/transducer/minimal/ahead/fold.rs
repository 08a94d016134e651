//! States that do not contradict each other become one: where no input leads, anything may be done.
//!
//! In the order of the states each joins the first that it can be one with; what both lead to must become one, too. This is
//! how J. Oncina, P. García and E. Vidal generalise a transducer from examples ("Learning subsequential transducers for
//! pattern recognition interpretation tasks", PAMI 15(5), 1993, doi 10.1109/34.211465).

use base::{Budget, StopReason};
use rustc_hash::FxHashMap;

use super::super::refine::reduced;
use super::super::rows::{Entry, NOWHERE, Row, Rows};

/// With more states than this nothing is tried: it is quadratic.
const MOST_STATES: usize = 400;

/// The same for all inputs that come, with fewer states.
pub(super) fn folded(rows: &Rows, budget: &Budget) -> Result<Rows, StopReason> {
    let rows = reduced(rows, budget)?;
    if rows.rows.len() > MOST_STATES {
        return Ok(rows);
    }
    let into = (0..rows.rows.len() as u32).collect();
    let mut folding = Folding {
        into,
        rows: rows.rows,
    };
    for at in 1..folding.into.len() as u32 {
        budget.check()?;
        for known in 0..at {
            if folding.into[at as usize] != at {
                break;
            }
            if folding.into[known as usize] == known
                && let Some(trial) = folding.joined(known, at)
            {
                folding.accept(trial);
            }
        }
    }
    let Folding {
        into,
        rows: mut folded,
    } = folding;
    let last = |at: u32| root(&into, at);
    for entry in folded
        .iter_mut()
        .flat_map(|row| &mut row.entries)
        .filter(|entry| entry.to != NOWHERE)
    {
        entry.to = last(entry.to);
    }
    let starts = rows.starts.iter().map(|start| last(*start)).collect();
    reduced(
        &Rows {
            words: rows.words,
            rows: folded,
            starts,
        },
        budget,
    )
}

fn root(into: &[u32], mut at: u32) -> u32 {
    while into[at as usize] != at {
        at = into[at as usize];
    }
    at
}

struct Folding {
    /// What each row has become part of; itself, if it has not.
    into: Vec<u32>,
    rows: Vec<Row>,
}

/// What would change.
#[derive(Default)]
struct Trial {
    into: FxHashMap<u32, u32>,
    rows: FxHashMap<u32, Row>,
}

impl Folding {
    /// What follows from making two rows one; `None` if they contradict each other.
    fn joined(&self, a: u32, b: u32) -> Option<Trial> {
        let mut trial = Trial::default();
        let mut todo = vec![(a, b)];
        while let Some((a, b)) = todo.pop() {
            let (a, b) = (self.now(&trial, a), self.now(&trial, b));
            let (kept, gone) = (a.min(b), a.max(b));
            if kept == gone {
                continue;
            }
            let row = |at: u32| trial.rows.get(&at).unwrap_or(&self.rows[at as usize]);
            let both = together(row(kept), row(gone), &mut todo)?;
            trial.into.insert(gone, kept);
            trial.rows.insert(kept, both);
        }
        Some(trial)
    }

    fn now(&self, trial: &Trial, mut at: u32) -> u32 {
        loop {
            let next = trial
                .into
                .get(&at)
                .copied()
                .unwrap_or(self.into[at as usize]);
            if next == at {
                return at;
            }
            at = next;
        }
    }

    fn accept(&mut self, trial: Trial) {
        trial
            .into
            .into_iter()
            .for_each(|(gone, kept)| self.into[gone as usize] = kept);
        trial
            .rows
            .into_iter()
            .for_each(|(at, row)| self.rows[at as usize] = row);
    }
}

/// A row that does what both do; and which rows have to be one for that.
fn together(a: &Row, b: &Row, todo: &mut Vec<(u32, u32)>) -> Option<Row> {
    if a.failure != b.failure || (!a.open && !b.open && a.end != b.end) {
        return None;
    }
    let mut row = a.clone();
    for (this, other) in row
        .entries
        .iter_mut()
        .zip(&b.entries)
        .filter(|(_, other)| **other != Entry::FREE)
    {
        if *this == Entry::FREE {
            *this = *other;
        } else if this.out != other.out || (this.to == NOWHERE) != (other.to == NOWHERE) {
            return None;
        } else if this.to != other.to {
            todo.push((this.to, other.to));
        }
    }
    if a.open {
        (row.end, row.open) = (b.end, b.open);
    }
    Some(row)
}

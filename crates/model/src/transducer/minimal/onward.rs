//! Writing as early as possible: what all futures of a state write first is written on the way into it.
//!
//! States with no defined future become one for each reason of failing, and steps into them write nothing: nobody sees it.

use base::{Budget, StopReason};

use super::super::Failure;
use super::fates::{Fates, fates};
use super::rows::{Entry, Row, Rows, Words};

/// The same function, onward. Each start becomes a row of its own, which keeps what would have to be written before the
/// first symbol; where there is no such thing it has the same future as the row it is a copy of.
pub(super) fn onward(rows: Rows, budget: &Budget) -> Result<Rows, StopReason> {
    let rows = trimmed(rows);
    let prefixes = Prefixes::new(&rows).settle(&rows, budget)?;
    Ok(push(rows, prefixes))
}

/// For each row the rows that lead to it.
pub(super) fn predecessors(rows: &[Row]) -> Vec<Vec<u32>> {
    let mut found: Vec<Vec<u32>> = vec![Vec::new(); rows.len()];
    for (from, row) in (0..).zip(rows) {
        for to in row.targets() {
            let known = &mut found[to as usize];
            if known.last() != Some(&from) {
                known.push(from);
            }
        }
    }
    found
}

/// Dead rows that fail alike are one; those that fail for no known reason are none.
pub(super) fn trimmed(mut rows: Rows) -> Rows {
    let ends: Vec<bool> = rows.rows.iter().map(|row| row.end.is_some()).collect();
    let failures: Vec<Option<&Failure>> =
        rows.rows.iter().map(|row| row.failure.as_ref()).collect();
    let Fates {
        alive,
        failures,
        target,
    } = fates(&predecessors(&rows.rows), &ends, &failures);
    for (at, failure) in failures
        .into_iter()
        .enumerate()
        .filter(|(at, _)| !alive[*at])
    {
        rows.rows[at] = Row::failing(rows.rows[at].entries.len(), failure);
    }
    for entry in rows.rows.iter_mut().flat_map(|row| &mut row.entries) {
        let Some(old) = entry.target() else { continue };
        let out = if alive[old] { entry.out } else { 0 };
        *entry = target[old].map_or(Entry::UNDEFINED, |to| Entry { out, to: to as u32 });
    }
    rows
}

/// What each row is certain to write; nothing is said of those that have no future.
struct Prefixes {
    of: Vec<Option<Vec<u64>>>,
    before: Vec<Vec<u32>>,
}

impl Prefixes {
    /// What each row writes for one input that is defined: a word that all of its futures together can only shorten.
    fn new(rows: &Rows) -> Self {
        let before = predecessors(&rows.rows);
        let end = |row: &Row| row.end.map(|out| rows.words.word(out).to_vec());
        let mut of: Vec<Option<Vec<u64>>> = rows.rows.iter().map(end).collect();
        let mut todo: Vec<usize> = (0..of.len()).filter(|i| of[*i].is_some()).collect();
        let mut next = 0;
        while let Some(&at) = todo.get(next) {
            next += 1;
            for &from in &before[at] {
                let from = from as usize;
                if of[from].is_none() {
                    let edge = rows.rows[from].entries.iter().find(|e| e.to as usize == at);
                    let first = edge.map_or(&[][..], |e| rows.words.word(e.out));
                    of[from] = Some([first, of[at].as_deref().unwrap_or_default()].concat());
                    todo.push(from);
                }
            }
        }
        Self { of, before }
    }

    /// Shortens all of them until each is what all edges and the end of its row begin with.
    fn settle(mut self, rows: &Rows, budget: &Budget) -> Result<Vec<Option<Vec<u64>>>, StopReason> {
        let mut todo: Vec<u32> = (0..rows.rows.len() as u32).rev().collect();
        let mut waiting = vec![true; todo.len()];
        while let Some(at) = todo.pop() {
            budget.check()?;
            let at = at as usize;
            waiting[at] = false;
            let Some(known) = self.of[at].as_deref().filter(|p| !p.is_empty()) else {
                continue;
            };
            let length = self.common(known, &rows.rows[at], &rows.words);
            if length < known.len() {
                self.of[at].iter_mut().for_each(|p| p.truncate(length));
                let again = self.before[at]
                    .iter()
                    .filter(|from| !std::mem::replace(&mut waiting[**from as usize], true));
                todo.extend(again);
            }
        }
        Ok(self.of)
    }

    fn common(&self, known: &[u64], row: &Row, words: &Words) -> usize {
        let mut length = row
            .end
            .map_or(known.len(), |out| agree(known, words.word(out), &[]));
        for edge in row.edges() {
            if length == 0 {
                break;
            }
            if let Some(rest) = edge.target().and_then(|to| self.of[to].as_deref()) {
                length = agree(&known[..length], words.word(edge.out), rest);
            }
        }
        length
    }
}

/// How far `word` agrees with `first` followed by `rest`.
fn agree(word: &[u64], first: &[u64], rest: &[u64]) -> usize {
    word.iter()
        .zip(first.iter().chain(rest))
        .take_while(|(a, b)| a == b)
        .count()
}

/// Moves the prefixes onto the steps that lead into their rows.
fn push(mut rows: Rows, prefixes: Vec<Option<Vec<u64>>>) -> Rows {
    let mut starts: Vec<Row> = rows
        .starts
        .iter()
        .map(|start| rows.rows[*start as usize].clone())
        .collect();
    let words = &mut rows.words;
    for (row, prefix) in rows.rows.iter_mut().zip(&prefixes) {
        move_into(row, prefix.as_deref().unwrap_or_default(), &prefixes, words);
    }
    starts
        .iter_mut()
        .for_each(|row| move_into(row, &[], &prefixes, words));
    let first = rows.rows.len() as u32;
    rows.starts = (first..).take(starts.len()).collect();
    rows.rows.extend(starts);
    rows
}

/// The row writes what its targets begin with, and does not write what it begins with itself.
fn move_into(row: &mut Row, own: &[u64], prefixes: &[Option<Vec<u64>>], words: &mut Words) {
    let mut last: Option<(Entry, Entry)> = None;
    let mut word = Vec::new();
    for entry in &mut row.entries {
        let Some(gained) = entry.target().and_then(|to| prefixes[to].as_deref()) else {
            continue;
        };
        if own.is_empty() && gained.is_empty() {
            continue;
        }
        if last.is_none_or(|(old, _)| old != *entry) {
            word.clear();
            word.extend_from_slice(words.word(entry.out));
            word.extend_from_slice(gained);
            let new = Entry {
                out: words.number(&word[own.len()..]),
                to: entry.to,
            };
            last = Some((*entry, new));
        }
        last.iter().for_each(|(_, new)| *entry = *new);
    }
    row.end = row.end.map(|out| {
        let rest = words.word(out)[own.len()..].to_vec();
        words.number(&rest)
    });
}

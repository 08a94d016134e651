//! What a start does for the inputs that it is for.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use super::super::rows::{Entry, Row, Rows};

/// The rows beside those of an acceptor: free where no accepted input leads, open where none ends.
pub(super) fn restricted(rows: &Rows, start: u32, accepted: &Rows) -> Rows {
    let first = (start, accepted.starts[0]);
    let mut pairs = vec![first];
    let mut numbers: FxHashMap<(u32, u32), u32> = FxHashMap::from_iter([(first, 0)]);
    let mut found: Vec<Row> = Vec::new();
    while let Some(&(at, when)) = pairs.get(found.len()) {
        let (row, when) = (&rows.rows[at as usize], &accepted.rows[when as usize]);
        let mut entry = |(does, comes): (&Entry, &Entry)| match (does.target(), comes.target()) {
            (_, None) => Entry::FREE,
            (None, Some(_)) => Entry::UNDEFINED,
            (Some(_), Some(_)) => {
                let to = *numbers.entry((does.to, comes.to)).or_insert_with(|| {
                    pairs.push((does.to, comes.to));
                    pairs.len() as u32 - 1
                });
                Entry { out: does.out, to }
            }
        };
        let entries = row
            .entries
            .iter()
            .zip(&when.entries)
            .map(&mut entry)
            .collect();
        let ends = when.end.is_some();
        let end = row.end.filter(|_| ends);
        found.push(Row {
            entries,
            end,
            open: !ends,
            failure: row.failure.clone(),
        });
    }
    Rows {
        words: rows.words.clone(),
        rows: found,
        starts: vec![0],
    }
}

/// The first of the shortest words that are accepted.
pub(super) fn shortest(accepted: &Rows) -> Option<(usize, Vec<u32>)> {
    let start = accepted.starts[0];
    let mut words: FxHashMap<u32, Vec<u32>> = FxHashMap::from_iter([(start, Vec::new())]);
    let mut todo = VecDeque::from([start]);
    while let Some(at) = todo.pop_front() {
        let row = &accepted.rows[at as usize];
        let word = words[&at].clone();
        if row.end.is_some() {
            return Some((word.len(), word));
        }
        for (symbol, entry) in (0..)
            .zip(&row.entries)
            .filter(|(_, entry)| entry.target().is_some())
        {
            words.entry(entry.to).or_insert_with(|| {
                todo.push_back(entry.to);
                [&word[..], &[symbol]].concat()
            });
        }
    }
    None
}

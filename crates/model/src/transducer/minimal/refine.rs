//! Which rows have the same future: partition refinement that looks again only at rows whose targets were told apart
//! (J. Hopcroft's idea, "An n log n algorithm for minimizing states in a finite automaton", 1971).

use rustc_hash::FxHashMap;

use super::onward::predecessors;
use super::rows::{NOWHERE, Row, Rows};

/// The class of each row. Rows of one class are equal but for targets of one class.
pub(super) fn classes(rows: &Rows) -> Vec<u32> {
    let mut partition = Partition::new(rows);
    let mut dirty: Vec<u32> = (0..rows.rows.len() as u32).collect();
    while !dirty.is_empty() {
        dirty = partition.refine(dirty);
    }
    partition.class
}

/// What a row writes, in runs and at the end, and how it fails.
type Written<'a> = (Vec<(u32, u32)>, Option<u32>, Option<&'a str>);

struct Partition {
    class: Vec<u32>,
    /// How many rows each class has.
    sizes: Vec<usize>,
    /// Where the rows of each class lead, when last looked at: right for those whose targets' classes did not change.
    known: Vec<Vec<u32>>,
    /// Where each row leads: the first symbol of a run, and the target.
    runs: Vec<Vec<(u32, u32)>>,
    before: Vec<Vec<u32>>,
}

impl Partition {
    /// Classes by what is written.
    fn new(rows: &Rows) -> Self {
        let mut numbers: FxHashMap<Written, u32> = FxHashMap::default();
        let mut sizes: Vec<usize> = Vec::new();
        let mut class = Vec::with_capacity(rows.rows.len());
        for row in &rows.rows {
            // Whether a symbol is defined is part of what is written.
            let written = |i: usize| if row.entries[i].to == NOWHERE { NOWHERE } else { row.entries[i].out };
            let key = (runs(row, written), row.end, row.failure.as_deref());
            let number = *numbers.entry(key).or_insert(sizes.len() as u32);
            if number as usize == sizes.len() {
                sizes.push(0);
            }
            sizes[number as usize] += 1;
            class.push(number);
        }
        let runs = rows.rows.iter().map(|row| runs(row, |i| row.entries[i].to)).collect();
        let known = vec![Vec::new(); sizes.len()];
        Self { class, sizes, known, runs, before: predecessors(&rows.rows) }
    }

    /// Looks at these rows again; returns those that lead to rows whose class changed.
    fn refine(&mut self, mut dirty: Vec<u32>) -> Vec<u32> {
        dirty.sort_unstable_by_key(|row| (self.class[*row as usize], *row));
        let futures: Vec<Vec<u32>> = dirty.iter().map(|row| self.future(*row)).collect();
        let mut changed: Vec<u32> = Vec::new();
        let mut from = 0;
        while from < dirty.len() {
            let class = self.class[dirty[from] as usize];
            let until = from + dirty[from..].iter().take_while(|row| self.class[**row as usize] == class).count();
            changed.extend(self.split(class, &dirty[from..until], &futures[from..until]));
            from = until;
        }
        let mut again: Vec<u32> = changed.iter().flat_map(|row| self.before[*row as usize].iter().copied()).collect();
        again.sort_unstable();
        again.dedup();
        again
    }

    /// Splits one class by the futures of its dirty rows; returns the rows that left it.
    fn split(&mut self, class: u32, dirty: &[u32], futures: &[Vec<u32>]) -> Vec<u32> {
        let mut numbers: FxHashMap<&[u32], usize> = FxHashMap::default();
        let mut groups: Vec<(usize, Vec<u32>)> = Vec::new();
        for (i, future) in futures.iter().enumerate() {
            let group = *numbers.entry(future).or_insert(groups.len());
            if group == groups.len() {
                groups.push((i, Vec::new()));
            }
            groups[group].1.push(dirty[i]);
        }
        let stays = if dirty.len() < self.sizes[class as usize] {
            numbers.get(&self.known[class as usize][..]).copied()
        } else {
            let largest = (0..groups.len()).rev().max_by_key(|g| groups[*g].1.len());
            largest.inspect(|g| self.known[class as usize] = futures[groups[*g].0].clone())
        };
        let mut left = Vec::new();
        for (_, (example, rows)) in groups.into_iter().enumerate().filter(|(g, _)| Some(*g) != stays) {
            let new = self.sizes.len() as u32;
            self.sizes[class as usize] -= rows.len();
            self.sizes.push(rows.len());
            self.known.push(futures[example].clone());
            rows.iter().for_each(|row| self.class[*row as usize] = new);
            left.extend(rows);
        }
        left
    }

    /// The classes the row leads to, in runs.
    fn future(&self, row: u32) -> Vec<u32> {
        let mut found: Vec<u32> = Vec::new();
        for &(from, to) in &self.runs[row as usize] {
            let class = if to == NOWHERE { NOWHERE } else { self.class[to as usize] };
            if found.last() != Some(&class) {
                found.extend([from, class]);
            }
        }
        found
    }
}

/// Symbols in order, where what they do changes.
fn runs(row: &Row, of: impl Fn(usize) -> u32) -> Vec<(u32, u32)> {
    let mut found: Vec<(u32, u32)> = Vec::new();
    for i in 0..row.entries.len() {
        if found.last().is_none_or(|(_, last)| *last != of(i)) {
            found.push((i as u32, of(i)));
        }
    }
    found
}

//! Which rows have the same future: partition refinement that looks again only at rows whose targets were told apart
//! (J. Hopcroft's idea, "An n log n algorithm for minimizing states in a finite automaton", 1971).

use base::{Budget, StopReason};
use rustc_hash::FxHashMap;

use super::super::Failure;
use super::onward::predecessors;
use super::present::order;
use super::rows::{Entry, NOWHERE, Row, Rows};

/// What is written for a symbol that does not come.
const FREE: u32 = NOWHERE - 1;

/// The class of each row. Rows of one class are equal but for targets of one class.
pub(super) fn classes(rows: &Rows, budget: &Budget) -> Result<Vec<u32>, StopReason> {
    let mut partition = Partition::new(rows);
    let mut dirty: Vec<u32> = (0..rows.rows.len() as u32).collect();
    while !dirty.is_empty() {
        budget.check()?;
        dirty = partition.refine(dirty);
    }
    Ok(partition.class)
}

/// One row of each class, in the order in which the smallest symbols reach them.
pub(super) fn reduced(rows: &Rows, budget: &Budget) -> Result<Rows, StopReason> {
    let classes = classes(rows, budget)?;
    let (order, numbers) = order(rows, &classes);
    let number = |row: u32| numbers[&classes[row as usize]] as u32;
    let row = |at: &u32| {
        let mut row = rows.rows[*at as usize].clone();
        row.entries
            .iter_mut()
            .filter(|entry| entry.to != NOWHERE)
            .for_each(|entry| entry.to = number(entry.to));
        row
    };
    let starts = rows.starts.iter().map(|start| number(*start)).collect();
    Ok(Rows {
        words: rows.words.clone(),
        rows: order.iter().map(row).collect(),
        starts,
    })
}

/// What a row writes, in runs and at the end, and how it fails.
type Written<'a> = (Vec<(u32, u32)>, Option<u32>, bool, Option<&'a Failure>);

struct Partition {
    class: Vec<u32>,
    /// The rows of each class.
    members: Vec<Vec<u32>>,
    /// Where each row stands among those of its class.
    place: Vec<u32>,
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
        let mut members: Vec<Vec<u32>> = Vec::new();
        let (mut class, mut place) = (Vec::new(), Vec::new());
        for (at, row) in (0..).zip(&rows.rows) {
            // Whether a symbol is defined is part of what is written.
            let written = |i: usize| match row.entries[i] {
                Entry::FREE => FREE,
                Entry { to: NOWHERE, .. } => NOWHERE,
                Entry { out, .. } => out,
            };
            let key = (runs(row, written), row.end, row.open, row.failure.as_ref());
            let number = *numbers.entry(key).or_insert(members.len() as u32);
            if number as usize == members.len() {
                members.push(Vec::new());
            }
            let members = &mut members[number as usize];
            class.push(number);
            place.push(members.len() as u32);
            members.push(at);
        }
        let runs = rows
            .rows
            .iter()
            .map(|row| runs(row, |i| row.entries[i].to))
            .collect();
        let known = vec![Vec::new(); members.len()];
        Self {
            class,
            members,
            place,
            known,
            runs,
            before: predecessors(&rows.rows),
        }
    }

    /// Looks at these rows again; returns those that lead to rows whose class changed.
    fn refine(&mut self, mut dirty: Vec<u32>) -> Vec<u32> {
        dirty.sort_unstable_by_key(|row| (self.class[*row as usize], *row));
        let futures: Vec<Vec<u32>> = dirty.iter().map(|row| self.future(*row)).collect();
        let mut changed: Vec<u32> = Vec::new();
        let mut from = 0;
        while from < dirty.len() {
            let class = self.class[dirty[from] as usize];
            let until = from
                + dirty[from..]
                    .iter()
                    .take_while(|row| self.class[**row as usize] == class)
                    .count();
            changed.extend(self.split(class, &dirty[from..until], &futures[from..until]));
            from = until;
        }
        let mut again: Vec<u32> = changed
            .iter()
            .flat_map(|row| self.before[*row as usize].iter().copied())
            .collect();
        again.sort_unstable();
        again.dedup();
        again
    }

    /// Splits one class by the futures of its dirty rows; returns the rows that left it. The largest part stays, so that
    /// no row leaves more often than the logarithm of their number.
    fn split(&mut self, class: u32, dirty: &[u32], futures: &[Vec<u32>]) -> Vec<u32> {
        let mut groups = grouped(dirty, futures);
        let clean = self.members[class as usize].len() - dirty.len();
        let known = std::mem::take(&mut self.known[class as usize]);
        let unmoved =
            (clean > 0).then(
                || match groups.iter().position(|group| *group.future == known) {
                    Some(at) => at,
                    None => {
                        groups.push(Group {
                            future: &known,
                            rows: Vec::new(),
                        });
                        groups.len() - 1
                    }
                },
            );
        let size = |at: usize| groups[at].rows.len() + if Some(at) == unmoved { clean } else { 0 };
        let Some(stays) = (0..groups.len()).rev().max_by_key(|at| size(*at)) else {
            return Vec::new();
        };
        if let Some(unmoved) = unmoved.filter(|at| *at != stays) {
            let all = self.members[class as usize].iter().copied();
            groups[unmoved]
                .rows
                .extend(all.filter(|row| dirty.binary_search(row).is_err()));
        }
        self.known[class as usize] = groups[stays].future.to_vec();
        let mut left = Vec::new();
        for (_, group) in groups
            .into_iter()
            .enumerate()
            .filter(|(at, _)| *at != stays)
        {
            self.leave(class, &group);
            left.extend(group.rows);
        }
        left
    }

    /// Makes a class of rows of another.
    fn leave(&mut self, class: u32, group: &Group) {
        let new = self.members.len() as u32;
        for &row in &group.rows {
            let place = self.place[row as usize] as usize;
            let old = &mut self.members[class as usize];
            old.swap_remove(place);
            if let Some(&moved) = old.get(place) {
                self.place[moved as usize] = place as u32;
            }
            self.class[row as usize] = new;
        }
        for (place, row) in (0..).zip(&group.rows) {
            self.place[*row as usize] = place;
        }
        self.members.push(group.rows.clone());
        self.known.push(group.future.to_vec());
    }

    /// The classes the row leads to, in runs.
    fn future(&self, row: u32) -> Vec<u32> {
        let mut found: Vec<u32> = Vec::new();
        for &(from, to) in &self.runs[row as usize] {
            let class = if to == NOWHERE {
                NOWHERE
            } else {
                self.class[to as usize]
            };
            if found.last() != Some(&class) {
                found.extend([from, class]);
            }
        }
        found
    }
}

/// Rows of one class with one future.
struct Group<'f> {
    future: &'f [u32],
    rows: Vec<u32>,
}

fn grouped<'f>(rows: &[u32], futures: &'f [Vec<u32>]) -> Vec<Group<'f>> {
    let mut numbers: FxHashMap<&[u32], usize> = FxHashMap::default();
    let mut groups: Vec<Group> = Vec::new();
    for (row, future) in rows.iter().zip(futures) {
        let number = *numbers.entry(future).or_insert(groups.len());
        if number == groups.len() {
            groups.push(Group {
                future,
                rows: Vec::new(),
            });
        }
        groups[number].rows.push(*row);
    }
    groups
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

//! How general configurations are: which values tell them apart, which move with the input or the output, and which are
//! registers.
//!
//! A program has constants in its variables, and some of them count symbols: an index, a pointer into the input. Were
//! they told apart, no two configurations would be the same. What moves along is found by looking at three configurations
//! on one path; whether it was found rightly shows in what follows, and never matters for soundness: a value that moves is
//! a sum of a counter and a constant, and whatever is decided about it holds for all values of the counter or is
//! not decided at all.

use std::collections::{BTreeMap, BTreeSet};

use base::StopReason;
use smt::{Sort, Term, Terms, Value};

/// How a value is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// It moves with the input, by so much for each symbol.
    Position(i64),
    /// It moves with the output.
    Written(i64),
    /// It is carried along, whatever it is.
    Register,
}

/// What to see in another way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// These values move with the input, by so much for each symbol.
    Moves(Vec<(String, i64)>),
    /// These values move with the output.
    MovesWithOutput(Vec<(String, i64)>),
    /// This value is a register.
    Register(String),
    /// Configurations are told apart by how much was read, up to so many symbols.
    Threshold(usize),
    /// This value does not move.
    Stays(String),
    /// What moves on the first symbols is known.
    Looked,
    /// What is written is as much as what is read, give or take a few.
    WritesWithReads,
    /// It is not, and these values move with the output.
    WritesApart(Vec<(String, i64)>),
}

/// How configurations are seen.
#[derive(Clone, Debug, Default)]
pub(super) struct Generality {
    kinds: BTreeMap<String, Kind>,
    /// What was found not to move after all.
    still: BTreeSet<String>,
    /// Up to where configurations are told apart by how much was read; until something is found to move, this is fixed.
    threshold: usize,
    looked: bool,
    /// Whether the first symbols were looked at once more.
    looked_again: bool,
    writes_with_reads: bool,
    writes_apart: bool,
    /// The values that were seen.
    values: BTreeMap<String, BTreeSet<i64>>,
    /// Distances from the position that were seen.
    distances: BTreeMap<String, BTreeSet<i64>>,
    sorts: BTreeMap<String, Sort>,
    changes: usize,
}

/// Until something is found to move, so many symbols are looked at.
const FIRST_LOOK: usize = 6;
/// The most symbols by which configurations are told apart.
const MOST_THRESHOLD: usize = 512;
/// Values of one variable that are told apart.
const MOST_VALUES: usize = 600;
/// By how much a value may move for each symbol: by one, or by the size of the symbol.
const SCALES: [i64; 4] = [1, 2, 4, 8];
/// Views that are tried.
const MOST_CHANGES: usize = 60;

/// A configuration on a path: how much was read, how much written, and the values it had.
pub(super) type Passed<'a> = (usize, usize, &'a BTreeMap<String, i64>);

impl Generality {
    pub fn kind(&self, key: &str) -> Option<Kind> {
        self.kinds.get(key).copied()
    }

    /// What is a variable though its value is known.
    pub fn widened(&self) -> BTreeSet<String> {
        self.kinds.keys().cloned().collect()
    }

    pub fn threshold(&self) -> usize {
        if self.looked { self.threshold } else { FIRST_LOOK }
    }

    /// Whether it is still to be found out what moves.
    pub fn is_looking(&self) -> bool {
        !self.looked
    }

    pub fn writes_with_reads(&self) -> bool {
        self.writes_with_reads
    }

    /// How much was read, if that tells configurations apart.
    pub fn at(&self, read: usize) -> Option<usize> {
        (read < self.threshold()).then_some(read)
    }

    /// The variable of a register.
    pub fn register(&mut self, terms: &Terms, key: &str, sort: Sort) -> Term {
        self.sorts.insert(key.to_owned(), sort);
        terms.var(&register_name(key), sort)
    }

    pub fn registers(&self, terms: &Terms) -> Vec<(String, Term, Term)> {
        let register = |(key, sort): (&String, &Sort)| {
            let zero = terms.constant(Value::default_of(*sort));
            (key.clone(), terms.var(&register_name(key), *sort), zero)
        };
        self.sorts.iter().map(register).collect()
    }

    /// Looks at the last three configurations of a path, the last one first.
    pub fn watch(&mut self, chain: &[Passed<'_>]) -> Result<(), Change> {
        let (read, _, now) = chain[0];
        for (key, value) in now {
            let seen = self.values.entry(key.clone()).or_default();
            seen.insert(*value);
            if seen.len() > MOST_VALUES && !matches!(self.kinds.get(key), Some(Kind::Register)) {
                return Err(Change::Register(key.clone()));
            }
            let scale = if let Some(Kind::Position(scale)) = self.kinds.get(key) { *scale } else { 1 };
            self.distances.entry(key.clone()).or_default().insert(value - scale * read as i64);
        }
        let [(n2, w2, now), (n1, w1, before), (n0, w0, first)] = chain else { return Ok(()) };
        let reads = [(*n1 - *n0) as i64, (*n2 - *n1) as i64];
        let writes = [*w1 as i64 - *w0 as i64, *w2 as i64 - *w1 as i64];
        let (mut moving, mut growing) = (Vec::new(), Vec::new());
        for (key, value) in *now {
            let free = !self.kinds.contains_key(key) && !self.still.contains(key);
            let (Some(v1), Some(v0), true) = (before.get(key), first.get(key), free) else { continue };
            let deltas = [v1 - v0, value - v1];
            let times = |of: [i64; 2]| SCALES.into_iter().find(|&scale| of.map(|n| n * scale) == deltas);
            if let Some(scale) = times(reads) {
                moving.push((key.clone(), scale));
            } else if let (Some(scale), true) = (times(writes), deltas != [0, 0]) {
                growing.push((key.clone(), scale));
            }
        }
        match (moving.is_empty(), growing.is_empty()) {
            (false, _) => Err(Change::Moves(moving)),
            (true, false) => Err(Change::MovesWithOutput(growing)),
            (true, true) => Ok(()),
        }
    }

    /// Something is decided by how much was read.
    pub fn depends_on_position(&self) -> Change {
        let moving = self.kinds.iter().filter(|(_, kind)| matches!(kind, Kind::Position(_)));
        let spread = moving.filter_map(|(key, _)| Some((self.distances.get(key)?.len(), key)));
        match spread.max() {
            Some((distances, key)) if distances > 4 && self.threshold >= 8 => Change::Stays(key.clone()),
            _ => Change::Threshold((2 * self.threshold).max(1)),
        }
    }

    /// A symbol is looked at whose distance is not known: something may move that was not seen to.
    pub fn looks_back(&self) -> Option<Change> {
        (self.looked && !self.looked_again).then_some(Change::Threshold(FIRST_LOOK.max(self.threshold)))
    }

    /// How far from the position a value stands.
    pub fn stands(&mut self, key: &str, distance: i64) -> Result<(), Change> {
        let distances = self.distances.entry(key.to_owned()).or_default();
        distances.insert(distance);
        match self.kinds.get(key) {
            Some(Kind::Position(scale)) if distances.len() > 40 && !self.writes_with_reads => {
                Err(Change::MovesWithOutput(vec![(key.to_owned(), *scale)]))
            }
            _ => Ok(()),
        }
    }

    /// What is written is not as much as what is read.
    pub fn writes_apart(&self) -> Change {
        let apart = self.kinds.iter().filter_map(|(key, kind)| match kind {
            Kind::Position(scale) if self.distances.get(key)?.len() > 4 => Some((key.clone(), *scale)),
            Kind::Position(_) | Kind::Written(_) | Kind::Register => None,
        });
        Change::WritesApart(apart.collect())
    }

    /// Something is written that is not known to be behind what was written.
    pub fn writes_astray(&self) -> Option<Change> {
        (!self.writes_with_reads && !self.writes_apart).then_some(Change::WritesWithReads)
    }

    pub fn apply(&mut self, change: &Change) -> Result<(), StopReason> {
        self.changes += 1;
        if self.changes > MOST_CHANGES {
            return Err(StopReason::Limit("it counts in a way that was not made out".to_owned()));
        }
        match change {
            Change::Moves(keys) => {
                self.kinds.extend(keys.iter().map(|(key, scale)| (key.clone(), Kind::Position(*scale))));
            }
            Change::MovesWithOutput(keys) => {
                self.kinds.extend(keys.iter().map(|(key, scale)| (key.clone(), Kind::Written(*scale))));
            }
            Change::Register(key) => {
                self.kinds.insert(key.clone(), Kind::Register);
            }
            Change::Stays(key) => {
                self.kinds.remove(key);
                self.still.insert(key.clone());
                self.threshold = 0;
            }
            Change::WritesWithReads => self.writes_with_reads = true,
            Change::WritesApart(keys) => {
                (self.writes_with_reads, self.writes_apart) = (false, true);
                self.kinds.extend(keys.iter().map(|(key, scale)| (key.clone(), Kind::Written(*scale))));
            }
            Change::Threshold(most) if *most > MOST_THRESHOLD => {
                let what = format!("it depends on how much it has read, beyond {MOST_THRESHOLD} symbols");
                return Err(StopReason::Limit(what));
            }
            Change::Threshold(most) => {
                self.threshold = *most;
                self.looked_again |= *most >= FIRST_LOOK;
            }
            Change::Looked => self.looked = true,
        }
        self.values.clear();
        self.distances.clear();
        Ok(())
    }
}

fn register_name(key: &str) -> String {
    let word: String = key.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    format!("r_{word}")
}

//! The filter that undoes another.
//!
//! Outputs are read backwards by all runs at once that could have written them (the subset construction with delays, Mohri
//! 1997, aclanthology.org/J97-2003). What all of them have read is written; the rest is held back until it is known.

use std::fmt;

use base::{Budget, StopReason};
use rustc_hash::FxHashMap;
use smt::{Term, Terms};

use super::Decision;
use super::equal::farthest;
use super::injective::{Collision, injective};
use super::items::{Item, items};
use super::known::Spot;
use super::lane::lanes;
use super::oracle::{Asked, Oracle};
use super::symbols::Symbols;
use crate::transducer::{End, Start, State, Step, SymbolicTransducer};

/// An inverse that holds more back is given up.
const LONG: usize = 64;
/// An inverse with more states is given up.
const MOST_STATES: usize = 20_000;

/// Why there is no inverse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoInverse {
    /// Two inputs have one output.
    Collides(Collision),
    /// It was not found, and why.
    Unknown(StopReason),
}

impl fmt::Display for NoInverse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Collides(_) => write!(f, "two inputs have the same output"),
            Self::Unknown(reason) => write!(f, "{reason}"),
        }
    }
}

/// The filter that gives each input back for its output, and is defined on nothing else.
pub fn invert(
    filter: &SymbolicTransducer,
    budget: &Budget,
) -> Result<SymbolicTransducer, NoInverse> {
    match injective(filter, budget) {
        Decision::Yes => inverse(filter, budget).map_err(NoInverse::Unknown),
        Decision::No(collision) => Err(NoInverse::Collides(collision)),
        Decision::Unknown(reason) => Err(NoInverse::Unknown(reason)),
    }
}

fn inverse(filter: &SymbolicTransducer, budget: &Budget) -> Asked<SymbolicTransducer> {
    // The window of the filter gets names of its own: the inverse looks at outputs through the usual ones.
    let forward = &mut Oracle::new(&filter.terms, filter.input, budget);
    let mut places = Vec::new();
    let mut starts = Vec::new();
    for lane in lanes(forward, filter, filter.alphabet, 1)? {
        let first = places.len();
        starts.push(first);
        let moved = |item: Item| Item {
            to: item.to.map(|to| to + first),
            ..item
        };
        places.extend(
            items(forward, &lane)?
                .into_iter()
                .map(|all| all.into_iter().map(moved).collect::<Vec<Item>>()),
        );
    }
    let mut backward = Oracle::new(&filter.terms, filter.output, budget);
    (0..=LONG).for_each(|back| _ = backward.variable(Spot { side: 0, back }));
    let inversion = Inversion {
        filter,
        terms: &filter.terms,
        places,
        oracle: backward,
        numbers: FxHashMap::default(),
        subsets: Vec::new(),
    };
    inversion.explore(&starts)
}

/// A run that could have written what was read, said from where it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Thread {
    at: Position,
    /// What it read and what is not written yet, over the window of the output.
    held: Vec<Term>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Position {
    /// At a place, between items.
    Place(usize),
    /// So many symbols into an item of a place.
    Inside {
        place: usize,
        item: usize,
        read: usize,
    },
    /// At the end.
    Over,
}

/// The runs there are, in order.
type Subset = Vec<Thread>;

struct Inversion<'a> {
    filter: &'a SymbolicTransducer,
    terms: &'a Terms,
    places: Vec<Vec<Item>>,
    oracle: Oracle<'a>,
    numbers: FxHashMap<Subset, usize>,
    subsets: Vec<Subset>,
}

impl Inversion<'_> {
    fn explore(mut self, starts: &[usize]) -> Asked<SymbolicTransducer> {
        let begun = starts.iter().map(|&place| Thread {
            at: Position::Place(place),
            held: Vec::new(),
        });
        let first = self.silent(begun.collect())?;
        self.number(first)?;
        let mut states = Vec::new();
        while let Some(subset) = self.subsets.get(states.len()).cloned() {
            self.oracle.check_budget()?;
            let steps = self.steps(&subset)?;
            states.push(State {
                steps,
                ends: self.ends(&subset)?,
                failure: None,
            });
        }
        let mut inverse = SymbolicTransducer {
            terms: self.terms.clone(),
            input: self.filter.output,
            output: self.filter.input,
            alphabet: self.terms.true_(),
            lookback: 0,
            registers: Vec::new(),
            starts: vec![Start {
                when: None,
                state: 0,
            }],
            states,
        };
        inverse.lookback = farthest(&mut self.oracle, &mut inverse);
        Ok(inverse)
    }

    fn number(&mut self, subset: Subset) -> Asked<usize> {
        let held = subset
            .iter()
            .map(|thread| thread.held.len())
            .max()
            .unwrap_or(0);
        if held > LONG || self.subsets.len() > MOST_STATES {
            let why = "the inverse would have to hold back more and more: no finite one was found";
            return Err(StopReason::Inexpressible(why.into()));
        }
        Ok(*self.numbers.entry(subset.clone()).or_insert_with(|| {
            self.subsets.push(subset);
            self.subsets.len() - 1
        }))
    }

    /// With the runs that have read more without writing anything, in order.
    fn silent(&self, mut subset: Subset) -> Asked<Subset> {
        let mut next = 0;
        while let Some(thread) = subset.get(next).cloned() {
            next += 1;
            let Position::Place(place) = thread.at else {
                continue;
            };
            for item in self.places[place]
                .iter()
                .filter(|item| item.ranges.is_empty())
            {
                let (Some(to), Some(symbol)) = (item.to, &item.symbol) else {
                    continue;
                };
                let mut held = thread.held.clone();
                held.push(symbol.over(self.terms, self.filter.output, self.filter.input));
                if held.len() > LONG {
                    return Err(StopReason::Inexpressible(
                        "the filter can read on without writing".into(),
                    ));
                }
                let further = Thread {
                    at: Position::Place(to),
                    held,
                };
                if !subset.contains(&further) {
                    subset.push(further);
                }
            }
        }
        subset.sort();
        subset.dedup();
        Ok(subset)
    }

    fn steps(&mut self, subset: &Subset) -> Asked<Vec<Step>> {
        let mut steps: Vec<(Symbols, Vec<Term>, usize)> = Vec::new();
        for (set, threads) in self.parts(subset) {
            let mut threads = self.silent(threads)?;
            let writes = common(&mut threads);
            let later = |thread: Thread| Thread {
                held: thread
                    .held
                    .iter()
                    .map(|&t| self.oracle.shift(t, 0))
                    .collect(),
                ..thread
            };
            let to: Subset = threads.into_iter().map(later).collect();
            let to = self.number(to)?;
            match steps
                .iter_mut()
                .find(|step| (&step.1, step.2) == (&writes, to))
            {
                Some(step) => step.0 = step.0.or(&set),
                None => steps.push((set, writes, to)),
            }
        }
        let x = self.oracle.variable(Spot { side: 0, back: 0 });
        let step = |(set, writes, to): (Symbols, Vec<Term>, usize)| Step {
            guard: set.holds(self.terms, x),
            writes,
            updates: Vec::new(),
            to,
        };
        Ok(steps.into_iter().map(step).collect())
    }

    /// Symbols that the same runs go on with, and how they do.
    fn parts(&self, subset: &Subset) -> Vec<(Symbols, Vec<Thread>)> {
        let bits = self.filter.output.bits;
        let mut parts = vec![(Symbols::all(bits), Vec::new())];
        for (range, next) in subset.iter().flat_map(|thread| self.next(thread)) {
            let set = Symbols::of(vec![range]);
            let split = |(symbols, threads): (Symbols, Vec<Thread>)| {
                let with = (
                    symbols.and(&set),
                    threads.iter().cloned().chain([next.clone()]).collect(),
                );
                [with, (symbols.and(&set.not(bits)), threads)]
            };
            parts = parts
                .into_iter()
                .flat_map(split)
                .filter(|part| !part.0.is_empty())
                .collect();
        }
        parts.retain(|(_, threads)| !threads.is_empty());
        parts
    }

    /// How a run can go on: which symbols it can have written next.
    fn next(&self, thread: &Thread) -> Vec<((u64, u64), Thread)> {
        let (place, items, read) = match thread.at {
            Position::Place(place) => (place, 0..self.places[place].len(), 0),
            Position::Inside { place, item, read } => (place, item..item + 1, read),
            Position::Over => return Vec::new(),
        };
        let go = |i: usize| {
            let item = &self.places[place][i];
            let range = *item.ranges.get(read)?;
            Some((range, self.read(thread, (place, i), read + 1)))
        };
        items.filter_map(go).collect()
    }

    /// The run after so many symbols of an item.
    fn read(&self, thread: &Thread, (place, item): (usize, usize), read: usize) -> Thread {
        let known = &self.places[place][item];
        if read < known.ranges.len() {
            return Thread {
                at: Position::Inside { place, item, read },
                held: thread.held.clone(),
            };
        }
        let mut held = thread.held.clone();
        held.extend(
            known
                .symbol
                .iter()
                .map(|s| s.over(self.terms, self.filter.output, self.filter.input)),
        );
        Thread {
            at: known.to.map_or(Position::Over, Position::Place),
            held,
        }
    }

    /// The run that can have ended here; one at most, since the filter is injective.
    fn ends(&self, subset: &Subset) -> Asked<Vec<End>> {
        let over = |thread: &&Thread| match thread.at {
            Position::Place(place) => self.places[place]
                .iter()
                .any(|item| item.to.is_none() && item.ranges.is_empty()),
            Position::Inside { .. } => false,
            Position::Over => true,
        };
        let mut ends: Vec<End> = Vec::new();
        for thread in subset.iter().filter(over) {
            let end = End {
                guard: self.terms.true_(),
                writes: thread.held.clone(),
            };
            if !ends.contains(&end) {
                ends.push(end);
            }
        }
        if ends.len() > 1 {
            return Err(StopReason::Inexpressible(
                "runs that read different symbols could not be told apart".into(),
            ));
        }
        Ok(ends)
    }
}

/// Takes off what all runs have read.
fn common(threads: &mut [Thread]) -> Vec<Term> {
    let Some(first) = threads.first().map(|thread| thread.held.clone()) else {
        return Vec::new();
    };
    let agree = |i: &usize| {
        threads
            .iter()
            .all(|thread| thread.held.get(*i) == first.get(*i))
    };
    let length = (0..first.len()).take_while(agree).count();
    threads
        .iter_mut()
        .for_each(|thread| _ = thread.held.drain(..length));
    first[..length].to_vec()
}

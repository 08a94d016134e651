//! Which states differ in nothing but how many elements are held.

use std::collections::{BTreeMap, BTreeSet};

use base::Outcome;
use cert::Invariant;
use model::InterfaceLts;
use step::StepSystem;

use super::{FEWEST_NUMBERS, MOST_COUNTS};

/// The states of a model by how many elements are held in them.
pub(super) struct Chart {
    /// What is counted, as registers are called.
    pub counts: Vec<String>,
    /// For each state how many elements there are of each count; `None` where the state does not say.
    pub held: Vec<Vec<Option<usize>>>,
    /// For each state the class of states that it becomes one with.
    pub class: Vec<usize>,
}

impl Chart {
    /// `None` if there is nothing to count. `names` says what the counts of locations are called.
    pub fn of(
        model: &InterfaceLts,
        invariant: &Invariant,
        system: &StepSystem,
        names: &BTreeMap<String, String>,
    ) -> Option<Self> {
        let states = model.automaton.states();
        let columns = names.iter().map(|(raw, shown)| {
            let state = |state| held(state, raw, (invariant, system));
            (shown.clone(), (0..states).map(state).collect::<Vec<_>>())
        });
        let numbers =
            |column: &[Option<usize>]| column.iter().flatten().collect::<BTreeSet<_>>().len();
        let mut counting: Vec<(String, Vec<Option<usize>>)> = columns
            .filter(|(_, column)| numbers(column) >= FEWEST_NUMBERS)
            .collect();
        counting.sort_by_key(|(name, _)| (name.len(), name.clone()));
        let mut distinct: Vec<(String, Vec<Option<usize>>)> = Vec::new();
        for count in counting {
            if distinct.iter().all(|(_, column)| *column != count.1) {
                distinct.push(count);
            }
        }
        distinct.truncate(MOST_COUNTS);
        let (counts, columns): (Vec<_>, Vec<_>) = distinct.into_iter().unzip();
        let row = |state: usize| columns.iter().map(|column| column[state]).collect();
        let mut chart = Self {
            counts,
            held: (0..states).map(row).collect(),
            class: (0..states).collect(),
        };
        chart.join(model);
        chart.shows_rules().then_some(chart)
    }

    /// The classes, each called like one of its states.
    pub fn classes(&self) -> BTreeSet<usize> {
        self.class.iter().copied().collect()
    }

    /// The states of a class.
    pub fn members(&self, class: usize) -> Vec<usize> {
        (0..self.class.len())
            .filter(|&state| self.class[state] == class)
            .collect()
    }

    /// Makes states one, those first that calls treat most alike.
    fn join(&mut self, model: &InterfaceLts) {
        let states = self.held.len();
        let pairs = (0..states).flat_map(|a| (0..states).map(move |b| (a, b)));
        let beside = pairs.filter(|&(a, b)| self.is_one_more(a, b));
        let alike = beside.map(|(a, b)| (self.alike(model, a, b), a, b));
        let mut pairs: Vec<(usize, usize, usize)> =
            alike.filter(|&(alike, ..)| alike > 0).collect();
        pairs.sort_by_key(|&(alike, a, b)| (std::cmp::Reverse(alike), a, b));
        for (_, a, b) in pairs {
            let (into, from) = (self.class[a], self.class[b]);
            if into != from && !self.clash(into, from) {
                self.class
                    .iter_mut()
                    .filter(|class| **class == from)
                    .for_each(|class| *class = into);
            }
        }
    }

    /// Whether `b` holds one element more than `a` in one place, and as many everywhere else.
    fn is_one_more(&self, a: usize, b: usize) -> bool {
        let pairs: Vec<_> = self.held[a].iter().zip(&self.held[b]).collect();
        let is_more = |(a, b): &(&Option<usize>, &Option<usize>)| matches!((a, b), (Some(a), Some(b)) if a + 1 == *b);
        let differ: Vec<_> = pairs.into_iter().filter(|(a, b)| a != b).collect();
        matches!(&differ[..], [only] if is_more(only))
    }

    /// Whether there are states in both classes that hold the same.
    fn clash(&self, a: usize, b: usize) -> bool {
        let of = |class| {
            self.members(class)
                .into_iter()
                .map(|state| &self.held[state])
        };
        let other: BTreeSet<&Vec<Option<usize>>> = of(b).collect();
        of(a).any(|held| other.contains(held))
    }

    /// How many symbols do the same in both states: they end alike, or change what is held alike.
    fn alike(&self, model: &InterfaceLts, a: usize, b: usize) -> usize {
        let automaton = &model.automaton;
        let is_alike = |symbol: &usize| {
            let (to_a, to_b) = (automaton.next(a, *symbol), automaton.next(b, *symbol));
            let ends = (automaton.output_of(to_a), automaton.output_of(to_b));
            match ends {
                (Outcome::Ok, Outcome::Ok) => {
                    self.change(a, to_a) == self.change(b, to_b)
                        || self.held[to_a] == self.held[to_b]
                }
                (one, other) => one == other,
            }
        };
        (0..automaton.letters()).filter(is_alike).count()
    }

    fn change(&self, from: usize, to: usize) -> Vec<Option<i64>> {
        let both = self.held[from].iter().zip(&self.held[to]);
        both.map(|(from, to)| Some(signed((*to)?) - signed((*from)?)))
            .collect()
    }

    /// Whether some class has states for enough numbers.
    fn shows_rules(&self) -> bool {
        let mut classes = self.classes().into_iter();
        classes.any(|class| self.members(class).len() >= FEWEST_NUMBERS)
    }
}

/// How many elements are held in a state, if all locations where it can be agree.
fn held(
    state: usize,
    count: &str,
    (invariant, system): (&Invariant, &StepSystem),
) -> Option<usize> {
    let nodes = invariant.regions.keys().filter(|node| node.state == state);
    let counts = nodes.map(|node| system.location(node.location).counts.get(count).copied());
    let counts: BTreeSet<Option<usize>> = counts.collect();
    match counts.len() {
        1 => counts.into_iter().next().flatten(),
        _ => None,
    }
}

/// A number of elements as a number that may be negative.
pub(super) fn signed(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

//! From a way through lanes to an input that takes it.

use rustc_hash::FxHashMap;
use smt::{Term, Value};

use super::known::{Known, Spot};
use super::oracle::{Asked, Oracle};
use super::symbols::{PLAIN, Symbols};

/// Nodes of a breadth-first search, each with where it was reached from and how.
pub(super) struct Trail<K, V> {
    pub(super) nodes: Vec<(K, Option<(usize, V)>)>,
    numbers: FxHashMap<K, usize>,
}

impl<K: Clone + Eq + std::hash::Hash, V> Trail<K, V> {
    pub(super) fn new(start: K) -> Self {
        Self {
            nodes: vec![(start.clone(), None)],
            numbers: FxHashMap::from_iter([(start, 0)]),
        }
    }

    /// Notes a node, if it is new.
    pub(super) fn reach(&mut self, node: K, from: usize, how: V) {
        if !self.numbers.contains_key(&node) {
            self.numbers.insert(node.clone(), self.nodes.len());
            self.nodes.push((node, Some((from, how))));
        }
    }

    /// How a node was reached, from the start on: nodes left, and how.
    pub(super) fn way(&self, mut at: usize) -> Vec<(&K, &V)> {
        let mut way = Vec::new();
        while let Some((from, how)) = &self.nodes[at].1 {
            way.push((&self.nodes[*from].0, how));
            at = *from;
        }
        way.reverse();
        way
    }
}

/// A term about the window after so many symbols of an input, as one about the input. Nothing stands before the first
/// symbol; what looks there sees zero.
pub(super) fn placed(oracle: &mut Oracle, t: Term, read: [usize; 2]) -> Term {
    let mut map = FxHashMap::default();
    for &spot in oracle.spots(t).iter() {
        let symbol = match read[usize::from(spot.side)].checked_sub(spot.back) {
            Some(at) => symbol(oracle, spot.side, at),
            None => oracle.terms.bv(oracle.input.bits, 0),
        };
        map.insert(oracle.variable(spot), symbol);
    }
    oracle.terms.substitute(t, &map)
}

/// The symbol at a place of an input.
pub(super) fn symbol(oracle: &Oracle, side: u8, at: usize) -> Term {
    oracle
        .terms
        .var(&format!("in{side}[{at}]"), oracle.input.sort())
}

/// Conditions on whole inputs, collected step by step.
#[derive(Default)]
pub(super) struct Path {
    sets: FxHashMap<(u8, usize), Symbols>,
    rest: Vec<Term>,
    impossible: bool,
}

impl Path {
    /// Demands what is known of the window when the symbols at these places are being read.
    pub(super) fn demand(&mut self, oracle: &mut Oracle, known: &Known, read: [usize; 2]) {
        for (spot, set) in &known.sets {
            match read[usize::from(spot.side)].checked_sub(spot.back) {
                Some(at) => self.narrow((spot.side, at), set),
                None => self.impossible |= !set.contains(0),
            }
        }
        for &t in &known.rest {
            let t = placed(oracle, t, read);
            self.rest.push(t);
        }
    }

    fn narrow(&mut self, place: (u8, usize), set: &Symbols) {
        let narrowed = self
            .sets
            .get(&place)
            .map_or_else(|| set.clone(), |old| old.and(set));
        self.impossible |= narrowed.is_empty();
        self.sets.insert(place, narrowed);
    }

    /// Demands a condition on the inputs.
    pub(super) fn also(&mut self, condition: Term) {
        self.rest.push(condition);
    }

    /// Inputs of these lengths that meet everything; `None` if there are none.
    pub(super) fn inputs(
        &self,
        oracle: &mut Oracle,
        lengths: [usize; 2],
    ) -> Asked<Option<[Vec<u64>; 2]>> {
        if self.impossible {
            return Ok(None);
        }
        let places: Vec<(u8, usize)> = (0..2u8)
            .flat_map(|side| (0..lengths[usize::from(side)]).map(move |at| (side, at)))
            .collect();
        let variables: Vec<Term> = places
            .iter()
            .map(|&(side, at)| symbol(oracle, side, at))
            .collect();
        let mentioned = oracle.terms.free_vars_of(&self.rest);
        let mut formulas = self.rest.clone();
        for (place, &variable) in places
            .iter()
            .zip(&variables)
            .filter(|(_, v)| mentioned.contains(v))
        {
            formulas.extend(
                self.sets
                    .get(place)
                    .map(|set| set.holds(&oracle.terms, variable)),
            );
        }
        let asked: Vec<Term> = variables
            .iter()
            .copied()
            .filter(|v| mentioned.contains(v))
            .collect();
        let Some(found) = oracle.find(&formulas, &asked)? else {
            return Ok(None);
        };
        let all = Symbols::all(oracle.input.bits);
        let mut inputs = [Vec::new(), Vec::new()];
        for (place, variable) in places.iter().zip(&variables) {
            let solved = found.get(*variable).and_then(Value::as_unsigned);
            let plain = || self.sets.get(place).unwrap_or(&all).plainest().unwrap_or(0);
            inputs[usize::from(place.0)].push(solved.unwrap_or_else(plain));
        }
        Ok(Some(inputs))
    }
}

/// The same with plainer symbols, as long as it still shows what it is to show.
pub(super) fn plainer(mut input: Vec<u64>, shows: impl Fn(&[u64]) -> bool) -> Vec<u64> {
    for at in 0..input.len() {
        let solved = input[at];
        let better = PLAIN.into_iter().take_while(|&c| c != solved).find(|&c| {
            input[at] = c;
            shows(&input)
        });
        input[at] = better.unwrap_or(solved);
    }
    input
}

/// What is known before the first symbol: nothing stands there, and what looks there sees zero.
pub(super) fn beginning(live: usize, side: u8) -> Known {
    let zero = |back| (Spot { side, back }, Symbols::one(0));
    Known {
        sets: (1..=live).map(zero).collect(),
        rest: Vec::new(),
    }
}

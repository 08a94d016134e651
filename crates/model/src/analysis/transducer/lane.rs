//! Transducers in the form that searches walk over: one *lane* for each start, in which look-ahead is part of the states.
//!
//! A lane is deterministic, and every state of it lies on a way to an end: where nothing can end, nothing is defined.

use std::collections::VecDeque;

use base::StopReason;
use rustc_hash::FxHashMap;
use smt::Term;

use super::known::{Known, Spot};
use super::oracle::{Asked, Oracle};
use super::symbols::Symbols;
use crate::transducer::{Acceptor, Start, SymbolicTransducer};

/// What a transducer does from one of its starts.
#[derive(Debug)]
pub(super) struct Lane {
    /// The first is the start.
    pub(super) places: Vec<Place>,
}

#[derive(Debug)]
pub(super) struct Place {
    pub(super) moves: Vec<Move>,
    /// When none of the moves can be made; `None` if that is never.
    pub(super) stuck: Option<Known>,
    pub(super) ends: Vec<Final>,
    /// How far back anything looks from here on.
    pub(super) live: usize,
}

#[derive(Clone, Debug)]
pub(super) struct Move {
    pub(super) guard: Known,
    pub(super) writes: Vec<Term>,
    pub(super) to: usize,
}

#[derive(Clone, Debug)]
pub(super) struct Final {
    pub(super) guard: Known,
    pub(super) writes: Vec<Term>,
}

/// The lanes of a transducer that are defined on anything. `alphabet` says which symbols are looked at.
pub(super) fn lanes(
    oracle: &mut Oracle,
    transducer: &SymbolicTransducer,
    alphabet: Term,
    side: u8,
) -> Asked<Vec<Lane>> {
    if !transducer.registers.is_empty() {
        return Err(StopReason::Inexpressible(
            "of filters with registers only some inputs are tried".into(),
        ));
    }
    let rename = Rename::new(oracle, transducer, side);
    let mut lanes = Vec::new();
    for start in &transducer.starts {
        lanes.extend(
            Builder {
                transducer,
                start,
                alphabet,
                side,
                rename: &rename,
            }
            .lane(oracle)?,
        );
    }
    Ok(lanes)
}

/// The window of a transducer in the variables of one of two inputs.
struct Rename(FxHashMap<Term, Term>);

impl Rename {
    fn new(oracle: &mut Oracle, transducer: &SymbolicTransducer, side: u8) -> Self {
        let pair = |back: usize| {
            (
                oracle.variable(Spot { side: 0, back }),
                oracle.variable(Spot { side, back }),
            )
        };
        let map: FxHashMap<Term, Term> = (0..=transducer.lookback).map(pair).collect();
        Self(map)
    }

    fn apply(&self, oracle: &Oracle, t: Term, side: u8) -> Asked<Term> {
        if let Some(stranger) = oracle
            .terms
            .free_vars(t)
            .iter()
            .find(|v| !self.0.contains_key(v))
        {
            let name = oracle.terms.show(*stranger);
            return Err(StopReason::Inexpressible(format!(
                "{name} is not in the window of the filter"
            )));
        }
        Ok(if side == 0 {
            t
        } else {
            oracle.terms.substitute(t, &self.0)
        })
    }
}

struct Builder<'a> {
    transducer: &'a SymbolicTransducer,
    start: &'a Start,
    alphabet: Term,
    side: u8,
    rename: &'a Rename,
}

/// States of the transducer and, with look-ahead, of the acceptor.
type Pair = (usize, Option<usize>);

impl Builder<'_> {
    /// The product of transducer and acceptor, breadth first.
    fn lane(&self, oracle: &mut Oracle) -> Asked<Option<Lane>> {
        let mut pairs: Vec<Pair> = vec![(self.start.state, self.start.when.as_ref().map(|_| 0))];
        let mut numbers: FxHashMap<Pair, usize> = FxHashMap::from_iter([(pairs[0], 0)]);
        let mut places = Vec::new();
        while let Some(&pair) = pairs.get(places.len()) {
            oracle.check_budget()?;
            let number = |to: Pair| {
                *numbers.entry(to).or_insert_with(|| {
                    pairs.push(to);
                    pairs.len() - 1
                })
            };
            let place = self.place(oracle, pair, number)?;
            places.push(place);
        }
        trimmed(places)
            .map(|places| finished(oracle, places))
            .transpose()
    }

    fn place(
        &self,
        oracle: &mut Oracle,
        pair: Pair,
        mut number: impl FnMut(Pair) -> usize,
    ) -> Asked<Place> {
        let mut place = Place {
            moves: Vec::new(),
            stuck: None,
            ends: Vec::new(),
            live: 0,
        };
        let state = &self.transducer.states[pair.0];
        if state.failure.is_some() {
            return Ok(place);
        }
        for step in &state.steps {
            let writes = self.writes(oracle, &step.writes)?;
            for (guard, ahead) in self.ahead(oracle, pair.1) {
                let guard = oracle.terms.and2(step.guard, guard);
                let guard = self.rename.apply(oracle, guard, self.side)?;
                let Some(guard) = oracle.known(guard) else {
                    continue;
                };
                if oracle.possible(&guard)? {
                    place.moves.push(Move {
                        writes: writes.iter().map(|&t| oracle.fold(t, &guard)).collect(),
                        guard,
                        to: number((step.to, ahead)),
                    });
                }
            }
        }
        let accepts = |at: usize| self.acceptor().is_some_and(|a| a.states[at].accepting);
        let accepted = pair.1.is_none_or(accepts);
        for end in state.ends.iter().filter(|_| accepted) {
            let guard = self.rename.apply(oracle, end.guard, self.side)?;
            let Some(guard) = oracle.known(guard) else {
                continue;
            };
            let writes = self.writes(oracle, &end.writes)?;
            place.ends.push(Final { guard, writes });
        }
        Ok(place)
    }

    fn writes(&self, oracle: &Oracle, writes: &[Term]) -> Asked<Vec<Term>> {
        writes
            .iter()
            .map(|&t| self.rename.apply(oracle, t, self.side))
            .collect()
    }

    fn acceptor(&self) -> Option<&Acceptor> {
        self.start.when.as_ref()
    }

    /// What the acceptor does with a symbol of the alphabet.
    fn ahead(&self, oracle: &Oracle, at: Option<usize>) -> Vec<(Term, Option<usize>)> {
        match (self.acceptor(), at) {
            (Some(acceptor), Some(at)) => {
                let both = |guard: Term| oracle.terms.and2(guard, self.alphabet);
                acceptor.states[at]
                    .edges
                    .iter()
                    .map(|&(guard, to)| (both(guard), Some(to)))
                    .collect()
            }
            _ => vec![(self.alphabet, None)],
        }
    }
}

/// Only places that an end can be reached from, the start first; `None` if it is not among them.
fn trimmed(places: Vec<Place>) -> Option<Vec<Place>> {
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); places.len()];
    for (i, place) in places.iter().enumerate() {
        place.moves.iter().for_each(|m| before[m.to].push(i));
    }
    let mut alive: Vec<bool> = places.iter().map(|place| !place.ends.is_empty()).collect();
    let mut pending: Vec<usize> = (0..places.len()).filter(|&i| alive[i]).collect();
    while let Some(at) = pending.pop() {
        for &from in &before[at] {
            if !std::mem::replace(&mut alive[from], true) {
                pending.push(from);
            }
        }
    }
    let number: Vec<usize> = alive
        .iter()
        .scan(0, |next, &a| {
            Some(std::mem::replace(next, *next + usize::from(a)))
        })
        .collect();
    let keep = |(i, mut place): (usize, Place)| {
        place.moves.retain(|m| alive[m.to]);
        place.moves.iter_mut().for_each(|m| m.to = number[m.to]);
        alive[i].then_some(place)
    };
    alive
        .first()
        .copied()
        .unwrap_or(false)
        .then(|| places.into_iter().enumerate().filter_map(keep).collect())
}

/// With what follows from the moves.
fn finished(oracle: &mut Oracle, mut places: Vec<Place>) -> Asked<Lane> {
    for place in &mut places {
        place.stuck = stuck(oracle, &place.moves)?;
        let moves = place
            .moves
            .iter()
            .flat_map(|m| m.writes.iter().chain(&m.guard.rest).copied());
        let ends = place
            .ends
            .iter()
            .flat_map(|e| e.writes.iter().chain(&e.guard.rest).copied());
        let looked = moves
            .chain(ends)
            .collect::<Vec<Term>>()
            .into_iter()
            .map(|t| oracle.back(t))
            .max();
        let guards = place
            .moves
            .iter()
            .map(|m| &m.guard)
            .chain(place.ends.iter().map(|e| &e.guard));
        let sets = guards
            .flat_map(|g| g.sets.iter().map(|(spot, _)| spot.back))
            .max();
        place.live = looked.max(sets).unwrap_or(0);
    }
    if looks_before_the_first(&places) {
        return Err(StopReason::Inexpressible(
            "the filter looks at symbols before the first one".into(),
        ));
    }
    while deepen(&mut places) {}
    Ok(Lane { places })
}

/// Whether a place can be reached too early for what is looked at there; `live` is still what is looked at at once.
fn looks_before_the_first(places: &[Place]) -> bool {
    let mut reached = vec![false; places.len()];
    let mut pending = VecDeque::from([(0, 0)]);
    while let Some((at, length)) = pending.pop_front() {
        if !std::mem::replace(&mut reached[at], true) {
            if places[at].live > length {
                return true;
            }
            pending.extend(places[at].moves.iter().map(|m| (m.to, length + 1)));
        }
    }
    false
}

/// What is looked at later is looked at one symbol less far back now.
fn deepen(places: &mut [Place]) -> bool {
    let mut changed = false;
    for i in (0..places.len()).rev() {
        let later = places[i]
            .moves
            .iter()
            .map(|m| places[m.to].live.saturating_sub(1))
            .max()
            .unwrap_or(0);
        changed |= later > places[i].live;
        places[i].live = places[i].live.max(later);
    }
    changed
}

fn stuck(oracle: &mut Oracle, moves: &[Move]) -> Asked<Option<Known>> {
    let bits = oracle.input.bits;
    let (mut taken, mut rest) = (Symbols::none(), Vec::new());
    let mut spot = None;
    for guard in moves.iter().map(|m| &m.guard) {
        match (&guard.sets[..], &guard.rest[..]) {
            ([], []) => return Ok(None),
            ([(at, set)], []) if at.back == 0 => {
                taken = taken.or(set);
                spot = Some(*at);
            }
            _ => {
                let term = oracle.term(guard);
                rest.push(oracle.terms.not(term));
            }
        }
    }
    let mut known = Known::default();
    for t in rest {
        let Some(both) = oracle.known(t).and_then(|part| known.and(&part)) else {
            return Ok(None);
        };
        known = both;
    }
    if let Some(spot) = spot
        && known.narrow(spot, &taken.not(bits)).is_none()
    {
        return Ok(None);
    }
    Ok(oracle.possible(&known)?.then_some(known))
}

//! Where two lanes can both end, and what gap between their outputs is still to be closed from there.
//!
//! If two deterministic lanes write the same for all inputs that both accept, then how many symbols one is ahead at a pair of
//! places is settled by any one way from there to ends of both. A different number is a difference, at once and without
//! a bound on gaps (Béal, Carton, Prieur, Sakarovitch 2003, doi 10.1016/S0304-3975(01)00214-6, for the general case).

use std::collections::VecDeque;

use super::known::Known;
use super::lane::{Lane, Place};
use super::oracle::{Asked, Oracle};
use super::outputs::{Pairs, joint};

/// How many symbols the first is ahead, for pairs of places from which both can end.
pub(super) struct Meeting {
    gaps: Pairs<i64>,
    /// Whether ways are judged by each symbol alone, so that every way is one that some input takes.
    exact: bool,
}

impl Meeting {
    pub(super) fn new(oracle: &mut Oracle, lanes: [&Lane; 2]) -> Asked<Self> {
        let exact = lanes.iter().all(|lane| lane.places.iter().all(looks_at_one_symbol));
        let edges = edges(oracle, lanes)?;
        let mut before: Pairs<Vec<([usize; 2], i64)>> = Pairs::default();
        let mut gaps: Pairs<i64> = Pairs::default();
        let mut pending = VecDeque::new();
        for (at, leaving) in &edges {
            leaving.iter().for_each(|&(to, gap)| before.entry(to).or_default().push((*at, gap)));
            if let Some(gap) = ending(oracle, lanes, *at)? {
                gaps.insert(*at, gap);
                pending.push_back(*at);
            }
        }
        while let Some(at) = pending.pop_front() {
            let after = gaps[&at];
            for &(from, gap) in before.get(&at).into_iter().flatten() {
                gaps.entry(from).or_insert_with(|| {
                    pending.push_back(from);
                    after - gap
                });
            }
        }
        Ok(Self { gaps, exact })
    }

    /// Whether some input leads from there to ends of both.
    pub(super) fn ends(&self, at: &[usize; 2]) -> bool {
        self.gaps.contains_key(at)
    }

    /// Whether every way is one that some input takes.
    pub(super) fn is_exact(&self) -> bool {
        self.exact
    }

    /// How many symbols the first has to be ahead there, if that is certain.
    pub(super) fn gap(&self, at: &[usize; 2]) -> Option<i64> {
        self.gaps.get(at).copied().filter(|_| self.exact)
    }
}

type Edges = Vec<([usize; 2], Vec<([usize; 2], i64)>)>;

/// All pairs that some input leads to, in order, with the pairs after them and how far the first gets ahead.
fn edges(oracle: &mut Oracle, lanes: [&Lane; 2]) -> Asked<Edges> {
    let mut edges: Edges = vec![([0, 0], Vec::new())];
    let mut numbers: Pairs<()> = Pairs::from_iter([([0, 0], ())]);
    let mut next = 0;
    while next < edges.len() {
        oracle.check_budget()?;
        let at = edges[next].0;
        let [first, second] = [0, 1].map(|i| &lanes[i].places[at[i]]);
        for a in &first.moves {
            for b in &second.moves {
                let Some(known) = a.guard.and(&b.guard) else { continue };
                if oracle.possible(&known)? {
                    let to = [a.to, b.to];
                    edges[next].1.push((to, a.writes.len() as i64 - b.writes.len() as i64));
                    if numbers.insert(to, ()).is_none() {
                        edges.push((to, Vec::new()));
                    }
                }
            }
        }
        next += 1;
    }
    Ok(edges)
}

/// How many symbols the first has to be ahead when the input ends here, if it can for both.
fn ending(oracle: &mut Oracle, lanes: [&Lane; 2], at: [usize; 2]) -> Asked<Option<i64>> {
    for a in &lanes[0].places[at[0]].ends {
        for b in &lanes[1].places[at[1]].ends {
            let both = joint(&Known::default(), &a.guard, &b.guard);
            if both.map(|known| oracle.possible(&known)).transpose()?.unwrap_or(false) {
                return Ok(Some(b.writes.len() as i64 - a.writes.len() as i64));
            }
        }
    }
    Ok(None)
}

/// Whether no guard compares symbols or looks back.
fn looks_at_one_symbol(place: &Place) -> bool {
    let alone = |known: &Known| known.rest.is_empty() && known.sets.iter().all(|(spot, _)| spot.back == 0);
    place.moves.iter().all(|m| alone(&m.guard)) && place.ends.iter().all(|e| e.guard.is_true())
}

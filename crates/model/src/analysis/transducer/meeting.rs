//! Where two lanes can both end: elsewhere they need not write the same.

use super::known::Known;
use super::lane::{Lane, Place};
use super::oracle::{Asked, Oracle};
use super::outputs::{Pairs, joint};

/// Pairs of places from which both can end.
pub(super) struct Meeting {
    pairs: Pairs<bool>,
    exact: bool,
}

impl Meeting {
    pub(super) fn new(oracle: &mut Oracle, lanes: [&Lane; 2]) -> Asked<Self> {
        let exact = lanes
            .iter()
            .all(|lane| lane.places.iter().all(looks_at_one_symbol));
        let edges = edges(oracle, lanes)?;
        let mut before: Pairs<Vec<[usize; 2]>> = Pairs::default();
        let (mut pairs, mut pending) = (Pairs::default(), Vec::new());
        for (at, leaving) in &edges {
            leaving
                .iter()
                .for_each(|&to| before.entry(to).or_default().push(*at));
            if ending(oracle, lanes, *at)? {
                pairs.insert(*at, true);
                pending.push(*at);
            }
        }
        while let Some(at) = pending.pop() {
            for &from in before.get(&at).into_iter().flatten() {
                if pairs.insert(from, true).is_none() {
                    pending.push(from);
                }
            }
        }
        Ok(Self { pairs, exact })
    }

    /// Whether some input leads from there to ends of both.
    pub(super) fn ends(&self, at: &[usize; 2]) -> bool {
        self.pairs.contains_key(at)
    }

    /// Whether guards judge each symbol alone, so that every way is one that some input takes.
    pub(super) fn is_exact(&self) -> bool {
        self.exact
    }
}

type Edges = Vec<([usize; 2], Vec<[usize; 2]>)>;

/// All pairs that some input leads to, in order, with the pairs after them.
fn edges(oracle: &mut Oracle, lanes: [&Lane; 2]) -> Asked<Edges> {
    let mut edges: Edges = vec![([0, 0], Vec::new())];
    let mut numbers: Pairs<bool> = Pairs::from_iter([([0, 0], true)]);
    let mut next = 0;
    while next < edges.len() {
        oracle.check_budget()?;
        let at = edges[next].0;
        let [first, second] = [0, 1].map(|i| &lanes[i].places[at[i]]);
        for a in &first.moves {
            for b in &second.moves {
                let Some(known) = a.guard.and(&b.guard) else {
                    continue;
                };
                let to = [a.to, b.to];
                if !edges[next].1.contains(&to) && oracle.possible(&known)? {
                    edges[next].1.push(to);
                    if numbers.insert(to, true).is_none() {
                        edges.push((to, Vec::new()));
                    }
                }
            }
        }
        next += 1;
    }
    Ok(edges)
}

/// Whether the input can end here for both.
fn ending(oracle: &mut Oracle, lanes: [&Lane; 2], at: [usize; 2]) -> Asked<bool> {
    for a in &lanes[0].places[at[0]].ends {
        for b in &lanes[1].places[at[1]].ends {
            let both = joint(&Known::default(), &a.guard, &b.guard);
            if both
                .map(|known| oracle.possible(&known))
                .transpose()?
                .unwrap_or(false)
            {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Whether no guard compares symbols or looks back.
fn looks_at_one_symbol(place: &Place) -> bool {
    let alone =
        |known: &Known| known.rest.is_empty() && known.sets.iter().all(|(spot, _)| spot.back == 0);
    place.moves.iter().all(|m| alone(&m.guard)) && place.ends.iter().all(|e| e.guard.is_true())
}

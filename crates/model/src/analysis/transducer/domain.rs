//! On which inputs transducers are defined: the shortest on which one is and another is not.

use super::known::{Known, Spot};
use super::lane::{Lane, Place};
use super::oracle::{Asked, Oracle};
use super::path::{Path, Trail, beginning};

/// The lanes of both, and how many of them are the first one's.
pub(super) struct Domains<'a> {
    lanes: Vec<&'a Lane>,
    first: usize,
    /// Whether inputs on which only the second is defined count, too.
    both_ways: bool,
}

/// Where each lane is, if it still is anywhere, and what is known of the symbols before.
type Node = (Vec<Option<usize>>, Known);

impl<'a> Domains<'a> {
    pub(super) fn new(first: &'a [Lane], second: &'a [Lane], both_ways: bool) -> Self {
        Self {
            lanes: first.iter().chain(second).collect(),
            first: first.len(),
            both_ways,
        }
    }

    /// The shortest inputs of at most `limit` symbols on which one is defined and the other is not, one after the other,
    /// until one `shows` it. Besides, whether there were inputs before it that did not: then the search knew too little.
    pub(super) fn difference<T>(
        &self,
        oracle: &mut Oracle,
        slack: usize,
        limit: usize,
        shows: &mut dyn FnMut(Vec<u64>) -> Option<T>,
    ) -> Asked<(Option<T>, bool)> {
        let starts: Vec<Option<usize>> = self.lanes.iter().map(|_| Some(0)).collect();
        let live = self.live(&starts);
        let mut trail = Trail::new((starts, beginning(live, 0)));
        let mut lengths = vec![0];
        let (mut at, mut doubt) = (0, false);
        while at < trail.nodes.len() {
            oracle.check_budget()?;
            let node = trail.nodes[at].0.clone();
            for last in self.parting(oracle, &node)? {
                match self.input(oracle, &trail, at, &last)?.and_then(&mut *shows) {
                    Some(found) => return Ok((Some(found), doubt)),
                    None => doubt = true,
                }
            }
            if lengths[at] < limit {
                for (to, step) in self.steps(oracle, &node, slack)? {
                    trail.reach(to, at, step);
                }
                lengths.resize(trail.nodes.len(), lengths[at] + 1);
            }
            at += 1;
        }
        Ok((None, doubt))
    }

    fn live(&self, at: &[Option<usize>]) -> usize {
        let places = self
            .lanes
            .iter()
            .zip(at)
            .filter_map(|(lane, at)| Some(lane.places[(*at)?].live));
        places.max().unwrap_or(0)
    }

    fn places(&self, node: &Node, second: bool) -> Vec<&'a Place> {
        let of = |(i, lane): (usize, &&'a Lane)| {
            node.0[i]
                .filter(|_| (i >= self.first) == second)
                .map(|at| &lane.places[at])
        };
        self.lanes.iter().enumerate().filter_map(of).collect()
    }

    /// When the input can end here for one of them and not for the other.
    fn parting(&self, oracle: &mut Oracle, node: &Node) -> Asked<Vec<Known>> {
        let (first, second) = (self.places(node, false), self.places(node, true));
        let mut found = ends_only(oracle, &node.1, &first, &second)?;
        if self.both_ways {
            found.extend(ends_only(oracle, &node.1, &second, &first)?);
        }
        Ok(found)
    }

    fn steps(&self, oracle: &mut Oracle, node: &Node, slack: usize) -> Asked<Vec<(Node, Known)>> {
        let mut ways: Vec<(Vec<Option<usize>>, Known, Known)> =
            vec![(Vec::new(), node.1.clone(), Known::default())];
        for (lane, at) in self.lanes.iter().zip(&node.0) {
            ways = ways
                .into_iter()
                .flat_map(|way| choices(lane, *at, way))
                .collect();
        }
        let mut steps = Vec::new();
        for (to, known, step) in ways {
            let here = to[..self.first].iter().any(Option::is_some);
            let there = to[self.first..].iter().any(Option::is_some);
            if (here || (there && self.both_ways)) && oracle.possible(&known)? {
                let live = self.live(&to);
                let known = oracle.advance(&known, 0);
                let known = oracle.forget(&known, &|s: Spot| s.back <= live, live + slack);
                steps.push(((to, known), step));
            }
        }
        Ok(steps)
    }

    fn input(
        &self,
        oracle: &mut Oracle,
        trail: &Trail<Node, Known>,
        at: usize,
        last: &Known,
    ) -> Asked<Option<Vec<u64>>> {
        let way = trail.way(at);
        let mut path = Path::default();
        for (i, (_, step)) in way.iter().enumerate() {
            path.demand(oracle, step, [i, 0]);
        }
        path.demand(oracle, last, [way.len(), 0]);
        Ok(path.inputs(oracle, [way.len(), 0])?.map(|[input, _]| input))
    }
}

type Way = (Vec<Option<usize>>, Known, Known);

/// What a lane can do next, beside what those before it do.
fn choices(lane: &Lane, at: Option<usize>, (so_far, known, step): Way) -> Vec<Way> {
    let with = |to: Option<usize>, guard: &Known| {
        let places = so_far.iter().copied().chain([to]).collect();
        Some((places, known.and(guard)?, step.and(guard)?))
    };
    let Some(at) = at else {
        return with(None, &Known::default()).into_iter().collect();
    };
    let place = &lane.places[at];
    let moves = place
        .moves
        .iter()
        .filter_map(|m| with(Some(m.to), &m.guard));
    let stuck = place.stuck.iter().filter_map(|guard| with(None, guard));
    moves.chain(stuck).collect()
}

/// When some place of the first can end and none of the second.
fn ends_only(
    oracle: &mut Oracle,
    known: &Known,
    first: &[&Place],
    second: &[&Place],
) -> Asked<Vec<Known>> {
    let others: Vec<&Known> = second
        .iter()
        .flat_map(|place| &place.ends)
        .map(|end| &end.guard)
        .collect();
    let mut found = Vec::new();
    if others.iter().any(|guard| guard.is_true()) {
        return Ok(found);
    }
    let mut none = Vec::new();
    for guard in others {
        let guard = oracle.term(guard);
        none.push(oracle.terms.not(guard));
    }
    let Some(none) = oracle.known(oracle.terms.and(&none)) else {
        return Ok(found);
    };
    for end in first.iter().flat_map(|place| &place.ends) {
        let Some(only) = end.guard.and(&none) else {
            continue;
        };
        let Some(all) = known.and(&only) else {
            continue;
        };
        if oracle.possible(&all)? {
            found.push(only);
        }
    }
    Ok(found)
}

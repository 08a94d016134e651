//! Whether two lanes write the same wherever both are defined.
//!
//! Both read the same input, breadth first. What one has written and the other has not yet is the *gap*; it must be what
//! the other writes next. This is Demers' test whether a transducer is single-valued, on the union of the two, as Botinčan and Babić ("Sigma*", 2013)
//! uses it (section on equivalence).
//!
//! The search ends where guards look at one symbol each. If the two write the same, how long the gap is at a pair of places
//! is settled by any one way from there to ends of both, and what is in it by the window; if not, a way that shows the
//! difference is found after as many steps as it has.

use rustc_hash::FxHashMap;
use smt::Term;

use super::known::{Known, Spot};
use super::lane::{Final, Lane, Move};
use super::meeting::Meeting;
use super::oracle::{Asked, Oracle};
use super::path::{Path, Trail, beginning, placed};

/// Where guards compare symbols a gap may grow this long before it is taken for a difference, which is then proved.
const LONG: usize = 64;

/// What one of the two is ahead.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Gap {
    /// What the first (0) or the second (1) has written and the other has not; the first, if nothing.
    Ahead(usize, Vec<Term>),
    /// They have written different things, or will whatever comes.
    Broken,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Node {
    at: [usize; 2],
    gap: Gap,
    known: Known,
}

/// The moves that are made.
type Step = [usize; 2];

pub(super) struct Outputs<'a> {
    lanes: [&'a Lane; 2],
    meeting: Meeting,
    /// How much farther back than needed conditions are kept.
    slack: usize,
}

impl<'a> Outputs<'a> {
    pub(super) fn new(oracle: &mut Oracle, lanes: [&'a Lane; 2], slack: usize) -> Asked<Self> {
        Ok(Self {
            lanes,
            meeting: Meeting::new(oracle, lanes)?,
            slack,
        })
    }

    /// The shortest inputs of at most `limit` symbols for which both write, and not the same, one after the other, until
    /// one `shows` it. Besides, whether there were inputs before it that did not: then the search knew too little.
    pub(super) fn difference<T>(
        &self,
        oracle: &mut Oracle,
        limit: usize,
        shows: &mut dyn FnMut(Vec<u64>) -> Option<T>,
    ) -> Asked<(Option<T>, bool)> {
        let live = self.live([0, 0]);
        let start = Node {
            at: [0, 0],
            gap: Gap::Ahead(0, Vec::new()),
            known: beginning(live, 0),
        };
        let mut trail: Trail<Node, Step> = Trail::new(start);
        let mut lengths = vec![0];
        let (mut at, mut doubt) = (0, false);
        while at < trail.nodes.len() && self.meeting.ends(&[0, 0]) {
            oracle.check_budget()?;
            let node = trail.nodes[at].0.clone();
            for ends in self.parting(oracle, &node)? {
                match self
                    .input(oracle, &trail.way(at), ends)?
                    .and_then(&mut *shows)
                {
                    Some(found) => return Ok((Some(found), doubt)),
                    None => doubt = true,
                }
            }
            if lengths[at] < limit {
                for (to, step) in self.steps(oracle, &node)? {
                    trail.reach(to, at, step);
                }
                lengths.resize(trail.nodes.len(), lengths[at] + 1);
            }
            at += 1;
        }
        Ok((None, doubt))
    }

    fn live(&self, at: [usize; 2]) -> usize {
        self.lanes[0].places[at[0]]
            .live
            .max(self.lanes[1].places[at[1]].live)
    }

    fn moves(&self, at: [usize; 2], step: Step) -> [&'a Move; 2] {
        [0, 1].map(|i| &self.lanes[i].places[at[i]].moves[step[i]])
    }

    fn finals(&self, at: [usize; 2], ends: Step) -> [&'a Final; 2] {
        [0, 1].map(|i| &self.lanes[i].places[at[i]].ends[ends[i]])
    }

    fn steps(&self, oracle: &mut Oracle, node: &Node) -> Asked<Vec<(Node, Step)>> {
        let count = |i: usize| self.lanes[i].places[node.at[i]].moves.len();
        let mut steps = Vec::new();
        for step in (0..count(0)).flat_map(|i| (0..count(1)).map(move |j| [i, j])) {
            let moves = self.moves(node.at, step);
            let at = moves.map(|m| m.to);
            if !self.meeting.ends(&at) {
                continue;
            }
            let Some(known) = joint(&node.known, &moves[0].guard, &moves[1].guard) else {
                continue;
            };
            if oracle.possible(&known)? {
                for (gap, known) in
                    self.widen(oracle, &node.gap, moves.map(|m| &m.writes[..]), known)?
                {
                    steps.push((self.settled(oracle, at, gap, &known)?, step));
                }
            }
        }
        Ok(steps)
    }

    /// The node after moves, said from there.
    fn settled(&self, oracle: &mut Oracle, at: [usize; 2], gap: Gap, known: &Known) -> Asked<Node> {
        let gap = match gap {
            Gap::Ahead(side, terms) => self.judge(oracle, at, side, &terms, known)?,
            Gap::Broken => Gap::Broken,
        };
        let known = oracle.advance(known, 0);
        let live = self.live(at);
        let held = match &gap {
            Gap::Ahead(_, terms) => oracle.mentioned(terms),
            Gap::Broken => Vec::new(),
        };
        let farthest = held.iter().map(|s| s.back).max().unwrap_or(0).max(live);
        let known = oracle.forget(
            &known,
            &|s: Spot| s.back <= live || held.contains(&s),
            farthest + self.slack,
        );
        Ok(Node { at, gap, known })
    }

    /// The gaps after both have written, each with what makes it so: a difference at each place where there can be one,
    /// and what is left where there is none.
    fn widen(
        &self,
        oracle: &mut Oracle,
        gap: &Gap,
        writes: [&[Term]; 2],
        known: Known,
    ) -> Asked<Vec<(Gap, Known)>> {
        let Gap::Ahead(side, ahead) = gap else {
            return Ok(vec![(Gap::Broken, known)]);
        };
        let mut written = writes.map(<[Term]>::to_vec);
        written[*side].splice(0..0, ahead.iter().copied());
        let common = written[0].len().min(written[1].len());
        let (mut found, mut known) = (Vec::new(), known);
        for (&a, &b) in written[0].iter().zip(&written[1]) {
            let Some(different) = oracle.differ(a, b, &known)? else {
                continue;
            };
            found.push((Gap::Broken, different));
            // Whether both can end does not depend on what was read: one difference is as good as any.
            if self.meeting.is_exact() {
                return Ok(found);
            }
            let equal = oracle
                .known(oracle.terms.eq(a, b))
                .and_then(|equal| known.and(&equal));
            match equal {
                Some(equal) if oracle.possible(&equal)? => known = equal,
                Some(_) | None => return Ok(found),
            }
        }
        let side = usize::from(written[1].len() > common);
        found.push((Gap::Ahead(side, written[side].split_off(common)), known));
        Ok(found)
    }

    /// A gap with a symbol in it that the other has forgotten cannot be closed.
    fn judge(
        &self,
        oracle: &mut Oracle,
        at: [usize; 2],
        side: usize,
        ahead: &[Term],
        known: &Known,
    ) -> Asked<Gap> {
        if ahead.len() > LONG && !self.meeting.is_exact() {
            return Ok(Gap::Broken);
        }
        let remembered = self.lanes[1 - side].places[at[1 - side]].live;
        // Guards that look back may still leave only one value that a symbol can have had.
        let patience = if self.meeting.is_exact() {
            0
        } else {
            self.slack
        };
        let mut terms = Vec::with_capacity(ahead.len());
        for &t in ahead {
            let mut t = oracle.fold(t, known);
            // It will be one symbol farther back when anything is written next.
            let is_forgotten =
                |spots: &[Spot]| spots.iter().any(|s| s.back + 1 > remembered + patience);
            if is_forgotten(&oracle.spots(t)) {
                t = oracle.settle(t, known)?;
            }
            if is_forgotten(&oracle.spots(t)) {
                return Ok(Gap::Broken);
            }
            terms.push(oracle.shift(t, 0));
        }
        Ok(Gap::Ahead(side, terms))
    }

    /// The ends with which the input can end here and the outputs differ.
    fn parting(&self, oracle: &mut Oracle, node: &Node) -> Asked<Vec<Step>> {
        let count = |i: usize| self.lanes[i].places[node.at[i]].ends.len();
        let mut found = Vec::new();
        for ends in (0..count(0)).flat_map(|i| (0..count(1)).map(move |j| [i, j])) {
            let finals = self.finals(node.at, ends);
            let Some(known) = joint(&node.known, &finals[0].guard, &finals[1].guard) else {
                continue;
            };
            if !oracle.possible(&known)? {
                continue;
            }
            let gaps = self.widen(oracle, &node.gap, finals.map(|f| &f.writes[..]), known)?;
            if gaps
                .iter()
                .any(|(gap, _)| *gap != Gap::Ahead(0, Vec::new()))
            {
                found.push(ends);
            }
        }
        Ok(found)
    }

    /// An input that goes this way and for which what is written differs.
    fn input(
        &self,
        oracle: &mut Oracle,
        way: &[(&Node, &Step)],
        ends: Step,
    ) -> Asked<Option<Vec<u64>>> {
        let mut path = Path::default();
        let mut written = [Vec::new(), Vec::new()];
        let mut at = [0, 0];
        for (i, (node, step)) in way.iter().enumerate() {
            let moves = self.moves(node.at, **step);
            for side in 0..2 {
                path.demand(oracle, &moves[side].guard, [i, 0]);
                written[side].extend(
                    moves[side]
                        .writes
                        .iter()
                        .map(|&t| placed(oracle, t, [i, 0])),
                );
            }
            at = moves.map(|m| m.to);
        }
        let finals = self.finals(at, ends);
        for side in 0..2 {
            path.demand(oracle, &finals[side].guard, [way.len(), 0]);
            written[side].extend(
                finals[side]
                    .writes
                    .iter()
                    .map(|&t| placed(oracle, t, [way.len(), 0])),
            );
        }
        if written[0].len() == written[1].len() {
            let pairs = written[0].iter().zip(&written[1]);
            let different: Vec<Term> = pairs.map(|(a, b)| oracle.terms.ne(*a, *b)).collect();
            path.also(oracle.terms.or(&different));
        }
        Ok(path.inputs(oracle, [way.len(), 0])?.map(|[input, _]| input))
    }
}

/// All three.
pub(super) fn joint(known: &Known, a: &Known, b: &Known) -> Option<Known> {
    known.and(&a.and(b)?)
}

/// Numbers for pairs of places.
pub(super) type Pairs<T> = FxHashMap<[usize; 2], T>;

//! Whether different inputs have different outputs.
//!
//! Two runs read two inputs, which are the same up to a place and different from there on. Up to there they go in step;
//! then the one that has written less goes on, and what it writes must be what the other has written already. Where both end
//! with nothing left over, two inputs have one output. Ways are tried in the order of how much both read together.

use std::collections::{BTreeMap, VecDeque};

use base::{Budget, StopReason};
use rustc_hash::FxHashSet;
use smt::Term;

use super::equal::output;
use super::known::{Known, Spot};
use super::lane::{Final, Lane, Move, lanes};
use super::oracle::{Asked, Oracle};
use super::path::{Path, beginning, placed, plainer, symbol};
use super::symbols::Symbols;
use super::{Decision, trial};
use crate::transducer::SymbolicTransducer;

/// Runs whose outputs are farther apart are not followed.
const LONG: usize = 64;
/// Searches that come to more pairs of places are given up.
const MOST_NODES: usize = 400_000;
/// How often a search that knew too little is tried again with more.
const TRIES: usize = 3;

/// Two inputs with one output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collision {
    /// The inputs.
    pub inputs: [Vec<u64>; 2],
    /// What is written for both.
    pub output: Vec<u64>,
    /// Whether no other two have fewer symbols together.
    pub shortest: bool,
}

/// Whether no two inputs have the same output.
pub fn injective(filter: &SymbolicTransducer, budget: &Budget) -> Decision<Collision> {
    let tried =
        |reason| trial::collision(filter, budget).map_or(Decision::Unknown(reason), Decision::No);
    decide(filter, budget).unwrap_or_else(tried)
}

fn decide(filter: &SymbolicTransducer, budget: &Budget) -> Asked<Decision<Collision>> {
    let oracle = &mut Oracle::new(&filter.terms, filter.input, budget);
    let lanes = [
        lanes(oracle, filter, filter.alphabet, 0)?,
        lanes(oracle, filter, filter.alphabet, 1)?,
    ];
    for again in 1..=TRIES {
        let slack = filter.lookback * again;
        let mut best: Option<Collision> = None;
        let (mut doubt, mut cut) = (false, false);
        for (i, first) in lanes[0].iter().enumerate() {
            for (j, second) in lanes[1].iter().enumerate().skip(i) {
                let limit = best
                    .as_ref()
                    .map_or(usize::MAX, |b| b.inputs[0].len() + b.inputs[1].len() - 1);
                let search = Search {
                    filter,
                    lanes: [first, second],
                    alike: i == j,
                    slack,
                    limit,
                };
                let found = search.run(oracle)?;
                doubt |= found.doubt;
                cut |= found.cut;
                best = found.collision.or(best);
            }
        }
        match best {
            Some(found) if !doubt || again == TRIES => {
                return Ok(Decision::No(Collision {
                    shortest: !doubt && !cut,
                    ..found
                }));
            }
            None if !doubt && !cut => return Ok(Decision::Yes),
            None if !doubt => break,
            _ => {}
        }
    }
    let why = format!(
        "outputs that are more than {LONG} symbols apart, or guards that compare symbols, were not followed"
    );
    Err(StopReason::Limit(why))
}

/// Where a run is: in a place, or at its end.
type At = Option<usize>;

#[derive(Clone, PartialEq, Eq, Hash)]
struct Node {
    at: [At; 2],
    /// What side 0 or 1 has written and the other has not; side 0, if nothing.
    ahead: (usize, Vec<Term>),
    /// Whether both have read the same so far.
    same: bool,
    known: Known,
}

/// What one or both do.
#[derive(Clone, Copy)]
enum Step {
    /// Both read the same symbol.
    Same([usize; 2]),
    /// Both read, and not the same.
    Part([usize; 2]),
    /// One reads.
    Read(usize, usize),
    /// One ends.
    End(usize, usize),
    /// The first ends, and the second reads on.
    Leave { end: usize, moved: usize },
}

struct Found {
    collision: Option<Collision>,
    /// Whether ways were found that no inputs take.
    doubt: bool,
    /// Whether runs were given up.
    cut: bool,
}

struct Search<'a> {
    filter: &'a SymbolicTransducer,
    lanes: [&'a Lane; 2],
    /// Whether both are the same lane, so that the same input means the same output.
    alike: bool,
    slack: usize,
    /// How many symbols both may read together.
    limit: usize,
}

/// A node, how many symbols were read, and how it was reached.
type Entry = (Node, usize, Option<(usize, Step)>);

impl<'a> Search<'a> {
    fn run(&self, oracle: &mut Oracle) -> Asked<Found> {
        let mut entries: Vec<Entry> = vec![(self.start(), 0, None)];
        let mut pending: BTreeMap<usize, VecDeque<usize>> =
            BTreeMap::from([(0, VecDeque::from([0]))]);
        let mut done: FxHashSet<Node> = FxHashSet::default();
        let mut found = Found {
            collision: None,
            doubt: false,
            cut: false,
        };
        while let Some(at) = next(&mut pending) {
            let (node, read, _) = entries[at].clone();
            if !done.insert(node.clone()) {
                continue;
            }
            oracle.check_budget()?;
            if entries.len() > MOST_NODES {
                return Err(StopReason::Limit(format!(
                    "more than {MOST_NODES} pairs of runs would have to be compared"
                )));
            }
            if node.at == [None, None] && node.ahead.1.is_empty() {
                match self.collision(oracle, &entries, at)? {
                    collision @ Some(_) => return Ok(Found { collision, ..found }),
                    None => found.doubt = true,
                }
            }
            for (to, step) in self.steps(oracle, &node)? {
                let length = read + step.length();
                if to.ahead.1.len() > LONG {
                    found.cut = true;
                } else if length <= self.limit && !done.contains(&to) {
                    pending.entry(length).or_default().push_back(entries.len());
                    entries.push((to, length, Some((at, step))));
                }
            }
        }
        Ok(found)
    }

    fn start(&self) -> Node {
        let mut known = beginning(self.lanes[0].places[0].live, 0);
        known
            .sets
            .extend(beginning(self.lanes[1].places[0].live, 1).sets);
        // No input has two starts, so whatever is read from different ones is different.
        Node {
            at: [Some(0), Some(0)],
            ahead: (0, Vec::new()),
            same: self.alike,
            known,
        }
    }

    fn steps(&self, oracle: &mut Oracle, node: &Node) -> Asked<Vec<(Node, Step)>> {
        let mut steps = Vec::new();
        for step in self.choices(node) {
            if let Some(to) = self.after(oracle, node, step)? {
                steps.push((to, step));
            }
        }
        Ok(steps)
    }

    /// What can be done at all: in step as long as the inputs are the same, which only one lane can be, and then whoever
    /// has written less.
    fn choices(&self, node: &Node) -> Vec<Step> {
        match node.at {
            [Some(a), Some(b)] if node.same => self.choices_in_step(a, b),
            _ => {
                let behind = match &node.ahead {
                    (_, ahead) if ahead.is_empty() => usize::from(node.at[0].is_none()),
                    (side, _) => 1 - side,
                };
                let Some(at) = node.at[behind] else {
                    return Vec::new();
                };
                let place = &self.lanes[behind].places[at];
                let reads = (0..place.moves.len()).map(|m| Step::Read(behind, m));
                reads
                    .chain((0..place.ends.len()).map(|e| Step::End(behind, e)))
                    .collect()
            }
        }
    }

    fn choices_in_step(&self, a: usize, b: usize) -> Vec<Step> {
        let places = [&self.lanes[0].places[a], &self.lanes[1].places[b]];
        let moves = || pairs(places[0].moves.len(), places[1].moves.len());
        let mut steps: Vec<Step> = moves().map(Step::Part).collect();
        steps.extend(moves().filter(|[i, j]| i == j).map(Step::Same));
        // Of two runs of one lane it does not matter which ends first.
        let leaving = pairs(places[0].ends.len(), places[1].moves.len());
        steps.extend(leaving.map(|[end, moved]| Step::Leave { end, moved }));
        steps
    }

    fn moved(&self, node: &Node, side: usize, index: usize) -> Option<&'a Move> {
        self.lanes[side].places[node.at[side]?].moves.get(index)
    }

    fn ended(&self, node: &Node, side: usize, index: usize) -> Option<&'a Final> {
        self.lanes[side].places[node.at[side]?].ends.get(index)
    }

    /// What a step does on each side: guard, what is written, and where it leads, if it reads.
    fn deeds(&self, node: &Node, step: Step) -> [Option<Deed<'a>>; 2] {
        let read = |side: usize, m: usize| {
            self.moved(node, side, m)
                .map(|m| (&m.guard, &m.writes[..], Some(m.to)))
        };
        let end = |side: usize, e: usize| {
            self.ended(node, side, e)
                .map(|e| (&e.guard, &e.writes[..], None))
        };
        match step {
            Step::Same([i, j]) | Step::Part([i, j]) => [read(0, i), read(1, j)],
            Step::Read(side, m) => [0, 1].map(|i| if i == side { read(side, m) } else { None }),
            Step::End(side, e) => [0, 1].map(|i| if i == side { end(side, e) } else { None }),
            Step::Leave { end: e, moved } => [end(0, e), read(1, moved)],
        }
    }

    /// Where a step leads, if it can be taken.
    fn after(&self, oracle: &mut Oracle, node: &Node, step: Step) -> Asked<Option<Node>> {
        let deeds = self.deeds(node, step);
        let mut known = node.known.clone();
        for (guard, ..) in deeds.iter().flatten() {
            let Some(both) = known.and(guard) else {
                return Ok(None);
            };
            known = both;
        }
        let written = deeds.map(|deed| deed.map_or_else(Vec::new, |d| d.1.to_vec()));
        let (ahead, known) = if matches!(step, Step::Same(_)) {
            (node.ahead.clone(), known)
        } else {
            let Some(matched) = matched(oracle, node, written, known) else {
                return Ok(None);
            };
            matched
        };
        let Some(known) = self.related(oracle, step, known)? else {
            return Ok(None);
        };
        Ok(Some(self.settled(
            oracle,
            node,
            step,
            (deeds, ahead, known),
        )))
    }

    /// With what the step says of both symbols being read; `None` if that cannot be.
    fn related(&self, oracle: &mut Oracle, step: Step, mut known: Known) -> Asked<Option<Known>> {
        let symbols = [0, 1].map(|side| oracle.variable(Spot { side, back: 0 }));
        match step {
            Step::Same(_) => {
                let sets = self.sets(oracle, &known);
                let both = sets[0].and(&sets[1]);
                for side in 0..2 {
                    if known.narrow(Spot { side, back: 0 }, &both).is_none() {
                        return Ok(None);
                    }
                }
                let certain = known.rest.is_empty();
                known.demand(&[oracle.terms.eq(symbols[0], symbols[1])]);
                Ok((certain || oracle.possible(&known)?).then_some(known))
            }
            Step::Part(_) => {
                let sets = self.sets(oracle, &known);
                if sets[0].and(&sets[1]).is_empty() {
                    return Ok(oracle.possible(&known)?.then_some(known));
                }
                let certain = known.rest.is_empty() && sets[0].or(&sets[1]).count(1).is_none();
                known.demand(&[oracle.terms.ne(symbols[0], symbols[1])]);
                Ok((certain || oracle.possible(&known)?).then_some(known))
            }
            Step::Read(..) | Step::End(..) | Step::Leave { .. } => {
                Ok(oracle.possible(&known)?.then_some(known))
            }
        }
    }

    fn sets(&self, oracle: &Oracle, known: &Known) -> [Symbols; 2] {
        let all = Symbols::all(oracle.input.bits);
        [0, 1].map(|side| known.set(Spot { side, back: 0 }).unwrap_or(&all).clone())
    }

    /// The node after a step, said from where each side is then.
    fn settled(
        &self,
        oracle: &mut Oracle,
        node: &Node,
        step: Step,
        (deeds, ahead, mut known): ([Option<Deed>; 2], (usize, Vec<Term>), Known),
    ) -> Node {
        let mut at = node.at;
        let mut terms: Vec<Term> = ahead.1.iter().map(|&t| oracle.fold(t, &known)).collect();
        for side in 0..2 {
            let Some((_, _, to)) = deeds[side] else {
                continue;
            };
            at[side] = to;
            if to.is_some() {
                known = oracle.advance(&known, side as u8);
                terms
                    .iter_mut()
                    .for_each(|t| *t = oracle.shift(*t, side as u8));
            }
        }
        let live = [0, 1].map(|side| at[side].map_or(0, |at| self.lanes[side].places[at].live));
        let held = oracle.mentioned(&terms);
        let matters = |s: Spot| s.back <= live[usize::from(s.side)] || held.contains(&s);
        let farthest = held.iter().map(|s| s.back).chain(live).max().unwrap_or(0);
        let known = oracle.forget(&known, &matters, farthest + self.slack);
        Node {
            at,
            ahead: (ahead.0, terms),
            same: node.same && matches!(step, Step::Same(_)),
            known,
        }
    }

    /// Two inputs that go this way, if there are any.
    fn collision(
        &self,
        oracle: &mut Oracle,
        entries: &[Entry],
        at: usize,
    ) -> Asked<Option<Collision>> {
        let mut path = Path::default();
        let (mut read, mut written) = ([0, 0], [Vec::new(), Vec::new()]);
        for (node, step) in way(entries, at) {
            for (side, deed) in self.deeds(node, step).into_iter().enumerate() {
                let Some((guard, writes, _)) = deed else {
                    continue;
                };
                path.demand(oracle, guard, read);
                written[side].extend(writes.iter().map(|&t| placed(oracle, t, read)));
            }
            let symbols = [symbol(oracle, 0, read[0]), symbol(oracle, 1, read[1])];
            match step {
                Step::Same(_) => path.also(oracle.terms.eq(symbols[0], symbols[1])),
                Step::Part(_) => path.also(oracle.terms.ne(symbols[0], symbols[1])),
                Step::Read(..) | Step::End(..) | Step::Leave { .. } => {}
            }
            for (side, deed) in self.deeds(node, step).iter().enumerate() {
                read[side] += usize::from(deed.is_some_and(|(.., to)| to.is_some()));
            }
        }
        for (a, b) in written[0].iter().zip(&written[1]) {
            path.also(oracle.terms.eq(*a, *b));
        }
        Ok(path
            .inputs(oracle, read)?
            .and_then(|inputs| self.shown(inputs)))
    }

    fn shown(&self, [first, second]: [Vec<u64>; 2]) -> Option<Collision> {
        let same = |a: &[u64], b: &[u64]| {
            let written = output(self.filter, a);
            a != b && written.is_some() && written == output(self.filter, b)
        };
        if !same(&first, &second) {
            return None;
        }
        let first = plainer(first, |first| same(first, &second));
        let second = plainer(second, |second| same(&first, second));
        let output = output(self.filter, &first)?;
        Some(Collision {
            inputs: [first, second],
            output,
            shortest: true,
        })
    }
}

/// What a side does: its guard, what it writes, and where it goes, unless it ends.
type Deed<'a> = (&'a Known, &'a [Term], Option<usize>);

impl Step {
    /// How many symbols are read.
    fn length(self) -> usize {
        match self {
            Self::Same(_) | Self::Part(_) => 2,
            Self::Read(..) | Self::Leave { .. } => 1,
            Self::End(..) => 0,
        }
    }
}

fn pairs(first: usize, second: usize) -> impl Iterator<Item = [usize; 2]> {
    (0..first).flat_map(move |i| (0..second).map(move |j| [i, j]))
}

fn next(pending: &mut BTreeMap<usize, VecDeque<usize>>) -> Option<usize> {
    let mut entry = pending.first_entry()?;
    let at = entry.get_mut().pop_front();
    if entry.get().is_empty() {
        entry.remove();
    }
    at
}

fn way(entries: &[Entry], mut at: usize) -> Vec<(&Node, Step)> {
    let mut way = Vec::new();
    while let Some((from, step)) = entries[at].2 {
        way.push((&entries[from].0, step));
        at = from;
    }
    way.reverse();
    way
}

/// What one is ahead after both have written, and what makes the rest equal; `None` if nothing does.
fn matched(
    oracle: &mut Oracle,
    node: &Node,
    mut written: [Vec<Term>; 2],
    mut known: Known,
) -> Option<((usize, Vec<Term>), Known)> {
    let (side, ahead) = &node.ahead;
    written[*side].splice(0..0, ahead.iter().copied());
    let common = written[0].len().min(written[1].len());
    for (&a, &b) in written[0].iter().zip(&written[1]) {
        let equal = oracle.known(oracle.terms.eq(a, b))?;
        known = known.and(&equal)?;
    }
    let side = usize::from(written[1].len() > common);
    Some(((side, written[side].split_off(common)), known))
}

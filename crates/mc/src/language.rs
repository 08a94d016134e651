//! Which words a program can show, for runs of every length: a finite set of sets of states that is exact.
//!
//! The states of a program are divided into blocks, as for may and must (Singh, Giannakopoulou and Păsăreanu, "May and Must Abstractions", 2010): a move leads from one block to
//! another if some state can take it. Where every state can, choosing its inputs, every way through the blocks is a run,
//! and the words on those ways are the program's words, neither more nor fewer. Where only some can, the block is
//! divided between those and the others, and what led to it is looked at again. This ends where the program has a finite
//! bisimulation that can be found; where it does not, the bound on blocks ends it, and nothing is claimed.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use base::{Budget, Progress, StopReason};
use cert::language::{Block, Claim, Edge, To};
use rustc_hash::FxHashMap;
use smt::{Solver, Term, project};
use step::LocationId;
use step::events::{Does, EventSystem, Move};

/// What the words of interest end with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// A failure.
    Failures,
    /// The end of the program.
    Ends,
}

/// Finds blocks whose moves are exact. The claim is not to be believed until `cert` has checked it.
pub fn exact_blocks(
    system: &EventSystem,
    goal: Goal,
    solver: &mut dyn Solver,
    most_blocks: usize,
    (budget, progress): (&Budget, &dyn Progress),
) -> Result<Claim, StopReason> {
    let mut search = Search {
        system,
        goal,
        solver,
        most_blocks,
        blocks: Vec::new(),
        at: BTreeMap::new(),
        known: BTreeMap::new(),
    };
    search.add(system.initial(), system.terms.bool(true));
    loop {
        budget.check()?;
        let blocks = search.blocks.len();
        progress.working(&|| format!("proving the language, {blocks} sets of states"));
        let graph = search.graph(budget)?;
        if !search.refine(&graph, budget)? {
            return Ok(search.claim(graph));
        }
    }
}

/// The edges that leave each block that is reached.
type Graph = BTreeMap<usize, Vec<Edge>>;

struct Search<'a> {
    system: &'a EventSystem,
    goal: Goal,
    solver: &'a mut dyn Solver,
    most_blocks: usize,
    blocks: Vec<Block>,
    /// The blocks of each location: disjoint, together everything.
    at: BTreeMap<LocationId, Vec<usize>>,
    /// The edges of blocks that were looked at and led to no block that was divided since.
    known: Graph,
}

impl Search<'_> {
    fn add(&mut self, location: LocationId, formula: Term) -> usize {
        self.blocks.push(Block { location, formula });
        self.at
            .entry(location)
            .or_default()
            .push(self.blocks.len() - 1);
        self.blocks.len() - 1
    }

    /// Everything that can be reached from the start through blocks.
    fn graph(&mut self, budget: &Budget) -> Result<Graph, StopReason> {
        let mut graph = Graph::new();
        let mut pending = VecDeque::from([0]);
        while let Some(from) = pending.pop_front() {
            if graph.contains_key(&from) {
                continue;
            }
            budget.check()?;
            let edges = match self.known.get(&from) {
                Some(known) => known.clone(),
                None => self.edges(from)?,
            };
            pending.extend(edges.iter().filter_map(|edge| match edge.to {
                To::Block(to) => Some(to),
                To::Failure | To::End => None,
            }));
            graph.insert(from, edges);
        }
        self.known.clone_from(&graph);
        Ok(graph)
    }

    fn edges(&mut self, from: usize) -> Result<Vec<Edge>, StopReason> {
        let location = self.blocks[from].location;
        let moves = self.system.moves(location);
        let mut edges = Vec::new();
        for (number, step) in moves.iter().enumerate() {
            let edge = |to| Edge { from, number, to };
            match &step.does {
                Does::Pass(_, target) => {
                    if !self.at.contains_key(&target.location) {
                        if self.blocks.len() >= self.most_blocks {
                            return Err(self.too_many());
                        }
                        self.add(target.location, self.system.terms.bool(true));
                    }
                    for to in self.at[&target.location].clone() {
                        if self.possible(from, self.taken(step, Some(to)))? {
                            edges.push(edge(To::Block(to)));
                        }
                    }
                }
                Does::Fail { .. } if self.possible(from, step.guard)? => {
                    edges.push(edge(To::Failure))
                }
                Does::End if self.possible(from, step.guard)? => edges.push(edge(To::End)),
                Does::Unknown(reason) if self.possible(from, step.guard)? => {
                    return Err(reason.clone());
                }
                Does::Fail { .. }
                | Does::End
                | Does::Unknown(_)
                | Does::Undefined { .. }
                | Does::Discard => {}
            }
        }
        Ok(edges)
    }

    fn too_many(&self) -> StopReason {
        StopReason::Limit(format!(
            "more than {} sets of states are needed to tell its runs apart",
            self.most_blocks
        ))
    }

    /// That a move is taken, and leads to a block if one is given.
    fn taken(&self, step: &Move, to: Option<usize>) -> Term {
        let terms = &self.system.terms;
        match (&step.does, to) {
            (Does::Pass(_, target), Some(to)) => {
                let location = self.system.location(target.location);
                let update: FxHashMap<Term, Term> = location
                    .variables
                    .iter()
                    .map(|v| v.term)
                    .zip(target.update.iter().copied())
                    .collect();
                terms.and(&[
                    step.guard,
                    terms.substitute(self.blocks[to].formula, &update),
                ])
            }
            _ => step.guard,
        }
    }

    fn possible(&mut self, from: usize, taken: Term) -> Result<bool, StopReason> {
        let Block { location, formula } = self.blocks[from];
        if taken == self.system.terms.bool(false) {
            return Ok(false);
        }
        let asked = [formula, self.system.range(location), taken];
        self.solver.ask(&asked).is_possible()
    }

    /// Divides the blocks whose moves not all of their states can take, as far as words of interest go through them;
    /// whether there were any.
    fn refine(&mut self, graph: &Graph, budget: &Budget) -> Result<bool, StopReason> {
        let useful = self.useful(graph);
        let mut divided = BTreeSet::new();
        for edge in graph.values().flatten() {
            budget.check()?;
            if !self.leads_on(edge, &useful)
                || divided.contains(&edge.from)
                || matches!(edge.to, To::Block(to) if divided.contains(&to))
            {
                continue;
            }
            if let Some(can) = self.only_some(edge)? {
                self.divide(edge.from, can)?;
                divided.insert(edge.from);
            }
        }
        let stays = |edge: &Edge| !matches!(edge.to, To::Block(to) if divided.contains(&to));
        self.known
            .retain(|from, edges| !divided.contains(from) && edges.iter().all(stays));
        Ok(!divided.is_empty())
    }

    /// The blocks from which a word of interest can end.
    fn useful(&self, graph: &Graph) -> BTreeSet<usize> {
        let mut before: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        let mut useful = BTreeSet::new();
        for edge in graph.values().flatten() {
            match edge.to {
                To::Block(to) => before.entry(to).or_default().push(edge.from),
                To::Failure | To::End if self.leads_on(edge, &useful) => {
                    useful.insert(edge.from);
                }
                To::Failure | To::End => {}
            }
        }
        let mut open: Vec<usize> = useful.iter().copied().collect();
        while let Some(to) = open.pop() {
            let sources = before.get(&to).into_iter().flatten();
            open.extend(sources.copied().filter(|&from| useful.insert(from)));
        }
        useful
    }

    fn leads_on(&self, edge: &Edge, useful: &BTreeSet<usize>) -> bool {
        match edge.to {
            To::Block(to) => useful.contains(&to),
            To::Failure => self.goal == Goal::Failures,
            To::End => self.goal == Goal::Ends,
        }
    }

    /// The condition under which a state of a block can take an edge, unless all of them can.
    fn only_some(&mut self, edge: &Edge) -> Result<Option<Term>, StopReason> {
        let terms = &self.system.terms;
        let Block { location, formula } = self.blocks[edge.from];
        let moves = self.system.moves(location);
        let step = &moves[edge.number];
        let to = match edge.to {
            To::Block(to) => Some(to),
            To::Failure | To::End => None,
        };
        let taken = self.taken(step, to);
        let variables: BTreeSet<Term> = self
            .system
            .location(location)
            .variables
            .iter()
            .map(|v| v.term)
            .collect();
        if terms.free_vars(taken).is_disjoint(&variables) {
            return Ok(None);
        }
        let unwritten = || {
            StopReason::Limit(
                "a condition could not be written without the program's inputs".into(),
            )
        };
        let can = project(terms, taken, &step.inputs, self.solver).ok_or_else(unwritten)?;
        let asked = [formula, self.system.range(location), terms.not(can)];
        let divides = self.solver.ask(&asked).is_possible()?;
        Ok(divides.then_some(can))
    }

    fn divide(&mut self, block: usize, by: Term) -> Result<(), StopReason> {
        if self.blocks.len() >= self.most_blocks {
            return Err(self.too_many());
        }
        let terms = &self.system.terms;
        let Block { location, formula } = self.blocks[block];
        self.blocks[block].formula = terms.and(&[formula, by]);
        self.add(location, terms.and(&[formula, terms.not(by)]));
        Ok(())
    }

    /// What was found, without the blocks that nothing reaches and the edges that lead to no word of interest.
    fn claim(&self, graph: Graph) -> Claim {
        let number: BTreeMap<usize, usize> = graph
            .keys()
            .enumerate()
            .map(|(new, &old)| (old, new))
            .collect();
        let useful = self.useful(&graph);
        let edges = graph.values().flatten().map(|edge| Edge {
            from: number[&edge.from],
            number: edge.number,
            to: match edge.to {
                To::Block(to) => To::Block(number[&to]),
                other @ (To::Failure | To::End) => other,
            },
        });
        let exact = graph
            .values()
            .flatten()
            .map(|edge| self.leads_on(edge, &useful));
        let edges: Vec<Edge> = edges.collect();
        let exact = edges
            .iter()
            .zip(exact)
            .filter(|(_, exact)| *exact)
            .map(|(edge, _)| edge.clone())
            .collect();
        Claim {
            blocks: graph.keys().map(|&old| self.blocks[old]).collect(),
            edges,
            exact,
        }
    }
}

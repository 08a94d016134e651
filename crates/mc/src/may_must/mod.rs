//! May and must abstraction (Singh, Giannakopoulou, Păsăreanu, CAV 2010; `papers/003`): code over predicates, finite
//! however many states it has, refined until every question has one answer.
//!
//! A step from a block *may* lead wherever some of its states go, and *must* lead somewhere if all of them go there. Code
//! is deterministic and total, so a step that must lead somewhere is one that may lead nowhere else: one graph holds both
//! abstractions (Section 3). It is built where it is looked at, and what was found outlives refinements.
//!
//! Different from the paper:
//! - Letters have parameters. A step must lead somewhere if all arguments that a symbol's guard allows lead there; where
//!   they do not, from one and the same state, the symbol is split (Section 5 does this by hand, for `connect`).
//! - Besides errors there are calls that could not be analysed. Both end a word, and only must abstraction may say so.
//! - The finite part of a state, its location, is explicit; predicates divide the rest.
//! - A predicate divides one block, not all of them, and is as a rule a weakest precondition in one piece, not its atoms: so
//!   blocks are never smaller than the coarsest bisimulation has them, as far as weakest preconditions divide them.

mod bounds;
mod check;
mod decide;
mod feasible;
mod interpolate;
mod partition;
mod refine;
mod successors;
mod templates;
mod walk;
mod weakest;
mod weight;

use std::collections::BTreeSet;

use base::{Budget, StopReason};
use rustc_hash::FxHashMap;
use smt::{Answer, Assignment, Solver, Term, Value};
use step::{LetterId, LocationId, Path, State, StepSystem, Target};

pub use bounds::Bounds;
pub use check::invariant;
pub(crate) use decide::MayMust;
use partition::Partition;
pub use partition::{Block, BlockId};
pub use refine::{Feasibility, Reach, Refined, Refining, Settled, Strategy};
pub use successors::End;
use successors::{Graph, Successors};
pub use walk::Trace;

use crate::Symbol;

/// The may and the must abstraction of a step system over guarded symbols.
pub struct Abstraction<'a> {
    system: &'a StepSystem,
    budget: Budget,
    solver: Box<dyn Solver>,
    symbols: Vec<Symbol>,
    partition: Partition,
    graph: Graph,
    refinements: usize,
    limit: Option<usize>,
}

impl<'a> Abstraction<'a> {
    /// The coarsest one: a block for each location.
    pub fn new(
        system: &'a StepSystem,
        symbols: Vec<Symbol>,
        solver: Box<dyn Solver>,
        budget: &Budget,
    ) -> Self {
        let (partition, graph, budget) = (Partition::default(), Graph::default(), budget.clone());
        Self {
            system,
            budget,
            solver,
            symbols,
            partition,
            graph,
            refinements: 0,
            limit: None,
        }
    }

    /// Stops where more refinements would be needed.
    pub fn limited(self, limit: Option<usize>) -> Self {
        Self { limit, ..self }
    }

    /// The system that is abstracted.
    pub fn system(&self) -> &'a StepSystem {
        self.system
    }

    /// The alphabet.
    pub fn symbols(&self) -> &[Symbol] {
        &self.symbols
    }

    /// A block.
    pub fn block(&self, id: BlockId) -> &Block {
        self.partition.block(id)
    }

    /// The predicates, each where it divides a block, in the order they were found.
    pub fn predicates(&self) -> &[(LocationId, Term)] {
        self.partition.predicates()
    }

    /// How often the abstraction was refined.
    pub fn refinements(&self) -> usize {
        self.refinements
    }

    /// Questions that reached the solver.
    pub fn solver_calls(&self) -> u64 {
        self.solver.calls()
    }

    /// Works within another budget from now on.
    pub fn within(&mut self, budget: &Budget) {
        self.budget = budget.clone();
    }

    /// The solver, for what else is to be asked.
    pub fn solver(&mut self) -> &mut dyn Solver {
        &mut *self.solver
    }

    /// The block of the first state.
    pub fn initial(&mut self) -> BlockId {
        let State { location, values } = self.system.initial();
        self.partition.block_of(self.system, location, &values)
    }

    /// Where a step may lead (Section 3).
    pub fn may(&mut self, block: BlockId, symbol: usize) -> Result<BTreeSet<End>, StopReason> {
        self.explore(block, symbol, usize::MAX)?;
        Ok(self
            .graph
            .get(block, symbol)
            .map(|next| next.found.clone())
            .unwrap_or_default())
    }

    /// Where a step must lead, if it must lead anywhere (Section 3): two successors are enough to know that it need not.
    pub fn must(&mut self, block: BlockId, symbol: usize) -> Result<Option<End>, StopReason> {
        self.explore(block, symbol, 2)?;
        let next = self
            .graph
            .get(block, symbol)
            .filter(|next| next.complete && next.found.len() == 1);
        Ok(next.and_then(|next| next.found.first().copied()))
    }

    /// Finds successors until there are no more, or enough.
    fn explore(&mut self, block: BlockId, symbol: usize, enough: usize) -> Result<(), StopReason> {
        let mut known = self.graph.get(block, symbol).cloned().unwrap_or_default();
        if known.complete || known.found.len() >= enough {
            return Ok(());
        }
        self.solver.push();
        for formula in self.premise(block, symbol) {
            self.solver.assert(formula);
        }
        let found = self.by_paths(block, symbol, enough, &mut known);
        self.solver.pop();
        found?;
        self.graph.set(block, symbol, known);
        Ok(())
    }

    /// What holds before a step: the block, the guard, and what all arguments satisfy.
    fn premise(&self, block: BlockId, symbol: usize) -> Vec<Term> {
        let Symbol { letter, guard, .. } = self.symbols[symbol];
        let all = [
            self.block(block).region,
            guard,
            self.system.letters[letter].domain,
        ];
        all.into_iter()
            .flat_map(|formula| self.system.terms.conjuncts(formula))
            .collect()
    }

    fn by_paths(
        &mut self,
        block: BlockId,
        symbol: usize,
        enough: usize,
        known: &mut Successors,
    ) -> Result<(), StopReason> {
        let location = self.block(block).location;
        let summary = self.system.summary(location, self.symbols[symbol].letter);
        for (i, path) in summary.paths.iter().enumerate() {
            if known.impossible.contains(&i) || self.system.excludes(path) {
                continue;
            }
            self.solver.push();
            self.solver.assert(path.guard);
            let found = self.by_path(
                (location, self.symbols[symbol].letter),
                (i, path),
                enough,
                known,
            );
            self.solver.pop();
            found?;
            if known.complete || known.found.len() >= enough {
                return Ok(());
            }
        }
        known.complete = true;
        match known.found.is_empty() {
            true => Err(StopReason::Limit(
                "no path of a summary covers some call".into(),
            )),
            false => Ok(()),
        }
    }

    /// What a path leads to that is not known yet. Its guard is asserted.
    fn by_path(
        &mut self,
        (location, letter): (LocationId, LetterId),
        (i, path): (usize, &Path),
        enough: usize,
        known: &mut Successors,
    ) -> Result<(), StopReason> {
        let Some(target) = &path.next else {
            let end = End::Final(path.answer);
            let candidates = known.candidates.as_ref();
            let open = candidates.is_none_or(|all| all.contains(&end));
            if !known.found.contains(&end) && open {
                match self.check()? {
                    true => known.add(end),
                    false => _ = known.impossible.insert(i),
                }
            }
            return Ok(());
        };
        let mut excluded = false;
        for end in known.found.clone() {
            excluded |= self.exclude(end, target);
        }
        let open = |all: &BTreeSet<End>| {
            all.difference(&known.found)
                .any(|&end| self.is_at(end, target.location))
        };
        if known.candidates.as_ref().is_some_and(|all| !open(all)) {
            return Ok(());
        }
        let wanted = self.variables(location, letter);
        while !known.complete && known.found.len() < enough {
            if !self.check()? {
                if !excluded {
                    known.impossible.insert(i);
                }
                return Ok(());
            }
            let model = self.solver.model(&wanted);
            let end = End::Block(self.reached(target, &model)?);
            known.add(end);
            excluded = self.exclude(end, target);
        }
        Ok(())
    }

    /// Whether what is asserted can hold.
    fn check(&mut self) -> Result<bool, StopReason> {
        self.budget.check()?;
        match self.solver.check(&[]) {
            Answer::Sat => Ok(true),
            Answer::Unsat => Ok(false),
            Answer::Unknown(why) => Err(self.gave_up(why)),
        }
    }

    /// Why the solver gave up: a question that the end of the budget has cut short is not its fault.
    fn gave_up(&self, why: String) -> StopReason {
        self.budget
            .check()
            .err()
            .unwrap_or(StopReason::SolverUnknown(why))
    }

    fn ask(&mut self, formulas: &[Term]) -> Result<bool, StopReason> {
        self.budget.check()?;
        match self.solver.ask(formulas) {
            Answer::Sat => Ok(true),
            Answer::Unsat => Ok(false),
            Answer::Unknown(why) => Err(self.gave_up(why)),
        }
    }

    fn is_at(&self, end: End, location: LocationId) -> bool {
        matches!(end, End::Block(block) if self.block(block).location == location)
    }

    /// Looks for other successors than this one; `false` if the path does not lead to its location at all.
    fn exclude(&mut self, end: End, target: &Target) -> bool {
        let End::Block(block) = end else { return false };
        let Block { location, region } = *self.block(block);
        if location != target.location {
            return false;
        }
        let there = self.system.terms.substitute(region, &self.update(target));
        self.solver.assert(self.system.terms.not(there));
        true
    }

    /// What a target's variables become.
    fn update(&self, target: &Target) -> FxHashMap<Term, Term> {
        let variables = self.system.location(target.location);
        variables
            .variables
            .iter()
            .map(|v| v.term)
            .zip(target.update.iter().copied())
            .collect()
    }

    fn variables(&self, location: LocationId, letter: LetterId) -> Vec<Term> {
        let here = self.system.location(location);
        let params = self.system.letters[letter].params.iter();
        here.variables
            .iter()
            .chain(params)
            .map(|v| v.term)
            .collect()
    }

    fn reached(&mut self, target: &Target, model: &Assignment) -> Result<BlockId, StopReason> {
        let values: Option<Vec<Value>> = target
            .update
            .iter()
            .map(|&t| model.eval(&self.system.terms, t))
            .collect();
        let values =
            values.ok_or_else(|| StopReason::Limit("an update could not be evaluated".into()))?;
        Ok(self
            .partition
            .block_of(self.system, target.location, &values))
    }

    /// Divides a block by a predicate if it divides it.
    fn divide(&mut self, block: BlockId, predicate: Term) -> Result<bool, StopReason> {
        if let Some(limit) = self.limit.filter(|&limit| self.refinements >= limit) {
            return Err(StopReason::Limit(format!(
                "more than {limit} refinements of the abstraction are needed"
            )));
        }
        let terms = &self.system.terms;
        if weight::is_huge(terms, predicate) {
            return Err(StopReason::Limit(
                "the predicates of the abstraction grow and grow".into(),
            ));
        }
        let region = self.block(block).region;
        for part in [predicate, terms.not(predicate)] {
            if !self.ask(&[region, part])? {
                return Ok(false);
            }
        }
        let parts = self.partition.divide(terms, block, predicate);
        self.graph.divide(block, parts);
        self.refinements += 1;
        Ok(true)
    }

    /// Splits a symbol: the part with the representative keeps its number, the other one comes last.
    pub fn split(&mut self, symbol: usize, kept: Term, other: Symbol) {
        self.graph.split(symbol, self.symbols.len());
        self.symbols[symbol].guard = kept;
        self.symbols.push(other);
    }
}

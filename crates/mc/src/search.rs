//! Symbolic search (Mues, Howar et al., "Releasing the PSYCO", 2016, Algorithm 1) on the product of code and model, breadth first: the first difference
//! found is a shortest one, and when no new states appear the regions found are a closed set, which is a proof.

use std::collections::VecDeque;

use base::{Budget, Progress, StopReason};
use cert::{Invariant, Node, Trace};
use rustc_hash::FxHashMap;
use smt::{Solver, Term};

use crate::conform::no_fixpoint;
use crate::product::{Edge, Product};
use crate::regions::{Arrow, Regions};
use crate::{Decide, Decision, Effort, Engine, Question};

impl Arrow for Edge {
    type Node = Node;

    fn guard(&self) -> Term {
        self.guard
    }

    fn to(&self) -> Node {
        self.to
    }

    fn update(&self) -> &FxHashMap<Term, Term> {
        &self.update
    }
}

/// How far a run of the search may go: until as many regions exist, and all sequences of as many calls were looked at.
#[derive(Clone, Copy)]
pub(crate) struct Turn {
    pub regions: usize,
    pub depth: usize,
}

/// The engine. Asked again, it takes its next turn, from where it stood.
pub(crate) struct Search<'a> {
    product: &'a Product<'a>,
    budget: &'a Budget,
    progress: &'a dyn Progress,
    turns: VecDeque<Turn>,
    regions: Regions<Edge>,
    /// All sequences of at most this many calls were looked at.
    depth: usize,
}

impl Decide for Search<'_> {
    fn engine(&self) -> Engine {
        Engine::Search
    }

    fn decide(
        &mut self,
        solver: &mut dyn Solver,
        effort: &mut Effort,
    ) -> Result<Decision, StopReason> {
        let turn = self.turns.pop_front();
        let decided = turn.and_then(|turn| self.run(turn, solver));
        effort.regions = self.regions.len();
        effort.depth = effort.depth.max(self.depth);
        decided.ok_or_else(no_fixpoint)
    }
}

impl<'a> Search<'a> {
    pub fn new(
        product: &'a Product<'a>,
        question: &Question<'a>,
        turns: impl Into<VecDeque<Turn>>,
    ) -> Self {
        let regions = Regions::starting(
            product.terms(),
            product.initial(),
            &product.initial_values(),
        );
        Self {
            product,
            budget: question.budget,
            progress: question.progress,
            turns: turns.into(),
            regions,
            depth: 0,
        }
    }

    /// Goes on until there is an answer, the turn is over, or the budget is spent.
    fn run(&mut self, turn: Turn, solver: &mut dyn Solver) -> Option<Decision> {
        while let Some(&index) = self.regions.pending.front() {
            let over = self.weight() >= turn.regions || self.depth >= turn.depth;
            if over || self.budget.check().is_err() {
                return None;
            }
            if self.regions.get(index).depth > self.depth {
                self.depth = self.regions.get(index).depth;
                let (depth, regions) = (self.depth, self.regions.len());
                self.progress
                    .working(&|| format!("searching at depth {depth}, {regions} regions"));
            }
            match self.expand(index, solver) {
                Ok(Some(trace)) => return Some(Decision::Differs(trace)),
                Ok(None) => self.regions.pending.pop_front(),
                Err(_) => return None,
            };
        }
        // All exact: the regions are a closed set. Otherwise the search is exhausted and proves nothing by itself.
        let regions = self.regions.union()?;
        Some(Decision::Conforms(Invariant { regions }))
    }

    /// Inexact regions count more: they cover nothing, so they multiply, and their formulas grow.
    fn weight(&self) -> usize {
        self.regions.len() + 12 * self.regions.inexact()
    }

    fn expand(
        &mut self,
        index: usize,
        solver: &mut dyn Solver,
    ) -> Result<Option<Trace>, StopReason> {
        let (node, formula) = (
            self.regions.get(index).node,
            self.regions.get(index).formula,
        );
        let moves = self.product.moves(node);
        let constants = self.regions.constants(index);
        for clash in &moves.clashes {
            let guard = self.product.terms().substitute(clash.guard, &constants);
            if guard == self.product.terms().bool(false) {
                continue;
            }
            if solver.ask(&[formula, guard]).is_possible()? {
                let route = self.regions.route(index);
                return self.product.trace(&route, clash, solver).map(Some);
            }
        }
        for edge in &moves.edges {
            self.budget.check()?;
            let variables = self.product.variables(edge.to);
            self.regions
                .follow(index, edge, &constants, &variables, solver)?;
        }
        Ok(None)
    }
}

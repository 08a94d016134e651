//! Symbolic search (paper 004, Algorithm 1) on the product of code and model, breadth first: the first difference
//! found is a shortest one, and when no new states appear the regions found are a closed set, which is a proof.

use base::{Budget, Progress, StopReason};
use cert::{Invariant, Node, Trace};
use rustc_hash::FxHashMap;
use smt::{Answer, Solver, Term};

use crate::product::{Edge, Product};
use crate::regions::{Arrow, Regions};

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

/// What a run of the search ended with.
pub(crate) enum Stage {
    Differs(Trace),
    Closed(Invariant),
    /// The allowance or the budget is spent; the search can go on from here.
    Stopped,
}

pub(crate) struct Search<'a> {
    product: &'a Product<'a>,
    solver: &'a mut dyn Solver,
    budget: &'a Budget,
    progress: &'a dyn Progress,
    regions: Regions<Edge>,
    /// All sequences of at most this many calls were looked at.
    depth: usize,
}

impl<'a> Search<'a> {
    pub fn new(
        product: &'a Product<'a>,
        solver: &'a mut dyn Solver,
        budget: &'a Budget,
        progress: &'a dyn Progress,
    ) -> Self {
        let regions = Regions::starting(
            product.terms(),
            product.initial(),
            &product.initial_values(),
        );
        Self {
            product,
            solver,
            budget,
            progress,
            regions,
            depth: 0,
        }
    }

    pub fn depth(&self) -> usize {
        self.depth
    }

    pub fn regions(&self) -> usize {
        self.regions.len()
    }

    pub fn solver(&mut self) -> &mut dyn Solver {
        self.solver
    }

    /// Goes on until there is an answer, `allowance` regions exist, `depth` calls were looked at, or the budget is
    /// spent.
    pub fn run(&mut self, allowance: usize, depth: usize) -> Stage {
        while let Some(&index) = self.regions.pending.front() {
            if self.budget.check().is_err() || self.weight() >= allowance || self.depth >= depth {
                return Stage::Stopped;
            }
            if self.regions.get(index).depth > self.depth {
                self.depth = self.regions.get(index).depth;
                let (depth, regions) = (self.depth, self.regions.len());
                self.progress
                    .working(&|| format!("searching at depth {depth}, {regions} regions"));
            }
            match self.expand(index) {
                Ok(Some(trace)) => return Stage::Differs(trace),
                Ok(None) => self.regions.pending.pop_front(),
                Err(_) => return Stage::Stopped,
            };
        }
        self.closed()
    }

    /// Inexact regions count more: they cover nothing, so they multiply, and their formulas grow.
    fn weight(&self) -> usize {
        self.regions.len() + 12 * self.regions.inexact()
    }

    /// All exact: the regions are a closed set. Otherwise the search is exhausted and proves nothing by itself.
    fn closed(&self) -> Stage {
        self.regions.union().map_or(Stage::Stopped, |regions| {
            Stage::Closed(Invariant { regions })
        })
    }

    fn expand(&mut self, index: usize) -> Result<Option<Trace>, StopReason> {
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
            match self.solver.ask(&[formula, guard]) {
                Answer::Sat => {
                    return self
                        .product
                        .trace(&self.regions.route(index), clash, self.solver)
                        .map(Some);
                }
                Answer::Unsat => {}
                Answer::Unknown(why) => return Err(StopReason::SolverUnknown(why)),
            }
        }
        for edge in &moves.edges {
            self.budget.check()?;
            let variables = self.product.variables(edge.to);
            self.regions
                .follow(index, edge, &constants, &variables, self.solver)?;
        }
        Ok(None)
    }
}

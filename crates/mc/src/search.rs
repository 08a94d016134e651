//! Symbolic search (paper 004, Algorithm 1) on the product of code and model, breadth first: the first difference
//! found is a shortest one, and when no new states appear the regions found are a closed set, which is a proof.
//!
//! The paper keeps parameters in the formulas and asks quantified questions. Here they are eliminated exactly where
//! that is cheap; a region where it is not keeps them as existential variables and is then never used to cover
//! another one, which is sound and at worst searches longer.

use std::collections::{BTreeMap, VecDeque};

use base::{Budget, Progress, StopReason};
use cert::{Invariant, Node, Trace};
use rustc_hash::FxHashMap;
use smt::{Answer, Op, Solver, Term, Terms};

use crate::product::{Edge, Product};

/// What a run of the search ended with.
pub(crate) enum Stage {
    Differs(Trace),
    Closed(Invariant),
    /// The allowance or the budget is spent; the search can go on from here.
    Stopped,
}

/// States reached by one route.
struct Region {
    node: Node,
    /// Over the variables of the node and, where `exact` is false, existential leftovers.
    formula: Term,
    exact: bool,
    depth: usize,
    /// The region before and the edge taken from it.
    from: Option<(usize, Edge)>,
}

pub(crate) struct Search<'a> {
    product: &'a Product<'a>,
    solver: &'a mut dyn Solver,
    budget: &'a Budget,
    progress: &'a dyn Progress,
    regions: Vec<Region>,
    at: BTreeMap<Node, Vec<usize>>,
    pending: VecDeque<usize>,
    /// All sequences of at most this many calls were looked at.
    depth: usize,
    /// Regions with existential leftovers.
    inexact: usize,
}

impl<'a> Search<'a> {
    pub fn new(
        product: &'a Product<'a>,
        solver: &'a mut dyn Solver,
        budget: &'a Budget,
        progress: &'a dyn Progress,
    ) -> Self {
        let terms = product.terms();
        let equations: Vec<Term> = product.initial_values().iter().map(|(&v, &c)| terms.eq(v, c)).collect();
        let start =
            Region { node: product.initial(), formula: terms.and(&equations), exact: true, depth: 0, from: None };
        let at = BTreeMap::from([(start.node, vec![0])]);
        let pending = VecDeque::from([0]);
        Self { product, solver, budget, progress, regions: vec![start], at, pending, depth: 0, inexact: 0 }
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
        while let Some(&index) = self.pending.front() {
            if self.budget.check().is_err() || self.weight() >= allowance || self.depth >= depth {
                return Stage::Stopped;
            }
            if self.regions[index].depth > self.depth {
                self.depth = self.regions[index].depth;
                let (depth, regions) = (self.depth, self.regions.len());
                self.progress.working(&|| format!("searching at depth {depth}, {regions} regions"));
            }
            match self.expand(index) {
                Ok(Some(trace)) => return Stage::Differs(trace),
                Ok(None) => self.pending.pop_front(),
                Err(_) => return Stage::Stopped,
            };
        }
        self.closed()
    }

    /// Inexact regions count more: they cover nothing, so they multiply, and their formulas grow.
    fn weight(&self) -> usize {
        self.regions.len() + 12 * self.inexact
    }

    /// All exact: the regions are a closed set. Otherwise the search is exhausted and proves nothing by itself.
    fn closed(&self) -> Stage {
        if self.regions.iter().any(|r| !r.exact) {
            return Stage::Stopped;
        }
        let terms = self.product.terms();
        let region = |indices: &Vec<usize>| {
            let formulas: Vec<Term> = indices.iter().map(|&i| self.regions[i].formula).collect();
            terms.or(&formulas)
        };
        Stage::Closed(Invariant { regions: self.at.iter().map(|(&node, indices)| (node, region(indices))).collect() })
    }

    fn expand(&mut self, index: usize) -> Result<Option<Trace>, StopReason> {
        let (node, formula) = (self.regions[index].node, self.regions[index].formula);
        let moves = self.product.moves(node);
        let constants = self.constants(formula);
        for clash in &moves.clashes {
            let guard = self.product.terms().substitute(clash.guard, &constants);
            if guard == self.product.terms().bool(false) {
                continue;
            }
            match self.solver.ask(&[formula, guard]) {
                Answer::Sat => return self.product.trace(&self.route(index), clash, self.solver).map(Some),
                Answer::Unsat => {}
                Answer::Unknown(why) => return Err(StopReason::SolverUnknown(why)),
            }
        }
        for edge in &moves.edges {
            self.budget.check()?;
            self.follow(index, edge, &constants)?;
        }
        Ok(None)
    }

    /// The variables that have one value only in a region: with them put in, most guards need no solver.
    fn constants(&self, formula: Term) -> FxHashMap<Term, Term> {
        let terms = self.product.terms();
        let equation = |t: Term| match (terms.op(t), terms.args(t)) {
            (Op::Eq, &[a, b]) if is_variable(terms, a) && terms.value(b).is_some() => Some((a, b)),
            (Op::Eq, &[a, b]) if is_variable(terms, b) && terms.value(a).is_some() => Some((b, a)),
            (Op::Var(_), _) => Some((t, terms.bool(true))),
            (Op::Not, &[a]) if is_variable(terms, a) => Some((a, terms.bool(false))),
            _ => None,
        };
        terms.conjuncts(formula).into_iter().filter_map(equation).collect()
    }

    fn follow(&mut self, index: usize, edge: &Edge, constants: &FxHashMap<Term, Term>) -> Result<(), StopReason> {
        let guard = self.product.terms().substitute(edge.guard, constants);
        if guard == self.product.terms().bool(false) {
            return Ok(());
        }
        let formula = self.product.terms().and(&[self.regions[index].formula, guard]);
        match self.solver.ask(&[formula]) {
            Answer::Unsat => return Ok(()),
            Answer::Sat => {}
            Answer::Unknown(why) => return Err(StopReason::SolverUnknown(why)),
        }
        let (image, exact) = self.image(index, formula, edge);
        if self.covered(edge.to, image) {
            return Ok(());
        }
        let depth = self.regions[index].depth + 1;
        let from = Some((index, edge.clone()));
        let new = self.regions.len();
        self.inexact += usize::from(!exact);
        self.regions.push(Region { node: edge.to, formula: image, exact, depth, from });
        self.at.entry(edge.to).or_default().push(new);
        self.pending.push_back(new);
        Ok(())
    }

    /// The states after a step: over fresh copies of the old variables and parameters, which are then eliminated.
    fn image(&mut self, index: usize, formula: Term, edge: &Edge) -> (Term, bool) {
        let terms = self.product.terms();
        let step = self.regions.len();
        let leftovers = terms.free_vars(formula).into_iter();
        let updated = edge.update.values().flat_map(|&t| terms.free_vars(t));
        let old: std::collections::BTreeSet<Term> = leftovers.chain(updated).collect();
        let copy = |&v: &Term| {
            let name = terms.var_name(v).map_or_else(String::new, |n| n.to_string());
            (v, terms.var(&format!("{name}~{index}.{step}"), terms.sort(v)))
        };
        let copies: FxHashMap<Term, Term> = old.iter().map(copy).collect();
        let mut conjuncts = vec![terms.substitute(formula, &copies)];
        for variable in self.product.variables(edge.to) {
            conjuncts.push(terms.eq(variable, terms.substitute(edge.update[&variable], &copies)));
        }
        let image = terms.and(&conjuncts);
        let bound: Vec<Term> = old.iter().map(|v| copies[v]).collect();
        match smt::project(terms, image, &bound, self.solver) {
            Some(projected) => (projected, true),
            None => (image, false),
        }
    }

    /// Whether all states of `formula` were reached before. A solver's unknown counts as no.
    fn covered(&mut self, node: Node, formula: Term) -> bool {
        let known = self.at.get(&node).cloned().unwrap_or_default();
        if known.iter().any(|&i| self.regions[i].formula == formula) {
            return true;
        }
        let exact = known.into_iter().filter(|&i| self.regions[i].exact);
        let mut outside: Vec<Term> = exact.map(|i| self.product.terms().not(self.regions[i].formula)).collect();
        outside.push(formula);
        self.solver.ask(&outside) == Answer::Unsat
    }

    fn route(&self, index: usize) -> Vec<Edge> {
        let mut route: Vec<Edge> = std::iter::successors(Some(index), |&i| self.regions[i].from.as_ref().map(|f| f.0))
            .filter_map(|i| self.regions[i].from.as_ref().map(|f| f.1.clone()))
            .collect();
        route.reverse();
        route
    }
}

fn is_variable(terms: &Terms, t: Term) -> bool {
    matches!(terms.op(t), Op::Var(_))
}

//! Property-directed reachability (Bradley 2011, doi 10.1007/978-3-642-18275-4_7; Een, Mishchenko, Brayton 2011) on
//! the product of code and model.
//!
//! Control is explicit: a frame holds, for each node, lemmas over the variables of its location. Steps are functions
//! of variables and parameters, so the predecessor of a cube under one step and one choice of parameters is plain
//! substitution: exact, with no quantifier, and its literals are the code's own conditions. A route of such
//! predecessors that meets the initial state is therefore a real counterexample.

use std::collections::{BTreeMap, BinaryHeap};
use std::rc::Rc;

use base::{Budget, Progress, StopReason};
use cert::{Call, Invariant, Node, Trace};
use rustc_hash::FxHashMap;
use smt::{Answer, Assignment, Solver, Term, Value};
use step::LetterId;

use crate::implicant::implicant;
use crate::product::{Clash, Edge, Product};
use crate::{Decide, Decision, Effort, Engine, Question};

/// More control nodes than this are not tried.
pub(crate) const MAX_NODES: usize = 2_000;

/// The most frames that are opened.
const MAX_FRAMES: usize = 32;

/// The engine.
pub(crate) struct Pdr<'a> {
    product: &'a Product<'a>,
    question: &'a Question<'a>,
}

impl<'a> Pdr<'a> {
    pub fn new(product: &'a Product<'a>, question: &'a Question<'a>) -> Self {
        Self { product, question }
    }
}

impl Decide for Pdr<'_> {
    fn engine(&self) -> Engine {
        Engine::Pdr
    }

    fn decide(
        &mut self,
        solver: &mut dyn Solver,
        effort: &mut Effort,
    ) -> Result<Decision, StopReason> {
        let mut run = Run {
            terms: self.product.terms().clone(),
            start: self.product.initial_values(),
            product: self.product,
            solver,
            budget: self.question.budget,
            incoming: BTreeMap::new(),
            clashes: Vec::new(),
            lemmas: Vec::new(),
            frontier: 0,
        };
        let decision = run.decide(self.question.progress);
        effort.frames = run.frontier;
        effort.depth = effort.depth.max(run.frontier);
        decision
    }
}

/// A conjunction of literals over the variables of a node.
type Cube = Vec<Term>;

/// The negation of `cube` holds at `node` in frames 1 to `level`.
struct Lemma {
    node: Node,
    cube: Cube,
    /// That the cube does not hold; kept because every question about a frame needs it.
    clause: Term,
    level: usize,
}

/// A set of states from which a difference is known to be reachable, to be shown unreachable within `level` steps.
struct Obligation {
    node: Node,
    cube: Cube,
    level: usize,
    /// The step to the states it came from.
    then: Rc<Route>,
}

/// The rest of a route to a difference.
struct Route {
    call: Call,
    rest: Option<Rc<Route>>,
}

struct Run<'a> {
    terms: smt::Terms,
    start: FxHashMap<Term, Term>,
    product: &'a Product<'a>,
    solver: &'a mut dyn Solver,
    budget: &'a Budget,
    /// For each node the edges that reach it, with the node they leave.
    incoming: BTreeMap<Node, Vec<(Node, Edge)>>,
    clashes: Vec<(Node, Clash)>,
    lemmas: Vec<Lemma>,
    frontier: usize,
}

impl Run<'_> {
    fn decide(&mut self, progress: &dyn Progress) -> Result<Decision, StopReason> {
        self.explore()?;
        if let Some(trace) = self.clash_at_start()? {
            return Ok(Decision::Differs(trace));
        }
        while self.frontier < MAX_FRAMES {
            let next = self.frontier + 1;
            progress.working(&|| format!("proving, frame {next}, {} lemmas", self.lemmas.len()));
            if let Some(trace) = self.block_clashes(next)? {
                return Ok(Decision::Differs(trace));
            }
            self.frontier = next;
            if let Some(invariant) = self.propagate()? {
                return Ok(Decision::Conforms(invariant));
            }
        }
        Err(StopReason::Limit(format!(
            "no inductive argument was found in {MAX_FRAMES} frames"
        )))
    }

    /// Finds all nodes and turns their edges around.
    fn explore(&mut self) -> Result<(), StopReason> {
        let mut pending = vec![self.product.initial()];
        self.incoming.insert(pending[0], Vec::new());
        while let Some(node) = pending.pop() {
            self.budget.check()?;
            let moves = self.product.moves(node);
            self.clashes
                .extend(moves.clashes.iter().map(|c| (node, c.clone())));
            for edge in &moves.edges {
                let known = self.incoming.contains_key(&edge.to);
                self.incoming
                    .entry(edge.to)
                    .or_default()
                    .push((node, edge.clone()));
                if !known {
                    pending.push(edge.to);
                }
            }
            if self.incoming.len() > MAX_NODES {
                return Err(StopReason::Limit(format!(
                    "code and model together have more than {MAX_NODES} control states"
                )));
            }
        }
        Ok(())
    }

    fn clash_at_start(&mut self) -> Result<Option<Trace>, StopReason> {
        let node = self.product.initial();
        for (_, clash) in self.clashes.clone().into_iter().filter(|(n, _)| *n == node) {
            let guard = self.terms.substitute(clash.guard, &self.start);
            let params = self.product.params(clash.letter);
            if let Some(model) = self.model(&[guard], &[], &params)? {
                let call = self.call(clash.letter, &model);
                return Ok(Some(Trace {
                    calls: vec![call],
                    code: clash.code,
                    model: clash.model,
                }));
            }
        }
        Ok(None)
    }

    /// Shows that no difference can follow a state of the frame at `level`, strengthening frames as needed.
    fn block_clashes(&mut self, level: usize) -> Result<Option<Trace>, StopReason> {
        for (node, clash) in self.clashes.clone() {
            loop {
                let premise = self.frame(node, level);
                let wanted = self.vars_of(node, clash.letter);
                let Some(model) = self.model(&premise, &[clash.guard], &wanted)? else {
                    break;
                };
                let cube = self.cube(&[clash.guard], clash.letter, &model);
                let call = self.call(clash.letter, &model);
                let then = Rc::new(Route { call, rest: None });
                if let Some(calls) = self.block(Obligation {
                    node,
                    cube,
                    level,
                    then,
                })? {
                    return Ok(Some(Trace {
                        calls,
                        code: clash.code,
                        model: clash.model,
                    }));
                }
            }
        }
        Ok(None)
    }

    /// Blocks a cube, or finds calls from the initial state through it.
    fn block(&mut self, first: Obligation) -> Result<Option<Vec<Call>>, StopReason> {
        let mut queue = BinaryHeap::from([Queued {
            obligation: first,
            order: 0,
        }]);
        let mut order = 0;
        while let Some(Queued {
            obligation,
            order: _,
        }) = queue.pop()
        {
            self.budget.check()?;
            if self.contains_start(obligation.node, &obligation.cube) {
                return Ok(Some(calls(&obligation.then)));
            }
            if obligation.level == 0 || self.already_blocked(&obligation)? {
                continue;
            }
            order += 1;
            match self.predecessor(&obligation)? {
                Some(earlier) => {
                    queue.push(Queued { obligation, order });
                    queue.push(Queued {
                        obligation: earlier,
                        order: order + 1,
                    });
                    order += 1;
                }
                None => self.learn(obligation)?,
            }
        }
        Ok(None)
    }

    fn already_blocked(&mut self, o: &Obligation) -> Result<bool, StopReason> {
        let premise = self.frame(o.node, o.level);
        Ok(self.model(&premise, &o.cube, &[])?.is_none())
    }

    /// A set of states one step before the cube that the frame below does not exclude.
    fn predecessor(&mut self, o: &Obligation) -> Result<Option<Obligation>, StopReason> {
        for (from, edge) in self.incoming[&o.node].clone() {
            let goal = self.through(&edge, &o.cube);
            let premise = self.premise(from, o.level - 1, o.node, &o.cube);
            let mut conditions = goal.clone();
            conditions.push(edge.guard);
            let wanted = self.vars_of(from, edge.letter);
            let Some(model) = self.model(&premise, &conditions, &wanted)? else {
                continue;
            };
            let cube = self.cube(&conditions, edge.letter, &model);
            let call = self.call(edge.letter, &model);
            let then = Rc::new(Route {
                call,
                rest: Some(Rc::clone(&o.then)),
            });
            return Ok(Some(Obligation {
                node: from,
                cube,
                level: o.level - 1,
                then,
            }));
        }
        Ok(None)
    }

    /// Adds the negation of a blocked cube, with as few literals as still do, at as high a level as holds.
    fn learn(&mut self, o: Obligation) -> Result<(), StopReason> {
        let mut cube = self.core(&o)?;
        for literal in cube.clone() {
            if cube.len() == 1 {
                break;
            }
            let fewer: Cube = cube.iter().copied().filter(|&l| l != literal).collect();
            if self.unreachable(o.node, &fewer, o.level)? {
                cube = fewer;
            }
        }
        let mut level = o.level;
        while level < self.frontier && self.unreachable(o.node, &cube, level + 1)? {
            level += 1;
        }
        let clause = self.negate(&cube);
        self.lemmas.push(Lemma {
            node: o.node,
            cube,
            clause,
            level,
        });
        Ok(())
    }

    /// The literals of a blocked cube that were needed to block it along every incoming edge and to miss the start.
    fn core(&mut self, o: &Obligation) -> Result<Cube, StopReason> {
        let mut needed = vec![false; o.cube.len()];
        for (from, edge) in self.incoming[&o.node].clone() {
            let goal = self.through(&edge, &o.cube);
            let mut premise = self.premise(from, o.level - 1, o.node, &o.cube);
            premise.push(edge.guard);
            let used = self.core_of(&premise, &goal)?;
            goal.iter()
                .enumerate()
                .filter(|(_, g)| used.contains(g))
                .for_each(|(i, _)| needed[i] = true);
        }
        let kept: Cube = o
            .cube
            .iter()
            .zip(&needed)
            .filter(|(_, n)| **n)
            .map(|(&l, _)| l)
            .collect();
        let usable = !kept.is_empty() && self.unreachable(o.node, &kept, o.level)?;
        Ok(if usable { kept } else { o.cube.clone() })
    }

    /// Whether the cube misses the initial state and cannot be entered from the frame below `level`, assuming it was
    /// not entered before.
    fn unreachable(&mut self, node: Node, cube: &[Term], level: usize) -> Result<bool, StopReason> {
        if self.contains_start(node, cube) {
            return Ok(false);
        }
        for (from, edge) in self.incoming[&node].clone() {
            let mut conditions = self.through(&edge, cube);
            conditions.push(edge.guard);
            let premise = self.premise(from, level - 1, node, cube);
            if self.model(&premise, &conditions, &[])?.is_some() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Moves lemmas to the next frame where they hold there too. A frame that loses none of its lemmas to the ones
    /// below is inductive.
    fn propagate(&mut self) -> Result<Option<Invariant>, StopReason> {
        for level in 1..=self.frontier {
            for i in 0..self.lemmas.len() {
                if self.lemmas[i].level != level {
                    continue;
                }
                let (node, cube) = (self.lemmas[i].node, self.lemmas[i].cube.clone());
                if self.unreachable(node, &cube, level + 1)? {
                    self.lemmas[i].level = level + 1;
                }
            }
            if self.lemmas.iter().all(|l| l.level != level) {
                return Ok(Some(self.invariant(level + 1)));
            }
        }
        Ok(None)
    }

    fn invariant(&self, level: usize) -> Invariant {
        let region = |&node: &Node| {
            let range = self.product.system.range(node.location);
            let parts: Vec<Term> = self.frame(node, level).into_iter().chain([range]).collect();
            (node, self.terms.and(&parts))
        };
        Invariant {
            regions: self.incoming.keys().map(region).collect(),
        }
    }

    /// What a frame says of a node. Frame 0 is the initial state alone.
    fn frame(&self, node: Node, level: usize) -> Vec<Term> {
        if level == 0 {
            return if node == self.product.initial() {
                self.start
                    .iter()
                    .map(|(&v, &c)| self.terms.eq(v, c))
                    .collect()
            } else {
                vec![self.terms.bool(false)]
            };
        }
        let holds = |l: &&Lemma| l.node == node && l.level >= level;
        let mut parts: Vec<Term> = self.lemmas.iter().filter(holds).map(|l| l.clause).collect();
        parts.push(self.product.system.range(node.location));
        parts
    }

    /// The frame, and for a step from a node to itself that the cube was not entered before.
    fn premise(&self, from: Node, level: usize, to: Node, cube: &[Term]) -> Vec<Term> {
        let mut premise = self.frame(from, level);
        if from == to && level > 0 {
            premise.push(self.negate(cube));
        }
        premise
    }

    fn negate(&self, cube: &[Term]) -> Term {
        self.terms.not(self.terms.and(cube))
    }

    /// The cube seen before a step, literal by literal.
    fn through(&self, edge: &Edge, cube: &[Term]) -> Cube {
        cube.iter()
            .map(|&l| self.terms.substitute(l, &edge.update))
            .collect()
    }

    /// The states that satisfy the conditions with the model's parameters, near the model.
    fn cube(&self, conditions: &[Term], letter: LetterId, model: &Assignment) -> Cube {
        let params = self.product.params(letter);
        let fixed = params
            .into_iter()
            .filter_map(|p| Some((p, self.terms.constant(model.get(p)?.clone()))));
        let fixed: FxHashMap<Term, Term> = fixed.collect();
        let formula = self.terms.substitute(self.terms.and(conditions), &fixed);
        implicant(&self.terms, formula, model)
    }

    fn call(&self, letter: LetterId, model: &Assignment) -> Call {
        let value = |p: Term| {
            model
                .get(p)
                .cloned()
                .unwrap_or_else(|| Value::default_of(self.terms.sort(p)))
        };
        Call {
            letter,
            args: self.product.params(letter).into_iter().map(value).collect(),
        }
    }

    fn contains_start(&self, node: Node, cube: &[Term]) -> bool {
        let holds = |&l: &Term| self.terms.substitute(l, &self.start) == self.terms.bool(true);
        node == self.product.initial() && cube.iter().all(holds)
    }

    fn vars_of(&self, node: Node, letter: LetterId) -> Vec<Term> {
        let mut vars = self.product.variables(node);
        vars.extend(self.product.params(letter));
        vars
    }

    /// A model of everything together, or `None` if there is none.
    fn model(
        &mut self,
        premise: &[Term],
        more: &[Term],
        wanted: &[Term],
    ) -> Result<Option<Assignment>, StopReason> {
        self.budget.check()?;
        self.solver
            .find(&[premise, more].concat(), wanted)
            .map_err(StopReason::SolverUnknown)
    }

    /// The part of `assumed` that contradicts the premise; all of it if the solver gives up.
    fn core_of(&mut self, premise: &[Term], assumed: &[Term]) -> Result<Vec<Term>, StopReason> {
        self.budget.check()?;
        self.solver.push();
        premise.iter().for_each(|&t| self.solver.assert(t));
        let answer = self.solver.check(assumed);
        let core = if answer == Answer::Unsat {
            self.solver.core()
        } else {
            assumed.to_vec()
        };
        self.solver.pop();
        Ok(core)
    }
}

fn calls(route: &Rc<Route>) -> Vec<Call> {
    std::iter::successors(Some(route), |r| r.rest.as_ref())
        .map(|r| r.call.clone())
        .collect()
}

/// Obligations closest to the start come first; among those the newest.
struct Queued {
    obligation: Obligation,
    order: usize,
}

impl Queued {
    fn key(&self) -> (std::cmp::Reverse<usize>, usize) {
        (std::cmp::Reverse(self.obligation.level), self.order)
    }
}

impl PartialEq for Queued {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Queued {}

impl PartialOrd for Queued {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Queued {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.key().cmp(&other.key())
    }
}

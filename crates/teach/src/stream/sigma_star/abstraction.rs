//! Predicate abstraction with the flow from input to output kept (Botinčan and Babić, "Sigma*", 2013, section 4): an abstract state is a point of the
//! program and which of the predicates hold of its control values. The outcome is a machine that does whatever the
//! program does, and maybe more.

use std::collections::{BTreeMap, BTreeSet};

use base::{Budget, StopReason};
use smt::{Term, project};

use super::flow::{Flow, FlowStep};
use super::machine::{Edge, Machine, Node, Outcome};
use super::questions::Questions;

/// Which predicates hold; `None` for those about values that nobody looks at any more.
type Minterm = Vec<Option<bool>>;

/// An abstraction of the program.
pub(super) struct Abstraction {
    pub machine: Machine,
    /// The point of the program that an abstract state is at.
    pub points: Vec<usize>,
}

/// Abstract states that are looked at.
const MOST_STATES: usize = 5_000;

/// Abstracts a program by predicates over its registers.
pub(super) fn abstraction(
    flow: &Flow,
    predicates: &[Term],
    asked: &mut Questions,
    budget: &Budget,
) -> Result<Abstraction, StopReason> {
    let mut making = Making {
        flow,
        predicates,
        asked,
        of: BTreeMap::new(),
        states: Vec::new(),
    };
    let truth = making.asked.terms.true_();
    let begin = FlowStep {
        guard: truth,
        outcome: Outcome::Writes(vec![]),
        updates: flow.initial.clone(),
        to: Some(flow.start),
    };
    let starts: Vec<usize> = making
        .successors(&[], &begin)?
        .into_iter()
        .map(|(_, to)| to)
        .collect();
    let mut machine = Machine {
        nodes: Vec::new(),
        starts,
    };
    while machine.nodes.len() < making.states.len() {
        budget.check()?;
        if making.states.len() > MOST_STATES {
            return Err(StopReason::Limit(format!(
                "the abstraction has more than {MOST_STATES} states"
            )));
        }
        let state = machine.nodes.len();
        let node = making.node(state)?;
        machine.nodes.push(node);
    }
    Ok(Abstraction {
        machine,
        points: making.states.into_iter().map(|(point, _)| point).collect(),
    })
}

struct Making<'a> {
    flow: &'a Flow,
    predicates: &'a [Term],
    asked: &'a mut Questions,
    of: BTreeMap<(usize, Minterm), usize>,
    states: Vec<(usize, Minterm)>,
}

impl Making<'_> {
    fn node(&mut self, state: usize) -> Result<Node, StopReason> {
        let (point, minterm) = self.states[state].clone();
        let holds = self.conditions(&minterm);
        let mut node = Node::default();
        for end in [false, true] {
            for (via, step) in self.flow.points[point].steps(end).iter().enumerate() {
                let outcome = step.outcome.clone();
                let mut known = holds.clone();
                if !end {
                    known.push(self.asked.alphabet);
                }
                let edges = self.successors(&known, step)?.into_iter();
                let edges = edges.map(|(guard, to)| Edge {
                    guard,
                    outcome: outcome.clone(),
                    to,
                    via,
                });
                if end {
                    node.end.extend(edges)
                } else {
                    node.symbol.extend(edges)
                }
            }
        }
        Ok(node)
    }

    fn conditions(&self, minterm: &Minterm) -> Vec<Term> {
        let condition = |(&p, holds): (&Term, &Option<bool>)| {
            holds.map(|h| if h { p } else { self.asked.terms.not(p) })
        };
        self.predicates
            .iter()
            .zip(minterm)
            .filter_map(condition)
            .collect()
    }

    /// Where a step may lead, and what it says about the window then.
    fn successors(
        &mut self,
        known: &[Term],
        step: &FlowStep,
    ) -> Result<Vec<(Term, usize)>, StopReason> {
        let mut conditions = known.to_vec();
        conditions.push(step.guard);
        if !self.asked.possible(&conditions)? {
            return Ok(Vec::new());
        }
        let Some(to) = step.to else {
            let guard = self.about_window(&conditions);
            return Ok(vec![(guard, 0)]);
        };
        let map = step
            .updates
            .iter()
            .map(|(register, value)| (*register, *value))
            .collect();
        let later: Vec<Term> = self.asked.terms.substitute_all(self.predicates, &map);
        let mut found = Vec::new();
        self.enumerate(to, &later, Vec::new(), conditions, &mut found)?;
        Ok(found)
    }

    fn enumerate(
        &mut self,
        to: usize,
        later: &[Term],
        minterm: Minterm,
        conditions: Vec<Term>,
        found: &mut Vec<(Term, usize)>,
    ) -> Result<(), StopReason> {
        let next = minterm.len();
        if next == later.len() {
            let guard = self.about_window(&conditions);
            let state = self.state(to, minterm);
            found.push((guard, state));
            return Ok(());
        }
        if !self.matters(to, self.predicates[next]) {
            let minterm = [&minterm[..], &[None]].concat();
            return self.enumerate(to, later, minterm, conditions, found);
        }
        let terms = self.asked.terms.clone();
        for holds in [true, false] {
            let condition = if holds {
                later[next]
            } else {
                terms.not(later[next])
            };
            let mut conditions = conditions.clone();
            if condition != terms.true_() {
                conditions.push(condition);
            }
            if condition == terms.true_() || self.asked.possible(&conditions)? {
                let minterm = [&minterm[..], &[Some(holds)]].concat();
                self.enumerate(to, later, minterm, conditions, found)?;
            }
        }
        Ok(())
    }

    /// Whether a predicate is about values that are still looked at.
    fn matters(&self, point: usize, predicate: Term) -> bool {
        self.asked
            .terms
            .free_vars(predicate)
            .iter()
            .all(|v| self.flow.live[point].contains(v))
    }

    fn state(&mut self, point: usize, minterm: Minterm) -> usize {
        let key = (point, minterm);
        if let Some(&state) = self.of.get(&key) {
            return state;
        }
        self.states.push(key.clone());
        self.of.insert(key, self.states.len() - 1);
        self.states.len() - 1
    }

    /// What conditions that can hold together say about the window, whatever the registers are; where that cannot be said,
    /// less than they do.
    fn about_window(&mut self, conditions: &[Term]) -> Term {
        let terms = self.asked.terms.clone();
        let parts: Vec<Term> = conditions
            .iter()
            .flat_map(|c| terms.conjuncts(*c))
            .collect();
        let (mixed, mut window) = self.groups(parts);
        if !mixed.is_empty() {
            let registers: Vec<Term> = self.flow.registers.iter().copied().collect();
            let projected = project(
                &terms,
                terms.and(&mixed),
                &registers,
                &mut *self.asked.solver,
            );
            window.extend(projected);
        }
        window.sort_unstable();
        window.dedup();
        terms.and(&window)
    }

    /// Conditions about window and registers, and about the window alone. Those about registers that no condition ties to
    /// the window say nothing about it.
    fn groups(&self, parts: Vec<Term>) -> (Vec<Term>, Vec<Term>) {
        let registers = |t: Term| -> BTreeSet<Term> {
            self.asked
                .terms
                .free_vars(t)
                .intersection(&self.flow.registers)
                .copied()
                .collect()
        };
        let (mut open, window): (Vec<Term>, Vec<Term>) =
            parts.into_iter().partition(|p| !registers(*p).is_empty());
        let about_symbols = |t: &Term| self.asked.terms.free_vars(*t).len() > registers(*t).len();
        let mut tied: BTreeSet<Term> = open
            .iter()
            .filter(|t| about_symbols(t))
            .flat_map(|t| registers(*t))
            .collect();
        loop {
            let more = open
                .iter()
                .map(|t| registers(*t))
                .filter(|r| !r.is_disjoint(&tied) && !r.is_subset(&tied));
            let more: Vec<BTreeSet<Term>> = more.collect();
            if more.is_empty() {
                break;
            }
            more.into_iter().for_each(|r| tied.extend(r));
        }
        open.retain(|t| !registers(*t).is_disjoint(&tied));
        (open, window)
    }
}

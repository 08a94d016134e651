//! Z3's Spacer on the product as constrained Horn clauses: a relation for each node, a rule for each edge, a goal for
//! each clash. It finds relations between variables that [`crate::pdr`] has no literals for.

use std::collections::BTreeMap;
use std::time::Duration;

use base::{Budget, StopReason};
use cert::{Invariant, Node};
use smt::horn::{Application, Clause, Horn, System, solve};
use smt::{Sort, Term};

use crate::Decision;
use crate::product::{Edge, Product};

/// How long Spacer may try: what it can do here, it does quickly.
const LIMIT: Duration = Duration::from_secs(10);

/// Decides conformance. A difference is only known to exist, so it is not an answer.
pub(crate) fn spacer(product: &Product<'_>, max_nodes: usize, budget: &Budget) -> Decision {
    let undecided = |reason| Decision::UpTo { depth: 0, reason };
    let Some(mut clauses) = Clauses::of(product, max_nodes) else {
        return undecided(StopReason::Limit(format!(
            "code and model together have more than {max_nodes} control states"
        )));
    };
    clauses.add_all();
    let limit = budget.remaining().map_or(LIMIT, |left| left.min(LIMIT));
    match solve(product.terms(), &clauses.system, Some(limit)) {
        Horn::Proved(definitions) => {
            let region = |(&node, &relation): (&Node, &usize)| {
                let definition = &definitions[relation];
                let map = definition
                    .args
                    .iter()
                    .copied()
                    .zip(product.variables(node))
                    .collect();
                let range = product.system.range(node.location);
                (
                    node,
                    product
                        .terms()
                        .and(&[product.terms().substitute(definition.formula, &map), range]),
                )
            };
            Decision::Conforms(Invariant {
                regions: clauses.relations.iter().map(region).collect(),
            })
        }
        Horn::Refuted => undecided(StopReason::Limit(
            "code and model differ, deeper than was searched".into(),
        )),
        Horn::Unknown(why) => undecided(StopReason::SolverUnknown(why)),
    }
}

struct Clauses<'a> {
    product: &'a Product<'a>,
    system: System,
    relations: BTreeMap<Node, usize>,
}

impl<'a> Clauses<'a> {
    /// A relation for each node; `None` if there are too many.
    fn of(product: &'a Product<'a>, max_nodes: usize) -> Option<Self> {
        let mut clauses = Self {
            product,
            system: System::new(),
            relations: BTreeMap::new(),
        };
        let mut pending = vec![product.initial()];
        while let Some(node) = pending.pop() {
            if clauses.relations.contains_key(&node) {
                continue;
            }
            let sorts: Vec<Sort> = product
                .variables(node)
                .iter()
                .map(|&v| product.terms().sort(v))
                .collect();
            let relation = clauses.system.relation(&sorts);
            clauses.relations.insert(node, relation);
            if clauses.relations.len() > max_nodes {
                return None;
            }
            pending.extend(product.moves(node).edges.iter().map(|e| e.to));
        }
        Some(clauses)
    }

    fn add_all(&mut self) {
        let start = self.product.initial();
        let values = self.product.initial_values();
        let args = self
            .product
            .variables(start)
            .iter()
            .map(|v| values[v])
            .collect();
        self.rule(
            None,
            self.product.terms().bool(true),
            Some(self.applied(start, args)),
        );
        for node in self.relations.keys().copied().collect::<Vec<_>>() {
            let moves = self.product.moves(node);
            for edge in &moves.edges {
                let head = self.applied(edge.to, self.update(edge));
                self.rule(Some(node), edge.guard, Some(head));
            }
            for clash in &moves.clashes {
                self.rule(Some(node), clash.guard, None);
            }
        }
    }

    fn applied(&self, node: Node, args: Vec<Term>) -> Application {
        Application {
            relation: self.relations[&node],
            args,
        }
    }

    fn update(&self, edge: &Edge) -> Vec<Term> {
        self.product
            .variables(edge.to)
            .iter()
            .map(|v| edge.update[v])
            .collect()
    }

    fn rule(&mut self, from: Option<Node>, guard: Term, head: Option<Application>) {
        let body: Vec<Application> = from
            .map(|n| self.applied(n, self.product.variables(n)))
            .into_iter()
            .collect();
        let range = from.map_or_else(
            || self.product.terms().bool(true),
            |n| self.product.system.range(n.location),
        );
        let constraint = self.product.terms().and(&[guard, range]);
        self.system.clause(Clause {
            body,
            constraint,
            head,
        });
    }
}

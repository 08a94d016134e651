//! Z3's Spacer on the product as constrained Horn clauses: a relation for each node, a rule for each edge, a goal for
//! each clash. It finds relations between variables that [`crate::pdr`] has no literals for.

use std::collections::BTreeMap;
use std::time::Duration;

use base::{Budget, StopReason};
use cert::{Invariant, Node};
use smt::horn::{Application, Clause, Definition, Horn, System, solve};
use smt::{Solver, Sort, Term};

use crate::pdr::MAX_NODES;
use crate::product::{Edge, Product};
use crate::{Decide, Decision, Effort, Engine, Question};

/// How long Spacer may try: what it can do here, it does quickly.
const LIMIT: Duration = Duration::from_secs(10);

/// The engine. That a difference exists is no answer: it does not show which.
pub(crate) struct Spacer<'a> {
    product: &'a Product<'a>,
    budget: &'a Budget,
}

impl<'a> Spacer<'a> {
    pub fn new(product: &'a Product<'a>, question: &Question<'a>) -> Self {
        Self {
            product,
            budget: question.budget,
        }
    }
}

impl Decide for Spacer<'_> {
    fn engine(&self) -> Engine {
        Engine::Spacer
    }

    fn decide(&mut self, _: &mut dyn Solver, _: &mut Effort) -> Result<Decision, StopReason> {
        let product = self.product;
        let mut clauses = Clauses::of(product, self.budget)?;
        clauses.add_all(self.budget)?;
        let limit = self
            .budget
            .remaining()
            .map_or(LIMIT, |left| left.min(LIMIT));
        match solve(product.terms(), &clauses.system, Some(limit)) {
            Horn::Proved(definitions) => Ok(Decision::Conforms(clauses.invariant(&definitions))),
            Horn::Refuted => Err(StopReason::Limit(
                "code and model differ, deeper than was searched".into(),
            )),
            Horn::Unknown(why) => Err(StopReason::SolverUnknown(why)),
        }
    }
}

struct Clauses<'a> {
    product: &'a Product<'a>,
    system: System,
    relations: BTreeMap<Node, usize>,
}

impl<'a> Clauses<'a> {
    /// A relation for each node, unless there are too many.
    fn of(product: &'a Product<'a>, budget: &Budget) -> Result<Self, StopReason> {
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
            budget.check()?;
            let sorts: Vec<Sort> = product
                .variables(node)
                .iter()
                .map(|&v| product.terms().sort(v))
                .collect();
            let relation = clauses.system.relation(&sorts);
            clauses.relations.insert(node, relation);
            if clauses.relations.len() > MAX_NODES {
                return Err(StopReason::Limit(format!(
                    "code and model together have more than {MAX_NODES} control states"
                )));
            }
            pending.extend(product.moves(node).edges.iter().map(|e| e.to));
        }
        Ok(clauses)
    }

    fn add_all(&mut self, budget: &Budget) -> Result<(), StopReason> {
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
            budget.check()?;
            let moves = self.product.moves(node);
            for edge in &moves.edges {
                let head = self.applied(edge.to, self.update(edge));
                self.rule(Some(node), edge.guard, Some(head));
            }
            for clash in &moves.clashes {
                self.rule(Some(node), clash.guard, None);
            }
        }
        Ok(())
    }

    /// What relations mean, as an invariant.
    fn invariant(&self, definitions: &[Definition]) -> Invariant {
        let (product, terms) = (self.product, self.product.terms());
        let region = |(&node, &relation): (&Node, &usize)| {
            let Definition { args, formula } = &definitions[relation];
            let map = args.iter().copied().zip(product.variables(node)).collect();
            let range = product.system.range(node.location);
            (node, terms.and(&[terms.substitute(*formula, &map), range]))
        };
        Invariant {
            regions: self.relations.iter().map(region).collect(),
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

//! What one interface allows and another does not.
//!
//! The product of the two is walked breadth first. A step is a pair of symbols of the same method whose guards have an
//! argument in common, which is the coarsest refinement of both partitions; so every difference shows on some step, and
//! the calls to it are as short as any.

use std::collections::BTreeMap;

use base::{Budget, Outcome, StopReason};
use smt::{Solver, Term, Value};

use super::plain;
use crate::InterfaceLts;

/// Calls that the two interfaces answer differently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Methods, by their position, with arguments. All but the last are legal in both.
    pub calls: Vec<(usize, Vec<Value>)>,
    /// What the old interface says of the last call.
    pub old: Outcome,
    /// What the new one says.
    pub new: Outcome,
}

/// All pairs of transitions on which two interfaces differ, each with calls that lead there, the shortest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// The differences.
    pub found: Vec<Change>,
    /// Calls beyond which some were not compared, and why; `None` if everything was.
    pub stopped: Option<(usize, StopReason)>,
    /// Everything that was compared on the way.
    pub walked: Walked,
}

/// The part of the product of two interfaces that was walked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Walked {
    /// States of the old and the new interface that the same legal calls lead to, those that fewer calls lead to first.
    pub pairs: Vec<(usize, usize)>,
    /// How many calls lead to each pair.
    pub depths: Vec<usize>,
    /// The calls that are told apart by one of the interfaces.
    pub steps: Vec<Step>,
    /// What was compared, pair by pair in their order, and step by step within each, without what both answer with an error.
    pub moves: Vec<Move>,
    /// How many pairs were compared; those behind them were not come to.
    pub compared: usize,
    /// For each difference, in the order in which they were found, the steps that lead to it.
    pub ways: Vec<Vec<usize>>,
}

/// What two interfaces answer to the same call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The position of the pair of states before.
    pub pair: usize,
    /// The position of the step.
    pub step: usize,
    /// What the old and the new interface say of it.
    pub answers: (Outcome, Outcome),
    /// The position of the pair after it, where both say that it is legal.
    pub to: Option<usize>,
}

/// Compares two interfaces over the same terms and the same methods, which have no registers.
pub fn changes(
    old: &InterfaceLts,
    new: &InterfaceLts,
    solver: &mut dyn Solver,
    budget: &Budget,
) -> Changes {
    debug_assert!(
        old.methods == new.methods,
        "interfaces of other methods cannot be compared"
    );
    match steps(old, new, solver, budget) {
        Ok(steps) => {
            let walked = Walked {
                steps,
                ..Walked::default()
            };
            let changes = Changes {
                walked,
                ..Changes::default()
            };
            Walk { old, new, changes }.run(budget)
        }
        Err(reason) => Changes {
            stopped: Some((0, reason)),
            ..Changes::default()
        },
    }
}

/// Calls of one method that are of one symbol in each interface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The method.
    pub method: usize,
    /// The symbol of the old interface.
    pub old: usize,
    /// The symbol of the new one.
    pub new: usize,
    /// Arguments of such a call.
    pub args: Vec<Value>,
}

fn steps(
    old: &InterfaceLts,
    new: &InterfaceLts,
    solver: &mut dyn Solver,
    budget: &Budget,
) -> Result<Vec<Step>, StopReason> {
    let mut steps = Vec::new();
    for method in 0..old.methods.len() {
        for o in old.symbols_of(method) {
            for n in new.symbols_of(method) {
                budget.check()?;
                let both = [
                    old.methods[method].domain,
                    old.symbols[o].guard,
                    new.symbols[n].guard,
                ];
                if let Some(args) = common(old, method, both, solver)? {
                    steps.push(Step {
                        method,
                        old: o,
                        new: n,
                        args,
                    });
                }
            }
        }
    }
    Ok(steps)
}

/// Arguments that satisfy all formulas, plain ones where there is a choice.
fn common(
    interface: &InterfaceLts,
    method: usize,
    formulas: [Term; 3],
    solver: &mut dyn Solver,
) -> Result<Option<Vec<Value>>, StopReason> {
    let terms = &interface.terms;
    let params = &interface.methods[method].params;
    let vars: Vec<Term> = params.iter().map(|p| p.term).collect();
    let found = solver
        .find(&formulas, &vars)
        .map_err(StopReason::SolverUnknown)?;
    let value = |model: &smt::Assignment, v: Term| {
        model
            .get(v)
            .cloned()
            .unwrap_or(Value::default_of(terms.sort(v)))
    };
    Ok(found.map(|model| {
        let args: Vec<Value> = vars.iter().map(|&v| value(&model, v)).collect();
        plain(terms, params, &formulas, &args)
    }))
}

struct Walk<'a> {
    old: &'a InterfaceLts,
    new: &'a InterfaceLts,
    changes: Changes,
}

impl Walk<'_> {
    fn run(mut self, budget: &Budget) -> Changes {
        let start = (self.old.automaton.initial(), self.new.automaton.initial());
        let mut known = BTreeMap::from([(start, 0)]);
        let mut ways: Vec<Vec<usize>> = vec![Vec::new()];
        self.changes.walked.pairs.push(start);
        // Pairs are compared in the order in which they are reached: breadth first.
        while let Some(way) = ways.get(self.changes.walked.compared).cloned() {
            if let Err(reason) = budget.check() {
                self.changes.stopped = Some((way.len(), reason));
                break;
            }
            for step in 0..self.changes.walked.steps.len() {
                let way: Vec<usize> = way.iter().copied().chain([step]).collect();
                self.compare(step, way, &mut known, &mut ways);
            }
            self.changes.walked.compared += 1;
        }
        self.changes.walked.depths = ways.iter().map(Vec::len).collect();
        self.changes
    }

    /// Compares the answers to a step of the pair whose turn it is; `way` leads there and takes the step.
    fn compare(
        &mut self,
        step: usize,
        way: Vec<usize>,
        known: &mut BTreeMap<(usize, usize), usize>,
        ways: &mut Vec<Vec<usize>>,
    ) {
        let pair = self.changes.walked.compared;
        let next = self.next(self.changes.walked.pairs[pair], step);
        let answers = (
            *self.old.automaton.output_of(next.0),
            *self.new.automaton.output_of(next.1),
        );
        let legal = answers.0 == answers.1 && !answers.0.is_final();
        if answers.0 != answers.1 {
            self.found(&way, answers);
        }
        let pairs = &mut self.changes.walked.pairs;
        let to = legal.then(|| {
            *known.entry(next).or_insert_with(|| {
                pairs.push(next);
                ways.push(way);
                pairs.len() - 1
            })
        });
        if answers != (Outcome::Error, Outcome::Error) {
            let moves = &mut self.changes.walked.moves;
            moves.push(Move {
                pair,
                step,
                answers,
                to,
            });
        }
    }

    fn next(&self, (old, new): (usize, usize), step: usize) -> (usize, usize) {
        let step = &self.changes.walked.steps[step];
        (
            self.old.automaton.next(old, step.old),
            self.new.automaton.next(new, step.new),
        )
    }

    fn found(&mut self, way: &[usize], (old, new): (Outcome, Outcome)) {
        let steps = &self.changes.walked.steps;
        let call = |&at: &usize| (steps[at].method, steps[at].args.clone());
        let calls = way.iter().map(call).collect();
        self.changes.found.push(Change { calls, old, new });
        self.changes.walked.ways.push(way.to_vec());
    }
}

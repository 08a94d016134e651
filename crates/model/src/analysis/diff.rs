//! What one interface allows and another does not.
//!
//! The product of the two is walked breadth first. A step is a pair of symbols of the same method whose guards have an
//! argument in common, which is the coarsest refinement of both partitions; so every difference shows on some step, and
//! the calls to it are as short as any.

use std::collections::{BTreeSet, VecDeque};

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
        Ok(steps) => Walk {
            old,
            new,
            steps: &steps,
            changes: Changes::default(),
        }
        .run(budget),
        Err(reason) => Changes {
            found: Vec::new(),
            stopped: Some((0, reason)),
        },
    }
}

/// Calls of one method that are of one symbol in each interface.
struct Step {
    method: usize,
    old: usize,
    new: usize,
    args: Vec<Value>,
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
    steps: &'a [Step],
    changes: Changes,
}

impl Walk<'_> {
    fn run(mut self, budget: &Budget) -> Changes {
        let start = (self.old.automaton.initial(), self.new.automaton.initial());
        let mut seen = BTreeSet::from([start]);
        let mut queue: VecDeque<((usize, usize), Vec<usize>)> =
            VecDeque::from([(start, Vec::new())]);
        while let Some((pair, word)) = queue.pop_front() {
            if let Err(reason) = budget.check() {
                self.changes.stopped = Some((word.len(), reason));
                break;
            }
            for at in 0..self.steps.len() {
                let next = self.next(pair, at);
                let word: Vec<usize> = word.iter().copied().chain([at]).collect();
                let answers = (
                    *self.old.automaton.output_of(next.0),
                    *self.new.automaton.output_of(next.1),
                );
                if answers.0 != answers.1 {
                    self.found(&word, answers);
                } else if !answers.0.is_final() && seen.insert(next) {
                    queue.push_back((next, word));
                }
            }
        }
        self.changes
    }

    fn next(&self, (old, new): (usize, usize), step: usize) -> (usize, usize) {
        let step = &self.steps[step];
        (
            self.old.automaton.next(old, step.old),
            self.new.automaton.next(new, step.new),
        )
    }

    fn found(&mut self, word: &[usize], (old, new): (Outcome, Outcome)) {
        let call = |&at: &usize| (self.steps[at].method, self.steps[at].args.clone());
        self.changes.found.push(Change {
            calls: word.iter().map(call).collect(),
            old,
            new,
        });
    }
}

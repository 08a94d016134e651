//! Constrained Horn clauses: does something bad follow from the rules, and if not, why not?
//!
//! A system has relations with typed arguments, rules `body && constraint => head`, and goals, which are rules whose
//! head is missing. A solution defines the relations such that all rules hold and no goal does: for
//! rules that are the steps of a transition system, that is an inductive invariant.

use std::time::Duration;

use rustc_hash::FxHashMap;

use crate::solver::{Answer, Solver};
use crate::term::{Term, Terms};
use crate::value::Sort;
use crate::z3::Z3;
use crate::z3::horn::{Found, ask};

/// Relations and clauses. Relations are numbered from 0 in the order of [`System::relation`].
#[derive(Clone, Debug, Default)]
pub struct System {
    pub(crate) relations: Vec<Vec<Sort>>,
    pub(crate) clauses: Vec<Clause>,
}

/// A relation applied to terms over the clause's variables.
#[derive(Clone, Debug)]
pub struct Application {
    /// Which relation.
    pub relation: usize,
    /// Its arguments.
    pub args: Vec<Term>,
}

/// `body && constraint => head`, for all values of the variables it mentions; without a head it is a goal.
#[derive(Clone, Debug)]
pub struct Clause {
    /// What must be derived.
    pub body: Vec<Application>,
    /// What else must hold.
    pub constraint: Term,
    /// What follows.
    pub head: Option<Application>,
}

/// What a relation is: `formula` over the formal arguments `args`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The formal arguments, which are variables.
    pub args: Vec<Term>,
    /// When it holds of them.
    pub formula: Term,
}

/// Whether a goal follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Horn {
    /// A goal can be derived.
    Refuted,
    /// No goal can be derived: a definition for each relation, checked.
    Proved(Vec<Definition>),
    /// Not decided, and why.
    Unknown(String),
}

impl System {
    /// No relations.
    pub fn new() -> Self {
        Self::default()
    }

    /// A new relation between values of the sorts.
    pub fn relation(&mut self, sorts: &[Sort]) -> usize {
        self.relations.push(sorts.to_vec());
        self.relations.len() - 1
    }

    /// Adds a clause.
    pub fn clause(&mut self, clause: Clause) {
        self.clauses.push(clause);
    }
}

/// Asks Z3's Spacer, and checks a solution before it is believed.
pub fn solve(terms: &Terms, system: &System, limit: Option<Duration>) -> Horn {
    let formals: Vec<Definition> = system
        .relations
        .iter()
        .enumerate()
        .map(|(i, s)| formal(terms, i, s))
        .collect();
    match ask(terms, system, &formals, limit) {
        Err(why) | Ok(Found::Unknown(why)) => Horn::Unknown(why),
        Ok(Found::Derivable) => Horn::Refuted,
        Ok(Found::Solution(found)) => completed(terms, system, &formals, &found, limit),
    }
}

fn formal(terms: &Terms, relation: usize, sorts: &[Sort]) -> Definition {
    let arg = |(i, sort): (usize, &Sort)| terms.var(&format!("{relation}#{i}"), *sort);
    Definition {
        args: sorts.iter().enumerate().map(arg).collect(),
        formula: terms.true_(),
    }
}

/// Relations that the answer does not mention are never needed, or never hold: whichever makes it a solution.
fn completed(
    terms: &Terms,
    system: &System,
    formals: &[Definition],
    found: &FxHashMap<usize, Term>,
    limit: Option<Duration>,
) -> Horn {
    for missing in [terms.false_(), terms.true_()] {
        let define = |(i, formal): (usize, &Definition)| Definition {
            formula: *found.get(&i).unwrap_or(&missing),
            ..formal.clone()
        };
        let solution: Vec<Definition> = formals.iter().enumerate().map(define).collect();
        if is_solution(terms, system, &solution, limit) {
            return Horn::Proved(solution);
        }
    }
    Horn::Unknown("the solution found could not be confirmed".to_owned())
}

/// Whether every clause holds under the definitions, decided by a solver that did not make them.
pub fn is_solution(
    terms: &Terms,
    system: &System,
    solution: &[Definition],
    limit: Option<Duration>,
) -> bool {
    let mut solver = Z3::new(terms);
    solver.set_limit(limit);
    system.clauses.iter().all(|clause| {
        let mut parts: Vec<Term> = clause
            .body
            .iter()
            .map(|a| instance(terms, solution, a))
            .collect();
        parts.push(clause.constraint);
        parts.push(match &clause.head {
            Some(head) => terms.not(instance(terms, solution, head)),
            None => terms.true_(),
        });
        solver.push();
        parts.iter().for_each(|p| solver.assert(*p));
        let answer = solver.check(&[]);
        solver.pop();
        answer == Answer::Unsat
    })
}

fn instance(terms: &Terms, solution: &[Definition], application: &Application) -> Term {
    let definition = &solution[application.relation];
    let map = definition
        .args
        .iter()
        .copied()
        .zip(application.args.iter().copied())
        .collect();
    terms.substitute(definition.formula, &map)
}

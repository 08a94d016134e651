//! Claims about all words of a program, and their check.
//!
//! A claim is a finite set of blocks of states with the moves between them. It is checked that runs never leave the
//! blocks along a move that is not listed, so that the words through them are all there are; and that every state of a
//! block can take each move that is listed as exact, so that every word through exact moves is one of a run.

use std::collections::BTreeSet;

use base::{Budget, StopReason};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use smt::{Answer, Solver, Term, Terms, project};
use step::LocationId;
use step::events::{Does, EventSystem, Move};

use crate::{Checked, Rejection};

/// A set of states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// Where the program pauses.
    pub location: LocationId,
    /// What holds of the location's variables.
    pub formula: Term,
}

/// A move that states of a block can take.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Edge {
    /// The block.
    pub from: usize,
    /// The number of the move among those of the block's location.
    pub number: usize,
    /// Where it leads.
    pub to: To,
}

/// Where a move leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum To {
    /// To states of a block.
    Block(usize),
    /// To a failure.
    Failure,
    /// To the end of the program.
    End,
}

/// Blocks and moves that are claimed to be all there are. The first block is where the program starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The blocks.
    pub blocks: Vec<Block>,
    /// Every move that a run can take from a state of a block, those to undefined behaviour and to assumptions that do not
    /// hold left out.
    pub edges: Vec<Edge>,
    /// Those that every state of their block can take.
    pub exact: Vec<Edge>,
}

/// Checks a claim about the words that end with `goal`: a failure, or the end of the program.
pub fn check_language(
    system: &EventSystem,
    claim: &Claim,
    goal: To,
    solver: &mut dyn Solver,
    budget: &Budget,
) -> Result<Checked, Rejection> {
    misses_nothing(claim, goal)?;
    let mut checker = Checker::new(system, claim, solver);
    checker.starts()?;
    for block in 0..claim.blocks.len() {
        budget.check().map_err(Rejection::Undecided)?;
        checker.is_closed(block)?;
    }
    for edge in &claim.exact {
        budget.check().map_err(Rejection::Undecided)?;
        checker.is_exact(edge)?;
    }
    Ok(Checked {
        obligations: checker.obligations,
    })
}

/// Whether no state of the blocks of a claim takes a move to undefined behaviour that is no failure. What the solver does
/// not know is possible.
pub fn stays_defined(
    system: &EventSystem,
    claim: &Claim,
    solver: &mut dyn Solver,
    budget: &Budget,
) -> bool {
    let mut checker = Checker::new(system, claim, solver);
    (0..claim.blocks.len()).all(|block| budget.check().is_ok() && checker.is_defined(block))
}

/// Soundness: every move on a way to the goal is exact. Otherwise words through exact moves would not be all words.
fn misses_nothing(claim: &Claim, goal: To) -> Result<(), Rejection> {
    let exact: FxHashSet<&Edge> = claim.exact.iter().collect();
    let mut to_block: FxHashMap<usize, Vec<&Edge>> = FxHashMap::default();
    let mut leading: Vec<&Edge> = Vec::new();
    for edge in &claim.edges {
        match edge.to {
            To::Block(to) => to_block.entry(to).or_default().push(edge),
            end @ (To::Failure | To::End) if end == goal => leading.push(edge),
            To::Failure | To::End => {}
        }
    }
    let mut useful = BTreeSet::new();
    while let Some(edge) = leading.pop() {
        if !exact.contains(edge) {
            return Err(Rejection::wrong(
                "a move on the way to the end of a word is not exact",
            ));
        }
        if useful.insert(edge.from) {
            leading.extend(to_block.get(&edge.from).into_iter().flatten());
        }
    }
    Ok(())
}

/// Checks that runs are all there are: whatever a program is given, one of them is taken. Each is known by its condition;
/// `domain` is what holds of all that programs are given.
pub fn check_all_runs(
    terms: &Terms,
    conditions: &[Vec<Term>],
    domain: &[Term],
    solver: &mut dyn Solver,
) -> Result<Checked, Rejection> {
    let taken: Vec<Term> = conditions
        .iter()
        .map(|condition| terms.and(condition))
        .collect();
    let none = terms.not(terms.or(&taken));
    let question: Vec<Term> = domain.iter().copied().chain([none]).collect();
    match solver.ask(&question) {
        Answer::Unsat => Ok(Checked { obligations: 1 }),
        Answer::Sat => Err(Rejection::wrong(
            "there are inputs with which no run is taken",
        )),
        Answer::Unknown(why) => Err(Rejection::unanswered(why)),
    }
}

/// Checks that runs which were not followed are none: each needs all of some formulas, and these cannot hold together.
pub fn check_ruled_out(
    impossible: &[Vec<Term>],
    domain: &[Term],
    solver: &mut dyn Solver,
    budget: &Budget,
) -> Result<Checked, Rejection> {
    for formulas in impossible {
        budget.check().map_err(Rejection::Undecided)?;
        let question: Vec<Term> = domain.iter().chain(formulas).copied().collect();
        match solver.ask(&question) {
            Answer::Unsat => {}
            Answer::Sat => {
                return Err(Rejection::wrong("a run was left out that is possible"));
            }
            Answer::Unknown(why) => return Err(Rejection::unanswered(why)),
        }
    }
    Ok(Checked {
        obligations: impossible.len(),
    })
}

struct Checker<'a> {
    system: &'a EventSystem,
    claim: &'a Claim,
    /// Where the moves of each block lead, by its number and theirs.
    listed: FxHashMap<(usize, usize), Vec<To>>,
    solver: &'a mut dyn Solver,
    obligations: usize,
}

impl<'a> Checker<'a> {
    fn new(system: &'a EventSystem, claim: &'a Claim, solver: &'a mut dyn Solver) -> Self {
        let mut listed: FxHashMap<(usize, usize), Vec<To>> = FxHashMap::default();
        for edge in &claim.edges {
            let leads = listed.entry((edge.from, edge.number)).or_default();
            leads.push(edge.to);
        }
        Self {
            system,
            claim,
            listed,
            solver,
            obligations: 0,
        }
    }

    /// Where a move of a block leads.
    fn leads(&self, from: usize, number: usize) -> &[To] {
        self.listed.get(&(from, number)).map_or(&[], |leads| leads)
    }

    fn starts(&mut self) -> Result<(), Rejection> {
        let start = self.system.initial();
        let first = self.claim.blocks.first();
        let first = first
            .filter(|b| b.location == start && self.system.location(start).variables.is_empty());
        let first = first
            .ok_or_else(|| Rejection::wrong("the first block is not where the program starts"))?
            .formula;
        self.never(
            &[self.system.terms.not(first)],
            "the program does not start in the first block",
        )
    }

    /// No state of a block takes a move that is not listed.
    fn is_closed(&mut self, from: usize) -> Result<(), Rejection> {
        let moves = self.system.moves(self.claim.blocks[from].location);
        for (number, step) in moves.iter().enumerate() {
            let terms = &self.system.terms;
            let listed = self.leads(from, number);
            let elsewhere = match &step.does {
                Does::Undefined { .. } | Does::Discard => continue,
                Does::Fail { .. } if listed.contains(&To::Failure) => continue,
                Does::End if listed.contains(&To::End) => continue,
                Does::Fail { .. } | Does::End | Does::Unknown(_) => step.guard,
                Does::Pass(..) => {
                    let inside = listed
                        .iter()
                        .map(|to| self.lands(step, *to))
                        .collect::<Result<Vec<_>, _>>()?;
                    terms.and(&[step.guard, terms.not(terms.or(&inside))])
                }
            };
            let state = self.state(from);
            self.never(&[state, elsewhere], "a run leaves the blocks")?;
        }
        Ok(())
    }

    fn is_defined(&mut self, from: usize) -> bool {
        let moves = self.system.moves(self.claim.blocks[from].location);
        let mut undefined = moves
            .iter()
            .filter(|step| matches!(step.does, Does::Undefined { .. }));
        let state = self.state(from);
        undefined.all(|step| self.never(&[state, step.guard], "it is undefined").is_ok())
    }

    /// Every state of a block can take a move.
    fn is_exact(&mut self, edge: &Edge) -> Result<(), Rejection> {
        if !self.leads(edge.from, edge.number).contains(&edge.to) {
            return Err(Rejection::wrong("an exact move is not among the moves"));
        }
        let moves = self.system.moves(self.claim.blocks[edge.from].location);
        let step = moves
            .get(edge.number)
            .ok_or_else(|| Rejection::wrong("a move does not exist"))?;
        let terms = &self.system.terms;
        let arrives = match (&step.does, edge.to) {
            (Does::Pass(..), To::Block(_)) => self.lands(step, edge.to)?,
            (Does::Fail { .. }, To::Failure) | (Does::End, To::End) => terms.bool(true),
            _ => return Err(Rejection::wrong("a move leads elsewhere")),
        };
        let taken = terms.and(&[step.guard, arrives]);
        let unwritten = || {
            StopReason::Limit(
                "a condition could not be written without the program's inputs".to_owned(),
            )
        };
        let can = project(terms, taken, &step.inputs, self.solver);
        let can = can.ok_or_else(|| Rejection::Undecided(unwritten()))?;
        let free: BTreeSet<Term> = terms.free_vars(can);
        if step.inputs.iter().any(|input| free.contains(input)) {
            return Err(Rejection::wrong("an input was not eliminated"));
        }
        let state = self.state(edge.from);
        self.never(
            &[state, self.system.terms.not(can)],
            "not every state of a block can take an exact move",
        )
    }

    /// That a move arrives in a block.
    fn lands(&self, step: &Move, to: To) -> Result<Term, Rejection> {
        let (Does::Pass(_, target), To::Block(to)) = (&step.does, to) else {
            return Err(Rejection::wrong("a move leads elsewhere"));
        };
        let block = self
            .claim
            .blocks
            .get(to)
            .filter(|b| b.location == target.location);
        let block = block.ok_or_else(|| Rejection::wrong("a move leads to another location"))?;
        let location = self.system.location(target.location);
        let update: FxHashMap<Term, Term> = location
            .variables
            .iter()
            .map(|v| v.term)
            .zip(target.update.iter().copied())
            .collect();
        Ok(self.system.terms.substitute(block.formula, &update))
    }

    fn state(&self, block: usize) -> Term {
        let block = self.claim.blocks[block];
        self.system
            .terms
            .and(&[block.formula, self.system.range(block.location)])
    }

    fn never(&mut self, formulas: &[Term], otherwise: &str) -> Result<(), Rejection> {
        self.obligations += 1;
        match self.solver.ask(formulas) {
            Answer::Unsat => Ok(()),
            Answer::Sat => Err(Rejection::wrong(otherwise)),
            Answer::Unknown(why) => Err(Rejection::unanswered(why)),
        }
    }
}

//! Questions about windows and registers.

use base::{Budget, StopReason};
use rustc_hash::FxHashMap;
use smt::{Answer, Assignment, Solver, Sort, Term, Terms, Value};

use super::super::super::SymbolicTransducer;
use super::super::super::program::Program;

/// A solver, and what it need not be asked.
pub(super) struct Oracle<'a> {
    pub(super) terms: Terms,
    pub(super) solver: &'a mut dyn Solver,
    /// Window and registers.
    pub(super) variables: Vec<Term>,
    /// Every symbol of the window is one that can occur.
    pub(super) world: Term,
    known: FxHashMap<Term, bool>,
    pub(super) budget: &'a Budget,
}

impl<'a> Oracle<'a> {
    pub(super) fn new(
        machine: &SymbolicTransducer,
        solver: &'a mut dyn Solver,
        budget: &'a Budget,
    ) -> Self {
        let terms = machine.terms.clone();
        let window: Vec<Term> = (0..=machine.lookback)
            .map(|back| machine.seen(back))
            .collect();
        let occurs =
            |x: &Term| terms.substitute(machine.alphabet, &FxHashMap::from_iter([(window[0], *x)]));
        let world = terms.and(&window.iter().map(occurs).collect::<Vec<Term>>());
        let variables = window
            .iter()
            .copied()
            .chain(machine.registers.iter().map(|r| r.variable))
            .collect();
        Self {
            terms,
            solver,
            variables,
            world,
            known: FxHashMap::default(),
            budget,
        }
    }

    /// Whether all of these can hold together.
    pub(super) fn possible(&mut self, formulas: &[Term]) -> Result<bool, StopReason> {
        let formula = self.within(formulas);
        if let Some(&known) = self.known.get(&formula) {
            return Ok(known);
        }
        self.budget.check()?;
        let possible = match self.by_table(formula) {
            Some(found) => found.is_some(),
            None => match self.solver.ask(&[formula]) {
                Answer::Sat => true,
                Answer::Unsat => false,
                Answer::Unknown(why) => return Err(self.gave_up(why)),
            },
        };
        self.known.insert(formula, possible);
        Ok(possible)
    }

    /// Whether the first holds wherever all the others do.
    pub(super) fn always(&mut self, formula: Term, given: &[Term]) -> Result<bool, StopReason> {
        let not = self.terms.not(formula);
        Ok(!self.possible(&[given, &[not]].concat())?)
    }

    /// Values for which all of these hold, the same ones every time.
    pub(super) fn example(&mut self, formulas: &[Term]) -> Result<Option<Assignment>, StopReason> {
        let formula = self.within(formulas);
        self.budget.check()?;
        let found = match self.by_table(formula) {
            Some(found) => found,
            None => self
                .solver
                .find(&[formula], &self.variables)
                .map_err(|why| self.gave_up(why))?,
        };
        Ok(found.map(|found| self.completed(&found)))
    }

    /// Why there is no answer: a solver gives up, too, because time is over.
    fn gave_up(&self, why: String) -> StopReason {
        self.budget
            .check()
            .err()
            .unwrap_or(StopReason::SolverUnknown(why))
    }

    /// False if it is seen at a glance that the formula cannot hold.
    pub(super) fn conceivable(&self, formula: Term) -> bool {
        !matches!(self.by_table(self.within(&[formula])), Some(None))
    }

    fn within(&self, formulas: &[Term]) -> Term {
        self.terms.and(&[formulas, &[self.world]].concat())
    }

    /// With a value for every variable, whether it matters or not.
    fn completed(&self, found: &Assignment) -> Assignment {
        let value = |v: Term| {
            found
                .get(v)
                .cloned()
                .unwrap_or_else(|| Value::default_of(self.terms.sort(v)))
        };
        self.variables.iter().map(|v| (*v, value(*v))).collect()
    }

    /// The first value that makes the formula true, if it speaks of one small number only.
    fn by_table(&self, formula: Term) -> Option<Option<Assignment>> {
        if let Some(truth) = self.terms.value(formula) {
            return Some((*truth == Value::Bool(true)).then(Assignment::new));
        }
        let vars: Vec<Term> = self.terms.free_vars(formula).into_iter().collect();
        let ([var], Sort::BitVec(width @ ..=16)) = (&vars[..], self.terms.sort(*vars.first()?))
        else {
            return None;
        };
        let program = Program::new(&self.terms, &[formula], &vars)?;
        let mut words = Vec::new();
        let mut holds = |n: &u64| {
            program.run(&[*n], &mut words);
            program.value(&words, 0) != 0
        };
        let first = (0..1u64 << width).find(|n| holds(n));
        Some(first.map(|n| Assignment::from_iter([(*var, Value::bv(width, n))])))
    }
}

//! Asks about parts that share no variable one by one. A part that was asked before is then found in the cache, whatever
//! stands beside it now.

use std::collections::BTreeSet;
use std::time::Duration;

use rustc_hash::FxHashMap;

use super::Stack;
use crate::assignment::Assignment;
use crate::solver::{Answer, Solver};
use crate::term::{Term, Terms};
use crate::value::Value;

/// See the module.
pub struct Independence<S> {
    inner: S,
    terms: Terms,
    stack: Stack,
    vars: FxHashMap<Term, Vec<Term>>,
    model: Assignment,
    core: Vec<Term>,
}

/// Formulas that share variables, directly or through others, in the order in which they were asserted.
#[derive(Default)]
struct Part {
    vars: BTreeSet<Term>,
    asserted: Vec<Term>,
    assumed: Vec<Term>,
}

/// Which of some formulas, known by their numbers, share variables (union and find).
#[derive(Default)]
struct Sharing {
    /// For each formula one before it that it shares a part with; the first of a part has itself.
    before: Vec<usize>,
    /// The first formula with a variable.
    owners: FxHashMap<Term, usize>,
}

impl Sharing {
    /// Takes the next formula, by its number, with its variables.
    fn add(&mut self, formula: usize, vars: &[Term]) {
        self.before.push(formula);
        for var in vars {
            let owner = *self.owners.entry(*var).or_insert(formula);
            let (one, other) = (self.first(owner), self.first(formula));
            self.before[one.max(other)] = one.min(other);
        }
    }

    /// The first formula of the part of a formula.
    fn first(&mut self, formula: usize) -> usize {
        let mut at = formula;
        while self.before[at] != at {
            self.before[at] = self.before[self.before[at]];
            at = self.before[at];
        }
        at
    }
}

impl<S: Solver> Independence<S> {
    /// Splits questions to `inner`, which must be as new.
    pub fn new(terms: &Terms, inner: S) -> Self {
        Self {
            inner,
            terms: terms.clone(),
            stack: Stack::default(),
            vars: FxHashMap::default(),
            model: Assignment::new(),
            core: Vec::new(),
        }
    }

    /// Formulas that share a variable are in one part, in the order in which they were asserted.
    fn parts(&mut self, assumptions: &[Term]) -> Vec<Part> {
        let asserted = self.stack.iter().map(|formula| (formula, false));
        let assumed = assumptions.iter().map(|formula| (*formula, true));
        let formulas: Vec<(Term, bool)> = asserted.chain(assumed).collect();
        let mut sharing = Sharing::default();
        for (at, (formula, _)) in formulas.iter().enumerate() {
            let vars = self
                .vars
                .entry(*formula)
                .or_insert_with(|| self.terms.free_vars(*formula).into_iter().collect());
            sharing.add(at, vars);
        }
        let mut parts: Vec<Part> = Vec::new();
        let mut numbers: FxHashMap<usize, usize> = FxHashMap::default();
        for (at, (formula, assumed)) in formulas.into_iter().enumerate() {
            let number = *numbers.entry(sharing.first(at)).or_insert_with(|| {
                parts.push(Part::default());
                parts.len() - 1
            });
            let part = &mut parts[number];
            part.vars.extend(&self.vars[&formula]);
            match assumed {
                true => part.assumed.push(formula),
                false => part.asserted.push(formula),
            }
        }
        parts
    }

    fn ask(&mut self, part: &Part) -> Answer {
        self.inner.push();
        part.asserted.iter().for_each(|f| self.inner.assert(*f));
        let answer = self.inner.check(&part.assumed);
        match answer {
            Answer::Sat => {
                let vars: Vec<Term> = part.vars.iter().copied().collect();
                for (var, value) in self.inner.model(&vars).iter() {
                    self.model.set(var, value.clone());
                }
            }
            Answer::Unsat => self.core = self.inner.core(),
            Answer::Unknown(_) => {}
        }
        self.inner.pop();
        answer
    }
}

impl<S: Solver> Solver for Independence<S> {
    fn push(&mut self) {
        self.stack.push();
    }

    fn pop(&mut self) {
        self.stack.pop();
    }

    fn assert(&mut self, formula: Term) {
        self.stack.assert(formula);
    }

    /// Unsatisfiable if some part is, whatever the others are; satisfiable only if all parts are.
    fn check(&mut self, assumptions: &[Term]) -> Answer {
        self.model = Assignment::new();
        self.core.clear();
        let mut answer = Answer::Sat;
        for part in self.parts(assumptions) {
            match self.ask(&part) {
                Answer::Sat => {}
                Answer::Unsat => return Answer::Unsat,
                unknown @ Answer::Unknown(_) => answer = unknown,
            }
        }
        answer
    }

    fn model(&mut self, vars: &[Term]) -> Assignment {
        let value = |v: &Term| {
            self.model
                .get(*v)
                .cloned()
                .unwrap_or_else(|| Value::default_of(self.terms.sort(*v)))
        };
        vars.iter().map(|v| (*v, value(v))).collect()
    }

    fn core(&mut self) -> Vec<Term> {
        self.core.clone()
    }

    fn set_limit(&mut self, limit: Option<Duration>) {
        self.inner.set_limit(limit);
    }

    fn calls(&self) -> u64 {
        self.inner.calls()
    }
}

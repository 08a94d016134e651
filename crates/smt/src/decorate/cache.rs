//! Remembers answers. A question is the set of everything that must hold; it is answered without the solver if
//! - the same set was asked before, or
//! - a set known to be contradictory is part of it, or
//! - a model found before makes all of it true.

use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Duration;

use rustc_hash::FxHashMap;

use super::Stack;
use crate::assignment::Assignment;
use crate::solver::{Answer, Solver};
use crate::term::{Term, Terms};
use crate::value::Value;

/// How many models are tried.
const MODELS: usize = 24;

/// How many answers are kept, then all are forgotten: memory is not free either.
const ANSWERS: usize = 200_000;

/// How many contradictory sets are compared with.
const CONTRADICTIONS: usize = 200;

/// See the module.
pub struct Cache<S> {
    inner: S,
    terms: Terms,
    stack: Stack,
    answers: FxHashMap<Box<[Term]>, Known>,
    models: VecDeque<Rc<Remembered>>,
    contradictions: VecDeque<Contradiction>,
    vars: FxHashMap<Term, Rc<[Term]>>,
    last: Option<Known>,
    assumptions: Vec<Term>,
}

#[derive(Clone)]
enum Known {
    Sat(Rc<Remembered>),
    /// A contradictory part of the question.
    Unsat(Rc<[Term]>),
}

/// A model, and what it makes of formulas that were asked about.
struct Remembered {
    model: Assignment,
    truth: std::cell::RefCell<FxHashMap<Term, bool>>,
}

struct Contradiction {
    /// One bit for each member: a set that lacks one of them cannot contain this one.
    bits: u64,
    set: Rc<[Term]>,
}

fn bits(set: &[Term]) -> u64 {
    use base::Id;
    set.iter().fold(0, |bits, t| {
        bits | 1 << (t.index().wrapping_mul(0x9e37_79b9) >> 7 & 63)
    })
}

/// The youngest first: old assertions are in every question, and what differs is young.
fn contains_all(set: &[Term], part: &[Term]) -> bool {
    part.iter().rev().all(|t| set.binary_search(t).is_ok())
}

impl Remembered {
    /// Variables without a value are zero, here and in the answer.
    fn satisfies(&self, terms: &Terms, formula: Term) -> bool {
        if let Some(known) = self.truth.borrow().get(&formula) {
            return *known;
        }
        let value = |var: Term| {
            let known = self.model.get(var).cloned();
            known.or_else(|| Some(Value::default_of(terms.sort(var))))
        };
        let truth = terms.eval(formula, &value) == Some(Value::Bool(true));
        self.truth.borrow_mut().insert(formula, truth);
        truth
    }
}

impl<S: Solver> Cache<S> {
    /// Remembers the answers of `inner`.
    pub fn new(terms: &Terms, inner: S) -> Self {
        Self {
            inner,
            terms: terms.clone(),
            stack: Stack::default(),
            answers: FxHashMap::default(),
            models: VecDeque::new(),
            contradictions: VecDeque::new(),
            vars: FxHashMap::default(),
            last: None,
            assumptions: Vec::new(),
        }
    }

    fn question(&self, assumptions: &[Term]) -> Box<[Term]> {
        let mut all: Vec<Term> = self
            .stack
            .iter()
            .chain(assumptions.iter().copied())
            .collect();
        all.sort_unstable();
        all.dedup();
        all.into()
    }

    fn recall(&mut self, question: &[Term], assumptions: &[Term]) -> Option<Known> {
        if let Some(known) = self.answers.get(question) {
            return Some(known.clone());
        }
        let own = bits(question);
        let is_inside = |c: &Contradiction| c.bits & !own == 0 && contains_all(question, &c.set);
        if let Some(place) = self.contradictions.iter().position(is_inside) {
            let found = self.contradictions.remove(place)?;
            let set = Rc::clone(&found.set);
            self.contradictions.push_front(found);
            return Some(Known::Unsat(set));
        }
        // What was asserted last is the most likely to fail, and the rest was most likely tried before.
        let newest: Vec<Term> = assumptions
            .iter()
            .copied()
            .chain(self.stack.iter().rev())
            .collect();
        let place = self
            .models
            .iter()
            .position(|m| newest.iter().all(|f| m.satisfies(&self.terms, *f)))?;
        let model = self.models.remove(place)?;
        self.models.push_front(Rc::clone(&model));
        Some(Known::Sat(model))
    }

    fn learn(&mut self, question: &[Term], assumptions: &[Term], answer: &Answer) -> Option<Known> {
        match answer {
            Answer::Unknown(_) => None,
            Answer::Sat => {
                let vars = self.variables(question);
                let model = Rc::new(Remembered {
                    model: self.inner.model(&vars),
                    truth: Default::default(),
                });
                // A model that does not fit would be a mistake of the solver, or one it could not tell us in full.
                if question.iter().all(|f| model.satisfies(&self.terms, *f)) {
                    self.models.push_front(Rc::clone(&model));
                    self.models.truncate(MODELS);
                }
                Some(Known::Sat(model))
            }
            Answer::Unsat => {
                let core = self.inner.core();
                let left_out = |t: &Term| {
                    assumptions.contains(t)
                        && !core.contains(t)
                        && !self.stack.iter().any(|s| s == *t)
                };
                let set: Rc<[Term]> = question.iter().copied().filter(|t| !left_out(t)).collect();
                self.contradictions.push_front(Contradiction {
                    bits: bits(&set),
                    set: Rc::clone(&set),
                });
                self.contradictions.truncate(CONTRADICTIONS);
                Some(Known::Unsat(set))
            }
        }
    }

    fn variables(&mut self, question: &[Term]) -> Vec<Term> {
        let mut all = Vec::new();
        for t in question {
            let own = self
                .vars
                .entry(*t)
                .or_insert_with(|| self.terms.free_vars(*t).into_iter().collect());
            all.extend(own.iter().copied());
        }
        all.sort_unstable();
        all.dedup();
        all
    }
}

impl<S: Solver> Solver for Cache<S> {
    fn push(&mut self) {
        self.stack.push();
        self.inner.push();
    }

    fn pop(&mut self) {
        self.stack.pop();
        self.inner.pop();
    }

    fn assert(&mut self, formula: Term) {
        self.stack.assert(formula);
        self.inner.assert(formula);
    }

    fn check(&mut self, assumptions: &[Term]) -> Answer {
        let question = self.question(assumptions);
        self.assumptions = assumptions.to_vec();
        self.last = self.recall(&question, assumptions);
        if self.last.is_none() {
            let answer = self.inner.check(assumptions);
            self.last = self.learn(&question, assumptions, &answer);
            if let Answer::Unknown(_) = answer {
                return answer;
            }
        }
        let known = self.last.clone().expect("every other answer is learned");
        let answer = match known {
            Known::Sat(_) => Answer::Sat,
            Known::Unsat(_) => Answer::Unsat,
        };
        if self.answers.len() >= ANSWERS {
            self.answers.clear();
        }
        self.answers.insert(question, known);
        answer
    }

    fn model(&mut self, vars: &[Term]) -> Assignment {
        let Some(Known::Sat(found)) = &self.last else {
            panic!("there is a model only after `Sat`")
        };
        let value = |v: &Term| {
            found
                .model
                .get(*v)
                .cloned()
                .unwrap_or_else(|| Value::default_of(self.terms.sort(*v)))
        };
        vars.iter().map(|v| (*v, value(v))).collect()
    }

    fn core(&mut self) -> Vec<Term> {
        let Some(Known::Unsat(set)) = &self.last else {
            return Vec::new();
        };
        self.assumptions
            .iter()
            .copied()
            .filter(|t| set.binary_search(t).is_ok())
            .collect()
    }

    fn set_limit(&mut self, limit: Option<Duration>) {
        self.inner.set_limit(limit);
    }

    fn calls(&self) -> u64 {
        self.inner.calls()
    }
}

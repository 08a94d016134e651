//! Whether a path can go on: asked as rarely as possible, and then about as little as possible.

use std::rc::Rc;

use rustc_hash::FxHashSet;
use smt::{Answer, Assignment, Term};

use crate::Paths;
use crate::explorer::Explorer;
use crate::inquiry::{Inquiry, Known};
use crate::intervals::contradict;
use crate::model::{Model, Witness};
use crate::nudge::nudge;
use crate::order::contradicts;
use crate::thread::Thread;

/// How many answers are kept, then all are forgotten.
const ANSWERS: usize = 200_000;

impl<'p> Explorer<'_, 'p> {
    /// Whether a path can go on with a condition.
    ///
    /// Soundness: a solver's unknown keeps the path. Its condition is exact either way.
    pub(crate) fn feasible(&mut self, thread: &Thread<'p>, cond: Term) -> Option<Witness> {
        let terms = self.world.terms;
        if cond == terms.bool(false) {
            return None;
        }
        if thread.model.satisfies(terms, cond) {
            return Some(thread.model.clone());
        }
        let found = match thread.model.0.clone() {
            Some(model) => self.beside(thread, &model, cond),
            None => self.altogether(thread, cond),
        };
        if found.is_none() {
            self.rule_out(thread, cond);
        }
        found
    }

    /// Says that a path cannot go on with a condition. Where paths are joined they are few, and so are these: somebody else
    /// can look at all of them.
    pub(crate) fn rule_out(&mut self, thread: &Thread<'p>, cond: Term) {
        if self.bounds.paths != Paths::Apart {
            let all = thread.condition.iter().copied().chain([cond]).collect();
            self.outlet.impossible(all);
        }
    }

    /// The question as a whole.
    fn altogether(&mut self, thread: &Thread<'p>, cond: Term) -> Option<Witness> {
        let all: Vec<Term> = thread.condition.iter().copied().chain([cond]).collect();
        match self.by_bytes(&all) {
            Some(Known::No) => return None,
            Some(Known::Yes(values)) => {
                let mut model = Assignment::new();
                values
                    .iter()
                    .for_each(|(var, value)| model.set(*var, value.clone()));
                return Some(Witness(Some(Rc::new(Model(model)))));
            }
            Some(Known::Perhaps) | None => {}
        }
        self.inquiry.asked += 1;
        match self.scopes.check(&thread.condition, &[cond]) {
            Answer::Unsat => None,
            Answer::Sat if self.keeps_models => {
                let all: Vec<Term> = thread.condition.iter().copied().chain([cond]).collect();
                let variables: Vec<Term> =
                    self.world.terms.free_vars_of(&all).into_iter().collect();
                let model = Model(self.scopes.model(&variables));
                let fits = all.iter().all(|&c| model.satisfies(self.world.terms, c));
                Some(Witness(fits.then(|| Rc::new(model))))
            }
            Answer::Sat | Answer::Unknown(_) => Some(Witness::default()),
        }
    }

    /// The question where values are known that satisfy the condition so far: only what hangs together with the new
    /// part can keep it from holding, and only those values need change.
    fn beside(&mut self, thread: &Thread<'p>, model: &Model, cond: Term) -> Option<Witness> {
        let terms = self.world.terms;
        let (linked, variables) = self
            .inquiry
            .variables
            .linked(terms, &thread.condition, cond);
        let mut key = linked.clone();
        key.push(cond);
        key.sort_unstable();
        let key = key.into_boxed_slice();
        let known = match self.inquiry.answers.get(&key) {
            Some(known) => known.clone(),
            None => {
                let known = self.inquire(model, &linked, cond, &variables);
                if self.inquiry.answers.len() >= ANSWERS {
                    self.inquiry.answers.clear();
                }
                self.inquiry.answers.insert(key, known.clone());
                known
            }
        };
        match known {
            Known::No => None,
            Known::Perhaps => Some(Witness::default()),
            Known::Yes(values) => {
                let mut all = model.0.clone();
                values
                    .iter()
                    .for_each(|(var, value)| all.set(*var, value.clone()));
                Some(Witness(Some(Rc::new(Model(all)))))
            }
        }
    }

    /// The answer where everything is about one byte.
    fn by_bytes(&mut self, formulas: &[Term]) -> Option<Known> {
        let terms = self.world.terms;
        let Inquiry {
            variables, bytes, ..
        } = &mut self.inquiry;
        let mut only = None;
        for formula in formulas {
            for &var in variables.of(terms, *formula).iter() {
                if only.is_some_and(|known| known != var) {
                    return None;
                }
                only = Some(var);
            }
        }
        let byte = only?;
        Some(match bytes.find(terms, byte, formulas.iter().copied())? {
            Some(value) => Known::Yes([(byte, value)].into()),
            None => Known::No,
        })
    }

    fn inquire(
        &mut self,
        model: &Model,
        linked: &[Term],
        cond: Term,
        variables: &FxHashSet<Term>,
    ) -> Known {
        let terms = self.world.terms;
        if variables.len() == 1 {
            let all: Vec<Term> = linked.iter().copied().chain([cond]).collect();
            if let Some(known) = self.by_bytes(&all) {
                return known;
            }
        }
        let mut variables: Vec<Term> = variables.iter().copied().collect();
        variables.sort_unstable();
        let values = |model: &Model| {
            let value = |&var: &Term| Some((var, model.variable(terms, var)?));
            Known::Yes(variables.iter().filter_map(value).collect())
        };
        if contradicts(terms, linked, cond)
            || contradict(terms, linked.iter().copied().chain([cond]))
        {
            return Known::No;
        }
        if let Some(found) = nudge(terms, &mut self.inquiry.variables, model, linked, cond) {
            return values(&found);
        }
        self.inquiry.asked += 1;
        match self.scopes.check(linked, &[cond]) {
            Answer::Unsat => Known::No,
            Answer::Unknown(_) => Known::Perhaps,
            Answer::Sat => {
                let found = Model(self.scopes.model(&variables));
                let fits = linked
                    .iter()
                    .chain([&cond])
                    .all(|&c| found.satisfies(terms, c));
                if fits { values(&found) } else { Known::Perhaps }
            }
        }
    }
}

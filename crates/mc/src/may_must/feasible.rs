//! Whether code can follow a way through the may abstraction.

use base::StopReason;
use cert::Call;
use rustc_hash::FxHashMap;
use smt::{Assignment, Term, Value};
use step::Path;

use super::walk::Trace;
use super::{Abstraction, End};

/// States that code can be in on the way: values over the arguments of the calls so far, and what holds of these.
#[derive(Clone, Debug)]
pub(super) struct Reached {
    /// The value of each variable of the block's location.
    pub values: FxHashMap<Term, Term>,
    /// Over the arguments.
    pub conditions: Vec<Term>,
    /// The arguments of each call.
    args: Vec<Vec<Term>>,
}

/// How far code can follow a trace.
pub(super) enum Followed {
    /// To its end, with these calls.
    ToTheEnd(Vec<Call>),
    /// What can be reached before each step of it, as far as anything can.
    Until(Vec<Vec<Reached>>),
}

impl Abstraction<'_> {
    pub(super) fn follow(&mut self, trace: &Trace) -> Result<Followed, StopReason> {
        let start = Reached {
            values: crate::route::initial_values(self.system),
            conditions: Vec::new(),
            args: Vec::new(),
        };
        let mut layers = vec![vec![start]];
        for step in 0..trace.steps.len() {
            let mut next = Vec::new();
            for reached in layers[step].clone() {
                self.after(trace, step, &reached, &mut next)?;
            }
            if next.is_empty() {
                return Ok(Followed::Until(layers));
            }
            layers.push(next);
        }
        let last = layers.pop().and_then(|mut last| last.pop());
        let last = last.ok_or_else(|| StopReason::Limit("a trace has no end".into()))?;
        self.calls(trace, &last).map(Followed::ToTheEnd)
    }

    /// What a step of the trace can lead to, where it leads there.
    fn after(
        &mut self,
        trace: &Trace,
        step: usize,
        reached: &Reached,
        next: &mut Vec<Reached>,
    ) -> Result<(), StopReason> {
        let (block, symbol) = trace.steps[step];
        let (letter, terms) = (self.symbols[symbol].letter, self.system.terms.clone());
        let fresh = self.arguments(symbol, step);
        let params = self.system.letters[letter].params.iter().map(|p| p.term);
        let mut map = reached.values.clone();
        map.extend(params.zip(fresh.iter().copied()));
        let domain = self.system.letters[letter].domain;
        let allowed = terms.substitute_all(&[self.symbols[symbol].guard, domain], &map);
        let location = self.block(block).location;
        for path in &self.system.summary(location, letter).paths {
            let Some(goal) = self.goal(path, trace.end(step)) else {
                continue;
            };
            let taken = terms.substitute_all(&[path.guard, goal], &map);
            let new = taken
                .iter()
                .chain(&allowed)
                .flat_map(|&c| terms.conjuncts(c));
            let conditions: Vec<Term> = reached.conditions.iter().copied().chain(new).collect();
            if conditions.contains(&terms.bool(false)) || !self.ask(&conditions)? {
                continue;
            }
            let update = path.next.as_ref().map(|target| self.update(target));
            let update = update.unwrap_or_default().into_iter();
            let mut args = reached.args.clone();
            args.push(fresh.clone());
            next.push(Reached {
                values: update
                    .map(|(v, t)| (v, terms.substitute(t, &map)))
                    .collect(),
                conditions,
                args,
            });
        }
        Ok(())
    }

    /// What a path must make true to lead to an end, over what it starts from; `None` if it leads elsewhere.
    pub(super) fn goal(&self, path: &Path, end: End) -> Option<Term> {
        self.goal_where(path, (end, self.system.terms.bool(true)))
    }

    /// The same, where a condition holds in the end.
    pub(super) fn goal_where(&self, path: &Path, (end, then): (End, Term)) -> Option<Term> {
        let terms = &self.system.terms;
        match (&path.next, end) {
            _ if self.system.excludes(path) => None,
            (None, End::Final(outcome)) => (path.answer == outcome).then(|| terms.bool(true)),
            (Some(target), End::Block(block)) if self.block(block).location == target.location => {
                Some(terms.substitute(
                    terms.and(&[self.block(block).region, then]),
                    &self.update(target),
                ))
            }
            (None, End::Block(_)) | (Some(_), _) => None,
        }
    }

    fn arguments(&self, symbol: usize, step: usize) -> Vec<Term> {
        let letter = &self.system.letters[self.symbols[symbol].letter];
        let terms = &self.system.terms;
        let fresh = |p: &step::Variable| {
            terms.var(
                &format!("{}:{}@{step}", letter.name, p.name),
                terms.sort(p.term),
            )
        };
        letter.params.iter().map(fresh).collect()
    }

    fn calls(&mut self, trace: &Trace, reached: &Reached) -> Result<Vec<Call>, StopReason> {
        let all: Vec<Term> = reached.args.iter().flatten().copied().collect();
        let found = self
            .solver
            .find(&reached.conditions, &all)
            .map_err(|why| self.gave_up(why))?;
        let found = found
            .ok_or_else(|| StopReason::Limit("a trace cannot be followed a second time".into()))?;
        let value = |&arg: &Term| value_of(&found, arg, &self.system.terms);
        let call = |(&(_, symbol), args): (&(_, usize), &Vec<Term>)| Call {
            letter: self.symbols[symbol].letter,
            args: args.iter().map(value).collect(),
        };
        Ok(trace.steps.iter().zip(&reached.args).map(call).collect())
    }
}

/// What a model says of a variable; anything will do where it says nothing.
pub(super) fn value_of(model: &Assignment, var: Term, terms: &smt::Terms) -> Value {
    model
        .get(var)
        .cloned()
        .unwrap_or_else(|| Value::default_of(terms.sort(var)))
}

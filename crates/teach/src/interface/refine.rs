//! Alphabet refinement (paper 000, Algorithms 4 and 5): symbolic execution of a concrete prefix, one symbolic call and
//! a concrete suffix, grouped by what it ends in.

use std::collections::BTreeMap;
use std::time::Duration;

use base::StopReason;
use cert::Call;
use model::{Outcome, minimal};
use rustc_hash::FxHashMap;
use smt::{Answer, Solver, Term, Value};
use step::{LetterId, LocationId, StepSystem};

use super::alphabet::Symbol;

/// How long one question may take that only makes a guard shorter.
const POLISHING: Duration = Duration::from_secs(1);

/// A symbol taken apart.
pub(crate) struct Parts {
    /// The guard of the part that holds the representative.
    pub kept: Term,
    /// The other parts.
    pub split: Vec<Symbol>,
}

/// Splits a symbol by the outcome of its members between `prefix` and `suffix`.
pub(crate) fn refine(
    system: &StepSystem,
    symbol: &Symbol,
    (prefix, suffix): (&[Call], &[Call]),
    solver: &mut dyn Solver,
) -> Result<Parts, StopReason> {
    let before = system.run(prefix.iter().map(|c| (c.letter, c.args.as_slice())));
    let state = before.next.ok_or_else(|| StopReason::Limit("a prefix that should be legal is not".into()))?;
    let constants = state.values.into_iter().map(|v| system.terms.constant(v)).collect();
    let mut walk = Walk { system, solver, symbol, endings: BTreeMap::new() };
    walk.step((state.location, constants), symbol.guard, symbol.letter, None, suffix)?;
    walk.parts()
}

struct Walk<'a> {
    system: &'a StepSystem,
    solver: &'a mut dyn Solver,
    symbol: &'a Symbol,
    /// For each outcome the conditions, over the symbol's parameters, under which it comes about.
    endings: BTreeMap<Outcome, Vec<Term>>,
}

impl Walk<'_> {
    /// One call from a state whose values are terms over the symbol's parameters. Without arguments it is the symbolic
    /// call itself.
    fn step(
        &mut self,
        (location, values): (LocationId, Vec<Term>),
        condition: Term,
        letter: LetterId,
        args: Option<&[Value]>,
        rest: &[Call],
    ) -> Result<(), StopReason> {
        let terms = self.system.terms.clone();
        let map = self.environment(location, &values, letter, args);
        for path in &self.system.summary(location, letter).paths {
            let taken = terms.and(&[condition, terms.substitute(path.guard, &map)]);
            if !self.possible(taken)? {
                continue;
            }
            match (&path.next, rest) {
                (Some(target), [next, later @ ..]) => {
                    let values = target.update.iter().map(|&t| terms.substitute(t, &map)).collect();
                    self.step((target.location, values), taken, next.letter, Some(&next.args), later)?;
                }
                _ => self.endings.entry(path.answer).or_default().push(taken),
            }
        }
        Ok(())
    }

    fn environment(
        &self,
        location: LocationId,
        values: &[Term],
        letter: LetterId,
        args: Option<&[Value]>,
    ) -> FxHashMap<Term, Term> {
        let here = self.system.location(location);
        let mut map: FxHashMap<Term, Term> =
            here.variables.iter().map(|v| v.term).zip(values.iter().copied()).collect();
        if let Some(args) = args {
            let params = self.system.letters[letter].params.iter().map(|p| p.term);
            map.extend(params.zip(args.iter().map(|v| self.system.terms.constant(v.clone()))));
        }
        map
    }

    fn possible(&mut self, condition: Term) -> Result<bool, StopReason> {
        let domain = self.system.letters[self.symbol.letter].domain;
        match self.solver.ask(&[condition, domain]) {
            Answer::Sat => Ok(true),
            Answer::Unsat => Ok(false),
            Answer::Unknown(why) => Err(StopReason::SolverUnknown(why)),
        }
    }

    fn parts(mut self) -> Result<Parts, StopReason> {
        let terms = self.system.terms.clone();
        let letter = &self.system.letters[self.symbol.letter];
        let integers = self.system.integers;
        let params: Vec<_> = letter.params.iter().map(|p| (p.term, p.syntax_type(integers))).collect();
        let mut kept = None;
        let mut split = Vec::new();
        for (_, conditions) in std::mem::take(&mut self.endings) {
            self.solver.set_limit(Some(POLISHING));
            let guard = minimal(&terms, terms.or(&conditions), letter.domain, &params, self.solver);
            self.solver.set_limit(Some(super::QUESTION));
            if self.represented(guard) {
                kept = Some(guard);
            } else {
                split.push(Symbol { letter: self.symbol.letter, guard, representative: self.witness(guard)? });
            }
        }
        let kept = kept.ok_or_else(|| StopReason::Limit("a representative left its symbol".into()))?;
        Ok(Parts { kept, split })
    }

    fn represented(&self, guard: Term) -> bool {
        let params = self.system.letters[self.symbol.letter].params.iter().map(|p| p.term);
        let env: FxHashMap<Term, Value> = params.zip(self.symbol.representative.iter().cloned()).collect();
        self.system.terms.eval(guard, &|v| env.get(&v).cloned()) == Some(Value::Bool(true))
    }

    /// Arguments that satisfy a guard.
    fn witness(&mut self, guard: Term) -> Result<Vec<Value>, StopReason> {
        let letter = &self.system.letters[self.symbol.letter];
        let params: Vec<Term> = letter.params.iter().map(|p| p.term).collect();
        let model = self.solver.find(&[guard, letter.domain], &params).map_err(StopReason::SolverUnknown)?;
        let model = model.ok_or_else(|| StopReason::SolverUnknown("no call satisfies a refined guard".into()))?;
        let value = |&p: &Term| model.get(p).cloned().unwrap_or_else(|| Value::default_of(self.system.terms.sort(p)));
        Ok(params.iter().map(value).collect())
    }
}

//! Alphabet refinement (Howar, Giannakopoulou and Rakamarić, "Hybrid Learning", 2013, Algorithms 4 and 5): symbolic execution of a concrete prefix, one symbolic call and
//! a concrete suffix, grouped by what it ends in.

use std::collections::BTreeMap;
use std::time::Duration;

use base::StopReason;
use cert::Call;
use model::{Outcome, Register, minimal};
use rustc_hash::FxHashMap;
use smt::{Answer, Solver, Term, Value};
use step::{LetterId, LocationId, StepSystem, Variable};

use super::alphabet::Symbol;
use super::registers::in_place_of;

/// How long one question may take that only makes a guard shorter.
const POLISHING: Duration = Duration::from_secs(1);

/// Why a guard cannot be split.
const RELATED: &str =
    "the arguments of several calls are related in a way that guards on one of them cannot say";

/// A symbol taken apart.
pub(crate) struct Parts {
    /// The guard of the part that holds the representative.
    pub kept: Term,
    /// The other parts.
    pub split: Vec<Symbol>,
}

/// A call after the symbolic one: what is called, with which arguments, and what is known of them.
pub(super) struct Following {
    pub letter: LetterId,
    /// Constants, or variables of this call alone.
    pub args: Vec<Term>,
    /// Over the method's parameters and the registers.
    pub guard: Term,
}

/// Where the symbolic call is made.
pub(super) struct Place<'a> {
    pub prefix: &'a [Call],
    pub suffix: &'a [Following],
    /// What guards may speak of: these fields are not taken to be what they happen to be after the prefix.
    pub registers: &'a [Register],
}

/// Splits a symbol by the outcome of its members between `prefix` and `suffix`.
pub(crate) fn refine(
    system: &StepSystem,
    symbol: &Symbol,
    (prefix, suffix): (&[Call], &[Call]),
    solver: &mut dyn Solver,
) -> Result<Parts, StopReason> {
    let constant = |v: &Value| system.terms.constant(v.clone());
    let following = |call: &Call| Following {
        letter: call.letter,
        args: call.args.iter().map(constant).collect(),
        guard: system.terms.bool(true),
    };
    let suffix: Vec<Following> = suffix.iter().map(following).collect();
    refine_at(
        system,
        symbol,
        &Place {
            prefix,
            suffix: &suffix,
            registers: &[],
        },
        &symbol.representative,
        solver,
    )
}

/// Splits a symbol by the outcome of its members at a place. The part that `member` belongs to comes first.
pub(super) fn refine_at(
    system: &StepSystem,
    symbol: &Symbol,
    place: &Place<'_>,
    member: &[Value],
    solver: &mut dyn Solver,
) -> Result<Parts, StopReason> {
    let before = system.run(place.prefix.iter().map(|c| (c.letter, c.args.as_slice())));
    let state = before
        .next
        .ok_or_else(|| StopReason::Limit("a prefix that should be legal is not".into()))?;
    let here = system.location(state.location);
    let names = in_place_of(place.registers, &here.variables);
    let start = |(v, value): (&Variable, &Value)| match names.get(&v.term) {
        Some(&register) => register,
        None => system.terms.constant(value.clone()),
    };
    let fields = || here.variables.iter().zip(&state.values);
    let values = fields().map(start).collect();
    let params = system.letters[symbol.letter].params.iter().map(|p| p.term);
    let held = fields().filter_map(|(v, value)| Some((*names.get(&v.term)?, value)));
    let held = held.chain(params.zip(member));
    let mut walk = Walk {
        system,
        solver,
        symbol,
        registers: place.registers,
        member: held.map(|(term, value)| (term, value.clone())).collect(),
        endings: BTreeMap::new(),
    };
    walk.step(
        (state.location, values),
        symbol.guard,
        (symbol.letter, &[]),
        place.suffix,
    )?;
    walk.apart(place.suffix)?;
    walk.parts()
}

struct Walk<'a> {
    system: &'a StepSystem,
    solver: &'a mut dyn Solver,
    symbol: &'a Symbol,
    registers: &'a [Register],
    /// A call of the symbol, with what the registers hold when it is made.
    member: FxHashMap<Term, Value>,
    /// For each outcome the conditions, over the symbol's parameters and the registers, under which it comes about.
    endings: BTreeMap<Outcome, Vec<Term>>,
}

impl Walk<'_> {
    /// One call from a state whose values are terms over the symbol's parameters. Without arguments it is the symbolic
    /// call itself.
    fn step(
        &mut self,
        (location, values): (LocationId, Vec<Term>),
        condition: Term,
        (letter, args): (LetterId, &[Term]),
        rest: &[Following],
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
                    let values: Vec<Term> = target
                        .update
                        .iter()
                        .map(|&t| terms.substitute(t, &map))
                        .collect();
                    let known = self.known(target.location, &values, next);
                    let taken = terms.and(&[taken, known]);
                    self.step(
                        (target.location, values),
                        taken,
                        (next.letter, &next.args),
                        later,
                    )?;
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
        args: &[Term],
    ) -> FxHashMap<Term, Term> {
        let here = self.system.location(location);
        let fields = here
            .variables
            .iter()
            .map(|v| v.term)
            .zip(values.iter().copied());
        fields
            .chain(
                self.system.letters[letter]
                    .params
                    .iter()
                    .map(|p| p.term)
                    .zip(args.iter().copied()),
            )
            .collect()
    }

    /// What is known of the arguments of a following call, where the fields have these values.
    fn known(&self, location: LocationId, values: &[Term], next: &Following) -> Term {
        let terms = &self.system.terms;
        let here = self.system.location(location);
        let names = in_place_of(self.registers, &here.variables);
        let fields = here.variables.iter().zip(values);
        let mut map: FxHashMap<Term, Term> = fields
            .filter_map(|(v, &t)| Some((*names.get(&v.term)?, t)))
            .collect();
        let letter = &self.system.letters[next.letter];
        map.extend(
            letter
                .params
                .iter()
                .map(|p| p.term)
                .zip(next.args.iter().copied()),
        );
        terms.substitute(terms.and(&[next.guard, letter.domain]), &map)
    }

    /// Eliminates the arguments of following calls. If the outcome still depends on them, it is not this symbol that has
    /// to be split.
    fn apart(&mut self, suffix: &[Following]) -> Result<(), StopReason> {
        let terms = self.system.terms.clone();
        let free: Vec<Term> = suffix
            .iter()
            .flat_map(|f| terms.free_vars_of(&f.args))
            .collect();
        if free.is_empty() {
            return Ok(());
        }
        let mut before = terms.bool(false);
        for conditions in self.endings.values_mut() {
            let condition = smt::project(&terms, terms.or(conditions), &free, self.solver);
            let condition = condition.ok_or_else(|| StopReason::Inexpressible(RELATED.into()))?;
            if self.solver.ask(&[condition, before]) != Answer::Unsat {
                return Err(StopReason::Inexpressible(RELATED.into()));
            }
            before = terms.or(&[before, condition]);
            *conditions = vec![condition];
        }
        Ok(())
    }

    fn possible(&mut self, condition: Term) -> Result<bool, StopReason> {
        let domain = self.system.letters[self.symbol.letter].domain;
        self.solver.ask(&[condition, domain]).is_possible()
    }

    fn parts(mut self) -> Result<Parts, StopReason> {
        let terms = self.system.terms.clone();
        let letter = &self.system.letters[self.symbol.letter];
        let integers = self.system.integers;
        let mut params: Vec<_> = letter
            .params
            .iter()
            .map(|p| (p.term, p.syntax_type(integers)))
            .collect();
        params.extend(self.registers.iter().map(|r| (r.term, r.ty)));
        let mut kept = None;
        let mut split = Vec::new();
        for (_, conditions) in std::mem::take(&mut self.endings) {
            self.solver.set_limit(Some(POLISHING));
            let guard = minimal(
                &terms,
                terms.or(&conditions),
                letter.domain,
                &params,
                self.solver,
            );
            self.solver.set_limit(Some(smt::QUESTION));
            if self.represented(guard) {
                kept = Some(guard);
            } else {
                split.push(Symbol {
                    letter: self.symbol.letter,
                    guard,
                    representative: self.witness(guard)?,
                });
            }
        }
        let kept =
            kept.ok_or_else(|| StopReason::Limit("a representative left its symbol".into()))?;
        Ok(Parts { kept, split })
    }

    fn represented(&self, guard: Term) -> bool {
        self.system
            .terms
            .eval(guard, &|v| self.member.get(&v).cloned())
            == Some(Value::Bool(true))
    }

    /// Arguments that satisfy a guard.
    fn witness(&mut self, guard: Term) -> Result<Vec<Value>, StopReason> {
        let letter = &self.system.letters[self.symbol.letter];
        let params: Vec<Term> = letter.params.iter().map(|p| p.term).collect();
        let model = self
            .solver
            .find(&[guard, letter.domain], &params)
            .map_err(StopReason::SolverUnknown)?;
        let model = model
            .ok_or_else(|| StopReason::SolverUnknown("no call satisfies a refined guard".into()))?;
        let value = |&p: &Term| {
            model
                .get(p)
                .cloned()
                .unwrap_or_else(|| Value::default_of(self.system.terms.sort(p)))
        };
        Ok(params.iter().map(value).collect())
    }
}

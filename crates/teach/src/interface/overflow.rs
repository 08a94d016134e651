//! Overflow told apart: a hypothesis that could not be proved with the language's own integers is compared with the code
//! over integers that end a path where a result does not fit. There relations between counters are easily found. What is
//! proved so is right unless something overflows; if nothing can, the same invariant is a proof for wrapping integers.

use std::collections::BTreeSet;
use std::rc::Rc;

use base::{Budget, NoProgress};
use cert::{Invariant, Node};
use mc::{Decision, Question, conform};
use model::{InterfaceLts, MethodSymbol};
use smt::{Answer, Op, Solver, Term, Terms, Value, syntax};
use step::{Integers, LetterId, LocationId, Path, Sight, StepSystem, Variable};

use super::alphabet;
use crate::prepare::summarised;

/// The part of the budget that this may take.
const SHARE: u32 = 3;
/// The most that a counter is tried to move in one call.
const FASTEST: u32 = 16;

/// What is known of a model apart from overflow.
pub enum Apart {
    /// Nothing overflows: an invariant over the wrapping system's variables, to be checked there.
    Never(Invariant),
    /// It holds unless something overflows.
    Unless {
        /// What would have to overflow, and how many calls that takes, where this is known.
        what: String,
        /// So many calls are not enough.
        depth: usize,
    },
}

/// What would have to overflow.
struct Unless {
    /// The variables and parameters that the overflow depends on.
    names: Vec<String>,
    /// How many calls it takes at least, where that is known.
    calls: Option<u64>,
}

impl From<Unless> for Apart {
    fn from(unless: Unless) -> Self {
        let depth = unless
            .calls
            .map_or(0, |calls| usize::try_from(calls - 1).unwrap_or(usize::MAX));
        Self::Unless {
            what: unless.to_string(),
            depth,
        }
    }
}

impl std::fmt::Display for Unless {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<String> = self.names.iter().map(|name| format!("`{name}`")).collect();
        let what = if names.is_empty() {
            "a number".to_owned()
        } else {
            names.join(" or ")
        };
        write!(f, "{what} overflows")?;
        match self.calls {
            Some(calls) if calls.is_power_of_two() && calls > 1024 => {
                write!(f, ", which takes at least 2^{} calls", calls.ilog2())
            }
            Some(calls) => write!(f, ", which takes at least {calls} calls"),
            None => Ok(()),
        }
    }
}

/// Compares a model with code over integers that fit; `None` if nothing is proved.
pub fn overflow_apart(
    component: &Rc<ir::Component>,
    sight: &Sight,
    (wrapping, interface): (&StepSystem, &InterfaceLts),
    budget: &Budget,
) -> Option<Apart> {
    // Soundness: a condition of the user's is no code, and nothing would ask whether its own results fit.
    if sight.errors.when.is_some() {
        return None;
    }
    let budget = &budget.share(SHARE);
    let sight = Sight {
        integers: Integers::Fitting,
        ..sight.clone()
    };
    let system = summarised(component, &sight, (budget, &NoProgress)).ok()?;
    let translated = translate(interface, &system)?;
    let question = Question {
        system: &system,
        interface: &translated,
        budget,
        progress: &NoProgress,
    };
    let (decision, _) = conform(&question, &mut *smt::for_engine(&system.terms));
    let Decision::Conforms(invariant) = decision else {
        return None;
    };
    let mut checker = smt::Z3::new(&system.terms);
    checker.set_limit(Some(smt::QUESTION));
    cert::check(&system, &translated, &invariant, &mut checker).ok()?;
    let mut analysis = Analysis {
        system: &system,
        invariant: &invariant,
        solver: &mut checker,
    };
    let overflows = analysis.overflows()?;
    if overflows.is_empty() {
        return back(&system, &invariant, wrapping).map(Apart::Never);
    }
    Some(analysis.unless(&overflows).into())
}

/// The interface over the terms of a system with other integers; `None` if a guard could mean something else there.
fn translate(interface: &InterfaceLts, system: &StepSystem) -> Option<InterfaceLts> {
    if !interface.registers.is_empty() {
        return None;
    }
    let methods = alphabet::methods(system);
    let symbol = |(s, symbol): (usize, &MethodSymbol)| {
        if !means_the_same(&interface.terms, symbol.guard) {
            return None;
        }
        let scope = methods.get(symbol.method)?.scope();
        let guard = syntax::parse(&system.terms, &interface.guard_text(s), &scope).ok()?;
        Some(MethodSymbol {
            method: symbol.method,
            guard,
        })
    };
    let symbols = interface
        .symbols
        .iter()
        .enumerate()
        .map(symbol)
        .collect::<Option<_>>()?;
    Some(InterfaceLts {
        terms: system.terms.clone(),
        methods,
        symbols,
        ..interface.clone()
    })
}

/// Soundness: whether a guard says the same of all numbers that fit, wrapping or not. Arithmetic that could overflow does
/// not; neither do bits and unsigned comparisons.
fn means_the_same(terms: &Terms, t: Term) -> bool {
    let args = terms.args(t);
    let divisor = || {
        args.get(1)
            .and_then(|&d| terms.value(d))
            .and_then(Value::as_signed)
    };
    let known = match terms.op(t) {
        Op::Var(_)
        | Op::Value(_)
        | Op::Not
        | Op::And
        | Op::Or
        | Op::Eq
        | Op::Ite
        | Op::BvSlt
        | Op::BvSle => true,
        Op::BvSdiv | Op::BvSrem => divisor().is_some_and(|d| d != 0 && d != -1),
        _ => false,
    };
    known && args.iter().all(|&a| means_the_same(terms, a))
}

/// The invariant over the variables of a system with other integers.
fn back(system: &StepSystem, invariant: &Invariant, wrapping: &StepSystem) -> Option<Invariant> {
    let names: Vec<String> = invariant
        .regions
        .keys()
        .map(|n| system.location(n.location).name.clone())
        .collect();
    let wanted: BTreeSet<&str> = names.iter().map(String::as_str).collect();
    let locations = wrapping.locations_named(&wanted);
    let region = |((node, &region), name): ((&Node, &Term), &String)| {
        let location = *locations
            .iter()
            .find(|&&l| wrapping.location(l).name == *name)?;
        let text = syntax::print(&system.terms, region, &system.location_scope(node.location));
        let region =
            syntax::parse(&wrapping.terms, &text, &wrapping.location_scope(location)).ok()?;
        Some((Node { location, ..*node }, region))
    };
    let regions = invariant
        .regions
        .iter()
        .zip(&names)
        .map(region)
        .collect::<Option<_>>()?;
    Some(Invariant { regions })
}

/// A call on which something overflows, from a node where it can happen.
struct Overflow {
    location: LocationId,
    /// When.
    condition: Term,
    /// What it depends on.
    names: BTreeSet<String>,
}

struct Analysis<'a> {
    system: &'a StepSystem,
    invariant: &'a Invariant,
    solver: &'a mut dyn Solver,
}

impl Analysis<'_> {
    /// All overflows that the invariant does not rule out; `None` if the solver cannot say.
    fn overflows(&mut self) -> Option<Vec<Overflow>> {
        let mut found = Vec::new();
        for (node, &region) in &self.invariant.regions {
            for letter in self.system.letters.ids() {
                let summary = self.system.summary(node.location, letter);
                for path in summary.paths.iter().filter(|p| self.system.excludes(p)) {
                    let condition = self.when(node.location, letter, region, path);
                    match self.solver.ask(&[condition]) {
                        Answer::Unsat => {}
                        Answer::Unknown(_) => return None,
                        Answer::Sat => {
                            found.push(self.overflow(node.location, letter, condition, path))
                        }
                    }
                }
            }
        }
        Some(found)
    }

    fn when(&self, location: LocationId, letter: LetterId, region: Term, path: &Path) -> Term {
        let domain = self.system.letters[letter].domain;
        self.system
            .terms
            .and(&[region, self.system.range(location), domain, path.guard])
    }

    fn overflow(
        &self,
        location: LocationId,
        letter: LetterId,
        condition: Term,
        path: &Path,
    ) -> Overflow {
        let used = self.system.overflowing(path).unwrap_or_default();
        let is_used = |v: &&Variable| {
            self.system
                .terms
                .var_name(v.term)
                .is_some_and(|name| used.iter().any(|used| **used == **name))
        };
        let here = self.system.location(location);
        let all = here
            .variables
            .iter()
            .chain(&self.system.letters[letter].params);
        Overflow {
            location,
            condition,
            names: all.filter(is_used).map(|v| v.name.clone()).collect(),
        }
    }

    fn unless(&mut self, overflows: &[Overflow]) -> Unless {
        let names: BTreeSet<String> = overflows
            .iter()
            .flat_map(|o| o.names.iter().cloned())
            .collect();
        let calls = overflows
            .iter()
            .map(|o| self.calls(o))
            .collect::<Option<Vec<u64>>>();
        Unless {
            names: names.into_iter().collect(),
            calls: calls.and_then(|c| c.into_iter().min()),
        }
    }

    /// How many calls it takes at least until this overflow happens, if it takes a counter a long way from its start.
    fn calls(&mut self, overflow: &Overflow) -> Option<u64> {
        let mut best = None;
        for name in &overflow.names {
            let here = self.system.location(overflow.location);
            let Some(counter) = here.variables.iter().find(|v| v.name == *name).cloned() else {
                continue;
            };
            let (Some((least, most)), Some(speed)) = (self.starts(name), self.speed(name)) else {
                continue;
            };
            let way = self.way(overflow, &counter, (least, most))?;
            best = best.max(Some(way / speed + 1));
        }
        best
    }

    /// How far a counter is from all its first values, at least, where the overflow happens.
    fn way(
        &mut self,
        overflow: &Overflow,
        counter: &Variable,
        (least, most): (i64, i64),
    ) -> Option<u64> {
        let terms = self.system.terms.clone();
        let (mut near, mut far) = (0u64, 1u64 << 31);
        while near < far {
            let middle = near + (far - near).div_ceil(2);
            let low = terms.int(i128::from(least) - i128::from(middle));
            let high = terms.int(i128::from(most) + i128::from(middle));
            let nearer = terms.and(&[
                terms.int_lt(low, counter.term),
                terms.int_lt(counter.term, high),
            ]);
            match self.solver.ask(&[overflow.condition, nearer]) {
                Answer::Unsat => near = middle,
                Answer::Sat => far = middle - 1,
                Answer::Unknown(_) => return None,
            }
        }
        Some(near)
    }

    /// The least and greatest value that a variable starts with: in the beginning, or where there is none before. `None` if
    /// it does not start with a constant.
    fn starts(&self, name: &str) -> Option<(i64, i64)> {
        let position = |location: LocationId| {
            let here = self.system.location(location);
            here.variables.iter().position(|v| v.name == name)
        };
        let number = |value: &Value| i64::try_from(value.as_int()?).ok();
        let initial = self.system.initial();
        let mut values = Vec::new();
        if let Some(at) = position(initial.location) {
            values.push(number(&initial.values[at])?);
        }
        let without = self.invariant.regions.keys().map(|node| node.location);
        for location in without.filter(|&location| position(location).is_none()) {
            for letter in self.system.letters.ids() {
                let summary = self.system.summary(location, letter);
                for target in summary.paths.iter().filter_map(|p| p.next.as_ref()) {
                    if let Some(at) = position(target.location) {
                        values.push(number(self.system.terms.value(target.update[at])?)?);
                    }
                }
            }
        }
        Some((*values.iter().min()?, *values.iter().max()?))
    }

    /// A bound on how far a variable moves in one call, a power of two.
    fn speed(&mut self, name: &str) -> Option<u64> {
        (0..FASTEST)
            .map(|log| 1u64 << log)
            .find(|&speed| self.moves_at_most(name, speed) == Some(true))
    }

    fn moves_at_most(&mut self, name: &str, speed: u64) -> Option<bool> {
        let terms = self.system.terms.clone();
        for (node, &region) in &self.invariant.regions {
            let here = self.system.location(node.location);
            // Where there is none yet, it starts.
            let Some(old) = here
                .variables
                .iter()
                .find(|v| v.name == name)
                .map(|v| v.term)
            else {
                continue;
            };
            for letter in self.system.letters.ids() {
                for path in &self.system.summary(node.location, letter).paths {
                    let Some(target) = &path.next else { continue };
                    let there = self.system.location(target.location);
                    let new = target.update[there.variables.iter().position(|v| v.name == name)?];
                    let moved = terms.int_sub(new, old);
                    let limit = terms.int(speed);
                    let within = terms.and(&[
                        terms.int_le(moved, limit),
                        terms.int_le(terms.int_neg(limit), moved),
                    ]);
                    let taken = self.when(node.location, letter, region, path);
                    match self.solver.ask(&[taken, terms.not(within)]) {
                        Answer::Unsat => {}
                        Answer::Sat => return Some(false),
                        Answer::Unknown(_) => return None,
                    }
                }
            }
        }
        Some(true)
    }
}

//! Invariants that are guessed, and kept where no move leads out of them (C. Flanagan and K. R. M. Leino, "Houdini, an Annotation
//! Assistant for ESC/Java", 2001): bounds by the program's own constants, orders of two variables, sums, remainders. They are about bit
//! vectors as they are, and what engines look for beside them gets simpler.

use std::collections::{BTreeMap, BTreeSet};

use base::StopReason;
use rustc_hash::FxHashMap;
use smt::{Answer, Op, Solver, Sort, Term, Terms, Value};
use step::events::{Does, Move};
use step::{LocationId, Variable};

use super::{Places, Within};

/// Bounds are guessed from at most so many constants of a width, the least first.
const MOST_CONSTANTS: usize = 12;

/// At places with more variables than this only bounds are guessed.
const MOST_RELATED: usize = 12;

/// At places with more variables than this no sums are guessed.
const MOST_SUMMED: usize = 6;

/// Divisors that remainders are guessed by.
const DIVISORS: std::ops::RangeInclusive<u64> = 2..=16;

/// What is kept for each place.
pub(super) type Known = BTreeMap<LocationId, Vec<Term>>;

/// What is guessed of each place and holds whenever a run comes by.
pub(super) fn kept(
    places: &Places<'_>,
    solver: &mut dyn Solver,
    within: Within<'_>,
) -> Result<Known, StopReason> {
    let constants = Constants::of(places);
    let guesses = places.known.iter().map(|&place| {
        let location = places.system.location(place);
        let terms = &places.system.terms;
        (place, constants.guesses(terms, &location.variables))
    });
    let mut known: Known = guesses.collect();
    let mut changed = true;
    while changed {
        changed = false;
        for &place in &places.known {
            for step in places.system.moves(place).iter() {
                within.budget.check()?;
                changed |= drop_refuted(places, &mut known, place, step, solver);
            }
        }
    }
    Ok(known)
}

/// Drops what need not hold after a move; whether there was anything.
fn drop_refuted(
    places: &Places<'_>,
    known: &mut Known,
    from: LocationId,
    step: &Move,
    solver: &mut dyn Solver,
) -> bool {
    let Does::Pass(_, target) = &step.does else {
        return false;
    };
    let system = places.system;
    let terms = &system.terms;
    let variables = system.location(target.location);
    let variables = variables.variables.iter().map(|v| v.term);
    let update: FxHashMap<Term, Term> = variables.zip(target.update.iter().copied()).collect();
    let mut before = known[&from].clone();
    before.extend([step.guard, system.range(from)]);
    let guesses = &known[&target.location];
    let mut left: Vec<(Term, Term)> = guesses
        .iter()
        .map(|&guess| (guess, terms.substitute(guess, &update)))
        .collect();
    let all = left.len();
    while !left.is_empty() {
        let after: Vec<Term> = left.iter().map(|(_, after)| *after).collect();
        let count = left.len();
        match refuting(terms, &before, terms.not(terms.and(&after)), solver) {
            Refuting::None => break,
            Refuting::Values(values) => left.retain(|(_, after)| holds(terms, *after, &values)),
            Refuting::Unknown => left.clear(),
        }
        if left.len() == count {
            left.clear();
        }
    }
    let dropped = left.len() < all;
    known.insert(
        target.location,
        left.into_iter().map(|(guess, _)| guess).collect(),
    );
    dropped
}

/// Whether a formula holds with these values; variables without one are zero.
fn holds(terms: &Terms, formula: Term, values: &FxHashMap<Term, Value>) -> bool {
    let value = |var| {
        let zero = || Value::default_of(terms.sort(var));
        Some(values.get(&var).cloned().unwrap_or_else(zero))
    };
    terms.eval(formula, &value) == Some(Value::Bool(true))
}

/// Whether a guess is refuted.
enum Refuting {
    None,
    /// By these values.
    Values(FxHashMap<Term, Value>),
    Unknown,
}

fn refuting(terms: &Terms, before: &[Term], not: Term, solver: &mut dyn Solver) -> Refuting {
    solver.push();
    before.iter().for_each(|&formula| solver.assert(formula));
    solver.assert(not);
    let refuting = match solver.check(&[]) {
        Answer::Unsat => Refuting::None,
        Answer::Unknown(_) => Refuting::Unknown,
        Answer::Sat => {
            let all: Vec<Term> = before.iter().copied().chain([not]).collect();
            let vars: Vec<Term> = terms.free_vars_of(&all).into_iter().collect();
            let model = solver.model(&vars);
            let values = model.iter().map(|(var, value)| (var, value.clone()));
            Refuting::Values(values.collect())
        }
    };
    solver.pop();
    refuting
}

/// The constants of a program by their width, and what it divides by or steps by.
struct Constants {
    by_width: BTreeMap<u32, Vec<u64>>,
    steps: BTreeSet<u64>,
}

impl Constants {
    fn of(places: &Places<'_>) -> Self {
        let terms = &places.system.terms;
        let mut all = Vec::new();
        for &place in &places.known {
            for step in places.system.moves(place).iter() {
                all.push(step.guard);
                if let Does::Pass(_, target) = &step.does {
                    all.extend(&target.update);
                }
            }
        }
        let mut found: BTreeMap<u32, BTreeSet<u64>> = BTreeMap::new();
        for term in terms.parts(&all) {
            let value = terms.value(term).and_then(Value::as_unsigned);
            if let (Some(value), Sort::BitVec(width)) = (value, terms.sort(term)) {
                found.entry(width).or_default().insert(value);
            }
        }
        let steps = found.values().flatten().copied();
        let steps = steps.filter(|step| DIVISORS.contains(step)).collect();
        let nearest = |(width, values): (u32, BTreeSet<u64>)| {
            let mut values: Vec<u64> = values.into_iter().chain([0, 1]).collect();
            values.sort_unstable();
            values.dedup();
            values.truncate(MOST_CONSTANTS);
            (width, values)
        };
        Self {
            by_width: found.into_iter().map(nearest).collect(),
            steps,
        }
    }

    fn guesses(&self, terms: &Terms, variables: &[Variable]) -> Vec<Term> {
        let numbers: Vec<&Variable> = variables
            .iter()
            .filter(|v| matches!(terms.sort(v.term), Sort::BitVec(_)))
            .collect();
        let mut all = Vec::new();
        for variable in &numbers {
            self.bounds(terms, variable, &mut all);
        }
        for variable in variables {
            if terms.sort(variable.term) == Sort::Bool {
                all.extend([variable.term, terms.not(variable.term)]);
            }
        }
        if numbers.len() <= MOST_RELATED {
            for a in &numbers {
                let others = numbers.iter().filter(|b| b.term != a.term && b.ty == a.ty);
                all.extend(others.map(|b| at_most(terms, a.is_unsigned(), a.term, b.term)));
                self.remainders(terms, a.term, &mut all);
            }
        }
        if numbers.len() <= MOST_SUMMED {
            sums(terms, &numbers, &mut all);
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    /// That a variable is at least and at most each constant of its width.
    fn bounds(&self, terms: &Terms, variable: &Variable, all: &mut Vec<Term>) {
        let width = terms.width(variable.term);
        let unsigned = variable.is_unsigned();
        for &value in self.by_width.get(&width).into_iter().flatten() {
            let value = terms.bv(width, value);
            all.push(at_most(terms, unsigned, value, variable.term));
            all.push(at_most(terms, unsigned, variable.term, value));
        }
    }

    fn remainders(&self, terms: &Terms, variable: Term, all: &mut Vec<Term>) {
        let width = terms.width(variable);
        for &by in &self.steps {
            let rest = terms.apply(Op::BvUrem, &[variable, terms.bv(width, by)]);
            all.extend((0..by).map(|value| terms.eq(rest, terms.bv(width, value))));
        }
    }
}

/// That one variable is the sum of two others, or twice another.
fn sums(terms: &Terms, numbers: &[&Variable], all: &mut Vec<Term>) {
    for (i, a) in numbers.iter().enumerate() {
        for b in numbers[i..].iter().filter(|b| b.ty == a.ty) {
            let sum = terms.apply(Op::BvAdd, &[a.term, b.term]);
            let others = numbers.iter().filter(|c| c.ty == a.ty);
            let others = others.filter(|c| c.term != a.term && c.term != b.term);
            all.extend(others.map(|c| terms.eq(sum, c.term)));
        }
    }
}

fn at_most(terms: &Terms, unsigned: bool, a: Term, b: Term) -> Term {
    let op = if unsigned { Op::BvUle } else { Op::BvSle };
    terms.apply(op, &[a, b])
}

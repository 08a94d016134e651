//! Finds values for the other side of a branch by changing few of the values at hand: most branches look at one input, and
//! trying is much cheaper than asking a solver. What is found is checked, so it is always right.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;
use smt::{Op, Sort, Term, Terms, Value};

use crate::model::Model;
use crate::variables::Variables;

/// Parts of a condition whose values are looked at.
const MOST_PARTS: usize = 200;
/// Values that are tried for one variable.
const MOST_VALUES: usize = 96;
/// Variables that are changed.
const MOST_CHANGES: usize = 3;
/// Formulas that are evaluated before it is left to a solver.
const MOST_TRIALS: usize = 600;

/// A model of `condition`, which `model` satisfies, and of `wanted`, which it does not.
pub(crate) fn nudge(
    terms: &Terms,
    variables: &mut Variables,
    model: &Model,
    condition: &[Term],
    wanted: Term,
) -> Option<Model> {
    let mut search = Search {
        terms,
        variables,
        condition,
        wanted,
        changed: Vec::new(),
        trials: 0,
    };
    search.satisfy(model, wanted)
}

struct Search<'a> {
    terms: &'a Terms,
    variables: &'a mut Variables,
    condition: &'a [Term],
    wanted: Term,
    /// Variables that got a new value and keep it.
    changed: Vec<Term>,
    trials: usize,
}

impl Search<'_> {
    /// Makes a formula true that is not, and keeps all others so.
    fn satisfy(&mut self, model: &Model, formula: Term) -> Option<Model> {
        let parts = parts(self.terms, formula);
        for &variable in &*self.variables.of(self.terms, formula) {
            if self.changed.contains(&variable) {
                continue;
            }
            let touched = self.touched(variable);
            let spread = spread(self.terms, model, &touched, variable);
            for value in candidates(self.terms, model, &parts, variable, spread) {
                if self.trials > MOST_TRIALS {
                    return None;
                }
                let changed = model.with(variable, value);
                if !self.holds(&changed, formula) {
                    continue;
                }
                let broken: Vec<Term> = touched
                    .iter()
                    .copied()
                    .filter(|&c| !self.holds(&changed, c))
                    .take(2)
                    .collect();
                match broken[..] {
                    [] => return Some(changed),
                    [only] if self.changed.len() + 1 < MOST_CHANGES => {
                        self.changed.push(variable);
                        let repaired = self.satisfy(&changed, only);
                        self.changed.pop();
                        if repaired.is_some() {
                            return repaired;
                        }
                    }
                    _ => {}
                }
            }
        }
        None
    }

    fn holds(&mut self, model: &Model, formula: Term) -> bool {
        self.trials += 1;
        model.satisfies(self.terms, formula)
    }

    /// What a change of a variable may break.
    fn touched(&mut self, variable: Term) -> Vec<Term> {
        let all = self.condition.iter().copied().chain([self.wanted]);
        all.filter(|&c| self.variables.of(self.terms, c).contains(&variable))
            .collect()
    }
}

/// The terms that a formula is made of, itself included, unless they are very many.
fn parts(terms: &Terms, formula: Term) -> Vec<Term> {
    let (mut found, mut seen) = (vec![formula], FxHashSet::default());
    let mut next = 0;
    while let Some(&part) = found.get(next).filter(|_| next < MOST_PARTS) {
        next += 1;
        found.extend(terms.args(part).iter().filter(|&&arg| seen.insert(arg)));
    }
    found
}

/// Values that might make a difference.
fn candidates(
    terms: &Terms,
    model: &Model,
    parts: &[Term],
    variable: Term,
    spread: Vec<i64>,
) -> Vec<Value> {
    match terms.sort(variable) {
        Sort::Bool => {
            let value = model.variable(terms, variable).and_then(|v| v.as_bool());
            vec![Value::Bool(value == Some(false))]
        }
        Sort::Int => Vec::new(),
        Sort::BitVec(64) if parts.iter().any(|&part| terms.op(part).is_float()) => {
            floats(terms, model, parts, variable)
        }
        Sort::BitVec(width) => {
            let spread = spread.into_iter().map(|n| n as u64);
            let mut seen = FxHashSet::default();
            let all = spread
                .chain(numbers(terms, model, parts, variable))
                .map(|bits| Value::bv(width, bits));
            all.filter(|value| seen.insert(value.clone()))
                .take(MOST_VALUES)
                .collect()
        }
    }
}

/// Values between and around all that a variable is compared with: they leave room for what comes later.
fn spread(terms: &Terms, model: &Model, formulas: &[Term], variable: Term) -> Vec<i64> {
    let mut beside = BTreeSet::new();
    for part in formulas.iter().flat_map(|&formula| parts(terms, formula)) {
        if let (Op::Eq | Op::BvSlt | Op::BvSle | Op::BvUlt | Op::BvUle, &[a, b]) =
            (terms.op(part), terms.args(part))
        {
            let other = if a == variable {
                b
            } else if b == variable {
                a
            } else {
                continue;
            };
            beside.extend(model.value(terms, other).and_then(|v| v.as_signed()));
        }
    }
    let beside: Vec<i64> = beside.into_iter().collect();
    let between = beside.windows(2).map(|w| w[0].midpoint(w[1]));
    let around = [(beside.first(), -ROOM), (beside.last(), ROOM)];
    let around = around
        .into_iter()
        .filter_map(|(end, far)| end?.checked_add(far));
    between.chain(around).collect()
}

/// How far away from others a value is put.
const ROOM: i64 = 1 << 10;

/// The values of the parts, what would make two sides equal, and their neighbours.
fn numbers(terms: &Terms, model: &Model, parts: &[Term], variable: Term) -> BTreeSet<u64> {
    let bits = |term: Term| model.value(terms, term).and_then(|v| v.as_unsigned());
    let own = bits(variable).unwrap_or(0);
    let mut found = BTreeSet::from([0, 1, u64::MAX]);
    let mut around =
        |value: u64| found.extend([value, value.wrapping_add(1), value.wrapping_sub(1)]);
    for &part in parts {
        if let Sort::BitVec(_) = terms.sort(part)
            && let Some(value) = bits(part)
        {
            around(value);
        }
        if let (Op::Eq | Op::BvSlt | Op::BvSle | Op::BvUlt | Op::BvUle, &[a, b]) =
            (terms.op(part), terms.args(part))
            && terms.sort(a) == terms.sort(variable)
            && let (Some(a), Some(b)) = (bits(a), bits(b))
        {
            let apart = b.wrapping_sub(a);
            around(own.wrapping_add(apart));
            around(own.wrapping_sub(apart));
        }
    }
    found
}

/// The same for floating-point numbers, the nearest first: what lies between two values is as likely to do.
fn floats(terms: &Terms, model: &Model, parts: &[Term], variable: Term) -> Vec<Value> {
    let float = |term: Term| model.value(terms, term).and_then(|v| v.as_f64());
    let own = float(variable).unwrap_or(0.0);
    let mut found = vec![0.0, 1.0, -1.0, own / 2.0, own * 2.0, -own];
    for &part in parts {
        if let (Op::FpLt | Op::FpLe | Op::FpEq | Op::Eq, &[a, b]) =
            (terms.op(part), terms.args(part))
            && terms.sort(a) == Sort::BitVec(64)
            && let (Some(a), Some(b)) = (float(a), float(b))
        {
            for apart in [b - a, (b - a) / 2.0, (b - a) * 2.0] {
                found.extend([own + apart, own - apart]);
            }
        }
        if let Some(value) = terms.value(part).and_then(Value::as_f64) {
            found.extend([value, f64::midpoint(value, own)]);
        }
    }
    let near = |value: f64| [value, value.next_up(), value.next_down()];
    let mut values: Vec<Value> = Vec::new();
    for value in found
        .into_iter()
        .flat_map(near)
        .filter(|v| v.is_finite())
        .map(Value::f64)
    {
        if !values.contains(&value) {
            values.push(value);
        }
    }
    values.truncate(MOST_VALUES);
    values
}

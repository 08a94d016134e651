//! Finds values for the other side of a branch by changing one variable of the values at hand: most branches look at one
//! input, and trying is much cheaper than asking a solver. What is found is checked, so it is always right.

use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use smt::{Op, Sort, Term, Terms, Value};

use crate::model::Model;

/// Variables of a condition that are tried, at most.
const MOST_VARIABLES: usize = 4;
/// Parts of a condition whose values are looked at.
const MOST_PARTS: usize = 200;
/// Values that are tried for one variable.
const MOST_VALUES: usize = 64;

/// Remembers which variables are in a formula.
#[derive(Default)]
pub(crate) struct Nudge {
    variables: FxHashMap<Term, Rc<[Term]>>,
}

impl Nudge {
    fn variables(&mut self, terms: &Terms, formula: Term) -> Rc<[Term]> {
        let known = self.variables.entry(formula).or_insert_with(|| terms.free_vars(formula).into_iter().collect());
        Rc::clone(known)
    }

    /// A model of `condition`, which `model` satisfies, and of `wanted`, which it does not.
    pub fn find(&mut self, terms: &Terms, model: &Model, condition: &[Term], wanted: Term) -> Option<Model> {
        let variables = self.variables(terms, wanted);
        if variables.len() > MOST_VARIABLES {
            return None;
        }
        let parts = parts(terms, wanted);
        for &variable in &*variables {
            let mut touched: Option<Vec<Term>> = None;
            for value in candidates(terms, model, &parts, variable) {
                let holds = |formula: Term| {
                    let of = |var: Term| if var == variable { Some(value.clone()) } else { model.variable(terms, var) };
                    terms.eval(formula, &of) == Some(Value::Bool(true))
                };
                if !holds(wanted) {
                    continue;
                }
                let touched = touched.get_or_insert_with(|| {
                    condition.iter().copied().filter(|&c| self.variables(terms, c).contains(&variable)).collect()
                });
                if touched.iter().all(|&c| holds(c)) {
                    return Some(model.with(variable, value));
                }
            }
        }
        None
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

/// Values that might make a difference: those of the parts, what would make two sides equal, and their neighbours.
fn candidates(terms: &Terms, model: &Model, parts: &[Term], variable: Term) -> Vec<Value> {
    let width = match terms.sort(variable) {
        Sort::Bool => {
            let value = model.variable(terms, variable).and_then(|v| v.as_bool());
            return vec![Value::Bool(value == Some(false))];
        }
        Sort::Int => return Vec::new(),
        Sort::BitVec(width) => width,
    };
    let bits = |term: Term| model.value(terms, term).and_then(|v| v.as_unsigned());
    let Some(own) = bits(variable) else { return Vec::new() };
    let mut found = BTreeSet::from([0, 1, u64::MAX]);
    for &part in parts {
        if let Sort::BitVec(_) = terms.sort(part)
            && let Some(value) = bits(part)
        {
            found.extend([value, value.wrapping_add(1), value.wrapping_sub(1)]);
        }
        if let (Op::Eq | Op::BvSlt | Op::BvSle | Op::BvUlt | Op::BvUle, &[a, b]) = (terms.op(part), terms.args(part))
            && terms.sort(a) == terms.sort(variable)
            && let (Some(a), Some(b)) = (bits(a), bits(b))
        {
            let apart = b.wrapping_sub(a);
            for value in [own.wrapping_add(apart), own.wrapping_sub(apart)] {
                found.extend([value, value.wrapping_add(1), value.wrapping_sub(1)]);
            }
        }
    }
    let different: BTreeSet<Value> = found.into_iter().map(|bits| Value::bv(width, bits)).collect();
    different.into_iter().take(MOST_VALUES).collect()
}

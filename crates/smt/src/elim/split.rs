//! Cases that together are the whole: `exists x: a || b` is `(exists x: a) || (exists x: b)`.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::term::{Op, Term, Terms};
use crate::value::Sort;

/// Numbers of at most this width are gone through one by one.
const TINY: u32 = 3;

/// Conjunctions whose disjunction is equivalent to the conjunction of the parts; `None` if there is nothing to split.
pub(super) fn cases(terms: &Terms, parts: &[Term], vars: &BTreeSet<Term>) -> Option<Vec<Vec<Term>>> {
    disjunction(terms, parts)
        .or_else(|| conditional(terms, parts))
        .or_else(|| truth_equality(terms, parts))
        .or_else(|| values(terms, parts, vars))
}

/// The arguments of a part that is a disjunction.
fn disjunction(terms: &Terms, parts: &[Term]) -> Option<Vec<Vec<Term>>> {
    let i = parts.iter().position(|p| matches!(terms.op(*p), Op::Or))?;
    let with = |case: &Term| {
        let mut parts = parts.to_vec();
        parts[i] = *case;
        parts
    };
    Some(terms.args(parts[i]).iter().map(with).collect())
}

/// Both values of the condition of some `c ? a : b` inside.
fn conditional(terms: &Terms, parts: &[Term]) -> Option<Vec<Vec<Term>>> {
    let inside = terms.below(parts, |_| false);
    let choice = inside.into_iter().find(|t| matches!(terms.op(*t), Op::Ite))?;
    let [condition, then, otherwise] = *terms.args(choice) else { return None };
    let case = |branch: Term, holds: Term| {
        let mut parts = terms.replace_all(parts, &FxHashMap::from_iter([(choice, branch)]));
        parts.push(holds);
        parts
    };
    Some(vec![case(then, condition), case(otherwise, terms.not(condition))])
}

/// `a == b` of formulas: both or neither. `!(a || b)` and the like, which are too large to be simplified: as they are.
fn truth_equality(terms: &Terms, parts: &[Term]) -> Option<Vec<Vec<Term>>> {
    let is_truth = |t: Term| terms.under(t, &Op::Eq).is_some_and(|sides| terms.sort(sides[0]) == Sort::Bool);
    parts.iter().enumerate().find_map(|(i, part)| {
        let (inner, negated) = terms.under(*part, &Op::Not).map_or((*part, false), |a| (a[0], true));
        if !is_truth(inner) {
            return None;
        }
        let [a, b] = *terms.args(inner) else { return None };
        let case = |x: Term, y: Term| {
            let mut parts = parts.to_vec();
            parts[i] = terms.and2(x, y);
            parts
        };
        let (same, other) = if negated { (terms.not(b), b) } else { (b, terms.not(b)) };
        Some(vec![case(a, same), case(terms.not(a), other)])
    })
}

/// All values of a truth value or a tiny number.
fn values(terms: &Terms, parts: &[Term], vars: &BTreeSet<Term>) -> Option<Vec<Vec<Term>>> {
    let (var, values) = vars.iter().find_map(|var| match terms.sort(*var) {
        Sort::Bool => Some((*var, vec![terms.false_(), terms.true_()])),
        Sort::BitVec(width) if width <= TINY => Some((*var, (0..1 << width).map(|n| terms.bv(width, n)).collect())),
        Sort::BitVec(_) | Sort::Int => None,
    })?;
    Some(values.into_iter().map(|v| terms.substitute_all(parts, &FxHashMap::from_iter([(var, v)]))).collect())
}

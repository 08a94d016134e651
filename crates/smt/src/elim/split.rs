//! Cases that together are the whole: `exists x: a || b` is `(exists x: a) || (exists x: b)`.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::term::{Op, Term, Terms};
use crate::value::Sort;

/// Numbers of at most this width are gone through one by one.
const TINY: u32 = 3;

/// So are what is left of a number after division by at most this, and at most so many of its bits.
const SMALL: u64 = 8;

/// Conjunctions whose disjunction is equivalent to the conjunction of the parts; `None` if there is nothing to split.
pub(super) fn cases(
    terms: &Terms,
    parts: &[Term],
    vars: &BTreeSet<Term>,
) -> Option<Vec<Vec<Term>>> {
    disjunction(terms, parts)
        .or_else(|| conditional(terms, parts))
        .or_else(|| truth_equality(terms, parts))
        .or_else(|| values(terms, parts, vars))
        .or_else(|| few_values(terms, parts, vars))
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
    let choice = inside
        .into_iter()
        .find(|t| matches!(terms.op(*t), Op::Ite))?;
    let [condition, then, otherwise] = *terms.args(choice) else {
        return None;
    };
    let case = |branch: Term, holds: Term| {
        let mut parts = terms.replace_all(parts, &FxHashMap::from_iter([(choice, branch)]));
        parts.push(holds);
        parts
    };
    Some(vec![
        case(then, condition),
        case(otherwise, terms.not(condition)),
    ])
}

/// `a == b` of formulas: both or neither. `!(a || b)` and the like, which are too large to be simplified: as they are.
fn truth_equality(terms: &Terms, parts: &[Term]) -> Option<Vec<Vec<Term>>> {
    let is_truth = |t: Term| {
        terms
            .under(t, &Op::Eq)
            .is_some_and(|sides| terms.sort(sides[0]) == Sort::Bool)
    };
    parts.iter().enumerate().find_map(|(i, part)| {
        let (inner, negated) = terms
            .under(*part, &Op::Not)
            .map_or((*part, false), |a| (a[0], true));
        if !is_truth(inner) {
            return None;
        }
        let [a, b] = *terms.args(inner) else {
            return None;
        };
        let case = |x: Term, y: Term| {
            let mut parts = parts.to_vec();
            parts[i] = terms.and2(x, y);
            parts
        };
        let (same, other) = if negated {
            (terms.not(b), b)
        } else {
            (b, terms.not(b))
        };
        Some(vec![case(a, same), case(terms.not(a), other)])
    })
}

/// All values of a truth value or a tiny number.
fn values(terms: &Terms, parts: &[Term], vars: &BTreeSet<Term>) -> Option<Vec<Vec<Term>>> {
    let (var, values) = vars.iter().find_map(|var| match terms.sort(*var) {
        Sort::Bool => Some((*var, vec![terms.false_(), terms.true_()])),
        Sort::BitVec(width) if width <= TINY => {
            Some((*var, (0..1 << width).map(|n| terms.bv(width, n)).collect()))
        }
        Sort::BitVec(_) | Sort::Int => None,
    })?;
    Some(
        values
            .into_iter()
            .map(|v| terms.substitute_all(parts, &FxHashMap::from_iter([(var, v)])))
            .collect(),
    )
}

/// All values of something inside that depends on the variables alone and has few: bits of a number, a remainder. What it
/// is compared with then stands alone, and whether the variables can give it a value has a plain answer.
fn few_values(terms: &Terms, parts: &[Term], vars: &BTreeSet<Term>) -> Option<Vec<Vec<Term>>> {
    let known = |t: Term| {
        let is_constant = |&side: &Term| terms.value(side).is_some();
        let says = |p: &Term| {
            terms
                .under(*p, &Op::Eq)
                .is_some_and(|s| s.contains(&t) && s.iter().any(is_constant))
        };
        parts.iter().any(says)
    };
    let own = |t: Term| {
        let used = terms.free_vars(t);
        !used.is_empty() && used.is_subset(vars) && !matches!(terms.op(t), Op::Var(_))
    };
    let inside = terms.below(parts, |_| false);
    let (few, values) = inside
        .into_iter()
        .filter(|&t| own(t) && !known(t))
        .find_map(|t| Some((t, small_range(terms, t)?)))?;
    let case = |value: Term| {
        let mut parts = terms.replace_all(parts, &FxHashMap::from_iter([(few, value)]));
        parts.push(terms.eq(few, value));
        parts
    };
    Some(values.into_iter().map(case).collect())
}

/// All values that a term can have, if its form shows that they are few.
fn small_range(terms: &Terms, t: Term) -> Option<Vec<Term>> {
    let second = || terms.value(*terms.args(t).get(1)?);
    match (terms.op(t), terms.sort(t)) {
        (_, Sort::BitVec(width)) if width <= TINY => {
            Some((0..1 << width).map(|n| terms.bv(width, n)).collect())
        }
        (Op::BvUrem, Sort::BitVec(width)) => {
            let n = second()?.as_unsigned()?;
            (1..=SMALL)
                .contains(&n)
                .then(|| (0..n).map(|r| terms.bv(width, r)).collect())
        }
        (Op::BvSrem, Sort::BitVec(width)) => {
            let n = second()?.as_unsigned()?;
            let negative = |r: u64| terms.bv_neg(terms.bv(width, r));
            (1..=SMALL).contains(&n).then(|| {
                (0..n)
                    .map(|r| terms.bv(width, r))
                    .chain((1..n).map(negative))
                    .collect()
            })
        }
        (Op::BvAnd, Sort::BitVec(width)) => {
            let mask = terms
                .args(t)
                .iter()
                .find_map(|&a| terms.value(a)?.as_unsigned())?;
            let submask = |n: u64| terms.bv(width, n);
            (mask < SMALL).then(|| (0..SMALL).filter(|n| n & !mask == 0).map(submask).collect())
        }
        (Op::IntTrem | Op::IntMod, Sort::Int) => {
            let n = i64::try_from(second()?.as_int()?).ok()?;
            let least = if matches!(terms.op(t), Op::IntMod) {
                0
            } else {
                1 - n
            };
            (1..=SMALL as i64)
                .contains(&n)
                .then(|| (least..n).map(|r| terms.int(r)).collect())
        }
        _ => None,
    }
}

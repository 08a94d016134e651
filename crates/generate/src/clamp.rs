//! Numbers that are cut to a range: as the greatest of the least, which vector instructions have.

use smt::{Op, Term, Terms, Value};

/// Which bound of a range a number is cut to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Upper,
    Lower,
}

/// Whether a choice is `x > 9 ? 9 : max(x, 0)` or `x < 0 ? 0 : min(x, 9)`: then what is asked of `x` may be asked of what
/// is inside.
pub(crate) fn bound(terms: &Terms, t: Term) -> Option<Bound> {
    let (Op::Ite, &[condition, bound, inner]) = (terms.op(t), terms.args(t)) else {
        return None;
    };
    let (Op::BvSlt, &[less, more]) = (terms.op(condition), terms.args(condition)) else {
        return None;
    };
    let (x, limit) = inner_limit(terms, inner)?;
    let (bound_value, limit_value) = (signed(terms, bound)?, signed(terms, limit)?);
    // What is below the one limit must not be above the other.
    let upper = (less, more) == (bound, x) && bound_value >= limit_value;
    let lower = (less, more) == (x, bound) && bound_value <= limit_value;
    match is_greatest(terms, inner) {
        true => upper.then_some(Bound::Upper),
        false => lower.then_some(Bound::Lower),
    }
}

/// The number and the constant of `x < 0 ? 0 : x` or `0 < x ? 0 : x`.
fn inner_limit(terms: &Terms, t: Term) -> Option<(Term, Term)> {
    let (Op::Ite, &[condition, limit, x]) = (terms.op(t), terms.args(t)) else {
        return None;
    };
    let (Op::BvSlt, args) = (terms.op(condition), terms.args(condition)) else {
        return None;
    };
    (args == [x, limit] || args == [limit, x]).then_some((x, limit))
}

/// Whether it is the greatest of the number and the constant, and not the least.
fn is_greatest(terms: &Terms, inner: Term) -> bool {
    let args = terms.args(inner);
    terms.args(args[0]).first() == args.get(2)
}

fn signed(terms: &Terms, t: Term) -> Option<i64> {
    match terms.value(t)? {
        Value::BitVec { width, bits } => {
            let unused = 64 - *width;
            Some(((*bits << unused) as i64) >> unused)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustc_hash::FxHashMap;
    use smt::Sort;

    /// For every byte and many pairs of limits it is the same number.
    #[test]
    fn a_range_is_cut_to_in_either_order() {
        let terms = Terms::new();
        let x = terms.var("x", Sort::BitVec(8));
        let less = |a: Term, b: Term| terms.apply(Op::BvSlt, &[a, b]);
        let limits = [0u64, 1, 5, 127, 128, 250, 255];
        let mut found = 0;
        for (low, high) in limits.iter().flat_map(|a| limits.map(|b| (*a, b))) {
            let [low, high] = [low, high].map(|limit| terms.bv(8, limit));
            let greatest = terms.ite(less(x, low), low, x);
            let least = terms.ite(less(high, x), high, x);
            for t in [
                terms.ite(less(high, x), high, greatest),
                terms.ite(less(x, low), low, least),
            ] {
                let Some(bound) = bound(&terms, t) else {
                    continue;
                };
                found += 1;
                for value in 0..=255 {
                    let map = FxHashMap::from_iter([(x, terms.bv(8, value))]);
                    let at = |t: Term| signed(&terms, terms.substitute(t, &map)).expect("a number");
                    let (limit, inner) = (at(terms.args(t)[1]), at(terms.args(t)[2]));
                    let cut = match bound {
                        Bound::Upper => limit.min(inner),
                        Bound::Lower => limit.max(inner),
                    };
                    assert_eq!(at(t), cut);
                }
            }
        }
        assert!(found >= 10, "{found}");
    }
}

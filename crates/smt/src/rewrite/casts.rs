//! Changes of width.

use super::{Redex, Rule, rules};
use crate::term::{Op, Term, Terms};

pub(super) const ZERO_EXTEND: &[Rule] = rules![extend_by_nothing, extend_twice, extend_constants];
pub(super) const SIGN_EXTEND: &[Rule] = rules![
    extend_by_nothing,
    extend_twice,
    sign_of_zero_extended,
    extend_constants
];
pub(super) const EXTRACT: &[Rule] = rules![
    extract_all,
    extract_twice,
    extract_inside,
    extract_low_end,
    extract_zeros,
    extract_constants,
    extract_low_of_sum,
    extract_of_shift,
    extract_beyond_shift,
];

/// match:  extend(a) to its own width
/// result: a
fn extend_by_nothing(r: &Redex) -> Option<Term> {
    (r.terms.sort(r.args[0]) == r.sort).then(|| r.args[0])
}

/// match:  extend(extend(a))        both with zeros or both with signs
/// result: extend(a)
fn extend_twice(r: &Redex) -> Option<Term> {
    match (r.op, r.terms.op(r.args[0])) {
        (Op::ZeroExtend(_), Op::ZeroExtend(_)) | (Op::SignExtend(_), Op::SignExtend(_)) => {
            Some(r.with(r.terms.args(r.args[0])))
        }
        _ => None,
    }
}

/// match:  sign_extend(zero_extend(a))      where the zeros are at least one
/// result: zero_extend(a)
fn sign_of_zero_extended(r: &Redex) -> Option<Term> {
    let (Op::SignExtend(to), Op::ZeroExtend(_)) = (r.op, r.terms.op(r.args[0])) else {
        return None;
    };
    let a = r.terms.args(r.args[0])[0];
    (r.terms.sort(a) != r.terms.sort(r.args[0])).then(|| r.terms.zero_extend(a, *to))
}

/// match:  extend(p ? c : d)
/// result: p ? extend(c) : extend(d)
fn extend_constants(r: &Redex) -> Option<Term> {
    into_branches(r)
}

/// match:  extract(p ? c : d)
/// result: p ? extract(c) : extract(d)
fn extract_constants(r: &Redex) -> Option<Term> {
    into_branches(r)
}

fn into_branches(r: &Redex) -> Option<Term> {
    let [p, a, b] = *r.under(0, &Op::Ite)? else {
        return None;
    };
    r.terms.value(a).and(r.terms.value(b))?;
    Some(r.terms.ite(p, r.with(&[a]), r.with(&[b])))
}

fn slice(r: &Redex) -> Option<(u32, u32)> {
    match r.op {
        Op::Extract { hi, lo } => Some((*hi, *lo)),
        _ => None,
    }
}

/// match:  extract of all bits of a
/// result: a
fn extract_all(r: &Redex) -> Option<Term> {
    (r.terms.sort(r.args[0]) == r.sort).then(|| r.args[0])
}

/// match:  a[h:l][i:k]
/// result: a[i+l:k+l]
fn extract_twice(r: &Redex) -> Option<Term> {
    let (hi, lo) = slice(r)?;
    let Op::Extract { lo: inner, .. } = r.terms.op(r.args[0]) else {
        return None;
    };
    Some(
        r.terms
            .extract(r.terms.args(r.args[0])[0], hi + inner, lo + inner),
    )
}

/// The argument of an extension.
pub(super) fn extended(terms: &Terms, t: Term) -> Option<Term> {
    matches!(terms.op(t), Op::ZeroExtend(_) | Op::SignExtend(_)).then(|| terms.args(t)[0])
}

/// match:  extend(a)[h:l]       where h is below a's width
/// result: a[h:l]
fn extract_inside(r: &Redex) -> Option<Term> {
    let (hi, lo) = slice(r)?;
    let a = extended(r.terms, r.args[0])?;
    (hi < r.terms.width(a)).then(|| r.terms.extract(a, hi, lo))
}

/// match:  extend(a)[h:0]       where h is at least a's width
/// result: extend(a) to h + 1 bits
fn extract_low_end(r: &Redex) -> Option<Term> {
    let (hi, lo) = slice(r)?;
    let a = extended(r.terms, r.args[0])?;
    if lo != 0 || hi < r.terms.width(a) {
        return None;
    }
    let sign = matches!(r.terms.op(r.args[0]), Op::SignExtend(_));
    Some(if sign {
        r.terms.sign_extend(a, hi + 1)
    } else {
        r.terms.zero_extend(a, hi + 1)
    })
}

/// match:  zero_extend(a)[h:l]      where l is at least a's width
/// result: 0
fn extract_zeros(r: &Redex) -> Option<Term> {
    let (_, lo) = slice(r)?;
    let Op::ZeroExtend(_) = r.terms.op(r.args[0]) else {
        return None;
    };
    (lo >= r.terms.width(r.terms.args(r.args[0])[0])).then(|| r.terms.number(r.sort, 0))
}

/// match:  (a + b)[h:0], the same with *, -, &, |, ^, ~         where a[h:0] and b[h:0] simplify
/// result: a[h:0] + b[h:0]: low bits do not depend on high bits
fn extract_low_of_sum(r: &Redex) -> Option<Term> {
    let (hi, 0) = slice(r)? else { return None };
    let op = r.terms.op(r.args[0]);
    let (Op::BvAdd | Op::BvMul | Op::BvNeg | Op::BvAnd | Op::BvOr | Op::BvXor | Op::BvNot) = op
    else {
        return None;
    };
    let args = r.terms.args(r.args[0]);
    if !args.iter().all(|a| gets_simpler(r.terms, *a, hi, 3)) {
        return None;
    }
    let low: Vec<Term> = args.iter().map(|a| r.terms.extract(*a, hi, 0)).collect();
    Some(r.terms.apply(op.clone(), &low))
}

/// match:  (a >> c)[h:l], (a >>> c)[h:l]        where h + c is a bit of a
/// result: a[h+c:l+c]
fn extract_of_shift(r: &Redex) -> Option<Term> {
    let (hi, lo) = slice(r)?;
    let (Op::BvLshr | Op::BvAshr) = r.terms.op(r.args[0]) else {
        return None;
    };
    let [a, amount] = *r.terms.args(r.args[0]) else {
        return None;
    };
    let by = u32::try_from(r.terms.bits(amount)?).ok()?;
    (hi.checked_add(by)? < r.terms.width(a)).then(|| r.terms.extract(a, hi + by, lo + by))
}

/// match:  (a >> c)[h:l], (a >>> c)[h:l]        where l is not 0
/// result: (a >> c + l)[h-l:0]
fn extract_beyond_shift(r: &Redex) -> Option<Term> {
    let (hi, lo) = slice(r)?;
    let op = r.terms.op(r.args[0]);
    let (Op::BvLshr | Op::BvAshr, 1..) = (op, lo) else {
        return None;
    };
    let [a, amount] = *r.terms.args(r.args[0]) else {
        return None;
    };
    let width = r.terms.width(a);
    let sum = r
        .terms
        .bits(amount)?
        .saturating_add(lo.into())
        .min(width.into());
    if sum >= width.into() && *op == Op::BvLshr {
        return Some(r.terms.number(r.sort, 0));
    }
    let amount = r.terms.bv(width, sum.min(u64::from(width) - 1));
    Some(
        r.terms
            .extract(r.terms.apply(op.clone(), &[a, amount]), hi - lo, 0),
    )
}

/// Whether extracting the low bits leaves no extraction behind.
fn gets_simpler(terms: &Terms, t: Term, hi: u32, depth: u32) -> bool {
    match terms.op(t) {
        Op::Value(_) => true,
        Op::ZeroExtend(_) | Op::SignExtend(_) => terms.width(terms.args(t)[0]) <= hi + 1,
        Op::BvMul | Op::BvNeg | Op::BvNot | Op::BvAdd | Op::BvAnd | Op::BvOr | Op::BvXor
            if depth > 0 =>
        {
            terms
                .args(t)
                .iter()
                .all(|a| gets_simpler(terms, *a, hi, depth - 1))
        }
        _ => false,
    }
}

/// Both sides of a comparison without their extensions, the narrower extended to the width of the other, and whether
/// they were extended with signs. `None` unless both are extended in the same way.
pub(super) fn narrow_both(terms: &Terms, a: Term, b: Term) -> Option<(bool, Term, Term)> {
    let signs = match (terms.op(a), terms.op(b)) {
        (Op::SignExtend(_), Op::SignExtend(_)) => true,
        (Op::ZeroExtend(_), Op::ZeroExtend(_)) => false,
        _ => return None,
    };
    let (inner_a, inner_b) = (terms.args(a)[0], terms.args(b)[0]);
    let width = terms.width(inner_a).max(terms.width(inner_b));
    if width == terms.width(a) {
        return None;
    }
    let to = |t: Term| {
        if signs {
            terms.sign_extend(t, width)
        } else {
            terms.zero_extend(t, width)
        }
    };
    Some((signs, to(inner_a), to(inner_b)))
}

//! `a < b` and `a <= b` on bit vectors, signed and unsigned.

use super::{Redex, Rule, casts, range, rules};
use crate::term::{Op, Term, Terms};
use crate::value::{mask, signed_max, signed_min, to_signed};

pub(super) const COMPARE: &[Rule] = rules![
    same_sides,
    decided_by_range,
    least_or_greatest,
    ite_against_constant,
    extreme_side,
    extension_below_constant,
    constant_below_extension,
    both_extended,
    not_sides,
    constant_summand_left,
    constant_summand_right,
];

/// What a comparison does.
#[derive(Clone, Copy)]
struct Kind {
    signed: bool,
    strict: bool,
}

impl Kind {
    fn of(op: &Op) -> Option<Self> {
        match op {
            Op::BvSlt => Some(Self {
                signed: true,
                strict: true,
            }),
            Op::BvSle => Some(Self {
                signed: true,
                strict: false,
            }),
            Op::BvUlt => Some(Self {
                signed: false,
                strict: true,
            }),
            Op::BvUle => Some(Self {
                signed: false,
                strict: false,
            }),
            _ => None,
        }
    }

    fn op(self) -> Op {
        match (self.signed, self.strict) {
            (true, true) => Op::BvSlt,
            (true, false) => Op::BvSle,
            (false, true) => Op::BvUlt,
            (false, false) => Op::BvUle,
        }
    }

    /// The least and the greatest number.
    fn ends(self, width: u32) -> (u64, u64) {
        if self.signed {
            (signed_min(width), signed_max(width))
        } else {
            (0, mask(width))
        }
    }

    fn range(self, terms: &Terms, t: Term) -> (i128, i128) {
        if self.signed {
            range::signed(terms, t)
        } else {
            let (lo, hi) = range::unsigned(terms, t);
            (lo as i128, hi as i128)
        }
    }

    fn number(self, width: u32, bits: u64) -> i128 {
        if self.signed {
            to_signed(width, bits).into()
        } else {
            bits.into()
        }
    }
}

/// match:  a < a, a <= a
/// result: false, true
fn same_sides(r: &Redex) -> Option<Term> {
    let kind = Kind::of(r.op)?;
    (r.args[0] == r.args[1]).then(|| r.terms.bool(!kind.strict))
}

/// match:  a < b, a <= b        where the bounds of a and b decide
/// result: true or false
fn decided_by_range(r: &Redex) -> Option<Term> {
    let kind = Kind::of(r.op)?;
    let (a, b) = (
        kind.range(r.terms, r.args[0]),
        kind.range(r.terms, r.args[1]),
    );
    let holds = |x: i128, y: i128| if kind.strict { x < y } else { x <= y };
    if holds(a.1, b.0) {
        Some(r.terms.true_())
    } else {
        (!holds(a.0, b.1)).then(|| r.terms.false_())
    }
}

/// match:  a <= least, a < least + 1, greatest <= a, greatest - 1 < a; a < greatest, least < a
/// result: a == least, a == greatest; a != greatest, a != least
fn least_or_greatest(r: &Redex) -> Option<Term> {
    let kind = Kind::of(r.op)?;
    let t = r.terms;
    let width = t.width(r.args[0]);
    let (least, greatest) = kind.ends(width);
    let step = u64::from(kind.strict);
    let equals = |a: Term, bits: u64| t.eq(a, t.bv(width, bits));
    match (r.bits(0), r.bits(1)) {
        (None, Some(c)) if c == (least.wrapping_add(step) & mask(width)) => {
            Some(equals(r.args[0], least))
        }
        (Some(c), None) if c == (greatest.wrapping_sub(step) & mask(width)) => {
            Some(equals(r.args[1], greatest))
        }
        (None, Some(c)) if kind.strict && c == greatest => Some(t.not(equals(r.args[0], greatest))),
        (Some(c), None) if kind.strict && c == least => Some(t.not(equals(r.args[1], least))),
        _ => None,
    }
}

/// match:  (p ? a : b) < c, c < (p ? a : b)      where a or b is constant; the same with <=
/// result: p ? a < c : b < c
fn ite_against_constant(r: &Redex) -> Option<Term> {
    ite_beside_constant(r)
}

/// [`ite_against_constant`] for every kind of comparison.
pub(super) fn ite_beside_constant(r: &Redex) -> Option<Term> {
    let t = r.terms;
    let i = usize::from(t.value(r.args[0]).is_some());
    t.value(r.args[1 - i])?;
    let [p, a, b] = *r.under(i, &Op::Ite)? else {
        return None;
    };
    t.value(a).or(t.value(b))?;
    let with = |branch: Term| {
        if i == 0 {
            r.with(&[branch, r.args[1]])
        } else {
            r.with(&[r.args[0], branch])
        }
    };
    Some(t.ite(p, with(a), with(b)))
}

/// match:  (a < b ? b : a) < x, x < (a < b ? b : a), the same with the lesser of both or with <=; x is not conditional
/// result: a < x && b < x, x < a || x < b, where that is true or false
fn extreme_side(r: &Redex) -> Option<Term> {
    let t = r.terms;
    let is_ite = |i: usize| matches!(t.op(r.args[i]), Op::Ite);
    let (true, i) = (is_ite(0) != is_ite(1), usize::from(is_ite(1))) else {
        return None;
    };
    let comparison = (r.op.clone(), r.args[0], r.args[1]);
    if let Some(known) = t.known_extreme(&comparison) {
        return known;
    }
    let found = split_extreme(r, i);
    t.remember_extreme(comparison, found);
    found
}

fn split_extreme(r: &Redex, i: usize) -> Option<Term> {
    let [picks, a, b] = *r.under(i, &Op::Ite)? else {
        return None;
    };
    let t = r.terms;
    let signed = Kind::of(r.op)?.signed;
    let compares = |x: Term, y: Term| {
        let kinds = [true, false].map(|strict| Kind { signed, strict });
        kinds
            .iter()
            .any(|kind| t.apply(kind.op(), &[x, y]) == picks)
    };
    let greater = match (compares(b, a), compares(a, b)) {
        (true, _) => true,
        (false, true) => false,
        (false, false) => return None,
    };
    let with = |side: Term| match i {
        0 => r.with(&[side, r.args[1]]),
        _ => r.with(&[r.args[0], side]),
    };
    let split = match greater == (i == 0) {
        true => t.and2(with(a), with(b)),
        false => t.or2(with(a), with(b)),
    };
    t.value(split).is_some().then_some(split)
}

/// What an extended term is compared with, at its own width: its sign and the constant there.
fn narrowed(r: &Redex, kind: Kind, i: usize) -> Option<(Kind, Term, u64)> {
    let t = r.terms;
    let c = r.bits(1 - i)?;
    let a = casts::extended(t, r.args[i])?;
    let (wide, narrow) = (t.width(r.args[i]), t.width(a));
    let c = kind.number(wide, c);
    let kind = match t.op(r.args[i]) {
        Op::SignExtend(_) if kind.signed => kind,
        Op::ZeroExtend(_) if narrow < wide => Kind {
            signed: false,
            ..kind
        },
        _ => return None,
    };
    let (least, greatest) = kind.ends(narrow);
    let fits = kind.number(narrow, least) <= c && c <= kind.number(narrow, greatest);
    fits.then_some((kind, a, c as u64))
}

/// match:  extend(a) < c, extend(a) <= c        with the sign where the comparison is signed, or with zeros
/// result: a < c at a's width, unsigned for zeros; a c beyond that width is decided by the range
fn extension_below_constant(r: &Redex) -> Option<Term> {
    let (kind, a, c) = narrowed(r, Kind::of(r.op)?, 0)?;
    Some(
        r.terms
            .apply(kind.op(), &[a, r.terms.bv(r.terms.width(a), c)]),
    )
}

/// match:  c < extend(a), c <= extend(a)        as above
/// result: c < a at a's width, unsigned for zeros
fn constant_below_extension(r: &Redex) -> Option<Term> {
    let (kind, a, c) = narrowed(r, Kind::of(r.op)?, 1)?;
    Some(
        r.terms
            .apply(kind.op(), &[r.terms.bv(r.terms.width(a), c), a]),
    )
}

/// match:  extend(a) < extend(b), extend(a) <= extend(b)        both with zeros or both with signs
/// result: a < b, the narrower of the two extended to the other's width; unsigned for zeros, as it was for signs
fn both_extended(r: &Redex) -> Option<Term> {
    let kind = Kind::of(r.op)?;
    let (signs, a, b) = casts::narrow_both(r.terms, r.args[0], r.args[1])?;
    let kind = Kind {
        signed: kind.signed && signs,
        ..kind
    };
    Some(r.terms.apply(kind.op(), &[a, b]))
}

/// match:  ~a < ~b, ~a < c, c < ~b      the same with <=
/// result: b < a, ~c < a, b < ~c
fn not_sides(r: &Redex) -> Option<Term> {
    let inside = |i: usize| r.under(i, &Op::BvNot).map(|a| a[0]);
    let flipped = |i: usize| inside(i).or_else(|| r.bits(i).map(|_| r.terms.bv_not(r.args[i])));
    inside(0).or(inside(1))?;
    Some(r.with(&[flipped(1)?, flipped(0)?]))
}

/// The sum without its constant, and the constant that must go to the other side, `c`, if neither the sum nor `c` minus
/// its constant can leave the numbers of the width.
fn movable(r: &Redex, i: usize) -> Option<(Term, Term)> {
    let kind = Kind::of(r.op)?;
    let t = r.terms;
    let width = t.width(r.args[i]);
    let c = kind.number(width, r.bits(1 - i)?);
    let (last, others) = r.under(i, &Op::BvAdd)?.split_last()?;
    // Small negative constants are subtractions, whichever way the comparison reads them.
    let k = i128::from(to_signed(width, t.bits(*last)?));
    let rest = t.apply(Op::BvAdd, others);
    let (lo, hi) = kind.range(t, rest);
    let (least, greatest) = kind.ends(width);
    let inside = |n: i128| kind.number(width, least) <= n && n <= kind.number(width, greatest);
    (inside(lo + k) && inside(hi + k) && inside(c - k)).then(|| (rest, t.bv(width, (c - k) as u64)))
}

/// match:  a + c < d, a + c <= d        where a + c does not wrap for any a within its bounds, and d - c does not wrap
/// result: a < d - c
fn constant_summand_left(r: &Redex) -> Option<Term> {
    movable(r, 0).map(|(a, d)| r.with(&[a, d]))
}

/// match:  d < a + c, d <= a + c        as above
/// result: d - c < a
fn constant_summand_right(r: &Redex) -> Option<Term> {
    movable(r, 1).map(|(a, d)| r.with(&[d, a]))
}

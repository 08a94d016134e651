//! `a == b`.

use num_traits::{Signed, Zero};

use super::linear::{Linear, Ring, Unbounded, Wrapping, common_divisor};
use super::{Redex, Rule, range, rules};
use crate::term::{Op, Term};
use crate::value::{Sort, mask, to_signed};

pub(super) const EQ: &[Rule] = rules![
    reflexive,
    constant_to_the_right,
    bool_constant,
    bool_negated,
    bool_order,
    ite_against_constant,
    ite_against_branch,
    extension_against_constant,
    both_extended,
    not_against_constant,
    xor_against_constant,
    single_bit,
    mask_excludes,
    out_of_range,
    odd_factor,
    even_factors,
    common_factor,
    bv_sides,
    int_sides,
];

/// match:  a == a
/// result: true
fn reflexive(r: &Redex) -> Option<Term> {
    (r.args[0] == r.args[1]).then(|| r.terms.true_())
}

/// match:  c == a
/// result: a == c
fn constant_to_the_right(r: &Redex) -> Option<Term> {
    r.terms.value(r.args[0])?;
    Some(r.with(&[r.args[1], r.args[0]]))
}

/// match:  a == true, a == false
/// result: a, !a
fn bool_constant(r: &Redex) -> Option<Term> {
    let b = r.terms.value(r.args[1])?.as_bool()?;
    Some(if b { r.args[0] } else { r.terms.not(r.args[0]) })
}

/// match:  !a == !b, !a == b
/// result: a == b, !(a == b); false if a and b are the same
fn bool_negated(r: &Redex) -> Option<Term> {
    let strip = |i: usize| {
        r.under(i, &Op::Not)
            .map_or((r.args[i], false), |a| (a[0], true))
    };
    let ((a, not_a), (b, not_b)) = (strip(0), strip(1));
    match (not_a, not_b) {
        (false, false) => None,
        (true, true) => Some(r.terms.eq(a, b)),
        (true, false) | (false, true) => Some(r.terms.ne(a, b)),
    }
}

/// match:  a == b       on truth values, where a was made after b
/// result: b == a
fn bool_order(r: &Redex) -> Option<Term> {
    let [a, b] = *r.args else { return None };
    (r.terms.sort(a) == Sort::Bool && b < a).then(|| r.with(&[b, a]))
}

/// match:  (p ? c : b) == d, (p ? a : c) == d
/// result: if c is d:     p || b == d, !p || a == d
///         if c is not d: !p && b == d, p && a == d
fn ite_against_constant(r: &Redex) -> Option<Term> {
    let t = r.terms;
    let d = t.value(r.args[1])?;
    let [p, a, b] = *r.under(0, &Op::Ite)? else {
        return None;
    };
    let (c, condition, other) = if let Some(c) = t.value(a) {
        (c, p, b)
    } else {
        (t.value(b)?, t.not(p), a)
    };
    let rest = t.eq(other, r.args[1]);
    Some(if c == d {
        t.or2(condition, rest)
    } else {
        t.and2(t.not(condition), rest)
    })
}

/// match:  (p ? a : b) == a, (p ? a : b) == b, sides also exchanged
/// result: p || b == a, !p || a == b
fn ite_against_branch(r: &Redex) -> Option<Term> {
    let t = r.terms;
    [(0, 1), (1, 0)].into_iter().find_map(|(i, j)| {
        let [p, a, b] = *r.under(i, &Op::Ite)? else {
            return None;
        };
        let side = r.args[j];
        if side == a {
            Some(t.or2(p, t.eq(b, a)))
        } else {
            (side == b).then(|| t.or2(t.not(p), t.eq(a, b)))
        }
    })
}

/// match:  extend(a) == c
/// result: a == low bits of c, if extending them gives c; else false
fn extension_against_constant(r: &Redex) -> Option<Term> {
    let c = r.bits(1)?;
    let op = r.terms.op(r.args[0]);
    let (Op::ZeroExtend(_) | Op::SignExtend(_)) = op else {
        return None;
    };
    let a = r.terms.args(r.args[0])[0];
    let low = r.terms.bv(r.terms.width(a), c);
    let fits = r.terms.apply(op.clone(), &[low]) == r.args[1];
    Some(if fits {
        r.terms.eq(a, low)
    } else {
        r.terms.false_()
    })
}

/// match:  extend(a) == extend(b)       both with zeros or both with signs
/// result: a == b, the narrower of the two extended to the other's width
fn both_extended(r: &Redex) -> Option<Term> {
    super::casts::narrow_both(r.terms, r.args[0], r.args[1]).map(|(_, a, b)| r.terms.eq(a, b))
}

/// match:  ~a == c
/// result: a == ~c
fn not_against_constant(r: &Redex) -> Option<Term> {
    r.terms.value(r.args[1])?;
    let a = r.under(0, &Op::BvNot)?[0];
    Some(r.terms.eq(a, r.terms.bv_not(r.args[1])))
}

/// match:  (a ^ … ^ c) == d
/// result: (a ^ …) == c ^ d
fn xor_against_constant(r: &Redex) -> Option<Term> {
    r.terms.value(r.args[1])?;
    let (last, others) = r.under(0, &Op::BvXor)?.split_last()?;
    r.terms.value(*last)?;
    Some(r.terms.eq(
        r.terms.apply(Op::BvXor, others),
        r.terms.bv_xor(*last, r.args[1]),
    ))
}

/// match:  (a & c) == c     where c has one bit
/// result: (a & c) != 0
fn single_bit(r: &Redex) -> Option<Term> {
    let c = r.bits(1)?;
    let constant = *r.under(0, &Op::BvAnd)?.last()?;
    (c.is_power_of_two() && constant == r.args[1]).then(|| {
        r.terms
            .ne(r.args[0], r.terms.number(r.terms.sort(constant), 0))
    })
}

/// match:  (a & c) == d     where d has bits that c has not; (a | c) == d where c has bits that d has not
/// result: false
fn mask_excludes(r: &Redex) -> Option<Term> {
    let d = r.bits(1)?;
    let c = r.terms.bits(*r.terms.args(r.args[0]).last()?)?;
    let impossible = match r.terms.op(r.args[0]) {
        Op::BvAnd => d & !c != 0,
        Op::BvOr => c & !d != 0,
        _ => false,
    };
    impossible.then(|| r.terms.false_())
}

/// match:  a == b       where the bounds of a and b do not meet
/// result: false
fn out_of_range(r: &Redex) -> Option<Term> {
    let t = r.terms;
    let [a, b] = *r.args else { return None };
    let apart = match t.sort(a) {
        Sort::Bool => false,
        Sort::BitVec(_) => {
            disjoint(range::signed(t, a), range::signed(t, b))
                || disjoint(range::unsigned(t, a), range::unsigned(t, b))
        }
        Sort::Int => {
            let (a, b) = (range::integer(t, a), range::integer(t, b));
            let below =
                |hi: Option<i128>, lo: Option<i128>| hi.zip(lo).is_some_and(|(hi, lo)| hi < lo);
            below(a.1, b.0) || below(b.1, a.0)
        }
    };
    apart.then(|| t.false_())
}

fn disjoint<N: PartialOrd>(a: (N, N), b: (N, N)) -> bool {
    a.1 < b.0 || b.1 < a.0
}

/// `a - b` of bit vectors.
fn difference(r: &Redex) -> Option<Linear<Wrapping>> {
    let Sort::BitVec(width) = r.terms.sort(r.args[0]) else {
        return None;
    };
    Linear::of(r.terms, Wrapping(width), &[(r.args[0], 1), (r.args[1], -1)])
}

/// match:  a == b       on bit vectors, where a - b is c * x + d and c is odd and not 1
/// result: x == -d * (the inverse of c)
fn odd_factor(r: &Redex) -> Option<Term> {
    let sum = difference(r)?;
    let (x, c) = sum.single()?;
    let ring = sum.ring;
    if c & 1 == 0 || *c == 1 {
        return None;
    }
    let value = ring.mul(&ring.mul(&sum.constant, &ring.small(-1)), &inverse(*c));
    Some(r.terms.eq(x, r.terms.constant(ring.write(&value))))
}

/// The inverse of an odd number modulo 2^64, and so modulo every smaller power of two, by Newton's iteration: each
/// step doubles the number of right bits, and 3 are right to begin with.
pub(crate) fn inverse(c: u64) -> u64 {
    (0..5).fold(c, |x, _| {
        x.wrapping_mul(2u64.wrapping_sub(c.wrapping_mul(x)))
    })
}

/// match:  a == b       on bit vectors, where all coefficients of a - b are multiples of 2^k and its constant is not
/// result: false
fn even_factors(r: &Redex) -> Option<Term> {
    let sum = difference(r)?;
    let zeros = sum
        .coefficients
        .values()
        .map(|c| c.trailing_zeros())
        .min()?;
    (sum.constant != 0 && sum.constant.trailing_zeros() < zeros).then(|| r.terms.false_())
}

/// match:  a == b       on integers, where g, the greatest common divisor of the coefficients of a - b, is not 1
/// result: false if g does not divide the constant; else the equality divided by g
fn common_factor(r: &Redex) -> Option<Term> {
    if r.terms.sort(r.args[0]) != Sort::Int {
        return None;
    }
    let mut sum = Linear::of(r.terms, Unbounded, &[(r.args[0], 1), (r.args[1], -1)])?;
    let g = common_divisor(&sum);
    if g <= 1.into() {
        return None;
    }
    if !(&sum.constant % &g).is_zero() {
        return Some(r.terms.false_());
    }
    sum.coefficients.values_mut().for_each(|n| *n /= &g);
    sum.constant /= &g;
    sides(r, sum, |n| n.is_negative())
}

/// match:  a == b       on bit vectors
/// result: a - b == 0 in normal form: see [`sides`]
fn bv_sides(r: &Redex) -> Option<Term> {
    let sum = difference(r)?;
    let width = sum.ring.0;
    sides(r, sum, |n| to_signed(width, n & mask(width)) < 0)
}

/// match:  a == b       on integers
/// result: a - b == 0 in normal form: see [`sides`]
fn int_sides(r: &Redex) -> Option<Term> {
    if r.terms.sort(r.args[0]) != Sort::Int {
        return None;
    }
    let sum = Linear::of(r.terms, Unbounded, &[(r.args[0], 1), (r.args[1], -1)])?;
    sides(r, sum, |n| n.is_negative())
}

/// `sum == 0` such that the first term stands on the left with a positive coefficient, negative coefficients and the
/// constant on the right.
fn sides<R: Ring>(
    r: &Redex,
    sum: Linear<R>,
    is_negative: impl Fn(&R::Number) -> bool,
) -> Option<Term> {
    let terms = r.terms;
    let ring = sum.ring;
    let turn = sum
        .coefficients
        .first_key_value()
        .is_some_and(|(_, n)| is_negative(n));
    let sum = if turn {
        sum.scaled(&ring.small(-1))
    } else {
        sum
    };
    if sum.coefficients.is_empty() {
        return Some(terms.bool(sum.constant == ring.small(0)));
    }
    let mut sides = sum.sides(is_negative);
    if sides.positive.coefficients.is_empty() {
        // Only the least number is its own negation, so that turning did not help.
        std::mem::swap(&mut sides.positive, &mut sides.negative);
        sides.bound = ring.mul(&sides.bound, &ring.small(-1));
    }
    sides.negative.constant = sides.bound;
    let args = [sides.positive.to_term(terms), sides.negative.to_term(terms)];
    (args != r.args).then(|| r.with(&args))
}

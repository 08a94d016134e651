//! Unbounded integers.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

use super::linear::{self, Linear, Unbounded, common_divisor};
use super::{Redex, Rule, compare, range, rules};
use crate::term::{Op, Term, Terms};

pub(super) const NEG: &[Rule] = rules![negation];
pub(super) const ADD: &[Rule] = rules![sum];
pub(super) const MUL: &[Rule] = rules![product];
pub(super) const TDIV: &[Rule] = rules![
    divide_by_zero,
    divide_by_one,
    divide_by_negative,
    divide_small,
    divide_multiple
];
pub(super) const TREM: &[Rule] = rules![
    remainder_by_zero,
    remainder_by_one,
    remainder_by_negative,
    remainder_small
];
pub(super) const MOD: &[Rule] = rules![
    remainder_by_zero,
    remainder_by_one,
    remainder_by_negative,
    modulo_small,
    modulo_of_sum
];
pub(super) const COMPARE: &[Rule] = rules![
    same_sides,
    decided_by_range,
    ite_against_constant,
    divided_sides
];

/// match:  -a
/// result: every coefficient of a negated
fn negation(r: &Redex) -> Option<Term> {
    linear::sum(r.terms, Unbounded, r.args, -1)
}

/// match:  a + b + …
/// result: constant and coefficients collected
fn sum(r: &Redex) -> Option<Term> {
    linear::sum(r.terms, Unbounded, r.args, 1)
}

/// match:  a * b * …
/// result: constants and signs pulled out; distributed over a sum where only constants are left
fn product(r: &Redex) -> Option<Term> {
    linear::product(r.terms, Unbounded, r.args)
}

fn constant<'a>(r: &Redex<'a>, i: usize) -> Option<&'a BigInt> {
    r.terms.value(r.args[i])?.as_int()
}

/// match:  a / 0
/// result: 0
fn divide_by_zero(r: &Redex) -> Option<Term> {
    constant(r, 1)?.is_zero().then(|| r.terms.int(0))
}

/// match:  a / 1
/// result: a
fn divide_by_one(r: &Redex) -> Option<Term> {
    constant(r, 1)?.is_one().then(|| r.args[0])
}

/// match:  a / -c
/// result: -(a / c)
fn divide_by_negative(r: &Redex) -> Option<Term> {
    let c = constant(r, 1)?;
    c.is_negative()
        .then(|| r.terms.int_neg(r.with(&[r.args[0], r.terms.int(-c)])))
}

/// match:  a / c        where |a| < c
/// result: 0
fn divide_small(r: &Redex) -> Option<Term> {
    nearer_to_zero(r)?.then(|| r.terms.int(0))
}

/// Whether the dividend is nearer to zero than the constant divisor.
fn nearer_to_zero(r: &Redex) -> Option<bool> {
    let c = constant(r, 1)?.abs();
    let (Some(lo), Some(hi)) = range::integer(r.terms, r.args[0]) else {
        return Some(false);
    };
    Some(BigInt::from(lo.abs().max(hi.abs())) < c)
}

/// match:  (c * a + c * b + …) / c      where every coefficient and the constant are multiples of c
/// result: a + b + …
fn divide_multiple(r: &Redex) -> Option<Term> {
    let c = constant(r, 1)?;
    let mut sum = Linear::of(r.terms, Unbounded, &[(r.args[0], 1)])?;
    let multiple = |n: &BigInt| (n % c).is_zero();
    if !multiple(&sum.constant) || !sum.coefficients.values().all(multiple) {
        return None;
    }
    sum.coefficients.values_mut().for_each(|n| *n /= c);
    sum.constant /= c;
    Some(sum.to_term(r.terms))
}

/// match:  a % 0, a mod 0
/// result: a
fn remainder_by_zero(r: &Redex) -> Option<Term> {
    constant(r, 1)?.is_zero().then(|| r.args[0])
}

/// match:  a % 1, a mod 1
/// result: 0
fn remainder_by_one(r: &Redex) -> Option<Term> {
    constant(r, 1)?.is_one().then(|| r.terms.int(0))
}

/// match:  a % -c, a mod -c
/// result: a % c, a mod c
fn remainder_by_negative(r: &Redex) -> Option<Term> {
    let c = constant(r, 1)?;
    c.is_negative()
        .then(|| r.with(&[r.args[0], r.terms.int(-c)]))
}

/// match:  a % c        where |a| < c
/// result: a
fn remainder_small(r: &Redex) -> Option<Term> {
    nearer_to_zero(r)?.then(|| r.args[0])
}

/// match:  a mod c      where 0 <= a < c
/// result: a
fn modulo_small(r: &Redex) -> Option<Term> {
    let not_negative = range::integer(r.terms, r.args[0]).0 >= Some(0);
    (nearer_to_zero(r)? && not_negative).then(|| r.args[0])
}

/// match:  (c * n * a + (b mod c * m) * k + d + …) mod c
/// result: (b * k + d mod c + …) mod c
fn modulo_of_sum(r: &Redex) -> Option<Term> {
    let c = constant(r, 1)?;
    let mut sum = Linear::of(r.terms, Unbounded, &[(r.args[0], 1)])?;
    sum.constant = sum.constant.mod_floor(c);
    sum.coefficients.retain(|_, n| !n.is_multiple_of(c));
    let mut args = vec![(sum.to_term(r.terms), 1)];
    for (t, n) in &sum.coefficients {
        if let Some(inner) = modulo_multiple(r.terms, *t, c) {
            let without = r
                .terms
                .int_mul(r.terms.int(n.clone()), r.terms.int_sub(inner, *t));
            args.push((without, 1));
        }
    }
    let reduced = Linear::of(r.terms, Unbounded, &args)?.to_term(r.terms);
    (reduced != r.args[0]).then(|| r.with(&[reduced, r.args[1]]))
}

/// The `b` of `b mod m`, where `m` is a multiple of `c`.
fn modulo_multiple(terms: &Terms, t: Term, c: &BigInt) -> Option<Term> {
    let args = terms.under(t, &Op::IntMod)?;
    let m = terms.value(args[1])?.as_int()?;
    (!m.is_zero() && m.is_multiple_of(c)).then(|| args[0])
}

/// match:  a < a, a <= a
/// result: false, true
fn same_sides(r: &Redex) -> Option<Term> {
    (r.args[0] == r.args[1]).then(|| r.terms.bool(*r.op == Op::IntLe))
}

/// match:  a < b, a <= b        where the bounds of a and b decide
/// result: true or false
fn decided_by_range(r: &Redex) -> Option<Term> {
    let (a, b) = (
        range::integer(r.terms, r.args[0]),
        range::integer(r.terms, r.args[1]),
    );
    let holds = |x: i128, y: i128| if *r.op == Op::IntLt { x < y } else { x <= y };
    match (a.1.zip(b.0), a.0.zip(b.1)) {
        (Some((x, y)), _) if holds(x, y) => Some(r.terms.true_()),
        (_, Some((x, y))) if !holds(x, y) => Some(r.terms.false_()),
        _ => None,
    }
}

/// match:  (p ? a : b) < c, c < (p ? a : b)      where a or b is constant; the same with <=
/// result: p ? a < c : b < c
fn ite_against_constant(r: &Redex) -> Option<Term> {
    compare::ite_beside_constant(r)
}

/// match:  a < b, a <= b
/// result: a - b < 0, divided by the greatest common divisor of the coefficients and rounded inwards; positive
///         coefficients on the left, negative ones on the right, the constant where it is positive;
///         a < b for a + 1 <= b and a <= b for a < b + 1
fn divided_sides(r: &Redex) -> Option<Term> {
    let mut strict = *r.op == Op::IntLt;
    let mut sum = Linear::of(r.terms, Unbounded, &[(r.args[0], 1), (r.args[1], -1)])?;
    let g = common_divisor(&sum);
    if g.is_zero() {
        return Some(
            r.terms
                .bool(sum.constant.is_negative() || !strict && sum.constant.is_zero()),
        );
    }
    sum.coefficients.values_mut().for_each(|n| *n /= &g);
    let bound = -&sum.constant;
    sum.constant = -if strict {
        bound.div_ceil(&g)
    } else {
        bound.div_floor(&g)
    };
    let mut sides = sum.sides(|n| n.is_negative());
    let both = !sides.positive.coefficients.is_empty() && !sides.negative.coefficients.is_empty();
    let one_off = if strict {
        sides.bound.is_one()
    } else {
        (-&sides.bound).is_one()
    };
    if both && one_off {
        strict = !strict;
        sides.bound = BigInt::zero();
    }
    let constant_on_the_right =
        !sides.bound.is_negative() && !sides.positive.coefficients.is_empty();
    if constant_on_the_right || sides.negative.coefficients.is_empty() {
        sides.negative.constant = sides.bound;
    } else {
        sides.positive.constant = -sides.bound;
    }
    let op = if strict { Op::IntLt } else { Op::IntLe };
    let args = [
        sides.positive.to_term(r.terms),
        sides.negative.to_term(r.terms),
    ];
    (args != r.args || op != *r.op).then(|| r.terms.apply(op, &args))
}

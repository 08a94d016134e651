//! Floats. Few of the laws of arithmetic hold for them: a rule must hold for NaN, for both zeros, for infinities, and
//! after rounding.

use super::compare::ite_beside_constant;
use super::{Redex, Rule, rules};
use crate::float::{holds_signed, infinity, is_nan, minus_infinity, nan};
use crate::term::{Op, Term, Terms};

pub(super) const COMMUTATIVE: &[Rule] = rules![argument_order, nan_argument];
pub(super) const ARITHMETIC: &[Rule] = rules![nan_argument];
pub(super) const NEG: &[Rule] = rules![double_neg];
pub(super) const ABS: &[Rule] = rules![abs_of_sign];
pub(super) const LESS: &[Rule] = rules![
    same_sides,
    beside_nan,
    beside_infinity,
    ite_against_constant,
    both_negated,
    both_widened,
    widened_against_constant,
    both_from_signed
];
pub(super) const EQ: &[Rule] = rules![
    argument_order,
    same_sides,
    beside_nan,
    ite_against_constant,
    both_negated,
    both_widened,
    widened_against_constant,
    both_from_signed
];
pub(super) const IS_NAN: &[Rule] = rules![nan_inside, never_nan, nan_of_choice];
pub(super) const TO_SIGNED: &[Rule] = rules![back_to_signed];
pub(super) const TO_FP: &[Rule] = rules![back_to_float, from_signed_exactly];

/// How many nested choices are looked at.
const DEEPEST: u32 = 4;

/// Whether the pattern is never that of a NaN other than the one that operations yield.
fn is_canonical(terms: &Terms, t: Term, depth: u32) -> bool {
    match terms.op(t) {
        Op::FpAdd | Op::FpSub | Op::FpMul | Op::FpDiv | Op::FpSqrt | Op::FpNeg | Op::FpAbs => true,
        Op::FpToFp(_) | Op::FpFromSigned(_) => true,
        Op::Value(_) => {
            let width = terms.width(t);
            terms
                .bits(t)
                .is_some_and(|bits| !is_nan(width, bits) || bits == nan(width))
        }
        Op::Ite if depth > 0 => terms.args(t)[1..]
            .iter()
            .all(|a| is_canonical(terms, *a, depth - 1)),
        _ => false,
    }
}

fn is_constant_nan(terms: &Terms, t: Term) -> bool {
    terms
        .bits(t)
        .is_some_and(|bits| is_nan(terms.width(t), bits))
}

fn is_constant(terms: &Terms, t: Term, bits: u64) -> bool {
    terms.bits(t) == Some(bits)
}

/// match:  a + b, a * b, a == b     where a was made after b
/// result: b + a, b * a, b == a
fn argument_order(r: &Redex) -> Option<Term> {
    let [a, b] = *r.args else { return None };
    (b < a).then(|| r.with(&[b, a]))
}

/// match:  a + NaN, the same with -, *, /
/// result: NaN
fn nan_argument(r: &Redex) -> Option<Term> {
    let width = r.terms.width(r.args[0]);
    r.args
        .iter()
        .any(|a| is_constant_nan(r.terms, *a))
        .then(|| r.terms.bv(width, nan(width)))
}

/// match:  -(-a)        where a is no NaN with a pattern of its own
/// result: a
fn double_neg(r: &Redex) -> Option<Term> {
    let a = r.under(0, &Op::FpNeg)?[0];
    is_canonical(r.terms, a, DEEPEST).then_some(a)
}

/// match:  abs(-a), abs(abs(a))
/// result: abs(a)
fn abs_of_sign(r: &Redex) -> Option<Term> {
    r.under(0, &Op::FpNeg)
        .or(r.under(0, &Op::FpAbs))
        .map(|inner| r.with(inner))
}

/// match:  a < a; a <= a, a == a
/// result: false; !isNaN(a)
fn same_sides(r: &Redex) -> Option<Term> {
    let number = || r.terms.not(r.terms.fp_is_nan(r.args[0]));
    (r.args[0] == r.args[1]).then(|| {
        if *r.op == Op::FpLt {
            r.terms.false_()
        } else {
            number()
        }
    })
}

/// match:  a < NaN, NaN < a, the same with <= and ==
/// result: false
fn beside_nan(r: &Redex) -> Option<Term> {
    r.args
        .iter()
        .any(|a| is_constant_nan(r.terms, *a))
        .then(|| r.terms.false_())
}

/// match:  a < -infinity, infinity < a; a <= infinity, -infinity <= a; a <= -infinity, infinity <= a
/// result: false; !isNaN(a); a is that pattern
fn beside_infinity(r: &Redex) -> Option<Term> {
    let t = r.terms;
    let [a, b] = *r.args else { return None };
    let width = t.width(a);
    let (low, high) = (minus_infinity(width), infinity(width));
    match r.op {
        Op::FpLt if is_constant(t, b, low) || is_constant(t, a, high) => Some(t.false_()),
        Op::FpLe if is_constant(t, b, high) => Some(t.not(t.fp_is_nan(a))),
        Op::FpLe if is_constant(t, a, low) => Some(t.not(t.fp_is_nan(b))),
        Op::FpLe if is_constant(t, b, low) || is_constant(t, a, high) => Some(t.eq(a, b)),
        _ => None,
    }
}

/// match:  (p ? a : b) < c, c < (p ? a : b)      where a or b is constant; the same with <= and ==
/// result: p ? a < c : b < c
fn ite_against_constant(r: &Redex) -> Option<Term> {
    ite_beside_constant(r)
}

/// match:  -a < -b, -a < c, c < -b      the same with <= and ==
/// result: b < a, -c < a, b < -c
fn both_negated(r: &Redex) -> Option<Term> {
    let inside = |i: usize| r.under(i, &Op::FpNeg).map(|a| a[0]);
    let turned = |i: usize| inside(i).or_else(|| r.bits(i).map(|_| r.terms.fp_neg(r.args[i])));
    inside(0).or(inside(1))?;
    Some(r.with(&[turned(1)?, turned(0)?]))
}

/// The float that was widened to `t`.
fn widened(terms: &Terms, t: Term) -> Option<Term> {
    terms.under(t, &Op::FpToFp(64)).map(|a| a[0])
}

/// match:  (double) a < (double) b      the same with <= and ==
/// result: a < b
fn both_widened(r: &Redex) -> Option<Term> {
    Some(r.with(&[widened(r.terms, r.args[0])?, widened(r.terms, r.args[1])?]))
}

/// match:  (double) a < c, c < (double) a       where c is a float; the same with <= and ==
/// result: a < c, c < a
fn widened_against_constant(r: &Redex) -> Option<Term> {
    let t = r.terms;
    let narrow = |i: usize| {
        widened(t, r.args[i]).or_else(|| {
            t.value(r.args[i])?;
            let narrow = t.fp_to_fp(r.args[i], 32);
            (t.fp_to_fp(narrow, 64) == r.args[i]).then_some(narrow)
        })
    };
    (t.width(r.args[0]) == 64).then_some(())?;
    widened(t, r.args[0]).or(widened(t, r.args[1]))?;
    Some(r.with(&[narrow(0)?, narrow(1)?]))
}

/// The number that the float exactly is, as a signed number of the width.
fn exact_signed(terms: &Terms, t: Term, width: u32) -> Option<Term> {
    let float = terms.width(t);
    match terms.op(t) {
        Op::FpFromSigned(_) => {
            let n = terms.args(t)[0];
            (terms.width(n) == width && holds_signed(float, width)).then_some(n)
        }
        Op::Value(_) => {
            let n = terms.fp_to_signed(t, width);
            let back = terms.fp_from_signed(n, float);
            // Zeros are equal as numbers, whatever their sign.
            (holds_signed(float, width) && terms.fp_eq(back, t) == terms.true_()).then_some(n)
        }
        _ => None,
    }
}

/// match:  (double) m < (double) n, (double) m < c, c < (double) n       where m, n are `int`s and c is one; the same
///         with <= and ==
/// result: m < n, m < c, c < n
fn both_from_signed(r: &Redex) -> Option<Term> {
    let [a, b] = *r.args else { return None };
    let (m, n) = (exact_signed(r.terms, a, 32)?, exact_signed(r.terms, b, 32)?);
    match r.op {
        Op::FpLt => Some(r.terms.bv_slt(m, n)),
        Op::FpLe => Some(r.terms.bv_sle(m, n)),
        Op::FpEq => Some(r.terms.eq(m, n)),
        _ => None,
    }
}

/// match:  isNaN(-a), isNaN(abs(a)), isNaN((double) a), isNaN((float) a)
/// result: isNaN(a)
fn nan_inside(r: &Redex) -> Option<Term> {
    match r.terms.op(r.args[0]) {
        Op::FpNeg | Op::FpAbs | Op::FpToFp(_) => Some(r.with(r.terms.args(r.args[0]))),
        _ => None,
    }
}

/// match:  isNaN((float) n)         where n is a number
/// result: false
fn never_nan(r: &Redex) -> Option<Term> {
    matches!(r.terms.op(r.args[0]), Op::FpFromSigned(_)).then(|| r.terms.false_())
}

/// match:  isNaN(p ? a : b)     where a or b is constant
/// result: p ? isNaN(a) : isNaN(b)
fn nan_of_choice(r: &Redex) -> Option<Term> {
    let [p, a, b] = *r.under(0, &Op::Ite)? else {
        return None;
    };
    r.terms.value(a).or(r.terms.value(b))?;
    Some(r.terms.ite(p, r.with(&[a]), r.with(&[b])))
}

/// match:  (int) (double) n, (long) (double) n      where n is an `int`
/// result: n, widened
fn back_to_signed(r: &Redex) -> Option<Term> {
    let Op::FpToSigned(to) = *r.op else {
        return None;
    };
    let Op::FpFromSigned(float) = *r.terms.op(r.args[0]) else {
        return None;
    };
    let n = r.terms.args(r.args[0])[0];
    let width = r.terms.width(n);
    (holds_signed(float, width) && width <= to).then(|| r.terms.sign_extend(n, to))
}

/// match:  (float) (double) a       where a is no NaN with a pattern of its own
/// result: a
fn back_to_float(r: &Redex) -> Option<Term> {
    let a = r.under(0, &Op::FpToFp(64))?[0];
    is_canonical(r.terms, a, DEEPEST).then_some(a)
}

/// match:  (float) (double) n       where n is an `int`
/// result: (float) n: only one of the two rounds
fn from_signed_exactly(r: &Redex) -> Option<Term> {
    let Op::FpToFp(to) = *r.op else { return None };
    let Op::FpFromSigned(float) = *r.terms.op(r.args[0]) else {
        return None;
    };
    let n = r.terms.args(r.args[0])[0];
    holds_signed(float, r.terms.width(n)).then(|| r.terms.fp_from_signed(n, to))
}

//! Division and remainder of bit vectors.

use super::{Redex, Rule, range, rules};
use crate::term::{Op, Term};
use crate::value::{mask, signed_min, to_signed};

pub(super) const SDIV: &[Rule] = rules![sdiv_by_zero, sdiv_by_one, sdiv_small];
pub(super) const SREM: &[Rule] = rules![rem_by_zero, srem_by_one, srem_by_negative, srem_small];
pub(super) const UDIV: &[Rule] = rules![udiv_by_zero, udiv_by_power, udiv_small];
pub(super) const UREM: &[Rule] = rules![rem_by_zero, urem_by_power, urem_small];

/// match:  a / 0
/// result: a < 0 ? 1 : -1
fn sdiv_by_zero(r: &Redex) -> Option<Term> {
    (r.bits(1)? == 0).then(|| {
        let negative = r.terms.bv_slt(r.args[0], r.terms.number(r.sort, 0));
        r.terms.ite(
            negative,
            r.terms.number(r.sort, 1),
            r.terms.number(r.sort, -1),
        )
    })
}

/// match:  a / 1, a / -1
/// result: a, -a
fn sdiv_by_one(r: &Redex) -> Option<Term> {
    match to_signed(r.terms.width(r.args[0]), r.bits(1)?) {
        1 => Some(r.args[0]),
        -1 => Some(r.terms.bv_neg(r.args[0])),
        _ => None,
    }
}

/// match:  a / c        where |a| < |c|
/// result: 0
fn sdiv_small(r: &Redex) -> Option<Term> {
    fits_signed(r)?.then(|| r.terms.number(r.sort, 0))
}

/// Whether the dividend is nearer to zero than the constant divisor.
fn fits_signed(r: &Redex) -> Option<bool> {
    let c = i128::from(to_signed(r.terms.width(r.args[0]), r.bits(1)?)).abs();
    let (lo, hi) = range::signed(r.terms, r.args[0]);
    Some(-c < lo && hi < c)
}

/// match:  a % 0, signed or unsigned
/// result: a
fn rem_by_zero(r: &Redex) -> Option<Term> {
    (r.bits(1)? == 0).then(|| r.args[0])
}

/// match:  a % 1, a % -1
/// result: 0
fn srem_by_one(r: &Redex) -> Option<Term> {
    let c = to_signed(r.terms.width(r.args[0]), r.bits(1)?);
    (c == 1 || c == -1).then(|| r.terms.number(r.sort, 0))
}

/// match:  a % -c       where c is not the least number
/// result: a % c
fn srem_by_negative(r: &Redex) -> Option<Term> {
    let width = r.terms.width(r.args[0]);
    let c = to_signed(width, r.bits(1)?);
    (c < 0 && r.bits(1)? != signed_min(width))
        .then(|| r.with(&[r.args[0], r.terms.number(r.sort, -c)]))
}

/// match:  a % c        where |a| < |c|
/// result: a
fn srem_small(r: &Redex) -> Option<Term> {
    fits_signed(r)?.then(|| r.args[0])
}

/// match:  a /u 0
/// result: -1
fn udiv_by_zero(r: &Redex) -> Option<Term> {
    (r.bits(1)? == 0).then(|| r.terms.number(r.sort, -1))
}

/// match:  a /u 2^k
/// result: a >>> k
fn udiv_by_power(r: &Redex) -> Option<Term> {
    let c = r.bits(1)?;
    let amount = r.terms.number(r.sort, c.trailing_zeros().into());
    c.is_power_of_two()
        .then(|| r.terms.apply(Op::BvLshr, &[r.args[0], amount]))
}

/// match:  a /u c       where a < c unsigned
/// result: 0
fn udiv_small(r: &Redex) -> Option<Term> {
    (range::unsigned(r.terms, r.args[0]).1 < r.bits(1)?.into()).then(|| r.terms.number(r.sort, 0))
}

/// match:  a %u 2^k
/// result: a & (2^k - 1)
fn urem_by_power(r: &Redex) -> Option<Term> {
    let c = r.bits(1)?;
    let low = c.wrapping_sub(1) & mask(r.terms.width(r.args[0]));
    c.is_power_of_two().then(|| {
        r.terms
            .bv_and(r.args[0], r.terms.number(r.sort, low as i64))
    })
}

/// match:  a %u c       where a < c unsigned
/// result: a
fn urem_small(r: &Redex) -> Option<Term> {
    (range::unsigned(r.terms, r.args[0]).1 < r.bits(1)?.into()).then(|| r.args[0])
}

//! Bounds of terms that can be seen at a glance.

use num_traits::{Signed, ToPrimitive};

use crate::term::{Op, Term, Terms};
use crate::value::{mask, signed_max, to_signed};

/// How far down to look.
const DEEPEST: u32 = 4;

/// A lower and an upper bound of a bit vector's value, read as a signed number.
pub(super) fn signed(terms: &Terms, t: Term) -> (i128, i128) {
    if !matches!(terms.op(t), Op::Ite | Op::BvAdd) {
        return signed_at(terms, t, DEEPEST);
    }
    if let Some(known) = terms.known_bounds(t) {
        return known;
    }
    let found = signed_at(terms, t, DEEPEST);
    terms.remember_bounds(t, found);
    found
}

/// A lower and an upper bound of a bit vector's value, read as an unsigned number.
pub(super) fn unsigned(terms: &Terms, t: Term) -> (u128, u128) {
    unsigned_at(terms, t, DEEPEST)
}

fn signed_at(terms: &Terms, t: Term, depth: u32) -> (i128, i128) {
    let width = terms.width(t);
    let max = i128::from(signed_max(width));
    let full = (-max - 1, max);
    let args = terms.args(t);
    if let Some(known) = terms.known_bounds(t) {
        return known;
    }
    if depth == 0 && terms.value(t).is_none() {
        return full;
    }
    let at = |t: Term| signed_at(terms, t, depth.saturating_sub(1));
    let inside = |(lo, hi): (i128, i128)| (full.0 <= lo && hi <= full.1).then_some((lo, hi));
    let found = match terms.op(t) {
        Op::Value(v) => v.as_signed().map(|n| (n.into(), n.into())),
        Op::SignExtend(_) => Some(at(args[0])),
        Op::Ite => Some(hull(at(args[1]), at(args[2]))),
        Op::BvAdd => inside(
            args.iter()
                .map(|a| at(*a))
                .fold((0, 0), |x, y| (x.0 + y.0, x.1 + y.1)),
        ),
        Op::BvNeg => inside(turned(at(args[0]))),
        Op::BvMul => match args {
            [c, x] => terms
                .bits(*c)
                .and_then(|c| inside(scaled(at(*x), to_signed(width, c).into()))),
            _ => None,
        },
        Op::BvSrem => terms
            .bits(args[1])
            .and_then(|c| remainder(at(args[0]), to_signed(width, c).into())),
        Op::BvSdiv => terms
            .bits(args[1])
            .and_then(|c| quotient(at(args[0]), to_signed(width, c).into())),
        _ => None,
    };
    let (_, high) = unsigned_only(terms, t, depth);
    match found {
        Some(range) => range,
        None if high <= max as u128 => (0, high as i128),
        None => full,
    }
}

fn unsigned_at(terms: &Terms, t: Term, depth: u32) -> (u128, u128) {
    let range = unsigned_only(terms, t, depth);
    let (lo, hi) = if depth == 0 {
        (-1, 0)
    } else {
        signed_at(terms, t, depth - 1)
    };
    if lo >= 0 {
        (range.0.max(lo as u128), range.1.min(hi as u128))
    } else {
        range
    }
}

/// Bounds that come from operations on unsigned numbers.
fn unsigned_only(terms: &Terms, t: Term, depth: u32) -> (u128, u128) {
    let all = u128::from(mask(terms.width(t)));
    let args = terms.args(t);
    if depth == 0 {
        return (0, all);
    }
    let at = |t: Term| unsigned_at(terms, t, depth - 1);
    match terms.op(t) {
        Op::Value(v) => v.as_unsigned().map_or((0, all), |n| (n.into(), n.into())),
        Op::ZeroExtend(_) => at(args[0]),
        Op::BvAnd => (0, args.iter().map(|a| at(*a).1).min().unwrap_or(all)),
        Op::BvUrem => match terms.bits(args[1]) {
            Some(c) if c > 0 => (0, at(args[0]).1.min(u128::from(c) - 1)),
            _ => (0, all),
        },
        Op::BvUdiv => match terms.bits(args[1]) {
            Some(c) if c > 0 => (at(args[0]).0 / u128::from(c), at(args[0]).1 / u128::from(c)),
            _ => (0, all),
        },
        Op::BvLshr => match terms.bits(args[1]) {
            Some(c) if c < 64 => (at(args[0]).0 >> c, at(args[0]).1 >> c),
            _ => (0, all),
        },
        Op::Ite => {
            let (a, b) = (at(args[1]), at(args[2]));
            (a.0.min(b.0), a.1.max(b.1))
        }
        _ => (0, all),
    }
}

fn hull(a: (i128, i128), b: (i128, i128)) -> (i128, i128) {
    (a.0.min(b.0), a.1.max(b.1))
}

fn turned((lo, hi): (i128, i128)) -> (i128, i128) {
    (-hi, -lo)
}

fn scaled((lo, hi): (i128, i128), by: i128) -> (i128, i128) {
    if by >= 0 {
        (lo * by, hi * by)
    } else {
        (hi * by, lo * by)
    }
}

/// Of a number in the range by `c`, rounding towards zero.
fn remainder((lo, hi): (i128, i128), c: i128) -> Option<(i128, i128)> {
    let most = c.abs() - 1;
    (c != 0).then(|| (lo.clamp(-most, 0), hi.clamp(0, most)))
}

/// Of a number in the range by `c`, rounding towards zero; the one quotient that wraps is left out.
fn quotient((lo, hi): (i128, i128), c: i128) -> Option<(i128, i128)> {
    match c {
        0 | -1 => None,
        c if c > 0 => Some((lo / c, hi / c)),
        c => Some((hi / c, lo / c)),
    }
}

/// Bounds of an integer term, where they are known.
pub(super) fn integer(terms: &Terms, t: Term) -> (Option<i128>, Option<i128>) {
    integer_at(terms, t, DEEPEST)
}

fn integer_at(terms: &Terms, t: Term, depth: u32) -> (Option<i128>, Option<i128>) {
    let args = terms.args(t);
    let open = (None, None);
    if depth == 0 {
        return open;
    }
    let at = |t: Term| integer_at(terms, t, depth - 1);
    match terms.op(t) {
        Op::Value(v) => {
            let small = v.as_int().and_then(|n| n.to_i64()).map(i128::from);
            (small, small)
        }
        Op::Ite => {
            let (a, b) = (at(args[1]), at(args[2]));
            (
                a.0.zip(b.0).map(|(x, y)| x.min(y)),
                a.1.zip(b.1).map(|(x, y)| x.max(y)),
            )
        }
        Op::IntMod => constant(terms, args[1]).map_or(open, |c| (Some(0), Some(c.abs() - 1))),
        Op::IntTrem => constant(terms, args[1]).map_or(open, |c| {
            let (lo, hi) = at(args[0]);
            let most = c.abs() - 1;
            (
                Some(lo.unwrap_or(-most).clamp(-most, 0)),
                Some(hi.unwrap_or(most).clamp(0, most)),
            )
        }),
        Op::IntAdd => args
            .iter()
            .map(|a| at(*a))
            .fold((Some(0), Some(0)), |x, y| (plus(x.0, y.0), plus(x.1, y.1))),
        Op::IntNeg => {
            let (lo, hi) = at(args[0]);
            (hi.map(|n| -n), lo.map(|n| -n))
        }
        _ => open,
    }
}

fn plus(a: Option<i128>, b: Option<i128>) -> Option<i128> {
    a?.checked_add(b?)
}

/// A divisor that is constant, not zero and of ordinary size.
fn constant(terms: &Terms, t: Term) -> Option<i128> {
    let c = terms.value(t)?.as_int()?;
    (!num_traits::Zero::is_zero(c))
        .then(|| c.abs().to_i64())
        .flatten()
        .map(i128::from)
}

//! Bitwise operations and shifts.

use std::collections::BTreeSet;

use super::{Redex, Rule, range, rules};
use crate::term::{Op, Term};
use crate::value::mask;

pub(super) const NOT: &[Rule] = rules![double_not];
pub(super) const AND: &[Rule] = rules![and_complement, and_covering_mask, mask_of_signs, flatten];
pub(super) const OR: &[Rule] = rules![or_complement, flatten];
pub(super) const XOR: &[Rule] = rules![xor_normal];
pub(super) const SHIFT: &[Rule] = rules![shift_by_constant, shift_of_zero, shift_twice];

/// match:  ~~a
/// result: a
fn double_not(r: &Redex) -> Option<Term> {
    r.under(0, &Op::BvNot).map(|a| a[0])
}

/// match:  a & ~a & …
/// result: 0
fn and_complement(r: &Redex) -> Option<Term> {
    has_complement(r).then(|| r.terms.number(r.sort, 0))
}

/// match:  a | ~a | …
/// result: -1
fn or_complement(r: &Redex) -> Option<Term> {
    has_complement(r).then(|| r.terms.number(r.sort, -1))
}

fn has_complement(r: &Redex) -> bool {
    r.args.iter().any(|a| {
        r.terms
            .under(*a, &Op::BvNot)
            .is_some_and(|inner| r.args.contains(&inner[0]))
    })
}

/// match:  a & c        where c is 2^k - 1 and 0 <= a <= c unsigned
/// result: a
fn and_covering_mask(r: &Redex) -> Option<Term> {
    let [a, b] = r.args else { return None };
    let (a, c) = if let Some(c) = r.terms.bits(*b) {
        (*a, c)
    } else {
        (*b, r.terms.bits(*a)?)
    };
    let is_mask = c & c.wrapping_add(1) == 0;
    (is_mask && range::unsigned(r.terms, a).1 <= u128::from(c)).then_some(a)
}

/// match:  sign_extend(a) & c       where c is 2^k - 1 and k is a's width
/// result: zero_extend(a)
fn mask_of_signs(r: &Redex) -> Option<Term> {
    let [a, b] = r.args else { return None };
    let (a, c) = if let Some(c) = r.terms.bits(*b) {
        (*a, c)
    } else {
        (*b, r.terms.bits(*a)?)
    };
    let Op::SignExtend(to) = r.terms.op(a) else {
        return None;
    };
    let inner = r.terms.args(a)[0];
    (c == mask(r.terms.width(inner))).then(|| r.terms.zero_extend(inner, *to))
}

/// match:  a & (b & …) & c & d, the same with |
/// result: the different arguments, in the order of the terms, and c & d at the end, unless that is neutral;
///         0 (or -1 for |) if that absorbs everything
fn flatten(r: &Redex) -> Option<Term> {
    let all = mask(r.terms.width(r.args[0]));
    let and = *r.op == Op::BvAnd;
    let mut constant = if and { all } else { 0 };
    let mut rest = BTreeSet::new();
    for &a in r.args {
        for &a in r.terms.under(a, r.op).unwrap_or(&[a]) {
            match r.terms.bits(a) {
                Some(c) if and => constant &= c,
                Some(c) => constant |= c,
                None => drop(rest.insert(a)),
            }
        }
    }
    let absorbing = if and { 0 } else { all };
    if constant == absorbing {
        return Some(r.terms.number(r.sort, constant as i64));
    }
    finish(r, rest.into_iter().collect(), constant, all - absorbing)
}

/// The arguments and, if it does anything, the constant; `None` if that is what was there.
fn finish(r: &Redex, mut args: Vec<Term>, constant: u64, neutral: u64) -> Option<Term> {
    if constant != neutral || args.is_empty() {
        args.push(r.terms.number(r.sort, constant as i64));
    }
    match args[..] {
        [single] => Some(single),
        _ if args == r.args => None,
        _ => Some(r.with(&args)),
    }
}

/// match:  a ^ (b ^ …) ^ a ^ c ^ d ^ ~b
/// result: what is left of pairs, in the order of the terms, and one constant; ~(…) if the constant is -1
fn xor_normal(r: &Redex) -> Option<Term> {
    let all = mask(r.terms.width(r.args[0]));
    let mut constant = 0;
    let mut odd = BTreeSet::new();
    for &a in r.args {
        for &a in r.terms.under(a, r.op).unwrap_or(&[a]) {
            let (a, flip) = r
                .terms
                .under(a, &Op::BvNot)
                .map_or((a, 0), |inner| (inner[0], all));
            constant ^= flip;
            match r.terms.bits(a) {
                Some(c) => constant ^= c,
                None if odd.remove(&a) => {}
                None => drop(odd.insert(a)),
            }
        }
    }
    if constant == all && !odd.is_empty() {
        let args: Vec<Term> = odd.into_iter().collect();
        return Some(r.terms.bv_not(r.with(&args)));
    }
    finish(r, odd.into_iter().collect(), constant, 0)
}

/// match:  a << 0, a << c, a >> c   where c is at least the width; the same with >>>
/// result: a, 0, a >> (width - 1)
fn shift_by_constant(r: &Redex) -> Option<Term> {
    let width = u64::from(r.terms.width(r.args[0]));
    match (r.bits(1)?, r.op) {
        (0, _) => Some(r.args[0]),
        (c, Op::BvAshr) if c >= width => {
            Some(r.with(&[r.args[0], r.terms.number(r.sort, width as i64 - 1)]))
        }
        (c, _) if c >= width => Some(r.terms.number(r.sort, 0)),
        _ => None,
    }
}

/// match:  0 << a, 0 >> a, 0 >>> a, -1 >> a
/// result: the left side
fn shift_of_zero(r: &Redex) -> Option<Term> {
    let unchanged = match r.op {
        Op::BvAshr => [0, mask(r.terms.width(r.args[0]))].contains(&r.bits(0)?),
        _ => r.bits(0)? == 0,
    };
    unchanged.then(|| r.args[0])
}

/// match:  (a << c) << d, the same with >> and >>>
/// result: a << (c + d); 0 if that is the width or more, a >> (width - 1) for >>
fn shift_twice(r: &Redex) -> Option<Term> {
    let inner = r.under(0, r.op)?;
    let width = u64::from(r.terms.width(inner[0]));
    let amount = r
        .terms
        .bits(inner[1])?
        .saturating_add(r.bits(1)?)
        .min(width);
    match r.op {
        Op::BvAshr => Some(r.with(&[
            inner[0],
            r.terms.number(r.sort, amount.min(width - 1) as i64),
        ])),
        _ if amount == width => Some(r.terms.number(r.sort, 0)),
        _ => Some(r.with(&[inner[0], r.terms.number(r.sort, amount as i64)])),
    }
}

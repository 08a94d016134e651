//! `c ? a : b`.

use super::{Redex, Rule, rules};
use crate::term::{Op, Term};
use crate::value::Sort;

pub(super) const ITE: &[Rule] = rules![
    constant_condition,
    same_branches,
    negated_condition,
    bool_branches,
    known_condition,
    merge_else,
    merge_then,
    equal_branches
];

/// match:  true ? a : b, false ? a : b
/// result: a, b
fn constant_condition(r: &Redex) -> Option<Term> {
    let condition = r.terms.value(r.args[0])?.as_bool()?;
    Some(r.args[if condition { 1 } else { 2 }])
}

/// match:  c ? a : a
/// result: a
fn same_branches(r: &Redex) -> Option<Term> {
    (r.args[1] == r.args[2]).then(|| r.args[1])
}

/// match:  !c ? a : b
/// result: c ? b : a
fn negated_condition(r: &Redex) -> Option<Term> {
    r.under(0, &Op::Not)
        .map(|c| r.with(&[c[0], r.args[2], r.args[1]]))
}

/// match:  c ? true : b, c ? false : b, c ? a : true, c ? a : false, the same with c and !c in place of the constants,
///         c ? a : !a
/// result: c || b, !c && b, !c || a, c && a, c == a
fn bool_branches(r: &Redex) -> Option<Term> {
    if r.sort != Sort::Bool {
        return None;
    }
    let t = r.terms;
    let [c, a, b] = *r.args else { return None };
    let not_c = t.not(c);
    if a == t.true_() || a == c {
        Some(t.or2(c, b))
    } else if a == t.false_() || a == not_c {
        Some(t.and2(not_c, b))
    } else if b == t.true_() || b == not_c {
        Some(t.or2(not_c, a))
    } else if b == t.false_() || b == c {
        Some(t.and2(c, a))
    } else if b == t.not(a) {
        Some(t.eq(c, a))
    } else {
        None
    }
}

/// match:  c ? (c ? a : b) : d, c ? a : (c ? b : d)
/// result: c ? a : d
fn known_condition(r: &Redex) -> Option<Term> {
    let inner = |i: usize| r.under(i, &Op::Ite).filter(|inner| inner[0] == r.args[0]);
    match (inner(1), inner(2)) {
        (Some(then), _) => Some(r.with(&[r.args[0], then[1], r.args[2]])),
        (None, Some(or)) => Some(r.with(&[r.args[0], r.args[1], or[2]])),
        (None, None) => None,
    }
}

/// match:  c ? a : (d ? a : b)
/// result: c || d ? a : b
fn merge_else(r: &Redex) -> Option<Term> {
    let inner = r.under(2, &Op::Ite).filter(|inner| inner[1] == r.args[1])?;
    Some(r.with(&[r.terms.or2(r.args[0], inner[0]), r.args[1], inner[2]]))
}

/// match:  c ? (d ? a : b) : b
/// result: c && d ? a : b
fn merge_then(r: &Redex) -> Option<Term> {
    let inner = r.under(1, &Op::Ite).filter(|inner| inner[2] == r.args[2])?;
    Some(r.with(&[r.terms.and2(r.args[0], inner[0]), inner[1], r.args[2]]))
}

/// match:  a == b ? a : b, a == b ? b : a
/// result: b, a
fn equal_branches(r: &Redex) -> Option<Term> {
    let sides = r.under(0, &Op::Eq)?;
    (sides.contains(&r.args[1]) && sides.contains(&r.args[2])).then(|| r.args[2])
}

//! `!`, `&&` and `||`. The rules for the last two are each other's mirror image and written once; where a rule is stated
//! for `&&`, exchange `&&` with `||` and `true` with `false` for the other.

use super::{Redex, Rule, bounds, rules};
use crate::term::{Op, Term, Terms};

pub(super) const NOT: &[Rule] = rules![double_not, not_comparison, not_ite, de_morgan];
pub(super) const AND_OR: &[Rule] = rules![
    flatten,
    complement,
    absorb,
    resolve,
    merge_bounds,
    shift_bounds
];

/// Conjunctions with more arguments are not merged into others, so that long ones stay cheap.
const LONGEST: usize = 128;

/// How many literals a negation is moved to. Beyond it, the negation stays where it is.
const LITERALS: usize = 24;

/// match:  !!a
/// result: a
fn double_not(r: &Redex) -> Option<Term> {
    r.under(0, &Op::Not).map(|a| a[0])
}

/// match:  !(a < b), !(a <= b)      of every kind
/// result: b <= a, b < a
fn not_comparison(r: &Redex) -> Option<Term> {
    let op = match r.terms.op(r.args[0]) {
        Op::BvUlt => Op::BvUle,
        Op::BvUle => Op::BvUlt,
        Op::BvSlt => Op::BvSle,
        Op::BvSle => Op::BvSlt,
        Op::IntLt => Op::IntLe,
        Op::IntLe => Op::IntLt,
        _ => return None,
    };
    let args = r.terms.args(r.args[0]);
    Some(r.terms.apply(op, &[args[1], args[0]]))
}

/// match:  !(c ? a : b)
/// result: c ? !a : !b
fn not_ite(r: &Redex) -> Option<Term> {
    let args = r.under(0, &Op::Ite)?;
    (count_literals(r.terms, r.args[0], LITERALS) > 0).then(|| {
        r.terms
            .ite(args[0], r.terms.not(args[1]), r.terms.not(args[2]))
    })
}

/// match:  !(a && b && …)       with few literals below
/// result: !a || !b || …
fn de_morgan(r: &Redex) -> Option<Term> {
    let op = r.terms.op(r.args[0]);
    let dual = dual(op)?;
    if count_literals(r.terms, r.args[0], LITERALS) == 0 {
        return None;
    }
    let args: Vec<Term> = r
        .terms
        .args(r.args[0])
        .iter()
        .map(|a| r.terms.not(*a))
        .collect();
    Some(r.terms.apply(dual, &args))
}

/// The literals a negation of the term would reach, 0 if they are more than `most`.
fn count_literals(terms: &Terms, t: Term, most: usize) -> usize {
    let (mut open, mut count) = (vec![t], 0);
    while let Some(t) = open.pop() {
        match terms.op(t) {
            Op::And | Op::Or => open.extend(terms.args(t)),
            Op::Ite => open.extend(&terms.args(t)[1..]),
            _ => count += 1,
        }
        if open.len() + count > most {
            return 0;
        }
    }
    count
}

fn dual(op: &Op) -> Option<Op> {
    match op {
        Op::And => Some(Op::Or),
        Op::Or => Some(Op::And),
        _ => None,
    }
}

/// match:  a && (b && c) && true && a, a && false
/// result: the different arguments in the order of the terms, without true; false
fn flatten(r: &Redex) -> Option<Term> {
    let neutral = r.terms.bool(*r.op == Op::And);
    let absorbing = r.terms.bool(*r.op == Op::Or);
    let mut args = Vec::with_capacity(r.args.len());
    for &a in r.args {
        match r.terms.under(a, r.op) {
            Some(inner) if inner.len() <= LONGEST => args.extend(inner),
            _ => args.push(a),
        }
    }
    if args.contains(&absorbing) {
        return Some(absorbing);
    }
    args.retain(|a| *a != neutral);
    args.sort_unstable();
    args.dedup();
    match args[..] {
        [] => Some(neutral),
        [single] => Some(single),
        _ => (args != r.args).then(|| r.with(&args)),
    }
}

/// match:  a && !a && …
/// result: false
fn complement(r: &Redex) -> Option<Term> {
    let has = |a: Term| r.args.binary_search(&a).is_ok();
    let opposed = |a: &Term| match r.terms.op(*a) {
        Op::Not => has(r.terms.args(*a)[0]),
        Op::BvUlt | Op::BvSlt | Op::IntLt => has(r.terms.not(*a)),
        _ => false,
    };
    r.args
        .iter()
        .any(opposed)
        .then(|| r.terms.bool(*r.op == Op::Or))
}

/// match:  a && (a || b), a && (!a || b)
/// result: a, a && b
fn absorb(r: &Redex) -> Option<Term> {
    let dual = dual(r.op)?;
    let has = |a: Term| r.args.binary_search(&a).is_ok();
    let mut changed = false;
    let mut args = Vec::new();
    for &a in r.args {
        match r.terms.under(a, &dual) {
            Some(inner) if inner.iter().any(|b| has(*b)) => changed = true,
            Some(inner) if inner.iter().any(|b| has(r.terms.not(*b))) => {
                let left: Vec<Term> = inner
                    .iter()
                    .copied()
                    .filter(|b| !has(r.terms.not(*b)))
                    .collect();
                args.push(if left.is_empty() {
                    r.terms.bool(*r.op == Op::Or)
                } else {
                    r.terms.apply(dual.clone(), &left)
                });
                changed = true;
            }
            _ => args.push(a),
        }
    }
    // Everything that absorbs stays, so something is left.
    changed.then(|| r.with(&args))
}

/// match:  (a || b) && (!a || b)
/// result: b
fn resolve(r: &Redex) -> Option<Term> {
    let dual = dual(r.op)?;
    let clauses: Vec<Term> = r
        .args
        .iter()
        .copied()
        .filter(|a| r.terms.op(*a) == &dual)
        .collect();
    if clauses.len() > 12 {
        return None;
    }
    for (i, &a) in clauses.iter().enumerate() {
        for &b in &clauses[i + 1..] {
            if let Some(merged) = resolvent(r.terms, a, b) {
                let merged = r.terms.apply(dual, &merged);
                let others = r.args.iter().copied().filter(|x| *x != a && *x != b);
                return Some(r.with(&others.chain([merged]).collect::<Vec<Term>>()));
            }
        }
    }
    None
}

/// What two clauses share, if each has one literal more and these are complements.
fn resolvent(terms: &Terms, a: Term, b: Term) -> Option<Vec<Term>> {
    let (a, b) = (terms.args(a), terms.args(b));
    if a.len() != b.len() {
        return None;
    }
    let only_a: Vec<Term> = a.iter().copied().filter(|x| !b.contains(x)).collect();
    let only_b: Vec<Term> = b.iter().copied().filter(|x| !a.contains(x)).collect();
    match (&only_a[..], &only_b[..]) {
        ([x], [y]) if terms.not(*x) == *y => Some(a.iter().copied().filter(|z| z != x).collect()),
        _ => None,
    }
}

/// match:  comparisons of one term with constants
/// result: the tightest bounds: see [`bounds`]
fn merge_bounds(r: &Redex) -> Option<Term> {
    bounds::merge(r.terms, r.args, *r.op == Op::And).map(|args| r.with(&args))
}

/// match:  c <= a + d && a + d < e      where c - d and e - d do not wrap
/// result: c - d <= a && a < e - d
fn shift_bounds(r: &Redex) -> Option<Term> {
    bounds::shift(r.terms, r.args, *r.op == Op::And).map(|args| r.with(&args))
}

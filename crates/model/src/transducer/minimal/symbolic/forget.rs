//! What conditions say of some symbols when another one is forgotten: of `a < z` and `z <= b` is left `a < b`, and of bytes
//! with `a - z > 127` that `a` is not negative.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use smt::{Op, Sort, Term, Terms};

use super::super::super::program::Program;
use super::super::super::{SymbolType, seen};
use super::super::sets::{Wanted, condition};

/// What follows from conditions for all symbols but that one, as far as that is found.
pub(super) fn without(
    terms: &Terms,
    input: SymbolType,
    conditions: &[Term],
    forgotten: Term,
) -> Vec<Term> {
    let mentions = |c: &Term| terms.free_vars(*c).contains(&forgotten);
    let about: Vec<Term> = conditions.iter().copied().filter(mentions).collect();
    let mut found = ordered(terms, &about, forgotten);
    if input.bits == 8 && terms.sort(forgotten) == Sort::BitVec(8) {
        found.extend(bytes(terms, input, &about, forgotten));
    }
    found
}

/// For each other byte, which values it can have.
fn bytes(terms: &Terms, input: SymbolType, about: &[Term], forgotten: Term) -> Vec<Term> {
    let free = |c: &Term| terms.free_vars(*c);
    let others: BTreeSet<Term> = about
        .iter()
        .flat_map(free)
        .filter(|v| *v != forgotten)
        .collect();
    let others = others
        .into_iter()
        .filter(|v| terms.sort(*v) == Sort::BitVec(8));
    others
        .filter_map(|other| possible(terms, input, about, (other, forgotten)))
        .collect()
}

fn possible(
    terms: &Terms,
    input: SymbolType,
    about: &[Term],
    (other, forgotten): (Term, Term),
) -> Option<Term> {
    let both = |c: &&Term| {
        terms
            .free_vars(**c)
            .iter()
            .all(|v| *v == other || *v == forgotten)
    };
    let all = terms.and(&about.iter().filter(both).copied().collect::<Vec<_>>());
    let program = Program::new(terms, &[all], &[other, forgotten])?;
    let mut words = Vec::new();
    let mut holds = |value: u64, of: u64| {
        program.run(&[value, of], &mut words);
        program.value(&words, 0) != 0
    };
    let mut wanted = |value: u64| {
        if (0..256).any(|of| holds(value, of)) {
            Wanted::Yes
        } else {
            Wanted::No
        }
    };
    let wanted: Vec<Wanted> = (0..256).map(&mut wanted).collect();
    if wanted.iter().all(|w| *w == Wanted::Yes) {
        return None;
    }
    let (said, _) = condition(terms, input, &wanted);
    Some(terms.substitute(
        said,
        &FxHashMap::from_iter([(seen(terms, input, 0), other)]),
    ))
}

/// A comparison `less < more`, or `less <= more`.
struct Less {
    less: Term,
    more: Term,
    strict: bool,
    signed: bool,
}

/// What comparisons say of what is compared with the forgotten one.
fn ordered(terms: &Terms, conditions: &[Term], forgotten: Term) -> Vec<Term> {
    let all: Vec<Less> = conditions
        .iter()
        .flat_map(|c| comparisons(terms, *c))
        .collect();
    let mut found = Vec::new();
    for below in all.iter().filter(|below| below.more == forgotten) {
        for above in all
            .iter()
            .filter(|above| above.less == forgotten && above.signed == below.signed)
        {
            let strict = below.strict || above.strict;
            found.push(said(terms, below.less, above.more, (strict, below.signed)));
        }
    }
    found.retain(|condition| !terms.free_vars(*condition).contains(&forgotten));
    found
}

fn said(terms: &Terms, less: Term, more: Term, (strict, signed): (bool, bool)) -> Term {
    match (strict, signed) {
        (true, true) => terms.bv_slt(less, more),
        (true, false) => terms.bv_ult(less, more),
        (false, true) => terms.bv_sle(less, more),
        (false, false) => terms.bv_ule(less, more),
    }
}

/// A condition as comparisons; none if it is something else.
fn comparisons(terms: &Terms, condition: Term) -> Vec<Less> {
    let is = |less, more, strict, signed| {
        vec![Less {
            less,
            more,
            strict,
            signed,
        }]
    };
    match (terms.op(condition), terms.args(condition)) {
        (Op::BvSlt, &[a, b]) => is(a, b, true, true),
        (Op::BvSle, &[a, b]) => is(a, b, false, true),
        (Op::BvUlt, &[a, b]) => is(a, b, true, false),
        (Op::BvUle, &[a, b]) => is(a, b, false, false),
        (Op::Not, &[inner]) => match (terms.op(inner), terms.args(inner)) {
            (Op::BvSlt, &[a, b]) => is(b, a, false, true),
            (Op::BvSle, &[a, b]) => is(b, a, true, true),
            (Op::BvUlt, &[a, b]) => is(b, a, false, false),
            (Op::BvUle, &[a, b]) => is(b, a, true, false),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

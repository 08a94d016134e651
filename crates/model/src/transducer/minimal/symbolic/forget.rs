//! What comparisons with one term say of the others: of `a < z` and `z <= b` is left `a < b` when `z` is forgotten.

use smt::{Op, Term, Terms};

/// A comparison `less < more`, or `less <= more`.
struct Less {
    less: Term,
    more: Term,
    strict: bool,
    signed: bool,
}

/// What follows from conditions for all terms but that one, as far as they compare something with it.
pub(super) fn without(terms: &Terms, conditions: &[Term], forgotten: Term) -> Vec<Term> {
    let all: Vec<Less> = conditions.iter().flat_map(|c| comparisons(terms, *c)).collect();
    let mut found = Vec::new();
    for below in all.iter().filter(|below| below.more == forgotten) {
        for above in all.iter().filter(|above| above.less == forgotten && above.signed == below.signed) {
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
    let is = |less, more, strict, signed| vec![Less { less, more, strict, signed }];
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

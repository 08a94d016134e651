//! Wrapping sums and products.

use super::linear::{self, Wrapping};
use super::{Redex, Rule, rules};
use crate::term::Term;

pub(super) const NEG: &[Rule] = rules![negation];
pub(super) const ADD: &[Rule] = rules![sum];
pub(super) const MUL: &[Rule] = rules![product];

/// match:  -a
/// result: every coefficient of a negated
fn negation(r: &Redex) -> Option<Term> {
    linear::sum(r.terms, Wrapping(r.terms.width(r.args[0])), r.args, -1)
}

/// match:  a + b + …
/// result: constant and coefficients collected
fn sum(r: &Redex) -> Option<Term> {
    linear::sum(r.terms, Wrapping(r.terms.width(r.args[0])), r.args, 1)
}

/// match:  a * b * …
/// result: constants and signs pulled out; distributed over a sum where only constants are left
fn product(r: &Redex) -> Option<Term> {
    linear::product(r.terms, Wrapping(r.terms.width(r.args[0])), r.args)
}

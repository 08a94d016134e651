//! Solving an equality for a variable.

use num_traits::Signed;

use crate::rewrite::inverse;
use crate::rewrite::linear::{Linear, Unbounded, Wrapping};
use crate::term::{Op, Term, Terms};
use crate::value::Sort;

/// A formula is equivalent to `var == value && condition`; neither mentions the variable.
pub(super) struct Solution {
    pub(super) var: Term,
    pub(super) value: Term,
    pub(super) condition: Term,
}

/// The formula solved for the variable, if it can be.
pub(super) fn for_variable(terms: &Terms, formula: Term, var: Term) -> Option<Solution> {
    let (value, condition) = match terms.sort(var) {
        Sort::Bool => (truth(terms, formula, var)?, terms.true_()),
        Sort::Int | Sort::BitVec(_) => {
            let sides = terms.under(formula, &Op::Eq)?;
            equation(terms, sides[0], sides[1], var)?
        }
    };
    let mentions = |t: Term| terms.free_vars(t).contains(&var);
    (!mentions(value) && !mentions(condition)).then_some(Solution {
        var,
        value,
        condition,
    })
}

/// `x`, `!x`, `x == t`, `x != t`
fn truth(terms: &Terms, formula: Term, var: Term) -> Option<Term> {
    let (inner, negated) = terms
        .under(formula, &Op::Not)
        .map_or((formula, false), |a| (a[0], true));
    let value = if inner == var {
        terms.true_()
    } else {
        let sides = terms.under(inner, &Op::Eq)?;
        let place = sides.iter().position(|s| *s == var)?;
        sides[1 - place]
    };
    Some(if negated { terms.not(value) } else { value })
}

fn equation(terms: &Terms, left: Term, right: Term, var: Term) -> Option<(Term, Term)> {
    let direct = match terms.sort(left) {
        Sort::Bool => None,
        Sort::BitVec(width) => vector(terms, width, left, right, var),
        Sort::Int => integer(terms, left, right, var),
    };
    direct
        .or_else(|| extension(terms, left, right, var))
        .or_else(|| extension(terms, right, left, var))
}

/// `c * x + … == 0` with odd `c`: divide by it.
fn vector(terms: &Terms, width: u32, left: Term, right: Term, var: Term) -> Option<(Term, Term)> {
    let mut sum = Linear::of(terms, Wrapping(width), &[(left, 1), (right, -1)])?;
    let c = sum.coefficients.remove(&var)?;
    (c & 1 == 1).then(|| {
        (
            sum.scaled(&inverse(c).wrapping_neg()).to_term(terms),
            terms.true_(),
        )
    })
}

/// `c * x + rest == 0`: `x` is `-rest / c`, if that is a number.
fn integer(terms: &Terms, left: Term, right: Term, var: Term) -> Option<(Term, Term)> {
    let mut sum = Linear::of(terms, Unbounded, &[(left, 1), (right, -1)])?;
    let c = sum.coefficients.remove(&var)?;
    let sign = if c.is_negative() { 1 } else { -1 };
    let rest = sum.scaled(&sign.into()).to_term(terms);
    let c = terms.int(c.abs());
    Some((
        terms.int_tdiv(rest, c),
        terms.eq(terms.int_mod(rest, c), terms.int(0)),
    ))
}

/// `extend(x) == t`, possibly inside a sum: `x` is the low part of `t`, if extending that gives `t` back.
fn extension(terms: &Terms, left: Term, right: Term, var: Term) -> Option<(Term, Term)> {
    let Sort::BitVec(width) = terms.sort(left) else {
        return None;
    };
    let mut sum = Linear::of(terms, Wrapping(width), &[(left, 1), (right, -1)])?;
    let is_extended = |t: &Term| {
        matches!(terms.op(*t), Op::ZeroExtend(_) | Op::SignExtend(_)) && terms.args(*t)[0] == var
    };
    let extended = *sum.coefficients.keys().find(|t| is_extended(t))?;
    let c = sum.coefficients.remove(&extended)?;
    (c & 1 == 1).then(|| {
        let value = sum.scaled(&inverse(c).wrapping_neg()).to_term(terms);
        let low = terms.extract(value, terms.width(var) - 1, 0);
        (
            low,
            terms.eq(terms.apply(terms.op(extended).clone(), &[low]), value),
        )
    })
}

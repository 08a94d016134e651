//! Whole numbers back as bit vectors: what is said of numbers of limited types means the same of bit vectors that are wide
//! enough for all that is computed on the way.

use smt::{Op, Sort, Term, Terms, Value};

use super::whole::Reading;

/// The widest bit vectors that are used.
const WIDEST: u32 = 64;

/// Reads formulas over whole numbers back.
pub(super) struct Back<'a> {
    pub terms: &'a Terms,
    /// What a whole number stands for, and how that is read.
    pub stands_for: &'a dyn Fn(Term) -> Option<(Term, Reading)>,
}

impl Back<'_> {
    /// The formula over bit vectors, if there is one.
    pub fn truth(&self, term: Term) -> Option<Term> {
        let terms = self.terms;
        let args = terms.args(term);
        match (terms.op(term), args) {
            (Op::Var(_) | Op::Value(_), _) => Some(term),
            (Op::Eq, &[a, b]) if terms.sort(a) == Sort::Int => self.compared(&Op::Eq, a, b),
            (Op::IntLt, &[a, b]) => self.compared(&Op::BvSlt, a, b),
            (Op::IntLe, &[a, b]) => self.compared(&Op::BvSle, a, b),
            (op @ (Op::Not | Op::And | Op::Or | Op::Eq | Op::Ite), _) => {
                let args: Option<Vec<Term>> = args.iter().map(|&arg| self.truth(arg)).collect();
                Some(terms.apply(op.clone(), &args?))
            }
            _ => None,
        }
    }

    fn compared(&self, op: &Op, a: Term, b: Term) -> Option<Term> {
        let mut widest = 2;
        self.bounds(a, &mut widest)?;
        self.bounds(b, &mut widest)?;
        let width = [8, 16, 32].into_iter().find(|width| widest <= *width);
        let width = width.unwrap_or(WIDEST);
        let (a, b) = (self.number(a, width)?, self.number(b, width)?);
        Some(self.terms.apply(op.clone(), &[a, b]))
    }

    /// What a number lies within. `widest` becomes the width that it, and all that it is computed from, needs at least.
    fn bounds(&self, term: Term, widest: &mut u32) -> Option<(i128, i128)> {
        let (low, high) = self.bounds_by_parts(term, widest)?;
        let magnitude = low.unsigned_abs().max(high.unsigned_abs());
        let width = 129 - magnitude.leading_zeros();
        *widest = (*widest).max(width);
        (*widest <= WIDEST).then_some((low, high))
    }

    fn bounds_by_parts(&self, term: Term, widest: &mut u32) -> Option<(i128, i128)> {
        let terms = self.terms;
        let args = terms.args(term);
        if let Some((var, reading)) = (self.stands_for)(term) {
            return Some(reading.bounds(terms.width(var)));
        }
        if let Some(value) = terms.value(term) {
            let value = constant(value)?;
            return Some((value, value));
        }
        let mut parts = Vec::new();
        let numbers = args.iter().filter(|arg| terms.sort(**arg) == Sort::Int);
        for &arg in numbers {
            parts.push(self.bounds(arg, widest)?);
        }
        match (terms.op(term), &parts[..]) {
            (Op::IntNeg, &[(low, high)]) => Some((-high, -low)),
            (Op::IntAdd, _) => Some(parts.iter().fold((0, 0), |(a, b), (c, d)| (a + c, b + d))),
            (Op::IntMul, &[(a, b), (c, d)]) => {
                let corners = [a * c, a * d, b * c, b * d];
                Some((*corners.iter().min()?, *corners.iter().max()?))
            }
            (Op::IntMod, &[_, (by, also)]) if by == also && by > 0 => Some((0, by - 1)),
            (Op::IntTdiv, &[(low, high), (by, also)]) if by == also && by > 0 => {
                Some((low / by, high / by))
            }
            (Op::IntTrem, &[_, (by, also)]) if by == also && by > 0 => Some((1 - by, by - 1)),
            (Op::Ite, &[(a, b), (c, d)]) => Some((a.min(c), b.max(d))),
            _ => None,
        }
    }

    fn number(&self, term: Term, width: u32) -> Option<Term> {
        let terms = self.terms;
        if let Some((var, reading)) = (self.stands_for)(term) {
            return Some(self.resized(var, reading, width));
        }
        if let Some(value) = terms.value(term) {
            let value = i64::try_from(constant(value)?).ok()?;
            return Some(terms.bv(width, value as u64));
        }
        let args = terms.args(term);
        if *terms.op(term) == Op::Ite {
            let (a, b) = (self.number(args[1], width)?, self.number(args[2], width)?);
            return Some(terms.ite(self.truth(args[0])?, a, b));
        }
        let args: Option<Vec<Term>> = args.iter().map(|&arg| self.number(arg, width)).collect();
        let args = args?;
        let op = match terms.op(term) {
            Op::IntNeg => Op::BvNeg,
            Op::IntAdd => Op::BvAdd,
            Op::IntMul => Op::BvMul,
            Op::IntTdiv => Op::BvSdiv,
            Op::IntTrem => Op::BvSrem,
            Op::IntMod => return Some(self.never_negative(args[0], args[1])),
            _ => return None,
        };
        Some(terms.apply(op, &args))
    }

    /// The remainder that is never negative, by a positive number.
    fn never_negative(&self, a: Term, by: Term) -> Term {
        let terms = self.terms;
        let rest = terms.apply(Op::BvSrem, &[a, by]);
        let zero = terms.bv(terms.width(a), 0);
        let negative = terms.apply(Op::BvSlt, &[rest, zero]);
        terms.ite(negative, terms.apply(Op::BvAdd, &[rest, by]), rest)
    }

    fn resized(&self, var: Term, reading: Reading, width: u32) -> Term {
        match (self.terms.width(var), reading) {
            (same, _) if same == width => var,
            (more, _) if more > width => self.terms.extract(var, width - 1, 0),
            (_, Reading::Signed) => self.terms.sign_extend(var, width),
            (_, Reading::Unsigned) => self.terms.zero_extend(var, width),
        }
    }
}

fn constant(value: &Value) -> Option<i128> {
    i128::try_from(value.as_int()?).ok()
}

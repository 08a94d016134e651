//! A variable that occurs only in comparisons and disequalities: whether there is room for it.

use crate::rewrite::linear::{Linear, Unbounded};
use crate::term::{Op, Term, Terms};
use crate::value::{Sort, mask, signed_max, signed_min};

/// More comparisons than this square to too many results.
const MOST: usize = 12;

/// The parts without the variable, equivalent to `exists var: parts`; `None` if the variable is used in another way.
pub(super) fn eliminate(terms: &Terms, parts: &[Term], var: Term) -> Option<Vec<Term>> {
    let (inside, mut result): (Vec<Term>, Vec<Term>) = parts
        .iter()
        .partition(|p| terms.free_vars(**p).contains(&var));
    let room = match terms.sort(var) {
        Sort::Bool => return None,
        Sort::Int => Room::integer(terms, &inside, var)?,
        Sort::BitVec(_) => Room::vector(terms, &inside, var)?,
    };
    result.extend(room.conditions(terms)?);
    Some(result)
}

/// What `var` is compared with. Ends are pairs of a term and whether the comparison is strict.
struct Room {
    var: Term,
    above: Vec<(Term, bool)>,
    below: Vec<(Term, bool)>,
    different: Vec<Term>,
    /// For bit vectors: whether comparisons are signed.
    signed: Option<bool>,
}

impl Room {
    fn new(var: Term) -> Self {
        Self {
            var,
            above: Vec::new(),
            below: Vec::new(),
            different: Vec::new(),
            signed: None,
        }
    }

    /// Integers: the variable may stand anywhere in a linear comparison, with coefficient 1 or -1.
    fn integer(terms: &Terms, parts: &[Term], var: Term) -> Option<Self> {
        let mut room = Self::new(var);
        for &part in parts {
            let (inner, negated) = terms
                .under(part, &Op::Not)
                .map_or((part, false), |a| (a[0], true));
            let strict = match (terms.op(inner), negated) {
                (Op::IntLt, false) => Some(true),
                (Op::IntLe, false) => Some(false),
                (Op::Eq, true) => None,
                _ => return None,
            };
            let [left, right] = *terms.args(inner) else {
                return None;
            };
            if terms.sort(left) != Sort::Int {
                return None;
            }
            let mut sum = Linear::of(terms, Unbounded, &[(left, 1), (right, -1)])?;
            let c = sum.coefficients.remove(&var)?;
            let (one, minus_one) = (1.into(), (-1).into());
            let positive = if c == one {
                true
            } else if c == minus_one {
                false
            } else {
                return None;
            };
            let rest = if positive {
                sum.scaled(&minus_one)
            } else {
                sum
            }
            .to_term(terms);
            match strict {
                None => room.different.push(rest),
                Some(strict) if positive => room.below.push((rest, strict)),
                Some(strict) => room.above.push((rest, strict)),
            }
        }
        room.mentions_only_once(terms).then_some(room)
    }

    /// Bit vectors: the variable must stand alone on one side.
    fn vector(terms: &Terms, parts: &[Term], var: Term) -> Option<Self> {
        let mut room = Self::new(var);
        for &part in parts {
            let (inner, negated) = terms
                .under(part, &Op::Not)
                .map_or((part, false), |a| (a[0], true));
            let (signed, strict) = match (terms.op(inner), negated) {
                (Op::BvSlt, false) => (Some(true), true),
                (Op::BvSle, false) => (Some(true), false),
                (Op::BvUlt, false) => (Some(false), true),
                (Op::BvUle, false) => (Some(false), false),
                (Op::Eq, true) => (None, true),
                _ => return None,
            };
            if room.signed.zip(signed).is_some_and(|(a, b)| a != b) {
                return None;
            }
            room.signed = room.signed.or(signed);
            match *terms.args(inner) {
                [left, right] if left == var && signed.is_none() => room.different.push(right),
                [left, right] if right == var && signed.is_none() => room.different.push(left),
                [left, right] if left == var => room.below.push((right, strict)),
                [left, right] if right == var => room.above.push((left, strict)),
                _ => return None,
            }
        }
        room.mentions_only_once(terms).then_some(room)
    }

    fn mentions_only_once(&self, terms: &Terms) -> bool {
        let ends = self.above.iter().chain(&self.below).map(|(t, _)| *t);
        ends.chain(self.different.iter().copied())
            .all(|t| !terms.free_vars(t).contains(&self.var))
    }

    /// When there is a value.
    fn conditions(&self, terms: &Terms) -> Option<Vec<Term>> {
        if self.different.is_empty() {
            return match (self.above.len(), self.below.len()) {
                (a, b) if a * b > MOST => None,
                (0, _) | (_, 0) => Some(self.one_sided(terms)),
                _ => Some(self.two_sided(terms)),
            };
        }
        match terms.sort(self.var) {
            // Finitely many exceptions leave room on an open side.
            Sort::Int if self.above.is_empty() || self.below.is_empty() => Some(Vec::new()),
            Sort::BitVec(width) if self.above.is_empty() && self.below.is_empty() => {
                (self.different.len() as u64 <= mask(width)).then(Vec::new)
            }
            Sort::Int | Sort::BitVec(_) | Sort::Bool => None,
        }
    }

    /// Only upper bounds, or only lower bounds: the farthest value is the best.
    fn one_sided(&self, terms: &Terms) -> Vec<Term> {
        let Sort::BitVec(width) = terms.sort(self.var) else {
            return Vec::new();
        };
        let signed = self.signed == Some(true);
        let least = terms.bv(width, if signed { signed_min(width) } else { 0 });
        let greatest = terms.bv(
            width,
            if signed {
                signed_max(width)
            } else {
                mask(width)
            },
        );
        let below = self
            .below
            .iter()
            .filter(|(_, strict)| *strict)
            .map(|(t, _)| terms.ne(*t, least));
        let above = self
            .above
            .iter()
            .filter(|(_, strict)| *strict)
            .map(|(t, _)| terms.ne(*t, greatest));
        below.chain(above).collect()
    }

    /// `l < x && x < u` has a solution if `l < u` and `l + 1 < u`; with one lax comparison if `l < u`; with two if `l <= u`.
    fn two_sided(&self, terms: &Terms) -> Vec<Term> {
        let (lt, le, one) = match (terms.sort(self.var), self.signed) {
            (Sort::BitVec(width), Some(true)) => (Op::BvSlt, Op::BvSle, terms.bv(width, 1)),
            (Sort::BitVec(width), _) => (Op::BvUlt, Op::BvUle, terms.bv(width, 1)),
            (Sort::Int | Sort::Bool, _) => (Op::IntLt, Op::IntLe, terms.int(1)),
        };
        let mut result = Vec::new();
        for &(low, low_strict) in &self.above {
            for &(high, high_strict) in &self.below {
                match (low_strict, high_strict) {
                    (false, false) => result.push(terms.apply(le.clone(), &[low, high])),
                    (true, false) | (false, true) => {
                        result.push(terms.apply(lt.clone(), &[low, high]))
                    }
                    (true, true) => {
                        let next = match terms.sort(low) {
                            Sort::Int | Sort::Bool => terms.int_add(low, one),
                            Sort::BitVec(_) => terms.bv_add(low, one),
                        };
                        result.push(terms.apply(lt.clone(), &[low, high]));
                        result.push(terms.apply(lt.clone(), &[next, high]));
                    }
                }
            }
        }
        result
    }
}

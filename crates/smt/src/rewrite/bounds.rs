//! Comparisons of one term with several constants: `x <= 3 && x < 2` is `x < 2`, `x < 5 && x != 7` is `x < 5`,
//! `0 <= x && x != 0` is `0 < x`, `x < 3 && 4 < x` is false. For disjunctions the same is done with the negations.

use std::collections::{BTreeMap, BTreeSet};

use num_traits::ToPrimitive;

use crate::term::{Op, Term, Terms};
use crate::value::{Sort, Value, mask, signed_max, signed_min, to_signed};

/// The arguments of a conjunction (or disjunction) with bounds merged, if that changes something.
pub(super) fn merge(terms: &Terms, args: &[Term], and: bool) -> Option<Vec<Term>> {
    for_groups(terms, args, |group| merge_group(terms, group, and))
}

/// The arguments with `1 <= x + c && x + c < 10` written as `1 - c <= x && x < 10 - c`, where that is possible.
pub(super) fn shift(terms: &Terms, args: &[Term], and: bool) -> Option<Vec<Term>> {
    for_groups(terms, args, |group| shift_group(terms, group, and))
}

/// Changes one group of comparisons of the same term.
fn for_groups(
    terms: &Terms,
    args: &[Term],
    change: impl Fn(&[Atom]) -> Option<Vec<Term>>,
) -> Option<Vec<Term>> {
    let mut groups: BTreeMap<Term, Vec<Atom>> = BTreeMap::new();
    for atom in args.iter().filter_map(|a| atom(terms, *a)) {
        groups.entry(atom.subject).or_default().push(atom);
    }
    groups
        .values()
        .filter(|group| group.len() > 1)
        .find_map(|group| {
            let old: BTreeSet<Term> = group.iter().map(|a| a.term).collect();
            let new = change(group)?;
            let new: BTreeSet<Term> = new.into_iter().collect();
            (new != old).then(|| {
                args.iter()
                    .copied()
                    .filter(|a| !old.contains(a))
                    .chain(new)
                    .collect()
            })
        })
}

/// How numbers are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum View {
    Signed,
    Unsigned,
    Int,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    Eq,
    Ne,
    /// subject < c
    Lt,
    /// subject <= c
    Le,
    /// c < subject
    Gt,
    /// c <= subject
    Ge,
}

impl Relation {
    fn negated(self) -> Self {
        match self {
            Self::Eq => Self::Ne,
            Self::Ne => Self::Eq,
            Self::Lt => Self::Ge,
            Self::Le => Self::Gt,
            Self::Gt => Self::Le,
            Self::Ge => Self::Lt,
        }
    }

    fn holds(self, x: i128, c: i128) -> bool {
        match self {
            Self::Eq => x == c,
            Self::Ne => x != c,
            Self::Lt => x < c,
            Self::Le => x <= c,
            Self::Gt => c < x,
            Self::Ge => c <= x,
        }
    }
}

/// `subject relation constant`; equalities have no view of their own.
#[derive(Debug)]
struct Atom {
    term: Term,
    subject: Term,
    relation: Relation,
    constant: Value,
    view: Option<View>,
}

fn atom(terms: &Terms, t: Term) -> Option<Atom> {
    let (inner, negated) = terms
        .under(t, &Op::Not)
        .map_or((t, false), |a| (a[0], true));
    let (below, view) = match terms.op(inner) {
        Op::Eq => (Relation::Eq, None),
        Op::BvSlt => (Relation::Lt, Some(View::Signed)),
        Op::BvSle => (Relation::Le, Some(View::Signed)),
        Op::BvUlt => (Relation::Lt, Some(View::Unsigned)),
        Op::BvUle => (Relation::Le, Some(View::Unsigned)),
        Op::IntLt => (Relation::Lt, Some(View::Int)),
        Op::IntLe => (Relation::Le, Some(View::Int)),
        _ => return None,
    };
    let [a, b] = *terms.args(inner) else {
        return None;
    };
    let above = match below {
        Relation::Lt => Relation::Gt,
        Relation::Le => Relation::Ge,
        other => other,
    };
    let (subject, relation, constant) = match (terms.value(a), terms.value(b)) {
        (None, Some(c)) => (a, below, c.clone()),
        (Some(c), None) => (b, above, c.clone()),
        _ => return None,
    };
    let relation = if negated {
        relation.negated()
    } else {
        relation
    };
    (terms.sort(subject) != Sort::Bool).then_some(Atom {
        term: t,
        subject,
        relation,
        constant,
        view,
    })
}

/// How the comparisons of a group read numbers, if all do it in the same way.
fn common_view(terms: &Terms, group: &[Atom]) -> Option<View> {
    let mut views = group.iter().filter_map(|a| a.view);
    let Some(first) = views.next() else {
        return Some(if terms.sort(group[0].subject) == Sort::Int {
            View::Int
        } else {
            View::Signed
        });
    };
    views.all(|v| v == first).then_some(first)
}

fn number(view: View, constant: &Value) -> Option<i128> {
    match (view, constant) {
        (View::Signed, Value::BitVec { width, bits }) => Some(to_signed(*width, *bits).into()),
        (View::Unsigned, Value::BitVec { bits, .. }) => Some((*bits).into()),
        (View::Int, Value::Int(n)) => n.to_i64().map(i128::from),
        _ => None,
    }
}

/// The numbers that satisfy a conjunction so far; each end with the term that says so, where there is one.
struct Interval {
    lo: Option<(i128, Option<Term>)>,
    hi: Option<(i128, Option<Term>)>,
    /// Numbers in between that do not satisfy it, each with the term that says so.
    holes: BTreeMap<i128, Term>,
}

/// What an atom says of its subject; what its negation says, in a disjunction.
type Fact = (Relation, i128, Term);

fn facts<'a>(terms: &'a Terms, group: &[Atom], and: bool) -> Option<(Build<'a>, Vec<Fact>)> {
    let view = common_view(terms, group)?;
    let build = Build {
        terms,
        subject: group[0].subject,
        view,
        and,
    };
    let fact = |a: &Atom| {
        let relation = if and {
            a.relation
        } else {
            a.relation.negated()
        };
        Some((relation, number(view, &a.constant)?, a.term))
    };
    Some((build, group.iter().map(fact).collect::<Option<_>>()?))
}

fn merge_group(terms: &Terms, group: &[Atom], and: bool) -> Option<Vec<Term>> {
    let (build, facts) = facts(terms, group, and)?;
    if let Some((_, value, term)) = facts.iter().find(|f| f.0 == Relation::Eq) {
        let consistent = facts
            .iter()
            .all(|(relation, c, _)| relation.holds(*value, *c));
        return Some(if consistent {
            vec![*term]
        } else {
            vec![build.nothing()]
        });
    }
    let mut interval = build.interval(&facts);
    interval.close_holes(&build);
    Some(interval.to_terms(&build))
}

fn shift_group(terms: &Terms, group: &[Atom], and: bool) -> Option<Vec<Term>> {
    let (build, facts) = facts(terms, group, and)?;
    if facts.iter().any(|f| f.0 == Relation::Eq) {
        return None;
    }
    build.interval(&facts).shifted(&build)
}

impl Interval {
    fn narrow(&mut self, relation: Relation, c: i128, term: Term) {
        match relation {
            Relation::Lt => self.lower_hi(c - 1, Some(term)),
            Relation::Le => self.lower_hi(c, Some(term)),
            Relation::Gt => self.raise_lo(c + 1, Some(term)),
            Relation::Ge => self.raise_lo(c, Some(term)),
            Relation::Ne => drop(self.holes.entry(c).or_insert(term)),
            Relation::Eq => unreachable!("equalities were handled before"),
        }
    }

    /// A bound that is already known keeps its term, so that the first of two ways to say it wins.
    fn lower_hi(&mut self, n: i128, term: Option<Term>) {
        if self
            .hi
            .is_none_or(|(hi, known)| n < hi || n == hi && known.is_none())
        {
            self.hi = Some((n, term));
        }
    }

    fn raise_lo(&mut self, n: i128, term: Option<Term>) {
        if self
            .lo
            .is_none_or(|(lo, known)| n > lo || n == lo && known.is_none())
        {
            self.lo = Some((n, term));
        }
    }

    /// Moves the ends inwards over excluded numbers, and forgets excluded numbers outside.
    fn close_holes(&mut self, build: &Build) {
        while let Some((lo, _)) = self.lo.filter(|(lo, _)| self.holes.contains_key(lo)) {
            self.lo = Some((lo + 1, Some(build.atom(Relation::Gt, lo))));
        }
        while let Some((hi, _)) = self.hi.filter(|(hi, _)| self.holes.contains_key(hi)) {
            self.hi = Some((hi - 1, Some(build.atom(Relation::Lt, hi))));
        }
        let (lo, hi) = (self.lo, self.hi);
        self.holes
            .retain(|n, _| lo.is_none_or(|(lo, _)| lo <= *n) && hi.is_none_or(|(hi, _)| *n <= hi));
    }

    fn to_terms(&self, build: &Build) -> Vec<Term> {
        if let (Some((lo, _)), Some((hi, _))) = (self.lo, self.hi) {
            if lo > hi {
                return vec![build.nothing()];
            }
            if lo == hi {
                return vec![build.atom(Relation::Eq, lo)];
            }
        }
        let ends = [self.lo, self.hi]
            .into_iter()
            .flatten()
            .filter_map(|(_, term)| term);
        ends.chain(self.holes.values().copied()).collect()
    }
}

impl Interval {
    /// Possible if neither bound leaves the numbers of the width: the numbers in between are then the same, wrapped or
    /// not.
    fn shifted(&self, build: &Build) -> Option<Vec<Term>> {
        let (lo, lower) = self.lo.and_then(|(n, term)| Some((n, term?)))?;
        let (hi, upper) = self.hi.and_then(|(n, term)| Some((n, term?)))?;
        let (subject, by) = build.without_constant()?;
        let all = build.everything();
        let inside =
            |n: i128| all.lo.is_none_or(|(lo, _)| lo <= n) && all.hi.is_none_or(|(hi, _)| n <= hi);
        let (new_lo, new_hi) = (lo - by, hi - by);
        if lo >= hi || !inside(new_lo) || !inside(new_hi) {
            return None;
        }
        let moved = Build { subject, ..*build };
        // A strict bound names the number before the first, which must exist.
        let below = build.is_strict(lower) && inside(new_lo - 1);
        let above = build.is_strict(upper) && inside(new_hi + 1);
        let mut result = vec![
            if below {
                moved.atom(Relation::Gt, new_lo - 1)
            } else {
                moved.atom(Relation::Ge, new_lo)
            },
            if above {
                moved.atom(Relation::Lt, new_hi + 1)
            } else {
                moved.atom(Relation::Le, new_hi)
            },
        ];
        result.extend(self.holes.keys().map(|n| moved.atom(Relation::Ne, n - by)));
        Some(result)
    }
}

/// Makes the terms of the result; negated if the group is a disjunction.
#[derive(Clone, Copy)]
struct Build<'a> {
    terms: &'a Terms,
    subject: Term,
    view: View,
    and: bool,
}

impl Build<'_> {
    fn interval(&self, facts: &[Fact]) -> Interval {
        let mut interval = self.everything();
        facts
            .iter()
            .for_each(|(relation, c, term)| interval.narrow(*relation, *c, *term));
        interval
    }

    /// The subject without a constant summand, and that.
    fn without_constant(&self) -> Option<(Term, i128)> {
        let (last, others) = self.terms.under(self.subject, &Op::BvAdd)?.split_last()?;
        let by = self.terms.value(*last)?.as_signed()?;
        Some((self.terms.apply(Op::BvAdd, others), by.into()))
    }

    /// Whether a bound was written with `<`.
    fn is_strict(&self, bound: Term) -> bool {
        let (inner, negated) = self
            .terms
            .under(bound, &Op::Not)
            .map_or((bound, false), |a| (a[0], true));
        let strict = matches!(self.terms.op(inner), Op::BvSlt | Op::BvUlt);
        strict != (negated || !self.and)
    }

    fn nothing(&self) -> Term {
        self.terms.bool(!self.and)
    }

    fn everything(&self) -> Interval {
        let full = |lo: i128, hi: i128| (Some((lo, None)), Some((hi, None)));
        let (lo, hi) = match (self.view, self.terms.sort(self.subject)) {
            (View::Signed, Sort::BitVec(w)) => {
                full(to_signed(w, signed_min(w)).into(), signed_max(w).into())
            }
            (View::Unsigned, Sort::BitVec(w)) => full(0, mask(w).into()),
            _ => (None, None),
        };
        Interval {
            lo,
            hi,
            holes: BTreeMap::new(),
        }
    }

    fn atom(&self, relation: Relation, c: i128) -> Term {
        let relation = if self.and {
            relation
        } else {
            relation.negated()
        };
        let (t, x) = (self.terms, self.subject);
        let c = match t.sort(x) {
            Sort::BitVec(width) => t.bv(width, c as u64),
            Sort::Int | Sort::Bool => t.int(c),
        };
        let (lt, le) = match self.view {
            View::Signed => (Op::BvSlt, Op::BvSle),
            View::Unsigned => (Op::BvUlt, Op::BvUle),
            View::Int => (Op::IntLt, Op::IntLe),
        };
        match relation {
            Relation::Eq => t.eq(x, c),
            Relation::Ne => t.ne(x, c),
            Relation::Lt => t.apply(lt, &[x, c]),
            Relation::Le => t.apply(le, &[x, c]),
            Relation::Gt => t.apply(lt, &[c, x]),
            Relation::Ge => t.apply(le, &[c, x]),
        }
    }
}

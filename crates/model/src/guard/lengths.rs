//! Arrays are passed in a few lengths. A condition that says the same of each of them says it once of the length: `off + len >
//! b.length` instead of `b.length == 0 && off + len > 0 || b.length == 1 && off + len > 1 || off + len > 2`.

use rustc_hash::{FxHashMap, FxHashSet};
use smt::decorate::until::Until;
use smt::syntax::{Length, Type, lengths};
use smt::{Op, Solver, Sort, Term, Terms};

use super::{SHARE, decide, irreducible};

/// A condition in which more comparisons than this may be about a length is left as it is.
const MAX_ABOUT: usize = 5;

/// Lengths are numbers of this width.
const WIDTH: u32 = 32;

/// An equivalent condition, wherever `domain` holds, that speaks of lengths of arrays instead of single ones.
pub(super) fn by_lengths(
    terms: &Terms,
    guard: Term,
    domain: Term,
    params: &[(Term, Type)],
    solver: &mut dyn Solver,
) -> Term {
    let truths = params.iter().filter(|(_, ty)| *ty == Type::Bool);
    let names: Vec<_> = truths
        .filter_map(|&(term, _)| Some((terms.var_name(term)?, term)))
        .collect();
    let arrays = lengths(names.iter().map(|(name, term)| (&***name, *term)));
    let share = terms.budget().share(SHARE);
    let solver: &mut dyn Solver = &mut Until::new(solver, &share);
    let mut guard = guard;
    for array in arrays {
        let used = terms.free_vars(guard);
        if array.cases.iter().any(|case| used.contains(case)) {
            let by = ByLength {
                terms,
                array: &array,
                domain,
                params,
            };
            guard = by.said(guard, solver).unwrap_or(guard);
        }
    }
    guard
}

struct ByLength<'a> {
    terms: &'a Terms,
    array: &'a Length,
    domain: Term,
    params: &'a [(Term, Type)],
}

impl ByLength<'_> {
    /// What the condition says of the longest array, with its length instead of the number, if that is what it says of all.
    fn said(&self, guard: Term, solver: &mut dyn Solver) -> Option<Term> {
        let terms = self.terms;
        let none = self.array.cases.iter().map(|&case| (case, terms.false_()));
        let longest = terms.substitute_all(&[guard, self.domain], &none.collect());
        let longest = irreducible(terms, longest[0], longest[1], self.params, solver);
        let about: Vec<(Term, Term)> = atoms(terms, longest)
            .into_iter()
            .filter_map(|atom| Some((atom, self.about(atom)?)))
            .collect();
        if about.is_empty() || about.len() > MAX_ABOUT {
            return None;
        }
        // All of them first: a number that is the length at one place is seldom another one elsewhere.
        let all = 1_usize << about.len();
        (1..all).rev().find_map(|chosen| {
            let chosen = about
                .iter()
                .enumerate()
                .filter(|(i, _)| chosen >> i & 1 == 1);
            let chosen = chosen.map(|(_, &pair)| pair).collect();
            let by_length = terms.replace_all(&[longest], &chosen)[0];
            let different = terms.not(terms.eq(by_length, guard));
            (!decide(solver, &[different], &[self.domain])?).then_some(by_length)
        })
    }

    /// A comparison in which the length of the longest array occurs, with the length in its place.
    fn about(&self, atom: Term) -> Option<Term> {
        let terms = self.terms;
        let args = terms.args(atom).to_vec();
        let sort = terms.sort(*args.first()?);
        if !matches!(sort, Sort::Int | Sort::BitVec(WIDTH)) {
            return None;
        }
        let length = self.array.term(terms, sort)?;
        let most = i64::try_from(self.array.cases.len()).ok()?;
        // `x > 1` is `x >= 2`.
        let inclusive = match terms.op(atom) {
            Op::BvSlt => Some(Op::BvSle),
            Op::BvSle => Some(Op::BvSlt),
            Op::IntLt => Some(Op::IntLe),
            Op::IntLe => Some(Op::IntLt),
            _ => None,
        };
        if let (Some(other), [a, b]) = (inclusive, &args[..]) {
            let strict = matches!(terms.op(atom), Op::BvSlt | Op::IntLt);
            let below = if strict { most - 1 } else { most + 1 };
            let above = if strict { most + 1 } else { most - 1 };
            if self.is(*a, below) {
                return Some(terms.apply(other, &[length, *b]));
            }
            if self.is(*b, above) {
                return Some(terms.apply(other, &[*a, length]));
            }
        }
        // Also where the number is taken away from something.
        let number = constant(terms, sort, most)?;
        let made = terms.replace_all(&[atom], &FxHashMap::from_iter([(number, length)]))[0];
        (made != atom).then_some(made)
    }

    fn is(&self, t: Term, number: i64) -> bool {
        constant(self.terms, self.terms.sort(t), number) == Some(t)
    }
}

fn constant(terms: &Terms, sort: Sort, number: i64) -> Option<Term> {
    match sort {
        Sort::BitVec(width) => Some(terms.bv(width, number.cast_unsigned())),
        Sort::Int => Some(terms.int(number)),
        Sort::Bool => None,
    }
}

/// The comparisons in a condition, each once.
fn atoms(terms: &Terms, t: Term) -> Vec<Term> {
    let (mut seen, mut pending, mut found) = (FxHashSet::default(), vec![t], Vec::new());
    while let Some(t) = pending.pop() {
        if !seen.insert(t) {
            continue;
        }
        if is_connective(terms, t) {
            pending.extend(terms.args(t));
        } else if !terms.args(t).is_empty() {
            found.push(t);
        }
    }
    found
}

fn is_connective(terms: &Terms, t: Term) -> bool {
    matches!(terms.op(t), Op::Not | Op::And | Op::Or)
}

#[cfg(test)]
mod tests {
    use smt::Z3;
    use smt::syntax::{Scope, parse, print};

    use super::*;
    use crate::guard::minimal;

    const TRUTHS: [&str; 4] = [
        "b == null",
        "b.length == 0",
        "b.length == 1",
        "b.length == 2",
    ];

    fn scope(terms: &Terms) -> (Scope, Vec<(Term, Type)>) {
        let truths = TRUTHS.iter().map(|name| (*name, Type::Bool));
        let numbers = ["off", "len"].map(|name| (name, Type::signed(32)));
        let (mut scope, mut params) = (Scope::new(), Vec::new());
        for (name, ty) in truths.chain(numbers) {
            let term = terms.var(name, ty.sort());
            scope.declare(name, term, ty);
            params.push((term, ty));
        }
        (scope, params)
    }

    /// How a condition is said in the end, which must be the same condition for each array there can be.
    fn said(text: &str) -> String {
        let terms = Terms::new();
        let (scope, params) = scope(&terms);
        let read = |text: &str| parse(&terms, text, &scope).expect("a condition");
        let guard = read(text);
        let domain = read(
            "!(b == null && (`b.length == 0` || `b.length == 1`)) && !(`b.length == 0` && `b.length == 1`) && !`b.length == 2`",
        );
        let short = minimal(&terms, guard, domain, &params, &mut Z3::new(&terms));
        let different = terms.not(terms.eq(short, guard));
        let answer = Z3::new(&terms).check(&[different, domain]);
        assert_eq!(answer, smt::Answer::Unsat, "{text}");
        print(&terms, short, &scope)
    }

    #[test]
    fn what_holds_of_each_length_is_said_of_the_length() {
        let cases = [
            (
                "b == null || off < 0 || len < 0 || (`b.length == 0` ? len > 0 - off : `b.length == 1` ? len > 1 - off : len > 2 - off)",
                "b == null || b.length - off < len || off < 0 || len < 0",
            ),
            (
                "b != null && (`b.length == 0` ? off >= 0 : `b.length == 1` ? off >= 1 : off >= 2)",
                "b != null && b.length <= off",
            ),
            (
                "b != null && (`b.length == 0` ? off < 0 : `b.length == 1` ? off < 1 : off < 2)",
                "b != null && off < b.length",
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(said(text), expected);
        }
    }

    #[test]
    fn what_holds_of_some_lengths_only_stays_as_it_is() {
        for text in [
            "b != null && b.length != 0 && off > 2",
            "b != null && (`b.length == 0` ? off > 0 : `b.length == 1` ? off > 2 : off > 2)",
        ] {
            let said = said(text);
            assert!(
                said.contains("b.length == 0") || said.contains("b.length != 0"),
                "{said}"
            );
        }
    }
}

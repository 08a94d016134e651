//! Sets of symbols as short conditions: one term for each set.

use smt::{Term, Terms};

use super::super::{SymbolType, seen};

/// What a symbol is to a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// The condition holds.
    Yes,
    /// It does not.
    No,
    /// Nobody asks.
    Any,
}

/// The condition on the symbol being read, and for which symbols it holds.
pub(crate) fn condition(terms: &Terms, ty: SymbolType, wanted: &[Wanted]) -> (Term, Vec<bool>) {
    let line = Line {
        terms,
        ty,
        x: seen(terms, ty, 0),
        wanted,
    };
    let (yes, no) = (line.cover(Wanted::Yes), line.cover(Wanted::No));
    let negative = line.cost(&no) < line.cost(&yes);
    let inside = |ranges: &[Range], i: usize| {
        ranges
            .iter()
            .any(|(from, to)| (*from..=*to).contains(&line.position(i)))
    };
    let holds = (0..wanted.len())
        .map(|i| {
            if negative {
                !inside(&no, i)
            } else {
                inside(&yes, i)
            }
        })
        .collect();
    let term = if negative {
        terms.not(line.term(&no))
    } else {
        line.term(&yes)
    };
    (term, holds)
}

/// Positions from the first to the last.
type Range = (usize, usize);

/// All symbols in the order of their numbers, the negative ones first where there are such.
struct Line<'a> {
    terms: &'a Terms,
    ty: SymbolType,
    x: Term,
    wanted: &'a [Wanted],
}

impl Line<'_> {
    fn position(&self, symbol: usize) -> usize {
        if self.ty.signed {
            symbol ^ (self.wanted.len() / 2)
        } else {
            symbol
        }
    }

    /// Going there and back is the same.
    fn symbol(&self, position: usize) -> usize {
        self.position(position)
    }

    /// Few ranges that hold everything that is `this`, and nothing that is the opposite.
    fn cover(&self, this: Wanted) -> Vec<Range> {
        let mut ranges: Vec<Range> = Vec::new();
        // Whether nothing but `this` and what nobody asks for came since the last range, or the beginning.
        let mut open = true;
        let last = self.wanted.len() - 1;
        for position in 0..=last {
            match self.wanted[self.symbol(position)] {
                Wanted::Any => {}
                wanted if wanted == this => {
                    match ranges.last_mut() {
                        Some(range) if open => range.1 = position,
                        _ => ranges.push((position, position)),
                    }
                    open = true;
                }
                Wanted::Yes | Wanted::No => open = false,
            }
        }
        let any = |mut positions: std::ops::Range<usize>| {
            positions.all(|position| self.wanted[self.symbol(position)] == Wanted::Any)
        };
        if let Some(range) = ranges.first_mut()
            && range.0 != range.1
            && any(0..range.0)
        {
            range.0 = 0;
        }
        if let Some(range) = ranges.last_mut()
            && range.0 != range.1
            && any(range.1 + 1..last + 1)
        {
            range.1 = last;
        }
        ranges
    }

    /// How many comparisons the ranges take.
    fn cost(&self, ranges: &[Range]) -> usize {
        let last = self.wanted.len() - 1;
        let one = |&(from, to): &Range| {
            if from == to {
                1
            } else {
                usize::from(from > 0) + usize::from(to < last)
            }
        };
        ranges.iter().map(one).sum()
    }

    fn term(&self, ranges: &[Range]) -> Term {
        let parts: Vec<Term> = ranges.iter().map(|range| self.range(*range)).collect();
        self.terms.or(&parts)
    }

    fn range(&self, (from, to): Range) -> Term {
        let number = |position: usize| self.terms.bv(self.ty.bits, self.symbol(position) as u64);
        if from == to {
            return self.terms.eq(self.x, number(from));
        }
        let mut parts = Vec::new();
        if from > 0 {
            parts.push(self.at_most(number(from), self.x));
        }
        if to < self.wanted.len() - 1 {
            parts.push(self.at_most(self.x, number(to)));
        }
        self.terms.and(&parts)
    }

    fn at_most(&self, a: Term, b: Term) -> Term {
        if self.ty.signed {
            self.terms.bv_sle(a, b)
        } else {
            self.terms.bv_ule(a, b)
        }
    }
}

#[cfg(test)]
mod tests {
    use base::Random;
    use smt::Value;
    use smt::syntax::{Scope, Type, print};

    use super::*;

    fn shown(ty: SymbolType, wanted: &[Wanted]) -> String {
        let terms = Terms::new();
        let mut scope = Scope::new();
        scope.declare(
            "x",
            seen(&terms, ty, 0),
            Type::Vector {
                signed: ty.signed,
                width: ty.bits,
            },
        );
        print(&terms, condition(&terms, ty, wanted).0, &scope)
    }

    fn wanted(yes: impl Fn(u64) -> bool, any: impl Fn(u64) -> bool) -> Vec<Wanted> {
        let one = |i| {
            if any(i) {
                Wanted::Any
            } else if yes(i) {
                Wanted::Yes
            } else {
                Wanted::No
            }
        };
        (0..256).map(one).collect()
    }

    #[test]
    fn conditions_are_short() {
        let byte = SymbolType::BYTE;
        let never = |_| false;
        assert_eq!(shown(byte, &wanted(|i| i == 60, never)), "x == 60");
        assert_eq!(shown(byte, &wanted(|i| i != 60, never)), "x != 60");
        assert_eq!(shown(byte, &wanted(|_| true, never)), "true");
        assert_eq!(
            shown(byte, &wanted(|i| (97..=122).contains(&i) || i == 60, never)),
            "97 <= x && x <= 122 || x == 60"
        );
        assert_eq!(shown(byte, &wanted(|i| i > 127, never)), "x >= 128");
        assert_eq!(
            shown(
                SymbolType {
                    bits: 8,
                    signed: true
                },
                &wanted(|i| i > 127, never)
            ),
            "x <= -1"
        );
    }

    #[test]
    fn what_nobody_asks_for_makes_conditions_shorter() {
        let byte = SymbolType::BYTE;
        let zero = |i| i == 0;
        assert_eq!(shown(byte, &wanted(|i| i != 60, zero)), "x != 60");
        assert_eq!(shown(byte, &wanted(|i| i < 60, zero)), "x <= 59");
        assert_eq!(shown(byte, &wanted(|i| i == 1, zero)), "x == 1");
    }

    #[test]
    fn a_condition_holds_for_what_is_wanted() {
        let mut random = Random::seeded(5);
        for round in 0..200 {
            let ty = SymbolType {
                bits: 8,
                signed: round % 2 == 0,
            };
            let (terms, mut wanted) = (Terms::new(), Vec::new());
            let mut now = Wanted::No;
            for _ in 0..256 {
                if random.chance(1, 9) {
                    now = *random.pick(&[Wanted::Yes, Wanted::No, Wanted::Any]);
                }
                wanted.push(now);
            }
            let (term, holds) = condition(&terms, ty, &wanted);
            for (i, wanted) in wanted.iter().enumerate() {
                let value = terms.eval(term, &|_| Some(Value::bv(8, i as u64)));
                assert_eq!(value, Some(Value::Bool(holds[i])));
                assert!(
                    *wanted == Wanted::Any || holds[i] == (*wanted == Wanted::Yes),
                    "{i} in {wanted:?}"
                );
            }
        }
    }
}

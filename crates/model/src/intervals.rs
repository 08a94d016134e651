//! Guards on one number as intervals: `0 <= n && n <= 5 && n != 3`, whatever arithmetic the code did to decide it.

use rustc_hash::FxHashMap;
use smt::syntax::Type;
use smt::{Answer, Solver, Term, Terms, Value};

/// More pieces than this are no easier to read than the condition itself.
const MAX_PIECES: usize = 8;
/// Beyond this, mathematical integers are taken to behave alike; a last check makes sure.
const FAR: i128 = 1 << 70;

/// A formula equivalent to `guard` wherever `domain` holds that compares `x` with constants only. `None` if there are
/// too many pieces or the solver gives up.
pub(crate) fn intervals(
    terms: &Terms,
    guard: Term,
    domain: Term,
    (x, ty): (Term, Type),
    solver: &mut dyn Solver,
) -> Option<Term> {
    let line = Line {
        terms,
        guard,
        x,
        ty,
    };
    let pieces = line.pieces(solver)?;
    let formula = line.formula(&pieces);
    let different = terms.not(terms.eq(guard, formula));
    (solver.ask(&[different, domain]) == Answer::Unsat).then_some(formula)
}

struct Line<'a> {
    terms: &'a Terms,
    guard: Term,
    x: Term,
    ty: Type,
}

/// From the first to the last number of a run on which the guard is true.
type Piece = (i128, i128);

impl Line<'_> {
    fn ends(&self) -> Option<Piece> {
        match self.ty {
            Type::Bool | Type::Float { .. } => None,
            Type::Int => Some((-FAR, FAR)),
            Type::Vector {
                signed: true,
                width,
            } => Some((-(1 << (width - 1)), (1 << (width - 1)) - 1)),
            Type::Vector {
                signed: false,
                width,
            } => Some((0, (1 << width) - 1)),
        }
    }

    fn number(&self, n: i128) -> Term {
        match self.ty {
            Type::Vector { width, .. } | Type::Float { width } => self.terms.bv(width, n as u64),
            Type::Int | Type::Bool => self.terms.int(n),
        }
    }

    fn at_most(&self, a: Term, b: Term) -> Term {
        match self.ty {
            Type::Vector { signed: true, .. } => self.terms.bv_sle(a, b),
            Type::Vector { signed: false, .. } | Type::Float { .. } => self.terms.bv_ule(a, b),
            Type::Int | Type::Bool => self.terms.int_le(a, b),
        }
    }

    fn between(&self, low: i128, high: i128) -> Term {
        let (low, high) = (self.number(low), self.number(high));
        self.terms
            .and(&[self.at_most(low, self.x), self.at_most(self.x, high)])
    }

    /// The runs of true, from left to right.
    fn pieces(&self, solver: &mut dyn Solver) -> Option<Vec<Piece>> {
        let (first, last) = self.ends()?;
        let (mut pieces, mut from, mut runs) = (Vec::new(), first, 0);
        while from <= last {
            runs += 1;
            if runs > MAX_PIECES {
                return None;
            }
            let value = self.value(from)?;
            let to = self.end_of_run((from, last), value, solver)?;
            if value {
                pieces.push((from, to));
            }
            from = to + 1;
        }
        Some(pieces)
    }

    fn value(&self, n: i128) -> Option<bool> {
        let at = self.terms.substitute(
            self.guard,
            &FxHashMap::from_iter([(self.x, self.number(n))]),
        );
        self.terms.value(at).and_then(Value::as_bool)
    }

    /// The last number up to which the guard keeps the value it has at `from`, by bisection.
    fn end_of_run(
        &self,
        (from, last): Piece,
        value: bool,
        solver: &mut dyn Solver,
    ) -> Option<i128> {
        let changed = if value {
            self.terms.not(self.guard)
        } else {
            self.guard
        };
        let (mut same, mut limit) = (from, last);
        while same < limit {
            let middle = same + (limit - same + 1) / 2;
            match solver
                .find(&[self.between(same + 1, middle), changed], &[self.x])
                .ok()?
            {
                None => same = middle,
                Some(model) => limit = self.read(model.get(self.x)?)? - 1,
            }
        }
        Some(same)
    }

    fn read(&self, value: &Value) -> Option<i128> {
        match (self.ty, value) {
            (Type::Vector { signed: true, .. }, v) => v.as_signed().map(i128::from),
            (Type::Vector { signed: false, .. }, v) => v.as_unsigned().map(i128::from),
            (_, Value::Int(n)) => n.try_into().ok(),
            (_, Value::Bool(_) | Value::BitVec { .. }) => None,
        }
    }

    /// One range without single numbers where the gaps are such; alternatives otherwise.
    fn formula(&self, pieces: &[Piece]) -> Term {
        let gaps: Vec<Piece> = pieces
            .windows(2)
            .map(|w| (w[0].1 + 1, w[1].0 - 1))
            .collect();
        let holes = gaps.iter().all(|&(a, b)| a == b);
        match (pieces.first(), pieces.last()) {
            (Some(&(low, _)), Some(&(_, high))) if holes => {
                let mut parts = vec![self.range(low, high)];
                parts
                    .extend(gaps.iter().map(|&(hole, _)| {
                        self.terms.not(self.terms.eq(self.x, self.number(hole)))
                    }));
                self.terms.and(&parts)
            }
            _ => {
                let ranges: Vec<Term> = pieces
                    .iter()
                    .map(|&(low, high)| self.range(low, high))
                    .collect();
                self.terms.or(&ranges)
            }
        }
    }

    /// An end of the line is no bound.
    fn range(&self, low: i128, high: i128) -> Term {
        let ends = self.ends();
        let (first, last) = ends.unwrap_or((low, high));
        if low == high {
            return self.terms.eq(self.x, self.number(low));
        }
        let mut parts = Vec::new();
        if low != first {
            parts.push(self.at_most(self.number(low), self.x));
        }
        if high != last {
            parts.push(self.at_most(self.x, self.number(high)));
        }
        self.terms.and(&parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use smt::Sort;
    use smt::syntax::{Scope, parse, print};

    /// Reads a condition on the byte `n`, and prints it as intervals.
    fn shown(text: &str, ty: Type) -> Option<String> {
        let terms = Terms::new();
        let n = terms.var("n", ty.sort());
        let mut scope = Scope::new();
        scope.declare("n", n, ty);
        let guard = parse(&terms, text, &scope).expect("the test's condition parses");
        let mut solver = smt::chain(&terms, smt::Config::default());
        let found = intervals(&terms, guard, terms.bool(true), (n, ty), &mut *solver)?;
        for value in -128i64..128 {
            let env = |v: Term| (v == n).then(|| byte(ty, value));
            assert_eq!(
                terms.eval(guard, &env),
                terms.eval(found, &env),
                "{text} at {value}"
            );
        }
        Some(print(&terms, found, &scope))
    }

    fn byte(ty: Type, value: i64) -> Value {
        match ty.sort() {
            Sort::BitVec(width) => Value::bv(width, value as u64),
            Sort::Int | Sort::Bool => Value::int(value),
        }
    }

    #[test]
    fn arithmetic_becomes_bounds() {
        let byte = Type::signed(8);
        assert_eq!(
            shown("(byte) (n - 1) <= 0 && n > 0", byte).as_deref(),
            Some("n == 1")
        );
        assert_eq!(
            shown("n + n < 10 && n > -3", byte).as_deref(),
            Some("-2 <= n && n <= 4")
        );
        assert_eq!(
            shown("n * n < 10 && n != 2", byte).as_deref(),
            Some("n != 2 && -3 <= n && n <= 3")
        );
        assert_eq!(
            shown("n < 3 || n > 5", Type::Int).as_deref(),
            Some("n <= 2 || n >= 6")
        );
        assert_eq!(
            shown("n >= 48 && n <= 57", Type::unsigned(8)).as_deref(),
            Some("48 <= n && n <= 57")
        );
    }

    #[test]
    fn what_has_too_many_pieces_is_left_alone() {
        assert_eq!(shown("n % 2 == 0", Type::signed(8)), None);
    }
}

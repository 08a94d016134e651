//! Shows that conditions on doubles cannot hold together, by intervals: a solver takes seconds for what is plain here.
//!
//! Rounding to nearest is monotone, so that sums of bounds, rounded, are bounds of rounded sums.

use rustc_hash::FxHashMap;
use smt::{Op, Sort, Term, Terms};

/// How often bounds are passed on between the sides of comparisons.
const ROUNDS: usize = 4;
/// Terms that are looked at.
const MOST_TERMS: usize = 2000;

/// Where a double lies if it is a number, and whether it may be none.
#[derive(Clone, Copy, Debug)]
struct Interval {
    low: f64,
    high: f64,
    nan: bool,
}

const ANYTHING: Interval = Interval {
    low: f64::NEG_INFINITY,
    high: f64::INFINITY,
    nan: true,
};

impl Interval {
    fn new(low: f64, high: f64, nan: bool) -> Self {
        if low.is_nan() || high.is_nan() {
            ANYTHING
        } else {
            Self { low, high, nan }
        }
    }

    fn and(self, other: Self) -> Self {
        Self {
            low: self.low.max(other.low),
            high: self.high.min(other.high),
            nan: self.nan && other.nan,
        }
    }

    fn or(self, other: Self) -> Self {
        Self {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
            nan: self.nan || other.nan,
        }
    }

    fn is_empty(self) -> bool {
        !self.nan && self.low > self.high
    }

    fn is_finite(self) -> bool {
        !self.nan && self.low.is_finite() && self.high.is_finite()
    }

    fn neg(self) -> Self {
        Self {
            low: -self.high,
            high: -self.low,
            nan: self.nan,
        }
    }

    /// Infinities of different signs have no sum.
    fn plus(self, other: Self) -> Self {
        if !(self.is_finite() && other.is_finite()) {
            return ANYTHING;
        }
        Self::new(self.low + other.low, self.high + other.high, false)
    }

    /// What the other part of such sums lies between. Soundness: what was rounded to `high` was less than the number after
    /// that, and computing with it rounds once more; then as much is taken away as certainly gives other sums.
    fn without(self, part: Self) -> Self {
        let low = (self.low.next_down() - part.high).next_down();
        let high = (self.high.next_up() - part.low).next_up();
        let low = trimmed(low, f64::next_up, |n| n + part.high < self.low);
        let high = trimmed(high, f64::next_down, |n| n + part.low > self.high);
        Self::new(low, high, false)
    }

    fn times(self, other: Self) -> Self {
        if !(self.is_finite() && other.is_finite()) {
            return ANYTHING;
        }
        let ends = [
            self.low * other.low,
            self.low * other.high,
            self.high * other.low,
            self.high * other.high,
        ];
        let (low, high) = ends
            .iter()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), &e| {
                (l.min(e), h.max(e))
            });
        Self::new(low, high, false)
    }

    fn abs(self) -> Self {
        let high = self.low.abs().max(self.high.abs());
        let low = if self.low <= 0.0 && self.high >= 0.0 {
            0.0
        } else {
            self.low.abs().min(self.high.abs())
        };
        Self::new(low, high, self.nan)
    }
}

/// The first of the next few numbers that is not known to be wrong.
fn trimmed(mut number: f64, step: fn(f64) -> f64, is_wrong: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..8 {
        if !is_wrong(number) {
            break;
        }
        number = step(number);
    }
    number
}

/// Whether formulas are known not to hold together.
pub(crate) fn contradict(terms: &Terms, formulas: impl Iterator<Item = Term>) -> bool {
    let formulas: Vec<Term> = formulas
        .flat_map(|formula| terms.conjuncts(formula))
        .collect();
    if !formulas.iter().any(|&f| Comparison::of(terms, f).is_some()) {
        return false;
    }
    let mut bounds = Bounds {
        terms,
        facts: FxHashMap::default(),
        known: FxHashMap::default(),
    };
    for _ in 0..ROUNDS {
        bounds.known.clear();
        for &formula in &formulas {
            if bounds.learn(formula) {
                return true;
            }
        }
    }
    false
}

/// `a < b`, `a <= b` or `a == b`, or that it is not so.
struct Comparison {
    op: Op,
    a: Term,
    b: Term,
    holds: bool,
}

impl Comparison {
    fn of(terms: &Terms, formula: Term) -> Option<Self> {
        let (atom, holds) = match terms.op(formula) {
            Op::Not => (terms.args(formula)[0], false),
            _ => (formula, true),
        };
        match (terms.op(atom), terms.args(atom)) {
            (op @ (Op::FpLt | Op::FpLe | Op::FpEq), &[a, b])
                if terms.sort(a) == Sort::BitVec(64) =>
            {
                Some(Self {
                    op: op.clone(),
                    a,
                    b,
                    holds,
                })
            }
            _ => None,
        }
    }
}

struct Bounds<'t> {
    terms: &'t Terms,
    /// What comparisons say of terms.
    facts: FxHashMap<Term, Interval>,
    /// What is known of terms in this round.
    known: FxHashMap<Term, Interval>,
}

impl Bounds<'_> {
    /// Takes what a formula says; whether that cannot be.
    fn learn(&mut self, formula: Term) -> bool {
        let Some(Comparison { op, a, b, holds }) = Comparison::of(self.terms, formula) else {
            return false;
        };
        let (x, y) = (self.of(a), self.of(b));
        match (op, holds) {
            (Op::FpLt, true) => self.below(a, b, true),
            (Op::FpLe, true) => self.below(a, b, false),
            (Op::FpEq, true) => self.below(a, b, false) || self.below(b, a, false),
            // What is no number is not less, and not more either.
            (Op::FpLt, false) if !x.nan && !y.nan => self.below(b, a, false),
            (Op::FpLe, false) if !x.nan && !y.nan => self.below(b, a, true),
            _ => false,
        }
    }

    /// `a` is less than `b`, or equal; both are numbers.
    fn below(&mut self, a: Term, b: Term, strictly: bool) -> bool {
        let (x, y) = (self.of(a), self.of(b));
        let (high, low) = if strictly {
            (y.high.next_down(), x.low.next_up())
        } else {
            (y.high, x.low)
        };
        let (below, above) = (
            Interval {
                high,
                nan: false,
                ..ANYTHING
            },
            Interval {
                low,
                nan: false,
                ..ANYTHING
            },
        );
        self.narrow(a, x.and(below)) || self.narrow(b, y.and(above))
    }

    fn narrow(&mut self, term: Term, to: Interval) -> bool {
        let narrowed = self.facts.get(&term).map_or(to, |fact| fact.and(to));
        self.facts.insert(term, narrowed);
        self.known.insert(term, narrowed);
        narrowed.is_empty() || self.narrow_parts(term, narrowed)
    }

    /// What a sum or difference lies between says something of its parts.
    fn narrow_parts(&mut self, term: Term, is: Interval) -> bool {
        let terms = self.terms;
        if is.nan {
            return false;
        }
        match (terms.op(term), terms.args(term)) {
            (Op::FpAdd, &[a, b]) => {
                let (x, y) = (self.of(a), self.of(b));
                self.tighten(a, x, is.without(y)) || self.tighten(b, y, is.without(x))
            }
            (Op::FpSub, &[a, b]) => {
                let (x, y) = (self.of(a), self.of(b));
                self.tighten(a, x, is.without(y.neg())) || self.tighten(b, y, is.without(x).neg())
            }
            _ => false,
        }
    }

    /// Narrows what is known to be a number, if that says more.
    fn tighten(&mut self, term: Term, is: Interval, to: Interval) -> bool {
        let more = !is.nan && !to.nan && (to.low > is.low || to.high < is.high);
        more && self.narrow(term, is.and(to))
    }

    fn of(&mut self, term: Term) -> Interval {
        if let Some(&known) = self.known.get(&term) {
            return known;
        }
        if self.known.len() > MOST_TERMS || self.terms.sort(term) != Sort::BitVec(64) {
            return ANYTHING;
        }
        // Whatever is asked on the way down must not ask for this one again.
        self.known.insert(term, ANYTHING);
        let computed = self.computed(term);
        let known = self
            .facts
            .get(&term)
            .map_or(computed, |fact| fact.and(computed));
        self.known.insert(term, known);
        known
    }

    fn computed(&mut self, term: Term) -> Interval {
        let terms = self.terms;
        if let Some(value) = terms.value(term).and_then(smt::Value::as_f64) {
            return if value.is_nan() {
                ANYTHING
            } else {
                Interval::new(value, value, false)
            };
        }
        match (terms.op(term), terms.args(term)) {
            (Op::FpAdd, &[a, b]) => self.of(a).plus(self.of(b)),
            (Op::FpSub, &[a, b]) => self.of(a).plus(self.of(b).neg()),
            (Op::FpMul, &[a, b]) => self.of(a).times(self.of(b)),
            (Op::FpNeg, &[a]) => self.of(a).neg(),
            (Op::FpAbs, &[a]) => self.of(a).abs(),
            (Op::Ite, &[_, a, b]) => self.of(a).or(self.of(b)),
            _ => ANYTHING,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_pass_through_differences() {
        let terms = Terms::new();
        let speed = terms.var("speed", Sort::BitVec(64));
        let number = |n: f64| terms.f64(n);
        let left = terms.fp_sub(number(8.0), speed);
        let known = [
            terms.fp_le(number(0.25), speed),
            terms.fp_le(speed, number(10.0)),
            terms.fp_lt(number(8.0), speed),
            terms.not(terms.fp_lt(left, number(-1.5))),
        ];
        let with = |formula: Term| contradict(&terms, known.into_iter().chain([formula]));
        assert!(with(terms.not(terms.fp_lt(left, number(0.0)))));
        assert!(with(terms.fp_lt(speed, number(8.0))));
        assert!(!with(terms.fp_lt(left, number(0.0))));
        assert!(!with(terms.fp_lt(number(9.0), speed)));
    }

    /// Whatever holds of some doubles is never contradicted, however close to a bound they are.
    #[test]
    fn what_holds_is_not_contradicted() {
        let mut random = base::Random::seeded(11);
        let terms = Terms::new();
        let vars: Vec<Term> = (0..3)
            .map(|i| terms.var(&format!("x{i}"), Sort::BitVec(64)))
            .collect();
        let (mut compared, mut refuted) = (0, 0);
        for _ in 0..3000 {
            let values: Vec<f64> = (0..3).map(|_| odd_number(&mut random)).collect();
            let value = |t: Term| {
                vars.iter()
                    .position(|&v| v == t)
                    .map(|i| smt::Value::f64(values[i]))
            };
            let formulas: Vec<Term> = (0..6)
                .map(|_| comparison(&mut random, &terms, &vars))
                .collect();
            let truth = |&f: &Term| terms.eval(f, &value) == Some(smt::Value::Bool(true));
            let true_ones: Vec<Term> = formulas
                .iter()
                .map(|f| if truth(f) { *f } else { terms.not(*f) })
                .collect();
            assert!(!contradict(&terms, true_ones.into_iter()), "{values:?}");
            refuted += usize::from(contradict(&terms, formulas.into_iter()));
            compared += 1;
        }
        assert!(compared == 3000 && refuted > 100, "{refuted} were refuted");
    }

    fn odd_number(random: &mut base::Random) -> f64 {
        let number = [
            0.0,
            -0.0,
            1.0,
            2.5,
            -1.5,
            0.1,
            1e16,
            1e300,
            f64::INFINITY,
            f64::NAN,
            1e-310,
        ][random.below(11)];
        match random.below(4) {
            0 => number.next_up(),
            1 => number.next_down(),
            _ => number,
        }
    }

    fn comparison(random: &mut base::Random, terms: &Terms, vars: &[Term]) -> Term {
        let (a, b) = (sum(random, terms, vars, 2), sum(random, terms, vars, 1));
        let formula = match random.below(3) {
            0 => terms.fp_lt(a, b),
            1 => terms.fp_le(a, b),
            _ => terms.fp_eq(a, b),
        };
        if random.chance(1, 3) {
            terms.not(formula)
        } else {
            formula
        }
    }

    fn sum(random: &mut base::Random, terms: &Terms, vars: &[Term], depth: u32) -> Term {
        let part = |random: &mut base::Random| sum(random, terms, vars, depth - 1);
        match random.below(if depth == 0 { 3 } else { 8 }) {
            0 => terms.f64(odd_number(random)),
            1 | 2 => *random.pick(vars),
            3 | 4 => terms.fp_add(part(random), part(random)),
            5 => terms.fp_sub(part(random), part(random)),
            6 => terms.fp_mul(part(random), part(random)),
            _ => terms.fp_abs(part(random)),
        }
    }
}

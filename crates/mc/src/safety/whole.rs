//! Bit vectors as whole numbers: an engine for linear arithmetic then finds invariants such as `mine + yours == i`, and
//! those of code whose numbers never overflow read as one would write them.
//!
//! Each term becomes a whole number that agrees with it modulo 2 to its width, and is brought into the range of its type only
//! where that matters and bounds do not show that it lies there. What has no such form is any number within bounds. So the
//! translation allows more than the code does, and a proof of it is only a suggestion: `cert` checks it against the code.

use rustc_hash::FxHashMap;
use smt::{Op, Sort, Term, Terms, Value};

/// Beyond this, numbers are brought into the range of their width before more is computed with them.
const FAR: i128 = 1 << 90;

/// How often bounds are drawn from comparisons: each time they may follow from those of another variable.
const ROUNDS: usize = 4;

/// A whole number and what it lies within, both ends included.
#[derive(Clone, Copy, Debug)]
struct Whole {
    term: Term,
    low: i128,
    high: i128,
}

/// How the bits of a variable are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    Signed,
    Unsigned,
}

impl Reading {
    /// The least and the greatest number of a width.
    pub fn bounds(self, width: u32) -> (i128, i128) {
        match self {
            Self::Signed => (-(1 << (width - 1)), (1 << (width - 1)) - 1),
            Self::Unsigned => (0, (1 << width) - 1),
        }
    }
}

/// The translation of what is said of one move.
pub(super) struct Translation<'a> {
    terms: &'a Terms,
    /// How variables are read that are not read as signed numbers.
    readings: &'a FxHashMap<Term, Reading>,
    /// What is known of variables beyond their types.
    bounds: FxHashMap<Term, (i128, i128)>,
    numbers: FxHashMap<Term, Whole>,
    truths: FxHashMap<Term, Term>,
    /// What holds of the numbers that stand for variables and for what has no other form.
    ranges: Vec<Term>,
    /// How many things had no other form.
    unknown: usize,
}

impl<'a> Translation<'a> {
    pub fn new(terms: &'a Terms, readings: &'a FxHashMap<Term, Reading>) -> Self {
        Self {
            terms,
            readings,
            bounds: FxHashMap::default(),
            numbers: FxHashMap::default(),
            truths: FxHashMap::default(),
            ranges: Vec::new(),
            unknown: 0,
        }
    }

    /// The whole number that stands for a variable, or the variable if it is a truth value.
    pub fn variable_named(&mut self, var: Term) -> Term {
        match self.terms.sort(var) {
            Sort::BitVec(_) => self.number(var).term,
            Sort::Bool | Sort::Int => var,
        }
    }

    fn name(terms: &Terms, var: Term) -> Term {
        match terms.sort(var) {
            Sort::BitVec(_) => {
                let name = terms.var_name(var).map_or("", |name| &**name);
                terms.var(&format!("{name}~"), Sort::Int)
            }
            Sort::Bool | Sort::Int => var,
        }
    }

    /// Takes bounds of variables from what holds.
    pub fn assume(&mut self, facts: &[Term]) {
        for _ in 0..ROUNDS {
            facts.iter().for_each(|&fact| self.bound(fact));
        }
    }

    /// Translates terms from their parts up: they may be deeper than the stack.
    pub fn prepare(&mut self, roots: &[Term]) {
        for part in self.terms.parts(roots) {
            match self.terms.sort(part) {
                Sort::Bool => {
                    self.truth(part);
                }
                Sort::BitVec(_) => {
                    self.number(part);
                }
                Sort::Int => {}
            }
        }
    }

    /// What holds of all numbers that were translated.
    pub fn ranges(&self) -> &[Term] {
        &self.ranges
    }

    fn reading(&self, var: Term) -> Reading {
        *self.readings.get(&var).unwrap_or(&Reading::Signed)
    }

    fn bounds_of(&self, term: Term) -> (i128, i128) {
        let width = self.terms.width(term);
        let reading = self.reading(term);
        let known = self.bounds.get(&term).copied();
        known.unwrap_or_else(|| reading.bounds(width))
    }

    fn bound(&mut self, fact: Term) {
        let terms = self.terms;
        let (op, args) = (terms.op(fact), terms.args(fact));
        match (op, args) {
            (Op::Not, &[inner]) => match (terms.op(inner), terms.args(inner)) {
                (Op::BvSlt, &[a, b]) => self.ordered(b, a, 0, Reading::Signed),
                (Op::BvSle, &[a, b]) => self.ordered(b, a, 1, Reading::Signed),
                (Op::BvUlt, &[a, b]) => self.ordered(b, a, 0, Reading::Unsigned),
                (Op::BvUle, &[a, b]) => self.ordered(b, a, 1, Reading::Unsigned),
                _ => {}
            },
            (Op::BvSlt, &[a, b]) => self.ordered(a, b, 1, Reading::Signed),
            (Op::BvSle, &[a, b]) => self.ordered(a, b, 0, Reading::Signed),
            (Op::BvUlt, &[a, b]) => self.ordered(a, b, 1, Reading::Unsigned),
            (Op::BvUle, &[a, b]) => self.ordered(a, b, 0, Reading::Unsigned),
            (Op::Eq, &[a, b]) if matches!(terms.sort(a), Sort::BitVec(_)) => {
                let reading = self.reading(if terms.value(a).is_some() { b } else { a });
                self.ordered(a, b, 0, reading);
                self.ordered(b, a, 0, reading);
            }
            _ => {}
        }
    }

    /// Knows that `a + by <= b`, both read alike.
    fn ordered(&mut self, a: Term, b: Term, by: i128, reading: Reading) {
        let (Some((low, high_a)), Some((low_b, high))) =
            (self.plain_bounds(a, reading), self.plain_bounds(b, reading))
        else {
            return;
        };
        self.narrow(a, low, high_a.min(high - by));
        self.narrow(b, low_b.max(low + by), high);
    }

    fn narrow(&mut self, var: Term, low: i128, high: i128) {
        // Where nothing is left the move is never taken, and any bounds will do.
        if self.terms.var_name(var).is_some() && low <= high {
            self.bounds.insert(var, (low, high));
        }
    }

    /// The bounds of a variable or constant in a reading, if it has the same value in it.
    fn plain_bounds(&self, term: Term, reading: Reading) -> Option<(i128, i128)> {
        let width = self.terms.width(term);
        if let Some(value) = self.terms.value(term) {
            let value = match reading {
                Reading::Signed => i128::from(value.as_signed()?),
                Reading::Unsigned => i128::from(value.as_unsigned()?),
            };
            return Some((value, value));
        }
        let (low, high) = match self.terms.var_name(term) {
            Some(_) => self.bounds_of(term),
            None => return Some(reading.bounds(width)),
        };
        let (least, most) = reading.bounds(width);
        (least <= low && high <= most).then_some((low, high))
    }

    /// A truth value, over whole numbers.
    pub fn truth(&mut self, term: Term) -> Term {
        if let Some(&known) = self.truths.get(&term) {
            return known;
        }
        let truth = self.make_truth(term);
        self.truths.insert(term, truth);
        truth
    }

    fn make_truth(&mut self, term: Term) -> Term {
        let terms = self.terms;
        let args = terms.args(term).to_vec();
        match (terms.op(term).clone(), &args[..]) {
            (Op::Var(_) | Op::Value(_), _) => term,
            (Op::Eq, &[a, b]) if terms.sort(a) != Sort::Bool => self.equal(a, b),
            (op @ (Op::Not | Op::And | Op::Or | Op::Eq | Op::Ite), _) => {
                let args: Vec<Term> = args.iter().map(|&arg| self.truth(arg)).collect();
                terms.apply(op, &args)
            }
            (Op::BvSlt, &[a, b]) => self.compare(Op::IntLt, a, b, Reading::Signed),
            (Op::BvSle, &[a, b]) => self.compare(Op::IntLe, a, b, Reading::Signed),
            (Op::BvUlt, &[a, b]) => self.compare(Op::IntLt, a, b, Reading::Unsigned),
            (Op::BvUle, &[a, b]) => self.compare(Op::IntLe, a, b, Reading::Unsigned),
            _ => {
                self.unknown += 1;
                terms.var(&format!("~whether {}", self.unknown), Sort::Bool)
            }
        }
    }

    fn compare(&mut self, op: Op, a: Term, b: Term, reading: Reading) -> Term {
        let (a, b) = (self.read(a, reading), self.read(b, reading));
        self.terms.apply(op, &[a, b])
    }

    fn equal(&mut self, a: Term, b: Term) -> Term {
        let Sort::BitVec(width) = self.terms.sort(a) else {
            return self.terms.eq(a, b);
        };
        let (x, y) = (self.number(a), self.number(b));
        let together = x.high.max(y.high) - x.low.min(y.low);
        if together < 1 << width {
            return self.terms.eq(x.term, y.term);
        }
        let unsigned = [a, b]
            .iter()
            .any(|&t| self.reading(t) == Reading::Unsigned && self.terms.var_name(t).is_some());
        let reading = match unsigned {
            true => Reading::Unsigned,
            false => Reading::Signed,
        };
        let (a, b) = (self.read(a, reading), self.read(b, reading));
        self.terms.eq(a, b)
    }

    /// The number that bits stand for.
    pub fn read(&mut self, term: Term, reading: Reading) -> Term {
        self.within(term, reading).term
    }

    fn within(&mut self, term: Term, reading: Reading) -> Whole {
        let number = self.number(term);
        self.brought(number, reading, self.terms.width(term))
    }

    /// The number that agrees with one modulo 2 to a width and lies in a range of that size.
    fn brought(&self, number: Whole, reading: Reading, width: u32) -> Whole {
        let (low, high) = reading.bounds(width);
        let Whole { term, .. } = number;
        if low <= number.low && number.high <= high {
            return number;
        }
        let terms = self.terms;
        let size = 1_i128 << width;
        let whole = |n: i128| terms.int(n);
        if number.low < low - size || number.high > high + size {
            let from_low = terms.int_sub(term, whole(low));
            let rest = terms.apply(Op::IntMod, &[from_low, whole(size)]);
            let term = terms.apply(Op::IntAdd, &[rest, whole(low)]);
            return Whole { term, low, high };
        }
        let mut brought = term;
        if number.low < low {
            let more = terms.apply(Op::IntAdd, &[term, whole(size)]);
            brought = terms.ite(terms.apply(Op::IntLt, &[term, whole(low)]), more, brought);
        }
        if number.high > high {
            let less = terms.apply(Op::IntAdd, &[term, whole(-size)]);
            brought = terms.ite(terms.apply(Op::IntLt, &[whole(high), term]), less, brought);
        }
        Whole {
            term: brought,
            low,
            high,
        }
    }

    fn number(&mut self, term: Term) -> Whole {
        if let Some(&known) = self.numbers.get(&term) {
            return known;
        }
        let mut number = self.make_number(term);
        if number.low < -FAR || number.high > FAR {
            number = self.brought(number, Reading::Signed, self.terms.width(term));
        }
        self.numbers.insert(term, number);
        number
    }

    fn make_number(&mut self, term: Term) -> Whole {
        let terms = self.terms;
        let args = terms.args(term).to_vec();
        let width = terms.width(term);
        match (terms.op(term).clone(), &args[..]) {
            (Op::Value(value), _) => self.constant(&value, width),
            (Op::Var(_), _) => self.variable(term),
            (Op::Ite, &[c, a, b]) => self.either(c, a, b),
            (Op::BvNeg, &[a]) => self.negated(a, 0),
            (Op::BvNot, &[a]) => self.negated(a, 1),
            (Op::BvAdd, _) => self.sum(&args),
            (Op::BvMul, _) => self.product(&args, width),
            (Op::ZeroExtend(_), &[a]) => self.within(a, Reading::Unsigned),
            (Op::SignExtend(_), &[a]) => self.within(a, Reading::Signed),
            (Op::Extract { lo, .. }, &[a]) => self.shifted(a, lo, Reading::Unsigned),
            (Op::BvLshr, &[a, by]) => self.shifted_by(a, by, width, Reading::Unsigned),
            (Op::BvAshr, &[a, by]) => self.shifted_by(a, by, width, Reading::Signed),
            (Op::BvShl, &[a, by]) => self.shifted_left(a, by, width),
            (Op::BvUdiv, &[a, b]) => self.divided(Op::IntTdiv, a, b, Reading::Unsigned),
            (Op::BvUrem, &[a, b]) => self.divided(Op::IntTrem, a, b, Reading::Unsigned),
            (Op::BvSdiv, &[a, b]) => self.divided(Op::IntTdiv, a, b, Reading::Signed),
            (Op::BvSrem, &[a, b]) => self.divided(Op::IntTrem, a, b, Reading::Signed),
            (op @ (Op::BvAnd | Op::BvOr | Op::BvXor), &[a, b]) => self.bitwise(&op, a, b, width),
            _ => self.anything(Reading::Signed.bounds(width)),
        }
    }

    fn constant(&self, value: &Value, width: u32) -> Whole {
        let n = value.as_signed().map_or(0, i128::from);
        debug_assert!(width <= 64, "constants have at most 64 bits");
        let term = self.terms.int(n);
        Whole {
            term,
            low: n,
            high: n,
        }
    }

    fn variable(&mut self, var: Term) -> Whole {
        let (low, high) = self.bounds_of(var);
        let term = Self::name(self.terms, var);
        let (least, most) = self.reading(var).bounds(self.terms.width(var));
        self.keep_within(term, least, most);
        Whole { term, low, high }
    }

    fn anything(&mut self, (low, high): (i128, i128)) -> Whole {
        self.unknown += 1;
        let name = format!("~any {}", self.unknown);
        let term = self.terms.var(&name, Sort::Int);
        self.keep_within(term, low, high);
        Whole { term, low, high }
    }

    fn keep_within(&mut self, term: Term, low: i128, high: i128) {
        let terms = self.terms;
        let at_least = terms.apply(Op::IntLe, &[terms.int(low), term]);
        let at_most = terms.apply(Op::IntLe, &[term, terms.int(high)]);
        self.ranges.extend([at_least, at_most]);
    }

    fn either(&mut self, c: Term, a: Term, b: Term) -> Whole {
        let c = self.truth(c);
        let (a, b) = (self.number(a), self.number(b));
        Whole {
            term: self.terms.ite(c, a.term, b.term),
            low: a.low.min(b.low),
            high: a.high.max(b.high),
        }
    }

    /// `-a - less`
    fn negated(&mut self, a: Term, less: i128) -> Whole {
        let a = self.number(a);
        let terms = self.terms;
        let negative = terms.apply(Op::IntNeg, &[a.term]);
        Whole {
            term: terms.apply(Op::IntAdd, &[negative, terms.int(-less)]),
            low: -a.high - less,
            high: -a.low - less,
        }
    }

    fn sum(&mut self, args: &[Term]) -> Whole {
        let parts: Vec<Whole> = args.iter().map(|&arg| self.number(arg)).collect();
        let all: Vec<Term> = parts.iter().map(|part| part.term).collect();
        Whole {
            term: self.terms.apply(Op::IntAdd, &all),
            low: parts.iter().map(|part| part.low).sum(),
            high: parts.iter().map(|part| part.high).sum(),
        }
    }

    /// A product of constants and at most one other number.
    fn product(&mut self, args: &[Term], width: u32) -> Whole {
        let (mut factor, mut other) = (1_i128, None);
        for &arg in args {
            let part = self.number(arg);
            if part.low == part.high {
                match factor.checked_mul(part.low).filter(|f| f.abs() < FAR) {
                    Some(product) => factor = product,
                    None => return self.anything(Reading::Signed.bounds(width)),
                }
            } else if other.replace(part).is_some() {
                return self.anything(Reading::Signed.bounds(width));
            }
        }
        self.scaled(other, factor, width)
    }

    fn scaled(&mut self, number: Option<Whole>, factor: i128, width: u32) -> Whole {
        let one = Whole {
            term: self.terms.int(1),
            low: 1,
            high: 1,
        };
        let number = number.unwrap_or(one);
        let ends = (
            number.low.checked_mul(factor),
            number.high.checked_mul(factor),
        );
        let (Some(a), Some(b)) = ends else {
            return self.anything(Reading::Signed.bounds(width));
        };
        let factor = self.terms.int(factor);
        Whole {
            term: self.terms.apply(Op::IntMul, &[factor, number.term]),
            low: a.min(b),
            high: a.max(b),
        }
    }

    fn amount(&self, by: Term, width: u32) -> Option<u32> {
        let by = self.terms.value(by)?.as_unsigned()?;
        u32::try_from(by).ok().filter(|by| *by < width)
    }

    fn shifted_left(&mut self, a: Term, by: Term, width: u32) -> Whole {
        match self.amount(by, width) {
            Some(by) => {
                let a = self.number(a);
                self.scaled(Some(a), 1 << by, width)
            }
            None => self.anything(Reading::Signed.bounds(width)),
        }
    }

    fn shifted_by(&mut self, a: Term, by: Term, width: u32, reading: Reading) -> Whole {
        match self.amount(by, width) {
            Some(by) => self.shifted(a, by, reading),
            None => self.anything(reading.bounds(width)),
        }
    }

    /// Divided by 2 to a power, rounded down.
    fn shifted(&mut self, a: Term, by: u32, reading: Reading) -> Whole {
        if by == 0 {
            return self.number(a);
        }
        let a = self.within(a, reading);
        let terms = self.terms;
        let size = 1_i128 << by;
        let rest = terms.apply(Op::IntMod, &[a.term, terms.int(size)]);
        let even = match a.low < 0 {
            true => terms.int_sub(a.term, rest),
            false => a.term,
        };
        Whole {
            term: terms.apply(Op::IntTdiv, &[even, terms.int(size)]),
            low: a.low.div_euclid(size),
            high: a.high.div_euclid(size),
        }
    }

    /// A quotient or a remainder by a positive constant.
    fn divided(&mut self, op: Op, a: Term, b: Term, reading: Reading) -> Whole {
        let width = self.terms.width(a);
        let by = self
            .plain_bounds(b, reading)
            .filter(|(low, high)| low == high);
        let Some((by, _)) = by.filter(|(by, _)| *by > 0) else {
            return self.anything(reading.bounds(width));
        };
        let a = self.within(a, reading);
        let (low, high) = match op {
            Op::IntTdiv => (a.low / by, a.high / by),
            _ => (a.low.max(1 - by).min(0), a.high.min(by - 1).max(0)),
        };
        let term = self.terms.apply(op, &[a.term, self.terms.int(by)]);
        Whole { term, low, high }
    }

    /// `a & b`, `a | b` or `a ^ b`: exact for truth values as numbers and for the lowest bits.
    fn bitwise(&mut self, op: &Op, a: Term, b: Term, width: u32) -> Whole {
        let (x, y) = (
            self.within(a, Reading::Unsigned),
            self.within(b, Reading::Unsigned),
        );
        if x.high <= 1 && y.high <= 1 {
            return self.of_one_bit(op, x, y);
        }
        let mask = [(x, y), (y, x)].into_iter().find_map(|(mask, other)| {
            let size = mask.high + 1;
            let lowest = mask.low == mask.high && size.count_ones() == 1;
            (lowest && *op == Op::BvAnd).then_some((other, size))
        });
        if let Some((other, size)) = mask {
            let rest = [other.term, self.terms.int(size)];
            let term = self.terms.apply(Op::IntMod, &rest);
            let (low, high) = (0, size - 1);
            return Whole { term, low, high };
        }
        let most = match op {
            Op::BvAnd => x.high.min(y.high),
            _ => (x.high + y.high).min((1 << width) - 1),
        };
        self.anything((0, most))
    }

    fn of_one_bit(&self, op: &Op, x: Whole, y: Whole) -> Whole {
        let terms = self.terms;
        let (zero, one) = (terms.int(0), terms.int(1));
        let none = terms.eq(x.term, zero);
        let term = match op {
            Op::BvAnd => terms.ite(none, zero, y.term),
            Op::BvOr => terms.ite(none, y.term, one),
            _ => terms.ite(none, y.term, terms.int_sub(one, y.term)),
        };
        Whole {
            term,
            low: 0,
            high: 1,
        }
    }
}

//! Sums in normal form: a constant and coefficients of terms, in the order of the terms.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_traits::{One, Zero};

use crate::term::{Op, Term, Terms};
use crate::value::{Sort, Value, mask};

/// Sums of more terms are left as they are, so that long chains of additions stay cheap.
const LONGEST: usize = 32;

/// The numbers a sum is about.
pub(crate) trait Ring: Copy {
    type Number: Clone + PartialEq;
    const ADD: Op;
    const MUL: Op;
    const NEG: Op;
    fn sort(self) -> Sort;
    fn add(self, a: &Self::Number, b: &Self::Number) -> Self::Number;
    fn mul(self, a: &Self::Number, b: &Self::Number) -> Self::Number;
    fn small(self, n: i64) -> Self::Number;
    fn read(self, v: &Value) -> Option<Self::Number>;
    fn write(self, n: &Self::Number) -> Value;
}

/// Bit vectors of a width.
#[derive(Clone, Copy)]
pub(crate) struct Wrapping(pub(crate) u32);

impl Ring for Wrapping {
    type Number = u64;
    const ADD: Op = Op::BvAdd;
    const MUL: Op = Op::BvMul;
    const NEG: Op = Op::BvNeg;
    fn sort(self) -> Sort {
        Sort::BitVec(self.0)
    }
    fn add(self, a: &u64, b: &u64) -> u64 {
        a.wrapping_add(*b) & mask(self.0)
    }
    fn mul(self, a: &u64, b: &u64) -> u64 {
        a.wrapping_mul(*b) & mask(self.0)
    }
    fn small(self, n: i64) -> u64 {
        n as u64 & mask(self.0)
    }
    fn read(self, v: &Value) -> Option<u64> {
        v.as_unsigned()
    }
    fn write(self, n: &u64) -> Value {
        Value::bv(self.0, *n)
    }
}

/// Unbounded integers.
#[derive(Clone, Copy)]
pub(crate) struct Unbounded;

impl Ring for Unbounded {
    type Number = BigInt;
    const ADD: Op = Op::IntAdd;
    const MUL: Op = Op::IntMul;
    const NEG: Op = Op::IntNeg;
    fn sort(self) -> Sort {
        Sort::Int
    }
    fn add(self, a: &BigInt, b: &BigInt) -> BigInt {
        a + b
    }
    fn mul(self, a: &BigInt, b: &BigInt) -> BigInt {
        a * b
    }
    fn small(self, n: i64) -> BigInt {
        n.into()
    }
    fn read(self, v: &Value) -> Option<BigInt> {
        v.as_int().cloned()
    }
    fn write(self, n: &BigInt) -> Value {
        Value::Int(n.clone())
    }
}

/// `constant + coefficient * term + …`; no coefficient is zero and no term is a constant or a sum.
pub(crate) struct Linear<R: Ring> {
    pub(crate) ring: R,
    pub(crate) coefficients: BTreeMap<Term, R::Number>,
    pub(crate) constant: R::Number,
}

impl<R: Ring> Linear<R> {
    pub(crate) fn zero(ring: R) -> Self {
        Self {
            ring,
            coefficients: BTreeMap::new(),
            constant: ring.small(0),
        }
    }

    /// The sum of the terms, each times its factor; `None` if it is too long to be worth it.
    pub(crate) fn of(terms: &Terms, ring: R, summands: &[(Term, i64)]) -> Option<Self> {
        let mut sum = Self::zero(ring);
        let mut open: Vec<(Term, R::Number)> =
            summands.iter().map(|(t, n)| (*t, ring.small(*n))).collect();
        while let Some((t, factor)) = open.pop() {
            if open.len() + sum.coefficients.len() > LONGEST {
                return None;
            }
            sum.add(terms, t, factor, &mut open);
        }
        Some(sum)
    }

    fn add(
        &mut self,
        terms: &Terms,
        t: Term,
        factor: R::Number,
        open: &mut Vec<(Term, R::Number)>,
    ) {
        let ring = self.ring;
        let args = terms.args(t);
        match terms.op(t) {
            Op::Value(v) => {
                let v = ring.read(v).expect("summands have the sort of the sum");
                self.constant = ring.add(&self.constant, &ring.mul(&v, &factor));
            }
            op if *op == R::ADD && args.len() <= LONGEST => {
                open.extend(args.iter().map(|a| (*a, factor.clone())))
            }
            op if *op == R::NEG => open.push((args[0], ring.mul(&factor, &ring.small(-1)))),
            Op::BvNot => {
                let minus = ring.mul(&factor, &ring.small(-1));
                self.constant = ring.add(&self.constant, &minus);
                open.push((args[0], minus));
            }
            op if *op == R::MUL => match (terms.value(args[0]).and_then(|v| ring.read(v)), args) {
                (Some(n), [_, rest]) => open.push((*rest, ring.mul(&factor, &n))),
                _ => self.add_coefficient(t, factor),
            },
            _ => self.add_coefficient(t, factor),
        }
    }

    fn add_coefficient(&mut self, t: Term, factor: R::Number) {
        let ring = self.ring;
        let sum = self
            .coefficients
            .get(&t)
            .map_or(factor.clone(), |old| ring.add(old, &factor));
        if sum == ring.small(0) {
            self.coefficients.remove(&t);
        } else {
            self.coefficients.insert(t, sum);
        }
    }

    /// Every coefficient and the constant times `factor`.
    pub(crate) fn scaled(self, factor: &R::Number) -> Self {
        let ring = self.ring;
        let mut result = Self::zero(ring);
        result.constant = ring.mul(&self.constant, factor);
        for (t, n) in self.coefficients {
            result.add_coefficient(t, ring.mul(&n, factor));
        }
        result
    }

    /// The only term and its coefficient.
    pub(crate) fn single(&self) -> Option<(Term, &R::Number)> {
        let (t, n) = self.coefficients.first_key_value()?;
        (self.coefficients.len() == 1).then_some((*t, n))
    }

    /// The term for it: `term + -term + coefficient * term + constant`.
    pub(crate) fn to_term(&self, terms: &Terms) -> Term {
        let ring = self.ring;
        let mut summands: Vec<Term> = self
            .coefficients
            .iter()
            .map(|(t, n)| scale(terms, ring, *t, n))
            .collect();
        if self.constant != ring.small(0) || summands.is_empty() {
            summands.push(terms.constant(ring.write(&self.constant)));
        }
        match summands[..] {
            [single] => single,
            _ => terms.intern(R::ADD, &summands, ring.sort()),
        }
    }
}

fn scale<R: Ring>(terms: &Terms, ring: R, t: Term, n: &R::Number) -> Term {
    if *n == ring.small(1) {
        t
    } else if *n == ring.small(-1) {
        terms.intern(R::NEG, &[t], ring.sort())
    } else {
        let n = terms.constant(ring.write(n));
        terms.intern(R::MUL, &[n, t], ring.sort())
    }
}

/// match:  a + b + …, -a
/// result: the sum in normal form
pub(crate) fn sum<R: Ring>(terms: &Terms, ring: R, args: &[Term], factor: i64) -> Option<Term> {
    let summands: Vec<(Term, i64)> = args.iter().map(|a| (*a, factor)).collect();
    Some(Linear::of(terms, ring, &summands)?.to_term(terms))
}

/// match:  a * b * …
/// result: the constant factors times a sum, if only one factor is not constant; else constant * (the other factors,
///         in the order of the terms, without their signs and constant factors)
pub(crate) fn product<R: Ring>(terms: &Terms, ring: R, args: &[Term]) -> Option<Term> {
    let mut factor = ring.small(1);
    let mut others = Vec::new();
    let mut open = args.to_vec();
    while let Some(t) = open.pop() {
        if open.len() + others.len() > LONGEST {
            return None;
        }
        match terms.op(t) {
            Op::Value(v) => factor = ring.mul(&factor, &ring.read(v)?),
            op if *op == R::MUL => open.extend(terms.args(t)),
            op if *op == R::NEG => {
                factor = ring.mul(&factor, &ring.small(-1));
                open.push(terms.args(t)[0]);
            }
            _ => others.push(t),
        }
    }
    others.sort_unstable();
    let rest = match others[..] {
        [] => terms.constant(ring.write(&ring.small(1))),
        [single] => single,
        _ => terms.intern(R::MUL, &others, ring.sort()),
    };
    Some(
        Linear::of(terms, ring, &[(rest, 1)])?
            .scaled(&factor)
            .to_term(terms),
    )
}

/// Positive and negative parts of `a - b`, and minus its constant: `positive - negative == bound`.
pub(crate) struct Sides<R: Ring> {
    pub(crate) positive: Linear<R>,
    pub(crate) negative: Linear<R>,
    pub(crate) bound: R::Number,
}

impl<R: Ring> Linear<R> {
    /// Splits by the sign of coefficients, so that no side subtracts.
    pub(crate) fn sides(self, is_negative: impl Fn(&R::Number) -> bool) -> Sides<R> {
        let ring = self.ring;
        let minus = ring.small(-1);
        let bound = ring.mul(&self.constant, &minus);
        let (mut positive, mut negative) = (Self::zero(ring), Self::zero(ring));
        for (t, n) in self.coefficients {
            if is_negative(&n) {
                negative.add_coefficient(t, ring.mul(&n, &minus));
            } else {
                positive.add_coefficient(t, n);
            }
        }
        Sides {
            positive,
            negative,
            bound,
        }
    }
}

/// The greatest common divisor of the coefficients; 0 if there are none.
pub(crate) fn common_divisor(sum: &Linear<Unbounded>) -> BigInt {
    use num_integer::Integer;
    sum.coefficients
        .values()
        .fold(BigInt::zero(), |g, n| if g.is_one() { g } else { g.gcd(n) })
}

//! Random terms for tests.

use base::Random;

use crate::term::{Op, Term, Terms};
use crate::value::{Sort, Value, mask, signed_max, signed_min};

/// Makes random terms over a few variables of each sort.
pub struct Generator {
    terms: Terms,
    widths: Vec<u32>,
    /// Whether vectors are read as floats, too.
    floats: bool,
    random: Random,
    /// Some terms made before: using them again makes equal parts likely, which rules look for.
    recent: Vec<Term>,
}

/// One of each operation but those on floats, with parameters that stand for all.
pub fn every_op() -> Vec<Op> {
    let mut ops = vec![Op::Not, Op::And, Op::Or, Op::Eq, Op::Ite];
    ops.extend(BV_UNARY.iter().chain(&BV_BINARY).cloned());
    ops.extend(BV_TO_BOOL.iter().cloned());
    ops.extend([
        Op::ZeroExtend(3),
        Op::SignExtend(3),
        Op::Extract { hi: 1, lo: 0 },
    ]);
    ops.extend(INT_TO_INT.iter().cloned());
    ops.extend([Op::IntLt, Op::IntLe]);
    ops
}

/// One of each operation on floats.
pub fn every_float_op() -> Vec<Op> {
    let mut ops = [&FP_UNARY[..], &FP_BINARY, &FP_TO_BOOL].concat();
    ops.extend([Op::FpFromSigned(64), Op::FpToSigned(32), Op::FpToFp(32)]);
    ops
}

const FP_UNARY: [Op; 3] = [Op::FpSqrt, Op::FpNeg, Op::FpAbs];
const FP_BINARY: [Op; 4] = [Op::FpAdd, Op::FpSub, Op::FpMul, Op::FpDiv];
const FP_TO_BOOL: [Op; 4] = [Op::FpLt, Op::FpLe, Op::FpEq, Op::FpIsNan];
const BV_TO_BOOL: [Op; 4] = [Op::BvUlt, Op::BvUle, Op::BvSlt, Op::BvSle];
const INT_TO_INT: [Op; 6] = [
    Op::IntNeg,
    Op::IntAdd,
    Op::IntMul,
    Op::IntTdiv,
    Op::IntTrem,
    Op::IntMod,
];

const BV_UNARY: [Op; 2] = [Op::BvNeg, Op::BvNot];
const BV_BINARY: [Op; 12] = [
    Op::BvAdd,
    Op::BvMul,
    Op::BvSdiv,
    Op::BvSrem,
    Op::BvUdiv,
    Op::BvUrem,
    Op::BvAnd,
    Op::BvOr,
    Op::BvXor,
    Op::BvShl,
    Op::BvLshr,
    Op::BvAshr,
];

impl Generator {
    /// Terms of these widths; the same seed gives the same terms.
    pub fn new(terms: &Terms, widths: &[u32], seed: u64) -> Self {
        let random = Random::seeded(seed);
        Self {
            terms: terms.clone(),
            widths: widths.to_vec(),
            floats: false,
            random,
            recent: Vec::new(),
        }
    }

    /// Terms with many floats in them.
    pub fn with_floats(terms: &Terms, seed: u64) -> Self {
        Self {
            floats: true,
            ..Self::new(terms, &[32, 64], seed)
        }
    }

    /// Truth values, one of the widths, or integers.
    pub fn sort(&mut self) -> Sort {
        match self.random.below(5) {
            0 | 1 => Sort::Bool,
            2 | 3 => Sort::BitVec(*self.random.pick(&self.widths)),
            _ => Sort::Int,
        }
    }

    /// A value, more often than not one at which something special happens.
    pub fn value(random: &mut Random, sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(random.chance(1, 2)),
            Sort::BitVec(width) => {
                let special = [
                    0,
                    1,
                    2,
                    3,
                    4,
                    mask(width),
                    signed_max(width),
                    signed_min(width),
                    signed_min(width) + 1,
                ];
                let bits = if random.chance(3, 4) {
                    *random.pick(&special)
                } else {
                    random.bits()
                };
                Value::bv(width, bits)
            }
            Sort::Int => Value::int(random.below(13) as i64 - 6),
        }
    }

    /// A term of the sort, no deeper than `depth`.
    pub fn term(&mut self, sort: Sort, depth: u32) -> Term {
        if depth == 0 || self.random.chance(1, 8) {
            return self.leaf(sort);
        }
        if let Some(known) = self.known(sort) {
            return known;
        }
        let made = match sort {
            Sort::Bool if self.floats && self.random.chance(1, 2) => self.float_truth(depth - 1),
            Sort::BitVec(width) if self.floats && self.random.chance(2, 3) => {
                self.float(width, depth - 1)
            }
            Sort::Bool => self.truth(depth - 1),
            Sort::BitVec(width) => self.vector(width, depth - 1),
            Sort::Int => self.integer(depth - 1),
        };
        self.remember(made);
        made
    }

    fn known(&mut self, sort: Sort) -> Option<Term> {
        let alike: Vec<Term> = self
            .recent
            .iter()
            .copied()
            .filter(|t| self.terms.sort(*t) == sort)
            .collect();
        (!alike.is_empty() && self.random.chance(1, 4)).then(|| *self.random.pick(&alike))
    }

    fn remember(&mut self, made: Term) {
        if self.recent.len() < 40 {
            self.recent.push(made);
        } else {
            let place = self.random.below(self.recent.len());
            self.recent[place] = made;
        }
    }

    fn leaf(&mut self, sort: Sort) -> Term {
        if self.random.chance(2, 5) {
            return self.constant(sort);
        }
        let name = match sort {
            Sort::Bool => ["p", "q"][self.random.below(2)].to_owned(),
            Sort::BitVec(width) => format!("{}{width}", ["x", "y"][self.random.below(2)]),
            Sort::Int => ["i", "j"][self.random.below(2)].to_owned(),
        };
        self.terms.var(&name, sort)
    }

    fn args(&mut self, sort: Sort, n: usize, depth: u32) -> Vec<Term> {
        let mut args: Vec<Term> = (0..n).map(|_| self.term(sort, depth)).collect();
        if self.random.chance(1, 3) {
            args[n - 1] = self.constant(sort);
        }
        args
    }

    fn constant(&mut self, sort: Sort) -> Term {
        let value = match sort {
            Sort::BitVec(_) if self.floats && self.random.chance(2, 3) => {
                Self::float_value(&mut self.random, sort)
            }
            Sort::Bool | Sort::BitVec(_) | Sort::Int => Self::value(&mut self.random, sort),
        };
        self.terms.constant(value)
    }

    /// Like [`Generator::value`], where 32 and 64 bits are more often than not the pattern of a special float.
    pub fn float_value(random: &mut Random, sort: Sort) -> Value {
        let special = [
            0.0,
            1.0,
            1.5,
            -2.0,
            7.0,
            0.1,
            2147483648.0,
            1e-40,
            1e300,
            f64::INFINITY,
            f64::NAN,
        ];
        let number = *random.pick(&special) * if random.chance(1, 3) { -1.0 } else { 1.0 };
        match sort {
            Sort::BitVec(32) if random.chance(2, 3) => Value::f32(number as f32),
            Sort::BitVec(64) if random.chance(2, 3) => Value::f64(number),
            // A NaN with another pattern.
            Sort::BitVec(width @ (32 | 64)) if random.chance(1, 4) => {
                Value::bv(width, mask(width) - 5)
            }
            Sort::Bool | Sort::BitVec(_) | Sort::Int => Self::value(random, sort),
        }
    }

    fn float_truth(&mut self, depth: u32) -> Term {
        let sort = Sort::BitVec(*self.random.pick(&[32, 64]));
        if self.random.chance(1, 6) {
            return self.float_idiom();
        }
        let op = self.random.pick(&FP_TO_BOOL).clone();
        let args = self.args(sort, if op == Op::FpIsNan { 1 } else { 2 }, depth);
        self.terms.apply(op, &args)
    }

    /// Shapes that code is full of and that chance rarely makes, small enough for solvers.
    fn float_idiom(&mut self) -> Term {
        let t = self.terms.clone();
        let (x, y) = (self.leaf(Sort::BitVec(32)), self.leaf(Sort::BitVec(32)));
        let compare = self.random.pick(&[Op::FpEq, Op::FpLt, Op::FpLe]).clone();
        let c = self.constant(Sort::BitVec(64));
        match self.random.below(5) {
            0 => t.apply(compare, &[t.fp_to_fp(x, 64), t.fp_to_fp(y, 64)]),
            1 => t.apply(compare, &[t.fp_from_signed(x, 64), c]),
            2 => t.eq(t.fp_to_fp(t.fp_to_fp(t.fp_abs(x), 64), 32), y),
            3 => t.eq(t.fp_neg(t.fp_neg(t.fp_abs(x))), y),
            _ => t.eq(t.fp_to_fp(t.fp_from_signed(x, 64), 32), y),
        }
    }

    fn float(&mut self, width: u32, depth: u32) -> Term {
        let sort = Sort::BitVec(width);
        match self.random.below(8) {
            0 | 1 => {
                let op = self.random.pick(&FP_UNARY).clone();
                let a = self.term(sort, depth);
                self.terms.apply(op, &[a])
            }
            2..=4 => {
                let from = *self.random.pick(&[32, 64]);
                let op = self
                    .random
                    .pick(&[
                        Op::FpFromSigned(width),
                        Op::FpToSigned(width),
                        Op::FpToFp(width),
                    ])
                    .clone();
                let from = if op == Op::FpToFp(width) {
                    96 - width
                } else {
                    from
                };
                let a = self.term(Sort::BitVec(from), depth);
                self.terms.apply(op, &[a])
            }
            5 => self.ite(sort, depth),
            _ => {
                let op = self.random.pick(&FP_BINARY).clone();
                let args = self.args(sort, 2, depth);
                self.terms.apply(op, &args)
            }
        }
    }

    fn ite(&mut self, sort: Sort, depth: u32) -> Term {
        let condition = self.term(Sort::Bool, depth);
        let branches = self.args(sort, 2, depth);
        self.terms.ite(condition, branches[0], branches[1])
    }

    fn truth(&mut self, depth: u32) -> Term {
        let n = 2 + self.random.below(3);
        match self.random.below(12) {
            10 | 11 => self.idiom(depth),
            0 => {
                let a = self.term(Sort::Bool, depth);
                self.terms.not(a)
            }
            1 | 2 => {
                let args = self.args(Sort::Bool, n, depth);
                self.terms.and(&args)
            }
            3 | 4 => {
                let args = self.args(Sort::Bool, n, depth);
                self.terms.or(&args)
            }
            5 => self.ite(Sort::Bool, depth),
            6 | 7 => {
                let sort = self.sort();
                let args = self.args(sort, 2, depth);
                self.terms.eq(args[0], args[1])
            }
            8 => {
                let args = self.args(Sort::Int, 2, depth);
                let op = self.random.pick(&[Op::IntLt, Op::IntLe]).clone();
                self.terms.apply(op, &args)
            }
            _ => {
                let width = *self.random.pick(&self.widths);
                let args = self.args(Sort::BitVec(width), 2, depth);
                let op = self.random.pick(&BV_TO_BOOL).clone();
                self.terms.apply(op, &args)
            }
        }
    }

    /// The greater or lesser of two numbers beside one of them.
    fn extreme(&mut self, compare: Op, a: Term, b: Term) -> Term {
        let t = self.terms.clone();
        let op = if compare == Op::Eq {
            Op::BvSlt
        } else {
            compare
        };
        let picks = t.apply(op.clone(), &[a, b]);
        let extreme = match self.random.chance(1, 2) {
            true => t.ite(picks, a, b),
            false => t.ite(picks, b, a),
        };
        match self.random.chance(1, 2) {
            true => t.apply(op, &[a, extreme]),
            false => t.apply(op, &[extreme, a]),
        }
    }

    /// Shapes that code is full of and that chance rarely makes.
    fn idiom(&mut self, depth: u32) -> Term {
        let t = self.terms.clone();
        let narrow = *self.random.pick(&self.widths[..self.widths.len() - 1]);
        let wide = *self.widths.last().expect("there are widths");
        let (small, large) = (Sort::BitVec(narrow), Sort::BitVec(wide));
        let compares = [Op::Eq, Op::BvSlt, Op::BvSle, Op::BvUlt, Op::BvUle];
        let compare = self.random.pick(&compares).clone();
        let extends = [Op::ZeroExtend(wide), Op::SignExtend(wide)];
        let extend = self.random.pick(&extends).clone();
        let (x, y) = (self.term(small, depth), self.term(small, depth));
        let (x, y) = (t.apply(extend.clone(), &[x]), t.apply(extend, &[y]));
        let (c, d) = (
            t.constant(Self::value(&mut self.random, large)),
            t.bv(wide, self.random.below(5) as u64),
        );
        let (p, q) = (self.term(Sort::Bool, depth), self.term(Sort::Bool, depth));
        let a = self.term(large, depth);
        // Floats have no rules for these.
        let shapes = if self.floats { 11 } else { 13 };
        match self.random.below(shapes) {
            11 | 12 => self.extreme(compare, a, x),
            8 | 9 => {
                let e = t.constant(Self::value(&mut self.random, large));
                let (lt, le) = *self
                    .random
                    .pick(&[(true, false), (false, true), (true, true)]);
                let op = |strict: bool| if strict { Op::BvSlt } else { Op::BvSle };
                t.and2(
                    t.apply(op(lt), &[c, t.bv_add(a, d)]),
                    t.apply(op(le), &[t.bv_add(a, d), e]),
                )
            }
            7 => t.apply(compare, &[t.bv_and(x, t.bv(wide, mask(narrow))), c]),
            0 => t.apply(compare, &[x, y]),
            1 => t.apply(compare, &[t.bv_add(x, d), c]),
            2 => t.apply(compare, &[c, t.bv_sub(x, d)]),
            3 => t.eq(
                t.bv_and(a, t.bv(wide, 1)),
                t.bv(wide, self.random.below(2) as u64),
            ),
            4 => t.eq(t.ite(t.eq(x, a), x, a), c),
            5 => t.and2(t.or2(p, q), t.or2(t.not(p), q)),
            6 => t.apply(compare, &[t.bv_and(a, t.bv_not(a)), c]),
            _ => t.apply(compare, &[t.bv_or(a, t.bv_not(a)), c]),
        }
    }

    fn vector(&mut self, width: u32, depth: u32) -> Term {
        let sort = Sort::BitVec(width);
        match self.random.below(12) {
            0 => self.ite(sort, depth),
            1..=3 => self.cast(width, depth),
            4 => {
                let op = self.random.pick(&BV_UNARY).clone();
                let a = self.term(sort, depth);
                self.terms.apply(op, &[a])
            }
            _ => {
                let op = self.random.pick(&BV_BINARY).clone();
                let args = self.args(sort, 2, depth);
                self.terms.apply(op, &args)
            }
        }
    }

    fn cast(&mut self, width: u32, depth: u32) -> Term {
        let from = *self.random.pick(&self.widths);
        let a = self.term(Sort::BitVec(from), depth);
        if from < width {
            let op = if self.random.chance(1, 2) {
                Op::ZeroExtend(width)
            } else {
                Op::SignExtend(width)
            };
            return self.terms.apply(op, &[a]);
        }
        let lo = if self.random.chance(2, 3) {
            0
        } else {
            self.random.below((from - width + 1) as usize) as u32
        };
        self.terms.extract(a, lo + width - 1, lo)
    }

    fn integer(&mut self, depth: u32) -> Term {
        match self.random.below(6) {
            0 => self.ite(Sort::Int, depth),
            _ => {
                let op = self.random.pick(&INT_TO_INT).clone();
                let args = self.args(Sort::Int, if op == Op::IntNeg { 1 } else { 2 }, depth);
                self.terms.apply(op, &args)
            }
        }
    }
}

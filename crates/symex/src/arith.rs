//! The meaning of scalar operators as terms, for both readings of integers.

use ir::{BinaryOp, Const, IntType, Like, Type, UnaryOp};
use smt::{Sort, Term, Terms, Value};

use crate::Integers;
use crate::integers::{bounds, fits};
use crate::stuck::{Step, Stuck};

/// Builds terms under one reading of integers.
pub(crate) struct Arith<'t> {
    pub terms: &'t Terms,
    pub integers: Integers,
}

impl Arith<'_> {
    /// A scalar constant; `None` for references.
    pub fn constant(&self, constant: Const) -> Option<Term> {
        match constant {
            Const::Bool(b) => Some(self.terms.bool(b)),
            Const::Int(ty, value) => Some(self.integer(ty, value)),
            Const::Float(float, bits) => Some(self.terms.bv(u32::from(float.bits()), bits)),
            Const::Null | Const::Object(_) => None,
        }
    }

    /// An integer constant of a type.
    pub fn integer(&self, ty: IntType, value: i64) -> Term {
        match self.integers {
            Integers::Wrapping => self.terms.bv(u32::from(ty.bits), value as u64),
            Integers::Mathematical | Integers::Fitting => self.terms.int(value),
        }
    }

    /// The value that is meant by any number `raw` of type `ty`: [`Like::value`] as a term. `of` is what it is like.
    pub fn open(&self, like: &Like, ty: Type, raw: Term, of: Option<(Term, Type)>) -> Step<Term> {
        let t = self.terms;
        let Type::Int(int) = ty else { return Ok(raw) };
        let number = |n: i64| self.integer(int, n);
        let below = |a: Term, b: Term| self.binary(BinaryOp::Lt, ty, a, b);
        Ok(match (like, of) {
            (Like::Any, _) | (Like::Truth(_) | Like::Sign(_), None) => raw,
            (Like::Natural, _) => t.ite(below(raw, number(0))?, self.minus(number(-1), raw), raw),
            (Like::Truth(_), Some((of, _))) => {
                let some = t.ite(t.eq(raw, number(0)), number(1), raw);
                t.ite(self.is_zero(of), number(0), some)
            }
            (Like::Sign(_), Some((of, of_ty))) => {
                let positive = t.ite(below(number(0), raw)?, raw, number(1));
                let negative = t.ite(below(raw, number(0))?, raw, number(-1));
                let is_negative = self.binary(BinaryOp::Lt, of_ty, of, self.zero_of(of))?;
                t.ite(
                    self.is_zero(of),
                    number(0),
                    t.ite(is_negative, negative, positive),
                )
            }
        })
    }

    fn is_zero(&self, number: Term) -> Term {
        self.terms.eq(number, self.zero_of(number))
    }

    fn zero_of(&self, number: Term) -> Term {
        self.terms
            .constant(Value::default_of(self.terms.sort(number)))
    }

    /// `ty` is the type of the operand.
    pub fn unary(&self, op: UnaryOp, ty: Type, a: Term) -> Step<Term> {
        match (op, ty) {
            (_, Type::Float(_)) => self.float_unary(op, a),
            (UnaryOp::Not, _) => Ok(self.terms.not(a)),
            (UnaryOp::FromBits, Type::Int(int)) => self.float_of_bits(int, a),
            (UnaryOp::Neg, _) if self.terms.sort(a) == Sort::Int => Ok(self.terms.int_neg(a)),
            (UnaryOp::Neg, _) => Ok(self.terms.bv_neg(a)),
            (UnaryOp::Abs | UnaryOp::Sqrt | UnaryOp::ToBits | UnaryOp::FromBits, _) => {
                unreachable!("validated: {op:?} is not an operator on {ty}")
            }
        }
    }

    /// `ty` is the type of the left operand.
    pub fn binary(&self, op: BinaryOp, ty: Type, a: Term, b: Term) -> Step<Term> {
        match (op, ty) {
            (_, Type::Float(_)) => self.float_binary(op, a, b),
            (BinaryOp::Eq, _) => Ok(self.terms.eq(a, b)),
            (BinaryOp::Ne, _) => Ok(self.terms.not(self.terms.eq(a, b))),
            (_, Type::Bool) => Ok(self.logical(op, a, b)),
            (_, Type::Int(int)) => match self.integers {
                Integers::Wrapping => Ok(self.wrapping(op, int, a, b)),
                Integers::Mathematical | Integers::Fitting => self.mathematical(op, int, a, b),
            },
            (_, Type::Ref) => unreachable!("validated: references are only compared"),
        }
    }

    fn logical(&self, op: BinaryOp, a: Term, b: Term) -> Term {
        let t = self.terms;
        match op {
            BinaryOp::And => t.and(&[a, b]),
            BinaryOp::Or => t.or(&[a, b]),
            BinaryOp::Xor => t.not(t.eq(a, b)),
            _ => unreachable!("validated: {op:?} is not an operator on bool"),
        }
    }

    fn wrapping(&self, op: BinaryOp, ty: IntType, a: Term, b: Term) -> Term {
        let t = self.terms;
        let less = |x, y| {
            if ty.signed {
                t.bv_slt(x, y)
            } else {
                t.bv_ult(x, y)
            }
        };
        let at_most = |x, y| {
            if ty.signed {
                t.bv_sle(x, y)
            } else {
                t.bv_ule(x, y)
            }
        };
        match op {
            BinaryOp::Add => t.bv_add(a, b),
            BinaryOp::Sub => t.bv_sub(a, b),
            BinaryOp::Mul => t.bv_mul(a, b),
            BinaryOp::Div if ty.signed => t.bv_sdiv(a, b),
            BinaryOp::Div => t.bv_udiv(a, b),
            BinaryOp::Rem if ty.signed => t.bv_srem(a, b),
            BinaryOp::Rem => t.bv_urem(a, b),
            BinaryOp::And => t.bv_and(a, b),
            BinaryOp::Or => t.bv_or(a, b),
            BinaryOp::Xor => t.bv_xor(a, b),
            BinaryOp::Shl => t.bv_shl(a, self.amount(ty, b)),
            BinaryOp::Shr if ty.signed => t.bv_ashr(a, self.amount(ty, b)),
            BinaryOp::Shr | BinaryOp::Ushr => t.bv_lshr(a, self.amount(ty, b)),
            BinaryOp::Lt => less(a, b),
            BinaryOp::Le => at_most(a, b),
            BinaryOp::Gt => less(b, a),
            BinaryOp::Ge => at_most(b, a),
            BinaryOp::Eq | BinaryOp::Ne => unreachable!("handled for all types"),
        }
    }

    /// The shift amount, an `I32`, modulo the width and at the width of what is shifted.
    fn amount(&self, ty: IntType, b: Term) -> Term {
        let t = self.terms;
        let masked = t.bv_and(b, t.bv(32, u64::from(ty.bits) - 1));
        match u32::from(ty.bits) {
            32 => masked,
            width if width > 32 => t.zero_extend(masked, width),
            width => t.extract(masked, width - 1, 0),
        }
    }

    fn mathematical(&self, op: BinaryOp, ty: IntType, a: Term, b: Term) -> Step<Term> {
        let t = self.terms;
        if let Some(bits) = self.bits_of_constants(op, ty, a, b) {
            return Ok(bits);
        }
        Ok(match op {
            BinaryOp::Add => t.int_add(a, b),
            BinaryOp::Sub => t.int_sub(a, b),
            BinaryOp::Mul => t.int_mul(a, b),
            BinaryOp::Div => t.int_tdiv(a, b),
            BinaryOp::Rem => t.int_trem(a, b),
            BinaryOp::Lt => t.int_lt(a, b),
            BinaryOp::Le => t.int_le(a, b),
            BinaryOp::Gt => t.int_lt(b, a),
            BinaryOp::Ge => t.int_le(b, a),
            BinaryOp::And => self.mask(a, b)?,
            BinaryOp::Shl => t.int_mul(a, self.power(ty, b)?),
            BinaryOp::Shr if ty.signed => {
                let power = self.power(ty, b)?;
                t.int_tdiv(t.int_sub(a, t.int_mod(a, power)), power)
            }
            BinaryOp::Or | BinaryOp::Xor | BinaryOp::Shr | BinaryOp::Ushr => {
                return Err(Stuck::stop(
                    "this bit operation has no meaning over mathematical integers",
                ));
            }
            BinaryOp::Eq | BinaryOp::Ne => unreachable!("handled for all types"),
        })
    }

    /// Bit operations on numbers that are known and have bits.
    fn bits_of_constants(&self, op: BinaryOp, ty: IntType, a: Term, b: Term) -> Option<Term> {
        let bits = matches!(
            op,
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor | BinaryOp::Shr | BinaryOp::Ushr
        );
        let constant = |t: Term| {
            i64::try_from(self.small(t)?)
                .ok()
                .filter(|&n| ty.contains(n))
        };
        let (a, b) = (constant(a).filter(|_| bits)?, constant(b)?);
        ty.binary(op, a, b).map(|n| self.terms.int(n))
    }

    /// `a - b`, of the sort that they have.
    pub fn minus(&self, a: Term, b: Term) -> Term {
        match self.terms.sort(a) {
            Sort::Int => self.terms.int_sub(a, b),
            Sort::BitVec(_) | Sort::Bool => self.terms.bv_sub(a, b),
        }
    }

    /// `a <= b`, both signed, of the sort that they have.
    pub fn at_most(&self, a: Term, b: Term) -> Term {
        match self.terms.sort(a) {
            Sort::Int => self.terms.int_le(a, b),
            Sort::BitVec(_) | Sort::Bool => self.terms.bv_sle(a, b),
        }
    }

    /// `a & (2^k - 1)` is `a` modulo `2^k`, for negative numbers in two's complement too.
    fn mask(&self, a: Term, b: Term) -> Step<Term> {
        let t = self.terms;
        for (x, mask) in [(a, b), (b, a)] {
            let Some(mask) = self.small(mask) else {
                continue;
            };
            if mask >= 0 && (mask + 1) & mask == 0 {
                return Ok(t.int_mod(x, t.int(mask + 1)));
            }
        }
        Err(Stuck::stop(
            "a bit mask that is not a run of low bits has no meaning over mathematical integers",
        ))
    }

    fn power(&self, ty: IntType, amount: Term) -> Step<Term> {
        let amount = self.small(amount).ok_or_else(|| {
            Stuck::stop("a shift by a variable amount has no meaning over mathematical integers")
        })?;
        Ok(self
            .terms
            .int(1i128 << (amount & (i128::from(ty.bits) - 1))))
    }

    fn small(&self, t: Term) -> Option<i128> {
        match self.terms.value(t)? {
            Value::Int(n) => n.try_into().ok(),
            Value::Bool(_) | Value::BitVec { .. } => None,
        }
    }

    /// The conversions of [`ir::Expr::Cast`].
    pub fn cast(&self, from: Type, to: Type, a: Term) -> Step<Term> {
        Ok(match (from, to) {
            (Type::Bool, Type::Bool) => a,
            (Type::Bool, Type::Int(to)) => {
                self.terms.ite(a, self.integer(to, 1), self.integer(to, 0))
            }
            (Type::Int(_), Type::Bool) => self.lowest_bit(a),
            (Type::Int(from), Type::Int(to)) => match self.integers {
                Integers::Wrapping => self.resize(from, to, a),
                Integers::Mathematical | Integers::Fitting => self.wrap(from, to, a),
            },
            (Type::Int(from), Type::Float(to)) => self.int_to_float(from, to, a)?,
            (Type::Float(_), Type::Int(to)) => self.float_to_int(to, a)?,
            (Type::Float(_), Type::Float(to)) => self.terms.fp_to_fp(a, u32::from(to.bits())),
            (Type::Bool, Type::Float(_))
            | (Type::Float(_), Type::Bool)
            | (Type::Ref, _)
            | (_, Type::Ref) => {
                unreachable!("validated: {from} does not become {to}")
            }
        })
    }

    fn lowest_bit(&self, a: Term) -> Term {
        let t = self.terms;
        match t.sort(a) {
            Sort::BitVec(_) => t.eq(t.extract(a, 0, 0), t.bv(1, 1)),
            Sort::Int => t.eq(t.int_mod(a, t.int(2)), t.int(1)),
            Sort::Bool => a,
        }
    }

    fn resize(&self, from: IntType, to: IntType, a: Term) -> Term {
        let (t, width) = (self.terms, u32::from(to.bits));
        match to.bits.cmp(&from.bits) {
            std::cmp::Ordering::Less => t.extract(a, width - 1, 0),
            std::cmp::Ordering::Equal => a,
            std::cmp::Ordering::Greater if from.signed => t.sign_extend(a, width),
            std::cmp::Ordering::Greater => t.zero_extend(a, width),
        }
    }

    /// A cast to a type that holds every value of the old one changes nothing; any other wraps, as the language says.
    fn wrap(&self, from: IntType, to: IntType, a: Term) -> Term {
        let ((from_low, from_high), (low, high)) = (bounds(from), bounds(to));
        if low <= from_low && from_high <= high {
            return a;
        }
        let t = self.terms;
        let shifted = t.int_mod(t.int_sub(a, t.int(low)), t.int(high - low + 1));
        t.int_add(shifted, t.int(low))
    }
}

impl Integers {
    /// A number of an integer type; `None` for other types, or if it is none of that type's.
    pub fn number(self, terms: &Terms, ty: Type, value: i64) -> Option<Term> {
        match ty {
            Type::Int(int) if int.contains(value) => Some(
                Arith {
                    terms,
                    integers: self,
                }
                .integer(int, value),
            ),
            Type::Int(_) | Type::Bool | Type::Float(_) | Type::Ref => None,
        }
    }

    /// What every value of the type satisfies and the sort does not say: over mathematical integers the small types
    /// keep their range, because every store into one goes through a cast. `int` and `long` are unbounded there. There
    /// is one NaN.
    pub fn range(self, terms: &Terms, ty: Type, value: Term) -> Term {
        match (ty, self) {
            (Type::Int(int), Self::Mathematical) if int.bits < 32 => fits(terms, int, value),
            (Type::Int(int), Self::Fitting) => fits(terms, int, value),
            (Type::Float(_), _) => {
                let canonical = Arith {
                    terms,
                    integers: self,
                }
                .canonical(value);
                terms.eq(value, canonical)
            }
            (Type::Int(_) | Type::Bool | Type::Ref, _) => terms.bool(true),
        }
    }
}

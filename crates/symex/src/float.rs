//! The meaning of floating-point operators as terms: bit patterns with one NaN, the same for both readings of
//! integers. What goes to or comes from integers has a term only where those are bit vectors, or constants.

use ir::{BinaryOp, FloatType, IntType, UnaryOp};
use smt::{Sort, Term, Value};

use crate::Integers;
use crate::arith::Arith;
use crate::stuck::{Step, Stuck};

/// The type of this width; widths are checked beforehand.
pub(crate) fn of_width(bits: u8) -> FloatType {
    if bits == 32 {
        FloatType::F32
    } else {
        FloatType::F64
    }
}

impl Arith<'_> {
    pub fn float_unary(&self, op: UnaryOp, a: Term) -> Step<Term> {
        let t = self.terms;
        Ok(match op {
            UnaryOp::Neg => t.fp_neg(a),
            UnaryOp::Abs => t.fp_abs(a),
            UnaryOp::Sqrt => t.fp_sqrt(a),
            UnaryOp::ToBits => {
                return self.as_integer(self.canonical(a), "the bits of a floating-point number");
            }
            UnaryOp::Not | UnaryOp::FromBits => {
                unreachable!("validated: not an operator on floating-point numbers")
            }
        })
    }

    /// The number with these bits.
    pub fn float_of_bits(&self, int: IntType, a: Term) -> Step<Term> {
        let bits = self.as_vector(int, a, "a floating-point number from its bits")?;
        Ok(self.canonical(bits))
    }

    pub fn float_binary(&self, op: BinaryOp, a: Term, b: Term) -> Step<Term> {
        let t = self.terms;
        Ok(match op {
            BinaryOp::Add => t.fp_add(a, b),
            BinaryOp::Sub => t.fp_sub(a, b),
            BinaryOp::Mul => t.fp_mul(a, b),
            BinaryOp::Div => t.fp_div(a, b),
            BinaryOp::Rem => t.fp_rem(a, b).unwrap_or_else(|| self.remainder(a, b)),
            BinaryOp::Eq => t.fp_eq(a, b),
            BinaryOp::Ne => t.not(t.fp_eq(a, b)),
            BinaryOp::Lt => t.fp_lt(a, b),
            BinaryOp::Le => t.fp_le(a, b),
            BinaryOp::Gt => t.fp_lt(b, a),
            BinaryOp::Ge => t.fp_le(b, a),
            BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor
            | BinaryOp::Shl
            | BinaryOp::Shr
            | BinaryOp::Ushr => {
                unreachable!("validated: {op:?} is not an operator on floating-point numbers")
            }
        })
    }

    /// Whether [`Arith::remainder`] says the truth: the quotient is below two, or it is a constant.
    pub fn has_small_quotient(&self, a: Term, b: Term) -> Term {
        let t = self.terms;
        if t.fp_rem(a, b).is_some() {
            return t.bool(true);
        }
        let (a, b) = (t.fp_abs(a), t.fp_abs(b));
        t.and(&[t.fp_lt(a, t.fp_add(b, b)), t.fp_lt(a, self.infinity(a))])
    }

    /// What is left of a quotient below two. The difference is exact, since neither number is more than twice the other,
    /// and a remainder of zero has the sign of the dividend.
    fn remainder(&self, a: Term, b: Term) -> Term {
        let t = self.terms;
        let (size, divisor) = (t.fp_abs(a), t.fp_abs(b));
        let left = t.ite(t.fp_lt(size, divisor), size, t.fp_sub(size, divisor));
        let zero = self.zero_like(a);
        let negative = t.or(&[t.fp_lt(a, zero), t.eq(a, t.fp_neg(zero))]);
        t.ite(negative, t.fp_neg(left), left)
    }

    fn infinity(&self, like: Term) -> Term {
        match self.terms.sort(like) {
            Sort::BitVec(32) => self.terms.f32(f32::INFINITY),
            _ => self.terms.f64(f64::INFINITY),
        }
    }

    fn zero_like(&self, like: Term) -> Term {
        match self.terms.sort(like) {
            Sort::BitVec(32) => self.terms.f32(0.0),
            _ => self.terms.f64(0.0),
        }
    }

    pub fn int_to_float(&self, from: IntType, to: FloatType, a: Term) -> Step<Term> {
        let wide = self.as_vector(from, a, "a whole number as a floating-point number")?;
        let signed = match (from.bits, from.signed) {
            (64, true) => wide,
            (_, true) => self.terms.sign_extend(wide, 64),
            (64, false) => {
                return Err(Stuck::stop("an unsigned number as a floating-point number"));
            }
            (_, false) => self.terms.zero_extend(wide, 64),
        };
        Ok(self.terms.fp_from_signed(signed, u32::from(to.bits())))
    }

    /// Towards zero; narrower types than `int` are reached through `int` by whoever translates.
    pub fn float_to_int(&self, to: IntType, a: Term) -> Step<Term> {
        let width = if to.bits == 64 { 64 } else { 32 };
        let number = self.terms.fp_to_signed(a, width);
        let number = if u32::from(to.bits) < width {
            self.terms.extract(number, u32::from(to.bits) - 1, 0)
        } else {
            number
        };
        self.as_integer(number, "a floating-point number as a whole number")
    }

    /// All NaN as one.
    pub fn canonical(&self, a: Term) -> Term {
        let t = self.terms;
        let Sort::BitVec(width) = t.sort(a) else {
            return a;
        };
        let nan = if width == 32 {
            0x7fc0_0000
        } else {
            0x7ff8_0000_0000_0000
        };
        t.ite(t.fp_is_nan(a), t.bv(width, nan), a)
    }

    /// A bit vector as a number of the current reading.
    fn as_integer(&self, bits: Term, what: &str) -> Step<Term> {
        match (self.integers, self.terms.value(bits)) {
            (Integers::Wrapping, _) => Ok(bits),
            (Integers::Mathematical | Integers::Fitting, Some(value)) => match value.as_signed() {
                Some(number) => Ok(self.terms.int(number)),
                None => Err(no_meaning(what)),
            },
            (Integers::Mathematical | Integers::Fitting, None) => Err(no_meaning(what)),
        }
    }

    /// A number of the current reading as a bit vector.
    fn as_vector(&self, int: IntType, number: Term, what: &str) -> Step<Term> {
        match (self.integers, self.terms.value(number)) {
            (Integers::Wrapping, _) => Ok(number),
            (Integers::Mathematical | Integers::Fitting, Some(Value::Int(n))) => {
                let n: i64 = n.try_into().map_err(|_| no_meaning(what))?;
                if int.contains(n) {
                    Ok(self.terms.bv(u32::from(int.bits), n as u64))
                } else {
                    Err(no_meaning(what))
                }
            }
            (Integers::Mathematical | Integers::Fitting, _) => Err(no_meaning(what)),
        }
    }
}

fn no_meaning(what: &str) -> Stuck {
    Stuck::stop(format!("{what} has no meaning over mathematical integers"))
}

//! Fixed-width integer arithmetic, the one place that says what an operator does to numbers.
//!
//! A number of an [`IntType`] is carried in an `i64`, normalised: sign-extended if the type is signed, zero-extended
//! if not. Unsigned 64-bit numbers are carried as their bit pattern, since nothing wider is at hand.

use std::cmp::Ordering;

use crate::{BinaryOp, FloatType, IntType, UnaryOp};

impl IntType {
    /// The number of this type congruent to `value` modulo 2^bits, normalised.
    pub fn wrap(self, value: i64) -> i64 {
        match (self.bits, self.signed) {
            (8, true) => i64::from(value as i8),
            (8, false) => i64::from(value as u8),
            (16, true) => i64::from(value as i16),
            (16, false) => i64::from(value as u16),
            (32, true) => i64::from(value as i32),
            (32, false) => i64::from(value as u32),
            _ => value,
        }
    }

    /// Whether `value` is a normalised number of this type.
    pub fn contains(self, value: i64) -> bool {
        self.wrap(value) == value
    }

    /// Whether the width is one the ir has.
    pub fn is_known(self) -> bool {
        matches!(self.bits, 8 | 16 | 32 | 64)
    }

    /// The smallest number.
    pub fn min(self) -> i128 {
        if self.signed {
            -(1 << (self.bits - 1))
        } else {
            0
        }
    }

    /// The largest number.
    pub fn max(self) -> i128 {
        if self.signed {
            (1 << (self.bits - 1)) - 1
        } else {
            (1 << self.bits) - 1
        }
    }

    /// The mathematical value of a normalised number; differs from it only for unsigned 64-bit numbers.
    pub fn value(self, number: i64) -> i128 {
        if self.signed {
            i128::from(number)
        } else {
            i128::from(self.bits_of(number))
        }
    }

    /// Smaller, equal or greater, in the order of the type.
    pub fn compare(self, a: i64, b: i64) -> Ordering {
        if self.signed {
            a.cmp(&b)
        } else {
            (a as u64).cmp(&(b as u64))
        }
    }

    /// `op a` on numbers, `None` if `op` is not for these. `!` is for `Bool`: here it flips the lowest bit.
    pub fn unary(self, op: UnaryOp, a: i64) -> Option<i64> {
        match op {
            UnaryOp::Not => Some(a ^ 1),
            UnaryOp::Neg => Some(self.wrap(a.wrapping_neg())),
            UnaryOp::FromBits => self
                .float_type()
                .map(|float| float.canonical(a as u64) as i64),
            UnaryOp::Abs | UnaryOp::Sqrt | UnaryOp::ToBits => None,
        }
    }

    /// The floating-point type whose bits this type holds.
    pub fn float_type(self) -> Option<FloatType> {
        match self {
            Self::I32 => Some(FloatType::F32),
            Self::I64 => Some(FloatType::F64),
            Self { .. } => None,
        }
    }

    /// `a op b` on numbers of this type, comparisons giving 0 or 1; `None` if the divisor is zero.
    pub fn binary(self, op: BinaryOp, a: i64, b: i64) -> Option<i64> {
        Some(match op {
            BinaryOp::Add => self.wrap(a.wrapping_add(b)),
            BinaryOp::Sub => self.wrap(a.wrapping_sub(b)),
            BinaryOp::Mul => self.wrap(a.wrapping_mul(b)),
            BinaryOp::Div => return self.divide(a, b),
            BinaryOp::Rem => return self.remainder(a, b),
            BinaryOp::And => a & b,
            BinaryOp::Or => a | b,
            BinaryOp::Xor => a ^ b,
            BinaryOp::Shl => self.wrap(a << self.amount(b)),
            BinaryOp::Shr if self.signed => a >> self.amount(b),
            BinaryOp::Shr | BinaryOp::Ushr => self.wrap((self.bits_of(a) >> self.amount(b)) as i64),
            BinaryOp::Eq => i64::from(a == b),
            BinaryOp::Ne => i64::from(a != b),
            BinaryOp::Lt => i64::from(self.compare(a, b).is_lt()),
            BinaryOp::Le => i64::from(self.compare(a, b).is_le()),
            BinaryOp::Gt => i64::from(self.compare(a, b).is_gt()),
            BinaryOp::Ge => i64::from(self.compare(a, b).is_ge()),
        })
    }

    fn divide(self, a: i64, b: i64) -> Option<i64> {
        if self.signed {
            (b != 0).then(|| self.wrap(a.wrapping_div(b)))
        } else {
            (a as u64).checked_div(b as u64).map(|q| q as i64)
        }
    }

    fn remainder(self, a: i64, b: i64) -> Option<i64> {
        if self.signed {
            (b != 0).then(|| a.wrapping_rem(b))
        } else {
            (a as u64).checked_rem(b as u64).map(|r| r as i64)
        }
    }

    fn amount(self, by: i64) -> u32 {
        (by as u32) & (u32::from(self.bits) - 1)
    }

    /// The number's two's complement in `bits` bits.
    fn bits_of(self, a: i64) -> u64 {
        (a as u64) & (u64::MAX >> (64 - u32::from(self.bits)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BinaryOp::*;

    const U64: IntType = IntType {
        bits: 64,
        signed: false,
    };
    const U8: IntType = IntType {
        bits: 8,
        signed: false,
    };

    #[test]
    fn division_truncates_and_the_smallest_number_divided_by_minus_one_is_itself() {
        let min = i64::from(i32::MIN);
        assert_eq!(IntType::I32.binary(Div, min, -1), Some(min));
        assert_eq!(IntType::I32.binary(Rem, min, -1), Some(0));
        assert_eq!(IntType::I64.binary(Div, i64::MIN, -1), Some(i64::MIN));
        assert_eq!(IntType::I64.binary(Rem, i64::MIN, -1), Some(0));
        assert_eq!(IntType::I32.binary(Div, -7, 2), Some(-3));
        assert_eq!(IntType::I32.binary(Rem, -7, 2), Some(-1));
        assert_eq!(IntType::I32.binary(Rem, 7, 0), None);
        assert_eq!(U64.binary(Div, -1, 2), Some(i64::MAX));
    }

    #[test]
    fn shifts_take_the_amount_modulo_the_width() {
        assert_eq!(IntType::I32.binary(Shl, 1, 33), Some(2));
        assert_eq!(IntType::I32.binary(Shl, 1, -1), Some(i64::from(i32::MIN)));
        assert_eq!(IntType::I64.binary(Shl, 1, 33), Some(1 << 33));
        assert_eq!(IntType::I32.binary(Ushr, -1, 28), Some(15));
        assert_eq!(IntType::I32.binary(Ushr, -1, 32), Some(-1));
        assert_eq!(IntType::I32.binary(Shr, -16, 2), Some(-4));
        assert_eq!(U8.binary(Shr, 0x80, 7), Some(1));
    }

    #[test]
    fn order_is_that_of_the_type() {
        assert_eq!(U64.binary(Gt, -1, 1), Some(1));
        assert_eq!(IntType::I64.binary(Gt, -1, 1), Some(0));
    }

    #[test]
    fn every_eight_bit_result_is_the_mathematical_one_modulo_the_width() {
        for ty in [IntType::I8, U8] {
            let all: Vec<i64> = (-128..256).filter(|&v| ty.contains(v)).collect();
            assert_eq!(all.len(), 256);
            assert_eq!(
                (i128::from(all[0]), i128::from(all[255])),
                (ty.min(), ty.max())
            );
            for &a in &all {
                for &b in &all {
                    assert_eq!(ty.binary(Mul, a, b), Some(ty.wrap(a * b)));
                    assert_eq!(ty.binary(Sub, a, b), Some(ty.wrap(a - b)));
                    assert_eq!(ty.binary(Le, a, b), Some(i64::from(a <= b)));
                    assert_eq!(
                        ty.binary(Div, a, b),
                        if b == 0 { None } else { Some(ty.wrap(a / b)) }
                    );
                }
            }
        }
    }
}

//! Floating-point arithmetic, the one place that says what an operator does to IEEE 754 numbers.
//!
//! A number of a [`FloatType`] is carried by its bits in a `u64`, those of an `f32` in the lower half. There is one NaN:
//! every result that is none is made that one, so equal bits are equal values and nothing else can be seen of it.
//! Rust's operators round to nearest, ties to even, and its casts from floating point saturate, as Java's do.

use std::ops::{Add, Div, Mul, Rem, Sub};

use crate::{BinaryOp, FloatType, IntType, UnaryOp};

impl FloatType {
    /// The bits of the one NaN.
    pub fn nan(self) -> u64 {
        match self {
            Self::F32 => 0x7fc0_0000,
            Self::F64 => 0x7ff8_0000_0000_0000,
        }
    }

    /// The same number; any NaN becomes the one there is. Bits beyond the width are dropped.
    pub fn canonical(self, bits: u64) -> u64 {
        match self {
            Self::F32 => from_f32(f32::from_bits(bits as u32)),
            Self::F64 => from_f64(f64::from_bits(bits)),
        }
    }

    /// Whether these are the bits of a number as it is carried.
    pub fn contains(self, bits: u64) -> bool {
        self.canonical(bits) == bits
    }

    /// The integer type of the same width, which holds the bits.
    pub fn bits_type(self) -> IntType {
        match self {
            Self::F32 => IntType::I32,
            Self::F64 => IntType::I64,
        }
    }

    /// The value as an `f64`, which is exact.
    pub fn value(self, bits: u64) -> f64 {
        match self {
            Self::F32 => f64::from(f32::from_bits(bits as u32)),
            Self::F64 => f64::from_bits(bits),
        }
    }

    /// The number nearest to `value`.
    pub fn nearest(self, value: f64) -> u64 {
        match self {
            Self::F32 => from_f32(value as f32),
            Self::F64 => from_f64(value),
        }
    }

    /// `op a`, the bits of the number or, for [`UnaryOp::ToBits`], the integer; `None` if `op` is not for these numbers.
    pub fn unary(self, op: UnaryOp, a: u64) -> Option<u64> {
        match op {
            UnaryOp::Neg if a == self.nan() => Some(a),
            UnaryOp::Neg => Some(a ^ self.sign()),
            UnaryOp::Abs => Some(a & !self.sign()),
            UnaryOp::Sqrt => Some(match self {
                Self::F32 => from_f32(f32::from_bits(a as u32).sqrt()),
                Self::F64 => from_f64(f64::from_bits(a).sqrt()),
            }),
            UnaryOp::ToBits => Some(self.bits_type().wrap(a as i64) as u64),
            UnaryOp::Not | UnaryOp::FromBits => None,
        }
    }

    /// `a op b`, comparisons giving 0 or 1; `None` if `op` is not for these numbers.
    pub fn binary(self, op: BinaryOp, a: u64, b: u64) -> Option<u64> {
        // Widening is exact and keeps the order.
        if let Some(holds) = compare(op, self.value(a), self.value(b)) {
            return Some(u64::from(holds));
        }
        match self {
            Self::F32 => {
                compute(op, f32::from_bits(a as u32), f32::from_bits(b as u32)).map(from_f32)
            }
            Self::F64 => compute(op, f64::from_bits(a), f64::from_bits(b)).map(from_f64),
        }
    }

    /// The integer a number becomes: towards zero, NaN being 0, the nearest end of the range if it is out of it.
    pub fn to_int(self, int: IntType, bits: u64) -> i64 {
        let value = self.value(bits);
        match (int.bits, int.signed) {
            (8, true) => i64::from(value as i8),
            (8, false) => i64::from(value as u8),
            (16, true) => i64::from(value as i16),
            (16, false) => i64::from(value as u16),
            (32, true) => i64::from(value as i32),
            (32, false) => i64::from(value as u32),
            (_, true) => value as i64,
            (_, false) => value as u64 as i64,
        }
    }

    /// The number nearest to an integer, rounded once.
    pub fn from_int(self, int: IntType, number: i64) -> u64 {
        match (self, int.signed) {
            (Self::F32, true) => from_f32(number as f32),
            (Self::F32, false) => from_f32(number as u64 as f32),
            (Self::F64, true) => from_f64(number as f64),
            (Self::F64, false) => from_f64(number as u64 as f64),
        }
    }

    fn sign(self) -> u64 {
        1 << (self.bits() - 1)
    }
}

fn from_f32(value: f32) -> u64 {
    if value.is_nan() {
        FloatType::F32.nan()
    } else {
        u64::from(value.to_bits())
    }
}

fn from_f64(value: f64) -> u64 {
    if value.is_nan() {
        FloatType::F64.nan()
    } else {
        value.to_bits()
    }
}

fn compare(op: BinaryOp, a: f64, b: f64) -> Option<bool> {
    match op {
        BinaryOp::Eq => Some(a == b),
        BinaryOp::Ne => Some(a != b),
        BinaryOp::Lt => Some(a < b),
        BinaryOp::Le => Some(a <= b),
        BinaryOp::Gt => Some(a > b),
        BinaryOp::Ge => Some(a >= b),
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => None,
        BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor
        | BinaryOp::Shl
        | BinaryOp::Shr
        | BinaryOp::Ushr => None,
    }
}

fn compute<F>(op: BinaryOp, a: F, b: F) -> Option<F>
where
    F: Add<Output = F> + Sub<Output = F> + Mul<Output = F> + Div<Output = F> + Rem<Output = F>,
{
    match op {
        BinaryOp::Add => Some(a + b),
        BinaryOp::Sub => Some(a - b),
        BinaryOp::Mul => Some(a * b),
        BinaryOp::Div => Some(a / b),
        BinaryOp::Rem => Some(a % b),
        BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => {
            None
        }
        BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor
        | BinaryOp::Shl
        | BinaryOp::Shr
        | BinaryOp::Ushr => None,
    }
}

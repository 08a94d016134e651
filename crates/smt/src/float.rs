//! IEEE 754 floats, as Java computes with them, on bit patterns of 32 and 64 bits.
//!
//! Rust's own arithmetic is that of IEEE 754 with rounding to nearest, and its casts saturate as Java's do (JLS 5.1.3),
//! so all that is left to do here is to make every NaN the same: hardware disagrees about the pattern of a NaN, and
//! equal floats must be equal terms.

use crate::term::Op;
use crate::value::{Value, signed_max, signed_min, to_signed};

/// The pattern of every NaN that an operation yields: Java's own, `0x7fc00000` and `0x7ff8000000000000`.
pub(crate) fn nan(width: u32) -> u64 {
    infinity(width) | 1 << (significand(width) - 2)
}

/// The pattern of positive infinity.
pub(crate) fn infinity(width: u32) -> u64 {
    signed_max(width) & !((1 << (significand(width) - 1)) - 1)
}

/// The pattern of negative infinity.
pub(crate) fn minus_infinity(width: u32) -> u64 {
    signed_min(width) | infinity(width)
}

/// Whether the pattern is that of some NaN.
pub(crate) fn is_nan(width: u32, bits: u64) -> bool {
    bits & signed_max(width) > infinity(width)
}

/// Whether floats of that width exist.
pub(crate) fn is_width(width: u32) -> bool {
    matches!(width, 32 | 64)
}

/// How many bits the significand has, the hidden one included.
pub(crate) fn significand(width: u32) -> u32 {
    if width == 32 { 24 } else { 53 }
}

/// How many bits the exponent has.
pub(crate) fn exponent(width: u32) -> u32 {
    width - significand(width)
}

/// Whether every signed number of the width is a float of the other.
pub(crate) fn holds_signed(float: u32, signed: u32) -> bool {
    signed <= significand(float)
}

/// The value of an operation on patterns of the width; `None` for other operations and other widths.
pub(crate) fn apply(op: &Op, width: u32, args: &[u64]) -> Option<Value> {
    match (op, width) {
        (Op::FpFromSigned(to), _) => from_signed(to_signed(width, *args.first()?), *to),
        (_, 32) => single(op, args),
        (_, 64) => double(op, args),
        _ => None,
    }
}

fn from_signed(n: i64, to: u32) -> Option<Value> {
    match to {
        32 => Some(Value::f32(n as f32)),
        64 => Some(Value::f64(n as f64)),
        _ => None,
    }
}

/// The remainder as Java and C have it, with the sign of the dividend: not the one of IEEE 754.
pub(crate) fn remainder(a: &Value, b: &Value) -> Option<Value> {
    let single = a.as_f32().zip(b.as_f32()).map(|(a, b)| Value::f32(a % b));
    single.or_else(|| a.as_f64().zip(b.as_f64()).map(|(a, b)| Value::f64(a % b)))
}

macro_rules! semantics {
    ($name:ident, $float:ident, $bits:ty) => {
        fn $name(op: &Op, args: &[u64]) -> Option<Value> {
            let float = |i: usize| args.get(i).map(|bits| $float::from_bits(*bits as $bits));
            let (a, b) = (float(0)?, || float(1));
            let truth = |b: bool| Some(Value::Bool(b));
            match op {
                Op::FpAdd => Some(Value::$float(a + b()?)),
                Op::FpSub => Some(Value::$float(a - b()?)),
                Op::FpMul => Some(Value::$float(a * b()?)),
                Op::FpDiv => Some(Value::$float(a / b()?)),
                Op::FpSqrt => Some(Value::$float(a.sqrt())),
                Op::FpNeg => Some(Value::$float(-a)),
                Op::FpAbs => Some(Value::$float(a.abs())),
                Op::FpLt => truth(a < b()?),
                Op::FpLe => truth(a <= b()?),
                Op::FpEq => truth(a == b()?),
                Op::FpIsNan => truth(a.is_nan()),
                Op::FpToSigned(32) => Some(Value::bv(32, (a as i32) as u64)),
                Op::FpToSigned(64) => Some(Value::bv(64, (a as i64) as u64)),
                Op::FpToFp(32) => Some(Value::f32(a as f32)),
                Op::FpToFp(64) => Some(Value::f64(a as f64)),
                _ => None,
            }
        }
    };
}

semantics!(single, f32, u32);
semantics!(double, f64, u64);

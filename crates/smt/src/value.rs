//! Sorts and the values that inhabit them.

use std::fmt;

use num_bigint::BigInt;
use num_traits::Zero;

use crate::float;

/// The type of a term. Floats are bit vectors: their patterns. Arrays will be a further variant; every match on sorts is
/// exhaustive, so that adding one shows each place that must learn about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sort {
    /// Truth values.
    Bool,
    /// Bit vectors of the given width, 1 to 64. Signedness belongs to the operations, not to the sort, and so does being
    /// a float.
    BitVec(u32),
    /// Unbounded integers.
    Int,
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool => write!(f, "Bool"),
            Self::BitVec(width) => write!(f, "(_ BitVec {width})"),
            Self::Int => write!(f, "Int"),
        }
    }
}

/// A constant.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// A bit vector. The bits above the width are always zero: build with [`Value::bv`].
    BitVec {
        /// Its width, 1 to 64.
        width: u32,
        /// Its bits, read as an unsigned number.
        bits: u64,
    },
    /// An unbounded integer.
    Int(BigInt),
}

impl Value {
    /// The bit vector with the lowest `width` bits of `bits`.
    pub fn bv(width: u32, bits: u64) -> Self {
        assert!(
            (1..=64).contains(&width),
            "bit vectors are 1 to 64 bits wide, not {width}"
        );
        Self::BitVec {
            width,
            bits: bits & mask(width),
        }
    }

    /// An unbounded integer.
    pub fn int(value: impl Into<BigInt>) -> Self {
        Self::Int(value.into())
    }

    /// The pattern of a `float`; there is one for all NaNs.
    pub fn f32(value: f32) -> Self {
        Self::bv(
            32,
            if value.is_nan() {
                float::nan(32)
            } else {
                value.to_bits().into()
            },
        )
    }

    /// The pattern of a `double`; there is one for all NaNs.
    pub fn f64(value: f64) -> Self {
        Self::bv(
            64,
            if value.is_nan() {
                float::nan(64)
            } else {
                value.to_bits()
            },
        )
    }

    /// Zero, or false: the value a variable gets when any will do.
    pub fn default_of(sort: Sort) -> Self {
        match sort {
            Sort::Bool => Self::Bool(false),
            Sort::BitVec(width) => Self::bv(width, 0),
            Sort::Int => Self::Int(BigInt::zero()),
        }
    }

    /// The sort it belongs to.
    pub fn sort(&self) -> Sort {
        match self {
            Self::Bool(_) => Sort::Bool,
            Self::BitVec { width, .. } => Sort::BitVec(*width),
            Self::Int(_) => Sort::Int,
        }
    }

    /// The truth value, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(b) => Some(*b),
            Self::BitVec { .. } | Self::Int(_) => None,
        }
    }

    /// The bits of a bit vector, read as an unsigned number.
    pub fn as_unsigned(&self) -> Option<u64> {
        match self {
            Self::BitVec { bits, .. } => Some(*bits),
            Self::Bool(_) | Self::Int(_) => None,
        }
    }

    /// The bits of a bit vector, read in two's complement.
    pub fn as_signed(&self) -> Option<i64> {
        match self {
            Self::BitVec { width, bits } => Some(to_signed(*width, *bits)),
            Self::Bool(_) | Self::Int(_) => None,
        }
    }

    /// The `float` whose pattern it is, if it has 32 bits.
    pub fn as_f32(&self) -> Option<f32> {
        match self {
            Self::BitVec { width: 32, bits } => Some(f32::from_bits(*bits as u32)),
            Self::BitVec { .. } | Self::Bool(_) | Self::Int(_) => None,
        }
    }

    /// The `double` whose pattern it is, if it has 64 bits.
    pub fn as_f64(&self) -> Option<f64> {
        match self {
            Self::BitVec { width: 64, bits } => Some(f64::from_bits(*bits)),
            Self::BitVec { .. } | Self::Bool(_) | Self::Int(_) => None,
        }
    }

    /// The unbounded integer, if it is one.
    pub fn as_int(&self) -> Option<&BigInt> {
        match self {
            Self::Int(i) => Some(i),
            Self::Bool(_) | Self::BitVec { .. } => None,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool(b) => write!(f, "{b}"),
            Self::BitVec { width, bits } => write!(f, "{}", to_signed(*width, *bits)),
            Self::Int(i) => write!(f, "{i}"),
        }
    }
}

/// All ones in the lowest `width` bits.
pub(crate) fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

/// Two's complement reading of the lowest `width` bits.
pub(crate) fn to_signed(width: u32, bits: u64) -> i64 {
    let unused = 64 - width;
    ((bits << unused) as i64) >> unused
}

/// The greatest number of a signed width, as bits.
pub(crate) fn signed_max(width: u32) -> u64 {
    mask(width) >> 1
}

/// The least number of a signed width, as bits.
pub(crate) fn signed_min(width: u32) -> u64 {
    1 << (width - 1)
}

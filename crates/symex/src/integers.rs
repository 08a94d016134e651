//! The two readings of integer arithmetic.

use ir::Type;
use smt::{Sort, Term, Terms};

/// Which integers a verdict is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Integers {
    /// The language's own: fixed width, two's complement, wrapping.
    Wrapping,
    /// Mathematical integers, as the papers used: `+`, `-` and `*` never overflow. Explicit casts still wrap.
    Mathematical,
    /// Mathematical integers as long as they are also the language's own: where a result does not fit its type, the path
    /// ends for [`base::StopReason::Overflows`].
    Fitting,
}

impl Integers {
    /// The name used in reports and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Wrapping => "wrapping",
            Self::Mathematical => "mathematical",
            Self::Fitting => "fitting",
        }
    }

    /// The sort that holds values of an ir type; `None` for references, which are never terms.
    pub fn sort(self, ty: Type) -> Option<Sort> {
        match (ty, self) {
            (Type::Bool, _) => Some(Sort::Bool),
            (Type::Int(int), Self::Wrapping) => Some(Sort::BitVec(u32::from(int.bits))),
            (Type::Int(_), Self::Mathematical | Self::Fitting) => Some(Sort::Int),
            (Type::Float(float), _) => Some(Sort::BitVec(u32::from(float.bits()))),
            (Type::Ref, _) => None,
        }
    }

    /// The zero of a scalar type; `None` for references.
    pub fn zero(self, terms: &Terms, ty: Type) -> Option<Term> {
        Some(match self.sort(ty)? {
            Sort::Bool => terms.bool(false),
            Sort::BitVec(width) => terms.bv(width, 0),
            Sort::Int => terms.int(0),
        })
    }
}

/// Whether a number is one of an integer type.
pub(crate) fn fits(terms: &Terms, int: ir::IntType, value: Term) -> Term {
    let (low, high) = bounds(int);
    terms.and(&[
        terms.int_le(terms.int(low), value),
        terms.int_le(value, terms.int(high)),
    ])
}

/// The least and greatest value of an integer type.
pub(crate) fn bounds(int: ir::IntType) -> (i128, i128) {
    let span = 1i128 << int.bits;
    if int.signed {
        (-span / 2, span / 2 - 1)
    } else {
        (0, span - 1)
    }
}

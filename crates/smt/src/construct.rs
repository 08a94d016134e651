//! Constructors: they check sorts and simplify. A wrong sort is a mistake in the calling program, so it panics.

use num_bigint::BigInt;

use crate::float;
use crate::rewrite;
use crate::term::{Op, Term, Terms};
use crate::value::{Sort, Value};

impl Terms {
    /// The variable of that name and sort; the same term every time.
    pub fn var(&self, name: &str, sort: Sort) -> Term {
        if let Sort::BitVec(width) = sort {
            assert!(
                (1..=64).contains(&width),
                "bit vectors are 1 to 64 bits wide, not {width}"
            );
        }
        self.intern(Op::Var(name.into()), &[], sort)
    }

    /// A constant.
    pub fn constant(&self, v: Value) -> Term {
        let sort = v.sort();
        self.intern(Op::Value(v), &[], sort)
    }

    /// A truth value.
    pub fn bool(&self, b: bool) -> Term {
        self.constant(Value::Bool(b))
    }

    /// `true`
    pub fn true_(&self) -> Term {
        self.bool(true)
    }

    /// `false`
    pub fn false_(&self) -> Term {
        self.bool(false)
    }

    /// The bit vector with the lowest `width` bits of `bits`.
    pub fn bv(&self, width: u32, bits: u64) -> Term {
        self.constant(Value::bv(width, bits))
    }

    /// An unbounded integer.
    pub fn int(&self, v: impl Into<BigInt>) -> Term {
        self.constant(Value::int(v))
    }

    /// The simplified application of any operation; the named constructors are shorthands for it.
    pub fn apply(&self, op: Op, args: &[Term]) -> Term {
        let sort = self.result_sort(&op, args);
        rewrite::simplify(self, op, args, sort)
    }

    /// The application as it stands, sorts checked but nothing simplified. For testing what simplification does.
    pub fn apply_raw(&self, op: Op, args: &[Term]) -> Term {
        let sort = self.result_sort(&op, args);
        self.intern(op, args, sort)
    }

    fn result_sort(&self, op: &Op, args: &[Term]) -> Sort {
        let sorts: Vec<Sort> = args.iter().map(|&a| self.sort(a)).collect();
        result_sort(op, &sorts).unwrap_or_else(|| panic!("{op:?} cannot be applied to {sorts:?}"))
    }
}

/// The sort of an application, `None` if the operation does not take such arguments. Leaves have their own sort and are
/// not applications.
pub(crate) fn result_sort(op: &Op, sorts: &[Sort]) -> Option<Sort> {
    use Sort::{BitVec, Bool, Int};
    let alike = |n: std::ops::RangeInclusive<usize>| {
        n.contains(&sorts.len()) && sorts.windows(2).all(|w| w[0] == w[1])
    };
    let many = 1..=usize::MAX;
    let bits = |n| (alike(n) && matches!(sorts[0], BitVec(_))).then(|| sorts[0]);
    let floats = |n| (alike(n..=n) && is_float(sorts[0])).then(|| sorts[0]);
    match op {
        Op::Var(_) | Op::Value(_) => None,
        Op::Not => (sorts == [Bool]).then_some(Bool),
        Op::And | Op::Or => (alike(many) && sorts[0] == Bool).then_some(Bool),
        Op::Eq => alike(2..=2).then_some(Bool),
        Op::Ite => (sorts.len() == 3 && sorts[0] == Bool && sorts[1] == sorts[2]).then(|| sorts[1]),
        Op::BvNeg | Op::BvNot => bits(1..=1),
        Op::BvAdd | Op::BvMul | Op::BvAnd | Op::BvOr | Op::BvXor => bits(many),
        Op::BvSdiv | Op::BvSrem | Op::BvUdiv | Op::BvUrem | Op::BvShl | Op::BvLshr | Op::BvAshr => {
            bits(2..=2)
        }
        Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle => bits(2..=2).map(|_| Bool),
        Op::ZeroExtend(to) | Op::SignExtend(to) => match sorts {
            [BitVec(from)] if from <= to && *to <= 64 => Some(BitVec(*to)),
            _ => None,
        },
        Op::Extract { hi, lo } => match sorts {
            [BitVec(width)] if lo <= hi && hi < width => Some(BitVec(hi - lo + 1)),
            _ => None,
        },
        Op::IntNeg => (sorts == [Int]).then_some(Int),
        Op::IntAdd | Op::IntMul => (alike(many) && sorts[0] == Int).then_some(Int),
        Op::IntTdiv | Op::IntTrem | Op::IntMod => (sorts == [Int, Int]).then_some(Int),
        Op::IntLt | Op::IntLe => (sorts == [Int, Int]).then_some(Bool),
        Op::FpAdd | Op::FpSub | Op::FpMul | Op::FpDiv => floats(2),
        Op::FpSqrt | Op::FpNeg | Op::FpAbs => floats(1),
        Op::FpLt | Op::FpLe | Op::FpEq => floats(2).map(|_| Bool),
        Op::FpIsNan => floats(1).map(|_| Bool),
        Op::FpFromSigned(to) | Op::FpToSigned(to) => {
            floats(1).and(float::is_width(*to).then_some(BitVec(*to)))
        }
        Op::FpToFp(to) => {
            let from = floats(1).filter(|from| *from != BitVec(*to));
            from.and(float::is_width(*to).then_some(BitVec(*to)))
        }
    }
}

/// Whether patterns of floats have the sort.
fn is_float(sort: Sort) -> bool {
    matches!(sort, Sort::BitVec(width) if float::is_width(width))
}

/// Named constructors that do nothing but apply an operation.
macro_rules! constructors {
    ($($(#[$doc:meta])* $name:ident($($arg:ident),+) = $op:expr;)*) => {
        impl Terms {
            $($(#[$doc])* pub fn $name(&self, $($arg: Term),+) -> Term { self.apply($op, &[$($arg),+]) })*
        }
    };
}

constructors! {
    /// `!a`
    not(a) = Op::Not;
    /// `a && b`
    and2(a, b) = Op::And;
    /// `a || b`
    or2(a, b) = Op::Or;
    /// `a == b`, on any sort
    eq(a, b) = Op::Eq;
    /// `c ? a : b`, on any sort
    ite(c, a, b) = Op::Ite;
    /// `-a`
    bv_neg(a) = Op::BvNeg;
    /// `~a`
    bv_not(a) = Op::BvNot;
    /// `a + b`
    bv_add(a, b) = Op::BvAdd;
    /// `a * b`
    bv_mul(a, b) = Op::BvMul;
    /// Signed division, see [`Op::BvSdiv`]
    bv_sdiv(a, b) = Op::BvSdiv;
    /// Signed remainder, see [`Op::BvSrem`]
    bv_srem(a, b) = Op::BvSrem;
    /// Unsigned division, see [`Op::BvUdiv`]
    bv_udiv(a, b) = Op::BvUdiv;
    /// Unsigned remainder, see [`Op::BvUrem`]
    bv_urem(a, b) = Op::BvUrem;
    /// `a & b`
    bv_and(a, b) = Op::BvAnd;
    /// `a | b`
    bv_or(a, b) = Op::BvOr;
    /// `a ^ b`
    bv_xor(a, b) = Op::BvXor;
    /// `a << b`, amount not masked
    bv_shl(a, b) = Op::BvShl;
    /// `a >>> b`, amount not masked
    bv_lshr(a, b) = Op::BvLshr;
    /// `a >> b`, amount not masked
    bv_ashr(a, b) = Op::BvAshr;
    /// Unsigned `a < b`
    bv_ult(a, b) = Op::BvUlt;
    /// Unsigned `a <= b`
    bv_ule(a, b) = Op::BvUle;
    /// Signed `a < b`
    bv_slt(a, b) = Op::BvSlt;
    /// Signed `a <= b`
    bv_sle(a, b) = Op::BvSle;
    /// `-a`
    int_neg(a) = Op::IntNeg;
    /// `a + b`
    int_add(a, b) = Op::IntAdd;
    /// `a * b`
    int_mul(a, b) = Op::IntMul;
    /// Division truncating towards zero, see [`Op::IntTdiv`]
    int_tdiv(a, b) = Op::IntTdiv;
    /// Remainder with the sign of `a`, see [`Op::IntTrem`]
    int_trem(a, b) = Op::IntTrem;
    /// Non-negative remainder, see [`Op::IntMod`]
    int_mod(a, b) = Op::IntMod;
    /// `a < b`
    int_lt(a, b) = Op::IntLt;
    /// `a <= b`
    int_le(a, b) = Op::IntLe;
    /// `a + b` of floats
    fp_add(a, b) = Op::FpAdd;
    /// `a - b` of floats
    fp_sub(a, b) = Op::FpSub;
    /// `a * b` of floats
    fp_mul(a, b) = Op::FpMul;
    /// `a / b` of floats
    fp_div(a, b) = Op::FpDiv;
    /// The square root of a float
    fp_sqrt(a) = Op::FpSqrt;
    /// `-a` of a float
    fp_neg(a) = Op::FpNeg;
    /// The absolute value of a float
    fp_abs(a) = Op::FpAbs;
    /// `a < b` of floats
    fp_lt(a, b) = Op::FpLt;
    /// `a <= b` of floats
    fp_le(a, b) = Op::FpLe;
    /// `a == b` of floats, see [`Op::FpEq`]; [`Terms::eq`] compares patterns
    fp_eq(a, b) = Op::FpEq;
    /// Whether a float is not a number
    fp_is_nan(a) = Op::FpIsNan;
}

/// Constructors that are written with others.
impl Terms {
    /// The conjunction; `true` if there are none.
    pub fn and(&self, args: &[Term]) -> Term {
        if args.is_empty() {
            self.true_()
        } else {
            self.apply(Op::And, args)
        }
    }

    /// The disjunction; `false` if there are none.
    pub fn or(&self, args: &[Term]) -> Term {
        if args.is_empty() {
            self.false_()
        } else {
            self.apply(Op::Or, args)
        }
    }

    /// `!a || b`
    pub fn implies(&self, a: Term, b: Term) -> Term {
        self.or2(self.not(a), b)
    }

    /// `a != b`
    pub fn ne(&self, a: Term, b: Term) -> Term {
        self.not(self.eq(a, b))
    }

    /// `a - b`
    pub fn bv_sub(&self, a: Term, b: Term) -> Term {
        self.bv_add(a, self.bv_neg(b))
    }

    /// Unsigned `a > b`
    pub fn bv_ugt(&self, a: Term, b: Term) -> Term {
        self.bv_ult(b, a)
    }

    /// Unsigned `a >= b`
    pub fn bv_uge(&self, a: Term, b: Term) -> Term {
        self.bv_ule(b, a)
    }

    /// Signed `a > b`
    pub fn bv_sgt(&self, a: Term, b: Term) -> Term {
        self.bv_slt(b, a)
    }

    /// Signed `a >= b`
    pub fn bv_sge(&self, a: Term, b: Term) -> Term {
        self.bv_sle(b, a)
    }

    /// Zeros in front, up to `width`
    pub fn zero_extend(&self, a: Term, width: u32) -> Term {
        self.apply(Op::ZeroExtend(width), &[a])
    }

    /// Copies of the sign in front, up to `width`
    pub fn sign_extend(&self, a: Term, width: u32) -> Term {
        self.apply(Op::SignExtend(width), &[a])
    }

    /// The bits from `hi` down to `lo`, both included
    pub fn extract(&self, a: Term, hi: u32, lo: u32) -> Term {
        self.apply(Op::Extract { hi, lo }, &[a])
    }

    /// The `float`; there is one for all NaNs.
    pub fn f32(&self, value: f32) -> Term {
        self.constant(Value::f32(value))
    }

    /// The `double`; there is one for all NaNs.
    pub fn f64(&self, value: f64) -> Term {
        self.constant(Value::f64(value))
    }

    /// The float of `width` bits nearest to the signed number `a`, which has 32 or 64 bits
    pub fn fp_from_signed(&self, a: Term, width: u32) -> Term {
        self.apply(Op::FpFromSigned(width), &[a])
    }

    /// The float as a signed number of 32 or 64 bits, see [`Op::FpToSigned`]
    pub fn fp_to_signed(&self, a: Term, width: u32) -> Term {
        self.apply(Op::FpToSigned(width), &[a])
    }

    /// The float as a float of `width` bits; `a` itself if it has that width
    pub fn fp_to_fp(&self, a: Term, width: u32) -> Term {
        if self.width(a) == width {
            a
        } else {
            self.apply(Op::FpToFp(width), &[a])
        }
    }

    /// The remainder of floats as Java has it, with the sign of `a`. `None` unless both are constants: solvers only
    /// know the remainder of IEEE 754, which rounds the quotient to nearest.
    pub fn fp_rem(&self, a: Term, b: Term) -> Option<Term> {
        float::remainder(self.value(a)?, self.value(b)?).map(|v| self.constant(v))
    }

    /// `a - b`
    pub fn int_sub(&self, a: Term, b: Term) -> Term {
        self.int_add(a, self.int_neg(b))
    }

    /// `a > b`
    pub fn int_gt(&self, a: Term, b: Term) -> Term {
        self.int_lt(b, a)
    }

    /// `a >= b`
    pub fn int_ge(&self, a: Term, b: Term) -> Term {
        self.int_le(b, a)
    }
}

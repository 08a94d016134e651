//! Quotients of wide numbers by constants, as vector instructions have them: by multiplying with a fraction.
//!
//! Half a step is added before, away from zero, so that what is cut off is never near a whole number: for a number below 2^49 and
//! a divisor d the exact product is at least 0.5 / d away from one, and the computed one is wrong by at most 0.13 / d.

use smt::{Op, Sort, Term, Terms, Value};

/// Numbers with more bits, besides the sign, are divided by the processor.
const MOST_BITS: u32 = 49;
/// Divisors from this one on are left to the processor.
const LARGE_DIVISOR: u64 = 1 << 20;

/// Whether a quotient can be had that way: the dividend is wide and small, and what is wanted is a quotient.
pub(crate) fn fits(terms: &Terms, quotient: Term, divisor: u64) -> bool {
    let wide = matches!(terms.sort(quotient), Sort::BitVec(64));
    let dividend = terms.args(quotient)[0];
    let small = bits(terms, dividend).is_some_and(|bits| bits <= MOST_BITS);
    wide && small
        && matches!(terms.op(quotient), Op::BvSdiv)
        && (2..LARGE_DIVISOR).contains(&divisor)
}

/// The quotient of a whole number that is given as a floating-point number, in C.
pub(crate) fn quotient(dividend: &str, divisor: u64) -> String {
    format!("(uint64_t)(int64_t)(({dividend} + ({dividend} < 0 ? -0.5 : 0.5)) * (1.0 / {divisor}))")
}

/// How many bits a number with a sign has at most, besides the sign.
fn bits(terms: &Terms, t: Term) -> Option<u32> {
    let Sort::BitVec(width) = terms.sort(t) else {
        return None;
    };
    let of = |t: &Term| bits(terms, *t);
    let args = terms.args(t);
    let found = match terms.op(t) {
        Op::SignExtend(_) | Op::ZeroExtend(_) => match terms.sort(args[0]) {
            Sort::BitVec(from) => from,
            _ => return None,
        },
        Op::BvAdd => {
            let most = args.iter().map(of).collect::<Option<Vec<u32>>>()?;
            most.into_iter().max()? + (usize::BITS - args.len().leading_zeros())
        }
        Op::BvNeg => of(&args[0])? + 1,
        Op::Value(Value::BitVec { width: 64, bits }) => {
            let magnitude = (*bits as i64).unsigned_abs();
            u64::BITS - magnitude.leading_zeros()
        }
        _ => width,
    };
    Some(found.min(width))
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Random;

    /// What the text computes.
    fn computed(dividend: i64, divisor: u64) -> i64 {
        let half = if dividend < 0 { -0.5 } else { 0.5 };
        ((dividend as f64 + half) * (1.0 / divisor as f64)) as i64
    }

    #[test]
    fn quotients_are_those_of_the_processor() {
        let mut random = Random::seeded(3);
        let most = (1i64 << MOST_BITS) - 1;
        for _ in 0..200_000 {
            let divisor = match random.chance(1, 2) {
                true => 2 + random.below(100) as u64,
                false => 2 + random.below(LARGE_DIVISOR as usize - 2) as u64,
            };
            let wide = (random.bits() >> 14) as i64 & most;
            // Multiples of the divisor, and their neighbours, are where a fraction could be cut wrongly.
            let multiple = wide - wide % divisor as i64;
            for dividend in [wide, multiple, multiple + 1, (multiple - 1).max(0), most] {
                for dividend in [dividend, -dividend] {
                    let exact = dividend / divisor as i64;
                    assert_eq!(computed(dividend, divisor), exact, "{dividend} / {divisor}");
                }
            }
        }
    }

    #[test]
    fn sums_of_few_narrow_numbers_are_small() {
        let terms = Terms::new();
        let wide = |name: &str| {
            let narrow = terms.var(name, Sort::BitVec(32));
            terms.apply(Op::SignExtend(64), &[narrow])
        };
        let sum = terms.apply(Op::BvAdd, &[wide("a"), wide("b"), wide("c")]);
        let third = terms.apply(Op::BvSdiv, &[sum, terms.bv(64, 3)]);
        assert!(fits(&terms, third, 3));
        let any = terms.var("d", Sort::BitVec(64));
        let third = terms.apply(Op::BvSdiv, &[any, terms.bv(64, 3)]);
        assert!(!fits(&terms, third, 3));
    }
}

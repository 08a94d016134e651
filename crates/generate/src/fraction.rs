//! Quotients of wide numbers by constants, as vector instructions have them: by multiplying with a fraction.
//!
//! The fraction is the least floating-point number that is not below 1 / d. So the product of a multiple of d is not below the
//! quotient, and that of any other number below 2^49, with all errors, less than 0.2 / d above what it should be: it stays
//! below the next whole number, which is 1 / d away or more. What is behind the point is cut off.

use std::ops::Range;

use rustc_hash::FxHashSet;
use smt::{Op, Sort, Term, Terms, Value};

/// Numbers that are not smaller are divided by the processor.
const SMALL: i128 = 1 << 49;
/// Divisors from this one on are left to the processor.
const LARGE_DIVISOR: u64 = 1 << 20;
/// What fits in a word with a sign.
const WORD: Range<i128> = -(1 << 31)..1 << 31;

/// A dividend and a divisor.
pub(crate) struct Dividend {
    pub(crate) dividend: Term,
    divisor: u64,
    /// Whether the quotient fits in a word: vector instructions have conversions to such numbers everywhere.
    is_narrow: bool,
}

/// What is divided, if the quotient can be had that way: of a wide number that is small.
pub(crate) fn dividend(terms: &Terms, quotient: Term) -> Option<Dividend> {
    let (Op::BvSdiv, Sort::BitVec(64)) = (terms.op(quotient), terms.sort(quotient)) else {
        return None;
    };
    let &[dividend, divisor] = terms.args(quotient) else {
        return None;
    };
    let divisor = terms.value(divisor).and_then(Value::as_unsigned)?;
    let (least, most) = range(terms, dividend)?;
    let fits = (2..LARGE_DIVISOR).contains(&divisor) && least > -SMALL && most < SMALL;
    let quotients = [least, most].map(|n| n / i128::from(divisor));
    fits.then(|| Dividend {
        dividend,
        divisor,
        is_narrow: quotients.iter().all(|q| WORD.contains(q)),
    })
}

/// The quotient of a whole number that is given as a floating-point number, in C.
pub(crate) fn quotient(terms: &Terms, quotient: Term, text: &str) -> Option<String> {
    let Dividend {
        divisor, is_narrow, ..
    } = dividend(terms, quotient)?;
    let narrow = if is_narrow { "(int32_t)" } else { "" };
    let fraction = fraction(divisor);
    Some(format!(
        "(uint64_t)(int64_t){narrow}({text} * {fraction:e} /* 1 / {divisor} */)"
    ))
}

/// The least floating-point number that is not below one divided by a number.
fn fraction(divisor: u64) -> f64 {
    let near = 1.0 / divisor as f64;
    match near.mul_add(divisor as f64, -1.0) < 0.0 {
        true => near.next_up(),
        false => near,
    }
}

/// The numbers with signs that are divided in a term, each only once.
pub(crate) fn converted(terms: &Terms, t: Term) -> Vec<Term> {
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    let mut todo = vec![t];
    while let Some(t) = todo.pop() {
        if !seen.insert(t) {
            continue;
        }
        todo.extend_from_slice(terms.args(t));
        let Some(Dividend { dividend, .. }) = dividend(terms, t) else {
            continue;
        };
        let parts = match terms.op(dividend) {
            Op::BvAdd => terms.args(dividend),
            _ => &[],
        };
        for part in parts {
            if matches!(terms.op(*part), Op::SignExtend(_)) {
                found.push(terms.args(*part)[0]);
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The least and the greatest value of a wide number with a sign, where that follows from how it is computed.
fn range(terms: &Terms, t: Term) -> Option<(i128, i128)> {
    let args = terms.args(t);
    let from = |t: Term| match terms.sort(t) {
        Sort::BitVec(width @ 1..=63) => Some(width),
        _ => None,
    };
    let found = match terms.op(t) {
        Op::SignExtend(_) => {
            let half = 1i128 << (from(args[0])? - 1);
            (-half, half - 1)
        }
        Op::ZeroExtend(_) => (0, (1i128 << from(args[0])?) - 1),
        Op::BvAdd => args.iter().try_fold((0, 0), |(least, most), part| {
            let own = range(terms, *part)?;
            Some((least + own.0, most + own.1))
        })?,
        Op::BvNeg => {
            let (least, most) = range(terms, args[0])?;
            (-most, -least)
        }
        Op::Value(Value::BitVec { width: 64, bits }) => {
            let number = i128::from(*bits as i64);
            (number, number)
        }
        _ => return None,
    };
    // Beyond, the sum would have come around.
    let fits = i128::from(i64::MIN)..=i128::from(i64::MAX);
    (fits.contains(&found.0) && fits.contains(&found.1)).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Random;

    /// What the text computes.
    fn computed(dividend: i64, divisor: u64) -> i64 {
        (dividend as f64 * fraction(divisor)) as i64
    }

    #[test]
    fn quotients_are_those_of_the_processor() {
        let mut random = Random::seeded(3);
        let most = (SMALL - 1) as i64;
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
        assert!(dividend(&terms, third).is_some_and(|found| found.is_narrow));
        assert_eq!(converted(&terms, third).len(), 3);
        let half = terms.apply(Op::BvSdiv, &[sum, terms.bv(64, 2)]);
        assert!(dividend(&terms, half).is_some_and(|found| !found.is_narrow));
        let any = terms.var("d", Sort::BitVec(64));
        let third = terms.apply(Op::BvSdiv, &[any, terms.bv(64, 3)]);
        assert!(dividend(&terms, third).is_none());
    }
}

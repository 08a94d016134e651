//! The middle of two numbers, computed without the bit that their sum needs more: what half of the machine's words would be spent on.

use smt::{Op, Sort, Term, Terms};

/// Numbers of this width have no room for their sum in a word.
const WIDTH: u32 = 32;

/// Two numbers, and whether they have signs.
pub(crate) struct Middle {
    pub(crate) of: [Term; 2],
    pub(crate) signed: bool,
}

/// Whether a term is the middle of two numbers, rounded down: their sum in wider words without its lowest bit.
pub(crate) fn middle(terms: &Terms, t: Term) -> Option<Middle> {
    let Op::Extract { hi: WIDTH, lo: 1 } = terms.op(t) else {
        return None;
    };
    let sum = terms.args(t)[0];
    let (Op::BvAdd, &[a, b]) = (terms.op(sum), terms.args(sum)) else {
        return None;
    };
    let extended = |t: Term| match terms.op(t) {
        Op::SignExtend(_) => Some((terms.args(t)[0], true)),
        Op::ZeroExtend(_) => Some((terms.args(t)[0], false)),
        _ => None,
    };
    let ((a, signed), (b, other)) = (extended(a)?, extended(b)?);
    let narrow = |t: Term| terms.sort(t) == Sort::BitVec(WIDTH);
    (signed == other && narrow(a) && narrow(b)).then_some(Middle { of: [a, b], signed })
}

/// The middle of two unsigned words, in C.
pub(crate) fn text(a: &str, b: &str, signed: bool) -> String {
    match signed {
        true => format!("(({a} & {b}) + (uint32_t)((int32_t)({a} ^ {b}) >> 1))"),
        false => format!("(({a} & {b}) + (({a} ^ {b}) >> 1))"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Random;
    use rustc_hash::FxHashMap;

    /// What the text computes.
    fn computed(a: u32, b: u32, signed: bool) -> u32 {
        let half = match signed {
            true => ((a ^ b) as i32 >> 1) as u32,
            false => (a ^ b) >> 1,
        };
        (a & b).wrapping_add(half)
    }

    #[test]
    fn middles_are_those_of_wide_sums() {
        let terms = Terms::new();
        let [a, b] = ["a", "b"].map(|name| terms.var(name, Sort::BitVec(WIDTH)));
        let mut random = Random::seeded(5);
        let edges = [0, 1, 2, u32::MAX, u32::MAX - 1, 1 << 31, (1 << 31) - 1];
        for signed in [true, false] {
            let wide = |t: Term| match signed {
                true => terms.apply(Op::SignExtend(64), &[t]),
                false => terms.apply(Op::ZeroExtend(64), &[t]),
            };
            let sum = terms.apply(Op::BvAdd, &[wide(a), wide(b)]);
            let half = terms.apply(Op::Extract { hi: WIDTH, lo: 1 }, &[sum]);
            let found = middle(&terms, half).expect("it is a middle");
            assert_eq!(found.signed, signed);
            let any: Vec<u32> = (0..50).map(|_| random.bits() as u32).chain(edges).collect();
            for (x, y) in any.iter().flat_map(|x| any.iter().map(move |y| (*x, *y))) {
                let map = [(a, x), (b, y)].map(|(t, n)| (t, terms.bv(WIDTH, n.into())));
                let exact = terms.substitute(half, &FxHashMap::from_iter(map));
                let own = terms.bv(WIDTH, computed(x, y, signed).into());
                assert_eq!(exact, own, "{x} {y} {signed}");
            }
        }
        let quarter = terms.apply(
            Op::Extract { hi: 33, lo: 2 },
            &[terms.var("s", Sort::BitVec(64))],
        );
        assert!(middle(&terms, quarter).is_none());
    }
}

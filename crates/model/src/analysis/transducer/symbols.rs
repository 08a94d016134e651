//! Sets of symbols as ranges: whether two guards on the symbol being read can hold together is then a walk over a few numbers.

use std::rc::Rc;

use smt::{Op, Term, Terms, Value};

/// The widest symbols of which a condition is tried on each one, where its form says nothing.
const TRIED: u32 = 16;

/// A set of symbols: ranges in order, neither touching nor overlapping, ends included.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Symbols(Rc<[(u64, u64)]>);

impl Symbols {
    pub(super) fn all(bits: u32) -> Self {
        Self(Rc::from([(0, greatest(bits))]))
    }

    pub(super) fn none() -> Self {
        Self(Rc::from([]))
    }

    pub(super) fn one(symbol: u64) -> Self {
        Self(Rc::from([(symbol, symbol)]))
    }

    /// Ranges in any order, overlapping or not.
    pub(super) fn of(mut ranges: Vec<(u64, u64)>) -> Self {
        ranges.sort_unstable();
        let mut joined: Vec<(u64, u64)> = Vec::with_capacity(ranges.len());
        for (low, high) in ranges {
            match joined.last_mut() {
                Some(last) if last.1 == u64::MAX || low <= last.1 + 1 => last.1 = last.1.max(high),
                _ => joined.push((low, high)),
            }
        }
        Self(joined.into())
    }

    pub(super) fn ranges(&self) -> &[(u64, u64)] {
        &self.0
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn contains(&self, symbol: u64) -> bool {
        self.0
            .iter()
            .any(|&(low, high)| low <= symbol && symbol <= high)
    }

    pub(super) fn and(&self, other: &Self) -> Self {
        if self == other {
            return self.clone();
        }
        let (mut i, mut j, mut both) = (0, 0, Vec::new());
        while let (Some(a), Some(b)) = (self.0.get(i), other.0.get(j)) {
            let (low, high) = (a.0.max(b.0), a.1.min(b.1));
            if low <= high {
                both.push((low, high));
            }
            if a.1 < b.1 { i += 1 } else { j += 1 }
        }
        Self(both.into())
    }

    pub(super) fn or(&self, other: &Self) -> Self {
        Self::of(self.0.iter().chain(other.0.iter()).copied().collect())
    }

    pub(super) fn not(&self, bits: u32) -> Self {
        let (mut others, mut next) = (Vec::new(), Some(0));
        for &(low, high) in self.0.iter() {
            if let Some(from) = next.filter(|&from| from < low) {
                others.push((from, low - 1));
            }
            next = high.checked_add(1);
        }
        if let Some(from) = next.filter(|&from| from <= greatest(bits)) {
            others.push((from, greatest(bits)));
        }
        Self(others.into())
    }

    /// How many, or `None` if they are more than `most`.
    pub(super) fn count(&self, most: u64) -> Option<u64> {
        let add =
            |sum: u64, &(low, high): &(u64, u64)| sum.checked_add((high - low).checked_add(1)?);
        self.0
            .iter()
            .try_fold(0, add)
            .filter(|&count| count <= most)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        self.0.iter().flat_map(|&(low, high)| low..=high)
    }

    /// The member that people read most easily.
    pub(super) fn plainest(&self) -> Option<u64> {
        let printable = (u64::from(b' ')..=u64::from(b'~')).filter(|&c| self.contains(c));
        PLAIN
            .iter()
            .copied()
            .find(|&c| self.contains(c))
            .or_else(|| printable.min())
            .or_else(|| Some(self.0.first()?.0))
    }

    /// That a symbol is one of these.
    pub(super) fn holds(&self, terms: &Terms, symbol: Term) -> Term {
        let bits = terms.width(symbol);
        let outside = self.not(bits);
        if outside.0.len() < self.0.len() {
            return terms.not(outside.inside(terms, symbol));
        }
        self.inside(terms, symbol)
    }

    fn inside(&self, terms: &Terms, symbol: Term) -> Term {
        let bits = terms.width(symbol);
        let range = |&(low, high): &(u64, u64)| {
            let number = |n: u64| terms.bv(bits, n);
            match (low, high) {
                _ if low == high => terms.eq(symbol, number(low)),
                (0, _) => terms.bv_ule(symbol, number(high)),
                _ if high == greatest(bits) => terms.bv_ule(number(low), symbol),
                _ => terms.and2(
                    terms.bv_ule(number(low), symbol),
                    terms.bv_ule(symbol, number(high)),
                ),
            }
        };
        let ranges: Vec<Term> = self.0.iter().map(range).collect();
        if *self == Self::all(bits) {
            terms.true_()
        } else {
            terms.or(&ranges)
        }
    }

    /// The symbols for which a condition on `symbol` alone holds; `None` if that cannot be said cheaply.
    pub(super) fn of_condition(terms: &Terms, condition: Term, symbol: Term) -> Option<Self> {
        let bits = terms.width(symbol);
        let args = terms.args(condition);
        match terms.op(condition) {
            Op::Value(value) => value
                .as_bool()
                .map(|b| if b { Self::all(bits) } else { Self::none() }),
            Op::Not => Some(Self::of_condition(terms, args[0], symbol)?.not(bits)),
            Op::And => args.iter().try_fold(Self::all(bits), |all, &a| {
                Some(all.and(&Self::of_condition(terms, a, symbol)?))
            }),
            Op::Or => args.iter().try_fold(Self::none(), |any, &a| {
                Some(any.or(&Self::of_condition(terms, a, symbol)?))
            }),
            _ => Self::of_comparison(terms, condition, symbol)
                .or_else(|| Self::tried(terms, condition, symbol)),
        }
    }

    /// Comparisons of the symbol itself with a constant.
    fn of_comparison(terms: &Terms, condition: Term, symbol: Term) -> Option<Self> {
        let bits = terms.width(symbol);
        let &[a, b] = terms.args(condition) else {
            return None;
        };
        let (left, other) = if a == symbol { (true, b) } else { (false, a) };
        if !left && b != symbol {
            return None;
        }
        let n = terms.value(other)?.as_unsigned()?;
        let below = |n: u64| {
            n.checked_sub(1)
                .map_or_else(Self::none, |last| Self::of(vec![(0, last)]))
        };
        match (terms.op(condition), left) {
            (Op::Eq, _) => Some(Self::one(n)),
            (Op::BvUlt, true) => Some(below(n)),
            (Op::BvUle, true) => Some(Self::of(vec![(0, n)])),
            (Op::BvUlt, false) => Some(Self::of(vec![(0, n)]).not(bits)),
            (Op::BvUle, false) => Some(below(n).not(bits)),
            (Op::BvSlt, true) => Some(signed_below(bits, n)),
            (Op::BvSle, true) => Some(signed_below(bits, n).or(&Self::one(n))),
            (Op::BvSlt, false) => Some(signed_below(bits, n).or(&Self::one(n)).not(bits)),
            (Op::BvSle, false) => Some(signed_below(bits, n).not(bits)),
            _ => None,
        }
    }

    fn tried(terms: &Terms, condition: Term, symbol: Term) -> Option<Self> {
        let bits = terms.width(symbol);
        if bits > TRIED {
            return None;
        }
        let mut found = Vec::new();
        for n in 0..=greatest(bits) {
            if value_at(terms, condition, symbol, n)?.as_bool()? {
                found.push((n, n));
            }
        }
        Some(Self::of(found))
    }
}

/// Symbols that people read easily.
pub(super) const PLAIN: [u64; 5] = [
    b'a' as u64,
    b'b' as u64,
    b'A' as u64,
    b'0' as u64,
    b' ' as u64,
];

/// Those that are less, with a sign, than the one with these bits.
fn signed_below(bits: u32, n: u64) -> Symbols {
    let least = 1u64 << (bits - 1);
    match n.checked_sub(1) {
        Some(last) if n > least => Symbols::of(vec![(least, last)]),
        _ if n == least => Symbols::none(),
        Some(last) => Symbols::of(vec![(least, greatest(bits)), (0, last)]),
        None => Symbols::of(vec![(least, greatest(bits))]),
    }
}

/// The greatest symbol of so many bits.
pub(super) fn greatest(bits: u32) -> u64 {
    u64::MAX >> (64 - bits)
}

/// The value of a term over one symbol.
pub(super) fn value_at(terms: &Terms, t: Term, symbol: Term, n: u64) -> Option<Value> {
    let bits = terms.width(symbol);
    terms.eval(t, &|v| (v == symbol).then(|| Value::bv(bits, n)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use smt::Sort;

    #[test]
    fn a_condition_and_its_symbols_agree_on_every_byte() {
        let terms = Terms::new();
        let x = terms.var("x", Sort::BitVec(8));
        let c = |n| terms.bv(8, n);
        for n in [0, 1, 127, 128, 129, 255] {
            let conditions = [
                terms.bv_ult(x, c(n)),
                terms.bv_ule(c(n), x),
                terms.bv_slt(x, c(n)),
                terms.bv_sle(x, c(n)),
                terms.bv_slt(c(n), x),
                terms.bv_sle(c(n), x),
                terms.eq(terms.bv_and(x, c(7)), c(n & 7)),
                terms.or2(terms.bv_slt(x, c(n)), terms.ne(x, c(5))),
            ];
            for condition in conditions {
                let set = Symbols::of_condition(&terms, condition, x).expect("bytes are tried");
                for at in 0..=255 {
                    let holds = value_at(&terms, condition, x, at) == Some(Value::Bool(true));
                    assert_eq!(set.contains(at), holds, "{} at {at}", terms.show(condition));
                    assert_eq!(set.not(8).contains(at), !holds);
                    let again = set.holds(&terms, x);
                    assert_eq!(value_at(&terms, again, x, at), Some(Value::Bool(holds)));
                }
            }
        }
    }
}

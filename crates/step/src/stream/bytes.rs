//! Sets of bytes.

use smt::{Term, Terms, Value};

/// A set of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ByteSet([u64; 4]);

impl ByteSet {
    /// The bytes for which a condition holds.
    pub fn of(terms: &Terms, byte: Term, condition: Term) -> Self {
        let mut set = [0; 4];
        for value in 0..256_u64 {
            let holds = terms.eval(condition, &|v| (v == byte).then(|| Value::bv(8, value)));
            if holds.and_then(|h| h.as_bool()) != Some(false) {
                set[value as usize / 64] |= 1 << (value % 64);
            }
        }
        Self(set)
    }

    fn contains(&self, value: u64) -> bool {
        self.0[value as usize / 64] >> (value % 64) & 1 == 1
    }

    fn iter(&self) -> impl Iterator<Item = u64> {
        (0..256).filter(|value| self.contains(*value))
    }

    /// The bytes in both.
    pub fn and(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// Whether no byte is in the set.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    /// All bytes.
    pub const ALL: Self = Self([u64::MAX; 4]);

    /// The value of a term, if it is the same for all bytes of the set.
    pub fn constant(&self, terms: &Terms, byte: Term, t: Term) -> Option<Term> {
        let value = |b: u64| terms.eval(t, &|v| (v == byte).then(|| Value::bv(8, b)));
        let mut values = self.iter().map(value);
        let first = values.next()??;
        values
            .all(|v| v.as_ref() == Some(&first))
            .then(|| terms.constant(first))
    }

    /// A condition that holds for exactly these.
    pub fn condition(&self, terms: &Terms, byte: Term) -> Term {
        let mut ranges: Vec<(u64, u64)> = Vec::new();
        for value in self.iter() {
            match ranges.last_mut() {
                Some((_, last)) if *last + 1 == value => *last = value,
                _ => ranges.push((value, value)),
            }
        }
        let number = |n: u64| terms.bv(8, n);
        let within = |&(first, last): &(u64, u64)| match first == last {
            true => terms.eq(byte, number(first)),
            false => terms.and(&[
                terms.bv_ule(number(first), byte),
                terms.bv_ule(byte, number(last)),
            ]),
        };
        terms.or(&ranges.iter().map(within).collect::<Vec<_>>())
    }
}

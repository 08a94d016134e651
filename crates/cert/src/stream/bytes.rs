//! Sets of bytes.

use smt::{Term, Terms};

/// A set of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Bytes([u64; 4]);

impl Bytes {
    pub const ALL: Self = Self([u64::MAX; 4]);
    pub const NONE: Self = Self([0; 4]);

    pub fn insert(&mut self, byte: u8) {
        self.0[usize::from(byte) / 64] |= 1 << (byte % 64);
    }

    pub fn contains(&self, byte: u8) -> bool {
        self.0[usize::from(byte) / 64] >> (byte % 64) & 1 == 1
    }

    pub fn is_empty(&self) -> bool {
        *self == Self::NONE
    }

    pub fn and(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    pub fn or(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    pub fn not(&self) -> Self {
        Self(self.0.map(|word| !word))
    }

    pub fn is_subset(&self, of: &Self) -> bool {
        self.and(of) == *self
    }

    pub fn iter(&self) -> impl Iterator<Item = u8> {
        (0..=255).filter(|byte| self.contains(*byte))
    }

    /// That a variable is one of them.
    pub fn condition(&self, terms: &Terms, variable: Term) -> Term {
        let number = |n: u8| terms.bv(8, n.into());
        let mut runs: Vec<(u8, u8)> = Vec::new();
        for byte in self.iter() {
            match runs.last_mut() {
                Some((_, last)) if *last + 1 == byte => *last = byte,
                _ => runs.push((byte, byte)),
            }
        }
        let within = |&(first, last): &(u8, u8)| {
            terms.and(&[
                terms.bv_ule(number(first), variable),
                terms.bv_ule(variable, number(last)),
            ])
        };
        terms.or(&runs.iter().map(within).collect::<Vec<_>>())
    }
}

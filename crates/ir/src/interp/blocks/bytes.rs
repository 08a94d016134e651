//! What a block holds: bytes with a value or none, and whole pointers among them.
//!
//! The bytes of a pointer hold its address, so that reading them as a number needs no thought.

use crate::interp::blocks::mask::{Mask, runs};
use crate::interp::blocks::pointers::{Pointer, Pointers, Stored};
use crate::memory::Content;

/// The content of a block. Whoever calls has made sure that what is meant lies within.
#[derive(Clone, Debug, Default)]
pub(in crate::interp) struct Bytes {
    values: Vec<u8>,
    set: Mask,
    pointers: Pointers,
}

/// Bytes on their way from one place to another.
#[derive(Clone, Debug, Default)]
pub(super) struct Cargo {
    values: Vec<u8>,
    set: Vec<u64>,
    pointers: Vec<Stored>,
}

impl Bytes {
    /// Begins anew.
    pub(super) fn reset(&mut self, size: usize, content: &Content) {
        self.values.clear();
        if let Content::Bytes(bytes) = content {
            self.values
                .extend_from_slice(&bytes[..bytes.len().min(size)]);
        }
        self.values.resize(size, 0);
        self.set.reset(size, !matches!(content, Content::Unset));
        self.pointers.reset();
    }

    /// Makes room for bytes that have no value yet.
    pub(super) fn grow(&mut self, size: usize) {
        if size > self.values.len() {
            self.values.resize(size, 0);
            self.set.grow(size);
        }
    }

    pub(in crate::interp) fn len(&self) -> usize {
        self.values.len()
    }

    /// Bytes that were made sure of.
    pub(in crate::interp) fn values(&self, start: usize, count: usize) -> &[u8] {
        &self.values[start..start + count]
    }

    #[inline]
    pub(in crate::interp) fn are_set(&self, start: usize, count: usize) -> bool {
        self.set.all(start, count)
    }

    /// A number of 1, 2, 4 or 8 bytes.
    #[inline]
    pub(in crate::interp) fn number(&self, at: usize, width: usize) -> u64 {
        match self.values[at..at + width] {
            [a] => a.into(),
            [a, b] => u16::from_le_bytes([a, b]).into(),
            [a, b, c, d] => u32::from_le_bytes([a, b, c, d]).into(),
            [a, b, c, d, e, f, g, h] => u64::from_le_bytes([a, b, c, d, e, f, g, h]),
            ref other => unreachable!("a number of {} bytes", other.len()),
        }
    }

    #[inline]
    pub(in crate::interp) fn set_number(&mut self, at: usize, width: usize, number: u64) {
        self.values[at..at + width].copy_from_slice(&number.to_le_bytes()[..width]);
        self.set.put(at, width, u64::MAX >> (64 - width));
        self.pointers.clear(at, width);
    }

    pub(in crate::interp) fn pointer(&self, at: usize, width: usize) -> Option<Pointer> {
        self.pointers.get(at, width)
    }

    /// Stores a pointer that has this address.
    pub(in crate::interp) fn set_pointer(
        &mut self,
        at: usize,
        width: usize,
        pointer: Pointer,
        address: u64,
    ) {
        self.values[at..at + width].copy_from_slice(&address.to_le_bytes()[..width]);
        self.set.put(at, width, u64::MAX >> (64 - width));
        self.pointers.put(Stored { at, width, pointer });
    }

    /// The same byte many times, or none.
    pub(in crate::interp) fn fill(&mut self, at: usize, count: usize, byte: Option<u8>) {
        self.values[at..at + count].fill(byte.unwrap_or(0));
        self.set.fill(at, count, byte.is_some());
        self.pointers.clear(at, count);
    }

    /// The bytes from one on up to the first that is zero or has no value; the second says whether it is zero.
    pub(in crate::interp) fn text(&self, at: usize) -> (&[u8], bool) {
        let text = self.values.get(at..).unwrap_or_default();
        let known = (0..text.len()).find(|&i| text[i] == 0 || !self.set.all(at + i, 1));
        match known {
            Some(end) => (&text[..end], self.set.all(at + end, 1)),
            None => (text, false),
        }
    }

    pub(super) fn lift(&self, start: usize, count: usize, cargo: &mut Cargo) {
        cargo.values.clear();
        cargo
            .values
            .extend_from_slice(&self.values[start..start + count]);
        cargo.set.clear();
        cargo
            .set
            .extend(runs(start, count).map(|(at, count)| self.set.get(at, count)));
        cargo.pointers.clear();
        cargo.pointers.extend(self.pointers.within(start, count));
    }

    pub(super) fn lower(&mut self, start: usize, cargo: &Cargo) {
        let count = cargo.values.len();
        self.values[start..start + count].copy_from_slice(&cargo.values);
        for ((at, count), bits) in runs(start, count).zip(&cargo.set) {
            self.set.put(at, count, *bits);
        }
        self.pointers.clear(start, count);
        for stored in &cargo.pointers {
            self.pointers.put(Stored {
                at: start + stored.at,
                ..*stored
            });
        }
    }
}

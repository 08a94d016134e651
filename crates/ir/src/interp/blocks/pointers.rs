//! The whole pointers that a block holds.

use std::ops::Range;

use crate::interp::ObjectId;

/// A pointer as a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::interp) struct Pointer {
    pub(in crate::interp) block: Option<ObjectId>,
    pub(in crate::interp) offset: i64,
}

impl Pointer {
    pub(in crate::interp) const NULL: Self = Self {
        block: None,
        offset: 0,
    };
}

/// Pointers that do not overlap, by where they begin.
#[derive(Clone, Debug, Default)]
pub(super) struct Pointers(Vec<Stored>);

#[derive(Clone, Copy, Debug)]
pub(super) struct Stored {
    pub(super) at: usize,
    pub(super) width: usize,
    pub(super) pointer: Pointer,
}

impl Stored {
    fn end(&self) -> usize {
        self.at + self.width
    }
}

impl Pointers {
    pub(super) fn reset(&mut self) {
        self.0.clear();
    }

    /// The pointer that is stored in exactly these bytes.
    pub(super) fn get(&self, at: usize, width: usize) -> Option<Pointer> {
        let found = self.0.binary_search_by_key(&at, |stored| stored.at).ok()?;
        Some(self.0[found])
            .filter(|stored| stored.width == width)
            .map(|stored| stored.pointer)
    }

    /// Stores one over whatever is there.
    pub(super) fn put(&mut self, stored: Stored) {
        let over = self.touching(stored.at, stored.width);
        match self.0[over.clone()] {
            // In place: a table of pointers that are often null is not moved around.
            [ref mut same] if same.at == stored.at && same.width == stored.width => *same = stored,
            [] if stored.pointer == Pointer::NULL => {}
            _ => drop(self.0.splice(over, [stored])),
        }
    }

    /// Forgets those of which these bytes are a part.
    #[inline]
    pub(super) fn clear(&mut self, start: usize, count: usize) {
        if !self.0.is_empty() {
            let over = self.touching(start, count);
            self.0.drain(over);
        }
    }

    /// Those that lie in these bytes as a whole, their place counted from the first.
    pub(super) fn within(&self, start: usize, count: usize) -> impl Iterator<Item = Stored> {
        let whole = self.0[self.touching(start, count)].iter();
        let whole = whole.filter(move |stored| start <= stored.at && stored.end() <= start + count);
        whole.map(move |stored| Stored {
            at: stored.at - start,
            ..*stored
        })
    }

    fn touching(&self, start: usize, count: usize) -> Range<usize> {
        let first = self.0.partition_point(|stored| stored.end() <= start);
        let behind = self.0.partition_point(|stored| stored.at < start + count);
        first..behind.max(first)
    }
}

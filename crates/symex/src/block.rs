//! Blocks of bytes as cells: whole numbers and pointers as they were written, so that reading one back gives the very
//! term that was stored.

use std::collections::BTreeMap;
use std::sync::Arc;

use ir::Type;
use ir::memory::Storage;
use smt::Term;

use crate::Value;

/// What makes an object a block of bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Memory {
    /// How many bytes.
    pub size: u64,
    /// How long it lives.
    pub storage: Storage,
    /// A name for people.
    pub name: Arc<str>,
    /// How many objects had been made when its life ended, if it has.
    pub died: Option<usize>,
    /// By the offset of their first byte: they lie side by side and cover the block.
    cells: BTreeMap<u64, Cell>,
}

/// Some bytes that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// A number, of as many bytes as its type has.
    Number {
        /// The number.
        term: Term,
        /// An integer or floating-point type. Parts of numbers are unsigned integers of any number of bytes.
        ty: Type,
    },
    /// A pointer.
    Pointer {
        /// What it points at.
        target: Value,
        /// How many bytes behind the start of that.
        offset: Term,
        /// How many bytes it has in memory.
        width: u8,
    },
    /// Bytes that were never written one by one.
    Blank {
        /// How many.
        bytes: u64,
        /// Whether they are zero; else they have no value.
        zero: bool,
    },
}

impl Cell {
    /// How many bytes it has.
    pub fn bytes(&self) -> u64 {
        match *self {
            Self::Number { ty, .. } => bytes_of(ty),
            Self::Pointer { width, .. } => width.into(),
            Self::Blank { bytes, .. } => bytes,
        }
    }

    /// Its first bytes, and the others if there are any; `None` if it is no cell that can be cut.
    fn cut(self, first: u64) -> Option<(Self, Option<Self>)> {
        match self {
            _ if self.bytes() == first => Some((self, None)),
            Self::Blank { bytes, zero } => {
                let part = |bytes| Self::Blank { bytes, zero };
                Some((part(first), Some(part(bytes - first))))
            }
            Self::Number { .. } | Self::Pointer { .. } => None,
        }
    }

    /// Whether its bytes have a value.
    pub fn is_set(&self) -> bool {
        !matches!(self, Self::Blank { zero: false, .. })
    }
}

/// How many bytes a number has in memory.
pub(crate) fn bytes_of(ty: Type) -> u64 {
    match ty {
        Type::Bool => 1,
        Type::Int(int) => u64::from(int.bits / 8),
        Type::Float(float) => u64::from(float.bits() / 8),
        Type::Ref => unreachable!("validated: references are not numbers"),
    }
}

impl Memory {
    /// A block with this content: cells that lie side by side and cover it, or none if it is dead.
    pub fn with_cells(
        size: u64,
        storage: Storage,
        name: Arc<str>,
        dead: bool,
        cells: BTreeMap<u64, Cell>,
    ) -> Self {
        Self {
            size,
            storage,
            name,
            died: dead.then_some(0),
            cells,
        }
    }

    /// A living block whose bytes are all alike.
    pub(crate) fn new(size: u64, storage: Storage, name: Arc<str>, zero: bool) -> Self {
        let blank = (size > 0).then_some((0, Cell::Blank { bytes: size, zero }));
        Self {
            size,
            storage,
            name,
            died: None,
            cells: blank.into_iter().collect(),
        }
    }

    /// The cells of the block with the offsets of their first bytes, in order.
    pub fn cells(&self) -> impl Iterator<Item = (u64, Cell)> {
        self.cells.iter().map(|(&start, &cell)| (start, cell))
    }

    /// The cell that begins at an offset.
    pub(crate) fn starting(&self, at: u64) -> Option<Cell> {
        self.cells.get(&at).copied()
    }

    /// The cells of which some byte is one of these.
    pub(crate) fn overlapping(&self, at: u64, bytes: u64) -> impl Iterator<Item = (u64, Cell)> {
        let first = self
            .cells
            .range(..=at)
            .next_back()
            .map_or(at, |(&start, _)| start);
        let range = first..at.saturating_add(bytes).max(first);
        self.cells
            .range(range)
            .map(|(&start, &cell)| (start, cell))
            .filter(move |_| bytes > 0)
    }

    /// Whether all of these bytes have a value.
    pub(crate) fn is_set(&self, at: u64, bytes: u64) -> bool {
        self.overlapping(at, bytes).all(|(_, cell)| cell.is_set())
    }

    /// Whether all bytes lie within.
    pub(crate) fn holds(&self, at: u64, bytes: u64) -> bool {
        at.checked_add(bytes).is_some_and(|end| end <= self.size)
    }

    /// Writes a cell in the place of one that has the same bytes, if there is one.
    pub(crate) fn overwrite(&mut self, at: u64, cell: Cell) -> bool {
        match self.cells.get_mut(&at) {
            Some(old) if old.bytes() == cell.bytes() => {
                *old = cell;
                true
            }
            Some(_) | None => false,
        }
    }

    /// A block of as many bytes whose cells are each made of those of two blocks; `None` if one of them cannot be.
    pub(crate) fn joined(
        &self,
        other: &Self,
        join: impl Fn(Cell, Cell) -> Option<Cell>,
    ) -> Option<Self> {
        let (mut mine, mut others) = (self.cells(), other.cells());
        let (mut a, mut b) = (mine.next(), others.next());
        let mut cells = BTreeMap::new();
        while let (Some((at, one)), Some((_, two))) = (a, b) {
            let bytes = one.bytes().min(two.bytes());
            let (one, rest) = one.cut(bytes)?;
            let (two, others_rest) = two.cut(bytes)?;
            cells.insert(at, join(one, two)?);
            let behind = |rest: Option<Cell>| rest.map(|cell| (at + bytes, cell));
            a = behind(rest).or_else(|| mine.next());
            b = behind(others_rest).or_else(|| others.next());
        }
        let name = self.name.clone();
        (a.is_none() && b.is_none()).then_some(Self {
            name,
            cells,
            ..*self
        })
    }

    /// Puts cells in the place of all that have one of these bytes. Together they must have the same bytes as those.
    pub(crate) fn replace(
        &mut self,
        at: u64,
        bytes: u64,
        cells: impl IntoIterator<Item = (u64, Cell)>,
    ) {
        let old: Vec<u64> = self
            .overlapping(at, bytes)
            .map(|(start, _)| start)
            .collect();
        for start in old {
            self.cells.remove(&start);
        }
        self.cells.extend(cells);
    }
}

//! Blocks of memory in a graph.

use std::collections::BTreeMap;
use std::sync::Arc;

use ir::memory::Storage;
use ir::{IntType, Layout, Leaf, LeafKind, Type};
use smt::Term;
use symex::{Cell, Memory, Value};

use super::{Making, Node, Slot, Walk, forget};

/// A block of memory.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Bytes {
    pub size: u64,
    pub storage: Storage,
    pub name: Arc<str>,
    pub dead: bool,
    pub cells: Vec<(u64, Kept)>,
    /// What lies in it, as far as it is known: a place in [`ir::Layouts::types`].
    pub laid_out: Option<usize>,
}

/// Some bytes that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Kept {
    Number(Type, Slot),
    Pointer(u8, Slot, Slot),
    Blank(u64, bool),
    /// Bytes whose values are not known any more.
    Forgotten(u64),
}

impl<'a> Walk<'a> {
    pub(super) fn bytes(&mut self, node: usize, memory: &Memory) -> Bytes {
        let Memory {
            size,
            storage,
            ref name,
            died,
            ..
        } = *memory;
        let dead = died.is_some();
        let laid_out = self.laid_out[node];
        // What is dead cannot be read.
        let cells = match (dead, storage) {
            (true, _) => Vec::new(),
            (false, Storage::Constant) => memory
                .cells()
                .map(|(at, cell)| (at, self.constant(name, at, &cell)))
                .collect(),
            (false, _) if self.rules.layouts.is_some() => self.typed_cells(node, memory),
            (false, _) if forget::is_loose(memory) => memory
                .cells()
                .map(|c| self.loose_cell(node, name, c))
                .collect(),
            (false, _) => memory
                .cells()
                .map(|(at, cell)| (at, self.cell(name, at, &cell)))
                .collect(),
        };
        Bytes {
            size,
            storage,
            name: name.clone(),
            dead,
            cells,
            laid_out,
        }
    }

    /// The cells of a block of which it may be known what lies in it. Zeros that nobody has written one by one are the
    /// numbers and null pointers that they would be read as, so that it makes no difference who has written them.
    fn typed_cells(&mut self, node: usize, memory: &Memory) -> Vec<(u64, Kept)> {
        let layout = self.layout(node);
        let mut cells = Vec::new();
        for (at, cell) in memory.cells() {
            match cell {
                Cell::Blank { bytes, zero: true } => self.zeros(layout, at, bytes, &mut cells),
                cell => cells.push((at, cell)),
            }
        }
        let fixed = memory.storage == Storage::Fixed;
        let kept = |(at, cell): (u64, Cell)| {
            let kept = match cell {
                Cell::Number { term, ty } if self.rules.numbers_vary && !fixed => {
                    let key = || format!("{}+{at}", memory.name);
                    Kept::Number(ty, self.variable(Value::Scalar(term), key))
                }
                cell => self.cell(&memory.name, at, &cell),
            };
            if let Kept::Pointer(_, target, _) = kept
                && let Some(LeafKind::Pointer(_, to)) = layout
                    .and_then(|layout| layout.leaf(at))
                    .map(|leaf| leaf.kind)
            {
                self.lies(target, to);
            }
            (at, kept)
        };
        cells.into_iter().map(kept).collect()
    }

    fn layout(&self, node: usize) -> Option<&'a Layout> {
        let place = self.laid_out[node]?;
        self.rules.layouts?.types.get(place)
    }

    /// Zeros as what lies there; what is not known stays what it is.
    fn zeros(&self, layout: Option<&Layout>, first: u64, bytes: u64, cells: &mut Vec<(u64, Cell)>) {
        let zero = |bytes| Cell::Blank { bytes, zero: true };
        let end = first + bytes;
        let (mut at, mut unknown) = (first, first);
        while at < end {
            let leaf = layout.and_then(|layout| layout.leaf(at));
            let cell = leaf
                .filter(|leaf| at + leaf.bytes() <= end)
                .and_then(|leaf| self.zero(leaf));
            let Some(cell) = cell else {
                at += 1;
                continue;
            };
            if unknown < at {
                cells.push((unknown, zero(at - unknown)));
            }
            cells.push((at, cell));
            at += cell.bytes();
            unknown = at;
        }
        if unknown < end {
            cells.push((unknown, zero(end - unknown)));
        }
    }

    fn zero(&self, leaf: &Leaf) -> Option<Cell> {
        let number = |ty| match self.world.zero(ty) {
            Value::Scalar(term) => Some(term),
            Value::Ref(_) | Value::Open(_) | Value::Hidden | Value::NotNull => None,
        };
        Some(match leaf.kind {
            LeafKind::Number(ty) => Cell::Number {
                term: number(ty)?,
                ty,
            },
            LeafKind::Pointer(width, _) => Cell::Pointer {
                target: Value::Ref(None),
                offset: number(Type::Int(IntType::I64))?,
                width,
            },
        })
    }

    /// A cell of a block that nobody writes: there is no need to say whose value it is.
    fn constant(&mut self, name: &str, at: u64, cell: &Cell) -> Kept {
        match *cell {
            Cell::Number { term, ty } if self.world.terms.value(term).is_some() => {
                Kept::Number(ty, Slot::Constant(term))
            }
            Cell::Number { .. } | Cell::Pointer { .. } | Cell::Blank { .. } => {
                self.cell(name, at, cell)
            }
        }
    }

    pub(super) fn cell(&mut self, name: &str, at: u64, cell: &Cell) -> Kept {
        match *cell {
            Cell::Number { term, ty } => Kept::Number(
                ty,
                self.slot(Value::Scalar(term), || format!("{name}+{at}")),
            ),
            Cell::Pointer {
                target,
                offset,
                width,
            } => {
                let target = self.slot(target, String::new);
                Kept::Pointer(
                    width,
                    target,
                    self.slot(Value::Scalar(offset), || format!("{name}+{at} offset")),
                )
            }
            Cell::Blank { bytes, zero } => Kept::Blank(bytes, zero),
        }
    }
}

impl Node {
    /// The numbers and offsets in memory that are variables: what they are called, and their types.
    pub fn scalar_cells(&self) -> impl Iterator<Item = (String, Type)> {
        let named = |name: &Arc<str>, at: u64| format!("{name}+{at}");
        let cells = self.block.iter().flat_map(move |block| {
            let scalars = block.scalars();
            scalars.map(move |(at, ty)| (named(&block.name, at), at, ty))
        });
        cells.map(|(name, at, ty)| match self.is_offset(at) {
            true => (format!("{name} offset"), ty),
            false => (name, ty),
        })
    }

    /// Whether a pointer lies at an offset of its block.
    pub fn is_offset(&self, at: u64) -> bool {
        let mut cells = self.block.iter().flat_map(|block| &block.cells);
        cells.any(|(own, kept)| *own == at && matches!(kept, Kept::Pointer(..)))
    }
}

impl Bytes {
    /// The numbers and offsets that are variables: where they lie, and their types.
    pub fn scalars(&self) -> impl Iterator<Item = (u64, Type)> {
        self.cells.iter().filter_map(|(at, cell)| match cell {
            Kept::Number(ty, Slot::Scalar) => Some((*at, *ty)),
            Kept::Pointer(_, _, Slot::Scalar) => Some((*at, Type::Int(IntType::I64))),
            Kept::Number(..) | Kept::Pointer(..) | Kept::Blank(..) | Kept::Forgotten(_) => None,
        })
    }
}

impl Making<'_> {
    pub(super) fn memory(&mut self, number: usize, block: &Bytes) -> Memory {
        let mut cells = BTreeMap::new();
        for &(at, cell) in &block.cells {
            let cell = match cell {
                Kept::Number(ty, slot) => Cell::Number {
                    term: self.scalar(slot),
                    ty,
                },
                Kept::Pointer(width, target, offset) => Cell::Pointer {
                    target: self.value(target),
                    offset: self.scalar(offset),
                    width,
                },
                Kept::Blank(bytes, zero) => Cell::Blank { bytes, zero },
                Kept::Forgotten(bytes) => {
                    cells.extend(forget::unknown(self.world, number, at, bytes));
                    continue;
                }
            };
            cells.insert(at, cell);
        }
        Memory::with_cells(
            block.size,
            block.storage,
            block.name.clone(),
            block.dead,
            cells,
        )
    }

    fn scalar(&mut self, slot: Slot) -> Term {
        match self.value(slot) {
            Value::Scalar(term) => term,
            Value::Ref(_) | Value::Open(_) | Value::Hidden | Value::NotNull => {
                unreachable!("numbers and offsets are scalars")
            }
        }
    }
}

//! Blocks of memory in a graph.

use std::collections::BTreeMap;
use std::sync::Arc;

use ir::memory::Storage;
use ir::{IntType, Type};
use smt::Term;
use symex::{Cell, Memory, Value};

use super::{Making, Node, Slot, Walk, forget};

/// A block of memory.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Bytes {
    pub size: u64,
    storage: Storage,
    name: Arc<str>,
    dead: bool,
    pub cells: Vec<(u64, Kept)>,
}

/// Some bytes that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Kept {
    Number(Type, Slot),
    Pointer(u8, Slot, Slot),
    Blank(u64, bool),
    /// Bytes whose values are not known any more.
    Forgotten(u64),
}

impl Walk<'_> {
    pub(super) fn bytes(&mut self, node: usize, memory: &Memory) -> Bytes {
        let Memory {
            size,
            storage,
            ref name,
            died,
            ..
        } = *memory;
        let dead = died.is_some();
        // What is dead cannot be read.
        let cells = match (dead, storage) {
            (true, _) => Vec::new(),
            (false, Storage::Constant) => memory
                .cells()
                .map(|(at, cell)| (at, self.constant(name, at, &cell)))
                .collect(),
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
        }
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
        let cells = self
            .block
            .iter()
            .flat_map(|block| block.cells.iter().map(|cell| (&block.name, cell)));
        cells.filter_map(|(name, (at, cell))| match cell {
            Kept::Number(ty, Slot::Scalar) => Some((format!("{name}+{at}"), *ty)),
            Kept::Pointer(_, _, Slot::Scalar) => {
                Some((format!("{name}+{at} offset"), Type::Int(IntType::I64)))
            }
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

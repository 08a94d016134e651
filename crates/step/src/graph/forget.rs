//! Forgetting what is in memory: a program may leave values in a buffer that it overwrites before it reads them, and
//! nobody need tell apart what they are.
//!
//! Soundness: a forgotten byte is a variable of its own, which stands for every value. What is forgotten had a value, so
//! that reading it is as defined as it was.

use std::collections::BTreeSet;

use ir::memory::Storage;
use ir::{IntType, Type};
use smt::{Sort, Term, Terms};
use symex::{Cell, Memory, World};

use super::block::Kept;
use super::{Captured, Graph, Walk};

/// Bytes of blocks of which each is thought of.
const LOOSE_SIZES: std::ops::RangeInclusive<u64> = 1..=512;

/// A byte of memory in a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Byte {
    /// The object.
    node: usize,
    /// Where in its block.
    at: u64,
}

impl Byte {
    /// The variable that stands for it where it is forgotten.
    pub fn unknown(self, terms: &Terms) -> Term {
        terms.var(
            &format!("forgotten' {}+{}", self.node, self.at),
            Sort::BitVec(8),
        )
    }
}

/// A cell that may be forgotten.
pub(super) struct Loose {
    first: Byte,
    /// Its value, if that is a variable of the graph.
    leaf: Option<usize>,
    /// Its value, if that is part of the graph.
    known: Option<usize>,
}

/// Whether the cells of a block may be forgotten.
pub(super) fn is_loose(memory: &Memory) -> bool {
    match memory.storage {
        Storage::Static | Storage::Automatic | Storage::Fixed | Storage::Allocated => {
            LOOSE_SIZES.contains(&memory.size)
        }
        Storage::Constant | Storage::Input | Storage::Changed | Storage::Output => false,
    }
}

/// Cells of which nothing is known.
pub(super) fn unknown(
    world: &World<'_>,
    node: usize,
    at: u64,
    bytes: u64,
) -> impl Iterator<Item = (u64, Cell)> {
    let ty = Type::Int(IntType {
        bits: 8,
        signed: false,
    });
    (at..at + bytes).map(move |at| {
        (
            at,
            Cell::Number {
                term: Byte { node, at }.unknown(world.terms),
                ty,
            },
        )
    })
}

impl Walk<'_> {
    pub(super) fn loose_cell(
        &mut self,
        node: usize,
        name: &str,
        (at, cell): (u64, Cell),
    ) -> (u64, Kept) {
        let (leaves, known) = (self.leaves.len(), self.known.len());
        let kept = self.cell(name, at, &cell);
        let is_leaf = self.leaves.len() > leaves;
        let may = match kept {
            // What moves along with the stream is never idle.
            Kept::Number(..) => !is_leaf || !(self.rules.widened)(&self.keys[leaves]),
            Kept::Blank(_, zero) => zero,
            Kept::Pointer(..) | Kept::Forgotten(_) => false,
        };
        if may {
            let is_known = self.known.len() > known;
            let (leaf, known) = (is_leaf.then_some(leaves), is_known.then_some(known));
            self.loose.push(Loose {
                first: Byte { node, at },
                leaf,
                known,
            });
        }
        (at, kept)
    }
}

impl<R: Clone> Captured<R> {
    /// Whether something may be forgotten.
    pub fn has_loose(&self) -> bool {
        !self.loose.is_empty()
    }

    /// The graph with everything forgotten that may be.
    pub fn control(&self) -> Graph<R> {
        let mut graph = self.graph.clone();
        graph.forget(
            &self.loose.iter().map(|loose| loose.first).collect(),
            &BTreeSet::new(),
        );
        graph
    }

    /// Forgets what may be forgotten, but for some bytes.
    pub fn forget(&mut self, but: &BTreeSet<Byte>) {
        let loose: BTreeSet<Byte> = self.loose.iter().map(|loose| loose.first).collect();
        let forgotten = self.graph.forget(&loose, but);
        let gone: Vec<&Loose> = self
            .loose
            .iter()
            .filter(|loose| forgotten.contains(&loose.first))
            .collect();
        let leaves: BTreeSet<usize> = gone.iter().filter_map(|loose| loose.leaf).collect();
        let known: BTreeSet<usize> = gone.iter().filter_map(|loose| loose.known).collect();
        without(&mut self.leaves, &leaves);
        without(&mut self.keys, &leaves);
        without(&mut self.known, &known);
        self.loose.clear();
    }
}

fn without<T>(all: &mut Vec<T>, gone: &BTreeSet<usize>) {
    let mut number = 0;
    all.retain(|_| {
        number += 1;
        !gone.contains(&(number - 1))
    });
}

impl<R> Graph<R> {
    /// The bytes that are forgotten.
    pub fn forgotten(&self) -> Vec<Byte> {
        let mut all = Vec::new();
        for (node, block) in self
            .nodes
            .iter()
            .enumerate()
            .filter_map(|(i, node)| Some((i, node.block.as_ref()?)))
        {
            for &(at, cell) in &block.cells {
                if let Kept::Forgotten(bytes) = cell {
                    all.extend((at..at + bytes).map(|at| Byte { node, at }));
                }
            }
        }
        all
    }

    /// Forgets the cells that begin with these bytes, but for other bytes; which cells are forgotten as a whole.
    fn forget(&mut self, loose: &BTreeSet<Byte>, but: &BTreeSet<Byte>) -> BTreeSet<Byte> {
        let mut gone = BTreeSet::new();
        for (node, block) in self
            .nodes
            .iter_mut()
            .enumerate()
            .filter_map(|(i, node)| Some((i, node.block.as_mut()?)))
        {
            let ends: Vec<u64> = block
                .cells
                .iter()
                .skip(1)
                .map(|(at, _)| *at)
                .chain([block.size])
                .collect();
            let mut cells = Vec::new();
            for ((at, cell), end) in std::mem::take(&mut block.cells).into_iter().zip(ends) {
                let first = Byte { node, at };
                let kept = |at: u64| but.contains(&Byte { node, at });
                match cell {
                    _ if !loose.contains(&first) => cells.push((at, cell)),
                    Kept::Blank(_, zero) => {
                        let piece = |at| {
                            if kept(at) {
                                Kept::Blank(1, zero)
                            } else {
                                Kept::Forgotten(1)
                            }
                        };
                        (at..end).for_each(|at| cells.push((at, piece(at))));
                    }
                    _ if (at..end).any(kept) => cells.push((at, cell)),
                    _ => {
                        gone.insert(first);
                        cells.push((at, Kept::Forgotten(end - at)));
                    }
                }
            }
            block.cells = joined(cells);
        }
        gone
    }
}

/// Bytes that lie side by side and are alike as one cell.
fn joined(cells: Vec<(u64, Kept)>) -> Vec<(u64, Kept)> {
    let mut all: Vec<(u64, Kept)> = Vec::new();
    for (at, cell) in cells {
        match (all.last_mut(), cell) {
            (Some((_, Kept::Forgotten(bytes))), Kept::Forgotten(more)) => *bytes += more,
            (Some((_, Kept::Blank(bytes, zero))), Kept::Blank(more, other)) if *zero == other => {
                *bytes += more
            }
            _ => all.push((at, cell)),
        }
    }
    all
}

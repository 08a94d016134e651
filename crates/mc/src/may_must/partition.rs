//! Abstract states: each location's values are divided by predicates, a tree of them.
//!
//! The paper's abstract states are all sets of predicates. Here a predicate divides only the block that a refinement
//! asked about; every block is a union of the paper's states, so there are never more of them.

use std::collections::BTreeMap;

use base::{Arena, define_id};
use smt::{Term, Terms, Value};
use step::{LocationId, StepSystem};

define_id!(
    /// A [`Block`] of a [`Partition`].
    BlockId, "block"
);

/// States of one location that no predicate tells apart.
#[derive(Clone, Debug)]
pub struct Block {
    /// The location.
    pub location: LocationId,
    /// What holds of its variables, their range included.
    pub region: Term,
}

/// All states in blocks. A block that was divided keeps its number, which then stands for nothing.
#[derive(Default)]
pub(super) struct Partition {
    blocks: Arena<BlockId, Block>,
    trees: BTreeMap<LocationId, Tree>,
    /// What became of blocks that were divided.
    parts: BTreeMap<BlockId, [BlockId; 2]>,
    /// Predicates in the order they were found.
    predicates: Vec<(LocationId, Term)>,
}

enum Tree {
    Block(BlockId),
    Divided {
        predicate: Term,
        inside: Box<Tree>,
        outside: Box<Tree>,
    },
}

impl Partition {
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id]
    }

    pub fn predicates(&self) -> &[(LocationId, Term)] {
        &self.predicates
    }

    /// The block of a state; a location that was not seen before is one block.
    pub fn block_of(
        &mut self,
        system: &StepSystem,
        location: LocationId,
        values: &[Value],
    ) -> BlockId {
        if !self.trees.contains_key(&location) {
            let block = self.blocks.push(Block {
                location,
                region: system.range(location),
            });
            self.trees.insert(location, Tree::Block(block));
        }
        let variables = system
            .location(location)
            .variables
            .iter()
            .map(|v| v.term)
            .zip(values)
            .collect::<Vec<_>>();
        let value = |var: Term| {
            variables
                .iter()
                .find(|(v, _)| *v == var)
                .map(|(_, value)| (*value).clone())
        };
        self.trees[&location].find(&system.terms, &value)
    }

    /// Divides a block: the states where the predicate holds, and the others. Both must exist.
    pub fn divide(&mut self, terms: &Terms, block: BlockId, predicate: Term) -> [BlockId; 2] {
        let Block { location, region } = self.blocks[block].clone();
        let parts = [predicate, terms.not(predicate)].map(|part| Block {
            location,
            region: terms.and(&[region, part]),
        });
        let parts = parts.map(|part| self.blocks.push(part));
        if let Some(tree) = self.trees.get_mut(&location) {
            tree.divide(block, predicate, parts);
        }
        self.parts.insert(block, parts);
        self.predicates.push((location, predicate));
        parts
    }

    /// The blocks that a block consists of by now.
    pub fn parts(&self, block: BlockId) -> Vec<BlockId> {
        match self.parts.get(&block) {
            Some(parts) => parts.iter().flat_map(|&part| self.parts(part)).collect(),
            None => vec![block],
        }
    }
}

impl Tree {
    fn find(&self, terms: &Terms, value: &dyn Fn(Term) -> Option<Value>) -> BlockId {
        match self {
            Self::Block(block) => *block,
            Self::Divided {
                predicate,
                inside,
                outside,
            } => {
                let holds = terms.eval(*predicate, value) == Some(Value::Bool(true));
                if holds { inside } else { outside }.find(terms, value)
            }
        }
    }

    fn divide(&mut self, block: BlockId, predicate: Term, parts: [BlockId; 2]) {
        match self {
            Self::Block(own) if *own == block => {
                let [inside, outside] = parts.map(|part| Box::new(Self::Block(part)));
                *self = Self::Divided {
                    predicate,
                    inside,
                    outside,
                };
            }
            Self::Block(_) => {}
            Self::Divided {
                inside, outside, ..
            } => {
                inside.divide(block, predicate, parts);
                outside.divide(block, predicate, parts);
            }
        }
    }
}

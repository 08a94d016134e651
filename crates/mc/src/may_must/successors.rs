//! What can follow a block under a symbol, as far as it was asked for, and what of it survives a refinement.

use std::collections::{BTreeMap, BTreeSet};

use base::Outcome;

use super::BlockId;

/// What a step from a block leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum End {
    /// The end of all calls: an error, or what could not be analysed.
    Final(Outcome),
    /// States of this block.
    Block(BlockId),
}

/// The may successors of one block under one symbol: every state has a successor, so there is at least one.
#[derive(Clone, Debug, Default)]
pub(super) struct Successors {
    /// Those that were found.
    pub found: BTreeSet<End>,
    /// There are no others.
    pub complete: bool,
    /// All that can be among them, if a coarser abstraction has told.
    pub candidates: Option<BTreeSet<End>>,
    /// Paths that no state of the block takes.
    pub impossible: BTreeSet<usize>,
}

impl Successors {
    pub fn add(&mut self, end: End) {
        self.found.insert(end);
        self.complete |= self.candidates.as_ref() == Some(&self.found);
    }

    /// What is known of a part of the block, or of a part of the symbol.
    pub fn of_part(&self) -> Self {
        let candidates = if self.complete {
            Some(self.found.clone())
        } else {
            self.candidates.clone()
        };
        Self {
            candidates,
            impossible: self.impossible.clone(),
            ..Self::default()
        }
        .deduced()
    }

    /// What is known after a block was divided.
    pub fn divided(&self, block: BlockId, parts: [BlockId; 2]) -> Self {
        let old = End::Block(block);
        let mut next = self.clone();
        if self.complete {
            next.candidates = Some(self.found.clone());
        }
        if next.candidates.as_mut().is_some_and(|all| all.remove(&old)) {
            next.candidates
                .iter_mut()
                .for_each(|all| all.extend(parts.map(End::Block)));
        }
        if next.found.remove(&old) {
            next.complete = false;
        }
        next.deduced()
    }

    pub fn leads_to(&self, block: BlockId) -> bool {
        let end = End::Block(block);
        self.found.contains(&end)
            || self
                .candidates
                .as_ref()
                .is_some_and(|all| all.contains(&end))
    }

    /// The only successor there can be is one.
    fn deduced(mut self) -> Self {
        if let Some(all) = &self.candidates
            && (all.len() == 1 || *all == self.found)
        {
            self.found = all.clone();
            self.complete = true;
        }
        self
    }
}

/// The successors of all blocks that were asked about.
#[derive(Default)]
pub(super) struct Graph {
    steps: BTreeMap<(BlockId, usize), Successors>,
}

impl Graph {
    pub fn get(&self, block: BlockId, symbol: usize) -> Option<&Successors> {
        self.steps.get(&(block, symbol))
    }

    pub fn set(&mut self, block: BlockId, symbol: usize, successors: Successors) {
        self.steps.insert((block, symbol), successors);
    }

    /// A block was divided: its parts inherit what it could lead to, and what led to it leads to some of them.
    pub fn divide(&mut self, block: BlockId, parts: [BlockId; 2]) {
        let own: Vec<(usize, Successors)> = self
            .of_block(block)
            .map(|(s, next)| (s, next.of_part()))
            .collect();
        for (symbol, next) in own {
            self.steps.remove(&(block, symbol));
            parts
                .iter()
                .for_each(|&part| self.set(part, symbol, next.clone()));
        }
        for next in self.steps.values_mut().filter(|next| next.leads_to(block)) {
            *next = next.divided(block, parts);
        }
    }

    fn of_block(&self, block: BlockId) -> impl Iterator<Item = (usize, &Successors)> {
        self.steps
            .range((block, 0)..=(block, usize::MAX))
            .map(|(&(_, symbol), next)| (symbol, next))
    }

    /// A symbol was split in two: both lead to some of what it led to.
    pub fn split(&mut self, symbol: usize, new: usize) {
        let all: Vec<(BlockId, Successors)> = self
            .steps
            .iter()
            .filter(|((_, s), _)| *s == symbol)
            .map(|(&(b, _), next)| (b, next.of_part()))
            .collect();
        for (block, next) in all {
            self.set(block, new, next.clone());
            self.set(block, symbol, next);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Id;

    fn block(i: usize) -> End {
        End::Block(BlockId::from_index(i))
    }

    fn complete(ends: &[End]) -> Successors {
        Successors {
            found: ends.iter().copied().collect(),
            complete: true,
            ..Successors::default()
        }
    }

    #[test]
    fn a_must_step_stays_one_when_its_block_is_divided() {
        let part = complete(&[block(7)]).of_part();
        assert!(part.complete && part.found == BTreeSet::from([block(7)]));
    }

    #[test]
    fn one_of_several_ways_stays_open_when_a_block_is_divided() {
        let part = complete(&[block(7), End::Final(Outcome::Error)]).of_part();
        assert!(!part.complete && part.found.is_empty());
        assert_eq!(
            part.candidates,
            Some(BTreeSet::from([block(7), End::Final(Outcome::Error)]))
        );
    }

    #[test]
    fn a_way_into_a_divided_block_leads_to_some_of_its_parts() {
        let parts = [8, 9].map(BlockId::from_index);
        let next = complete(&[block(7), block(3)]).divided(BlockId::from_index(7), parts);
        assert!(!next.complete && next.found == BTreeSet::from([block(3)]));
        assert_eq!(
            next.candidates,
            Some(BTreeSet::from([block(3), block(8), block(9)]))
        );
        let elsewhere = complete(&[block(3)]).divided(BlockId::from_index(7), parts);
        assert!(
            elsewhere.complete,
            "a step that does not lead there is not touched"
        );
    }
}

//! Words on the two abstractions: the paper's `CheckSafe(ts(σ), …)` (Algorithm 2), on the fly.

use std::collections::BTreeMap;

use base::{Outcome, StopReason};

use super::{Abstraction, BlockId, End};

/// A way through the may abstraction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The blocks that are left, and the symbols by which.
    pub steps: Vec<(BlockId, usize)>,
    /// What the last step leads to.
    pub last: End,
}

impl Trace {
    /// What a step leads to.
    pub fn end(&self, step: usize) -> End {
        self.steps
            .get(step + 1)
            .map_or(self.last, |&(block, _)| End::Block(block))
    }
}

impl Abstraction<'_> {
    /// What a word must end in: an outcome if every step must lead somewhere, `None` if one need not.
    pub fn must_word(&mut self, word: &[usize]) -> Result<Option<Outcome>, StopReason> {
        let mut block = self.initial();
        for &symbol in word {
            match self.must(block, symbol)? {
                Some(End::Block(next)) => block = next,
                Some(End::Final(outcome)) => return Ok(Some(outcome)),
                None => return Ok(None),
            }
        }
        Ok(Some(Outcome::Ok))
    }

    /// A way on which a word may end in anything but this, a shortest one if it ends early.
    pub fn may_end_otherwise(
        &mut self,
        word: &[usize],
        than: Outcome,
    ) -> Result<Option<Trace>, StopReason> {
        // For each step the blocks before it, each with one before that.
        let mut layers: Vec<BTreeMap<BlockId, BlockId>> = Vec::new();
        let start = self.initial();
        let mut layer = BTreeMap::from([(start, start)]);
        let trace = |layers: &[BTreeMap<BlockId, BlockId>], block, last| {
            let steps = back(layers, block)
                .into_iter()
                .zip(word.iter().copied())
                .collect();
            Ok(Some(Trace { steps, last }))
        };
        for &symbol in word {
            let mut next = BTreeMap::new();
            for &block in layer.keys() {
                for end in self.may(block, symbol)? {
                    match end {
                        End::Block(to) => _ = next.entry(to).or_insert(block),
                        End::Final(outcome) if outcome == than => {}
                        End::Final(_) => {
                            layers.push(layer);
                            return trace(&layers, block, end);
                        }
                    }
                }
            }
            layers.push(std::mem::replace(&mut layer, next));
        }
        match layer.first_key_value() {
            Some((&block, &before)) if than != Outcome::Ok => {
                trace(&layers, before, End::Block(block))
            }
            _ => Ok(None),
        }
    }
}

/// The blocks on the way to one of the last layer.
fn back(layers: &[BTreeMap<BlockId, BlockId>], last: BlockId) -> Vec<BlockId> {
    let mut blocks = vec![last];
    for layer in layers[1..].iter().rev() {
        let block = blocks[blocks.len() - 1];
        blocks.push(layer[&block]);
    }
    blocks.reverse();
    blocks
}

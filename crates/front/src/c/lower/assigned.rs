//! Tests whether a variable has a value are left out where it is known: a forward analysis of the truth values that
//! say so.

use std::collections::{BTreeMap, BTreeSet};

use base::{Arena, Id};
use ir::{Block, BlockId, Code, Const, Expr, LocalId, StatementKind, TerminatorKind, UnaryOp};

/// What a truth value may be at a place, a bit for each local.
#[derive(Clone, PartialEq, Eq)]
struct May {
    truth: Vec<u64>,
    lie: Vec<u64>,
}

impl May {
    fn nothing(count: usize) -> Self {
        Self {
            truth: vec![0; count.div_ceil(64)],
            lie: vec![0; count.div_ceil(64)],
        }
    }

    fn set(&mut self, bit: usize, value: bool) {
        let (word, mask) = (bit / 64, 1 << (bit % 64));
        let (on, off) = if value {
            (&mut self.truth, &mut self.lie)
        } else {
            (&mut self.lie, &mut self.truth)
        };
        on[word] |= mask;
        off[word] &= !mask;
    }

    fn may(&self, bit: usize, value: bool) -> bool {
        let bits = if value { &self.truth } else { &self.lie };
        bits[bit / 64] & (1 << (bit % 64)) != 0
    }

    /// Takes in what may be on another way; whether that is news.
    fn join(&mut self, other: &Self) -> bool {
        let before = self.clone();
        self.truth
            .iter_mut()
            .zip(&other.truth)
            .for_each(|(a, b)| *a |= b);
        self.lie
            .iter_mut()
            .zip(&other.lie)
            .for_each(|(a, b)| *a |= b);
        *self != before
    }
}

/// The code with branches on these locals decided where they can be.
pub(super) fn simplify(mut code: Code, given: &BTreeSet<LocalId>) -> Code {
    if given.is_empty() {
        return code;
    }
    let positions: BTreeMap<LocalId, usize> =
        given.iter().enumerate().map(|(i, l)| (*l, i)).collect();
    let entries = solve(&code, &positions);
    let decided: Vec<(BlockId, BlockId)> = code
        .blocks
        .iter()
        .filter_map(|(id, block)| {
            Some((
                id,
                decide(block, entries[id.index()].as_ref()?, &positions)?,
            ))
        })
        .collect();
    for (id, to) in decided {
        code.blocks[id].terminator.kind = TerminatorKind::Goto(to);
    }
    forget(&mut code, given);
    code
}

fn solve(code: &Code, positions: &BTreeMap<LocalId, usize>) -> Vec<Option<May>> {
    let mut entries: Vec<Option<May>> = vec![None; code.blocks.len()];
    entries[0] = Some(May::nothing(positions.len()));
    let mut work = vec![BlockId::from_index(0)];
    while let Some(id) = work.pop() {
        let Some(entry) = &entries[id.index()] else {
            continue;
        };
        for (next, out) in flow(&code.blocks[id], entry, positions) {
            let news = match &mut entries[next.index()] {
                Some(entry) => entry.join(&out),
                entry @ None => {
                    *entry = Some(out);
                    true
                }
            };
            if news {
                work.push(next);
            }
        }
    }
    entries
}

fn at_end(block: &Block, entry: &May, positions: &BTreeMap<LocalId, usize>) -> May {
    let mut state = entry.clone();
    for statement in &block.statements {
        if let StatementKind::Assign(local, Expr::Const(Const::Bool(value))) = &statement.kind
            && let Some(bit) = positions.get(local)
        {
            state.set(*bit, *value);
        }
    }
    state
}

/// A branch on one of the locals: which, where it goes if it is true, and where if not.
fn test(block: &Block, positions: &BTreeMap<LocalId, usize>) -> Option<(usize, BlockId, BlockId)> {
    let TerminatorKind::Branch {
        cond,
        then,
        otherwise,
    } = &block.terminator.kind
    else {
        return None;
    };
    match cond {
        Expr::Local(local) => positions.get(local).map(|bit| (*bit, *then, *otherwise)),
        Expr::Unary(UnaryOp::Not, inner) => match &**inner {
            Expr::Local(local) => positions.get(local).map(|bit| (*bit, *otherwise, *then)),
            _ => None,
        },
        _ => None,
    }
}

fn flow(block: &Block, entry: &May, positions: &BTreeMap<LocalId, usize>) -> Vec<(BlockId, May)> {
    let out = at_end(block, entry, positions);
    if let Some((bit, yes, no)) = test(block, positions) {
        let ways = [(true, yes), (false, no)]
            .into_iter()
            .filter(|(value, _)| out.may(bit, *value));
        return ways
            .map(|(value, to)| {
                let mut known = out.clone();
                known.set(bit, value);
                (to, known)
            })
            .collect();
    }
    block
        .terminator
        .kind
        .successors()
        .into_iter()
        .map(|next| (next, out.clone()))
        .collect()
}

/// Where a block goes for sure, if it ends in a test that has one answer.
fn decide(block: &Block, entry: &May, positions: &BTreeMap<LocalId, usize>) -> Option<BlockId> {
    let (bit, yes, no) = test(block, positions)?;
    let out = at_end(block, entry, positions);
    match (out.may(bit, true), out.may(bit, false)) {
        (true, false) => Some(yes),
        (false, true) => Some(no),
        (true, true) | (false, false) => None,
    }
}

/// Drops assignments to locals that nobody asks any more.
fn forget(code: &mut Code, given: &BTreeSet<LocalId>) {
    let mut asked = BTreeSet::new();
    for block in code.blocks.values() {
        for operand in block.terminator.kind.operands() {
            operand.for_each_local(&mut |local| {
                asked.insert(local);
            });
        }
    }
    let dropped: BTreeSet<LocalId> = given.difference(&asked).copied().collect();
    let blocks: Arena<BlockId, Block> = code
        .blocks
        .values()
        .map(|block| without(block, &dropped))
        .collect();
    code.blocks = blocks;
}

fn without(block: &Block, dropped: &BTreeSet<LocalId>) -> Block {
    let keeps = |kind: &StatementKind| kind.written().is_none_or(|local| !dropped.contains(&local));
    let statements = block
        .statements
        .iter()
        .filter(|s| keeps(&s.kind))
        .cloned()
        .collect();
    Block {
        statements,
        terminator: block.terminator.clone(),
    }
}

//! Code without blocks that nobody reaches, that do nothing, or that only follow another one.

use base::{Arena, Id};
use ir::{Block, BlockId, Code, TerminatorKind};

/// The same code in fewer blocks.
pub(super) fn tidy(code: Code) -> Code {
    let Code { locals, mut blocks } = code;
    skip_empty(&mut blocks);
    merge(&mut blocks);
    Code {
        locals,
        blocks: reachable(blocks),
    }
}

/// Jumps to blocks that only jump lead on to where those do.
fn skip_empty(blocks: &mut Arena<BlockId, Block>) {
    let targets: Vec<BlockId> = blocks.ids().map(|id| destination(blocks, id)).collect();
    for id in blocks.ids() {
        retarget(&mut blocks[id].terminator.kind, |to| targets[to.index()]);
    }
}

fn destination(blocks: &Arena<BlockId, Block>, from: BlockId) -> BlockId {
    let mut at = from;
    // A circle of empty blocks is left as it is.
    for _ in 0..blocks.len() {
        match &blocks[at] {
            Block {
                statements,
                terminator,
            } if statements.is_empty() => match terminator.kind {
                TerminatorKind::Goto(to) => at = to,
                _ => return at,
            },
            _ => return at,
        }
    }
    from
}

/// A block that one other block alone jumps to becomes a part of that.
fn merge(blocks: &mut Arena<BlockId, Block>) {
    let mut entries = vec![0_usize; blocks.len()];
    entries[0] = 1;
    let alive = marked(blocks);
    for id in blocks.ids().filter(|id| alive[id.index()]) {
        blocks[id]
            .terminator
            .kind
            .successors()
            .iter()
            .for_each(|to| entries[to.index()] += 1);
    }
    for id in blocks.ids().filter(|id| alive[id.index()]) {
        while let TerminatorKind::Goto(to) = blocks[id].terminator.kind
            && to != id
            && entries[to.index()] == 1
            && to.index() != 0
        {
            let nowhere = TerminatorKind::Goto(to);
            let statements = std::mem::take(&mut blocks[to].statements);
            let terminator = blocks[to].terminator.clone();
            // What was merged leads to itself, so that nobody takes it for a part of something else.
            blocks[to].terminator.kind = nowhere;
            entries[to.index()] = 0;
            blocks[id].statements.extend(statements);
            blocks[id].terminator = terminator;
        }
    }
}

fn marked(blocks: &Arena<BlockId, Block>) -> Vec<bool> {
    let mut marked = vec![false; blocks.len()];
    let mut work = vec![BlockId::from_index(0)];
    while let Some(id) = work.pop() {
        if !std::mem::replace(&mut marked[id.index()], true) {
            work.extend(blocks[id].terminator.kind.successors());
        }
    }
    marked
}

/// The blocks that are reached, in their order.
fn reachable(blocks: Arena<BlockId, Block>) -> Arena<BlockId, Block> {
    let alive = marked(&blocks);
    let mut count = 0;
    let numbers: Vec<BlockId> = alive
        .iter()
        .map(|alive| {
            let id = BlockId::from_index(count);
            count += usize::from(*alive);
            id
        })
        .collect();
    let kept = blocks.iter().filter(|(id, _)| alive[id.index()]);
    kept.map(|(_, block)| {
        let mut block = block.clone();
        retarget(&mut block.terminator.kind, |to| numbers[to.index()]);
        block
    })
    .collect()
}

fn retarget(kind: &mut TerminatorKind, to: impl Fn(BlockId) -> BlockId) {
    match kind {
        TerminatorKind::Goto(next) => *next = to(*next),
        TerminatorKind::Branch {
            then, otherwise, ..
        } => {
            *then = to(*then);
            *otherwise = to(*otherwise);
        }
        TerminatorKind::Switch { cases, default, .. } => {
            cases.iter_mut().for_each(|(_, next)| *next = to(*next));
            *default = to(*default);
        }
        TerminatorKind::Call { next, unwind, .. } => {
            *next = to(*next);
            if let Some(unwind) = unwind {
                unwind.block = to(unwind.block);
            }
        }
        TerminatorKind::Return(_)
        | TerminatorKind::Throw(_)
        | TerminatorKind::Wait
        | TerminatorKind::Unsupported(_) => {}
    }
}

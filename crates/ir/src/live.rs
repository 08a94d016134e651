//! Which locals a function may still read: the others may be forgotten where a run pauses, so that states which differ
//! only in them are the same.

use std::collections::BTreeSet;

use base::{Arena, Id};

use crate::{Block, BlockId, Code, LocalId, TerminatorKind};

/// The locals that may be read, for each block where it begins.
#[derive(Clone, Debug)]
pub struct Live(Arena<BlockId, BTreeSet<LocalId>>);

impl Live {
    /// A backward may-analysis over the blocks of a function.
    pub fn of(code: &Code) -> Self {
        let mut live = Self(code.blocks.values().map(|_| BTreeSet::new()).collect());
        let before = predecessors(code);
        let mut work: Vec<BlockId> = code.blocks.ids().collect();
        while let Some(id) = work.pop() {
            let entry = live.before(code, id, 0);
            if entry != live.0[id] {
                live.0[id] = entry;
                work.extend(&before[id.index()]);
            }
        }
        live
    }

    /// The locals that may be read from a statement of a block on.
    pub fn before(&self, code: &Code, block: BlockId, at: usize) -> BTreeSet<LocalId> {
        let block = &code.blocks[block];
        let mut live = self.after(block);
        read(&mut live, block.terminator.kind.operands());
        for statement in block.statements.iter().skip(at).rev() {
            statement.kind.written().iter().for_each(|dst| {
                live.remove(dst);
            });
            read(&mut live, statement.kind.operands());
        }
        live
    }

    /// The locals that may be read when the call that ends a block has returned, its result not counted.
    pub fn after_call(&self, code: &Code, block: BlockId) -> BTreeSet<LocalId> {
        self.after(&code.blocks[block])
    }

    fn after(&self, block: &Block) -> BTreeSet<LocalId> {
        let successors = block.terminator.kind.successors();
        let mut live: BTreeSet<LocalId> = successors
            .into_iter()
            .flat_map(|next| self.0[next].iter().copied())
            .collect();
        if let TerminatorKind::Call {
            dst: Some(dst),
            unwind: None,
            ..
        } = &block.terminator.kind
        {
            live.remove(dst);
        }
        live
    }
}

fn read(live: &mut BTreeSet<LocalId>, operands: Vec<&crate::Expr>) {
    operands.into_iter().for_each(|operand| {
        operand.for_each_local(&mut |local| {
            live.insert(local);
        });
    });
}

fn predecessors(code: &Code) -> Vec<Vec<BlockId>> {
    let mut before = vec![Vec::new(); code.blocks.len()];
    for (id, block) in code.blocks.iter() {
        block
            .terminator
            .kind
            .successors()
            .into_iter()
            .for_each(|next| before[next.index()].push(id));
    }
    before
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str, block: usize, at: usize) -> Vec<String> {
        let program = crate::text::parse(text).expect("the test's program is right");
        let code = program.code(program.functions.ids().next().expect("there is one"));
        let live = Live::of(code).before(code, BlockId::from_index(block), at);
        live.into_iter()
            .map(|l| code.locals[l].name.clone())
            .collect()
    }

    #[test]
    fn what_a_loop_reads_in_its_next_round_is_live_at_its_head() {
        let text = "fn f(n: i32, m: i32) -> i32 { local i: i32 local t: i32
            start: i = 0 goto head
            head: if i < n then body else done
            body: t = i + 1 i = t goto head
            done: return i }";
        assert_eq!(names(text, 1, 0), ["n", "i"]);
        assert_eq!(names(text, 2, 1), ["n", "t"]);
        assert_eq!(names(text, 0, 0), ["n"]);
        assert_eq!(names(text, 3, 0), ["i"]);
    }
}

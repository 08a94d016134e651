//! Every local is written before it is read, on every path: a forward must-analysis over the blocks.
//!
//! Only locals that some block reads before writing them itself are followed from block to block: most are temporaries
//! that live within one block, and following all of them would take quadratic memory.

use std::collections::{BTreeMap, BTreeSet};

use base::Id;

use crate::{Block, BlockId, Code, Expr, Function, Invalid, LocalId, TerminatorKind};

pub(super) fn check(head: &Function, code: &Code) -> Vec<Invalid> {
    let params = head.params.len();
    let exposed: Vec<BTreeSet<LocalId>> =
        code.blocks.values().map(|b| exposed(params, b)).collect();
    let followed: BTreeSet<LocalId> = exposed.iter().flatten().copied().collect();
    if followed.is_empty() {
        return Vec::new();
    }
    let assigned = Assigned::solve(code, &followed);
    let mut faults = Vec::new();
    for (block, reads) in code.blocks.ids().zip(&exposed) {
        for &local in reads.iter().filter(|&&l| !assigned.at(block, l)) {
            let message = format!(
                "{} ({local}) may be read before it is written",
                code.locals[local].name
            );
            faults.push(Invalid {
                function: None,
                block: Some(block),
                message,
            });
        }
    }
    faults
}

/// What is surely written when a block begins, a bit for each followed local.
struct Assigned {
    position: BTreeMap<LocalId, usize>,
    /// `None` for a block no path reaches.
    at_entry: Vec<Option<Bits>>,
}

type Bits = Vec<u64>;

impl Assigned {
    fn solve(code: &Code, followed: &BTreeSet<LocalId>) -> Self {
        let position: BTreeMap<LocalId, usize> =
            followed.iter().enumerate().map(|(i, &l)| (l, i)).collect();
        let mut this = Self {
            position,
            at_entry: vec![None; code.blocks.len()],
        };
        this.at_entry[0] = Some(vec![0; followed.len().div_ceil(64)]);
        let mut work = vec![BlockId::from_index(0)];
        while let Some(id) = work.pop() {
            for (next, out) in this.flow(id, &code.blocks[id]) {
                if this.meet(next, out) {
                    work.push(next);
                }
            }
        }
        this
    }

    fn at(&self, block: BlockId, local: LocalId) -> bool {
        let bit = self.position[&local];
        self.at_entry[block.index()]
            .as_ref()
            .is_none_or(|bits| bits[bit / 64] & (1 << (bit % 64)) != 0)
    }

    /// The successors of a block and what is written on the way to each.
    fn flow(&self, id: BlockId, block: &Block) -> Vec<(BlockId, Bits)> {
        let mut out = self.at_entry[id.index()]
            .clone()
            .expect("only blocks with an entry are worked on");
        for statement in &block.statements {
            if let Some(local) = statement.kind.written() {
                self.write(&mut out, local);
            }
        }
        let TerminatorKind::Call {
            dst, next, unwind, ..
        } = &block.terminator.kind
        else {
            return block
                .terminator
                .kind
                .successors()
                .into_iter()
                .map(|s| (s, out.clone()))
                .collect();
        };
        let handler = unwind
            .as_ref()
            .map(|u| (u.block, self.with(&out, Some(u.exception))));
        std::iter::once((*next, self.with(&out, *dst)))
            .chain(handler)
            .collect()
    }

    fn with(&self, bits: &Bits, local: Option<LocalId>) -> Bits {
        let mut bits = bits.clone();
        local.into_iter().for_each(|l| self.write(&mut bits, l));
        bits
    }

    fn write(&self, bits: &mut Bits, local: LocalId) {
        if let Some(bit) = self.position.get(&local) {
            bits[bit / 64] |= 1 << (bit % 64);
        }
    }

    /// Keeps what holds on both ways into a block; whether that is news.
    fn meet(&mut self, block: BlockId, out: Bits) -> bool {
        let Some(bits) = &mut self.at_entry[block.index()] else {
            self.at_entry[block.index()] = Some(out);
            return true;
        };
        let before = bits.clone();
        bits.iter_mut().zip(&out).for_each(|(b, o)| *b &= o);
        *bits != before
    }
}

/// The locals a block reads before it writes them, parameters aside.
fn exposed(params: usize, block: &Block) -> BTreeSet<LocalId> {
    let mut exposed = BTreeSet::new();
    let mut writes = BTreeSet::new();
    let mut read = |expr: &Expr, writes: &BTreeSet<LocalId>| {
        expr.for_each_local(&mut |l| {
            if l.index() >= params && !writes.contains(&l) {
                exposed.insert(l);
            }
        });
    };
    for statement in &block.statements {
        statement
            .kind
            .operands()
            .into_iter()
            .for_each(|e| read(e, &writes));
        writes.extend(statement.kind.written());
    }
    block
        .terminator
        .kind
        .operands()
        .into_iter()
        .for_each(|e| read(e, &writes));
    exposed
}

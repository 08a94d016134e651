//! Fewer and longer blocks: jumps to jumps are shortened, blocks with one way in are joined to it.

use base::{Arena, Id};
use ir::{Block, BlockId, Code, Expr, LocalId, StatementKind, TerminatorKind};

pub(in crate::jvm) fn tidy(mut code: Code, params: usize) -> Code {
    let mut blocks: Vec<Block> = code.blocks.values().cloned().collect();
    shorten(&mut blocks);
    join(&mut blocks);
    code.blocks = in_reading_order(&blocks);
    drop_unused_locals(&mut code, params);
    code
}

/// Locals nobody mentions any more go; the parameters stay.
fn drop_unused_locals(code: &mut Code, params: usize) {
    let mut used = vec![false; code.locals.len()];
    used[..params].fill(true);
    for_each_local(code, &mut |local| used[local.index()] = true);
    let kept = code
        .locals
        .iter()
        .filter(|(id, _)| used[id.index()])
        .map(|(_, local)| local.clone())
        .collect();
    let numbers: Vec<usize> = used
        .iter()
        .scan(0, |next, &used| {
            let number = *next;
            *next += usize::from(used);
            Some(number)
        })
        .collect();
    for_each_local(code, &mut |local| {
        *local = LocalId::from_index(numbers[local.index()])
    });
    code.locals = kept;
}

fn for_each_local(code: &mut Code, visit: &mut impl FnMut(&mut LocalId)) {
    for id in code.blocks.ids() {
        let block = &mut code.blocks[id];
        for statement in &mut block.statements {
            in_statement(&mut statement.kind, visit);
        }
        in_terminator(&mut block.terminator.kind, visit);
    }
}

fn in_statement(kind: &mut StatementKind, visit: &mut impl FnMut(&mut LocalId)) {
    let (dst, operands): (Option<&mut LocalId>, Vec<&mut Expr>) = match kind {
        StatementKind::Assign(dst, value)
        | StatementKind::Load(dst, value, _)
        | StatementKind::NewArray(dst, _, value)
        | StatementKind::Length(dst, value)
        | StatementKind::Duplicate(dst, value)
        | StatementKind::ClassOf(dst, value) => (Some(dst), vec![value]),
        StatementKind::LoadElement(dst, a, b) | StatementKind::LoadSlot(dst, a, b) => {
            (Some(dst), vec![a, b])
        }
        StatementKind::LoadGlobal(dst, _) | StatementKind::New(dst, _) => (Some(dst), vec![]),
        StatementKind::Store(object, _, value) => (None, vec![object, value]),
        StatementKind::StoreGlobal(_, value) => (None, vec![value]),
        StatementKind::StoreElement(a, b, c) | StatementKind::StoreSlot(a, b, c) => {
            (None, vec![a, b, c])
        }
        StatementKind::CopyElements(copy) => {
            let ir::CopyElements {
                from,
                start,
                to,
                at,
                count,
            } = &mut **copy;
            (None, vec![from, start, to, at, count])
        }
        // Java has no memory made of bytes, and a class file says nothing of the world.
        StatementKind::Memory(_) | StatementKind::World(_) => (None, vec![]),
    };
    operands
        .into_iter()
        .for_each(|operand| in_expr(operand, visit));
    dst.into_iter().for_each(visit);
}

fn in_terminator(kind: &mut TerminatorKind, visit: &mut impl FnMut(&mut LocalId)) {
    match kind {
        TerminatorKind::Branch { cond: value, .. }
        | TerminatorKind::Switch { value, .. }
        | TerminatorKind::Return(Some(value))
        | TerminatorKind::Throw(value) => in_expr(value, visit),
        TerminatorKind::Call {
            dst, args, unwind, ..
        } => {
            dst.iter_mut().for_each(&mut *visit);
            args.iter_mut().for_each(|a| in_expr(a, visit));
            unwind.iter_mut().for_each(|u| visit(&mut u.exception));
        }
        TerminatorKind::Goto(_)
        | TerminatorKind::Return(None)
        | TerminatorKind::Wait
        | TerminatorKind::Unsupported(_) => {}
    }
}

fn in_expr(expr: &mut Expr, visit: &mut impl FnMut(&mut LocalId)) {
    match expr {
        Expr::Const(_) => {}
        Expr::Local(local) => visit(local),
        Expr::Unary(_, a) | Expr::Cast(_, a) | Expr::InstanceOf(a, _) => in_expr(a, visit),
        Expr::Binary(_, a, b) | Expr::Takes(a, b) => {
            in_expr(a, visit);
            in_expr(b, visit);
        }
    }
}

/// Leads every jump to where it ends up.
fn shorten(blocks: &mut [Block]) {
    let ends: Vec<BlockId> = (0..blocks.len())
        .map(|i| end_of_jumps(blocks, BlockId::from_index(i)))
        .collect();
    for block in blocks {
        for target in targets(&mut block.terminator.kind) {
            *target = ends[target.index()];
        }
        let kind = &block.terminator.kind;
        if let TerminatorKind::Branch {
            then, otherwise, ..
        } = kind
            && then == otherwise
        {
            block.terminator.kind = TerminatorKind::Goto(*then);
        }
    }
}

/// How many jumps are followed; any place on the way is as good, and an empty loop has no end.
const LONGEST_WAY: usize = 100;

fn end_of_jumps(blocks: &[Block], from: BlockId) -> BlockId {
    let mut at = from;
    for _ in 0..LONGEST_WAY {
        let Block {
            statements,
            terminator,
        } = &blocks[at.index()];
        match terminator.kind {
            TerminatorKind::Goto(to) if statements.is_empty() => at = to,
            _ => return at,
        }
    }
    at
}

fn join(blocks: &mut [Block]) {
    let mut ways_in = vec![0usize; blocks.len()];
    ways_in[0] = 1;
    for id in reachable(blocks) {
        for to in blocks[id.index()].terminator.kind.successors() {
            ways_in[to.index()] += 1;
        }
    }
    for id in reachable(blocks) {
        while let TerminatorKind::Goto(next) = blocks[id.index()].terminator.kind
            && next != id
            && ways_in[next.index()] == 1
        {
            let hollow =
                TerminatorKind::Unsupported("a block that was joined to another".to_owned());
            let statements = std::mem::take(&mut blocks[next.index()].statements);
            let terminator = blocks[next.index()].terminator.clone();
            blocks[next.index()].terminator.kind = hollow;
            ways_in[next.index()] = 0;
            let block = &mut blocks[id.index()];
            block.statements.extend(statements);
            block.terminator = terminator;
        }
    }
}

/// The blocks that can be reached, each before those it leads to, where there is no loop.
fn in_reading_order(blocks: &[Block]) -> Arena<BlockId, Block> {
    let order = reachable(blocks);
    let mut numbers = vec![None; blocks.len()];
    for (number, id) in order.iter().enumerate() {
        numbers[id.index()] = Some(BlockId::from_index(number));
    }
    let renumbered = order.iter().map(|id| {
        let mut block = blocks[id.index()].clone();
        for target in targets(&mut block.terminator.kind) {
            *target =
                numbers[target.index()].expect("what a reachable block leads to is reachable");
        }
        block
    });
    renumbered.collect()
}

/// Depth first, the first successor first.
fn reachable(blocks: &[Block]) -> Vec<BlockId> {
    let mut seen = vec![false; blocks.len()];
    let mut order = Vec::new();
    let mut work = vec![BlockId::from_index(0)];
    while let Some(id) = work.pop() {
        if !std::mem::replace(&mut seen[id.index()], true) {
            order.push(id);
            work.extend(
                blocks[id.index()]
                    .terminator
                    .kind
                    .successors()
                    .into_iter()
                    .rev(),
            );
        }
    }
    order
}

fn targets(kind: &mut TerminatorKind) -> Vec<&mut BlockId> {
    match kind {
        TerminatorKind::Goto(to) => vec![to],
        TerminatorKind::Branch {
            then, otherwise, ..
        } => vec![then, otherwise],
        TerminatorKind::Switch { cases, default, .. } => cases
            .iter_mut()
            .map(|(_, to)| to)
            .chain([default])
            .collect(),
        TerminatorKind::Call { next, unwind, .. } => std::iter::once(next)
            .chain(unwind.as_mut().map(|u| &mut u.block))
            .collect(),
        TerminatorKind::Return(_)
        | TerminatorKind::Throw(_)
        | TerminatorKind::Wait
        | TerminatorKind::Unsupported(_) => vec![],
    }
}

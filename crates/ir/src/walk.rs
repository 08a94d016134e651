//! Ways through the parts of a program: operands, locals, successors.

use crate::{BlockId, Expr, LocalId, StatementKind, TerminatorKind};

impl Expr {
    /// Calls `visit` for every read of a local, from left to right.
    pub fn for_each_local(&self, visit: &mut impl FnMut(LocalId)) {
        match self {
            Self::Const(_) => {}
            Self::Local(local) => visit(*local),
            Self::Unary(_, a) | Self::Cast(_, a) | Self::InstanceOf(a, _) => {
                a.for_each_local(visit)
            }
            Self::Binary(_, a, b) | Self::Takes(a, b) => {
                a.for_each_local(visit);
                b.for_each_local(visit);
            }
        }
    }

    /// Whether the expression reads this local.
    pub fn mentions(&self, local: LocalId) -> bool {
        let mut found = false;
        self.for_each_local(&mut |l| found |= l == local);
        found
    }

    /// How deep it nests; a constant or a local is 1.
    pub fn depth(&self) -> usize {
        1 + match self {
            Self::Const(_) | Self::Local(_) => 0,
            Self::Unary(_, a) | Self::Cast(_, a) | Self::InstanceOf(a, _) => a.depth(),
            Self::Binary(_, a, b) | Self::Takes(a, b) => a.depth().max(b.depth()),
        }
    }
}

impl StatementKind {
    /// The expressions it evaluates, in order.
    pub fn operands(&self) -> Vec<&Expr> {
        match self {
            Self::Assign(_, value) | Self::StoreGlobal(_, value) => vec![value],
            Self::Load(_, object, _) | Self::Length(_, object) => vec![object],
            Self::Duplicate(_, object) | Self::ClassOf(_, object) => vec![object],
            Self::Store(object, _, value) => vec![object, value],
            Self::NewArray(_, _, length) => vec![length],
            Self::LoadElement(_, object, number) | Self::LoadSlot(_, object, number) => {
                vec![object, number]
            }
            Self::StoreElement(object, number, value) | Self::StoreSlot(object, number, value) => {
                vec![object, number, value]
            }
            Self::CopyElements(copy) => {
                vec![&copy.from, &copy.start, &copy.to, &copy.at, &copy.count]
            }
            Self::LoadGlobal(..) | Self::New(..) => vec![],
            Self::Memory(op) => op.operands(),
            Self::World(op) => op.operands(),
        }
    }

    /// The local it writes, if it writes one.
    pub fn written(&self) -> Option<LocalId> {
        match self {
            Self::Assign(dst, _)
            | Self::Load(dst, ..)
            | Self::LoadGlobal(dst, _)
            | Self::New(dst, _)
            | Self::NewArray(dst, ..)
            | Self::Length(dst, _)
            | Self::LoadElement(dst, ..)
            | Self::Duplicate(dst, _)
            | Self::ClassOf(dst, _)
            | Self::LoadSlot(dst, ..) => Some(*dst),
            Self::Store(..)
            | Self::StoreGlobal(..)
            | Self::StoreElement(..)
            | Self::StoreSlot(..)
            | Self::CopyElements(_) => None,
            Self::Memory(op) => op.written(),
            Self::World(op) => op.written(),
        }
    }
}

impl TerminatorKind {
    /// The expressions it evaluates, in order.
    pub fn operands(&self) -> Vec<&Expr> {
        match self {
            Self::Goto(_) | Self::Wait | Self::Unsupported(_) | Self::Return(None) => vec![],
            Self::Branch { cond: value, .. }
            | Self::Switch { value, .. }
            | Self::Return(Some(value))
            | Self::Throw(value) => vec![value],
            Self::Call { args, .. } => args.iter().collect(),
        }
    }

    /// The blocks that may come next in the same function.
    pub fn successors(&self) -> Vec<BlockId> {
        match self {
            Self::Goto(to) => vec![*to],
            Self::Branch {
                then, otherwise, ..
            } => vec![*then, *otherwise],
            Self::Switch { cases, default, .. } => {
                cases.iter().map(|&(_, to)| to).chain([*default]).collect()
            }
            Self::Call { next, unwind, .. } => std::iter::once(*next)
                .chain(unwind.as_ref().map(|u| u.block))
                .collect(),
            Self::Return(_) | Self::Throw(_) | Self::Wait | Self::Unsupported(_) => vec![],
        }
    }
}

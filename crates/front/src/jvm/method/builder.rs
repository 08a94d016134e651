//! The function while it is written: locals, blocks, statements.

use std::collections::BTreeMap;

use base::{Arena, Id};
use ir::{
    Block, BlockId, Code, Expr, Function, Local, LocalId, Statement, StatementKind, Terminator,
    TerminatorKind, Type,
};

use crate::jvm::method::op::Kind;
use crate::jvm::method::simplify;

pub(in crate::jvm) struct Builder {
    locals: Arena<LocalId, Local>,
    params: usize,
    returns: Option<Type>,
    /// By block, until it is ended.
    blocks: Vec<Option<Block>>,
    current: BlockId,
    statements: Vec<Statement>,
    /// The source line of what is written now.
    pub(in crate::jvm) line: u32,
    /// Locals for the machine's local variables.
    slots: BTreeMap<(usize, Kind), LocalId>,
    /// Locals for the machine's stack where control flow meets.
    stack: BTreeMap<(usize, Kind), LocalId>,
}

/// A block that is not yet ended while another one is written.
pub(in crate::jvm) struct Suspended {
    block: BlockId,
    statements: Vec<Statement>,
}

impl Builder {
    /// Goes on from a function without code, in its first block.
    pub(in crate::jvm) fn new(head: &Function) -> Self {
        Self {
            locals: head.params.iter().cloned().collect(),
            params: head.params.len(),
            returns: head.returns,
            blocks: vec![None],
            current: BlockId::from_index(0),
            statements: Vec::new(),
            line: 0,
            slots: BTreeMap::new(),
            stack: BTreeMap::new(),
        }
    }

    pub(in crate::jvm) fn finish(self) -> Code {
        let unwritten = || Block {
            statements: Vec::new(),
            terminator: Terminator {
                kind: TerminatorKind::Unsupported("a block nobody wrote".to_owned()),
                line: 0,
            },
        };
        let blocks = self
            .blocks
            .into_iter()
            .map(|b| b.unwrap_or_else(unwritten))
            .collect();
        Code {
            locals: self.locals,
            blocks,
        }
    }

    pub(in crate::jvm) fn params(&self) -> usize {
        self.params
    }

    pub(in crate::jvm) fn returns(&self) -> Option<Type> {
        self.returns
    }

    pub(in crate::jvm) fn locals(&self) -> &Arena<LocalId, Local> {
        &self.locals
    }

    /// A block to be written later.
    pub(in crate::jvm) fn reserve(&mut self) -> BlockId {
        self.blocks.push(None);
        BlockId::from_index(self.blocks.len() - 1)
    }

    /// Goes on writing in a reserved block.
    pub(in crate::jvm) fn start(&mut self, block: BlockId) {
        self.current = block;
    }

    /// Lays the current block aside to write another one.
    pub(in crate::jvm) fn suspend(&mut self, other: BlockId) -> Suspended {
        let block = std::mem::replace(&mut self.current, other);
        Suspended {
            block,
            statements: std::mem::take(&mut self.statements),
        }
    }

    /// Goes on where [`Builder::suspend`] left.
    pub(in crate::jvm) fn resume(&mut self, suspended: Suspended) {
        self.current = suspended.block;
        self.statements = suspended.statements;
    }

    pub(in crate::jvm) fn emit(&mut self, kind: StatementKind) {
        self.statements.push(Statement {
            kind,
            line: self.line,
        });
    }

    pub(in crate::jvm) fn assign(&mut self, local: LocalId, value: Expr) {
        self.emit(StatementKind::Assign(local, value));
    }

    /// Ends the block that is written now.
    pub(in crate::jvm) fn end(&mut self, kind: TerminatorKind) {
        let statements = std::mem::take(&mut self.statements);
        let terminator = Terminator {
            kind,
            line: self.line,
        };
        self.blocks[self.current.index()] = Some(Block {
            statements,
            terminator,
        });
    }

    /// Branches away if `cond` holds; goes on in a new block if not.
    pub(in crate::jvm) fn leave_if(&mut self, cond: Expr, away: BlockId) {
        let on = self.reserve();
        self.end(TerminatorKind::Branch {
            cond,
            then: away,
            otherwise: on,
        });
        self.start(on);
    }

    /// A new local for one value.
    pub(in crate::jvm) fn temporary(&mut self, name: &str, ty: Type) -> LocalId {
        self.locals.push(Local {
            name: name.to_owned(),
            ty,
        })
    }

    /// The local for a machine's local variable, where it is a parameter.
    pub(in crate::jvm) fn bind_slot(&mut self, slot: usize, kind: Kind, local: LocalId) {
        self.slots.insert((slot, kind), local);
    }

    pub(in crate::jvm) fn slot(
        &mut self,
        slot: usize,
        kind: Kind,
        name: impl FnOnce() -> String,
    ) -> LocalId {
        let locals = &mut self.locals;
        *self.slots.entry((slot, kind)).or_insert_with(|| {
            locals.push(Local {
                name: name(),
                ty: kind.ty(),
            })
        })
    }

    pub(in crate::jvm) fn stack(&mut self, depth: usize, kind: Kind) -> LocalId {
        let locals = &mut self.locals;
        let name = || format!("stack{depth}");
        *self.stack.entry((depth, kind)).or_insert_with(|| {
            locals.push(Local {
                name: name(),
                ty: kind.ty(),
            })
        })
    }

    pub(in crate::jvm) fn type_of(&self, expr: &Expr) -> Type {
        simplify::type_of(&self.locals, expr)
    }

    /// `expr` as a value of type `ty`, simplified.
    pub(in crate::jvm) fn cast(&self, ty: Type, expr: Expr) -> Expr {
        simplify::cast(&self.locals, ty, expr)
    }
}

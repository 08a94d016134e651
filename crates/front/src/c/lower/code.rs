//! Code under construction: blocks that are filled one after the other.

use base::{Arena, Id};
use ir::memory::MemoryOp;
use ir::{
    Ask, BinaryOp, Block, BlockId, Code, Const, Expr, Giver, Like, Local, LocalId, Open, Statement,
    StatementKind, Terminator, TerminatorKind, Type, UnaryOp, WorldOp,
};

use super::fold;

/// How deep expressions may nest before a part gets a local of its own.
const DEPTH: usize = 24;

/// A block that may have no end yet.
#[derive(Default)]
pub(super) struct Draft {
    pub(super) statements: Vec<Statement>,
    pub(super) terminator: Option<Terminator>,
}

/// The code of a function while it is made.
pub(super) struct Building {
    pub(super) locals: Arena<LocalId, Local>,
    pub(super) blocks: Arena<BlockId, Draft>,
    /// Where statements go.
    pub(super) here: BlockId,
    /// The line they get.
    pub(super) line: u32,
    /// Whether what comes from outside is asked for, as calls of a component do, and is no input of a run.
    pub(super) asks: bool,
}

impl Building {
    pub(super) fn new(line: u32) -> Self {
        let blocks: Arena<BlockId, Draft> = [Draft::default()].into_iter().collect();
        Self {
            locals: Arena::new(),
            blocks,
            here: BlockId::from_index(0),
            line,
            asks: false,
        }
    }

    pub(super) fn local(&mut self, name: impl Into<String>, ty: Type) -> LocalId {
        self.locals.push(Local {
            name: name.into(),
            ty,
        })
    }

    pub(super) fn temporary(&mut self, ty: Type) -> LocalId {
        self.local("_", ty)
    }

    pub(super) fn block(&mut self) -> BlockId {
        self.blocks.push(Draft::default())
    }

    pub(super) fn push(&mut self, kind: StatementKind) {
        let line = self.line;
        self.blocks[self.here]
            .statements
            .push(Statement { kind, line });
    }

    pub(super) fn assign(&mut self, dst: LocalId, value: Expr) {
        self.push(StatementKind::Assign(dst, value));
    }

    pub(super) fn memory(&mut self, op: MemoryOp) {
        self.push(StatementKind::Memory(Box::new(op)));
    }

    pub(super) fn world(&mut self, op: WorldOp) {
        let op = match op {
            WorldOp::Input { dst, name, .. } if self.asks => WorldOp::Ask(Ask {
                dst,
                question: name,
                last: Const::zero(self.locals[dst].ty),
            }),
            op => op,
        };
        self.push(StatementKind::World(Box::new(op)));
    }

    /// Ends the block; what follows is not reached until somebody goes [`at`](Self::at) another one.
    pub(super) fn end(&mut self, kind: TerminatorKind) {
        let line = self.line;
        self.blocks[self.here].terminator = Some(Terminator { kind, line });
        self.here = self.block();
    }

    pub(super) fn goto(&mut self, to: BlockId) {
        self.end(TerminatorKind::Goto(to));
    }

    /// Goes on in a block.
    pub(super) fn at(&mut self, block: BlockId) {
        self.here = block;
    }

    /// Goes on in a block that comes next.
    pub(super) fn flow(&mut self, into: BlockId) {
        self.goto(into);
        self.at(into);
    }

    pub(super) fn branch(&mut self, cond: Expr, then: BlockId, otherwise: BlockId) {
        match fold::known(&cond) {
            Some(true) => self.goto(then),
            Some(false) => self.goto(otherwise),
            None => self.end(TerminatorKind::Branch {
                cond,
                then,
                otherwise,
            }),
        }
    }

    /// Goes to `away` if the condition holds, and on here otherwise.
    pub(super) fn leave_if(&mut self, cond: Expr, away: BlockId) {
        if fold::known(&cond) == Some(false) {
            return;
        }
        let on = self.block();
        self.branch(cond, away, on);
        self.at(on);
    }

    /// The value in a local, so that it can be used more than once and stays what it is.
    pub(super) fn keep(&mut self, value: Expr) -> Expr {
        if matches!(value, Expr::Const(_)) {
            return value;
        }
        let ty = self.ty(&value);
        let local = self.temporary(ty);
        self.assign(local, value);
        Expr::Local(local)
    }

    /// The value as something that can be used more than once at no cost.
    pub(super) fn atom(&mut self, value: Expr) -> Expr {
        if fold::is_atom(&value) {
            value
        } else {
            self.keep(value)
        }
    }

    /// The value, a part of it in a local if it nests deep.
    pub(super) fn shallow(&mut self, value: Expr) -> Expr {
        if value.depth() > DEPTH {
            self.keep(value)
        } else {
            value
        }
    }

    pub(super) fn cast(&mut self, to: Type, value: Expr) -> Expr {
        fold::cast(to, self.ty(&value), value)
    }

    /// The type of an expression; expressions made here have one.
    pub(super) fn ty(&self, expr: &Expr) -> Type {
        match expr {
            Expr::Const(constant) => constant.ty(),
            Expr::Local(local) => self.locals[*local].ty,
            Expr::Unary(UnaryOp::ToBits, a) => match self.ty(a) {
                Type::Float(float) => Type::Int(float.bits_type()),
                other => other,
            },
            Expr::Unary(UnaryOp::FromBits, a) => match self.ty(a) {
                Type::Int(int) => int.float_type().map_or(Type::Int(int), Type::Float),
                other => other,
            },
            Expr::Unary(UnaryOp::Not | UnaryOp::Neg | UnaryOp::Abs | UnaryOp::Sqrt, a) => {
                self.ty(a)
            }
            Expr::Binary(op, a, _) if !op.is_comparison() => self.ty(a),
            Expr::Cast(ty, _) => *ty,
            Expr::Binary(..) | Expr::InstanceOf(..) | Expr::Takes(..) => Type::Bool,
        }
    }

    /// What a function gives that is called.
    pub(super) fn input(&mut self, ty: Type, name: &str) -> Expr {
        let dst = self.temporary(ty);
        self.world(WorldOp::Input {
            dst,
            name: name.into(),
            giver: Giver::Call,
        });
        Expr::Local(dst)
    }

    /// What an object holds that is defined elsewhere.
    pub(super) fn input_of_object(&mut self, ty: Type, name: &str) -> Expr {
        let dst = self.temporary(ty);
        self.world(WorldOp::Input {
            dst,
            name: name.into(),
            giver: Giver::Object,
        });
        Expr::Local(dst)
    }

    /// What the language or the library leaves open.
    pub(super) fn open(&mut self, ty: Type, name: &str, like: Like) -> Expr {
        Expr::Local(self.open_local(ty, name, like))
    }

    /// The same in a local.
    pub(super) fn open_local(&mut self, ty: Type, name: &str, like: Like) -> LocalId {
        let dst = self.temporary(ty);
        self.world(WorldOp::Open(Open {
            dst,
            name: name.into(),
            like,
        }));
        dst
    }

    /// Whether a number is not zero.
    pub(super) fn is_set(&self, value: Expr) -> Expr {
        match (self.ty(&value), value) {
            (Type::Bool, value) => value,
            // A truth value that was made a number.
            (_, Expr::Cast(Type::Int(_), inner)) if self.ty(&inner) == Type::Bool => *inner,
            (ty, value) => fold::binary(BinaryOp::Ne, value, Expr::Const(Const::zero(ty))),
        }
    }

    /// The finished code. A block that nobody ended is one that nobody reaches.
    pub(super) fn finish(self) -> Code {
        let blocks = self.blocks.values().map(|draft| Block {
            statements: draft.statements.clone(),
            terminator: draft.terminator.clone().unwrap_or_else(|| Terminator {
                kind: TerminatorKind::Unsupported(
                    "the end of a block that is never reached".to_owned(),
                ),
                line: self.line,
            }),
        });
        let blocks = blocks.collect();
        Code {
            locals: self.locals,
            blocks,
        }
    }
}

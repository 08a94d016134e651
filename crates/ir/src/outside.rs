//! What a running program exchanges with the world: values it is given, letters it shows, bytes it writes.

use std::sync::Arc;

use base::{Place, define_id};

use crate::memory::Position;
use crate::{ClassId, Expr, IntType, LocalId};

define_id!(
    /// An event of a [`Program`](crate::Program): a place that somebody wants to see passed.
    EventId, "event"
);

/// An event, and where in the source it happens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// What people call it: `inspect`, `main: if line 12 true`.
    pub name: Arc<str>,
    /// Where.
    pub place: Place,
}

/// An exchange with the world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WorldOp {
    /// `dst = a value of its type that nobody knows before`.
    Input {
        /// Gets the value: a number or truth value.
        dst: LocalId,
        /// Whose answer it is: `__VERIFIER_nondet_int`, `rand`, `uninitialised x`.
        name: Arc<str>,
    },
    /// The program passes here.
    Event(EventId),
    /// A loop is entered: its iterations are counted from here. Loops are numbered within a function.
    Enter(u32),
    /// Another iteration of a loop begins.
    Iterate(u32),
    /// A symbol, an integer, is written to standard output.
    Output(Expr),
    /// Many bytes are written to standard output.
    OutputBytes {
        /// The first.
        from: Position,
        /// How many, an `I64`.
        count: Expr,
    },
    /// `dst = a block with all symbols that a filter reads`.
    Stream(Stream),
    /// `dst = how many symbols there are to read`, an `I64`.
    Length(LocalId),
    /// `dst = whether what lies at this position was read too long ago to be looked at`, an `I32`; it may still be written.
    Lags(LocalId, Position),
    /// `dst = a block for what a filter writes`.
    Sink(Sink),
    /// `printf`: interpreters format and write; for everything else it does nothing.
    Print {
        /// The format, a string in memory.
        format: Position,
        /// What it speaks of.
        args: Vec<PrintArg>,
    },
}

/// What a filter reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stream {
    /// Gets the block.
    pub dst: LocalId,
    /// The class of the object it is; one without fields.
    pub class: ClassId,
    /// What it consists of.
    pub symbol: IntType,
    /// Whether a zero ends it, and is no symbol of it.
    pub terminated: bool,
}

/// Where a filter writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sink {
    /// Gets the block.
    pub dst: LocalId,
    /// The class of the object it is; one without fields.
    pub class: ClassId,
    /// What it consists of.
    pub symbol: IntType,
}

/// An argument of [`WorldOp::Print`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PrintArg {
    /// A number, promoted as C promotes it.
    Number(Expr),
    /// A pointer.
    Pointer(Position),
}

impl WorldOp {
    /// The local it writes, if it writes one.
    pub fn written(&self) -> Option<LocalId> {
        match self {
            Self::Input { dst, .. }
            | Self::Length(dst)
            | Self::Lags(dst, _)
            | Self::Stream(Stream { dst, .. })
            | Self::Sink(Sink { dst, .. }) => Some(*dst),
            Self::Event(_)
            | Self::Enter(_)
            | Self::Iterate(_)
            | Self::Output(_)
            | Self::OutputBytes { .. }
            | Self::Print { .. } => None,
        }
    }

    /// The expressions it evaluates, in order.
    pub fn operands(&self) -> Vec<&Expr> {
        match self {
            Self::Input { .. } | Self::Event(_) | Self::Enter(_) | Self::Iterate(_) => vec![],
            Self::Stream(_) | Self::Length(_) | Self::Sink(_) => vec![],
            Self::Output(symbol) => vec![symbol],
            Self::Lags(_, at) => vec![&at.block, &at.offset],
            Self::OutputBytes { from, count } => vec![&from.block, &from.offset, count],
            Self::Print { format, args } => {
                let args = args.iter().flat_map(PrintArg::operands);
                [&format.block, &format.offset].into_iter().chain(args).collect()
            }
        }
    }
}

impl PrintArg {
    fn operands(&self) -> Vec<&Expr> {
        match self {
            Self::Number(number) => vec![number],
            Self::Pointer(at) => vec![&at.block, &at.offset],
        }
    }
}

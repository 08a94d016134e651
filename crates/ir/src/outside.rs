//! What a running program exchanges with the world: values it is given, letters it shows, bytes it writes.

use std::sync::Arc;

use base::{Place, define_id};

use crate::memory::Position;
use crate::{Expr, LocalId};

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
    /// A byte, an `U8`, is written to standard output.
    Output(Expr),
    /// `printf`: interpreters format and write; for everything else it does nothing.
    Print {
        /// The format, a string in memory.
        format: Position,
        /// What it speaks of.
        args: Vec<PrintArg>,
    },
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
            Self::Input { dst, .. } => Some(*dst),
            Self::Event(_) | Self::Enter(_) | Self::Iterate(_) | Self::Output(_) | Self::Print { .. } => None,
        }
    }

    /// The expressions it evaluates, in order.
    pub fn operands(&self) -> Vec<&Expr> {
        match self {
            Self::Input { .. } | Self::Event(_) | Self::Enter(_) | Self::Iterate(_) => vec![],
            Self::Output(byte) => vec![byte],
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

//! What a running program exchanges with the world: values it is given, letters it shows, bytes it writes.

use std::sync::Arc;

use base::{Failure, Place, define_id};

use crate::memory::{Position, Storage};
use crate::{ClassId, Const, Expr, IntType, LocalId};

define_id!(
    /// An event of a [`Program`](crate::Program): a place that somebody wants to see passed.
    EventId, "event"
);

/// What the classes of exceptions mean that end a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endings {
    /// Failures, undefined behaviour among them.
    pub failure: ClassId,
    /// Undefined behaviour that is not counted as a failure.
    pub undefined: ClassId,
    /// An assumption does not hold: the run does not count.
    pub assumption: ClassId,
    /// The program ends itself.
    pub exit: ClassId,
    /// Which failure, or which undefined behaviour, a class of exceptions is; others are known by their names.
    pub kinds: Arc<[(ClassId, Failure)]>,
}

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
        /// Whose answer it is: `__VERIFIER_nondet_int`, `rand`, or the name of the object whose value it is.
        name: Arc<str>,
        /// What gives it.
        giver: Giver,
    },
    /// `dst = a value that the language or a library leaves open`: every value that [`Like`] allows is right, whoever runs
    /// the program gets one of them, and nobody can choose it.
    Open(Open),
    /// `dst = the answer to a question that a component asks of others`: the time, what an object of a client's gives.
    Ask(Ask),
    /// The program passes here.
    Event(EventId),
    /// From here on the meaning of the program rests on this, which nobody has shown: `memory does not run out`.
    Assume(Arc<str>),
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
    /// Of all the symbols that a filter has written only so many, an `I64`, are its output.
    Keep(Expr),
    /// `dst = whether somebody looks at what is written`, an `I32`.
    Watched(LocalId),
    /// `printf`: interpreters format and write; for everything else it does nothing.
    Print {
        /// The format, a string in memory.
        format: Position,
        /// What it speaks of.
        args: Vec<PrintArg>,
    },
}

/// What gives a program a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Giver {
    /// A function that is called.
    Call,
    /// An object that is defined elsewhere, as it is when the program starts.
    Object,
    /// Standard input: a byte, or -1 at its end.
    Stream,
}

/// A value that is left open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Open {
    /// Gets the value: a number or truth value; an integer, unless it is [`Like::Any`].
    pub dst: LocalId,
    /// What leaves it open: `isupper`, `the order of evaluation`, `uninitialised x`.
    pub name: Arc<str>,
    /// What is known of it.
    pub like: Like,
}

/// What is known of a value that is left open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Like {
    /// Nothing.
    Any,
    /// It is zero exactly where this integer is.
    Truth(Expr),
    /// It is zero, positive or negative as this integer is.
    Sign(Expr),
    /// It is not negative.
    Natural,
}

impl Like {
    /// The value that is meant by any number `raw` of the type: every allowed value means itself.
    pub fn value(&self, raw: i64, of: Option<i64>) -> i64 {
        match (self, of.map(i64::signum)) {
            (Self::Any, _) => raw,
            (Self::Truth(_) | Self::Sign(_), None | Some(0)) => 0,
            (Self::Truth(_), Some(_)) => {
                if raw == 0 {
                    1
                } else {
                    raw
                }
            }
            (Self::Sign(_), Some(sign)) => {
                if raw.signum() == sign {
                    raw
                } else {
                    sign
                }
            }
            (Self::Natural, _) => {
                if raw < 0 {
                    !raw
                } else {
                    raw
                }
            }
        }
    }

    /// The number that it is like, if there is one.
    pub fn of(&self) -> Option<&Expr> {
        match self {
            Self::Truth(of) | Self::Sign(of) => Some(of),
            Self::Any | Self::Natural => None,
        }
    }
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
    /// Whether what the filter makes of it is its output.
    pub changed: bool,
}

impl Stream {
    /// What the block is.
    pub fn storage(&self) -> Storage {
        match self.changed {
            true => Storage::Changed,
            false => Storage::Input,
        }
    }
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

/// A question to others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ask {
    /// Gets the answer: a number or truth value.
    pub dst: LocalId,
    /// The question, as people ask it: `Iterator.hasNext()`.
    pub question: Arc<str>,
    /// What the answer is once the question was asked [`PATIENCE`] times at the same place of one call.
    pub last: Const,
}

/// How often a question is answered in every way at the same place of one call: the same calls led there. Code that goes
/// on asking until it gets another answer would never end.
pub const PATIENCE: usize = 2;

/// What is taken for granted where others are asked more often.
pub const OUT_OF_PATIENCE: &str = "others who are asked the same at the same place of one call answer -1, 0, false or null from the \
                                   third time on";

impl WorldOp {
    /// The local it writes, if it writes one.
    pub fn written(&self) -> Option<LocalId> {
        match self {
            Self::Input { dst, .. }
            | Self::Ask(Ask { dst, .. })
            | Self::Open(Open { dst, .. })
            | Self::Length(dst)
            | Self::Watched(dst)
            | Self::Lags(dst, _)
            | Self::Stream(Stream { dst, .. })
            | Self::Sink(Sink { dst, .. }) => Some(*dst),
            Self::Event(_)
            | Self::Assume(_)
            | Self::Enter(_)
            | Self::Iterate(_)
            | Self::Output(_)
            | Self::Keep(_)
            | Self::OutputBytes { .. }
            | Self::Print { .. } => None,
        }
    }

    /// The expressions it evaluates, in order.
    pub fn operands(&self) -> Vec<&Expr> {
        match self {
            Self::Input { .. }
            | Self::Ask(_)
            | Self::Event(_)
            | Self::Assume(_)
            | Self::Enter(_)
            | Self::Iterate(_) => vec![],
            Self::Stream(_) | Self::Length(_) | Self::Sink(_) | Self::Watched(_) => vec![],
            Self::Open(open) => open.like.of().into_iter().collect(),
            Self::Output(number) | Self::Keep(number) => vec![number],
            Self::Lags(_, at) => vec![&at.block, &at.offset],
            Self::OutputBytes { from, count } => vec![&from.block, &from.offset, count],
            Self::Print { format, args } => {
                let args = args.iter().flat_map(PrintArg::operands);
                [&format.block, &format.offset]
                    .into_iter()
                    .chain(args)
                    .collect()
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

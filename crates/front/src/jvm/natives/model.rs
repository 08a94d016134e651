//! What can stand for a method.

use ir::Const;

use crate::jvm::descriptor::JavaType;
use crate::jvm::natives::classes::Seen;
use crate::jvm::natives::native::Native;
use crate::jvm::natives::sketch::Sketch;

/// Writes the code of one method; why it cannot.
pub(super) type Body = fn(&mut Sketch<'_>) -> Result<(), String>;

/// What stands for a method.
#[derive(Clone, Copy)]
pub(super) enum Model {
    /// It does nothing, and gives zero, false or null.
    Nothing,
    /// It gives this.
    Bool(bool),
    /// It gives this integer.
    Int(i64),
    /// It gives this string.
    Text(&'static str),
    /// It gives its first argument, which is the object itself.
    First,
    /// This is its code.
    Written(Body),
    /// Its code is made for what matters of the arguments it is called with.
    Special(Matter, Body),
    /// It asks a class that must be known, and this is the answer.
    Fact(fn(&mut Seen<'_>) -> Result<Const, String>),
    /// Others know what it gives: a question to them.
    Asked(&'static str),
    /// It is beyond us; why.
    Refused(&'static str),
    /// It is beyond us as is most of its class; why.
    Closed(&'static str),
}

/// What matters of the arguments of a call, as far as they are constants.
#[derive(Clone, Copy)]
pub(super) enum Matter {
    /// The arguments with these numbers, which must be constants; the receiver counts.
    Args(&'static [usize]),
    /// Whether all arguments of certain types are constants.
    Known(fn(&JavaType) -> bool),
    /// Whether the one argument is a constant, and which.
    One,
}

impl Matter {
    /// What of a call tells its code from that of other calls.
    pub(super) fn of(self, native: &Native<'_>) -> Result<Vec<Option<Const>>, String> {
        match self {
            Self::Args(numbers) => numbers.iter().map(|&n| native.known(n).map(Some)).collect(),
            Self::Known(counts) => Ok(vec![Some(Const::Bool(native.knows(counts)))]),
            Self::One => Ok(native.args.to_vec()),
        }
    }
}

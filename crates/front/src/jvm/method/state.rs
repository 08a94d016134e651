//! What a translation remembers from one instruction to the next.

use std::collections::BTreeMap;

use ir::{BlockId, ClassId, Expr, LocalId};

use crate::jvm::descriptor::JavaType;
use crate::jvm::method::op::Kind;

/// An entry: one value, whether it takes one word or two.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::jvm) enum Entry {
    /// A value.
    Value(Expr, Kind),
    /// How two longs compare: an int, kept apart so that a branch on it becomes one comparison.
    Comparison(Expr, Expr),
    /// How two floating-point numbers compare, and what the comparison is where one is NaN.
    Floats(Expr, Expr, i64),
    /// A builder of texts, by its number; several entries may be the same one.
    Builder(usize),
}

impl Entry {
    pub(in crate::jvm) fn local(local: LocalId, kind: Kind) -> Self {
        Self::Value(Expr::Local(local), kind)
    }

    pub(super) fn words(&self) -> usize {
        match self {
            Self::Value(_, Kind::Long | Kind::Double) => 2,
            Self::Value(_, Kind::Int | Kind::Float | Kind::Ref)
            | Self::Comparison(..)
            | Self::Floats(..) => 1,
            Self::Builder(_) => 1,
        }
    }

    pub(super) fn mentions(&self, local: LocalId) -> bool {
        match self {
            Self::Value(expr, _) => expr.mentions(local),
            Self::Comparison(a, b) | Self::Floats(a, b, _) => {
                a.mentions(local) || b.mentions(local)
            }
            // Its parts are in temporaries.
            Self::Builder(_) => false,
        }
    }
}

/// A builder on the operand stack.
pub(in crate::jvm) enum Chain {
    /// No constructor was called yet.
    New,
    /// What the constructor was given, and what was appended since. All of it is constant or in a temporary.
    Parts(Option<Expr>, Vec<(JavaType, Expr)>),
    /// It had to be made.
    Made(LocalId),
}

/// What handles the exceptions of an instruction, in the order of the table: a class, or anything.
pub(super) type Table = Vec<(Option<ClassId>, usize)>;

/// The blocks written so far, so that equal ones are written once.
#[derive(Default)]
pub(in crate::jvm) struct Handlers {
    pub(super) dispatches: BTreeMap<(Table, u32), BlockId>,
    pub(super) raises: BTreeMap<(&'static str, Table, u32), BlockId>,
}

/// The objects whose monitors a method holds, by the instruction that entered them; null where it holds none.
#[derive(Default)]
pub(in crate::jvm) struct Monitors(pub(super) BTreeMap<usize, LocalId>);

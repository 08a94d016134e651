//! Where variables live: in locals and globals of the ir, or in blocks of memory.

use ir::memory::Storage;
use ir::{GlobalId, LocalId, Type};

use super::shape::Shape;

/// Where a local variable lives.
#[derive(Clone, Copy, Debug)]
pub(super) enum Home {
    /// A number in a local.
    Number(LocalId, Given),
    /// A pointer in two locals.
    Pointer {
        /// The reference.
        block: LocalId,
        /// The offset.
        offset: LocalId,
        /// Whether it has a value.
        given: Given,
    },
    /// A block of so many bytes, which the local refers to.
    Block(LocalId, u64),
    /// A block whose size is known when it is made.
    Variable(LocalId),
}

/// The local, a truth value, that says whether a variable has a value; none if it always has.
pub(super) type Given = Option<LocalId>;

/// Where an object with static storage lives.
#[derive(Clone, Debug)]
pub(super) enum StaticHome {
    /// A number in a global.
    Number(GlobalId, Type),
    /// A pointer in two globals.
    Pointer(GlobalId, GlobalId),
    /// A block of so many bytes, which the global refers to.
    Block(GlobalId, Extent),
    /// In another file, so that nothing is known of it.
    Elsewhere(String),
}

/// How far a static block reaches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    pub(super) size: u64,
    /// Static, or of a kind that nobody may write.
    pub(super) storage: Storage,
}

/// How a scalar is held outside memory.
pub(super) enum Scalar {
    Number(Type),
    Pointer,
}

impl Shape {
    /// The scalar that a variable of this shape is, if it need not be in memory.
    pub(super) fn scalar(&self) -> Option<Scalar> {
        match self {
            Self::Number(ty) => Some(Scalar::Number(*ty)),
            Self::Pointer => Some(Scalar::Pointer),
            Self::Void | Self::Record(_) | Self::Other(_) => None,
        }
    }
}

//! Memory made of bytes, as C has it: blocks with a size and a life, pointers as a block and an offset.
//!
//! A pointer is two values: a reference to a block (or to what a function pointer points at), and an offset in bytes, an
//! `I64`. The null pointer is the null reference with offset 0; a null reference with another offset is a number that was
//! made a pointer. Blocks hold bytes, each with a value or not yet, and whole pointers.
//!
//! Nothing here fails by itself: front ends ask with [`MemoryOp::Probe`] first and branch. An operation that is done
//! although its probe would not say [`FINE`] breaks a promise, and nothing is known of what follows.

use std::sync::Arc;

use crate::{ClassId, Expr, LocalId};

/// Answer of [`MemoryOp::Probe`]: the access may be done.
pub const FINE: i64 = 0;
/// The reference is null.
pub const NULL: i64 = 1;
/// The life of the block has ended.
pub const DEAD: i64 = 2;
/// Not all bytes are within the block; for [`Access::Release`], the offset is not 0.
pub const OUTSIDE: i64 = 3;
/// A byte that is read has no value yet.
pub const UNSET: i64 = 4;
/// What is written may not be.
pub const CONSTANT: i64 = 5;
/// What the reference refers to is not a block, or for [`Access::Release`] not one that was allocated.
pub const FOREIGN: i64 = 6;

/// Answer of [`MemoryOp::Compare`]: nobody can say whether the pointers are equal. One may point behind a block and the other to the
/// beginning of the next; and constants that hold the same, or the end of another, may be one object.
pub const OPEN: i64 = 7;

/// Where in memory: a reference and an offset in bytes, an `I64`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The block.
    pub block: Expr,
    /// The offset of the first byte meant.
    pub offset: Expr,
}

/// How long a block lives and who ends its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Storage {
    /// A variable that lives as long as the program.
    Static,
    /// The same, and nobody may write it: string literals.
    Constant,
    /// A variable of a block of code.
    Automatic,
    /// A variable that only its declaration may write, which does so without asking: to [`MemoryOp::Probe`] it is a constant.
    Fixed,
    /// What `malloc` gave.
    Allocated,
    /// All the symbols that a filter reads ([`WorldOp::Stream`](crate::WorldOp::Stream)). Nobody may write it.
    Input,
    /// The same, and the filter writes to it: what it holds in the end is the output.
    Changed,
    /// What a filter writes ([`WorldOp::Sink`](crate::WorldOp::Sink)), each symbol behind those before it.
    Output,
}

/// What a block holds at first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// No byte has a value.
    Unset,
    /// Every byte is zero.
    Zero,
    /// These bytes, then zeros.
    Bytes(Arc<[u8]>),
}

/// What a block is created as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewBlock {
    /// The local that gets the reference.
    pub dst: LocalId,
    /// The class of the object it is; one without fields.
    pub class: ClassId,
    /// How many bytes, an `I64` that must not be negative.
    pub size: Expr,
    /// How long it lives.
    pub storage: Storage,
    /// What it holds.
    pub content: Content,
    /// A name for people: that of the variable, or where it was allocated.
    pub name: Arc<str>,
}

/// What an access is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Access {
    /// To read values: all bytes must have one.
    Read,
    /// To write, or to copy bytes whether or not they have a value.
    Write,
    /// To copy from: within bounds and alive is enough.
    Copy,
    /// To give it back with `free`.
    Release,
}

/// An operation on memory. Offsets, sizes, counts and addresses are `I64`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MemoryOp {
    /// `dst = a new block`
    New(NewBlock),
    /// The life of a block ends; what still refers to it may not be followed. Null is nothing to end.
    End(Expr),
    /// `dst = how this access would fare`, an `I32`: the first that applies of [`NULL`], [`FOREIGN`], [`DEAD`],
    /// [`OUTSIDE`], [`CONSTANT`], [`UNSET`], else [`FINE`].
    Probe {
        /// Gets the answer.
        dst: LocalId,
        /// The first byte.
        at: Position,
        /// How many bytes.
        size: Expr,
        /// What for.
        access: Access,
    },
    /// `dst = whether two pointers may be compared`, an `I32`: [`DEAD`] if the life of a block has ended, [`OPEN`], else [`FINE`],
    /// and then they are equal where reference and offset are.
    Compare {
        /// Gets the answer.
        dst: LocalId,
        /// One pointer.
        left: Position,
        /// The other.
        right: Position,
    },
    /// `dst = the number at this position`, in little-endian order, of as many bytes as its type has; one for `Bool`.
    /// Bytes of a pointer are read as those of its address.
    Load(LocalId, Position),
    /// Writes a number.
    Store(Position, Expr),
    /// `dst = the reference of the pointer at this position`. Bytes that are not a pointer that was stored there are a
    /// number made a pointer, as [`MemoryOp::Find`] has it.
    LoadTarget {
        /// Gets the reference.
        dst: LocalId,
        /// The first byte.
        at: Position,
        /// How many bytes a pointer has: 4 or 8.
        width: u8,
    },
    /// `dst = the offset of the pointer at this position`.
    LoadOffset {
        /// Gets the offset.
        dst: LocalId,
        /// The first byte.
        at: Position,
        /// How many bytes a pointer has.
        width: u8,
    },
    /// Writes a pointer.
    StorePointer {
        /// The first byte.
        at: Position,
        /// What is written.
        pointer: Position,
        /// How many bytes a pointer has.
        width: u8,
    },
    /// Copies bytes as if through a third block: values, bytes without one, and pointers.
    Copy {
        /// The first byte copied.
        from: Position,
        /// The first byte written.
        to: Position,
        /// How many.
        count: Expr,
    },
    /// Writes the same byte, an `U8`, many times; `None` takes their values away.
    Fill {
        /// The first byte written.
        at: Position,
        /// The value.
        byte: Option<Expr>,
        /// How many.
        count: Expr,
    },
    /// `dst = the number of bytes of a block`; the reference must be one to a block.
    Size(LocalId, Expr),
    /// `dst = the address of what is referred to`, 0 for null: the same each time, not 0, different for all that lives.
    /// Code that depends on more of it than that has no one meaning.
    Address(LocalId, Expr),
    /// `dst = the block that an address lies in or at the end of`, null if there is none.
    Find(LocalId, Expr),
    /// `dst = the offset of an address` in what [`MemoryOp::Find`] finds; the address itself if that is null.
    FindOffset(LocalId, Expr),
}

impl MemoryOp {
    /// The local it writes, if it writes one.
    pub fn written(&self) -> Option<LocalId> {
        match self {
            Self::New(NewBlock { dst, .. })
            | Self::Probe { dst, .. }
            | Self::Compare { dst, .. }
            | Self::Load(dst, _)
            | Self::LoadTarget { dst, .. }
            | Self::LoadOffset { dst, .. }
            | Self::Size(dst, _)
            | Self::Address(dst, _)
            | Self::Find(dst, _)
            | Self::FindOffset(dst, _) => Some(*dst),
            Self::End(_)
            | Self::Store(..)
            | Self::StorePointer { .. }
            | Self::Copy { .. }
            | Self::Fill { .. } => None,
        }
    }

    /// The expressions it evaluates, in order.
    pub fn operands(&self) -> Vec<&Expr> {
        match self {
            Self::New(new) => vec![&new.size],
            Self::End(e)
            | Self::Size(_, e)
            | Self::Address(_, e)
            | Self::Find(_, e)
            | Self::FindOffset(_, e) => {
                vec![e]
            }
            Self::Probe { at, size, .. } => vec![&at.block, &at.offset, size],
            Self::Compare { left, right, .. } => {
                vec![&left.block, &left.offset, &right.block, &right.offset]
            }
            Self::Load(_, at) | Self::LoadTarget { at, .. } | Self::LoadOffset { at, .. } => {
                vec![&at.block, &at.offset]
            }
            Self::Store(at, value) => vec![&at.block, &at.offset, value],
            Self::StorePointer { at, pointer, .. } => {
                vec![&at.block, &at.offset, &pointer.block, &pointer.offset]
            }
            Self::Copy { from, to, count } => {
                vec![&from.block, &from.offset, &to.block, &to.offset, count]
            }
            Self::Fill { at, byte, count } => [&at.block, &at.offset]
                .into_iter()
                .chain(byte.as_ref())
                .chain([count])
                .collect(),
        }
    }
}

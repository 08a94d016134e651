//! Values: a term, or a reference whose target is known.

use base::define_id;
use ir::ImageId;
use smt::Term;

define_id!(
    /// An [`Open`](crate::Open) reference, by its position among those of a call.
    OpenId, "?"
);
define_id!(
    /// An object that was made while the program ran.
    HeapId, "o"
);

/// An object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ObjectId {
    /// One of a [`Heap`](crate::Heap).
    Made(HeapId),
    /// One of the program's image.
    Image(ImageId),
}

/// A value: a term, or a reference whose target is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// A number or truth value.
    Scalar(Term),
    /// A reference; `None` is null.
    Ref(Option<ObjectId>),
    /// A reference that came from outside, and what it refers to matters first where something looks at it.
    Open(OpenId),
    /// A reference that nothing is known of. It can be passed on and stored; to look at it ends the path.
    Hidden,
    /// The same, but it is not null.
    NotNull,
}

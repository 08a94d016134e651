//! What natives have made so far, and must find again.

use std::collections::BTreeMap;

use ir::{ClassId, Const, FieldRef, FunctionId, GlobalId, ImageId};

/// What was made so far.
#[derive(Default)]
pub(in crate::jvm) struct Natives {
    /// By native and the constants that matter to it.
    pub(super) made: BTreeMap<(String, Vec<Option<Const>>), FunctionId>,
    /// The thread everything runs on.
    pub(super) thread: Option<ImageId>,
    /// An object that only arrays of any object take.
    pub(super) any_object: Option<ImageId>,
    /// The slots of fields that were asked for by reflection.
    pub(super) fields: BTreeMap<ImageId, FieldRef>,
    /// What variable handles refer to.
    pub(super) handles: BTreeMap<ImageId, Target>,
}

/// What a handle refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::jvm) enum Target {
    Field(FieldRef, Holds),
    Static(GlobalId, Holds),
    /// A static field that code which is not seen may set: there is a handle, but nothing can be done with it.
    Shared,
    /// Elements of arrays of this class.
    Elements(ClassId),
}

/// The class of the references that a variable holds; `None` for one that holds anything, or no references.
pub(in crate::jvm) type Holds = Option<ClassId>;

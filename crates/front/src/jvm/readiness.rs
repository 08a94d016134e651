//! Which classes are ready for use, and what says so.

use std::collections::{BTreeMap, BTreeSet};

use ir::{ClassId, FunctionId, GlobalId};

/// What is known of classes as to their being ready.
#[derive(Default)]
pub(in crate::jvm) struct Readiness {
    pub(super) functions: BTreeMap<ClassId, FunctionId>,
    pub(super) flags: BTreeMap<ClassId, Flags>,
    pub(super) flag_owners: BTreeMap<GlobalId, ClassId>,
    /// Classes that need nothing any more.
    pub(super) still: BTreeSet<ClassId>,
    /// Classes whose trial is under way, the outermost first.
    pub(super) open: Vec<ClassId>,
}

/// What a state knows of a class. After a failure it counts as not ready, and as erroneous.
#[derive(Clone, Copy)]
pub(in crate::jvm) struct Flags {
    /// Whether the class has been made ready, or is being so.
    pub(in crate::jvm) ready: GlobalId,
    /// Whether that has failed.
    pub(in crate::jvm) erroneous: GlobalId,
}

//! What a machine has seen and changed of the world outside its own objects.

use std::collections::BTreeSet;

use crate::{GlobalId, ImageId};

/// What the calls of a [`Machine::watching`](crate::interp::Machine::watching) depended upon and changed, so that
/// somebody can tell whether they would do the same at another time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Watched {
    /// Globals read before the calls themselves wrote them.
    pub globals_read: BTreeSet<GlobalId>,
    /// Globals written.
    pub globals_written: BTreeSet<GlobalId>,
    /// Objects of the image whose fields or elements were read. Their class and length never change, so looking at
    /// these does not count.
    pub image_read: BTreeSet<ImageId>,
    /// Objects of the image that were changed.
    pub image_changed: BTreeSet<ImageId>,
}

impl Watched {
    pub(super) fn reads(&mut self, global: GlobalId) {
        if !self.globals_written.contains(&global) {
            self.globals_read.insert(global);
        }
    }
}

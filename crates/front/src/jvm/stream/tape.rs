//! What is known of the filter under study.

use ir::{ClassId, GlobalId, ImageId};

use super::instead;
use super::sink::Site;
use crate::Streams;
use crate::jvm::class::JavaClass;

/// How many symbols a stream gives when it is asked for many. A filter that is right works with any number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Most {
    /// One, as where they come slowly: what a filter keeps of its input stays small.
    #[default]
    One,
    /// As many as there is room for, as from a file.
    All,
}

/// A filter, and what stands for what it reads and writes.
pub(in crate::jvm) struct Filtering {
    pub(in crate::jvm) streams: Streams,
    /// The class of blocks of memory.
    pub(in crate::jvm) block: ClassId,
    /// Holds the block with all that there is to read.
    pub(in crate::jvm) tape: GlobalId,
    /// The text that is the input, and the array.
    pub(in crate::jvm) text: ImageId,
    pub(in crate::jvm) array: ImageId,
    /// What was written, as a text.
    pub(in crate::jvm) written: ImageId,
    /// Standard output.
    pub(in crate::jvm) print: ImageId,
    /// What ends a filter that gives null: no exception of its own, so it is called by what happens.
    pub(in crate::jvm) gives_null: ClassId,
    /// What stands for builders of texts.
    pub(in crate::jvm) builder: ClassId,
    /// What stands for writers into a builder of their own.
    pub(in crate::jvm) writer: ClassId,
    /// How many symbols a read into an array gives at most.
    pub(in crate::jvm) most: Most,
    /// The class of parts of the input, and its fields.
    pub(in crate::jvm) piece: ClassId,
    /// Where the builder is made that writes.
    pub(super) site: Option<Site>,
    /// What calls of the user's code are instead.
    pub(in crate::jvm) instead: instead::Instead,
}

impl Filtering {
    /// Whether the builder made at this instruction is the one that writes.
    pub(in crate::jvm) fn writes(&self, java: &JavaClass, method: &str, at: usize) -> bool {
        self.site
            .as_ref()
            .is_some_and(|site| site.is(java, method, at))
    }
}

//! The objects of a machine.

use base::{Id, define_id};

use crate::ClassId;

define_id!(
    /// An object of a [`Machine`](crate::interp::Machine). Objects are numbered in the order of their creation, the
    /// string literals first.
    ObjectId, "obj"
);

impl ObjectId {
    /// Null is 0, so a zeroed slot is a null reference.
    pub(super) fn to_word(object: Option<Self>) -> i64 {
        object.map_or(0, |o| o.index() as i64 + 1)
    }

    pub(super) fn from_word(word: i64) -> Option<Self> {
        (word != 0).then(|| Self::from_index(word as usize - 1))
    }
}

/// All objects: a class each, and the fields of all of them in one run of words.
#[derive(Clone, Debug, Default)]
pub(super) struct Heap {
    objects: Vec<Header>,
    slots: Vec<i64>,
}

#[derive(Clone, Copy, Debug)]
struct Header {
    class: ClassId,
    first_slot: usize,
}

impl Heap {
    pub(super) fn allocate(&mut self, class: ClassId, slots: usize) -> ObjectId {
        self.objects.push(Header { class, first_slot: self.slots.len() });
        self.slots.resize(self.slots.len() + slots, 0);
        ObjectId::from_index(self.objects.len() - 1)
    }

    pub(super) fn len(&self) -> usize {
        self.objects.len()
    }

    pub(super) fn class(&self, object: ObjectId) -> ClassId {
        self.objects[object.index()].class
    }

    pub(super) fn slot(&self, object: ObjectId, offset: usize) -> i64 {
        self.slots[self.objects[object.index()].first_slot + offset]
    }

    pub(super) fn set_slot(&mut self, object: ObjectId, offset: usize, word: i64) {
        self.slots[self.objects[object.index()].first_slot + offset] = word;
    }
}

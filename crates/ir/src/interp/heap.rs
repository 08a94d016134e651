//! The objects of a machine.

use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZeroI64;

use base::Id;

use crate::interp::blocks::{Blocks, Number};
use crate::memory::{Content, Storage};
use crate::{ClassId, ImageId, Type};

/// An object: one that a [`Machine`](crate::interp::Machine) has made, or one of the program's image. Those of a machine
/// are numbered in the order of their creation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
// The word that refers to it: positive for an object of the machine, negative for one of the image. Null is 0, so a
// zeroed slot is a null reference.
pub struct ObjectId(NonZeroI64);

impl ObjectId {
    /// An object of the image.
    pub fn of_image(object: ImageId) -> Self {
        Self(NonZeroI64::new(-1 - object.index() as i64).expect("a negative number is not zero"))
    }

    /// The object of the image this is, if it is one.
    pub fn image(self) -> Option<ImageId> {
        let word = self.0.get();
        (word < 0).then(|| ImageId::from_index((-1 - word) as usize))
    }

    pub(super) fn made(number: usize) -> Self {
        Self(NonZeroI64::new(1 + number as i64).expect("a positive number is not zero"))
    }

    pub(super) fn to_word(object: Option<Self>) -> i64 {
        object.map_or(0, |o| o.0.get())
    }

    pub(super) fn from_word(word: i64) -> Option<Self> {
        NonZeroI64::new(word).map(Self)
    }
}

impl fmt::Debug for ObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.image() {
            Some(image) => write!(f, "{image}"),
            None => write!(f, "obj{}", self.0.get() - 1),
        }
    }
}

/// The objects a machine has made and the objects of the image it has changed; the slots of all in one run of words.
#[derive(Clone, Debug, Default)]
pub(super) struct Heap {
    objects: Vec<Header>,
    changed: BTreeMap<ImageId, Header>,
    slots: Vec<i64>,
    pub(super) blocks: Blocks,
}

/// What never changes of an object.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) class: ClassId,
    /// How many fields or elements it has.
    pub(super) length: usize,
    /// The type of its elements, if it is an array.
    pub(super) element: Option<Type>,
}

#[derive(Clone, Copy, Debug)]
struct Header {
    shape: Shape,
    first_slot: usize,
    /// The block it is, if it is one.
    block: Option<Number>,
}

impl Heap {
    /// A new object, its slots zero.
    pub(super) fn allocate(&mut self, shape: Shape) -> ObjectId {
        let header = self.header(shape);
        self.objects.push(header);
        self.slots.resize(header.first_slot + shape.length, 0);
        ObjectId::made(self.objects.len() - 1)
    }

    /// A new block of bytes: an object without slots.
    pub(super) fn create_block(
        &mut self,
        class: ClassId,
        size: usize,
        storage: Storage,
        content: &Content,
    ) -> ObjectId {
        let object = ObjectId::made(self.objects.len());
        let block = self.blocks.create(object, size, storage, content);
        self.add_block(class, object, block)
    }

    /// A new block for what a filter writes.
    pub(super) fn create_output(&mut self, class: ClassId) -> ObjectId {
        let object = ObjectId::made(self.objects.len());
        let block = self.blocks.create_output(object);
        self.add_block(class, object, block)
    }

    fn add_block(&mut self, class: ClassId, object: ObjectId, block: Number) -> ObjectId {
        let header = self.header(Shape {
            class,
            length: 0,
            element: None,
        });
        self.objects.push(Header {
            block: Some(block),
            ..header
        });
        object
    }

    /// The block an object is, if it is one.
    #[inline]
    pub(super) fn block(&self, object: ObjectId) -> Option<Number> {
        self.lookup(object)?.block
    }

    /// From now on the object of the image has this content.
    pub(super) fn adopt(
        &mut self,
        object: ImageId,
        shape: Shape,
        content: impl Iterator<Item = i64>,
    ) {
        let header = self.header(shape);
        self.changed.insert(object, header);
        self.slots.extend(content);
        self.slots.resize(header.first_slot + shape.length, 0);
    }

    fn header(&self, shape: Shape) -> Header {
        Header {
            shape,
            first_slot: self.slots.len(),
            block: None,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.objects.len()
    }

    pub(super) fn changed(&self) -> impl Iterator<Item = ImageId> {
        self.changed.keys().copied()
    }

    /// The shape and the slots of an object; `None` for one of the image that was never changed.
    pub(super) fn find(&self, object: ObjectId) -> Option<(Shape, &[i64])> {
        let Header {
            shape, first_slot, ..
        } = *self.lookup(object)?;
        Some((shape, &self.slots[first_slot..first_slot + shape.length]))
    }

    /// Like [`Heap::find`], to change the slots.
    pub(super) fn slots_mut(&mut self, object: ObjectId) -> Option<&mut [i64]> {
        let Header {
            shape, first_slot, ..
        } = *self.lookup(object)?;
        Some(&mut self.slots[first_slot..first_slot + shape.length])
    }

    pub(super) fn shape(&self, object: ObjectId) -> Option<Shape> {
        self.lookup(object).map(|h| h.shape)
    }

    #[inline]
    fn lookup(&self, object: ObjectId) -> Option<&Header> {
        let word = object.0.get();
        if word > 0 {
            self.objects.get((word - 1) as usize)
        } else {
            self.changed.get(&object.image()?)
        }
    }
}

//! Blocks of bytes: their lives and their addresses.
//!
//! Addresses only grow, so that an address means one block, living or dead, for good. They fit 32 bits until more than
//! that was ever created.

mod bytes;
mod mask;
mod pointers;

use std::ops::Range;

use base::{Id, define_id};

use crate::ImageId;
use crate::interp::ObjectId;
use crate::interp::fault::Fault;
use crate::memory::{
    Access, CONSTANT, Content, DEAD, FINE, FOREIGN, OPEN, OUTSIDE, Storage, UNSET,
};

use bytes::Cargo;

pub(super) use bytes::Bytes;
pub(super) use pointers::Pointer;

define_id!(
    /// A block of a machine, living or dead.
    Number, "block"
);

/// Where the first block lies.
const FIRST_ADDRESS: u64 = 0x1_0000;
/// Blocks begin at multiples of this, and at least as many bytes that belong to none lie between two.
const GRAIN: u64 = 16;
/// Where the objects of the image lie, a grain for each.
const IMAGE_ADDRESSES: Range<u64> = 0xF000_0000..0x1_0000_0000;

/// The size of blocks that a filter writes to: they are taken to be large enough.
const OUTPUT_SIZE: usize = 1 << 30;
/// So far behind what it has written a filter may write; it is not known to fill the gap.
const OUTPUT_GAP: usize = 1 << 12;

/// All blocks a machine has made.
#[derive(Clone, Debug)]
pub(super) struct Blocks {
    /// By address.
    lives: Vec<Life>,
    /// Of living blocks, and some to be used again.
    bytes: Vec<Bytes>,
    unused: Vec<u32>,
    next_address: u64,
    cargo: Cargo,
}

#[derive(Clone, Debug)]
struct Life {
    object: ObjectId,
    address: u64,
    size: usize,
    storage: Storage,
    /// Where its bytes are, while it lives.
    bytes: Option<u32>,
}

impl Default for Blocks {
    fn default() -> Self {
        let (lives, bytes, unused) = (Vec::new(), Vec::new(), Vec::new());
        Self {
            lives,
            bytes,
            unused,
            next_address: FIRST_ADDRESS,
            cargo: Cargo::default(),
        }
    }
}

impl Blocks {
    pub(super) fn create(
        &mut self,
        object: ObjectId,
        size: usize,
        storage: Storage,
        content: &Content,
    ) -> Number {
        let bytes = self.unused.pop().unwrap_or_else(|| {
            self.bytes.push(Bytes::default());
            (self.bytes.len() - 1) as u32
        });
        self.bytes[bytes as usize].reset(size, content);
        let address = self.reserve(size as u64);
        self.lives.push(Life {
            object,
            address,
            size,
            storage,
            bytes: Some(bytes),
        });
        Number::from_index(self.lives.len() - 1)
    }

    /// A block that grows where it is written.
    pub(super) fn create_output(&mut self, object: ObjectId) -> Number {
        let block = self.create(object, 0, Storage::Output, &Content::Unset);
        self.next_address = self.address(block);
        let address = self.reserve(OUTPUT_SIZE as u64);
        let life = &mut self.lives[block.index()];
        (life.address, life.size) = (address, OUTPUT_SIZE);
        block
    }

    fn reserve(&mut self, size: u64) -> u64 {
        if self.next_address < IMAGE_ADDRESSES.end
            && self.next_address + size >= IMAGE_ADDRESSES.start
        {
            self.next_address = IMAGE_ADDRESSES.end;
        }
        let address = self.next_address;
        self.next_address = (address + size).next_multiple_of(GRAIN) + GRAIN;
        address
    }

    pub(super) fn end(&mut self, block: Number) -> Result<(), Fault> {
        let bytes = self.lives[block.index()].bytes.take();
        let bytes = bytes.ok_or_else(|| Fault::broken("the life of a block ends twice"))?;
        self.unused.push(bytes);
        Ok(())
    }

    pub(super) fn size(&self, block: Number) -> usize {
        self.lives[block.index()].size
    }

    pub(super) fn address(&self, block: Number) -> u64 {
        self.lives[block.index()].address
    }

    /// What a living block holds.
    pub(super) fn content(&self, block: Number) -> Option<&Bytes> {
        self.lives[block.index()]
            .bytes
            .map(|bytes| &self.bytes[bytes as usize])
    }

    /// Whether pointers to two living blocks may be compared.
    pub(super) fn compare(&self, (one, at): (Number, i64), (other, there): (Number, i64)) -> i64 {
        let (one, other) = (&self.lives[one.index()], &self.lives[other.index()]);
        let borders = |end: i64, life: &Life, start: i64| end == life.size as i64 && start == 0;
        let special = [one, other].iter().any(|life| {
            matches!(
                life.storage,
                Storage::Input | Storage::Changed | Storage::Output
            )
        });
        let open = special
            || self.may_be_one(one, other)
            || borders(at, one, there)
            || borders(there, other, at);
        if open { OPEN } else { FINE }
    }

    /// Whether two constants may be one object: where one ends as the other does.
    fn may_be_one(&self, one: &Life, other: &Life) -> bool {
        let bytes = |life: &Life| {
            let constant = life.storage == Storage::Constant;
            constant.then(|| {
                life.bytes
                    .map(|bytes| self.bytes[bytes as usize].values(0, life.size))
            })?
        };
        bytes(one)
            .zip(bytes(other))
            .is_some_and(|(one, other)| one.ends_with(other) || other.ends_with(one))
    }

    /// How an access would fare.
    pub(super) fn probe(&self, block: Number, offset: i64, size: i64, access: Access) -> i64 {
        let life = &self.lives[block.index()];
        if access == Access::Release && life.storage != Storage::Allocated {
            return FOREIGN;
        }
        let Some(bytes) = life.bytes else { return DEAD };
        if access == Access::Release {
            return if offset == 0 { FINE } else { OUTSIDE };
        }
        let Some(start) = within(life.size, offset, size) else {
            return OUTSIDE;
        };
        let has = |end: usize| self.bytes[bytes as usize].len() >= end;
        match access {
            Access::Write
                if matches!(
                    life.storage,
                    Storage::Constant | Storage::Fixed | Storage::Input
                ) =>
            {
                CONSTANT
            }
            Access::Read | Access::Copy
                if life.storage == Storage::Output && !has(start + size as usize) =>
            {
                UNSET
            }
            Access::Read if !self.bytes[bytes as usize].are_set(start, size as usize) => UNSET,
            Access::Read | Access::Write | Access::Copy | Access::Release => FINE,
        }
    }

    /// The content of a block, to read some of its bytes, the first of which is returned too.
    #[inline]
    pub(super) fn read(
        &self,
        block: Number,
        offset: i64,
        count: i64,
    ) -> Result<(&Bytes, usize), Fault> {
        let (bytes, start) = self.locate(block, offset, count)?;
        let bytes = &self.bytes[bytes];
        if start + count as usize > bytes.len() {
            return Err(Fault::broken("bytes behind what was written are read"));
        }
        Ok((bytes, start))
    }

    /// The same, to write.
    #[inline]
    pub(super) fn write(
        &mut self,
        block: Number,
        offset: i64,
        count: i64,
    ) -> Result<(&mut Bytes, usize), Fault> {
        let (bytes, start) = self.locate(block, offset, count)?;
        match self.lives[block.index()].storage {
            Storage::Constant | Storage::Input => {
                return Err(Fault::broken("a constant is written"));
            }
            Storage::Output => grow(&mut self.bytes[bytes], start, count)?,
            Storage::Static
            | Storage::Automatic
            | Storage::Fixed
            | Storage::Allocated
            | Storage::Changed => {}
        }
        Ok((&mut self.bytes[bytes], start))
    }

    #[inline]
    fn locate(&self, block: Number, offset: i64, count: i64) -> Result<(usize, usize), Fault> {
        let life = &self.lives[block.index()];
        let bytes = life
            .bytes
            .ok_or_else(|| Fault::broken("a dead block is used"))?;
        let start = within(life.size, offset, count);
        Ok((
            bytes as usize,
            start.ok_or_else(|| Fault::broken("bytes outside a block are used"))?,
        ))
    }

    /// Copies bytes as if through a third block.
    pub(super) fn copy(
        &mut self,
        from: (Number, i64),
        to: (Number, i64),
        count: i64,
    ) -> Result<(), Fault> {
        let mut cargo = std::mem::take(&mut self.cargo);
        let (source, start) = self.read(from.0, from.1, count)?;
        source.lift(start, count as usize, &mut cargo);
        let (target, start) = self.write(to.0, to.1, count)?;
        target.lower(start, &cargo);
        self.cargo = cargo;
        Ok(())
    }

    /// What lies at an address, or ends there.
    pub(super) fn find(&self, address: u64, image_count: usize) -> Option<Pointer> {
        if let Some(above) = address
            .checked_sub(IMAGE_ADDRESSES.start)
            .filter(|_| IMAGE_ADDRESSES.contains(&address))
        {
            let object = (above / GRAIN) as usize;
            let block =
                (object < image_count).then(|| ObjectId::of_image(ImageId::from_index(object)))?;
            return Some(Pointer {
                block: Some(block),
                offset: (above % GRAIN) as i64,
            });
        }
        let behind = self.lives.partition_point(|life| life.address <= address);
        let life = self.lives[..behind].last()?;
        let offset = address - life.address;
        (offset <= life.size as u64).then_some(Pointer {
            block: Some(life.object),
            offset: offset as i64,
        })
    }
}

/// Makes room for what a filter writes.
fn grow(bytes: &mut Bytes, start: usize, count: i64) -> Result<(), Fault> {
    if start > bytes.len() + OUTPUT_GAP {
        return Err(Fault::unsupported(
            "it writes far behind what it has written".to_owned(),
        ));
    }
    bytes.grow(start + count as usize);
    Ok(())
}

/// The address of an object of the image.
pub(super) fn image_address(object: ImageId) -> Result<u64, Fault> {
    let address = IMAGE_ADDRESSES.start + GRAIN * object.index() as u64;
    let fits = IMAGE_ADDRESSES.contains(&address);
    if fits {
        Ok(address)
    } else {
        Err(Fault::unsupported(
            "there are too many objects to give addresses to".to_owned(),
        ))
    }
}

/// The first of `count` bytes, if all lie within a block of this size.
#[inline]
fn within(size: usize, first: i64, count: i64) -> Option<usize> {
    let end = first
        .checked_add(count)
        .filter(|_| first >= 0 && count >= 0)?;
    (end as u64 <= size as u64).then_some(first as usize)
}

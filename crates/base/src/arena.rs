//! Typed ids and the arenas they index.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// An index that knows what it points at. Define one with [`define_id!`](crate::define_id).
pub trait Id: Copy + Eq {
    /// The id of the element at `index`.
    fn from_index(index: usize) -> Self;
    /// The position of the element.
    fn index(self) -> usize;
}

/// Defines a `u32`-sized id type: `define_id!(/// doc  BlockId, "b");` prints as `b7`.
#[macro_export]
macro_rules! define_id {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);

        impl $crate::Id for $name {
            fn from_index(index: usize) -> Self {
                Self(u32::try_from(index).expect("fewer than 2^32 elements"))
            }
            fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl ::std::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
    };
}

/// A growing vector indexed by its own id type.
#[derive(Clone, PartialEq, Eq)]
pub struct Arena<I, T> {
    items: Vec<T>,
    ids: PhantomData<I>,
}

impl<I: Id, T> Arena<I, T> {
    /// An empty arena.
    pub fn new() -> Self {
        Self {
            items: Vec::new(),
            ids: PhantomData,
        }
    }

    /// Adds an element and returns its id.
    pub fn push(&mut self, item: T) -> I {
        self.items.push(item);
        I::from_index(self.items.len() - 1)
    }

    /// The element, if the id belongs to this arena.
    pub fn get(&self, id: I) -> Option<&T> {
        self.items.get(id.index())
    }

    /// How many elements there are.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Ids and elements, in the order of insertion.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (I, &T)> {
        self.items
            .iter()
            .enumerate()
            .map(|(i, t)| (I::from_index(i), t))
    }

    /// The elements, in the order of insertion.
    pub fn values(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }

    /// All ids.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = I> + use<I, T> {
        (0..self.items.len()).map(I::from_index)
    }

    /// The id the next element will get.
    pub fn next_id(&self) -> I {
        I::from_index(self.items.len())
    }
}

impl<I: Id, T> Default for Arena<I, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I: Id, T> Index<I> for Arena<I, T> {
    type Output = T;
    fn index(&self, id: I) -> &T {
        &self.items[id.index()]
    }
}

impl<I: Id, T> IndexMut<I> for Arena<I, T> {
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.items[id.index()]
    }
}

impl<I: Id, T> FromIterator<T> for Arena<I, T> {
    fn from_iter<A: IntoIterator<Item = T>>(items: A) -> Self {
        Self {
            items: items.into_iter().collect(),
            ids: PhantomData,
        }
    }
}

impl<I: Id + fmt::Debug, T: fmt::Debug> fmt::Debug for Arena<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

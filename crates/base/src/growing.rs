//! An arena that grows while its elements are in use.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Index;

use elsa::FrozenVec;

use crate::Id;

/// Like an [`Arena`](crate::Arena), but elements can be added through a shared reference: what was handed out stays
/// where it is. For things that are found while others are at work on what was found before.
pub struct Growing<I, T> {
    items: FrozenVec<Box<T>>,
    ids: PhantomData<I>,
}

impl<I: Id, T> Growing<I, T> {
    /// An empty one.
    pub fn new() -> Self {
        Self {
            items: FrozenVec::new(),
            ids: PhantomData,
        }
    }

    /// Adds an element and returns its id.
    pub fn push(&self, item: T) -> I {
        self.items.push(Box::new(item));
        I::from_index(self.items.len() - 1)
    }

    /// The element, if the id belongs here.
    pub fn get(&self, id: I) -> Option<&T> {
        self.items.get(id.index())
    }

    /// The element, to change it.
    pub fn get_mut(&mut self, id: I) -> Option<&mut T> {
        self.items
            .as_mut()
            .get_mut(id.index())
            .map(|item| &mut **item)
    }

    /// How many elements there are now.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there is no element yet.
    pub fn is_empty(&self) -> bool {
        self.items.len() == 0
    }

    /// Ids and elements, in the order of insertion, those included that are added on the way.
    pub fn iter(&self) -> impl Iterator<Item = (I, &T)> {
        self.items
            .iter()
            .enumerate()
            .map(|(i, t)| (I::from_index(i), t))
    }

    /// The elements, in the order of insertion.
    pub fn values(&self) -> impl Iterator<Item = &T> {
        self.items.iter()
    }

    /// The ids of the elements there are now.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = I> + use<I, T> {
        (0..self.items.len()).map(I::from_index)
    }

    /// The id the next element will get.
    pub fn next_id(&self) -> I {
        I::from_index(self.items.len())
    }
}

impl<I: Id, T> Default for Growing<I, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I: Id, T> Index<I> for Growing<I, T> {
    type Output = T;
    fn index(&self, id: I) -> &T {
        &self.items[id.index()]
    }
}

impl<I: Id, T: Clone> Clone for Growing<I, T> {
    fn clone(&self) -> Self {
        self.values().cloned().collect()
    }
}

impl<I: Id, T: PartialEq> PartialEq for Growing<I, T> {
    fn eq(&self, other: &Self) -> bool {
        self.values().eq(other.values())
    }
}

impl<I: Id, T: Eq> Eq for Growing<I, T> {}

impl<I: Id, T> FromIterator<T> for Growing<I, T> {
    fn from_iter<A: IntoIterator<Item = T>>(items: A) -> Self {
        Self {
            items: items.into_iter().map(Box::new).collect(),
            ids: PhantomData,
        }
    }
}

impl<I: Id + fmt::Debug, T: fmt::Debug> fmt::Debug for Growing<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

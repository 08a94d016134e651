//! Blocks that nobody writes: the literals and tables of a program are the same in all its graphs, and need not be taken
//! apart, compared and put together again at every pause.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use ir::memory::Storage;
use rustc_hash::FxHashMap;
use smt::Terms;
use symex::{Cell, Object};

/// Such a block. Among those of one program the number says which.
#[derive(Clone, Debug)]
pub(super) struct Fixed {
    number: usize,
    object: Rc<Object>,
}

impl Fixed {
    pub fn object(&self) -> Rc<Object> {
        Rc::clone(&self.object)
    }
}

impl PartialEq for Fixed {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl Eq for Fixed {}

impl PartialOrd for Fixed {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fixed {
    fn cmp(&self, other: &Self) -> Ordering {
        self.number.cmp(&other.number)
    }
}

impl Hash for Fixed {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.number.hash(state);
    }
}

/// All such blocks of one program that were seen, in the order in which they were.
#[derive(Default)]
pub(crate) struct Fixtures(RefCell<Seen>);

#[derive(Default)]
struct Seen {
    all: Vec<Fixed>,
    /// By where they lie: they are kept, so that nothing else comes to lie there.
    places: FxHashMap<*const Object, Fixed>,
}

impl Fixtures {
    /// An object as such a block, if it is one.
    pub(super) fn of(&self, terms: &Terms, object: &Rc<Object>) -> Option<Fixed> {
        let seen = &mut *self.0.borrow_mut();
        if let Some(known) = seen.places.get(&Rc::as_ptr(object)) {
            return Some(known.clone());
        }
        if !is_fixed(terms, object) {
            return None;
        }
        let known = seen
            .all
            .iter()
            .find(|fixed| fixed.object == *object)
            .cloned();
        Some(known.unwrap_or_else(|| {
            let fixed = Fixed {
                number: seen.all.len(),
                object: Rc::clone(object),
            };
            seen.places.insert(Rc::as_ptr(object), fixed.clone());
            seen.all.push(fixed.clone());
            fixed
        }))
    }
}

/// Whether an object is a living block of known numbers that nobody writes.
fn is_fixed(terms: &Terms, object: &Object) -> bool {
    let known = |cell: Cell| match cell {
        Cell::Number { term, .. } => terms.value(term).is_some(),
        Cell::Blank { .. } => true,
        Cell::Pointer { .. } => false,
    };
    object.memory.as_ref().is_some_and(|memory| {
        memory.storage == Storage::Constant
            && memory.died.is_none()
            && memory.cells().all(|(_, cell)| known(cell))
    })
}

//! Programs as moves from one place where they pause to the next.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use base::{Failure, Place, StopReason, Undefined};
use smt::{Term, Terms};

use super::Division;
use crate::{Integers, Location, LocationId, Target};

/// One way on from a place where a program pauses.
#[derive(Clone, Debug)]
pub struct Move {
    /// Taken exactly when this holds of the location's variables and the inputs.
    pub guard: Term,
    /// What the program is given on the way: variables that stand for any value of their sort.
    pub inputs: Vec<Term>,
    /// What it does.
    pub does: Does,
}

/// What a program does until it pauses again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Does {
    /// It goes on, passing the event with this number or none.
    Pass(Option<usize>, Target),
    /// It fails.
    Fail {
        /// How.
        what: Failure,
        /// Where.
        place: Place,
    },
    /// It comes to its end.
    End,
    /// It does what the language gives no meaning to, where that is no failure.
    Undefined {
        /// Which.
        kind: Undefined,
        /// Where.
        place: Place,
    },
    /// An assumption does not hold: nobody asks what the program does then.
    Discard,
    /// It could not be followed.
    Unknown(StopReason),
}

/// Builds the parts of an event system when they are first asked for.
pub trait EventView {
    /// Where the program starts. It has no variables.
    fn initial(&self) -> LocationId;
    /// A location that was handed out before.
    fn location(&self, id: LocationId) -> Rc<Location>;
    /// How states are divided into locations, with what has turned out to have too many values.
    fn division(&self) -> Division;
    /// The ways on from a location: their guards are disjoint and cover everything.
    fn moves(&mut self, location: LocationId) -> Vec<Move>;
}

/// A program seen through its events.
pub struct EventSystem {
    /// The context of all terms.
    pub terms: Terms,
    /// Which integers.
    pub integers: Integers,
    view: RefCell<Box<dyn EventView>>,
    moves: RefCell<BTreeMap<LocationId, Rc<Vec<Move>>>>,
}

impl EventSystem {
    /// An event system over a view.
    pub fn new(terms: Terms, integers: Integers, view: Box<dyn EventView>) -> Self {
        Self {
            terms,
            integers,
            view: RefCell::new(view),
            moves: RefCell::default(),
        }
    }

    /// Where the program starts.
    pub fn initial(&self) -> LocationId {
        self.view.borrow().initial()
    }

    /// A location.
    pub fn location(&self, id: LocationId) -> Rc<Location> {
        self.view.borrow().location(id)
    }

    /// The ways on from a location; computed on first use.
    pub fn moves(&self, location: LocationId) -> Rc<Vec<Move>> {
        if let Some(known) = self.moves.borrow().get(&location) {
            return Rc::clone(known);
        }
        let moves = Rc::new(self.view.borrow_mut().moves(location));
        self.moves.borrow_mut().insert(location, Rc::clone(&moves));
        moves
    }

    /// How states are divided into locations, with what has turned out to have too many values.
    pub fn division(&self) -> Division {
        self.view.borrow().division()
    }

    /// What the values of a location's variables satisfy beyond their sorts.
    pub fn range(&self, location: LocationId) -> Term {
        let location = self.location(location);
        let ranges: Vec<Term> = location
            .variables
            .iter()
            .map(|v| self.integers.range(&self.terms, v.ty, v.term))
            .collect();
        self.terms.and(&ranges)
    }
}

//! One way through a call.

use base::{Place, StopReason};
use ir::ClassId;
use smt::Term;

use crate::{Answer, ObjectId, State, Value};

/// One way through a call.
#[derive(Clone, Debug)]
pub struct Path {
    /// The path is taken exactly when all of these hold.
    pub condition: Vec<Term>,
    /// The state it leaves.
    pub state: State,
    /// How it ends.
    pub ending: Ending,
    /// What others answered on the way.
    pub answers: Vec<Answer>,
}

/// How a path ends.
#[derive(Clone, Debug)]
pub enum Ending {
    /// The call returned.
    Returned(Option<Value>),
    /// An exception left the call.
    Threw {
        /// The exception.
        object: ObjectId,
        /// Its class.
        class: ClassId,
        /// Where it was thrown.
        place: Place,
    },
    /// The path was not followed to its end; nothing is known of what comes after.
    Cut(StopReason),
}

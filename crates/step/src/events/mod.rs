//! The events view (Chapman et al., "Learning the Language of Error", 2015): the program runs by itself, and a letter is the next event it passes.
//!
//! Where a component waits for a call, a program goes on until it has something to show: an event, another round of a
//! loop, or its end. What it is given on the way are the inputs of the move.

mod flow;
pub(crate) mod pose;
mod runs;
mod system;
mod view;

pub use flow::{Flow, control_flow};
pub use runs::{End, Given, Run, Subject, Visitor, runs};
pub use symex::{Bounds, Origin, Paths, Pauses};
pub use system::{Does, EventSystem, EventView, Move};
pub use view::{Division, event_system};

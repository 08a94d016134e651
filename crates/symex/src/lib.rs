//! Symbolic execution of the ir: all paths of a call, each with the condition under which it is taken, the state it
//! leaves and how it ends. Paths that meet a bound, unsupported code or the end of the budget end in
//! [`Ending::Cut`]: they are part of the answer, so the conditions of all paths together always cover every input.
//!
//! Nothing here knows Java, C or automata.

mod arith;
mod arrays;
mod bytes;
mod calls;
mod evaluate;
mod exchange;
mod execute;
mod feasible;
mod float;
mod identity;
mod integers;
mod intervals;
mod memory;
mod model;
mod nudge;
mod open;
mod order;
mod pause;
mod program;
mod scope;
mod split;
mod state;
mod statements;
mod tape;
mod thread;
mod variables;

pub use exchange::{Input, Origin, left_open_by, open_name};
pub use execute::{Call, Ending, Limits, Path, execute};
pub use feasible::Memo;
pub use integers::Integers;
pub use memory::{Cell, Memory};
pub use pause::{Activation, Advance, Feeding, Paused, Reached, advance, feed};
pub use program::{Bound, Bounds, End, Explored, Run, Visitor, explore};
pub use scope::Scopes;
pub use state::{
    Choice, Heap, HeapId, ImageTerms, Object, ObjectId, Open, OpenId, State, Value, World,
};
pub use tape::{Astray, Counter, Fed, LONGEST_STREAM, Tape, Written, canonical, distance};

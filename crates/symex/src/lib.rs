//! Symbolic execution of the ir: all paths of a call, each with the condition under which it is taken, the state it
//! leaves and how it ends. Paths that meet a bound, unsupported code or the end of the budget end in
//! [`Ending::Cut`]: they are part of the answer, so the conditions of all paths together always cover every input.
//!
//! Nothing here knows Java, C or automata.

mod arith;
mod arrays;
mod block;
mod bytes;
mod calls;
mod evaluate;
mod exchange;
mod execute;
mod explorer;
mod feasible;
mod float;
mod identity;
mod inquiry;
mod integers;
mod intervals;
mod join;
mod limits;
mod memory;
mod model;
mod nudge;
mod open;
mod order;
mod path;
mod pause;
mod program;
mod scope;
mod split;
mod state;
mod statements;
mod stuck;
mod tape;
mod thread;
mod trace;
mod unread;
mod value;
mod variables;

pub use block::{Cell, Memory};
pub use execute::{Call, execute};
pub use inquiry::Memo;
pub use integers::Integers;
pub use limits::{Bound, Bounds, Limits, Paths};
pub use path::{Ending, Path};
pub use pause::{Activation, Advance, Feeding, Paused, Pauses, Reached, advance, feed};
pub use program::{End, Explored, Run, Visitor, explore};
pub use scope::Scopes;
pub use state::{Choice, Heap, ImageTerms, Object, Open, State, World};
pub use tape::{Astray, Counter, Fed, LONGEST_STREAM, Tape, Written, canonical, distance};
pub use trace::{Answer, Input, Origin, left_open_by, open_name};
pub use unread::Unread;
pub use value::{HeapId, ObjectId, OpenId, Value};

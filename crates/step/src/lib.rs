//! The narrow waist: code seen from outside. A step system waits for a letter, takes one step and answers.
//!
//! Below it nothing knows automata; above it nothing knows Java or C. A [`View`] builds a step system from code;
//! the component view is [`component`].

mod arguments;
mod component;
mod concrete;
mod domain;
mod effects;
mod errors;
pub mod events;
mod followed;
mod given;
mod graph;
mod made;
mod names;
mod others;
mod plan;
mod replay;
mod scope;
mod shape;
mod slice;
pub mod stream;
mod survey;
mod system;
mod unread;
mod written;

pub use component::{Questions, Sight, component, questions_among};
pub use concrete::{State, Stepped};
pub use effects::{Effects, effects};
pub use errors::{Errors, is_exception, readable};
pub use given::Given;
pub use ir::Component;
pub use plan::Question;
pub use replay::{Replay, Replayed, interpreted};
pub use shape::Variables;
pub use slice::{dropped, slice, slice_by_notes};
pub use survey::{survey, survey_again, survey_asking, survey_few_values};
pub use symex::Integers;
pub use system::{
    COUNTED, Letter, LetterId, Location, LocationId, Misuse, Note, NoteKind, Path, StepSystem,
    Summary, Target, Variable, View,
};

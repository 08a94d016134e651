//! Languages of events: all the words that a program fails with, or does (Chapman, Chockler, Kesseli, Kroening, Strichman and
//! Tautschnig, "Learning the Language of Error", ATVA 2015). The model, what is drawn of it, and what it means in words.
//!
//! In all pictures an accepting state has two outlines, a doomed one a `D`; the steps of events that every word contains are
//! bold, those that are only conjectured dashed.

mod drawing;
mod model;
mod sentence;

pub use model::{
    Bounds, Event, Input, Language, LanguageReport, Mark, SourceLine, State, Step, Undefined, Word,
};
pub use sentence::{Words, verdict, verdict_in_brief};

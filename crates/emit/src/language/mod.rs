//! Languages of events: all the words that a program fails with, or does (paper 002, "Learning the Language of Error", ATVA
//! 2015). The report, and pictures and a page made from it.
//!
//! In all pictures an accepting state has two outlines, a doomed one a `D`; the steps of events that every word contains are
//! bold, those that are only conjectured dashed.

mod arrows;
mod dot;
mod mermaid;
mod report;
mod sentence;

pub use crate::html::language as html;
pub use crate::svg::language as svg;
pub use dot::dot;
pub use mermaid::mermaid;
pub use report::{
    Automaton, Bounds, Counts, Event, Input, Kind, LanguageReport, Mark, State, Step, Undefined,
    Word,
};
pub use sentence::{Words, verdict, verdict_in_brief};

pub(crate) use arrows::{Arrow, Style, arrows};

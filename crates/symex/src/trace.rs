//! What a path has exchanged with the world.

use std::rc::Rc;
use std::sync::Arc;

use base::Place;
use ir::{BlockId, EventId, FunctionId, Giver, Type};
use smt::Term;

use crate::tape::Written;

/// A value that a program was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The variable it is.
    pub term: Term,
    /// Its type.
    pub ty: Type,
    /// Whose answer it is, as the program says it.
    pub name: Arc<str>,
    /// Where it was asked for.
    pub place: Place,
    /// What gives it.
    pub origin: Origin,
}

/// What gives a program a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// Whoever runs the program, by a function or an object.
    Outside(Giver),
    /// The language or a library, which leave it open: nobody can choose it.
    Open,
}

/// What others answered to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The variable it is.
    pub term: Term,
    /// Its type.
    pub ty: Type,
    /// The question.
    pub question: Arc<str>,
    /// How often the question was asked before.
    pub before: usize,
}

/// The variable that is the answer to a question which was asked so often before.
pub(crate) fn answer_name(question: &str, before: usize) -> String {
    format!("answer' {before} {question}")
}

/// The blocks of all that was called and has not ended.
pub(crate) type Whereabouts = Rc<[(FunctionId, BlockId)]>;

/// What was exchanged, in order.
#[derive(Clone, Default, PartialEq, Eq)]
pub(crate) struct Trace {
    pub word: Vec<EventId>,
    pub inputs: Vec<Input>,
    pub answers: Vec<Answer>,
    /// The questions, and where they were asked.
    pub asked: Vec<(Arc<str>, Whereabouts)>,
    pub output: Vec<Written>,
}

/// What names of variables begin with whose values are left open. No name of the source does.
const OPEN: &str = "open' ";

/// The variable of the n-th value that something leaves open.
pub fn open_name(what: &str, number: impl std::fmt::Display) -> String {
    format!("{OPEN}{number} {what}")
}

/// What leaves the value of a variable open, if it is one of those.
pub fn left_open_by(variable: &str) -> Option<&str> {
    variable
        .strip_prefix(OPEN)?
        .split_once(' ')
        .map(|(_, what)| what)
}

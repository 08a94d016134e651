//! What an exploration knows, whatever it is about. What it does with statements, calls and memory is in the files of
//! these.

use std::ops::ControlFlow;

use base::{Budget, Place, StopReason};
use ir::EventId;
use smt::{Solver, Term};

use crate::inquiry::Inquiry;
use crate::join::Functions;
use crate::pause::Pauses;
use crate::thread::Thread;
use crate::{Bounds, Ending, Limits, Open, Scopes, Unread, World};

/// Takes what becomes of an exploration.
pub(crate) trait Outlet {
    /// A path has ended; whether more are wanted.
    fn ended(&mut self, thread: Thread<'_>, ending: Ending) -> ControlFlow<()>;

    /// Whether paths with these letters are wanted.
    fn wants(&mut self, word: &[EventId]) -> bool;

    /// These cannot hold together, so no path was followed that needs them all; said where paths are joined.
    fn impossible(&mut self, _formulas: Vec<Term>) {}
}

/// What became of a path after one block.
pub(crate) enum Next<'p> {
    Continue(Vec<Thread<'p>>),
    End(Box<Thread<'p>>, Ending),
}

pub(crate) struct Explorer<'a, 'p> {
    pub world: &'a World<'p>,
    pub limits: &'a Limits,
    pub budget: &'a Budget,
    pub open: &'a [Open],
    /// What is forgotten where a call ends.
    pub unread: Option<&'a Unread>,
    pub scopes: Scopes<'a>,
    pub bounds: Bounds,
    /// Where paths end because programs pause there, if they do.
    pub pauses: Option<Pauses>,
    /// Whether each path carries values that satisfy its condition.
    pub keeps_models: bool,
    pub inquiry: Inquiry,
    pub outlet: &'a mut dyn Outlet,
    /// How many paths have ended.
    pub ended: usize,
    /// Whether no more paths are wanted.
    pub halted: bool,
    /// Why nothing more is decided.
    pub closing: Option<StopReason>,
    pub functions: Functions,
}

impl<'a, 'p> Explorer<'a, 'p> {
    pub fn new(
        world: &'a World<'p>,
        limits: &'a Limits,
        budget: &'a Budget,
        solver: &'a mut dyn Solver,
        outlet: &'a mut dyn Outlet,
    ) -> Self {
        Self {
            world,
            limits,
            budget,
            open: &[],
            unread: None,
            scopes: Scopes::new(solver),
            bounds: Bounds::default(),
            pauses: None,
            keeps_models: false,
            inquiry: Inquiry::default(),
            outlet,
            ended: 0,
            halted: false,
            closing: None,
            functions: Functions::default(),
        }
    }
}

pub(crate) fn pause(mut thread: Thread<'_>) -> Next<'_> {
    thread.paused = true;
    Next::End(
        Box::new(thread),
        Ending::Cut(StopReason::Limit("a pause".into())),
    )
}

pub(crate) fn cut(thread: Thread<'_>, what: String, place: Place) -> Next<'_> {
    Next::End(
        Box::new(thread),
        Ending::Cut(StopReason::Unsupported {
            what,
            place: Some(place),
        }),
    )
}

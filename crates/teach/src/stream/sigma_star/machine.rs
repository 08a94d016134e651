//! Machines whose steps are seen one by one: the conjecture, and the abstraction it is compared with.

use smt::Term;

/// What a letter leads to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Outcome {
    /// This is written, over the window.
    Writes(Vec<Term>),
    /// The program fails, and how.
    Fails(String),
    /// It could not be followed, and why: this is like no other outcome, and not like itself.
    Unknown(String),
}

/// A letter with the condition it was read under. The end of input is a letter of its own, past the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Predicate {
    /// A symbol.
    Symbol(Term),
    /// The end of input.
    End(Term),
}

impl Predicate {
    /// The condition, over the window.
    pub fn condition(self) -> Term {
        match self {
            Self::Symbol(condition) | Self::End(condition) => condition,
        }
    }

    pub fn is_end(self) -> bool {
        matches!(self, Self::End(_))
    }
}

/// One way to go on.
#[derive(Clone, Debug)]
pub(super) struct Edge {
    /// When, over the window.
    pub guard: Term,
    pub outcome: Outcome,
    /// Where it leads. At the end of input and after failures nothing follows.
    pub to: usize,
    /// Which of the program's steps this is, for abstractions.
    pub via: usize,
}

/// What a state does.
#[derive(Clone, Debug, Default)]
pub(super) struct Node {
    pub symbol: Vec<Edge>,
    pub end: Vec<Edge>,
}

impl Node {
    pub fn edges(&self, end: bool) -> &[Edge] {
        if end { &self.end } else { &self.symbol }
    }
}

/// A machine: deterministic if it is a conjecture, in general not if it is an abstraction.
#[derive(Clone, Debug, Default)]
pub(super) struct Machine {
    pub nodes: Vec<Node>,
    /// Where it may start.
    pub starts: Vec<usize>,
}

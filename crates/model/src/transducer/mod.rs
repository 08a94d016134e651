//! Symbolic transducers with lookback: the model of Botinčan and Babić ("Sigma*: Symbolic Learning of Input-Output Specifications",
//! POPL 2013, doi 10.1145/2429069.2429123), with what it leaves out: output at the end of input, look-ahead, registers.
//!
//! A transducer reads symbols one after the other. In each state it looks at the symbol and at some of those before it, takes
//! the step whose guard holds, and writes what the step says. When the input ends it may write once more.
//!
//! Guards and outputs are terms over the *window*: [`SymbolicTransducer::seen`]`(0)` is the symbol being read, `seen(1)` the
//! one before it, and so on. At the end of input there is no symbol being read: `seen(1)` is then the last one, as it
//! would be for one more symbol.
//!
//! Where what is written depends on what comes later, no finite window helps: a transducer may have several
//! [`starts`](SymbolicTransducer::starts), and the whole input says which is taken.

mod cells;
mod lookup;
mod minimal;
mod names;
mod program;
mod run;
mod runner;
mod show;
#[cfg(test)]
mod testing;
mod well_formed;

use smt::{Sort, Term, Terms, Value};

pub use cells::Cell;
pub use lookup::{Lookup, lookups};
pub use minimal::{fewer_starts, minimal, without_lookback};
pub use names::short_names;
pub use run::Ran;
pub use runner::Runner;
pub use well_formed::Fault;

/// Numbers that are read or written: bytes, chars, ints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SymbolType {
    /// How many bits: 8, 16, 32 or 64.
    pub bits: u32,
    /// Whether people write it with a sign.
    pub signed: bool,
}

impl SymbolType {
    /// A byte, without a sign.
    pub const BYTE: Self = Self {
        bits: 8,
        signed: false,
    };

    /// The sort of its terms.
    pub fn sort(self) -> Sort {
        Sort::BitVec(self.bits)
    }
}

/// A symbolic transducer: deterministic, but for the choice of a start, which the input decides.
///
/// The guards of a state's steps are disjoint, and so are those of its ends. Where none holds the input is not one that
/// the transducer is defined on.
#[derive(Clone, Debug)]
pub struct SymbolicTransducer {
    /// The context of all terms.
    pub terms: Terms,
    /// What is read.
    pub input: SymbolType,
    /// What is written.
    pub output: SymbolType,
    /// Which symbols can occur at all, over `seen(0)`: all, or all but zero for strings that zero ends.
    pub alphabet: Term,
    /// How many symbols before the current one guards and outputs may look at.
    pub lookback: usize,
    /// Values that are carried along without bound; none in the class of the paper.
    pub registers: Vec<Register>,
    /// Where it starts: one, or several of which exactly one accepts each input.
    pub starts: Vec<Start>,
    /// The states, by number.
    pub states: Vec<State>,
}

/// A value that depends on symbols from any distance back.
#[derive(Clone, Debug)]
pub struct Register {
    /// What the source calls it.
    pub name: String,
    /// What stands for it in guards and outputs.
    pub variable: Term,
    /// Its value before the first symbol.
    pub initial: Value,
}

/// A state to start in.
#[derive(Clone, Debug)]
pub struct Start {
    /// The inputs for which this is the start; all, if `None`.
    pub when: Option<Acceptor>,
    /// The state.
    pub state: usize,
}

/// A deterministic automaton over symbols; it starts in state 0. Guards look at `seen(0)` only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Acceptor {
    /// The states.
    pub states: Vec<AcceptorState>,
}

/// A state of an [`Acceptor`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcceptorState {
    /// Whether inputs that end here are accepted.
    pub accepting: bool,
    /// Guards, disjoint, and where they lead; where none holds the input is rejected.
    pub edges: Vec<(Term, usize)>,
}

/// A state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// What it does with a symbol.
    pub steps: Vec<Step>,
    /// What it does when the input ends. Where no guard holds, the input is not one that the transducer is defined on.
    pub ends: Vec<End>,
    /// Why the transducer is defined on no input that leads here.
    pub failure: Option<Failure>,
}

/// Why a transducer is defined on no input that leads to a state.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Failure {
    /// The program fails: how, and where.
    Fails(String),
    /// Whoever made the transducer stopped looking, so that nobody knows what the program does.
    NotKnown,
}

impl Failure {
    /// The program fails in this way.
    pub fn fails(how: impl Into<String>) -> Self {
        Self::Fails(how.into())
    }
}

/// What happens with a symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// When, over window and registers.
    pub guard: Term,
    /// What is written, over window and registers.
    pub writes: Vec<Term>,
    /// The new value of each register, over window and registers.
    pub updates: Vec<Term>,
    /// The next state.
    pub to: usize,
}

/// What happens at the end of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// When, over window (from `seen(1)` on) and registers.
    pub guard: Term,
    /// What is written, over the same.
    pub writes: Vec<Term>,
}

impl SymbolicTransducer {
    /// The symbol so many places before the one being read.
    pub fn seen(&self, back: usize) -> Term {
        seen(&self.terms, self.input, back)
    }
}

/// What stands for the symbol so many places before the one being read: `x`, `x1`, `x2`.
pub fn seen(terms: &Terms, ty: SymbolType, back: usize) -> Term {
    let name = if back == 0 {
        "x".to_owned()
    } else {
        format!("x{back}")
    };
    terms.var(&name, ty.sort())
}

//! The report about a stream filter: the same fields as other reports have, with a transducer for a model.
//!
//! Guards and what is written stand there twice: in the language that reads back exactly, over the symbol being read
//! (`x`), those before it (`x1`, `x2`) and registers; and as people would say it.

use serde::{Deserialize, Serialize};

use crate::report::{Certificate, Replay, Subject, Verdict, json};

/// What was analysed, what it writes for what it reads, and how far that can be trusted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TransducerReport {
    /// The version of the tool that wrote it.
    pub mores: String,
    /// The command that made it: `filter`, or `compose`, `invert`, `preimage`.
    pub command: String,
    /// What was analysed.
    pub subject: Subject,
    /// How far the model can be trusted. A depth is a number of symbols.
    pub verdict: Verdict,
    /// What the filter does; nothing if that is not known.
    pub model: Option<Transducer>,
    /// The sizes of the model.
    pub counts: Counts,
    /// What the shape of the model says.
    #[serde(default)]
    pub properties: Properties,
    /// What it cost.
    pub effort: Effort,
    /// The proof, if one was written.
    pub certificate: Option<Certificate>,
    /// Whether the model was held against the real program.
    #[serde(default)]
    pub replay: Replay,
    /// Sentences for people: what is unknown and why, what was left out.
    #[serde(default)]
    pub notes: Vec<String>,
    /// Sentences for people: what may not be what they expect.
    #[serde(default)]
    pub warnings: Vec<String>,
}

/// A symbolic transducer. Where no transition or end applies, the input is not one that it is defined on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transducer {
    /// Always `transducer`.
    pub kind: TransducerKind,
    /// What is read.
    pub input: Symbols,
    /// What is written.
    pub output: Symbols,
    /// Which symbols there are, over `x`; `true` if all.
    pub alphabet: String,
    /// How many symbols before the current one are looked at.
    pub lookback: u64,
    /// Values that are carried along.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub registers: Vec<Register>,
    /// Where it starts; if there are several, the whole input says in which.
    pub starts: Vec<Start>,
    /// All states.
    pub states: Vec<State>,
    /// What happens with a symbol. The guards of one state exclude each other.
    pub transitions: Vec<Step>,
    /// What happens at the end of input.
    pub ends: Vec<End>,
}

/// The kind of model of a [`TransducerReport`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TransducerKind {
    /// A symbolic transducer with lookback.
    #[default]
    Transducer,
}

/// A type of symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Symbols {
    /// How many bits: 8, 16, 32 or 64.
    pub bits: u32,
    /// Whether they are written with a sign.
    pub signed: bool,
}

/// A value that depends on symbols from any distance back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Register {
    /// Its name in guards, updates and what is written.
    pub name: String,
    /// Its type: `boolean`, `integer`, or a number of bits with a sign, `i32`.
    #[serde(rename = "type")]
    pub ty: String,
    /// Its value before the first symbol.
    pub initial: String,
}

/// A state to start in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Start {
    /// The state.
    pub state: u64,
    /// Which inputs start here; all, if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Acceptor>,
}

/// A deterministic automaton that accepts whole inputs; it starts in its first state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Acceptor {
    /// The states.
    pub states: Vec<AcceptorState>,
    /// The transitions; where none applies the input is rejected.
    pub transitions: Vec<AcceptorEdge>,
}

/// A state of an [`Acceptor`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AcceptorState {
    /// Its number.
    pub id: u64,
    /// Whether inputs that end here are accepted.
    pub accepting: bool,
}

/// A transition of an [`Acceptor`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AcceptorEdge {
    /// The state before.
    pub from: u64,
    /// For which symbols, over `x`.
    pub guard: String,
    /// The same for people.
    #[serde(default)]
    pub guard_text: String,
    /// The state after.
    pub to: u64,
}

/// A state of a transducer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// Its number.
    pub id: u64,
    /// Why nothing is defined on any input that leads here, if that is so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
}

/// Why nothing is defined on inputs that lead to a state; a text in the JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum Failure {
    /// The program fails: how, and where.
    Fails(String),
    /// The engine stopped looking: that is no failure of the program.
    NotKnown,
}

const NOT_KNOWN: &str = "not known";

impl From<String> for Failure {
    fn from(text: String) -> Self {
        match text == NOT_KNOWN {
            true => Self::NotKnown,
            false => Self::Fails(text),
        }
    }
}

impl From<Failure> for String {
    fn from(failure: Failure) -> Self {
        failure.text().to_owned()
    }
}

impl Failure {
    /// As the JSON has it.
    pub fn text(&self) -> &str {
        match self {
            Self::Fails(how) => how,
            Self::NotKnown => NOT_KNOWN,
        }
    }
}

/// What happens with a symbol.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// The state before.
    pub from: u64,
    /// When, over window and registers.
    pub guard: String,
    /// The same for people: `'<'`.
    #[serde(default)]
    pub guard_text: String,
    /// What is written, symbol by symbol.
    pub writes: Vec<String>,
    /// The same for people: `"&lt;"`.
    #[serde(default)]
    pub writes_text: String,
    /// The new value of each register.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub updates: Vec<String>,
    /// The state after.
    pub to: u64,
}

/// What happens at the end of input, where the last symbol is `x1`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct End {
    /// The state in which the input ends.
    pub state: u64,
    /// When, over window and registers.
    pub guard: String,
    /// The same for people.
    #[serde(default)]
    pub guard_text: String,
    /// What is written.
    pub writes: Vec<String>,
    /// The same for people.
    #[serde(default)]
    pub writes_text: String,
}

/// The sizes of a transducer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// States, those where the program has failed left out.
    pub states: usize,
    /// Transitions.
    pub transitions: usize,
    /// Symbols that are looked back at.
    pub lookback: usize,
    /// Registers.
    #[serde(default)]
    pub registers: usize,
    /// States of the automata that look ahead.
    #[serde(default)]
    pub look_ahead: usize,
}

impl Counts {
    /// Counts a model.
    pub fn of(model: &Transducer) -> Self {
        let acceptors = model.starts.iter().filter_map(|start| start.when.as_ref());
        Self {
            states: model
                .states
                .iter()
                .filter(|state| state.failure.is_none())
                .count(),
            transitions: model.transitions.len(),
            lookback: usize::try_from(model.lookback).unwrap_or(usize::MAX),
            registers: model.registers.len(),
            look_ahead: acceptors.map(|acceptor| acceptor.states.len()).sum(),
        }
    }
}

/// What the shape of a transducer says; nothing where that was not decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Properties {
    /// Whether it needs one state only: what is written for a symbol does not depend on what came before the window.
    pub stateless: Option<bool>,
    /// Whether everything that is written is a linear function of the window.
    pub linear: Option<bool>,
}

/// What a model cost.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Effort {
    /// Which engine found it.
    #[serde(default)]
    pub engine: String,
    /// Questions about the output on an input, or configurations that were explored.
    pub membership: u64,
    /// Models that were compared with the program.
    pub equivalence: u64,
    /// Refinements of the model.
    pub conjecture_refinements: u64,
    /// Refinements of the abstraction of the program.
    pub abstraction_refinements: u64,
    /// Predicates of that abstraction in the end.
    pub predicates: u64,
    /// Questions that reached the solver.
    pub solver_calls: u64,
    /// Wall time.
    pub seconds: f64,
    /// The most memory in use.
    pub peak_mb: u64,
}

impl TransducerReport {
    /// The report as JSON, with a stable order of keys and a newline at the end.
    pub fn to_json(&self) -> String {
        json(self)
    }
}

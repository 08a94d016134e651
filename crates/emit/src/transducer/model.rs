//! A symbolic transducer: what a stream filter writes for what it reads.
//!
//! Guards and what is written stand there twice: in the language that reads back exactly, over the symbol being read
//! (`x`), those before it (`x1`, `x2`) and registers; and as people would say it.

use serde::{Deserialize, Serialize};

use super::drawing::drawing;
use super::sentence::{verdict, verdict_in_brief};
use crate::drawing::{Detail, Drawing};
use crate::html::{self, Page, Source};
use crate::report::{Counts, Kind, Model, ReadError, Report};

/// What was analysed, what it writes for what it reads (nothing, if that is not known), and how far that can be trusted. A depth
/// is a number of symbols.
pub type TransducerReport = Report<Option<Transducer>>;

/// A symbolic transducer. Where no transition or end applies, the input is not one that it is defined on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename = "transducer")]
pub struct Transducer {
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
    /// What its shape says.
    #[serde(default)]
    pub properties: Properties,
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

/// Why nothing is defined on inputs that lead to a state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Failure {
    /// The program fails: how, and where.
    Fails(String),
    /// The engine stopped looking: that is no failure of the program.
    NotKnown,
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

impl Transducer {
    pub(crate) fn counts(&self) -> Counts {
        let acceptors = self.starts.iter().filter_map(|start| start.when.as_ref());
        let live = self.states.iter().filter(|state| state.failure.is_none());
        Counts {
            states: live.count(),
            transitions: self.transitions.len(),
            lookback: usize::try_from(self.lookback).unwrap_or(usize::MAX),
            registers: self.registers.len(),
            look_ahead: acceptors.map(|acceptor| acceptor.states.len()).sum(),
            ..Counts::default()
        }
    }
}

impl Kind for Option<Transducer> {
    const WANTED: [&'static str; 2] = ["a transducer", "`mores filter --out` has"];

    fn of(model: &Model) -> Option<Self> {
        match model {
            Model::Transducer(model) => Some(Some(model.clone())),
            _ => None,
        }
    }

    fn counts(&self) -> Counts {
        self.as_ref().map(Transducer::counts).unwrap_or_default()
    }

    fn check(&self) -> Result<(), ReadError> {
        self.as_ref().map_or(Ok(()), Transducer::check)
    }

    fn verdict(report: &TransducerReport) -> String {
        verdict(report)
    }

    fn verdict_in_brief(report: &TransducerReport) -> String {
        verdict_in_brief(report)
    }

    fn drawing(report: &TransducerReport, _: Detail) -> Drawing {
        drawing(report)
    }

    fn page(report: &TransducerReport, source: Option<&Source>) -> Page {
        html::filter(report, source)
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

//! The JSON report, which other programs rely on. A saved model file (`Stack.mores.json`) is such a report.
//!
//! All reports have one head: what was analysed, how far the model can be trusted, its sizes, what it cost. What differs is
//! the model, of which there are three kinds; [`Kind`] is what each of them has to say of itself.

mod interface;
mod kind;
mod read;
mod write;

use std::collections::{BTreeMap, BTreeSet};

use base::Place;
use serde::{Deserialize, Serialize};

pub use interface::{
    Answer, Called, Interface, Method, NO_SUCH_CALL, Parameter, Standing, State, Symbol,
    Transition, View,
};
pub use kind::{Kind, Model};
pub use read::ReadError;
pub use write::{json, on_one_line};

/// The version that is written into reports and expected in them.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What was analysed, what was learned and how far it can be trusted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report<M = Interface> {
    /// The version of the tool that wrote it.
    pub mores: String,
    /// The command that made it.
    pub command: String,
    /// What was analysed.
    pub subject: Subject,
    /// How far the model can be trusted.
    pub verdict: Verdict,
    /// What was learned.
    pub model: M,
    /// The sizes of the model.
    pub counts: Counts,
    /// What it cost.
    pub effort: Effort,
    /// The proof, if there is one.
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

impl<M: Kind> Report<M> {
    /// A report of a model, of which nothing else is said yet.
    pub fn new(command: &str, subject: Subject, verdict: Verdict, model: M) -> Self {
        Self {
            mores: VERSION.to_owned(),
            command: command.to_owned(),
            subject,
            verdict,
            counts: model.counts(),
            model,
            effort: Effort::default(),
            certificate: None,
            replay: Replay::default(),
            notes: Vec::new(),
            warnings: Vec::new(),
        }
    }
}

impl<M> Report<M> {
    /// The same head over another model.
    pub fn map<N>(self, model: impl FnOnce(M) -> N) -> Report<N> {
        Report {
            mores: self.mores,
            command: self.command,
            subject: self.subject,
            verdict: self.verdict,
            model: model(self.model),
            counts: self.counts,
            effort: self.effort,
            certificate: self.certificate,
            replay: self.replay,
            notes: self.notes,
            warnings: self.warnings,
        }
    }
}

/// What was analysed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subject {
    /// The path as the user gave it.
    pub path: String,
    /// The name of the class, of the program, or of the function.
    pub name: String,
    /// How it was read, where that was not the usual way.
    #[serde(default, skip_serializing_if = "Reading::is_plain")]
    pub reading: Reading,
}

impl Subject {
    /// What is read in the usual way.
    pub fn new(path: impl Into<String>, name: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            name: name.into(),
            reading: Reading::default(),
        }
    }
}

/// How a program or a filter was read: what it takes to read it again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct Reading {
    /// The function that a run starts with, or that is the filter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// The other files of a program.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<String>,
    /// The file with the commands that compile these.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commands: Option<String>,
    /// The Java class, where the path holds several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// The bits of `long` and of pointers, if they are not 64.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub machine: Option<u32>,
    /// Undefined behaviour that is given its usual meaning.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub defined: Vec<String>,
    /// Values of parameters.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub values: BTreeMap<String, i64>,
    /// Arguments of the preprocessor.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// What counts as an event.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<String>,
    /// Only events that match one of these.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub only: Vec<String>,
    /// Not events that match one of these.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub except: Vec<String>,
    /// What counts as a failure; where nothing is said, assertions do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failures: Option<BTreeSet<FailureKind>>,
    /// Whether `abort` is a failure, too.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub abort_fails: bool,
    /// Whether memory may run out: what allocates may give null.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub malloc_fails: bool,
}

/// What may count as a failure of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FailureKind {
    /// Assertions that do not hold, and calls of error functions.
    Assertions,
    /// What C leaves undefined.
    Undefined,
    /// `abort`.
    Abort,
    /// An end with a code that is not 0.
    Exit,
}

impl FailureKind {
    /// What counts where nothing is said.
    pub const USUAL: [Self; 3] = [Self::Assertions, Self::Undefined, Self::Abort];
}

impl Reading {
    /// Whether it was read in the usual way.
    pub fn is_plain(&self) -> bool {
        *self == Self::default()
    }
}

/// How far a model can be trusted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// Proved, or how much less.
    pub kind: VerdictKind,
    /// The number of calls up to which code and model agree, if that is what is known. Of an unknown verdict: as far as the
    /// model is not unknown.
    pub depth: Option<u64>,
    /// Why it is not proved.
    pub reason: Option<String>,
    /// What would have to happen so that it does not hold, where it is proved apart from that: a counter overflows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unless: Option<String>,
    /// The arithmetic it is about.
    pub integers: Integers,
    /// What it says nothing about: arguments that were left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub assumptions: Vec<String>,
}

/// The four verdicts, which can never be taken for one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VerdictKind {
    /// Code and model agree on every sequence of calls.
    Proved,
    /// They agree on every sequence up to a depth.
    UpTo,
    /// They disagree.
    Violated,
    /// Nothing is claimed.
    Unknown,
}

/// The arithmetic of a verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Integers {
    /// The language's own: results wrap around.
    #[default]
    Wrapping,
    /// Without bounds, as in the papers.
    Mathematical,
    /// Those of C: unsigned results wrap around, and signed ones that do not fit are undefined.
    #[serde(rename = "c")]
    OfC,
}

impl Integers {
    /// The word used in reports and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Wrapping => "wrapping",
            Self::Mathematical => "mathematical",
            Self::OfC => "c",
        }
    }
}

/// Why a call does not simply return.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Cause {
    /// The exception, the failed assertion, the unsupported construct.
    pub what: String,
    /// Where it stands in the user's source.
    pub place: Option<SourcePlace>,
}

/// A line of the user's source.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct SourcePlace {
    /// The file's name as the compiler recorded it.
    pub file: String,
    /// The line, from 1; 0 if unknown.
    pub line: u32,
}

impl From<&Place> for SourcePlace {
    fn from(place: &Place) -> Self {
        Self {
            file: place.file.to_string(),
            line: place.line,
        }
    }
}

impl std::fmt::Display for SourcePlace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.line {
            0 => write!(f, "{}", self.file),
            line => write!(f, "{}:{line}", self.file),
        }
    }
}

/// The sizes of a model. What a kind of model does not have is not counted, and left out of the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Counts {
    /// States: of an interface, the one before construction and the error state included; of a language without the sink; of
    /// a transducer without those where the program has failed.
    pub states: usize,
    /// Transitions: of an interface from ok states; of a language without those to the sink.
    pub transitions: usize,
    /// Guarded calls of an interface, events of a language.
    #[serde(skip_serializing_if = "is_none")]
    pub symbols: usize,
    /// Methods and constructors of an interface.
    #[serde(skip_serializing_if = "is_none")]
    pub methods: usize,
    /// Words of a language that are listed.
    #[serde(skip_serializing_if = "is_none")]
    pub words: usize,
    /// All words of a language; nothing if there is no end of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accepted: Option<u64>,
    /// Symbols that a transducer looks back at.
    #[serde(skip_serializing_if = "is_none")]
    pub lookback: usize,
    /// Registers of a transducer.
    #[serde(skip_serializing_if = "is_none")]
    pub registers: usize,
    /// States of the automata that look ahead for a transducer.
    #[serde(skip_serializing_if = "is_none")]
    pub look_ahead: usize,
}

fn is_none(number: &usize) -> bool {
    *number == 0
}

/// What a result cost.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Effort {
    /// Questions "what does the program do on this?": on a sequence of calls, a word, an input.
    pub membership: u64,
    /// Questions "is this model right?".
    pub equivalence: u64,
    /// Questions that reached the solver.
    pub solver_calls: u64,
    /// Wall time, without the user's compiler.
    pub seconds: f64,
    /// The most memory in use.
    pub peak_mb: u64,
    /// Which engine decided, and what it has to say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub engine: Vec<String>,
    /// How long each engine ran.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub engines: Vec<EngineTime>,
    /// How far one of the papers' engines got, if one ran.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exploration: Option<Exploration>,
    /// The abstraction that the interface was learned over, if it was learned so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub abstraction: Option<Abstraction>,
    /// What Sigma* refined on the way to a transducer, if that was its engine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refined: Option<Refined>,
}

/// What Sigma* refined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refined {
    /// Refinements of the conjecture.
    pub conjecture: u64,
    /// Refinements of the abstraction of the program.
    pub abstraction: u64,
    /// Predicates of that abstraction in the end.
    pub predicates: u64,
}

/// How long an engine ran.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EngineTime {
    /// Its name.
    pub name: String,
    /// Seconds, over all comparisons.
    pub seconds: f64,
    /// Whether it decided the last comparison.
    pub decided: bool,
}

/// How far an exploration of call sequences got, and what it was spared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exploration {
    /// The depth at which the model was found.
    pub k_min: u64,
    /// The depth up to which all sequences of calls were compared with it.
    pub k_max: u64,
    /// Whether there is no longer sequence that leads to anything else.
    pub complete: bool,
    /// Sequences that were compared, for all models that were tried.
    pub sequences: u64,
    /// Sequences that partial-order reduction left out.
    pub skipped_by_por: u64,
    /// Sequences that state matching did not extend.
    pub skipped_by_matching: u64,
}

/// The predicates that code was seen through, and what it took to find them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Abstraction {
    /// How learning and refinement were put together: `wp`, `wp+craig`, `refine-may` or `learn-reuse`.
    pub scheme: String,
    /// Predicates that tell states apart, as the source would write them.
    pub predicates: Vec<String>,
    /// The comparisons they are made of.
    pub atoms: u64,
    /// How often an interface was learned from the beginning.
    pub iterations: u64,
    /// How often the abstraction was refined.
    pub refinements: u64,
    /// Abstract states that were visited in the end.
    pub states: u64,
}

/// The proof that belongs to a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Certificate {
    /// The file it was written to, in the folder of the report; nothing if it was only checked.
    pub path: Option<String>,
    /// Whether the separate checker has accepted it.
    pub checked: bool,
}

/// Whether a model was held against the real program, which was executed for it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Replay {
    /// Whether anything was run.
    pub done: bool,
    /// What ran the program: `java 17.0.15`.
    #[serde(default)]
    pub with: Option<String>,
    /// How often the program was run: sequences of calls, or inputs.
    #[serde(default)]
    pub runs: u64,
    /// What could not be run, and why; nothing if all could, or if nobody asked.
    #[serde(default)]
    pub unable: Option<String>,
    /// Whether the program does something else than the model says; the reason of the verdict says what.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub contradicted: bool,
}

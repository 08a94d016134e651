//! The JSON report, which other programs rely on. A saved model file (`Stack.mores.json`) is such a report.

mod read;
mod write;

use std::collections::BTreeMap;

use base::{Outcome, Place};
use serde::{Deserialize, Serialize};

pub use read::{ReadError, Saved};
pub use write::{json, on_one_line};

use crate::outline::{Outline, Role};

/// The version that is written into reports and expected in them.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What was analysed, what was learned and how far it can be trusted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The version of the tool that wrote it.
    pub mores: String,
    /// The command that made it.
    pub command: String,
    /// What was analysed.
    pub subject: Subject,
    /// What was looked at, and what counts as an error.
    #[serde(default, skip_serializing_if = "View::is_plain")]
    pub view: View,
    /// How far the model can be trusted.
    pub verdict: Verdict,
    /// What was learned.
    pub model: Model,
    /// The sizes of the model.
    pub counts: Counts,
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

impl Report {
    /// The most calls of a sequence of which the model claims anything; `None` if there is no limit. Calls that are
    /// unknown or not established are not claimed whatever their number.
    pub fn claimed_calls(&self) -> Option<u64> {
        match self.verdict.kind {
            VerdictKind::Proved => None,
            VerdictKind::UpTo | VerdictKind::Violated | VerdictKind::Unknown => self
                .verdict
                .depth
                .filter(|_| self.verdict.unless.is_none() && !self.is_partial()),
        }
    }

    /// Whether the model leaves calls undecided. What it says of the others then does not depend on the number of calls.
    pub fn is_partial(&self) -> bool {
        self.model.states.iter().any(|state| state.undecided)
    }

    /// Whether the model, though not proved, is so but for calls that lead to an unknown state, and there are others.
    pub fn is_exact_where_known(&self) -> bool {
        let Verdict {
            kind,
            depth,
            unless,
            ..
        } = &self.verdict;
        *kind == VerdictKind::Unknown
            && depth.is_none()
            && unless.is_none()
            && !self.is_partial()
            && self.claims_all()
    }

    /// Whether some call that can be made is not unknown, and all of these are established.
    fn claims_all(&self) -> bool {
        let outline = Outline::of(self);
        let moves = outline.states.iter().flat_map(|state| &state.moves);
        let mut known = moves
            .filter(|step| !matches!(step.role, Role::Unknown | Role::Undecided))
            .peekable();
        known.peek().is_some() && known.all(|step| step.standing == Standing::Established)
    }
}

/// What was analysed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subject {
    /// The path as the user gave it.
    pub path: String,
    /// The name of the class.
    pub name: String,
}

/// Which calls of a class were looked at, with which arguments, and what counts as an error.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct View {
    /// Only these methods and constructors, if any are named.
    pub methods: Vec<String>,
    /// Not these.
    pub exclude: Vec<String>,
    /// The only values of some parameters.
    pub pool: BTreeMap<String, Vec<i64>>,
    /// Only exceptions of these classes are errors, if any are named.
    pub error_exceptions: Vec<String>,
    /// Exceptions of these classes are no errors.
    pub allow_exceptions: Vec<String>,
    /// Whether a call that waits for another thread is an error.
    pub error_waiting: bool,
    /// A condition on fields that is an error where it holds after a call.
    pub error_when: Option<String>,
}

impl View {
    /// Whether everything was looked at, with the usual errors.
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

/// What was learned: states, guarded symbols and transitions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Model {
    /// The kind of model; always an interface for now.
    pub kind: ModelKind,
    /// The state before construction.
    pub initial: u64,
    /// All states, the one before construction and the error state included.
    pub states: Vec<State>,
    /// Methods with guards; the guards of one method partition its inputs.
    pub alphabet: Vec<Symbol>,
    /// One transition for each symbol in each ok state; error and unknown states are sinks without transitions.
    pub transitions: Vec<Transition>,
    /// The methods and constructors behind the alphabet.
    #[serde(default)]
    pub methods: Vec<Method>,
    /// Whether the class keeps something in static fields, which outlives an object.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub statics: bool,
    /// Values that the model remembers from one call to another, which guards may speak of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub registers: Vec<Parameter>,
}

/// The kinds of models a report can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ModelKind {
    /// Which calls are legal in which order, with which arguments.
    Interface,
}

/// A state of the model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// Its number.
    pub id: u64,
    /// What a call that leads here is answered with.
    pub answer: Answer,
    /// The registers whose value matters here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holds: Vec<String>,
    /// Whether calls that lead here could be analysed but were not decided in time; only where the answer is unknown.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub undecided: bool,
    /// Calls that lead here from the beginning, where the model has registers: what a call may be then depends on those
    /// before it. Empty if they cannot be written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub way: Vec<Called>,
}

/// A call of a symbol.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Called {
    /// The symbol.
    pub symbol: String,
    /// The call as statements of Java, in the form of [`Symbol::example`].
    pub call: Vec<String>,
}

/// What the code answers to a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// It returns.
    Ok,
    /// It fails.
    Error,
    /// It could not be analysed, or was not decided.
    Unknown,
}

impl From<Outcome> for Answer {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Ok => Self::Ok,
            Outcome::Error => Self::Error,
            Outcome::Unknown => Self::Unknown,
        }
    }
}

impl From<Answer> for Outcome {
    fn from(answer: Answer) -> Self {
        match answer {
            Answer::Ok => Self::Ok,
            Answer::Error => Self::Error,
            Answer::Unknown => Self::Unknown,
        }
    }
}

/// A letter: the calls of one method whose arguments satisfy a guard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Symbol {
    /// Its name, unique in the model.
    pub symbol: String,
    /// The method that is called.
    pub method: String,
    /// The condition on the arguments in the source's own terms; `true` if there is none.
    pub guard: String,
    /// The names of the parameters.
    #[serde(default)]
    pub parameters: Vec<String>,
    /// One such call as statements of Java, the last of which is the call on `it` (see [`java`](crate::java)); empty if
    /// it cannot be written, or if what it is depends on registers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub example: Vec<String>,
    /// Further calls in the same form, one for each other alternative of the guard.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alternatives: Vec<Vec<String>>,
}

/// Where a call leads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transition {
    /// The state before.
    pub from: u64,
    /// The call.
    pub symbol: String,
    /// The state after.
    pub to: u64,
    /// New values of registers, over the parameters and the registers; the others keep theirs.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub updates: BTreeMap<String, String>,
    /// Such a call after those of [`State::way`], in the form of [`Symbol::example`], where the model has registers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub example: Vec<String>,
    /// What goes wrong, if it leads to the error state.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<Cause>,
    /// What could not be analysed, if it leads to the unknown state.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unknown: Option<Cause>,
    /// Whether what the model says of this call is known to be so; see [`Standing`].
    #[serde(default = "yes", skip_serializing_if = "is_so")]
    pub established: bool,
    /// Whether it is known at least what the call is answered with; if not, nothing is established.
    #[serde(default = "yes", skip_serializing_if = "is_so")]
    pub answered: bool,
}

fn yes() -> bool {
    true
}

fn is_so(so: &bool) -> bool {
    *so
}

/// How much of a transition is established. What is not is a guess of the learner, no claim about the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// What the call is answered with, and where it leads, as far as the verdict of the model goes.
    Established,
    /// Only what the call is answered with.
    Answered,
    /// Nothing.
    Guessed,
}

impl Transition {
    /// How much of it is established.
    pub fn standing(&self) -> Standing {
        match (self.answered, self.established) {
            (false, _) => Standing::Guessed,
            (true, false) => Standing::Answered,
            (true, true) => Standing::Established,
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

/// A method or constructor of the component.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Method {
    /// The name in the source, unique in the model.
    pub name: String,
    /// Whether it creates the component.
    pub constructs: bool,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// The numbers and truth values that make up the arguments, which guards speak of; none if these are the parameters.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scalars: Vec<Parameter>,
    /// What all arguments satisfy, if not everything is one; the guards partition this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domain: Option<String>,
    /// Where it is declared.
    pub place: Option<SourcePlace>,
}

/// A parameter of a method.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parameter {
    /// The name in the source.
    pub name: String,
    /// The type as the source writes it.
    #[serde(rename = "type")]
    pub source_type: String,
}

/// The sizes of a model, counted as the papers count them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// The state before construction and the error state included.
    pub states: usize,
    /// Guarded symbols.
    pub symbols: usize,
    /// Methods and constructors.
    pub methods: usize,
    /// Transitions from ok states.
    pub transitions: usize,
}

impl Counts {
    /// Counts a model.
    pub fn of(model: &Model) -> Self {
        let mut methods: Vec<&str> = model.alphabet.iter().map(|s| s.method.as_str()).collect();
        methods.sort_unstable();
        methods.dedup();
        Self {
            states: model.states.len(),
            symbols: model.alphabet.len(),
            methods: methods.len(),
            transitions: model.transitions.len(),
        }
    }
}

/// What a result cost.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Effort {
    /// Questions "what does this sequence of calls answer?".
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

//! The model of a class: which calls succeed, in which order, with which arguments.

use std::collections::BTreeMap;

use base::Outcome;
use serde::{Deserialize, Serialize};

use super::{Cause, Report, SourcePlace, Verdict, VerdictKind};
use crate::outline::{Outline, Role};

/// What is said of a guard that no call satisfies while the registers hold what they hold in a state.
pub const NO_SUCH_CALL: &str = "no such call was found";

/// What was learned: states, guarded symbols and transitions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename = "interface")]
pub struct Interface {
    /// What was looked at, and what counts as an error.
    #[serde(default, skip_serializing_if = "View::is_plain")]
    pub view: View,
    /// The state before construction.
    pub initial: u64,
    /// All states, the one before construction and the error state included.
    pub states: Vec<State>,
    /// Methods with guards; the guards of one method partition its inputs.
    pub alphabet: Vec<Symbol>,
    /// One transition for each symbol in each ok state; error and unknown states are sinks without transitions, and of
    /// calls in states beyond nothing is said.
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
    /// Whether nothing was looked at from here on: calls that lead here are legal, and all calls after them are unknown.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub beyond: bool,
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
    /// The calls before `example`, where no such call can be made after those of [`State::way`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub way: Vec<Called>,
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
    /// Whether objects that are passed hold anything, and not what their classes make.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub any_arguments: bool,
    /// Whether no texts of any characters are passed, but a few that are known.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub few_texts: bool,
    /// How many elements the component may hold in one place, if that is limited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<u64>,
    /// Whether collections of the JDK were followed as they are, not by what stands for them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub real_collections: bool,
    /// Texts that are passed beside short ones: those that the code compares with, or those that were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub texts: Vec<String>,
    /// Only exceptions of these classes are errors, if any are named.
    pub error_exceptions: Vec<String>,
    /// Exceptions of these classes are no errors.
    pub allow_exceptions: Vec<String>,
    /// Whether a call that waits for another thread is an error.
    pub error_waiting: bool,
    /// A condition on fields that is an error where it holds after a call.
    pub error_when: Option<String>,
    /// C: results by which functions say that they have failed, which then are errors: `<0`, `null`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub error_results: Vec<String>,
    /// C: arguments of the preprocessor.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub preprocessor: Vec<String>,
}

impl View {
    /// Whether everything was looked at, with the usual errors.
    pub fn is_plain(&self) -> bool {
        *self == Self::default()
    }
}

impl Report<Interface> {
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

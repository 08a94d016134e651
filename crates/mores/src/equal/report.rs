//! What a comparison of two models came to, as plain data.

use base::Outcome;
use emit::report::{Answer, Cause, Verdict};
use serde::Serialize;

use crate::Version;

/// Whether two models are the same.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct EqualReport {
    /// The version of the tool that wrote it.
    pub mores: String,
    /// Always `equal`.
    pub command: String,
    /// What kind of models were compared.
    pub models: &'static str,
    /// One of them.
    pub first: Version,
    /// The other.
    pub second: Version,
    /// Whether they are equal; nothing if that was not decided.
    pub equal: Option<bool>,
    /// If they are equal, whether everything was compared. If not, they are equal where both are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<bool>,
    /// If they are equal only up to a number of calls, because one of them claims nothing of more: that number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u64>,
    /// How far the two models are right about the code behind them.
    pub verdict: Verdict,
    /// If they are not equal: calls of which the last is answered differently, as one would write them.
    pub witness: Vec<String>,
    /// What the two answer to the last of them.
    pub answers: Option<Answers>,
    /// What goes wrong there, where the code that does not answer ok is at hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
    /// Whether all shorter sequences were compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shortest: Option<bool>,
    /// Whether all code that is at hand was seen to answer so on the interpreter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replayed: Option<bool>,
    /// The shortest calls that were not compared, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_compared: Option<NotCompared>,
    /// Why it was not decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Sentences for people.
    pub notes: Vec<String>,
}

/// What two models answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Answers {
    /// The first.
    pub first: Answer,
    /// The second.
    pub second: Answer,
}

impl From<(Outcome, Outcome)> for Answers {
    fn from((first, second): (Outcome, Outcome)) -> Self {
        Self {
            first: first.into(),
            second: second.into(),
        }
    }
}

/// Calls of which one of the models does not know the answer, or claims nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NotCompared {
    /// The calls, as one would write them.
    pub calls: Vec<String>,
    /// What the two say of the last of them.
    pub answers: Answers,
}

impl EqualReport {
    /// The report as JSON.
    pub fn to_json(&self) -> String {
        emit::report::json(self)
    }
}

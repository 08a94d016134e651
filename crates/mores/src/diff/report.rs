//! What a comparison of two versions came to, as plain data.

use emit::joint::Joint;
use emit::report::{Answer, Cause};
use serde::Serialize;

use crate::Version;

/// How two versions of a class differ for those who call it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DiffReport {
    /// The version of the tool that wrote it.
    pub mores: String,
    /// Always `diff`.
    pub command: String,
    /// The version before.
    pub old: Version,
    /// The version after.
    pub new: Version,
    /// What is known of the methods that both have.
    pub verdict: DiffVerdict,
    /// Methods that only the new one has.
    pub added: Vec<String>,
    /// Methods that only the old one has.
    pub removed: Vec<String>,
    /// Methods that could not be compared, and why.
    pub incomparable: Vec<String>,
    /// Calls that are answered differently, the shortest first.
    pub differences: Vec<Changed>,
    /// How many more there are.
    pub more: usize,
    /// Sentences for people.
    pub notes: Vec<String>,
    /// Both versions together, for the page; the JSON has what the comparison came to.
    #[serde(skip)]
    pub joint: Joint,
}

/// What is known of the difference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DiffVerdict {
    /// Which of the four it is.
    pub kind: DiffKind,
    /// For `equal-up-to`: sequences of at most so many calls are answered alike.
    pub depth: Option<u64>,
    /// For `equal-up-to`: what would have to overflow in sequences that are not answered alike, if that is all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unless: Option<String>,
    /// Why more is not known.
    pub reason: Option<String>,
}

/// The four verdicts on a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum DiffKind {
    /// All sequences of calls are answered alike: both interfaces are proved.
    Equal,
    /// All sequences up to a number of calls are.
    EqualUpTo,
    /// Some are not.
    Differs,
    /// It is not known.
    Undecided,
}

/// How an answer changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChangeKind {
    /// Ok before, an error now.
    Lost,
    /// An error before, ok now.
    Gained,
    /// Known before, unknown now.
    NoLongerKnown,
    /// Unknown before, known now.
    NowKnown,
}

impl ChangeKind {
    pub(super) fn of(old: Answer, new: Answer) -> Self {
        match (old, new) {
            (_, Answer::Unknown) => Self::NoLongerKnown,
            (Answer::Unknown, _) => Self::NowKnown,
            (_, Answer::Ok) => Self::Gained,
            (_, Answer::Error) => Self::Lost,
        }
    }
}

/// Calls that are answered differently.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Changed {
    /// How the answer to the last call changed.
    pub kind: ChangeKind,
    /// The calls, as one would write them.
    pub calls: Vec<String>,
    /// What the old version answers to the last.
    pub old: Answer,
    /// What the new one answers.
    pub new: Answer,
    /// What goes wrong in the version that does not answer ok, where its code is at hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
    /// A Java program that ends with 0 on the old version and with 1 on the new one, where calls can be written so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub java: Option<String>,
    /// Whether every version whose code is at hand was seen to answer so on the interpreter.
    pub replayed: bool,
}

impl DiffReport {
    /// Whether callers can tell the two apart: by an answer, or by the methods there are.
    pub fn differs(&self) -> bool {
        let methods =
            !self.added.is_empty() || !self.removed.is_empty() || !self.incomparable.is_empty();
        self.verdict.kind == DiffKind::Differs || methods
    }

    /// The report as JSON.
    pub fn to_json(&self) -> String {
        emit::report::json(self)
    }
}

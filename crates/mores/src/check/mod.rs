//! Comparing code with a saved model of any kind.

mod compare;
mod interface;

use std::path::Path;

use base::{Budget, Progress};
use cert::{Certificate, Rejection};
use emit::language::Input;
use emit::report::{Model, Report, Subject, VERSION, Verdict, VerdictKind, View};
use front::InputError;
use serde::Serialize;

use crate::filter::Shown;
use crate::model_file::read_model;
use crate::witness::Difference;
use crate::{CheckRequest, filter, language};

pub(crate) use interface::written;

/// What a comparison of code and model came to, and what that is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Check {
    /// The version of the tool that compared.
    pub mores: &'static str,
    /// Always `check`.
    pub command: &'static str,
    /// What kind of model it is.
    pub models: Models,
    /// The code.
    pub subject: Subject,
    /// What it came to.
    #[serde(flatten)]
    pub result: CheckResult,
    /// How far it goes, in the terms of a model's verdict: on which sequences of calls, words or inputs code and model were
    /// shown to agree, with which integers and arguments.
    pub verdict: Verdict,
    /// Which calls and which errors it is about.
    #[serde(skip_serializing_if = "View::is_plain")]
    pub view: View,
}

/// What a comparison of code and model came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum CheckResult {
    /// They agree on everything that the model claims.
    Conforms {
        /// Questions the certificate checker put to the solver; 0 if nothing was proved, only compared.
        obligations: usize,
        /// Whether the model has an answer for everything; if not, what it calls unknown or undecided is not claimed.
        exact: bool,
    },
    /// They answer the last of some calls differently.
    Differs(Box<Difference>),
    /// One of them has a word of events that the other does not have.
    #[serde(rename = "differs")]
    OtherWords(OtherWord),
    /// They write different things for an input.
    #[serde(rename = "differs")]
    OtherOutput(Shown),
    /// The code's methods are not the model's: what changed.
    OtherMethods {
        /// What is missing, new, or declared otherwise.
        changes: Vec<String>,
    },
    /// The certificate proves nothing about this code and model.
    #[serde(rename = "certificate-rejected")]
    Rejected {
        /// Why.
        reason: String,
    },
    /// It was not decided.
    Undecided {
        /// They agree on sequences of at most this many calls.
        depth: usize,
        /// Why it was not decided.
        reason: String,
    },
}

/// What kind of model code was compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Models {
    /// Which calls are legal.
    Interface,
    /// Words of events.
    Language,
    /// What is written for what is read.
    Transducer,
}

/// A result, and the part of a verdict that says how far it goes.
pub(crate) struct Found {
    pub(super) result: CheckResult,
    pub(super) kind: VerdictKind,
    pub(super) depth: Option<usize>,
    pub(super) unless: Option<String>,
}

/// A word of events that code or model has, and the other does not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OtherWord {
    /// The symbols of its events.
    pub events: Vec<String>,
    /// Who has it: `code` or `model`.
    pub only_in: &'static str,
    /// What the program must be given to show it, where the code has it and that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inputs: Option<Vec<Input>>,
    /// Where the last of its events stands that the code has, as `file:line`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
}

impl Found {
    fn new(kind: VerdictKind, result: CheckResult) -> Self {
        Self {
            result,
            kind,
            depth: None,
            unless: None,
        }
    }

    pub(crate) fn undecided(depth: usize, reason: impl ToString) -> Self {
        let kind = if depth > 0 {
            VerdictKind::UpTo
        } else {
            VerdictKind::Unknown
        };
        let reason = reason.to_string();
        Self {
            depth: Some(depth).filter(|&depth| depth > 0),
            ..Self::new(kind, CheckResult::Undecided { depth, reason })
        }
    }

    pub(crate) fn rejected(why: impl ToString) -> Self {
        let reason = why.to_string();
        Self::new(VerdictKind::Unknown, CheckResult::Rejected { reason })
    }

    /// What a proof that was not accepted comes to.
    pub(crate) fn not_accepted(rejection: &Rejection) -> Self {
        match rejection.is_doubt() {
            true => Self::undecided(0, rejection),
            false => Self::rejected(rejection),
        }
    }

    pub(crate) fn proved(obligations: usize, exact: bool) -> Self {
        let result = CheckResult::Conforms { obligations, exact };
        Self::new(VerdictKind::Proved, result)
    }

    /// They agree on everything of at most this size, and the model claims no more.
    pub(crate) fn up_to(depth: Option<usize>) -> Self {
        let result = CheckResult::Conforms {
            obligations: 0,
            exact: true,
        };
        Self {
            depth,
            ..Self::new(VerdictKind::UpTo, result)
        }
    }

    pub(crate) fn violated(result: CheckResult) -> Self {
        Self::new(VerdictKind::Violated, result)
    }

    pub(crate) fn differs(difference: Difference) -> Self {
        Self::violated(CheckResult::Differs(Box::new(difference)))
    }

    pub(crate) fn about<M>(
        self,
        models: Models,
        report: &Report<M>,
        assumptions: Vec<String>,
    ) -> Check {
        let reason = match &self.result {
            CheckResult::Undecided { reason, .. } | CheckResult::Rejected { reason } => {
                Some(reason.clone())
            }
            CheckResult::Conforms { .. }
            | CheckResult::Differs(_)
            | CheckResult::OtherWords(_)
            | CheckResult::OtherOutput(_)
            | CheckResult::OtherMethods { .. } => None,
        };
        let verdict = Verdict {
            kind: self.kind,
            depth: self.depth.map(|depth| depth as u64),
            reason,
            unless: self.unless,
            integers: report.verdict.integers,
            assumptions,
        };
        Check {
            mores: VERSION,
            command: "check",
            models,
            subject: report.subject.clone(),
            result: self.result,
            verdict,
            view: View::default(),
        }
    }
}

/// Compares code with a saved model. What the budget does not suffice for is not decided.
pub fn check(
    request: &CheckRequest,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<Check, InputError> {
    let report: Report<Model> = read_model(&request.model)?;
    let certificate = request.certificate.as_deref();
    let certificate = certificate.map(read_certificate).transpose()?;
    let proof = certificate.as_ref().map(|certificate| &certificate.proof);
    let around = (budget, progress);
    match report.model.clone() {
        Model::Interface(model) => interface::check(request, &report.map(|_| model), proof, around),
        Model::Language(model) => language::check(request, &report.map(|_| model), proof, around),
        Model::Transducer(_) => filter::check(request, proof, around),
    }
}

fn read_certificate(path: &Path) -> Result<Certificate, InputError> {
    let unreadable = |what: String| InputError::new(format!("{}{what}", path.display()));
    let text = std::fs::read_to_string(path)
        .map_err(|error| unreadable(format!(" cannot be read: {error}")))?;
    Certificate::from_json(&text).map_err(|error| unreadable(format!(": {error}")))
}

//! What the algebra is about: filters in source, or saved models.

use std::path::{Path, PathBuf};

use base::{Budget, Progress};
use emit::report::VerdictKind;
use emit::transducer::TransducerReport;
use front::InputError;
use model::transducer::SymbolicTransducer;

use super::{FilterRequest, filter, saved_filter};
use crate::Version;
use crate::pair::is_model;

/// A filter: code, or a saved model if its path ends in `.json`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operand {
    /// What is to be read, and how.
    pub request: FilterRequest,
}

/// What the files of code end in.
const SOURCES: [&str; 4] = ["c", "i", "java", "class"];

impl Operand {
    /// What a user names: a file, or a function in a file, `escape.c:html`. Everything else is as in the other request.
    pub fn named(text: &str, like: &FilterRequest) -> Self {
        let whole = Self {
            request: FilterRequest {
                path: PathBuf::from(text),
                ..like.clone()
            },
        };
        let Some((file, function)) = text.rsplit_once(':') else {
            return whole;
        };
        let is_source = Path::new(file)
            .extension()
            .is_some_and(|end| SOURCES.iter().any(|source| end == *source));
        if !is_source || function.is_empty() || Path::new(text).exists() {
            return whole;
        }
        let function = Some(function.to_owned());
        Self {
            request: FilterRequest {
                path: PathBuf::from(file),
                function,
                ..like.clone()
            },
        }
    }

    /// Whether it is a saved model.
    pub fn is_saved(&self) -> bool {
        is_model(&self.request.path)
    }
}

/// An operand with its model.
pub(super) struct Side {
    pub(super) report: TransducerReport,
    pub(super) saved: bool,
    /// Nothing if nothing is known of it.
    pub(super) transducer: Option<SymbolicTransducer>,
}

impl Side {
    pub(super) fn new(
        operand: &Operand,
        budget: &Budget,
        progress: &dyn Progress,
    ) -> Result<Self, InputError> {
        if operand.is_saved() {
            let (report, transducer) = saved_filter(&operand.request.path)?;
            return Ok(Self {
                report,
                saved: true,
                transducer: Some(transducer),
            });
        }
        let learned = filter(&operand.request, budget, progress)?;
        Ok(Self {
            report: learned.report,
            saved: false,
            transducer: learned.transducer,
        })
    }

    pub(super) fn version(&self) -> Version {
        Version {
            path: self.report.subject.path.clone(),
            name: self.report.subject.name.clone(),
            saved: self.saved,
            verdict: self.report.verdict.clone(),
        }
    }

    /// The model, or why there is none.
    pub(super) fn model(&self) -> Result<&SymbolicTransducer, String> {
        self.transducer.as_ref().ok_or_else(|| {
            let reason = self
                .report
                .verdict
                .reason
                .clone()
                .unwrap_or_else(|| "no reason is known".to_owned());
            format!(
                "there is no model of {}: {reason}",
                self.report.subject.name
            )
        })
    }

    /// Why its model is not proved.
    pub(super) fn doubt(&self) -> Option<String> {
        let verdict = &self.report.verdict;
        verdict
            .reason
            .clone()
            .filter(|_| verdict.kind != VerdictKind::Proved)
    }
}

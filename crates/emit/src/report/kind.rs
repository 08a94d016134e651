//! The kinds of models.

use serde::Serialize;

use super::{Counts, Interface, ReadError, Report};
use crate::drawing::{Detail, Drawing};
use crate::html::{Page, Source};
use crate::language::Language;
use crate::transducer::Transducer;

/// A model of any kind, as it lies in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Model {
    /// The legal calls of a component.
    Interface(Interface),
    /// The events of a program.
    Language(Language),
    /// What a filter writes for what it reads.
    Transducer(Transducer),
}

/// What every kind of model says of itself. All formats are made from this.
pub trait Kind: Clone + Serialize {
    /// What is asked for where such a model is needed, and who writes it.
    const WANTED: [&'static str; 2];

    /// This model, if it is of this kind.
    fn of(model: &Model) -> Option<Self>;

    /// Its sizes.
    fn counts(&self) -> Counts;

    /// Whether it makes sense: nothing is named that is not there.
    fn check(&self) -> Result<(), ReadError>;

    /// What the verdict means, for somebody who has never read a paper.
    fn verdict(report: &Report<Self>) -> String;

    /// The verdict in a few words.
    fn verdict_in_brief(report: &Report<Self>) -> String;

    /// What is drawn of it.
    fn drawing(report: &Report<Self>, detail: Detail) -> Drawing;

    /// What a page says of it.
    fn page(report: &Report<Self>, source: Option<&Source>) -> Page;
}

impl Model {
    /// With an article.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Interface(_) => Interface::WANTED[0],
            Self::Language(_) => Language::WANTED[0],
            Self::Transducer(_) => Option::<Transducer>::WANTED[0],
        }
    }
}

/// The same question to whichever kind it is.
macro_rules! whichever {
    ($report:expr, $kind:ident, $of:ident => $answer:expr) => {
        match &$report.model {
            Model::Interface(model) => {
                type $kind = Interface;
                let $of = &$report.clone().map(|_| model.clone());
                $answer
            }
            Model::Language(model) => {
                type $kind = Language;
                let $of = &$report.clone().map(|_| model.clone());
                $answer
            }
            Model::Transducer(model) => {
                type $kind = Option<Transducer>;
                let $of = &$report.clone().map(|_| Some(model.clone()));
                $answer
            }
        }
    };
}

impl Kind for Model {
    const WANTED: [&'static str; 2] = ["a model", "mores has"];

    fn of(model: &Model) -> Option<Self> {
        Some(model.clone())
    }

    fn counts(&self) -> Counts {
        match self {
            Self::Interface(model) => model.counts(),
            Self::Language(model) => model.counts(),
            Self::Transducer(model) => model.counts(),
        }
    }

    fn check(&self) -> Result<(), ReadError> {
        match self {
            Self::Interface(model) => model.check(),
            Self::Language(model) => model.check(),
            Self::Transducer(model) => model.check(),
        }
    }

    fn verdict(report: &Report<Self>) -> String {
        whichever!(report, M, report => M::verdict(report))
    }

    fn verdict_in_brief(report: &Report<Self>) -> String {
        whichever!(report, M, report => M::verdict_in_brief(report))
    }

    fn drawing(report: &Report<Self>, detail: Detail) -> Drawing {
        whichever!(report, M, report => M::drawing(report, detail))
    }

    fn page(report: &Report<Self>, source: Option<&Source>) -> Page {
        whichever!(report, M, report => M::page(report, source))
    }
}

//! Two interfaces that are compared, each learned from code or read from a saved model: what `diff` and `equal` share.

mod common;
mod side;
mod written;

use std::collections::BTreeSet;

use base::{Budget, Progress};
use emit::report::{Integers, Report, Verdict, VerdictKind, View};
use emit::sentence;
use front::InputError;
use serde::Serialize;

use crate::InterfaceRequest;
use common::common;
use side::made_for;

pub(crate) use common::{Common, renamed};
pub(crate) use side::{Code, Run, Side, is_model};
pub(crate) use written::{calls_on, written};

/// One of two interfaces that are compared.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Version {
    /// The path as the user gave it.
    pub path: String,
    /// The name of the class.
    pub name: String,
    /// Whether it was read from a saved model, so that nothing could be run.
    pub saved: bool,
    /// How far its interface can be trusted.
    pub verdict: Verdict,
}

/// The two interfaces.
pub(crate) struct Pair {
    pub(crate) sides: (Side, Side),
    /// The arithmetic that both are about.
    pub(crate) integers: Integers,
}

impl Pair {
    /// Learns or reads both. Most of the budget is for this; some is left for comparing.
    pub(crate) fn new(
        first: &InterfaceRequest,
        second: &InterfaceRequest,
        budget: &Budget,
        progress: &dyn Progress,
    ) -> Result<Self, InputError> {
        let (first, second) = alike(first, second)?;
        let learning = budget.but_last(10);
        let sides = (
            Side::new(&first, &learning.share(2), progress)?,
            Side::new(&second, &learning, progress)?,
        );
        let (view, integers) = (&sides.0.report.model.view, sides.0.report.verdict.integers);
        if errors_of(view) != errors_of(&sides.1.report.model.view) {
            return Err(InputError::new(
                "the two models were made with other errors, arguments or scopes in view: make one of them anew",
            ));
        }
        if integers != sides.1.report.verdict.integers {
            return Err(InputError::new(
                "the two models are about other integers: make one of them anew",
            ));
        }
        Ok(Self { sides, integers })
    }

    /// Both over the methods that both have.
    pub(crate) fn common(&self) -> Result<Common, InputError> {
        let integers = match self.integers {
            Integers::Wrapping | Integers::OfC => step::Integers::Wrapping,
            Integers::Mathematical => step::Integers::Mathematical,
        };
        common(&self.sides.0.report, &self.sides.1.report, integers).map_err(|what| broken(&what))
    }

    pub(crate) fn reports(&self) -> [&Report; 2] {
        [&self.sides.0.report, &self.sides.1.report]
    }

    /// What a comparison is about, if that is not every call of the code, in sentences.
    pub(crate) fn about(&self) -> Vec<String> {
        let integers = match self.integers {
            Integers::Mathematical => Some(sentence::integers(self.integers).to_owned()),
            Integers::Wrapping | Integers::OfC => None,
        };
        self.assumptions().into_iter().chain(integers).collect()
    }

    /// What both say nothing about, as a sentence.
    fn assumptions(&self) -> Option<String> {
        let mut all: Vec<&str> = Vec::new();
        for assumption in self
            .reports()
            .into_iter()
            .flat_map(|report| &report.verdict.assumptions)
        {
            if !all.contains(&assumption.as_str()) {
                all.push(assumption);
            }
        }
        (!all.is_empty()).then(|| format!("Compared where {}.", all.join("; ")))
    }
}

/// What would have to overflow, if that is all that stands between both models and a proof.
pub(crate) fn unless(first: &Verdict, second: &Verdict) -> Option<String> {
    let proved =
        |verdict: &Verdict| verdict.kind == VerdictKind::Proved || verdict.unless.is_some();
    let mut all: Vec<&str> = [first, second]
        .iter()
        .filter_map(|verdict| verdict.unless.as_deref())
        .collect();
    all.dedup();
    (proved(first) && proved(second)).then(|| all.join(", or "))
}

pub(crate) fn broken(what: &str) -> InputError {
    InputError::new(format!(
        "{what}: this model was changed by hand or by a fault; make it anew"
    ))
}

/// The two requests. Where only one side is a saved model, the other is seen as that model was made. Both are passed the texts
/// that either compares with.
fn alike(
    first: &InterfaceRequest,
    second: &InterfaceRequest,
) -> Result<(InterfaceRequest, InterfaceRequest), InputError> {
    let (mut first, mut second) = (first.clone(), second.clone());
    match (is_model(&first.path), is_model(&second.path)) {
        (true, false) => (second.view, second.integers) = made_for(&first.path)?,
        (false, true) => (first.view, first.integers) = made_for(&second.path)?,
        (false, false) => {
            let texts: BTreeSet<String> = [&first, &second]
                .map(|side| Ok(side.component()?.texts))
                .into_iter()
                .collect::<Result<Vec<_>, InputError>>()?
                .concat()
                .into_iter()
                .chain(first.view.texts.clone())
                .collect();
            first.view.texts = texts.into_iter().collect();
            second.view.texts.clone_from(&first.view.texts);
        }
        (true, true) => {}
    }
    (first.texts_as_given, second.texts_as_given) = (true, true);
    Ok((first, second))
}

/// What is passed, and what counts as an error. (Which methods were looked at may differ.)
fn errors_of(view: &View) -> impl PartialEq {
    let View {
        error_exceptions,
        allow_exceptions,
        error_waiting,
        error_when,
        pool,
        any_arguments,
        few_texts,
        scope,
        real_collections,
        error_results,
        ..
    } = view.clone();
    (
        (error_exceptions, allow_exceptions),
        (error_waiting, error_when),
        (pool, any_arguments, few_texts),
        (scope, real_collections, error_results),
    )
}

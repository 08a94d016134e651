//! One of two versions: learned from code, or read from a saved model.

use std::path::Path;
use std::rc::Rc;

use base::{Budget, Outcome, Progress};
use cert::Call;
use emit::report::{Cause, Integers, Report, View};
use front::InputError;
use ir::Component;
use smt::Value;
use step::{LetterId, Replay, StepSystem, interpreted};

use super::Version;
use crate::check::written;
use crate::interface::learn_class;
use crate::view::alone;
use crate::witness::Difference;
use crate::{InterfaceRequest, read_model};

/// A version of a class.
pub(crate) struct Side {
    pub(crate) report: Report,
    /// The code, if this is no saved model.
    pub(crate) code: Option<Code>,
}

/// Code that can be run.
pub(crate) struct Code {
    component: Rc<Component>,
    system: Rc<StepSystem>,
}

/// How a run of calls on the interpreter ended.
pub(crate) enum Run {
    /// All calls before the last were ok; the last one's answer, and what went wrong.
    Ended(Outcome, Option<Cause>),
    /// Some call before the last was not ok.
    Earlier,
    /// The interpreter cannot say.
    Unknown,
}

/// Whether a path names a saved model.
pub(crate) fn is_model(path: &Path) -> bool {
    path.extension()
        .is_some_and(|end| end.eq_ignore_ascii_case("json"))
}

/// What a model was made for, which code that is compared with it must be seen for as well.
pub(crate) fn made_for(path: &Path) -> Result<(View, Integers), InputError> {
    let report: Report = read_model(path)?;
    Ok((report.model.view, report.verdict.integers))
}

impl Side {
    pub(crate) fn new(
        request: &InterfaceRequest,
        budget: &Budget,
        line: &dyn Progress,
    ) -> Result<Self, InputError> {
        if is_model(&request.path) {
            return Ok(Self {
                report: read_model(&request.path)?,
                code: None,
            });
        }
        let request = InterfaceRequest {
            // What is compared need not be short, and is compared whole.
            whole: true,
            every_method: true,
            ..request.clone()
        };
        let (component, learned, report) = learn_class(&request, &alone, budget, line)?;
        Ok(Self {
            report,
            code: Some(Code {
                component,
                system: learned.system,
            }),
        })
    }

    pub(crate) fn version(&self, path: &Path) -> Version {
        Version {
            path: path.display().to_string(),
            name: self.report.subject.name.clone(),
            saved: self.code.is_none(),
            verdict: self.report.verdict.clone(),
        }
    }
}

impl Code {
    /// A call of a method with these values of its scalars, by name; scalars that are not named are zero.
    pub(crate) fn call(&self, method: &str, value: impl Fn(&str) -> Option<Value>) -> Option<Call> {
        let letter: LetterId = self
            .system
            .letters
            .ids()
            .find(|&l| self.system.letters[l].name == method)?;
        let zero = |v: &step::Variable| Value::default_of(self.system.terms.sort(v.term));
        let params = self.system.letters[letter].params.iter();
        Some(Call {
            letter,
            args: params
                .map(|p| value(&p.name).unwrap_or_else(|| zero(p)))
                .collect(),
        })
    }

    pub(crate) fn written(&self, call: &Call) -> String {
        written(&self.system, call)
    }

    /// The program that shows that this version answers the last call otherwise than an older one.
    pub(crate) fn shown(
        &self,
        calls: &[Call],
        old: Outcome,
        new: Outcome,
        view: &View,
    ) -> Option<String> {
        let trace = cert::Trace {
            calls: calls.to_vec(),
            code: new,
            model: old,
        };
        let difference = Difference::new(&self.component, &self.system, &trace, true, view);
        let difference = difference.of_versions();
        difference.java(Difference::PROGRAM).ok()
    }

    /// Runs calls on the interpreter, which knows wrapping integers and exceptions only.
    pub(crate) fn run(&self, calls: &[Call]) -> Run {
        let tells =
            self.system.integers == step::Integers::Wrapping && self.system.errors.when.is_none();
        let Some(mut replay) = Replay::of(&self.component, &self.system).filter(|_| tells) else {
            return Run::Unknown;
        };
        for (i, call) in calls.iter().enumerate() {
            let params = self.system.letters[call.letter].params.iter();
            let args: Option<Vec<_>> = params
                .zip(&call.args)
                .map(|(p, v)| interpreted(p.ty, v))
                .collect();
            let Some(args) = args else {
                return Run::Unknown;
            };
            let done = replay.call(call.letter, &args);
            match (i + 1 == calls.len(), done.answer) {
                (_, Outcome::Unknown) => return Run::Unknown,
                (true, answer) => {
                    let place = done.place.as_ref().map(Into::into);
                    let cause = done
                        .what
                        .filter(|_| answer == Outcome::Error)
                        .map(|what| Cause { what, place });
                    return Run::Ended(answer, cause);
                }
                (false, Outcome::Ok) => {}
                (false, Outcome::Error) => return Run::Earlier,
            }
        }
        Run::Unknown
    }
}

//! Comparing a class with a saved interface.

use std::path::Path;
use std::rc::Rc;

use base::{Budget, Outcome, Progress, StopReason};
use cert::{Call, Invariant, Proof, Regions};
use emit::report::{Parameter, Report};
use front::InputError;
use ir::Component;
use model::{InterfaceLts, PartitionFault};
use smt::decorate::until::Until;
use smt::{Solver, Terms};
use step::{Questions, Sight, StepSystem};

use crate::claimed::claimed;
use crate::from_report::{self, Mismatch};
use crate::interface::cannot_start;
use crate::scalars;
use crate::view::{selected, sight};
use crate::{CheckRequest, InterfaceRequest};

use super::compare::Comparison;
use super::{Check, CheckResult, Found, Models};

/// What is said of models that were stopped early.
const NO_PROOF: &str = "the model leaves calls undecided, so no certificate proves it";
const NOT_OF_CALLS: &str = "the certificate is not about the calls of a class";
const NOT_COMPARED: &str = "the model leaves calls undecided and remembers arguments";

pub(super) fn check(
    request: &CheckRequest,
    report: &Report,
    certificate: Option<&Proof>,
    (budget, progress): (&Budget, &dyn Progress),
) -> Result<Check, InputError> {
    let regions = match certificate {
        None => None,
        Some(Proof::Invariant(regions)) => Some(regions),
        Some(Proof::Blocks(_) | Proof::Runs(_) | Proof::Walk(_)) => {
            return Ok(Found::rejected(NOT_OF_CALLS).about(Models::Interface, report, Vec::new()));
        }
    };
    let component = load(&request.code, report)?;
    let sight = Sight {
        questions: questions(&component, report),
        ..sight(&component, report.verdict.integers, &report.model.view)?
    };
    let terms = Terms::new();
    let system = match system(&component, &terms, &sight, budget, regions) {
        Ok(system) => system,
        Err(reason) if budget.check().is_err() => {
            return Ok(Found::undecided(0, reason).about(Models::Interface, report, Vec::new()));
        }
        Err(reason) => return Err(cannot_start(&component, reason)),
    };
    let assumptions = system.assumed();
    let checking = Checking {
        request,
        report,
        component: &component,
        sight: &sight,
        budget,
        progress,
    };
    let check = checking
        .run(system, regions)?
        .about(Models::Interface, report, assumptions);
    Ok(Check {
        view: report.model.view.clone(),
        ..check
    })
}

/// What a comparison needs to know.
pub(super) struct Checking<'a> {
    pub(super) request: &'a CheckRequest,
    pub(super) report: &'a Report,
    pub(super) component: &'a Rc<Component>,
    pub(super) sight: &'a Sight,
    pub(super) budget: &'a Budget,
    pub(super) progress: &'a dyn Progress,
}

impl Checking<'_> {
    fn run(&self, system: StepSystem, certificate: Option<&Regions>) -> Result<Found, InputError> {
        let interface = match from_report::interface(self.report, &system) {
            Ok(interface) => interface,
            Err(Mismatch::Methods(changes)) => {
                return Ok(Found::violated(CheckResult::OtherMethods { changes }));
            }
            Err(Mismatch::Broken(what)) => return Err(broken(&self.request.model, &what)),
        };
        match interface
            .check_partition(&mut Until::new(smt::for_engine(&system.terms), self.budget))
        {
            Ok(()) => {}
            Err(PartitionFault::Undecided(why)) => return Ok(Found::undecided(0, why)),
            Err(fault) => {
                let what = format!("the guards of a method are no partition: {fault:?}");
                return Err(broken(&self.request.model, &what));
            }
        }
        if let Some(certificate) = certificate {
            return Ok(match self.report.is_partial() {
                true => Found::rejected(NO_PROOF),
                false => verify(certificate, &system, &interface, self.budget),
            });
        }
        Ok(self.compare(system, &interface))
    }

    fn compare(&self, system: StepSystem, interface: &InterfaceLts) -> Found {
        let open = !is_exact(interface);
        let system = match interface.registers.is_empty() {
            true if open => claimed(system, interface),
            false if self.report.is_partial() => return Found::undecided(0, NOT_COMPARED),
            true | false => system,
        };
        Comparison::new(self, interface).run(&Rc::new(system))
    }
}

/// The code. A certificate says what tells states apart, and it is verified without the layers that make learning fast,
/// so that fewer parts have to be trusted.
fn system(
    component: &Rc<Component>,
    terms: &Terms,
    sight: &Sight,
    budget: &Budget,
    certificate: Option<&Regions>,
) -> Result<StepSystem, StopReason> {
    let Some(certificate) = certificate else {
        return step::survey(component, terms, sight, budget, &|| smt::for_engine(terms));
    };
    let mut plain = smt::Z3::new(terms);
    plain.set_limit(Some(smt::QUESTION));
    let sight = Sight {
        variables: certificate.variables(),
        ..sight.clone()
    };
    step::component(Rc::clone(component), terms, sight, budget, Box::new(plain))
}

/// What the model says that calls ask of others. Which questions are foreseen decides nothing: one that is not makes its
/// call unknown.
fn questions(component: &Component, report: &Report) -> Questions {
    let scalar = |p: &Parameter| Some((p.name.clone(), scalars::named(&p.source_type)?));
    let view = &report.model.view;
    let few_texts = view.few_texts.then_some(view.texts.as_slice());
    step::questions_among(component, few_texts, |entry| {
        let mut methods = report.model.methods.iter();
        let method = methods.find(|method| method.name == entry);
        let scalars = method.map(|method| method.scalars.iter().filter_map(scalar));
        scalars.into_iter().flatten().collect()
    })
}

fn broken(path: &Path, what: &str) -> InputError {
    InputError::new(format!(
        "{}: {what}: this model was changed by hand or by a fault; make it anew",
        path.display()
    ))
}

fn load(code: &InterfaceRequest, report: &Report) -> Result<Rc<Component>, InputError> {
    let mut as_then = code.clone();
    let then = &report.model.view;
    as_then.view.real_collections = then.real_collections;
    as_then.view.error_results.clone_from(&then.error_results);
    if as_then.view.preprocessor.is_empty() {
        as_then.view.preprocessor.clone_from(&then.preprocessor);
    }
    let component = as_then.component()?;
    if component.name != report.subject.name {
        let (model, code) = (&report.subject.name, &component.name);
        return Err(InputError::new(format!(
            "the model is of class {model}, the code is of class {code}"
        )));
    }
    Ok(Rc::new(selected(component, &report.model.view)?))
}

/// Whether a certificate proves that code and model agree. What is not known for lack of time, or because code could not be
/// followed, is no rejection.
fn verify(
    certificate: &Regions,
    system: &StepSystem,
    interface: &InterfaceLts,
    budget: &Budget,
) -> Found {
    let found = match certificate.invariant(system, &interface.registers) {
        Ok(invariant) => certify(system, interface, &invariant, budget),
        Err(why) => match not_followed(certificate, system) {
            Some(unknown) => Found::undecided(0, unknown),
            None => Found::rejected(why),
        },
    };
    match (&found.result, budget.check()) {
        (CheckResult::Rejected { .. }, Err(spent)) => Found::undecided(0, spent),
        _ => found,
    }
}

/// Why some call in what the certificate speaks of could not be followed, if one could not: states that the certificate
/// names may lie behind it.
fn not_followed(certificate: &Regions, system: &StepSystem) -> Option<String> {
    let locations = system.locations_named(&certificate.locations());
    let summaries = locations.iter().flat_map(|&at| {
        system
            .letters
            .ids()
            .map(move |letter| system.summary(at, letter))
    });
    summaries
        .flat_map(|summary| summary.paths.clone())
        .find(|path| path.answer == Outcome::Unknown)
        .map(|path| {
            path.note.map_or_else(
                || "a call could not be followed".to_owned(),
                |note| note.to_string(),
            )
        })
}

/// The independent checker, on the whole system, with a solver of its own.
pub(super) fn certify(
    system: &StepSystem,
    interface: &InterfaceLts,
    invariant: &Invariant,
    budget: &Budget,
) -> Found {
    let mut checker = smt::for_checker(&system.terms, budget);
    match cert::check(system, interface, invariant, &mut checker) {
        Ok(checked) => Found::proved(checked.obligations, is_exact(interface)),
        Err(rejection) => Found::not_accepted(&rejection),
    }
}

pub(super) fn is_exact(interface: &InterfaceLts) -> bool {
    let automaton = &interface.automaton;
    (0..automaton.states()).all(|state| *automaton.output_of(state) != Outcome::Unknown)
}

/// A call as one would write it.
pub(crate) fn written(system: &StepSystem, call: &Call) -> String {
    let letter = &system.letters[call.letter];
    let plain = letter.name.split('(').next().unwrap_or(&letter.name);
    let args = letter.arguments(&call.args, system.integers);
    format!(
        "{}{plain}({})",
        if letter.constructs { "new " } else { "" },
        args.join(", ")
    )
}

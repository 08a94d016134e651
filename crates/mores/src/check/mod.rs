//! Comparing code with a saved model.

mod compare;

use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use base::{Budget, Outcome, Progress, StopReason};
use cert::{Call, Certificate, Invariant};
use emit::report::{Report, Verdict, VerdictKind, View};
use front::InputError;
use ir::Component;
use model::{InterfaceLts, PartitionFault};
use smt::decorate::until::Until;
use smt::{Solver, Terms};
use step::{Sight, StepSystem};

use crate::claimed::claimed;
use crate::from_report::{self, Mismatch};
use crate::interface::cannot_start;
use crate::view::{selected, sight};
use crate::witness::Difference;
use crate::{CheckRequest, InterfaceRequest};
use compare::Comparison;

/// How long one question to the solver may take.
const QUESTION: Duration = Duration::from_secs(10);

/// What is said of models that were stopped early.
const NO_PROOF: &str = "the model leaves calls undecided, so no certificate proves it";
const NOT_COMPARED: &str = "the model leaves calls undecided and remembers arguments";

/// What a comparison of code and model came to, and what that is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// What it came to.
    pub result: CheckResult,
    /// How far it goes, in the terms of a model's verdict: on which sequences of calls code and model were shown to agree,
    /// with which integers and arguments.
    pub verdict: Verdict,
    /// Which calls and which errors it is about.
    pub view: View,
}

/// What a comparison of code and model came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckResult {
    /// They agree on everything that the model claims.
    Conforms {
        /// Questions the certificate checker put to the solver; 0 if nothing was proved, only compared.
        obligations: usize,
        /// Whether the model has an answer for every call; if not, what it calls unknown or undecided is not claimed.
        exact: bool,
    },
    /// They answer the last of some calls differently.
    Differs(Box<Difference>),
    /// The code's methods are not the model's: what changed.
    OtherMethods(Vec<String>),
    /// The certificate proves nothing about this code and model: why.
    Rejected(String),
    /// It was not decided.
    Undecided {
        /// They agree on sequences of at most so many calls.
        depth: usize,
        /// Why it was not decided.
        reason: String,
    },
}

/// A result, and the part of a verdict that says how far it goes.
struct Found {
    result: CheckResult,
    kind: VerdictKind,
    depth: Option<usize>,
    unless: Option<String>,
}

impl Found {
    fn undecided(depth: usize, reason: impl ToString) -> Self {
        let kind = if depth > 0 {
            VerdictKind::UpTo
        } else {
            VerdictKind::Unknown
        };
        let result = CheckResult::Undecided {
            depth,
            reason: reason.to_string(),
        };
        Self {
            result,
            kind,
            depth: Some(depth).filter(|&depth| depth > 0),
            unless: None,
        }
    }

    fn rejected(why: impl ToString) -> Self {
        let result = CheckResult::Rejected(why.to_string());
        Self {
            result,
            kind: VerdictKind::Unknown,
            depth: None,
            unless: None,
        }
    }

    fn proved(obligations: usize, exact: bool) -> Self {
        let result = CheckResult::Conforms { obligations, exact };
        Self {
            result,
            kind: VerdictKind::Proved,
            depth: None,
            unless: None,
        }
    }

    fn differs(difference: Difference) -> Self {
        let result = CheckResult::Differs(Box::new(difference));
        Self {
            result,
            kind: VerdictKind::Violated,
            depth: None,
            unless: None,
        }
    }

    fn other_methods(changes: Vec<String>) -> Self {
        let result = CheckResult::OtherMethods(changes);
        Self {
            result,
            kind: VerdictKind::Violated,
            depth: None,
            unless: None,
        }
    }

    fn about(self, report: &Report, assumptions: Vec<String>) -> Check {
        let reason = match &self.result {
            CheckResult::Undecided { reason, .. } | CheckResult::Rejected(reason) => {
                Some(reason.clone())
            }
            CheckResult::Conforms { .. }
            | CheckResult::Differs(_)
            | CheckResult::OtherMethods(_) => None,
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
            result: self.result,
            verdict,
            view: report.view.clone(),
        }
    }
}

/// Compares code with a saved model. What the budget does not suffice for is not decided.
pub fn check(
    request: &CheckRequest,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<Check, InputError> {
    let report = read_report(&request.model)?;
    let component = load(&request.code, &report)?;
    let sight = sight(&component, report.verdict.integers, &report.view)?;
    let terms = Terms::new();
    let certificate = request
        .certificate
        .as_deref()
        .map(read_certificate)
        .transpose()?;
    let system = match system(&component, &terms, &sight, budget, certificate.as_ref()) {
        Ok(system) => system,
        Err(reason) if budget.check().is_err() => {
            return Ok(Found::undecided(0, reason).about(&report, Vec::new()));
        }
        Err(reason) => return Err(cannot_start(&component, reason)),
    };
    let assumptions = system.assumptions.clone();
    let checking = Checking {
        request,
        report: &report,
        component: &component,
        sight: &sight,
        budget,
        progress,
    };
    Ok(checking
        .run(system, certificate.as_ref())?
        .about(&report, assumptions))
}

/// What a comparison needs to know.
struct Checking<'a> {
    request: &'a CheckRequest,
    report: &'a Report,
    component: &'a Rc<Component>,
    sight: &'a Sight,
    budget: &'a Budget,
    progress: &'a dyn Progress,
}

impl Checking<'_> {
    fn run(
        &self,
        system: StepSystem,
        certificate: Option<&Certificate>,
    ) -> Result<Found, InputError> {
        let interface = match from_report::interface(self.report, &system) {
            Ok(interface) => interface,
            Err(Mismatch::Methods(changes)) => return Ok(Found::other_methods(changes)),
            Err(Mismatch::Broken(what)) => return Err(broken(&self.request.model, &what)),
        };
        match interface.check_partition(&mut Until::new(solver(&system.terms), self.budget)) {
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

fn solver(terms: &Terms) -> Box<dyn Solver> {
    let mut solver = smt::chain(terms, smt::Config::default());
    solver.set_limit(Some(QUESTION));
    solver
}

/// The code. A certificate says what tells states apart, and it is verified without the layers that make learning fast,
/// so that fewer parts have to be trusted.
fn system(
    component: &Rc<Component>,
    terms: &Terms,
    sight: &Sight,
    budget: &Budget,
    certificate: Option<&Certificate>,
) -> Result<StepSystem, StopReason> {
    let Some(certificate) = certificate else {
        return step::survey(component, terms, sight, budget, &|| solver(terms));
    };
    let mut plain = smt::Z3::new(terms);
    plain.set_limit(Some(QUESTION));
    let sight = Sight {
        variables: certificate.variables(),
        ..sight.clone()
    };
    step::component(Rc::clone(component), terms, sight, budget, Box::new(plain))
}

fn broken(path: &Path, what: &str) -> InputError {
    InputError::new(format!(
        "{}: {what}: this model was changed by hand or by a fault; make it anew",
        path.display()
    ))
}

fn read(path: &Path) -> Result<String, InputError> {
    std::fs::read_to_string(path)
        .map_err(|e| InputError::new(format!("{} cannot be read: {e}", path.display())))
}

fn read_report(path: &Path) -> Result<Report, InputError> {
    Report::from_json(&read(path)?).map_err(|e| InputError::new(format!("{}: {e}", path.display())))
}

fn load(code: &InterfaceRequest, report: &Report) -> Result<Rc<Component>, InputError> {
    let component = code.component()?;
    if component.name != report.subject.name {
        let (model, code) = (&report.subject.name, &component.name);
        return Err(InputError::new(format!(
            "the model is of class {model}, the code is of class {code}"
        )));
    }
    Ok(Rc::new(selected(component, &report.view)?))
}

fn read_certificate(path: &Path) -> Result<Certificate, InputError> {
    let unreadable = |e: cert::Unreadable| InputError::new(format!("{}: {e}", path.display()));
    Certificate::from_json(&read(path)?).map_err(unreadable)
}

/// Whether a certificate proves that code and model agree. What is not known for lack of time, or because code could not be
/// followed, is no rejection.
fn verify(
    certificate: &Certificate,
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
        (CheckResult::Rejected(_), Err(spent)) => Found::undecided(0, spent),
        _ => found,
    }
}

/// Why some call in what the certificate speaks of could not be followed, if one could not: states that the certificate
/// names may lie behind it.
fn not_followed(certificate: &Certificate, system: &StepSystem) -> Option<String> {
    let names = certificate
        .invariant
        .iter()
        .map(|region| region.location.as_str())
        .collect();
    let locations = system.locations_named(&names);
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
fn certify(
    system: &StepSystem,
    interface: &InterfaceLts,
    invariant: &Invariant,
    budget: &Budget,
) -> Found {
    let mut checker = Until::new(smt::Z3::new(&system.terms), budget);
    checker.set_limit(Some(QUESTION));
    match cert::check(system, interface, invariant, &mut checker) {
        Ok(checked) => Found::proved(checked.obligations, is_exact(interface)),
        Err(rejection) if rejection.is_doubt() => Found::undecided(0, rejection),
        Err(rejection) => Found::rejected(rejection),
    }
}

fn is_exact(interface: &InterfaceLts) -> bool {
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

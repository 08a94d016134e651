//! Comparing code with a saved model.

use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use base::{Budget, Outcome, Progress, StopReason};
use cert::{Call, Certificate, Invariant, Trace};
use emit::report::{Report, View};
use front::InputError;
use ir::Component;
use mc::{Decision, Effort, Engine, Options, conform, decide_with};
use model::InterfaceLts;
use smt::{Solver, Terms};
use step::{Sight, StepSystem};

use crate::claimed::{claimed, is_partial};
use crate::from_report::{self, Mismatch};
use crate::interface::cannot_start;
use crate::view::{selected, sight};
use crate::witness::Difference;
use crate::{CheckRequest, InterfaceRequest};

/// How long one question to the solver may take.
const QUESTION: Duration = Duration::from_secs(10);
/// Locations up to which the system is explored for slicing.
const SLICE_LOCATIONS: usize = 256;

/// What is said of models that were stopped early.
const NO_PROOF: &str = "the model leaves calls undecided, so no certificate proves it";
const NOT_COMPARED: &str = "the model leaves calls undecided and remembers arguments";

/// What a comparison of code and model came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckResult {
    /// They agree on every sequence of calls.
    Conforms {
        /// Questions the certificate checker put to the solver.
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
    /// They agree on sequences of at most so many calls; the rest was not decided.
    Undecided {
        /// The number of calls.
        depth: usize,
        /// Why it was not decided.
        reason: String,
    },
}

/// Compares code with a saved model.
pub fn check(request: &CheckRequest, budget: &Budget, progress: &dyn Progress) -> Result<CheckResult, InputError> {
    let report = read_report(&request.model)?;
    let component = load(&request.code, &report)?;
    let sight = sight(&component, report.verdict.integers, &report.view)?;
    let terms = Terms::new();
    let certificate = request.certificate.as_deref().map(read_certificate).transpose()?;
    let system = system(&component, &terms, sight, budget, certificate.as_ref())
        .map_err(|reason| cannot_start(&component, reason))?;
    let interface = match from_report::interface(&report, &system) {
        Ok(interface) => interface,
        Err(Mismatch::Methods(changes)) => return Ok(CheckResult::OtherMethods(changes)),
        Err(Mismatch::Broken(what)) => return Err(broken(&request.model, &what)),
    };
    interface
        .check_partition(&mut *solver(&terms))
        .map_err(|fault| broken(&request.model, &format!("the guards of a method are no partition: {fault:?}")))?;
    let system = match is_partial(&report) {
        false => system,
        true if certificate.is_some() => return Ok(CheckResult::Rejected(NO_PROOF.into())),
        true if !interface.registers.is_empty() => {
            return Ok(CheckResult::Undecided { depth: 0, reason: NOT_COMPARED.into() });
        }
        true => claimed(system, &interface, &report.model),
    };
    match &certificate {
        Some(certificate) => Ok(verify(certificate, &system, &interface)),
        None => Ok(Checker { component: &component, interface: &interface, view: &report.view, budget, progress }
            .decide(&Rc::new(system))),
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
    sight: Sight,
    budget: &Budget,
    certificate: Option<&Certificate>,
) -> Result<StepSystem, StopReason> {
    let Some(certificate) = certificate else {
        return step::survey(component, terms, &sight, budget, &|| solver(terms));
    };
    let mut plain = smt::Z3::new(terms);
    plain.set_limit(Some(QUESTION));
    let sight = Sight { variables: certificate.variables(), ..sight };
    step::component(Rc::clone(component), terms, sight, budget, Box::new(plain))
}

fn broken(path: &Path, what: &str) -> InputError {
    InputError::new(format!("{}: {what}: this model was changed by hand or by a fault; make it anew", path.display()))
}

fn read(path: &Path) -> Result<String, InputError> {
    std::fs::read_to_string(path).map_err(|e| InputError::new(format!("{} cannot be read: {e}", path.display())))
}

fn read_report(path: &Path) -> Result<Report, InputError> {
    Report::from_json(&read(path)?).map_err(|e| InputError::new(format!("{}: {e}", path.display())))
}

fn load(code: &InterfaceRequest, report: &Report) -> Result<Rc<Component>, InputError> {
    let component = front::jvm::load(&code.source())?;
    if component.name != report.subject.name {
        let (model, code) = (&report.subject.name, &component.name);
        return Err(InputError::new(format!("the model is of class {model}, the code is of class {code}")));
    }
    Ok(Rc::new(selected(component, &report.view)?))
}

fn read_certificate(path: &Path) -> Result<Certificate, InputError> {
    let unreadable = |e: cert::Unreadable| InputError::new(format!("{}: {e}", path.display()));
    Certificate::from_json(&read(path)?).map_err(unreadable)
}

fn verify(certificate: &Certificate, system: &StepSystem, interface: &InterfaceLts) -> CheckResult {
    match certificate.invariant(system, &interface.registers) {
        Ok(invariant) => certify(system, interface, &invariant),
        Err(why) => CheckResult::Rejected(why.to_string()),
    }
}

/// The independent checker, on the whole system, with a solver of its own.
fn certify(system: &StepSystem, interface: &InterfaceLts, invariant: &Invariant) -> CheckResult {
    let mut checker = smt::Z3::new(&system.terms);
    checker.set_limit(Some(QUESTION));
    match cert::check(system, interface, invariant, &mut checker) {
        Ok(checked) => CheckResult::Conforms { obligations: checked.obligations, exact: is_exact(interface) },
        Err(rejection) => CheckResult::Rejected(rejection.to_string()),
    }
}

fn is_exact(interface: &InterfaceLts) -> bool {
    let automaton = &interface.automaton;
    (0..automaton.states()).all(|state| *automaton.output_of(state) != Outcome::Unknown)
}

/// Searches for a difference, or for a proof that there is none.
struct Checker<'a> {
    component: &'a Component,
    interface: &'a InterfaceLts,
    view: &'a View,
    budget: &'a Budget,
    progress: &'a dyn Progress,
}

impl Checker<'_> {
    fn decide(&self, system: &Rc<StepSystem>) -> CheckResult {
        let mut solver = solver(&system.terms);
        let sliced = step::slice(system, SLICE_LOCATIONS, &mut *solver, self.budget).map(Rc::new);
        let working = sliced.as_ref().unwrap_or(system);
        let around = (self.budget, self.progress);
        let (decision, effort) = conform(working, self.interface, &mut *solver, &Options::default(), around);
        match decision {
            // What mixed parameters decide is unknown to every interface: compare with the code seen that way.
            Decision::Differs(trace) if trace.model == Outcome::Unknown => {
                match teach::interface::expressible(system, self.budget) {
                    Some(expressible) => self.decide(&Rc::new(expressible)),
                    None => self.differs(system, &self.shortest(working, &mut *solver, trace, &effort)),
                }
            }
            Decision::Differs(trace) => self.differs(system, &self.shortest(working, &mut *solver, trace, &effort)),
            Decision::Conforms(invariant) => certify(system, self.interface, &invariant),
            Decision::UpTo { depth, reason } => CheckResult::Undecided { depth, reason: reason.to_string() },
        }
    }

    /// What property-directed reachability finds may be a detour: symbolic search, which goes breadth first, looks for
    /// something shorter. Also says whether nothing shorter is left.
    fn shortest(&self, system: &StepSystem, solver: &mut dyn Solver, trace: Trace, effort: &Effort) -> (Trace, bool) {
        if effort.decided_by == Some(Engine::Search) {
            return (trace, true);
        }
        let around = (self.budget, self.progress);
        match decide_with(Engine::Search, system, self.interface, solver, &Options::default(), around) {
            Decision::Differs(found) if found.calls.len() <= trace.calls.len() => (found, true),
            Decision::UpTo { depth, .. } if depth + 1 >= trace.calls.len() => (trace, true),
            Decision::Differs(_) | Decision::UpTo { .. } | Decision::Conforms(_) => (trace, false),
        }
    }

    fn differs(&self, system: &StepSystem, (trace, shortest): &(Trace, bool)) -> CheckResult {
        if let Err(reason) = cert::confirm(self.component, system, trace) {
            return CheckResult::Undecided { depth: 0, reason: reason.to_string() };
        }
        CheckResult::Differs(Box::new(Difference::new(self.component, system, trace, *shortest, self.view)))
    }
}

/// A call as one would write it.
pub(crate) fn written(system: &StepSystem, call: &Call) -> String {
    let letter = &system.letters[call.letter];
    let plain = letter.name.split('(').next().unwrap_or(&letter.name);
    let args = letter.arguments(&call.args, system.integers);
    format!("{}{plain}({})", if letter.constructs { "new " } else { "" }, args.join(", "))
}

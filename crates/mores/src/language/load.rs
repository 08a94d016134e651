//! From a C file to a program that runs by itself.

use std::rc::Rc;

use base::Place;
use front::c::{ByName, Checks, Events, Failures, LowerOptions};
use front::{Input, InputError, Running, View, frontend};
use step::events::Subject;

use super::{FailureKind, LanguageRequest};

/// Functions that are called and not defined, with the place of a call.
type Missing = Vec<(String, Place)>;

/// A program, and what is not known of it.
pub(super) struct Loaded {
    pub subject: Rc<Subject>,
    pub missing: Missing,
    /// Those that mean something by their names.
    pub by_name: Vec<ByName>,
}

/// Where nobody says what counts, calls do; and branches in a program that is all in one function.
pub(super) fn load(request: &LanguageRequest) -> Result<Loaded, InputError> {
    if !request.events.is_empty() || !request.only.is_empty() || !request.except.is_empty() {
        return load_with(request, events(request)?);
    }
    let calls = load_loosely(request)?;
    if !calls.subject.program.events.is_empty() {
        return Ok(calls);
    }
    load_with(
        request,
        Events {
            branches: true,
            loose: true,
            ..Events::default()
        },
    )
}

/// The same, where events that are asked for may be missing.
pub(super) fn load_loosely(request: &LanguageRequest) -> Result<Loaded, InputError> {
    load_with(
        request,
        Events {
            loose: true,
            ..events(request)?
        },
    )
}

fn load_with(request: &LanguageRequest, events: Events) -> Result<Loaded, InputError> {
    let source = request.source()?;
    let input = Input {
        machine: source.machine,
        options: source.options,
        also: source.others,
        ..Input::new(&request.path)
    };
    let options = LowerOptions {
        checks: checks(&request.defined)?,
        events,
        failures: failures(request),
        entry: request.entry.clone(),
        streams: None,
        malloc_fails: request.malloc_fails,
    };
    let running = frontend(&input, View::Program)?.program(&options)?;
    let (subject, missing, by_name) = subject(running);
    Ok(Loaded {
        subject: Rc::new(subject),
        missing,
        by_name,
    })
}

fn failures(request: &LanguageRequest) -> Failures {
    Failures {
        assertions: request.counts(FailureKind::Assertions),
        undefined: request.counts(FailureKind::Undefined),
        abort: request.counts(FailureKind::Abort),
        exit: request.counts(FailureKind::Exit),
    }
}

/// What runs, and what is not known of it.
pub(crate) fn subject(running: Running) -> (Subject, Missing, Vec<ByName>) {
    let subject = Subject {
        program: running.program,
        start: running.start,
        endings: running.endings,
    };
    (subject, running.missing, running.by_name)
}

fn events(request: &LanguageRequest) -> Result<Events, InputError> {
    let mut events = Events {
        only: request.only.clone(),
        except: request.except.clone(),
        ..Events::default()
    };
    events.calls = request.events.is_empty();
    for kind in &request.events {
        match (kind.as_str(), kind.strip_prefix("assign:")) {
            ("calls", _) => events.calls = true,
            ("branches", _) => events.branches = true,
            ("labels", _) => events.labels = true,
            ("returns", _) => events.returns = true,
            (_, Some(variable)) if !variable.is_empty() => events.assigns.push(variable.to_owned()),
            _ => {
                return Err(InputError::new(format!(
                    "--events {kind}: there are calls, branches, labels, returns and assign:VARIABLE"
                )));
            }
        }
    }
    Ok(events)
}

pub(crate) fn checks(defined: &[String]) -> Result<Checks, InputError> {
    let mut checks = Checks::default();
    for kind in defined {
        match kind.as_str() {
            "overflow" => checks.overflow = false,
            "shift" => checks.shift = false,
            "uninitialised" => checks.uninitialised = false,
            "pointer" => checks.pointer = false,
            "constant" => checks.constant = false,
            _ => {
                return Err(InputError::new(format!(
                    "--defined {kind}: there are overflow, shift, uninitialised, pointer and constant; what else is undefined \
                     in C has no meaning to go on with"
                )));
            }
        }
    }
    Ok(checks)
}

//! From a C file to a program that runs by itself.

use std::rc::Rc;

use base::Place;
use front::InputError;
use front::c::{ByName, Checks, Events, LowerOptions, Lowered, Source, lower, read};
use step::events::Subject;

use super::LanguageRequest;

/// A program, and what is not known of it.
pub(super) struct Loaded {
    pub subject: Rc<Subject>,
    /// Functions that are called and not defined, with the place of a call.
    pub missing: Vec<(String, Place)>,
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
    let source = Source {
        options: request.options.clone(),
        ..Source::new(&request.path, request.machine)
    };
    let unit = read(&source)?;
    let options = LowerOptions {
        checks: checks(&request.defined)?,
        events,
        abort_is_failure: request.abort_fails,
        entry: request.entry.clone(),
        streams: None,
    };
    let Lowered {
        program,
        start,
        endings,
        missing,
        by_name,
    } = lower(&unit, &options)?;
    let endings = endings.meaning();
    Ok(Loaded {
        subject: Rc::new(Subject {
            program,
            start,
            endings,
        }),
        missing,
        by_name,
    })
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

//! From a file to a program that reads and writes symbols.

use std::rc::Rc;

use base::Place;
use front::c::ByName;
use front::jvm::{Assumption, Most, assumed};
use front::{FilterOptions, FilterProgram, FilterRun, Input, InputError, Streams, View, frontend};
use step::stream::Filter;

use super::FilterRequest;
use crate::language::{checks, subject};

/// A filter, and what is not known of it.
pub(super) struct Loaded {
    pub filter: Rc<Filter>,
    pub streams: Streams,
    /// Functions that are called and not defined, with the place of a call.
    pub missing: Vec<(String, Place)>,
    /// Those that mean something by their names.
    pub by_name: Vec<ByName>,
    /// What was guessed of how it is called.
    pub assumptions: Vec<String>,
    /// How the real program is run.
    pub run: FilterRun,
}

impl FilterRequest {
    /// What the front end is asked to read.
    pub(super) fn input(&self) -> Input {
        Input {
            class: self.class.clone(),
            class_path: self.class_path.clone(),
            machine: self.machine,
            options: self.options.clone(),
            ..Input::new(&self.path)
        }
    }
}

/// Reads the code of a filter.
pub(super) fn load(request: &FilterRequest) -> Result<Loaded, InputError> {
    load_with(request, Most::One)
}

fn load_with(request: &FilterRequest, most: Most) -> Result<Loaded, InputError> {
    let options = FilterOptions {
        function: request.function.clone(),
        values: request.values.clone(),
        checks: checks(&request.defined)?,
        most,
    };
    let FilterProgram {
        running,
        streams,
        assumptions,
        run,
    } = frontend(&request.input(), View::Filter)?.filter(&options)?;
    let (subject, missing, by_name) = subject(running);
    let filter = Rc::new(Filter {
        subject,
        reads: streams.reads,
        writes: streams.writes,
        terminated: streams.terminated,
        buffered: streams.buffered,
        ends_with_zero: streams.ends_with_zero,
        in_place: streams.in_place,
        counted: streams.counted,
    });
    Ok(Loaded {
        filter,
        streams,
        missing,
        by_name,
        assumptions,
        run,
    })
}

/// The same filter, where reads into arrays give as much as there is room for; `None` if it has no such reads.
pub(super) fn with_large_reads(
    request: &FilterRequest,
    loaded: &Loaded,
) -> Result<Option<Rc<Filter>>, InputError> {
    match assumed(&loaded.filter.subject.program).contains(&Assumption::OneAtATime) {
        true => Ok(Some(load_with(request, Most::All)?.filter)),
        false => Ok(None),
    }
}

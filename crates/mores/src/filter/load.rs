//! From a file to a program that reads and writes symbols.

use std::rc::Rc;

use base::Place;
use front::InputError;
use front::c::{Events, FilterUnit, LowerOptions, Lowered, Source, lower, read_filter};
use step::events::{Endings, Subject};
use step::stream::Filter;

use super::FilterRequest;
use crate::language::checks;

/// A filter, and what is not known of it.
pub(super) struct Loaded {
    pub filter: Rc<Filter>,
    /// Functions that are called and not defined, with the place of a call.
    pub missing: Vec<(String, Place)>,
}

/// Reads the code of a filter.
pub(super) fn load(request: &FilterRequest) -> Result<Loaded, InputError> {
    let source = Source { options: request.options.clone(), ..Source::new(&request.path, request.machine) };
    let FilterUnit { unit, entry, streams } = read_filter(&source, request.function.as_deref())?;
    let options = LowerOptions {
        checks: checks(&request.defined)?,
        events: Events::default(),
        abort_is_failure: true,
        entry,
        streams: Some(streams),
    };
    let Lowered { program, start, endings, missing } = lower(&unit, &options)?;
    let endings = Endings {
        failure: endings.failure,
        undefined: endings.undefined,
        assumption: endings.assumption,
        exit: endings.exit,
    };
    let subject = Subject { program, start, endings };
    let filter = Filter {
        subject,
        reads: streams.reads,
        writes: streams.writes,
        terminated: streams.terminated,
        buffered: streams.buffered,
    };
    Ok(Loaded { filter: Rc::new(filter), missing })
}

//! The code of a filter, as the analysis sees it.

use std::path::Path;
use std::rc::Rc;

use front::c::{
    Checks, Events, FilterOptions, FilterUnit, LowerOptions, Lowered, Source, lower, read_filter,
};
use mores::Machine;
use step::events::Subject;
use step::stream::Filter;

/// The filter in a file.
pub fn code(path: &Path) -> Rc<Filter> {
    let FilterUnit {
        unit,
        entry,
        streams,
        ..
    } = read_filter(
        &Source::new(path, Machine::Bits64),
        &FilterOptions::default(),
    )
    .expect("it can be read");
    let (checks, events) = (Checks::default(), Events::default());
    let options = LowerOptions {
        checks,
        events,
        abort_is_failure: true,
        entry,
        streams: Some(streams),
    };
    let Lowered {
        program,
        start,
        endings,
        ..
    } = lower(&unit, &options).expect("it can be lowered");
    let endings = endings.meaning();
    let subject = Subject {
        program,
        start,
        endings,
    };
    let (reads, writes) = (streams.reads, streams.writes);
    Rc::new(Filter {
        subject,
        reads,
        writes,
        terminated: streams.terminated,
        buffered: streams.buffered,
        ends_with_zero: streams.ends_with_zero,
    })
}

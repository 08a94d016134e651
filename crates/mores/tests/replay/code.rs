//! The code of a filter, as the analysis sees it.

use std::path::Path;
use std::rc::Rc;

use front::{FilterOptions, FilterProgram, Input, View, frontend};
use step::events::Subject;
use step::stream::Filter;

/// The filter in a file.
pub fn code(path: &Path) -> Rc<Filter> {
    let front = frontend(&Input::new(path), View::Filter).expect("it is a filter");
    let filter = front.filter(&FilterOptions::default());
    let FilterProgram {
        running, streams, ..
    } = filter.expect("it can be read");
    let subject = Subject {
        program: running.program,
        start: running.start,
        endings: running.endings,
    };
    let (reads, writes) = (streams.reads, streams.writes);
    Rc::new(Filter {
        subject,
        reads,
        writes,
        terminated: streams.terminated,
        buffered: streams.buffered,
        ends_with_zero: streams.ends_with_zero,
        in_place: streams.in_place,
        counted: streams.counted,
    })
}

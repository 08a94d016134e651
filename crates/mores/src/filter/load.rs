//! From a file to a program that reads and writes symbols.

use std::path::Path;
use std::rc::Rc;

use base::Place;
use front::c::{
    ByName, Events, FilterCall, FilterOptions, FilterUnit, LowerOptions, Lowered, SymbolProgram,
    lower, read_filter,
};
use front::jvm::{Assumption, JavaFilter, Method, Most, load_filter};
use front::{InputError, Streams, c, jvm};
use step::events::Subject;
use step::stream::Filter;

use super::FilterRequest;
use crate::language::checks;
use crate::model_file::in_file;

/// A filter, and what is not known of it.
pub(super) struct Loaded {
    pub filter: Rc<Filter>,
    /// Functions that are called and not defined, with the place of a call.
    pub missing: Vec<(String, Place)>,
    /// Those that mean something by their names.
    pub by_name: Vec<ByName>,
    /// What was guessed of how it is called.
    pub assumptions: Vec<String>,
    /// What was chosen for a filter in Java where a client could have chosen otherwise.
    pub chosen: Vec<Assumption>,
    /// The method, if it is one in Java.
    pub method: Option<Method>,
    /// How it is run, if it is in C.
    pub in_c: Option<InC>,
}

/// What it takes to run a filter in C.
pub(super) struct InC {
    pub streams: Streams,
    pub call: Option<FilterCall>,
    pub symbol_program: Option<SymbolProgram>,
}

/// What a filter is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Language {
    C,
    Java,
}

impl Language {
    /// What is no program is refused before a compiler says so in its own words.
    fn of(path: &Path) -> Result<Self, InputError> {
        match path.extension().and_then(|end| end.to_str()) {
            Some("c" | "i") => Ok(Self::C),
            Some("java" | "class" | "jar") => Ok(Self::Java),
            None | Some(_) if path.is_dir() => Ok(Self::Java),
            Some(_) | None => {
                let what = "a filter is a C program (.c, .i), a Java class (.java, .class, .jar), or a saved model (.json)";
                Err(in_file(path, 0, what))
            }
        }
    }
}

/// Reads the code of a filter.
pub(super) fn load(request: &FilterRequest) -> Result<Loaded, InputError> {
    match Language::of(&request.path)? {
        Language::C => load_c(request),
        Language::Java => load_java(request),
    }
}

fn load_c(request: &FilterRequest) -> Result<Loaded, InputError> {
    let source = c::Source {
        options: request.options.clone(),
        ..c::Source::new(&request.path, request.machine)
    };
    let asked = FilterOptions {
        function: request.function.clone(),
        values: request.values.clone(),
    };
    let FilterUnit {
        unit,
        entry,
        streams,
        call,
        symbol_program,
        assumptions,
    } = read_filter(&source, &asked)?;
    let options = LowerOptions {
        checks: checks(&request.defined)?,
        events: Events::default(),
        abort_is_failure: true,
        entry,
        streams: Some(streams),
    };
    let Lowered {
        program,
        start,
        endings,
        missing,
        by_name,
    } = lower(&unit, &options)?;
    let endings = endings.meaning();
    let in_c = Some(InC {
        streams,
        call,
        symbol_program,
    });
    let filter = Rc::new(filter(
        Subject {
            program,
            start,
            endings,
        },
        streams,
    ));
    Ok(Loaded {
        filter,
        missing,
        by_name,
        assumptions,
        chosen: Vec::new(),
        method: None,
        in_c,
    })
}

fn load_java(request: &FilterRequest) -> Result<Loaded, InputError> {
    let (filter, chosen, method) = java_filter(request, Most::One)?;
    let (missing, by_name, assumptions) = Default::default();
    Ok(Loaded {
        filter: Rc::new(filter),
        missing,
        by_name,
        assumptions,
        chosen,
        method: Some(method),
        in_c: None,
    })
}

/// The same filter, where reads into arrays give as much as there is room for; `None` if it has no such reads.
pub(super) fn with_large_reads(
    request: &FilterRequest,
    loaded: &Loaded,
) -> Result<Option<Filter>, InputError> {
    match jvm::assumed(&loaded.filter.subject.program).contains(&Assumption::OneAtATime) {
        true => Ok(Some(java_filter(request, Most::All)?.0)),
        false => Ok(None),
    }
}

/// Where the classes of a filter in Java are.
pub(super) fn java_source(request: &FilterRequest) -> jvm::Source {
    jvm::Source {
        class: request.class.clone(),
        class_path: request.class_path.clone(),
        ..jvm::Source::new(&request.path)
    }
}

fn java_filter(
    request: &FilterRequest,
    most: Most,
) -> Result<(Filter, Vec<Assumption>, Method), InputError> {
    let loaded = load_filter(&java_source(request), request.function.as_deref(), most)?;
    let JavaFilter {
        program,
        start,
        streams,
        endings,
        chosen,
        method,
    } = loaded;
    Ok((
        filter(
            Subject {
                program,
                start,
                endings,
            },
            streams,
        ),
        chosen,
        method,
    ))
}

fn filter(subject: Subject, streams: Streams) -> Filter {
    let Streams {
        reads,
        writes,
        terminated,
        buffered,
        ends_with_zero,
        ..
    } = streams;
    Filter {
        subject,
        reads,
        writes,
        terminated,
        buffered,
        ends_with_zero,
    }
}

//! Filters in Java: methods from a text to a text, and from one stream to another.
//!
//! A filter reads a block of memory, the stream, from front to back, as filters in C do. Texts and streams have no place in
//! that, so classes of ours stand for them (`library`): readers and writers on the one hand; on the other, calls of `String` that
//! may be about the input, in the JDK's code too, and in the user's own code every `StringBuilder` and `StringWriter`, one of which
//! writes the result. The text that is the input has no characters of its own: where texts themselves look into it, that is
//! unsupported.

mod assumption;
mod entry;
pub(in crate::jvm) mod instead;
pub(in crate::jvm) mod library;
mod made;
mod sink;
pub(in crate::jvm) mod tape;

use std::sync::Arc;

use ir::{Endings, FunctionId, Link, Program};
use std::rc::Rc;

use crate::jvm::linker::JavaLinker;
use crate::jvm::load::{about_subject, boot};
use crate::jvm::source::{self, Located, Source};
use crate::jvm::world::World;
use crate::{InputError, Streams};
use library::LIBRARY;

pub use assumption::{Assumption, assumed};
pub use entry::Method;
pub use tape::Most;

/// A filter.
#[derive(Debug)]
pub struct JavaFilter {
    /// The program.
    pub program: Program,
    /// The function that a run starts with.
    pub start: FunctionId,
    /// It fails with whatever it throws, and ends in no other way.
    pub endings: Endings,
    /// What it reads and writes.
    pub streams: Streams,
    /// What was chosen for the filter where a client could have chosen otherwise.
    pub chosen: Vec<Assumption>,
    /// The method that is the filter.
    pub method: Method,
}

/// Finds a filter: the method of that name, or the only one that is a filter.
pub fn load_filter(
    source: &Source,
    method: Option<&str>,
    most: Most,
) -> Result<JavaFilter, InputError> {
    let Located {
        class_path,
        subject,
    } = locate(source)?;
    let linker = Rc::new(JavaLinker::new(World::new(class_path, &subject)));
    let program = Program {
        link: Link::new(linker.clone()),
        ..Program::default()
    };
    let booted = boot(&linker, &program)?;
    let loaded = {
        let world = &mut *linker.world.borrow_mut();
        let class = world
            .class(&program, &subject)
            .map_err(|error| about_subject(error, &subject))?;
        let chosen = entry::choose(world, class, method)?;
        let (streams, assumed, method) =
            (chosen.streams(), chosen.assumed(), chosen.described(world));
        // Soundness: a filter that writes to a stream may have builders, and what they hold is no output.
        let site = chosen
            .gives
            .then(|| sink::site(world, &program, class, &chosen.method))
            .flatten();
        world.filtering = Some(made::filtering(world, &program, streams, site, most)?);
        let start = entry::start(world, &program, chosen, &booted)?;
        let endings = endings(world, &program)?;
        (start, endings, streams, assumed, method)
    };
    let (start, endings, streams, chosen, method) = loaded;
    Ok(JavaFilter {
        program,
        start,
        endings,
        streams,
        chosen,
        method,
    })
}

/// Where the classes are, those for filters among them.
fn locate(source: &Source) -> Result<Located, InputError> {
    let (library, located) = std::thread::scope(|scope| {
        let library = scope.spawn(library::compiled);
        let located = source::locate(source);
        let library = library
            .join()
            .unwrap_or_else(|_| Err(InputError::new("the classes for filters are not there")));
        (library, located)
    });
    let mut located = located?;
    for (name, bytes) in library? {
        located.class_path.define(&name, bytes);
    }
    Ok(located)
}

/// Everything that is thrown is a failure, and there is no other ending.
fn endings(world: &mut World, program: &Program) -> Result<Endings, InputError> {
    // Nothing is an object of this class.
    let nothing = ir::Class {
        name: format!("{LIBRARY}Nothing"),
        ..ir::Class::default()
    };
    let nothing = world.add_class(program, nothing);
    Ok(Endings {
        failure: world.class(program, "java/lang/Throwable")?,
        undefined: nothing,
        assumption: nothing,
        exit: nothing,
        kinds: Arc::new([]),
    })
}

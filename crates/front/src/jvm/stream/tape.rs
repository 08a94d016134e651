//! What is known of the filter under study.

use ir::{Class, ClassId, Field, Global, GlobalId, Identity, ImageId, IntType, Program, Type};
use std::cell::OnceCell;

use super::sink::Site;
use super::{LIBRARY, instead};
use crate::jvm::class::JavaClass;
use crate::jvm::world::{OBJECT, World};
use crate::{InputError, Streams};

/// How many symbols a stream gives when it is asked for many. A filter that is right works with any number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Most {
    /// One, as where they come slowly: what a filter keeps of its input stays small.
    #[default]
    One,
    /// As many as there is room for, as from a file.
    All,
}

/// A filter, and what stands for what it reads and writes.
pub(in crate::jvm) struct Filtering {
    pub(in crate::jvm) streams: Streams,
    /// The class of blocks of memory.
    pub(in crate::jvm) block: ClassId,
    /// Holds the block with all that there is to read.
    pub(in crate::jvm) tape: GlobalId,
    /// The text that is the input, and the array.
    pub(in crate::jvm) text: ImageId,
    pub(in crate::jvm) array: ImageId,
    /// What was written, as a text.
    pub(in crate::jvm) written: ImageId,
    /// Standard output.
    pub(in crate::jvm) print: ImageId,
    /// What ends a filter that gives null: no exception of its own, so it is called by what happens.
    pub(in crate::jvm) gives_null: ClassId,
    /// What stands for builders of texts.
    pub(in crate::jvm) builder: ClassId,
    /// How many symbols a read into an array gives at most.
    pub(in crate::jvm) most: Most,
    /// The class of parts of the input, and its fields.
    pub(in crate::jvm) piece: ClassId,
    /// Where the builder is made that writes.
    pub(super) site: Option<Site>,
    /// What calls of the user's code are instead.
    pub(in crate::jvm) instead: instead::Instead,
}

impl Filtering {
    pub(super) fn new(
        world: &mut World,
        program: &Program,
        streams: Streams,
        site: Option<Site>,
        most: Most,
    ) -> Result<Self, InputError> {
        let object = world.class(program, OBJECT)?;
        // Who asks what kind of array it is must be told.
        let elements = world.class(program, if streams.reads.bits == 8 { "[B" } else { "[C" })?;
        // Whoever may read no text of the machine may read none of these.
        let unreadable = world.machine_text(program)?;
        let unreadable = program.image[unreadable].class;
        let field = |name: &str| Field {
            name: name.to_owned(),
            ty: Type::Int(IntType::I32),
            source_type: "int".to_owned(),
        };
        let mut class = |name: &str, parent, identity, fields| {
            let name = format!("{}{name}", LIBRARY.replace('/', "."));
            world.add_class(
                program,
                Class {
                    name,
                    parent: Some(parent),
                    identity,
                    fields,
                    ..Class::default()
                },
            )
        };
        let text = class("Input", unreadable, Identity::Own, Vec::new());
        let array = class("InputArray", elements, Identity::Unknown, Vec::new());
        let written = class("Written", unreadable, Identity::Unknown, Vec::new());
        let piece = class(
            "Piece",
            unreadable,
            Identity::Unknown,
            vec![field("from"), field("to")],
        );
        let block = class("Block", object, Identity::Own, Vec::new());
        let thrown = world.class(program, "java/lang/Throwable")?;
        let gives_null = Class {
            name: "it returns null".to_owned(),
            parent: Some(thrown),
            ..Class::default()
        };
        let gives_null = world.add_class(program, gives_null);
        let print = world.class(program, &format!("{LIBRARY}Print"))?;
        let builder = world.class(program, &format!("{LIBRARY}Builder"))?;
        let blank = |class, name: &str| world.blank(program, class, name.to_owned());
        let (text, array) = (
            blank(text, "the text that is read"),
            blank(array, "the array that is read"),
        );
        let (written, print) = (
            blank(written, "the text that is written"),
            blank(print, "the standard output"),
        );
        let tape = program.globals.push(Global {
            name: "the input".to_owned(),
            ty: Type::Ref,
            initial: OnceCell::new(),
            tracked: false,
        });
        let instead = instead::Instead::new(world, program)?;
        Ok(Self {
            streams,
            block,
            tape,
            text,
            array,
            written,
            print,
            gives_null,
            builder,
            most,
            piece,
            site,
            instead,
        })
    }

    /// Whether code is the user's, so that texts in it may be the input.
    pub(in crate::jvm) fn concerns(world: &World, class: ClassId) -> bool {
        world.filtering.is_some()
            && !world.is_library(class)
            && !world.name(class).starts_with(super::LIBRARY)
    }

    /// Whether the builder made at this instruction is the one that writes.
    pub(in crate::jvm) fn writes(&self, java: &JavaClass, method: &str, at: usize) -> bool {
        self.site
            .as_ref()
            .is_some_and(|site| site.is(java, method, at))
    }
}

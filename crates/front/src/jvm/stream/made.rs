//! Making what stands for what a filter reads and writes.

use std::cell::OnceCell;

use ir::{Class, ClassId, Field, Global, GlobalId, Identity, IntType, Program, Type};

use super::instead::Instead;
use super::library::LIBRARY;
use super::sink::Site;
use super::tape::{Filtering, Most};
use crate::jvm::world::{OBJECT, World, missing};
use crate::{InputError, Streams};

/// A filter that reads and writes these, as the world is to know it.
pub(super) fn filtering(
    world: &mut World,
    program: &Program,
    streams: Streams,
    site: Option<Site>,
    most: Most,
) -> Result<Filtering, InputError> {
    let classes = Classes::new(world, program, streams)?;
    let texts = format!("{LIBRARY}Texts");
    let found = world.class(program, &texts)?;
    let texts = world.java(found).ok_or_else(|| missing(&texts))?;
    let print = world.class(program, &format!("{LIBRARY}Print"))?;
    let blank = |class, name: &str| world.blank(program, class, name.to_owned());
    Ok(Filtering {
        streams,
        block: classes.block,
        tape: tape(program),
        text: blank(classes.text, "the text that is read"),
        array: blank(classes.array, "the array that is read"),
        written: blank(classes.written, "the text that is written"),
        print: blank(print, "the standard output"),
        gives_null: classes.gives_null,
        builder: world.class(program, &format!("{LIBRARY}Builder"))?,
        writer: world.class(program, &format!("{LIBRARY}TextWriter"))?,
        most,
        piece: classes.piece,
        site,
        instead: Instead::new(&texts),
    })
}

/// The variable that holds all that there is to read.
fn tape(program: &Program) -> GlobalId {
    program.globals.push(Global {
        name: "the input".to_owned(),
        ty: Type::Ref,
        initial: OnceCell::new(),
        tracked: false,
    })
}

/// Classes that no file holds.
struct Classes {
    text: ClassId,
    array: ClassId,
    written: ClassId,
    piece: ClassId,
    block: ClassId,
    gives_null: ClassId,
}

impl Classes {
    fn new(world: &mut World, program: &Program, streams: Streams) -> Result<Self, InputError> {
        let object = world.class(program, OBJECT)?;
        // Who asks what kind of array it is must be told.
        let elements = world.class(program, if streams.reads.bits == 8 { "[B" } else { "[C" })?;
        // Whoever may read no text of the machine may read none of these.
        let unreadable = world.machine_text(program)?;
        let unreadable = program.image[unreadable].class;
        let thrown = world.class(program, "java/lang/Throwable")?;
        let field = |name: &str| Field {
            name: name.to_owned(),
            ty: Type::Int(IntType::I32),
            source_type: "int".to_owned(),
        };
        let mut class = |name: String, parent, identity, fields| {
            let class = Class {
                name,
                parent: Some(parent),
                identity,
                fields,
                ..Class::default()
            };
            world.add_class(program, class)
        };
        let named = |name: &str| format!("{}{name}", LIBRARY.replace('/', "."));
        let (none, own, unknown) = (Vec::new, Identity::Own, Identity::Unknown);
        let ends = vec![field("from"), field("to")];
        Ok(Self {
            text: class(named("Input"), unreadable, own, none()),
            array: class(named("InputArray"), elements, unknown, none()),
            written: class(named("Written"), unreadable, unknown, none()),
            piece: class(named("Piece"), unreadable, unknown, ends),
            block: class(named("Block"), object, own, none()),
            gives_null: class(
                "it returns null".to_owned(),
                thrown,
                Identity::default(),
                none(),
            ),
        })
    }
}

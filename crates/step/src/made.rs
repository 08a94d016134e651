//! Objects as their classes make them.

use std::collections::BTreeMap;

use ir::interp::{Machine, ObjectId, Outcome, Value};
use ir::{ClassId, ClassKind, Const, FunctionId, Program};

/// Steps that a constructor may take.
const STEPS: u64 = 100_000;
/// Objects that it may make.
const OBJECTS: usize = 64;
/// Fields and elements that these may have in all.
const SLOTS: usize = 20_000;

/// What a constructor without arguments makes: the new object, and those that can be reached from it.
pub(crate) type Made = Vec<Object>;

/// An object.
pub(crate) struct Object {
    pub class: ClassId,
    /// Its fields, or its elements.
    pub content: Vec<Content>,
}

/// What a field or an element holds.
#[derive(Clone, Copy)]
pub(crate) enum Content {
    Constant(Const),
    /// The object at this place.
    Object(usize),
}

/// Who makes an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Maker {
    /// A client, by the constructor without parameters.
    Client,
    /// A class below an abstract one, which begins by the constructor without parameters.
    Heir,
}

/// What a constructor makes without arguments that clients can call, or for an abstract class those below it; `None`
/// where the class has none, where a client could set the fields of the object or those below it have all there are, and
/// where what is made depends on what was done before.
pub(crate) fn made(program: &Program, class: ClassId) -> Option<(Maker, Made)> {
    let access = program.access(&program.classes[class].name);
    let (maker, ways) = match access.kind {
        ClassKind::Concrete => (Maker::Client, &access.constructors),
        ClassKind::Abstract => (Maker::Heir, &access.below),
        ClassKind::Interface => return None,
    };
    let constructor = ways.iter().find(|c| c.params.is_empty())?;
    if !access.fields.is_empty() || program.layout(class).is_empty() && maker == Maker::Heir {
        return None;
    }
    Some((maker, constructed(program, class, constructor.function)?))
}

fn constructed(program: &Program, class: ClassId, constructor: FunctionId) -> Option<Made> {
    let mut machine = Machine::watching(program);
    let object = machine.allocate(class);
    let ended = machine.call(constructor, &[Value::Ref(Some(object))], STEPS);
    if !matches!(ended, Outcome::Returned(_)) || machine.assumed().next().is_some() {
        return None;
    }
    let watched = machine.watched()?;
    let depends = watched
        .globals_read
        .iter()
        .any(|&global| program.globals[global].tracked);
    let free = watched
        .image_read
        .iter()
        .all(|&object| program.rely_on(object));
    let changes = !watched.globals_written.is_empty() || !watched.image_changed.is_empty();
    if depends || changes || !free || machine.object_count() > OBJECTS {
        return None;
    }
    let mut walk = Walk {
        machine: &machine,
        made: Made::new(),
        places: BTreeMap::new(),
        slots: 0,
    };
    walk.object(object)?;
    Some(walk.made)
}

/// A walk from an object to all that it refers to.
struct Walk<'m, 'p> {
    machine: &'m Machine<'p>,
    made: Made,
    /// Where an object is.
    places: BTreeMap<ObjectId, usize>,
    slots: usize,
}

impl Walk<'_, '_> {
    /// The place of an object; `None` if there are too many.
    fn object(&mut self, object: ObjectId) -> Option<usize> {
        if let Some(&known) = self.places.get(&object) {
            return Some(known);
        }
        let (class, program) = (self.machine.class_of(object), self.machine.program());
        let values = self.machine.content(object);
        self.slots += values.len();
        if self.slots > SLOTS {
            return None;
        }
        // An object may refer to itself, so that its place is known before its content.
        let place = self.made.len();
        self.places.insert(object, place);
        self.made.push(Object {
            class,
            content: Vec::new(),
        });
        let element = program.classes[class].element.map(|element| element.ty);
        let layout = program.layout(class);
        let mut content = Vec::new();
        for (at, value) in values.into_iter().enumerate() {
            let ty = element.unwrap_or_else(|| program.field(layout[at]).ty);
            content.push(match value {
                Value::Ref(Some(made)) if made.image().is_none() => {
                    Content::Object(self.object(made)?)
                }
                value => Content::Constant(value.constant(ty)?),
            });
        }
        self.made[place].content = content;
        Some(place)
    }
}

//! Objects as their classes make them.

use std::collections::BTreeMap;

use ir::interp::{Machine, ObjectId, Outcome, Value};
use ir::{ClassId, Const, FunctionId, Program};

/// Steps that a constructor may take.
const STEPS: u64 = 100_000;
/// Objects that it may make.
const OBJECTS: usize = 64;
/// Fields and elements that these may have in all.
const SLOTS: usize = 20_000;

/// What a constructor without arguments makes: each object after those that it refers to, the last one the new object.
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

/// What a constructor that anybody can call makes without arguments; `None` where the class has none, where a client
/// could set the fields of the object, and where what is made depends on what was done before.
pub(crate) fn made(program: &Program, class: ClassId) -> Option<Made> {
    let access = program.access(&program.classes[class].name);
    let constructor = access.constructors.iter().find(|c| c.params.is_empty())?;
    match access.fields.is_empty() {
        true => constructed(program, class, constructor.function),
        false => None,
    }
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
    /// Where an object is; nothing while it is walked through.
    places: BTreeMap<ObjectId, Option<usize>>,
    slots: usize,
}

impl Walk<'_, '_> {
    /// The place of an object; `None` for one that leads back to itself, and for too many.
    fn object(&mut self, object: ObjectId) -> Option<usize> {
        if let Some(&known) = self.places.get(&object) {
            return known;
        }
        self.places.insert(object, None);
        let (class, program) = (self.machine.class_of(object), self.machine.program());
        let values = self.machine.content(object);
        self.slots += values.len();
        if self.slots > SLOTS {
            return None;
        }
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
        self.made.push(Object { class, content });
        let place = self.made.len() - 1;
        self.places.insert(object, Some(place));
        Some(place)
    }
}

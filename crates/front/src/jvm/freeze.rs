//! From the objects of a machine to objects of the image.
//!
//! Each gets the name by which a program would reach it from a static field, on the shortest way, fields in the order of
//! their declaration: `Cache.table[3].next`. So the name does not depend on what else was found, and when.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use ir::interp::{Machine, ObjectId, Value};
use ir::{ClassId, Const, ImageId, ImageObject, Program, Type};
use ristretto_classfile::{ClassAccessFlags, FieldAccessFlags};

use crate::jvm::world::World;

/// Objects on their way into the image.
pub(in crate::jvm) struct Frozen<'m, 'p> {
    program: &'p Program,
    machine: &'m Machine<'p>,
    images: BTreeMap<ObjectId, ImageId>,
    /// Those whose content is still to be written.
    pending: Vec<(ObjectId, ImageId)>,
}

impl<'m, 'p> Frozen<'m, 'p> {
    pub(in crate::jvm) fn new(program: &'p Program, machine: &'m Machine<'p>) -> Self {
        Self {
            program,
            machine,
            images: BTreeMap::new(),
            pending: Vec::new(),
        }
    }

    /// A value as a constant, with a name for it should it be a new object.
    pub(in crate::jvm) fn named(
        &mut self,
        value: Value,
        ty: Type,
        name: impl FnOnce() -> String,
    ) -> Const {
        match (value, value.constant(ty)) {
            (_, Some(constant)) => constant,
            (Value::Ref(Some(object)), None) => Const::Object(self.object(object, name)),
            (Value::Bool(_) | Value::Int(_) | Value::Float(..) | Value::Ref(None), None) => {
                unreachable!("a variable holds a value of its type")
            }
        }
    }

    fn object(&mut self, object: ObjectId, name: impl FnOnce() -> String) -> ImageId {
        if let Some(&known) = self.images.get(&object) {
            return known;
        }
        let class = self.machine.class_of(object);
        let image = self.program.image.push(ImageObject {
            class,
            name: Some(name()),
            content: OnceCell::new(),
        });
        self.images.insert(object, image);
        self.pending.push((object, image));
        image
    }

    /// Writes the contents of all objects, and of those they refer to.
    pub(in crate::jvm) fn finish(mut self, world: &mut World) {
        let mut at = 0;
        while let Some(&(object, image)) = self.pending.get(at) {
            at += 1;
            let class = self.machine.class_of(object);
            let values = self.machine.content(object).into_iter().enumerate();
            let ty = |slot| {
                self.program
                    .slot_type(class, slot)
                    .expect("every slot of an object has a type")
            };
            let typed: Vec<(Value, Type)> = values.map(|(slot, value)| (value, ty(slot))).collect();
            let typed = typed.into_iter().enumerate();
            let content = typed.map(|(slot, (value, ty))| {
                self.named(value, ty, || part(self.program, image, slot))
            });
            let content = content.collect();
            let _ = self.program.image[image].content.set(content);
        }
        let strings = self.pending.iter().map(|&(_, image)| image);
        strings.for_each(|image| world.adopt_text(self.program, image));
    }
}

/// The name of what an object holds in a slot. A field that a class nearer to the object's hides is told by its class.
fn part(program: &Program, object: ImageId, slot: usize) -> String {
    let ImageObject { class, name, .. } = &program.image[object];
    let name = name.as_deref().unwrap_or_default();
    if program.classes[*class].element.is_some() {
        return format!("{name}[{slot}]");
    }
    let layout = program.layout(*class);
    let field = program.field(layout[slot]);
    let hidden = layout[slot + 1..]
        .iter()
        .any(|&other| program.field(other).name == field.name);
    match hidden {
        true => format!(
            "{name}.({}){}",
            program.classes[layout[slot].class].name, field.name
        ),
        false => format!("{name}.{}", field.name),
    }
}

impl World {
    /// Constants of enums are known by their names.
    pub(in crate::jvm) fn enum_constants(
        &self,
        program: &Program,
        class: ClassId,
    ) -> Vec<(ImageId, String)> {
        let Some(java) = self
            .java(class)
            .filter(|j| j.flags.contains(ClassAccessFlags::ENUM))
        else {
            return Vec::new();
        };
        let constants = java
            .fields
            .iter()
            .enumerate()
            .filter(|(_, f)| f.flags.contains(FieldAccessFlags::ENUM));
        let image = |index: usize| match program.globals[*self.globals.get(&(class, index))?]
            .initial
            .get()
        {
            Some(Const::Object(image)) => Some(*image),
            _ => None,
        };
        constants
            .filter_map(|(index, f)| Some((image(index)?, f.name.clone())))
            .collect()
    }
}

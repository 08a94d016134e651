//! Slots of objects and globals: those of the machine, and those that are still as the program has them.

use base::Id;

use crate::interp::fault::Fault;
use crate::interp::heap::Shape;
use crate::interp::{Machine, ObjectId, Value};
use crate::{ClassId, Const, Element, GlobalId, ImageId, Type};

impl Machine<'_> {
    #[inline]
    pub(super) fn shape(&self, object: ObjectId) -> Shape {
        self.heap.shape(object).unwrap_or_else(|| {
            let image = object
                .image()
                .expect("a reference is to an object of the machine or of the image");
            self.image_shape(image)
        })
    }

    fn image_shape(&self, object: ImageId) -> Shape {
        let data = &self.program.image[object];
        let length = data.content.get().map_or(0, Vec::len);
        self.shape_of(data.class, length)
    }

    /// The shape of objects of a class, of arrays if they have this length.
    pub(super) fn shape_of(&self, class: ClassId, length: usize) -> Shape {
        match self.program.classes[class].element {
            Some(Element { ty, .. }) => Shape {
                class,
                length,
                element: Some(ty),
            },
            None => Shape {
                class,
                length: self.program.frame(class).size,
                element: None,
            },
        }
    }

    /// A slot as the running program reads it. The caller knows that the object's slot is of type `ty`.
    #[inline]
    pub(super) fn read(&mut self, object: ObjectId, slot: usize, ty: Type) -> Result<i64, Fault> {
        self.note_read(object);
        self.peek(object, slot, ty)
            .ok_or_else(|| Fault::broken("a slot is read that the object does not have"))
    }

    /// All slots from one position on, as the running program reads them.
    pub(super) fn read_run(
        &mut self,
        object: ObjectId,
        start: usize,
        count: usize,
    ) -> Result<Vec<i64>, Fault> {
        self.note_read(object);
        let words = match self.heap.find(object) {
            Some((_, slots)) => slots
                .get(start..)
                .and_then(|s| s.get(..count))
                .map(<[i64]>::to_vec),
            None => self.image_words(object, start, count),
        };
        words.ok_or_else(|| Fault::broken("slots are read that the object does not have"))
    }

    fn note_read(&mut self, object: ObjectId) {
        if let Some(watched) = &mut self.watched
            && let Some(image) = object.image()
        {
            watched.image_read.insert(image);
        }
    }

    /// A slot, if there is one of this type.
    #[inline]
    pub(super) fn peek(&self, object: ObjectId, slot: usize, ty: Type) -> Option<i64> {
        match self.heap.find(object) {
            Some((_, slots)) => slots.get(slot).copied(),
            None => {
                let content = self.program.image.get(object.image()?)?.content.get()?;
                content
                    .get(slot)
                    .filter(|c| c.ty() == ty)
                    .map(|&c| word_of(c))
            }
        }
    }

    fn image_words(&self, object: ObjectId, start: usize, count: usize) -> Option<Vec<i64>> {
        let class = self.shape(object).class;
        let slots = start..start.checked_add(count)?;
        slots
            .map(|slot| self.peek(object, slot, self.program.slot_type(class, slot)?))
            .collect()
    }

    /// Whether changing the object would first need a copy of it.
    pub(super) fn is_shared(&self, object: ObjectId) -> bool {
        object.image().is_some() && self.heap.shape(object).is_none()
    }

    /// Makes a copy of an object of the image if it has none yet, so that it can be changed.
    ///
    /// A watched run is a trial that counts only if it changed no such object, so it leaves no mark in the program.
    pub(super) fn own(&mut self, object: ObjectId) -> Result<(), Fault> {
        let Some(image) = object.image() else {
            return Ok(());
        };
        if !self.is_shared(object) {
            return Ok(());
        }
        let shape = self.image_shape(image);
        match &mut self.watched {
            Some(watched) => {
                watched.image_changed.insert(image);
            }
            None if self.program.may_change(image) => {}
            None => {
                return Err(Fault::unsupported(relied_upon(
                    &self.program.classes[shape.class].name,
                )));
            }
        }
        let words = self.image_words(object, 0, shape.length);
        let words = words.ok_or_else(|| {
            Fault::broken("an object of the image has not the content of its class")
        })?;
        self.heap.adopt(image, shape, words.into_iter());
        Ok(())
    }

    /// Writes a slot of an object that is the machine's own.
    #[inline]
    pub(super) fn write(&mut self, object: ObjectId, slot: usize, word: i64) -> Result<(), Fault> {
        match self
            .heap
            .slots_mut(object)
            .and_then(|slots| slots.get_mut(slot))
        {
            Some(place) => {
                *place = word;
                Ok(())
            }
            None => Err(Fault::broken(
                "a slot is written that the object does not have",
            )),
        }
    }

    /// Writes slots of an object that is the machine's own, from one position on.
    pub(super) fn write_run(
        &mut self,
        object: ObjectId,
        start: usize,
        words: &[i64],
    ) -> Result<(), Fault> {
        let slots = self
            .heap
            .slots_mut(object)
            .and_then(|slots| slots.get_mut(start..)?.get_mut(..words.len()));
        let slots = slots
            .ok_or_else(|| Fault::broken("slots are written that the object does not have"))?;
        slots.copy_from_slice(words);
        Ok(())
    }

    /// Whether an array takes a reference as an element; `None` if it is no array of references.
    pub(super) fn takes(&self, array: ClassId, object: Option<ObjectId>) -> Option<bool> {
        let element = self.program.classes[array]
            .element
            .filter(|e| e.ty == Type::Ref)?;
        Some(match (object, element.class) {
            (None, _) | (_, None) => true,
            (Some(object), Some(class)) => {
                self.program.is_subclass(self.shape(object).class, class)
            }
        })
    }

    /// A global as the running program reads it.
    pub(super) fn read_global(&mut self, global: GlobalId) -> i64 {
        if let Some(watched) = &mut self.watched {
            watched.reads(global);
        }
        self.peek_global(global)
    }

    pub(super) fn peek_global(&self, global: GlobalId) -> i64 {
        let written = self.globals.get(global.index()).copied().flatten();
        written.unwrap_or_else(|| {
            self.program.globals[global]
                .initial
                .get()
                .map_or(0, |&c| word_of(c))
        })
    }

    /// Writes a global as the running program does.
    pub(super) fn write_global(&mut self, global: GlobalId, word: i64) {
        if let Some(watched) = &mut self.watched {
            watched.globals_written.insert(global);
        }
        self.poke_global(global, word);
    }

    pub(super) fn poke_global(&mut self, global: GlobalId, word: i64) {
        let index = global.index();
        if index >= self.globals.len() {
            // The program may have grown since.
            self.globals.resize(self.program.globals.len(), None);
        }
        self.globals[index] = Some(word);
    }
}

/// How the machine stores a constant.
pub(super) fn word_of(constant: Const) -> i64 {
    match constant {
        Const::Bool(b) => i64::from(b),
        Const::Int(_, value) => value,
        Const::Float(_, bits) => bits as i64,
        Const::Null => 0,
        Const::Object(object) => Value::Ref(Some(ObjectId::of_image(object))).word(),
    }
}

fn relied_upon(class: &str) -> String {
    format!("changes an object on which what was initialised before relies, of class {class}")
}

//! The symbolic state: a heap of concrete shape whose scalar leaves are terms.

use std::collections::BTreeMap;
use std::rc::Rc;

use base::Arena;
use elsa::FrozenMap;
use ir::{ClassId, Const, GlobalId, ImageId, Program, Type};
use smt::{Term, Terms};

use crate::arith::Arith;
use crate::{HeapId, Integers, Memory, ObjectId, OpenId, Value};

/// What a reference from outside may refer to. The conditions are disjoint and cover everything.
#[derive(Clone, Debug)]
pub struct Open {
    /// The possibilities.
    pub choices: Vec<(Term, Choice)>,
}

/// One of the things that a reference from outside may refer to.
#[derive(Clone, Debug)]
pub enum Choice {
    /// Null, or an object that is there.
    Known(Option<ObjectId>),
    /// What another open reference refers to; where that is null, this object.
    Same(OpenId, Object),
    /// An object that nothing else refers to; made when it is first looked at. It may hold open references itself.
    New(Object),
    /// What the component holds, and nothing is known of that; why that matters.
    Forgotten(String),
    /// Something that cannot be analysed; why.
    Stop(String),
}

/// An object: its class and the values of its fields, in the order of [`Program::layout`], or its elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// The exact class.
    pub class: ClassId,
    /// One value for each field or element.
    pub content: Vec<Value>,
    /// Its bytes, if it is a block of them.
    pub memory: Option<Box<Memory>>,
}

impl Object {
    /// An object with fields or elements.
    pub fn new(class: ClassId, content: Vec<Value>) -> Self {
        Self {
            class,
            content,
            memory: None,
        }
    }

    pub(crate) fn of_bytes(class: ClassId, memory: Memory) -> Self {
        Self {
            class,
            content: Vec::new(),
            memory: Some(Box::new(memory)),
        }
    }
}

/// All objects. Cloning is cheap: objects are shared until written.
#[derive(Clone, Debug, Default)]
pub struct Heap {
    made: Arena<HeapId, Rc<Object>>,
    /// Objects of the image that are not what they were at first.
    changed: BTreeMap<ImageId, Rc<Object>>,
}

impl Heap {
    /// Adds an object.
    pub fn add(&mut self, object: Object) -> ObjectId {
        ObjectId::Made(self.made.push(Rc::new(object)))
    }

    /// Adds an object that others have, too.
    pub fn share(&mut self, object: Rc<Object>) -> ObjectId {
        ObjectId::Made(self.made.push(object))
    }

    /// An object that was made, to be shared.
    pub fn shared(&self, id: ObjectId) -> Option<&Rc<Object>> {
        match id {
            ObjectId::Made(id) => Some(&self.made[id]),
            ObjectId::Image(_) => None,
        }
    }

    /// Overwrites an object of the image.
    pub fn change(&mut self, id: ImageId, object: Object) {
        self.changed.insert(id, Rc::new(object));
    }

    /// How many objects were made so far.
    pub fn made_count(&self) -> usize {
        self.made.len()
    }

    /// The objects made so far.
    pub fn made(&self) -> impl Iterator<Item = &Object> {
        self.made.values().map(|object| &**object)
    }

    /// The objects of the image that were written, whatever they hold now.
    pub fn changed(&self) -> impl Iterator<Item = (ImageId, &Object)> {
        self.changed.iter().map(|(&id, object)| (id, &**object))
    }

    /// Changes the objects that satisfy a condition.
    pub(crate) fn for_each_mut(
        &mut self,
        wanted: impl Fn(&Object) -> bool,
        mut change: impl FnMut(&mut Object),
    ) {
        let ids: Vec<HeapId> = self
            .made
            .iter()
            .filter(|(_, o)| wanted(o))
            .map(|(id, _)| id)
            .collect();
        ids.into_iter()
            .for_each(|id| change(Rc::make_mut(&mut self.made[id])));
        self.changed
            .values_mut()
            .filter(|o| wanted(o))
            .for_each(|o| change(Rc::make_mut(o)));
    }

    /// The heap whose objects are those of two, each made of both; `None` if one of them cannot be. Objects that only one of
    /// them made are there, too: where references are the same in both, nobody has one to these.
    pub(crate) fn joined(
        &self,
        other: &Self,
        world: &World<'_>,
        join: impl Fn(ObjectId, &Object, &Object) -> Option<Object>,
    ) -> Option<Self> {
        let mut heap = Self::default();
        let pairs = self.made.iter().zip(other.made.values());
        for ((id, a), b) in pairs {
            heap.made.push(match Rc::ptr_eq(a, b) || a == b {
                true => Rc::clone(a),
                false => Rc::new(join(ObjectId::Made(id), a, b)?),
            });
        }
        let longer = if self.made.len() > other.made.len() {
            self
        } else {
            other
        };
        let rest = longer.made.values().skip(heap.made.len());
        rest.for_each(|object| {
            heap.made.push(Rc::clone(object));
        });
        for &id in self.changed.keys().chain(other.changed.keys()) {
            let object = ObjectId::Image(id);
            let (a, b) = (self.object(world, object), other.object(world, object));
            let both = match a == b {
                true => a.clone(),
                false => join(object, a, b)?,
            };
            heap.changed.insert(id, Rc::new(both));
        }
        Some(heap)
    }

    /// The object.
    pub fn object<'s>(&'s self, world: &'s World<'_>, id: ObjectId) -> &'s Object {
        match id {
            ObjectId::Made(id) => &self.made[id],
            ObjectId::Image(id) => self
                .changed
                .get(&id)
                .map_or_else(|| world.image(id), |object| &**object),
        }
    }

    /// The object, to change it; `None` if nobody may.
    pub fn object_mut(&mut self, world: &World<'_>, id: ObjectId) -> Option<&mut Object> {
        match id {
            ObjectId::Made(id) => Some(Rc::make_mut(&mut self.made[id])),
            ObjectId::Image(id) => {
                if !self.changed.contains_key(&id) && !world.program.may_change(id) {
                    return None;
                }
                let object = self
                    .changed
                    .entry(id)
                    .or_insert_with(|| Rc::new(world.image(id).clone()));
                Some(Rc::make_mut(object))
            }
        }
    }
}

/// Everything that outlives a call.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// The objects.
    pub heap: Heap,
    /// The globals that were written; the others have their initial values.
    pub globals: BTreeMap<GlobalId, Value>,
}

/// The program a state belongs to, and its constants as terms.
pub struct World<'a> {
    /// The program.
    pub program: &'a Program,
    /// The context of all terms.
    pub terms: &'a Terms,
    /// Which integers.
    pub integers: Integers,
    image: Rc<ImageTerms>,
}

/// The objects of an image as terms, kept from one call to the next.
#[derive(Default)]
pub struct ImageTerms(FrozenMap<ImageId, Box<Object>>);

impl<'a> World<'a> {
    /// The world of a program.
    pub fn new(
        program: &'a Program,
        terms: &'a Terms,
        integers: Integers,
        image: Rc<ImageTerms>,
    ) -> Self {
        Self {
            program,
            terms,
            integers,
            image,
        }
    }

    pub(crate) fn arith(&self) -> Arith<'_> {
        Arith {
            terms: self.terms,
            integers: self.integers,
        }
    }

    /// A constant as a value.
    pub fn constant(&self, constant: Const) -> Value {
        match constant {
            Const::Null => Value::Ref(None),
            Const::Object(id) => Value::Ref(Some(ObjectId::Image(id))),
            Const::Bool(_) | Const::Int(..) | Const::Float(..) => Value::Scalar(
                self.arith()
                    .constant(constant)
                    .expect("numbers and truth values are scalars"),
            ),
        }
    }

    /// A number as one of another integer type.
    pub fn cast(&self, from: Type, to: Type, number: Term) -> Term {
        self.arith().cast(from, to, number).unwrap_or(number)
    }

    /// Zero, false or null.
    pub fn zero(&self, ty: Type) -> Value {
        self.integers
            .zero(self.terms, ty)
            .map_or(Value::Ref(None), Value::Scalar)
    }

    /// An object of the image as it is at first.
    pub fn image(&self, id: ImageId) -> &Object {
        if let Some(known) = self.image.0.get(&id) {
            return known;
        }
        let content = self
            .program
            .image_content(id)
            .iter()
            .map(|&c| self.constant(c))
            .collect();
        self.image.0.insert(
            id,
            Box::new(Object::new(self.program.image[id].class, content)),
        )
    }

    /// The value a global has at first.
    pub fn initial(&self, global: GlobalId) -> Value {
        let global = &self.program.globals[global];
        global
            .initial
            .get()
            .map_or_else(|| self.zero(global.ty), |&c| self.constant(c))
    }

    /// The value a global has in a state.
    pub fn global(&self, state: &State, global: GlobalId) -> Value {
        state
            .globals
            .get(&global)
            .copied()
            .unwrap_or_else(|| self.initial(global))
    }

    /// An object with every field zero, false or null.
    pub fn blank(&self, class: ClassId) -> Object {
        let program = self.program;
        let content = program
            .layout(class)
            .into_iter()
            .map(|f| self.zero(program.field(f).ty))
            .collect();
        Object::new(class, content)
    }
}

//! The symbolic state: a heap of concrete shape whose scalar leaves are terms.

use std::collections::BTreeMap;
use std::rc::Rc;

use base::{Arena, define_id};
use ir::{ClassId, FieldRef, GlobalId, Program, StringId};
use smt::{Term, Terms};

use crate::Integers;

define_id!(
    /// An object of a [`Heap`].
    ObjectId, "o"
);

/// A value: a term, or a reference whose target is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number or truth value.
    Scalar(Term),
    /// A reference; `None` is null.
    Ref(Option<ObjectId>),
}

/// An object: its class and the values of its fields, in the order of [`Program::layout`].
#[derive(Clone, Debug)]
pub struct Object {
    /// The exact class.
    pub class: ClassId,
    /// One value a field.
    pub fields: Vec<Value>,
}

/// All objects. Cloning is cheap: objects are shared until written.
#[derive(Clone, Debug, Default)]
pub struct Heap {
    objects: Arena<ObjectId, Rc<Object>>,
}

impl Heap {
    /// Adds an object.
    pub fn add(&mut self, object: Object) -> ObjectId {
        self.objects.push(Rc::new(object))
    }

    /// The object.
    pub fn object(&self, id: ObjectId) -> &Object {
        &self.objects[id]
    }

    /// The object, to change it.
    pub fn object_mut(&mut self, id: ObjectId) -> &mut Object {
        Rc::make_mut(&mut self.objects[id])
    }
}

/// Everything that outlives a call.
#[derive(Clone, Debug)]
pub struct State {
    /// The objects.
    pub heap: Heap,
    /// The globals, in the order of the program.
    pub globals: Vec<Value>,
    /// The objects of the string literals met so far.
    pub strings: BTreeMap<StringId, ObjectId>,
}

impl State {
    /// No object yet; every global zero, false or null.
    pub fn blank(program: &Program, terms: &Terms, integers: Integers) -> Self {
        let globals = program.globals.values().map(|g| zero(terms, integers, g.ty)).collect();
        Self { heap: Heap::default(), globals, strings: BTreeMap::new() }
    }

    /// Allocates an object with every field zero, false or null.
    pub fn allocate(&mut self, program: &Program, terms: &Terms, integers: Integers, class: ClassId) -> ObjectId {
        let fields = program.layout(class).into_iter().map(|f| zero(terms, integers, program.field(f).ty)).collect();
        self.heap.add(Object { class, fields })
    }

    /// The value of a global.
    pub fn global(&self, id: GlobalId) -> Value {
        self.globals[base::Id::index(id)]
    }
}

/// The position of a field in objects of classes at or below the one that declares it.
pub(crate) fn slot(program: &Program, field: FieldRef) -> usize {
    let inherited: usize = program.ancestors(field.class).skip(1).map(|c| program.classes[c].fields.len()).sum();
    inherited + field.index as usize
}

fn zero(terms: &Terms, integers: Integers, ty: ir::Type) -> Value {
    integers.zero(terms, ty).map_or(Value::Ref(None), Value::Scalar)
}

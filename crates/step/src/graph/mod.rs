//! The graph of objects of a state, equal up to renaming of objects: they are numbered in the order of a walk from the
//! roots, breadth first. What a component can reach is such a graph, and so is a program that has paused; they differ in
//! their roots and in what is told apart.

pub(crate) mod block;
mod fixed;
mod forget;

use std::collections::BTreeMap;

use base::Id;
use ir::{ClassId, GlobalId, ImageId, Layouts, Program, Type};
use smt::Term;
use symex::{Object, ObjectId, State, Value, World};

use crate::Variable;

use block::Bytes;
use fixed::Fixed;
pub(crate) use fixed::Fixtures;
pub(crate) use forget::Byte;
use forget::Loose;

/// The graph that is reached from some roots, but for the values of variables.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Graph<R> {
    pub roots: R,
    /// Those that are part of the state.
    pub globals: Vec<(GlobalId, Slot)>,
    pub nodes: Vec<Node>,
}

/// An object.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Node {
    pub class: ClassId,
    /// The object of the image this is, changed: those keep their identity.
    pub image: Option<ImageId>,
    pub content: Vec<Slot>,
    pub block: Option<Bytes>,
    /// The object itself, if nobody writes it and it refers to nothing.
    fixed: Option<Fixed>,
}

/// A root, field, element or cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Slot {
    /// A variable.
    Scalar,
    /// Always this value.
    Constant(Term),
    /// As it is in the image, or zero in a new object.
    Same,
    Null,
    Node(usize),
    /// An object of the image as it was at first.
    Image(ImageId),
    /// A reference that nothing is known of.
    Hidden,
    /// A reference that nothing is known of but that it is not null.
    NotNull,
}

/// A state taken apart.
pub(crate) struct Captured<R> {
    pub graph: Graph<R>,
    /// The values of the graph's variables, in order.
    pub leaves: Vec<Term>,
    /// What they are values of, where the rules ask for that.
    pub keys: Vec<String>,
    /// The known values that are part of the graph, by what they are values of.
    pub known: Vec<(String, Term)>,
    /// The cells that may be forgotten.
    loose: Vec<Loose>,
}

/// What is told apart, and how it is called.
pub(crate) struct Rules<'a> {
    /// Whether what is called so is a variable though its value is known.
    pub widened: &'a dyn Fn(&str) -> bool,
    /// What a field or element of an object is called.
    pub key: fn(&Program, ClassId, usize) -> String,
    /// Whether it is noted what variables are values of.
    pub keeps_keys: bool,
    /// The object whose known values are variables all the same.
    pub variable: Option<ObjectId>,
    /// Whether fields and elements that are as they were at first are left out.
    pub leaves_out_same: bool,
    /// The blocks seen so far that nobody writes; `None` if they are looked at each time.
    pub fixtures: Option<&'a Fixtures>,
    /// What lies where in blocks, as far as it is known.
    pub layouts: Option<&'a Layouts>,
    /// Whether numbers in blocks that somebody may write are variables though their values are known.
    pub numbers_vary: bool,
}

/// What the fields or elements of an object were at first.
enum First {
    /// Something that says nothing of the object.
    Open,
    /// The elements of a long array: all are zero.
    Zero(Value),
    Image(ImageId),
}

/// Elements of longer arrays are variables only where they are not zero.
const FULLY_VARIABLE: usize = 16;

impl First {
    fn of(world: &World<'_>, image: Option<ImageId>, class: ClassId, length: usize) -> Self {
        let element = world.program.classes[class].element;
        match (image, element) {
            (Some(id), _) => Self::Image(id),
            (None, Some(e)) if e.ty != Type::Ref && length > FULLY_VARIABLE => {
                Self::Zero(world.zero(e.ty))
            }
            (None, _) => Self::Open,
        }
    }

    fn value(&self, world: &World<'_>, slot: usize) -> Option<Value> {
        match self {
            Self::Open => None,
            Self::Zero(zero) => Some(*zero),
            Self::Image(id) => Some(world.image(*id).content[slot]),
        }
    }
}

/// A walk through a state: roots are looked at first, then globals; [`Walk::captured`] goes on from there.
pub(crate) struct Walk<'a> {
    pub world: &'a World<'a>,
    pub state: &'a State,
    pub rules: Rules<'a>,
    numbers: BTreeMap<ObjectId, usize>,
    order: Vec<ObjectId>,
    /// What lies in each of them, as far as it is known: a place in [`Layouts::types`].
    laid_out: Vec<Option<usize>>,
    leaves: Vec<Term>,
    keys: Vec<String>,
    known: Vec<(String, Term)>,
    loose: Vec<Loose>,
}

impl<'a> Walk<'a> {
    pub fn new(world: &'a World<'a>, state: &'a State, rules: Rules<'a>) -> Self {
        Self {
            world,
            state,
            rules,
            numbers: BTreeMap::new(),
            order: Vec::new(),
            laid_out: Vec::new(),
            leaves: Vec::new(),
            keys: Vec::new(),
            known: Vec::new(),
            loose: Vec::new(),
        }
    }

    /// All that is reached.
    pub fn captured<R>(mut self, roots: R, globals: Vec<(GlobalId, Slot)>) -> Captured<R> {
        for (id, object) in self.state.heap.changed() {
            // Code may get at it whether or not something of the state refers to it.
            if object != self.world.image(id) {
                self.number(ObjectId::Image(id));
            }
        }
        let mut nodes = Vec::new();
        while nodes.len() < self.order.len() {
            nodes.push(self.node(nodes.len()));
        }
        Captured {
            graph: Graph {
                roots,
                globals,
                nodes,
            },
            leaves: self.leaves,
            keys: self.keys,
            known: self.known,
            loose: self.loose,
        }
    }

    /// A slot that is a part of the graph if its value is known and not widened.
    pub fn slot(&mut self, value: Value, key: impl FnOnce() -> String) -> Slot {
        match value {
            Value::Scalar(term) if self.world.terms.value(term).is_some() => {
                let key = key();
                if (self.rules.widened)(&key) {
                    return self.variable(value, || key);
                }
                self.known.push((key, term));
                Slot::Constant(term)
            }
            Value::Scalar(_) | Value::Ref(_) | Value::Open(_) | Value::Hidden | Value::NotNull => {
                self.variable(value, key)
            }
        }
    }

    /// A slot that is a variable if it is a scalar.
    pub fn variable(&mut self, value: Value, key: impl FnOnce() -> String) -> Slot {
        match value {
            Value::Scalar(term) => {
                self.leaves.push(term);
                if self.rules.keeps_keys {
                    self.keys.push(key());
                }
                Slot::Scalar
            }
            Value::Ref(None) => Slot::Null,
            Value::Ref(Some(ObjectId::Image(id))) if !self.is_changed(id) => Slot::Image(id),
            Value::Ref(Some(object)) => Slot::Node(self.number(object)),
            Value::Open(_) | Value::Hidden => Slot::Hidden,
            Value::NotNull => Slot::NotNull,
        }
    }

    fn is_changed(&self, id: ImageId) -> bool {
        self.state.heap.object(self.world, ObjectId::Image(id)) != self.world.image(id)
    }

    fn number(&mut self, object: ObjectId) -> usize {
        *self.numbers.entry(object).or_insert_with(|| {
            self.order.push(object);
            self.laid_out.push(None);
            self.order.len() - 1
        })
    }

    /// Notes what lies in an object, where nothing was known of it.
    pub fn lies(&mut self, slot: Slot, ty: Option<usize>) {
        if let Slot::Node(n) = slot {
            self.laid_out[n] = self.laid_out[n].or(ty);
        }
    }

    fn node(&mut self, number: usize) -> Node {
        let (world, state) = (self.world, self.state);
        let id = self.order[number];
        let object = state.heap.object(world, id);
        let class = object.class;
        if let Some(fixed) = self.fixed(id, object) {
            return Node {
                class,
                image: None,
                content: Vec::new(),
                block: None,
                fixed: Some(fixed),
            };
        }
        let image = match id {
            ObjectId::Image(id) => Some(id),
            ObjectId::Made(_) => None,
        };
        let first = match self.rules.leaves_out_same {
            true => First::of(world, image, class, object.content.len()),
            false => First::Open,
        };
        let is_variable = self.rules.variable == Some(id);
        let mut content = Vec::with_capacity(object.content.len());
        for (i, &value) in object.content.iter().enumerate() {
            let key = self.rules.key;
            let key = || key(world.program, class, i);
            content.push(match first.value(world, i) {
                Some(first) if first == value => Slot::Same,
                _ if is_variable => self.variable(value, key),
                _ => self.slot(value, key),
            });
        }
        let memory = object.memory.as_ref();
        Node {
            class,
            image,
            content,
            block: memory.map(|memory| self.bytes(number, memory)),
            fixed: None,
        }
    }

    fn fixed(&self, id: ObjectId, object: &Object) -> Option<Fixed> {
        object.memory.as_ref()?;
        let shared = self.state.heap.shared(id)?;
        self.rules.fixtures?.of(self.world.terms, shared)
    }
}

impl<R> Graph<R> {
    /// What makes a state of this graph again whose variables are these terms. What the roots are comes first.
    pub fn making<'a>(&self, world: &'a World<'a>, leaves: &'a [Term]) -> Making<'a> {
        let mut made = 0;
        let id = |node: &Node| match node.image {
            Some(id) => ObjectId::Image(id),
            None => {
                made += 1;
                ObjectId::Made(Id::from_index(made - 1))
            }
        };
        Making {
            world,
            leaves: leaves.iter(),
            ids: self.nodes.iter().map(id).collect(),
        }
    }

    /// The state itself.
    pub fn state(&self, mut making: Making<'_>) -> State {
        let mut state = State::default();
        for &(id, slot) in &self.globals {
            state.globals.insert(id, making.value(slot));
        }
        for (number, node) in self.nodes.iter().enumerate() {
            match (&node.fixed, node.image) {
                (Some(fixed), _) => _ = state.heap.share(fixed.object()),
                (None, Some(id)) => state.heap.change(id, making.object(number, node)),
                (None, None) => _ = state.heap.add(making.object(number, node)),
            }
        }
        state
    }

    /// The globals that are variables, with their types.
    pub fn scalar_globals(&self, program: &Program) -> impl Iterator<Item = (String, Type)> {
        let scalars = self
            .globals
            .iter()
            .filter(|(_, slot)| *slot == Slot::Scalar);
        scalars.map(|&(id, _)| (program.globals[id].name.clone(), program.globals[id].ty))
    }
}

impl Node {
    /// The fields or elements that are variables, with their types.
    pub fn scalars(&self, program: &Program) -> impl Iterator<Item = (usize, Type)> {
        let ty = |i: usize| match program.classes[self.class].element {
            Some(element) => element.ty,
            None => program.field(program.layout(self.class)[i]).ty,
        };
        let content = self.content.iter().enumerate();
        content
            .filter(|(_, slot)| **slot == Slot::Scalar)
            .map(move |(i, _)| (i, ty(i)))
    }
}

/// Makes values of slots again.
pub(crate) struct Making<'a> {
    world: &'a World<'a>,
    leaves: std::slice::Iter<'a, Term>,
    ids: Vec<ObjectId>,
}

impl Making<'_> {
    pub fn value(&mut self, slot: Slot) -> Value {
        match slot {
            Slot::Scalar => Value::Scalar(
                *self
                    .leaves
                    .next()
                    .expect("one leaf for each variable of the graph"),
            ),
            Slot::Constant(term) => Value::Scalar(term),
            Slot::Same => unreachable!("only slots of objects have a value to be the same as"),
            Slot::Null => Value::Ref(None),
            Slot::Node(n) => Value::Ref(Some(self.ids[n])),
            Slot::Image(id) => Value::Ref(Some(ObjectId::Image(id))),
            Slot::Hidden => Value::Hidden,
            Slot::NotNull => Value::NotNull,
        }
    }

    fn object(&mut self, number: usize, node: &Node) -> Object {
        let first = First::of(self.world, node.image, node.class, node.content.len());
        let slots = node.content.iter().enumerate();
        let value = |(i, &slot): (usize, &Slot)| match slot {
            Slot::Same => first
                .value(self.world, i)
                .expect("only slots that are the same have a value to be the same as"),
            slot => self.value(slot),
        };
        let content = slots.map(value).collect();
        let block = node.block.as_ref();
        Object {
            class: node.class,
            content,
            memory: block.map(|block| Box::new(self.memory(number, block))),
        }
    }
}

/// Variables of these names and types. Soundness: two variables of one name would be one term; how often a name has
/// occurred is marked.
pub(crate) fn variables(
    world: &World<'_>,
    names: impl IntoIterator<Item = (String, Type)>,
    marked: fn(String, usize) -> String,
) -> Vec<Variable> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let variable = |(name, ty): (String, Type)| {
        let count = seen.entry(name.clone()).or_insert(0);
        *count += 1;
        let name = marked(name, *count);
        let sort = world
            .integers
            .sort(ty)
            .expect("a scalar slot has a scalar type");
        Variable {
            source_type: ty.to_string(),
            term: world.terms.var(&name, sort),
            name,
            ty,
        }
    };
    names.into_iter().map(variable).collect()
}

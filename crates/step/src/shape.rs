//! Heap shapes: the object graph from the component and the globals, equal up to renaming of objects.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use ir::{ClassId, GlobalId, ImageId, Program, Type};
use smt::Term;
use symex::{Object, ObjectId, State, Value, World};

use crate::Variable;

/// Elements of longer arrays are variables only where they are not zero.
const FULLY_VARIABLE: usize = 16;

/// A graph of objects, numbered in the order of a breadth-first walk from the roots, so that isomorphic graphs are
/// equal values.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Shape {
    this: Slot,
    /// Those that are always part of a state, and those that are not as they were at first.
    globals: Vec<(GlobalId, Slot)>,
    nodes: Vec<Node>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Node {
    class: ClassId,
    /// The object of the image this is, changed: those keep their identity.
    image: Option<ImageId>,
    content: Vec<Slot>,
}

/// A root, field or element of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Slot {
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
}

/// Which scalars are variables though their values are known: states that differ only in those share a location. The
/// others are told apart by their values, so that code which computes with them has one path instead of many.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variables {
    /// Whether the component's own fields, and the globals that every state holds, are told apart by their values, too.
    pub own_values: bool,
    /// Fields that have too many values to be told apart, as `Class.field`, and array classes.
    pub widened: BTreeSet<String>,
}

/// A state taken apart.
pub(crate) struct Captured {
    pub shape: Shape,
    /// The values of the shape's variables, in order.
    pub leaves: Vec<Term>,
    /// The known values that are part of the shape, by what they are values of.
    pub values: Vec<(String, Term)>,
}

/// The shape of what can be reached from the component and the globals.
pub(crate) fn capture(
    world: &World<'_>,
    variables: &Variables,
    state: &State,
    this: Option<ObjectId>,
) -> Captured {
    let mut walk = Walk {
        world,
        variables,
        state,
        this,
        numbers: BTreeMap::new(),
        order: Vec::new(),
        leaves: Vec::new(),
        values: Vec::new(),
    };
    let this = walk.slot(Value::Ref(this));
    let globals = walk.globals();
    for (id, object) in state.heap.changed() {
        // Code may get at it whether or not something of the state refers to it.
        if object != world.image(id) {
            walk.node(ObjectId::Image(id));
        }
    }
    let nodes = walk.nodes();
    Captured {
        shape: Shape {
            this,
            globals,
            nodes,
        },
        leaves: walk.leaves,
        values: walk.values,
    }
}

struct Walk<'a> {
    world: &'a World<'a>,
    variables: &'a Variables,
    state: &'a State,
    this: Option<ObjectId>,
    numbers: BTreeMap<ObjectId, usize>,
    order: Vec<ObjectId>,
    leaves: Vec<Term>,
    values: Vec<(String, Term)>,
}

impl Walk<'_> {
    fn globals(&mut self) -> Vec<(GlobalId, Slot)> {
        let program = self.world.program;
        let tracked = program
            .globals
            .iter()
            .filter(|(_, g)| g.tracked)
            .map(|(id, _)| id);
        let written = self
            .state
            .globals
            .iter()
            .filter(|&(&id, &v)| v != self.world.initial(id))
            .map(|(&id, _)| id);
        let ids: std::collections::BTreeSet<GlobalId> = tracked.chain(written).collect();
        let slot = |id: GlobalId| {
            let value = self.world.global(self.state, id);
            let global = &program.globals[id];
            let told_apart = self.variables.own_values || !global.tracked;
            (id, self.scalar(value, told_apart, || global.name.clone()))
        };
        ids.into_iter().map(slot).collect()
    }

    /// A slot that is a part of the shape if its value is known and values are to be told apart.
    fn scalar(&mut self, value: Value, told_apart: bool, key: impl FnOnce() -> String) -> Slot {
        if let Value::Scalar(term) = value
            && told_apart
            && self.world.terms.value(term).is_some()
        {
            let key = key();
            if !self.variables.widened.contains(&key) {
                self.values.push((key, term));
                return Slot::Constant(term);
            }
        }
        self.slot(value)
    }

    fn slot(&mut self, value: Value) -> Slot {
        match value {
            Value::Scalar(term) => {
                self.leaves.push(term);
                Slot::Scalar
            }
            Value::Ref(None) => Slot::Null,
            Value::Ref(Some(ObjectId::Image(id))) if !self.is_changed(id) => Slot::Image(id),
            Value::Ref(Some(object)) => Slot::Node(self.node(object)),
            Value::Open(_) | Value::Hidden => Slot::Hidden,
        }
    }

    fn is_changed(&self, id: ImageId) -> bool {
        self.state.heap.object(self.world, ObjectId::Image(id)) != self.world.image(id)
    }

    fn node(&mut self, object: ObjectId) -> usize {
        *self.numbers.entry(object).or_insert_with(|| {
            self.order.push(object);
            self.order.len() - 1
        })
    }

    fn nodes(&mut self) -> Vec<Node> {
        let mut nodes = Vec::new();
        while nodes.len() < self.order.len() {
            let id = self.order[nodes.len()];
            let object = self.state.heap.object(self.world, id);
            let plain = self.plain(id, object);
            let told_apart = self.variables.own_values || Some(id) != self.this;
            let class = object.class;
            let content = object.content.iter().zip(plain).enumerate();
            let content = content.map(|(i, (&value, plain))| {
                if Some(value) == plain {
                    return Slot::Same;
                }
                self.scalar(value, told_apart, || slot_key(self.world.program, class, i))
            });
            let content = content.collect();
            let image = match id {
                ObjectId::Image(id) => Some(id),
                ObjectId::Made(_) => None,
            };
            nodes.push(Node {
                class: object.class,
                image,
                content,
            });
        }
        nodes
    }

    /// For each slot of an object the value that needs no variable.
    fn plain(&self, id: ObjectId, object: &Object) -> Vec<Option<Value>> {
        match id {
            ObjectId::Image(id) => self
                .world
                .image(id)
                .content
                .iter()
                .map(|&v| Some(v))
                .collect(),
            ObjectId::Made(_) => {
                vec![zero_of(self.world, object.class, object.content.len()); object.content.len()]
            }
        }
    }
}

/// What a field or an element is called when its values are counted.
fn slot_key(program: &Program, class: ClassId, slot: usize) -> String {
    if program.classes[class].element.is_some() {
        return program.classes[class].name.clone();
    }
    let field = program.layout(class)[slot];
    format!(
        "{}.{}",
        program.classes[field.class].name,
        program.field(field).name
    )
}

/// What the elements of a long array of numbers are without a variable.
fn zero_of(world: &World<'_>, class: ClassId, length: usize) -> Option<Value> {
    let element = world.program.classes[class]
        .element
        .filter(|e| e.ty != Type::Ref && length > FULLY_VARIABLE)?;
    Some(world.zero(element.ty))
}

impl Shape {
    /// Whether the component exists.
    pub fn constructed(&self) -> bool {
        self.this != Slot::Null
    }

    /// The variables of the shape, in the order of [`capture`]'s leaves.
    pub fn variables(&self, world: &World<'_>) -> Vec<Variable> {
        let program = world.program;
        let names = self.node_names(program);
        let scalars = self
            .globals
            .iter()
            .filter(|(_, slot)| *slot == Slot::Scalar);
        let mut found: Vec<Variable> = scalars
            .map(|&(id, _)| {
                variable(
                    world,
                    program.globals[id].name.clone(),
                    program.globals[id].ty,
                )
            })
            .collect();
        for (node, name) in self.nodes.iter().zip(&names) {
            found.extend(node.scalars(world, name));
        }
        tell_apart(world, &mut found);
        found
    }

    /// A state of this shape whose leaves are the given terms, and the component in it.
    pub fn materialise(&self, world: &World<'_>, leaves: &[Term]) -> (State, Option<ObjectId>) {
        let mut leaves = leaves.iter().copied();
        let mut next = || {
            leaves
                .next()
                .expect("one leaf for each variable of the shape")
        };
        let ids = self.ids();
        let mut state = State::default();
        let this = match value(self.this, &ids, None, &mut next) {
            Value::Ref(this) => this,
            Value::Scalar(_) | Value::Open(_) | Value::Hidden => {
                unreachable!("the component is a reference")
            }
        };
        for &(id, slot) in &self.globals {
            state.globals.insert(id, value(slot, &ids, None, &mut next));
        }
        for node in &self.nodes {
            node.materialise(world, &ids, &mut next, &mut state);
        }
        (state, this)
    }

    /// What the nodes are called in a state made of this shape.
    fn ids(&self) -> Vec<ObjectId> {
        let mut made = 0;
        let id = |node: &Node| match node.image {
            Some(id) => ObjectId::Image(id),
            None => {
                made += 1;
                ObjectId::Made(base::Id::from_index(made - 1))
            }
        };
        self.nodes.iter().map(id).collect()
    }

    /// A readable, stable, unique name: `Stack` for a lone object, `Stack{top=Node{next=null}}` for more.
    pub fn name(&self, world: &World<'_>) -> String {
        let program = world.program;
        let mut writer = Writer {
            shape: self,
            world,
            program,
            shown: vec![false; self.nodes.len()],
            text: String::new(),
        };
        match self.this {
            Slot::Null => writer.text.push_str("before construction"),
            slot => writer.slot(slot),
        }
        for &(id, slot) in &self.globals {
            let global = &program.globals[id];
            if slot != Slot::Scalar || !global.tracked {
                let _ = write!(writer.text, " {}=", global.name);
                writer.slot(slot);
            }
        }
        for (n, node) in self.nodes.iter().enumerate() {
            if let (Some(id), false) = (node.image, writer.shown[n]) {
                let _ = write!(writer.text, " {}=", image_name(program, id));
                writer.slot(Slot::Node(n));
            }
        }
        writer.text
    }

    /// For each node the way to it: nothing for the component.
    fn node_names(&self, program: &Program) -> Vec<String> {
        let mut names: Vec<Option<String>> = vec![None; self.nodes.len()];
        if let Slot::Node(n) = self.this {
            names[n] = Some(String::new());
        }
        for &(id, slot) in &self.globals {
            if let Slot::Node(n) = slot {
                names[n].get_or_insert_with(|| program.globals[id].name.clone());
            }
        }
        for (n, node) in self.nodes.iter().enumerate() {
            if let Some(id) = node.image {
                names[n].get_or_insert_with(|| image_name(program, id));
            }
        }
        for n in 0..self.nodes.len() {
            let name = names[n]
                .clone()
                .expect("breadth-first order names a node before it is visited");
            for (i, &slot) in self.nodes[n].content.iter().enumerate() {
                if let Slot::Node(m) = slot {
                    names[m].get_or_insert_with(|| self.nodes[n].slot_name(program, &name, i));
                }
            }
        }
        names.into_iter().flatten().collect()
    }
}

impl Node {
    fn scalars(&self, world: &World<'_>, name: &str) -> Vec<Variable> {
        let scalars = self
            .content
            .iter()
            .enumerate()
            .filter(|(_, slot)| **slot == Slot::Scalar);
        let program = world.program;
        let ty = |i: usize| match program.classes[self.class].element {
            Some(element) => element.ty,
            None => program.field(program.layout(self.class)[i]).ty,
        };
        scalars
            .map(|(i, _)| variable(world, self.slot_name(program, name, i), ty(i)))
            .collect()
    }

    /// What the source calls a field or element of this object, itself called `name`.
    fn slot_name(&self, program: &Program, name: &str, slot: usize) -> String {
        if program.classes[self.class].element.is_some() {
            return format!("{name}[{slot}]");
        }
        let field = field_name(program, self.class, program.layout(self.class)[slot]);
        if name.is_empty() {
            field
        } else {
            format!("{name}.{field}")
        }
    }

    fn materialise(
        &self,
        world: &World<'_>,
        ids: &[ObjectId],
        next: &mut dyn FnMut() -> Term,
        state: &mut State,
    ) {
        let zero = zero_of(world, self.class, self.content.len());
        let plain = |i: usize| {
            self.image
                .map_or(zero, |id| Some(world.image(id).content[i]))
        };
        let content = self
            .content
            .iter()
            .enumerate()
            .map(|(i, &slot)| value(slot, ids, plain(i), next))
            .collect();
        let object = Object::new(self.class, content);
        match self.image {
            Some(id) => state.heap.change(id, object),
            None => {
                state.heap.add(object);
            }
        }
    }
}

struct Writer<'a> {
    shape: &'a Shape,
    world: &'a World<'a>,
    program: &'a Program,
    shown: Vec<bool>,
    text: String,
}

impl Writer<'_> {
    fn slot(&mut self, slot: Slot) {
        match slot {
            Slot::Null => self.text.push_str("null"),
            Slot::Scalar => self.text.push('*'),
            Slot::Constant(term) => {
                let value = self
                    .world
                    .terms
                    .value(term)
                    .map_or_else(String::new, ToString::to_string);
                self.text.push_str(&value);
            }
            Slot::Same => self.text.push('='),
            Slot::Hidden => self.text.push('?'),
            Slot::Image(id) => self.text.push_str(&image_name(self.program, id)),
            Slot::Node(n) => self.node(n),
        }
    }

    fn node(&mut self, n: usize) {
        if std::mem::replace(&mut self.shown[n], true) {
            let _ = write!(self.text, "#{n}");
            return;
        }
        let node = &self.shape.nodes[n];
        match node.image {
            Some(id) => self.text.push_str(&image_name(self.program, id)),
            None => self.text.push_str(&self.program.classes[node.class].name),
        }
        if n > 0 {
            let _ = write!(self.text, "#{n}");
        }
        match self.program.classes[node.class].element {
            Some(_) => self.elements(node),
            None => self.fields(node),
        }
    }

    fn fields(&mut self, node: &Node) {
        let layout = self.program.layout(node.class);
        // A new object's scalars are all variables: only those of the image differ in that.
        let shown = |slot: Slot| node.image.is_some() || slot != Slot::Scalar;
        let mut separator = "{";
        for (field, &slot) in layout
            .iter()
            .zip(&node.content)
            .filter(|(_, slot)| shown(**slot))
        {
            let _ = write!(self.text, "{separator}{}=", self.program.field(*field).name);
            self.slot(slot);
            separator = ", ";
        }
        if separator != "{" {
            self.text.push('}');
        }
    }

    /// The elements, runs of equal ones as one.
    fn elements(&mut self, node: &Node) {
        let mut separator = "[";
        for run in node.content.chunk_by(|a, b| a == b) {
            self.text.push_str(separator);
            self.slot(run[0]);
            if run.len() > 1 {
                let _ = write!(self.text, "x{}", run.len());
            }
            separator = ", ";
        }
        self.text
            .push_str(if separator == "[" { "[]" } else { "]" });
    }
}

fn image_name(program: &Program, id: ImageId) -> String {
    let object = &program.image[id];
    object
        .name
        .clone()
        .unwrap_or_else(|| format!("{}{id}", program.classes[object.class].name))
}

/// The field's name, with its class where a class below declares one of the same name.
fn field_name(program: &Program, class: ClassId, field: ir::FieldRef) -> String {
    let name = &program.field(field).name;
    let same = program
        .layout(class)
        .into_iter()
        .filter(|&f| program.field(f).name == *name)
        .count();
    if same > 1 {
        format!("{}.{name}", program.classes[field.class].name)
    } else {
        name.clone()
    }
}

fn variable(world: &World<'_>, name: String, ty: Type) -> Variable {
    let sort = world
        .integers
        .sort(ty)
        .expect("a scalar slot has a scalar type");
    let term = world.terms.var(&name, sort);
    Variable {
        source_type: ty.to_string(),
        name,
        ty,
        term,
    }
}

/// Soundness: two variables of one name would be one term. A field of an object that a field `A` points at and a
/// global of a class `A` can be called the same.
fn tell_apart(world: &World<'_>, variables: &mut [Variable]) {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for v in variables {
        let count = seen.entry(v.name.clone()).or_insert(0);
        *count += 1;
        if *count > 1 {
            *v = variable(world, format!("{}#{count}", v.name), v.ty);
        }
    }
}

fn value(
    slot: Slot,
    ids: &[ObjectId],
    plain: Option<Value>,
    next: &mut dyn FnMut() -> Term,
) -> Value {
    match slot {
        Slot::Scalar => Value::Scalar(next()),
        Slot::Constant(term) => Value::Scalar(term),
        Slot::Same => plain.expect("only slots that are the same have a value to be the same as"),
        Slot::Null => Value::Ref(None),
        Slot::Node(n) => Value::Ref(Some(ids[n])),
        Slot::Image(id) => Value::Ref(Some(ObjectId::Image(id))),
        Slot::Hidden => Value::Hidden,
    }
}

//! Heap shapes: the object graph from the component and its globals, equal up to renaming of objects.

use std::collections::BTreeMap;
use std::fmt::Write;

use ir::{ClassId, Program, StringId, Type};
use smt::{Term, Terms};
use symex::{Heap, Integers, Object, ObjectId, State, Value};

use crate::Variable;

/// A graph of objects, numbered in the order of a breadth-first walk from the roots, so that isomorphic graphs are
/// equal values.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Shape {
    /// The component, then the globals.
    roots: Vec<Slot>,
    nodes: Vec<Node>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Node {
    class: ClassId,
    /// The literal this object is, if it is one: literals keep their identity.
    literal: Option<StringId>,
    fields: Vec<Slot>,
}

/// A root or field of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Slot {
    /// A variable.
    Scalar,
    /// A scalar that nothing outside the initialisers writes.
    Frozen(Term),
    Null,
    Node(usize),
}

/// What a shape needs to know about the component around it.
pub(crate) struct Context<'a> {
    pub program: &'a Program,
    pub terms: &'a Terms,
    pub integers: Integers,
    /// For each global, its value if nothing outside the initialisers writes it.
    pub frozen: &'a [Option<Term>],
}

/// The shape of what can be reached from the component and the globals, and the scalar leaves in order.
pub(crate) fn capture(context: &Context<'_>, state: &State, this: Option<ObjectId>) -> (Shape, Vec<Term>) {
    let literals = state.strings.iter().map(|(&id, &object)| (object, id)).collect();
    let mut walk = Walk { heap: &state.heap, literals, numbers: BTreeMap::new(), order: Vec::new() };
    let mut leaves = Vec::new();
    let mut roots = vec![walk.slot(Value::Ref(this), &mut leaves)];
    for (&value, frozen) in state.globals.iter().zip(context.frozen) {
        roots.push(match frozen {
            Some(term) => Slot::Frozen(*term),
            None => walk.slot(value, &mut leaves),
        });
    }
    let nodes = walk.nodes(&mut leaves);
    (Shape { roots, nodes }, leaves)
}

struct Walk<'a> {
    heap: &'a Heap,
    literals: BTreeMap<ObjectId, StringId>,
    numbers: BTreeMap<ObjectId, usize>,
    order: Vec<ObjectId>,
}

impl Walk<'_> {
    fn slot(&mut self, value: Value, leaves: &mut Vec<Term>) -> Slot {
        match value {
            Value::Scalar(term) => {
                leaves.push(term);
                Slot::Scalar
            }
            Value::Ref(None) => Slot::Null,
            Value::Ref(Some(object)) => Slot::Node(*self.numbers.entry(object).or_insert_with(|| {
                self.order.push(object);
                self.order.len() - 1
            })),
        }
    }

    fn nodes(&mut self, leaves: &mut Vec<Term>) -> Vec<Node> {
        let mut nodes = Vec::new();
        while nodes.len() < self.order.len() {
            let id = self.order[nodes.len()];
            let object = self.heap.object(id);
            let fields = object.fields.iter().map(|&v| self.slot(v, leaves)).collect();
            nodes.push(Node { class: object.class, literal: self.literals.get(&id).copied(), fields });
        }
        nodes
    }
}

impl Shape {
    /// Whether the component exists.
    pub fn constructed(&self) -> bool {
        self.roots[0] != Slot::Null
    }

    /// The variables of the shape, in the order of [`capture`]'s leaves.
    pub fn variables(&self, context: &Context<'_>) -> Vec<Variable> {
        let names = self.node_names(context.program);
        let globals = self.roots[1..].iter().zip(context.program.globals.values());
        let mut found: Vec<Variable> = globals
            .filter(|(slot, _)| **slot == Slot::Scalar)
            .map(|(_, global)| variable(context, global.name.clone(), global.ty))
            .collect();
        for (node, prefix) in self.nodes.iter().zip(&names) {
            found.extend(node.scalars(context, prefix));
        }
        tell_apart(context, &mut found);
        found
    }

    /// A state of this shape whose leaves are the given terms, and the component in it.
    pub fn materialise(&self, context: &Context<'_>, leaves: &[Term]) -> (State, Option<ObjectId>) {
        let mut leaves = leaves.iter().copied();
        let mut next = || leaves.next().expect("one leaf for each variable of the shape");
        let globals = self.roots[1..].iter().map(|&slot| value(slot, &mut next)).collect();
        let mut heap = Heap::default();
        let mut strings = BTreeMap::new();
        for node in &self.nodes {
            let fields = node.fields.iter().map(|&slot| value(slot, &mut next)).collect();
            let id = heap.add(Object { class: node.class, fields });
            strings.extend(node.literal.map(|literal| (literal, id)));
        }
        debug_assert_eq!(context.program.globals.len() + 1, self.roots.len());
        let this = match value(self.roots[0], &mut next) {
            Value::Ref(this) => this,
            Value::Scalar(_) => unreachable!("the component is a reference"),
        };
        (State { heap, globals, strings }, this)
    }

    /// A readable, stable, unique name: `Stack` for a lone object, `Stack{top=Node{next=null}}` for more.
    pub fn name(&self, program: &Program) -> String {
        let mut text = String::new();
        let mut shown = vec![false; self.nodes.len()];
        match self.roots[0] {
            Slot::Null => text.push_str("before construction"),
            slot => self.write_slot(program, slot, &mut shown, &mut text),
        }
        for (slot, global) in self.roots[1..].iter().zip(program.globals.values()) {
            if matches!(slot, Slot::Node(_)) {
                let _ = write!(text, " {}=", global.name);
                self.write_slot(program, *slot, &mut shown, &mut text);
            }
        }
        text
    }

    fn write_slot(&self, program: &Program, slot: Slot, shown: &mut [bool], text: &mut String) {
        let Slot::Node(n) = slot else {
            text.push_str("null");
            return;
        };
        if std::mem::replace(&mut shown[n], true) {
            let _ = write!(text, "#{n}");
            return;
        }
        let node = &self.nodes[n];
        let class = &program.classes[node.class].name;
        match node.literal {
            Some(literal) => text.push_str(&format!("{:?}", program.strings[literal])),
            None => text.push_str(class),
        }
        if n > 0 {
            let _ = write!(text, "#{n}");
        }
        self.write_fields(program, node, shown, text);
    }

    fn write_fields(&self, program: &Program, node: &Node, shown: &mut [bool], text: &mut String) {
        let fields = program.layout(node.class);
        let references = fields.iter().zip(&node.fields).filter(|(_, slot)| !matches!(slot, Slot::Scalar));
        let mut separator = "{";
        for (field, &slot) in references {
            let _ = write!(text, "{separator}{}=", program.field(*field).name);
            self.write_slot(program, slot, shown, text);
            separator = ", ";
        }
        if separator != "{" {
            text.push('}');
        }
    }

    /// For each node the way to it, as a prefix of the names of its fields: nothing for the component.
    fn node_names(&self, program: &Program) -> Vec<String> {
        let mut names: Vec<Option<String>> = vec![None; self.nodes.len()];
        if let Slot::Node(n) = self.roots[0] {
            names[n] = Some(String::new());
        }
        for (slot, global) in self.roots[1..].iter().zip(program.globals.values()) {
            if let Slot::Node(n) = *slot {
                names[n].get_or_insert_with(|| format!("{}.", global.name));
            }
        }
        for n in 0..self.nodes.len() {
            let prefix = names[n].clone().expect("breadth-first order names a node before it is visited");
            for (field, slot) in program.layout(self.nodes[n].class).into_iter().zip(&self.nodes[n].fields) {
                if let Slot::Node(m) = *slot {
                    let name = || format!("{prefix}{}.", field_name(program, self.nodes[n].class, field));
                    names[m].get_or_insert_with(name);
                }
            }
        }
        names.into_iter().flatten().collect()
    }
}

impl Node {
    fn scalars(&self, context: &Context<'_>, prefix: &str) -> Vec<Variable> {
        let layout = context.program.layout(self.class);
        let scalars = layout.into_iter().zip(&self.fields).filter(|(_, slot)| **slot == Slot::Scalar);
        scalars
            .map(|(field, _)| {
                let name = format!("{prefix}{}", field_name(context.program, self.class, field));
                variable(context, name, context.program.field(field).ty)
            })
            .collect()
    }
}

/// The field's name, with its class where a class below declares one of the same name.
fn field_name(program: &Program, class: ClassId, field: ir::FieldRef) -> String {
    let name = &program.field(field).name;
    let same = program.layout(class).into_iter().filter(|&f| program.field(f).name == *name).count();
    if same > 1 { format!("{}.{name}", program.classes[field.class].name) } else { name.clone() }
}

fn variable(context: &Context<'_>, name: String, ty: Type) -> Variable {
    let sort = context.integers.sort(ty).expect("a scalar slot has a scalar type");
    let term = context.terms.var(&name, sort);
    Variable { source_type: source_type(ty), name, ty, term }
}

/// Soundness: two variables of one name would be one term. A field of an object that a field `A` points at and a
/// global of a class `A` can be called the same.
fn tell_apart(context: &Context<'_>, variables: &mut [Variable]) {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for v in variables {
        let count = seen.entry(v.name.clone()).or_insert(0);
        *count += 1;
        if *count > 1 {
            *v = variable(context, format!("{}#{count}", v.name), v.ty);
        }
    }
}

fn source_type(ty: Type) -> String {
    match ty {
        Type::Bool => "bool".into(),
        Type::Int(int) => format!("{}{}", if int.signed { "i" } else { "u" }, int.bits),
        Type::Ref => "ref".into(),
    }
}

fn value(slot: Slot, next: &mut dyn FnMut() -> Term) -> Value {
    match slot {
        Slot::Scalar => Value::Scalar(next()),
        Slot::Frozen(term) => Value::Scalar(term),
        Slot::Null => Value::Ref(None),
        Slot::Node(n) => Value::Ref(Some(base::Id::from_index(n))),
    }
}

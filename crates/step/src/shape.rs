//! Heap shapes: the object graph from the component and the globals.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use ir::{ClassId, Const, GlobalId, ImageId, Layouts, Program, Type};
use smt::Term;
use symex::{ObjectId, State, Value, World};

use crate::Variable;
use crate::graph::block::{Bytes, Kept};
use crate::graph::{self, Graph, Node, Rules, Slot, Walk};
use crate::scope::holder;

/// What a component can reach; the root is the component itself. Of the globals it has those that are always part of a
/// state, and those that are not as they were at first.
pub(crate) type Shape = Graph<Slot>;

/// A state taken apart.
pub(crate) type Captured = graph::Captured<Slot>;

/// Which scalars are variables though their values are known: states that differ only in those share a location. The
/// others are told apart by their values, so that code which computes with them has one path instead of many.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variables {
    /// Whether the component's own fields, and the globals that every state holds, are told apart by their values, too.
    pub own_values: bool,
    /// Fields that have too many values to be told apart, as `Class.field`, and array classes.
    pub widened: BTreeSet<String>,
    /// Fields that nobody looks at, as `Class.field`: what they hold tells no states apart.
    pub unread: BTreeSet<String>,
}

/// The shape of what can be reached from the component and the globals.
pub(crate) fn capture(
    world: &World<'_>,
    (variables, layouts): (&Variables, &Layouts),
    state: &State,
    this: Option<ObjectId>,
) -> Captured {
    let rules = Rules {
        widened: &|key| variables.widened.contains(key),
        key: slot_key,
        keeps_keys: false,
        variable: this.filter(|_| !variables.own_values),
        leaves_out_same: true,
        fixtures: None,
        layouts: Some(layouts),
        numbers_vary: !variables.own_values,
    };
    let mut walk = Walk::new(world, state, rules);
    let root = walk.slot(Value::Ref(this), String::new);
    let globals = globals(&mut walk, variables);
    for (id, slot) in &globals {
        walk.lies(*slot, layouts.globals.get(id).map(|known| known.ty));
    }
    walk.captured(root, globals)
}

fn globals(walk: &mut Walk<'_>, variables: &Variables) -> Vec<(GlobalId, Slot)> {
    let (world, state) = (walk.world, walk.state);
    let program = world.program;
    let tracked = program.globals.iter().filter(|(_, g)| g.tracked);
    let written = state.globals.iter();
    let written = written.filter(|&(&id, &value)| value != world.initial(id));
    let ids: BTreeSet<GlobalId> = tracked
        .map(|(id, _)| id)
        .chain(written.map(|(&id, _)| id))
        .collect();
    let slot = |id: GlobalId| {
        let (value, global) = (world.global(state, id), &program.globals[id]);
        let key = || global.name.clone();
        let told_apart = variables.own_values || !global.tracked;
        match told_apart {
            true => (id, walk.slot(value, key)),
            false => (id, walk.variable(value, key)),
        }
    };
    ids.into_iter().map(slot).collect()
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

impl Shape {
    /// What stands for all that is held beyond a scope.
    pub fn beyond() -> Self {
        Self {
            roots: Slot::Hidden,
            globals: Vec::new(),
            nodes: Vec::new(),
        }
    }

    /// How many elements are held where, by the way to them: the objects in an array, and those that refer to one of their own
    /// class.
    pub fn held(&self, program: &Program) -> Vec<(String, usize)> {
        let names = self.node_names(program, &Layouts::default());
        let mut held = Vec::new();
        let mut linked: BTreeMap<ClassId, BTreeSet<usize>> = BTreeMap::new();
        for (n, (node, name)) in self.nodes.iter().zip(&names).enumerate() {
            let references = node.content.iter().filter(|slot| is_object(**slot));
            match program.classes[node.class].element {
                Some(_) => held.push((name.text.clone(), self.elements(program, n))),
                None => {
                    let next = references.filter_map(|slot| self.of_class(*slot, node.class));
                    let next: Vec<usize> = next.collect();
                    let own = next.first().map(|_| n);
                    linked
                        .entry(node.class)
                        .or_default()
                        .extend(next.into_iter().chain(own));
                }
            }
        }
        let linked = linked.into_iter().filter(|(_, nodes)| !nodes.is_empty());
        held.extend(linked.filter_map(|(class, nodes)| {
            let first = self.nodes.iter().position(|node| node.class == class)?;
            Some((names[first].text.clone(), nodes.len()))
        }));
        held
    }

    /// How many elements an array holds: those that are not null, unless the object that the array belongs to keeps no room in it.
    fn elements(&self, program: &Program, array: usize) -> usize {
        let content = &self.nodes[array].content;
        let is_full = |node: &&Node| {
            program.classes[node.class].full && node.content.contains(&Slot::Node(array))
        };
        match self.nodes.iter().find(is_full) {
            Some(_) => content.len(),
            None => content.iter().filter(|slot| is_object(**slot)).count(),
        }
    }

    /// How many elements each field of the component holds, by the name of the count: `items.size`. Of arrays in arrays nothing is said.
    pub fn counts(&self, program: &Program) -> BTreeMap<String, usize> {
        let names = self.node_names(program, &Layouts::default());
        let mut counts: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (n, (node, place)) in self.nodes.iter().zip(&names).enumerate() {
            if program.classes[node.class].element.is_some() {
                let held = self.elements(program, n);
                counts.entry(holder(&place.text)).or_default().push(held);
            }
            for (i, held) in shared_arrays(program, node) {
                let place = slot_name(program, node.class, &place.text, i);
                counts.entry(holder(&place)).or_default().push(held);
            }
        }
        for (field, slot) in self.own_references(program) {
            let of_class = |class| self.nodes.iter().filter(|n| n.class == class).count();
            let held = match slot {
                Slot::Node(n) => of_class(self.nodes[n].class),
                _ => 0,
            };
            counts.entry(field).or_insert_with(|| vec![held]);
        }
        let only = |(name, held): (String, Vec<usize>)| match held[..] {
            [held] => Some((format!("{name}.size"), held)),
            _ => None,
        };
        counts.into_iter().filter_map(only).collect()
    }

    /// The fields of the component that are null or refer to an object that is no array.
    fn own_references(&self, program: &Program) -> Vec<(String, Slot)> {
        let Slot::Node(own) = self.roots else {
            return Vec::new();
        };
        let node = &self.nodes[own];
        let is_reference = |slot: Slot| match slot {
            Slot::Node(n) => program.classes[self.nodes[n].class].element.is_none(),
            slot => slot == Slot::Null,
        };
        let fields = node.content.iter().enumerate();
        let fields = fields.filter(|(_, slot)| is_reference(**slot));
        let named = |(i, slot): (usize, &Slot)| (slot_name(program, node.class, "", i), *slot);
        fields.map(named).collect()
    }

    fn of_class(&self, slot: Slot, class: ClassId) -> Option<usize> {
        match slot {
            Slot::Node(n) if self.nodes[n].class == class => Some(n),
            _ => None,
        }
    }

    /// Whether the component exists.
    pub fn constructed(&self) -> bool {
        self.roots != Slot::Null
    }

    /// The variables of the shape, in the order of [`capture`]'s leaves.
    pub fn variables(&self, world: &World<'_>, layouts: &Layouts) -> Vec<Variable> {
        let program = world.program;
        let nodes = self.nodes.iter().zip(self.node_names(program, layouts));
        let scalars = nodes.flat_map(|(node, name)| {
            let named = |(i, ty)| (slot_name(program, node.class, &name.text, i), ty);
            let fields: Vec<(String, Type)> = node.scalars(program).map(named).collect();
            let block = node.block.iter();
            let cells =
                block.flat_map(|block| block.scalars().map(move |(at, ty)| (block, at, ty)));
            let cells =
                cells.map(|(block, at, ty)| (cell_name(layouts, node, block, &name, at), ty));
            let cells: Vec<(String, Type)> = cells.collect();
            fields.into_iter().chain(cells)
        });
        // A field of an object that a field `A` points at and a global of a class `A` can be called the same.
        let marked = |name, count| match count {
            1 => name,
            count => format!("{name}#{count}"),
        };
        graph::variables(world, self.scalar_globals(program).chain(scalars), marked)
    }

    /// A state of this shape whose leaves are the given terms, and the component in it.
    pub fn materialise(&self, world: &World<'_>, leaves: &[Term]) -> (State, Option<ObjectId>) {
        let mut making = self.making(world, leaves);
        let this = match making.value(self.roots) {
            Value::Ref(this) => this,
            Value::Scalar(_) | Value::Open(_) | Value::Hidden | Value::NotNull => {
                unreachable!("the component is a reference")
            }
        };
        (self.state(making), this)
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
        match self.roots {
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
    fn node_names(&self, program: &Program, layouts: &Layouts) -> Vec<NodeName> {
        let mut names: Vec<Option<NodeName>> = vec![None; self.nodes.len()];
        if let Slot::Node(n) = self.roots {
            names[n] = Some(NodeName::own(String::new()));
        }
        for &(id, slot) in &self.globals {
            if let Slot::Node(n) = slot {
                let known = layouts.globals.get(&id);
                names[n].get_or_insert_with(|| NodeName {
                    text: program.globals[id].name.clone(),
                    behind_pointer: known.is_some_and(|known| known.behind_pointer),
                });
            }
        }
        for (n, node) in self.nodes.iter().enumerate() {
            if let Some(id) = node.image {
                names[n].get_or_insert_with(|| NodeName::own(image_name(program, id)));
            }
        }
        for n in 0..self.nodes.len() {
            let name = names[n]
                .clone()
                .expect("breadth-first order names a node before it is visited");
            for (m, reached) in self.nodes[n].named(program, layouts, &name) {
                names[m].get_or_insert(reached);
            }
        }
        names.into_iter().flatten().collect()
    }
}

/// The slots of an object that refer to arrays which are there for all, with how many elements these hold: the one without any that
/// all new lists begin with.
fn shared_arrays<'n>(
    program: &'n Program,
    node: &'n Node,
) -> impl Iterator<Item = (usize, usize)> + 'n {
    let held = |(i, slot): (usize, &Slot)| {
        let Slot::Image(id) = *slot else { return None };
        let class = &program.classes[program.image[id].class];
        let element = class.element.filter(|element| element.ty == Type::Ref)?;
        let content = program.image_content(id).iter();
        Some((
            i,
            content
                .filter(|value| **value != Const::zero(element.ty))
                .count(),
        ))
    };
    node.content.iter().enumerate().filter_map(held)
}

fn is_object(slot: Slot) -> bool {
    matches!(
        slot,
        Slot::Node(_) | Slot::Image(_) | Slot::Hidden | Slot::NotNull
    )
}

/// What the source calls a field or element of an object of this class, itself called `name`.
fn slot_name(program: &Program, class: ClassId, name: &str, slot: usize) -> String {
    if program.classes[class].element.is_some() {
        return format!("{name}[{slot}]");
    }
    let field = field_name(program, class, program.layout(class)[slot]);
    if name.is_empty() {
        field
    } else {
        format!("{name}.{field}")
    }
}

/// The way to an object.
#[derive(Clone)]
struct NodeName {
    /// What the source calls the object, or the pointer that leads to it.
    text: String,
    /// Whether it is that of a pointer.
    behind_pointer: bool,
}

impl NodeName {
    fn own(text: String) -> Self {
        Self {
            text,
            behind_pointer: false,
        }
    }
}

impl Node {
    /// The objects that this one, itself called `name`, refers to, and what they are called.
    fn named(
        &self,
        program: &Program,
        layouts: &Layouts,
        name: &NodeName,
    ) -> Vec<(usize, NodeName)> {
        let mut named = Vec::new();
        for (i, &slot) in self.content.iter().enumerate() {
            if let Slot::Node(m) = slot {
                let text = slot_name(program, self.class, &name.text, i);
                named.push((m, NodeName::own(text)));
            }
        }
        let block = self.block.iter();
        for (block, &(at, cell)) in block.flat_map(|b| b.cells.iter().map(move |c| (b, c))) {
            if let Kept::Pointer(_, Slot::Node(m), _) = cell {
                let reached = NodeName {
                    text: pointer_name(layouts, block, name, at),
                    behind_pointer: true,
                };
                named.push((m, reached));
            }
        }
        named
    }
}

/// What the source calls a number at an offset of a block, itself called `name`.
fn cell_name(layouts: &Layouts, node: &Node, block: &Bytes, name: &NodeName, at: u64) -> String {
    let pointer = pointer_name(layouts, block, name, at);
    match node.is_offset(at) {
        true => format!("{pointer} offset"),
        false => pointer,
    }
}

/// The same, of a pointer itself.
fn pointer_name(layouts: &Layouts, block: &Bytes, name: &NodeName, at: u64) -> String {
    let NodeName {
        text,
        behind_pointer,
    } = name;
    let layout = block.laid_out.and_then(|place| layouts.types.get(place));
    let known = layout.and_then(|layout| Some((layout, layout.leaf(at)?)));
    let Some((layout, leaf)) = known else {
        return format!("{text}+{at}");
    };
    let index = match block.size > layout.size {
        true => format!("[{}]", at / layout.size),
        false => String::new(),
    };
    let part = format!("{index}{}", leaf.name);
    match (behind_pointer, part.strip_prefix('.')) {
        (true, Some(member)) => format!("{text}->{member}"),
        (true, None) if part.is_empty() => format!("{text}[0]"),
        (true | false, _) => format!("{text}{part}"),
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
            Slot::NotNull => self.text.push('!'),
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
        if let Some(block) = &node.block {
            return self.block(block);
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
        let fields = layout.iter().zip(&node.content);
        let mut some = false;
        for (field, &slot) in fields.filter(|(_, slot)| shown(**slot)) {
            let separator = if some { ", " } else { "{" };
            let _ = write!(self.text, "{separator}{}=", self.program.field(*field).name);
            self.slot(slot);
            some = true;
        }
        if some {
            self.text.push('}');
        }
    }

    /// All that tells a block from others.
    fn block(&mut self, block: &Bytes) {
        let Bytes {
            size,
            storage,
            name,
            dead,
            cells,
            laid_out,
        } = block;
        let _ = write!(self.text, " {name} {storage:?} {size}");
        if let Some(place) = laid_out {
            let _ = write!(self.text, " as {place}");
        }
        if *dead {
            self.text.push_str(" dead");
        }
        self.text.push('{');
        for (at, cell) in cells {
            let _ = write!(self.text, " {at}:");
            match *cell {
                Kept::Number(ty, slot) => {
                    let _ = write!(self.text, "{ty} ");
                    self.slot(slot);
                }
                Kept::Pointer(_, target, offset) => {
                    self.text.push('&');
                    self.slot(target);
                    self.text.push('+');
                    self.slot(offset);
                }
                Kept::Blank(bytes, true) => _ = write!(self.text, "0 x{bytes}"),
                Kept::Blank(bytes, false) => _ = write!(self.text, "unset x{bytes}"),
                Kept::Forgotten(bytes) => _ = write!(self.text, "forgotten x{bytes}"),
            }
        }
        self.text.push('}');
    }

    /// The elements, runs of equal ones as one.
    fn elements(&mut self, node: &Node) {
        self.text.push('[');
        for (i, run) in node.content.chunk_by(|a, b| a == b).enumerate() {
            self.text.push_str(if i > 0 { ", " } else { "" });
            self.slot(run[0]);
            if run.len() > 1 {
                let _ = write!(self.text, "x{}", run.len());
            }
        }
        self.text.push(']');
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

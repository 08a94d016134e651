//! The finite part of a program that has paused: calls under way, the graph of objects, the values that are known. Objects
//! are numbered in the order of a walk from the calls, so that programs which differ only in the names of objects pause
//! at the same location. What no code can read any more is left out.

mod fixed;
mod forget;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::rc::Rc;
use std::sync::Arc;

use base::Id;
use ir::memory::Storage;
use ir::{BlockId, ClassId, Code, FunctionId, GlobalId, ImageId, Live, LocalId, Program, Type};
use rustc_hash::FxHashMap;
use smt::Term;
use symex::{Activation, Cell, Memory, Object, ObjectId, Paused, State, Value, World};

use crate::Variable;

use fixed::{Fixed, Fixtures};
pub(crate) use forget::Byte;
use forget::Loose;

/// Where a program has paused, but for the values of variables.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Pose {
    calls: Vec<Call>,
    globals: Vec<(GlobalId, Slot)>,
    nodes: Vec<Node>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Call {
    function: FunctionId,
    block: BlockId,
    at: usize,
    /// Those that may still be read.
    locals: Vec<(LocalId, Slot)>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Node {
    class: ClassId,
    /// The object of the image this is, changed.
    image: Option<ImageId>,
    content: Vec<Slot>,
    block: Option<Bytes>,
    /// The object itself, if nobody writes it and it refers to nothing.
    fixed: Option<Fixed>,
}

/// A block of memory.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Bytes {
    size: u64,
    storage: Storage,
    name: Arc<str>,
    dead: bool,
    cells: Vec<(u64, Kept)>,
}

/// Some bytes that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Kept {
    Number(Type, Slot),
    Pointer(u8, Slot, Slot),
    Blank(u64, bool),
    /// Bytes whose values are not known any more.
    Forgotten(u64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Slot {
    /// A variable.
    Scalar,
    /// Always this value.
    Constant(Term),
    Null,
    Node(usize),
    /// An object of the image as it was at first.
    Image(ImageId),
    /// A reference that nothing is known of.
    Hidden,
}

/// A paused program taken apart.
pub(crate) struct Captured {
    pub pose: Pose,
    /// The values of the pose's variables, in order.
    pub leaves: Vec<Term>,
    /// What they are values of.
    pub keys: Vec<String>,
    /// The known values that are part of the pose, by what they are values of.
    pub known: Vec<(String, Term)>,
    /// The cells that may be forgotten.
    loose: Vec<Loose>,
}

/// What is found out once: which locals of functions may still be read, and blocks that nobody writes.
#[derive(Default)]
pub(crate) struct Lives {
    live: RefCell<FxHashMap<FunctionId, Rc<Live>>>,
    fixed: Fixtures,
}

impl Lives {
    fn of(&self, function: FunctionId, code: &Code) -> Rc<Live> {
        Rc::clone(
            self.live
                .borrow_mut()
                .entry(function)
                .or_insert_with(|| Rc::new(Live::of(code))),
        )
    }
}

/// Takes a paused program apart. What is widened is a variable though its value is known.
pub(crate) fn capture(
    world: &World<'_>,
    paused: &Paused,
    lives: &Lives,
    widened: &dyn Fn(&str) -> bool,
) -> Captured {
    let mut walk = Walk {
        world,
        state: &paused.state,
        lives,
        widened,
        numbers: BTreeMap::new(),
        order: Vec::new(),
        leaves: Vec::new(),
        keys: Vec::new(),
        known: Vec::new(),
        loose: Vec::new(),
    };
    let last = paused.activations.len().saturating_sub(1);
    let calls = paused
        .activations
        .iter()
        .enumerate()
        .map(|(i, a)| walk.call(a, i == last))
        .collect();
    let globals = walk.globals();
    let nodes = walk.nodes();
    let pose = Pose {
        calls,
        globals,
        nodes,
    };
    let Walk {
        leaves,
        keys,
        known,
        loose,
        ..
    } = walk;
    Captured {
        pose,
        leaves,
        keys,
        known,
        loose,
    }
}

struct Walk<'a> {
    world: &'a World<'a>,
    state: &'a State,
    lives: &'a Lives,
    widened: &'a dyn Fn(&str) -> bool,
    numbers: BTreeMap<ObjectId, usize>,
    order: Vec<ObjectId>,
    leaves: Vec<Term>,
    keys: Vec<String>,
    known: Vec<(String, Term)>,
    loose: Vec<Loose>,
}

impl Walk<'_> {
    fn call(&mut self, activation: &Activation, last: bool) -> Call {
        let Activation {
            function,
            block,
            at,
            locals,
        } = activation;
        let program = self.world.program;
        let code = program.code(*function);
        let live = self.lives.of(*function, code);
        let live = if last {
            live.before(code, *block, *at)
        } else {
            live.after_call(code, *block)
        };
        let mut kept = Vec::new();
        for local in live {
            if let Some(value) = locals[local.index()] {
                // Temporaries share a name.
                let key = || {
                    let name = &program.functions[*function].name;
                    format!("{name}.{}#{}", code.locals[local].name, local.index())
                };
                kept.push((local, self.slot(value, key)));
            }
        }
        Call {
            function: *function,
            block: *block,
            at: *at,
            locals: kept,
        }
    }

    fn globals(&mut self) -> Vec<(GlobalId, Slot)> {
        let program = self.world.program;
        let is_kept = |id: GlobalId, value: Value| {
            value != self.world.initial(id) || (self.widened)(&program.globals[id].name)
        };
        let written = self
            .state
            .globals
            .iter()
            .filter(|&(&id, &value)| is_kept(id, value));
        let written: Vec<(GlobalId, Value)> = written.map(|(&id, &value)| (id, value)).collect();
        written
            .into_iter()
            .map(|(id, value)| (id, self.slot(value, || program.globals[id].name.clone())))
            .collect()
    }

    fn slot(&mut self, value: Value, key: impl FnOnce() -> String) -> Slot {
        match value {
            Value::Scalar(term) if self.world.terms.value(term).is_some() => {
                let key = key();
                if (self.widened)(&key) {
                    self.leaves.push(term);
                    self.keys.push(key);
                    return Slot::Scalar;
                }
                self.known.push((key, term));
                Slot::Constant(term)
            }
            Value::Scalar(term) => {
                self.leaves.push(term);
                self.keys.push(key());
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
        let state = self.state;
        for (id, object) in state.heap.changed() {
            if object != self.world.image(id) {
                self.node(ObjectId::Image(id));
            }
        }
        let mut nodes = Vec::new();
        while nodes.len() < self.order.len() {
            let id = self.order[nodes.len()];
            let object = state.heap.object(self.world, id);
            if let Some(fixed) = state
                .heap
                .shared(id)
                .and_then(|object| self.lives.fixed.of(self.world.terms, object))
            {
                let (content, block) = (Vec::new(), None);
                nodes.push(Node {
                    class: object.class,
                    image: None,
                    content,
                    block,
                    fixed: Some(fixed),
                });
                continue;
            }
            let name = &self.world.program.classes[object.class].name;
            let content = object.content.iter().enumerate();
            let content = content
                .map(|(i, &value)| self.slot(value, || format!("{name}[{i}]")))
                .collect();
            let image = match id {
                ObjectId::Image(id) => Some(id),
                ObjectId::Made(_) => None,
            };
            let block = object
                .memory
                .as_ref()
                .map(|memory| self.bytes(nodes.len(), memory));
            nodes.push(Node {
                class: object.class,
                image,
                content,
                block,
                fixed: None,
            });
        }
        nodes
    }

    fn bytes(&mut self, node: usize, memory: &Memory) -> Bytes {
        let Memory {
            size,
            storage,
            ref name,
            died,
            ..
        } = *memory;
        let dead = died.is_some();
        // What is dead cannot be read.
        let cells = match (dead, storage) {
            (true, _) => Vec::new(),
            (false, Storage::Constant) => memory
                .cells()
                .map(|(at, cell)| (at, self.fixed(name, at, &cell)))
                .collect(),
            (false, _) if forget::is_loose(memory) => memory
                .cells()
                .map(|c| self.loose_cell(node, name, c))
                .collect(),
            (false, _) => memory
                .cells()
                .map(|(at, cell)| (at, self.cell(name, at, &cell)))
                .collect(),
        };
        Bytes {
            size,
            storage,
            name: name.clone(),
            dead,
            cells,
        }
    }

    /// A cell of a block that nobody writes: there is no need to say whose value it is.
    fn fixed(&mut self, name: &str, at: u64, cell: &Cell) -> Kept {
        match *cell {
            Cell::Number { term, ty } if self.world.terms.value(term).is_some() => {
                Kept::Number(ty, Slot::Constant(term))
            }
            Cell::Number { .. } | Cell::Pointer { .. } | Cell::Blank { .. } => {
                self.cell(name, at, cell)
            }
        }
    }

    fn cell(&mut self, name: &str, at: u64, cell: &Cell) -> Kept {
        match *cell {
            Cell::Number { term, ty } => Kept::Number(
                ty,
                self.slot(Value::Scalar(term), || format!("{name}+{at}")),
            ),
            Cell::Pointer {
                target,
                offset,
                width,
            } => {
                let target = self.slot(target, String::new);
                Kept::Pointer(
                    width,
                    target,
                    self.slot(Value::Scalar(offset), || format!("{name}+{at} offset")),
                )
            }
            Cell::Blank { bytes, zero } => Kept::Blank(bytes, zero),
        }
    }
}

impl Pose {
    /// The variables, in the order of [`capture`]'s leaves.
    pub fn variables(&self, world: &World<'_>) -> Vec<Variable> {
        let mut names: Vec<(String, Type)> = Vec::new();
        for call in &self.calls {
            let code = world.program.code(call.function);
            let scalars = call.locals.iter().filter(|(_, slot)| *slot == Slot::Scalar);
            let function = &world.program.functions[call.function].name;
            names.extend(scalars.map(|(id, _)| {
                (
                    format!("{function}.{}", code.locals[*id].name),
                    code.locals[*id].ty,
                )
            }));
        }
        for (id, _) in self
            .globals
            .iter()
            .filter(|(_, slot)| *slot == Slot::Scalar)
        {
            names.push((
                world.program.globals[*id].name.clone(),
                world.program.globals[*id].ty,
            ));
        }
        self.nodes
            .iter()
            .for_each(|node| node.variables(world, &mut names));
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        names
            .into_iter()
            .map(|(name, ty)| variable(world, &mut seen, name, ty))
            .collect()
    }

    /// Where the program is: `main:12 > insert:4`.
    pub fn name(&self, program: &Program) -> String {
        let mut text = String::new();
        for call in &self.calls {
            let block = &program.code(call.function).blocks[call.block];
            let line = block
                .statements
                .get(call.at)
                .map_or(block.terminator.line, |s| s.line);
            let separator = if text.is_empty() { "" } else { " > " };
            let _ = write!(
                text,
                "{separator}{}:{line}",
                program.functions[call.function].name
            );
        }
        text
    }

    /// A program that has paused here, its variables being these terms.
    pub fn materialise(&self, world: &World<'_>, leaves: &[Term]) -> Paused {
        let ids = self.ids();
        let mut making = Making {
            world,
            leaves: leaves.iter().copied(),
            ids: &ids,
        };
        let activations = self
            .calls
            .iter()
            .map(|call| making.activation(world.program, call))
            .collect();
        let mut state = State::default();
        for &(id, slot) in &self.globals {
            state.globals.insert(id, making.value(slot));
        }
        for (number, node) in self.nodes.iter().enumerate() {
            match (&node.fixed, node.image) {
                (Some(fixed), _) => {
                    state.heap.share(fixed.object());
                }
                (None, Some(id)) => state.heap.change(id, making.object(number, node)),
                (None, None) => {
                    state.heap.add(making.object(number, node));
                }
            }
        }
        Paused { activations, state }
    }

    fn ids(&self) -> Vec<ObjectId> {
        let mut made = 0;
        let id = |node: &Node| match node.image {
            Some(id) => ObjectId::Image(id),
            None => {
                made += 1;
                ObjectId::Made(Id::from_index(made - 1))
            }
        };
        self.nodes.iter().map(id).collect()
    }
}

impl Node {
    fn variables(&self, world: &World<'_>, names: &mut Vec<(String, Type)>) {
        let class = &world.program.classes[self.class];
        let ty = |i: usize| match class.element {
            Some(element) => element.ty,
            None => world.program.field(world.program.layout(self.class)[i]).ty,
        };
        let scalars = self
            .content
            .iter()
            .enumerate()
            .filter(|(_, slot)| **slot == Slot::Scalar);
        names.extend(scalars.map(|(i, _)| (format!("{}[{i}]", class.name), ty(i))));
        for (at, cell) in self.block.iter().flat_map(|block| &block.cells) {
            let name = self.block.as_ref().map_or("", |block| &block.name);
            match cell {
                Kept::Number(ty, Slot::Scalar) => names.push((format!("{name}+{at}"), *ty)),
                Kept::Pointer(_, _, Slot::Scalar) => {
                    names.push((format!("{name}+{at} offset"), Type::Int(ir::IntType::I64)));
                }
                Kept::Number(..) | Kept::Pointer(..) | Kept::Blank(..) | Kept::Forgotten(_) => {}
            }
        }
    }
}

/// Soundness: two variables of one name would be one term, and inputs have names, too: none of theirs has a tick.
fn variable(
    world: &World<'_>,
    seen: &mut BTreeMap<String, usize>,
    name: String,
    ty: Type,
) -> Variable {
    let count = seen.entry(name.clone()).or_insert(0);
    *count += 1;
    let name = format!("{name}{}", "'".repeat(*count));
    let sort = world.integers.sort(ty).expect("a variable is a number");
    let term = world.terms.var(&name, sort);
    Variable {
        source_type: ty.to_string(),
        name,
        ty,
        term,
    }
}

struct Making<'a, L> {
    world: &'a World<'a>,
    leaves: L,
    ids: &'a [ObjectId],
}

impl<L: Iterator<Item = Term>> Making<'_, L> {
    fn activation(&mut self, program: &Program, call: &Call) -> Activation {
        let mut locals = vec![None; program.code(call.function).locals.len()];
        for &(local, slot) in &call.locals {
            locals[local.index()] = Some(self.value(slot));
        }
        Activation {
            function: call.function,
            block: call.block,
            at: call.at,
            locals,
        }
    }

    fn object(&mut self, number: usize, node: &Node) -> Object {
        let content = node.content.iter().map(|&slot| self.value(slot)).collect();
        let memory = node.block.as_ref().map(|block| {
            let mut cells = BTreeMap::new();
            for (at, cell) in &block.cells {
                match cell {
                    Kept::Forgotten(bytes) => {
                        cells.extend(forget::unknown(self.world, number, *at, *bytes))
                    }
                    Kept::Number(..) | Kept::Pointer(..) | Kept::Blank(..) => {
                        cells.insert(*at, self.cell(cell));
                    }
                }
            }
            Box::new(Memory::with_cells(
                block.size,
                block.storage,
                block.name.clone(),
                block.dead,
                cells,
            ))
        });
        Object {
            class: node.class,
            content,
            memory,
        }
    }

    fn cell(&mut self, cell: &Kept) -> Cell {
        match *cell {
            Kept::Number(ty, slot) => Cell::Number {
                term: self.scalar(slot),
                ty,
            },
            Kept::Pointer(width, target, offset) => {
                let target = self.value(target);
                Cell::Pointer {
                    target,
                    offset: self.scalar(offset),
                    width,
                }
            }
            Kept::Blank(bytes, zero) => Cell::Blank { bytes, zero },
            Kept::Forgotten(_) => unreachable!("what is forgotten is made byte by byte"),
        }
    }

    fn scalar(&mut self, slot: Slot) -> Term {
        match self.value(slot) {
            Value::Scalar(term) => term,
            Value::Ref(_) | Value::Open(_) | Value::Hidden => {
                unreachable!("numbers and offsets are scalars")
            }
        }
    }

    fn value(&mut self, slot: Slot) -> Value {
        match slot {
            Slot::Scalar => Value::Scalar(
                self.leaves
                    .next()
                    .expect("one leaf for each variable of the pose"),
            ),
            Slot::Constant(term) => Value::Scalar(term),
            Slot::Null => Value::Ref(None),
            Slot::Node(n) => Value::Ref(Some(self.ids[n])),
            Slot::Image(id) => Value::Ref(Some(ObjectId::Image(id))),
            Slot::Hidden => Value::Hidden,
        }
    }
}

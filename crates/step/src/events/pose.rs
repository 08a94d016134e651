//! The finite part of a program that has paused: calls under way, the graph of objects, the values that are known. What
//! no code can read any more is left out.

use std::cell::RefCell;
use std::fmt::Write;
use std::rc::Rc;

use base::Id;
use ir::{BlockId, ClassId, Code, FunctionId, GlobalId, Live, LocalId, Program, Type};
use rustc_hash::FxHashMap;
use smt::Term;
use symex::{Activation, Paused, Value, World};

use crate::Variable;
use crate::graph::{self, Fixtures, Graph, Making, Rules, Slot, Walk};

/// Where a program has paused, but for the values of variables; the roots are the calls under way.
pub(crate) type Pose = Graph<Vec<Call>>;

/// A paused program taken apart.
pub(crate) type Captured = graph::Captured<Vec<Call>>;

/// A call under way.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Call {
    function: FunctionId,
    block: BlockId,
    at: usize,
    /// Those that may still be read.
    locals: Vec<(LocalId, Slot)>,
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
    let rules = Rules {
        widened,
        key: |program: &Program, class: ClassId, slot| {
            format!("{}[{slot}]", program.classes[class].name)
        },
        keeps_keys: true,
        variable: None,
        leaves_out_same: false,
        fixtures: Some(&lives.fixed),
        layouts: None,
        numbers_vary: false,
    };
    let mut walk = Walk::new(world, &paused.state, rules);
    let last = paused.activations.len().saturating_sub(1);
    let activations = paused.activations.iter().enumerate();
    let calls = activations
        .map(|(i, activation)| call(&mut walk, lives, activation, i == last))
        .collect();
    let globals = globals(&mut walk);
    walk.captured(calls, globals)
}

fn call(walk: &mut Walk<'_>, lives: &Lives, activation: &Activation, last: bool) -> Call {
    let Activation {
        function,
        block,
        at,
        locals,
    } = activation;
    let program = walk.world.program;
    let code = program.code(*function);
    let live = lives.of(*function, code);
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
            kept.push((local, walk.slot(value, key)));
        }
    }
    Call {
        function: *function,
        block: *block,
        at: *at,
        locals: kept,
    }
}

fn globals(walk: &mut Walk<'_>) -> Vec<(GlobalId, Slot)> {
    let world = walk.world;
    let name = |id: GlobalId| &world.program.globals[id].name;
    let mut kept = Vec::new();
    for (&id, &value) in &walk.state.globals {
        if value != world.initial(id) || (walk.rules.widened)(name(id)) {
            kept.push((id, walk.slot(value, || name(id).clone())));
        }
    }
    kept
}

impl Pose {
    /// The variables, in the order of [`capture`]'s leaves.
    pub fn variables(&self, world: &World<'_>) -> Vec<Variable> {
        let program = world.program;
        let locals = self.roots.iter().flat_map(|call| {
            let function = &program.functions[call.function].name;
            let locals = &program.code(call.function).locals;
            let scalars = call.locals.iter().filter(|(_, slot)| *slot == Slot::Scalar);
            scalars.map(move |&(id, _)| {
                let local = &locals[id];
                (format!("{function}.{}", local.name), local.ty)
            })
        });
        let objects = self.nodes.iter().flat_map(|node| {
            let class = &program.classes[node.class].name;
            let named = move |(i, ty): (usize, Type)| (format!("{class}[{i}]"), ty);
            node.scalars(program).map(named).chain(node.scalar_cells())
        });
        // Soundness: inputs have names, too, and none of theirs has a tick.
        graph::variables(
            world,
            locals.chain(self.scalar_globals(program)).chain(objects),
            |name, count| name + &"'".repeat(count),
        )
    }

    /// Where the program is: `main:12 > insert:4`.
    pub fn name(&self, program: &Program) -> String {
        let mut text = String::new();
        for call in &self.roots {
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
        let mut making = self.making(world, leaves);
        let calls = self.roots.iter();
        let activations = calls
            .map(|call| activation(world.program, call, &mut making))
            .collect();
        Paused {
            activations,
            state: self.state(making),
        }
    }
}

fn activation(program: &Program, call: &Call, making: &mut Making<'_>) -> Activation {
    let mut locals: Vec<Option<Value>> = vec![None; program.code(call.function).locals.len()];
    for &(local, slot) in &call.locals {
        locals[local.index()] = Some(making.value(slot));
    }
    Activation {
        function: call.function,
        block: call.block,
        at: call.at,
        locals,
    }
}

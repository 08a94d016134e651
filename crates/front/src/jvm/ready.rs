//! Making classes ready for use: when static initialisers run, and what they make.
//!
//! Where the machine would initialise a class (JLS 12.4.1), the translation calls the class's `<ready>` function. When
//! one is first executed, the initialiser is tried on a machine of its own. If it depends on nothing that may change and
//! changes nothing but the class's own variables, it does the same whenever it runs: the class is *still*, what it made
//! goes into the image, and making it ready is nothing any more. Otherwise it runs where the program gets to it.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeSet;

use base::Arena;
use ir::interp::{Machine, Outcome};
use ir::{
    Block, ClassId, Code, Const, Function, FunctionId, Global, GlobalId, Program, Terminator,
    TerminatorKind, Type,
};

use crate::jvm::freeze::Frozen;
use crate::jvm::initialise;
use crate::jvm::readiness::Flags;
use crate::jvm::world::{Body, World};

/// A trial that takes longer than this is given up.
const TRIAL_STEPS: u64 = 4_000_000;

/// How many trials may be under way, each started by the one before.
const DEEPEST_TRIAL: usize = 40;

impl World {
    /// The function that makes a class ready; `None` if it is so already.
    pub(in crate::jvm) fn ready(
        &mut self,
        program: &Program,
        class: ClassId,
    ) -> Option<FunctionId> {
        if self.readiness.still.contains(&class) {
            return None;
        }
        if self.initialiser(class).is_none() {
            match self.ready_above(program, class).as_slice() {
                [] => {
                    self.readiness.still.insert(class);
                    return None;
                }
                [one] => return Some(*one),
                _ => {}
            }
        }
        if let Some(&known) = self.readiness.functions.get(&class) {
            return Some(known);
        }
        let file = self
            .java(class)
            .map_or_else(|| "".into(), |java| java.source_file.clone());
        let head = Function {
            file,
            ..head(program, class, "ready")
        };
        let function = self.add_function(program, head, Body::Ready(class));
        self.readiness.functions.insert(class, function);
        Some(function)
    }

    /// Whether the variables of a class have their first values for good, as far as they are final.
    pub(in crate::jvm) fn is_still(&mut self, program: &Program, class: ClassId) -> bool {
        self.readiness.still.contains(&class) || self.ready(program, class).is_none()
    }

    fn initialiser(&self, class: ClassId) -> Option<usize> {
        self.java(class)?.method("<clinit>", "()V")
    }

    /// What makes ready the supertypes that are initialised before a class: the superclass, and the interfaces with
    /// default methods; for an interface none (JLS 12.4.1).
    fn ready_above(&mut self, program: &Program, class: ClassId) -> Vec<FunctionId> {
        let Some(java) = self.java(class) else {
            return program.classes[class]
                .parent
                .and_then(|p| self.ready(program, p))
                .into_iter()
                .collect();
        };
        if java.is_interface() {
            return Vec::new();
        }
        let parent = program.classes[class].parent;
        let mut above: Vec<FunctionId> = parent
            .and_then(|p| self.ready(program, p))
            .into_iter()
            .collect();
        let inherited: BTreeSet<ClassId> = parent.map_or_else(BTreeSet::new, |p| {
            self.interfaces(program, p).into_iter().collect()
        });
        for interface in self.interfaces(program, class) {
            let java = self
                .java(interface)
                .filter(|j| j.methods.iter().any(|m| !m.is_static() && !m.is_abstract()));
            if java.is_some() && !inherited.contains(&interface) {
                above.extend(
                    self.ready(program, interface)
                        .filter(|f| !above.contains(f)),
                );
            }
        }
        above
    }

    fn flags(&mut self, program: &Program, class: ClassId) -> Flags {
        if let Some(&known) = self.readiness.flags.get(&class) {
            return known;
        }
        let flags = Flags {
            ready: self.flag(program, class, "ready"),
            erroneous: self.flag(program, class, "erroneous"),
        };
        self.readiness.flags.insert(class, flags);
        flags
    }

    fn flag(&mut self, program: &Program, class: ClassId, what: &str) -> GlobalId {
        let name = format!("{}.<{what}>", program.classes[class].name);
        let flag = program.globals.push(Global {
            name,
            ty: Type::Bool,
            initial: OnceCell::new(),
            tracked: false,
        });
        self.readiness.flag_owners.insert(flag, class);
        flag
    }

    /// Makes the supertypes ready and runs the initialiser, where and when the program gets there.
    fn on_the_way(&mut self, program: &Program, class: ClassId) -> Code {
        let flags = self.flags(program, class);
        let initialiser = self
            .initialiser(class)
            .map(|m| self.function(program, class, m));
        let mut calls = self.ready_above(program, class);
        calls.extend(initialiser);
        let place = self
            .java(class)
            .and_then(|java| Some(java.place(&java.methods[self.initialiser(class)?])));
        let line = place.map_or(0, |place| place.line);
        initialise::code(
            self,
            program,
            &head(program, class, "ready"),
            line,
            flags,
            &calls,
        )
    }

    /// The class a global variable belongs to, and whether it keeps its value once the class is ready.
    fn owner(&mut self, program: &Program, global: GlobalId) -> Option<(ClassId, bool)> {
        if let Some(&class) = self.readiness.flag_owners.get(&global) {
            return Some((class, true));
        }
        let found = self.declaration_of(global)?;
        Some((found.class, self.is_fixed(program, &found)))
    }
}

/// The code that makes a class ready.
pub(in crate::jvm) fn code(cell: &RefCell<World>, program: &Program, class: ClassId) -> Code {
    let trial = {
        let mut world = cell.borrow_mut();
        if world.readiness.still.contains(&class) {
            return nothing();
        }
        let code = world.on_the_way(program, class);
        let open = &mut world.readiness.open;
        if open.contains(&class) || open.len() >= DEEPEST_TRIAL {
            return code;
        }
        open.push(class);
        let trial = Function {
            code: OnceCell::from(code),
            ..head(program, class, "trial")
        };
        program.functions.push(trial)
    };
    // The world must be free here: what runs asks for code.
    let mut machine = Machine::watching(program);
    let outcome = machine.call(trial, &[], TRIAL_STEPS);
    let mut world = cell.borrow_mut();
    world.readiness.open.pop();
    let settled = outcome == Outcome::Returned(None) && world.settle(program, class, &machine);
    if settled {
        machine.assumed().for_each(|what| program.assume(what));
        nothing()
    } else {
        world.on_the_way(program, class)
    }
}

impl World {
    /// Puts what a trial made into the image, if it would be the same at any other time.
    fn settle(&mut self, program: &Program, class: ClassId, machine: &Machine<'_>) -> bool {
        let Some(watched) = machine.watched() else {
            return false;
        };
        // Classes that need one another are none of them still: what they get depends on which comes first.
        let mut written = watched.globals_written.iter();
        let mut own = |global: &GlobalId| {
            let owner = self.owner(program, *global);
            owner.is_some_and(|(owner, _)| owner == class)
        };
        if !watched.image_changed.is_empty() || !written.all(&mut own) {
            return false;
        }
        for global in &watched.globals_read {
            let fixed = match self.owner(program, *global) {
                Some((owner, _)) if owner == class => true,
                Some((owner, is_final)) => is_final && self.is_still(program, owner),
                None => false,
            };
            if !fixed {
                return false;
            }
        }
        let texts = &self.texts;
        let relied = watched
            .image_read
            .iter()
            .all(|&o| texts.is_text(o) || program.rely_on(o));
        let settled = relied && self.freeze(program, class, machine);
        if settled {
            self.readiness.still.insert(class);
        }
        settled
    }

    /// Gives the variables of a class and its flag the values a machine has for them.
    fn freeze(&mut self, program: &Program, class: ClassId, machine: &Machine<'_>) -> bool {
        let globals: Vec<GlobalId> = self.globals_of(class).collect();
        let differs = |&g: &GlobalId| {
            let Global { ty, initial, .. } = &program.globals[g];
            initial
                .get()
                .is_some_and(|&known| machine.global(g).constant(*ty) != Some(known))
        };
        if globals.iter().any(differs) {
            return false;
        }
        let mut frozen = Frozen::new(program, machine);
        let mut value = |g: GlobalId| {
            let Global { name, ty, .. } = &program.globals[g];
            frozen.named(machine.global(g), *ty, || name.clone())
        };
        let values: Vec<(GlobalId, Const)> = globals.into_iter().map(|g| (g, value(g))).collect();
        frozen.finish(self);
        for (global, value) in values {
            let _ = program.globals[global].initial.set(value);
        }
        if let Some(flags) = self.readiness.flags.get(&class) {
            let _ = program.globals[flags.ready].initial.set(Const::Bool(true));
        }
        true
    }
}

fn head(program: &Program, class: ClassId, what: &str) -> Function {
    Function {
        name: format!("{}.<{what}>()", program.classes[class].name),
        file: "".into(),
        params: Vec::new(),
        returns: None,
        code: OnceCell::new(),
    }
}

fn nothing() -> Code {
    let terminator = Terminator {
        kind: TerminatorKind::Return(None),
        line: 0,
    };
    Code {
        locals: Arena::new(),
        blocks: [Block {
            statements: Vec::new(),
            terminator,
        }]
        .into_iter()
        .collect(),
    }
}

//! Static initialisers, in an order in which running them all first is as good as running each at its first use.
//!
//! The subject's own and those of its superclasses do run first, in this order. Any other one may run late, so it must
//! not matter when: it may read and write its own class's variables, and read constants of others, which are
//! initialised before. Where that does not hold, initialisation as a whole is unsupported. (Running each at its first
//! use, as the machine does, would be exact for all; that is still to come.)

use std::collections::BTreeSet;

use base::Arena;
use ir::{Callee, ClassId, Function, FunctionId, GlobalId, StatementKind, TerminatorKind, Type};
use ristretto_classfile::FieldAccessFlags;

use crate::jvm::method::unsupported_body;
use crate::jvm::world::World;

/// The initialisers to run for a subject, in order.
pub(super) fn initialisers(world: &mut World, subject: ClassId) -> Vec<FunctionId> {
    let own: BTreeSet<ClassId> = world.program.ancestors(subject).collect();
    let mut order = Order { world, done: Vec::new(), open: Vec::new() };
    let others: Vec<ClassId> = order.world.initialised.iter().copied().filter(|c| !own.contains(c)).collect();
    let outcome = others.into_iter().try_for_each(|class| order.visit(class));
    let mut classes = order.done;
    match outcome {
        Ok(()) => {
            classes.extend(world.initialised.iter().filter(|c| own.contains(c)));
            let functions = classes.into_iter().filter_map(|class| world.initialiser(class));
            functions.filter(|&f| has_effect(&world.program.functions[f])).collect()
        }
        Err(reason) => vec![refusal(world, reason)],
    }
}

/// Puts classes after those they depend on.
struct Order<'w> {
    world: &'w World,
    done: Vec<ClassId>,
    open: Vec<ClassId>,
}

impl Order<'_> {
    fn visit(&mut self, class: ClassId) -> Result<(), String> {
        if self.done.contains(&class) {
            return Ok(());
        }
        let name = self.name(class);
        if self.open.contains(&class) {
            return Err(format!("static initialisers that need one another ({name})"));
        }
        self.open.push(class);
        for other in self.dependencies(class)? {
            self.visit(other)?;
        }
        self.open.pop();
        self.done.push(class);
        Ok(())
    }

    /// The classes whose constants an initialiser reads.
    fn dependencies(&self, class: ClassId) -> Result<BTreeSet<ClassId>, String> {
        let Some(initialiser) = self.world.initialiser(class) else { return Ok(BTreeSet::new()) };
        let mut needed = BTreeSet::new();
        for function in self.reached_from(initialiser) {
            let blocks = self.world.program.functions[function].blocks.values();
            for statement in blocks.flat_map(|b| &b.statements) {
                match statement.kind {
                    StatementKind::LoadGlobal(_, global) => needed.extend(self.read(class, global)?),
                    StatementKind::StoreGlobal(global, _) => self.written(class, global)?,
                    StatementKind::Assign(..)
                    | StatementKind::Load(..)
                    | StatementKind::Store(..)
                    | StatementKind::New(..) => {}
                }
            }
        }
        Ok(needed)
    }

    /// The other class a variable belongs to, if it may be read.
    fn read(&self, class: ClassId, global: GlobalId) -> Result<Option<ClassId>, String> {
        let owner = self.owner(global);
        let ir::Global { name, ty } = &self.world.program.globals[global];
        match owner {
            Some((owner, _)) if owner == class => Ok(None),
            Some((owner, true)) if *ty != Type::Ref => Ok(Some(owner)),
            _ => Err(format!("the static initialiser of {}, which reads {name}", self.name(class))),
        }
    }

    fn written(&self, class: ClassId, global: GlobalId) -> Result<(), String> {
        match self.owner(global) {
            Some((owner, _)) if owner == class => Ok(()),
            _ => {
                let name = &self.world.program.globals[global].name;
                Err(format!("the static initialiser of {}, which writes {name}", self.name(class)))
            }
        }
    }

    /// The class a variable belongs to, and whether it is final.
    fn owner(&self, global: GlobalId) -> Option<(ClassId, bool)> {
        let found = self.world.declaration_of(global)?;
        Some((found.class, found.java.fields[found.index].flags.contains(FieldAccessFlags::FINAL)))
    }

    fn reached_from(&self, start: FunctionId) -> BTreeSet<FunctionId> {
        let program = &self.world.program;
        let mut reached = BTreeSet::from([start]);
        let mut work = vec![start];
        while let Some(function) = work.pop() {
            let calls = program.functions[function].blocks.values().filter_map(|b| match &b.terminator.kind {
                TerminatorKind::Call { callee, .. } => Some(callee),
                _ => None,
            });
            for callee in calls {
                let targets: Vec<FunctionId> = match callee {
                    Callee::Direct(function) => vec![*function],
                    Callee::Virtual(selector) => {
                        program.classes.values().filter_map(|c| c.methods.get(selector).copied()).collect()
                    }
                };
                work.extend(targets.into_iter().filter(|&f| reached.insert(f)));
            }
        }
        reached
    }

    fn name(&self, class: ClassId) -> &str {
        &self.world.program.classes[class].name
    }
}

/// Whether a function does more than compute and return.
fn has_effect(function: &Function) -> bool {
    let computes = |s: &ir::Statement| matches!(s.kind, StatementKind::Assign(..));
    let returns =
        |b: &ir::Block| b.statements.iter().all(computes) && b.terminator.kind == TerminatorKind::Return(None);
    !(function.blocks.len() == 1 && function.blocks.values().all(returns))
}

fn refusal(world: &mut World, reason: String) -> FunctionId {
    world.program.functions.push(Function {
        name: "static initialisation".to_owned(),
        file: "".into(),
        locals: Arena::new(),
        params: 0,
        returns: None,
        blocks: unsupported_body(reason, 0),
    })
}

//! One function: its parameters, its variables, its code.

use std::collections::{BTreeMap, BTreeSet};

use ir::memory::{MemoryOp, Storage};
use ir::{BlockId, Code, Const, Expr, LocalId, Statement, StatementKind, TerminatorKind, Type};

use super::code::Building;
use super::early::Trial;
use super::endings::Undefined;
use super::home::{Home, Scalar};
use super::shape::{I64, Shape};
use super::statics::is_constant_type;
use super::survey::Survey;
use super::value::{Pointer, Value};
use super::whole::{Head, Whole};
use super::{assigned, early, tidy};
use crate::c::tree::{self, Body, ExprId, LabelId, StmtId, Unit};
use crate::c::types::TypeId;

/// A function while it is lowered.
pub(super) struct Lowering<'w, 'u> {
    pub(super) whole: &'w Whole<'u>,
    /// The function of the source; none where the code is made up.
    pub(super) function: Option<tree::FunctionId>,
    pub(super) survey: Survey,
    pub(super) code: Building,
    pub(super) homes: BTreeMap<tree::LocalId, Home>,
    /// The blocks and loops around, the outermost first.
    pub(super) scopes: Vec<StmtId>,
    pub(super) labels: BTreeMap<LabelId, BlockId>,
    /// Labels that were passed.
    pub(super) placed: BTreeSet<LabelId>,
    /// Where `break` leads, and how many scopes are left standing there.
    pub(super) breaks: Vec<(BlockId, usize)>,
    /// The same for `continue`.
    pub(super) continues: Vec<(BlockId, usize)>,
    /// Where undefined behaviour leads, by line and kind.
    undefined: BTreeMap<(u32, Undefined), BlockId>,
    /// Pointers to elements that are read, written or looked into, as far as they were met.
    pub(super) used: BTreeSet<ExprId>,
    /// What is looked at before its turn.
    pub(super) trials: Vec<Trial>,
    /// Where a record that is returned goes.
    pub(super) result: Option<Pointer>,
    /// The further arguments of a variadic function.
    pub(super) further: Option<LocalId>,
    /// Blocks that live as long as the call.
    own_blocks: Vec<(LocalId, Own)>,
    /// Blocks of code that end in a return.
    returns: Vec<BlockId>,
}

/// Who makes a block that lives as long as a call.
#[derive(Clone)]
enum Own {
    /// The call, when it begins: of so many bytes, with a name.
    Made(u64, Storage, String),
    /// The caller.
    Given,
    /// The call, if it gets there.
    Later,
}

impl<'w, 'u> Lowering<'w, 'u> {
    pub(super) fn new(
        whole: &'w Whole<'u>,
        function: Option<tree::FunctionId>,
        survey: Survey,
        line: u32,
    ) -> Self {
        Self {
            whole,
            function,
            survey,
            code: Building {
                asks: whole.is_module,
                ..Building::new(line)
            },
            homes: BTreeMap::new(),
            scopes: Vec::new(),
            labels: BTreeMap::new(),
            placed: BTreeSet::new(),
            breaks: Vec::new(),
            continues: Vec::new(),
            undefined: BTreeMap::new(),
            used: BTreeSet::new(),
            trials: Vec::new(),
            result: None,
            further: None,
            own_blocks: Vec::new(),
            returns: Vec::new(),
        }
    }

    pub(super) fn unit(&self) -> &'u Unit {
        self.whole.unit
    }

    pub(super) fn shape(&self, ty: TypeId) -> Shape {
        self.unit().shape(ty)
    }

    pub(super) fn local_name(&self, local: tree::LocalId) -> String {
        let function = self
            .function
            .expect("variables stand in functions of the source");
        let name = self.unit().functions[function].locals[local].name.clone();
        name.unwrap_or_else(|| "a compound literal".to_owned())
    }

    /// How the object of a variable is kept, if it is in memory.
    pub(super) fn storage(&self, local: tree::LocalId) -> Storage {
        let function = self
            .function
            .expect("variables stand in functions of the source");
        let ty = self.unit().functions[function].locals[local].ty;
        match is_constant_type(self.unit(), ty) {
            true => Storage::Fixed,
            false => Storage::Automatic,
        }
    }

    /// The finished code.
    pub(super) fn finish(mut self) -> Code {
        self.make_own_blocks();
        let given = self.homes.values().filter_map(|home| match home {
            Home::Number(_, given) | Home::Pointer { given, .. } => *given,
            Home::Block(..) | Home::Variable(_) => None,
        });
        let given = given.collect();
        let code = assigned::simplify(self.code.finish(), &given);
        tidy::tidy(early::forget(code, &self.trials))
    }

    /// Blocks that live as long as the call are made first and end before each return.
    fn make_own_blocks(&mut self) {
        let first = base::Id::from_index(0);
        let rest = std::mem::take(&mut self.code.blocks[first].statements);
        self.code.at(first);
        for (block, own) in self.own_blocks.clone() {
            match own {
                Own::Made(size, storage, name) => self.new_block(block, size, storage, &name),
                Own::Later => self.code.assign(block, Expr::Const(Const::Null)),
                Own::Given => {}
            }
        }
        self.code.blocks[first].statements.extend(rest);
        let line = self.code.line;
        for block in &self.returns {
            let ends = self.own_blocks.iter().rev().map(|(own, _)| {
                let kind = StatementKind::Memory(Box::new(MemoryOp::End(Expr::Local(*own))));
                Statement { kind, line }
            });
            self.code.blocks[*block].statements.extend(ends);
        }
    }

    /// An object without a name, which lives until the call returns.
    pub(super) fn object(&mut self, size: u64, name: &str) -> Pointer {
        self.object_in(size, Storage::Automatic, name)
    }

    fn object_in(&mut self, size: u64, storage: Storage, name: &str) -> Pointer {
        let block = self.code.local("object", Type::Ref);
        self.own_blocks
            .push((block, Own::Made(size, storage, name.to_owned())));
        Pointer {
            block: Expr::Local(block),
            offset: super::value::offset(0),
            object: Some(size),
        }
    }

    /// A local for a block that the call may make later, and that lives until it returns; null before.
    pub(super) fn block_of_call(&mut self) -> LocalId {
        let block = self.code.local("made for the call", Type::Ref);
        self.own_blocks.push((block, Own::Later));
        block
    }

    /// Where a kind of undefined behaviour leads.
    pub(super) fn undefined(&mut self, kind: Undefined) -> BlockId {
        let key = (self.code.line, kind);
        if let Some(block) = self.undefined.get(&key) {
            return *block;
        }
        let (block, here) = (self.code.block(), self.code.here);
        self.code.at(block);
        let end = match self.whole.options.checks.has(kind) {
            true => TerminatorKind::Throw(self.whole.thrown.undefined(kind)),
            false => TerminatorKind::Unsupported(kind.in_words().to_owned()),
        };
        self.code.end(end);
        self.code.at(here);
        self.undefined.insert(key, block);
        block
    }

    pub(super) fn checks(&self, kind: Undefined) -> bool {
        self.whole.options.checks.has(kind)
    }

    /// The path ends here; what follows is never reached.
    pub(super) fn unsupported(&mut self, why: impl Into<String>) {
        self.code.end(TerminatorKind::Unsupported(why.into()));
    }

    /// The same where a value is needed.
    pub(super) fn unsupported_value(&mut self, why: impl Into<String>, shape: &Shape) -> Value {
        self.unsupported(why);
        Value::dummy(shape)
    }

    /// Returns, and ends the lives of what lives as long as the call.
    pub(super) fn finish_return(&mut self, value: Option<Expr>) {
        if self
            .function
            .is_some_and(|function| self.unit().functions[function].noreturn)
        {
            let away = self.undefined(Undefined::Unreachable);
            self.code.goto(away);
            return;
        }
        self.returns.push(self.code.here);
        self.code.end(TerminatorKind::Return(value));
    }

    /// Lowers a function of the source.
    pub(super) fn source(mut self, head: &Head) -> Code {
        let function = self.function.expect("this is a function of the source");
        let data = &self.unit().functions[function];
        self.parameters(head, data);
        self.variables(data);
        match &data.body {
            Some(Body::Code(body)) => {
                self.on_entry();
                self.stmt(*body);
                self.fall_off(head, &data.name);
            }
            Some(Body::Unsupported(what)) => {
                self.code.line = what.place.line;
                self.unsupported(what.what.clone());
            }
            None => self.unsupported("a function without a body"),
        }
        self.finish()
    }

    /// Takes the parameters: they are the first locals.
    fn parameters(&mut self, head: &Head, data: &tree::Function) {
        let locals: Vec<LocalId> = head
            .params
            .iter()
            .map(|p| self.code.local(p.name.clone(), p.ty))
            .collect();
        let mut locals = locals.into_iter();
        let mut next = move || {
            locals
                .next()
                .expect("the head of a function has locals for all parameters")
        };
        if head.record.is_some() {
            let (block, offset) = (Expr::Local(next()), Expr::Local(next()));
            self.result = Some(Pointer {
                block,
                offset,
                object: None,
            });
        }
        for (position, local) in data.parameters.iter().enumerate() {
            let given = self.parameter(*local, data, &mut next);
            if !data.is_library() {
                self.demand_as_said(given, position, data);
            }
        }
        self.further = head.variadic.then(next);
    }

    /// Gives a parameter its home; what it is given, if that is a pointer.
    fn parameter(
        &mut self,
        local: tree::LocalId,
        data: &tree::Function,
        next: &mut impl FnMut() -> LocalId,
    ) -> Option<Pointer> {
        let ty = data.locals[local].ty.id;
        let size = self.unit().size(ty);
        let shape = self.shape(ty);
        let escaped = self.survey.escaped.contains(&local);
        match shape.scalar() {
            Some(Scalar::Number(ty)) => {
                let value = self.code.cast(ty, Expr::Local(next()));
                match value {
                    value if escaped => self.spill(local, size, Value::Number(value)),
                    Expr::Local(same) => drop(self.homes.insert(local, Home::Number(same, None))),
                    value => {
                        let own = self.code.local(self.local_name(local), ty);
                        self.code.assign(own, value);
                        self.homes.insert(local, Home::Number(own, None));
                    }
                }
                None
            }
            Some(Scalar::Pointer) => Some(self.pointer_parameter(local, size, next)),
            None if self.unit().is_argument_list(ty) => {
                let list = given_pointer(next(), next());
                self.spill(local, size, Value::Pointer(list));
                None
            }
            // The caller made the block; here its life ends.
            None => {
                let block = next();
                self.own_blocks.push((block, Own::Given));
                self.homes.insert(local, Home::Block(block, size));
                None
            }
        }
    }

    fn pointer_parameter(
        &mut self,
        local: tree::LocalId,
        size: u64,
        next: &mut impl FnMut() -> LocalId,
    ) -> Pointer {
        let (block, offset, given) = (next(), next(), None);
        let pointer = given_pointer(block, offset);
        if self.survey.escaped.contains(&local) {
            self.spill(local, size, Value::Pointer(pointer.clone()));
            return pointer;
        }
        let home = Home::Pointer {
            block,
            offset,
            given,
        };
        self.homes.insert(local, home);
        pointer
    }

    /// A parameter whose address is taken gets a block.
    fn spill(&mut self, local: tree::LocalId, size: u64, value: Value) {
        let object = self.object_in(size, self.storage(local), &self.local_name(local));
        let Expr::Local(block) = object.block else {
            return;
        };
        self.homes.insert(local, Home::Block(block, size));
        self.store_value(&object, &value);
    }

    /// Gives every variable its home.
    fn variables(&mut self, data: &tree::Function) {
        self.heed_promises(data);
        for (id, local) in data.locals.iter() {
            if self.homes.contains_key(&id) {
                continue;
            }
            let name = self.local_name(id);
            let always = self.survey.initialised.contains(&id);
            let scalar = self
                .shape(local.ty.id)
                .scalar()
                .filter(|_| !self.survey.escaped.contains(&id));
            let home = match scalar {
                Some(Scalar::Number(ty)) => {
                    let number = self.code.local(&name, ty);
                    Home::Number(number, (!always).then(|| self.given(&name)))
                }
                Some(Scalar::Pointer) => {
                    let block = self.code.local(&name, Type::Ref);
                    let offset = self.code.local(format!("{name}.offset"), I64);
                    Home::Pointer {
                        block,
                        offset,
                        given: (!always).then(|| self.given(&name)),
                    }
                }
                None if local.bytes.is_some() => Home::Variable(self.code.local(&name, Type::Ref)),
                None => Home::Block(
                    self.code.local(&name, Type::Ref),
                    self.unit().size(local.ty.id),
                ),
            };
            self.homes.insert(id, home);
        }
    }

    fn given(&mut self, name: &str) -> LocalId {
        self.code.local(format!("{name}.set"), Type::Bool)
    }
}

/// A pointer that is passed as two values.
fn given_pointer(block: LocalId, offset: LocalId) -> Pointer {
    Pointer {
        block: Expr::Local(block),
        offset: Expr::Local(offset),
        object: None,
    }
}

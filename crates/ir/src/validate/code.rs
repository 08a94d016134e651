//! Statements and terminators: ids in range and types that fit.

use std::collections::{BTreeMap, BTreeSet};

use crate::validate::expressions::{Typing, same};
use crate::validate::structure::signature;
use crate::{
    Block, BlockId, Callee, Expr, FieldRef, Function, FunctionId, GlobalId, Invalid, LocalId, Program, StatementKind,
    TerminatorKind, Type, Unwind,
};

type Checked = Result<(), String>;

pub(super) fn check(program: &Program) -> Vec<Invalid> {
    let methods = program.classes.values().flat_map(|c| &c.methods);
    let by_selector = methods.map(|(selector, &f)| (selector.as_str(), f)).collect();
    let mut faults = Vec::new();
    for (id, function) in program.functions.iter() {
        let checker = Checker { typing: Typing { program, function }, program, function, by_selector: &by_selector };
        for (block_id, block) in function.blocks.iter() {
            let found = checker.block(block);
            let fault = |message| Invalid { function: Some(id), block: Some(block_id), message };
            faults.extend(found.into_iter().map(fault));
        }
    }
    faults
}

struct Checker<'a> {
    typing: Typing<'a>,
    program: &'a Program,
    function: &'a Function,
    by_selector: &'a BTreeMap<&'a str, FunctionId>,
}

impl Checker<'_> {
    fn block(&self, block: &Block) -> Vec<String> {
        let mut faults: Vec<String> = block.statements.iter().filter_map(|s| self.statement(&s.kind).err()).collect();
        faults.extend(self.terminator(&block.terminator.kind).err());
        faults
    }

    fn statement(&self, statement: &StatementKind) -> Checked {
        match statement {
            StatementKind::Assign(dst, value) => self.typing.expect(value, self.typing.local(*dst)?),
            StatementKind::Load(dst, object, field) => {
                self.typing.expect(object, Type::Ref)?;
                same(self.field(*field)?, self.typing.local(*dst)?)
            }
            StatementKind::Store(object, field, value) => {
                self.typing.expect(object, Type::Ref)?;
                self.typing.expect(value, self.field(*field)?)
            }
            StatementKind::LoadGlobal(dst, global) => same(self.global(*global)?, self.typing.local(*dst)?),
            StatementKind::StoreGlobal(global, value) => self.typing.expect(value, self.global(*global)?),
            StatementKind::New(dst, class) => {
                self.program.classes.get(*class).ok_or_else(|| format!("there is no {class}"))?;
                same(Type::Ref, self.typing.local(*dst)?)
            }
        }
    }

    fn terminator(&self, terminator: &TerminatorKind) -> Checked {
        match terminator {
            TerminatorKind::Goto(to) => self.target(*to),
            TerminatorKind::Branch { cond, then, otherwise } => {
                self.typing.expect(cond, Type::Bool)?;
                self.target(*then)?;
                self.target(*otherwise)
            }
            TerminatorKind::Switch { value, cases, default } => self.switch(value, cases, *default),
            TerminatorKind::Call { dst, callee, args, next, unwind } => {
                self.target(*next)?;
                self.unwind(unwind.as_ref())?;
                self.call(*dst, callee, args)
            }
            TerminatorKind::Return(value) => self.returns(value.as_ref()),
            TerminatorKind::Throw(exception) => self.typing.expect(exception, Type::Ref),
            TerminatorKind::Unsupported(_) => Ok(()),
        }
    }

    fn switch(&self, value: &Expr, cases: &[(i64, BlockId)], default: BlockId) -> Checked {
        let Type::Int(int) = self.typing.expr(value)? else {
            return Err("a switch needs an integer".to_owned());
        };
        let mut seen = BTreeSet::new();
        for &(case, to) in cases {
            self.target(to)?;
            if !int.contains(case) {
                return Err(format!("case {case} is not a number of {int}"));
            }
            if !seen.insert(case) {
                return Err(format!("case {case} stands twice"));
            }
        }
        self.target(default)
    }

    fn call(&self, dst: Option<LocalId>, callee: &Callee, args: &[Expr]) -> Checked {
        let given = args.iter().map(|a| self.typing.expr(a)).collect::<Result<Vec<_>, _>>()?;
        let function = match callee {
            Callee::Direct(id) => Some(*id),
            Callee::Virtual(selector) => {
                same(*given.first().ok_or("a virtual call needs a receiver")?, Type::Ref)?;
                self.by_selector.get(selector.as_str()).copied()
            }
        };
        let dst = dst.map(|d| self.typing.local(d)).transpose()?;
        // No class has the method: the call can only fail, and whatever runs it says so.
        let Some(id) = function else { return Ok(()) };
        let function = self.program.functions.get(id).ok_or_else(|| format!("there is no {id}"))?;
        let (params, returns) = signature(function);
        if params != given {
            return Err(format!("{} takes ({}), not ({})", function.name, list(&params), list(&given)));
        }
        match (dst, returns) {
            (Some(dst), Some(returns)) => same(returns, dst),
            (Some(_), None) => Err(format!("{} returns nothing", function.name)),
            (None, _) => Ok(()),
        }
    }

    fn unwind(&self, unwind: Option<&Unwind>) -> Checked {
        let Some(Unwind { block, exception }) = unwind else { return Ok(()) };
        self.target(*block)?;
        same(Type::Ref, self.typing.local(*exception)?)
    }

    fn returns(&self, value: Option<&Expr>) -> Checked {
        match (value, self.function.returns) {
            (Some(value), Some(ty)) => self.typing.expect(value, ty),
            (None, None) => Ok(()),
            (Some(_), None) => Err("a value is returned where none is declared".to_owned()),
            (None, Some(_)) => Err("no value is returned where one is declared".to_owned()),
        }
    }

    fn target(&self, block: BlockId) -> Checked {
        self.function.blocks.get(block).map(|_| ()).ok_or_else(|| format!("there is no block {block}"))
    }

    fn field(&self, field: FieldRef) -> Result<Type, String> {
        let class = self.program.classes.get(field.class).ok_or_else(|| format!("there is no {}", field.class))?;
        let found = class.fields.get(field.index as usize);
        found.map(|f| f.ty).ok_or_else(|| format!("{} has no field {}", class.name, field.index))
    }

    fn global(&self, global: GlobalId) -> Result<Type, String> {
        self.program.globals.get(global).map(|g| g.ty).ok_or_else(|| format!("there is no {global}"))
    }
}

fn list(types: &[Type]) -> String {
    types.iter().map(Type::to_string).collect::<Vec<_>>().join(", ")
}

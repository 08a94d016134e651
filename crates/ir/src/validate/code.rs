//! Statements and terminators: ids in range and types that fit.

use std::collections::{BTreeMap, BTreeSet};

use crate::validate::expressions::{Typing, same};
use crate::validate::structure::signature;
use crate::{
    Block, BlockId, Callee, ClassId, Code, Expr, FieldRef, Function, FunctionId, GlobalId, IntType,
    Invalid, LocalId, Program, SelectorId, StatementKind, TerminatorKind, Type, Unwind,
};

pub(super) type Checked = Result<(), String>;

/// The type of lengths and of positions in arrays.
const POSITION: Type = Type::Int(IntType::I32);

/// A method for each selector; those of one selector take and return the same.
#[derive(Default)]
pub(super) struct Selectors(BTreeMap<SelectorId, FunctionId>);

impl Selectors {
    pub(super) fn of(program: &Program) -> Self {
        Self(
            program
                .classes
                .values()
                .flat_map(|c| c.methods.entries())
                .collect(),
        )
    }
}

pub(super) fn check(
    program: &Program,
    head: &Function,
    code: &Code,
    selectors: &Selectors,
) -> Vec<Invalid> {
    let checker = Checker {
        typing: Typing {
            program,
            locals: &code.locals,
        },
        program,
        head,
        code,
        selectors,
    };
    let mut faults = Vec::new();
    for (id, block) in code.blocks.iter() {
        let fault = |message| Invalid {
            function: None,
            block: Some(id),
            message,
        };
        faults.extend(checker.block(block).into_iter().map(fault));
    }
    faults
}

pub(super) struct Checker<'a> {
    pub(super) typing: Typing<'a>,
    pub(super) program: &'a Program,
    head: &'a Function,
    code: &'a Code,
    selectors: &'a Selectors,
}

impl Checker<'_> {
    fn block(&self, block: &Block) -> Vec<String> {
        let mut faults: Vec<String> = block
            .statements
            .iter()
            .filter_map(|s| self.statement(&s.kind).err())
            .collect();
        faults.extend(self.terminator(&block.terminator.kind).err());
        faults
    }

    fn statement(&self, statement: &StatementKind) -> Checked {
        match statement {
            StatementKind::Assign(dst, value) => {
                self.typing.expect(value, self.typing.local(*dst)?)
            }
            StatementKind::Load(dst, object, field) => {
                self.typing.expect(object, Type::Ref)?;
                same(self.field(*field)?, self.typing.local(*dst)?)
            }
            StatementKind::Store(object, field, value) => {
                self.typing.expect(object, Type::Ref)?;
                self.typing.expect(value, self.field(*field)?)
            }
            StatementKind::LoadGlobal(dst, global) => {
                same(self.global(*global)?, self.typing.local(*dst)?)
            }
            StatementKind::StoreGlobal(global, value) => {
                self.typing.expect(value, self.global(*global)?)
            }
            StatementKind::New(dst, class) => {
                self.class(*class, false)?;
                same(Type::Ref, self.typing.local(*dst)?)
            }
            StatementKind::NewArray(..)
            | StatementKind::Length(..)
            | StatementKind::LoadElement(..)
            | StatementKind::StoreElement(..)
            | StatementKind::CopyElements(_) => self.on_arrays(statement),
            StatementKind::Duplicate(dst, object) | StatementKind::ClassOf(dst, object) => {
                self.typing.expect(object, Type::Ref)?;
                same(Type::Ref, self.typing.local(*dst)?)
            }
            StatementKind::LoadSlot(dst, object, number) => {
                self.typing.local(*dst)?;
                self.slot(object, number)
            }
            StatementKind::StoreSlot(object, number, value) => {
                self.typing.expr(value)?;
                self.slot(object, number)
            }
            StatementKind::Memory(op) => self.memory(op),
            StatementKind::World(op) => self.world(op),
        }
    }

    /// What the elements are is seen only when the array is.
    fn on_arrays(&self, statement: &StatementKind) -> Checked {
        match statement {
            StatementKind::NewArray(dst, class, length) => {
                self.class(*class, true)?;
                self.typing.expect(length, POSITION)?;
                same(Type::Ref, self.typing.local(*dst)?)
            }
            StatementKind::Length(dst, array) => {
                self.typing.expect(array, Type::Ref)?;
                same(POSITION, self.typing.local(*dst)?)
            }
            StatementKind::LoadElement(dst, array, index) => {
                self.typing.local(*dst)?;
                self.element(array, index)
            }
            StatementKind::StoreElement(array, index, value) => {
                self.typing.expr(value)?;
                self.element(array, index)
            }
            StatementKind::CopyElements(copy) => {
                self.element(&copy.from, &copy.start)?;
                self.element(&copy.to, &copy.at)?;
                self.typing.expect(&copy.count, POSITION)
            }
            _ => Ok(()),
        }
    }

    fn element(&self, array: &Expr, index: &Expr) -> Checked {
        self.typing.expect(array, Type::Ref)?;
        self.typing.expect(index, POSITION)
    }

    fn slot(&self, object: &Expr, number: &Expr) -> Checked {
        self.typing.expect(object, Type::Ref)?;
        self.typing.expect(number, Type::Int(IntType::I64))
    }

    pub(super) fn class(&self, class: ClassId, of_arrays: bool) -> Checked {
        let data = self
            .program
            .classes
            .get(class)
            .ok_or_else(|| format!("there is no {class}"))?;
        match (data.element.is_some(), of_arrays) {
            (true, false) => Err(format!(
                "an array of {} is created without a length",
                data.name
            )),
            (false, true) => Err(format!("{} is no class of arrays", data.name)),
            (true, true) | (false, false) => Ok(()),
        }
    }

    fn terminator(&self, terminator: &TerminatorKind) -> Checked {
        match terminator {
            TerminatorKind::Goto(to) => self.target(*to),
            TerminatorKind::Branch {
                cond,
                then,
                otherwise,
            } => {
                self.typing.expect(cond, Type::Bool)?;
                self.target(*then)?;
                self.target(*otherwise)
            }
            TerminatorKind::Switch {
                value,
                cases,
                default,
            } => self.switch(value, cases, *default),
            TerminatorKind::Call {
                dst,
                callee,
                args,
                next,
                unwind,
            } => {
                self.target(*next)?;
                self.unwind(unwind.as_ref())?;
                self.call(*dst, callee, args)
            }
            TerminatorKind::Return(value) => self.returns(value.as_ref()),
            TerminatorKind::Throw(exception) => self.typing.expect(exception, Type::Ref),
            TerminatorKind::Wait | TerminatorKind::Unsupported(_) => Ok(()),
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
        let given = args
            .iter()
            .map(|a| self.typing.expr(a))
            .collect::<Result<Vec<_>, _>>()?;
        let function = match callee {
            Callee::Direct(id) => Some(*id),
            Callee::Virtual(selector) => {
                same(
                    *given.first().ok_or("a virtual call needs a receiver")?,
                    Type::Ref,
                )?;
                self.program
                    .selectors
                    .get(*selector)
                    .ok_or_else(|| format!("there is no {selector}"))?;
                self.selectors.0.get(selector).copied()
            }
            Callee::Native(_) => None,
        };
        let dst = dst.map(|d| self.typing.local(d)).transpose()?;
        // What is called is not known yet, or nothing is: whatever runs it sees what it is.
        let Some(id) = function else { return Ok(()) };
        let function = self
            .program
            .functions
            .get(id)
            .ok_or_else(|| format!("there is no {id}"))?;
        let (params, returns) = signature(function);
        if params != given {
            return Err(format!(
                "{} takes ({}), not ({})",
                function.name,
                list(&params),
                list(&given)
            ));
        }
        match (dst, returns) {
            (Some(dst), Some(returns)) => same(returns, dst),
            (Some(_), None) => Err(format!("{} returns nothing", function.name)),
            (None, _) => Ok(()),
        }
    }

    fn unwind(&self, unwind: Option<&Unwind>) -> Checked {
        let Some(Unwind { block, exception }) = unwind else {
            return Ok(());
        };
        self.target(*block)?;
        same(Type::Ref, self.typing.local(*exception)?)
    }

    fn returns(&self, value: Option<&Expr>) -> Checked {
        match (value, self.head.returns) {
            (Some(value), Some(ty)) => self.typing.expect(value, ty),
            (None, None) => Ok(()),
            (Some(_), None) => Err("a value is returned where none is declared".to_owned()),
            (None, Some(_)) => Err("no value is returned where one is declared".to_owned()),
        }
    }

    fn target(&self, block: BlockId) -> Checked {
        self.code
            .blocks
            .get(block)
            .map(|_| ())
            .ok_or_else(|| format!("there is no block {block}"))
    }

    fn field(&self, field: FieldRef) -> Result<Type, String> {
        let class = self
            .program
            .classes
            .get(field.class)
            .ok_or_else(|| format!("there is no {}", field.class))?;
        let found = class.fields.get(field.index as usize);
        found
            .map(|f| f.ty)
            .ok_or_else(|| format!("{} has no field {}", class.name, field.index))
    }

    fn global(&self, global: GlobalId) -> Result<Type, String> {
        self.program
            .globals
            .get(global)
            .map(|g| g.ty)
            .ok_or_else(|| format!("there is no {global}"))
    }
}

fn list(types: &[Type]) -> String {
    types
        .iter()
        .map(Type::to_string)
        .collect::<Vec<_>>()
        .join(", ")
}

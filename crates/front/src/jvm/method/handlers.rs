//! Exceptions: raising them, and finding who handles them.
//!
//! `Throw` in the ir leaves the function, so a handler in the same method is reached by a jump. Where an instruction
//! may throw, a chain of instance tests stands for the method's exception table (JVMS 2.10).

use std::collections::BTreeMap;

use ir::{BlockId, ClassId, Expr, LocalId, StatementKind, TerminatorKind, Unwind};

use crate::InputError;
use crate::jvm::method::op::Kind;
use crate::jvm::method::simplify;
use crate::jvm::method::translation::{Flow, Shape, Step, Translation, unsupported};

/// Longer exception tables are no compiler's work and would take quadratic time.
const MOST_HANDLERS: usize = 500;

/// What handles the exceptions of an instruction, in the order of the table: a class, or anything.
type Table = Vec<(Option<ClassId>, usize)>;

/// The blocks written so far, so that equal ones are written once.
#[derive(Default)]
pub(in crate::jvm) struct Handlers {
    dispatches: BTreeMap<(Table, u32), BlockId>,
    raises: BTreeMap<(&'static str, Table, u32), BlockId>,
}

impl Translation<'_> {
    /// Raises an exception if `cond` holds.
    pub(in crate::jvm) fn raise_if(&mut self, cond: Expr, class: &'static str) -> Step<Flow> {
        match cond {
            Expr::Const(ir::Const::Bool(false)) => Ok(Flow::On),
            Expr::Const(ir::Const::Bool(true)) => {
                let raise = self.raise(class)?;
                self.out.end(TerminatorKind::Goto(raise));
                Ok(Flow::Ended)
            }
            cond => {
                let raise = self.raise(class)?;
                self.out.leave_if(cond, raise);
                Ok(Flow::On)
            }
        }
    }

    /// Raises a `NullPointerException` if a reference is null; on the way on it is not.
    pub(in crate::jvm) fn refuse_null(&mut self, reference: &Expr) -> Step<Flow> {
        if self.is_non_null(reference) {
            return Ok(Flow::On);
        }
        let is_null = simplify::same_reference(ir::BinaryOp::Eq, reference.clone(), simplify::null());
        let flow = self.raise_if(is_null, "java/lang/NullPointerException")?;
        if let Expr::Local(local) = reference {
            self.non_null.insert(*local);
        }
        Ok(flow)
    }

    /// A block that creates and throws an exception of the library.
    fn raise(&mut self, class: &'static str) -> Step<BlockId> {
        let table = self.table()?;
        let key = (class, table, self.out.line);
        if let Some(&block) = self.handlers.raises.get(&key) {
            return Ok(block);
        }
        let after = self.dispatch()?;
        let exception = self.exception();
        let class = self.world.library_class(class);
        let block = self.out.reserve();
        self.handlers.raises.insert(key, block);
        self.beside(block, |this| {
            this.out.emit(StatementKind::New(exception, class));
            this.out.end(match after {
                Some(dispatch) => TerminatorKind::Goto(dispatch),
                None => TerminatorKind::Throw(Expr::Local(exception)),
            });
        });
        Ok(block)
    }

    /// Where a call at this instruction unwinds to.
    pub(in crate::jvm) fn unwind(&mut self) -> Step<Option<Unwind>> {
        let exception = self.exception();
        Ok(self.dispatch()?.map(|block| Unwind { block, exception }))
    }

    pub(in crate::jvm) fn throw(&mut self) -> Step<Flow> {
        let exception = self.pop(Kind::Ref)?;
        if self.refuse_null(&exception)? == Flow::Ended {
            return Ok(Flow::Ended);
        }
        match self.dispatch()? {
            None => self.out.end(TerminatorKind::Throw(exception)),
            Some(dispatch) => {
                let home = self.exception();
                if exception != Expr::Local(home) {
                    self.set(home, exception);
                }
                self.out.end(TerminatorKind::Goto(dispatch));
            }
        }
        Ok(Flow::Ended)
    }

    /// The local that holds an exception on its way: a handler finds it as the only entry of the stack.
    fn exception(&mut self) -> LocalId {
        self.out.stack(0, Kind::Ref)
    }

    /// The block that finds the handler for this instruction; `None` if the exception leaves the method.
    fn dispatch(&mut self) -> Step<Option<BlockId>> {
        let table = self.table()?;
        if table.is_empty() {
            return Ok(None);
        }
        let key = (table.clone(), self.out.line);
        if let Some(&block) = self.handlers.dispatches.get(&key) {
            return Ok(Some(block));
        }
        let exception = self.exception();
        let mut next = None;
        for &(class, handler) in table.iter().rev() {
            let handler = self.meet(handler, vec![Shape::Home(Kind::Ref)])?;
            next = Some(match class {
                None => handler,
                Some(class) => self.test(exception, class, handler, next),
            });
        }
        if let Some(first) = next {
            self.handlers.dispatches.insert(key, first);
        }
        Ok(next)
    }

    /// A block that goes to the handler if the exception is of the class.
    fn test(&mut self, exception: LocalId, class: ClassId, handler: BlockId, next: Option<BlockId>) -> BlockId {
        let block = self.out.reserve();
        let otherwise = next.unwrap_or_else(|| {
            let pass_on = self.out.reserve();
            self.beside(pass_on, |this| this.out.end(TerminatorKind::Throw(Expr::Local(exception))));
            pass_on
        });
        let cond = Expr::InstanceOf(Box::new(Expr::Local(exception)), class);
        self.beside(block, |this| this.out.end(TerminatorKind::Branch { cond, then: handler, otherwise }));
        block
    }

    /// The handlers of this instruction. A class that is nowhere can have no objects here, so it handles nothing.
    fn table(&mut self) -> Step<Table> {
        let code = self.code;
        if code.handlers.len() > MOST_HANDLERS {
            return Err(unsupported(format!("a method with more than {MOST_HANDLERS} exception handlers")));
        }
        let at = self.at as u16;
        let mut table = Table::new();
        for entry in code.handlers.iter().filter(|h| (h.range_pc.start..h.range_pc.end).contains(&at)) {
            let handler = usize::from(entry.handler_pc);
            if entry.catch_type == 0 {
                table.push((None, handler));
                break;
            }
            let class = self.java.class_at(entry.catch_type)?;
            if let Some(class) = self.known_class(&class)? {
                table.push((Some(class), handler));
            }
        }
        Ok(table)
    }

    /// The class of this name, unless it is an array or cannot be known.
    pub(in crate::jvm) fn known_class(&mut self, name: &str) -> Result<Option<ClassId>, InputError> {
        if name.starts_with('[') { Ok(None) } else { self.world.class(name) }
    }

    /// Writes another block and comes back to the one being written.
    pub(in crate::jvm) fn beside(&mut self, block: BlockId, write: impl FnOnce(&mut Self)) {
        let suspended = self.out.suspend(block);
        write(self);
        self.out.resume(suspended);
    }
}

//! Exceptions: raising them, and finding who handles them.
//!
//! `Throw` in the ir leaves the function, so a handler in the same method is reached by a jump. Where an instruction
//! may throw, a chain of instance tests stands for the method's exception table (JVMS 2.10).

use ir::{
    BlockId, ClassId, Const, Expr, FieldRef, GlobalId, ImageId, LocalId, StatementKind,
    TerminatorKind, Type, Unwind,
};

use crate::jvm::method::op::Kind;
use crate::jvm::method::simplify;
use crate::jvm::method::state::Table;
use crate::jvm::method::translation::{Flow, Shape, Step, Translation, unsupported};
use crate::jvm::world::World;

/// Longer exception tables are no compiler's work and would take quadratic time.
const MOST_HANDLERS: usize = 500;

/// What every exception has.
#[derive(Clone, Copy)]
struct Parts {
    text: ImageId,
    message: FieldRef,
    cause: FieldRef,
    suppressed: FieldRef,
    /// Holds the list that stands for no suppressed exceptions.
    no_suppressed: GlobalId,
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
        let is_null =
            simplify::same_reference(ir::BinaryOp::Eq, reference.clone(), simplify::null());
        let flow = self.raise_if(is_null, "java/lang/NullPointerException")?;
        if let Expr::Local(local) = reference {
            self.non_null.insert(*local);
        }
        Ok(flow)
    }

    /// A block that creates and throws an exception of the machine.
    fn raise(&mut self, class: &'static str) -> Step<BlockId> {
        let table = self.table()?;
        let key = (class, table, self.out.line);
        if let Some(&block) = self.handlers.raises.get(&key) {
            return Ok(block);
        }
        let after = self.dispatch()?;
        let exception = self.exception();
        let class = self.world.class(self.program, class)?;
        let parts = self.parts_of_exceptions()?;
        let block = self.out.reserve();
        self.handlers.raises.insert(key, block);
        self.beside(block, |this| -> Step<()> {
            this.make_exception(exception, class, parts)?;
            this.out.end(match after {
                Some(dispatch) => TerminatorKind::Goto(dispatch),
                None => TerminatorKind::Throw(Expr::Local(exception)),
            });
            Ok(())
        })?;
        Ok(block)
    }

    /// The object is made as its constructor would, but nothing is known of its text and its stack trace.
    fn make_exception(&mut self, exception: LocalId, class: ClassId, parts: Parts) -> Step<()> {
        self.make_ready(class)?;
        self.out.emit(StatementKind::New(exception, class));
        let object = Expr::Local(exception);
        let text = Expr::Const(Const::Object(parts.text));
        self.out
            .emit(StatementKind::Store(object.clone(), parts.message, text));
        self.out.emit(StatementKind::Store(
            object.clone(),
            parts.cause,
            object.clone(),
        ));
        let none = self.out.temporary("none", Type::Ref);
        self.out
            .emit(StatementKind::LoadGlobal(none, parts.no_suppressed));
        self.out.emit(StatementKind::Store(
            object,
            parts.suppressed,
            Expr::Local(none),
        ));
        Ok(())
    }

    fn parts_of_exceptions(&mut self) -> Step<Parts> {
        let throwable = self.world.class(self.program, "java/lang/Throwable")?;
        let field = |world: &World, name| {
            world
                .own_field(throwable, name)
                .ok_or_else(|| unsupported(format!("an exception without a {name}")))
        };
        let (message, cause) = (
            field(self.world, "detailMessage")?,
            field(self.world, "cause")?,
        );
        let suppressed = field(self.world, "suppressedExceptions")?;
        let sentinel = self.world.own_static(throwable, "SUPPRESSED_SENTINEL");
        let sentinel = sentinel
            .ok_or_else(|| unsupported("an exception without a list of suppressed ones"))?;
        let no_suppressed = self.world.global(self.program, &sentinel);
        Ok(Parts {
            text: self.world.machine_text(self.program)?,
            message,
            cause,
            suppressed,
            no_suppressed,
        })
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
    fn test(
        &mut self,
        exception: LocalId,
        class: ClassId,
        handler: BlockId,
        next: Option<BlockId>,
    ) -> BlockId {
        let block = self.out.reserve();
        let otherwise = next.unwrap_or_else(|| {
            let pass_on = self.out.reserve();
            self.beside(pass_on, |this| {
                this.out.end(TerminatorKind::Throw(Expr::Local(exception)))
            });
            pass_on
        });
        let cond = Expr::InstanceOf(Box::new(Expr::Local(exception)), class);
        self.beside(block, |this| {
            this.out.end(TerminatorKind::Branch {
                cond,
                then: handler,
                otherwise,
            })
        });
        block
    }

    /// The handlers of this instruction. A class that is nowhere can have no objects here, so it handles nothing.
    fn table(&mut self) -> Step<Table> {
        let code = self.code;
        if code.handlers.len() > MOST_HANDLERS {
            return Err(unsupported(format!(
                "a method with more than {MOST_HANDLERS} exception handlers"
            )));
        }
        let at = self.at as u16;
        let mut table = Table::new();
        for entry in code
            .handlers
            .iter()
            .filter(|h| (h.range_pc.start..h.range_pc.end).contains(&at))
        {
            let handler = usize::from(entry.handler_pc);
            if entry.catch_type == 0 {
                table.push((None, handler));
                break;
            }
            let class = self.java.class_at(entry.catch_type)?;
            if let Some(class) = self.known_class(&class) {
                table.push((Some(class), handler));
            }
        }
        Ok(table)
    }

    /// The class of this name, if it is there.
    pub(in crate::jvm) fn known_class(&mut self, name: &str) -> Option<ClassId> {
        self.world.class(self.program, name).ok()
    }

    /// Writes another block and comes back to the one being written.
    pub(in crate::jvm) fn beside<T>(
        &mut self,
        block: BlockId,
        write: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let suspended = self.out.suspend(block);
        let written = write(self);
        self.out.resume(suspended);
        written
    }
}

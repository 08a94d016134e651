//! One call from outside: frames and terminators.

use base::{Id, Place, work};

use crate::interp::eval::{Scope, Word};
use crate::interp::fault::{Cause, Fault};
use crate::interp::world::Whereabouts;
use crate::interp::{DEPTH_LIMIT, Machine, ObjectId, Outcome, Value};
use crate::{
    Block, BlockId, Callee, Code, Const, Expr, FunctionId, LocalId, SelectorId, Terminator,
    TerminatorKind, Unwind,
};

/// The nanoseconds of work that a step stands for.
const STEP: u64 = 20;

/// A function being executed: its code, where it is, and where its locals begin.
#[derive(Clone, Copy)]
pub(super) struct Frame<'p> {
    function: FunctionId,
    pub(super) code: &'p Code,
    block: BlockId,
    first_local: usize,
}

/// What a block leads to.
enum Flow {
    On,
    Ended(Box<Outcome>),
}

/// Where an exception was thrown first.
#[derive(Clone, Copy)]
struct Thrown {
    object: ObjectId,
    at: (FunctionId, u32),
}

pub(super) struct Run<'m, 'p> {
    pub(super) machine: &'m mut Machine<'p>,
    frames: Vec<Frame<'p>>,
    locals: Vec<i64>,
    steps_left: u64,
    thrown: Option<Thrown>,
}

impl<'m, 'p> Run<'m, 'p> {
    pub(super) fn new(machine: &'m mut Machine<'p>, step_limit: u64) -> Self {
        Self {
            machine,
            frames: Vec::new(),
            locals: Vec::new(),
            steps_left: step_limit,
            thrown: None,
        }
    }

    /// Where it is.
    pub(super) fn whereabouts(&self) -> Whereabouts {
        let block = |frame: &Frame<'_>| (frame.function, frame.block);
        self.frames.iter().map(block).collect()
    }

    pub(super) fn call(mut self, function: FunctionId, args: &[Value]) -> Outcome {
        self.locals.extend(args.iter().map(|a| a.word()));
        let outcome = self
            .enter(function, args.len())
            .and_then(|()| self.until_the_end());
        outcome.map_or_else(|fault| self.outcome_of(fault), |outcome| *outcome)
    }

    fn until_the_end(&mut self) -> Result<Box<Outcome>, Fault> {
        loop {
            let frame = self.frame();
            if let Flow::Ended(outcome) = self.block(frame, &frame.code.blocks[frame.block])? {
                return Ok(outcome);
            }
        }
    }

    fn block(&mut self, frame: Frame<'p>, block: &'p Block) -> Result<Flow, Fault> {
        self.charge(block.statements.len() as u64 + 1)?;
        for statement in &block.statements {
            self.statement(frame, &statement.kind)
                .map_err(|fault| fault.at(statement.line))?;
        }
        self.terminator(frame, &block.terminator)
            .map_err(|fault| fault.at(block.terminator.line))
    }

    fn terminator(&mut self, frame: Frame<'p>, terminator: &'p Terminator) -> Result<Flow, Fault> {
        match &terminator.kind {
            TerminatorKind::Goto(to) => self.go(*to),
            TerminatorKind::Branch {
                cond,
                then,
                otherwise,
            } => {
                let holds = self.eval(frame, cond)?.bits != 0;
                self.go(if holds { *then } else { *otherwise });
            }
            TerminatorKind::Switch {
                value,
                cases,
                default,
            } => {
                let value = self.eval(frame, value)?.bits;
                let case = cases.iter().find(|(case, _)| *case == value);
                self.go(case.map_or(*default, |(_, to)| *to));
            }
            TerminatorKind::Call {
                dst, callee, args, ..
            } => self.open(frame, *dst, callee, args)?,
            TerminatorKind::Return(value) => {
                let word = value.as_ref().map(|v| self.eval(frame, v)).transpose()?;
                return Ok(self.leave(word));
            }
            TerminatorKind::Throw(exception) => {
                let exception = ObjectId::from_word(self.eval(frame, exception)?.bits);
                let object = exception.ok_or_else(|| Fault::broken("null is thrown"))?;
                return Ok(self.throw(object, terminator.line));
            }
            TerminatorKind::Wait => return Err(Fault::waits()),
            TerminatorKind::Unsupported(reason) => return Err(Fault::unsupported(reason.clone())),
        }
        Ok(Flow::On)
    }

    /// Opens a call. The arguments go where the callee's locals will begin.
    fn open(
        &mut self,
        frame: Frame<'p>,
        dst: Option<LocalId>,
        callee: &Callee,
        args: &[Expr],
    ) -> Result<(), Fault> {
        let first = self.locals.len();
        for arg in args {
            let word = self.eval(frame, arg)?;
            self.locals.push(word.bits);
        }
        let function = match callee {
            Callee::Direct(function) => *function,
            Callee::Virtual(selector) => self.method(*selector, self.locals.get(first).copied())?,
            Callee::Native(name) => {
                let known = self.constants(frame, args)?;
                self.machine
                    .program
                    .native(name, &known)
                    .map_err(Fault::unsupported)?
            }
        };
        if !matches!(callee, Callee::Direct(_)) {
            // Nobody could check this before the call: what is called was not known.
            self.fits(frame, function, args, dst)?;
        }
        self.enter(function, args.len())
    }

    /// The arguments that are constants: all but the objects the machine has made.
    fn constants(&self, frame: Frame<'p>, args: &[Expr]) -> Result<Vec<Option<Const>>, Fault> {
        let constant = |Word { ty, bits }| Value::from_word(ty, bits).constant(ty);
        args.iter()
            .map(|arg| Ok(constant(self.eval(frame, arg)?)))
            .collect()
    }

    /// What a virtual call means for this receiver.
    fn method(&self, selector: SelectorId, receiver: Option<i64>) -> Result<FunctionId, Fault> {
        let program = self.machine.program;
        let receiver = receiver
            .and_then(ObjectId::from_word)
            .ok_or_else(|| Fault::broken("a method of null is called"))?;
        let class = self.machine.shape(receiver).class;
        let none = || {
            let (class, selector) = (
                &program.classes[class].name,
                program.selectors.get(selector),
            );
            Fault::broken(&format!(
                "method {} is called, which class {class} has not",
                selector.map_or("?", |s| s)
            ))
        };
        program.resolve(class, selector).ok_or_else(none)
    }

    fn fits(
        &self,
        frame: Frame<'p>,
        callee: FunctionId,
        args: &[Expr],
        dst: Option<LocalId>,
    ) -> Result<(), Fault> {
        let callee = &self.machine.program.functions[callee];
        let mut fits = callee.params.len() == args.len();
        fits &= dst.is_none_or(|dst| callee.returns == Some(frame.code.locals[dst].ty));
        for (param, arg) in callee.params.iter().zip(args) {
            fits &= self.eval(frame, arg)?.ty == param.ty;
        }
        let unfit = || {
            format!(
                "{} is called with what it does not take or for what it does not return",
                callee.name
            )
        };
        if fits {
            Ok(())
        } else {
            Err(Fault::broken(&unfit()))
        }
    }

    /// Enters a function whose arguments are the last of the words at hand.
    fn enter(&mut self, function: FunctionId, args: usize) -> Result<(), Fault> {
        if self.frames.len() >= DEPTH_LIMIT {
            return Err(Fault::too_deep());
        }
        let code = self.machine.program.code(function);
        self.charge(code.locals.len() as u64)?;
        let first_local = self.locals.len() - args;
        self.locals.resize(first_local + code.locals.len(), 0);
        self.frames.push(Frame {
            function,
            code,
            block: BlockId::from_index(0),
            first_local,
        });
        Ok(())
    }

    fn leave(&mut self, word: Option<Word>) -> Flow {
        self.pop();
        let Some(&caller) = self.frames.last() else {
            return Flow::Ended(Box::new(Outcome::Returned(
                word.map(|w| Value::from_word(w.ty, w.bits)),
            )));
        };
        let TerminatorKind::Call { dst, next, .. } = open_call(caller) else {
            unreachable!("a frame below another stands at a call");
        };
        if let (Some(dst), Some(word)) = (dst, word) {
            self.set_local(caller, *dst, word.bits);
        }
        self.go(*next);
        Flow::On
    }

    /// Passes the exception up to the nearest call that handles it.
    fn throw(&mut self, object: ObjectId, line: u32) -> Flow {
        let rethrown = self.thrown.filter(|t| t.object == object);
        let thrown = rethrown.unwrap_or_else(|| Thrown {
            object,
            at: self.shown(line),
        });
        self.thrown = Some(thrown);
        loop {
            self.pop();
            let Some(&caller) = self.frames.last() else {
                return Flow::Ended(Box::new(self.threw(thrown)));
            };
            if let TerminatorKind::Call {
                unwind: Some(Unwind { block, exception }),
                ..
            } = open_call(caller)
            {
                self.set_local(caller, *exception, ObjectId::to_word(Some(object)));
                self.go(*block);
                return Flow::On;
            }
        }
    }

    fn threw(&self, thrown: Thrown) -> Outcome {
        let Thrown { object, at } = thrown;
        Outcome::Threw {
            object,
            class: self.machine.shape(object).class,
            place: self.place(at),
        }
    }

    fn outcome_of(&self, fault: Fault) -> Outcome {
        match fault.cause() {
            Cause::OutOfSteps => Outcome::OutOfSteps,
            Cause::TooDeep => Outcome::TooDeep,
            Cause::Waits(line) => Outcome::Waits {
                place: self.place(self.shown(line)),
            },
            Cause::Unsupported(what, line) => Outcome::Unsupported {
                what,
                place: self.place(self.shown(line)),
            },
        }
    }

    #[inline]
    pub(super) fn eval(&self, frame: Frame<'p>, expr: &Expr) -> Result<Word, Fault> {
        let scope = Scope {
            machine: self.machine,
            code: frame.code,
            locals: &self.locals[frame.first_local..],
        };
        scope.eval(expr)
    }

    #[inline]
    pub(super) fn charge(&mut self, steps: u64) -> Result<(), Fault> {
        work::spend(steps.saturating_mul(STEP));
        self.steps_left = self
            .steps_left
            .checked_sub(steps)
            .ok_or_else(Fault::out_of_steps)?;
        Ok(())
    }

    pub(super) fn steps_left(&self) -> u64 {
        self.steps_left
    }

    #[inline]
    pub(super) fn set_local(&mut self, frame: Frame<'p>, local: LocalId, word: i64) {
        self.locals[frame.first_local + local.index()] = word;
    }

    fn go(&mut self, to: BlockId) {
        self.frames.last_mut().expect("a frame is executing").block = to;
    }

    fn pop(&mut self) {
        let frame = self.frames.pop().expect("a frame is executing");
        self.locals.truncate(frame.first_local);
    }

    fn frame(&self) -> Frame<'p> {
        *self.frames.last().expect("a frame is executing")
    }

    /// The function and the line that the innermost call has got to. What is in no file of the user's counts for the call
    /// that led there.
    fn shown(&self, line: u32) -> (FunctionId, u32) {
        let is_shown =
            |frame: &Frame<'p>| !self.machine.program.functions[frame.function].is_hidden();
        match self
            .frames
            .iter()
            .rposition(is_shown)
            .map(|at| (at, self.frames[at]))
        {
            Some((at, frame)) if at + 1 < self.frames.len() => (
                frame.function,
                frame.code.blocks[frame.block].terminator.line,
            ),
            Some(_) | None => (self.frame().function, line),
        }
    }

    fn place(&self, (function, line): (FunctionId, u32)) -> Place {
        Place::new(self.machine.program.functions[function].file.clone(), line)
    }

    /// Whether code that is none of the user's called what runs now.
    pub(super) fn is_hidden(&self) -> bool {
        self.frames
            .iter()
            .any(|frame| self.machine.program.functions[frame.function].is_hidden())
    }
}

fn open_call(frame: Frame<'_>) -> &TerminatorKind {
    &frame.code.blocks[frame.block].terminator.kind
}

//! One call from outside: frames, statements, terminators.

use base::{Id, Place};

use crate::interp::eval::{Scope, Word, ZeroDivisor};
use crate::interp::{DEPTH_LIMIT, Machine, ObjectId, Outcome, Value};
use crate::{
    Block, BlockId, Callee, ClassId, Expr, FieldRef, Function, FunctionId, LocalId, Statement, StatementKind,
    Terminator, TerminatorKind, Unwind,
};

/// A function being executed: where it is, and where its locals begin.
#[derive(Clone, Copy)]
struct Frame {
    function: FunctionId,
    block: BlockId,
    first_local: usize,
}

/// Why a run ended without an answer.
enum Stop {
    OutOfSteps,
    TooDeep,
    Unsupported(String, u32),
}

/// What a block leads to.
enum Flow {
    On,
    Ended(Outcome),
}

/// Where an exception was thrown first.
#[derive(Clone, Copy)]
struct Thrown {
    object: ObjectId,
    function: FunctionId,
    line: u32,
}

pub(super) struct Run<'m, 'p> {
    machine: &'m mut Machine<'p>,
    frames: Vec<Frame>,
    locals: Vec<i64>,
    steps_left: u64,
    thrown: Option<Thrown>,
}

impl<'m, 'p> Run<'m, 'p> {
    pub(super) fn new(machine: &'m mut Machine<'p>, step_limit: u64) -> Self {
        Self { machine, frames: Vec::new(), locals: Vec::new(), steps_left: step_limit, thrown: None }
    }

    pub(super) fn call(mut self, function: FunctionId, args: &[Value]) -> Outcome {
        let args = args.iter().map(|a| a.word()).collect::<Vec<_>>();
        let outcome = self.enter(function, &args).and_then(|()| self.until_the_end());
        outcome.unwrap_or_else(|stop| self.outcome_of(stop))
    }

    fn until_the_end(&mut self) -> Result<Outcome, Stop> {
        loop {
            let frame = self.frame();
            let program = self.machine.program;
            let function = &program.functions[frame.function];
            let block = &function.blocks[frame.block];
            if let Flow::Ended(outcome) = self.block(frame, function, block)? {
                return Ok(outcome);
            }
        }
    }

    fn block(&mut self, frame: Frame, function: &'p Function, block: &'p Block) -> Result<Flow, Stop> {
        self.charge(block.statements.len() as u64 + 1)?;
        for statement in &block.statements {
            self.statement(frame, function, statement)?;
        }
        self.terminator(frame, function, &block.terminator)
    }

    fn statement(&mut self, frame: Frame, function: &'p Function, statement: &Statement) -> Result<(), Stop> {
        let line = statement.line;
        match &statement.kind {
            StatementKind::Assign(dst, value) => {
                let word = self.eval(frame, function, value, line)?;
                self.set_local(frame, *dst, word.bits);
            }
            StatementKind::Load(dst, object, field) => {
                let object = self.owner(frame, function, object, *field, line)?;
                let word = self.machine.heap.slot(object, self.machine.layout.offset(*field));
                self.set_local(frame, *dst, word);
            }
            StatementKind::Store(object, field, value) => {
                let object = self.owner(frame, function, object, *field, line)?;
                let word = self.eval(frame, function, value, line)?;
                let offset = self.machine.layout.offset(*field);
                self.machine.heap.set_slot(object, offset, word.bits);
            }
            StatementKind::LoadGlobal(dst, global) => {
                let word = self.machine.globals[global.index()];
                self.set_local(frame, *dst, word);
            }
            StatementKind::StoreGlobal(global, value) => {
                self.machine.globals[global.index()] = self.eval(frame, function, value, line)?.bits;
            }
            StatementKind::New(dst, class) => {
                let object = self.create(*class)?;
                self.set_local(frame, *dst, ObjectId::to_word(Some(object)));
            }
        }
        Ok(())
    }

    fn terminator(&mut self, frame: Frame, function: &'p Function, terminator: &'p Terminator) -> Result<Flow, Stop> {
        let line = terminator.line;
        match &terminator.kind {
            TerminatorKind::Goto(to) => self.go(*to),
            TerminatorKind::Branch { cond, then, otherwise } => {
                let holds = self.eval(frame, function, cond, line)?.bits != 0;
                self.go(if holds { *then } else { *otherwise });
            }
            TerminatorKind::Switch { value, cases, default } => {
                let value = self.eval(frame, function, value, line)?.bits;
                let case = cases.iter().find(|(case, _)| *case == value);
                self.go(case.map_or(*default, |(_, to)| *to));
            }
            TerminatorKind::Call { callee, args, .. } => {
                let args = args.iter().map(|a| Ok(self.eval(frame, function, a, line)?.bits));
                let args = args.collect::<Result<Vec<i64>, Stop>>()?;
                let target = self.target(frame, callee, &args, line)?;
                self.enter(target, &args)?;
            }
            TerminatorKind::Return(value) => {
                let word = value.as_ref().map(|v| self.eval(frame, function, v, line)).transpose()?;
                return Ok(self.leave(word));
            }
            TerminatorKind::Throw(exception) => {
                let exception = ObjectId::from_word(self.eval(frame, function, exception, line)?.bits);
                let object = exception.ok_or_else(|| broken("null is thrown", line))?;
                return Ok(self.throw(frame, object, line));
            }
            TerminatorKind::Unsupported(reason) => return Err(Stop::Unsupported(reason.clone(), line)),
        }
        Ok(Flow::On)
    }

    fn target(&self, frame: Frame, callee: &Callee, args: &[i64], line: u32) -> Result<FunctionId, Stop> {
        match callee {
            Callee::Direct(function) => Ok(*function),
            Callee::Virtual(selector) => {
                let receiver = args.first().and_then(|&word| ObjectId::from_word(word));
                let receiver = receiver.ok_or_else(|| broken("a method of null is called", line))?;
                let class = self.machine.heap.class(receiver);
                let target = self.machine.layout.target(frame.function, frame.block, class);
                let target = target.filter(|&t| self.machine.program.functions[t].params == args.len());
                target.ok_or_else(|| broken(&format!("an object without method {selector} is called"), line))
            }
        }
    }

    fn enter(&mut self, function: FunctionId, args: &[i64]) -> Result<(), Stop> {
        if self.frames.len() >= DEPTH_LIMIT {
            return Err(Stop::TooDeep);
        }
        let count = self.machine.program.functions[function].locals.len();
        self.charge(count as u64)?;
        let first_local = self.locals.len();
        self.locals.extend_from_slice(args);
        self.locals.resize(first_local + count, 0);
        self.frames.push(Frame { function, block: BlockId::from_index(0), first_local });
        Ok(())
    }

    fn leave(&mut self, word: Option<Word>) -> Flow {
        self.pop();
        let Some(&caller) = self.frames.last() else {
            return Flow::Ended(Outcome::Returned(word.map(|w| Value::from_word(w.ty, w.bits))));
        };
        let TerminatorKind::Call { dst, next, .. } = self.open_call(caller) else {
            unreachable!("a frame below another stands at a call");
        };
        if let (Some(dst), Some(word)) = (dst, word) {
            self.set_local(caller, *dst, word.bits);
        }
        self.go(*next);
        Flow::On
    }

    /// Passes the exception up to the nearest call that handles it.
    fn throw(&mut self, frame: Frame, object: ObjectId, line: u32) -> Flow {
        let rethrown = self.thrown.filter(|t| t.object == object);
        let thrown = rethrown.unwrap_or(Thrown { object, function: frame.function, line });
        self.thrown = Some(thrown);
        loop {
            self.pop();
            let Some(&caller) = self.frames.last() else {
                return Flow::Ended(self.threw(thrown));
            };
            if let TerminatorKind::Call { unwind: Some(Unwind { block, exception }), .. } = self.open_call(caller) {
                self.set_local(caller, *exception, ObjectId::to_word(Some(object)));
                self.go(*block);
                return Flow::On;
            }
        }
    }

    fn threw(&self, thrown: Thrown) -> Outcome {
        let Thrown { object, function, line } = thrown;
        Outcome::Threw { object, class: self.machine.heap.class(object), place: self.place(function, line) }
    }

    fn outcome_of(&self, stop: Stop) -> Outcome {
        match stop {
            Stop::OutOfSteps => Outcome::OutOfSteps,
            Stop::TooDeep => Outcome::TooDeep,
            Stop::Unsupported(what, line) => {
                Outcome::Unsupported { what, place: self.place(self.frame().function, line) }
            }
        }
    }

    /// The object whose field is meant.
    fn owner(&self, frame: Frame, f: &Function, object: &Expr, field: FieldRef, line: u32) -> Result<ObjectId, Stop> {
        let object = ObjectId::from_word(self.eval(frame, f, object, line)?.bits);
        let object = object.ok_or_else(|| broken("a field of null is used", line))?;
        if self.machine.layout.has_fields_of(self.machine.heap.class(object), field.class) {
            Ok(object)
        } else {
            Err(broken("a field is used that the object does not have", line))
        }
    }

    fn create(&mut self, class: ClassId) -> Result<ObjectId, Stop> {
        self.charge(self.machine.layout.size(class) as u64)?;
        Ok(self.machine.allocate(class))
    }

    fn eval(&self, frame: Frame, function: &Function, expr: &Expr, line: u32) -> Result<Word, Stop> {
        let scope = Scope::new(self.machine, function, &self.locals[frame.first_local..]);
        scope.eval(expr).map_err(|ZeroDivisor| broken("a divisor is zero", line))
    }

    fn charge(&mut self, steps: u64) -> Result<(), Stop> {
        self.steps_left = self.steps_left.checked_sub(steps).ok_or(Stop::OutOfSteps)?;
        Ok(())
    }

    fn set_local(&mut self, frame: Frame, local: LocalId, word: i64) {
        self.locals[frame.first_local + local.index()] = word;
    }

    fn go(&mut self, to: BlockId) {
        self.frames.last_mut().expect("a frame is executing").block = to;
    }

    fn pop(&mut self) {
        let frame = self.frames.pop().expect("a frame is executing");
        self.locals.truncate(frame.first_local);
    }

    fn frame(&self) -> Frame {
        *self.frames.last().expect("a frame is executing")
    }

    fn open_call(&self, frame: Frame) -> &'p TerminatorKind {
        &self.machine.program.functions[frame.function].blocks[frame.block].terminator.kind
    }

    fn place(&self, function: FunctionId, line: u32) -> Place {
        Place::new(self.machine.program.functions[function].file.clone(), line)
    }
}

/// The front end promised this would not happen, so nothing can be said about what does.
fn broken(what: &str, line: u32) -> Stop {
    Stop::Unsupported(format!("code that breaks a promise of the ir: {what}"), line)
}

//! What a machine exchanges with the world: inputs that were given beforehand, events, output.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::interp::fault::Fault;
use crate::interp::print::{Argument, format};
use crate::interp::run::{Frame, Run};
use crate::interp::tape::Tape;
use crate::interp::{Machine, Value};
use crate::memory::Position;
use crate::{EventId, Expr, LocalId, PrintArg, Type, WorldOp};

/// An input that a program took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// Whose answer it was.
    pub name: Arc<str>,
    /// The type.
    pub ty: Type,
    /// What it was.
    pub value: Value,
}

#[derive(Clone, Debug, Default)]
pub(super) struct World {
    given: VecDeque<Value>,
    taken: Vec<Taken>,
    events: Vec<EventId>,
    pub(super) output: Vec<u8>,
    pub(super) tape: Tape,
}

impl Machine<'_> {
    /// Gives inputs, behind those that were given before. Where they run out, zero is taken.
    pub fn give(&mut self, inputs: Vec<Value>) {
        self.world.given.extend(inputs);
    }

    /// The inputs taken so far.
    pub fn taken(&self) -> &[Taken] {
        &self.world.taken
    }

    /// The events passed so far.
    pub fn events(&self) -> &[EventId] {
        &self.world.events
    }

    /// What was written to standard output so far.
    pub fn output(&self) -> &[u8] {
        &self.world.output
    }
}

impl<'p> Run<'_, 'p> {
    pub(super) fn world(&mut self, frame: Frame<'p>, op: &WorldOp) -> Result<(), Fault> {
        match op {
            WorldOp::Input { dst, name } => self.input(frame, *dst, name),
            WorldOp::Event(event) => {
                self.machine.world.events.push(*event);
                Ok(())
            }
            WorldOp::Enter(_) | WorldOp::Iterate(_) => Ok(()),
            WorldOp::Output(symbol) => self.output(frame, symbol),
            WorldOp::OutputBytes { from, count } => self.output_bytes(frame, from, count),
            WorldOp::Stream(stream) => self.stream(frame, stream),
            WorldOp::Length(dst) => self.stream_length(frame, *dst),
            // Nothing is forgotten here.
            WorldOp::Lags(dst, _) => {
                self.set_local(frame, *dst, 0);
                Ok(())
            }
            WorldOp::Sink(sink) => self.sink(frame, sink),
            WorldOp::Print { format, args } => self.print(frame, format, args),
        }
    }

    /// Bytes in the order of memory.
    fn output(&mut self, frame: Frame<'p>, symbol: &Expr) -> Result<(), Fault> {
        let value = self.eval(frame, symbol)?;
        let bytes = value.bits.to_le_bytes();
        let width = match value.ty {
            Type::Int(int) => usize::from(int.bits).div_ceil(8),
            Type::Bool | Type::Float(_) | Type::Ref => 1,
        };
        self.machine.world.output.extend(&bytes[..width]);
        Ok(())
    }

    fn input(&mut self, frame: Frame<'p>, dst: LocalId, name: &Arc<str>) -> Result<(), Fault> {
        let ty = frame.code.locals[dst].ty;
        let value = self.machine.world.given.pop_front().unwrap_or_else(|| Value::zero(ty));
        if !value.fits(ty) {
            return Err(Fault::unsupported(format!("{value:?} was given as an input of type {ty}, for {name}")));
        }
        self.machine.world.taken.push(Taken { name: name.clone(), ty, value });
        self.set_local(frame, dst, value.word());
        Ok(())
    }

    fn print(&mut self, frame: Frame<'p>, pattern: &Position, args: &[PrintArg]) -> Result<(), Fault> {
        let pattern = self.pointer(frame, pattern)?;
        let args: Result<Vec<Argument>, Fault> = args.iter().map(|arg| self.argument(frame, arg)).collect();
        let text = format(self, pattern, &args?)?;
        self.charge(text.len() as u64)?;
        self.machine.world.output.extend(text);
        Ok(())
    }

    fn argument(&self, frame: Frame<'p>, arg: &PrintArg) -> Result<Argument, Fault> {
        match arg {
            PrintArg::Number(number) => self.eval(frame, number).map(Argument::Number),
            PrintArg::Pointer(at) => self.pointer(frame, at).map(Argument::Pointer),
        }
    }
}

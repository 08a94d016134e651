//! What a machine exchanges with the world: inputs that were given beforehand, events, output.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use base::Random;

use crate::interp::fault::Fault;
use crate::interp::memory::word_of;
use crate::interp::print::{Argument, format};
use crate::interp::run::{Frame, Run};
use crate::interp::tape::Tape;
use crate::interp::{Machine, Value};
use crate::memory::Position;
use crate::outside::{OUT_OF_PATIENCE, PATIENCE};
use crate::{Ask, BlockId, EventId, Expr, FunctionId, LocalId, Open, PrintArg, Type, WorldOp};

/// An input that a program took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// Whose answer it was.
    pub name: Arc<str>,
    /// The type.
    pub ty: Type,
    /// What it was.
    pub value: Value,
    /// Whether it was one that is left open.
    pub open: bool,
}

/// The blocks of all that was called and has not ended.
pub(super) type Whereabouts = Vec<(FunctionId, BlockId)>;

#[derive(Clone, Debug, Default)]
pub(super) struct World {
    given: VecDeque<Value>,
    chosen: VecDeque<Value>,
    /// By question, in the order in which these are asked.
    answers: BTreeMap<Arc<str>, VecDeque<Value>>,
    /// How often a question was asked at a place since these were given.
    asked: BTreeMap<(Arc<str>, Whereabouts), usize>,
    /// What open values are drawn from where none is given.
    draw: Option<Random>,
    taken: Vec<Taken>,
    assumed: BTreeSet<Arc<str>>,
    events: Vec<EventId>,
    pub(super) output: Vec<u8>,
    pub(super) tape: Tape,
}

impl Machine<'_> {
    /// Gives inputs, behind those that were given before. Where they run out, zero is taken.
    pub fn give(&mut self, inputs: Vec<Value>) {
        self.world.given.extend(inputs);
    }

    /// What others answer from now on, by question. A question that has no answer left is not supported.
    pub fn answer(&mut self, answers: BTreeMap<Arc<str>, VecDeque<Value>>) {
        self.world.answers = answers;
        self.world.asked.clear();
    }

    /// Chooses values for what is left open, behind those that were chosen before. Where they run out, they are drawn or zero.
    pub fn choose(&mut self, open: Vec<Value>) {
        self.world.chosen.extend(open);
    }

    /// From now on draws values for what is left open and not chosen.
    pub fn draw_open(&mut self, random: Random) {
        self.world.draw = Some(random);
    }

    /// What all that was run so far rests on.
    pub fn assumed(&self) -> impl Iterator<Item = &Arc<str>> {
        self.world.assumed.iter()
    }

    /// The inputs taken so far, what is left open among them.
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
            WorldOp::Input { dst, name, .. } => self.input(frame, *dst, name),
            WorldOp::Open(open) => self.leave_open(frame, open),
            WorldOp::Ask(ask) => self.ask(frame, ask),
            WorldOp::Event(event) => {
                if !self.is_hidden() {
                    self.machine.world.events.push(*event);
                }
                Ok(())
            }
            WorldOp::Assume(what) => {
                self.machine.world.assumed.insert(Arc::clone(what));
                Ok(())
            }
            WorldOp::Enter(_) | WorldOp::Iterate(_) => Ok(()),
            WorldOp::Output(symbol) => self.output(frame, symbol),
            WorldOp::Keep(count) => {
                self.machine.world.tape.kept = Some(self.eval(frame, count)?.bits);
                Ok(())
            }
            WorldOp::OutputBytes { from, count } => self.output_bytes(frame, from, count),
            WorldOp::Stream(stream) => self.stream(frame, stream),
            WorldOp::Length(dst) => self.stream_length(frame, *dst),
            WorldOp::Watched(dst) => {
                self.set_local(frame, *dst, 1);
                Ok(())
            }
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
        let given = self.machine.world.given.pop_front();
        let value = self.take(given.unwrap_or_else(|| Value::zero(ty)), ty, name, false)?;
        self.set_local(frame, dst, value.word());
        Ok(())
    }

    fn ask(&mut self, frame: Frame<'p>, ask: &Ask) -> Result<(), Fault> {
        let Ask {
            dst,
            ref question,
            last,
        } = *ask;
        let place = (Arc::clone(question), self.whereabouts());
        let asked = self.machine.world.asked.entry(place).or_default();
        *asked += 1;
        if *asked > PATIENCE {
            self.machine.world.assumed.insert(OUT_OF_PATIENCE.into());
            self.set_local(frame, dst, word_of(last));
            return Ok(());
        }
        let ty = frame.code.locals[dst].ty;
        let answers = self.machine.world.answers.get_mut(question);
        let Some(answer) = answers.and_then(VecDeque::pop_front) else {
            let what = format!("{question}, which nobody has answered");
            return Err(Fault::unsupported(what));
        };
        let value = self.take(answer, ty, question, false)?;
        self.set_local(frame, dst, value.word());
        Ok(())
    }

    fn leave_open(&mut self, frame: Frame<'p>, open: &Open) -> Result<(), Fault> {
        let ty = frame.code.locals[open.dst].ty;
        let world = &mut self.machine.world;
        let chosen = world
            .chosen
            .pop_front()
            .or_else(|| world.draw.as_mut().map(|random| drawn(random, ty)));
        let raw = self.take(
            chosen.unwrap_or_else(|| Value::zero(ty)),
            ty,
            &open.name,
            true,
        )?;
        let like = open.like.of().map(|of| self.eval(frame, of)).transpose()?;
        let value = match raw {
            Value::Int(raw) => Value::Int(open.like.value(raw, like.map(|of| of.bits))),
            raw => raw,
        };
        self.set_local(frame, open.dst, value.word());
        Ok(())
    }

    fn take(
        &mut self,
        value: Value,
        ty: Type,
        name: &Arc<str>,
        open: bool,
    ) -> Result<Value, Fault> {
        if !value.fits(ty) {
            return Err(Fault::unsupported(format!(
                "{value:?} was given as an input of type {ty}, for {name}"
            )));
        }
        self.machine.world.taken.push(Taken {
            name: name.clone(),
            ty,
            value,
            open,
        });
        Ok(value)
    }

    fn print(
        &mut self,
        frame: Frame<'p>,
        pattern: &Position,
        args: &[PrintArg],
    ) -> Result<(), Fault> {
        let pattern = self.pointer(frame, pattern)?;
        let args: Result<Vec<Argument>, Fault> =
            args.iter().map(|arg| self.argument(frame, arg)).collect();
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

/// Any value of a type: one that is small or far out as often as any other.
fn drawn(random: &mut Random, ty: Type) -> Value {
    let bits = match random.below(4) {
        0 => random.below(5) as i64 - 2,
        1 => 256 << random.below(24),
        _ => random.bits() as i64,
    };
    match ty {
        Type::Bool => Value::Bool(bits & 1 == 1),
        Type::Int(int) => Value::Int(int.wrap(bits)),
        Type::Float(float) => Value::Float(float, float.canonical(bits as u64)),
        Type::Ref => Value::NULL,
    }
}

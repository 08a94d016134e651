//! What a path exchanges with the world, and how its loops are counted.

use std::rc::Rc;
use std::sync::Arc;

use ir::{
    Ask, EventId, Expr, Giver, IntType, LocalId, OUT_OF_PATIENCE, Open, PATIENCE, Type, WorldOp,
};
use smt::Term;

use crate::explorer::Explorer;
use crate::stuck::{Step, Stuck};
use crate::tape::Written;
use crate::thread::{Counted, Frame, Thread};
use crate::trace::{Answer, Input, Origin, Whereabouts, answer_name, open_name};
use crate::{Bound, Paths, Value};

fn given(thread: &mut Thread<'_>, dst: LocalId, term: Term) -> Step<()> {
    thread.set(dst, Value::Scalar(term));
    Ok(())
}

impl<'p> Explorer<'_, 'p> {
    pub(crate) fn exchange(&mut self, thread: &mut Thread<'p>, op: &WorldOp) -> Step<()> {
        match op {
            WorldOp::Input { dst, name, giver } => self.input(thread, *dst, name, *giver),
            WorldOp::Open(open) => self.open(thread, open),
            WorldOp::Ask(ask) => self.ask(thread, ask),
            WorldOp::Event(event) => self.event(thread, *event),
            WorldOp::Assume(what) => {
                self.world.program.assume(what);
                Ok(())
            }
            WorldOp::Enter(number) => {
                let (count, since) = (0, thread.decisions);
                let loops = &mut thread.top_mut().loops;
                loops.insert(*number, Counted { count, since });
                Ok(())
            }
            WorldOp::Iterate(number) => self.iterate(thread, *number),
            WorldOp::Output(symbol) => self.output(thread, symbol),
            WorldOp::OutputBytes { from, count } => self.output_bytes(thread, from, count),
            WorldOp::Keep(count) => {
                let count = self.scalar(thread, count)?;
                self.keep(thread, count)
            }
            WorldOp::Stream(stream) => self.stream(thread, stream),
            WorldOp::Sink(sink) => self.sink(thread, sink),
            WorldOp::Lags(dst, at) => {
                let lags = self.lags(thread, at)?;
                given(thread, *dst, lags)
            }
            // What programs write is no part of what is claimed of them.
            WorldOp::Watched(dst) => {
                let watched = i64::from(thread.tape.is_some());
                given(thread, *dst, self.arith().integer(IntType::I32, watched))
            }
            WorldOp::Length(dst) => {
                let length = self.stream_length(thread)?;
                given(thread, *dst, length)
            }
            WorldOp::Print { .. } if thread.tape.is_some() => {
                Err(Stuck::stop("what `printf` writes"))
            }
            WorldOp::Print { .. } => Ok(()),
        }
    }

    fn output(&mut self, thread: &mut Thread<'p>, symbol: &Expr) -> Step<()> {
        let symbol = self.scalar(thread, symbol)?;
        match thread.tape {
            Some(_) => self.write_symbol(thread, symbol)?,
            // What is written does not keep paths apart.
            None if self.bounds.paths != Paths::Apart => {}
            None => thread.trace.output.push(Written::Symbol(symbol)),
        }
        Ok(())
    }

    fn input(
        &self,
        thread: &mut Thread<'p>,
        dst: LocalId,
        name: &Arc<str>,
        giver: Giver,
    ) -> Step<()> {
        if thread.tape.is_some() {
            return Err(Stuck::stop(format!(
                "it depends on more than its input: on {name}"
            )));
        }
        let ty = thread.top().code.locals[dst].ty;
        let term = self.given(thread, ty, name, Origin::Outside(giver))?;
        thread.set(dst, Value::Scalar(term));
        Ok(())
    }

    /// A variable that no input of another name or number is. Paths that ask in the same order share their variables,
    /// so that what is known of one helps the other.
    fn given(
        &self,
        thread: &mut Thread<'p>,
        ty: Type,
        name: &Arc<str>,
        origin: Origin,
    ) -> Step<Term> {
        let sort = self
            .world
            .integers
            .sort(ty)
            .ok_or_else(|| Stuck::stop("a reference from outside"))?;
        let alike = |input: &&Input| {
            input.name == *name && (input.origin == Origin::Open) == (origin == Origin::Open)
        };
        let before = thread.trace.inputs.iter().filter(alike).count();
        let term = match origin {
            Origin::Outside(_) => self.world.terms.var(&format!("{name}#{before}"), sort),
            Origin::Open => self.world.terms.var(&open_name(name, before), sort),
        };
        let place = self.place(thread);
        thread.trace.inputs.push(Input {
            term,
            ty,
            name: name.clone(),
            place,
            origin,
        });
        let range = self.world.integers.range(self.world.terms, ty, term);
        if range != self.world.terms.bool(true) {
            self.require(thread, range);
        }
        Ok(term)
    }

    /// A value that is left open. What filters read does not decide it, so nothing that they do may depend on it.
    fn open(&self, thread: &mut Thread<'p>, open: &Open) -> Step<()> {
        let ty = thread.top().code.locals[open.dst].ty;
        let of = open
            .like
            .of()
            .map(|of| self.typed_scalar(thread, of))
            .transpose()?;
        let raw = self.given(thread, ty, &open.name, Origin::Open)?;
        if let Some(tape) = &mut thread.tape {
            Rc::make_mut(&mut tape.unknown).insert(raw);
        }
        let value = self.arith().open(&open.like, ty, raw, of)?;
        thread.set(open.dst, Value::Scalar(value));
        Ok(())
    }

    /// The answer to a question is a variable; paths that ask the same question for the same time share it.
    fn ask(&self, thread: &mut Thread<'p>, ask: &Ask) -> Step<()> {
        let Ask {
            dst,
            ref question,
            last,
        } = *ask;
        let ty = thread.top().code.locals[dst].ty;
        let block = |frame: &Frame<'_>| (frame.function, frame.block);
        let place: Whereabouts = thread.frames.iter().map(block).collect();
        let place = (Arc::clone(question), place);
        let known = thread.trace.asked.iter();
        if known.filter(|asked| **asked == place).count() >= PATIENCE {
            self.world.program.assume(&OUT_OF_PATIENCE.into());
            let last = self.arith().constant(last);
            return given(
                thread,
                dst,
                last.ok_or_else(|| Stuck::stop("a reference from outside"))?,
            );
        }
        if thread.trace.answers.len() >= self.limits.questions {
            return Err(Stuck::stop(match self.limits.questions {
                0 => format!("the answer to {question}"),
                most => format!("more than {most} questions to others in one call"),
            }));
        }
        thread.trace.asked.push(place);
        let asked = thread.trace.answers.iter();
        let before = asked.filter(|answer| answer.question == *question).count();
        let Some(sort) = self.world.integers.sort(ty) else {
            return Err(Stuck::stop("a reference from outside"));
        };
        let term = self.world.terms.var(&answer_name(question, before), sort);
        thread.trace.answers.push(Answer {
            term,
            ty,
            question: question.clone(),
            before,
        });
        let range = self.world.integers.range(self.world.terms, ty, term);
        if range != self.world.terms.bool(true) {
            self.require(thread, range);
        }
        given(thread, dst, term)
    }

    fn event(&mut self, thread: &mut Thread<'p>, event: EventId) -> Step<()> {
        if thread
            .frames
            .iter()
            .any(|frame| self.world.program.functions[frame.function].is_hidden())
            || self.bounds.paths == Paths::Wordless
        {
            return Ok(());
        }
        let word = &mut thread.trace.word;
        if self.bounds.letters.is_some_and(|most| word.len() >= most) {
            return Err(Stuck::Beyond(Bound::Letters));
        }
        word.push(event);
        if self.outlet.wants(word) {
            Ok(())
        } else {
            Err(Stuck::Unwanted)
        }
    }

    /// Counts an iteration: the first, and every other if something was decided since the one before began. That is the
    /// paper's b (Chapman et al., "Learning the Language of Error", 2015, section 3), without the loops whose course is fixed.
    fn iterate(&self, thread: &mut Thread<'p>, number: u32) -> Step<()> {
        let decisions = thread.decisions;
        let counted = thread.top_mut().loops.entry(number).or_default();
        let open = decisions > counted.since;
        counted.since = decisions;
        if counted.count == 0 || open {
            counted.count += 1;
        }
        if open
            && self
                .bounds
                .iterations
                .is_some_and(|most| counted.count > most)
        {
            return Err(Stuck::Beyond(Bound::Iterations));
        }
        Ok(())
    }
}

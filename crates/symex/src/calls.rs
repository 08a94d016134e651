//! Entering, leaving and unwinding calls.

use base::{Place, StopReason};
use ir::{Callee, Const, Expr, FunctionId, LocalId, Type};

use crate::Ending;
use crate::explorer::{Explorer, Next, cut, pause};
use crate::stuck::{Step, Stuck};
use crate::thread::{Frame, Resume, Thread};
use crate::{Bound, ObjectId, Value};

impl<'p> Explorer<'_, 'p> {
    /// The function that is called, and its arguments.
    pub(crate) fn call(
        &self,
        thread: &Thread<'p>,
        callee: &Callee,
        args: &[Expr],
        dst: Option<LocalId>,
    ) -> Step<(FunctionId, Vec<Value>)> {
        let mut args: Vec<(Value, Type)> = args
            .iter()
            .map(|a| self.eval(thread, a))
            .collect::<Step<_>>()?;
        let function = self.callee(thread, callee, &mut args)?;
        let values: Vec<Value> = args.iter().map(|&(value, _)| value).collect();
        let head = &self.world.program.functions[function];
        let fits = head.params.len() == args.len()
            && head.params.iter().zip(&args).all(|(p, a)| p.ty == a.1);
        let returns = dst.map(|dst| thread.top().code.locals[dst].ty);
        if fits && (returns.is_none() || returns == head.returns) {
            Ok((function, values))
        } else {
            Err(Stuck::stop(format!(
                "a call of {} with what it does not take",
                head.name
            )))
        }
    }

    fn callee(
        &self,
        thread: &Thread<'p>,
        callee: &Callee,
        args: &mut [(Value, Type)],
    ) -> Step<FunctionId> {
        match callee {
            Callee::Direct(function) => Ok(*function),
            Callee::Virtual(selector) => {
                let &(receiver, _) = args
                    .first()
                    .ok_or_else(|| Stuck::stop("a call without a receiver"))?;
                let receiver = self.decided(thread, receiver)?;
                let receiver = receiver.ok_or_else(|| {
                    Stuck::stop("a receiver that was promised not to be null is null")
                })?;
                let program = self.world.program;
                let class = self.object(thread, receiver).class;
                let found = program.resolve(class, *selector);
                let name = || {
                    format!(
                        "{} has no code for {}",
                        program.classes[class].name, program.selectors[*selector]
                    )
                };
                found.ok_or_else(|| Stuck::Stop(name()))
            }
            Callee::Native(name) => {
                let constants = args
                    .iter()
                    .map(|&(value, ty)| self.as_known(thread, value, ty));
                let constants: Vec<_> = constants.collect::<Step<_>>()?;
                // The function is made for the constants, so it gets them.
                for (arg, constant) in args.iter_mut().zip(&constants) {
                    arg.0 = constant.map_or(arg.0, |constant| self.world.constant(constant));
                }
                self.world
                    .program
                    .native(name, &constants)
                    .map_err(Stuck::Stop)
            }
        }
    }

    /// The constant an argument is on this path, if it is one; a number of few values is taken apart first.
    fn as_known(&self, thread: &Thread<'p>, value: Value, ty: Type) -> Step<Option<Const>> {
        match (value, ty) {
            (Value::Open(_), _) => {
                Ok(self.as_constant(Value::Ref(self.decided(thread, value)?), ty))
            }
            (Value::Scalar(term), Type::Int(int)) if self.constant_number(term).is_none() => {
                match thread.fixed.get(&term) {
                    Some(&number) => Ok(Some(Const::Int(int, int.wrap(number)))),
                    None if thread.many.contains(&term) => Ok(None),
                    // How much there is to read is not taken apart.
                    None if thread
                        .tape
                        .as_ref()
                        .is_some_and(|tape| tape.counts(self.world.terms, term)) =>
                    {
                        Ok(None)
                    }
                    None => Err(Stuck::Few(term)),
                }
            }
            (Value::Scalar(_) | Value::Ref(_) | Value::Hidden | Value::NotNull, _) => {
                Ok(self.as_constant(value, ty))
            }
        }
    }

    pub(crate) fn enter(
        &self,
        mut thread: Thread<'p>,
        (function, args): (FunctionId, Vec<Value>),
        resume: Resume,
        place: Place,
    ) -> Next<'p> {
        if thread.frames.len() >= self.limits.calls {
            return cut(
                thread,
                format!("calls nest deeper than {}", self.limits.calls),
                place,
            );
        }
        let nesting = thread.nesting(function);
        if self
            .bounds
            .iterations
            .is_some_and(|most| nesting.count > most)
        {
            return self.leave_bounds(thread, Bound::Recursion(function));
        }
        let runs_already = thread.frames.iter().any(|frame| frame.function == function);
        thread.frames.push(Frame {
            nesting,
            ..Frame::enter(self.world.program, function, args, Some(resume))
        });
        if self.pauses.is_some() && runs_already {
            return pause(thread);
        }
        Next::Continue(vec![thread])
    }

    pub(crate) fn unwind(
        &self,
        mut thread: Thread<'p>,
        object: ObjectId,
        place: Place,
    ) -> Next<'p> {
        let place = thread.thrown.entry(object).or_insert(place).clone();
        while let Some(frame) = thread.frames.pop() {
            let Some(resume) = frame.resume else { break };
            if let Some(unwind) = resume.unwind {
                thread.set(unwind.exception, Value::Ref(Some(object)));
                return Next::Continue(vec![thread.jump(unwind.block)]);
            }
        }
        let class = self.object(&thread, object).class;
        thread.ending = Some(Ending::Threw {
            object,
            class,
            place,
        });
        Next::Continue(vec![thread])
    }
}

pub(crate) fn leave<'p>(mut thread: Thread<'p>, value: Option<Value>) -> Next<'p> {
    let frame = thread
        .frames
        .pop()
        .expect("a running path has an activation");
    let Some(resume) = frame.resume else {
        thread.ending = Some(Ending::Returned(value));
        return Next::Continue(vec![thread]);
    };
    match (resume.dst, value) {
        (Some(dst), Some(value)) => thread.set(dst, value),
        (Some(_), None) => {
            let reason = StopReason::Unsupported {
                what: "a call returns nothing".into(),
                place: None,
            };
            return Next::End(Box::new(thread), Ending::Cut(reason));
        }
        (None, _) => {}
    }
    Next::Continue(vec![thread.jump(resume.next)])
}

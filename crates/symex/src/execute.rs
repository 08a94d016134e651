//! Depth-first exploration of all paths of a call.

use std::ops::ControlFlow;

use base::{Budget, Place, StopReason, work};
use ir::{Block, BlockId, EventId, FunctionId, StatementKind, TerminatorKind, Type, WorldOp};
use smt::{Solver, Term};

use crate::arith::Arith;
use crate::calls::leave;
use crate::explorer::{Explorer, Next, Outlet, pause};
use crate::pause::Pauses;
use crate::stuck::{Step, Stuck};
use crate::thread::{Frame, Resume, Thread};
use crate::{Ending, Integers, Limits, ObjectId, Open, Path, State, Unread, Value, World};

/// The nanoseconds of work that a statement stands for, without the terms that it makes.
const STATEMENT: u64 = 500;

/// A call to be explored.
pub struct Call<'a> {
    /// What is called.
    pub function: FunctionId,
    /// With what.
    pub args: Vec<Value>,
    /// From where.
    pub state: State,
    /// The open references that occur in all that.
    pub open: &'a [Open],
    /// What of the objects that it leaves nobody looks at.
    pub unread: &'a Unread,
}

/// Explores every path of a call. The conditions of the paths are disjoint, and together they cover all values of the
/// variables. No state that is left holds an open reference.
pub fn execute(
    world: &World<'_>,
    limits: &Limits,
    budget: &Budget,
    solver: &mut dyn Solver,
    call: Call<'_>,
) -> Vec<Path> {
    let mut paths = Vec::new();
    let mut explorer = Explorer::new(world, limits, budget, solver, &mut paths);
    explorer.open = call.open;
    explorer.unread = Some(call.unread);
    let frame = Frame::enter(world.program, call.function, call.args, None);
    explorer.run(Thread::start(frame, call.state));
    drop(explorer);
    paths
}

impl Outlet for Vec<Path> {
    fn ended(&mut self, thread: Thread<'_>, ending: Ending) -> ControlFlow<()> {
        self.push(Path {
            condition: thread.condition,
            state: thread.state,
            ending,
            answers: thread.trace.answers,
        });
        ControlFlow::Continue(())
    }

    fn wants(&mut self, _word: &[EventId]) -> bool {
        true
    }
}

/// Blocks that a path may still go when time is over.
const CLOSING: usize = 100;

/// What a terminator asks for.
enum Transfer {
    Jump(BlockId),
    Fork(Vec<(Term, BlockId)>),
    Enter((FunctionId, Vec<Value>), Resume),
    Leave(Option<Value>),
    Throw(ObjectId),
}

impl<'p> Explorer<'_, 'p> {
    fn run(&mut self, start: Thread<'p>) {
        let mut pending = vec![start];
        while let Some(thread) = pending.pop() {
            if let Some(reason) = self.must_stop(&thread, pending.len()) {
                match reason {
                    StopReason::Time => self.close(thread, reason),
                    _ => self.finish(thread, Ending::Cut(reason)),
                }
                continue;
            }
            match self.advance(thread) {
                // The last one pushed is explored first: keep the source's order.
                Next::Continue(threads) => pending.extend(threads.into_iter().rev()),
                Next::End(thread, ending) => self.finish(*thread, ending),
            }
        }
    }

    /// Out of time, a path still goes to its end if that is near and nothing has to be decided on the way: what is plain
    /// stays known beside a call that takes too long.
    fn close(&mut self, mut thread: Thread<'p>, reason: StopReason) {
        self.closing = Some(reason.clone());
        for _ in 0..CLOSING {
            match self.advance(thread) {
                Next::End(thread, ending) => return self.finish(*thread, ending),
                Next::Continue(mut threads) => match (threads.pop(), threads.is_empty()) {
                    (Some(only), true) => thread = only,
                    (last, _) => {
                        threads.extend(last);
                        return threads
                            .into_iter()
                            .for_each(|t| self.finish(t, Ending::Cut(reason.clone())));
                    }
                },
            }
        }
        self.finish(thread, Ending::Cut(reason));
    }

    /// One block, or the end.
    pub(crate) fn advance(&mut self, thread: Thread<'p>) -> Next<'p> {
        if thread.frames.is_empty() {
            self.settle(thread)
        } else {
            self.block(thread)
        }
    }

    /// Ends a path whose call has ended, once every open reference it leaves behind is decided.
    fn settle(&mut self, mut thread: Thread<'p>) -> Next<'p> {
        self.forget_unread(&mut thread);
        if self.open.is_empty() {
            let ending = thread.ending.take().expect("the call has ended");
            return Next::End(Box::new(thread), ending);
        }
        match self.first_open(&thread) {
            Some(id) => self.decide(thread, id),
            None => {
                let (state, ending) = self.closed(&thread);
                Next::End(Box::new(Thread { state, ..thread }), ending)
            }
        }
    }

    fn must_stop(&self, thread: &Thread<'p>, pending: usize) -> Option<StopReason> {
        if let Err(reason) = self.budget.check() {
            return Some(reason);
        }
        let what = if self.ended + pending >= self.limits.paths {
            format!("this call has more than {} paths", self.limits.paths)
        } else if thread.steps > self.limits.steps {
            format!("this call runs for more than {} steps", self.limits.steps)
        } else {
            return None;
        };
        let place = thread.frames.last().map(|_| self.place(thread));
        Some(StopReason::Unsupported { what, place })
    }

    pub(crate) fn finish(&mut self, thread: Thread<'p>, ending: Ending) {
        self.ended += 1;
        self.halted |= self.outlet.ended(thread, ending).is_break();
    }

    pub(crate) fn arith(&self) -> Arith<'_> {
        self.world.arith()
    }

    /// The place a path has got to.
    pub(crate) fn place(&self, thread: &Thread<'p>) -> Place {
        thread.place(self.world.program)
    }

    fn block(&mut self, mut thread: Thread<'p>) -> Next<'p> {
        let block = thread.top().block();
        while let Some(statement) = block.statements.get(thread.top().at) {
            thread.steps += 1;
            work::spend(STATEMENT);
            let done = match &statement.kind {
                StatementKind::World(op) => self.exchange(&mut thread, op),
                kind => self.statement(&mut thread, kind),
            };
            if let Err(stuck) = done {
                return self.stuck(thread, stuck);
            }
            thread.top_mut().at += 1;
            if self.is_pause(&thread, &statement.kind) {
                return pause(thread);
            }
        }
        thread.steps += 1;
        match self.transfer(&thread, block) {
            Ok(transfer) => self.take(thread, transfer),
            Err(stuck) => self.stuck(thread, stuck),
        }
    }

    /// Whether a program pauses after a statement.
    fn is_pause(&self, thread: &Thread<'p>, statement: &StatementKind) -> bool {
        let StatementKind::World(op) = statement else {
            return false;
        };
        match (&**op, self.pauses) {
            (_, None) => false,
            (WorldOp::Event(_) | WorldOp::Iterate(_), Some(Pauses::Events)) => true,
            // A loop whose course is fixed comes to its end, or else to the limit of steps.
            (WorldOp::Iterate(_), Some(Pauses::Rounds | Pauses::JoinedRounds)) => {
                thread.decisions > 0
            }
            _ => false,
        }
    }

    fn take(&mut self, thread: Thread<'p>, transfer: Transfer) -> Next<'p> {
        let place = self.place(&thread);
        match transfer {
            Transfer::Jump(target) => Next::Continue(vec![thread.jump(target)]),
            Transfer::Fork(targets) => self.fork(thread, targets, place),
            Transfer::Enter(call, resume) => self.enter(thread, call, resume, place),
            Transfer::Leave(value) => leave(thread, value),
            Transfer::Throw(object) => self.unwind(thread, object, place),
        }
    }

    /// What a terminator asks for, with its operands evaluated.
    fn transfer(&self, thread: &Thread<'p>, block: &'p Block) -> Step<Transfer> {
        Ok(match &block.terminator.kind {
            TerminatorKind::Goto(target) => Transfer::Jump(*target),
            TerminatorKind::Branch {
                cond,
                then,
                otherwise,
            } => {
                let cond = self.scalar(thread, cond)?;
                let not = self.world.terms.not(cond);
                Transfer::Fork(vec![(cond, *then), (not, *otherwise)])
            }
            TerminatorKind::Switch {
                value,
                cases,
                default,
            } => {
                let (value, ty) = self.typed_scalar(thread, value)?;
                match self.constant_case(value, ty, cases) {
                    Some(case) => Transfer::Jump(case.unwrap_or(*default)),
                    None => Transfer::Fork(self.switch(value, ty, cases, *default)),
                }
            }
            TerminatorKind::Call {
                dst,
                callee,
                args,
                next,
                unwind,
            } => {
                let resume = Resume {
                    dst: *dst,
                    next: *next,
                    unwind: unwind.clone(),
                };
                Transfer::Enter(self.call(thread, callee, args, *dst)?, resume)
            }
            TerminatorKind::Return(value) => {
                let value = value.as_ref().map(|value| self.value(thread, value));
                Transfer::Leave(value.transpose()?)
            }
            TerminatorKind::Throw(exception) => Transfer::Throw(self.object_id(thread, exception)?),
            TerminatorKind::Wait => return Err(Stuck::AwaitsThread),
            TerminatorKind::Unsupported(what) => return Err(Stuck::stop(what)),
        })
    }

    /// The case of a constant, `None` in it if that is the default.
    fn constant_case(
        &self,
        value: Term,
        ty: Type,
        cases: &[(i64, BlockId)],
    ) -> Option<Option<BlockId>> {
        let (Type::Int(int), Integers::Wrapping) = (ty, self.world.integers) else {
            return None;
        };
        let number = int.wrap(self.constant_number(value)?);
        Some(
            cases
                .iter()
                .find(|(case, _)| int.wrap(*case) == number)
                .map(|&(_, block)| block),
        )
    }

    fn switch(
        &self,
        value: Term,
        ty: Type,
        cases: &[(i64, BlockId)],
        default: BlockId,
    ) -> Vec<(Term, BlockId)> {
        let terms = self.world.terms;
        let Type::Int(int) = ty else {
            unreachable!("validated: a switch looks at an integer")
        };
        let equals = |case: i64| terms.eq(value, self.arith().integer(int, case));
        let mut targets: Vec<(Term, BlockId)> = cases
            .iter()
            .map(|&(case, block)| (equals(case), block))
            .collect();
        let none: Vec<Term> = targets.iter().map(|&(cond, _)| terms.not(cond)).collect();
        targets.push((terms.and(&none), default));
        targets
    }
}

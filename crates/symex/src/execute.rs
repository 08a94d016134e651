//! Depth-first exploration of all paths of a call.

use std::collections::BTreeSet;

use base::{Budget, Place, StopReason};
use ir::{Block, BlockId, ClassId, FunctionId, IntType, TerminatorKind, Type};
use smt::{Answer, Solver, Term};

use crate::arith::Arith;
use crate::calls::leave;
use crate::thread::{Frame, Resume, Step, Stuck, Thread};
use crate::{ObjectId, Open, Scopes, State, Value, World};

/// Values of a number that are few enough to follow each.
const FEW: usize = 4;

/// Bounds on one exploration. A path that meets one is cut, never dropped.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Statements and terminators on one path.
    pub steps: usize,
    /// Undecided branches taken at one block of one activation: bounds loops whose length depends on inputs.
    pub unrolls: usize,
    /// Nested calls.
    pub calls: usize,
    /// Paths of one exploration.
    pub paths: usize,
    /// The length of an array where it depends on inputs.
    pub array_length: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { steps: 100_000, unrolls: 64, calls: 200, paths: 4_000, array_length: 16 }
    }
}

/// One way through a call.
#[derive(Clone, Debug)]
pub struct Path {
    /// The path is taken exactly when all of these hold.
    pub condition: Vec<Term>,
    /// The state it leaves.
    pub state: State,
    /// How it ends.
    pub ending: Ending,
}

/// How a path ends.
#[derive(Clone, Debug)]
pub enum Ending {
    /// The call returned.
    Returned(Option<Value>),
    /// An exception left the call.
    Threw {
        /// The exception.
        object: ObjectId,
        /// Its class.
        class: ClassId,
        /// Where it was thrown.
        place: Place,
    },
    /// The path was not followed to its end; nothing is known of what comes after.
    Cut(StopReason),
}

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
    let scopes = Scopes::new(solver);
    let mut explorer = Explorer { world, limits, budget, open: call.open, scopes, done: Vec::new(), closing: None };
    let frame = Frame::enter(world.program, call.function, call.args, None);
    explorer.run(Thread::start(frame, call.state));
    explorer.done
}

/// Blocks that a path may still go when time is over.
const CLOSING: usize = 100;

/// What became of a path after one block.
pub(crate) enum Next<'p> {
    Continue(Vec<Thread<'p>>),
    End(Box<Thread<'p>>, Ending),
}

pub(crate) struct Explorer<'a, 'p> {
    pub world: &'a World<'p>,
    pub limits: &'a Limits,
    budget: &'a Budget,
    pub open: &'a [Open],
    scopes: Scopes<'a>,
    done: Vec<Path>,
    /// Why nothing more is decided.
    closing: Option<StopReason>,
}

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
            let next = if thread.frames.is_empty() { self.settle(thread) } else { self.block(thread) };
            match next {
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
            let next = if thread.frames.is_empty() { self.settle(thread) } else { self.block(thread) };
            match next {
                Next::End(thread, ending) => return self.finish(*thread, ending),
                Next::Continue(mut threads) => match (threads.pop(), threads.is_empty()) {
                    (Some(only), true) => thread = only,
                    (last, _) => {
                        threads.extend(last);
                        return threads.into_iter().for_each(|t| self.finish(t, Ending::Cut(reason.clone())));
                    }
                },
            }
        }
        self.finish(thread, Ending::Cut(reason));
    }

    /// Ends a path whose call has ended, once every open reference it leaves behind is decided.
    fn settle(&mut self, thread: Thread<'p>) -> Next<'p> {
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
        let what = if self.done.len() + pending >= self.limits.paths {
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
        self.done.push(Path { condition: thread.condition, state: thread.state, ending });
    }

    pub(crate) fn arith(&self) -> Arith<'_> {
        self.world.arith()
    }

    /// The place a path has got to.
    fn place(&self, thread: &Thread<'p>) -> Place {
        let function = &self.world.program.functions[thread.top().function];
        Place { file: function.file.clone(), line: thread.line() }
    }

    fn block(&mut self, mut thread: Thread<'p>) -> Next<'p> {
        let block = thread.top().block();
        while let Some(statement) = block.statements.get(thread.top().at) {
            thread.steps += 1;
            if let Err(stuck) = self.statement(&mut thread, &statement.kind) {
                return self.stuck(thread, stuck);
            }
            thread.top_mut().at += 1;
        }
        thread.steps += 1;
        match self.transfer(&thread, block) {
            Ok(transfer) => self.take(thread, transfer),
            Err(stuck) => self.stuck(thread, stuck),
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
            TerminatorKind::Branch { cond, then, otherwise } => {
                let cond = self.scalar(thread, cond)?;
                Transfer::Fork(vec![(cond, *then), (self.world.terms.not(cond), *otherwise)])
            }
            TerminatorKind::Switch { value, cases, default } => {
                let (value, ty) = self.typed_scalar(thread, value)?;
                Transfer::Fork(self.switch(value, ty, cases, *default))
            }
            TerminatorKind::Call { dst, callee, args, next, unwind } => {
                let call = self.call(thread, callee, args, *dst)?;
                Transfer::Enter(call, Resume { dst: *dst, next: *next, unwind: unwind.clone() })
            }
            TerminatorKind::Return(None) => Transfer::Leave(None),
            TerminatorKind::Return(Some(value)) => Transfer::Leave(Some(self.value(thread, value)?)),
            TerminatorKind::Throw(exception) => Transfer::Throw(self.object_id(thread, exception)?),
            TerminatorKind::Unsupported(what) => return Err(Stuck::stop(what)),
        })
    }

    fn switch(&self, value: Term, ty: Type, cases: &[(i64, BlockId)], default: BlockId) -> Vec<(Term, BlockId)> {
        let terms = self.world.terms;
        let Type::Int(int) = ty else { unreachable!("validated: a switch looks at an integer") };
        let equals = |case: i64| terms.eq(value, self.arith().integer(int, case));
        let mut targets: Vec<(Term, BlockId)> = cases.iter().map(|&(case, block)| (equals(case), block)).collect();
        let none: Vec<Term> = targets.iter().map(|&(cond, _)| terms.not(cond)).collect();
        targets.push((terms.and(&none), default));
        targets
    }

    /// Ends a path, or splits it over the values of the term that keeps it from going on.
    fn stuck(&mut self, mut thread: Thread<'p>, stuck: Stuck) -> Next<'p> {
        let place = self.place(&thread);
        let (term, values, beyond) = match stuck {
            Stuck::Stop(what) => return cut(thread, what, place),
            Stuck::Open(id) => return self.decide(thread, id),
            Stuck::Few(term) => return self.take_apart(thread, term),
            Stuck::Unless(condition, what) => return self.assume(thread, condition, what, place),
            Stuck::Undecided { term, values, beyond } => (term, values, beyond),
        };
        if let Err(what) = self.count_split(&mut thread) {
            return cut(thread, what, place);
        }
        let terms = self.world.terms;
        let Some(found) = self.possible_values(&thread, term, Some(&values), self.limits.unrolls) else {
            let what = format!("a number with more than {} possible values decides here", self.limits.unrolls);
            return cut(thread, what, place);
        };
        let equals: Vec<(i64, Term)> =
            found.into_iter().map(|v| (v, terms.eq(term, self.number_like(term, v)))).collect();
        let none: Vec<Term> = equals.iter().map(|&(_, cond)| terms.not(cond)).collect();
        let mut threads = Vec::new();
        for (value, cond) in equals {
            let mut thread = thread.clone();
            thread.condition.push(cond);
            thread.fixed.insert(term, value);
            threads.push(thread);
        }
        let others = terms.and(&none);
        if self.feasible(&thread, others) {
            let what = beyond.unwrap_or_else(|| "a number that was promised to be within bounds".into());
            thread.condition.push(others);
            let reason = StopReason::Unsupported { what, place: Some(place) };
            self.finish(thread, Ending::Cut(reason));
        }
        Next::Continue(threads)
    }

    /// Goes on where a condition holds; where it does not, the path ends.
    fn assume(&mut self, mut thread: Thread<'p>, condition: Term, what: String, place: Place) -> Next<'p> {
        let opposite = self.world.terms.not(condition);
        if self.feasible(&thread, opposite) {
            let mut ended = thread.clone();
            ended.condition.push(opposite);
            self.finish(ended, Ending::Cut(StopReason::Unsupported { what, place: Some(place) }));
            if !self.feasible(&thread, condition) {
                return Next::Continue(Vec::new());
            }
            thread.condition.push(condition);
        }
        thread.known.insert(condition);
        Next::Continue(vec![thread])
    }

    /// Splits a path over the values of a term if they are few.
    fn take_apart(&mut self, mut thread: Thread<'p>, term: Term) -> Next<'p> {
        let Some(found) = self.possible_values(&thread, term, None, FEW) else {
            thread.many.insert(term);
            return Next::Continue(vec![thread]);
        };
        let only = found.len() == 1;
        let with = |value: i64| {
            let mut thread = thread.clone();
            if !only {
                thread.condition.push(self.world.terms.eq(term, self.number_like(term, value)));
            }
            thread.fixed.insert(term, value);
            thread
        };
        Next::Continue(found.into_iter().map(with).collect())
    }

    /// The values, within a range if one is given, that a term can have on a path; `None` if they are more than `most`,
    /// or the solver gives up.
    fn possible_values(
        &mut self,
        thread: &Thread<'p>,
        term: Term,
        range: Option<&std::ops::Range<i64>>,
        most: usize,
    ) -> Option<BTreeSet<i64>> {
        let terms = self.world.terms;
        let within: Vec<Term> = range.map_or_else(Vec::new, |range| {
            let (low, high) = (self.number_like(term, range.start), self.number_like(term, range.end));
            vec![self.arith().at_most(low, term), terms.not(self.arith().at_most(high, term))]
        });
        let vars: Vec<Term> = terms.free_vars(term).into_iter().collect();
        let mut found = BTreeSet::new();
        loop {
            let other: Vec<Term> =
                found.iter().map(|&v| terms.not(terms.eq(term, self.number_like(term, v)))).collect();
            match self.scopes.check(&thread.condition, &[&within[..], &other].concat()) {
                Answer::Unsat => return Some(found),
                Answer::Unknown(_) => return None,
                Answer::Sat if found.len() >= most => return None,
                Answer::Sat => {}
            }
            let model = self.scopes.model(&vars);
            let value = terms.eval(term, &|var| model.get(var).cloned())?;
            let value = self.constant_number(terms.constant(value))?;
            if !found.insert(value) {
                return None;
            }
        }
    }

    fn number_like(&self, term: Term, value: i64) -> Term {
        match self.world.terms.sort(term) {
            smt::Sort::Int => self.world.terms.int(value),
            smt::Sort::BitVec(width) => self.world.terms.bv(width, value as u64),
            smt::Sort::Bool => self.arith().integer(IntType::I32, value),
        }
    }

    /// Splits a path over conditions that are disjoint and cover everything.
    fn fork(&mut self, thread: Thread<'p>, targets: Vec<(Term, BlockId)>, place: Place) -> Next<'p> {
        let terms = self.world.terms;
        if let Some(&(_, target)) = targets.iter().find(|&&(cond, _)| cond == terms.bool(true)) {
            return Next::Continue(vec![thread.jump(target)]);
        }
        if let Some(reason) = self.closing.clone() {
            return Next::End(Box::new(thread), Ending::Cut(reason));
        }
        let feasible: Vec<_> = targets.into_iter().filter(|&(cond, _)| self.feasible(&thread, cond)).collect();
        match feasible[..] {
            // Implied by what is already known: no new condition.
            [(_, target)] => Next::Continue(vec![thread.jump(target)]),
            _ => self.split(thread, feasible, place),
        }
    }

    fn split(&self, mut thread: Thread<'p>, targets: Vec<(Term, BlockId)>, place: Place) -> Next<'p> {
        if let Err(what) = self.count_split(&mut thread) {
            return cut(thread, what, place);
        }
        let branch = |(cond, target)| {
            let mut thread = thread.clone();
            thread.condition.push(cond);
            thread.jump(target)
        };
        Next::Continue(targets.into_iter().map(branch).collect())
    }

    /// Counts an undecided branch; too many at one place are a loop that depends on inputs.
    fn count_split(&self, thread: &mut Thread<'p>) -> Result<(), String> {
        let frame = thread.top_mut();
        let taken = frame.undecided.entry(frame.block).or_insert(0);
        *taken += 1;
        if *taken > self.limits.unrolls {
            return Err(format!("this loop may run more than {} times", self.limits.unrolls));
        }
        Ok(())
    }

    /// Soundness: a solver's unknown keeps the path. Its condition is exact either way.
    pub(crate) fn feasible(&mut self, thread: &Thread<'p>, cond: Term) -> bool {
        cond != self.world.terms.bool(false) && self.scopes.check(&thread.condition, &[cond]) != Answer::Unsat
    }
}

pub(crate) fn cut(thread: Thread<'_>, what: String, place: Place) -> Next<'_> {
    Next::End(Box::new(thread), Ending::Cut(StopReason::Unsupported { what, place: Some(place) }))
}

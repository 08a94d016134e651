//! Depth-first exploration of all paths of a call.

use std::collections::BTreeMap;

use base::{Budget, Id, Place, StopReason};
use ir::{BinaryOp, Block, BlockId, Callee, ClassId, Const, Expr, FieldRef, Function, FunctionId, LocalId, Program};
use ir::{StatementKind, TerminatorKind, Type, Unwind};
use smt::{Answer, Solver, Term, Terms};

use crate::arith::{Arith, NotExpressible};
use crate::state::slot;
use crate::{Integers, ObjectId, Scopes, State, Value};

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
}

impl Default for Limits {
    fn default() -> Self {
        Self { steps: 100_000, unrolls: 64, calls: 200, paths: 4_000 }
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

/// Explores every path of `function(args)` from `state`. The conditions of the paths are disjoint, and together they
/// cover all values of the variables.
pub fn execute(
    context: (&Program, &Terms, Integers),
    limits: &Limits,
    budget: &Budget,
    solver: &mut dyn Solver,
    (function, args, state): (FunctionId, Vec<Value>, State),
) -> Vec<Path> {
    let (program, terms, integers) = context;
    let arith = Arith { terms, integers };
    let mut explorer = Explorer { program, arith, limits, budget, scopes: Scopes::new(solver), done: Vec::new() };
    let frame = Frame::enter(program, function, args, None);
    explorer.run(Thread { frames: vec![frame], state, condition: Vec::new(), steps: 0, thrown: BTreeMap::new() });
    explorer.done
}

/// One activation of a function.
#[derive(Clone)]
struct Frame {
    function: FunctionId,
    block: BlockId,
    locals: Vec<Option<Value>>,
    /// What the caller does when this activation ends; `None` for the outermost.
    resume: Option<Resume>,
    /// Undecided branches taken so far, by block.
    undecided: BTreeMap<BlockId, usize>,
}

#[derive(Clone)]
struct Resume {
    dst: Option<LocalId>,
    next: BlockId,
    unwind: Option<Unwind>,
}

impl Frame {
    fn enter(program: &Program, function: FunctionId, args: Vec<Value>, resume: Option<Resume>) -> Self {
        let mut locals: Vec<Option<Value>> = args.into_iter().map(Some).collect();
        locals.resize(program.functions[function].locals.len(), None);
        Self { function, block: BlockId::from_index(0), locals, resume, undecided: BTreeMap::new() }
    }
}

/// A path under way.
#[derive(Clone)]
struct Thread {
    frames: Vec<Frame>,
    state: State,
    condition: Vec<Term>,
    steps: usize,
    /// Where each exception under way was thrown first: a rethrow does not move it.
    thrown: BTreeMap<ObjectId, Place>,
}

impl Thread {
    fn top(&self) -> &Frame {
        self.frames.last().expect("a running path has an activation")
    }

    fn top_mut(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("a running path has an activation")
    }

    fn set(&mut self, local: LocalId, value: Value) {
        self.top_mut().locals[local.index()] = Some(value);
    }

    fn jump(mut self, block: BlockId) -> Self {
        self.top_mut().block = block;
        self
    }
}

/// What became of a path after one block.
enum Next {
    Continue(Vec<Thread>),
    End(Thread, Ending),
}

struct Explorer<'a> {
    program: &'a Program,
    arith: Arith<'a>,
    limits: &'a Limits,
    budget: &'a Budget,
    scopes: Scopes<'a>,
    done: Vec<Path>,
}

impl Explorer<'_> {
    fn run(&mut self, start: Thread) {
        let mut pending = vec![start];
        while let Some(thread) = pending.pop() {
            if let Some(reason) = self.must_stop(&thread, pending.len()) {
                self.finish(thread, Ending::Cut(reason));
                continue;
            }
            match self.block(thread) {
                // The last one pushed is explored first: keep the source's order.
                Next::Continue(threads) => pending.extend(threads.into_iter().rev()),
                Next::End(thread, ending) => self.finish(thread, ending),
            }
        }
    }

    fn must_stop(&self, thread: &Thread, pending: usize) -> Option<StopReason> {
        if let Err(reason) = self.budget.check() {
            return Some(reason);
        }
        let place = || Some(self.place(thread));
        if self.done.len() + pending >= self.limits.paths {
            let what = format!("this call has more than {} paths", self.limits.paths);
            return Some(StopReason::Unsupported { what, place: place() });
        }
        if thread.steps > self.limits.steps {
            let what = format!("this call runs for more than {} steps", self.limits.steps);
            return Some(StopReason::Unsupported { what, place: place() });
        }
        None
    }

    fn finish(&mut self, thread: Thread, ending: Ending) {
        self.done.push(Path { condition: thread.condition, state: thread.state, ending });
    }

    fn function(&self, thread: &Thread) -> &Function {
        &self.program.functions[thread.top().function]
    }

    /// The place of the block a path is about to execute.
    fn place(&self, thread: &Thread) -> Place {
        let function = self.function(thread);
        let block = &function.blocks[thread.top().block];
        let line = block.statements.first().map_or(block.terminator.line, |s| s.line);
        Place { file: function.file.clone(), line }
    }

    fn block(&mut self, mut thread: Thread) -> Next {
        let program = self.program;
        let function = &program.functions[thread.top().function];
        let block = &function.blocks[thread.top().block];
        for statement in &block.statements {
            thread.steps += 1;
            if let Err(NotExpressible(what)) = self.statement(&mut thread, &statement.kind) {
                let place = Some(Place { file: function.file.clone(), line: statement.line });
                return Next::End(thread, Ending::Cut(StopReason::Unsupported { what: what.into(), place }));
            }
        }
        thread.steps += 1;
        let place = Place { file: function.file.clone(), line: block.terminator.line };
        self.terminator(thread, block, place)
    }

    fn statement(&self, thread: &mut Thread, statement: &StatementKind) -> Result<(), NotExpressible> {
        match statement {
            StatementKind::Assign(dst, value) => {
                let (value, _) = self.eval(thread, value)?;
                thread.set(*dst, value);
            }
            StatementKind::Load(dst, object, field) => {
                let object = self.object(thread, object)?;
                let slot = self.slot(thread, object, *field)?;
                let value = thread.state.heap.object(object).fields[slot];
                thread.set(*dst, value);
            }
            StatementKind::Store(object, field, value) => {
                let object = self.object(thread, object)?;
                let (value, _) = self.eval(thread, value)?;
                let slot = self.slot(thread, object, *field)?;
                thread.state.heap.object_mut(object).fields[slot] = value;
            }
            StatementKind::LoadGlobal(dst, global) => {
                let value = thread.state.global(*global);
                thread.set(*dst, value);
            }
            StatementKind::StoreGlobal(global, value) => {
                let (value, _) = self.eval(thread, value)?;
                thread.state.globals[global.index()] = value;
            }
            StatementKind::New(dst, class) => {
                let object = thread.state.allocate(self.program, self.arith.terms, self.arith.integers, *class);
                thread.set(*dst, Value::Ref(Some(object)));
            }
        }
        Ok(())
    }

    fn terminator(&mut self, mut thread: Thread, block: &Block, place: Place) -> Next {
        match self.transfer(&mut thread, block) {
            Ok(Transfer::Jump(target)) => Next::Continue(vec![thread.jump(target)]),
            Ok(Transfer::Fork(targets)) => self.fork(thread, targets, place),
            Ok(Transfer::Enter(frame)) => self.enter(thread, *frame, place),
            Ok(Transfer::Leave(value)) => leave(thread, value),
            Ok(Transfer::Throw(object)) => self.unwind(thread, object, place),
            Ok(Transfer::Stop(what)) => cut(thread, what, place),
            Err(NotExpressible(what)) => cut(thread, what.into(), place),
        }
    }

    /// What a terminator asks for, with its operands evaluated.
    fn transfer(&self, thread: &mut Thread, block: &Block) -> Result<Transfer, NotExpressible> {
        Ok(match &block.terminator.kind {
            TerminatorKind::Goto(target) => Transfer::Jump(*target),
            TerminatorKind::Branch { cond, then, otherwise } => {
                let cond = self.scalar(thread, cond)?;
                Transfer::Fork(vec![(cond, *then), (self.arith.terms.not(cond), *otherwise)])
            }
            TerminatorKind::Switch { value, cases, default } => {
                let (value, ty) = self.typed_scalar(thread, value)?;
                Transfer::Fork(self.switch(value, ty, cases, *default))
            }
            TerminatorKind::Call { dst, callee, args, next, unwind } => {
                let args: Vec<Value> =
                    args.iter().map(|a| Ok(self.eval(thread, a)?.0)).collect::<Result<_, NotExpressible>>()?;
                let resume = Resume { dst: *dst, next: *next, unwind: unwind.clone() };
                match self.callee(thread, callee, &args) {
                    Ok(function) => Transfer::Enter(Box::new(Frame::enter(self.program, function, args, Some(resume)))),
                    Err(what) => Transfer::Stop(what),
                }
            }
            TerminatorKind::Return(None) => Transfer::Leave(None),
            TerminatorKind::Return(Some(value)) => Transfer::Leave(Some(self.eval(thread, value)?.0)),
            TerminatorKind::Throw(exception) => Transfer::Throw(self.object(thread, exception)?),
            TerminatorKind::Unsupported(what) => Transfer::Stop(what.clone()),
        })
    }

    fn switch(&self, value: Term, ty: Type, cases: &[(i64, BlockId)], default: BlockId) -> Vec<(Term, BlockId)> {
        let terms = self.arith.terms;
        let Type::Int(int) = ty else { unreachable!("validated: a switch looks at an integer") };
        let equals = |case: i64| terms.eq(value, self.arith.integer(int, case));
        let mut targets: Vec<(Term, BlockId)> = cases.iter().map(|&(case, block)| (equals(case), block)).collect();
        let none: Vec<Term> = targets.iter().map(|&(cond, _)| terms.not(cond)).collect();
        targets.push((terms.and(&none), default));
        targets
    }

    fn callee(&self, thread: &Thread, callee: &Callee, args: &[Value]) -> Result<FunctionId, String> {
        match callee {
            Callee::Direct(function) => Ok(*function),
            Callee::Virtual(selector) => {
                let Some(Value::Ref(Some(receiver))) = args.first() else {
                    return Err("a receiver that was promised not to be null is null".into());
                };
                let class = thread.state.heap.object(*receiver).class;
                self.program
                    .resolve(class, selector)
                    .ok_or_else(|| format!("{} has no code for {selector}", self.program.classes[class].name))
            }
        }
    }

    fn enter(&self, mut thread: Thread, frame: Frame, place: Place) -> Next {
        if thread.frames.len() >= self.limits.calls {
            return cut(thread, format!("calls nest deeper than {}", self.limits.calls), place);
        }
        thread.frames.push(frame);
        Next::Continue(vec![thread])
    }

    /// Splits a path over conditions that are disjoint and cover everything.
    fn fork(&mut self, thread: Thread, targets: Vec<(Term, BlockId)>, place: Place) -> Next {
        let terms = self.arith.terms;
        if let Some(&(_, target)) = targets.iter().find(|&&(cond, _)| cond == terms.bool(true)) {
            return Next::Continue(vec![thread.jump(target)]);
        }
        let feasible: Vec<_> = targets.into_iter().filter(|&(cond, _)| self.feasible(&thread, cond)).collect();
        match feasible[..] {
            // Implied by what is already known: no new condition.
            [(_, target)] => Next::Continue(vec![thread.jump(target)]),
            _ => self.split(thread, feasible, place),
        }
    }

    fn split(&self, mut thread: Thread, targets: Vec<(Term, BlockId)>, place: Place) -> Next {
        let frame = thread.top_mut();
        let taken = frame.undecided.entry(frame.block).or_insert(0);
        *taken += 1;
        if *taken > self.limits.unrolls {
            let what = format!("this loop may run more than {} times", self.limits.unrolls);
            return cut(thread, what, place);
        }
        let branch = |(cond, target)| {
            let mut thread = thread.clone();
            thread.condition.push(cond);
            thread.jump(target)
        };
        Next::Continue(targets.into_iter().map(branch).collect())
    }

    /// Soundness: a solver's unknown keeps the path. Its condition is exact either way.
    fn feasible(&mut self, thread: &Thread, cond: Term) -> bool {
        cond != self.arith.terms.bool(false) && self.scopes.check(&thread.condition, &[cond]) != Answer::Unsat
    }

    fn unwind(&self, mut thread: Thread, object: ObjectId, place: Place) -> Next {
        let place = thread.thrown.entry(object).or_insert(place).clone();
        while let Some(frame) = thread.frames.pop() {
            let Some(resume) = frame.resume else { break };
            if let Some(unwind) = resume.unwind {
                thread.set(unwind.exception, Value::Ref(Some(object)));
                return Next::Continue(vec![thread.jump(unwind.block)]);
            }
        }
        let class = thread.state.heap.object(object).class;
        Next::End(thread, Ending::Threw { object, class, place })
    }

    fn object(&self, thread: &mut Thread, expr: &Expr) -> Result<ObjectId, NotExpressible> {
        match self.eval(thread, expr)?.0 {
            Value::Ref(Some(object)) => Ok(object),
            // A front end that keeps its promises tests before; a hostile program may not.
            Value::Ref(None) => Err(NotExpressible("a reference that was promised not to be null is null")),
            Value::Scalar(_) => unreachable!("validated: a reference is expected"),
        }
    }

    /// The position of a field in an object that was promised to have it.
    fn slot(&self, thread: &Thread, object: ObjectId, field: FieldRef) -> Result<usize, NotExpressible> {
        let class = thread.state.heap.object(object).class;
        if self.program.ancestors(class).any(|c| c == field.class) {
            Ok(slot(self.program, field))
        } else {
            Err(NotExpressible("an object has not the field that was promised"))
        }
    }

    fn scalar(&self, thread: &mut Thread, expr: &Expr) -> Result<Term, NotExpressible> {
        self.typed_scalar(thread, expr).map(|(term, _)| term)
    }

    fn typed_scalar(&self, thread: &mut Thread, expr: &Expr) -> Result<(Term, Type), NotExpressible> {
        match self.eval(thread, expr)? {
            (Value::Scalar(term), ty) => Ok((term, ty)),
            (Value::Ref(_), _) => unreachable!("validated: a scalar is expected"),
        }
    }

    fn eval(&self, thread: &mut Thread, expr: &Expr) -> Result<(Value, Type), NotExpressible> {
        match expr {
            Expr::Const(constant) => Ok(self.constant(thread, *constant)),
            Expr::Local(local) => {
                let ty = self.function(thread).locals[*local].ty;
                let value = thread.top().locals[local.index()].expect("validated: locals are written before read");
                Ok((value, ty))
            }
            Expr::Unary(op, a) => {
                let (a, ty) = self.typed_scalar(thread, a)?;
                Ok((Value::Scalar(self.arith.unary(*op, a)), ty))
            }
            Expr::Binary(op, a, b) => self.binary(thread, *op, a, b),
            Expr::Cast(to, a) => {
                let (a, from) = self.typed_scalar(thread, a)?;
                Ok((Value::Scalar(self.arith.cast(from, *to, a)), *to))
            }
            Expr::InstanceOf(a, class) => {
                let (a, _) = self.eval(thread, a)?;
                Ok((self.truth(self.is_instance(thread, a, *class)), Type::Bool))
            }
        }
    }

    fn constant(&self, thread: &mut Thread, constant: Const) -> (Value, Type) {
        let ty = match constant {
            Const::Bool(_) => Type::Bool,
            Const::Int(int, _) => Type::Int(int),
            Const::Null | Const::String(_) => Type::Ref,
        };
        let value = match constant {
            Const::Bool(_) | Const::Int(..) => {
                Value::Scalar(self.arith.constant(constant).expect("numbers and truth values are scalars"))
            }
            Const::Null => Value::Ref(None),
            Const::String(id) => Value::Ref(Some(self.literal(thread, id))),
        };
        (value, ty)
    }

    /// The object of a string literal: one for all uses of the literal.
    fn literal(&self, thread: &mut Thread, id: ir::StringId) -> ObjectId {
        if let Some(&object) = thread.state.strings.get(&id) {
            return object;
        }
        let class = self.program.string_class.expect("validated: a program with literals has their class");
        let object = thread.state.allocate(self.program, self.arith.terms, self.arith.integers, class);
        thread.state.strings.insert(id, object);
        object
    }

    fn binary(&self, thread: &mut Thread, op: BinaryOp, a: &Expr, b: &Expr) -> Result<(Value, Type), NotExpressible> {
        let (a, ty) = self.eval(thread, a)?;
        let (b, _) = self.eval(thread, b)?;
        let value = match (a, b) {
            (Value::Scalar(a), Value::Scalar(b)) => Value::Scalar(self.arith.binary(op, ty, a, b)?),
            (Value::Ref(a), Value::Ref(b)) => self.truth((a == b) == (op == BinaryOp::Eq)),
            (Value::Scalar(_), Value::Ref(_)) | (Value::Ref(_), Value::Scalar(_)) => {
                unreachable!("validated: operands have one type")
            }
        };
        Ok((value, result_type(op, ty)))
    }

    fn is_instance(&self, thread: &Thread, value: Value, class: ClassId) -> bool {
        match value {
            Value::Ref(Some(object)) => self.program.is_subclass(thread.state.heap.object(object).class, class),
            Value::Ref(None) | Value::Scalar(_) => false,
        }
    }

    fn truth(&self, b: bool) -> Value {
        Value::Scalar(self.arith.terms.bool(b))
    }
}

/// What a terminator asks for.
enum Transfer {
    Jump(BlockId),
    Fork(Vec<(Term, BlockId)>),
    Enter(Box<Frame>),
    Leave(Option<Value>),
    Throw(ObjectId),
    Stop(String),
}

fn leave(mut thread: Thread, value: Option<Value>) -> Next {
    let frame = thread.frames.pop().expect("a running path has an activation");
    let Some(resume) = frame.resume else {
        return Next::End(thread, Ending::Returned(value));
    };
    if let (Some(dst), Some(value)) = (resume.dst, value) {
        thread.set(dst, value);
    }
    Next::Continue(vec![thread.jump(resume.next)])
}

fn cut(thread: Thread, what: String, place: Place) -> Next {
    Next::End(thread, Ending::Cut(StopReason::Unsupported { what, place: Some(place) }))
}

fn result_type(op: BinaryOp, operands: Type) -> Type {
    match op {
        BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => Type::Bool,
        BinaryOp::Add
        | BinaryOp::Sub
        | BinaryOp::Mul
        | BinaryOp::Div
        | BinaryOp::Rem
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor
        | BinaryOp::Shl
        | BinaryOp::Shr
        | BinaryOp::Ushr => operands,
    }
}

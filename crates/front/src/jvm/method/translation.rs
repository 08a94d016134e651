//! The walk over a method's instructions.

use std::collections::{BTreeMap, BTreeSet};

use base::Id;
use ir::{BlockId, ClassId, Expr, Function, LocalId, Program, TerminatorKind, Type};

use crate::InputError;
use crate::jvm::class::{Code, JavaClass, JavaMethod};
use crate::jvm::method::builder::Builder;
use crate::jvm::method::op::{Kind, Op};
use crate::jvm::method::state::{Chain, Entry, Handlers, Monitors};
use crate::jvm::trim::Malformed;
use crate::jvm::world::World;

/// Why the translation of a path ends.
pub(in crate::jvm) enum Stop {
    /// The path goes no further; why.
    Unsupported(String),
    /// The receiver meets another object on the stack, so it must be treated like any other.
    Mixed,
}

impl From<InputError> for Stop {
    fn from(error: InputError) -> Self {
        Self::Unsupported(error.message)
    }
}

impl From<Malformed> for Stop {
    fn from(malformed: Malformed) -> Self {
        match malformed {
            Malformed::Broken(what) => invalid(&what),
            Malformed::NotAClassFile | Malformed::Version(_) => invalid("it is in no class file"),
        }
    }
}

/// The path ends here for a reason that a user can understand.
pub(in crate::jvm) fn unsupported(what: impl Into<String>) -> Stop {
    Stop::Unsupported(what.into())
}

/// The path ends here because the machine would refuse the class.
pub(in crate::jvm) fn invalid(what: &str) -> Stop {
    Stop::Unsupported(format!("bytecode that is not valid: {what}"))
}

pub(in crate::jvm) type Step<T> = Result<T, Stop>;

/// Whether the next instruction follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::jvm) enum Flow {
    On,
    Ended,
}

/// A place where control flow meets: its block and what lies on the stack there.
#[derive(Clone)]
struct Meeting {
    block: BlockId,
    shape: Vec<Shape>,
}

/// What lies at one depth of the stack where control flow meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::jvm) enum Shape {
    /// A value of this kind, in the local for this depth.
    Home(Kind),
    /// The receiver, which needs no copy: it never changes and is never null.
    This,
}

/// How deep the operand stack may be; deeper ones would make the result quadratic in size.
const DEEPEST_STACK: usize = 500;

pub(in crate::jvm) struct Translation<'t> {
    pub(in crate::jvm) world: &'t mut World,
    pub(in crate::jvm) program: &'t Program,
    pub(in crate::jvm) class: ClassId,
    pub(in crate::jvm) java: &'t JavaClass,
    pub(in crate::jvm) method: &'t JavaMethod,
    pub(in crate::jvm) code: &'t Code,
    pub(in crate::jvm) out: Builder,
    pub(in crate::jvm) stack: Vec<Entry>,
    /// The builders of texts that were on the stack so far.
    pub(in crate::jvm) chains: Vec<Chain>,
    /// Locals known not to be null.
    pub(in crate::jvm) non_null: BTreeSet<LocalId>,
    /// The receiver, if nothing overwrites it.
    pub(in crate::jvm) this: Option<LocalId>,
    pub(in crate::jvm) handlers: Handlers,
    pub(in crate::jvm) monitors: Monitors,
    /// The instruction being translated.
    pub(in crate::jvm) at: usize,
    /// Whether the receiver stays what it is on the stack where control flow meets.
    keeps_this: bool,
    /// Where jumps lead.
    jumps: BTreeSet<usize>,
    /// Where handlers begin.
    catches: BTreeSet<usize>,
    meetings: BTreeMap<usize, Meeting>,
    work: Vec<usize>,
}

impl<'t> Translation<'t> {
    pub(in crate::jvm) fn new(
        world: &'t mut World,
        program: &'t Program,
        class: ClassId,
        java: &'t JavaClass,
        number: usize,
        code: &'t Code,
        head: &Function,
    ) -> Self {
        let jumps = code
            .instructions
            .iter()
            .enumerate()
            .flat_map(|(i, op)| Op::of(op, i).targets());
        let handlers = code.handlers.iter().map(|h| usize::from(h.handler_pc));
        Self {
            world,
            program,
            class,
            java,
            method: &java.methods[number],
            code,
            out: Builder::new(head),
            stack: Vec::new(),
            chains: Vec::new(),
            non_null: BTreeSet::new(),
            this: None,
            handlers: Handlers::default(),
            monitors: Monitors::default(),
            at: 0,
            keeps_this: true,
            jumps: jumps.collect(),
            catches: handlers.collect(),
            meetings: BTreeMap::new(),
            work: Vec::new(),
        }
    }

    /// Treats the receiver on the stack like any other object.
    pub(in crate::jvm) fn without_special_receiver(mut self) -> Self {
        self.keeps_this = false;
        self
    }

    /// The translated code; `None` if the receiver cannot be told apart on the stack.
    pub(in crate::jvm) fn run(mut self) -> Option<ir::Code> {
        match self.blocks() {
            Ok(()) => Some(self.out.finish()),
            Err(Stop::Mixed) => None,
            Err(Stop::Unsupported(_)) => {
                unreachable!("a path that ends is written down where it ends")
            }
        }
    }

    fn blocks(&mut self) -> Step<()> {
        self.out.line = self.code.line(0);
        self.bind_parameters();
        self.follow_monitors();
        let entered = self.goto(0);
        self.write_down(entered)?;
        while let Some(start) = self.work.pop() {
            self.start_block(start);
            let ended = self.block(start);
            self.write_down(ended)?;
        }
        Ok(())
    }

    /// Ends a block that could not be ended otherwise.
    fn write_down(&mut self, ended: Step<Flow>) -> Step<()> {
        match ended {
            Err(Stop::Unsupported(reason)) => {
                self.out.end(TerminatorKind::Unsupported(reason));
                Ok(())
            }
            ended => ended.map(|_| ()),
        }
    }

    fn start_block(&mut self, start: usize) {
        let Meeting { block, shape } = self.meetings[&start].clone();
        self.out.start(block);
        self.stack = shape
            .iter()
            .enumerate()
            .map(|(depth, &shape)| self.found(depth, shape))
            .collect();
        self.non_null = self.this.into_iter().collect();
        if !self.jumps.contains(&start) && self.catches.contains(&start) {
            let exception = self.out.stack(0, Kind::Ref);
            self.non_null.insert(exception);
        }
    }

    /// What a block finds on the stack.
    fn found(&mut self, depth: usize, shape: Shape) -> Entry {
        match (shape, self.this) {
            (Shape::This, Some(this)) => Entry::local(this, Kind::Ref),
            (Shape::This, None) => Entry::local(self.out.stack(depth, Kind::Ref), Kind::Ref),
            (Shape::Home(kind), _) => Entry::local(self.out.stack(depth, kind), kind),
        }
    }

    fn block(&mut self, start: usize) -> Step<Flow> {
        let mut next = start;
        while self.instruction(next)? == Flow::On {
            next += 1;
            if self.jumps.contains(&next) || self.catches.contains(&next) {
                return self.goto(next);
            }
        }
        Ok(Flow::Ended)
    }

    fn instruction(&mut self, index: usize) -> Step<Flow> {
        let instruction = self
            .code
            .instructions
            .get(index)
            .ok_or_else(|| invalid("the code runs past its end"))?;
        self.at = index;
        self.out.line = self.code.line(index);
        match Op::of(instruction, index) {
            Op::Nop => Ok(Flow::On),
            Op::Constant(constant) => self.constant(constant),
            Op::LoadConstant(index) => self.load_constant(index),
            Op::Load(kind, slot) => self.load(kind, slot),
            Op::Store(kind, slot) => self.store(kind, slot),
            Op::Increment(slot, by) => self.increment(slot, by),
            Op::Stack(op) => self.rearrange(op),
            Op::Binary(op, int) => self.binary(op, int),
            Op::Negate(int) => self.negate(int),
            Op::Convert(from, to) => self.convert(from, to),
            Op::CompareLongs => self.compare_longs(),
            Op::FloatBinary(op, float) => self.float_binary(op, float),
            Op::FloatNegate(float) => self.float_negate(float),
            Op::FloatConvert(from, to) => self.float_convert(from, to),
            Op::CompareFloats(float, nan) => self.compare_floats(float, nan),
            Op::NewArray(element) => self.new_array(&element),
            Op::NewRefArray(index) => self.new_ref_array(index),
            Op::NewMultiArray(index, dimensions) => self.new_multi_array(index, dimensions),
            Op::ArrayLength => self.array_length(),
            Op::LoadElement(elements) => self.load_element(elements),
            Op::StoreElement(elements) => self.store_element(elements),
            Op::If(test, target) => self.branch(test, target),
            Op::Goto(target) => self.goto(target),
            Op::Switch(cases, default) => self.switch(&cases, default),
            Op::Return(kind) => self.return_value(kind),
            Op::GetField(index) => self.get_field(index),
            Op::PutField(index) => self.put_field(index),
            Op::GetStatic(index) => self.get_static(index),
            Op::PutStatic(index) => self.put_static(index),
            Op::Invoke(invoke, index) => self.invoke(invoke, index),
            Op::InvokeDynamic(index) => self.invoke_dynamic(index),
            Op::New(index) => self.create(index),
            Op::Throw => self.throw(),
            Op::CheckCast(index) => self.check_cast(index),
            Op::InstanceOf(index) => self.instance_of(index),
            Op::EnterMonitor => self.enter_monitor(),
            Op::ExitMonitor => self.exit_monitor(),
            Op::Unsupported(what) => Err(unsupported(what)),
        }
    }

    /// The block at `target`, with the stack put where it expects it.
    pub(in crate::jvm) fn jump(&mut self, target: usize) -> Step<BlockId> {
        let shape = self.settle()?;
        self.meet(target, shape)
    }

    /// The block at `target` for a stack of this shape, which is settled already.
    pub(in crate::jvm) fn meet(&mut self, target: usize, shape: Vec<Shape>) -> Step<BlockId> {
        if let Some(meeting) = self.meetings.get(&target) {
            let kind = |shape: &Shape| match shape {
                Shape::Home(kind) => *kind,
                Shape::This => Kind::Ref,
            };
            return if meeting.shape == shape {
                Ok(meeting.block)
            } else if meeting.shape.iter().map(kind).eq(shape.iter().map(kind)) {
                Err(Stop::Mixed)
            } else {
                Err(invalid("the stack differs where control flow meets"))
            };
        }
        if shape.len() > DEEPEST_STACK {
            return Err(unsupported(format!(
                "an operand stack deeper than {DEEPEST_STACK}"
            )));
        }
        let block = self.out.reserve();
        self.meetings.insert(target, Meeting { block, shape });
        self.work.push(target);
        Ok(block)
    }

    /// Writes the entries of the stack into the locals that hold it where control flow meets.
    pub(in crate::jvm) fn settle(&mut self) -> Step<Vec<Shape>> {
        let mut moves: Vec<(LocalId, Expr)> = Vec::new();
        let mut shape = Vec::new();
        for (depth, entry) in std::mem::take(&mut self.stack).into_iter().enumerate() {
            if self.is_this(&entry) {
                shape.push(Shape::This);
                self.stack.push(entry);
                continue;
            }
            let (expr, kind) = self.value_of(entry)?;
            let home = self.out.stack(depth, kind);
            if expr != Expr::Local(home) {
                moves.push((home, expr));
            }
            self.stack.push(Entry::local(home, kind));
            shape.push(Shape::Home(kind));
        }
        self.move_at_once(moves);
        Ok(shape)
    }

    fn is_this(&self, entry: &Entry) -> bool {
        self.keeps_this
            && self
                .this
                .is_some_and(|this| *entry == Entry::local(this, Kind::Ref))
    }

    /// Assigns all values as if at the same moment.
    fn move_at_once(&mut self, moves: Vec<(LocalId, Expr)>) {
        let homes: BTreeSet<LocalId> = moves.iter().map(|&(home, _)| home).collect();
        let mut entangled = false;
        for (home, value) in &moves {
            value.for_each_local(&mut |l| entangled |= l != *home && homes.contains(&l));
        }
        let moves: Vec<(LocalId, Expr)> = if entangled {
            moves
                .into_iter()
                .map(|(home, value)| (home, Expr::Local(self.save(value))))
                .collect()
        } else {
            moves
        };
        for (home, value) in moves {
            self.set(home, value);
        }
    }

    /// Assigns to a local and forgets what was known of it.
    pub(in crate::jvm) fn set(&mut self, local: LocalId, value: Expr) {
        let non_null = self.is_non_null(&value);
        self.out.assign(local, value);
        self.non_null.remove(&local);
        if non_null {
            self.non_null.insert(local);
        }
    }

    /// A new temporary with this value.
    pub(in crate::jvm) fn save(&mut self, value: Expr) -> LocalId {
        let ty = self.out.type_of(&value);
        let temporary = self.out.temporary("t", ty);
        self.set(temporary, value);
        temporary
    }

    /// Makes the parameters the machine's local variables.
    fn bind_parameters(&mut self) {
        let receiver = usize::from(!self.method.is_static());
        let slots = self.method.ty.params.iter().scan(receiver, |next, ty| {
            let slot = *next;
            *next += ty.slots();
            Some(slot)
        });
        let slots: Vec<usize> = (0..receiver).chain(slots).collect();
        for (number, slot) in slots.into_iter().enumerate().take(self.out.params()) {
            self.bind_parameter(slot, LocalId::from_index(number));
        }
        if receiver == 1 && !self.is_stored(0, Kind::Ref) {
            self.this = Some(LocalId::from_index(0));
        }
    }

    /// Small integers and booleans are ints to the machine: where one is overwritten, an int takes its place at once;
    /// where not, each read is a cast.
    fn bind_parameter(&mut self, slot: usize, param: LocalId) {
        let ty = self.out.locals()[param].ty;
        let kind = Kind::of(ty);
        if ty != kind.ty() && self.is_stored(slot, kind) {
            let name = self.out.locals()[param].name.clone();
            let copy = self.out.slot(slot, kind, || name);
            let value = self.out.cast(kind.ty(), Expr::Local(param));
            self.out.assign(copy, value);
        } else {
            self.out.bind_slot(slot, kind, param);
        }
    }

    fn is_stored(&self, slot: usize, kind: Kind) -> bool {
        let stores = |(index, instruction)| match Op::of(instruction, index) {
            Op::Store(k, s) => k == kind && s == slot,
            Op::Increment(s, _) => kind == Kind::Int && s == slot,
            _ => false,
        };
        self.code.instructions.iter().enumerate().any(stores)
    }

    /// Whether a reference is surely not null.
    pub(in crate::jvm) fn is_non_null(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Const(ir::Const::Object(_)) => true,
            Expr::Local(local) => self.non_null.contains(local),
            Expr::Const(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Cast(..) => false,
            Expr::InstanceOf(..) | Expr::Takes(..) => false,
        }
    }

    /// The result type as the stack sees it.
    pub(in crate::jvm) fn push_typed(&mut self, local: LocalId, ty: Type) {
        let kind = Kind::of(ty);
        let value = self.out.cast(kind.ty(), Expr::Local(local));
        self.stack.push(Entry::Value(value, kind));
    }
}

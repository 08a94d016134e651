//! A function being written in the ir, with the few phrases that models need.

use ir::{
    Ask, BinaryOp, Callee, ClassId, Code, Const, Expr, Function, FunctionId, IntType, LocalId,
    Program, StatementKind, TerminatorKind, Type, UnaryOp, WorldOp,
};

use base::Id;

use crate::jvm::method::builder::Builder;
use crate::jvm::natives::native::Native;
use crate::jvm::texts::Mirrored;
use crate::jvm::world::{World, zero};

pub(in crate::jvm) struct Sketch<'w> {
    pub(in crate::jvm) world: &'w mut World,
    pub(in crate::jvm) program: &'w Program,
    /// What is called, and with which constants.
    pub(super) native: Native<'w>,
    out: Builder,
}

/// Code that only says why it is none.
pub(in crate::jvm) fn refusal(head: &Function, why: String) -> Code {
    let mut out = Builder::new(head);
    out.end(TerminatorKind::Unsupported(why));
    out.finish()
}

impl<'w> Sketch<'w> {
    pub(in crate::jvm) fn new(
        world: &'w mut World,
        program: &'w Program,
        head: &Function,
        native: Native<'w>,
    ) -> Self {
        Self {
            world,
            program,
            native,
            out: Builder::new(head),
        }
    }

    pub(in crate::jvm) fn finish(self) -> Code {
        self.out.finish()
    }

    pub(in crate::jvm) fn param(&self, number: usize) -> Expr {
        Expr::Local(LocalId::from_index(number))
    }

    pub(super) fn params(&self) -> Vec<Expr> {
        (0..self.out.params())
            .map(|number| self.param(number))
            .collect()
    }

    pub(in crate::jvm) fn param_type(&self, number: usize) -> Type {
        self.out.type_of(&self.param(number))
    }

    pub(super) fn type_of(&self, expr: &Expr) -> Type {
        self.out.type_of(expr)
    }

    pub(in crate::jvm) fn returns(&self) -> Option<Type> {
        self.out.returns()
    }

    pub(in crate::jvm) fn local(&mut self, name: &str, ty: Type) -> LocalId {
        self.out.temporary(name, ty)
    }

    pub(in crate::jvm) fn emit(&mut self, statement: StatementKind) {
        self.out.emit(statement);
    }

    /// A class by its internal name or descriptor.
    pub(in crate::jvm) fn class(&mut self, name: &str) -> Result<ClassId, String> {
        Ok(self.world.class(self.program, name)?)
    }

    /// The class of texts of which nothing is known but that they are there.
    pub(in crate::jvm) fn unreadable(&mut self) -> Result<ClassId, String> {
        let text = self.world.machine_text(self.program)?;
        Ok(self.program.image[text].class)
    }

    /// A string literal.
    pub(super) fn text(&mut self, text: &str) -> Result<Const, String> {
        Ok(Const::Object(self.world.text(self.program, text)?))
    }

    /// The object that stands for a class or a primitive type.
    pub(super) fn mirror(&mut self, of: Mirrored) -> Result<Const, String> {
        Ok(Const::Object(self.world.mirror(self.program, of)?))
    }

    /// An argument that must be a known string, in UTF-16; what it is otherwise.
    pub(super) fn units(&self, number: usize, what: &str) -> Result<Vec<u16>, String> {
        let string = self.native.object(number)?;
        let units = string.and_then(|string| self.world.text_of(self.program, string));
        units.ok_or_else(|| what.to_owned())
    }

    /// The same as a text of ours; a half of a character becomes a mark.
    pub(super) fn known_text(&self, number: usize, what: &str) -> Result<String, String> {
        Ok(String::from_utf16_lossy(&self.units(number, what)?))
    }

    /// Ends with a result.
    pub(in crate::jvm) fn give(&mut self, value: Expr) {
        self.out.end(TerminatorKind::Return(Some(value)));
    }

    pub(in crate::jvm) fn give_nothing(&mut self) {
        self.out.end(TerminatorKind::Return(None));
    }

    pub(super) fn give_const(&mut self, constant: Const) {
        self.give(Expr::Const(constant));
    }

    pub(super) fn give_zero(&mut self) {
        let value = self.returns().map(|ty| Expr::Const(zero(ty)));
        self.out.end(TerminatorKind::Return(value));
    }

    pub(super) fn give_int(&mut self, value: i64) {
        match self.returns() {
            Some(Type::Int(int)) => self.give_const(Const::Int(int, value)),
            Some(Type::Bool | Type::Float(_) | Type::Ref) | None => self.give_zero(),
        }
    }

    /// Ends with what others answer.
    pub(in crate::jvm) fn give_answer(&mut self, question: &str) {
        match self.returns() {
            Some(ty) => {
                let answer = self.ask(question, ty);
                self.give(answer);
            }
            None => self.give_nothing(),
        }
    }

    /// What others answer to a question; in the end that there is nothing more: -1 as streams say so, or false.
    pub(in crate::jvm) fn ask(&mut self, question: &str, ty: Type) -> Expr {
        let last = match ty {
            Type::Int(int) if int.signed => Const::Int(int, -1),
            Type::Int(_) | Type::Bool | Type::Float(_) | Type::Ref => Const::zero(ty),
        };
        self.ask_until(question, ty, last)
    }

    /// What others answer to a question, and what they answer in the end.
    pub(in crate::jvm) fn ask_until(&mut self, question: &str, ty: Type, last: Const) -> Expr {
        let dst = self.local("answer", ty);
        let question = question.into();
        let ask = Ask {
            dst,
            question,
            last,
        };
        self.emit(StatementKind::World(Box::new(WorldOp::Ask(ask))));
        Expr::Local(dst)
    }

    /// The same, if the answer is at least the one and at most the other; any other answer stands for 0, which must be
    /// among these.
    pub(super) fn ask_between(
        &mut self,
        question: &str,
        least: Expr,
        most: Expr,
    ) -> Result<LocalId, String> {
        let ty = self.type_of(&most);
        let answer = self.ask(question, ty);
        let number = self.local("number", ty);
        self.emit(StatementKind::Assign(number, answer.clone()));
        let beyond = any([
            binary(BinaryOp::Lt, answer.clone(), least),
            binary(BinaryOp::Gt, answer, most),
        ]);
        let none = |sketch: &mut Self| {
            sketch.emit(StatementKind::Assign(number, Expr::Const(zero(ty))));
            Ok(Ending::Open)
        };
        self.branch(beyond, none, |_| Ok(Ending::Open))?;
        Ok(number)
    }

    /// Ends with what another function gives for the same arguments.
    pub(super) fn give_call(&mut self, function: FunctionId) {
        self.give_callee(Callee::Direct(function));
    }

    /// Ends with what the function made for these very arguments gives.
    pub(super) fn give_call_of_native(&mut self, name: &str) {
        self.give_callee(Callee::Native(name.into()));
    }

    fn give_callee(&mut self, callee: Callee) {
        let result = self.call(callee, self.params(), self.returns());
        self.out.end(TerminatorKind::Return(result));
    }

    /// Calls a function, and goes on with its result.
    pub(in crate::jvm) fn call(
        &mut self,
        callee: Callee,
        args: Vec<Expr>,
        returns: Option<Type>,
    ) -> Option<Expr> {
        let dst = returns.map(|ty| self.out.temporary("result", ty));
        let next = self.out.reserve();
        self.out.end(TerminatorKind::Call {
            dst,
            callee,
            args,
            next,
            unwind: None,
        });
        self.out.start(next);
        dst.map(Expr::Local)
    }

    /// What a method of a class gives, which is static or cannot be overridden.
    pub(super) fn call_method(
        &mut self,
        (class, name, descriptor): (&str, &str, &str),
        args: Vec<Expr>,
    ) -> Result<Expr, String> {
        let class = self.class(class)?;
        self.make_ready(class);
        let found = self.world.declared(class, name, descriptor);
        let found = found.ok_or_else(|| format!("{name}, which is not there"))?;
        let function = self.world.function(self.program, found.class, found.index);
        let returns = self.program.functions[function].returns;
        let result = self.call(Callee::Direct(function), args, returns);
        result.ok_or_else(|| format!("{name} gives nothing"))
    }

    /// Ends as unsupported if a condition holds.
    pub(in crate::jvm) fn refuse_if(&mut self, cond: Expr, why: &str) {
        let away = self.aside(|this| this.out.end(TerminatorKind::Unsupported(why.to_owned())));
        self.out.leave_if(cond, away);
    }

    /// Waits for another thread. What is written after that is never reached.
    pub(super) fn wait(&mut self) {
        let away = self.aside(|this| this.out.end(TerminatorKind::Wait));
        self.out.leave_if(Expr::Const(Const::Bool(true)), away);
    }

    /// Raises an exception of the machine if a condition holds.
    pub(in crate::jvm) fn raise_if(&mut self, cond: Expr, class: &str) -> Result<(), String> {
        let raise = self.out.reserve();
        let suspended = self.out.suspend(raise);
        let raised = self.raise(class);
        self.out.resume(suspended);
        self.out.leave_if(cond, raise);
        raised
    }

    /// Makes a class ready where the machine would initialise it.
    pub(in crate::jvm) fn make_ready(&mut self, class: ClassId) {
        if let Some(function) = self.world.ready(self.program, class) {
            self.call(Callee::Direct(function), Vec::new(), None);
        }
    }

    /// Ends with an object of a class of ours, which nobody looks at.
    pub(super) fn end_in(&mut self, class: ClassId) {
        let ending = self.local("ending", Type::Ref);
        self.emit(StatementKind::New(ending, class));
        self.out.end(TerminatorKind::Throw(Expr::Local(ending)));
    }

    /// Ends with an exception of the machine: made as its constructor would, but its text is beyond us.
    pub(super) fn raise(&mut self, class: &str) -> Result<(), String> {
        let class = self.class(class)?;
        let throwable = self.class("java/lang/Throwable")?;
        let field = |world: &World, name| {
            let field = world.own_field(throwable, name);
            field.ok_or("an exception without its fields")
        };
        let message = field(self.world, "detailMessage")?;
        let cause = field(self.world, "cause")?;
        let suppressed = field(self.world, "suppressedExceptions")?;
        let sentinel = self.world.own_static(throwable, "SUPPRESSED_SENTINEL");
        let sentinel = sentinel.ok_or("an exception without its fields")?;
        let sentinel = self.world.global(self.program, &sentinel);
        let text = self.world.machine_text(self.program)?;
        self.make_ready(class);
        let (exception, none) = (
            self.local("exception", Type::Ref),
            self.local("none", Type::Ref),
        );
        let object = Expr::Local(exception);
        self.emit(StatementKind::New(exception, class));
        self.emit(StatementKind::LoadGlobal(none, sentinel));
        for (field, value) in [
            (message, Expr::Const(Const::Object(text))),
            (cause, object.clone()),
            (suppressed, Expr::Local(none)),
        ] {
            self.emit(StatementKind::Store(object.clone(), field, value));
        }
        self.out.end(TerminatorKind::Throw(object));
        Ok(())
    }

    pub(super) fn refuse_null(&mut self, value: Expr) -> Result<(), String> {
        self.raise_if(is_null(value), "java/lang/NullPointerException")
    }

    /// Two ways, each of which ends the function or comes back here.
    pub(in crate::jvm) fn branch(
        &mut self,
        cond: Expr,
        then: impl FnOnce(&mut Self) -> Result<Ending, String>,
        otherwise: impl FnOnce(&mut Self) -> Result<Ending, String>,
    ) -> Result<(), String> {
        let (yes, no, on) = (self.out.reserve(), self.out.reserve(), self.out.reserve());
        self.out.end(TerminatorKind::Branch {
            cond,
            then: yes,
            otherwise: no,
        });
        self.out.start(yes);
        if then(self)? == Ending::Open {
            self.out.end(TerminatorKind::Goto(on));
        }
        self.out.start(no);
        if otherwise(self)? == Ending::Open {
            self.out.end(TerminatorKind::Goto(on));
        }
        self.out.start(on);
        Ok(())
    }

    /// Runs a body while a condition holds.
    pub(in crate::jvm) fn repeat_while(
        &mut self,
        cond: Expr,
        body: impl FnOnce(&mut Self) -> Result<(), String>,
    ) -> Result<(), String> {
        let (head, inside, after) = (self.out.reserve(), self.out.reserve(), self.out.reserve());
        self.out.end(TerminatorKind::Goto(head));
        self.out.start(head);
        self.out.end(TerminatorKind::Branch {
            cond,
            then: inside,
            otherwise: after,
        });
        self.out.start(inside);
        body(self)?;
        self.out.end(TerminatorKind::Goto(head));
        self.out.start(after);
        Ok(())
    }

    fn aside(&mut self, write: impl FnOnce(&mut Self)) -> ir::BlockId {
        let block = self.out.reserve();
        let suspended = self.out.suspend(block);
        write(self);
        self.out.resume(suspended);
        block
    }
}

/// How a branch of a sketch ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::jvm) enum Ending {
    /// It goes on after the branch.
    Open,
    /// It left the function.
    Left,
}

pub(in crate::jvm) fn int(value: i64) -> Expr {
    Expr::Const(Const::Int(IntType::I32, value))
}

pub(in crate::jvm) fn null() -> Expr {
    Expr::Const(Const::Null)
}

pub(in crate::jvm) fn is_null(value: Expr) -> Expr {
    binary(BinaryOp::Eq, value, null())
}

pub(in crate::jvm) fn not(cond: Expr) -> Expr {
    Expr::Unary(UnaryOp::Not, Box::new(cond))
}

pub(in crate::jvm) fn binary(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    Expr::Binary(op, Box::new(a), Box::new(b))
}

pub(super) fn any(conditions: impl IntoIterator<Item = Expr>) -> Expr {
    let all = conditions
        .into_iter()
        .reduce(|a, b| binary(BinaryOp::Or, a, b));
    all.unwrap_or(Expr::Const(Const::Bool(false)))
}

pub(super) fn is_instance(value: Expr, class: ClassId) -> Expr {
    Expr::InstanceOf(Box::new(value), class)
}

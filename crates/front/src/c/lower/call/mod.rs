//! Calls (C11 6.5.2.2).

mod arithmetic;
pub(super) mod ending;
mod format;
mod intrinsic;
mod memory;
mod output;
mod own;
pub(super) mod pointer;
mod stream;

use ir::memory::{MemoryOp, Storage};
use ir::{
    BlockId, Callee, Const, Expr, IntType, LocalId, StatementKind, TerminatorKind, Type, WorldOp,
};
pub(super) use memory::LASTS;

use super::body::Lowering;
use super::endings::Undefined;
use super::order::{Operand, Part};
use super::shape::{I64, Shape};
use super::survey::named_callee;
use super::value::{Pointer, Value, number, offset};
use super::whole::Head;
use crate::c::library;
use crate::c::tree::{self, ExprId, Linkage};
use intrinsic::NamedCall;

/// An argument and what it is.
pub(super) type Argument = (Value, Shape);

/// What somebody wants to know of the result of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Used {
    /// Nothing.
    No,
    /// What it is.
    Value,
    /// Whether it is zero.
    Truth,
    /// Whether it is zero, positive or negative.
    Sign,
}

impl Used {
    /// The number that stands for it in `__mores_used`.
    fn code(self) -> i128 {
        match self {
            Self::No => 0,
            Self::Value => 1,
            Self::Truth => 2,
            Self::Sign => 3,
        }
    }
}

impl Lowering<'_, '_> {
    /// A call.
    pub(super) fn call(
        &mut self,
        id: ExprId,
        callee: ExprId,
        arguments: &[ExprId],
        used: Used,
    ) -> Value {
        let named = named_callee(self.unit(), callee);
        let (pointer, values) =
            self.callee_and_arguments(named.is_none().then_some(callee), arguments);
        match (named, pointer) {
            (Some(function), _) => {
                let place = self.unit().exprs[id].place.clone();
                self.call_named(
                    &NamedCall {
                        function,
                        values: &values,
                        ids: arguments,
                        used,
                        place,
                    },
                    id,
                )
            }
            (None, Some(pointer)) => {
                let ty = self.unit().called(self.unit().exprs[callee].ty.id).cloned();
                let Some(ty) = ty else {
                    return self.unsupported_value("a call of no function", &Shape::Void);
                };
                self.call_pointer(&pointer, &ty, values, used != Used::No)
            }
            (None, None) => Value::Void,
        }
    }

    /// What is called and what it is given; usually the last argument first.
    fn callee_and_arguments(
        &mut self,
        callee: Option<ExprId>,
        arguments: &[ExprId],
    ) -> (Option<Pointer>, Vec<Argument>) {
        let shapes: Vec<Shape> = arguments
            .iter()
            .map(|argument| self.argument_shape(*argument))
            .collect();
        let operand = |id: &ExprId| Operand {
            id: *id,
            part: Part::Value,
        };
        let operands: Vec<Operand> = callee.iter().chain(arguments).map(operand).collect();
        let first = usize::from(callee.is_some());
        let usual: Vec<usize> = (0..first).chain((first..operands.len()).rev()).collect();
        let mut values = self.operands(&operands, &usual).into_iter();
        let pointer = callee.and_then(|_| values.next()).map(|value| match value {
            Value::Pointer(pointer) => pointer,
            Value::Void | Value::Number(_) | Value::Record(_) => Pointer::null(),
        });
        (pointer, values.zip(shapes).collect())
    }

    fn argument_shape(&mut self, id: ExprId) -> Shape {
        let ty = self.unit().exprs[id].ty.id;
        let shape = if self.unit().is_argument_list(ty) {
            Shape::Pointer
        } else {
            self.shape(ty)
        };
        if let Shape::Other(what) = &shape {
            self.unsupported(what.clone());
        }
        shape
    }

    /// Calls a function by its name: its code, what is known of it, or nobody knows what.
    fn call_named(&mut self, call: &NamedCall, id: ExprId) -> Value {
        let function = &self.unit().functions[call.function];
        let of_library = function.is_library() || library::has_function(&function.name);
        if !of_library && function.body.is_none() {
            self.demand_all_as_said(call.values, function);
        }
        let value = self.call_followed(call, id);
        // What the library does with null says more of what is wrong.
        if of_library {
            self.demand_all_as_said(call.values, function);
        }
        value
    }

    fn call_followed(&mut self, call: &NamedCall, id: ExprId) -> Value {
        if !self.whole.has_body(call.function) {
            return self.call_external(call);
        }
        if self.unit().functions[call.function].is_library() && self.printed(call) {
            return Value::dummy(&self.shape(self.unit().exprs[id].ty.id));
        }
        self.heed_compiler(call.function);
        let value = self.call_source(call.function, call.values.to_vec(), call.used);
        // The call may stand before the definition, where only a compatible type is known.
        match (value, self.shape(self.unit().exprs[id].ty.id)) {
            (Value::Number(number), Shape::Number(ty)) => Value::Number(self.code.cast(ty, number)),
            (value, _) => value,
        }
    }

    /// Calls that compilers may leave out or replace: a function of the program may have a name that belongs to the library, or be
    /// said to do nothing but give a value.
    fn heed_compiler(&mut self, function: tree::FunctionId) {
        let function = &self.unit().functions[function];
        if function.is_library() {
            return;
        }
        let name = &function.name;
        let built_in = function.linkage == Linkage::External && library::is_built_in(name);
        let named = built_in
            .then(|| format!("`{name}` is what is defined here, not what compilers know by that name (-fno-builtin)"));
        let pure = function
            .pure
            .then(|| format!("`{name}` does nothing but give a value, as its attributes say"));
        for what in named.into_iter().chain(pure) {
            self.code.world(WorldOp::Assume(what.into()));
        }
    }

    /// Calls a function that is defined.
    pub(super) fn call_source(
        &mut self,
        function: tree::FunctionId,
        arguments: Vec<Argument>,
        used: Used,
    ) -> Value {
        let head = self.whole.head(function);
        let count = self.unit().functions[function].parameters.len();
        if arguments.len() < count {
            return self
                .unsupported_value("a call with too few arguments", &self.shape(head.result));
        }
        if !self.are_taken(function, &arguments, head.variadic) {
            let what = "a call with other arguments than the function takes";
            return self.unsupported_value(what, &self.shape(head.result));
        }
        let mut arguments = arguments;
        let further = arguments.split_off(count);
        let values = arguments
            .into_iter()
            .map(|(value, shape)| self.passed(value, &shape))
            .collect();
        if self.whole.asks_for_use(function) {
            let code = number(IntType::I32, used.code());
            self.code
                .push(StatementKind::StoreGlobal(self.whole.used, code));
        }
        self.call_direct(&head, values, further, used != Used::No)
    }

    /// Soundness: a function that is declared without parameters may be called with any arguments, and C gives that no meaning unless
    /// they are those that the definition takes (C11 6.5.2.2p6).
    fn are_taken(
        &self,
        function: tree::FunctionId,
        arguments: &[Argument],
        variadic: bool,
    ) -> bool {
        let function = &self.unit().functions[function];
        let taken = |(local, (_, given)): (&tree::LocalId, &Argument)| {
            let ty = function.locals[*local].ty.id;
            self.unit().is_argument_list(ty) || is_taken_as(&self.shape(ty), given)
        };
        (variadic || arguments.len() == function.parameters.len())
            && function.parameters.iter().zip(arguments).all(taken)
    }

    /// A record is passed as a copy.
    pub(super) fn passed(&mut self, value: Value, shape: &Shape) -> Value {
        match (value, shape) {
            (Value::Record(from), Shape::Record(size)) => {
                Value::Record(self.copy_for_callee(&from, *size))
            }
            (value, _) => value,
        }
    }

    /// A block of its own for a parameter; the function that is called ends its life.
    fn copy_for_callee(&mut self, from: &Pointer, size: u64) -> Pointer {
        let block = self.code.temporary(Type::Ref);
        self.new_block(block, size, Storage::Automatic, "a parameter");
        let to = Pointer {
            block: Expr::Local(block),
            offset: offset(0),
            object: Some(size),
        };
        self.copy_record(from, &to, size);
        to
    }

    /// Calls a function with exactly the arguments it has parameters for, and further ones.
    pub(super) fn call_direct(
        &mut self,
        head: &Head,
        values: Vec<Value>,
        further: Vec<Argument>,
        used: bool,
    ) -> Value {
        let mut args = Vec::new();
        let record = head.record.map(|size| self.object(size, "a result"));
        if let Some(record) = &record {
            args.extend([record.block.clone(), record.offset.clone()]);
        }
        for value in values {
            self.pass(&mut args, value, head);
        }
        if head.variadic {
            args.push(self.further_arguments(further));
        }
        let dst = self.end_call(Callee::Direct(head.id), args, head.returns);
        if head.owes {
            self.look_at_result(used);
        }
        self.result(dst, record)
    }

    /// Adds the parts of an argument, as the parameters want them.
    fn pass(&mut self, args: &mut Vec<Expr>, value: Value, head: &Head) {
        match value {
            Value::Number(number) => match head.params.get(args.len()).map(|p| p.ty) {
                Some(ty @ (Type::Int(_) | Type::Float(_))) => args.push(self.code.cast(ty, number)),
                // A number where a pointer is expected: only without a prototype.
                Some(Type::Ref | Type::Bool) => {
                    self.unsupported("an argument of another kind than the parameter");
                    args.push(Expr::Const(Const::Null));
                    if head.params.get(args.len()).is_some_and(|p| p.ty == I64) {
                        args.push(offset(0));
                    }
                }
                None => {}
            },
            Value::Pointer(pointer) => match head.params.get(args.len()).map(|p| p.ty) {
                Some(Type::Ref) => args.extend([pointer.block, pointer.offset]),
                Some(ty) => {
                    self.unsupported("an argument of another kind than the parameter");
                    args.push(Expr::Const(Const::zero(ty)));
                }
                None => {}
            },
            Value::Record(record) => args.push(record.block),
            Value::Void => args.push(Expr::Const(Const::Null)),
        }
    }

    /// The call itself, and the local with what it returned.
    pub(super) fn end_call(
        &mut self,
        callee: Callee,
        args: Vec<Expr>,
        returns: Option<Type>,
    ) -> Option<LocalId> {
        let dst = returns.map(|ty| self.code.temporary(ty));
        let next: BlockId = self.code.block();
        self.code.end(TerminatorKind::Call {
            dst,
            callee,
            args,
            next,
            unwind: None,
        });
        self.code.at(next);
        dst
    }

    /// What a call gave.
    pub(super) fn result(&mut self, dst: Option<LocalId>, record: Option<Pointer>) -> Value {
        match (dst, record) {
            (_, Some(record)) => Value::Record(record),
            (Some(dst), None) if self.code.locals[dst].ty == Type::Ref => {
                let at = self.load_global(self.whole.returned_offset, I64);
                self.code.push(StatementKind::StoreGlobal(
                    self.whole.returned_offset,
                    offset(0),
                ));
                Value::Pointer(Pointer {
                    block: Expr::Local(dst),
                    offset: at,
                    object: None,
                })
            }
            (Some(dst), None) => Value::Number(Expr::Local(dst)),
            (None, None) => Value::Void,
        }
    }

    /// The result of a function that ended without one must not be looked at.
    fn look_at_result(&mut self, used: bool) {
        let nothing = self.load_global(self.whole.returned_nothing, Type::Bool);
        self.code.push(StatementKind::StoreGlobal(
            self.whole.returned_nothing,
            Expr::Const(Const::Bool(false)),
        ));
        if used {
            let away = self.undefined(Undefined::Return);
            self.code.leave_if(nothing, away);
        }
    }

    /// Ends the life of a block.
    pub(super) fn end_block(&mut self, block: Expr) {
        self.code.memory(MemoryOp::End(block));
    }
}

/// Whether an argument of one shape is what a parameter of another takes: the same, or what that becomes without a prototype.
fn is_taken_as(parameter: &Shape, argument: &Shape) -> bool {
    match (parameter, argument) {
        (Shape::Number(Type::Int(own)), Shape::Number(Type::Int(given))) => {
            own.bits == given.bits || own.bits < 32 && given.bits == 32
        }
        (Shape::Number(Type::Float(own)), Shape::Number(Type::Float(given))) => {
            own.bits() <= given.bits()
        }
        (Shape::Pointer, Shape::Pointer) => true,
        (Shape::Record(own), Shape::Record(given)) => own == given,
        (own, given) => own == given,
    }
}

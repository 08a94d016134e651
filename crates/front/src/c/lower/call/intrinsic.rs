//! Functions without a body that something is known of, and those that nothing is known of.

use ir::memory::{Access, Content, MemoryOp, NewBlock, Storage};
use ir::{BinaryOp as Op, Const, Expr, IntType, PrintArg, StatementKind, TerminatorKind, Type, WorldOp};

use base::Place;

use super::Argument;
use crate::c::lower::body::Lowering;
use crate::c::lower::fold;
use crate::c::lower::pointer::is_not_null;
use crate::c::lower::shape::{I64, Shape, U8};
use crate::c::lower::value::{Pointer, Value, number, offset};
use crate::c::tree;

const I32: Type = Type::Int(IntType::I32);

impl Lowering<'_, '_> {
    /// Calls a function that has no body. What it gives is of its declared result type.
    pub(in crate::c::lower) fn call_external(
        &mut self,
        function: tree::FunctionId,
        arguments: Vec<Argument>,
        used: bool,
        place: &Place,
    ) -> Value {
        let data = &self.unit().functions[function];
        let result = self.unit().types.function(data.ty).map_or(Shape::Void, |ty| self.shape(ty.result));
        let name = data.name.strip_prefix("__builtin_").unwrap_or(&data.name);
        match self.intrinsic(name, &arguments, &result, used) {
            Some(value) => self.fitted(value, &result),
            None => self.call_missing(&data.name, &result, data.noreturn, place),
        }
    }

    /// A number as one of the declared type.
    fn fitted(&mut self, value: Value, shape: &Shape) -> Value {
        match (value, shape) {
            (Value::Number(number), Shape::Number(ty)) => Value::Number(self.code.cast(*ty, number)),
            (value @ Value::Pointer(_), Shape::Pointer) => value,
            (_, Shape::Void) => Value::Void,
            (_, shape) => Value::dummy(shape),
        }
    }

    /// A function that nothing is known of: it changes nothing and returns anything.
    fn call_missing(&mut self, name: &str, result: &Shape, noreturn: bool, place: &Place) -> Value {
        self.whole.is_missing(name, place);
        if noreturn {
            let code = self.code.input(I32, name);
            self.exit(code);
            return Value::dummy(result);
        }
        match result {
            Shape::Void => Value::Void,
            Shape::Number(ty) => Value::Number(self.code.input(*ty, name)),
            Shape::Pointer | Shape::Record(_) | Shape::Other(_) => {
                self.unsupported_value(format!("the result of `{name}`, which is not defined"), result)
            }
        }
    }

    /// What a known function does, and what it gives; `None` if it is not known. `name` is without `__builtin_`.
    fn intrinsic(&mut self, name: &str, args: &[Argument], result: &Shape, used: bool) -> Option<Value> {
        let value = match (name, args) {
            ("exit" | "_exit" | "_Exit", [(Value::Number(code), _)]) => {
                let code = self.code.cast(I32, code.clone());
                self.exit(code)
            }
            ("abort" | "trap", []) => self.abort(),
            ("__assert_fail" | "__assert" | "__VERIFIER_error" | "reach_error", _) => self.fail_assertion(),
            ("__VERIFIER_assume" | "__CPROVER_assume" | "assume_abort_if_not", [(Value::Number(cond), _)]) => {
                self.assume(cond.clone())
            }
            ("malloc" | "alloca", [(Value::Number(size), _)]) => {
                Value::Pointer(self.allocate(size.clone(), Content::Unset))
            }
            ("calloc", [(Value::Number(count), _), (Value::Number(size), _)]) => {
                let (count, size) = (self.code.cast(I64, count.clone()), self.code.cast(I64, size.clone()));
                Value::Pointer(self.allocate(fold::binary(Op::Mul, count, size), Content::Zero))
            }
            ("realloc", [(Value::Pointer(old), _), (Value::Number(size), _)]) => {
                Value::Pointer(self.reallocate(old, size.clone()))
            }
            ("free", [(Value::Pointer(pointer), _)]) => self.free(pointer),
            ("printf", [(Value::Pointer(format), _), rest @ ..]) => self.print(format, rest, used),
            ("puts", [text @ (Value::Pointer(_), _)]) => {
                let format = self.constant_text(b"%s\n\0");
                self.print(&format, std::slice::from_ref(text), used)
            }
            ("putchar" | "putchar_unlocked", [(Value::Number(character), _)]) => self.put(character.clone()),
            _ if name.starts_with("__VERIFIER_nondet_") => match result {
                Shape::Number(ty) => Value::Number(self.code.input(*ty, name)),
                shape => self.unsupported_value(format!("the result of `{name}`"), shape),
            },
            _ => return None,
        };
        Some(value)
    }

    fn throw(&mut self, what: Expr) -> Value {
        self.code.end(TerminatorKind::Throw(what));
        Value::Void
    }

    fn fail_assertion(&mut self) -> Value {
        self.throw(self.whole.thrown.assertion())
    }

    /// Ends the program with a code, an `I32`.
    fn exit(&mut self, code: Expr) -> Value {
        let endings = self.whole.thrown.endings;
        let object = self.code.temporary(Type::Ref);
        self.code.push(StatementKind::New(object, endings.exit));
        self.code.push(StatementKind::Store(Expr::Local(object), endings.exit_code, code));
        self.throw(Expr::Local(object))
    }

    /// A failure, or the end of the program with the code that a shell shows for it.
    fn abort(&mut self) -> Value {
        match self.whole.options.abort_is_failure {
            true => self.throw(self.whole.thrown.abort()),
            false => self.exit(number(IntType::I32, 134)),
        }
    }

    fn assume(&mut self, cond: Expr) -> Value {
        let (no, on) = (self.code.block(), self.code.block());
        let cond = self.code.is_set(cond);
        self.code.branch(cond, on, no);
        self.code.at(no);
        self.throw(self.whole.thrown.assumption());
        self.code.at(on);
        Value::Void
    }

    /// A new block, or null if there is no room: it always has room for what a pointer can reach.
    fn allocate(&mut self, size: Expr, content: Content) -> Pointer {
        let size = self.code.cast(I64, size);
        let size = self.code.atom(size);
        let block = self.code.temporary(Type::Ref);
        let largest = match self.unit().word() {
            4 => i64::from(i32::MAX),
            _ => i64::MAX,
        };
        let negative = fold::binary(Op::Lt, size.clone(), offset(0));
        let large = fold::binary(Op::Gt, size.clone(), offset(largest));
        let (refused, fine, on) = (self.code.block(), self.code.block(), self.code.block());
        self.code.branch(fold::binary(Op::Or, negative, large), refused, fine);
        self.code.at(refused);
        self.code.assign(block, Expr::Const(Const::Null));
        self.code.goto(on);
        self.code.at(fine);
        let name = format!("allocated in line {}", self.code.line);
        let new = NewBlock {
            dst: block,
            class: self.whole.block,
            size,
            storage: Storage::Allocated,
            content,
            name: name.as_str().into(),
        };
        self.code.memory(MemoryOp::New(new));
        self.code.flow(on);
        Pointer { block: Expr::Local(block), offset: offset(0), object: None }
    }

    fn free(&mut self, pointer: &Pointer) -> Value {
        let (release, on) = (self.code.block(), self.code.block());
        self.code.branch(is_not_null(pointer), release, on);
        self.code.at(release);
        self.probe_bytes(pointer, offset(0), Access::Release);
        self.end_block(pointer.block.clone());
        self.code.flow(on);
        Value::Void
    }

    /// A new block with what the old one held.
    fn reallocate(&mut self, old: &Pointer, size: Expr) -> Pointer {
        let new = self.allocate(size, Content::Unset);
        let (given, copy, on) = (self.code.block(), self.code.block(), self.code.block());
        self.code.branch(is_not_null(old), given, on);
        self.code.at(given);
        self.probe_bytes(old, offset(0), Access::Release);
        self.code.branch(is_not_null(&new), copy, on);
        self.code.at(copy);
        let (before, after) = (self.code.temporary(I64), self.code.temporary(I64));
        self.code.memory(MemoryOp::Size(before, old.block.clone()));
        self.code.memory(MemoryOp::Size(after, new.block.clone()));
        let (less, all) = (self.code.block(), self.code.block());
        let grows = fold::binary(Op::Lt, Expr::Local(before), Expr::Local(after));
        self.code.branch(grows, less, all);
        self.code.at(less);
        self.code.assign(after, Expr::Local(before));
        self.code.flow(all);
        let count = Expr::Local(after);
        self.code.memory(MemoryOp::Copy { from: old.position(), to: new.position(), count });
        self.end_block(old.block.clone());
        self.code.flow(on);
        new
    }

    fn print(&mut self, format: &Pointer, args: &[Argument], used: bool) -> Value {
        let arguments = args.iter().filter_map(|(value, _)| match value {
            Value::Number(number) => Some(PrintArg::Number(number.clone())),
            Value::Pointer(pointer) => Some(PrintArg::Pointer(pointer.position())),
            Value::Void | Value::Record(_) => None,
        });
        let args = arguments.collect();
        self.code.world(WorldOp::Print { format: format.position(), args });
        match used {
            true => Value::Number(self.code.input(I32, "printf")),
            false => Value::Number(number(IntType::I32, 0)),
        }
    }

    fn put(&mut self, character: Expr) -> Value {
        let byte = self.code.cast(Type::Int(U8), character);
        let byte = self.code.atom(byte);
        self.code.world(WorldOp::Output(byte.clone()));
        Value::Number(self.code.cast(I32, byte))
    }

    /// A pointer to bytes that nobody writes.
    fn constant_text(&mut self, bytes: &[u8]) -> Pointer {
        let global = self.whole.text(bytes);
        Pointer { block: self.load_global(global, Type::Ref), offset: offset(0), object: None }
    }
}

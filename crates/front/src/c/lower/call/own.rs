//! Functions that the library's own code is made of: what C cannot say.

use ir::memory::{Access, MemoryOp};
use ir::{
    BinaryOp as Op, Const, Expr, Giver, IntType, Like, StatementKind, TerminatorKind, Type, WorldOp,
};

use super::Used;
use super::intrinsic::{I32, NamedCall};
use crate::c::lower::body::Lowering;
use crate::c::lower::endings::Undefined;
use crate::c::lower::fold;
use crate::c::lower::shape::U8;
use crate::c::lower::value::{Pointer, Value, number, offset};

/// The name under which bytes of standard input are given.
const STANDARD_INPUT: &str = "stdin";

impl Lowering<'_, '_> {
    /// What one of them does; `None` if it is none.
    pub(super) fn own_function(&mut self, name: &str, call: &NamedCall) -> Option<Value> {
        if let Some(fact) = self.own_fact(name, call.values.len()) {
            return Some(fact);
        }
        if let (Some(said), [_]) = (self.literal_text(call.ids.first()), call.values)
            && let Some(value) = self.own_saying(name, &said)
        {
            return Some(value);
        }
        let values: Vec<&Value> = call.values.iter().map(|(value, _)| value).collect();
        let value = match (name, &values[..]) {
            ("__mores_unsupported", [_]) => {
                self.unsupported(String::new());
                Value::Void
            }
            ("__mores_open_truth", [_, Value::Number(of)]) => {
                let said = self.literal_text(call.ids.first())?;
                self.open_unless(&said, Like::Truth(of.clone()), &[Used::Truth])
            }
            ("__mores_open_sign", [_, Value::Number(of)]) => {
                let said = self.literal_text(call.ids.first())?;
                self.open_unless(&said, Like::Sign(of.clone()), &[Used::Truth, Used::Sign])
            }
            ("__mores_acts", [_]) => self.fixed(self.whole.comparing_acts()),
            ("__mores_ask", [_, Value::Number(first), Value::Number(last)]) => {
                self.ask(call, IntType::I32, first, last)?
            }
            ("__mores_ask_wide", [_, Value::Number(first), Value::Number(last)]) => {
                self.ask(call, IntType::I64, first, last)?
            }
            ("__mores_output", [Value::Number(c)]) => {
                let byte = self.code.cast(Type::Int(U8), c.clone());
                let byte = self.code.atom(byte);
                self.code.world(WorldOp::Output(byte));
                Value::Void
            }
            ("__mores_reach", [Value::Pointer(from), Value::Number(count)]) => {
                self.reach(from, count)
            }
            ("__mores_unset", [Value::Pointer(at), Value::Number(count)]) => self.unset(at, count),
            (
                "__mores_overlap",
                [
                    Value::Pointer(here),
                    Value::Number(count),
                    Value::Pointer(there),
                    Value::Number(other),
                ],
            ) => self.overlap((here, count), (there, other)),
            ("__mores_size", [Value::Pointer(pointer)]) => self.size_of_block(pointer),
            ("__mores_exit", [Value::Number(code)]) => {
                let code = self.code.cast(I32, code.clone());
                self.exit_with(code);
                Value::Void
            }
            _ => return None,
        };
        Some(value)
    }

    /// What is known of the program, for those that take nothing.
    fn own_fact(&mut self, name: &str, arguments: usize) -> Option<Value> {
        if arguments > 0 {
            return None;
        }
        let streams = self.whole.options.streams;
        Some(match name {
            "__mores_used" => Value::Number(self.used()),
            "__mores_refused" => Value::Number(self.lacks_memory()),
            "__mores_input" => self.standard_input(),
            "__mores_watched" => Value::Number(self.watched()),
            "__mores_direct_use" => self.fixed(self.whole.uses_descriptors()),
            "__mores_direct_reading" => self.fixed(self.whole.reads_directly()),
            "__mores_reads_input" => self.fixed(streams.is_some_and(|s| s.standard_input)),
            "__mores_errno_read" => self.fixed(self.whole.reads_errno()),
            "__mores_seeks" => self.fixed(self.whole.seeks()),
            _ => return None,
        })
    }

    /// What those do that take a text alone.
    fn own_saying(&mut self, name: &str, said: &str) -> Option<Value> {
        match name {
            "__mores_unsupported" => self.unsupported(said.to_owned()),
            "__mores_undefined" => {
                let away = self.undefined(Undefined::named(said)?);
                self.code.goto(away);
            }
            "__mores_assumed" => self.code.world(WorldOp::Assume(said.into())),
            "__mores_open_any" => return Some(self.left_open(said, Like::Any)),
            "__mores_open_natural" => return Some(self.left_open(said, Like::Natural)),
            "__mores_gives_up" => {
                let how = self.whole.thrown.refusal(said)?;
                self.code.end(TerminatorKind::Throw(how));
            }
            _ => return None,
        }
        Some(Value::Void)
    }

    fn unset(&mut self, at: &Pointer, count: &Expr) -> Value {
        let count = self.count(count);
        self.probe_bytes(at, count.clone(), Access::Write);
        self.code.memory(MemoryOp::Fill {
            at: at.position(),
            byte: None,
            count,
        });
        Value::Void
    }

    fn fixed(&self, truth: bool) -> Value {
        Value::Number(number(IntType::I32, i128::from(truth)))
    }

    fn left_open(&mut self, by: &str, like: Like) -> Value {
        Value::Number(self.code.open(I32, by, like))
    }

    /// An open number like another; that one itself where nobody can tell them apart.
    fn open_unless(&mut self, by: &str, like: Like, blind: &[Used]) -> Value {
        let Some(of) = like.of().cloned() else {
            return self.left_open(by, like);
        };
        let used = self.used();
        let held = self.code.temporary(I32);
        let (plain, open, on) = (self.code.block(), self.code.block(), self.code.block());
        let is =
            |kind: &Used| fold::binary(Op::Eq, used.clone(), number(IntType::I32, kind.code()));
        let blind = blind
            .iter()
            .map(is)
            .reduce(|a, b| fold::binary(Op::Or, a, b));
        self.code.branch(
            blind.unwrap_or(Expr::Const(Const::Bool(false))),
            plain,
            open,
        );
        self.code.at(plain);
        self.code.assign(held, of);
        self.code.goto(on);
        self.code.at(open);
        let value = self.code.open(I32, by, like);
        self.code.assign(held, value);
        self.code.flow(on);
        Value::Number(Expr::Local(held))
    }

    /// What somebody wants to know of the result of the function that was called last; the next call may be by a pointer.
    fn used(&mut self) -> Expr {
        let used = self.load_global(self.whole.used, I32);
        let value = number(IntType::I32, Used::Value.code());
        self.code
            .push(StatementKind::StoreGlobal(self.whole.used, value));
        used
    }

    /// Whether somebody looks at what is written.
    fn watched(&mut self) -> Expr {
        match self.whole.options.streams {
            Some(streams) => number(IntType::I32, i128::from(streams.standard_output)),
            None => {
                let dst = self.code.temporary(I32);
                self.code.world(WorldOp::Watched(dst));
                Expr::Local(dst)
            }
        }
    }

    /// An input of the function that is named: runs in which it lies elsewhere do not count.
    fn ask(&mut self, call: &NamedCall, ty: IntType, first: &Expr, last: &Expr) -> Option<Value> {
        let of = self.literal_text(call.ids.first())?;
        let value = self.code.input(Type::Int(ty), &of);
        self.assume_between(&value, first.clone(), last.clone());
        Some(Value::Number(value))
    }

    /// A byte, or -1 where there is none.
    fn standard_input(&mut self) -> Value {
        let dst = self.code.temporary(I32);
        self.code.world(WorldOp::Input {
            dst,
            name: STANDARD_INPUT.into(),
            giver: Giver::Stream,
        });
        self.assume_within(&Expr::Local(dst), -1, 255);
        Value::Number(Expr::Local(dst))
    }

    fn reach(&mut self, from: &Pointer, count: &Expr) -> Value {
        self.for_bytes(count, &[], |lowering, count| {
            lowering.probe_bytes(from, count, Access::Copy)
        });
        Value::Void
    }

    /// Whether bytes in one block share one; of no bytes, whether they are in one block.
    fn overlap(
        &mut self,
        (here, count): (&Pointer, &Expr),
        (there, other): (&Pointer, &Expr),
    ) -> Value {
        let (count, other) = (self.count(count), self.count(other));
        let end =
            |at: &Pointer, count: &Expr| fold::binary(Op::Add, at.offset.clone(), count.clone());
        let before = |at: &Pointer, end: Expr| fold::binary(Op::Lt, at.offset.clone(), end);
        let share = fold::binary(
            Op::And,
            before(here, end(there, &other)),
            before(there, end(here, &count)),
        );
        let none = fold::binary(Op::Eq, fold::binary(Op::Or, count, other), offset(0));
        let together = fold::binary(Op::Eq, here.block.clone(), there.block.clone());
        let overlap = fold::binary(Op::And, together, fold::binary(Op::Or, none, share));
        let overlap = self.code.shallow(overlap);
        Value::Number(self.code.cast(I32, overlap))
    }
}

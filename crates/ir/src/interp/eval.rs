//! Expressions: from the words of a frame to a word.

use base::Id;

use crate::interp::heap::Heap;
use crate::interp::layout::Layout;
use crate::interp::{Machine, ObjectId};
use crate::{BinaryOp, Const, Expr, Function, IntType, Type, UnaryOp};

/// A word and what it means.
#[derive(Clone, Copy)]
pub(super) struct Word {
    pub(super) ty: Type,
    pub(super) bits: i64,
}

/// An expression divides by zero: the program breaks its promise.
pub(super) struct ZeroDivisor;

/// What an expression can see.
pub(super) struct Scope<'a> {
    layout: &'a Layout,
    heap: &'a Heap,
    function: &'a Function,
    locals: &'a [i64],
}

impl<'a> Scope<'a> {
    pub(super) fn new(machine: &'a Machine<'_>, function: &'a Function, locals: &'a [i64]) -> Self {
        Self { layout: &machine.layout, heap: &machine.heap, function, locals }
    }

    pub(super) fn eval(&self, expr: &Expr) -> Result<Word, ZeroDivisor> {
        match expr {
            Expr::Const(constant) => Ok(constant_word(*constant)),
            Expr::Local(local) => {
                let ty = self.function.locals[*local].ty;
                Ok(Word { ty, bits: self.locals[local.index()] })
            }
            Expr::Unary(op, a) => Ok(unary(*op, self.eval(a)?)),
            Expr::Binary(op, a, b) => binary(*op, self.eval(a)?, self.eval(b)?),
            Expr::Cast(ty, a) => Ok(cast(*ty, self.eval(a)?)),
            Expr::InstanceOf(a, class) => {
                let object = ObjectId::from_word(self.eval(a)?.bits);
                let is = object.is_some_and(|o| self.layout.is_subclass(self.heap.class(o), *class));
                Ok(Word { ty: Type::Bool, bits: i64::from(is) })
            }
        }
    }
}

fn constant_word(constant: Const) -> Word {
    match constant {
        Const::Bool(b) => Word { ty: Type::Bool, bits: i64::from(b) },
        Const::Int(int, value) => Word { ty: Type::Int(int), bits: value },
        Const::Null => Word { ty: Type::Ref, bits: 0 },
        // String literals are the first objects of every machine.
        Const::String(id) => Word { ty: Type::Ref, bits: id.index() as i64 + 1 },
    }
}

fn unary(op: UnaryOp, a: Word) -> Word {
    Word { ty: a.ty, bits: carrier(a.ty).unary(op, a.bits) }
}

fn binary(op: BinaryOp, a: Word, b: Word) -> Result<Word, ZeroDivisor> {
    let bits = carrier(a.ty).binary(op, a.bits, b.bits).ok_or(ZeroDivisor)?;
    Ok(Word { ty: if op.is_comparison() { Type::Bool } else { a.ty }, bits })
}

fn cast(ty: Type, a: Word) -> Word {
    let bits = match ty {
        Type::Bool => a.bits & 1,
        Type::Int(int) => int.wrap(a.bits),
        Type::Ref => a.bits,
    };
    Word { ty, bits }
}

/// The integers a type's words are taken from.
fn carrier(ty: Type) -> IntType {
    match ty {
        Type::Int(int) => int,
        Type::Bool | Type::Ref => IntType::I64,
    }
}

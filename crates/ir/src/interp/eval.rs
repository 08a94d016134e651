//! Expressions: from the words of a frame to a word.

use base::Id;

use crate::interp::fault::Fault;
use crate::interp::memory::word_of;
use crate::interp::{Machine, ObjectId};
use crate::{BinaryOp, ClassId, Code, Expr, FloatType, IntType, LocalId, Type, UnaryOp};

/// A word and what it means.
#[derive(Clone, Copy)]
pub(super) struct Word {
    pub(super) ty: Type,
    pub(super) bits: i64,
}

impl Word {
    fn truth(is: bool) -> Self {
        Self {
            ty: Type::Bool,
            bits: i64::from(is),
        }
    }
}

/// What an expression can see.
pub(super) struct Scope<'a, 'p> {
    pub(super) machine: &'a Machine<'p>,
    pub(super) code: &'a Code,
    pub(super) locals: &'a [i64],
}

impl Scope<'_, '_> {
    /// Most operands are locals or constants: these need no call.
    #[inline(always)]
    pub(super) fn eval(&self, expr: &Expr) -> Result<Word, Fault> {
        match expr {
            Expr::Local(local) => Ok(self.local(*local)),
            Expr::Const(constant) => Ok(Word {
                ty: constant.ty(),
                bits: word_of(*constant),
            }),
            Expr::Unary(..)
            | Expr::Binary(..)
            | Expr::Cast(..)
            | Expr::InstanceOf(..)
            | Expr::Takes(..) => self.operation(expr),
        }
    }

    fn operation(&self, expr: &Expr) -> Result<Word, Fault> {
        match expr {
            Expr::Local(_) | Expr::Const(_) => self.eval(expr),
            Expr::Unary(op, a) => unary(*op, self.eval(a)?),
            Expr::Binary(op, a, b) => {
                let (a, b) = (self.eval(a)?, self.eval(b)?);
                if a.ty == Type::Ref {
                    self.check_identity(a, b)?;
                }
                binary(*op, a, b)
            }
            Expr::Cast(ty, a) => Ok(cast(*ty, self.eval(a)?)),
            Expr::InstanceOf(a, class) => Ok(self.instance_of(self.eval(a)?, *class)),
            Expr::Takes(array, value) => self.takes(self.eval(array)?, self.eval(value)?),
        }
    }

    #[inline(always)]
    fn local(&self, local: LocalId) -> Word {
        Word {
            ty: self.code.locals[local].ty,
            bits: self.locals[local.index()],
        }
    }

    fn instance_of(&self, a: Word, class: ClassId) -> Word {
        let object = ObjectId::from_word(a.bits);
        Word::truth(object.is_some_and(|o| {
            self.machine
                .program
                .is_subclass(self.machine.shape(o).class, class)
        }))
    }

    /// References can be compared unless they stand for objects that may be one.
    fn check_identity(&self, a: Word, b: Word) -> Result<(), Fault> {
        let (Some(x), Some(y)) = (ObjectId::from_word(a.bits), ObjectId::from_word(b.bits)) else {
            return Ok(());
        };
        if x == y && x.image().is_none() {
            return Ok(());
        }
        let class = |object: ObjectId| self.machine.shape(object).class;
        let known = self.machine.program.are_same(class(x), class(y), x == y);
        known
            .map(|_| ())
            .ok_or_else(|| Fault::broken("it is not known whether two objects are the same"))
    }

    fn takes(&self, array: Word, value: Word) -> Result<Word, Fault> {
        let array = ObjectId::from_word(array.bits)
            .ok_or_else(|| Fault::broken("null is asked what it takes"))?;
        let class = self.machine.shape(array).class;
        let takes = self.machine.takes(class, ObjectId::from_word(value.bits));
        takes
            .map(Word::truth)
            .ok_or_else(|| Fault::broken("what is no array of references is asked what it takes"))
    }
}

fn unary(op: UnaryOp, a: Word) -> Result<Word, Fault> {
    let bits = match a.ty {
        Type::Float(float) => float.unary(op, a.bits as u64).map(|bits| bits as i64),
        Type::Bool | Type::Int(_) | Type::Ref => carrier(a.ty).unary(op, a.bits),
    };
    let ty = match (op, a.ty) {
        (UnaryOp::ToBits, Type::Float(float)) => Type::Int(float.bits_type()),
        (UnaryOp::FromBits, Type::Int(int)) => int.float_type().map_or(a.ty, Type::Float),
        (_, ty) => ty,
    };
    Ok(Word {
        ty,
        bits: bits.ok_or_else(misapplied)?,
    })
}

fn binary(op: BinaryOp, a: Word, b: Word) -> Result<Word, Fault> {
    let bits = match a.ty {
        Type::Float(float) => on_floats(op, float, a.bits, b.bits).ok_or_else(misapplied)?,
        Type::Int(int) => int
            .binary(op, a.bits, b.bits)
            .ok_or_else(|| Fault::broken("a divisor is zero"))?,
        Type::Bool | Type::Ref => IntType::I64
            .binary(op, a.bits, b.bits)
            .ok_or_else(misapplied)?,
    };
    Ok(Word {
        ty: if op.is_comparison() { Type::Bool } else { a.ty },
        bits,
    })
}

/// Apart, so that arithmetic on integers stays short.
#[inline(never)]
fn on_floats(op: BinaryOp, float: FloatType, a: i64, b: i64) -> Option<i64> {
    float.binary(op, a as u64, b as u64).map(|bits| bits as i64)
}

#[cold]
fn misapplied() -> Fault {
    Fault::broken("an operator is applied to what it is not for")
}

#[inline(never)]
fn cast(ty: Type, a: Word) -> Word {
    let bits = match (a.ty, ty) {
        (Type::Float(from), Type::Int(int)) => from.to_int(int, a.bits as u64),
        (Type::Float(from), Type::Float(to)) if from == to => a.bits,
        (Type::Float(from), Type::Float(to)) => to.nearest(from.value(a.bits as u64)) as i64,
        (Type::Bool | Type::Int(_) | Type::Ref, Type::Float(to)) => {
            to.from_int(carrier(a.ty), a.bits) as i64
        }
        (_, Type::Bool) => a.bits & 1,
        (Type::Bool | Type::Int(_) | Type::Ref, Type::Int(int)) => int.wrap(a.bits),
        (_, Type::Ref) => a.bits,
    };
    Word { ty, bits }
}

/// The integers a type's words are taken from.
fn carrier(ty: Type) -> IntType {
    match ty {
        Type::Int(int) => int,
        Type::Bool | Type::Ref | Type::Float(_) => IntType::I64,
    }
}

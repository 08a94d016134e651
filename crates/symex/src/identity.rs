//! When two references are equal.

use ir::{Identity, IntType};
use smt::{Sort, Term};

use crate::explorer::Explorer;
use crate::stuck::{Step, Stuck};
use crate::thread::Thread;
use crate::{ObjectId, Value};

impl<'p> Explorer<'_, 'p> {
    /// Whether two references are equal, if that can be known.
    pub(crate) fn are_same(
        &self,
        thread: &Thread<'p>,
        a: Option<ObjectId>,
        b: Option<ObjectId>,
    ) -> Step<Term> {
        let terms = self.world.terms;
        let (Some(x), Some(y)) = (a, b) else {
            return Ok(terms.bool(a == b));
        };
        if x == y && matches!(x, ObjectId::Made(_)) {
            return Ok(terms.bool(true));
        }
        let program = self.world.program;
        let class = |object: ObjectId| self.object(thread, object).class;
        if let Some(same) = program.are_same(class(x), class(y), x == y) {
            return Ok(terms.bool(same));
        }
        let identity = |object: ObjectId| program.classes[class(object)].identity;
        match (identity(x), identity(y)) {
            (Identity::Number { .. }, _) => self.by_number(thread, x, y),
            (_, Identity::Number { .. }) => self.by_number(thread, y, x),
            (Identity::Own | Identity::Unknown, Identity::Own | Identity::Unknown) => {
                Err(Stuck::stop("whether two messages are the same object"))
            }
        }
    }

    /// Whether a reference to an object that a table of numbers may hold equals another one.
    fn by_number(&self, thread: &Thread<'p>, numbered: ObjectId, other: ObjectId) -> Step<Term> {
        let (terms, program) = (self.world.terms, self.world.program);
        let object = self.object(thread, numbered);
        let Identity::Number { slot, low, high } = program.classes[object.class].identity else {
            return Err(Stuck::stop("whether two objects are the same"));
        };
        let number = |id: ObjectId| match self.looked_at(thread, id, slot as usize)? {
            Value::Scalar(term) => Ok(term),
            Value::Ref(_) | Value::Open(_) | Value::Hidden | Value::NotNull => {
                Err(Stuck::stop("a boxed number without a number"))
            }
        };
        let other_is_numbered =
            program.classes[self.object(thread, other).class].identity != Identity::Own;
        match other {
            // Made by a constructor: in no table.
            ObjectId::Made(_) if !other_is_numbered => return Ok(terms.bool(false)),
            ObjectId::Made(_) => {}
            ObjectId::Image(id) => {
                let in_table = program.image[id]
                    .name
                    .as_ref()
                    .is_some_and(|name| name.contains("Cache.cache["));
                if !in_table {
                    return Err(Stuck::stop("whether two boxed numbers are the same object"));
                }
            }
        }
        let (x, y) = (number(numbered)?, number(other)?);
        let within = [
            self.at_least(x, low),
            self.arith().at_most(x, self.like(x, high)),
        ];
        Ok(terms.and(&[terms.eq(x, y), within[0], within[1]]))
    }

    fn at_least(&self, x: Term, low: i64) -> Term {
        match self.world.terms.sort(x) {
            // Characters are never negative, and a signed comparison of 16 bits would say otherwise.
            Sort::BitVec(16) if low == 0 => self.world.terms.bv_ule(x, self.like(x, 127)),
            _ => self.arith().at_most(self.like(x, low), x),
        }
    }

    fn like(&self, x: Term, value: i64) -> Term {
        match self.world.terms.sort(x) {
            Sort::BitVec(width) => self.world.terms.bv(width, value as u64),
            Sort::Int | Sort::Bool => self.arith().integer(IntType::I64, value),
        }
    }
}

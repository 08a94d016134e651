//! Expressions to values.

use base::Id;
use ir::{BinaryOp, ClassId, Const, Expr, FieldRef, IntType, Type, UnaryOp};
use smt::{Term, Value as Number};

use crate::explorer::Explorer;
use crate::integers::fits;
use crate::stuck::{Step, Stuck, Unmet};
use crate::thread::Thread;
use crate::{Integers, Object, ObjectId, Value};

impl<'p> Explorer<'_, 'p> {
    pub(crate) fn eval(&self, thread: &Thread<'p>, expr: &Expr) -> Step<(Value, Type)> {
        match expr {
            Expr::Const(constant) => Ok((self.world.constant(*constant), type_of(*constant))),
            Expr::Local(local) => {
                let frame = thread.top();
                let value =
                    frame.locals[local.index()].expect("validated: locals are written before read");
                Ok((value, frame.code.locals[*local].ty))
            }
            Expr::Unary(op, a) => {
                let (a, ty) = self.typed_scalar(thread, a)?;
                let value = self.arith().unary(*op, ty, a)?;
                self.must_fit(thread, value, unary_type(*op, ty))?;
                Ok((Value::Scalar(value), unary_type(*op, ty)))
            }
            Expr::Binary(op, a, b) => self.binary(thread, *op, a, b),
            Expr::Cast(to, a) => {
                let (a, from) = self.typed_scalar(thread, a)?;
                Ok((Value::Scalar(self.arith().cast(from, *to, a)?), *to))
            }
            Expr::InstanceOf(a, class) => {
                let a = self.reference(thread, a)?;
                Ok((self.truth(self.is_instance(thread, a, *class)), Type::Bool))
            }
            Expr::Takes(array, element) => {
                let array = self.object_id(thread, array)?;
                let class = self.world.program.classes[self.object(thread, array).class]
                    .element
                    .and_then(|e| e.class);
                let class =
                    class.ok_or_else(|| Stuck::stop("an array of references was promised"))?;
                // What everything fits into is not looked at.
                if self.world.program.is_above_all(class) {
                    self.value(thread, element)?;
                    return Ok((self.truth(true), Type::Bool));
                }
                let element = self.reference(thread, element)?;
                Ok((
                    self.truth(element.is_none() || self.is_instance(thread, element, class)),
                    Type::Bool,
                ))
            }
        }
    }

    fn binary(&self, thread: &Thread<'p>, op: BinaryOp, a: &Expr, b: &Expr) -> Step<(Value, Type)> {
        let (a, ty) = self.eval(thread, a)?;
        let (b, _) = self.eval(thread, b)?;
        let value = match (a, b) {
            (Value::Scalar(a), Value::Scalar(b)) => {
                if let (BinaryOp::Rem, Type::Float(_)) = (op, ty) {
                    self.small_quotient(thread, a, b)?;
                }
                let value = self.arith().binary(op, ty, a, b)?;
                if !op.is_comparison() {
                    self.must_fit(thread, value, ty)?;
                }
                Value::Scalar(value)
            }
            (Value::NotNull, Value::Ref(None)) | (Value::Ref(None), Value::NotNull) => {
                Value::Scalar(self.world.terms.bool(op != BinaryOp::Eq))
            }
            (a, b) => {
                let (a, b) = (self.decided(thread, a)?, self.decided(thread, b)?);
                let same = self.are_same(thread, a, b)?;
                Value::Scalar(if op == BinaryOp::Eq {
                    same
                } else {
                    self.world.terms.not(same)
                })
            }
        };
        Ok((value, if op.is_comparison() { Type::Bool } else { ty }))
    }

    /// Soundness: over integers that are only taken to fit, every result is asked for it, also one that is cast to a
    /// smaller type or compared next.
    fn must_fit(&self, thread: &Thread<'p>, value: Term, ty: Type) -> Step<()> {
        let Type::Int(int) = ty else { return Ok(()) };
        if self.world.integers != Integers::Fitting {
            return Ok(());
        }
        let condition = fits(self.world.terms, int, value);
        if condition == self.world.terms.bool(true) || thread.known.contains(&condition) {
            return Ok(());
        }
        let terms = self.world.terms;
        let names: Vec<String> = terms
            .free_vars(value)
            .iter()
            .filter_map(|&v| Some(terms.var_name(v)?.to_string()))
            .collect();
        Err(Stuck::Unless(condition, Unmet::Overflow(names)))
    }

    /// The remainder of floating-point numbers has a term where the quotient is small.
    fn small_quotient(&self, thread: &Thread<'p>, a: Term, b: Term) -> Step<()> {
        let condition = self.arith().has_small_quotient(a, b);
        if condition == self.world.terms.bool(true) || thread.known.contains(&condition) {
            return Ok(());
        }
        Err(Stuck::Unless(condition, Unmet::LargeQuotient))
    }

    pub(crate) fn value(&self, thread: &Thread<'p>, expr: &Expr) -> Step<Value> {
        self.eval(thread, expr).map(|(value, _)| value)
    }

    pub(crate) fn scalar(&self, thread: &Thread<'p>, expr: &Expr) -> Step<Term> {
        self.typed_scalar(thread, expr).map(|(term, _)| term)
    }

    pub(crate) fn typed_scalar(&self, thread: &Thread<'p>, expr: &Expr) -> Step<(Term, Type)> {
        match self.eval(thread, expr)? {
            (Value::Scalar(term), ty) => Ok((term, ty)),
            (Value::Ref(_) | Value::Open(_) | Value::Hidden | Value::NotNull, _) => {
                unreachable!("validated: a scalar is expected")
            }
        }
    }

    /// A reference that may be looked at.
    pub(crate) fn reference(&self, thread: &Thread<'p>, expr: &Expr) -> Step<Option<ObjectId>> {
        self.decided(thread, self.value(thread, expr)?)
    }

    /// What a reference refers to on this path.
    pub(crate) fn decided(&self, thread: &Thread<'p>, value: Value) -> Step<Option<ObjectId>> {
        match value {
            Value::Ref(object) => Ok(object),
            Value::Open(id) => thread.decided.get(&id).copied().ok_or(Stuck::Open(id)),
            Value::Hidden | Value::NotNull => {
                self.look_at_arguments();
                Err(Stuck::stop(
                    "a part of a parameter of which nothing is known any more",
                ))
            }
            Value::Scalar(_) => unreachable!("validated: a reference is expected"),
        }
    }

    /// The object behind a reference that was promised not to be null: a front end that keeps its promises tests
    /// before; a hostile program may not.
    pub(crate) fn object_id(&self, thread: &Thread<'p>, expr: &Expr) -> Step<ObjectId> {
        self.reference(thread, expr)?
            .ok_or_else(|| Stuck::stop("a reference that was promised not to be null is null"))
    }

    pub(crate) fn object<'s>(&'s self, thread: &'s Thread<'p>, id: ObjectId) -> &'s Object {
        thread.state.heap.object(self.world, id)
    }

    /// The object, to change it.
    pub(crate) fn object_mut<'s>(
        &self,
        thread: &'s mut Thread<'p>,
        id: ObjectId,
    ) -> Step<&'s mut Object> {
        let refuse =
            || Stuck::stop("a change of an object that the initialisation of a class relied on");
        thread
            .state
            .heap
            .object_mut(self.world, id)
            .ok_or_else(refuse)
    }

    /// The position of a field in an object that was promised to have it.
    pub(crate) fn slot(
        &self,
        thread: &Thread<'p>,
        object: ObjectId,
        field: FieldRef,
    ) -> Step<usize> {
        let class = self.object(thread, object).class;
        if self.world.program.has_fields_of(class, field.class) {
            Ok(self.world.program.slot(field))
        } else {
            let field = &self.world.program.field(field).name;
            Err(Stuck::stop(format!(
                "field {field} of {}",
                self.world.program.classes[class].name
            )))
        }
    }

    /// The number a term stands for on this path; undecided if it may be one of several in `range`.
    pub(crate) fn number(
        &self,
        thread: &Thread<'p>,
        term: Term,
        values: std::ops::Range<i64>,
        beyond: Option<String>,
    ) -> Step<i64> {
        let known = self
            .constant_number(term)
            .or_else(|| thread.fixed.get(&term).copied());
        known.ok_or(Stuck::Undecided {
            term,
            values,
            beyond,
        })
    }

    /// The number a constant term stands for; negative ones as such.
    pub(crate) fn constant_number(&self, term: Term) -> Option<i64> {
        match self.world.terms.value(term)? {
            Number::Int(n) => n.try_into().ok(),
            value @ Number::BitVec { .. } => value.as_signed(),
            Number::Bool(_) => None,
        }
    }

    /// The constant a value is, if it is one.
    pub(crate) fn as_constant(&self, value: Value, ty: Type) -> Option<Const> {
        match (value, ty) {
            (Value::Ref(None), _) => Some(Const::Null),
            (Value::Ref(Some(ObjectId::Image(id))), _) => Some(Const::Object(id)),
            (
                Value::Ref(Some(ObjectId::Made(_)))
                | Value::Open(_)
                | Value::Hidden
                | Value::NotNull,
                _,
            ) => None,
            (Value::Scalar(term), Type::Bool) => match self.world.terms.value(term)? {
                Number::Bool(b) => Some(Const::Bool(*b)),
                Number::Int(_) | Number::BitVec { .. } => None,
            },
            (Value::Scalar(term), Type::Int(int)) => {
                let number = self.constant_number(term)?;
                Some(Const::Int(int, int.wrap(number)))
                    .filter(|_| int.signed || number >= 0 || int.bits < 64)
            }
            (Value::Scalar(term), Type::Float(float)) => Some(Const::Float(
                float,
                self.world.terms.value(term)?.as_unsigned()?,
            )),
            (Value::Scalar(_), Type::Ref) => None,
        }
    }

    fn is_instance(&self, thread: &Thread<'p>, object: Option<ObjectId>, class: ClassId) -> bool {
        object.is_some_and(|o| {
            self.world
                .program
                .is_subclass(self.object(thread, o).class, class)
        })
    }

    fn truth(&self, b: bool) -> Value {
        Value::Scalar(self.world.terms.bool(b))
    }
}

fn type_of(constant: Const) -> Type {
    match constant {
        Const::Bool(_) => Type::Bool,
        Const::Int(int, _) => Type::Int(int),
        Const::Float(float, _) => Type::Float(float),
        Const::Null | Const::Object(_) => Type::Ref,
    }
}

fn unary_type(op: UnaryOp, ty: Type) -> Type {
    match (op, ty) {
        (UnaryOp::ToBits, Type::Float(float)) => Type::Int(IntType {
            bits: float.bits(),
            signed: true,
        }),
        (UnaryOp::FromBits, Type::Int(int)) => Type::Float(crate::float::of_width(int.bits)),
        _ => ty,
    }
}

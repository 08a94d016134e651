//! What goes into a call and what comes out of it.

use base::Place;

use crate::interp::ObjectId;
use crate::{ClassId, Const, FloatType, Type};

/// A value outside the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// True or false.
    Bool(bool),
    /// A number, normalised to its [`IntType`](crate::IntType).
    Int(i64),
    /// A floating-point number by its bits, NaN being the one there is.
    Float(FloatType, u64),
    /// A reference, `None` being null.
    Ref(Option<ObjectId>),
}

impl Value {
    /// The null reference.
    pub const NULL: Self = Self::Ref(None);

    /// The value an uninitialised variable of this type has: false, zero or null.
    pub fn zero(ty: Type) -> Self {
        Self::from_word(ty, 0)
    }

    /// This `float`.
    pub fn f32(value: f32) -> Self {
        Self::Float(
            FloatType::F32,
            FloatType::F32.canonical(value.to_bits().into()),
        )
    }

    /// This `double`.
    pub fn f64(value: f64) -> Self {
        Self::Float(FloatType::F64, FloatType::F64.canonical(value.to_bits()))
    }

    /// The value of a constant.
    pub fn of(constant: Const) -> Self {
        match constant {
            Const::Bool(b) => Self::Bool(b),
            Const::Int(_, value) => Self::Int(value),
            Const::Float(float, bits) => Self::Float(float, bits),
            Const::Null => Self::NULL,
            Const::Object(object) => Self::Ref(Some(ObjectId::of_image(object))),
        }
    }

    /// Whether this can stand in a variable of type `ty`.
    pub fn fits(self, ty: Type) -> bool {
        match (self, ty) {
            (Self::Bool(_), Type::Bool) | (Self::Ref(_), Type::Ref) => true,
            (Self::Int(i), Type::Int(int)) => int.contains(i),
            (Self::Float(own, bits), Type::Float(float)) => own == float && float.contains(bits),
            (Self::Bool(_) | Self::Int(_) | Self::Float(..) | Self::Ref(_), _) => false,
        }
    }

    /// The constant of type `ty` with this value; `None` for an object that a machine has made, or if it does not fit.
    pub fn constant(self, ty: Type) -> Option<Const> {
        match (self, ty) {
            (Self::Bool(b), Type::Bool) => Some(Const::Bool(b)),
            (Self::Int(i), Type::Int(int)) => int.contains(i).then_some(Const::Int(int, i)),
            (Self::Float(own, bits), Type::Float(float)) => {
                (own == float).then_some(Const::Float(float, bits))
            }
            (Self::Ref(None), Type::Ref) => Some(Const::Null),
            (Self::Ref(Some(object)), Type::Ref) => object.image().map(Const::Object),
            (Self::Bool(_) | Self::Int(_) | Self::Float(..) | Self::Ref(_), _) => None,
        }
    }

    /// How the machine stores it: one word, null being 0.
    pub(super) fn word(self) -> i64 {
        match self {
            Self::Bool(b) => i64::from(b),
            Self::Int(i) => i,
            Self::Float(_, bits) => bits as i64,
            Self::Ref(object) => ObjectId::to_word(object),
        }
    }

    pub(super) fn from_word(ty: Type, word: i64) -> Self {
        match ty {
            Type::Bool => Self::Bool(word != 0),
            Type::Int(_) => Self::Int(word),
            Type::Float(float) => Self::Float(float, word as u64),
            Type::Ref => Self::Ref(ObjectId::from_word(word)),
        }
    }
}

/// How a call ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It returned, with a value if the function has one.
    Returned(Option<Value>),
    /// It ended with an exception.
    Threw {
        /// The exception.
        object: ObjectId,
        /// Its class.
        class: ClassId,
        /// Where it was thrown first: passing through a `finally` does not change this.
        place: Place,
    },
    /// It reached code that cannot be run, or code that breaks a promise of the ir (a field of null is read, a divisor
    /// is zero, …): nothing is known about what would happen.
    Unsupported {
        /// What was reached.
        what: String,
        /// Where.
        place: Place,
    },
    /// It waits for another thread, and nobody else is there.
    Waits {
        /// Where.
        place: Place,
    },
    /// It did not end within the step limit.
    OutOfSteps,
    /// More than [`DEPTH_LIMIT`](crate::interp::DEPTH_LIMIT) calls were open at once.
    TooDeep,
}

//! Expressions.

use base::Place;

use super::{ExprId, FunctionId, GlobalId, Initializer, LocalId, StmtId, StringId};
use crate::c::types::{Bits, QualType, TypeId};

/// An expression, its type and its place.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it computes.
    pub kind: ExprKind,
    /// The type of the value, or for an lvalue that of the object.
    pub ty: QualType,
    /// Where it stands.
    pub place: Place,
}

/// What an expression computes.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A number of an integer type, in the range of that type; also a pointer made of a constant by gcc's leave.
    Integer(i128),
    /// A number of a floating type, exact for `float` and `double`.
    Float(f64),
    /// The null pointer.
    Null,

    /// Lvalue: a local variable or parameter.
    Local(LocalId),
    /// Lvalue: an object with static storage.
    Global(GlobalId),
    /// Lvalue: an array of characters.
    String(StringId),
    /// Lvalue: makes the object anew each time.
    CompoundLiteral {
        /// The object, of the innermost block.
        local: LocalId,
        /// What it holds.
        init: Initializer,
    },
    /// Lvalue: what a pointer points to. Of function type it is a function.
    Deref(ExprId),
    /// Lvalue: a member of a record that is an lvalue.
    Member {
        /// The record.
        record: ExprId,
        /// Which one.
        member: Member,
    },
    /// A function, before it becomes a pointer.
    Function(FunctionId),

    /// The value of a member of a record that is no lvalue.
    MemberOfValue {
        /// The record.
        record: ExprId,
        /// Which one. It may be an array, which then decays.
        member: Member,
    },
    /// The value of an lvalue.
    Read(ExprId),
    /// `&lvalue`, or the address of a function, written or not.
    Address(ExprId),
    /// The address of an array's first element.
    Decay(ExprId),
    /// A value as one of another type, written or not.
    Convert {
        /// How.
        conversion: Conversion,
        /// What.
        operand: ExprId,
    },
    /// An operation on one number.
    Unary {
        /// Which.
        op: UnaryOp,
        /// Of the type of the result; of `_Bool` for `!`.
        operand: ExprId,
    },
    /// An operation on two numbers.
    Binary {
        /// Which.
        op: BinaryOp,
        /// Of the type of the result.
        left: ExprId,
        /// Of the type of the result, for shifts of its own promoted type.
        right: ExprId,
    },
    /// A comparison, 0 or 1 of type `int`.
    Compare {
        /// Which.
        op: CompareOp,
        /// A number or pointer.
        left: ExprId,
        /// Of the same type; pointers may differ in what they point to.
        right: ExprId,
    },
    /// `left && right` or `left || right`, of type `int`.
    Logical {
        /// `&&`, otherwise `||`.
        and: bool,
        /// A `_Bool`.
        left: ExprId,
        /// A `_Bool`, evaluated only where the other does not decide.
        right: ExprId,
    },
    /// `pointer + index` or `pointer - index`.
    Offset {
        /// The pointer.
        pointer: ExprId,
        /// Of a promoted integer type.
        index: ExprId,
        /// Whether the index is subtracted.
        minus: bool,
        /// Bytes for each step.
        size: u64,
    },
    /// `left - right` of two pointers, of type `ptrdiff_t`.
    Difference {
        /// A pointer.
        left: ExprId,
        /// A pointer.
        right: ExprId,
        /// Bytes for each step.
        size: u64,
    },
    /// `condition ? then : otherwise`.
    Conditional {
        /// A `_Bool`.
        condition: ExprId,
        /// Of the type of the result.
        then: ExprId,
        /// Of the type of the result.
        otherwise: ExprId,
    },
    /// `value ?: otherwise`: the value itself where it is not zero, evaluated once.
    Elvis {
        /// A scalar of its own type.
        value: ExprId,
        /// How the value becomes one of the type of the result.
        conversion: Option<Conversion>,
        /// Of the type of the result.
        otherwise: ExprId,
    },
    /// `left, right`.
    Comma {
        /// For its effects.
        left: ExprId,
        /// For its value.
        right: ExprId,
    },
    /// `target = value`; the value of the expression is that of the target afterwards.
    Assign {
        /// An lvalue.
        target: ExprId,
        /// Of its type.
        value: ExprId,
    },
    /// `target op= operand`, `++target`, `target++` and the like: the target is evaluated once and read, the operation
    /// done, the result converted back and stored.
    Update {
        /// An lvalue.
        target: ExprId,
        /// What is done.
        operation: UpdateOp,
        /// The other operand.
        operand: ExprId,
        /// Whether the value of the expression is that before the update, otherwise that after it.
        old: bool,
    },
    /// A call.
    Call {
        /// What is called, a pointer to a function; `Address(Function)` where it is named.
        callee: ExprId,
        /// Of the parameters' types; behind those, or where nothing is known of them, promoted.
        arguments: Vec<ExprId>,
    },
    /// `({ … })`.
    Statements {
        /// The block; where there is a value, it is that of its last statement, an expression.
        block: StmtId,
        /// Whether there is a value.
        value: bool,
    },
    /// Something is done with a `va_list`.
    ArgumentList {
        /// What.
        op: ArgumentListOp,
        /// The list, an lvalue.
        list: ExprId,
    },
    /// What cannot be done.
    Unsupported(String),
}

/// What is done with a `va_list`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgumentListOp {
    /// `va_start`: begins behind the last parameter of the function.
    Start,
    /// `va_end`.
    End,
    /// `va_copy` from another list, an lvalue.
    Copy(ExprId),
    /// `va_arg`: the next argument, of the type of the expression.
    Next,
    /// The list as an argument of a call.
    Pass,
}

/// A member as seen from a record, through all anonymous ones.
#[derive(Clone, Debug)]
pub struct Member {
    /// As the user wrote it.
    pub name: String,
    /// In bytes.
    pub offset: u64,
    /// For a bit-field.
    pub bits: Option<Bits>,
}

/// How a value becomes one of another type. Source and target types are those of the operand and of the node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conversion {
    /// Between integers, enums and `_Bool` as source: the value modulo the target's range.
    Integer,
    /// From an integer to a floating type.
    IntegerToFloat,
    /// From a floating type to an integer other than `_Bool`: cut; undefined where it does not fit.
    FloatToInteger,
    /// Between floating types.
    Float,
    /// To `_Bool`: whether it is not zero, for numbers and pointers.
    Truth,
    /// Between pointers.
    Pointer,
    /// From a pointer to an integer.
    PointerToInteger,
    /// From an integer to a pointer.
    IntegerToPointer,
    /// To `void`.
    Void,
    /// Between a record and itself, qualifiers aside.
    Same,
}

/// Operations on one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    /// `-`.
    Negate,
    /// `~`.
    Complement,
    /// `!`, of type `int`.
    Not,
}

/// Operations on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum BinaryOp {
    Multiply,
    Divide,
    Remainder,
    Add,
    Subtract,
    ShiftLeft,
    ShiftRight,
    And,
    Xor,
    Or,
}

/// Comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum CompareOp {
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Equal,
    NotEqual,
}

/// What an update does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpdateOp {
    /// Arithmetic in the type given: the target is converted to it, the operand is of it, shifts apart.
    Arithmetic {
        /// Which.
        op: BinaryOp,
        /// The type it is done in.
        ty: TypeId,
        /// How the target's value becomes one of that type.
        before: Option<Conversion>,
        /// How the result becomes one of the target's type.
        after: Option<Conversion>,
    },
    /// Moves a pointer by the operand, an integer.
    Pointer {
        /// Whether backwards.
        minus: bool,
        /// Bytes for each step.
        size: u64,
    },
}

//! The data of a program: classes, globals, functions, blocks, statements, expressions.

use std::cell::OnceCell;
use std::fmt;
use std::sync::Arc;

use base::{Arena, Growing, define_id};

use crate::Class;
use crate::image::{ImageId, ImageObject};
use crate::linker::Link;
use crate::memory::MemoryOp;
use crate::outside::{Event, EventId, WorldOp};

define_id!(
    /// A class of a [`Program`].
    ClassId, "class"
);
define_id!(
    /// A global variable (a static field) of a [`Program`].
    GlobalId, "global"
);
define_id!(
    /// A function of a [`Program`].
    FunctionId, "fn"
);
define_id!(
    /// A local variable of a [`Function`], parameters included.
    LocalId, "_"
);
define_id!(
    /// A basic block of a [`Function`].
    BlockId, "b"
);
define_id!(
    /// The name and signature under which methods are called virtually.
    SelectorId, "sel"
);

/// A whole program. It may grow while it is analysed: functions get their code, and classes are found, when something
/// first needs them (see [`Linker`](crate::Linker)). What is there never changes.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// Classes; a parent always stands before its children.
    pub classes: Growing<ClassId, Class>,
    /// Global variables.
    pub globals: Growing<GlobalId, Global>,
    /// Functions.
    pub functions: Growing<FunctionId, Function>,
    /// The selectors of virtual calls.
    pub selectors: Growing<SelectorId, String>,
    /// Objects that exist before anything runs.
    pub image: Growing<ImageId, ImageObject>,
    /// What can be seen of a run from outside.
    pub events: Growing<EventId, Event>,
    /// How the names of variables and functions begin that are no part of what the user wrote: those of the library that
    /// the front end brings along. `None` if there are none.
    pub library: Option<&'static str>,
    /// Who completes the program.
    pub link: Link,
}

/// A field of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The name in the source.
    pub name: String,
    /// The type.
    pub ty: Type,
    /// The type as the source writes it.
    pub source_type: String,
}

/// A field by the class that declares it and its position there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FieldRef {
    /// The declaring class.
    pub class: ClassId,
    /// The position in [`Class::fields`].
    pub index: u32,
}

/// A global variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Global {
    /// The full name, `Stack.count`.
    pub name: String,
    /// The type.
    pub ty: Type,
    /// The value before anything runs: zero, false or null if none is set.
    pub initial: OnceCell<Const>,
    /// Whether a client's calls may change it, so that every state should hold it. Others are part of a state only
    /// once they have another value than at first.
    pub tracked: bool,
}

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Type {
    /// True or false.
    Bool,
    /// A fixed-width integer.
    Int(IntType),
    /// An IEEE 754 number. There is one NaN: its payload cannot be seen.
    Float(FloatType),
    /// A reference to an object, or null.
    Ref,
}

/// Width of a floating-point number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FloatType {
    /// Java `float`.
    F32,
    /// Java `double`.
    F64,
}

impl FloatType {
    /// 32 or 64.
    pub fn bits(self) -> u8 {
        match self {
            Self::F32 => 32,
            Self::F64 => 64,
        }
    }
}

/// Width and signedness of an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IntType {
    /// 8, 16, 32 or 64.
    pub bits: u8,
    /// Whether it is in two's complement.
    pub signed: bool,
}

impl IntType {
    /// Java `byte`.
    pub const I8: Self = Self {
        bits: 8,
        signed: true,
    };
    /// Java `short`.
    pub const I16: Self = Self {
        bits: 16,
        signed: true,
    };
    /// Java `char`.
    pub const U16: Self = Self {
        bits: 16,
        signed: false,
    };
    /// Java `int`.
    pub const I32: Self = Self {
        bits: 32,
        signed: true,
    };
    /// Java `long`.
    pub const I64: Self = Self {
        bits: 64,
        signed: true,
    };
}

impl fmt::Display for IntType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.signed { 'i' } else { 'u' }, self.bits)
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool => write!(f, "bool"),
            Self::Int(int) => write!(f, "{int}"),
            Self::Float(float) => write!(f, "f{}", float.bits()),
            Self::Ref => write!(f, "ref"),
        }
    }
}

/// A function: what callers see of it, and its code once that is needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// The full name with its signature, `Stack.push(I)V`; unique in the program.
    pub name: String,
    /// The source file, for places. One in angle brackets is none of the user's: events of what is called from there are
    /// not seen.
    pub file: Arc<str>,
    /// The parameters, the receiver first.
    pub params: Vec<Local>,
    /// What it returns.
    pub returns: Option<Type>,
    /// The code; read it with [`Program::code`].
    pub code: OnceCell<Code>,
}

impl Function {
    /// Whether it is none of the user's.
    pub fn is_hidden(&self) -> bool {
        self.file.starts_with('<')
    }
}

/// A function's body in control-flow form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// All locals; the parameters are the first of them.
    pub locals: Arena<LocalId, Local>,
    /// The blocks; execution starts at the first.
    pub blocks: Arena<BlockId, Block>,
}

/// A local variable. Reading one before it is written is a validation error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Local {
    /// A name for people: the source's where known.
    pub name: String,
    /// The type.
    pub ty: Type,
}

/// A straight run of statements and what comes after.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Executed in order.
    pub statements: Vec<Statement>,
    /// Executed last.
    pub terminator: Terminator,
}

/// A statement and its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// What it does.
    pub kind: StatementKind,
    /// The source line, 0 if unknown.
    pub line: u32,
}

/// What a statement does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatementKind {
    /// `dst = value`
    Assign(LocalId, Expr),
    /// `dst = object.field`; the object must not be null (front ends test before).
    Load(LocalId, Expr, FieldRef),
    /// `object.field = value`; the object must not be null.
    Store(Expr, FieldRef, Expr),
    /// `dst = global`
    LoadGlobal(LocalId, GlobalId),
    /// `global = value`
    StoreGlobal(GlobalId, Expr),
    /// `dst = new class`, every field zero, false or null.
    New(LocalId, ClassId),
    /// `dst = new array of this class`, every element zero, false or null; the length, an `I32`, must not be negative.
    NewArray(LocalId, ClassId, Expr),
    /// `dst = array.length`, an `I32`; the array must not be null.
    Length(LocalId, Expr),
    /// `dst = array[index]`; the array must not be null, the index within its bounds.
    LoadElement(LocalId, Expr, Expr),
    /// `array[index] = value`; the array must not be null and take the value, the index must be within its bounds.
    StoreElement(Expr, Expr, Expr),
    /// Copies elements from one array to another as if through a third; both must have elements of one type and take
    /// what is copied, and all positions must be within bounds.
    CopyElements(Box<CopyElements>),
    /// `dst = a copy of object`, field by field or element by element; the object must not be null.
    Duplicate(LocalId, Expr),
    /// `dst = the object that stands for the class of this object`; the object must not be null.
    ClassOf(LocalId, Expr),
    /// `dst = the slot of the object with this number` (an `I64`): the field at that position of its layout, or that
    /// element. The object must not be null and have such a slot, of the type of `dst`.
    LoadSlot(LocalId, Expr, Expr),
    /// `the slot of the object with this number = value`, under the same conditions.
    StoreSlot(Expr, Expr, Expr),
    /// On memory made of bytes.
    Memory(Box<MemoryOp>),
    /// With the world outside.
    World(Box<WorldOp>),
}

/// What [`StatementKind::CopyElements`] copies where. Positions and count are `I32`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopyElements {
    /// The array copied from.
    pub from: Expr,
    /// Its first element taken.
    pub start: Expr,
    /// The array copied to.
    pub to: Expr,
    /// Its first element overwritten.
    pub at: Expr,
    /// How many elements.
    pub count: Expr,
}

/// A terminator and its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terminator {
    /// What it does.
    pub kind: TerminatorKind,
    /// The source line, 0 if unknown.
    pub line: u32,
}

/// How a block ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TerminatorKind {
    /// On to another block.
    Goto(BlockId),
    /// On a `Bool`.
    Branch {
        /// The condition.
        cond: Expr,
        /// Where to go if it holds.
        then: BlockId,
        /// Where to go if not.
        otherwise: BlockId,
    },
    /// On an integer; the cases are distinct.
    Switch {
        /// The value looked at.
        value: Expr,
        /// Where to go for each value.
        cases: Vec<(i64, BlockId)>,
        /// Where to go for all others.
        default: BlockId,
    },
    /// A call.
    Call {
        /// Where the result goes.
        dst: Option<LocalId>,
        /// What is called.
        callee: Callee,
        /// The arguments, the receiver first. A virtual call's receiver must not be null.
        args: Vec<Expr>,
        /// Where to go when it returns.
        next: BlockId,
        /// Where to go when it throws; `None` passes the exception on to the caller.
        unwind: Option<Unwind>,
    },
    /// Returns.
    Return(Option<Expr>),
    /// Leaves the function with an exception, a non-null reference.
    Throw(Expr),
    /// Waits, without an end of its own, for another thread: one thread alone never gets further.
    Wait,
    /// Code that cannot be analysed: the path ends in *unknown*, for the reason given.
    Unsupported(String),
}

/// What a call calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Callee {
    /// This very function.
    Direct(FunctionId),
    /// The method with this selector in the class of the first argument, or the nearest parent that has it.
    Virtual(SelectorId),
    /// The function the linker makes for these very arguments, as far as they are constants (see
    /// [`Linker::native`](crate::Linker::native)); `dst` says what it returns.
    Native(Arc<str>),
}

/// Where an exception goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unwind {
    /// The block that handles it.
    pub block: BlockId,
    /// The local that receives it.
    pub exception: LocalId,
}

/// A value without side effects. Total, except that a divisor must not be zero (front ends test before).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// A constant.
    Const(Const),
    /// The value of a local.
    Local(LocalId),
    /// One operand.
    Unary(UnaryOp, Box<Expr>),
    /// Two operands of one type (shifts: the amount is `I32`).
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// To another type of numbers, or between `Bool` and an integer: `true` is 1, and an integer is `true` if its
    /// lowest bit is set. From a floating-point number to an integer: towards zero, NaN is 0, and what is out of range
    /// is the nearest end of it. To a floating-point number: the nearest one, ties to even.
    Cast(Type, Box<Expr>),
    /// Whether a reference is non-null and of this class or one below it.
    InstanceOf(Box<Expr>, ClassId),
    /// Whether an array, the first operand, which must not be null, takes the second as an element: whether that is
    /// null or of the array's element class or one below it.
    Takes(Box<Expr>, Box<Expr>),
}

/// A constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Const {
    /// `true` or `false`.
    Bool(bool),
    /// An integer within its type's range.
    Int(IntType, i64),
    /// A floating-point number by its bits; NaN is always the one with the highest bit of the fraction set alone.
    Float(FloatType, u64),
    /// The null reference.
    Null,
    /// A reference to an object that exists before anything runs.
    Object(ImageId),
}

impl Const {
    /// Its type.
    pub fn ty(self) -> Type {
        match self {
            Self::Bool(_) => Type::Bool,
            Self::Int(int, _) => Type::Int(int),
            Self::Float(float, _) => Type::Float(float),
            Self::Null | Self::Object(_) => Type::Ref,
        }
    }

    /// False, zero or null.
    pub fn zero(ty: Type) -> Self {
        match ty {
            Type::Bool => Self::Bool(false),
            Type::Int(int) => Self::Int(int, 0),
            Type::Float(float) => Self::Float(float, 0),
            Type::Ref => Self::Null,
        }
    }
}

/// Operators on one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UnaryOp {
    /// `!` on `Bool`.
    Not,
    /// `-` on integers, wrapping, and on floating-point numbers.
    Neg,
    /// The absolute value of a floating-point number.
    Abs,
    /// The square root of a floating-point number, rounded to the nearest.
    Sqrt,
    /// The bits of a floating-point number as an integer of its width, all NaN having the same.
    ToBits,
    /// The floating-point number that has the bits of this `I32` or `I64`.
    FromBits,
}

/// Operators on two values. Integer arithmetic wraps; `Div` and `Rem` truncate towards zero; order is that of the
/// type; shifts use the amount modulo the width. Floating-point arithmetic rounds to nearest, ties to even; `Rem` is the
/// exact remainder of the quotient truncated towards zero; comparisons are false on NaN, `Ne` true, and zeros are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    /// On integers bitwise, on `Bool` logical.
    And,
    /// On integers bitwise, on `Bool` logical.
    Or,
    /// On integers bitwise, on `Bool` logical.
    Xor,
    Shl,
    /// Keeps the sign.
    Shr,
    /// Fills with zeros.
    Ushr,
    /// On numbers, `Bool` and references.
    Eq,
    /// On numbers, `Bool` and references.
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl BinaryOp {
    /// Whether the result is a `Bool` whatever the operands are.
    pub fn is_comparison(self) -> bool {
        match self {
            Self::Eq | Self::Ne | Self::Lt | Self::Le | Self::Gt | Self::Ge => true,
            Self::Add | Self::Sub | Self::Mul | Self::Div | Self::Rem => false,
            Self::And | Self::Or | Self::Xor | Self::Shl | Self::Shr | Self::Ushr => false,
        }
    }
}

//! The data of a program: classes, globals, functions, blocks, statements, expressions.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use base::{Arena, define_id};

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
    /// A string literal of a [`Program`].
    StringId, "str"
);

/// A whole program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// Classes; a parent always stands before its children.
    pub classes: Arena<ClassId, Class>,
    /// Global variables, zero, false or null until an initialiser runs.
    pub globals: Arena<GlobalId, Global>,
    /// Functions.
    pub functions: Arena<FunctionId, Function>,
    /// String literals. Equal literals share one id, as the language demands of references to them.
    pub strings: Arena<StringId, String>,
    /// The class of string literals, where there are any.
    pub string_class: Option<ClassId>,
}

/// A class: its own fields and its methods by selector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// The full name, `java.lang.Object`.
    pub name: String,
    /// The superclass.
    pub parent: Option<ClassId>,
    /// Further supertypes (interfaces), for instance tests; they stand before the class, too.
    pub interfaces: Vec<ClassId>,
    /// The fields this class declares itself; those of the parents come before them in an object.
    pub fields: Vec<Field>,
    /// Methods this class declares itself, by selector (`push(I)V`), for virtual dispatch.
    pub methods: BTreeMap<String, FunctionId>,
}

/// A field of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The name in the source.
    pub name: String,
    /// The type.
    pub ty: Type,
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
}

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Type {
    /// True or false.
    Bool,
    /// A fixed-width integer.
    Int(IntType),
    /// A reference to an object, or null.
    Ref,
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
    pub const I8: Self = Self { bits: 8, signed: true };
    /// Java `short`.
    pub const I16: Self = Self { bits: 16, signed: true };
    /// Java `char`.
    pub const U16: Self = Self { bits: 16, signed: false };
    /// Java `int`.
    pub const I32: Self = Self { bits: 32, signed: true };
    /// Java `long`.
    pub const I64: Self = Self { bits: 64, signed: true };
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
            Self::Ref => write!(f, "ref"),
        }
    }
}

/// A function in control-flow form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// The full name with its signature, `Stack.push(I)V`; unique in the program.
    pub name: String,
    /// The source file, for places.
    pub file: Arc<str>,
    /// All locals; the parameters are the first [`Function::params`] of them, the receiver first.
    pub locals: Arena<LocalId, Local>,
    /// How many of the locals are parameters.
    pub params: usize,
    /// What it returns.
    pub returns: Option<Type>,
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
    /// Code that cannot be analysed: the path ends in *unknown*, for the reason given.
    Unsupported(String),
}

/// What a call calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Callee {
    /// This very function.
    Direct(FunctionId),
    /// The method with this selector in the class of the first argument, or the nearest parent that has it.
    Virtual(String),
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
    /// To another integer type, or between `Bool` and an integer: `true` is 1, and an integer is `true` if its
    /// lowest bit is set.
    Cast(Type, Box<Expr>),
    /// Whether a reference is non-null and of this class or one below it.
    InstanceOf(Box<Expr>, ClassId),
}

/// A constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Const {
    /// `true` or `false`.
    Bool(bool),
    /// An integer within its type's range.
    Int(IntType, i64),
    /// The null reference.
    Null,
    /// A reference to a string literal.
    String(StringId),
}

/// Operators on one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UnaryOp {
    /// `!` on `Bool`.
    Not,
    /// `-` on integers, wrapping.
    Neg,
}

/// Operators on two values. Arithmetic wraps; `Div` and `Rem` truncate towards zero; order is that of the type;
/// shifts use the amount modulo the width.
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
    /// On integers, `Bool` and references.
    Eq,
    /// On integers, `Bool` and references.
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

impl Program {
    /// The method `selector` means for an object of class `class`.
    pub fn resolve(&self, class: ClassId, selector: &str) -> Option<FunctionId> {
        self.ancestors(class).find_map(|c| self.classes[c].methods.get(selector).copied())
    }

    /// `class` and its superclasses, nearest first.
    pub fn ancestors(&self, class: ClassId) -> impl Iterator<Item = ClassId> {
        std::iter::successors(Some(class), |&c| self.classes[c].parent)
    }

    /// Whether `class` is `of` or below it, interfaces included.
    pub fn is_subclass(&self, class: ClassId, of: ClassId) -> bool {
        // Interfaces may be inherited on many ways; each is looked at once.
        let mut seen = vec![class];
        let mut next = 0;
        while let Some(&c) = seen.get(next) {
            if c == of {
                return true;
            }
            let Class { parent, interfaces, .. } = &self.classes[c];
            for &supertype in parent.iter().chain(interfaces) {
                if !seen.contains(&supertype) {
                    seen.push(supertype);
                }
            }
            next += 1;
        }
        false
    }

    /// The fields of an object of this class, those of the topmost parent first.
    pub fn layout(&self, class: ClassId) -> Vec<FieldRef> {
        let mut chain: Vec<ClassId> = self.ancestors(class).collect();
        chain.reverse();
        let own = |c: ClassId| (0..self.classes[c].fields.len() as u32).map(move |index| FieldRef { class: c, index });
        chain.into_iter().flat_map(own).collect()
    }

    /// The declaration of a field.
    pub fn field(&self, field: FieldRef) -> &Field {
        &self.classes[field.class].fields[field.index as usize]
    }

    /// The class of this name.
    pub fn class_named(&self, name: &str) -> Option<ClassId> {
        self.classes.iter().find(|(_, c)| c.name == name).map(|(id, _)| id)
    }
}

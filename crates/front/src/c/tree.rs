//! The typed tree: what [`read`](super::read) makes of a C program.
//!
//! Every name is resolved. Every expression has a type. What C does without being told is a node: reading an lvalue
//! ([`ExprKind::Read`]), arrays becoming pointers ([`ExprKind::Decay`]), promotions and conversions
//! ([`ExprKind::Convert`]), the scale of pointer arithmetic. Operands of an arithmetic operator have one type, the
//! operator's own, shifts apart; conditions are `_Bool`.

mod expr;
mod stmt;

use std::collections::{BTreeMap, BTreeSet};

use base::{Arena, Place, define_id};

use super::constant::Constant;
use super::layout::{Layout, Machine, layout};
use super::types::{Bits, QualType, TypeId, Types};

pub use expr::*;
pub use stmt::*;

define_id!(
    /// An object with static storage: a global, or a `static` local.
    GlobalId,
    "g"
);
define_id!(
    /// A function, defined or only declared.
    FunctionId,
    "f"
);
define_id!(
    /// A parameter, a local variable or a compound literal of a function.
    LocalId,
    "l"
);
define_id!(
    /// Where `goto`, `case` and `default` lead, in a function.
    LabelId,
    "label"
);
define_id!(
    /// An expression.
    ExprId,
    "x"
);
define_id!(
    /// A statement.
    StmtId,
    "s"
);
define_id!(
    /// A string literal.
    StringId,
    "str"
);

/// A C program.
#[derive(Clone, Debug)]
pub struct Unit {
    /// What it was read for.
    pub machine: Machine,
    /// Its types.
    pub types: Types,
    /// Objects with static storage.
    pub globals: Arena<GlobalId, Global>,
    /// Functions.
    pub functions: Arena<FunctionId, Function>,
    /// Expressions of all functions.
    pub exprs: Arena<ExprId, Expr>,
    /// Statements of all functions.
    pub stmts: Arena<StmtId, Stmt>,
    /// String literals; each is an array object of its own.
    pub strings: Arena<StringId, StringLiteral>,
    /// How many steps lead from the first element behind the last one, of inner arrays of variable length, by the
    /// [`ExprKind::Offset`] that leads to an element.
    pub lengths: BTreeMap<ExprId, ExprId>,
    /// Constants that the source writes as enumerators, by their names.
    pub enumerators: BTreeMap<ExprId, String>,
    /// Whether attributes say something of functions that are known by their types alone.
    pub promising_types: bool,
}

impl Unit {
    /// Size and alignment; `None` for a type that has none.
    pub fn layout(&self, ty: TypeId) -> Option<Layout> {
        layout(&self.types, self.machine, ty)
    }

    /// How many bits an integer of this type has: 1 for `_Bool`. No integer: `None`.
    pub fn bits(&self, ty: TypeId) -> Option<u32> {
        super::constant::bits(&self.types, self.machine, ty)
    }

    /// The function with this name and a body.
    pub fn defined(&self, name: &str) -> Option<FunctionId> {
        self.functions
            .iter()
            .find(|(_, f)| f.name == name && f.body.is_some())
            .map(|(id, _)| id)
    }
}

/// Who may mean the same thing by the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linkage {
    /// Every file of a program.
    External,
    /// This file, or for a `static` local its block.
    Internal,
}

/// An object with static storage.
#[derive(Clone, Debug)]
pub struct Global {
    /// As the user wrote it.
    pub name: String,
    /// Its type, complete unless it is defined in another file.
    pub ty: QualType,
    /// Where it is declared.
    pub place: Place,
    /// Who else may mean it.
    pub linkage: Linkage,
    /// The function it is a `static` local of, or whose compound literal it is.
    pub owner: Option<FunctionId>,
    /// Whether this file makes it; otherwise it is `extern` and nothing is known of its value.
    pub defined: bool,
    /// What it holds at first, apart from zeros.
    pub init: Vec<StaticEntry>,
    /// Whether there may be no such object, or another one.
    pub weak: bool,
    /// `_Thread_local`.
    pub thread_local: bool,
}

/// A part of a static object that is not zero at first. Entries are applied in order.
#[derive(Clone, Debug)]
pub struct StaticEntry {
    /// In bytes.
    pub offset: u64,
    /// A scalar, or an array of characters for a string.
    pub ty: TypeId,
    /// For a bit-field.
    pub bits: Option<Bits>,
    /// What it holds.
    pub value: StaticValue,
}

/// What a part of a static object holds.
#[derive(Clone, Debug, PartialEq)]
pub enum StaticValue {
    /// A number or an address, of the type of the entry.
    Constant(Constant),
    /// The characters, cut or filled with zeros to the size of the entry's type.
    Characters(StringId),
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// As the user wrote it.
    pub name: String,
    /// A function type.
    pub ty: TypeId,
    /// Where it is defined, or first declared.
    pub place: Place,
    /// Who else may mean it.
    pub linkage: Linkage,
    /// Whether it is said never to return.
    pub noreturn: bool,
    /// Whether it is said to do nothing but give a value.
    pub pure: bool,
    /// The positions of the arguments that are said never to be null.
    pub never_null: BTreeSet<usize>,
    /// Whether it is said never to give null.
    pub returns_nonnull: bool,
    /// Whether something else is said of the pointers that it is given or gives.
    pub promises: bool,
    /// Whether there may be no such function, or another one.
    pub weak: bool,
    /// Whether it has another name in the object file, one of the C library's.
    pub relabelled: bool,
    /// Called without a declaration, or one of the compiler's own.
    pub implicit: bool,
    /// The parameters, in their order; empty without a body.
    pub parameters: Vec<LocalId>,
    /// All objects with automatic storage.
    pub locals: Arena<LocalId, Local>,
    /// All labels.
    pub labels: Arena<LabelId, Label>,
    /// The objects whose addresses stand for those of labels.
    pub addressed: BTreeMap<LabelId, GlobalId>,
    /// What it does, where it is defined in this file.
    pub body: Option<Body>,
}

impl Function {
    /// Whether its body is the library's, not the user's.
    pub fn is_library(&self) -> bool {
        self.body.is_some() && super::library::holds(&self.place)
    }
}

/// The code of a function.
#[derive(Clone, Debug)]
pub enum Body {
    /// A block.
    Code(StmtId),
    /// Something in it cannot be done: a call of it is unknown.
    Unsupported(Unsupported),
}

/// What cannot be done, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// In words.
    pub what: String,
    /// In the user's source.
    pub place: Place,
}

/// A parameter, a local variable or a compound literal.
#[derive(Clone, Debug)]
pub struct Local {
    /// As the user wrote it; nothing for a compound literal or an unnamed parameter.
    pub name: Option<String>,
    /// A complete type, or an array of variable length.
    pub ty: QualType,
    /// How many bytes such an array has; it lives in a block of its own.
    pub bytes: Option<ExprId>,
    /// Where it is declared.
    pub place: Place,
}

/// A label.
#[derive(Clone, Debug)]
pub struct Label {
    /// As the user wrote it; nothing for `case` and `default`.
    pub name: Option<String>,
    /// Where it stands.
    pub place: Place,
}

/// The bytes of a string literal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StringLiteral {
    /// One for each element, the terminating zero included.
    pub elements: Vec<u32>,
    /// The array's type.
    pub ty: TypeId,
}

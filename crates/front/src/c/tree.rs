//! The typed tree: what [`read`](super::read) makes of a C program.
//!
//! Every name is resolved. Every expression has a type. What C does without being told is a node: reading an lvalue
//! ([`ExprKind::Read`]), arrays becoming pointers ([`ExprKind::Decay`]), promotions and conversions
//! ([`ExprKind::Convert`]), the scale of pointer arithmetic. Operands of an arithmetic operator have one type, the
//! operator's own, shifts apart; conditions are `_Bool`.

use base::{Arena, Place, define_id};

use super::constant::Constant;
use super::layout::{Layout, Machine, layout};
use super::types::{Bits, QualType, TypeId, Types};

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
        self.functions.iter().find(|(_, f)| f.name == name && f.body.is_some()).map(|(id, _)| id)
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
    /// Called without a declaration, or one of the compiler's own.
    pub implicit: bool,
    /// The parameters, in their order; empty without a body.
    pub parameters: Vec<LocalId>,
    /// All objects with automatic storage.
    pub locals: Arena<LocalId, Local>,
    /// All labels.
    pub labels: Arena<LabelId, Label>,
    /// What it does, where it is defined in this file.
    pub body: Option<Body>,
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
    /// A complete type.
    pub ty: QualType,
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

/// A statement and its place.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// Where it starts.
    pub place: Place,
}

/// What a statement does.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// Statements one after the other. The objects named live from its beginning to its end, whichever way it is entered.
    Block {
        /// Whose life ends with the block.
        locals: Vec<LocalId>,
        /// What is done.
        body: Vec<StmtId>,
    },
    /// A declaration is reached: without an initialiser the value is indeterminate from here on.
    Declare {
        /// The variable.
        local: LocalId,
        /// What it holds.
        init: Option<Initializer>,
    },
    /// An expression for its effects.
    Expr(ExprId),
    /// `if`.
    If {
        /// A `_Bool`.
        condition: ExprId,
        /// Where it is true.
        then: StmtId,
        /// Where it is not.
        otherwise: Option<StmtId>,
    },
    /// `while`.
    While {
        /// A `_Bool`.
        condition: ExprId,
        /// What is done as long as it is true.
        body: StmtId,
    },
    /// `do … while`.
    DoWhile {
        /// What is done.
        body: StmtId,
        /// A `_Bool`.
        condition: ExprId,
    },
    /// `for`; a declaration in its head stands in a block around it.
    For {
        /// What is done first.
        init: Option<ExprId>,
        /// A `_Bool`; always true where there is none.
        condition: Option<ExprId>,
        /// What is done after each round, and after `continue`.
        step: Option<ExprId>,
        /// What is done as long as the condition is true.
        body: StmtId,
    },
    /// `switch`: goes on behind the label of the case that holds the value, or behind the default, or behind itself.
    Switch {
        /// Of a promoted integer type.
        value: ExprId,
        /// No two cases share a value.
        cases: Vec<Case>,
        /// `default`.
        default: Option<LabelId>,
        /// Where the labels stand.
        body: StmtId,
    },
    /// A label and the statement behind it.
    Labelled {
        /// The label.
        label: LabelId,
        /// What is done.
        body: StmtId,
    },
    /// `goto`.
    Goto(LabelId),
    /// `break`, out of the innermost loop or `switch`.
    Break,
    /// `continue` of the innermost loop.
    Continue,
    /// `return`, with a value of the function's result type. A value may be missing where nobody may look at it.
    Return(Option<ExprId>),
    /// `;`.
    Empty,
    /// What cannot be done.
    Unsupported(String),
}

/// `case low ... high:`, the two being the same for a plain case.
#[derive(Clone, Debug)]
pub struct Case {
    /// The least value, of the type of the `switch`.
    pub low: i128,
    /// The greatest value.
    pub high: i128,
    /// Where it leads.
    pub label: LabelId,
}

/// What an object holds at first. Entries are applied in order; a later one may lie over an earlier one.
#[derive(Clone, Debug)]
pub struct Initializer {
    /// Whether the object is filled with zeros before. Otherwise one entry covers all of it.
    pub zero: bool,
    /// The parts.
    pub entries: Vec<Entry>,
}

/// A part of an object and what it holds at first.
#[derive(Clone, Debug)]
pub struct Entry {
    /// In bytes.
    pub offset: u64,
    /// The type of the part.
    pub ty: TypeId,
    /// For a bit-field.
    pub bits: Option<Bits>,
    /// What it holds.
    pub value: EntryValue,
}

/// What a part of an object holds at first.
#[derive(Clone, Copy, Debug)]
pub enum EntryValue {
    /// A value of the part's type: a scalar or a whole record.
    Expr(ExprId),
    /// The characters, cut or filled with zeros to the size of the part.
    Characters(StringId),
}

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

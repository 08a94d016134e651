//! Statements and initialisers.

use base::Place;

use super::{ExprId, LabelId, LocalId, StmtId, StringId};
use crate::c::types::{Bits, TypeId};

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
    /// The length of an array is known: it must be positive, and memory is taken to be large enough.
    Measure {
        /// Of a promoted integer type.
        length: ExprId,
        /// The greatest length that is followed.
        most: i64,
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
    /// `goto *e`, to one of the labels whose address is taken.
    ComputedGoto(ExprId),
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

impl StmtKind {
    /// The expressions and statements that are parts of it, but for initial values.
    pub fn parts(&self) -> (Vec<ExprId>, Vec<StmtId>) {
        let list = |e: &Option<ExprId>| e.iter().copied().collect::<Vec<_>>();
        match self {
            Self::Block { body, .. } => (vec![], body.clone()),
            Self::Expr(e) | Self::ComputedGoto(e) | Self::Measure { length: e, .. } => {
                (vec![*e], vec![])
            }
            Self::If {
                condition,
                then,
                otherwise,
            } => {
                let branches = std::iter::once(*then).chain(*otherwise);
                (vec![*condition], branches.collect())
            }
            Self::While { condition, body } | Self::DoWhile { body, condition } => {
                (vec![*condition], vec![*body])
            }
            Self::For {
                init,
                condition,
                step,
                body,
            } => (
                [init, condition, step].into_iter().flat_map(list).collect(),
                vec![*body],
            ),
            Self::Switch { value, body, .. } => (vec![*value], vec![*body]),
            Self::Labelled { body, .. } => (vec![], vec![*body]),
            Self::Return(value) => (list(value), vec![]),
            Self::Declare { .. }
            | Self::Goto(_)
            | Self::Break
            | Self::Continue
            | Self::Empty
            | Self::Unsupported(_) => (vec![], vec![]),
        }
    }
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

impl Entry {
    /// The expression whose value the part holds, if it is one.
    pub fn expr(&self) -> Option<ExprId> {
        match self.value {
            EntryValue::Expr(expr) => Some(expr),
            EntryValue::Characters(_) => None,
        }
    }
}

/// What a part of an object holds at first.
#[derive(Clone, Copy, Debug)]
pub enum EntryValue {
    /// A value of the part's type: a scalar or a whole record.
    Expr(ExprId),
    /// The characters, cut or filled with zeros to the size of the part.
    Characters(StringId),
}

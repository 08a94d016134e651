//! What a function does with what its parameters point to.
//!
//! Which pointers come from a parameter is followed through variables, arithmetic, conversions and calls, without regard to order. That
//! is a guess about what a parameter is for, no more: what follows from it is told, and checked by whoever follows the code.

use std::collections::BTreeSet;

use crate::c::lower::{named_callee, operands};
use crate::c::tree::{
    Body, EntryValue, ExprId, ExprKind, Function, FunctionId, Initializer, LocalId, StmtId,
    StmtKind, Unit,
};
use crate::c::types::{IntegerKind, Type};

/// What becomes of what a pointer points to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Uses {
    /// It is looked at.
    pub(super) reads: bool,
    /// It is changed.
    pub(super) writes: bool,
    /// Not only what lies right where it points.
    pub(super) moves: bool,
    /// The pointer is compared with null.
    pub(super) asked: bool,
    /// As what it is looked at or changed: integers of the first such type.
    pub(super) element: Option<IntegerKind>,
}

impl Uses {
    fn join(&mut self, other: Self) {
        self.reads |= other.reads;
        self.writes |= other.writes;
        self.moves |= other.moves;
        self.asked |= other.asked;
        self.element = self.element.or(other.element);
    }
}

/// What is done with what a parameter points to.
pub(super) fn of_pointer(unit: &Unit, function: FunctionId, parameter: usize) -> Uses {
    Following::new(unit, false).function(function, parameter)
}

/// What is done with what the pointer points to that a parameter points to.
pub(super) fn behind_pointer(unit: &Unit, function: FunctionId, parameter: usize) -> Uses {
    Following::new(unit, true).function(function, parameter)
}

/// Functions of the C library that read from a stream.
const READERS: [&str; 12] = [
    "getc",
    "fgetc",
    "fgets",
    "fread",
    "getline",
    "getdelim",
    "ungetc",
    "feof",
    "fscanf",
    "getc_unlocked",
    "fgetc_unlocked",
    "_IO_getc",
];

/// Whether the stream that a parameter is, is read from.
pub(super) fn reads_file(unit: &Unit, function: FunctionId, parameter: usize) -> bool {
    let mut following = Following::new(unit, false);
    following.function(function, parameter);
    following
        .reached
        .iter()
        .any(|name| READERS.contains(&name.as_str()))
}

struct Following<'u> {
    unit: &'u Unit,
    /// Whether what is followed is behind another pointer.
    behind: bool,
    entered: BTreeSet<(FunctionId, usize)>,
    /// Functions without code that it is given to.
    reached: BTreeSet<String>,
}

impl<'u> Following<'u> {
    fn new(unit: &'u Unit, behind: bool) -> Self {
        Self {
            unit,
            behind,
            entered: BTreeSet::new(),
            reached: BTreeSet::new(),
        }
    }

    fn function(&mut self, id: FunctionId, parameter: usize) -> Uses {
        let function = &self.unit.functions[id];
        let (Some(Body::Code(body)), Some(&local)) =
            (function.body.as_ref(), function.parameters.get(parameter))
        else {
            self.reached.insert(function.name.clone());
            return self.by_type(function, parameter);
        };
        if !self.entered.insert((id, parameter)) {
            return Uses::default();
        }
        let code = Code::of(self.unit, *body);
        let held = self.holders(&code, local);
        let mut uses = Uses::default();
        for &expr in &code.exprs {
            uses.join(self.expr(expr, &held, local));
        }
        uses
    }

    /// What a function may do whose code is not known: what its type lets it do.
    fn by_type(&self, function: &Function, parameter: usize) -> Uses {
        let ty = self.unit.types.function(function.ty);
        let ty = ty.and_then(|ty| ty.parameters.as_ref()?.get(parameter).copied());
        let constant = ty
            .is_some_and(|ty| matches!(self.unit.types.get(ty), Type::Pointer(to) if to.constant));
        Uses {
            reads: constant,
            writes: !constant,
            moves: true,
            ..Uses::default()
        }
    }

    /// The variables that hold what comes from a parameter.
    fn holders(&self, code: &Code, parameter: LocalId) -> Held {
        let mut held = Held {
            first: BTreeSet::from([parameter]),
            behind: self.behind,
            inner: BTreeSet::new(),
        };
        loop {
            let before = held.size();
            for &(local, value) in &code.values {
                held.take(self.unit, local, value);
            }
            if held.size() == before {
                return held;
            }
        }
    }

    fn expr(&mut self, id: ExprId, held: &Held, parameter: LocalId) -> Uses {
        let unit = self.unit;
        match &unit.exprs[id].kind {
            ExprKind::Read(target) => self.access(*target, held, parameter, false),
            ExprKind::Assign { target, .. } => self.access(*target, held, parameter, true),
            ExprKind::Update { target, .. } => {
                let mut uses = self.access(*target, held, parameter, true);
                uses.join(self.access(*target, held, parameter, false));
                uses
            }
            ExprKind::Compare { left, right, .. } => {
                let null = |e: ExprId| is_null(unit, e);
                let asked =
                    held.has(unit, *left) && null(*right) || held.has(unit, *right) && null(*left);
                Uses {
                    asked,
                    ..Uses::default()
                }
            }
            ExprKind::Convert {
                operand,
                conversion: crate::c::tree::Conversion::Truth,
            } => Uses {
                asked: held.has(unit, *operand),
                ..Uses::default()
            },
            ExprKind::Call { callee, arguments } => self.call(*callee, arguments, held),
            _ => Uses::default(),
        }
    }

    /// Something is looked at, or changed.
    fn access(&self, target: ExprId, held: &Held, parameter: LocalId, writes: bool) -> Uses {
        let Some(pointer) = pointed(self.unit, target) else {
            return Uses::default();
        };
        if !held.has(self.unit, pointer) {
            return Uses::default();
        }
        let element = match self.unit.types.get(self.unit.exprs[target].ty.id) {
            Type::Integer(kind) => Some(*kind),
            _ => None,
        };
        Uses {
            reads: !writes,
            writes,
            moves: !is_plain(self.unit, pointer, parameter),
            asked: false,
            element,
        }
    }

    fn call(&mut self, callee: ExprId, arguments: &[ExprId], held: &Held) -> Uses {
        let mut uses = Uses::default();
        for (i, &argument) in arguments.iter().enumerate() {
            let inner = held.has(self.unit, argument);
            let counts = inner || self.behind && held.is_outer(self.unit, argument);
            if !counts {
                continue;
            }
            uses.join(match named_callee(self.unit, callee) {
                Some(function) => {
                    let behind = self.behind;
                    self.behind = behind && !inner;
                    let found = self.function(function, i);
                    self.behind = behind;
                    Uses {
                        moves: true,
                        ..found
                    }
                }
                None => self.handed_on(argument),
            });
        }
        uses
    }
}

impl Following<'_> {
    /// What a function does that is called through a pointer: what the type of what it is given lets it do. Nothing is known of
    /// what has no type.
    fn handed_on(&self, argument: ExprId) -> Uses {
        let Type::Pointer(to) = self.unit.types.get(self.unit.exprs[argument].ty.id) else {
            return Uses::default();
        };
        let typed = *self.unit.types.get(to.id) != Type::Void;
        Uses {
            reads: typed && to.constant,
            writes: typed && !to.constant,
            moves: true,
            ..Uses::default()
        }
    }
}

/// The variables whose values come from a parameter.
struct Held {
    /// Those that hold the pointer itself.
    first: BTreeSet<LocalId>,
    /// Whether what counts is what lies behind it.
    behind: bool,
    /// Those that hold what lies behind it.
    inner: BTreeSet<LocalId>,
}

impl Held {
    fn size(&self) -> usize {
        self.first.len() + self.inner.len()
    }

    /// A variable takes a value.
    fn take(&mut self, unit: &Unit, local: LocalId, value: ExprId) {
        if comes(unit, value, &|e| self.is_read(unit, e, &self.first)) {
            self.first.insert(local);
        } else if self.behind && self.has(unit, value) {
            self.inner.insert(local);
        }
    }

    fn is_read(&self, unit: &Unit, id: ExprId, locals: &BTreeSet<LocalId>) -> bool {
        matches!(unit.exprs[id].kind, ExprKind::Local(local) if locals.contains(&local))
    }

    /// Whether this is the pointer to a pointer.
    fn is_outer(&self, unit: &Unit, id: ExprId) -> bool {
        self.behind && comes(unit, id, &|e| self.is_read(unit, e, &self.first))
    }

    /// Whether a pointer is one of those that count.
    fn has(&self, unit: &Unit, id: ExprId) -> bool {
        if !self.behind {
            return comes(unit, id, &|e| self.is_read(unit, e, &self.first));
        }
        comes(unit, id, &|e| match unit.exprs[e].kind {
            ExprKind::Deref(pointer) => {
                comes(unit, pointer, &|e| self.is_read(unit, e, &self.first))
            }
            ExprKind::Local(local) => self.inner.contains(&local),
            _ => false,
        })
    }
}

/// Whether the value of an expression is, or is computed from, that of an lvalue of some kind.
fn comes(unit: &Unit, id: ExprId, is: &dyn Fn(ExprId) -> bool) -> bool {
    let from = |id: ExprId| comes(unit, id, is);
    match &unit.exprs[id].kind {
        ExprKind::Read(lvalue) => is(*lvalue),
        ExprKind::Update { target, .. } => is(*target),
        ExprKind::Convert { operand, .. } => from(*operand),
        ExprKind::Offset { pointer, .. } => from(*pointer),
        ExprKind::Address(lvalue) => match unit.exprs[*lvalue].kind {
            ExprKind::Deref(pointer) => from(pointer),
            _ => false,
        },
        ExprKind::Conditional {
            then, otherwise, ..
        } => from(*then) || from(*otherwise),
        ExprKind::Elvis {
            value, otherwise, ..
        } => from(*value) || from(*otherwise),
        ExprKind::Comma { right, .. } => from(*right),
        ExprKind::Assign { target, value } => is(*target) || from(*value),
        _ => false,
    }
}

/// The pointer by which an lvalue is reached, of which it may be a member.
fn pointed(unit: &Unit, lvalue: ExprId) -> Option<ExprId> {
    match unit.exprs[lvalue].kind {
        ExprKind::Deref(pointer) => Some(pointer),
        ExprKind::Member { record, .. } => pointed(unit, record),
        _ => None,
    }
}

/// Whether a pointer is a parameter as it came.
fn is_plain(unit: &Unit, pointer: ExprId, parameter: LocalId) -> bool {
    match unit.exprs[pointer].kind {
        ExprKind::Read(lvalue) => {
            matches!(unit.exprs[lvalue].kind, ExprKind::Local(local) if local == parameter)
        }
        ExprKind::Convert { operand, .. } => is_plain(unit, operand, parameter),
        _ => false,
    }
}

fn is_null(unit: &Unit, id: ExprId) -> bool {
    match unit.exprs[id].kind {
        ExprKind::Null | ExprKind::Integer(0) => true,
        ExprKind::Convert { operand, .. } => is_null(unit, operand),
        _ => false,
    }
}

/// All that stands in a function.
struct Code {
    exprs: Vec<ExprId>,
    /// What variables are given.
    values: Vec<(LocalId, ExprId)>,
}

impl Code {
    fn of(unit: &Unit, body: StmtId) -> Self {
        let mut code = Self {
            exprs: Vec::new(),
            values: Vec::new(),
        };
        code.stmt(unit, body);
        code
    }

    fn stmt(&mut self, unit: &Unit, id: StmtId) {
        let (exprs, stmts) = unit.stmts[id].kind.parts();
        exprs.into_iter().for_each(|e| self.expr(unit, e));
        stmts.into_iter().for_each(|s| self.stmt(unit, s));
        if let StmtKind::Declare {
            local,
            init: Some(init),
        } = &unit.stmts[id].kind
        {
            let values = values(init);
            self.values
                .extend(values.iter().map(|value| (*local, *value)));
            values.into_iter().for_each(|e| self.expr(unit, e));
        }
    }

    fn expr(&mut self, unit: &Unit, id: ExprId) {
        self.exprs.push(id);
        match &unit.exprs[id].kind {
            ExprKind::Statements { block, .. } => self.stmt(unit, *block),
            ExprKind::CompoundLiteral { init, .. } => {
                values(init).into_iter().for_each(|e| self.expr(unit, e))
            }
            ExprKind::Assign { target, value } => {
                if let ExprKind::Local(local) = unit.exprs[*target].kind {
                    self.values.push((local, *value));
                }
            }
            _ => {}
        }
        operands(&unit.exprs[id].kind)
            .into_iter()
            .for_each(|e| self.expr(unit, e));
    }
}

fn values(init: &Initializer) -> Vec<ExprId> {
    let value = |entry: &crate::c::tree::Entry| match entry.value {
        EntryValue::Expr(value) => Some(value),
        EntryValue::Characters(_) => None,
    };
    init.entries.iter().filter_map(value).collect()
}

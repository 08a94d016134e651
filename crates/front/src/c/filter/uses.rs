//! What a function does with what its parameters point to.
//!
//! Which pointers come from a parameter is followed through variables, members of records, arithmetic, conversions and calls, without
//! regard to order. That is a guess about what a parameter is for, no more: what follows from it is told, and checked by whoever follows
//! the code.

use std::collections::BTreeSet;

use crate::c::lower::{named_callee, operands};
use crate::c::tree::{
    Body, ExprId, ExprKind, Function, FunctionId, Initializer, LocalId, StmtId, StmtKind, Unit,
};
use crate::c::types::{IntegerKind, Type};

/// What becomes of what a pointer points to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::c) struct Uses {
    /// It is looked at.
    pub(in crate::c) reads: bool,
    /// It is changed.
    pub(in crate::c) writes: bool,
    /// Not only what lies right where it points.
    pub(in crate::c) moves: bool,
    /// The pointer is compared with null.
    pub(in crate::c) asked: bool,
    /// As what it is looked at or changed: integers of the first such type.
    pub(in crate::c) element: Option<IntegerKind>,
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
pub(in crate::c) fn of_pointer(unit: &Unit, function: FunctionId, parameter: usize) -> Uses {
    Following::new(unit).function(function, parameter, Given::Pointer)
}

/// What is done with what the pointer points to that a parameter points to.
pub(super) fn behind_pointer(unit: &Unit, function: FunctionId, parameter: usize) -> Uses {
    Following::new(unit).function(function, parameter, Given::Around(0))
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
    let mut following = Following::new(unit);
    following.function(function, parameter, Given::Pointer);
    following
        .reached
        .iter()
        .any(|name| READERS.contains(&name.as_str()))
}

/// What a function is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Given {
    /// The pointer itself.
    Pointer,
    /// A pointer to what holds the pointer, so many bytes from its beginning.
    Around(u64),
}

struct Following<'u> {
    unit: &'u Unit,
    entered: BTreeSet<(FunctionId, usize, Given)>,
    /// Functions without code that it is given to.
    reached: BTreeSet<String>,
}

impl<'u> Following<'u> {
    fn new(unit: &'u Unit) -> Self {
        Self {
            unit,
            entered: BTreeSet::new(),
            reached: BTreeSet::new(),
        }
    }

    fn function(&mut self, id: FunctionId, parameter: usize, given: Given) -> Uses {
        let function = &self.unit.functions[id];
        let (Some(Body::Code(body)), Some(&local)) =
            (function.body.as_ref(), function.parameters.get(parameter))
        else {
            self.reached.insert(function.name.clone());
            return self.by_type(function, parameter);
        };
        if !self.entered.insert((id, parameter, given)) {
            return Uses::default();
        }
        let code = Code::of(self.unit, *body);
        let held = Held::of(self.unit, &code, local, given);
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

    fn expr(&mut self, id: ExprId, held: &Held<'_>, parameter: LocalId) -> Uses {
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
                let asked = held.is_pointer(*left) && null(*right)
                    || held.is_pointer(*right) && null(*left);
                Uses {
                    asked,
                    ..Uses::default()
                }
            }
            ExprKind::Convert {
                operand,
                conversion: crate::c::tree::Conversion::Truth,
            } => Uses {
                asked: held.is_pointer(*operand),
                ..Uses::default()
            },
            ExprKind::Call { callee, arguments } => self.call(*callee, arguments, held),
            _ => Uses::default(),
        }
    }

    /// Something is looked at, or changed.
    fn access(&self, target: ExprId, held: &Held<'_>, parameter: LocalId, writes: bool) -> Uses {
        let Some(pointer) = pointed(self.unit, target) else {
            return Uses::default();
        };
        if !held.is_pointer(pointer) {
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

    fn call(&mut self, callee: ExprId, arguments: &[ExprId], held: &Held<'_>) -> Uses {
        let mut uses = Uses::default();
        for (i, &argument) in arguments.iter().enumerate() {
            for given in held.given(argument) {
                uses.join(match named_callee(self.unit, callee) {
                    Some(function) => Uses {
                        moves: true,
                        ..self.function(function, i, given)
                    },
                    None => self.handed_on(argument),
                });
            }
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

/// Where an lvalue lies.
#[derive(Clone, Copy, Debug)]
enum Spot {
    /// So many bytes into a variable.
    In(LocalId, u64),
    /// So many bytes behind where a pointer points.
    Behind(ExprId, u64),
}

impl Spot {
    fn of(unit: &Unit, lvalue: ExprId) -> Option<Self> {
        match &unit.exprs[lvalue].kind {
            ExprKind::Local(local) | ExprKind::CompoundLiteral { local, .. } => {
                Some(Self::In(*local, 0))
            }
            ExprKind::Deref(pointer) => Some(Self::Behind(*pointer, 0)),
            ExprKind::Member { record, member } => Some(match Self::of(unit, *record)? {
                Self::In(local, offset) => Self::In(local, offset + member.offset),
                Self::Behind(pointer, offset) => Self::Behind(pointer, offset + member.offset),
            }),
            _ => None,
        }
    }
}

/// What holds pointers that come from a parameter.
struct Held<'u> {
    unit: &'u Unit,
    /// Variables, and how many bytes into them a pointer is.
    inside: BTreeSet<(LocalId, u64)>,
    /// Variables that point to what holds one, and how many bytes from there.
    around: BTreeSet<(LocalId, u64)>,
}

impl<'u> Held<'u> {
    fn of(unit: &'u Unit, code: &Code, parameter: LocalId, given: Given) -> Self {
        let mut held = Held {
            unit,
            inside: BTreeSet::new(),
            around: BTreeSet::new(),
        };
        match given {
            Given::Pointer => held.inside.insert((parameter, 0)),
            Given::Around(offset) => held.around.insert((parameter, offset)),
        };
        loop {
            let before = (held.inside.len(), held.around.len());
            for &(spot, value) in &code.values {
                held.take(spot, value);
            }
            if (held.inside.len(), held.around.len()) == before {
                return held;
            }
        }
    }

    /// Something takes a value.
    fn take(&mut self, spot: Spot, value: ExprId) {
        for given in self.given(value) {
            match (spot, given) {
                (Spot::In(local, offset), Given::Pointer) => {
                    self.inside.insert((local, offset));
                }
                (Spot::In(local, 0), Given::Around(offset)) => {
                    self.around.insert((local, offset));
                }
                (Spot::Behind(pointer, offset), Given::Pointer) => {
                    let local = self.variable(pointer);
                    self.around.extend(local.map(|local| (local, offset)));
                }
                (Spot::In(..) | Spot::Behind(..), Given::Around(_)) => {}
            }
        }
    }

    /// The variable whose value a pointer is.
    fn variable(&self, pointer: ExprId) -> Option<LocalId> {
        match self.unit.exprs[pointer].kind {
            ExprKind::Read(lvalue) => match self.unit.exprs[lvalue].kind {
                ExprKind::Local(local) => Some(local),
                _ => None,
            },
            ExprKind::Convert { operand, .. } => self.variable(operand),
            _ => None,
        }
    }

    /// What the value of an expression is, of what comes from the parameter.
    fn given(&self, value: ExprId) -> BTreeSet<Given> {
        let all = |ids: &[ExprId]| ids.iter().flat_map(|id| self.given(*id)).collect();
        match &self.unit.exprs[value].kind {
            ExprKind::Read(lvalue) => self.at(*lvalue),
            ExprKind::Update { target, .. } => self.at(*target),
            ExprKind::Convert { operand, .. } => all(&[*operand]),
            ExprKind::Offset { pointer, .. } => all(&[*pointer]),
            ExprKind::Address(lvalue) => self.to(*lvalue),
            ExprKind::Conditional {
                then, otherwise, ..
            } => all(&[*then, *otherwise]),
            ExprKind::Elvis {
                value, otherwise, ..
            } => all(&[*value, *otherwise]),
            ExprKind::Comma { right, .. } => all(&[*right]),
            ExprKind::Assign { target, value } => self
                .at(*target)
                .into_iter()
                .chain(self.given(*value))
                .collect(),
            _ => BTreeSet::new(),
        }
    }

    /// What an lvalue holds.
    fn at(&self, lvalue: ExprId) -> BTreeSet<Given> {
        let pointer = |holds: bool| holds.then_some(Given::Pointer);
        match Spot::of(self.unit, lvalue) {
            Some(Spot::In(local, offset)) => {
                let all = self
                    .around
                    .iter()
                    .filter(|(at, _)| *at == local && offset == 0);
                let around = all.map(|(_, offset)| Given::Around(*offset));
                around
                    .chain(pointer(self.inside.contains(&(local, offset))))
                    .collect()
            }
            Some(Spot::Behind(to, offset)) => {
                pointer(self.given(to).contains(&Given::Around(offset)))
                    .into_iter()
                    .collect()
            }
            None => BTreeSet::new(),
        }
    }

    /// What a pointer to an lvalue is.
    fn to(&self, lvalue: ExprId) -> BTreeSet<Given> {
        let from = |offset: u64, whole: u64| whole.checked_sub(offset).map(Given::Around);
        match Spot::of(self.unit, lvalue) {
            Some(Spot::In(local, offset)) => {
                let all = self.inside.iter().filter(|(at, _)| *at == local);
                all.filter_map(|(_, whole)| from(offset, *whole)).collect()
            }
            Some(Spot::Behind(pointer, offset)) => {
                let moved = |given| match given {
                    Given::Pointer => Some(Given::Pointer),
                    Given::Around(whole) => from(offset, whole),
                };
                self.given(pointer).into_iter().filter_map(moved).collect()
            }
            None => BTreeSet::new(),
        }
    }

    fn is_pointer(&self, value: ExprId) -> bool {
        self.given(value).contains(&Given::Pointer)
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

pub(in crate::c) fn is_null(unit: &Unit, id: ExprId) -> bool {
    match unit.exprs[id].kind {
        ExprKind::Null | ExprKind::Integer(0) => true,
        ExprKind::Convert { operand, .. } => is_null(unit, operand),
        _ => false,
    }
}

/// All that stands in a statement.
pub(in crate::c) struct Code {
    pub(in crate::c) exprs: Vec<ExprId>,
    /// What takes which values.
    values: Vec<(Spot, ExprId)>,
}

impl Code {
    pub(in crate::c) fn of(unit: &Unit, body: StmtId) -> Self {
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
            self.holds(unit, *local, init);
        }
    }

    /// A variable begins with these values.
    fn holds(&mut self, unit: &Unit, local: LocalId, init: &Initializer) {
        for entry in &init.entries {
            if let Some(value) = entry.expr() {
                self.values.push((Spot::In(local, entry.offset), value));
                self.expr(unit, value);
            }
        }
    }

    fn expr(&mut self, unit: &Unit, id: ExprId) {
        self.exprs.push(id);
        match &unit.exprs[id].kind {
            ExprKind::Statements { block, .. } => self.stmt(unit, *block),
            ExprKind::CompoundLiteral { local, init } => self.holds(unit, *local, init),
            ExprKind::Assign { target, value } => {
                let spot = Spot::of(unit, *target);
                self.values.extend(spot.map(|spot| (spot, *value)));
            }
            _ => {}
        }
        operands(&unit.exprs[id].kind)
            .into_iter()
            .for_each(|e| self.expr(unit, e));
    }
}

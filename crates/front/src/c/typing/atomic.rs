//! What compilers know of atomic access: `__atomic_…`, to which the macros of `stdatomic.h` lead, and `__sync_…`.
//!
//! The program runs in one thread, so that each is what it does alone, in order. Its arithmetic wraps around (C11 7.17.7.5).

use base::Place;
use lang_c::ast::Expression;
use lang_c::span::Node;

use super::{Typed, Typing, unsupported, wrong};
use crate::c::constant::bits;
use crate::c::tree::*;
use crate::c::types::{IntegerKind, QualType, Type, TypeId};

/// What becomes of the object, and what the value of the call is.
#[derive(Clone, Copy)]
enum Access {
    Load,
    Store,
    /// The value is that before.
    Exchange,
    /// The value is that before, or else that after.
    Update {
        op: Operation,
        old: bool,
    },
    /// The object becomes 0.
    Release,
    /// What is expected lies where a pointer points to, and becomes what was found.
    CompareExchange,
    /// What is expected is passed. The value is whether that was found, or else what was found.
    Swap {
        truth: bool,
    },
    /// A byte becomes 1, and the value is whether it was not 0; or it becomes 0.
    Flag {
        sets: bool,
    },
}

#[derive(Clone, Copy)]
enum Operation {
    Plain(BinaryOp),
    /// `~(old & operand)`
    NotAnd,
}

/// What a name means, and whether values are passed where pointers point to.
fn known(name: &str) -> Option<(Access, bool)> {
    let plain = |access| Some((access, false));
    if let Some(rest) = name.strip_prefix("__sync_") {
        return match rest {
            "lock_test_and_set" => plain(Access::Exchange),
            "lock_release" => plain(Access::Release),
            "bool_compare_and_swap" => plain(Access::Swap { truth: true }),
            "val_compare_and_swap" => plain(Access::Swap { truth: false }),
            rest => plain(update(rest, "fetch_and_", "_and_fetch")?),
        };
    }
    let rest = name.strip_prefix("__atomic_")?;
    let (rest, by_pointer) = match rest.strip_suffix("_n") {
        Some(rest) => (rest, false),
        None => (rest, true),
    };
    match rest {
        "load" => Some((Access::Load, by_pointer)),
        "store" => Some((Access::Store, by_pointer)),
        "exchange" => Some((Access::Exchange, by_pointer)),
        "compare_exchange" => Some((Access::CompareExchange, by_pointer)),
        "test_and_set" => plain(Access::Flag { sets: true }),
        "clear" => plain(Access::Flag { sets: false }),
        rest => plain(update(rest, "fetch_", "_fetch")?),
    }
}

fn update(name: &str, before: &str, behind: &str) -> Option<Access> {
    let (op, old) = match name.strip_prefix(before) {
        Some(op) => (op, true),
        None => (name.strip_suffix(behind)?, false),
    };
    let op = match op {
        "add" => Operation::Plain(BinaryOp::Add),
        "sub" => Operation::Plain(BinaryOp::Subtract),
        "or" => Operation::Plain(BinaryOp::Or),
        "and" => Operation::Plain(BinaryOp::And),
        "xor" => Operation::Plain(BinaryOp::Xor),
        "nand" => Operation::NotAnd,
        _ => return None,
    };
    Some(Access::Update { op, old })
}

/// The calls that only order what others see.
const FENCES: [&str; 3] = [
    "__atomic_thread_fence",
    "__atomic_signal_fence",
    "__sync_synchronize",
];

impl Typing<'_> {
    /// The call of such a function; `None` if a name is none.
    pub(super) fn atomic(
        &mut self,
        name: &str,
        arguments: &[Node<Expression>],
        place: &Place,
    ) -> Typed<Option<ExprId>> {
        if FENCES.contains(&name) {
            let zero = self.int_constant(0, place);
            let void = self.types().id(Type::Void);
            return self.cast(zero, void, place).map(Some);
        }
        let (Some((access, by_pointer)), [at, others @ ..]) = (known(name), arguments) else {
            return Ok(None);
        };
        self.current(place)?;
        self.enter();
        let written = Writing::of(self, at, access, place);
        let written = written.and_then(|mut writing| {
            let result = writing.access(access, by_pointer, others)?;
            Ok((writing.made, result))
        });
        let locals = self.leave();
        let (body, result) = written?;
        Ok(Some(self.statements(locals, body, result, place)))
    }

    /// Statements in an expression, and what their value is.
    fn statements(
        &mut self,
        locals: Vec<LocalId>,
        mut body: Vec<StmtId>,
        result: Option<ExprId>,
        place: &Place,
    ) -> ExprId {
        let void = self.types().id(Type::Void);
        let ty = result.map_or(void, |result| self.ty(result));
        if let Some(result) = result {
            body.push(self.stmt(StmtKind::Expr(result), place.clone()));
        }
        let block = self.stmt(StmtKind::Block { locals, body }, place.clone());
        let value = result.is_some();
        self.expr(ExprKind::Statements { block, value }, ty, place.clone())
    }

    /// Whether values of a type can be atomic here: those that no lock is needed for.
    pub(super) fn need_atomic(&self, ty: TypeId, place: &Place) -> Typed<()> {
        let types = &self.unit.types;
        let is_wide = bits(types, self.unit.machine, ty) == Some(64);
        let is_split = is_wide && self.unit.machine.word() == 4;
        match types.is_scalar(ty) && !is_split && !types.is_float(ty) {
            true => Ok(()),
            false => unsupported(place, "`_Atomic` of what is no integer and no pointer"),
        }
    }
}

/// An access that is being written.
struct Writing<'t, 'l> {
    typing: &'t mut Typing<'l>,
    /// What is done.
    made: Vec<StmtId>,
    /// Holds the address of the object.
    at: LocalId,
    place: Place,
}

impl<'t, 'l> Writing<'t, 'l> {
    fn of(
        typing: &'t mut Typing<'l>,
        at: &Node<Expression>,
        access: Access,
        place: &Place,
    ) -> Typed<Self> {
        let mut at = typing.value(at)?;
        if let Access::Flag { .. } = access {
            let byte = typing.types().integer(IntegerKind::UnsignedChar);
            let to = typing.types().pointer(QualType::plain(byte));
            at = typing.cast(at, to, place)?;
        }
        let types = &typing.unit.types;
        let to = types.pointee(typing.ty(at));
        if !to.is_some_and(|to| types.is_integer(to.id) || types.is_pointer(to.id)) {
            return unsupported(
                place,
                "an atomic access to what is no integer and no pointer",
            );
        }
        let mut made = Vec::new();
        let at = typing.held(at, &mut made)?;
        Ok(Self {
            typing,
            made,
            at,
            place: place.clone(),
        })
    }

    fn hold(&mut self, value: ExprId) -> Typed<LocalId> {
        self.typing.held(value, &mut self.made)
    }

    fn read(&mut self, local: LocalId) -> Typed<ExprId> {
        self.typing.read_local(local, &self.place)
    }

    /// What a held pointer points to, and its type.
    fn object(&mut self, at: LocalId) -> Typed<(ExprId, TypeId)> {
        let pointer = self.read(at)?;
        let Some(to) = self.typing.unit.types.pointee(self.typing.ty(pointer)) else {
            return wrong(&self.place, "an atomic access needs a pointer");
        };
        let (kind, place) = (ExprKind::Deref(pointer), self.place.clone());
        Ok((self.typing.lvalue(kind, to, place), to.id))
    }

    fn load(&mut self, at: LocalId) -> Typed<ExprId> {
        let (object, _) = self.object(at)?;
        self.typing.rvalue(object)
    }

    /// `*at = value;`
    fn assignment(&mut self, at: LocalId, value: ExprId) -> Typed<StmtId> {
        let (target, ty) = self.object(at)?;
        let value = self.typing.assignable(value, ty, "this value")?;
        let set = ExprKind::Assign { target, value };
        let set = self.typing.expr(set, ty, self.place.clone());
        Ok(self.typing.stmt(StmtKind::Expr(set), self.place.clone()))
    }

    fn store(&mut self, at: LocalId, value: ExprId) -> Typed<()> {
        let set = self.assignment(at, value)?;
        self.made.push(set);
        Ok(())
    }

    fn held_argument(&mut self, node: &Node<Expression>) -> Typed<LocalId> {
        let value = self.typing.value(node)?;
        self.hold(value)
    }

    /// A value that is passed, of the type of the object.
    fn passed(&mut self, node: &Node<Expression>, by_pointer: bool) -> Typed<LocalId> {
        let (_, ty) = self.object(self.at)?;
        let mut value = self.typing.value(node)?;
        if by_pointer {
            let from = self.hold(value)?;
            value = self.load(from)?;
        }
        let value = self.typing.assignable(value, ty, "this value")?;
        self.hold(value)
    }

    fn access(
        &mut self,
        access: Access,
        by_pointer: bool,
        arguments: &[Node<Expression>],
    ) -> Typed<Option<ExprId>> {
        let at = self.at;
        match (access, arguments) {
            (Access::Load, [_]) if !by_pointer => return self.load(at).map(Some),
            (Access::Load, [to, _]) if by_pointer => {
                let to = self.held_argument(to)?;
                let value = self.load(at)?;
                self.store(to, value)?;
            }
            (Access::Store, [value, _]) => {
                let value = self.passed(value, by_pointer)?;
                let value = self.read(value)?;
                self.store(at, value)?;
            }
            (Access::Release, _) => {
                let zero = self.typing.int_constant(0, &self.place);
                self.store(at, zero)?;
            }
            (Access::Exchange, [value, to, _]) if by_pointer => {
                let to = self.held_argument(to)?;
                let old = self.exchange(value, true)?;
                self.store(to, old)?;
            }
            (Access::Exchange, [value, ..]) if !by_pointer => {
                return self.exchange(value, false).map(Some);
            }
            (Access::Update { op, old }, [operand, ..]) => {
                return self.update(op, old, operand).map(Some);
            }
            (Access::CompareExchange, [expected, desired, _, _, _]) => {
                let expected = self.held_argument(expected)?;
                let desired = self.passed(desired, by_pointer)?;
                let wanted = self.load(expected)?;
                let (same, _) = self.swap(wanted, desired, Some(expected))?;
                return self.read(same).map(Some);
            }
            (Access::Swap { truth }, [wanted, desired, ..]) => {
                let wanted = self.passed(wanted, false)?;
                let desired = self.passed(desired, false)?;
                let wanted = self.read(wanted)?;
                let (same, old) = self.swap(wanted, desired, None)?;
                return self.read(if truth { same } else { old }).map(Some);
            }
            (Access::Flag { sets }, [_]) => return self.flag(sets),
            _ => return wrong(&self.place, "this atomic access has other arguments"),
        }
        Ok(None)
    }

    /// Puts a value in the place of the one before, and gives that.
    fn exchange(&mut self, value: &Node<Expression>, by_pointer: bool) -> Typed<ExprId> {
        let value = self.passed(value, by_pointer)?;
        let old = self.load(self.at)?;
        let old = self.hold(old)?;
        let value = self.read(value)?;
        self.store(self.at, value)?;
        self.read(old)
    }

    fn update(&mut self, op: Operation, old: bool, operand: &Node<Expression>) -> Typed<ExprId> {
        let (_, ty) = self.object(self.at)?;
        let unit = &self.typing.unit;
        if !unit.types.is_integer(ty) || unit.bits(ty) == Some(1) {
            return unsupported(&self.place, "atomic arithmetic on what is no integer");
        }
        let operand = self.passed(operand, false)?;
        let before = self.load(self.at)?;
        let before = self.hold(before)?;
        let after = self.operated(op, before, operand)?;
        let after = self.typing.convert(after, ty);
        let after = self.hold(after)?;
        let value = self.read(after)?;
        self.store(self.at, value)?;
        self.read(if old { before } else { after })
    }

    /// Computed in the widest unsigned type, whose lowest bits are those of any other.
    fn operated(&mut self, op: Operation, left: LocalId, right: LocalId) -> Typed<ExprId> {
        let wide = self.typing.types().integer(IntegerKind::UnsignedLongLong);
        let (left, right) = (self.read(left)?, self.read(right)?);
        let left = self.typing.convert(left, wide);
        let right = self.typing.convert(right, wide);
        let (op, complements) = match op {
            Operation::Plain(op) => (op, false),
            Operation::NotAnd => (BinaryOp::And, true),
        };
        let made = ExprKind::Binary { op, left, right };
        let operand = self.typing.expr(made, wide, self.place.clone());
        if !complements {
            return Ok(operand);
        }
        let op = UnaryOp::Complement;
        let made = ExprKind::Unary { op, operand };
        Ok(self.typing.expr(made, wide, self.place.clone()))
    }

    /// Where the object is what is wanted it becomes what is desired; otherwise what a pointer points to becomes the object, if
    /// there is one. Whether it was, and what the object was.
    fn swap(
        &mut self,
        wanted: ExprId,
        desired: LocalId,
        otherwise: Option<LocalId>,
    ) -> Typed<(LocalId, LocalId)> {
        let old = self.load(self.at)?;
        let old = self.hold(old)?;
        let left = self.read(old)?;
        let ty = self.typing.ty(left);
        let right = self.typing.assignable(wanted, ty, "this value")?;
        let op = CompareOp::Equal;
        let int = self.typing.types().int();
        let compared = ExprKind::Compare { op, left, right };
        let compared = self.typing.expr(compared, int, self.place.clone());
        let compared = self.typing.truth(compared)?;
        let same = self.hold(compared)?;
        let desired = self.read(desired)?;
        let then = self.assignment(self.at, desired)?;
        let otherwise = match otherwise {
            Some(expected) => {
                let value = self.read(old)?;
                Some(self.assignment(expected, value)?)
            }
            None => None,
        };
        let choice = StmtKind::If {
            condition: self.read(same)?,
            then,
            otherwise,
        };
        let choice = self.typing.stmt(choice, self.place.clone());
        self.made.push(choice);
        Ok((same, old))
    }

    fn flag(&mut self, sets: bool) -> Typed<Option<ExprId>> {
        let old = self.load(self.at)?;
        let old = self.typing.truth(old)?;
        let old = self.hold(old)?;
        let value = self.typing.int_constant(i128::from(sets), &self.place);
        self.store(self.at, value)?;
        match sets {
            true => self.read(old).map(Some),
            false => Ok(None),
        }
    }
}

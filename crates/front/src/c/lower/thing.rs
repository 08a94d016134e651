//! What can be read and written, and whether two such things share memory.

use crate::c::tree::*;
use crate::c::types::{FloatKind, RecordId, Type, TypeId};

/// Something that can be read and written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Thing {
    /// A part of a local variable.
    Local(LocalId, Part),
    /// A part of an object with static storage.
    Global(GlobalId, Part),
    /// What a pointer points to: a value of a kind, and which member of which record it is, if it is one.
    Pointed(Kind, Option<(RecordId, u64)>),
    /// What the parameter with this number points to, as far as a caller is concerned; a value of a kind.
    Through(usize, Kind),
}

/// Which bytes of an object: the first and their number, or any.
pub(super) type Part = Option<(u64, u64)>;

/// Kinds of values: those of two kinds do not share memory, as far as C allows it (C11 6.5p7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// Characters, records and what else may lie over everything.
    Any,
    Bool,
    Integer(u32),
    Float,
    Double,
    Pointer,
}

/// What an lvalue is a part of; `None` for what nobody can change.
pub(super) fn thing(unit: &Unit, lvalue: ExprId) -> Option<Thing> {
    let node = &unit.exprs[lvalue];
    let size = unit.layout(node.ty.id).map_or(0, |layout| layout.size);
    Some(match &node.kind {
        ExprKind::Local(id) | ExprKind::CompoundLiteral { local: id, .. } => {
            Thing::Local(*id, Some((0, size)))
        }
        ExprKind::Global(id) => Thing::Global(*id, Some((0, size))),
        ExprKind::Member { record, member } => {
            let owner = unit.types.record(unit.exprs[*record].ty.id);
            match thing(unit, *record)? {
                Thing::Local(id, part) => {
                    Thing::Local(id, part.map(|(at, _)| (at + member.offset, size)))
                }
                Thing::Global(id, part) => {
                    Thing::Global(id, part.map(|(at, _)| (at + member.offset, size)))
                }
                Thing::Pointed(..) | Thing::Through(..) => {
                    let union = owner.is_none_or(|owner| unit.types.records[owner].union);
                    let kind = if union {
                        Kind::Any
                    } else {
                        kind(unit, node.ty.id)
                    };
                    Thing::Pointed(
                        kind,
                        owner.filter(|_| !union).map(|owner| (owner, member.offset)),
                    )
                }
            }
        }
        ExprKind::Deref(pointer) => {
            element(unit, *pointer, size).unwrap_or(Thing::Pointed(kind(unit, node.ty.id), None))
        }
        ExprKind::String(_) | ExprKind::Function(_) => return None,
        _ => Thing::Pointed(Kind::Any, None),
    })
}

/// The element of an array that is known by its name.
fn element(unit: &Unit, pointer: ExprId, bytes: u64) -> Option<Thing> {
    let (array, index) = match unit.exprs[pointer].kind {
        ExprKind::Offset {
            pointer,
            index,
            minus: false,
            size,
        } => (pointer, index_of(unit, index, size)),
        _ => (pointer, Some(0)),
    };
    let ExprKind::Decay(array) = unit.exprs[array].kind else {
        return None;
    };
    let part = |part: Part| part.zip(index).map(|((at, _), index)| (at + index, bytes));
    match thing(unit, array)? {
        Thing::Local(id, whole) => Some(Thing::Local(id, part(whole))),
        Thing::Global(id, whole) => Some(Thing::Global(id, part(whole))),
        Thing::Pointed(..) | Thing::Through(..) => None,
    }
}

/// How many bytes behind the first element another one lies, if its index is constant.
fn index_of(unit: &Unit, index: ExprId, size: u64) -> Option<u64> {
    match crate::c::constant::evaluate(unit, index)? {
        crate::c::Constant::Integer(index) => u64::try_from(index).ok()?.checked_mul(size),
        _ => None,
    }
}

/// The kind of values of a type; all kinds for a record or an array.
pub(super) fn kind(unit: &Unit, ty: TypeId) -> Kind {
    match unit.types.get(ty) {
        Type::Bool => Kind::Bool,
        Type::Integer(_) => match unit.bits(ty) {
            Some(bits) if bits > 8 => Kind::Integer(bits),
            _ => Kind::Any,
        },
        Type::Enum(id) => kind(unit, unit.types.enums[*id].integer),
        Type::Float(FloatKind::Float) => Kind::Float,
        Type::Float(FloatKind::Double) => Kind::Double,
        Type::Pointer(_) => Kind::Pointer,
        Type::Void
        | Type::Float(FloatKind::LongDouble)
        | Type::Array { .. }
        | Type::VariableArray { .. }
        | Type::Function(_)
        | Type::Record(_)
        | Type::Opaque(_) => Kind::Any,
    }
}

/// How sure it is that two things share memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Shares {
    No,
    Perhaps,
    Surely,
}

/// Whether two things share memory. `in_memory` says of a variable whether pointers may point to it, and of what kind it is.
pub(super) fn share(one: Thing, other: Thing, in_memory: &dyn Fn(Thing) -> Option<Kind>) -> Shares {
    let parts = |one: Part, other: Part| match (one, other) {
        (Some((a, n)), Some((b, m))) if a < b + m && b < a + n => Shares::Surely,
        (Some(_), Some(_)) => Shares::No,
        (None, _) | (_, None) => Shares::Perhaps,
    };
    let kinds = |one: Kind, other: Kind| one == other || one == Kind::Any || other == Kind::Any;
    match (one, other) {
        (Thing::Local(a, one), Thing::Local(b, other)) if a == b => parts(one, other),
        (Thing::Global(a, one), Thing::Global(b, other)) if a == b => parts(one, other),
        (Thing::Pointed(_, Some((a, at))), Thing::Pointed(_, Some((b, there))))
            if a == b && at != there =>
        {
            Shares::No
        }
        (Thing::Pointed(a, _), Thing::Pointed(b, _)) if kinds(a, b) => Shares::Perhaps,
        (Thing::Pointed(a, _), variable @ (Thing::Local(..) | Thing::Global(..)))
        | (variable @ (Thing::Local(..) | Thing::Global(..)), Thing::Pointed(a, _)) => {
            match in_memory(variable) {
                Some(b) if kinds(a, b) => Shares::Perhaps,
                Some(_) | None => Shares::No,
            }
        }
        _ => Shares::No,
    }
}

//! What may have no meaning when it is evaluated. May say yes where it always has one.

use std::collections::BTreeSet;

use crate::c::tree::*;
use crate::c::types::TypeId;

/// Whether the value of an lvalue may not be read: it may lie nowhere, or be a variable that need not have a value. Of some variables
/// it is known that they have one.
pub(super) fn may_not_be_read(unit: &Unit, lvalue: ExprId, set: &BTreeSet<LocalId>) -> bool {
    match &unit.exprs[lvalue].kind {
        ExprKind::Local(local) => !set.contains(local),
        ExprKind::Member { record, .. } => may_not_be_read(unit, *record, set),
        _ => leads_through_a_pointer(unit, lvalue),
    }
}

/// Whether an lvalue may lie nowhere.
pub(super) fn leads_through_a_pointer(unit: &Unit, lvalue: ExprId) -> bool {
    match &unit.exprs[lvalue].kind {
        ExprKind::Deref(_) => true,
        ExprKind::Member { record, .. } => leads_through_a_pointer(unit, *record),
        _ => false,
    }
}

/// Whether evaluating a node by itself may have no meaning; `counts` where that is a failure, so that nothing may be missed.
pub(super) fn may_be_undefined(unit: &Unit, kind: &ExprKind, ty: TypeId, counts: bool) -> bool {
    if asked(kind).into_iter().any(|id| is_pointer(unit, id)) {
        return counts;
    }
    match kind {
        ExprKind::Deref(_) | ExprKind::Difference { .. } => true,
        ExprKind::Statements { .. } => !counts,
        ExprKind::Binary {
            op: BinaryOp::Divide | BinaryOp::Remainder,
            ..
        } => true,
        ExprKind::Binary {
            op: BinaryOp::ShiftLeft | BinaryOp::ShiftRight,
            ..
        } => true,
        ExprKind::Unary {
            op: UnaryOp::Not | UnaryOp::Complement,
            ..
        } => false,
        ExprKind::Binary {
            op: BinaryOp::And | BinaryOp::Or | BinaryOp::Xor,
            ..
        } => false,
        ExprKind::Binary { op, left, right } if unit.types.is_signed(ty) => {
            let (left, right) = (bits_needed(unit, *left), bits_needed(unit, *right));
            unit.bits(ty)
                .is_none_or(|bits| bits_of_result(*op, left, right) > bits)
        }
        ExprKind::Update {
            operation: UpdateOp::Arithmetic { op, ty: common, .. },
            ..
        } if counts => {
            unit.types.is_signed(*common)
                || matches!(
                    op,
                    BinaryOp::Divide
                        | BinaryOp::Remainder
                        | BinaryOp::ShiftLeft
                        | BinaryOp::ShiftRight
                )
        }
        ExprKind::Unary { .. } | ExprKind::Update { .. } => unit.types.is_signed(ty),
        // An index may lead out of a part of an object.
        ExprKind::Offset { .. } => counts,
        ExprKind::Convert { conversion, .. } => *conversion == Conversion::FloatToInteger,
        _ => false,
    }
}

/// What is compared, or asked whether it is zero. Pointers to two objects have no order; dead ones are not even equal, and need not be
/// unequal to null.
fn asked(kind: &ExprKind) -> Vec<ExprId> {
    match kind {
        ExprKind::Compare { left, .. } => vec![*left],
        ExprKind::Unary {
            op: UnaryOp::Not,
            operand,
        }
        | ExprKind::Convert {
            conversion: Conversion::Truth,
            operand,
        } => vec![*operand],
        ExprKind::Logical { left, right, .. } => vec![*left, *right],
        ExprKind::Conditional { condition, .. } => vec![*condition],
        ExprKind::Elvis { value, .. } => vec![*value],
        _ => Vec::new(),
    }
}

pub(super) fn is_pointer(unit: &Unit, id: ExprId) -> bool {
    unit.types.is_pointer(unit.exprs[id].ty.id)
}

/// How many bits the values of an expression need at most, a sign included.
fn bits_needed(unit: &Unit, id: ExprId) -> u32 {
    let node = &unit.exprs[id];
    let own =
        unit.bits(node.ty.id).unwrap_or(u64::BITS) + u32::from(!unit.types.is_signed(node.ty.id));
    match &node.kind {
        ExprKind::Integer(value) => i128::BITS - value.unsigned_abs().leading_zeros() + 1,
        ExprKind::Convert {
            conversion: Conversion::Integer,
            operand,
        } => bits_needed(unit, *operand).min(own),
        ExprKind::Binary { op, left, right } if unit.types.is_signed(node.ty.id) => {
            bits_of_result(*op, bits_needed(unit, *left), bits_needed(unit, *right)).min(own)
        }
        _ => own,
    }
}

fn bits_of_result(op: BinaryOp, left: u32, right: u32) -> u32 {
    match op {
        BinaryOp::Multiply => left + right,
        BinaryOp::Add | BinaryOp::Subtract => left.max(right) + 1,
        BinaryOp::Divide | BinaryOp::ShiftLeft => u32::MAX,
        BinaryOp::Remainder
        | BinaryOp::ShiftRight
        | BinaryOp::And
        | BinaryOp::Xor
        | BinaryOp::Or => left.max(right),
    }
}

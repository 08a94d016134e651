//! Pointers that are lent for a call: what a function does with one is over when the function returns.

use std::collections::BTreeSet;

use crate::c::filter::uses::{Code, is_null};
use crate::c::lower::operands;
use crate::c::tree::{Body, Conversion, ExprId, ExprKind, FunctionId, LocalId, Unit};

/// Whether a function does nothing with a pointer that it is given but look at what the pointer points to, change that, and ask whether
/// the pointer is null. Else it may keep the pointer, and what it points to would be there after the call.
pub(super) fn is_lent(unit: &Unit, function: FunctionId, parameter: usize) -> bool {
    let function = &unit.functions[function];
    let (Some(Body::Code(body)), Some(&local)) =
        (&function.body, function.parameters.get(parameter))
    else {
        return false;
    };
    let exprs = Code::of(unit, *body).exprs;
    let used: BTreeSet<ExprId> = exprs.iter().flat_map(|e| used(unit, *e, local)).collect();
    let is_fine = |e: &ExprId| used.contains(e);
    exprs
        .iter()
        .filter(|e| is_it(unit, **e, local) || is_variable(unit, **e, local))
        .all(is_fine)
}

fn is_variable(unit: &Unit, lvalue: ExprId, parameter: LocalId) -> bool {
    matches!(unit.exprs[lvalue].kind, ExprKind::Local(local) if local == parameter)
}

/// Whether the value of an expression is the pointer.
fn is_it(unit: &Unit, value: ExprId, parameter: LocalId) -> bool {
    match unit.exprs[value].kind {
        ExprKind::Read(lvalue) => is_variable(unit, lvalue, parameter),
        ExprKind::Convert {
            conversion: Conversion::Truth | Conversion::Void,
            ..
        } => false,
        ExprKind::Convert { operand, .. } => is_it(unit, operand, parameter),
        ExprKind::Address(lvalue) => match unit.exprs[lvalue].kind {
            ExprKind::Deref(pointer) => is_it(unit, pointer, parameter),
            _ => false,
        },
        _ => false,
    }
}

/// The parts of an expression that may be the pointer, or the variable that holds it.
fn used(unit: &Unit, id: ExprId, parameter: LocalId) -> Vec<ExprId> {
    match unit.exprs[id].kind {
        ExprKind::Read(part) | ExprKind::Deref(part) => vec![part],
        ExprKind::Convert { operand, .. } => vec![operand],
        ExprKind::Compare { left, right, .. } => {
            let beside = |part: ExprId, other: ExprId| is_null(unit, other).then_some(part);
            let parts = [beside(left, right), beside(right, left)];
            parts.into_iter().flatten().collect()
        }
        // The pointer that is dereferenced there is looked at on its own.
        _ => operands(&unit.exprs[id].kind)
            .into_iter()
            .filter(|part| !is_it(unit, *part, parameter) && !is_variable(unit, *part, parameter))
            .collect(),
    }
}

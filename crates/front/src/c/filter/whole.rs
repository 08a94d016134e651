//! Expressions that are a parameter as it came, whatever the function does in between.
//!
//! Most functions of C libraries that write to a buffer move their pointer to it, and return what they have kept of it: `char *first = out; …
//! return first;`.

use super::result::returned;
use super::uses::Code;
use crate::c::lower::named_callee;
use crate::c::tree::{Body, ExprId, ExprKind, Function, LocalId, StmtId, StmtKind, Unit};

/// Whether an expression is a parameter as it came.
pub(super) fn is_whole(unit: &Unit, function: &Function, id: ExprId, parameter: LocalId) -> bool {
    let Some(Body::Code(body)) = function.body else {
        return false;
    };
    let whole = |id: ExprId| is_whole(unit, function, id, parameter);
    match unit.exprs[id].kind {
        ExprKind::Convert { operand, .. } => whole(operand),
        ExprKind::Read(lvalue) => match unit.exprs[lvalue].kind {
            ExprKind::Local(local) if local == parameter => {
                changes(unit, &Code::of(unit, body), parameter) == 0
            }
            ExprKind::Local(local) => keeps(unit, body, local, parameter),
            _ => false,
        },
        ExprKind::Call {
            callee,
            ref arguments,
        } => named_callee(unit, callee).is_some_and(|id| {
            let called = &unit.functions[id];
            let given = arguments.iter().zip(&called.parameters);
            given
                .filter(|(argument, _)| whole(**argument))
                .any(|(_, parameter)| gives_back(unit, called, *parameter))
        }),
        _ => false,
    }
}

/// How often a variable takes another value, as far as can be seen.
fn changes(unit: &Unit, code: &Code, local: LocalId) -> usize {
    let is_it =
        |id: ExprId| matches!(unit.exprs[id].kind, ExprKind::Local(other) if other == local);
    let changes = |id: &&ExprId| match unit.exprs[**id].kind {
        ExprKind::Assign { target, .. }
        | ExprKind::Update { target, .. }
        | ExprKind::Address(target) => is_it(target),
        _ => false,
    };
    code.exprs.iter().filter(changes).count()
}

/// Whether a variable takes one value alone, that of a parameter before this is changed.
fn keeps(unit: &Unit, body: StmtId, local: LocalId, parameter: LocalId) -> bool {
    let StmtKind::Block { body: stmts, .. } = &unit.stmts[body].kind else {
        return false;
    };
    for &stmt in stmts {
        let code = Code::of(unit, stmt);
        if takes(unit, stmt) == Some((local, parameter)) {
            let is_declared = matches!(unit.stmts[stmt].kind, StmtKind::Declare { .. });
            let assigned = usize::from(!is_declared);
            return changes(unit, &Code::of(unit, body), local) == assigned;
        }
        if changes(unit, &code, parameter) > 0 {
            return false;
        }
    }
    false
}

/// Which variable takes the value of which.
fn takes(unit: &Unit, stmt: StmtId) -> Option<(LocalId, LocalId)> {
    let (to, value) = match &unit.stmts[stmt].kind {
        StmtKind::Declare {
            local,
            init: Some(init),
        } => (*local, init.entries.first()?.expr()?),
        StmtKind::Expr(id) => match unit.exprs[*id].kind {
            ExprKind::Assign { target, value } => (variable(unit, target)?, value),
            _ => return None,
        },
        _ => return None,
    };
    Some((to, read(unit, value)?))
}

/// The variable that is read.
fn read(unit: &Unit, id: ExprId) -> Option<LocalId> {
    match unit.exprs[id].kind {
        ExprKind::Read(lvalue) => variable(unit, lvalue),
        ExprKind::Convert { operand, .. } => read(unit, operand),
        _ => None,
    }
}

fn variable(unit: &Unit, lvalue: ExprId) -> Option<LocalId> {
    match unit.exprs[lvalue].kind {
        ExprKind::Local(local) => Some(local),
        _ => None,
    }
}

/// Whether a function returns what it was given, and not by way of itself.
fn gives_back(unit: &Unit, function: &Function, parameter: LocalId) -> bool {
    let returned = returned(unit, function);
    let is_call = |e: &ExprId| matches!(unit.exprs[*e].kind, ExprKind::Call { .. });
    !returned.is_empty()
        && returned
            .iter()
            .all(|e| !is_call(e) && is_whole(unit, function, *e, parameter))
}

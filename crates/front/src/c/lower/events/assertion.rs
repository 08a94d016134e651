//! Conditions that the macro `assert` makes: those where one way leads to nothing but a failure.

use std::collections::BTreeSet;

use crate::c::tree::*;

/// The conditions of all assertions of a program.
pub(super) fn conditions(unit: &Unit) -> BTreeSet<ExprId> {
    let expressions = unit.exprs.values().filter_map(|expr| match &expr.kind {
        ExprKind::Conditional {
            condition,
            otherwise,
            ..
        } if fails(unit, *otherwise) => Some(*condition),
        _ => None,
    });
    let statements = unit.stmts.values().filter_map(|stmt| match &stmt.kind {
        StmtKind::If {
            condition,
            otherwise: Some(otherwise),
            ..
        } if statement_fails(unit, *otherwise) => Some(*condition),
        _ => None,
    });
    expressions.chain(statements).collect()
}

fn statement_fails(unit: &Unit, stmt: StmtId) -> bool {
    matches!(&unit.stmts[stmt].kind, StmtKind::Expr(expr) if fails(unit, *expr))
}

/// Whether an expression is a call of what `assert` calls.
fn fails(unit: &Unit, expr: ExprId) -> bool {
    match &unit.exprs[expr].kind {
        ExprKind::Convert { operand, .. } | ExprKind::Address(operand) => fails(unit, *operand),
        ExprKind::Call { callee, .. } => fails(unit, *callee),
        ExprKind::Function(id) => unit.functions[*id].name.starts_with("__assert"),
        _ => false,
    }
}

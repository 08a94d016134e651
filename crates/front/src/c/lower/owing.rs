//! Whether a function may end without the result it owes. May say yes where it never does: then only a test is made
//! that never fails.

use super::survey::named_callee;
use crate::c::constant;
use crate::c::tree::*;

/// Whether a function may end without a result.
pub(super) fn may_owe(unit: &Unit, function: &Function) -> bool {
    let Some(result) = unit.types.function(function.ty).map(|ty| ty.result) else {
        return false;
    };
    match function.body {
        Some(Body::Code(body)) if !unit.types.is_void(result) => {
            let owing = Owing { unit };
            owing.completes(body)
                || owing.any(body, &|kind| matches!(kind, StmtKind::Return(None)), true)
        }
        _ => false,
    }
}

struct Owing<'u> {
    unit: &'u Unit,
}

impl Owing<'_> {
    fn kind(&self, id: StmtId) -> &StmtKind {
        &self.unit.stmts[id].kind
    }

    /// Whether the end of a statement may be reached.
    fn completes(&self, id: StmtId) -> bool {
        match self.kind(id) {
            StmtKind::Block { body, .. } => body.iter().fold(true, |reached, s| {
                let reached = reached
                    || self.any(*s, &|kind| matches!(kind, StmtKind::Labelled { .. }), true);
                reached && self.completes(*s)
            }),
            StmtKind::Expr(expr) => !self.never_returns(*expr),
            StmtKind::If {
                then, otherwise, ..
            } => {
                self.completes(*then) || otherwise.is_none_or(|otherwise| self.completes(otherwise))
            }
            StmtKind::While { condition, body } => !self.always(*condition) || self.breaks(*body),
            StmtKind::For {
                condition, body, ..
            } => condition.is_some_and(|condition| !self.always(condition)) || self.breaks(*body),
            StmtKind::DoWhile { body, condition } => {
                let again = self.completes(*body)
                    || self.any(*body, &|k| matches!(k, StmtKind::Continue), false);
                again && !self.always(*condition) || self.breaks(*body)
            }
            StmtKind::Switch { default, body, .. } => {
                default.is_none() || self.breaks(*body) || self.completes(*body)
            }
            StmtKind::Labelled { body, .. } => self.completes(*body),
            StmtKind::Declare { .. } | StmtKind::Measure { .. } | StmtKind::Empty => true,
            StmtKind::Goto(_)
            | StmtKind::ComputedGoto(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return(_)
            | StmtKind::Unsupported(_) => false,
        }
    }

    fn always(&self, condition: ExprId) -> bool {
        constant::integer(self.unit, condition).is_some_and(|value| value != 0)
    }

    fn never_returns(&self, expr: ExprId) -> bool {
        match &self.unit.exprs[expr].kind {
            ExprKind::Call { callee, .. } => {
                named_callee(self.unit, *callee).is_some_and(|id| self.unit.functions[id].noreturn)
            }
            ExprKind::Convert { operand, .. } => self.never_returns(*operand),
            _ => false,
        }
    }

    /// Whether `break` leads out of a loop with this body.
    fn breaks(&self, body: StmtId) -> bool {
        self.any(body, &|kind| matches!(kind, StmtKind::Break), false)
    }

    /// Whether such a statement is among the parts of one, those of loops and switches within only if `all`.
    fn any(&self, id: StmtId, such: &impl Fn(&StmtKind) -> bool, all: bool) -> bool {
        let kind = self.kind(id);
        such(kind)
            || match kind {
                StmtKind::Block { body, .. } => body.iter().any(|s| self.any(*s, such, all)),
                StmtKind::If {
                    then, otherwise, ..
                } => {
                    self.any(*then, such, all) || otherwise.is_some_and(|s| self.any(s, such, all))
                }
                StmtKind::Labelled { body, .. } => self.any(*body, such, all),
                StmtKind::While { body, .. }
                | StmtKind::DoWhile { body, .. }
                | StmtKind::For { body, .. }
                | StmtKind::Switch { body, .. } => all && self.any(*body, such, all),
                StmtKind::Declare { .. }
                | StmtKind::Measure { .. }
                | StmtKind::Expr(_)
                | StmtKind::Goto(_)
                | StmtKind::ComputedGoto(_)
                | StmtKind::Break
                | StmtKind::Continue
                | StmtKind::Return(_)
                | StmtKind::Empty
                | StmtKind::Unsupported(_) => false,
            }
    }
}

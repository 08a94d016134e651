//! What the result of a function says about what it has written.

use crate::c::constant;
use crate::c::tree::{Body, ExprId, ExprKind, Function, LocalId, StmtId, StmtKind, Unit};
use crate::c::types::{Type, TypeId};

/// What a result says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Result {
    /// There is none.
    Nothing,
    /// Nothing about the output: it is always a constant, or where the output begins.
    Unread,
    /// How many symbols were written; a negative one that the filter gives up.
    Length,
    /// Where the output ends; null that the filter gives up.
    End,
}

/// What the result of a function says that writes to the buffer in this parameter.
pub(super) fn says(
    unit: &Unit,
    function: &Function,
    result: TypeId,
    buffer: Option<LocalId>,
) -> Result {
    let returned = returned(unit, function);
    match (unit.types.get(result), buffer) {
        (Type::Void, _) => Result::Nothing,
        (_, None) => Result::Unread,
        (Type::Integer(_), Some(_))
            if !returned
                .iter()
                .all(|e| constant::evaluate(unit, *e).is_some()) =>
        {
            Result::Length
        }
        (Type::Pointer(_), Some(buffer))
            if !returned
                .iter()
                .all(|e| is_whole(unit, function, *e, buffer)) =>
        {
            Result::End
        }
        _ => Result::Unread,
    }
}

/// Whether an expression is a parameter that nobody changes.
fn is_whole(unit: &Unit, function: &Function, id: ExprId, buffer: LocalId) -> bool {
    let is_buffer =
        |id: ExprId| matches!(unit.exprs[id].kind, ExprKind::Local(local) if local == buffer);
    let unchanged = || {
        let owns = |place: &base::Place| place.file == function.place.file;
        unit.exprs
            .values()
            .filter(|expr| owns(&expr.place))
            .all(|expr| match expr.kind {
                ExprKind::Assign { target, .. } | ExprKind::Update { target, .. } => {
                    !is_buffer(target)
                }
                ExprKind::Address(target) => !is_buffer(target),
                _ => true,
            })
    };
    match unit.exprs[id].kind {
        ExprKind::Convert { operand, .. } => is_whole(unit, function, operand, buffer),
        ExprKind::Read(lvalue) => is_buffer(lvalue) && unchanged(),
        _ => false,
    }
}

/// Everything that a function returns.
fn returned(unit: &Unit, function: &Function) -> Vec<ExprId> {
    let mut found = Vec::new();
    if let Some(Body::Code(body)) = function.body {
        collect(unit, body, &mut found);
    }
    found
}

fn collect(unit: &Unit, id: StmtId, found: &mut Vec<ExprId>) {
    match &unit.stmts[id].kind {
        StmtKind::Return(value) => found.extend(value),
        StmtKind::Block { body, .. } => body.iter().for_each(|s| collect(unit, *s, found)),
        StmtKind::If {
            then, otherwise, ..
        } => {
            collect(unit, *then, found);
            otherwise.iter().for_each(|s| collect(unit, *s, found));
        }
        StmtKind::While { body, .. }
        | StmtKind::DoWhile { body, .. }
        | StmtKind::For { body, .. }
        | StmtKind::Switch { body, .. }
        | StmtKind::Labelled { body, .. } => collect(unit, *body, found),
        StmtKind::Declare { .. }
        | StmtKind::Expr(_)
        | StmtKind::Goto(_)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Empty
        | StmtKind::Unsupported(_) => {}
    }
}

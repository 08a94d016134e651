//! Filters that return what they write, in memory that they allocate.
//!
//! The first memory that is allocated for characters is taken to be the output, and to have room for all of it: what the library does for
//! that is in its `filter_out.c`. Whether that is what the filter returns is looked at when it does.

use crate::InputError;
use crate::c::lower::named_callee;
use crate::c::tree::{ExprId, ExprKind, Unit};
use crate::c::types::{IntegerKind, Type};
use crate::c::typing::{Draft, Writer};

/// Functions that allocate, and those that stand for them.
const STANDS_FOR: [(&str, &str); 6] = [
    ("malloc", "__mores_allocated"),
    ("calloc", "__mores_zeroed"),
    ("realloc", "__mores_enlarged"),
    ("reallocarray", "__mores_enlarged_array"),
    ("strdup", "__mores_copied"),
    ("strndup", "__mores_copied_part"),
];

/// Lets what the program allocates for characters be its output.
pub(super) fn allocates(code: &mut Writer<'_, '_>) {
    let calls: Vec<(ExprId, &str)> = code
        .unit()
        .exprs
        .iter()
        .filter_map(|(id, expr)| {
            let ExprKind::Call { callee, arguments } = &expr.kind else {
                return None;
            };
            let name = code.unit().functions[named_callee(code.unit(), *callee)?]
                .name
                .as_str();
            let name = name.strip_prefix("__builtin_").unwrap_or(name);
            let (_, by) = STANDS_FOR.iter().find(|(other, _)| *other == name)?;
            let constant = |e: &ExprId| crate::c::constant::evaluate(code.unit(), *e).is_some();
            let fixed = arguments.iter().all(constant) && !is_for_characters(code.unit(), id);
            (!fixed).then_some((id, *by))
        })
        .collect();
    for (call, by) in calls {
        code.redirect(call, by);
    }
}

/// Whether what a call gives becomes a pointer to characters.
fn is_for_characters(unit: &Unit, call: ExprId) -> bool {
    let characters = |expr: &crate::c::tree::Expr| match unit.types.get(expr.ty.id) {
        Type::Pointer(to) => matches!(
            unit.types.get(to.id),
            Type::Integer(IntegerKind::Char | IntegerKind::SignedChar | IntegerKind::UnsignedChar)
        ),
        _ => false,
    };
    unit.exprs.values().any(|expr| {
        matches!(expr.kind, ExprKind::Convert { operand, .. } if operand == call)
            && characters(expr)
    })
}

/// Looks whether this is the memory that was taken to be the output, or the input, of as many symbols as are said or up to a zero.
pub(super) fn is_output(
    code: &mut Writer<'_, '_>,
    draft: &mut Draft,
    memory: ExprId,
    (input, count): (ExprId, Option<ExprId>),
) -> Result<(), InputError> {
    let (void, long) = (code.void(), code.integer(IntegerKind::Long));
    let anything = code.pointer(void, true);
    let returned = code.declare("__mores_returned", void, vec![anything, anything, long]);
    let count = match count {
        Some(count) => count,
        None => code.number(-1, IntegerKind::Long),
    };
    let looks = code.call(returned, vec![memory, input, count])?;
    code.push(draft, looks);
    Ok(())
}

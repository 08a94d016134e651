//! What the result of a function says about what it has written.

use super::uses::is_null;
use super::whole::is_whole;
use crate::c::constant;
use crate::c::tree::{
    Body, Conversion, ExprId, ExprKind, Function, LocalId, StmtId, StmtKind, Unit,
};
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
    /// How many symbols were written is in the variable whose address is a parameter.
    Stored {
        /// Which.
        at: usize,
        /// Whether a negative result says that the filter gives up.
        status: bool,
    },
    /// Where the output ends is in the variable whose address is a parameter.
    Reached {
        /// Which.
        at: usize,
        /// Whether a negative result says that the filter gives up.
        status: bool,
    },
    /// The output itself, in memory that the filter allocated, up to the first zero, or as many symbols as are in the variable whose address
    /// is this parameter; null that the filter gives up.
    Made(Option<usize>),
}

impl Result {
    /// Whether something says how much was written.
    pub fn is_counted(self) -> bool {
        match self {
            Self::Nothing | Self::Unread | Self::Made(None) => false,
            Self::Length
            | Self::End
            | Self::Stored { .. }
            | Self::Reached { .. }
            | Self::Made(Some(_)) => true,
        }
    }
}

/// Where a function writes to.
pub(super) struct Output {
    /// The parameter that is a buffer.
    pub(super) buffer: Option<LocalId>,
    /// Which parameter it is, if the buffer is behind an address.
    pub(super) reached: Option<usize>,
    /// Which parameter is the address of a number of symbols.
    pub(super) counted: Option<usize>,
    /// Whether it writes through a callback.
    pub(super) emits: bool,
}

/// What the result of a function says that writes to the buffer in this parameter.
pub(super) fn says(unit: &Unit, function: &Function, result: TypeId, output: &Output) -> Result {
    let returned = returned(unit, function);
    let is_constant = |e: &ExprId| constant::evaluate(unit, *e).is_some();
    let status = unit.types.is_integer(result) && unit.types.is_signed(result);
    if output.buffer.is_some() {
        if let Some(at) = output.reached {
            return Result::Reached { at, status };
        }
        if let Some(at) = output.counted {
            return Result::Stored { at, status };
        }
    }
    match (unit.types.get(result), output.buffer) {
        (Type::Pointer(_), None) if !output.emits => Result::Made(output.counted),
        (Type::Void, _) => Result::Nothing,
        (_, None) => Result::Unread,
        (Type::Integer(_), Some(_)) if returned.iter().any(|e| is_address(unit, *e)) => Result::End,
        (Type::Integer(_), Some(_)) if !returned.iter().all(is_constant) => Result::Length,
        (Type::Pointer(_), Some(buffer)) => {
            match is_the_buffer(unit, function, &returned, buffer) {
                true => Result::Unread,
                false => Result::End,
            }
        }
        _ => Result::Unread,
    }
}

/// Whether all that is returned is the buffer as it came, or nothing, or a fixed place in it that says something else.
fn is_the_buffer(unit: &Unit, function: &Function, returned: &[ExprId], buffer: LocalId) -> bool {
    let mut places = returned.iter().filter(|e| !is_null(unit, **e));
    let is_whole = |e: &ExprId| is_whole(unit, function, *e, buffer);
    let is_fixed = |e: &ExprId| match &unit.exprs[*e].kind {
        ExprKind::Offset { pointer, index, .. } => {
            is_whole(pointer) && constant::evaluate(unit, *index).is_some()
        }
        _ => false,
    };
    let mut some = false;
    let all = places.all(|e| {
        some |= is_whole(e);
        is_whole(e) || is_fixed(e)
    });
    all && some
}

/// Whether a number is an address.
fn is_address(unit: &Unit, id: ExprId) -> bool {
    match unit.exprs[id].kind {
        ExprKind::Convert {
            conversion: Conversion::PointerToInteger,
            ..
        } => true,
        ExprKind::Convert { operand, .. } => is_address(unit, operand),
        _ => false,
    }
}

/// Everything that a function returns.
pub(super) fn returned(unit: &Unit, function: &Function) -> Vec<ExprId> {
    let mut found = Vec::new();
    if let Some(Body::Code(body)) = function.body {
        collect(unit, body, &mut found);
    }
    found
}

fn collect(unit: &Unit, id: StmtId, found: &mut Vec<ExprId>) {
    let kind = &unit.stmts[id].kind;
    if let StmtKind::Return(value) = kind {
        found.extend(value);
    }
    let (_, inner) = kind.parts();
    inner.into_iter().for_each(|s| collect(unit, s, found));
}

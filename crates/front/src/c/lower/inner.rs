//! Elements of arrays that lie within larger objects: rows of arrays, and members of structs.
//!
//! Blocks of memory know their ends, and so those of arrays that are variables. An index beyond a row is undefined, too (C11
//! 6.5.6p8), though the next row lies there. Where undefined behaviour is a failure, such an index is looked at. The last
//! member of a struct is left out: programs allocate more behind it, and compilers let them.

use ir::{BinaryOp, Expr, Type};

use super::body::Lowering;
use super::endings::Undefined;
use super::fold;
use super::shape::{I64, U64};
use super::value::{Value, number};
use crate::c::tree::{ExprId, ExprKind};
use crate::c::types::Type as CType;

/// How many elements an inner array has.
enum Length {
    Known(u64),
    /// What this expression says.
    Counted(ExprId),
}

impl Lowering<'_, '_> {
    /// Notes that what lies at a pointer is used, so that it may not be what comes behind the last element.
    pub(super) fn is_used(&mut self, pointer: ExprId) {
        if self.whole.options.failures.undefined {
            self.used.insert(pointer);
        }
    }

    /// Goes on only if an index leads to an element of an inner array, or behind the last where that is not used.
    pub(super) fn demand_element(&mut self, offset: ExprId, index: Expr) -> Expr {
        let Some((array, length)) = self.inner_array(offset) else {
            return index;
        };
        let length = match length {
            Length::Known(length) => number(U64, i128::from(length)),
            Length::Counted(length) => match self.value(length) {
                Value::Number(length) => self.code.cast(Type::Int(U64), length),
                Value::Void | Value::Pointer(_) | Value::Record(_) => return index,
            },
        };
        let is_used = self.used.contains(&offset);
        if is_used {
            self.used.insert(array);
        }
        let index = self.code.atom(index);
        let steps = self.code.cast(I64, index.clone());
        let steps = self.code.cast(Type::Int(U64), steps);
        let beyond = if is_used { BinaryOp::Ge } else { BinaryOp::Gt };
        let beyond = fold::binary(beyond, steps, length);
        let away = self.undefined(Undefined::Bounds);
        self.code.leave_if(beyond, away);
        index
    }

    /// The array that an index is about, and its length, if it lies within a larger object.
    fn inner_array(&self, offset: ExprId) -> Option<(ExprId, Length)> {
        let unit = self.unit();
        let ExprKind::Offset {
            pointer: decayed,
            minus: false,
            ..
        } = unit.exprs[offset].kind
        else {
            return None;
        };
        let ExprKind::Decay(array) = unit.exprs[decayed].kind else {
            return None;
        };
        let length = match unit.types.get(unit.exprs[array].ty.id) {
            CType::Array { length, .. } => Length::Known(length.filter(|length| *length > 0)?),
            CType::VariableArray { .. } => Length::Counted(*unit.lengths.get(&offset)?),
            _ => return None,
        };
        let is_inner = match &unit.exprs[array].kind {
            ExprKind::Deref(_) => true,
            ExprKind::Member { record, member } | ExprKind::MemberOfValue { record, member } => {
                let record = unit.types.record(unit.exprs[*record].ty.id)?;
                let record = &unit.types.records[record];
                let last = record.body.as_ref()?.fields.last()?.offset;
                !record.union && member.offset < last
            }
            _ => false,
        };
        let counts = is_inner && self.whole.options.failures.undefined;
        counts.then_some((decayed, length))
    }
}

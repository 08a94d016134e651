//! The bits of floating-point numbers in memory. What is no number has a sign and a payload that machines and compilers choose;
//! in the ir there is one such value only. Where a program can look at bits, they are left open.

use ir::memory::MemoryOp;
use ir::{BinaryOp as Op, Expr, FloatType, IntType, Like, Type};

use super::body::Lowering;
use super::fold;
use super::value::{Pointer, number};
use crate::c::library;
use crate::c::tree::{self, ExprKind, Unit};
use crate::c::types::{self, TypeId};

/// Whether a program may look at the bits of floating-point numbers: through a union, or through a pointer that was one to
/// something else.
pub(super) fn shows_bits(unit: &Unit) -> bool {
    let unions = unit.types.records.values().filter(|record| record.union);
    let fields = unions
        .filter_map(|record| record.body.as_ref())
        .flat_map(|body| &body.fields);
    let own = unit
        .exprs
        .values()
        .filter(|expr| !library::holds(&expr.place));
    fields
        .into_iter()
        .any(|field| holds_float(unit, field.ty.id))
        || own.into_iter().any(|expr| reinterprets(unit, expr))
}

/// Whether a pointer to what holds floating-point numbers becomes one to what holds none, or the other way round. What was just
/// allocated holds nothing.
fn reinterprets(unit: &Unit, expr: &tree::Expr) -> bool {
    let ExprKind::Convert { operand, .. } = expr.kind else {
        return false;
    };
    let from = &unit.exprs[operand];
    let (Some(before), Some(after)) = (
        unit.types.pointee(from.ty.id),
        unit.types.pointee(expr.ty.id),
    ) else {
        return false;
    };
    let allocated = matches!(from.kind, ExprKind::Call { .. }) && unit.types.is_void(before.id);
    !allocated && holds_float(unit, before.id) != holds_float(unit, after.id)
}

fn holds_float(unit: &Unit, ty: TypeId) -> bool {
    match unit.types.get(ty) {
        types::Type::Float(_) => true,
        types::Type::Array { element, .. } => holds_float(unit, element.id),
        types::Type::Record(id) => {
            let body = unit.types.records[*id].body.as_ref();
            body.is_some_and(|body| {
                body.fields
                    .iter()
                    .any(|field| holds_float(unit, field.ty.id))
            })
        }
        _ => false,
    }
}

impl Lowering<'_, '_> {
    /// Stores a number where its bits may be looked at.
    pub(super) fn store_float(&mut self, at: &Pointer, value: &Expr, float: FloatType) {
        let value = self.code.keep(value.clone());
        let (usual, none, on) = (self.code.block(), self.code.block(), self.code.block());
        self.code.branch(
            fold::binary(Op::Eq, value.clone(), value.clone()),
            usual,
            none,
        );
        self.code.at(none);
        let bits = self.bits_of_none(float);
        self.code.memory(MemoryOp::Store(at.position(), bits));
        self.code.goto(on);
        self.code.at(usual);
        self.code.memory(MemoryOp::Store(at.position(), value));
        self.code.flow(on);
    }

    /// The bits of a quiet value that is no number.
    pub(super) fn bits_of_none(&mut self, float: FloatType) -> Expr {
        let (bits, fixed) = match float {
            FloatType::F32 => (32, 0x7fc0_0000),
            FloatType::F64 => (64, 0x7ff8_0000_0000_0000),
        };
        let int = IntType { bits, signed: true };
        let any = self
            .code
            .open(Type::Int(int), "the bits of what is no number", Like::Any);
        let bits = fold::binary(Op::Or, any, number(int, fixed));
        self.code.atom(bits)
    }
}

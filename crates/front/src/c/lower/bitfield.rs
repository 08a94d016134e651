//! Bit-fields: bits of bytes, the first ones lowest, as gcc lays them out on x86.

use ir::memory::{self, Access, MemoryOp};
use ir::{BinaryOp as Op, Expr, IntType, TerminatorKind, Type};

use super::body::Lowering;
use super::fold;
use super::place::moved;
use super::shape::{Shape, U8, U64};
use super::value::{Pointer, number, offset};
use crate::c::types::{Bits, TypeId};

impl Lowering<'_, '_> {
    /// The value of a bit-field of a type.
    pub(super) fn load_bits(&mut self, at: &Pointer, bits: Bits, ty: TypeId) -> Expr {
        let bytes = u64::from((bits.start + bits.width).div_ceil(8));
        self.probe(at, bytes, Access::Read);
        let mut value = number(U64, 0);
        for i in 0..bytes {
            let byte = self.load_byte(&moved(at.clone(), offset(i as i64)));
            let byte = fold::cast(Type::Int(U64), Type::Int(U8), byte);
            let part = shifted(byte, i as i64 * 8 - i64::from(bits.start));
            value = fold::binary(Op::Or, value, part);
        }
        let value = self.code.shallow(value);
        self.extend(value, bits.width, ty)
    }

    /// The lowest bits of an `U64` as a number of a type.
    fn extend(&mut self, value: Expr, width: u32, ty: TypeId) -> Expr {
        let Shape::Number(Type::Int(int)) = self.shape(ty) else {
            return value;
        };
        let signed = IntType {
            bits: 64,
            signed: int.signed,
        };
        let amount = number(IntType::I32, 64 - i128::from(width));
        let value = self.code.cast(Type::Int(signed), value);
        let high = fold::binary(Op::Shl, value, amount.clone());
        let back = fold::binary(if int.signed { Op::Shr } else { Op::Ushr }, high, amount);
        self.code.cast(Type::Int(int), back)
    }

    fn load_byte(&mut self, at: &Pointer) -> Expr {
        let dst = self.code.temporary(Type::Int(U8));
        self.code.memory(MemoryOp::Load(dst, at.position()));
        Expr::Local(dst)
    }

    /// Writes a bit-field; the answer is its value afterwards.
    pub(super) fn store_bits(&mut self, at: &Pointer, bits: Bits, ty: TypeId, value: Expr) -> Expr {
        let bytes = (bits.start + bits.width).div_ceil(8);
        self.probe(at, u64::from(bytes), Access::Write);
        let wide = self.code.cast(Type::Int(U64), value);
        let wide = self.code.atom(wide);
        for i in 0..bytes {
            let at = moved(at.clone(), offset(i64::from(i)));
            let shift = i64::from(bits.start) - i64::from(i) * 8;
            let byte = fold::cast(Type::Int(U8), Type::Int(U64), shifted(wide.clone(), shift));
            let byte = match mask(bits, i) {
                0xff => byte,
                mask => self.merged(&at, byte, mask),
            };
            self.code.memory(MemoryOp::Store(at.position(), byte));
        }
        let kept = self.extend(wide, bits.width, ty);
        self.code.keep(kept)
    }

    /// A byte of which only some bits are new.
    fn merged(&mut self, at: &Pointer, byte: Expr, mask: u8) -> Expr {
        self.set_if_unset(at);
        let old = self.load_byte(at);
        let others = fold::binary(Op::And, old, number(U8, i128::from(!mask)));
        let new = fold::binary(Op::And, byte, number(U8, i128::from(mask)));
        fold::binary(Op::Or, others, new)
    }

    /// A byte has a value or not as a whole: the first bits that are written give the others one, too.
    fn set_if_unset(&mut self, at: &Pointer) {
        let dst = self.code.temporary(Type::Int(IntType::I32));
        self.code.memory(MemoryOp::Probe {
            dst,
            at: at.position(),
            size: offset(1),
            access: Access::Read,
        });
        let (unset, on) = (self.code.block(), self.code.block());
        let cases = vec![(memory::UNSET, unset)];
        self.code.end(TerminatorKind::Switch {
            value: Expr::Local(dst),
            cases,
            default: on,
        });
        self.code.at(unset);
        self.code
            .memory(MemoryOp::Store(at.position(), number(U8, 0)));
        self.code.flow(on);
    }
}

/// Shifted to the left, or to the right if negative.
fn shifted(value: Expr, by: i64) -> Expr {
    let amount = |by: i64| number(IntType::I32, i128::from(by));
    match by {
        0.. => fold::binary(Op::Shl, value, amount(by)),
        _ => fold::binary(Op::Ushr, value, amount(-by)),
    }
}

/// The bits of the byte with this number that belong to the field.
fn mask(bits: Bits, byte: u32) -> u8 {
    let (first, last) = (bits.start, bits.start + bits.width);
    (0..8)
        .filter(|bit| (first..last).contains(&(byte * 8 + bit)))
        .fold(0, |mask, bit| mask | 1 << bit)
}

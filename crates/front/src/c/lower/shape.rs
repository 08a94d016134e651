//! What values of a C type are in the ir.

use ir::{FloatType, IntType, Type};

use crate::c::tree::Unit;
use crate::c::types::{self, FloatKind, FunctionType, IntegerKind, Opaque, TypeId};

/// `unsigned char`.
pub(super) const U8: IntType = IntType {
    bits: 8,
    signed: false,
};
/// An unsigned number of 64 bits.
pub(super) const U64: IntType = IntType {
    bits: 64,
    signed: false,
};
/// The type of offsets and sizes.
pub(super) const I64: Type = Type::Int(IntType::I64);

/// What a value of a type is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::c) enum Shape {
    /// Nothing.
    Void,
    /// One value.
    Number(Type),
    /// A reference and an offset.
    Pointer,
    /// So many bytes of memory.
    Record(u64),
    /// An array, a function, or what is not computed with.
    Other(String),
}

impl Unit {
    pub(in crate::c) fn shape(&self, ty: TypeId) -> Shape {
        match self.types.get(ty) {
            types::Type::Void => Shape::Void,
            types::Type::Bool => Shape::Number(Type::Int(U8)),
            types::Type::Integer(kind) => Shape::Number(Type::Int(self.int_type(*kind))),
            types::Type::Enum(id) => self.shape(self.types.enums[*id].integer),
            types::Type::Float(FloatKind::Float) => Shape::Number(Type::Float(FloatType::F32)),
            types::Type::Float(FloatKind::Double) => Shape::Number(Type::Float(FloatType::F64)),
            types::Type::Pointer(_) => Shape::Pointer,
            types::Type::Record(_) => Shape::Record(self.size(ty)),
            types::Type::Float(FloatKind::LongDouble) => Shape::Other("long double".to_owned()),
            types::Type::Array { .. }
            | types::Type::VariableArray { .. }
            | types::Type::Function(_)
            | types::Type::Opaque(_) => Shape::Other(format!(
                "a value of type `{}`",
                self.types.name(types::QualType::plain(ty))
            )),
        }
    }

    pub(super) fn int_type(&self, kind: IntegerKind) -> IntType {
        IntType {
            bits: (self.machine.integer(kind) * 8) as u8,
            signed: kind.is_signed(),
        }
    }

    /// In bytes; 0 for what has none.
    pub(super) fn size(&self, ty: TypeId) -> u64 {
        self.layout(ty).map_or(0, |layout| layout.size)
    }

    /// How many bytes a pointer has.
    pub(super) fn word(&self) -> u8 {
        self.machine.word() as u8
    }

    pub(super) fn is_argument_list(&self, ty: TypeId) -> bool {
        matches!(
            self.types.get(ty),
            types::Type::Opaque(Opaque::ArgumentList)
        )
    }

    /// The type a pointer to a function points to.
    pub(super) fn called(&self, pointer: TypeId) -> Option<&FunctionType> {
        self.types
            .pointee(pointer)
            .and_then(|to| self.types.function(to.id))
    }
}

//! Java's names of scalar types.

use ir::{FloatType, IntType, Type};

const SCALARS: [(&str, Type); 8] = [
    ("boolean", Type::Bool),
    ("byte", Type::Int(IntType::I8)),
    ("short", Type::Int(IntType::I16)),
    ("char", Type::Int(IntType::U16)),
    ("int", Type::Int(IntType::I32)),
    ("long", Type::Int(IntType::I64)),
    ("float", Type::Float(FloatType::F32)),
    ("double", Type::Float(FloatType::F64)),
];

/// The type that Java calls so.
pub(crate) fn named(name: &str) -> Option<Type> {
    SCALARS
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, ty)| *ty)
}

/// What Java calls a type that is known by its name in the ir.
pub(crate) fn in_java(name: &str) -> &str {
    SCALARS
        .iter()
        .find(|(_, ty)| ty.to_string() == name)
        .map_or(name, |(java, _)| java)
}

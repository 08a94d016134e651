//! The names of scalar types in reports: Java's, and for C those that say how many bits there are.

use ir::{Component, FloatType, IntType, Type};

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

const OF_C: [(&str, Type); 10] = [
    ("int8_t", Type::Int(IntType::I8)),
    ("int16_t", Type::Int(IntType::I16)),
    ("int", Type::Int(IntType::I32)),
    ("int64_t", Type::Int(IntType::I64)),
    ("uint8_t", unsigned(8)),
    ("uint16_t", unsigned(16)),
    ("uint32_t", unsigned(32)),
    ("uint64_t", unsigned(64)),
    ("float", Type::Float(FloatType::F32)),
    ("double", Type::Float(FloatType::F64)),
];

const fn unsigned(bits: u8) -> Type {
    Type::Int(IntType {
        bits,
        signed: false,
    })
}

/// The type that reports call so.
pub(crate) fn named(name: &str) -> Option<Type> {
    let mut all = SCALARS.iter().chain(&OF_C);
    all.find(|(known, _)| *known == name).map(|(_, ty)| *ty)
}

/// What Java calls a type that is known by its name in the ir.
pub(crate) fn in_java(name: &str) -> &str {
    among(&SCALARS, name)
}

/// What the language of a component calls such a type.
pub(crate) fn written<'n>(component: &Component, name: &'n str) -> &'n str {
    match component.endings {
        Some(_) => among(&OF_C, name),
        None => in_java(name),
    }
}

fn among<'n>(names: &'static [(&'static str, Type)], name: &'n str) -> &'n str {
    names
        .iter()
        .find(|(_, ty)| ty.to_string() == name)
        .map_or(name, |(known, _)| known)
}

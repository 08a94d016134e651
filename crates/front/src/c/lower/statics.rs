//! Objects with static storage: where they live and what they hold before anything runs.

use ir::memory::{Content, Storage};
use ir::{Const, Expr, IntType, Type};

use super::home::{Extent, Scalar, StaticHome};
use super::shape::{I64, Shape};
use super::start::Making;
use super::value::{floating, number};
use super::whole::Whole;
use crate::c::tree::{self, StaticEntry, StaticValue, StringId, Unit};
use crate::c::types::{QualType, Type as CType};
use crate::c::{Base, Constant, library};

/// Streams of `stdio.h`: what they point to nobody looks at.
const STREAMS: [&str; 3] = ["stdin", "stdout", "stderr"];

/// A home for an object with static storage.
pub(super) fn home(whole: &Whole, id: tree::GlobalId, escaped: bool) -> StaticHome {
    let global = &whole.unit.globals[id];
    let shape = whole.unit.shape(global.ty.id);
    let name = static_name(whole.unit, global);
    let initial = scalar_initial(whole.unit, global);
    if global.weak && !global.defined {
        return StaticHome::Elsewhere(format!("`{}` may be defined nowhere", global.name));
    }
    // What another file holds at the moment of a call nobody here knows.
    if whole.is_module && !global.defined && !STREAMS.contains(&global.name.as_str()) {
        return elsewhere(global);
    }
    match shape.scalar().filter(|_| !escaped) {
        Some(Scalar::Number(ty)) => {
            let initial = initial.and_then(|value| number_const(ty, value));
            let tracked = whole.is_module && !global.ty.constant && !library::holds(&global.place);
            let number = whole.new_tracked_global(&name, ty, initial, tracked);
            StaticHome::Number(number, ty)
        }
        Some(Scalar::Pointer) if !global.defined && !STREAMS.contains(&global.name.as_str()) => {
            elsewhere(global)
        }
        Some(Scalar::Pointer) => {
            let at = match initial {
                Some(Constant::Integer(value)) => Some(Const::Int(IntType::I64, value as i64)),
                _ => None,
            };
            let block = whole.new_global(&name, Type::Ref, None);
            StaticHome::Pointer(block, whole.new_global(&format!("{name}.offset"), I64, at))
        }
        None => {
            let known = global.defined || matches!(shape, Shape::Number(_));
            match whole.unit.layout(global.ty.id) {
                Some(layout) if known => {
                    let extent = Extent {
                        size: reach(whole.unit, global, layout.size),
                        storage: storage(whole.unit, global),
                    };
                    StaticHome::Block(whole.new_global(&name, Type::Ref, None), extent)
                }
                _ => elsewhere(global),
            }
        }
    }
}

fn elsewhere(global: &tree::Global) -> StaticHome {
    StaticHome::Elsewhere(format!("`{}` is defined in another file", global.name))
}

fn static_name(unit: &Unit, global: &tree::Global) -> String {
    let name = if global.name.is_empty() {
        "a compound literal"
    } else {
        &global.name
    };
    match global.owner {
        Some(owner) => format!("{}.{name}", unit.functions[owner].name),
        None => name.to_owned(),
    }
}

/// The initial value of an object that is one scalar.
fn scalar_initial(unit: &Unit, global: &tree::Global) -> Option<Constant> {
    match global.init.last()?.value {
        StaticValue::Constant(value) if unit.types.is_scalar(global.ty.id) => Some(value),
        StaticValue::Constant(_) | StaticValue::Characters(_) => None,
    }
}

fn number_const(ty: Type, value: Constant) -> Option<Const> {
    let expr = match value {
        Constant::Integer(value) => match ty {
            Type::Int(int) => number(int, value),
            Type::Float(_) => floating(ty, value as f64),
            Type::Bool | Type::Ref => return None,
        },
        Constant::Float(value) => floating(ty, value),
        Constant::Address(..) => return None,
    };
    match expr {
        Expr::Const(constant) => Some(constant),
        _ => None,
    }
}

/// How many bytes an object has: a flexible array member at its end may have initial values.
fn reach(unit: &Unit, global: &tree::Global, size: u64) -> u64 {
    global
        .init
        .iter()
        .map(|entry| entry.offset + unit.size(entry.ty))
        .fold(size, u64::max)
}

/// Whether nobody may write an object. One that holds addresses is written when the program starts.
fn storage(unit: &Unit, global: &tree::Global) -> Storage {
    let is_constant = global.defined && is_constant_type(unit, global.ty);
    match is_constant {
        false => Storage::Static,
        true if global.init.iter().any(|entry| is_late(unit, entry)) => Storage::Fixed,
        true => Storage::Constant,
    }
}

/// Whether a part of an object can be written only when the program runs: addresses, what is no number, and what is not computed
/// with.
pub(super) fn is_late(unit: &Unit, entry: &StaticEntry) -> bool {
    match entry.value {
        StaticValue::Constant(Constant::Address(..)) => true,
        StaticValue::Constant(Constant::Float(value)) if value.is_nan() => true,
        StaticValue::Constant(_) => matches!(unit.shape(entry.ty), Shape::Other(_)),
        StaticValue::Characters(_) => false,
    }
}

/// Whether nobody may change an object of a type.
pub(super) fn is_constant_type(unit: &Unit, ty: QualType) -> bool {
    match unit.types.get(ty.id) {
        CType::Array { element, .. } => ty.constant || is_constant_type(unit, *element),
        _ => ty.constant,
    }
}

/// Notes what must be done for an object before the program runs, and makes what it refers to.
pub(super) fn initialise(whole: &Whole, id: tree::GlobalId, home: &StaticHome) {
    let global = &whole.unit.globals[id];
    let addresses = global.init.iter().filter_map(|entry| match entry.value {
        StaticValue::Constant(Constant::Address(base, _)) => Some(base),
        _ => None,
    });
    let bases: Vec<Base> = addresses.collect();
    let needed = match home {
        StaticHome::Number(..) | StaticHome::Pointer(..) => !bases.is_empty() || !global.defined,
        StaticHome::Block(..) => true,
        StaticHome::Elsewhere(_) => false,
    };
    if needed {
        whole.makings.borrow_mut().push(Making::Object(id));
    }
    for base in bases {
        match base {
            Base::Global(id) => {
                whole.static_home(id);
            }
            Base::Function(id) => {
                whole.function_object(id);
            }
            Base::String(id) => {
                whole.string(id);
            }
        }
    }
}

/// The bytes of a string literal.
pub(super) fn string_bytes(unit: &Unit, id: StringId) -> Vec<u8> {
    let literal = &unit.strings[id];
    let width = match unit.types.get(literal.ty) {
        CType::Array { element, .. } => unit.size(element.id) as usize,
        _ => 1,
    };
    literal
        .elements
        .iter()
        .flat_map(|element| element.to_le_bytes().into_iter().take(width))
        .collect()
}

/// The bytes an object holds at first, addresses aside.
pub(super) fn content(unit: &Unit, global: &tree::Global) -> Content {
    let mut bytes: Vec<u8> = Vec::new();
    for entry in &global.init {
        write_entry(unit, &mut bytes, entry);
    }
    while bytes.last() == Some(&0) {
        bytes.pop();
    }
    if bytes.is_empty() {
        Content::Zero
    } else {
        Content::Bytes(bytes.into())
    }
}

fn write_entry(unit: &Unit, bytes: &mut Vec<u8>, entry: &StaticEntry) {
    let size = unit.size(entry.ty) as usize;
    let at = entry.offset as usize;
    let written = match &entry.value {
        StaticValue::Characters(string) => {
            let mut characters = string_bytes(unit, *string);
            characters.resize(size, 0);
            characters
        }
        StaticValue::Constant(Constant::Integer(value)) => match entry.bits {
            Some(bits) => return write_bits(bytes, at, bits, *value),
            None => value.to_le_bytes()[..size.min(16)].to_vec(),
        },
        StaticValue::Constant(Constant::Float(value)) => match size {
            4 => (*value as f32).to_le_bytes().to_vec(),
            8 => value.to_le_bytes().to_vec(),
            // `long double`: its bytes get no value.
            _ => vec![0; size],
        },
        StaticValue::Constant(Constant::Address(..)) => vec![0; size],
    };
    if bytes.len() < at + written.len() {
        bytes.resize(at + written.len(), 0);
    }
    bytes[at..at + written.len()].copy_from_slice(&written);
}

fn write_bits(bytes: &mut Vec<u8>, at: usize, bits: crate::c::types::Bits, value: i128) {
    for i in 0..bits.width {
        let (byte, bit) = (at + ((bits.start + i) / 8) as usize, (bits.start + i) % 8);
        if bytes.len() <= byte {
            bytes.resize(byte + 1, 0);
        }
        let set = (value >> i) & 1 != 0;
        bytes[byte] = if set {
            bytes[byte] | 1 << bit
        } else {
            bytes[byte] & !(1 << bit)
        };
    }
}

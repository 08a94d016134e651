//! The function that a run starts with: it makes what lives as long as the program and calls the entry function.

use std::sync::Arc;

use ir::memory::{Content, MemoryOp, NewBlock, Position, Storage};
use ir::{Code, Const, Expr, GlobalId, IntType, StatementKind, Type};

use super::body::Lowering;
use super::home::{Extent, Scalar, StaticHome};
use super::shape::{I64, Shape};
use super::survey::Survey;
use super::value::{Pointer, Value, floating, number, offset};
use super::whole::Whole;
use crate::c::tree::{self, StaticEntry, StaticValue, StringId, Unit};
use crate::c::types::{QualType, Type as CType};
use crate::c::{Base, Constant};

/// Something that lives as long as the program.
pub(super) enum Making {
    /// A block that nobody writes.
    Text {
        /// Refers to it.
        global: GlobalId,
        /// What it holds.
        bytes: Arc<[u8]>,
    },
    /// An object of the source.
    Object(tree::GlobalId),
}

/// Streams of `stdio.h`: what they point to nobody looks at.
const STREAMS: [&str; 3] = ["stdin", "stdout", "stderr"];

/// A home for an object with static storage.
pub(super) fn home(whole: &Whole, id: tree::GlobalId, escaped: bool) -> StaticHome {
    let global = &whole.unit.globals[id];
    let shape = whole.unit.shape(global.ty.id);
    let name = static_name(whole.unit, global);
    let initial = scalar_initial(whole.unit, global);
    match shape.scalar().filter(|_| !escaped) {
        Some(Scalar::Number(ty)) => {
            let initial = initial.and_then(|value| number_const(ty, value));
            StaticHome::Number(whole.new_global(&name, ty, initial), ty)
        }
        Some(Scalar::Pointer) if !global.defined && !STREAMS.contains(&global.name.as_str()) => elsewhere(global),
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
                        writable: !is_constant(whole.unit, global),
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
    let name = if global.name.is_empty() { "a compound literal" } else { &global.name };
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
    global.init.iter().map(|entry| entry.offset + unit.size(entry.ty)).fold(size, u64::max)
}

/// Whether nobody may write an object. One that holds addresses is written when the program starts.
fn is_constant(unit: &Unit, global: &tree::Global) -> bool {
    is_constant_type(unit, global.ty) && global.defined && !global.init.iter().any(|entry| is_late(unit, entry))
}

/// Whether a part of an object can be written only when the program runs: addresses, and what is not computed with.
fn is_late(unit: &Unit, entry: &StaticEntry) -> bool {
    match entry.value {
        StaticValue::Constant(Constant::Address(..)) => true,
        StaticValue::Constant(_) => matches!(unit.shape(entry.ty), Shape::Other(_)),
        StaticValue::Characters(_) => false,
    }
}

fn is_constant_type(unit: &Unit, ty: QualType) -> bool {
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
    literal.elements.iter().flat_map(|element| element.to_le_bytes().into_iter().take(width)).collect()
}

/// The arguments of the entry function, made before anything is lowered.
pub(super) struct Prepared {
    /// Holds the block with the name of the program.
    name: Option<GlobalId>,
}

pub(super) fn prepare(whole: &Whole, entry: tree::FunctionId) -> Prepared {
    whole.head(entry);
    let takes_arguments = whole.unit.functions[entry].parameters.len() > 1;
    Prepared { name: takes_arguments.then(|| whole.text(b"program\0")) }
}

/// The code of the function that a run starts with.
pub(super) fn code(whole: &Whole, entry: tree::FunctionId, prepared: Prepared) -> Code {
    let line = whole.unit.functions[entry].place.line;
    let mut start = Lowering::new(whole, None, Survey::default(), line);
    let makings = std::mem::take(&mut *whole.makings.borrow_mut());
    for making in &makings {
        start.make(making);
    }
    for making in &makings {
        start.fill(making);
    }
    start.run(entry, &prepared);
    start.finish()
}

impl Lowering<'_, '_> {
    fn make(&mut self, making: &Making) {
        match making {
            Making::Text { global, bytes } => {
                self.new_static(*global, bytes.len() as u64, Storage::Constant, Content::Bytes(bytes.clone()));
            }
            Making::Object(id) => {
                let StaticHome::Block(global, extent) = self.whole.static_home(*id) else { return };
                let storage = if extent.writable { Storage::Static } else { Storage::Constant };
                let content = content(self.unit(), &self.unit().globals[*id]);
                self.new_static(global, extent.size, storage, content);
            }
        }
    }

    fn new_static(&mut self, global: GlobalId, size: u64, storage: Storage, content: Content) -> Expr {
        let dst = self.code.temporary(Type::Ref);
        let name = self.whole.program.globals[global].name.as_str().into();
        let size = offset(size as i64);
        let class = self.whole.block;
        self.code.memory(MemoryOp::New(NewBlock { dst, class, size, storage, content, name }));
        self.code.push(StatementKind::StoreGlobal(global, Expr::Local(dst)));
        Expr::Local(dst)
    }

    /// Writes what is not known before blocks are made: addresses, and what comes from other files.
    fn fill(&mut self, making: &Making) {
        let Making::Object(id) = making else { return };
        let global = &self.unit().globals[*id];
        match self.whole.static_home(*id) {
            StaticHome::Number(to, ty) if !global.defined => {
                let value = self.code.input(ty, &global.name);
                self.code.push(StatementKind::StoreGlobal(to, value));
            }
            StaticHome::Number(to, ty) => {
                let Some(pointer) = self.initial_pointer(global) else { return };
                let address = self.address_of(&pointer);
                let value = self.code.cast(ty, address);
                self.code.push(StatementKind::StoreGlobal(to, value));
            }
            StaticHome::Pointer(block, _) if !global.defined => {
                self.new_static(block, 1, Storage::Static, Content::Unset);
            }
            StaticHome::Pointer(block, at) => {
                let Some(pointer) = self.initial_pointer(global) else { return };
                self.code.push(StatementKind::StoreGlobal(block, pointer.block));
                self.code.push(StatementKind::StoreGlobal(at, pointer.offset));
            }
            StaticHome::Block(block, extent) => self.fill_block(global, block, extent),
            StaticHome::Elsewhere(_) => {}
        }
    }

    fn initial_pointer(&mut self, global: &tree::Global) -> Option<Pointer> {
        match global.init.last()?.value {
            StaticValue::Constant(Constant::Address(base, at)) => Some(self.base(base, at)),
            _ => None,
        }
    }

    fn fill_block(&mut self, global: &tree::Global, block: GlobalId, extent: Extent) {
        if global.defined && !global.init.iter().any(|entry| is_late(self.unit(), entry)) {
            return;
        }
        let block = self.load_global(block, Type::Ref);
        let part = |at: u64| Pointer { block: block.clone(), offset: offset(at as i64), object: Some(extent.size) };
        if let (false, Shape::Number(ty)) = (global.defined, self.shape(global.ty.id)) {
            let value = self.code.input(ty, &global.name);
            self.store_value(&part(0), &Value::Number(value));
        }
        for entry in &global.init {
            if let Shape::Other(_) = self.shape(entry.ty)
                && let StaticValue::Constant(_) = entry.value
            {
                // `long double`: its bytes are not known.
                let count = offset(self.unit().size(entry.ty) as i64);
                self.code.memory(MemoryOp::Fill { at: part(entry.offset).position(), byte: None, count });
            }
            let StaticValue::Constant(Constant::Address(base, at)) = entry.value else { continue };
            let pointer = self.base(base, at);
            let value = match self.shape(entry.ty) {
                Shape::Number(ty) => {
                    let address = self.address_of(&pointer);
                    Value::Number(self.code.cast(ty, address))
                }
                _ => Value::Pointer(pointer),
            };
            self.store_value(&part(entry.offset), &value);
        }
    }

    /// A constant address.
    fn base(&mut self, base: Base, at: i64) -> Pointer {
        let pointer = match base {
            Base::Global(id) => match self.whole.static_home(id) {
                StaticHome::Block(global, _) => self.load_global(global, Type::Ref),
                // Soundness: whose address is taken is in memory, so this is an object of another file.
                StaticHome::Number(..) | StaticHome::Pointer(..) | StaticHome::Elsewhere(_) => {
                    self.unsupported(format!("the address of `{}`", self.unit().globals[id].name));
                    Expr::Const(Const::Null)
                }
            },
            Base::Function(id) => Expr::Const(Const::Object(self.whole.function_object(id))),
            Base::String(id) => {
                let global = self.whole.string(id);
                self.load_global(global, Type::Ref)
            }
        };
        Pointer { block: pointer, offset: offset(at), object: None }
    }

    /// Calls the entry function with `argc` 1 and `argv` `{ "program", NULL }`, as far as it takes them.
    fn run(&mut self, entry: tree::FunctionId, prepared: &Prepared) {
        let parameters = self.unit().functions[entry].parameters.clone();
        let arguments = parameters.iter().enumerate().map(|(i, local)| {
            let ty = self.unit().functions[entry].locals[*local].ty.id;
            match (i, self.shape(ty)) {
                (0, Shape::Number(Type::Int(int))) => Value::Number(number(int, 1)),
                (1, Shape::Pointer) => Value::Pointer(self.argv(prepared)),
                (2, Shape::Pointer) => Value::Pointer(self.pointers(&[])),
                (_, shape) => {
                    let why = "a parameter of the entry function that is neither `argc` nor `argv`";
                    self.unsupported_value(why, &shape)
                }
            }
        });
        let arguments: Vec<Value> = arguments.collect::<Vec<_>>();
        let head = self.whole.head(entry);
        let code = match self.call_direct(&head, arguments, Vec::new(), true) {
            Value::Number(value) => match self.code.ty(&value) {
                Type::Int(_) => self.code.cast(Type::Int(IntType::I32), value),
                Type::Bool | Type::Float(_) | Type::Ref => number(IntType::I32, 0),
            },
            Value::Void | Value::Pointer(_) | Value::Record(_) => number(IntType::I32, 0),
        };
        self.finish_return(Some(code));
    }

    fn argv(&mut self, prepared: &Prepared) -> Pointer {
        let name = prepared.name.map(|name| self.load_global(name, Type::Ref));
        let names: Vec<Pointer> =
            name.map(|block| Pointer { block, offset: offset(0), object: None }).into_iter().collect();
        self.pointers(&names)
    }

    /// An array of pointers and the null pointer at its end.
    fn pointers(&mut self, pointers: &[Pointer]) -> Pointer {
        let width = self.unit().word();
        let dst = self.code.temporary(Type::Ref);
        let size = (pointers.len() as i64 + 1) * i64::from(width);
        let new = NewBlock {
            dst,
            class: self.whole.block,
            size: offset(size),
            storage: Storage::Static,
            content: Content::Zero,
            name: "argv".into(),
        };
        self.code.memory(MemoryOp::New(new));
        for (i, pointer) in pointers.iter().enumerate() {
            let at = Position { block: Expr::Local(dst), offset: offset(i as i64 * i64::from(width)) };
            self.code.memory(MemoryOp::StorePointer { at, pointer: pointer.position(), width });
        }
        Pointer { block: Expr::Local(dst), offset: offset(0), object: None }
    }
}

/// The bytes an object holds at first, addresses aside.
fn content(unit: &Unit, global: &tree::Global) -> Content {
    let mut bytes: Vec<u8> = Vec::new();
    for entry in &global.init {
        write_entry(unit, &mut bytes, entry);
    }
    while bytes.last() == Some(&0) {
        bytes.pop();
    }
    if bytes.is_empty() { Content::Zero } else { Content::Bytes(bytes.into()) }
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
        bytes[byte] = if set { bytes[byte] | 1 << bit } else { bytes[byte] & !(1 << bit) };
    }
}

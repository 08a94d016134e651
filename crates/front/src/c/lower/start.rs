//! The function that a run starts with: it makes what lives as long as the program and calls the entry function.

use std::sync::Arc;

use ir::memory::{Content, MemoryOp, NewBlock, Position, Storage};
use ir::{Code, Const, Expr, GlobalId, IntType, StatementKind, Type, WorldOp};

use super::body::Lowering;
use super::home::{Extent, StaticHome};
use super::shape::Shape;
use super::statics::{content, is_late};
use super::survey::Survey;
use super::value::{Pointer, Value, number, offset};
use super::whole::Whole;
use crate::c::tree::{self, StaticValue};
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

/// The arguments of the entry function, made before anything is lowered.
pub(super) struct Prepared {
    /// Holds the block with the name of the program.
    name: Option<GlobalId>,
    /// Whether it looks at them.
    looks: bool,
}

/// What is assumed where the arguments of a program matter.
const ARGUMENTS: &str = "it is run as `program`, without arguments";

pub(super) fn prepare(whole: &Whole, entry: tree::FunctionId) -> Prepared {
    whole.head(entry);
    let parameters = &whole.unit.functions[entry].parameters;
    let name = (parameters.len() > 1).then(|| whole.text(b"program\0"));
    Prepared {
        name,
        looks: whole.mentions(entry, parameters),
    }
}

/// The code of the function that a run starts with.
pub(super) fn code(whole: &Whole, entry: tree::FunctionId, prepared: Prepared) -> Code {
    let line = whole.unit.functions[entry].place.line;
    let mut start = begun(whole, line);
    start.run(entry, &prepared);
    start.finish()
}

/// The code of the function that makes what lives as long as the program and calls nothing.
pub(super) fn code_of_module(whole: &Whole) -> Code {
    let mut start = begun(whole, 0);
    start.finish_return(Some(number(IntType::I32, 0)));
    start.finish()
}

/// All that lives as long as the program is made.
fn begun<'w, 'u>(whole: &'w Whole<'u>, line: u32) -> Lowering<'w, 'u> {
    let mut start = Lowering::new(whole, None, Survey::default(), line);
    let makings = std::mem::take(&mut *whole.makings.borrow_mut());
    for making in &makings {
        start.make(making);
    }
    for making in &makings {
        start.fill(making);
    }
    start
}

impl Lowering<'_, '_> {
    fn make(&mut self, making: &Making) {
        match making {
            Making::Text { global, bytes } => {
                self.new_static(
                    *global,
                    bytes.len() as u64,
                    Storage::Constant,
                    Content::Bytes(bytes.clone()),
                );
            }
            Making::Object(id) => {
                let StaticHome::Block(global, extent) = self.whole.static_home(*id) else {
                    return;
                };
                let content = content(self.unit(), &self.unit().globals[*id]);
                self.new_static(global, extent.size, extent.storage, content);
            }
        }
    }

    fn new_static(
        &mut self,
        global: GlobalId,
        size: u64,
        storage: Storage,
        content: Content,
    ) -> Expr {
        let dst = self.code.temporary(Type::Ref);
        let name = self.whole.program.globals[global].name.as_str().into();
        let size = offset(size as i64);
        let class = self.whole.block;
        self.code.memory(MemoryOp::New(NewBlock {
            dst,
            class,
            size,
            storage,
            content,
            name,
        }));
        self.code
            .push(StatementKind::StoreGlobal(global, Expr::Local(dst)));
        Expr::Local(dst)
    }

    /// Writes what is not known before blocks are made: addresses, and what comes from other files.
    fn fill(&mut self, making: &Making) {
        let Making::Object(id) = making else { return };
        let global = &self.unit().globals[*id];
        match self.whole.static_home(*id) {
            StaticHome::Number(to, ty) if !global.defined => {
                let value = self.code.input_of_object(ty, &global.name);
                self.code.push(StatementKind::StoreGlobal(to, value));
            }
            StaticHome::Number(to, ty) => {
                let Some(pointer) = self.initial_pointer(global) else {
                    return;
                };
                let address = self.address_of(&pointer);
                let value = self.code.cast(ty, address);
                self.code.push(StatementKind::StoreGlobal(to, value));
            }
            StaticHome::Pointer(block, _) if !global.defined => {
                self.new_static(block, 1, Storage::Static, Content::Unset);
            }
            StaticHome::Pointer(block, at) => {
                let Some(pointer) = self.initial_pointer(global) else {
                    return;
                };
                self.code
                    .push(StatementKind::StoreGlobal(block, pointer.block));
                self.code
                    .push(StatementKind::StoreGlobal(at, pointer.offset));
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
        let part = |at: u64| Pointer {
            block: block.clone(),
            offset: offset(at as i64),
            object: Some(extent.size),
        };
        if let (false, Shape::Number(ty)) = (global.defined, self.shape(global.ty.id)) {
            let value = self.code.input_of_object(ty, &global.name);
            self.store_value(&part(0), &Value::Number(value));
        }
        for entry in &global.init {
            if let Shape::Other(_) = self.shape(entry.ty)
                && let StaticValue::Constant(_) = entry.value
            {
                // `long double`: its bytes are not known.
                let count = offset(self.unit().size(entry.ty) as i64);
                self.code.memory(MemoryOp::Fill {
                    at: part(entry.offset).position(),
                    byte: None,
                    count,
                });
            }
            if let (
                StaticValue::Constant(Constant::Float(value)),
                Shape::Number(Type::Float(float)),
            ) = (&entry.value, self.shape(entry.ty))
                && value.is_nan()
                && self.whole.shows_bits
            {
                let bits = self.bits_of_none(float);
                self.store_value(&part(entry.offset), &Value::Number(bits));
            }
            let StaticValue::Constant(Constant::Address(base, at)) = entry.value else {
                continue;
            };
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
    pub(super) fn base(&mut self, base: Base, at: i64) -> Pointer {
        let pointer = match base {
            Base::Global(id) if self.is_stream(id) => {
                self.unsupported("the address of a standard stream");
                Expr::Const(Const::Null)
            }
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
        Pointer {
            block: pointer,
            offset: offset(at),
            object: None,
        }
    }

    /// Calls the entry function with `argc` 1 and `argv` `{ "program", NULL }`, as far as it takes them.
    fn run(&mut self, entry: tree::FunctionId, prepared: &Prepared) {
        if prepared.looks {
            self.code.world(WorldOp::Assume(ARGUMENTS.into()));
        }
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
        let code = self.code.atom(code);
        self.demand_success(&code);
        self.finish_return(Some(code));
    }

    fn argv(&mut self, prepared: &Prepared) -> Pointer {
        let name = prepared.name.map(|name| self.load_global(name, Type::Ref));
        let names: Vec<Pointer> = name
            .map(|block| Pointer {
                block,
                offset: offset(0),
                object: None,
            })
            .into_iter()
            .collect();
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
            let at = Position {
                block: Expr::Local(dst),
                offset: offset(i as i64 * i64::from(width)),
            };
            self.code.memory(MemoryOp::StorePointer {
                at,
                pointer: pointer.position(),
                width,
            });
        }
        Pointer {
            block: Expr::Local(dst),
            offset: offset(0),
            object: None,
        }
    }
}

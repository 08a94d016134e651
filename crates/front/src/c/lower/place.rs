//! Lvalues: where a value is read from and written to.

use ir::memory::{Access, MemoryOp, Storage};
use ir::{BinaryOp, Const, Expr, Like, StatementKind, Type};

use super::body::Lowering;
use super::endings::Undefined;
use super::fold;
use super::home::{Home, StaticHome};
use super::shape::{I64, Shape};
use super::value::{Pointer, Value, offset};
use crate::c::library;
use crate::c::tree::{ExprId, ExprKind, GlobalId, LocalId, StaticValue};
use crate::c::types::{Bits, TypeId};
use crate::c::{Base, Constant};

/// Where a value is read from and written to.
#[derive(Clone, Debug)]
pub(super) enum Spot {
    /// A variable outside memory.
    Local(LocalId),
    /// An object with static storage outside memory.
    Static(StaticHome, GlobalId),
    /// Memory.
    Memory(Pointer),
    /// Some bits in memory.
    Bits(Pointer, Bits),
}

impl Lowering<'_, '_> {
    /// Evaluates an lvalue, without reading it.
    pub(super) fn spot(&mut self, id: ExprId) -> Spot {
        let unit = self.unit();
        let line = std::mem::replace(&mut self.code.line, unit.exprs[id].place.line);
        let spot = match &unit.exprs[id].kind {
            ExprKind::Local(local) => self.local_spot(*local),
            ExprKind::Global(global) => self.static_spot(*global),
            ExprKind::String(string) => {
                let global = self.whole.string(*string);
                let block = self.load_global(global, Type::Ref);
                Spot::Memory(Pointer {
                    block,
                    offset: offset(0),
                    object: None,
                })
            }
            ExprKind::CompoundLiteral { local, init } => {
                self.initialise(*local, init);
                self.local_spot(*local)
            }
            ExprKind::Deref(pointer) => {
                self.is_used(*pointer);
                Spot::Memory(self.pointer(*pointer))
            }
            ExprKind::Member { record, member } => {
                let record = self.spot_pointer(*record);
                member_spot(record, member.offset, member.bits)
            }
            ExprKind::MemberOfValue { record, member } => match self.value(*record) {
                Value::Record(record) => member_spot(record, member.offset, member.bits),
                Value::Void | Value::Number(_) | Value::Pointer(_) => Spot::Memory(Pointer::null()),
            },
            _ => match self.value(id) {
                Value::Record(at) => Spot::Memory(at),
                Value::Void | Value::Number(_) | Value::Pointer(_) => {
                    self.unsupported("the address of a value");
                    Spot::Memory(Pointer::null())
                }
            },
        };
        self.code.line = line;
        spot
    }

    fn static_spot(&mut self, id: GlobalId) -> Spot {
        match self.whole.static_home(id) {
            StaticHome::Block(block, extent) => {
                let block = self.load_global(block, Type::Ref);
                let object = (extent.storage == Storage::Static).then_some(extent.size);
                Spot::Memory(Pointer {
                    block,
                    offset: offset(0),
                    object,
                })
            }
            StaticHome::Elsewhere(why) => {
                self.unsupported(why);
                Spot::Memory(Pointer::null())
            }
            home @ (StaticHome::Number(..) | StaticHome::Pointer(..)) => Spot::Static(home, id),
        }
    }

    fn local_spot(&self, local: LocalId) -> Spot {
        match self.homes[&local] {
            Home::Block(block, size) => Spot::Memory(Pointer {
                block: Expr::Local(block),
                offset: offset(0),
                object: (self.storage(local) == Storage::Automatic).then_some(size),
            }),
            Home::Variable(block) => Spot::Memory(Pointer {
                block: Expr::Local(block),
                offset: offset(0),
                object: None,
            }),
            Home::Number(..) | Home::Pointer { .. } => Spot::Local(local),
        }
    }

    /// The address of an lvalue that is in memory.
    pub(super) fn spot_pointer(&mut self, id: ExprId) -> Pointer {
        match self.spot(id) {
            Spot::Memory(at) => at,
            Spot::Local(_) | Spot::Static(..) | Spot::Bits(..) => {
                self.unsupported("the address of what is not in memory");
                Pointer::null()
            }
        }
    }

    /// The value of an lvalue.
    pub(super) fn read(&mut self, spot: &Spot, ty: TypeId) -> Value {
        match spot {
            Spot::Local(local) => self.read_local(*local),
            Spot::Static(StaticHome::Number(global, ty), id) => {
                Value::Number(match self.constant(*global, *id) {
                    Some(constant) => Expr::Const(constant),
                    None => self.load_global(*global, *ty),
                })
            }
            Spot::Static(StaticHome::Pointer(block, at), _) => {
                let (block, offset) = (
                    self.load_global(*block, Type::Ref),
                    self.load_global(*at, I64),
                );
                Value::Pointer(Pointer {
                    block,
                    offset,
                    object: None,
                })
            }
            Spot::Static(StaticHome::Block(..) | StaticHome::Elsewhere(_), _) => {
                self.unsupported_value("an object in memory", &self.shape(ty))
            }
            Spot::Memory(at) => self.load_value(at, &self.shape(ty)),
            Spot::Bits(at, bits) => Value::Number(self.load_bits(at, *bits, ty)),
        }
    }

    /// The value of a number that nobody can change.
    fn constant(&self, global: ir::GlobalId, id: GlobalId) -> Option<Const> {
        let source = &self.unit().globals[id];
        let fixed = source.defined && source.ty.constant && !source.ty.volatile;
        let data = &self.whole.program.globals[global];
        let late = source
            .init
            .iter()
            .any(|entry| matches!(entry.value, StaticValue::Constant(Constant::Address(..))));
        (fixed && !late).then(|| data.initial.get().copied().unwrap_or(Const::zero(data.ty)))
    }

    fn read_local(&mut self, local: LocalId) -> Value {
        match self.homes[&local] {
            Home::Number(number, given) => {
                self.demand(local, given);
                Value::Number(Expr::Local(number))
            }
            Home::Pointer {
                block,
                offset,
                given,
            } => {
                self.demand(local, given);
                let (block, offset) = (Expr::Local(block), Expr::Local(offset));
                Value::Pointer(Pointer {
                    block,
                    offset,
                    object: None,
                })
            }
            Home::Block(..) | Home::Variable(_) => {
                self.unsupported_value("an object in memory", &Shape::Void)
            }
        }
    }

    /// Goes on only if a variable has a value.
    fn demand(&mut self, local: LocalId, given: Option<ir::LocalId>) {
        let Some(given) = given else { return };
        let lacks = fold::not(Expr::Local(given));
        if self.checks(Undefined::Uninitialised) {
            let away = self.undefined(Undefined::Uninitialised);
            return self.code.leave_if(lacks, away);
        }
        let (unset, on) = (self.code.block(), self.code.block());
        self.code.branch(lacks, unset, on);
        self.code.at(unset);
        match self.homes[&local] {
            Home::Number(number, _) => {
                let name = format!("uninitialised {}", self.local_name(local));
                let value = self
                    .code
                    .open(self.code.locals[number].ty, &name, Like::Any);
                self.code.assign(number, value);
                self.give(Some(given), true);
            }
            Home::Pointer { block, offset, .. } => {
                let nowhere = self.nowhere();
                self.code.assign(offset, nowhere.offset);
                self.code.assign(block, nowhere.block);
                self.give(Some(given), true);
            }
            Home::Block(..) | Home::Variable(_) => {
                self.unsupported(Undefined::Uninitialised.in_words())
            }
        }
        self.code.flow(on);
    }

    /// Writes an lvalue; the answer is its value afterwards.
    pub(super) fn write(&mut self, spot: &Spot, value: Value, ty: TypeId) -> Value {
        match (spot, value) {
            (Spot::Local(local), value) => self.write_local(*local, value),
            (Spot::Static(_, id), _) if self.is_stream(*id) => {
                self.unsupported_value("a standard stream becomes another one", &self.shape(ty))
            }
            (Spot::Static(StaticHome::Number(global, _), _), Value::Number(number)) => {
                let number = self.code.atom(number);
                self.code
                    .push(StatementKind::StoreGlobal(*global, number.clone()));
                Value::Number(number)
            }
            (Spot::Static(StaticHome::Pointer(block, at), _), Value::Pointer(pointer)) => {
                self.code
                    .push(StatementKind::StoreGlobal(*at, pointer.offset.clone()));
                self.code
                    .push(StatementKind::StoreGlobal(*block, pointer.block.clone()));
                Value::Pointer(pointer)
            }
            (Spot::Memory(at), value) => {
                let value = self.settled(value);
                self.store_shaped(at, &value, &self.shape(ty));
                match value {
                    Value::Record(_) => Value::Record(at.clone()),
                    value => value,
                }
            }
            (Spot::Bits(at, bits), Value::Number(number)) => {
                Value::Number(self.store_bits(at, *bits, ty, number))
            }
            (Spot::Static(..) | Spot::Bits(..), _) => {
                self.unsupported_value("a value of another kind", &self.shape(ty))
            }
        }
    }

    /// Whether an object is the variable that holds a standard stream: functions that write know the stream, not the variable.
    pub(super) fn is_stream(&self, id: GlobalId) -> bool {
        let global = &self.unit().globals[id];
        let stream = library::STREAMS
            .iter()
            .find(|(name, _)| *name == global.name);
        let held = global.init.last().and_then(|entry| match entry.value {
            StaticValue::Constant(Constant::Address(Base::Global(object), 0)) => {
                Some(&self.unit().globals[object].name)
            }
            _ => None,
        });
        stream
            .zip(held)
            .is_some_and(|((_, object), held)| object == held)
    }

    fn write_local(&mut self, local: LocalId, value: Value) -> Value {
        match (self.homes[&local], value) {
            (Home::Number(number, given), Value::Number(value)) => {
                self.code.assign(number, value);
                self.give(given, true);
                Value::Number(Expr::Local(number))
            }
            (
                Home::Pointer {
                    block,
                    offset,
                    given,
                },
                Value::Pointer(value),
            ) => {
                // The offset may speak of the old reference, not the other way round.
                self.code.assign(offset, value.offset);
                self.code.assign(block, value.block);
                self.give(given, true);
                let (block, offset) = (Expr::Local(block), Expr::Local(offset));
                Value::Pointer(Pointer {
                    block,
                    offset,
                    object: None,
                })
            }
            (Home::Number(..) | Home::Pointer { .. } | Home::Block(..) | Home::Variable(_), _) => {
                self.unsupported_value("a value of another kind", &Shape::Void)
            }
        }
    }

    /// A value that can be used more than once.
    pub(super) fn settled(&mut self, value: Value) -> Value {
        match value {
            Value::Number(number) => Value::Number(self.code.atom(number)),
            Value::Pointer(pointer) => {
                let offset = self.code.atom(pointer.offset);
                Value::Pointer(Pointer { offset, ..pointer })
            }
            Value::Void | Value::Record(_) => value,
        }
    }

    /// A value that stays what it is whatever happens to variables.
    pub(super) fn kept(&mut self, value: Value) -> Value {
        match value {
            Value::Number(number) => Value::Number(self.code.keep(number)),
            Value::Pointer(pointer) => Value::Pointer(Pointer {
                block: self.code.keep(pointer.block),
                offset: self.code.keep(pointer.offset),
                object: pointer.object,
            }),
            Value::Void | Value::Record(_) => value,
        }
    }

    /// A copy of a record that lives until the call returns.
    pub(super) fn copied(&mut self, from: &Pointer, size: u64) -> Pointer {
        let to = self.object(size, "a record");
        self.probe(from, size, Access::Copy);
        let count = offset(size as i64);
        self.code.memory(MemoryOp::Copy {
            from: from.position(),
            to: to.position(),
            count,
        });
        to
    }
}

pub(super) fn member_spot(record: Pointer, bytes: u64, bits: Option<Bits>) -> Spot {
    let at = moved(record, offset(bytes as i64));
    match bits {
        Some(bits) => Spot::Bits(at, bits),
        None => Spot::Memory(at),
    }
}

/// A pointer so many bytes further.
pub(super) fn moved(pointer: Pointer, bytes: Expr) -> Pointer {
    Pointer {
        offset: fold::binary(BinaryOp::Add, pointer.offset, bytes),
        ..pointer
    }
}

//! Giving objects their first values.

use ir::memory::MemoryOp;
use ir::{Expr, Type};

use super::body::Lowering;
use super::home::Home;
use super::place::{Spot, moved};
use super::shape::U8;
use super::value::{Pointer, Value, number, offset};
use crate::c::tree::{Entry, EntryValue, Initializer, LocalId, StringId};

impl Lowering<'_, '_> {
    /// A declaration without an initialiser is reached: the variable has no value from here on.
    pub(super) fn declare(&mut self, local: LocalId) {
        // Only a jump can lead here again without leaving the block that the variable lives in.
        if !self.survey.jumps {
            return;
        }
        match self.homes[&local] {
            Home::Number(_, given) | Home::Pointer { given, .. } => self.give(given, false),
            Home::Block(block, size) => {
                let at = Pointer { block: Expr::Local(block), offset: offset(0), object: Some(size) };
                let count = offset(size as i64);
                self.code.memory(MemoryOp::Fill { at: at.position(), byte: None, count });
            }
        }
    }

    /// Gives a variable its first value.
    pub(super) fn initialise(&mut self, local: LocalId, init: &Initializer) {
        match self.homes[&local] {
            Home::Block(block, size) => {
                let object = Pointer { block: Expr::Local(block), offset: offset(0), object: Some(size) };
                self.initialise_object(&object, size, init);
            }
            Home::Number(..) | Home::Pointer { .. } => self.initialise_scalar(local, init),
        }
        self.on_initialise(local, init);
    }

    fn initialise_scalar(&mut self, local: LocalId, init: &Initializer) {
        let function = self.function.expect("variables stand in functions of the source");
        let ty = self.unit().functions[function].locals[local].ty.id;
        let mut value = Value::dummy(&self.shape(ty));
        for entry in &init.entries {
            if let EntryValue::Expr(expr) = entry.value {
                value = self.value(expr);
            }
        }
        self.write(&Spot::Local(local), value, ty);
    }

    fn initialise_object(&mut self, object: &Pointer, size: u64, init: &Initializer) {
        if init.zero {
            self.fill_zero(object, size);
        }
        for entry in &init.entries {
            self.initialise_part(object, entry);
        }
    }

    fn initialise_part(&mut self, object: &Pointer, entry: &Entry) {
        let at = moved(object.clone(), offset(entry.offset as i64));
        match (entry.value, entry.bits) {
            (EntryValue::Expr(expr), None) => {
                let value = self.value(expr);
                self.store_shaped(&at, &value, &self.shape(entry.ty));
            }
            (EntryValue::Expr(expr), Some(bits)) => {
                let value = self.number(expr);
                self.store_bits(&at, bits, entry.ty, value);
            }
            (EntryValue::Characters(string), _) => self.copy_characters(&at, self.unit().size(entry.ty), string),
        }
    }

    /// The characters, as many as there is room for, and zeros behind them.
    fn copy_characters(&mut self, at: &Pointer, room: u64, string: StringId) {
        let own = self.unit().size(self.unit().strings[string].ty).min(room);
        let global = self.whole.string(string);
        let from = Pointer { block: self.load_global(global, Type::Ref), offset: offset(0), object: None };
        let count = offset(own as i64);
        self.code.memory(MemoryOp::Copy { from: from.position(), to: at.position(), count });
        if own < room {
            self.fill_zero(&moved(at.clone(), offset(own as i64)), room - own);
        }
    }

    fn fill_zero(&mut self, at: &Pointer, size: u64) {
        let (byte, count) = (Some(number(U8, 0)), offset(size as i64));
        self.code.memory(MemoryOp::Fill { at: at.position(), byte, count });
    }
}

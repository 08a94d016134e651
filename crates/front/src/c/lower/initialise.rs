//! Giving objects their first values.

use ir::memory::MemoryOp;
use ir::{Expr, Type};

use super::body::Lowering;
use super::home::Home;
use super::order::{Operand, Part};
use super::place::{Spot, moved};
use super::shape::U8;
use super::value::{Pointer, Value, number, offset};
use crate::c::tree::{Entry, EntryValue, ExprId, Initializer, LocalId, StringId};

impl Lowering<'_, '_> {
    /// A declaration without an initialiser is reached: the variable has no value from here on.
    pub(super) fn declare(&mut self, local: LocalId) {
        // Only a jump can lead here again without leaving the block that the variable lives in.
        if !self.survey.jumps {
            return;
        }
        match self.homes[&local] {
            Home::Number(_, given) | Home::Pointer { given, .. } => self.give(given, false),
            // An array of variable length lives in a block that begins behind its declaration.
            Home::Variable(_) => {}
            Home::Block(block, size) => {
                let at = Pointer {
                    block: Expr::Local(block),
                    offset: offset(0),
                    object: Some(size),
                };
                let count = offset(size as i64);
                self.code.memory(MemoryOp::Fill {
                    at: at.position(),
                    byte: None,
                    count,
                });
            }
        }
    }

    /// Gives a variable its first value.
    pub(super) fn initialise(&mut self, local: LocalId, init: &Initializer) {
        match self.homes[&local] {
            Home::Block(block, size) => {
                let object = Pointer {
                    block: Expr::Local(block),
                    offset: offset(0),
                    object: Some(size),
                };
                self.initialise_object(&object, size, init);
            }
            Home::Number(..) | Home::Pointer { .. } => self.initialise_scalar(local, init),
            Home::Variable(_) => {
                self.unsupported("the first value of an array whose length varies")
            }
        }
        self.on_initialise(local, init);
    }

    fn initialise_scalar(&mut self, local: LocalId, init: &Initializer) {
        let function = self
            .function
            .expect("variables stand in functions of the source");
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
        let exprs: Vec<ExprId> = init.entries.iter().filter_map(Entry::expr).collect();
        let mut values = match self.is_in_no_order(&exprs) {
            true => {
                let operands: Vec<Operand> = exprs
                    .iter()
                    .map(|id| Operand {
                        id: *id,
                        part: Part::Value,
                    })
                    .collect();
                let usual: Vec<usize> = (0..operands.len()).collect();
                self.operands(&operands, &usual)
            }
            false => Vec::new(),
        }
        .into_iter();
        for entry in &init.entries {
            let value = entry.expr().and_then(|_| values.next());
            self.initialise_part(object, entry, value);
        }
    }

    /// Gives a part its value, which may be known already.
    fn initialise_part(&mut self, object: &Pointer, entry: &Entry, known: Option<Value>) {
        let at = moved(object.clone(), offset(entry.offset as i64));
        match (entry.value, entry.bits) {
            (EntryValue::Expr(expr), None) => {
                let value = known.unwrap_or_else(|| self.value(expr));
                self.store_shaped(&at, &value, &self.shape(entry.ty));
            }
            (EntryValue::Expr(expr), Some(bits)) => {
                let value = match known {
                    Some(Value::Number(number)) => number,
                    Some(_) | None => self.number(expr),
                };
                self.store_bits(&at, bits, entry.ty, value);
            }
            (EntryValue::Characters(string), _) => {
                self.copy_characters(&at, self.unit().size(entry.ty), string)
            }
        }
    }

    /// The characters, as many as there is room for, and zeros behind them.
    fn copy_characters(&mut self, at: &Pointer, room: u64, string: StringId) {
        let own = self.unit().size(self.unit().strings[string].ty).min(room);
        let global = self.whole.string(string);
        let from = Pointer {
            block: self.load_global(global, Type::Ref),
            offset: offset(0),
            object: None,
        };
        let count = offset(own as i64);
        self.code.memory(MemoryOp::Copy {
            from: from.position(),
            to: at.position(),
            count,
        });
        if own < room {
            self.fill_zero(&moved(at.clone(), offset(own as i64)), room - own);
        }
    }

    fn fill_zero(&mut self, at: &Pointer, size: u64) {
        let (byte, count) = (Some(number(U8, 0)), offset(size as i64));
        self.code.memory(MemoryOp::Fill {
            at: at.position(),
            byte,
            count,
        });
    }
}

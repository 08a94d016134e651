//! Functions with further arguments: callers put those into a block, one slot each, and `va_arg` walks through it.
//!
//! A `va_list` holds a pointer to the next slot; as an argument it is that pointer.

use ir::Expr;
use ir::memory::Access;

use super::body::Lowering;
use super::place::{Spot, moved};
use super::shape::Shape;
use super::value::{Pointer, Value, offset};
use crate::c::tree::{ArgumentListOp, ExprId};
use crate::c::types::TypeId;

/// Slots are as far apart as the largest scalar, or as many of that as a record takes.
const SLOT: u64 = 8;

impl Lowering<'_, '_> {
    /// A block with further arguments.
    pub(super) fn further_arguments(&mut self, arguments: Vec<(Value, Shape)>) -> Expr {
        let sizes: Vec<u64> = arguments.iter().map(|(_, shape)| slots(shape)).collect();
        let block = self.object(sizes.iter().sum(), "further arguments");
        let mut at = block.clone();
        for ((value, shape), size) in arguments.into_iter().zip(sizes) {
            self.store_shaped(&at, &value, &shape);
            at = moved(at, offset(size as i64));
        }
        block.block
    }

    pub(super) fn argument_list(&mut self, op: ArgumentListOp, list: ExprId, ty: TypeId) -> Value {
        let Spot::Memory(list) = self.spot(list) else {
            return self
                .unsupported_value("an argument list that is not in memory", &self.shape(ty));
        };
        match op {
            ArgumentListOp::Start => {
                let Some(further) = self.further else {
                    return self.unsupported_value(
                        "the arguments of a function that has no more",
                        &Shape::Void,
                    );
                };
                let first = Pointer {
                    block: Expr::Local(further),
                    offset: offset(0),
                    object: None,
                };
                self.store_value(&list, &Value::Pointer(first));
                Value::Void
            }
            ArgumentListOp::End => Value::Void,
            ArgumentListOp::Copy(from) => {
                let from = self.spot_pointer(from);
                let next = self.next_slot(&from);
                self.store_value(&list, &Value::Pointer(next));
                Value::Void
            }
            ArgumentListOp::Pass => Value::Pointer(self.next_slot(&list)),
            ArgumentListOp::Next => self.next_argument(&list, ty),
        }
    }

    fn next_slot(&mut self, list: &Pointer) -> Pointer {
        self.probe(list, u64::from(self.unit().word()), Access::Read);
        self.load_pointer(list)
    }

    fn next_argument(&mut self, list: &Pointer, ty: TypeId) -> Value {
        let shape = self.shape(ty);
        let at = self.next_slot(list);
        let value = self.load_value(&at, &shape);
        let after = moved(at, offset(slots(&shape) as i64));
        self.store_value(list, &Value::Pointer(after));
        value
    }
}

fn slots(shape: &Shape) -> u64 {
    match shape {
        Shape::Record(size) => size.next_multiple_of(SLOT),
        Shape::Void | Shape::Number(_) | Shape::Pointer | Shape::Other(_) => SLOT,
    }
}

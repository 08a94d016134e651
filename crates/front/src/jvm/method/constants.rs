//! Constants.

use ir::{Const, Expr, IntType};
use ristretto_classfile::Constant;

use crate::jvm::method::op::Kind;
use crate::jvm::method::stack::Entry;
use crate::jvm::method::translation::{Flow, Step, Translation, invalid, unsupported};

impl Translation<'_> {
    pub(in crate::jvm) fn constant(&mut self, constant: Const) -> Step<Flow> {
        let expr = Expr::Const(constant);
        let kind = Kind::of(self.out.type_of(&expr));
        self.push(expr, kind);
        Ok(Flow::On)
    }

    pub(in crate::jvm) fn load_constant(&mut self, index: u16) -> Step<Flow> {
        let java = self.java;
        match java.constants.get(index) {
            Some(Constant::Integer(value)) => self.constant(Const::Int(IntType::I32, i64::from(*value))),
            Some(Constant::Long(value)) => self.constant(Const::Int(IntType::I64, *value)),
            Some(Constant::String(_)) => {
                let string = self.world.string(java.string_at(index)?);
                self.constant(Const::String(string))
            }
            Some(Constant::Class(_)) => {
                self.stack.push(Entry::Class(java.class_at(index)?));
                Ok(Flow::On)
            }
            Some(Constant::Float(_) | Constant::Double(_)) => Err(unsupported("a floating-point constant")),
            Some(Constant::MethodHandle { .. } | Constant::MethodType(_)) => Err(unsupported("a method handle")),
            Some(Constant::Dynamic { .. }) => Err(unsupported("a dynamic constant")),
            _ => Err(invalid("a constant is loaded that is none")),
        }
    }
}

//! Constants.

use ir::{Const, Expr, IntType};
use ristretto_classfile::Constant;

use crate::jvm::members::{double, float};
use crate::jvm::method::op::Kind;
use crate::jvm::method::translation::{Flow, Step, Translation, invalid, unsupported};
use crate::jvm::texts::Mirrored;

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
            Some(Constant::Integer(value)) => {
                self.constant(Const::Int(IntType::I32, i64::from(*value)))
            }
            Some(Constant::Long(value)) => self.constant(Const::Int(IntType::I64, *value)),
            Some(Constant::Float(value)) => self.constant(float(*value)),
            Some(Constant::Double(value)) => self.constant(double(*value)),
            Some(Constant::String(_)) => {
                let literal = self.world.literal(self.program, &java.units_at(index)?)?;
                self.constant(Const::Object(literal))
            }
            Some(Constant::Class(_)) => {
                let class = self.world.class(self.program, &java.class_at(index)?)?;
                let mirror = self.world.mirror(self.program, Mirrored::Class(class))?;
                self.constant(Const::Object(mirror))
            }
            Some(Constant::MethodHandle { .. } | Constant::MethodType(_)) => {
                Err(unsupported("a method handle"))
            }
            Some(Constant::Dynamic { .. }) => self.dynamic_constant(index),
            _ => Err(invalid("a constant is loaded that is none")),
        }
    }
}

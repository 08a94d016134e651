//! Calls (C11 6.5.2.2).

use base::Place;
use lang_c::ast::{CallExpression, Expression};
use lang_c::span::Node;

use super::{Typed, Typing, unsupported, wrong};
use crate::c::tree::*;
use crate::c::types::{FunctionType, Type};

impl Typing<'_> {
    pub(super) fn call(&mut self, node: &CallExpression, place: Place) -> Typed<ExprId> {
        if let Expression::Identifier(name) = &node.callee.node {
            let name = self.name(name);
            if self.find(&name).is_none() {
                if let Some(made) = self.builtin(&name, &node.arguments, &place)? {
                    return Ok(made);
                }
                return self.call_undeclared(&name, &node.arguments, place);
            }
        }
        let callee = self.value(&node.callee)?;
        self.call_value(callee, &node.arguments, place)
    }

    fn call_undeclared(
        &mut self,
        name: &str,
        arguments: &[Node<Expression>],
        place: Place,
    ) -> Typed<ExprId> {
        let id = match self.builtin_function(name, &place) {
            Some(id) => id,
            None => self.implicit_function(name, &place),
        };
        let ty = self.unit.functions[id].ty;
        let function = self.expr(ExprKind::Function(id), ty, place.clone());
        let callee = self.address_of_function(function);
        self.call_value(callee, arguments, place)
    }

    fn call_value(
        &mut self,
        callee: ExprId,
        arguments: &[Node<Expression>],
        place: Place,
    ) -> Typed<ExprId> {
        let to = self.unit.types.pointee(self.ty(callee));
        let Some(ty) = to.and_then(|to| self.unit.types.function(to.id)).cloned() else {
            return wrong(
                &place,
                format!("`{}` is no function", self.type_name(self.ty(callee))),
            );
        };
        if !self.unit.types.is_void(ty.result) {
            self.complete(ty.result, &place)?;
        }
        self.check_count(&ty, arguments.len(), &place)?;
        let mut values = Vec::with_capacity(arguments.len());
        for (i, argument) in arguments.iter().enumerate() {
            let parameter = ty
                .parameters
                .as_ref()
                .and_then(|parameters| parameters.get(i))
                .copied();
            values.push(self.argument(argument, parameter)?);
        }
        if let Type::Opaque(_) = self.unit.types.get(ty.result) {
            return unsupported(
                &place,
                format!("a value of type `{}`", self.type_name(ty.result)),
            );
        }
        Ok(self.expr(
            ExprKind::Call {
                callee,
                arguments: values,
            },
            ty.result,
            place,
        ))
    }

    fn check_count(&self, ty: &FunctionType, given: usize, place: &Place) -> Typed<()> {
        let Some(parameters) = &ty.parameters else {
            return Ok(());
        };
        let needed = parameters.len();
        if given < needed || given > needed && !ty.variadic {
            let least = if ty.variadic { "at least " } else { "" };
            return wrong(
                place,
                format!("this function takes {least}{needed} arguments, not {given}"),
            );
        }
        Ok(())
    }

    fn argument(
        &mut self,
        node: &Node<Expression>,
        parameter: Option<crate::c::types::TypeId>,
    ) -> Typed<ExprId> {
        let expr = self.expression(node)?;
        if self.is_argument_list(self.ty(expr)) {
            let (ty, place) = (self.ty(expr), self.place_of(expr));
            if parameter.is_some_and(|parameter| !self.is_argument_list(parameter)) {
                return wrong(&place, "this function takes no argument list here");
            }
            return Ok(self.expr(
                ExprKind::ArgumentList {
                    op: ArgumentListOp::Pass,
                    list: expr,
                },
                ty,
                place,
            ));
        }
        let value = self.rvalue(expr)?;
        match parameter {
            Some(ty) => self.assignable(value, ty, "this argument"),
            None if self.unit.types.is_void(self.ty(value)) => {
                wrong(&self.place_of(value), "an argument is void")
            }
            None => Ok(self.promote_argument(value)),
        }
    }
}

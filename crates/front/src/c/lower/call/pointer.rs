//! Functions that pointers point to: objects with one method, named after the signature.
//!
//! A class for each signature stands between the class of all functions and that of each, so that a call through a
//! pointer of another type is seen. The method takes the object and calls the function.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use ir::{
    BinaryOp, Callee, ClassId, Code, Const, Expr, Function, FunctionId, ImageId, IntType, Local,
    SelectorId, Type,
};

use super::intrinsic::NamedCall;
use super::{Argument, Used};
use crate::c::lower::body::Lowering;
use crate::c::lower::endings::{Undefined, class, object};
use crate::c::lower::fold;
use crate::c::lower::shape::Shape;
use crate::c::lower::survey::Survey;
use crate::c::lower::value::{Pointer, Value, offset};
use crate::c::lower::whole::{Whole, promote, set_code};
use crate::c::tree;
use crate::c::types::{FunctionType, TypeId};

/// What a call through a pointer passes and gets. Integers are signed ones, so that `int` and `unsigned` go together.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Signature {
    params: Vec<Type>,
    returns: Option<Type>,
    /// Whether a record is returned, at the first two parameters.
    record: bool,
    /// Whether the last parameter holds further arguments.
    variadic: bool,
}

impl Signature {
    fn name(&self) -> String {
        let params: Vec<String> = self.params.iter().map(Type::to_string).collect();
        let returns = self
            .returns
            .map_or_else(|| "void".to_owned(), |ty| ty.to_string());
        let more = if self.variadic { ", ..." } else { "" };
        format!(
            "{}({}{more})",
            if self.record {
                "record".to_owned()
            } else {
                returns
            },
            params.join(", ")
        )
    }
}

/// Functions that pointers point to.
#[derive(Default)]
pub(in crate::c::lower) struct Pointed {
    objects: BTreeMap<tree::FunctionId, (ImageId, FunctionId)>,
    signatures: BTreeMap<Signature, (ClassId, SelectorId)>,
}

impl Whole<'_> {
    /// The object that stands for a function.
    pub(in crate::c::lower) fn function_object(&self, id: tree::FunctionId) -> ImageId {
        if let Some((object, _)) = self.pointed.borrow().objects.get(&id) {
            return *object;
        }
        let data = &self.unit.functions[id];
        let signature = self.function_signature(id);
        let (above, selector) = self.signature(&signature);
        let own = class(
            &self.program,
            &format!("function {}", data.name),
            Some(above),
        );
        let this = Local {
            name: "this".to_owned(),
            ty: Type::Ref,
        };
        let named = |(i, ty): (usize, &Type)| Local {
            name: format!("parameter{i}"),
            ty: *ty,
        };
        let params = std::iter::once(this).chain(signature.params.iter().enumerate().map(named));
        let method = self.program.functions.push(Function {
            name: format!("*{}", data.name),
            file: data.place.file.clone(),
            params: params.collect(),
            returns: signature.returns,
            code: OnceCell::new(),
        });
        self.program.classes[own]
            .methods
            .set(selector, Some(method));
        let image = object(&self.program, own);
        self.pointed
            .borrow_mut()
            .objects
            .insert(id, (image, method));
        self.will_be_pointed_to(id);
        image
    }

    fn function_signature(&self, id: tree::FunctionId) -> Signature {
        let data = &self.unit.functions[id];
        let ty = self
            .unit
            .types
            .function(data.ty)
            .expect("a function has a function type");
        let own: Vec<TypeId> = data
            .parameters
            .iter()
            .map(|local| data.locals[*local].ty.id)
            .collect();
        self.signature_of(
            ty.result,
            ty.parameters.as_ref().unwrap_or(&own),
            ty.parameters.is_none(),
            ty.variadic,
        )
    }

    fn signature_of(
        &self,
        result: TypeId,
        parameters: &[TypeId],
        promoted: bool,
        variadic: bool,
    ) -> Signature {
        let (returns, record) = self.returned(result);
        let hidden = if record.is_some() {
            vec![Type::Ref, Type::Int(IntType::I64)]
        } else {
            Vec::new()
        };
        let own = parameters
            .iter()
            .flat_map(|ty| self.parameter("", *ty, promoted))
            .map(|local| plain(local.ty));
        let further = variadic.then_some(Type::Ref);
        let params = hidden.into_iter().chain(own).chain(further).collect();
        Signature {
            params,
            returns: returns.map(plain),
            record: record.is_some(),
            variadic,
        }
    }

    fn signature(&self, signature: &Signature) -> (ClassId, SelectorId) {
        if let Some(known) = self.pointed.borrow().signatures.get(signature) {
            return *known;
        }
        let name = signature.name();
        let class = class(
            &self.program,
            &format!("function {name}"),
            Some(self.function),
        );
        let made = (class, self.program.selector(&name));
        self.pointed
            .borrow_mut()
            .signatures
            .insert(signature.clone(), made);
        made
    }

    /// Makes the method of a function that pointers point to.
    pub(in crate::c::lower) fn lower_pointed(&self, id: tree::FunctionId) {
        let Some((_, method)) = self.pointed.borrow().objects.get(&id).copied() else {
            return;
        };
        let line = self.unit.functions[id].place.line;
        let code = Lowering::new(self, None, Survey::default(), line).pointed(id, method);
        set_code(&self.program, method, code);
    }
}

/// A signed integer of the same width.
fn plain(ty: Type) -> Type {
    match ty {
        Type::Int(int) => Type::Int(IntType {
            signed: true,
            ..int
        }),
        Type::Bool | Type::Float(_) | Type::Ref => ty,
    }
}

impl Lowering<'_, '_> {
    /// The method of a function that pointers point to: takes the arguments apart and calls it.
    fn pointed(mut self, id: tree::FunctionId, method: FunctionId) -> Code {
        let params = self.whole.program.functions[method].params.clone();
        let locals: Vec<Expr> = params
            .iter()
            .map(|p| Expr::Local(self.code.local(p.name.clone(), p.ty)))
            .collect();
        let returns = self.whole.program.functions[method].returns;
        match self.whole.has_body(id) {
            true => {
                let head = self.whole.head(id);
                let args = locals
                    .into_iter()
                    .skip(1)
                    .zip(&head.params)
                    .map(|(arg, p)| self.code.cast(p.ty, arg));
                let args = args.collect();
                let dst = self.end_call(Callee::Direct(head.id), args, head.returns);
                // An offset that is returned stays where it is for the caller.
                let result = dst
                    .map(Expr::Local)
                    .zip(returns)
                    .map(|(value, ty)| match ty {
                        Type::Ref => value,
                        ty => self.code.cast(ty, value),
                    });
                self.finish_return(result);
            }
            false => self.pointed_external(id, locals, returns),
        }
        self.finish()
    }

    fn pointed_external(&mut self, id: tree::FunctionId, locals: Vec<Expr>, returns: Option<Type>) {
        let data = &self.unit().functions[id];
        let ty = self.unit().types.function(data.ty).cloned();
        let (Some(ty), Some(result)) = (&ty, ty.as_ref().map(|ty| self.shape(ty.result))) else {
            return;
        };
        let parameters = ty.parameters.clone().unwrap_or_default();
        let all_scalar = parameters
            .iter()
            .all(|p| matches!(self.shape(*p), Shape::Number(_) | Shape::Pointer));
        if ty.variadic || !all_scalar || matches!(result, Shape::Record(_) | Shape::Other(_)) {
            return self.unsupported(format!("a pointer to `{}`", data.name));
        }
        let mut locals = locals.into_iter().skip(1);
        let mut next = || locals.next().unwrap_or(Expr::Const(Const::Null));
        let mut arguments: Vec<Argument> = Vec::new();
        for parameter in parameters {
            let shape = self.shape(parameter);
            let value = match &shape {
                Shape::Number(ty) => Value::Number(self.code.cast(*ty, next())),
                _ => Value::Pointer(Pointer {
                    block: next(),
                    offset: next(),
                    object: None,
                }),
            };
            arguments.push((value, shape));
        }
        let place = data.place.clone();
        let call = NamedCall {
            function: id,
            values: &arguments,
            ids: &[],
            used: Used::Value,
            place,
        };
        let value = self.call_external(&call);
        let value = match (value, returns) {
            (Value::Number(number), Some(ty)) => Value::Number(self.code.cast(ty, number)),
            (value, _) => value,
        };
        self.return_value(value, &result);
    }

    /// Calls what a pointer points to.
    pub(super) fn call_pointer(
        &mut self,
        to: &Pointer,
        ty: &FunctionType,
        arguments: Vec<Argument>,
        used: bool,
    ) -> Value {
        self.heed_promising_types();
        let signature = self.call_signature(ty, &arguments);
        let (class, selector) = self.whole.signature(&signature);
        let null = fold::binary(BinaryOp::Eq, to.block.clone(), Expr::Const(Const::Null));
        let away = self.undefined(Undefined::Null);
        self.code.leave_if(null, away);
        let away = self.undefined(Undefined::Function);
        let fits = Expr::InstanceOf(Box::new(to.block.clone()), class);
        let start = fold::binary(BinaryOp::Eq, to.offset.clone(), offset(0));
        self.code
            .leave_if(fold::not(fold::binary(BinaryOp::And, fits, start)), away);
        let (record, args) = self.pointer_arguments(to, ty, &signature, arguments);
        let dst = self.end_call(Callee::Virtual(selector), args, signature.returns);
        if self.whole.some_owe && self.shape(ty.result) != Shape::Void {
            self.look_at_result(used);
        }
        match (self.result(dst, record), self.shape(ty.result)) {
            (Value::Number(number), Shape::Number(ty)) => Value::Number(self.code.cast(ty, number)),
            (value, _) => value,
        }
    }

    fn call_signature(&self, ty: &FunctionType, arguments: &[Argument]) -> Signature {
        let prototype = ty.parameters.clone().unwrap_or_default();
        let mut signature = self
            .whole
            .signature_of(ty.result, &prototype, false, ty.variadic);
        if ty.parameters.is_none() {
            signature
                .params
                .extend(arguments.iter().flat_map(|(_, shape)| match shape {
                    Shape::Number(ty) => vec![plain(promote(*ty))],
                    Shape::Pointer => vec![Type::Ref, Type::Int(IntType::I64)],
                    Shape::Void | Shape::Record(_) | Shape::Other(_) => vec![Type::Ref],
                }));
        }
        signature
    }

    fn pointer_arguments(
        &mut self,
        to: &Pointer,
        ty: &FunctionType,
        signature: &Signature,
        arguments: Vec<Argument>,
    ) -> (Option<Pointer>, Vec<Expr>) {
        let mut args = vec![to.block.clone()];
        let record = match self.shape(ty.result) {
            Shape::Record(size) => Some(self.object(size, "a result")),
            _ => None,
        };
        if let Some(record) = &record {
            args.extend([record.block.clone(), record.offset.clone()]);
        }
        let mut arguments = arguments;
        let fixed = ty.parameters.as_ref().map_or(arguments.len(), Vec::len);
        let further = arguments.split_off(fixed.min(arguments.len()));
        for (value, shape) in arguments {
            match self.passed(value, &shape) {
                Value::Number(number) => {
                    let ty = signature
                        .params
                        .get(args.len() - 1)
                        .copied()
                        .unwrap_or(Type::Int(IntType::I32));
                    args.push(self.code.cast(ty, number));
                }
                Value::Pointer(pointer) => args.extend([pointer.block, pointer.offset]),
                Value::Record(record) => args.push(record.block),
                Value::Void => args.push(Expr::Const(Const::Null)),
            }
        }
        if signature.variadic {
            args.push(self.further_arguments(further));
        }
        (record, args)
    }
}

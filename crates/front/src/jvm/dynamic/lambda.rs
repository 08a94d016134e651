//! Lambdas and method references: a class for each call site, as `LambdaMetafactory` makes one.
//!
//! What a lambda captures are its fields; the method of the interface passes them on, before its own arguments, to the
//! method that holds the lambda's body. Lambdas that capture nothing are one object for each call site.

use ristretto_classfile::attributes::Instruction;
use ristretto_classfile::{Constant, ReferenceKind};

use crate::jvm::class::{Handle, JavaClass};
use crate::jvm::descriptor::{JavaType, MethodType};
use crate::jvm::dynamic::adapt::adapt;
use crate::jvm::dynamic::assembler::{Assembly, Writer};
use crate::jvm::dynamic::site::{CallSite, MAKE};

/// Bits of the flags of `altMetafactory`.
const SERIALIZABLE: i32 = 1;
const MARKERS: i32 = 2;
const BRIDGES: i32 = 4;

/// What a call site says of the lambda it makes.
struct Lambda {
    /// The name of the interface's method.
    method: String,
    /// Its type, erased.
    erased: MethodType,
    /// Its type as the lambda implements it.
    instantiated: MethodType,
    /// The method that holds the body.
    body: Handle,
    captured: Vec<JavaType>,
    bridges: Vec<MethodType>,
}

/// Writes the class of a lambda.
pub(super) fn lambda(
    class: &mut Assembly,
    java: &JavaClass,
    site: &CallSite,
) -> Result<(), String> {
    let Some(JavaType::Object(interface)) = &site.ty.returns else {
        return Err("a lambda that is no object".to_owned());
    };
    let [erased, body, instantiated, rest @ ..] = site.arguments.as_slice() else {
        return Err("a lambda without a body".to_owned());
    };
    let broken = |_| "a lambda without a body".to_owned();
    class.implement(interface);
    let bridges = extras(class, java, rest)?;
    let lambda = Lambda {
        method: site.name.clone(),
        erased: method_type(java, *erased)?,
        instantiated: method_type(java, *instantiated)?,
        body: java.handle_at(*body).map_err(broken)?,
        captured: site.ty.params.clone(),
        bridges,
    };
    lambda.write_maker(class, site);
    lambda.write_methods(class)
}

fn method_type(java: &JavaClass, index: u16) -> Result<MethodType, String> {
    let descriptor = java.method_type_at(index).ok();
    descriptor
        .and_then(|d| MethodType::parse(&d))
        .ok_or_else(|| "a lambda without a type".to_owned())
}

/// Markers become interfaces, bridges are returned.
fn extras(
    class: &mut Assembly,
    java: &JavaClass,
    arguments: &[u16],
) -> Result<Vec<MethodType>, String> {
    let broken = || "a lambda with extras that are none".to_owned();
    let int = |index: Option<&u16>| match index.and_then(|&i| java.constants.get(i)) {
        Some(Constant::Integer(value)) => Ok(*value),
        _ => Err(broken()),
    };
    let mut rest = arguments.iter();
    let flags = if arguments.is_empty() {
        0
    } else {
        int(rest.next())?
    };
    let mut bridges = Vec::new();
    if flags & SERIALIZABLE != 0 {
        class.implement("java/io/Serializable");
    }
    if flags & MARKERS != 0 {
        for _ in 0..int(rest.next())? {
            let marker = java
                .class_at(*rest.next().ok_or_else(broken)?)
                .map_err(|_| broken())?;
            class.implement(&marker);
        }
    }
    if flags & BRIDGES != 0 {
        for _ in 0..int(rest.next())? {
            bridges.push(method_type(java, *rest.next().ok_or_else(broken)?)?);
        }
    }
    Ok(bridges)
}

impl Lambda {
    /// The function that the call site calls.
    fn write_maker(&self, class: &mut Assembly, site: &CallSite) {
        let name = class.name().to_owned();
        let own = JavaType::Object(name.clone());
        if self.captured.is_empty() {
            class.field("only", &own, true);
            class.function("<clinit>", "()V", |code| {
                code.create(&name);
                code.put_static(&name, "only", &own);
                code.op(Instruction::Return);
            });
            class.function(MAKE, &site.ty.descriptor(), |code| {
                code.get_static(&name, "only", &own);
                code.op(Instruction::Areturn);
            });
            return;
        }
        for (i, ty) in self.captured.iter().enumerate() {
            class.field(&format!("captured{i}"), ty, false);
        }
        class.function(MAKE, &site.ty.descriptor(), |code| {
            code.create(&name);
            let mut slot = 0;
            for (i, ty) in self.captured.iter().enumerate() {
                code.op(Instruction::Dup);
                code.load(ty, slot);
                code.put_field(&name, &format!("captured{i}"), ty);
                slot += ty.slots();
            }
            code.op(Instruction::Areturn);
        });
    }

    fn write_methods(&self, class: &mut Assembly) -> Result<(), String> {
        let name = class.name().to_owned();
        let mut outcome = Ok(());
        let mut types = vec![self.erased.clone()];
        for bridge in &self.bridges {
            if !types.contains(bridge) {
                types.push(bridge.clone());
            }
        }
        for ty in types {
            class.method(&self.method, &ty.descriptor(), |code| {
                if let Err(why) = self.write_method(code, &name, &ty) {
                    outcome = Err(why);
                }
            });
        }
        outcome
    }

    fn write_method(
        &self,
        code: &mut Writer<'_>,
        class: &str,
        ty: &MethodType,
    ) -> Result<(), String> {
        let (given, expected) = (self.captured.len() + ty.params.len(), self.body_params());
        if expected.len() != given || self.instantiated.params.len() != ty.params.len() {
            return Err("a lambda whose body takes something else".to_owned());
        }
        if self.body.kind == ReferenceKind::NewInvokeSpecial {
            code.create(&self.body.member.class);
            code.op(Instruction::Dup);
        }
        for (i, captured) in self.captured.iter().enumerate() {
            code.op(Instruction::Aload_0);
            code.get_field(class, &format!("captured{i}"), captured);
            adapt(code, captured, &expected[i]);
        }
        let mut slot = 1;
        for (i, param) in ty.params.iter().enumerate() {
            code.load(param, slot);
            slot += param.slots();
            adapt_through(
                code,
                param,
                &self.instantiated.params[i],
                &expected[self.captured.len() + i],
            );
        }
        self.call_body(code)?;
        self.give_back(code, ty);
        Ok(())
    }

    /// What the body takes, its object included.
    fn body_params(&self) -> Vec<JavaType> {
        let own = match self.body.kind {
            ReferenceKind::InvokeVirtual
            | ReferenceKind::InvokeInterface
            | ReferenceKind::InvokeSpecial => Some(receiver_type(&self.body.member.class)),
            _ => None,
        };
        let ty = MethodType::parse(&self.body.member.descriptor);
        own.into_iter()
            .chain(ty.into_iter().flat_map(|ty| ty.params))
            .collect()
    }

    fn call_body(&self, code: &mut Writer<'_>) -> Result<(), String> {
        let member = &self.body.member;
        let (class, name, descriptor) = (&member.class, &member.name, &member.descriptor);
        match self.body.kind {
            ReferenceKind::InvokeStatic => code.call_static(class, name, descriptor),
            ReferenceKind::InvokeVirtual => code.call_virtual(class, name, descriptor),
            ReferenceKind::InvokeInterface => code.call_interface(class, name, descriptor),
            ReferenceKind::InvokeSpecial | ReferenceKind::NewInvokeSpecial => {
                code.call_special(class, name, descriptor);
            }
            ReferenceKind::GetField | ReferenceKind::GetStatic => {
                return Err("a lambda that is a field".to_owned());
            }
            ReferenceKind::PutField | ReferenceKind::PutStatic => {
                return Err("a lambda that is a field".to_owned());
            }
        }
        Ok(())
    }

    fn give_back(&self, code: &mut Writer<'_>, ty: &MethodType) {
        let made = match self.body.kind {
            ReferenceKind::NewInvokeSpecial => {
                Some(JavaType::Object(self.body.member.class.clone()))
            }
            _ => MethodType::parse(&self.body.member.descriptor).and_then(|ty| ty.returns),
        };
        // What is not wanted stays on the stack, which ends here.
        if let (Some(made), Some(through), Some(to)) =
            (&made, &self.instantiated.returns, &ty.returns)
        {
            adapt(code, made, through);
            adapt(code, through, to);
        }
        code.give(ty.returns.as_ref());
    }
}

/// An argument first becomes what the lambda's own type says, which may fail, and then what the body takes.
fn adapt_through(code: &mut Writer<'_>, from: &JavaType, through: &JavaType, to: &JavaType) {
    if from.class_name().is_some() && through.class_name().is_some() {
        adapt(code, from, through);
        adapt(code, through, to);
    } else {
        adapt(code, from, to);
    }
}

fn receiver_type(class: &str) -> JavaType {
    let array = class
        .starts_with('[')
        .then(|| JavaType::parse(class))
        .flatten();
    array.unwrap_or_else(|| JavaType::Object(class.to_owned()))
}

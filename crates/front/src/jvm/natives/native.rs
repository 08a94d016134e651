//! A native method and what it is called with.

use std::cell::OnceCell;

use ir::{Const, Function, ImageId, Local, Program, Type};

use crate::jvm::descriptor::{JavaType, MethodType};

/// What stands in the names of functions for an argument that is not known.
pub(in crate::jvm) const ANYTHING: &str = "anything";

/// A native method and what it is called with.
pub(in crate::jvm) struct Native<'a> {
    /// `java.lang.Class.isInstance(Ljava/lang/Object;)Z`
    pub(super) name: &'a str,
    /// `java.lang.Class`
    pub(super) class: &'a str,
    /// `isInstance`
    pub(super) method: &'a str,
    pub(super) ty: MethodType,
    pub(super) args: &'a [Option<Const>],
    /// What of the arguments tells the code to be written from that for other arguments.
    pub(super) matter: &'a [Option<Const>],
}

impl<'a> Native<'a> {
    /// A name that is none of a method has no class and no type.
    pub(in crate::jvm) fn new(name: &'a str, args: &'a [Option<Const>]) -> Self {
        let path = name.split_once('(').map_or(name, |(path, _)| path);
        let (class, method) = path.rsplit_once('.').unwrap_or(("", path));
        Self {
            name,
            class,
            method,
            ty: MethodType::parse(&name[path.len()..]).unwrap_or_default(),
            args,
            matter: &[],
        }
    }

    pub(super) fn mattering(self, matter: &'a [Option<Const>]) -> Self {
        Self { matter, ..self }
    }

    /// An argument that must be known.
    pub(super) fn known(&self, number: usize) -> Result<Const, String> {
        let known = self.args.get(number).copied().flatten();
        known.ok_or_else(|| {
            format!(
                "call of {} with something that is not known",
                self.described()
            )
        })
    }

    /// Whether all arguments of certain types are known.
    pub(super) fn knows(&self, counts: fn(&JavaType) -> bool) -> bool {
        let params = self.ty.params.iter().zip(self.args);
        params
            .into_iter()
            .all(|(ty, arg)| arg.is_some() || !counts(ty))
    }

    /// An argument that must be a known object; null is `None`.
    pub(super) fn object(&self, number: usize) -> Result<Option<ImageId>, String> {
        match self.known(number)? {
            Const::Object(object) => Ok(Some(object)),
            Const::Null => Ok(None),
            Const::Bool(_) | Const::Int(..) | Const::Float(..) => {
                Err(format!("native method {}", self.name))
            }
        }
    }

    /// `java.lang.Class.isInstance(Object)`
    pub(super) fn described(&self) -> String {
        if self.class.is_empty() {
            return self.name.to_owned();
        }
        let params = self.ty.params_in_source();
        format!("{}.{}{params}", self.class, self.method)
    }

    /// The internal name of its class.
    pub(super) fn internal_class(&self) -> String {
        self.class.replace('.', "/")
    }

    /// The name of this native for what matters, also of an object that it gives for that.
    pub(super) fn name_for(&self, program: &Program, matter: &[Option<Const>]) -> String {
        let shown: Vec<String> = matter
            .iter()
            .map(|&constant| show(program, constant))
            .collect();
        format!("{} for {}", self.name, shown.join(", "))
    }

    /// A function without code that takes what this native takes.
    pub(super) fn head(&self, program: &Program, matter: &[Option<Const>]) -> Function {
        let receivers = self.args.len().saturating_sub(self.ty.params.len());
        let types = std::iter::repeat_n(Type::Ref, receivers)
            .chain(self.ty.params.iter().map(JavaType::ir));
        let param = |(i, ty)| Local {
            name: format!("arg{i}"),
            ty,
        };
        Function {
            name: self.name_for(program, matter),
            file: self.class.into(),
            params: types.enumerate().map(param).collect(),
            returns: self.ty.returns.as_ref().map(JavaType::ir),
            code: OnceCell::new(),
        }
    }
}

/// A constant in a name, distinct for distinct constants.
fn show(program: &Program, constant: Option<Const>) -> String {
    match constant {
        Some(Const::Object(object)) => {
            let name = program.image.get(object).and_then(|o| o.name.clone());
            name.unwrap_or_else(|| object.to_string())
        }
        Some(Const::Null) => "null".to_owned(),
        Some(Const::Bool(value)) => value.to_string(),
        Some(Const::Int(_, value)) => value.to_string(),
        Some(Const::Float(_, bits)) => format!("{bits:x}"),
        None => ANYTHING.to_owned(),
    }
}

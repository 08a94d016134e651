//! From a program to its text: everything but code.

use std::collections::BTreeMap;
use std::fmt::Write;

use base::Id;

use crate::text::constant::{print_object_name, print_real};
use crate::text::names::{Spelling, quote, spell};
use crate::text::print_code::CodePrinter;
use crate::{
    Class, ClassId, Const, Function, FunctionId, Global, GlobalId, Identity, ImageObject, IntType,
    Local, Program,
};

/// The text of a program.
pub fn print(program: &Program) -> String {
    let printer = Printer::new(program);
    let mut out = String::new();
    printer.write(&mut out).expect("writing to a string");
    out
}

/// The program and how its parts are called.
pub(super) struct Printer<'p> {
    pub(super) program: &'p Program,
    pub(super) classes: Spelling<ClassId>,
    pub(super) globals: Spelling<GlobalId>,
    pub(super) functions: Spelling<FunctionId>,
    image: Vec<String>,
}

impl<'p> Printer<'p> {
    fn new(program: &'p Program) -> Self {
        Self {
            program,
            classes: Spelling::of(program.classes.values().map(|c| c.name.as_str())),
            globals: Spelling::of(program.globals.values().map(|g| g.name.as_str())),
            functions: Spelling::of(program.functions.values().map(|f| f.name.as_str())),
            image: image_names(program),
        }
    }

    fn write(&self, out: &mut String) -> std::fmt::Result {
        self.program
            .classes
            .values()
            .try_for_each(|c| self.class(out, c))?;
        for selector in self.program.selectors.values() {
            writeln!(out, "selector {}", spell(selector))?;
        }
        self.program
            .globals
            .values()
            .try_for_each(|g| self.global(out, g))?;
        self.program
            .image
            .values()
            .try_for_each(|o| self.object(out, o))?;
        for event in self.program.events.values() {
            let (name, file) = (quote(&event.name, '"'), quote(&event.place.file, '"'));
            writeln!(out, "event {name} {file} {}", event.place.line)?;
        }
        self.program
            .functions
            .values()
            .try_for_each(|f| self.function(out, f))
    }

    fn global(&self, out: &mut String, global: &Global) -> std::fmt::Result {
        let initial = global
            .initial
            .get()
            .map(|&c| format!(" = {}", self.constant(c)))
            .unwrap_or_default();
        let tracked = if global.tracked { " tracked" } else { "" };
        writeln!(
            out,
            "global {}: {}{initial}{tracked}",
            spell(&global.name),
            global.ty
        )
    }

    fn object(&self, out: &mut String, object: &ImageObject) -> std::fmt::Result {
        let name = object
            .name
            .as_deref()
            .map(print_object_name)
            .unwrap_or_default();
        write!(out, "image {name}: {}", self.classes.get(object.class))?;
        match object.content.get() {
            Some(content) => {
                let content: Vec<String> = content.iter().map(|&c| self.constant(c)).collect();
                writeln!(out, " {{ {} }}", content.join(", "))
            }
            None => writeln!(out),
        }
    }

    pub(super) fn constant(&self, constant: Const) -> String {
        match constant {
            Const::Bool(b) => b.to_string(),
            Const::Int(IntType::I32, value) => value.to_string(),
            Const::Int(
                int @ IntType {
                    bits: 64,
                    signed: false,
                },
                value,
            ) => {
                format!("{}{int}", value as u64)
            }
            Const::Int(int, value) => format!("{value}{int}"),
            Const::Float(float, bits) => print_real(float, bits),
            Const::Null => "null".to_owned(),
            Const::Object(object) => format!(
                "@{}",
                self.image.get(object.index()).map_or("`?`", String::as_str)
            ),
        }
    }

    fn class(&self, out: &mut String, class: &Class) -> std::fmt::Result {
        write!(out, "class {}", spell(&class.name))?;
        if let Some(element) = class.element {
            let of = element
                .class
                .map(|c| format!(" {}", self.classes.get(c)))
                .unwrap_or_default();
            write!(out, " [{}{of}]", element.ty)?;
        }
        if let Some(parent) = class.parent {
            write!(out, " extends {}", self.classes.get(parent))?;
        }
        for (i, interface) in class.interfaces.iter().enumerate() {
            let word = if i == 0 { " implements" } else { "," };
            write!(out, "{word} {}", self.classes.get(*interface))?;
        }
        match class.identity {
            Identity::Own => {}
            Identity::Unknown => write!(out, " alike")?,
            Identity::Number { slot, low, high } => write!(out, " alike({slot}, {low}, {high})")?,
        }
        if class.full {
            write!(out, " full")?;
        }
        writeln!(out, " {{")?;
        for field in &class.fields {
            let (name, ty) = (spell(&field.name), field.ty);
            let described = match field.source_type.is_empty() {
                true => String::new(),
                false => format!(" {}", quote(&field.source_type, '"')),
            };
            writeln!(out, "    field {name}: {ty}{described}")?;
        }
        for (selector, function) in class.methods.entries() {
            let selector = self.program.selectors.get(selector);
            let selector = spell(selector.map_or("?", String::as_str));
            let function = self.functions.get(function);
            writeln!(out, "    method {selector} = {function}")?;
        }
        writeln!(out, "}}")
    }

    fn function(&self, out: &mut String, function: &Function) -> std::fmt::Result {
        let params: Vec<String> = function.params.iter().map(declare).collect();
        write!(out, "fn {}({})", spell(&function.name), params.join(", "))?;
        if let Some(returns) = function.returns {
            write!(out, " -> {returns}")?;
        }
        if !function.file.is_empty() {
            write!(out, " file {}", quote(&function.file, '"'))?;
        }
        let Some(code) = function.code.get() else {
            return writeln!(out);
        };
        writeln!(out, " {{")?;
        for local in code.locals.values().skip(function.params.len()) {
            writeln!(out, "    local {}", declare(local))?;
        }
        CodePrinter::new(self, code).blocks(out)?;
        writeln!(out, "}}")
    }
}

fn declare(local: &Local) -> String {
    format!("{}: {}", spell(&local.name), local.ty)
}

/// How each object of the image is called where it is meant: by its name, and by its id where that does not tell.
fn image_names(program: &Program) -> Vec<String> {
    let names: Vec<&str> = program
        .image
        .values()
        .map(|o| o.name.as_deref().unwrap_or_default())
        .collect();
    let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
    names
        .iter()
        .for_each(|&name| *uses.entry(name).or_default() += 1);
    let written = names
        .iter()
        .enumerate()
        .map(|(id, &name)| match (name, uses[name]) {
            ("", _) => format!("#{id}"),
            (name, 1) => print_object_name(name),
            (name, _) => format!("{}#{id}", print_object_name(name)),
        });
    written.collect()
}

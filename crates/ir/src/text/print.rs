//! From a program to its text: everything but code.

use std::fmt::Write;

use crate::text::names::{Spelling, quote, spell};
use crate::text::print_code::CodePrinter;
use crate::{Class, ClassId, Function, FunctionId, GlobalId, Program, StringId};

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
    pub(super) strings: Spelling<StringId>,
}

impl<'p> Printer<'p> {
    fn new(program: &'p Program) -> Self {
        Self {
            program,
            classes: Spelling::of(&program.classes, |c| &c.name, spell),
            globals: Spelling::of(&program.globals, |g| &g.name, spell),
            functions: Spelling::of(&program.functions, |f| &f.name, spell),
            strings: Spelling::of(&program.strings, |s| s, |s| quote(s, '"')),
        }
    }

    fn write(&self, out: &mut String) -> std::fmt::Result {
        self.program.classes.values().try_for_each(|c| self.class(out, c))?;
        if let Some(class) = self.program.string_class {
            writeln!(out, "strings {}", self.classes.get(class))?;
        }
        for string in self.program.strings.values() {
            writeln!(out, "string {}", quote(string, '"'))?;
        }
        for global in self.program.globals.values() {
            writeln!(out, "global {}: {}", spell(&global.name), global.ty)?;
        }
        self.program.functions.values().try_for_each(|f| self.function(out, f))
    }

    fn class(&self, out: &mut String, class: &Class) -> std::fmt::Result {
        write!(out, "class {}", spell(&class.name))?;
        if let Some(parent) = class.parent {
            write!(out, " extends {}", self.classes.get(parent))?;
        }
        for (i, interface) in class.interfaces.iter().enumerate() {
            write!(out, "{} {}", if i == 0 { " implements" } else { "," }, self.classes.get(*interface))?;
        }
        writeln!(out, " {{")?;
        for field in &class.fields {
            writeln!(out, "    field {}: {}", spell(&field.name), field.ty)?;
        }
        for (selector, function) in &class.methods {
            writeln!(out, "    method {} = {}", spell(selector), self.functions.get(*function))?;
        }
        writeln!(out, "}}")
    }

    fn function(&self, out: &mut String, function: &Function) -> std::fmt::Result {
        let declare = |local: &crate::Local| format!("{}: {}", spell(&local.name), local.ty);
        let params: Vec<String> = function.locals.values().take(function.params).map(declare).collect();
        write!(out, "fn {}({})", spell(&function.name), params.join(", "))?;
        if let Some(returns) = function.returns {
            write!(out, " -> {returns}")?;
        }
        if !function.file.is_empty() {
            write!(out, " file {}", quote(&function.file, '"'))?;
        }
        writeln!(out, " {{")?;
        for local in function.locals.values().skip(function.params) {
            writeln!(out, "    local {}", declare(local))?;
        }
        CodePrinter::new(self, function).blocks(out)?;
        writeln!(out, "}}")
    }
}

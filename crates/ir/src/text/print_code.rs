//! From blocks, statements and expressions to their text.

use std::fmt::{Result, Write};

use crate::text::expression::{BINARY, FUNCTIONS, UNARY, binding};
use crate::text::names::{Spelling, quote, spell};
use crate::text::print::Printer;
use crate::{
    BinaryOp, Callee, ClassId, Code, Expr, FieldRef, GlobalId, LocalId, StatementKind,
    TerminatorKind, UnaryOp,
};

pub(super) struct CodePrinter<'a> {
    printer: &'a Printer<'a>,
    code: &'a Code,
    locals: Spelling<LocalId>,
}

impl<'a> CodePrinter<'a> {
    pub(super) fn new(printer: &'a Printer<'a>, code: &'a Code) -> Self {
        Self {
            printer,
            code,
            locals: Spelling::of(code.locals.values().map(|l| l.name.as_str())),
        }
    }

    pub(super) fn blocks(&self, out: &mut String) -> Result {
        for (id, block) in self.code.blocks.iter() {
            writeln!(out, "{id}:")?;
            for statement in &block.statements {
                writeln!(
                    out,
                    "    {}{}",
                    self.statement(&statement.kind),
                    line(statement.line)
                )?;
            }
            let terminator = &block.terminator;
            writeln!(
                out,
                "    {}{}",
                self.terminator(&terminator.kind),
                line(terminator.line)
            )?;
        }
        Ok(())
    }

    fn statement(&self, statement: &StatementKind) -> String {
        let local = |dst: &LocalId| self.local(*dst).to_owned();
        let (to, what) = match statement {
            StatementKind::Assign(dst, value) => (local(dst), self.expr(value)),
            StatementKind::Load(dst, object, field) => (local(dst), self.member(object, *field)),
            StatementKind::Store(object, field, value) => {
                (self.member(object, *field), self.expr(value))
            }
            StatementKind::LoadGlobal(dst, global) => (local(dst), self.global(*global)),
            StatementKind::StoreGlobal(global, value) => (self.global(*global), self.expr(value)),
            StatementKind::New(dst, class) => {
                (local(dst), format!("new {}", self.class_name(*class)))
            }
            StatementKind::NewArray(dst, class, length) => {
                let (class, length) = (self.class_name(*class), self.expr(length));
                (local(dst), format!("new {class}[{length}]"))
            }
            StatementKind::Length(dst, array) => (local(dst), format!("#{}", self.expr(array))),
            StatementKind::LoadElement(dst, array, index) => {
                (local(dst), self.element(array, index))
            }
            StatementKind::StoreElement(array, index, value) => {
                (self.element(array, index), self.expr(value))
            }
            StatementKind::CopyElements(copy) => {
                let (at, count) = (self.expr(&copy.at), self.expr(&copy.count));
                let to = format!("{}[{at}; {count}]", self.atom(&copy.to));
                (to, self.element(&copy.from, &copy.start))
            }
            StatementKind::Duplicate(dst, object) => {
                (local(dst), format!("new ({})", self.expr(object)))
            }
            StatementKind::ClassOf(dst, object) => {
                (local(dst), format!("class {}", self.expr(object)))
            }
            StatementKind::LoadSlot(dst, object, number) => (local(dst), self.slot(object, number)),
            StatementKind::StoreSlot(object, number, value) => {
                (self.slot(object, number), self.expr(value))
            }
            StatementKind::Memory(op) => return self.memory(op),
            StatementKind::World(op) => return self.world(op),
        };
        format!("{to} = {what}")
    }

    fn member(&self, object: &Expr, field: FieldRef) -> String {
        format!("{}->{}", self.atom(object), self.field(field))
    }

    fn slot(&self, object: &Expr, number: &Expr) -> String {
        format!("{}->[{}]", self.atom(object), self.expr(number))
    }

    fn global(&self, global: GlobalId) -> String {
        format!("global {}", self.printer.globals.get(global))
    }

    fn terminator(&self, terminator: &TerminatorKind) -> String {
        match terminator {
            TerminatorKind::Goto(to) => format!("goto {to}"),
            TerminatorKind::Branch {
                cond,
                then,
                otherwise,
            } => {
                format!("if {} then {then} else {otherwise}", self.expr(cond))
            }
            TerminatorKind::Switch {
                value,
                cases,
                default,
            } => {
                let cases: String = cases
                    .iter()
                    .map(|(case, to)| format!("{case}: {to}, "))
                    .collect();
                format!("switch {} {{ {cases}else: {default} }}", self.expr(value))
            }
            TerminatorKind::Call {
                dst,
                callee,
                args,
                next,
                unwind,
            } => {
                let dst = dst.map_or_else(String::new, |d| format!("{} = ", self.local(d)));
                let args: Vec<String> = args.iter().map(|a| self.expr(a)).collect();
                let (callee, args) = (self.callee(callee), args.join(", "));
                let unwind = unwind.as_ref().map_or_else(String::new, |u| {
                    format!(" unwind {}({})", u.block, self.local(u.exception))
                });
                format!("{dst}call {callee}({args}) then {next}{unwind}")
            }
            TerminatorKind::Return(None) => "return".to_owned(),
            TerminatorKind::Return(Some(value)) => format!("return {}", self.expr(value)),
            TerminatorKind::Throw(exception) => format!("throw {}", self.expr(exception)),
            TerminatorKind::Wait => "wait".to_owned(),
            TerminatorKind::Unsupported(reason) => format!("unsupported {}", quote(reason, '"')),
        }
    }

    fn callee(&self, callee: &Callee) -> String {
        match callee {
            Callee::Direct(function) => self.printer.functions.get(*function).to_owned(),
            Callee::Virtual(selector) => {
                let name = self
                    .printer
                    .program
                    .selectors
                    .get(*selector)
                    .map_or("?", String::as_str);
                format!("virtual {}", spell(name))
            }
            Callee::Native(name) => format!("native {}", quote(name, '"')),
        }
    }

    fn element(&self, array: &Expr, index: &Expr) -> String {
        format!("{}[{}]", self.atom(array), self.expr(index))
    }

    pub(super) fn class_name(&self, class: ClassId) -> &str {
        self.printer.classes.get(class)
    }

    fn field(&self, field: FieldRef) -> String {
        let class = self.printer.program.classes.get(field.class);
        let declared = class.and_then(|c| c.fields.get(field.index as usize));
        // Two fields of one name are told apart by their position.
        let twins = class.map_or(0, |c| {
            c.fields
                .iter()
                .filter(|f| Some(&f.name) == declared.map(|d| &d.name))
                .count()
        });
        let position = if twins > 1 {
            format!("#{}", field.index)
        } else {
            String::new()
        };
        let name = declared.map_or("?", |f| &f.name);
        format!(
            "{}::{}{position}",
            self.printer.classes.get(field.class),
            spell(name)
        )
    }

    pub(super) fn local(&self, local: LocalId) -> &str {
        self.locals.get(local)
    }

    pub(super) fn expr(&self, expr: &Expr) -> String {
        self.within(expr, 0)
    }

    /// An expression that an arrow can follow.
    fn atom(&self, expr: &Expr) -> String {
        self.within(expr, UNARY)
    }

    /// In brackets if it binds less tightly than `level`.
    fn within(&self, expr: &Expr, level: u8) -> String {
        match expr {
            Expr::Const(constant) => self.printer.constant(*constant),
            Expr::Local(local) => self.local(*local).to_owned(),
            Expr::Unary(UnaryOp::Not, a) => format!("!{}", self.within(a, UNARY)),
            // The brackets tell it from a negative constant.
            Expr::Unary(UnaryOp::Neg, a) => format!("-({})", self.expr(a)),
            Expr::Unary(
                op @ (UnaryOp::Abs | UnaryOp::Sqrt | UnaryOp::ToBits | UnaryOp::FromBits),
                a,
            ) => {
                let word = FUNCTIONS.iter().find(|(_, o)| o == op);
                let word = word.map_or("?", |(word, _)| word);
                format!("{word}({})", self.expr(a))
            }
            Expr::Binary(op, a, b) => {
                let own = binding(*op);
                let (a, b) = (self.within(a, own), self.within(b, own + 1));
                bracket(format!("{a} {} {b}", spell_operator(*op)), own < level)
            }
            Expr::Cast(ty, a) => format!("{ty}({})", self.expr(a)),
            Expr::InstanceOf(a, class) => {
                let own = binding(BinaryOp::Lt);
                let (a, class) = (self.within(a, own), self.class_name(*class));
                bracket(format!("{a} is {class}"), own < level)
            }
            Expr::Takes(array, value) => {
                let own = binding(BinaryOp::Lt);
                let (array, value) = (self.within(array, own), self.within(value, own + 1));
                bracket(format!("{array} takes {value}"), own < level)
            }
        }
    }
}

fn spell_operator(op: BinaryOp) -> &'static str {
    BINARY
        .iter()
        .find(|(_, o, _)| *o == op)
        .map(|(mark, ..)| *mark)
        .expect("every operator is in the table")
}

fn bracket(text: String, needed: bool) -> String {
    if needed { format!("({text})") } else { text }
}

fn line(line: u32) -> String {
    if line == 0 {
        String::new()
    } else {
        format!(" @{line}")
    }
}

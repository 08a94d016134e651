//! Objects: creation, casts, instance tests.

use ir::{BinaryOp, ClassId, Const, Expr, LocalId, StatementKind, TerminatorKind, Type};

use crate::jvm::descriptor::dotted;
use crate::jvm::method::op::Kind;
use crate::jvm::method::simplify::{self, int, null};
use crate::jvm::method::translation::{Flow, Step, Translation, invalid};
use crate::jvm::stream::instead;

impl Translation<'_> {
    pub(in crate::jvm) fn create(&mut self, index: u16) -> Step<Flow> {
        let name = self.class_made(index)?;
        let class = self.world.class(self.program, &name)?;
        if self
            .world
            .java(class)
            .is_none_or(|java| java.is_abstract() || java.is_interface())
        {
            return Err(invalid("an object of an abstract class is created"));
        }
        if self.begin_chain(&name) {
            return Ok(Flow::On);
        }
        self.make_ready(class)?;
        let object = self.out.temporary(simple_name(&name), Type::Ref);
        self.out.emit(StatementKind::New(object, class));
        self.non_null.insert(object);
        self.mark_builder(object, class);
        self.push(Expr::Local(object), Kind::Ref);
        Ok(Flow::On)
    }

    /// The class that an instruction names, or what stands for it in a filter.
    pub(in crate::jvm) fn class_named(&self, index: u16) -> Step<String> {
        let name = self.java.class_at(index)?;
        Ok(if self.world.may_meet_input(self.class) {
            instead::class(name)
        } else {
            name
        })
    }

    /// The class that an object is made of, or what stands for it in a filter.
    fn class_made(&self, index: u16) -> Step<String> {
        let name = self.java.class_at(index)?;
        let stands_in = self.world.may_meet_input(self.class) && !instead::extends_made(self.java);
        match stands_in {
            true => Ok(instead::made(name)),
            false => self.class_named(index),
        }
    }

    /// One of a filter's builders writes what the filter gives.
    fn mark_builder(&mut self, object: LocalId, class: ClassId) {
        let Some(filtering) = &self.world.filtering else {
            return;
        };
        let is_result = filtering.writes(self.java, &self.method.selector(), self.at);
        let made = match class == filtering.writer {
            true => class,
            false => filtering.builder,
        };
        if is_result && let Some(field) = self.world.own_field(made, "writes") {
            self.out.emit(StatementKind::Store(
                Expr::Local(object),
                field,
                Expr::Const(Const::Bool(true)),
            ));
        }
    }

    pub(in crate::jvm) fn check_cast(&mut self, index: u16) -> Step<Flow> {
        let name = self.class_named(index)?;
        let value = self.pop(Kind::Ref)?;
        let value = self.as_leaf(value);
        let flow = match self.known_class(&name) {
            _ if value == null() => Flow::On,
            Some(class) => {
                let fits = Expr::InstanceOf(Box::new(value.clone()), class);
                let fits = if self.is_non_null(&value) {
                    fits
                } else {
                    or(self.is_null(&value), fits)
                };
                self.raise_if(
                    simplify::not(self.out.locals(), fits),
                    "java/lang/ClassCastException",
                )?
            }
            None => {
                let not_null = simplify::not(self.out.locals(), self.is_null(&value));
                self.give_up_if(
                    not_null,
                    format!("a cast to {}, which is not at hand", dotted(&name)),
                );
                Flow::On
            }
        };
        self.push(value, Kind::Ref);
        Ok(flow)
    }

    pub(in crate::jvm) fn instance_of(&mut self, index: u16) -> Step<Flow> {
        let name = self.class_named(index)?;
        let value = self.pop(Kind::Ref)?;
        let answer = match self.known_class(&name) {
            _ if value == null() => int(0),
            Some(class) => self
                .out
                .cast(Kind::Int.ty(), Expr::InstanceOf(Box::new(value), class)),
            None => {
                let not_null = simplify::not(self.out.locals(), self.is_null(&value));
                self.give_up_if(
                    not_null,
                    format!(
                        "an instance test for {}, which is not at hand",
                        dotted(&name)
                    ),
                );
                int(0)
            }
        };
        self.push(answer, Kind::Int);
        Ok(Flow::On)
    }

    /// Ends the path as unsupported if `cond` holds.
    pub(in crate::jvm) fn give_up_if(&mut self, cond: Expr, reason: String) {
        if cond == Expr::Const(Const::Bool(false)) {
            return;
        }
        let away = self.out.reserve();
        self.beside(away, |this| {
            this.out.end(TerminatorKind::Unsupported(reason))
        });
        self.out.leave_if(cond, away);
    }

    fn is_null(&self, value: &Expr) -> Expr {
        if self.is_non_null(value) {
            return simplify::boolean(false);
        }
        simplify::same_reference(BinaryOp::Eq, value.clone(), null())
    }
}

fn or(a: Expr, b: Expr) -> Expr {
    Expr::Binary(BinaryOp::Or, Box::new(a), Box::new(b))
}

fn simple_name(name: &str) -> &str {
    name.rsplit(['/', '$']).next().unwrap_or(name)
}

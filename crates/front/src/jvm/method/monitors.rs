//! Monitors: one thread alone never waits for one, but `notify` and `wait` ask whether it is held (JVMS 2.11.10).
//!
//! Only the methods that notify or wait remember which monitors they entered, each in a local of its own. A monitor that
//! a caller may hold is not known here, so the path ends as unsupported: whether `notify` throws is never guessed.

use ir::{BinaryOp, Expr, StatementKind, Type};
use ristretto_classfile::MethodAccessFlags;

use crate::jvm::class::{JavaClass, Member};
use crate::jvm::method::op::{Kind, Op};
use crate::jvm::method::simplify::{self, boolean, null};
use crate::jvm::method::state::Entry;
use crate::jvm::method::translation::{Flow, Step, Translation, invalid};

/// Whether a call throws unless the monitor of its receiver is held.
pub(in crate::jvm) fn needs_monitor(member: &Member) -> bool {
    match member.name.as_str() {
        "notify" | "notifyAll" => member.descriptor == "()V",
        "wait" => matches!(member.descriptor.as_str(), "()V" | "(J)V" | "(JI)V"),
        _ => false,
    }
}

impl Translation<'_> {
    /// At the beginning of a method: no monitor is entered yet.
    pub(in crate::jvm) fn follow_monitors(&mut self) {
        let ops: Vec<_> = self
            .code
            .instructions
            .iter()
            .enumerate()
            .map(|(at, op)| (at, Op::of(op, at)))
            .collect();
        if !ops.iter().any(|(_, op)| asks_for_monitor(self.java, op)) {
            return;
        }
        for (at, op) in &ops {
            if matches!(op, Op::EnterMonitor) {
                let held = self.out.temporary("held", Type::Ref);
                self.out.emit(StatementKind::Assign(held, null()));
                self.monitors.0.insert(*at, held);
            }
        }
    }

    pub(in crate::jvm) fn enter_monitor(&mut self) -> Step<Flow> {
        let object = self.pop(Kind::Ref)?;
        let object = self.as_leaf(object);
        if self.refuse_null(&object)? == Flow::Ended {
            return Ok(Flow::Ended);
        }
        if let Some(&held) = self.monitors.0.get(&self.at) {
            self.out.emit(StatementKind::Assign(held, object));
        }
        Ok(Flow::On)
    }

    /// Which of several monitors ends is not told apart: none is known to be held afterwards.
    pub(in crate::jvm) fn exit_monitor(&mut self) -> Step<Flow> {
        let object = self.pop(Kind::Ref)?;
        if self.refuse_null(&object)? == Flow::Ended {
            return Ok(Flow::Ended);
        }
        for &held in self.monitors.0.values() {
            self.out.emit(StatementKind::Assign(held, null()));
        }
        Ok(Flow::On)
    }

    /// Ends the path where the monitor of the receiver, which is on the stack below the arguments, may not be held.
    pub(in crate::jvm) fn demand_monitor(&mut self, arguments: usize) -> Step<()> {
        let receiver = self.below(arguments)?;
        if self.this.is_some_and(|this| receiver == Expr::Local(this)) && self.is_synchronized() {
            return Ok(());
        }
        let known = self
            .monitors
            .0
            .values()
            .fold(boolean(false), |known, &held| {
                let same =
                    simplify::same_reference(BinaryOp::Eq, receiver.clone(), Expr::Local(held));
                Expr::Binary(BinaryOp::Or, Box::new(known), Box::new(same))
            });
        let unknown = simplify::not(self.out.locals(), known);
        self.give_up_if(
            unknown,
            "notify or wait where the monitor is not known to be held".to_owned(),
        );
        Ok(())
    }

    /// The object below this many values on the stack.
    fn below(&mut self, values: usize) -> Step<Expr> {
        let position = self
            .stack
            .len()
            .checked_sub(values + 1)
            .ok_or_else(|| invalid("a call without its object"))?;
        let (object, kind) = self.value_of(self.stack[position].clone())?;
        let object = self.as_leaf(object);
        self.stack[position] = Entry::Value(object.clone(), kind);
        Ok(object)
    }

    fn is_synchronized(&self) -> bool {
        !self.method.is_static() && self.method.flags.contains(MethodAccessFlags::SYNCHRONIZED)
    }
}

fn asks_for_monitor(java: &JavaClass, op: &Op) -> bool {
    let Op::Invoke(_, index) = op else {
        return false;
    };
    java.member_at(*index)
        .is_ok_and(|member| needs_monitor(&member))
}

//! Local variables: loads, stores, increments.

use ir::{BinaryOp, Expr, LocalId};

use crate::jvm::method::op::Kind;
use crate::jvm::method::simplify;
use crate::jvm::method::translation::{Flow, Step, Translation};

impl Translation<'_> {
    pub(in crate::jvm) fn load(&mut self, kind: Kind, slot: usize) -> Step<Flow> {
        let local = self.variable(slot, kind);
        let ty = self.out.locals()[local].ty;
        self.push_typed(local, ty);
        Ok(Flow::On)
    }

    pub(in crate::jvm) fn store(&mut self, kind: Kind, slot: usize) -> Step<Flow> {
        let value = self.pop(kind)?;
        let local = self.variable(slot, kind);
        self.protect_from(local)?;
        self.set(local, value);
        Ok(Flow::On)
    }

    pub(in crate::jvm) fn increment(&mut self, slot: usize, by: i64) -> Step<Flow> {
        let local = self.variable(slot, Kind::Int);
        self.protect_from(local)?;
        let sum = simplify::arithmetic(
            self.out.locals(),
            BinaryOp::Add,
            Expr::Local(local),
            simplify::int(by),
        );
        self.set(local, sum);
        Ok(Flow::On)
    }

    fn variable(&mut self, slot: usize, kind: Kind) -> LocalId {
        let code = self.code;
        self.out.slot(slot, kind, || {
            let fits =
                |v: &&crate::jvm::class::Variable| v.slot == slot && Kind::of(v.ty.ir()) == kind;
            let mut names: Vec<&str> = code
                .variables
                .iter()
                .filter(fits)
                .map(|v| v.name.as_str())
                .collect();
            names.sort_unstable();
            names.dedup();
            // Variables of different scopes may share a slot.
            if names.is_empty() {
                format!("local{slot}")
            } else {
                names.join("/")
            }
        })
    }
}

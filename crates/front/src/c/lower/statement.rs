//! Statements (C11 6.8).

use ir::{BinaryOp, Const, Expr, StatementKind, Type, WorldOp};

use super::body::Lowering;
use super::call::LASTS;
use super::endings::Undefined;
use super::fold;
use super::shape::Shape;
use super::value::{Value, number};
use super::whole::Head;
use crate::c::tree::*;

impl Lowering<'_, '_> {
    pub(super) fn stmt(&mut self, id: StmtId) {
        let unit = self.unit();
        let node = &unit.stmts[id];
        self.code.line = node.place.line;
        match &node.kind {
            StmtKind::Block { body, .. } => self.scoped(id, |lowering| {
                body.iter().for_each(|s| lowering.stmt(*s));
            }),
            StmtKind::Declare {
                local,
                init: Some(init),
            } => self.initialise(*local, init),
            StmtKind::Declare { local, init: None } => self.declare(*local),
            StmtKind::Measure { length, most } => self.measure(*length, *most),
            StmtKind::Expr(expr) => self.effect(*expr),
            StmtKind::If {
                condition,
                then,
                otherwise,
            } => self.if_statement(*condition, *then, *otherwise),
            StmtKind::While { condition, body } => self.while_loop(id, *condition, *body),
            StmtKind::DoWhile { body, condition } => self.do_loop(id, *body, *condition),
            StmtKind::For {
                init,
                condition,
                step,
                body,
            } => self.for_loop(id, *init, *condition, *step, *body),
            StmtKind::Switch {
                value,
                cases,
                default,
                body,
            } => self.switch(id, *value, cases, *default, *body),
            StmtKind::Labelled { label, body } => {
                self.place_label(*label);
                self.stmt(*body);
            }
            StmtKind::Goto(label) => self.jump(*label),
            StmtKind::ComputedGoto(target) => self.computed_jump(*target),
            StmtKind::Break => self.leave_to(self.breaks.last().copied()),
            StmtKind::Continue => self.leave_to(self.continues.last().copied()),
            StmtKind::Return(value) => self.return_statement(*value),
            StmtKind::Empty => {}
            StmtKind::Unsupported(what) => self.unsupported(what.clone()),
        }
    }

    /// Goes on with a length that an array can have. Runs on which there is no memory for it do not count.
    fn measure(&mut self, length: ExprId, most: i64) {
        let Value::Number(length) = self.value(length) else {
            return;
        };
        let Type::Int(int) = self.code.ty(&length) else {
            return;
        };
        let none = fold::binary(BinaryOp::Le, length.clone(), number(int, 0));
        let away = self.undefined(Undefined::Length);
        self.code.leave_if(none, away);
        if i128::from(most) < int.max() {
            self.code.world(WorldOp::Assume(LASTS.into()));
            self.assume_within(&length, 1, most);
        }
    }

    fn if_statement(&mut self, condition: ExprId, then: StmtId, otherwise: Option<StmtId>) {
        let line = self.code.line;
        let (yes, no, on) = (self.code.block(), self.code.block(), self.code.block());
        self.branch_on(condition, yes, no);
        self.code.at(yes);
        self.on_outcome(condition, true);
        self.stmt(then);
        self.code.goto(on);
        self.code.at(no);
        self.code.line = line;
        self.on_outcome(condition, false);
        if let Some(otherwise) = otherwise {
            self.stmt(otherwise);
        }
        self.code.flow(on);
    }

    /// A label: jumps lead here.
    pub(super) fn place_label(&mut self, label: LabelId) {
        self.enter_label_loop(label);
        self.placed.insert(label);
        let block = self.label(label);
        self.code.flow(block);
        if let Some(number) = self.survey.labels.get(&label).and_then(|site| site.loop_) {
            self.code.world(WorldOp::Iterate(number));
        }
        self.on_label(label);
    }

    fn leave_to(&mut self, target: Option<(ir::BlockId, usize)>) {
        // The tree has no `break` or `continue` that stands nowhere.
        let Some((block, depth)) = target else {
            return self.unsupported("a jump to nowhere");
        };
        self.unwind(depth);
        self.code.goto(block);
    }

    fn return_statement(&mut self, value: Option<ExprId>) {
        let result = value.map(|value| {
            (
                self.value(value),
                self.shape(self.unit().exprs[value].ty.id),
            )
        });
        self.on_return();
        match result {
            Some((value, shape)) => self.return_value(value, &shape),
            None => self.return_nothing(),
        }
    }

    pub(super) fn return_value(&mut self, value: Value, shape: &Shape) {
        match value {
            Value::Void => {
                self.unwind(0);
                self.finish_return(None);
            }
            Value::Number(number) => {
                self.unwind(0);
                self.finish_return(Some(number));
            }
            Value::Pointer(pointer) => {
                self.demand_given_as_said(&pointer);
                // Callers set it back to 0.
                if pointer.offset != super::value::offset(0) {
                    self.code.push(StatementKind::StoreGlobal(
                        self.whole.returned_offset,
                        pointer.offset,
                    ));
                }
                self.unwind(0);
                self.finish_return(Some(pointer.block));
            }
            Value::Record(from) => {
                if let (Some(to), Shape::Record(size)) = (self.result.clone(), shape) {
                    self.copy_record(&from, &to, *size);
                }
                self.unwind(0);
                self.finish_return(None);
            }
        }
    }

    /// The end of a function is reached. `main` returns 0 then (C11 5.1.2.2.3).
    pub(super) fn fall_off(&mut self, head: &Head, name: &str) {
        match head.returns {
            Some(ir::Type::Int(int)) if name == self.whole.options.entry => {
                self.on_return();
                self.finish_return(Some(number(int, 0)));
            }
            _ => {
                self.on_return();
                self.return_nothing();
            }
        }
    }

    /// A function ends without the result it owes: whoever looks at it must not.
    fn return_nothing(&mut self) {
        let Some(function) = self.function else {
            return self.finish_return(None);
        };
        let head = self.whole.head(function);
        self.unwind(0);
        if head.owes {
            let yes = Expr::Const(Const::Bool(true));
            self.code
                .push(StatementKind::StoreGlobal(self.whole.returned_nothing, yes));
        }
        self.finish_return(head.returns.map(|ty| Expr::Const(Const::zero(ty))));
    }
}

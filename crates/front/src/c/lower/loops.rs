//! Loops.

use ir::{BlockId, WorldOp};

use super::body::Lowering;
use crate::c::tree::{ExprId, StmtId};

impl Lowering<'_, '_> {
    pub(super) fn while_loop(&mut self, id: StmtId, condition: ExprId, body: StmtId) {
        self.loop_(id, |lowering, on| {
            let (test, inside) = (lowering.code.block(), lowering.code.block());
            lowering.code.flow(test);
            lowering.loop_test(Some(condition), inside, on);
            lowering.loop_body(id, body, (on, test));
            lowering.code.goto(test);
        });
    }

    pub(super) fn for_loop(
        &mut self,
        id: StmtId,
        init: Option<ExprId>,
        condition: Option<ExprId>,
        step: Option<ExprId>,
        body: StmtId,
    ) {
        if let Some(init) = init {
            self.effect(init);
        }
        self.loop_(id, |lowering, on| {
            let [test, inside, next] = std::array::from_fn(|_| lowering.code.block());
            lowering.code.flow(test);
            lowering.loop_test(condition, inside, on);
            lowering.loop_body(id, body, (on, next));
            lowering.code.flow(next);
            if let Some(step) = step {
                lowering.effect(step);
            }
            lowering.code.goto(test);
        });
    }

    pub(super) fn do_loop(&mut self, id: StmtId, body: StmtId, condition: ExprId) {
        self.loop_(id, |lowering, on| {
            let (inside, test) = (lowering.code.block(), lowering.code.block());
            lowering.code.flow(inside);
            lowering.loop_body(id, body, (on, test));
            lowering.code.flow(test);
            let again = lowering.code.block();
            lowering.branch_loop(Some(condition), again, on);
            lowering.code.at(again);
            lowering.code.goto(inside);
        });
    }

    /// A loop: `body` is given the block behind it.
    fn loop_(&mut self, id: StmtId, body: impl FnOnce(&mut Self, BlockId)) {
        let line = self.code.line;
        let on = self.code.block();
        self.scoped(id, |lowering| {
            body(lowering, on);
            lowering.code.line = line;
            lowering.code.at(on);
        });
    }

    fn loop_test(&mut self, condition: Option<ExprId>, inside: BlockId, on: BlockId) {
        self.branch_loop(condition, inside, on);
        self.code.at(inside);
    }

    /// Goes into the loop or out of it, and lets both be seen.
    fn branch_loop(&mut self, condition: Option<ExprId>, inside: BlockId, on: BlockId) {
        let Some(condition) = condition else {
            return self.code.goto(inside);
        };
        let (yes, no) = (self.code.block(), self.code.block());
        self.branch_on(condition, yes, no);
        for (block, to, taken) in [(yes, inside, true), (no, on, false)] {
            self.code.at(block);
            self.on_outcome(condition, taken);
            self.code.goto(to);
        }
    }

    /// The body, with where `break` and `continue` lead.
    fn loop_body(&mut self, id: StmtId, body: StmtId, (out, next): (BlockId, BlockId)) {
        if let Some(number) = self.survey.loops.get(&id) {
            self.code.world(WorldOp::Iterate(*number));
        }
        let depth = self.scopes.len();
        self.breaks.push((out, depth));
        self.continues.push((next, depth));
        self.stmt(body);
        self.breaks.pop();
        self.continues.pop();
    }
}

//! `switch` (C11 6.8.4.2).

use ir::{BinaryOp, BlockId, Expr, IntType, TerminatorKind, Type};

use super::body::Lowering;
use super::fold;
use super::value::number;
use crate::c::tree::{Case, ExprId, LabelId, StmtId};

/// Ranges of cases up to this many values are cases one by one.
const RANGE: i128 = 64;

impl Lowering<'_, '_> {
    pub(super) fn switch(
        &mut self,
        id: StmtId,
        value: ExprId,
        cases: &[Case],
        default: Option<LabelId>,
        body: StmtId,
    ) {
        let value = self.number(value);
        let value = self.code.atom(value);
        let on = self.code.block();
        let Type::Int(int) = self.code.ty(&value) else {
            return self.unsupported("a switch on no integer");
        };
        let targets: Vec<BlockId> = cases
            .iter()
            .map(|case| self.case_block(id, Some(case), case.label))
            .collect();
        let other = match default {
            Some(label) => self.case_block(id, None, label),
            None => self.default_block(id, on),
        };
        self.dispatch(&value, int, cases, &targets, other);
        self.breaks.push((on, self.scopes.len()));
        self.stmt(body);
        self.breaks.pop();
        self.code.flow(on);
    }

    /// A block that leads to a label, through the beginnings of lives.
    fn case_block(&mut self, id: StmtId, case: Option<&Case>, label: LabelId) -> BlockId {
        let (block, here) = (self.code.block(), self.code.here);
        self.code.at(block);
        self.on_case(id, case.map(|case| (case.low, case.high)));
        self.jump(label);
        self.code.at(here);
        block
    }

    fn default_block(&mut self, id: StmtId, on: BlockId) -> BlockId {
        let (block, here) = (self.code.block(), self.code.here);
        self.code.at(block);
        self.on_case(id, None);
        self.code.goto(on);
        self.code.at(here);
        block
    }

    fn dispatch(
        &mut self,
        value: &Expr,
        int: IntType,
        cases: &[Case],
        targets: &[BlockId],
        other: BlockId,
    ) {
        let mut single = Vec::new();
        for (case, target) in cases.iter().zip(targets) {
            if case.high - case.low < RANGE {
                single.extend((case.low..=case.high).map(|n| (int.wrap(n as i64), *target)));
            } else {
                let low = fold::binary(BinaryOp::Ge, value.clone(), number(int, case.low));
                let high = fold::binary(BinaryOp::Le, value.clone(), number(int, case.high));
                self.code
                    .leave_if(fold::binary(BinaryOp::And, low, high), *target);
            }
        }
        if single.is_empty() {
            return self.code.goto(other);
        }
        self.code.end(TerminatorKind::Switch {
            value: value.clone(),
            cases: single,
            default: other,
        });
    }
}

//! Parts of an expression that may be undefined, beside others that may never come back.
//!
//! In `stop() + 10 / z` a compiler may divide first (C11 6.5p3). Where undefined behaviour is a failure, a part that may be undefined
//! and shows nothing else is therefore looked at before those that may end the run: whether a compiler evaluates such a part first is
//! left open, and a run in which that happens counts only if the part is undefined. Otherwise the run is one that is followed anyway.

use std::collections::BTreeSet;

use ir::{BlockId, Code, Expr, Like, LocalId, Open, StatementKind, TerminatorKind, Type, WorldOp};

use super::body::Lowering;
use super::effects::Effects;
use super::order::{Meeting, ORDER, Operand};

/// What is assumed where a function that calls itself stands beside a call that may be undefined: to follow the other order in each
/// of its calls would take exponentially many runs.
const COMES_BACK: &str = "every function that calls itself comes back";

/// Which operands may be undefined before others end the run.
#[derive(Default)]
pub(super) struct Early {
    /// They may be undefined, and nothing else is seen of them.
    undefined: Vec<usize>,
    /// They may be undefined, and more is seen of them.
    calling: Vec<usize>,
    /// They may end the program.
    ending: Vec<usize>,
    /// They may never come back.
    staying: Vec<usize>,
    /// They may never come back, as functions call each other in a circle.
    recursing: Vec<usize>,
}

impl Early {
    /// Whether an operand may be undefined, and nothing else is seen of it.
    pub(super) fn has(&self, operand: usize) -> bool {
        self.undefined.contains(&operand)
    }

    /// Whether one operand must be looked at before another one. Where both are seen and one may end the program, every order is
    /// followed already.
    fn is_due(&self, operand: usize, before: usize) -> bool {
        let stays = self.staying.contains(&before);
        let ends = self.ending.contains(&before) || self.recursing.contains(&before);
        self.has(operand) && (ends || stays) || self.calling.contains(&operand) && stays
    }

    /// Whether calls must come back that stand beside others that may be undefined.
    fn needs_returns(&self) -> bool {
        let beside = |one: &usize| self.calling.iter().any(|other| one != other);
        self.recursing.iter().any(beside)
    }
}

/// A part that is looked at early, in the code.
pub(super) struct Trial {
    /// Where that is left open.
    at: BlockId,
    /// Says whether it is.
    chosen: LocalId,
    /// Where it is.
    first: BlockId,
    /// Where the run ends that does not count.
    end: BlockId,
    /// Where the others begin.
    on: BlockId,
}

impl Lowering<'_, '_> {
    /// Which operands may be undefined before others end the run, by what they do.
    pub(super) fn early(&self, effects: &[Effects]) -> Early {
        if !self.whole.options.failures.undefined {
            return Early::default();
        }
        let which = |has: &dyn Fn(&Effects) -> bool| {
            let found = effects.iter().enumerate().filter(|(_, each)| has(each));
            found.map(|(at, _)| at).collect::<Vec<usize>>()
        };
        Early {
            undefined: which(&|each| each.acts.undefined && !each.is_seen()),
            calling: which(&|each| each.acts.undefined && each.is_seen()),
            ending: which(&|each| each.acts.exits),
            staying: which(&|each| each.acts.stays),
            recursing: which(&|each| each.acts.recurses),
        }
    }

    /// What is not followed is assumed.
    pub(super) fn heed_recursion(&mut self, early: &Early) {
        if early.needs_returns() {
            self.code.world(WorldOp::Assume(COMES_BACK.into()));
        }
    }

    /// Before the first of some operands in their order: if that may end the run, the others may be undefined before.
    pub(super) fn try_before(&mut self, operands: &[Operand], order: &[usize], meeting: &Meeting) {
        let Some((first, later)) = order.split_first() else {
            return;
        };
        let has_every_order = |at: usize| meeting.ordered.contains(&at);
        for &at in later {
            let followed = has_every_order(*first) && has_every_order(at);
            if !followed && meeting.early.is_due(at, *first) {
                self.attempt(operands[at]);
            }
        }
    }

    /// A run in which an operand comes first, if it is undefined.
    fn attempt(&mut self, operand: Operand) {
        let chosen = self.code.open_local(Type::Bool, ORDER, Like::Any);
        let (first, end, on) = (self.code.block(), self.code.block(), self.code.block());
        let at = self.code.here;
        self.code.branch(Expr::Local(chosen), first, on);
        self.code.at(first);
        if self.has_statements(operand.id) {
            self.unsupported("the order in which these parts are evaluated, which C leaves open");
        } else {
            self.operand(operand);
        }
        self.code.flow(end);
        self.code
            .end(TerminatorKind::Throw(self.whole.thrown.assumption()));
        self.code.at(on);
        self.trials.push(Trial {
            at,
            chosen,
            first,
            end,
            on,
        });
    }
}

/// The code without trials of what is never undefined, after all.
pub(super) fn forget(mut code: Code, trials: &[Trial]) -> Code {
    for trial in trials {
        if trial.is_idle(&code) {
            let block = &mut code.blocks[trial.at];
            block.statements.retain(|s| !trial.is_chosen_by(&s.kind));
            block.terminator.kind = TerminatorKind::Goto(trial.on);
        }
    }
    code
}

impl Trial {
    fn is_chosen_by(&self, kind: &StatementKind) -> bool {
        let StatementKind::World(op) = kind else {
            return false;
        };
        matches!(&**op, WorldOp::Open(Open { dst, .. }) if *dst == self.chosen)
    }

    /// Whether nothing but its end is reached from its beginning.
    fn is_idle(&self, code: &Code) -> bool {
        let (mut seen, mut open) = (BTreeSet::from([self.first]), vec![self.first]);
        while let Some(at) = open.pop() {
            if at == self.end {
                continue;
            }
            let end = &code.blocks[at].terminator.kind;
            let goes_on = matches!(
                end,
                TerminatorKind::Goto(_)
                    | TerminatorKind::Branch { .. }
                    | TerminatorKind::Switch { .. }
            );
            if !goes_on {
                return false;
            }
            open.extend(
                end.successors()
                    .into_iter()
                    .filter(|next| seen.insert(*next)),
            );
        }
        true
    }
}

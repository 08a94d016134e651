//! Control flow alone: the words that a program could show if every branch could go either way and every call could return
//! to every caller.

use std::collections::BTreeMap;

use base::{Failure, Id, Place};
use ir::{BlockId, Callee, Const, Expr, FunctionId, StatementKind, TerminatorKind, WorldOp};

use super::Subject;

/// Points of a program and the ways between them.
#[derive(Clone, Debug, Default)]
pub struct Flow {
    /// How many points there are; the program starts at the first.
    pub points: usize,
    /// Steps; those without an event are silent.
    pub steps: Vec<(usize, Option<usize>, usize)>,
    /// Where it can fail: the kind of failure, and where; nothing for code that is none of the user's, which fails where it is
    /// called.
    pub failures: Vec<(usize, Failure, Option<Place>)>,
    /// Where it can end.
    pub ends: Vec<usize>,
    /// Whether there are places where it cannot be followed.
    pub is_cut: bool,
}

/// The control flow of all functions that can be called.
pub fn control_flow(subject: &Subject) -> Flow {
    let mut drawing = Drawing {
        subject,
        flow: Flow::default(),
        entries: BTreeMap::new(),
        waiting: Vec::new(),
    };
    let (entry, exit) = drawing.function(subject.start);
    debug_assert_eq!(entry, 0);
    drawing.flow.ends.push(exit);
    while let Some(function) = drawing.waiting.pop() {
        drawing.body(function);
    }
    drawing.flow
}

struct Drawing<'a> {
    subject: &'a Subject,
    flow: Flow,
    /// Where each function begins and where it returns.
    entries: BTreeMap<FunctionId, (usize, usize)>,
    waiting: Vec<FunctionId>,
}

impl Drawing<'_> {
    fn point(&mut self) -> usize {
        self.flow.points += 1;
        self.flow.points - 1
    }

    fn function(&mut self, function: FunctionId) -> (usize, usize) {
        if let Some(&known) = self.entries.get(&function) {
            return known;
        }
        let points = (self.point(), self.point());
        self.entries.insert(function, points);
        self.waiting.push(function);
        points
    }

    fn body(&mut self, function: FunctionId) {
        let code = self.subject.program.code(function);
        let (entry, exit) = self.entries[&function];
        let mut starts: BTreeMap<BlockId, usize> = BTreeMap::new();
        for id in code.blocks.ids() {
            let point = if id.index() == 0 { entry } else { self.point() };
            starts.insert(id, point);
        }
        for (id, block) in code.blocks.iter() {
            let mut at = starts[&id];
            for statement in &block.statements {
                if let StatementKind::World(op) = &statement.kind
                    && let WorldOp::Event(event) = **op
                {
                    let next = self.point();
                    self.flow.steps.push((at, Some(event.index()), next));
                    at = next;
                }
            }
            self.leave(function, at, exit, &block.terminator, &starts);
        }
    }

    fn leave(
        &mut self,
        function: FunctionId,
        at: usize,
        exit: usize,
        terminator: &ir::Terminator,
        starts: &BTreeMap<BlockId, usize>,
    ) {
        match &terminator.kind {
            TerminatorKind::Call { callee, next, .. } => {
                for callee in self.callees(callee) {
                    let (entry, returns) = self.function(callee);
                    self.flow.steps.push((at, None, entry));
                    self.flow.steps.push((returns, None, starts[next]));
                }
            }
            TerminatorKind::Return(_) => self.flow.steps.push((at, None, exit)),
            TerminatorKind::Throw(exception) => {
                let function = &self.subject.program.functions[function];
                let place = Place {
                    file: function.file.clone(),
                    line: terminator.line,
                };
                self.throw(at, exception, place, function.is_hidden());
            }
            // What is cut off in code of the user's is not there at all.
            TerminatorKind::Wait | TerminatorKind::Unsupported(_) => {
                self.flow.is_cut |= !self.subject.program.functions[function].is_hidden();
            }
            other @ (TerminatorKind::Goto(_)
            | TerminatorKind::Branch { .. }
            | TerminatorKind::Switch { .. }) => {
                other
                    .successors()
                    .into_iter()
                    .for_each(|next| self.flow.steps.push((at, None, starts[&next])));
            }
        }
    }

    fn throw(&mut self, at: usize, exception: &Expr, place: Place, is_hidden: bool) {
        let Expr::Const(Const::Object(object)) = exception else {
            // Only what ends the program carries something with it.
            self.flow.ends.push(at);
            return;
        };
        match self
            .subject
            .end_of(self.subject.program.image[*object].class, place)
        {
            super::End::Failed { what, place } => {
                let place = Some(place).filter(|_| !is_hidden);
                self.flow.failures.push((at, what, place));
            }
            super::End::Ended => self.flow.ends.push(at),
            super::End::Undefined { .. }
            | super::End::Discarded
            | super::End::Beyond { .. }
            | super::End::Unknown(_) => {}
        }
    }

    fn callees(&self, callee: &Callee) -> Vec<FunctionId> {
        match callee {
            Callee::Direct(function) => vec![*function],
            Callee::Virtual(selector) => {
                let classes = self.subject.program.classes.values();
                classes
                    .filter_map(|class| class.methods.get(*selector).flatten())
                    .collect()
            }
            Callee::Native(_) => Vec::new(),
        }
    }
}

//! Scopes: lives that begin and end with blocks of code, whichever way those are entered and left.

use ir::memory::{Content, MemoryOp, NewBlock, Storage};
use ir::{BlockId, Const, Expr, LocalId, WorldOp};

use super::body::Lowering;
use super::home::Home;
use super::pointer::equal;
use super::shape::I64;
use super::value::{Pointer, Value, offset};
use crate::c::Base;
use crate::c::tree::{self, ExprId, LabelId, StmtId, StmtKind};

impl Lowering<'_, '_> {
    /// Lowers what stands in a block, from the beginning of its objects' lives to the end.
    pub(super) fn scoped(&mut self, scope: StmtId, body: impl FnOnce(&mut Self)) {
        self.enter(scope);
        self.scopes.push(scope);
        body(self);
        self.scopes.pop();
        self.leave(scope);
    }

    /// A loop is entered, or a block, and the lives of its objects begin.
    pub(super) fn enter(&mut self, scope: StmtId) {
        if let Some(number) = self.survey.loops.get(&scope) {
            self.code.world(WorldOp::Enter(*number));
        }
        for local in self.objects(scope) {
            self.begin(local);
        }
    }

    fn begin(&mut self, local: tree::LocalId) {
        match self.homes[&local] {
            Home::Block(block, size) => {
                self.new_block(block, size, self.storage(local), &self.local_name(local));
            }
            Home::Variable(block) => self.new_variable_block(block, local),
            Home::Number(_, None) | Home::Pointer { given: None, .. } => {}
            // Every local of the ir must be written before it is read, though nobody reads this.
            Home::Number(number, given @ Some(_)) => {
                let zero = Const::zero(self.code.locals[number].ty);
                self.code.assign(number, Expr::Const(zero));
                self.give(given, false);
            }
            Home::Pointer {
                block,
                offset: at,
                given: given @ Some(_),
            } => {
                self.code.assign(at, offset(0));
                self.code.assign(block, Expr::Const(Const::Null));
                self.give(given, false);
            }
        }
    }

    /// Notes whether a variable has a value.
    pub(super) fn give(&mut self, given: Option<LocalId>, has: bool) {
        if let Some(given) = given {
            self.code.assign(given, Expr::Const(Const::Bool(has)));
        }
    }

    /// The same for an array of variable length.
    fn new_variable_block(&mut self, block: LocalId, local: tree::LocalId) {
        let function = self.function.map(|id| &self.unit().functions[id]);
        let bytes = function.and_then(|function| function.locals[local].bytes);
        // Only what has a size gets such a home.
        let Some(Value::Number(bytes)) = bytes.map(|bytes| self.value(bytes)) else {
            return self.unsupported("an array without a size");
        };
        let size = self.code.cast(I64, bytes);
        let size = self.code.atom(size);
        self.new_block_of(block, size, self.storage(local), &self.local_name(local));
    }

    /// `block = a new automatic object`.
    pub(super) fn new_block(&mut self, block: LocalId, size: u64, storage: Storage, name: &str) {
        self.new_block_of(block, offset(size as i64), storage, name);
    }

    fn new_block_of(&mut self, block: LocalId, size: Expr, storage: Storage, name: &str) {
        let new = NewBlock {
            dst: block,
            class: self.whole.block,
            size,
            storage,
            content: Content::Unset,
            name: name.into(),
        };
        self.code.memory(MemoryOp::New(new));
    }

    fn leave(&mut self, scope: StmtId) {
        for local in self.objects(scope).into_iter().rev() {
            if let Home::Block(block, _) | Home::Variable(block) = self.homes[&local] {
                self.code.memory(MemoryOp::End(Expr::Local(block)));
            }
        }
    }

    fn objects(&self, scope: StmtId) -> Vec<tree::LocalId> {
        match &self.unit().stmts[scope].kind {
            StmtKind::Block { locals, .. } => locals.clone(),
            _ => Vec::new(),
        }
    }

    /// Leaves all scopes beyond the first so many: for `break`, `continue` and `return`.
    pub(super) fn unwind(&mut self, depth: usize) {
        for i in (depth..self.scopes.len()).rev() {
            self.leave(self.scopes[i]);
        }
    }

    /// Goes to a label: leaves the scopes that are not around it and enters those that are.
    pub(super) fn jump(&mut self, label: LabelId) {
        let around = self
            .survey
            .labels
            .get(&label)
            .map_or_else(Vec::new, |site| site.around.clone());
        let common = self
            .scopes
            .iter()
            .zip(&around)
            .take_while(|(a, b)| a == b)
            .count();
        self.unwind(common);
        for scope in &around[common..] {
            self.enter(*scope);
        }
        self.enter_label_loop(label);
        let to = self.label(label);
        self.code.goto(to);
    }

    /// Goes to the label whose address a pointer is.
    pub(super) fn computed_jump(&mut self, target: ExprId) {
        let target = self.pointer(target);
        let target = Pointer {
            block: self.code.atom(target.block),
            offset: self.code.atom(target.offset),
            object: None,
        };
        let unit = self.unit();
        let addressed = self.function.map(|id| &unit.functions[id].addressed);
        for (label, object) in addressed.into_iter().flatten() {
            let label_at = self.base(Base::Global(*object), 0);
            let (yes, no) = (self.code.block(), self.code.block());
            self.code.branch(equal(&target, &label_at), yes, no);
            self.code.at(yes);
            self.jump(*label);
            self.code.at(no);
        }
        self.unsupported("a jump to what is no label of this function");
    }

    /// Coming to a label from before begins the loop that jumps back to it make.
    pub(super) fn enter_label_loop(&mut self, label: LabelId) {
        let number = self.survey.labels.get(&label).and_then(|site| site.loop_);
        if let Some(number) = number.filter(|_| !self.placed.contains(&label)) {
            self.code.world(WorldOp::Enter(number));
        }
    }

    /// The block of a label.
    pub(super) fn label(&mut self, label: LabelId) -> BlockId {
        if let Some(block) = self.labels.get(&label) {
            return *block;
        }
        let block = self.code.block();
        self.labels.insert(label, block);
        block
    }
}

//! The operand stack of the machine, holding expressions.

use ir::{Expr, LocalId};

use crate::jvm::method::floats;
use crate::jvm::method::op::{Kind, StackOp};
use crate::jvm::method::simplify::{self, is_leaf};
use crate::jvm::method::state::Entry;
use crate::jvm::method::translation::{Flow, Step, Translation, invalid};

/// Expressions nest no deeper than this; beyond, they go into temporaries.
const DEEPEST: usize = 40;

impl Translation<'_> {
    pub(in crate::jvm) fn push(&mut self, expr: Expr, kind: Kind) {
        let expr = if expr.depth() > DEEPEST {
            Expr::Local(self.save(expr))
        } else {
            expr
        };
        self.stack.push(Entry::Value(expr, kind));
    }

    pub(in crate::jvm) fn pop_entry(&mut self) -> Step<Entry> {
        self.stack
            .pop()
            .ok_or_else(|| invalid("a value is taken from an empty stack"))
    }

    pub(in crate::jvm) fn pop(&mut self, kind: Kind) -> Step<Expr> {
        let entry = self.pop_entry()?;
        let (expr, found) = self.value_of(entry)?;
        if found == kind {
            Ok(expr)
        } else {
            Err(invalid("a value of another type is on the stack"))
        }
    }

    /// The value of an entry, whatever kind of entry it is.
    pub(in crate::jvm) fn value_of(&mut self, entry: Entry) -> Step<(Expr, Kind)> {
        match entry {
            Entry::Value(expr, kind) => Ok((expr, kind)),
            Entry::Comparison(a, b) => {
                let (a, b) = (self.as_leaf(a), self.as_leaf(b));
                Ok((simplify::compare_longs(self.out.locals(), a, b), Kind::Int))
            }
            Entry::Floats(a, b, nan) => {
                let (a, b) = (self.as_leaf(a), self.as_leaf(b));
                Ok((floats::comparison_value(a, b, nan), Kind::Int))
            }
            Entry::Builder(chain) => Ok((Expr::Local(self.made(chain)?), Kind::Ref)),
        }
    }

    /// Something that may be written down more than once.
    pub(in crate::jvm) fn as_leaf(&mut self, expr: Expr) -> Expr {
        if is_leaf(&expr) {
            expr
        } else {
            Expr::Local(self.save(expr))
        }
    }

    /// Saves every entry that reads a local which is about to change.
    pub(in crate::jvm) fn protect_from(&mut self, local: LocalId) -> Step<()> {
        for position in 0..self.stack.len() {
            if self.stack[position].mentions(local) {
                let (expr, kind) = self.value_of(self.stack[position].clone())?;
                let saved = self.save(expr);
                self.stack[position] = Entry::local(saved, kind);
            }
        }
        Ok(())
    }

    pub(in crate::jvm) fn rearrange(&mut self, op: StackOp) -> Step<Flow> {
        match op {
            StackOp::Pop => self.take_words(1).map(|_| ())?,
            StackOp::Pop2 => self.take_words(2).map(|_| ())?,
            StackOp::Dup(below) => self.copy_below(1, below)?,
            StackOp::Dup2(below) => self.copy_below(2, below)?,
            StackOp::Swap => {
                let mut top = self.take_words(1)?;
                let next = self.take_words(1)?;
                top.extend(next);
                self.stack.extend(top);
            }
        }
        Ok(Flow::On)
    }

    fn copy_below(&mut self, words: usize, below: usize) -> Step<()> {
        let taken = self.take_words(words)?;
        let mut copied = Vec::new();
        for entry in taken {
            copied.push(self.copyable(entry)?);
        }
        let between = self.take_words(below)?;
        self.stack.extend(copied.iter().cloned());
        self.stack.extend(between);
        self.stack.extend(copied);
        Ok(())
    }

    /// An entry that may stand twice: copies of large expressions would grow without end.
    fn copyable(&mut self, entry: Entry) -> Step<Entry> {
        if let Entry::Builder(_) = entry {
            return Ok(entry);
        }
        let (expr, kind) = self.value_of(entry)?;
        Ok(Entry::Value(self.as_leaf(expr), kind))
    }

    /// Takes entries of so many words together, the lowest first.
    fn take_words(&mut self, words: usize) -> Step<Vec<Entry>> {
        let mut taken = Vec::new();
        let mut missing = words;
        while missing > 0 {
            let entry = self.pop_entry()?;
            missing = missing
                .checked_sub(entry.words())
                .ok_or_else(|| invalid("half of a long is moved"))?;
            taken.push(entry);
        }
        taken.reverse();
        Ok(taken)
    }
}

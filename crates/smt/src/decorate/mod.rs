//! Solvers in front of solvers. Each file is one idea; [`chain`](crate::chain) puts them together.

pub mod cache;
pub mod cross_check;
pub mod independence;
pub mod lazy;
pub mod log;
pub mod simplify;
pub mod until;

#[cfg(test)]
mod tests;

use crate::term::Term;

/// Scopes and what was asserted in them, outermost first.
#[derive(Clone, Debug)]
pub(crate) struct Stack(Vec<Vec<Term>>);

impl Default for Stack {
    fn default() -> Self {
        Self(vec![Vec::new()])
    }
}

impl Stack {
    pub(crate) fn push(&mut self) {
        self.0.push(Vec::new());
    }

    pub(crate) fn pop(&mut self) {
        assert!(self.0.len() > 1, "no scope is open");
        self.0.pop();
    }

    pub(crate) fn assert(&mut self, formula: Term) {
        self.0
            .last_mut()
            .expect("the outermost scope is never closed")
            .push(formula);
    }

    /// Everything asserted, in order.
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = Term> {
        self.0.iter().flatten().copied()
    }
}

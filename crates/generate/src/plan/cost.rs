//! What it takes to compute something.

use rustc_hash::FxHashSet;
use smt::{Term, Terms};

/// How many different operations there are in the terms together.
pub(crate) fn operations(terms: &Terms, roots: impl IntoIterator<Item = Term>) -> usize {
    let mut seen = FxHashSet::default();
    let mut todo: Vec<Term> = roots.into_iter().collect();
    let mut count = 0;
    while let Some(t) = todo.pop() {
        if seen.insert(t) && !terms.args(t).is_empty() {
            count += 1;
            todo.extend_from_slice(terms.args(t));
        }
    }
    count
}

//! Rewriting: what constructors do to a term before it exists.

use crate::eval;
use crate::term::{Op, Term, Terms};
use crate::value::{Sort, Value};

/// The simplest term known that equals the application.
pub(crate) fn simplify(terms: &Terms, op: Op, args: &[Term], sort: Sort) -> Term {
    let values: Option<Vec<&Value>> = args.iter().map(|&a| terms.value(a)).collect();
    if let Some(value) = values.and_then(|values| eval::apply(&op, &values)) {
        return terms.constant(value);
    }
    terms.intern(op, args, sort)
}

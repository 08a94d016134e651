//! Values of variables.

use std::collections::BTreeMap;

use crate::term::{Term, Terms};
use crate::value::Value;

/// Which variable has which value, in the order in which the variables were made.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Assignment(BTreeMap<Term, Value>);

impl Assignment {
    /// Nothing assigned.
    pub fn new() -> Self {
        Self::default()
    }

    /// Gives the variable a value, in place of the one it had.
    pub fn set(&mut self, var: Term, value: Value) {
        self.0.insert(var, value);
    }

    /// The variable's value.
    pub fn get(&self, var: Term) -> Option<&Value> {
        self.0.get(&var)
    }

    /// Variables and values.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Term, &Value)> {
        self.0.iter().map(|(t, v)| (*t, v))
    }

    /// How many variables have a value.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether no variable has a value.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value of a term, if the variables it needs are assigned.
    pub fn eval(&self, terms: &Terms, t: Term) -> Option<Value> {
        terms.eval(t, &|var| self.get(var).cloned())
    }

    /// Whether a formula is known to hold.
    pub fn satisfies(&self, terms: &Terms, t: Term) -> bool {
        self.eval(terms, t) == Some(Value::Bool(true))
    }
}

impl FromIterator<(Term, Value)> for Assignment {
    fn from_iter<I: IntoIterator<Item = (Term, Value)>>(items: I) -> Self {
        Self(items.into_iter().collect())
    }
}

//! Values of a path's variables that satisfy its condition: at a branch one side is then known to be possible without
//! asking.

use std::rc::Rc;

use smt::{Assignment, Term, Terms, Value};

/// Variables without a value are zero.
#[derive(Debug, Default)]
pub(crate) struct Model(pub Assignment);

impl Model {
    pub fn variable(&self, terms: &Terms, var: Term) -> Option<Value> {
        self.0
            .get(var)
            .cloned()
            .or_else(|| Some(Value::default_of(terms.sort(var))))
    }

    pub fn value(&self, terms: &Terms, term: Term) -> Option<Value> {
        terms.eval(term, &|var| self.variable(terms, var))
    }

    /// The same but for one variable.
    pub fn with(&self, var: Term, value: Value) -> Self {
        let mut values = self.0.clone();
        values.set(var, value);
        Self(values)
    }

    pub fn satisfies(&self, terms: &Terms, formula: Term) -> bool {
        self.value(terms, formula) == Some(Value::Bool(true))
    }
}

/// Why something is possible: the values that show it, where the solver told them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Witness(pub Option<Rc<Model>>);

impl Witness {
    pub fn satisfies(&self, terms: &Terms, formula: Term) -> bool {
        self.0
            .as_ref()
            .is_some_and(|model| model.satisfies(terms, formula))
    }
}

//! Arguments that people would write.

use rustc_hash::FxHashMap;
use smt::syntax::Type;
use smt::{Term, Terms, Value};

use crate::Parameter;

/// Arguments that satisfy the same formulas and are nearer to what people would write: zero, one, small numbers. Which
/// objects are passed is left as it is, what these hold is left out where it can be. Only evaluation is used, so that this costs next to nothing.
pub fn plain(terms: &Terms, params: &[Parameter], formulas: &[Term], args: &[Value]) -> Vec<Value> {
    let mut search = Search {
        terms,
        params,
        formulas,
        args: args.to_vec(),
    };
    if search.holds() {
        (0..params.len()).for_each(|i| search.leave_out(i));
        // A condition says which object is meant.
        (0..params.len())
            .filter(|&i| !params[i].name.contains(' '))
            .for_each(|i| search.simplify(i));
    }
    search.args
}

struct Search<'a> {
    terms: &'a Terms,
    params: &'a [Parameter],
    formulas: &'a [Term],
    args: Vec<Value>,
}

impl Search<'_> {
    fn holds(&self) -> bool {
        let env: FxHashMap<Term, &Value> =
            self.params.iter().map(|p| p.term).zip(&self.args).collect();
        let value = |v: Term| env.get(&v).map(|&value| value.clone());
        self.formulas
            .iter()
            .all(|&f| self.terms.eval(f, &value) == Some(Value::Bool(true)))
    }

    /// Takes a value if everything still holds.
    fn try_value(&mut self, at: usize, value: Value) -> bool {
        let before = std::mem::replace(&mut self.args[at], value);
        let holds = self.holds();
        if !holds {
            self.args[at] = before;
        }
        holds
    }

    /// What an argument holds, if it may as well hold nothing.
    fn leave_out(&mut self, at: usize) {
        let Some(object) = self.params[at]
            .name
            .strip_suffix(" == null")
            .filter(|o| o.contains(['.', '[']))
        else {
            return;
        };
        let before = self.args.clone();
        for (param, value) in self.params.iter().zip(&mut self.args) {
            if param
                .name
                .strip_prefix(object)
                .is_some_and(|rest| rest.starts_with([' ', '.', '[']))
            {
                *value = Value::default_of(self.terms.sort(param.term));
            }
        }
        self.args[at] = Value::Bool(true);
        if !self.holds() {
            self.args = before;
        }
    }

    fn simplify(&mut self, at: usize) {
        let favourites = favourites(self.params[at].ty, &self.args[at]);
        if favourites
            .into_iter()
            .any(|value| self.try_value(at, value))
        {
            return;
        }
        // Nearer to zero, as long as what holds is an interval.
        let Some(number) = number(self.params[at].ty, &self.args[at]) else {
            return;
        };
        let (mut outside, mut inside) = (0, number);
        while (inside - outside).abs() > 1 {
            let middle = outside + (inside - outside) / 2;
            match self.try_value(at, like(&self.args[at], middle)) {
                true => inside = middle,
                false => outside = middle,
            }
        }
    }
}

fn favourites(ty: Type, value: &Value) -> Vec<Value> {
    match (ty, value) {
        (_, Value::Bool(_)) => vec![Value::Bool(false)],
        (Type::Float { width: 32 }, _) => [0.0, 1.0, -1.0, 0.5, 2.0]
            .map(|x: f32| bits(32, x.to_bits().into()))
            .to_vec(),
        (Type::Float { .. }, _) => [0.0, 1.0, -1.0, 0.5, 2.0]
            .map(|x: f64| bits(64, x.to_bits()))
            .to_vec(),
        // Characters.
        (Type::Vector { signed: false, .. }, _) => [97, 98, 0, 1].map(|n| like(value, n)).to_vec(),
        (Type::Vector { signed: true, .. } | Type::Int | Type::Bool, _) => {
            [0, 1, -1].map(|n| like(value, n)).to_vec()
        }
    }
}

fn bits(width: u32, bits: u64) -> Value {
    Value::bv(width, bits)
}

/// A whole number; `None` for other values, and for those too large to be worth it.
fn number(ty: Type, value: &Value) -> Option<i128> {
    match (ty, value) {
        (Type::Vector { signed: true, .. }, Value::BitVec { .. }) => {
            value.as_signed().map(i128::from)
        }
        (Type::Vector { signed: false, .. }, Value::BitVec { .. }) => {
            value.as_unsigned().map(i128::from)
        }
        (Type::Int, Value::Int(n)) => i64::try_from(n).ok().map(i128::from),
        _ => None,
    }
}

/// This number in the sort of a value.
fn like(value: &Value, number: i128) -> Value {
    match value {
        Value::Int(_) => Value::Int(number.into()),
        // Cut to the width.
        Value::BitVec { width, .. } => Value::bv(*width, number as u64),
        Value::Bool(_) => Value::Bool(number != 0),
    }
}

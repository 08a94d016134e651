//! Inputs that are as plain as can be: what a solver gives is right, but nobody would choose it.

use ir::interp::Value;
use ir::{FloatType, Type};
use step::events::{Given, Subject};

/// How many steps a run may take at most when it is tried with other inputs.
const STEPS: u64 = 2_000_000;

/// With other inputs a run may take no more than so many times the steps that it needs: it may well go on for ever.
const TIMES: u64 = 4;

/// Of more inputs than this only the first are made plain.
const MOST: usize = 64;

/// Replaces one input after the other by a plainer one where the run stays the same: the same events, the same end.
pub(super) fn make_plain(subject: &Subject, inputs: &mut [Given]) {
    let same = subject.replay(inputs, STEPS);
    let mut steps = 1_000;
    while steps < STEPS && subject.replay(inputs, steps) != same {
        steps *= TIMES;
    }
    for i in 0..inputs.len().min(MOST) {
        let old = inputs[i].value;
        for value in plainer(&inputs[i]) {
            inputs[i].value = value;
            if subject.replay(inputs, steps) == same {
                break;
            }
            inputs[i].value = old;
        }
    }
}

/// Values that read better than an input's own, the best first.
fn plainer(given: &Given) -> Vec<Value> {
    match (given.value, given.ty) {
        (Value::Bool(true), _) => vec![Value::Bool(false)],
        (Value::Int(own), Type::Int(int)) => {
            let rank = |number: i64| (number.unsigned_abs(), number < 0);
            let candidates = [0, 1, -1, 2, 3, 10, 100]
                .into_iter()
                .filter(|&number| int.contains(number));
            candidates
                .filter(|&number| rank(number) < rank(own))
                .map(Value::Int)
                .collect()
        }
        (Value::Float(float, bits), _) => {
            let own = Value::Float(float, bits);
            [of(float, 0.0), of(float, 1.0)]
                .into_iter()
                .take_while(|value| *value != own)
                .collect()
        }
        (Value::Bool(false) | Value::Int(_) | Value::Ref(_), _) => Vec::new(),
    }
}

fn of(float: FloatType, value: f64) -> Value {
    match float {
        FloatType::F32 => Value::f32(value as f32),
        FloatType::F64 => Value::f64(value),
    }
}

//! Random components with byte-sized state, and an exhaustive search on the reference interpreter, which shares no code
//! with summaries, engines or solver.

use std::collections::{BTreeSet, VecDeque};
use std::fmt::Write;

use base::{Id, Outcome, Random};
use ir::interp::Value;
use ir::{Component, FieldRef};
use model::InterfaceLts;
use step::{Errors, LetterId, Replay};

/// A random class with a byte, a flag and three methods.
pub fn program(random: &mut Random) -> String {
    let mut text = String::from(
        "class Error { }\nclass C { field f: i8 field g: bool }\nfn C.new(this: ref) { s: return }\n",
    );
    for method in 0..3 {
        let _ = write!(
            text,
            "fn C.m{method}(this: ref, p: i8) {{ local f: i8 local g: bool local e: ref
  s: f = this->C::f g = this->C::g if {} then bad else good
  good: if {} then one else two
  one: this->C::f = {} return
  two: this->C::g = {} return
  bad: e = new Error throw e }}\n",
            condition(random, 2),
            condition(random, 1),
            number(random),
            condition(random, 1)
        );
    }
    text
}

fn condition(random: &mut Random, depth: usize) -> String {
    if depth > 0 && random.chance(2, 3) {
        let operator = random.pick(&["&", "|"]);
        return format!(
            "({} {operator} {})",
            condition(random, depth - 1),
            condition(random, depth - 1)
        );
    }
    let constant = random.below(5);
    match random.below(6) {
        0 => "g".into(),
        1 => "!g".into(),
        2 => format!("f < {constant}i8"),
        3 => format!("f == {constant}i8"),
        4 => format!("p < {constant}i8"),
        _ => format!("p == {constant}i8"),
    }
}

fn number(random: &mut Random) -> String {
    match random.below(4) {
        0 => "p".into(),
        1 => format!("(p % {}i8)", random.below(3) + 1),
        _ => format!("{}i8", random.below(5)),
    }
}

/// The length of the shortest sequence of calls on which the interpreter and the interface differ.
pub fn difference(component: &Component, interface: &InterfaceLts) -> Option<usize> {
    let start =
        Replay::start(component, &Errors::default()).expect("there is no static initialiser");
    let mut seen = BTreeSet::new();
    let mut queue = VecDeque::from([(start, interface.automaton.initial(), 0)]);
    while let Some((replay, state, depth)) = queue.pop_front() {
        for (method, data) in interface.methods.iter().enumerate() {
            for args in arguments(data.params.len()) {
                let mut after = replay.clone();
                let code = after.call(LetterId::from_index(method), &args).answer;
                let symbol = interface
                    .symbol_of(method, &terms(&args))
                    .expect("guards cover all arguments");
                let next = interface.automaton.next(state, symbol);
                if code != *interface.automaton.output_of(next) {
                    return Some(depth + 1);
                }
                if code == Outcome::Ok && seen.insert((fields(component, &after), next)) {
                    queue.push_back((after, next, depth + 1));
                }
            }
        }
    }
    None
}

/// Constants in the programs are 0 to 4 and divisors 1 to 3: beyond these arguments behaviour repeats.
fn arguments(params: usize) -> Vec<Vec<Value>> {
    let interesting = (-7..8).chain([-128, 127]).map(|p| vec![Value::Int(p)]);
    if params == 0 {
        vec![Vec::new()]
    } else {
        interesting.collect()
    }
}

fn terms(args: &[Value]) -> Vec<smt::Value> {
    let byte = |v: &Value| match v {
        Value::Int(i) => smt::Value::bv(8, *i as u64),
        Value::Bool(_) | Value::Float(..) | Value::Ref(_) => {
            unreachable!("all parameters are bytes")
        }
    };
    args.iter().map(byte).collect()
}

fn fields(component: &Component, replay: &Replay<'_>) -> Vec<Value> {
    let this = replay.this().expect("what was called is constructed");
    (0..2)
        .map(|index| {
            replay.machine().field(
                this,
                FieldRef {
                    class: component.class,
                    index,
                },
            )
        })
        .collect()
}

//! The truth about mutants: runs on the reference interpreter, side by side, over small domains of arguments.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use base::{Id, Outcome};
use cert::Trace;
use ir::interp::{ObjectId, Value};
use ir::{Component, Const, Expr, FloatType, Type};
use model::InterfaceLts;
use smt::{Term, Terms};
use step::{Errors, LetterId, Replay, StepSystem, interpreted};

/// Pairs of states that one comparison visits at most.
const STATES: usize = 400;
/// Combinations of arguments of one method.
const COMBINATIONS: usize = 200;

/// Calls with small arguments to which two components give different answers, if there are any.
pub fn difference(one: &Component, other: &Component, interface: &InterfaceLts) -> Option<String> {
    let calls = calls(interface, &[one, other]);
    let start = (start(one), start(other));
    search(start, &calls, |(a, b), letter, args| {
        let answers = (a.call(letter, args).answer, b.call(letter, args).answer);
        (answers.0, answers.1, vec![graph(one, a), graph(other, b)])
    })
}

/// Calls with small arguments that code and model answer differently, if there are any.
pub fn disagreement(
    component: &Component,
    system: &StepSystem,
    interface: &InterfaceLts,
) -> Option<String> {
    let calls = calls(interface, &[component]);
    let start = (start(component), interface.automaton.initial());
    search(start, &calls, |(replay, state), letter, args| {
        let code = replay.call(letter, args).answer;
        let symbol = symbol(interface, letter, &system.letters[letter].params, args);
        *state = interface.automaton.next(*state, symbol);
        (
            code,
            *interface.automaton.output_of(*state),
            vec![graph(component, replay), vec![format!("{state}")]],
        )
    })
}

/// Whether two interfaces, which may be over different terms, have the same size and answer alike.
pub fn same_interface(
    one: &InterfaceLts,
    other: &InterfaceLts,
    component: &Component,
) -> Result<(), String> {
    let size = |i: &InterfaceLts| (i.automaton.states(), i.symbols.len());
    if size(one) != size(other) {
        return Err(format!(
            "{:?} and {:?} states and symbols",
            size(one),
            size(other)
        ));
    }
    let calls = calls(one, &[component]);
    let start = (one.automaton.initial(), other.automaton.initial());
    let different = search(start, &calls, |(a, b), letter, args| {
        let symbol = |i: &InterfaceLts| {
            let params = &i.methods[letter.index()].params;
            let values: Vec<smt::Value> = params
                .iter()
                .zip(args)
                .map(|(p, v)| value(&i.terms, p.term, *v))
                .collect();
            i.symbol_of(letter.index(), &values)
                .expect("guards cover all arguments")
        };
        (*a, *b) = (
            one.automaton.next(*a, symbol(one)),
            other.automaton.next(*b, symbol(other)),
        );
        (
            *one.automaton.output_of(*a),
            *other.automaton.output_of(*b),
            vec![vec![format!("{a} {b}")]],
        )
    });
    different.map_or(Ok(()), Err)
}

/// What the interpreter answers to the last call of a trace; unknown if an earlier one ends it.
pub fn answer(component: &Component, system: &StepSystem, trace: &Trace) -> Outcome {
    let mut replay = start(component);
    let mut last = Outcome::Ok;
    for call in &trace.calls {
        if last.is_final() {
            return Outcome::Unknown;
        }
        let params = system.letters[call.letter].params.iter();
        let args: Vec<Value> = params
            .zip(&call.args)
            .map(|(p, v)| interpreted(p.ty, v).expect("it fits"))
            .collect();
        last = replay.call(call.letter, &args).answer;
    }
    last
}

/// What a model answers to the calls of a trace.
pub fn model_answer(interface: &InterfaceLts, trace: &Trace) -> Outcome {
    let step = |state, call: &cert::Call| {
        let symbol = interface
            .symbol_of(call.letter.index(), &call.args)
            .expect("guards cover all arguments");
        interface.automaton.next(state, symbol)
    };
    *interface
        .automaton
        .output_of(trace.calls.iter().fold(interface.automaton.initial(), step))
}

fn start(component: &Component) -> Replay<'_> {
    Replay::start(component, &Errors::default()).expect("it can be initialised")
}

type Calls = Vec<(LetterId, Vec<Value>)>;

/// Breadth first from a pair of states; the first calls that the two answer differently.
fn search<S: Clone>(
    start: S,
    calls: &Calls,
    step: impl Fn(&mut S, LetterId, &[Value]) -> (Outcome, Outcome, Vec<Vec<String>>),
) -> Option<String> {
    let mut seen = BTreeSet::new();
    let mut queue = VecDeque::from([(start, Vec::new())]);
    while let Some((state, word)) = queue.pop_front() {
        for (i, (letter, args)) in calls.iter().enumerate() {
            let mut after = state.clone();
            let (one, other, key) = step(&mut after, *letter, args);
            let longer = [&word[..], &[i]].concat();
            if one != other && one != Outcome::Unknown && other != Outcome::Unknown {
                let said: Vec<String> = longer.iter().map(|&i| format!("{:?}", calls[i])).collect();
                return Some(format!(
                    "{} is answered {one:?} and {other:?}",
                    said.join(" ")
                ));
            }
            if one == Outcome::Ok && other == Outcome::Ok && seen.len() < STATES && seen.insert(key)
            {
                queue.push_back((after, longer));
            }
        }
    }
    None
}

fn calls(interface: &InterfaceLts, components: &[&Component]) -> Calls {
    let numbers = numbers(interface, components);
    let mut calls = Vec::new();
    for (method, data) in interface.methods.iter().enumerate() {
        let letter = LetterId::from_index(method);
        let mut combinations = vec![Vec::new()];
        let entries = components[0]
            .constructors
            .iter()
            .chain(&components[0].methods);
        let types: Vec<Type> = entries
            .skip(method)
            .take(1)
            .flat_map(|e| &e.params)
            .map(|p| p.ty)
            .collect();
        assert_eq!(types.len(), data.params.len(), "only scalars are passed");
        for ty in types {
            let domain = domain(&numbers, ty);
            let step = combinations
                .len()
                .saturating_mul(domain.len())
                .div_ceil(COMBINATIONS)
                .max(1);
            let longer = combinations.iter().flat_map(|args: &Vec<Value>| {
                domain
                    .iter()
                    .map(|v| [args.as_slice(), &[*v]].concat())
                    .collect::<Vec<_>>()
            });
            // Thinned out evenly where there are too many.
            combinations = longer.step_by(step).collect();
        }
        calls.extend(combinations.into_iter().map(|args| (letter, args)));
    }
    calls
}

fn domain(numbers: &BTreeSet<i64>, ty: Type) -> Vec<Value> {
    match ty {
        Type::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Type::Int(_) => numbers
            .iter()
            .map(|&n| Value::Int(n))
            .filter(|v| v.fits(ty))
            .collect(),
        Type::Float(FloatType::F32) => [0.0, -0.0, 1.5, -1.0, f32::NAN, f32::INFINITY]
            .map(Value::f32)
            .into(),
        Type::Float(FloatType::F64) => [0.0, -0.0, 1.5, -1.0, f64::NAN, f64::INFINITY]
            .map(Value::f64)
            .into(),
        Type::Ref => unreachable!("only scalars are passed"),
    }
}

/// Small numbers, the ends of the types, and the neighbourhood of every constant in a guard or in the code.
fn numbers(interface: &InterfaceLts, components: &[&Component]) -> BTreeSet<i64> {
    let mut constants = BTreeSet::new();
    for symbol in &interface.symbols {
        collect(&interface.terms, symbol.guard, &mut constants);
    }
    for component in components {
        for entry in component.constructors.iter().chain(&component.methods) {
            for block in component.program.code(entry.function).blocks.values() {
                let statements = block.statements.iter().flat_map(|s| s.kind.operands());
                statements
                    .chain(block.terminator.kind.operands())
                    .for_each(|e| written(e, &mut constants));
            }
        }
    }
    let near = constants
        .iter()
        .flat_map(|c| [c.wrapping_sub(1), *c, c.wrapping_add(1)]);
    let ends = [i64::from(i32::MIN), i64::from(i32::MAX), -128, 127];
    near.chain(ends).chain(-3..4).collect()
}

fn collect(terms: &Terms, t: Term, found: &mut BTreeSet<i64>) {
    found.extend(terms.value(t).and_then(smt::Value::as_signed));
    terms.args(t).iter().for_each(|&a| collect(terms, a, found));
}

fn written(expr: &Expr, found: &mut BTreeSet<i64>) {
    match expr {
        Expr::Const(Const::Int(_, value)) => drop(found.insert(*value)),
        Expr::Const(_) | Expr::Local(_) => {}
        Expr::Unary(_, a) | Expr::Cast(_, a) | Expr::InstanceOf(a, _) => written(a, found),
        Expr::Binary(_, a, b) | Expr::Takes(a, b) => {
            written(a, found);
            written(b, found);
        }
    }
}

fn symbol(
    interface: &InterfaceLts,
    letter: LetterId,
    params: &[step::Variable],
    args: &[Value],
) -> usize {
    let values: Vec<smt::Value> = params
        .iter()
        .zip(args)
        .map(|(p, v)| value(&interface.terms, p.term, *v))
        .collect();
    interface
        .symbol_of(letter.index(), &values)
        .expect("guards cover all arguments")
}

fn value(terms: &Terms, param: Term, value: Value) -> smt::Value {
    match (value, terms.sort(param)) {
        (Value::Bool(b), _) => smt::Value::Bool(b),
        (Value::Int(i), smt::Sort::BitVec(width)) => smt::Value::bv(width, i as u64),
        (Value::Float(float, bits), _) => smt::Value::bv(u32::from(float.bits()), bits),
        (other, sort) => unreachable!("{other:?} is no {sort:?}"),
    }
}

/// All that a component's state consists of, objects numbered in the order in which they are met.
fn graph(component: &Component, replay: &Replay<'_>) -> Vec<String> {
    let machine = replay.machine();
    let mut numbers: BTreeMap<ObjectId, usize> = BTreeMap::new();
    let mut order: Vec<ObjectId> = Vec::new();
    let mut show = |value: Value, order: &mut Vec<ObjectId>| match value {
        Value::Ref(Some(object)) => {
            let number = *numbers.entry(object).or_insert_with(|| {
                order.push(object);
                order.len()
            });
            format!("#{number}")
        }
        other => format!("{other:?}"),
    };
    let tracked = component
        .program
        .globals
        .iter()
        .filter(|(_, g)| g.tracked)
        .map(|(id, _)| machine.global(id));
    let mut shown: Vec<String> = tracked
        .chain([Value::Ref(replay.this())])
        .map(|value| show(value, &mut order))
        .collect();
    let mut next = 0;
    while let Some(&object) = order.get(next) {
        shown.extend(
            machine
                .content(object)
                .into_iter()
                .map(|value| show(value, &mut order)),
        );
        next += 1;
    }
    shown
}

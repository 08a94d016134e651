//! The corpus on the reference interpreter: every satisfiable path of every summary is replayed there, and every
//! learned model is compared with an exhaustive search over small domains of arguments. The interpreter shares no code
//! with summaries, engines and solver, so a wrong proof has no place to hide.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

use base::{Budget, Id, NoProgress, Outcome, Random};
use cert::Verdict;
use front::jvm::Source;
use ir::interp::{ObjectId, Value};
use ir::{Component, FieldRef, FloatType, IntType, Type};
use model::InterfaceLts;
use rustc_hash::FxHashMap;
use smt::{Answer, Solver, Term, Terms};
use step::{Errors, Integers, LetterId, Replay, Sight, State, StepSystem, interpreted};

use crate::support::{corpus, one_in};

/// States of one class that are explored; nearly all of the corpus has fewer.
const STATES: usize = 150;
/// Combinations of arguments that are tried for one method.
const COMBINATIONS: usize = 150;

fn classes() -> Vec<Rc<Component>> {
    let load = |class: String| {
        let source = Source {
            class: Some(class.clone()),
            ..Source::new(corpus::classes())
        };
        Rc::new(front::jvm::load(&source).unwrap_or_else(|e| panic!("{class}: {e}")))
    };
    corpus::names().into_iter().map(load).collect()
}

#[test]
fn every_satisfiable_path_is_what_the_interpreter_does() {
    let paths = replayed(Integers::Wrapping, 1);
    assert!(paths > 2_000, "only {paths} paths were replayed");
}

/// Where nothing overflows, integers that fit are the interpreter's, which wrap.
#[test]
fn every_path_on_which_nothing_overflows_is_what_the_interpreter_does() {
    let paths = replayed(Integers::Fitting, one_in(2));
    assert!(paths > 1_000, "only {paths} paths were replayed");
}

fn replayed(integers: Integers, step: usize) -> usize {
    let mut paths = 0;
    for component in classes().into_iter().step_by(step) {
        let terms = Terms::new();
        let solver = || smt::chain(&terms, smt::Config::default());
        let mut sight = Sight::new(integers);
        sight.limits.unrolls = 8;
        let system = step::survey(&component, &terms, &sight, &Budget::unlimited(), &solver);
        let system = system.expect("the corpus can be initialised");
        paths += replay_paths(&component, &system, &mut *solver());
    }
    paths
}

/// From every state reached, arguments for every path that can be taken, run on both.
fn replay_paths(component: &Component, system: &StepSystem, solver: &mut dyn Solver) -> usize {
    let start =
        Replay::start(component, &Errors::default()).expect("the corpus can be initialised");
    let mut seen = BTreeSet::from([system.initial()]);
    let mut queue = VecDeque::from([(system.initial(), start)]);
    let mut replayed = 0;
    while let Some((state, replay)) = queue.pop_front() {
        for letter in system.letters.ids() {
            for path in &system.summary(state.location, letter).paths {
                let Some(args) = arguments_for(system, solver, &state, letter, path.guard) else {
                    continue;
                };
                replayed += 1;
                let mut after = replay.clone();
                let next = same_step(component, system, (&state, letter, &args), path, &mut after);
                if let Some(next) = next
                    && seen.len() < STATES
                    && seen.insert(next.clone())
                {
                    queue.push_back((next, after));
                }
            }
        }
    }
    replayed
}

/// Arguments with which a path is taken from a state.
fn arguments_for(
    system: &StepSystem,
    solver: &mut dyn Solver,
    state: &State,
    letter: LetterId,
    guard: Term,
) -> Option<Vec<smt::Value>> {
    let here = system.location(state.location);
    let constants = state
        .values
        .iter()
        .map(|v| system.terms.constant(v.clone()));
    let map: FxHashMap<Term, Term> = here
        .variables
        .iter()
        .map(|v| v.term)
        .zip(constants)
        .collect();
    let params: Vec<Term> = system.letters[letter]
        .params
        .iter()
        .map(|p| p.term)
        .collect();
    solver.push();
    solver.assert(system.terms.substitute(guard, &map));
    solver.assert(system.letters[letter].domain);
    let answer = solver.check(&[]);
    let model = (answer == Answer::Sat).then(|| solver.model(&params));
    solver.pop();
    model.map(|m| {
        params
            .iter()
            .map(|&p| m.get(p).expect("every parameter has a value").clone())
            .collect()
    })
}

fn same_step(
    component: &Component,
    system: &StepSystem,
    (state, letter, args): (&State, LetterId, &[smt::Value]),
    path: &step::Path,
    replay: &mut Replay<'_>,
) -> Option<State> {
    let stepped = system.step(state, letter, args);
    let params = system.letters[letter].params.iter();
    let plain: Vec<Value> = params
        .zip(args)
        .map(|(p, v)| interpreted(p.ty, v).expect("it fits"))
        .collect();
    let ran = replay.call(letter, &plain);
    let at = format!("{}.{}{args:?}", component.name, system.letters[letter].name);
    assert_eq!(
        stepped.answer, path.answer,
        "{at}: evaluation takes another path than the solver"
    );
    // Of what depends on an unknown number, a loop or a text, the interpreter knows more; never the other way round.
    if stepped.answer != Outcome::Unknown {
        assert_eq!(stepped.answer, ran.answer, "{at}");
    }
    if stepped.answer == Outcome::Error {
        let note = stepped.note.expect("an error says what it is");
        assert_eq!(
            (Some(&note.what), &note.place),
            (ran.what.as_ref(), &ran.place),
            "{at}"
        );
    }
    let next = stepped.next?;
    same_fields(component, system, &next, replay);
    Some(next)
}

/// The component's own scalar fields have the values that the updates say.
fn same_fields(component: &Component, system: &StepSystem, state: &State, replay: &Replay<'_>) {
    let Some(this) = replay.this() else { return };
    let location = system.location(state.location);
    for (variable, value) in location.variables.iter().zip(&state.values) {
        let named = |f: &FieldRef| component.program.field(*f).name == variable.name;
        let Some(field) = component
            .program
            .layout(component.class)
            .into_iter()
            .find(named)
        else {
            continue;
        };
        let expected = interpreted(variable.ty, value).expect("it fits");
        assert_eq!(
            replay.machine().field(this, field),
            expected,
            "{}.{}",
            component.name,
            variable.name
        );
    }
}

#[test]
fn every_proved_model_agrees_with_an_exhaustive_search_over_small_domains() {
    let mut proved = 0;
    for component in classes().into_iter().step_by(one_in(2)) {
        let budget = Budget::lasting(std::time::Duration::from_secs(10));
        let sight = Sight::new(Integers::Wrapping);
        let learned =
            teach::interface::learn_interface(Rc::clone(&component), sight, &budget, &NoProgress);
        let learned = learned.expect("the corpus can be initialised");
        if let (Verdict::Proved(_), interface) = (&learned.verdict, &learned.interface) {
            proved += 1;
            compare(&component, &learned.system, interface);
        }
    }
    assert!(
        proved * one_in(2) >= 100,
        "only {proved} classes were proved"
    );
}

fn compare(component: &Component, system: &StepSystem, interface: &InterfaceLts) {
    let start =
        Replay::start(component, &Errors::default()).expect("the corpus can be initialised");
    let mut seen = BTreeSet::new();
    // The model runs on its own registers: what they hold is what its transitions say, not what the code's fields hold.
    let mut queue = VecDeque::from([(start, interface.start())]);
    let calls: Vec<Call> = system
        .letters
        .ids()
        .flat_map(|letter| calls(system, interface, letter))
        .collect();
    while let Some((replay, at)) = queue.pop_front() {
        for Call {
            letter,
            args,
            values,
        } in &calls
        {
            let mut after = replay.clone();
            let code = after.call(*letter, args).answer;
            let next = interface
                .after(&at, letter.index(), values)
                .expect("guards cover all arguments");
            let model = *interface.automaton.output_of(next.state);
            assert_eq!(
                code, model,
                "{}.{}{args:?} at {at:?}",
                component.name, system.letters[*letter].name
            );
            let new = seen.len() < STATES && seen.insert((graph(component, &after), next.state));
            if code == Outcome::Ok && new {
                queue.push_back((after, next));
            }
        }
    }
}

/// A call with the scalars that make up its arguments, as the interpreter and as terms know them.
struct Call {
    letter: LetterId,
    args: Vec<Value>,
    values: Vec<smt::Value>,
}

/// Calls with combinations of arguments from small domains: all of them if they are few, else some of them.
fn calls(system: &StepSystem, interface: &InterfaceLts, letter: LetterId) -> Vec<Call> {
    let params = &system.letters[letter].params;
    let domains: Vec<Vec<Value>> = params.iter().map(|p| domain(interface, p.ty)).collect();
    let sizes = domains.iter().map(Vec::len);
    let all: usize = sizes.fold(1, |all, n| all.saturating_mul(n));
    let mut random = Random::seeded(7);
    let pick = |i: usize, random: &mut Random| -> Vec<Value> {
        let mut rest = i;
        let digit = |d: &Vec<Value>| {
            let choice = if all <= COMBINATIONS {
                rest % d.len()
            } else {
                random.below(d.len())
            };
            rest /= d.len();
            d[choice]
        };
        domains.iter().map(digit).collect()
    };
    let combinations: Vec<Vec<Value>> = (0..all.min(COMBINATIONS))
        .map(|i| pick(i, &mut random))
        .collect();
    let call = |args: Vec<Value>| {
        let given = params.iter().zip(&args);
        let values: Vec<smt::Value> = given.map(|(p, v)| term_value(p.ty, *v)).collect();
        let map: FxHashMap<Term, smt::Value> = params
            .iter()
            .map(|p| p.term)
            .zip(values.iter().cloned())
            .collect();
        let lawful = system
            .terms
            .eval(system.letters[letter].domain, &|var| map.get(&var).cloned());
        (lawful == Some(smt::Value::Bool(true))).then_some(Call {
            letter,
            args,
            values,
        })
    };
    combinations.into_iter().filter_map(call).collect()
}

/// Small numbers, the ends of the type, and the neighbourhood of every constant in a guard.
fn domain(interface: &InterfaceLts, ty: Type) -> Vec<Value> {
    let int = match ty {
        Type::Int(int) => int,
        Type::Float(FloatType::F32) => {
            return [0.0, -0.0, 1.5, -1.0, f32::NAN, f32::INFINITY]
                .map(Value::f32)
                .into();
        }
        Type::Float(FloatType::F64) => {
            return [0.0, -0.0, 1.5, -1.0, f64::NAN, f64::INFINITY]
                .map(Value::f64)
                .into();
        }
        Type::Bool | Type::Ref => return vec![Value::Bool(false), Value::Bool(true)],
    };
    let mut numbers: BTreeSet<i64> = [-3, -2, -1, 0, 1, 2, 3, i64::MIN, i64::MAX].into();
    numbers.extend([
        i64::from(i32::MIN),
        i64::from(i32::MAX),
        -128,
        127,
        -32768,
        32767,
        65535,
    ]);
    for symbol in &interface.symbols {
        numbers.extend(
            constants(&interface.terms, symbol.guard)
                .iter()
                .flat_map(|&c| [c.wrapping_sub(1), c, c.wrapping_add(1)]),
        );
    }
    numbers
        .into_iter()
        .map(Value::Int)
        .filter(|v| v.fits(Type::Int(int)))
        .collect()
}

fn constants(terms: &Terms, t: Term) -> BTreeSet<i64> {
    let mut found: BTreeSet<i64> = terms
        .args(t)
        .iter()
        .flat_map(|&a| constants(terms, a))
        .collect();
    found.extend(terms.value(t).and_then(smt::Value::as_signed));
    found.extend(
        terms
            .value(t)
            .and_then(smt::Value::as_unsigned)
            .and_then(|u| i64::try_from(u).ok()),
    );
    found
}

fn term_value(ty: Type, value: Value) -> smt::Value {
    match (ty, value) {
        (_, Value::Bool(b)) => smt::Value::Bool(b),
        (Type::Int(IntType { bits, .. }), Value::Int(i)) => {
            smt::Value::bv(u32::from(bits), i as u64)
        }
        (_, Value::Float(float, bits)) => smt::Value::bv(u32::from(float.bits()), bits),
        (_, other) => unreachable!("{other:?} is no scalar"),
    }
}

/// All that the component's state consists of: what can be reached from it and from the globals, objects numbered in
/// the order in which they are met.
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
    let roots = component
        .program
        .globals
        .ids()
        .map(|g| machine.global(g))
        .chain([Value::Ref(replay.this())]);
    let mut shown: Vec<String> = roots.map(|value| show(value, &mut order)).collect();
    let mut next = 0;
    while let Some(&object) = order.get(next) {
        shown.push(format!("{:?}", machine.class_of(object)));
        for value in machine.content(object) {
            shown.push(show(value, &mut order));
        }
        next += 1;
    }
    shown
}

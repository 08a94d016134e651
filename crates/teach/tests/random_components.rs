//! Random components with byte-sized state: whatever is claimed is compared with an exhaustive search on the reference
//! interpreter, which shares no code with summaries, engines or solver. Then the model is broken at random, and the
//! engines must see it exactly when the exhaustive search does.

mod support;

use std::collections::{BTreeSet, VecDeque};
use std::fmt::Write;
use std::rc::Rc;

use base::{Budget, Id, NoProgress, Outcome, Random};
use cert::Verdict;
use ir::interp::Value;
use ir::{Component, FieldRef};
use mc::{Decision, Options, conform};
use model::{InterfaceLts, Moore};
use step::{Errors, Integers, LetterId, Replay, Sight, StepSystem};
use support::component;
use teach::interface::learn_interface;

const COMPONENTS: u64 = 60;
const MUTANTS: usize = 6;

#[test]
fn every_claim_about_a_random_component_agrees_with_exhaustive_search() {
    let (mut proved, mut broken, mut harmless) = (0, 0, 0);
    for seed in 0..COMPONENTS {
        let mut random = Random::seeded(seed);
        let text = program(&mut random);
        let component = component(&text);
        let learned =
            learn_interface(Rc::clone(&component), Sight::new(Integers::Wrapping), &Budget::unlimited(), &NoProgress);
        let learned = learned.expect("there is no static initialiser");
        let Verdict::Proved(proof) = &learned.verdict else { continue };
        let interface = learned.interface.expect("what is proved is there");
        assert_eq!(difference(&component, &interface), None, "seed {seed}:\n{text}");
        proved += 1;
        for _ in 0..MUTANTS {
            let mutant = mutate(&interface, &mut random);
            let truth = difference(&component, &mutant);
            let decision = decide(&learned.system, &mutant);
            match (&decision, &truth) {
                (Decision::Differs(trace), Some(length)) => assert!(trace.calls.len() >= *length, "seed {seed}"),
                (Decision::Conforms(_), None) => {}
                _ => panic!("seed {seed}: {decision:?} but {truth:?}\n{text}"),
            }
            let checked = cert::check(&learned.system, &mutant, proof, &mut smt::Z3::new(&learned.system.terms));
            assert!(truth.is_none() || checked.is_err(), "seed {seed}: a proof of something else is accepted");
            if truth.is_some() { broken += 1 } else { harmless += 1 }
        }
    }
    // The test is worth something only if all three happen often.
    assert!(proved >= 30 && broken >= 60 && harmless >= 1, "{proved} proved, {broken} broken, {harmless} harmless");
}

fn decide(system: &StepSystem, interface: &InterfaceLts) -> Decision {
    let mut solver = smt::chain(&system.terms, smt::Config::default());
    conform(system, interface, &mut *solver, &Options::default(), (&Budget::unlimited(), &NoProgress)).0
}

/// A random class with a byte, a flag and three methods.
fn program(random: &mut Random) -> String {
    let mut text =
        String::from("class Error { }\nclass C { field f: i8 field g: bool }\nfn C.new(this: ref) { s: return }\n");
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
        return format!("({} {operator} {})", condition(random, depth - 1), condition(random, depth - 1));
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

/// A transition led elsewhere, or two guards of one method exchanged.
fn mutate(interface: &InterfaceLts, random: &mut Random) -> InterfaceLts {
    let automaton = &interface.automaton;
    let row = |state: usize| (*automaton.output_of(state), automaton.successors(state).to_vec());
    let mut rows: Vec<(Outcome, Vec<usize>)> = (0..automaton.states()).map(row).collect();
    let alive: Vec<usize> = (0..rows.len()).filter(|&s| !rows[s].0.is_final()).collect();
    let (state, symbol) = (*random.pick(&alive), random.below(automaton.letters()));
    rows[state].1[symbol] = random.below(rows.len());
    let automaton = Moore::new(automaton.letters(), automaton.initial(), rows).expect("only a successor changed");
    InterfaceLts { automaton, ..interface.clone() }
}

/// The length of the shortest sequence of calls on which the interpreter and the interface differ.
fn difference(component: &Component, interface: &InterfaceLts) -> Option<usize> {
    let start = Replay::start(component, &Errors::default()).expect("there is no static initialiser");
    let mut seen = BTreeSet::new();
    let mut queue = VecDeque::from([(start, interface.automaton.initial(), 0)]);
    while let Some((replay, state, depth)) = queue.pop_front() {
        for (method, data) in interface.methods.iter().enumerate() {
            for args in arguments(data.params.len()) {
                let mut after = replay.clone();
                let code = after.call(LetterId::from_index(method), &args).answer;
                let symbol = interface.symbol_of(method, &terms(&args)).expect("guards cover all arguments");
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
    if params == 0 { vec![Vec::new()] } else { interesting.collect() }
}

fn terms(args: &[Value]) -> Vec<smt::Value> {
    let byte = |v: &Value| match v {
        Value::Int(i) => smt::Value::bv(8, *i as u64),
        Value::Bool(_) | Value::Float(..) | Value::Ref(_) => unreachable!("all parameters are bytes"),
    };
    args.iter().map(byte).collect()
}

fn fields(component: &Component, replay: &Replay<'_>) -> Vec<Value> {
    let this = replay.this().expect("what was called is constructed");
    (0..2).map(|index| replay.machine().field(this, FieldRef { class: component.class, index })).collect()
}

//! Symbolic search of code alone against exhaustive search on the reference interpreter, which shares no code with
//! summaries, regions or solver: random components with byte-sized state and two kinds of errors a method.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Write;
use std::rc::Rc;

use base::{Budget, Id, NoProgress, Outcome, Place, Random, StopReason};
use ir::interp::Value;
use ir::{Component, Entry, FieldRef, Param};
use mc::{Allowance, End, Reached, reach};
use smt::Terms;
use step::{Errors, Integers, LetterId, Replay, Sight, StepSystem, interpreted};

const COMPONENTS: u64 = 150;
const ALLOWANCE: Allowance = Allowance {
    regions: 200,
    spare: 30,
};

#[test]
fn what_is_reached_is_what_exhaustive_search_reaches_and_by_no_shorter_calls() {
    let (mut complete, mut unreachable, mut deep) = (0, 0, 0);
    for seed in 0..COMPONENTS {
        let text = program(&mut Random::seeded(seed));
        let component = component(&text);
        let system = system(&component);
        let (found, all) = search(&system);
        let truth = exhaustive(&component);
        for (end, calls) in &found.ends {
            replayed(&component, &system, end, calls);
        }
        let lengths: BTreeMap<Key, usize> = found
            .ends
            .iter()
            .map(|(end, calls)| (key(end), calls.len()))
            .collect();
        if found.closed.is_some() {
            assert_eq!(lengths, truth, "seed {seed}:\n{text}");
            complete += 1;
        } else {
            let near = truth.iter().filter(|(_, length)| **length <= found.depth);
            assert!(
                near.into_iter()
                    .all(|(end, length)| lengths.get(end) == Some(length)),
                "seed {seed}:\n{text}"
            );
        }
        assert!(
            found.ends.keys().all(|end| all.contains(end)),
            "seed {seed}: the code has an error it has not"
        );
        unreachable += all.len() - found.ends.len();
        deep += usize::from(lengths.values().any(|&length| length > 2));
    }
    // The test is worth something only if all three happen often.
    assert!(
        complete >= 120 && unreachable >= 20 && deep >= 20,
        "{complete} complete, {unreachable} not, {deep} deep"
    );
}

#[test]
fn the_checker_accepts_a_fixpoint_and_nothing_less() {
    let mut checked = 0;
    for seed in 0..COMPONENTS / 3 {
        let component = component(&program(&mut Random::seeded(seed)));
        let system = system(&component);
        let (found, _) = search(&system);
        let Some(states) = &found.closed else {
            continue;
        };
        let check = |states: &BTreeMap<_, _>, without: Option<&End>| {
            let seen = |letter, path: &step::Path| {
                End::of(letter, path)
                    .is_none_or(|end| found.ends.contains_key(&end) && Some(&end) != without)
            };
            cert::check_closed(&system, states, &seen, &mut smt::Z3::new(&system.terms))
        };
        assert!(
            check(states, None).is_ok(),
            "seed {seed}: {:?}",
            check(states, None)
        );
        for end in found.ends.keys() {
            assert!(
                check(states, Some(end)).is_err(),
                "seed {seed}: {end:?} can be reached"
            );
        }
        for at in states.keys() {
            let mut fewer = states.clone();
            fewer.insert(*at, system.terms.bool(false));
            assert!(
                check(&fewer, None).is_err(),
                "seed {seed}: {at:?} can be reached"
            );
        }
        checked += 1;
    }
    assert!(checked >= 40, "only {checked} had a fixpoint");
}

#[test]
fn a_counter_has_no_fixpoint_and_the_search_says_so() {
    let text = "class Error { }\nclass C { field n: i32 }\nfn C.new(this: ref) { s: return }
fn C.up(this: ref) { local n: i32 local e: ref
  s: n = this->C::n if n == 7i32 then bad else good
  good: this->C::n = n + 2i32 return
  bad: e = new Error throw e }\n";
    let component = component(text);
    let system = system(&component);
    let allowance = Allowance {
        regions: 40,
        spare: 40,
    };
    let locations = system.locations(9).expect("there are two locations");
    let ends = End::all(&system, &locations);
    let mut solver = smt::chain(&system.terms, smt::Config::default());
    let found = reach(
        &system,
        &mut *solver,
        &ends,
        allowance,
        (&Budget::unlimited(), &NoProgress),
    );
    assert!(
        found.closed.is_none() && found.ends.is_empty() && ends.len() == 1,
        "{found:?}"
    );
    assert!(
        matches!(found.stopped, Some(StopReason::Limit(_))) && found.depth >= 35,
        "{found:?}"
    );
    let cancelled = Budget::unlimited();
    cancelled.cancel();
    let none = reach(
        &system,
        &mut *solver,
        &ends,
        allowance,
        (&cancelled, &NoProgress),
    );
    assert_eq!(
        (none.stopped, none.closed.is_none(), none.depth),
        (Some(StopReason::Cancelled), true, 0)
    );
}

fn system(component: &Rc<Component>) -> StepSystem {
    let terms = Terms::new();
    let solver = smt::chain(&terms, smt::Config::default());
    let sight = Sight::new(Integers::Wrapping);
    step::component(
        Rc::clone(component),
        &terms,
        sight,
        &Budget::unlimited(),
        solver,
    )
    .expect("nothing to initialise")
}

fn search(system: &StepSystem) -> (Reached, BTreeSet<End>) {
    let ends = End::all(
        system,
        &system.locations(9).expect("there are two locations"),
    );
    let mut solver = smt::chain(&system.terms, smt::Config::default());
    (
        reach(
            system,
            &mut *solver,
            &ends,
            ALLOWANCE,
            (&Budget::unlimited(), &NoProgress),
        ),
        ends,
    )
}

/// A component of the class `C`: functions called `C.name`, the one called `C.new` is the constructor.
fn component(text: &str) -> Rc<Component> {
    let program = ir::text::parse(text).expect("the test's program parses");
    ir::validate(&program).expect("the test's program is valid");
    let entry = |(id, f): (ir::FunctionId, &ir::Function)| {
        let name = f.name.strip_prefix("C.")?.to_string();
        let param = |l: &ir::Local| Param {
            name: l.name.clone(),
            source_type: "byte".into(),
            ty: l.ty,
            given: None,
        };
        let params = f.params.iter().skip(1).map(param).collect();
        Some(Entry {
            function: id,
            name,
            takes_receiver: true,
            universal: false,
            params,
            place: None,
        })
    };
    let (constructors, methods) = program
        .functions
        .iter()
        .filter_map(entry)
        .partition(|e| e.name == "new");
    let class = program
        .class_named("C")
        .expect("the test's program has a class C");
    Rc::new(Component {
        class,
        name: "C".into(),
        initialisers: Vec::new(),
        constructors,
        methods,
        arguments: ir::Arguments::default(),
        texts: Vec::new(),
        known_from: std::collections::BTreeMap::new(),
        measured: ir::KnownFrom::default(),
        endings: None,
        layouts: ir::Layouts::default(),
        script: ir::Script::default(),
        program,
    })
}

/// A random class with a byte, a flag and three methods, each of which fails in two ways.
fn program(random: &mut Random) -> String {
    let mut text = String::from(
        "class Error { }\nclass Fault { }\nclass C { field f: i8 field g: bool }\nfn C.new(this: ref) { s: return }\n",
    );
    for method in 0..3 {
        let _ = write!(
            text,
            "fn C.m{method}(this: ref, p: i8) {{ local f: i8 local g: bool local e: ref
  s: f = this->C::f g = this->C::g if {} then bad else some
  some: if {} & {} then worse else good
  good: if {} then one else two
  one: this->C::f = {} return
  two: this->C::g = {} return
  bad: e = new Error throw e
  worse: e = new Fault throw e }}\n",
            condition(random, 2),
            condition(random, 1),
            condition(random, 1),
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
    match random.below(12) {
        0..3 => "p".into(),
        3..6 => format!("(p % {}i8)", random.below(3) + 1),
        6 => "((f + 1i8) % 4i8)".into(),
        _ => format!("{}i8", random.below(5)),
    }
}

/// An error as the interpreter and the search both name it.
type Key = (LetterId, String, Option<Place>);

fn key(end: &End) -> Key {
    (end.letter, end.what.clone(), end.place.clone())
}

/// Every error that calls with interesting arguments reach, with the length of the shortest sequence to it.
fn exhaustive(component: &Component) -> BTreeMap<Key, usize> {
    let start =
        Replay::start(component, &Errors::default()).expect("there is no static initialiser");
    let mut found = BTreeMap::new();
    let mut seen = BTreeSet::new();
    let mut queue = VecDeque::from([(start, 0)]);
    while let Some((replay, depth)) = queue.pop_front() {
        let constructed = replay.this().is_some();
        let letters = if constructed { 1..4 } else { 0..1 };
        for (letter, args) in letters.flat_map(|letter| {
            arguments(letter)
                .into_iter()
                .map(move |args| (letter, args))
        }) {
            let mut after = replay.clone();
            let ran = after.call(LetterId::from_index(letter), &args);
            if ran.answer == Outcome::Error {
                let key = (
                    LetterId::from_index(letter),
                    ran.what.expect("an error has a name"),
                    ran.place,
                );
                found.entry(key).or_insert(depth + 1);
            } else if seen.insert(fields(component, &after)) {
                queue.push_back((after, depth + 1));
            }
        }
    }
    found
}

/// Constants in the programs are 0 to 4 and divisors 1 to 3: beyond these arguments behaviour repeats.
fn arguments(letter: usize) -> Vec<Vec<Value>> {
    let interesting = (-7..8).chain([-128, 127]).map(|p| vec![Value::Int(p)]);
    if letter == 0 {
        vec![Vec::new()]
    } else {
        interesting.collect()
    }
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

/// The calls do on the interpreter what is said of them.
fn replayed(component: &Component, system: &StepSystem, end: &End, calls: &[cert::Call]) {
    let mut replay =
        Replay::start(component, &Errors::default()).expect("there is no static initialiser");
    for (i, call) in calls.iter().enumerate() {
        let params = system.letters[call.letter].params.iter();
        let args: Vec<Value> = params
            .zip(&call.args)
            .map(|(p, v)| interpreted(p.ty, v).expect("it fits"))
            .collect();
        let ran = replay.call(call.letter, &args);
        let last = i + 1 == calls.len();
        assert_eq!(
            ran.answer,
            if last { Outcome::Error } else { Outcome::Ok },
            "{calls:?}"
        );
        if last {
            assert_eq!(
                (call.letter, ran.what, ran.place),
                (end.letter, Some(end.what.clone()), end.place.clone())
            );
        }
    }
}

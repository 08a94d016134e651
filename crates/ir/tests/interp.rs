//! The reference semantics on small programs, worked out by hand.

use base::{Id, Place};
use ir::interp::{DEPTH_LIMIT, Machine, Outcome, Value};
use ir::text::parse;
use ir::{FieldRef, FunctionId, Program, validate};

use crate::common;

fn program(text: &str) -> Program {
    let program = parse(text).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(validate(&program), Ok(()));
    program
}

fn function(program: &Program, name: &str) -> FunctionId {
    program
        .functions
        .iter()
        .find(|(_, f)| f.name == name)
        .expect("the function exists")
        .0
}

fn run(machine: &mut Machine<'_>, name: &str, args: &[Value]) -> Outcome {
    let id = function(machine.program(), name);
    machine.call(id, args, 10_000)
}

fn int(value: i64) -> Outcome {
    Outcome::Returned(Some(Value::Int(value)))
}

const LOOP: &str = "fn gauss(n: i32) -> i32 { local i: i32 local sum: i32
    s: i = 0 sum = 0 goto head
    head: if i < n then body else end
    body: i = i + 1 sum = sum + i goto head
    end: return sum }";

#[test]
fn a_loop_runs_and_is_cut_at_the_step_limit() {
    let program = program(LOOP);
    let gauss = function(&program, "gauss");
    let mut machine = Machine::new(&program);
    assert_eq!(machine.call(gauss, &[Value::Int(100)], 1000), int(5050));
    // 3 locals; 3 steps at the start, 4 a round, 1 for the last test and 1 to return.
    assert_eq!(
        machine.call(gauss, &[Value::Int(100)], 3 + 3 + 400 + 2),
        int(5050)
    );
    assert_eq!(
        machine.call(gauss, &[Value::Int(100)], 3 + 3 + 400 + 1),
        Outcome::OutOfSteps
    );
    assert_eq!(
        machine.call(gauss, &[Value::Int(70_000)], 1_000_000),
        int(-1_844_932_296)
    );
}

#[test]
fn arithmetic_is_that_of_the_type() {
    let program = program(
        "fn add(a: i32, b: i32) -> i32 { s: return a + b }
         fn byte(a: i32) -> i32 { s: return i32(i8(a)) }
         fn char(a: i32) -> i32 { s: return i32(u16(a)) }
         fn long(a: i32) -> i64 { s: return i64(a) * i64(a) }
         fn wide(a: i64) -> u64 { s: return u64(a) / 2u64 }
         fn odd(a: i32) -> bool { s: return bool(a) }
         fn flag(a: bool) -> i32 { s: return i32(!a) }
         fn mixed(a: i32, b: bool) -> bool { s: return (a > 0) ^ b }
         ",
    );
    let mut machine = Machine::new(&program);
    let max = i64::from(i32::MAX);
    assert_eq!(
        run(&mut machine, "add", &[Value::Int(max), Value::Int(1)]),
        int(i64::from(i32::MIN))
    );
    assert_eq!(run(&mut machine, "byte", &[Value::Int(200)]), int(-56));
    assert_eq!(run(&mut machine, "char", &[Value::Int(-1)]), int(65535));
    assert_eq!(
        run(&mut machine, "long", &[Value::Int(max)]),
        int(max * max)
    );
    assert_eq!(run(&mut machine, "wide", &[Value::Int(-1)]), int(i64::MAX));
    assert_eq!(
        run(&mut machine, "odd", &[Value::Int(-3)]),
        Outcome::Returned(Some(Value::Bool(true)))
    );
    assert_eq!(run(&mut machine, "flag", &[Value::Bool(true)]), int(0));
    let args = [Value::Int(1), Value::Bool(true)];
    assert_eq!(
        run(&mut machine, "mixed", &args),
        Outcome::Returned(Some(Value::Bool(false)))
    );
}

const OBJECTS: &str = r#"class Object { }
    class Named { }
    class Animal extends Object implements Named { field legs: i32 field tame: bool method legs = `Animal.legs` }
    class Bird extends Animal { field wings: i64 method legs = `Bird.legs` }
    class Worm extends Animal { }
    global count: i32
    fn `Animal.legs`(this: ref) -> i32 { local n: i32 s: n = this->Animal::legs return n }
    fn `Bird.legs`(this: ref) -> i32 { local n: i32
        s: n = call `Animal.legs`(this) then t   t: return n + 100 }
    fn bird() -> ref { local o: ref local n: i32
        s: o = new Bird o->Animal::legs = 2 o->Bird::wings = -5i64 n = global count global count = n + 1 return o }
    fn worm() -> ref { local o: ref s: o = new Worm return o }
    fn ask(o: ref) -> i32 { local n: i32 s: n = call virtual legs(o) then t   t: return n }
    fn named(o: ref) -> bool { s: return o is Named }
    fn birdlike(o: ref) -> bool { s: return o is Bird }"#;

fn object(outcome: Outcome) -> Value {
    match outcome {
        Outcome::Returned(Some(value)) => value,
        other => panic!("{other:?}"),
    }
}

#[test]
fn objects_have_the_fields_of_their_parents_and_find_their_methods() {
    let program = program(OBJECTS);
    let mut machine = Machine::new(&program);
    let bird = object(run(&mut machine, "bird", &[]));
    let worm = object(run(&mut machine, "worm", &[]));
    assert_eq!(run(&mut machine, "ask", &[bird]), int(102));
    assert_eq!(run(&mut machine, "ask", &[worm]), int(0));
    for (name, value, answer) in [
        ("named", bird, true),
        ("named", Value::NULL, false),
        ("birdlike", bird, true),
        ("birdlike", worm, false),
    ] {
        assert_eq!(
            run(&mut machine, name, &[value]),
            Outcome::Returned(Some(Value::Bool(answer))),
            "{name}"
        );
    }
}

#[test]
fn the_heap_can_be_looked_into_and_copied() {
    let program = program(OBJECTS);
    let mut machine = Machine::new(&program);
    let Value::Ref(Some(bird)) = object(run(&mut machine, "bird", &[])) else {
        panic!("null")
    };
    let class = program.class_named("Bird").unwrap();
    let wings = FieldRef { class, index: 0 };
    let legs = FieldRef {
        class: program.class_named("Animal").unwrap(),
        index: 0,
    };
    let count = program.globals.ids().next().unwrap();
    assert_eq!(machine.class_of(bird), class);
    assert_eq!(machine.field(bird, legs), Value::Int(2));
    assert_eq!(machine.field(bird, wings), Value::Int(-5));
    assert_eq!(machine.global(count), Value::Int(1));
    let mut copy = machine.clone();
    run(&mut copy, "bird", &[]);
    copy.set_field(bird, legs, Value::Int(3));
    copy.set_global(count, Value::Int(40));
    assert_eq!((machine.object_count(), copy.object_count()), (1, 2));
    assert_eq!(machine.field(bird, legs), Value::Int(2));
    assert_eq!(
        (machine.global(count), copy.global(count)),
        (Value::Int(1), Value::Int(40))
    );
    assert_eq!(run(&mut copy, "ask", &[Value::Ref(Some(bird))]), int(103));
}

const THROWING: &str = r#"class Error { } class Bad extends Error { }
    fn fail(deep: bool) file "A.java" { local e: ref
        s: if deep then down else here @1
        down: call fail(false) then done @2
        here: e = new Bad @3
              throw e @3
        done: return @4 }
    fn handle(rethrow: bool) -> bool file "A.java" { local e: ref
        s: call fail(true) then fine unwind handler(e) @10
        fine: return false @11
        handler: if rethrow then again else caught @12
        again: throw e @13
        caught: return e is Error @14 }
    fn wrong() { s: throw null }"#;

#[test]
fn exceptions_pass_through_callers_to_the_nearest_handler() {
    let program = program(THROWING);
    let mut machine = Machine::new(&program);
    let bad = program.class_named("Bad").unwrap();
    match run(&mut machine, "fail", &[Value::Bool(true)]) {
        Outcome::Threw {
            object,
            class,
            place,
        } => {
            assert_eq!((class, place), (bad, Place::new("A.java", 3)));
            assert_eq!(machine.class_of(object), bad);
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(
        run(&mut machine, "handle", &[Value::Bool(false)]),
        Outcome::Returned(Some(Value::Bool(true)))
    );
}

#[test]
fn a_rethrown_exception_keeps_the_place_where_it_was_thrown_first() {
    let program = program(THROWING);
    let outcome = run(&mut Machine::new(&program), "handle", &[Value::Bool(true)]);
    assert!(matches!(outcome, Outcome::Threw { place, .. } if place == Place::new("A.java", 3)));
}

#[test]
fn unsupported_code_and_broken_promises_end_a_run_without_an_answer() {
    let program = program(
        r#"class C { field k: i32 } class D { }
        fn no() file "A.java" { s: unsupported "call of X.y()" @5 }
        fn null_field() -> i32 { local n: i32 s: n = null->C::k return n }
        fn other_field() -> i32 { local n: i32 local o: ref s: o = new D n = o->C::k return n }
        fn divide(n: i32) -> i32 { s: return 1 / n }
        fn null_call() { s: call virtual m(null) then t   t: return }
        fn no_method() { local o: ref s: o = new C call virtual m(o) then t   t: return }
        fn null_thrown() { s: throw null }"#,
    );
    let mut machine = Machine::new(&program);
    let what = "call of X.y()".to_owned();
    assert_eq!(
        run(&mut machine, "no", &[]),
        Outcome::Unsupported {
            what,
            place: Place::new("A.java", 5)
        }
    );
    for name in [
        "null_field",
        "other_field",
        "null_call",
        "no_method",
        "null_thrown",
    ] {
        assert!(
            matches!(run(&mut machine, name, &[]), Outcome::Unsupported { .. }),
            "{name}"
        );
    }
    assert!(matches!(
        run(&mut machine, "divide", &[Value::Int(0)]),
        Outcome::Unsupported { .. }
    ));
    assert_eq!(run(&mut machine, "divide", &[Value::Int(1)]), int(1));
}

#[test]
fn endless_recursion_ends_at_the_depth_limit() {
    let program = program(
        "fn f(n: i32) -> i32 { local r: i32
        s: if n == 0 then end else more   more: r = call f(n - 1) then back   back: return r + 1   end: return 0 }",
    );
    let mut machine = Machine::new(&program);
    let f = FunctionId::from_index(0);
    let deepest = DEPTH_LIMIT as i64 - 1;
    assert_eq!(
        machine.call(f, &[Value::Int(deepest)], 1_000_000),
        int(deepest)
    );
    assert_eq!(
        machine.call(f, &[Value::Int(deepest + 1)], 1_000_000),
        Outcome::TooDeep
    );
}

#[test]
fn switches_take_the_case_or_the_default() {
    let program = program(
        "fn f(n: i64) -> i32 { s: switch n { -1: a, 7: b, else: c } a: return 1 b: return 2 c: return 3 }",
    );
    let mut machine = Machine::new(&program);
    for (n, answer) in [(-1, 1), (7, 2), (0, 3), (i64::MIN, 3)] {
        assert_eq!(
            machine.call(FunctionId::from_index(0), &[Value::Int(n)], 10),
            int(answer)
        );
    }
}

#[test]
fn every_valid_program_runs_to_some_end() {
    let mut returned = 0;
    for seed in 0..500 {
        let program = common::program(seed);
        let mut machine = Machine::new(&program);
        for (id, function) in program.functions.iter() {
            let args: Vec<Value> = function.params.iter().map(|p| Value::zero(p.ty)).collect();
            returned += usize::from(matches!(machine.call(id, &args, 500), Outcome::Returned(_)));
        }
    }
    assert!(
        returned > 100,
        "only {returned} calls returned: the generator tests little"
    );
}

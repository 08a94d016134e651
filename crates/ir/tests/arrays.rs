//! Arrays, copies and slots by number.

use ir::interp::{Machine, ObjectId, Outcome, Value};
use ir::text::parse;
use ir::{Program, validate};

const ARRAYS: &str = "class Object { }
    class Named { }
    class Cell extends Object implements Named { field n: i32 field next: ref }
    class Wide extends Cell { field w: i64 field x: f32 }
    class `int[]` [i32] extends Object { }
    class `long[]` [i64] extends Object { }
    class `Object[]` [ref Object] extends Object { }
    class `Cell[]` [ref Cell] extends Object { }
    class `Cell[][]` [ref `Cell[]`] extends Object { }
    class `any[]` [ref] extends Object { }
    fn ints(n: i32) -> ref { local a: ref s: a = new `int[]`[n] return a }
    fn longs(n: i32) -> ref { local a: ref s: a = new `long[]`[n] return a }
    fn cells(n: i32) -> ref { local a: ref s: a = new `Cell[]`[n] return a }
    fn rows(n: i32) -> ref { local a: ref s: a = new `Cell[][]`[n] return a }
    fn objects(n: i32) -> ref { local a: ref s: a = new `Object[]`[n] return a }
    fn cell() -> ref { local o: ref s: o = new Cell return o }
    fn wide() -> ref { local o: ref s: o = new Wide return o }
    fn length(a: ref) -> i32 { local n: i32 s: n = #a return n }
    fn get(a: ref, i: i32) -> i32 { local n: i32 s: n = a[i] return n }
    fn put(a: ref, i: i32, n: i32) { s: a[i] = n return }
    fn getRef(a: ref, i: i32) -> ref { local o: ref s: o = a[i] return o }
    fn putRef(a: ref, i: i32, o: ref) { s: a[i] = o return }
    fn copy(a: ref, i: i32, b: ref, j: i32, n: i32) { s: b[j; n] = a[i] return }
    fn twin(o: ref) -> ref { local p: ref s: p = new (o) return p }
    fn accepts(a: ref, o: ref) -> bool { s: return a takes o }
    fn named(o: ref) -> bool { s: return o is Named }
    fn areObjects(o: ref) -> bool { s: return o is `Object[]` }
    fn areCells(o: ref) -> bool { s: return o is `Cell[]` }
    fn slot(o: ref, k: i64) -> i32 { local n: i32 s: n = o->[k] return n }
    fn slotRef(o: ref, k: i64) -> ref { local p: ref s: p = o->[k] return p }
    fn slotLong(o: ref, k: i64) -> i64 { local l: i64 s: l = o->[k] return l }
    fn setSlot(o: ref, k: i64, n: i32) { s: o->[k] = n return }
    fn setSlotRef(o: ref, k: i64, p: ref) { s: o->[k] = p return }
    fn first(o: ref) -> i32 { local n: i32 s: n = o->Cell::n return n }
    fn mirror(o: ref) -> ref { local p: ref s: p = class o return p }";

fn program() -> Program {
    let program = parse(ARRAYS).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(validate(&program), Ok(()));
    program
}

fn run(machine: &mut Machine<'_>, name: &str, args: &[Value]) -> Outcome {
    let function = machine
        .program()
        .functions
        .iter()
        .find(|(_, f)| f.name == name)
        .expect("it exists")
        .0;
    machine.call(function, args, 10_000)
}

#[track_caller]
fn get(machine: &mut Machine<'_>, name: &str, args: &[Value]) -> Value {
    match run(machine, name, args) {
        Outcome::Returned(value) => value.unwrap_or(Value::NULL),
        other => panic!("{name}: {other:?}"),
    }
}

#[track_caller]
fn refused(machine: &mut Machine<'_>, name: &str, args: &[Value]) {
    let outcome = run(machine, name, args);
    assert!(
        matches!(outcome, Outcome::Unsupported { .. }),
        "{name} {args:?}: {outcome:?}"
    );
}

fn int(value: i64) -> Value {
    Value::Int(value)
}

fn object(value: Value) -> ObjectId {
    match value {
        Value::Ref(Some(object)) => object,
        other => panic!("{other:?} is no object"),
    }
}

fn ints(machine: &mut Machine<'_>, content: &[i64]) -> Value {
    let array = get(machine, "ints", &[int(content.len() as i64)]);
    for (i, &n) in content.iter().enumerate() {
        get(machine, "put", &[array, int(i as i64), int(n)]);
    }
    array
}

fn content(machine: &Machine<'_>, array: Value) -> Vec<Value> {
    machine.content(object(array))
}

#[test]
fn arrays_hold_what_is_put_into_them() {
    let program = program();
    let mut machine = Machine::new(&program);
    let array = ints(&mut machine, &[7, -1, 5]);
    assert_eq!(get(&mut machine, "length", &[array]), int(3));
    assert_eq!(get(&mut machine, "get", &[array, int(1)]), int(-1));
    assert_eq!(content(&machine, array), [int(7), int(-1), int(5)]);
    assert_eq!(machine.length(object(array)), Some(3));
    machine.set_element(object(array), 2, int(9));
    assert_eq!(get(&mut machine, "get", &[array, int(2)]), int(9));
    let class = program.class_named("int[]").unwrap();
    let made = machine.allocate_array(class, 2);
    assert_eq!(
        (machine.class_of(made), machine.element(made, 1)),
        (class, int(0))
    );
    let cell = get(&mut machine, "cell", &[]);
    assert_eq!(machine.length(object(cell)), None);
}

#[test]
fn what_is_out_of_bounds_or_of_another_type_has_no_answer() {
    let program = program();
    let mut machine = Machine::new(&program);
    let array = ints(&mut machine, &[1, 2]);
    let longs = get(&mut machine, "longs", &[int(2)]);
    let cell = get(&mut machine, "cell", &[]);
    for bad in [-1, 2, i64::from(i32::MAX), i64::from(i32::MIN)] {
        refused(&mut machine, "get", &[array, int(bad)]);
        refused(&mut machine, "put", &[array, int(bad), int(0)]);
    }
    for no_int_array in [Value::NULL, longs, cell] {
        refused(&mut machine, "get", &[no_int_array, int(0)]);
        refused(&mut machine, "put", &[no_int_array, int(0), int(0)]);
    }
    refused(&mut machine, "length", &[cell]);
    refused(&mut machine, "length", &[Value::NULL]);
    refused(&mut machine, "first", &[array]);
    refused(&mut machine, "ints", &[int(-1)]);
    refused(&mut machine, "getRef", &[array, int(0)]);
    assert_eq!(content(&machine, array), [int(1), int(2)]);
}

#[test]
fn the_length_of_an_array_is_paid_in_steps() {
    let program = program();
    let mut machine = Machine::new(&program);
    assert_eq!(
        run(&mut machine, "ints", &[int(i64::from(i32::MAX))]),
        Outcome::OutOfSteps
    );
    let array = get(&mut machine, "ints", &[int(9000)]);
    assert_eq!(
        run(&mut machine, "ints", &[int(9_999)]),
        Outcome::OutOfSteps
    );
    assert!(matches!(
        run(&mut machine, "twin", &[array]),
        Outcome::Returned(_)
    ));
    let twin = program
        .functions
        .iter()
        .find(|(_, f)| f.name == "twin")
        .unwrap()
        .0;
    assert_eq!(machine.call(twin, &[array], 9000), Outcome::OutOfSteps);
    let copy = program
        .functions
        .iter()
        .find(|(_, f)| f.name == "copy")
        .unwrap()
        .0;
    assert_eq!(
        machine.call(copy, &[array, int(0), array, int(0), int(9000)], 9000),
        Outcome::OutOfSteps
    );
}

#[test]
fn references_stand_only_where_the_array_takes_them() {
    let program = program();
    let mut machine = Machine::new(&program);
    let cells = get(&mut machine, "cells", &[int(2)]);
    let objects = get(&mut machine, "objects", &[int(2)]);
    let rows = get(&mut machine, "rows", &[int(1)]);
    let (cell, wide) = (
        get(&mut machine, "cell", &[]),
        get(&mut machine, "wide", &[]),
    );
    for (array, element, taken) in [
        (cells, cell, true),
        (cells, wide, true),
        (cells, Value::NULL, true),
        (cells, cells, false),
        (objects, cells, true),
        (rows, cells, true),
        (rows, objects, false),
        (rows, cell, false),
    ] {
        assert_eq!(
            get(&mut machine, "accepts", &[array, element]),
            Value::Bool(taken)
        );
        if taken {
            get(&mut machine, "putRef", &[array, int(0), element]);
            assert_eq!(get(&mut machine, "getRef", &[array, int(0)]), element);
            get(&mut machine, "setSlotRef", &[array, int(0), element]);
        } else {
            refused(&mut machine, "putRef", &[array, int(0), element]);
            refused(&mut machine, "setSlotRef", &[array, int(0), element]);
        }
    }
    let array = ints(&mut machine, &[1]);
    refused(&mut machine, "accepts", &[array, cell]);
    refused(&mut machine, "accepts", &[Value::NULL, cell]);
    refused(&mut machine, "accepts", &[cell, cell]);
}

#[test]
fn arrays_of_references_stand_as_their_elements_do() {
    let program = program();
    let mut machine = Machine::new(&program);
    let (cells, objects) = (
        get(&mut machine, "cells", &[int(0)]),
        get(&mut machine, "objects", &[int(0)]),
    );
    let array = ints(&mut machine, &[]);
    for (name, value, is) in [
        ("areObjects", cells, true),
        ("areCells", cells, true),
        ("areCells", objects, false),
        ("areObjects", array, false),
        ("named", cells, false),
        ("areObjects", Value::NULL, false),
    ] {
        assert_eq!(
            get(&mut machine, name, &[value]),
            Value::Bool(is),
            "{name} {value:?}"
        );
    }
}

#[test]
fn elements_are_copied_as_if_through_a_third_array() {
    let program = program();
    for (start, at, count) in [
        (0, 2, 3),
        (2, 0, 3),
        (1, 1, 4),
        (0, 0, 5),
        (5, 0, 0),
        (0, 5, 0),
    ] {
        let mut machine = Machine::new(&program);
        let mut expected = [1, 2, 3, 4, 5];
        let array = ints(&mut machine, &expected);
        expected.copy_within(start..start + count, at);
        let [i, j, n] = [start, at, count].map(|k| int(k as i64));
        get(&mut machine, "copy", &[array, i, array, j, n]);
        assert_eq!(
            content(&machine, array),
            expected.map(int),
            "{start} {at} {count}"
        );
    }
}

#[test]
fn copying_needs_bounds_and_types_that_fit() {
    let program = program();
    let mut machine = Machine::new(&program);
    let (a, b) = (ints(&mut machine, &[1, 2, 3]), ints(&mut machine, &[4, 5]));
    for (i, j, n) in [
        (0, 0, 3),
        (-1, 0, 1),
        (0, -1, 1),
        (0, 0, -1),
        (3, 0, 1),
        (0, 2, 1),
        (1, 1, i64::from(i32::MAX)),
    ] {
        refused(&mut machine, "copy", &[a, int(i), b, int(j), int(n)]);
    }
    let longs = get(&mut machine, "longs", &[int(3)]);
    refused(&mut machine, "copy", &[a, int(0), longs, int(0), int(1)]);
    let (cells, objects) = (
        get(&mut machine, "cells", &[int(2)]),
        get(&mut machine, "objects", &[int(2)]),
    );
    let cell = get(&mut machine, "cell", &[]);
    get(&mut machine, "putRef", &[objects, int(0), cell]);
    get(
        &mut machine,
        "copy",
        &[objects, int(0), cells, int(1), int(1)],
    );
    assert_eq!(content(&machine, cells), [Value::NULL, cell]);
    get(&mut machine, "putRef", &[objects, int(1), a]);
    refused(
        &mut machine,
        "copy",
        &[objects, int(0), cells, int(0), int(2)],
    );
    assert_eq!(content(&machine, cells), [Value::NULL, cell]);
}

#[test]
fn a_copy_is_another_object_with_the_same_content() {
    let program = program();
    let mut machine = Machine::new(&program);
    let array = ints(&mut machine, &[1, 2]);
    let twin = get(&mut machine, "twin", &[array]);
    assert_ne!(array, twin);
    get(&mut machine, "put", &[twin, int(0), int(8)]);
    assert_eq!(
        (content(&machine, array), content(&machine, twin)),
        (vec![int(1), int(2)], vec![int(8), int(2)])
    );
    let wide = get(&mut machine, "wide", &[]);
    get(&mut machine, "setSlot", &[wide, int(0), int(3)]);
    let other = get(&mut machine, "twin", &[wide]);
    assert_eq!(
        content(&machine, other),
        [int(3), Value::NULL, int(0), Value::f32(0.0)]
    );
    refused(&mut machine, "twin", &[Value::NULL]);
}

#[test]
fn slots_are_the_fields_of_the_layout_or_the_elements() {
    let program = program();
    let mut machine = Machine::new(&program);
    let wide = get(&mut machine, "wide", &[]);
    get(&mut machine, "setSlot", &[wide, int(0), int(41)]);
    assert_eq!(get(&mut machine, "first", &[wide]), int(41));
    assert_eq!(get(&mut machine, "slot", &[wide, int(0)]), int(41));
    assert_eq!(get(&mut machine, "slotRef", &[wide, int(1)]), Value::NULL);
    assert_eq!(get(&mut machine, "slotLong", &[wide, int(2)]), int(0));
    for wrong in [1, 2, 3, 4, -1, i64::MAX, i64::MIN] {
        refused(&mut machine, "slot", &[wide, int(wrong)]);
        refused(&mut machine, "setSlot", &[wide, int(wrong), int(0)]);
    }
    let array = ints(&mut machine, &[1, 2]);
    assert_eq!(get(&mut machine, "slot", &[array, int(1)]), int(2));
    refused(&mut machine, "slot", &[array, int(2)]);
    refused(&mut machine, "slotLong", &[array, int(0)]);
    refused(&mut machine, "slot", &[Value::NULL, int(0)]);
    // Nobody says what stands for the class.
    refused(&mut machine, "mirror", &[array]);
}

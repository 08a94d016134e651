//! Memory made of bytes: what blocks hold, how accesses fare, what addresses are.

use ir::interp::{Machine, ObjectId, Outcome, Value};
use ir::memory::{CONSTANT, DEAD, FINE, FOREIGN, NULL, OUTSIDE, UNSET};
use ir::text::parse;
use ir::{Program, validate};

const MEMORY: &str = r#"class function { }
    class `function f` extends function { method apply = `f` }
    class block { }
    class small extends block { method apply = `f` }
    class Object { field n: i32 }
    image f: `function f` { }
    fn f(this: ref) -> i32 { s: return 5 }
    fn automatic(n: i64) -> ref { local b: ref s: b = mem new small automatic(n) unset "x" return b }
    fn zeros(n: i64) -> ref { local b: ref s: b = mem new block static(n) zero "x" return b }
    fn allocated(n: i64) -> ref { local b: ref s: b = mem new block allocated(n) unset "malloc" return b }
    fn literal() -> ref { local b: ref s: b = mem new block constant(4i64) bytes "6162" "literal" return b }
    fn end(b: ref) { s: mem end(b) return }
    fn read(b: ref, o: i64, n: i64) -> i32 { local x: i32 s: x = mem probe read(b, o, n) return x }
    fn write(b: ref, o: i64, n: i64) -> i32 { local x: i32 s: x = mem probe write(b, o, n) return x }
    fn copying(b: ref, o: i64, n: i64) -> i32 { local x: i32 s: x = mem probe copy(b, o, n) return x }
    fn release(b: ref, o: i64) -> i32 { local x: i32 s: x = mem probe release(b, o, 1i64) return x }
    fn get8(b: ref, o: i64) -> u8 { local x: u8 s: x = mem load(b, o) return x }
    fn get16(b: ref, o: i64) -> i16 { local x: i16 s: x = mem load(b, o) return x }
    fn get32(b: ref, o: i64) -> i32 { local x: i32 s: x = mem load(b, o) return x }
    fn get64(b: ref, o: i64) -> i64 { local x: i64 s: x = mem load(b, o) return x }
    fn getFloat(b: ref, o: i64) -> f32 { local x: f32 s: x = mem load(b, o) return x }
    fn getDouble(b: ref, o: i64) -> f64 { local x: f64 s: x = mem load(b, o) return x }
    fn put8(b: ref, o: i64, x: u8) { s: mem store(b, o, x) return }
    fn put16(b: ref, o: i64, x: i16) { s: mem store(b, o, x) return }
    fn put32(b: ref, o: i64, x: i32) { s: mem store(b, o, x) return }
    fn put64(b: ref, o: i64, x: i64) { s: mem store(b, o, x) return }
    fn putDouble(b: ref, o: i64, x: f64) { s: mem store(b, o, x) return }
    fn target(b: ref, o: i64) -> ref { local x: ref s: x = mem target(b, o, 8) return x }
    fn offset(b: ref, o: i64) -> i64 { local x: i64 s: x = mem offset(b, o, 8) return x }
    fn point(b: ref, o: i64, c: ref, p: i64) { s: mem point(b, o, c, p, 8) return }
    fn target4(b: ref, o: i64) -> ref { local x: ref s: x = mem target(b, o, 4) return x }
    fn offset4(b: ref, o: i64) -> i64 { local x: i64 s: x = mem offset(b, o, 4) return x }
    fn point4(b: ref, o: i64, c: ref, p: i64) { s: mem point(b, o, c, p, 4) return }
    fn copy(b: ref, o: i64, c: ref, p: i64, n: i64) { s: mem copy(b, o, c, p, n) return }
    fn fill(b: ref, o: i64, n: i64, x: u8) { s: mem fill(b, o, n, x) return }
    fn unset(b: ref, o: i64, n: i64) { s: mem unset(b, o, n) return }
    fn size(b: ref) -> i64 { local x: i64 s: x = mem size(b) return x }
    fn address(b: ref) -> i64 { local x: i64 s: x = mem address(b) return x }
    fn find(a: i64) -> ref { local x: ref s: x = mem find(a) return x }
    fn within(a: i64) -> i64 { local x: i64 s: x = mem within(a) return x }
    fn isSmall(b: ref) -> bool { s: return b is small }
    fn isBlock(b: ref) -> bool { s: return b is block }
    fn invoke(b: ref) -> i32 { local x: i32 s: x = call virtual apply(b) then d d: return x }
    fn fieldOf(b: ref) -> i32 { local x: i32 s: x = b->Object::n return x }
    fn slot(b: ref) -> i32 { local x: i32 s: x = b->[0i64] return x }
    fn twin(b: ref) -> ref { local x: ref s: x = new (b) return x }
    fn theFunction() -> ref { s: return @f }
    fn object() -> ref { local o: ref s: o = new Object return o }
"#;

fn program() -> Program {
    let program = parse(MEMORY).unwrap_or_else(|e| panic!("{e}"));
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
fn number(machine: &mut Machine<'_>, name: &str, args: &[Value]) -> i64 {
    match get(machine, name, args) {
        Value::Int(number) => number,
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

#[test]
fn numbers_are_bytes_with_the_lowest_first() {
    let program = program();
    let mut machine = Machine::new(&program);
    let b = get(&mut machine, "zeros", &[int(16)]);
    get(
        &mut machine,
        "put64",
        &[b, int(3), int(0x0807_0605_8403_0281)],
    );
    assert_eq!(number(&mut machine, "get8", &[b, int(3)]), 0x81);
    assert_eq!(number(&mut machine, "get16", &[b, int(4)]), 0x0302);
    assert_eq!(
        number(&mut machine, "get32", &[b, int(3)]),
        i64::from(0x8403_0281u32 as i32)
    );
    assert_eq!(
        number(&mut machine, "get64", &[b, int(2)]),
        0x0706_0584_0302_8100
    );
    get(&mut machine, "put16", &[b, int(0), int(-2)]);
    assert_eq!(
        number(&mut machine, "get32", &[b, int(0)]),
        i64::from(0x8100_fffeu32 as i32)
    );
    get(&mut machine, "putDouble", &[b, int(8), Value::f64(-1.5)]);
    assert_eq!(
        number(&mut machine, "get64", &[b, int(8)]),
        (-1.5f64).to_bits() as i64
    );
    get(&mut machine, "put32", &[b, int(1), int(0x3fc0_0000)]);
    assert_eq!(get(&mut machine, "getFloat", &[b, int(1)]), Value::f32(1.5));
    get(&mut machine, "put64", &[b, int(1), int(-1)]);
    assert_eq!(
        get(&mut machine, "getDouble", &[b, int(1)]),
        Value::f64(f64::NAN),
        "there is one NaN"
    );
}

#[test]
fn a_probe_tells_the_first_reason_against_an_access() {
    let program = program();
    let mut machine = Machine::new(&program);
    let ask = |machine: &mut Machine<'_>, what: &str, b, o, n| {
        number(machine, what, &[b, int(o), int(n)])
    };
    let b = get(&mut machine, "automatic", &[int(8)]);
    let literal = get(&mut machine, "literal", &[]);
    let function = get(&mut machine, "theFunction", &[]);
    let object = get(&mut machine, "object", &[]);
    get(&mut machine, "put32", &[b, int(4), int(1)]);
    for what in ["read", "write", "copying"] {
        assert_eq!(ask(&mut machine, what, Value::NULL, 0, 1), NULL);
        assert_eq!(ask(&mut machine, what, function, 0, 1), FOREIGN);
        assert_eq!(ask(&mut machine, what, object, 0, 0), FOREIGN);
        assert_eq!(ask(&mut machine, what, b, 4, 4), FINE);
        assert_eq!(ask(&mut machine, what, b, 8, 0), FINE);
        for (o, n) in [
            (8, 1),
            (5, 4),
            (-1, 1),
            (9, 0),
            (0, -1),
            (i64::MAX, 1),
            (i64::MIN, i64::MIN),
        ] {
            assert_eq!(ask(&mut machine, what, b, o, n), OUTSIDE, "{o} {n}");
        }
    }
    assert_eq!(ask(&mut machine, "read", b, 3, 2), UNSET);
    assert_eq!(ask(&mut machine, "write", b, 3, 2), FINE);
    assert_eq!(ask(&mut machine, "copying", b, 3, 2), FINE);
    assert_eq!(ask(&mut machine, "write", literal, 0, 1), CONSTANT);
    assert_eq!(ask(&mut machine, "write", literal, 3, 2), OUTSIDE);
    assert_eq!(
        ask(&mut machine, "read", literal, 0, 4),
        FINE,
        "zeros follow the bytes of a literal"
    );
    get(&mut machine, "end", &[b]);
    assert_eq!(ask(&mut machine, "read", b, 100, 1), DEAD);
}

#[test]
fn only_what_was_allocated_can_be_given_back_and_only_as_a_whole_and_once() {
    let program = program();
    let mut machine = Machine::new(&program);
    let (b, x) = (
        get(&mut machine, "allocated", &[int(8)]),
        get(&mut machine, "automatic", &[int(8)]),
    );
    let ask = |machine: &mut Machine<'_>, b, o| number(machine, "release", &[b, int(o)]);
    assert_eq!(ask(&mut machine, b, 0), FINE);
    assert_eq!(ask(&mut machine, b, 4), OUTSIDE);
    assert_eq!(ask(&mut machine, x, 0), FOREIGN);
    assert_eq!(ask(&mut machine, Value::NULL, 0), NULL);
    get(&mut machine, "end", &[b]);
    assert_eq!(ask(&mut machine, b, 4), DEAD);
}

#[test]
fn what_a_probe_warns_of_has_no_answer() {
    let program = program();
    let mut machine = Machine::new(&program);
    let b = get(&mut machine, "allocated", &[int(16)]);
    let literal = get(&mut machine, "literal", &[]);
    let object = get(&mut machine, "object", &[]);
    refused(&mut machine, "get32", &[b, int(0)]);
    refused(&mut machine, "target", &[b, int(0)]);
    for (bad, at) in [
        (Value::NULL, 0),
        (object, 0),
        (b, 13),
        (b, -1),
        (b, i64::MAX),
        (literal, 0),
    ] {
        refused(&mut machine, "put32", &[bad, int(at), int(1)]);
        refused(&mut machine, "fill", &[bad, int(at), int(4), int(1)]);
        refused(&mut machine, "copy", &[b, int(0), bad, int(at), int(4)]);
    }
    refused(&mut machine, "fill", &[b, int(0), int(-1), int(1)]);
    refused(&mut machine, "copy", &[b, int(0), b, int(0), int(-1)]);
    refused(&mut machine, "point", &[b, int(9), b, int(0)]);
    refused(&mut machine, "point", &[b, int(0), object, int(0)]);
    refused(&mut machine, "size", &[object]);
    refused(&mut machine, "automatic", &[int(-1)]);
    get(&mut machine, "end", &[b]);
    refused(&mut machine, "end", &[b]);
    refused(&mut machine, "put8", &[b, int(0), int(1)]);
    assert_eq!(
        run(&mut machine, "automatic", &[int(i64::MAX)]),
        Outcome::OutOfSteps
    );
}

#[test]
fn a_pointer_comes_back_as_it_was_stored() {
    let program = program();
    let mut machine = Machine::new(&program);
    let b = get(&mut machine, "automatic", &[int(40)]);
    let c = get(&mut machine, "allocated", &[int(4)]);
    let function = get(&mut machine, "theFunction", &[]);
    for (at, (target, offset)) in [
        (0, (c, 4)),
        (3, (c, -70)),
        (32, (function, 0)),
        (16, (Value::NULL, 77)),
    ] {
        get(&mut machine, "point", &[b, int(at), target, int(offset)]);
        assert_eq!(get(&mut machine, "target", &[b, int(at)]), target);
        assert_eq!(number(&mut machine, "offset", &[b, int(at)]), offset);
    }
    let address = number(&mut machine, "address", &[c]);
    get(&mut machine, "point", &[b, int(0), c, int(3)]);
    assert_eq!(
        number(&mut machine, "get64", &[b, int(0)]),
        address + 3,
        "read as a number it is its address"
    );
    get(&mut machine, "end", &[c]);
    assert_eq!(
        get(&mut machine, "target", &[b, int(0)]),
        c,
        "also when what it points to is dead"
    );
    get(&mut machine, "point", &[b, int(0), Value::NULL, int(0)]);
    assert_eq!(get(&mut machine, "target", &[b, int(0)]), Value::NULL);
    assert_eq!(number(&mut machine, "get64", &[b, int(0)]), 0);
}

#[test]
fn a_number_that_is_an_address_is_a_pointer() {
    let program = program();
    let mut machine = Machine::new(&program);
    let b = get(&mut machine, "zeros", &[int(24)]);
    let c = get(&mut machine, "zeros", &[int(20)]);
    let address = number(&mut machine, "address", &[c]);
    get(&mut machine, "put64", &[b, int(5), int(address + 20)]);
    assert_eq!(get(&mut machine, "target", &[b, int(5)]), c);
    assert_eq!(number(&mut machine, "offset", &[b, int(5)]), 20);
    // A part of the pointer is overwritten: it points to the byte before.
    get(&mut machine, "point", &[b, int(8), c, int(2)]);
    let low = number(&mut machine, "get8", &[b, int(8)]);
    get(&mut machine, "put8", &[b, int(8), int(low - 1)]);
    assert_eq!(get(&mut machine, "target", &[b, int(8)]), c);
    assert_eq!(number(&mut machine, "offset", &[b, int(8)]), 1);
    for no_address in [0, 1, address + 21, address - 1, -1] {
        assert_eq!(get(&mut machine, "find", &[int(no_address)]), Value::NULL);
        assert_eq!(
            number(&mut machine, "within", &[int(no_address)]),
            no_address
        );
    }
}

#[test]
fn pointers_of_four_bytes_hold_every_address() {
    let program = program();
    let mut machine = Machine::new(&program);
    let b = get(&mut machine, "zeros", &[int(8)]);
    let function = get(&mut machine, "theFunction", &[]);
    for target in [b, function] {
        get(&mut machine, "point4", &[b, int(2), target, int(1)]);
        assert_eq!(get(&mut machine, "target4", &[b, int(2)]), target);
        let number_of = number(&mut machine, "get32", &[b, int(2)]);
        get(&mut machine, "put32", &[b, int(2), int(number_of)]);
        assert_eq!(
            get(&mut machine, "target4", &[b, int(2)]),
            target,
            "found again by its address"
        );
        assert_eq!(number(&mut machine, "offset4", &[b, int(2)]), 1);
    }
}

#[test]
fn copies_take_along_pointers_and_bytes_without_a_value() {
    let program = program();
    let mut machine = Machine::new(&program);
    let b = get(&mut machine, "automatic", &[int(200)]);
    let c = get(&mut machine, "zeros", &[int(200)]);
    get(&mut machine, "point", &[b, int(8), b, int(7)]);
    get(&mut machine, "point", &[b, int(30), c, int(1)]);
    get(&mut machine, "put8", &[b, int(100), int(9)]);
    get(&mut machine, "copy", &[b, int(0), c, int(3), int(120)]);
    assert_eq!(get(&mut machine, "target", &[c, int(11)]), b);
    assert_eq!(number(&mut machine, "offset", &[c, int(33)]), 1);
    assert_eq!(number(&mut machine, "get8", &[c, int(103)]), 9);
    let read = |machine: &mut Machine<'_>, at| number(machine, "read", &[c, int(at), int(1)]);
    assert_eq!(
        [0, 2, 3, 102, 103, 104, 123].map(|at| read(&mut machine, at)),
        [0, 0, UNSET, UNSET, 0, UNSET, 0]
    );
    // Overlapping, in both directions.
    get(&mut machine, "copy", &[b, int(8), b, int(12), int(100)]);
    assert_eq!(get(&mut machine, "target", &[b, int(12)]), b);
    get(&mut machine, "copy", &[b, int(12), b, int(9), int(100)]);
    assert_eq!(get(&mut machine, "target", &[b, int(9)]), b);
    assert_eq!(number(&mut machine, "offset", &[b, int(9)]), 7);
    // Half a pointer is copied: only its bytes.
    get(&mut machine, "fill", &[c, int(0), int(200), int(0)]);
    get(&mut machine, "copy", &[b, int(9), c, int(0), int(4)]);
    let half = number(&mut machine, "get32", &[c, int(0)]);
    assert_eq!(half, number(&mut machine, "address", &[b]) + 7);
}

#[test]
fn filled_bytes_have_a_value_and_emptied_ones_have_none() {
    let program = program();
    let mut machine = Machine::new(&program);
    let b = get(&mut machine, "automatic", &[int(300)]);
    get(&mut machine, "fill", &[b, int(10), int(250), int(0xab)]);
    assert_eq!(number(&mut machine, "read", &[b, int(10), int(250)]), FINE);
    assert_eq!(number(&mut machine, "read", &[b, int(9), int(1)]), UNSET);
    assert_eq!(number(&mut machine, "read", &[b, int(10), int(251)]), UNSET);
    assert_eq!(
        number(&mut machine, "get16", &[b, int(258)]),
        i64::from(0xababu16 as i16)
    );
    get(&mut machine, "point", &[b, int(20), b, int(0)]);
    get(&mut machine, "unset", &[b, int(24), int(100)]);
    assert_eq!(number(&mut machine, "read", &[b, int(20), int(4)]), FINE);
    assert_eq!(number(&mut machine, "read", &[b, int(123), int(1)]), UNSET);
    assert_eq!(number(&mut machine, "read", &[b, int(124), int(1)]), FINE);
}

#[test]
fn addresses_are_apart_and_stay() {
    let program = program();
    let mut machine = Machine::new(&program);
    let blocks: Vec<(Value, i64)> = [0, 1, 15, 16, 17, 100]
        .into_iter()
        .map(|n| (get(&mut machine, "allocated", &[int(n)]), n))
        .collect();
    get(&mut machine, "end", &[blocks[2].0]);
    let function = get(&mut machine, "theFunction", &[]);
    let mut last = 0;
    for (block, size) in blocks {
        let address = number(&mut machine, "address", &[block]);
        assert!(
            address % 16 == 0 && address > last + 1,
            "{address} after {last}"
        );
        assert_eq!(number(&mut machine, "size", &[block]), size);
        assert_eq!(
            get(&mut machine, "find", &[int(address + size)]),
            block,
            "also if it is dead"
        );
        assert_eq!(number(&mut machine, "within", &[int(address + size)]), size);
        last = address + size;
    }
    let address = number(&mut machine, "address", &[function]);
    assert!(address > last && address <= i64::from(u32::MAX));
    assert_eq!(get(&mut machine, "find", &[int(address)]), function);
    assert_eq!(number(&mut machine, "address", &[Value::NULL]), 0);
    let object = get(&mut machine, "object", &[]);
    refused(&mut machine, "address", &[object]);
}

#[test]
fn a_block_is_an_object_of_its_class_without_fields() {
    let program = program();
    let mut machine = Machine::new(&program);
    let b = get(&mut machine, "automatic", &[int(8)]);
    let c = get(&mut machine, "allocated", &[int(8)]);
    assert_eq!(get(&mut machine, "isSmall", &[b]), Value::Bool(true));
    assert_eq!(get(&mut machine, "isSmall", &[c]), Value::Bool(false));
    assert_eq!(get(&mut machine, "isBlock", &[b]), Value::Bool(true));
    assert_eq!(number(&mut machine, "invoke", &[b]), 5);
    for what in ["fieldOf", "slot", "twin"] {
        refused(&mut machine, what, &[b]);
    }
    let object = |value| match value {
        Value::Ref(Some(object)) => object,
        other => panic!("{other:?} is no object"),
    };
    let b: ObjectId = object(b);
    assert_eq!(
        (machine.class_of(b), machine.content(b)),
        (program.class_named("small").unwrap(), vec![])
    );
}

#[test]
fn a_clone_has_bytes_of_its_own() {
    let program = program();
    let mut machine = Machine::new(&program);
    let b = get(&mut machine, "zeros", &[int(8)]);
    let mut other = machine.clone();
    get(&mut machine, "put8", &[b, int(0), int(1)]);
    get(&mut other, "end", &[b]);
    assert_eq!(number(&mut machine, "get8", &[b, int(0)]), 1);
    assert_eq!(number(&mut other, "read", &[b, int(0), int(1)]), DEAD);
    let (mine, others) = (
        get(&mut machine, "zeros", &[int(8)]),
        get(&mut other, "zeros", &[int(8)]),
    );
    assert_eq!(
        number(&mut machine, "address", &[mine]),
        number(&mut other, "address", &[others])
    );
}

#[test]
fn a_block_has_no_fields() {
    let program = parse(
        "class C { field n: i32 } fn f() { local b: ref s: b = mem new C static(1i64) zero \"\" return }",
    );
    let faults = validate(&program.unwrap()).expect_err("it is not valid");
    assert_eq!(faults[0].message, "a block of class C, which has fields");
}

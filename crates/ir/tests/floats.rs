//! Floating point: the interpreter against Rust's own arithmetic and against values worked out by hand.

use base::Random;
use ir::interp::{Machine, Outcome, Value};
use ir::text::parse;
use ir::{Program, validate};

fn program(text: &str) -> Program {
    let program = parse(text).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(validate(&program), Ok(()));
    program
}

/// The value of an expression over `a` and `b`.
fn value(ty: &str, returns: &str, expr: &str, args: [Value; 2]) -> Value {
    let program = program(&format!(
        "fn f(a: {ty}, b: {ty}) -> {returns} {{ s: return {expr} }}"
    ));
    let function = program.functions.ids().next().expect("there is one");
    match Machine::new(&program).call(function, &args, 100) {
        Outcome::Returned(Some(value)) => value,
        other => panic!("{expr}: {other:?}"),
    }
}

fn doubles(random: &mut Random) -> Vec<f64> {
    let special = [
        0.0,
        -0.0,
        1.0,
        -1.5,
        0.1,
        1e-320,
        f64::MIN_POSITIVE,
        f64::MAX,
        f64::MIN,
        f64::EPSILON,
    ];
    let infinite = [
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        -f64::NAN,
        9.3e18,
        16777217.0,
        2147483648.0,
    ];
    special
        .into_iter()
        .chain(infinite)
        .chain((0..20).map(|_| f64::from_bits(random.bits())))
        .collect()
}

type Operation<T> = fn(T, T) -> T;

#[test]
fn doubles_compute_as_in_rust_and_have_one_nan() {
    let numbers = doubles(&mut Random::seeded(1));
    let operations: [(&str, Operation<f64>); 8] = [
        ("a + b", |a, b| a + b),
        ("a - b", |a, b| a - b),
        ("a * b", |a, b| a * b),
        ("a / b", |a, b| a / b),
        ("a % b", |a, b| a % b),
        ("-(a)", |a, _| -a),
        ("abs(a)", |a, _| a.abs()),
        ("sqrt(a)", |a, _| a.sqrt()),
    ];
    for (expr, operation) in operations {
        for (&a, &b) in numbers
            .iter()
            .zip(numbers.iter().rev())
            .chain(numbers.iter().zip(&numbers[1..]))
        {
            let result = value("f64", "f64", expr, [Value::f64(a), Value::f64(b)]);
            assert_eq!(
                result,
                Value::f64(operation(a, b)),
                "{expr} with {a:?} and {b:?}"
            );
        }
    }
}

#[test]
fn floats_are_rounded_to_their_own_width() {
    let numbers: Vec<f32> = doubles(&mut Random::seeded(2))
        .into_iter()
        .map(|d| d as f32)
        .collect();
    let operations: [(&str, Operation<f32>); 6] = [
        ("a + b", |a, b| a + b),
        ("a * b", |a, b| a * b),
        ("a / b", |a, b| a / b),
        ("a % b", |a, b| a % b),
        ("sqrt(a)", |a, _| a.sqrt()),
        ("f32(f64(a) + f64(b))", |a, b| {
            (f64::from(a) + f64::from(b)) as f32
        }),
    ];
    for (expr, operation) in operations {
        for (&a, &b) in numbers.iter().zip(numbers.iter().rev()) {
            let result = value("f32", "f32", expr, [Value::f32(a), Value::f32(b)]);
            assert_eq!(
                result,
                Value::f32(operation(a, b)),
                "{expr} with {a:?} and {b:?}"
            );
        }
    }
    let third = value("f32", "f32", "a / b", [Value::f32(1.0), Value::f32(3.0)]);
    assert_eq!(third, Value::Float(ir::FloatType::F32, 0x3eaa_aaab));
}

#[test]
fn nothing_but_unequal_holds_of_nan_and_zeros_are_equal() {
    for (a, b, order) in [
        (f64::NAN, f64::NAN, None),
        (1.0, f64::NAN, None),
        (0.0, -0.0, Some(0)),
        (-1.0, 2.0, Some(-1)),
    ] {
        let expected = [
            ("a == b", order == Some(0)),
            ("a != b", order != Some(0)),
            ("a < b", order == Some(-1)),
            ("a <= b", order.is_some()),
            ("a > b", false),
            ("a >= b", order == Some(0)),
        ];
        for (expr, holds) in expected {
            assert_eq!(
                value("f64", "bool", expr, [Value::f64(a), Value::f64(b)]),
                Value::Bool(holds),
                "{a} {expr} {b}"
            );
            let narrow = [Value::f32(a as f32), Value::f32(b as f32)];
            assert_eq!(
                value("f32", "bool", expr, narrow),
                Value::Bool(holds),
                "{a} {expr} {b}"
            );
        }
    }
}

/// Values from the Java language specification, section 5.1.3.
#[test]
fn casts_to_integers_saturate_and_take_nan_to_zero() {
    let cast = |to: &str, a: f64| {
        value(
            "f64",
            to,
            &format!("{to}(a)"),
            [Value::f64(a), Value::f64(0.0)],
        )
    };
    for (to, a, result) in [
        ("i32", 1e10, i64::from(i32::MAX)),
        ("i32", -1e10, i64::from(i32::MIN)),
        ("i32", -1.9, -1),
        ("i32", f64::NAN, 0),
        ("i64", 1e19, i64::MAX),
        ("i64", f64::NEG_INFINITY, i64::MIN),
        ("i64", 9007199254740993.0, 9007199254740992),
        ("i8", 300.0, 127),
        ("u16", -5.0, 0),
        ("u64", 1.8446744073709552e19, -1),
        ("u64", 9223372036854775808.0, i64::MIN),
    ] {
        assert_eq!(cast(to, a), Value::Int(result), "{to}({a})");
    }
    let narrow = |a: f32| value("f32", "i32", "i32(a)", [Value::f32(a), Value::f32(0.0)]);
    assert_eq!(narrow(3e9), Value::Int(i64::from(i32::MAX)));
    assert_eq!(narrow(f32::NAN), Value::Int(0));
}

#[test]
fn casts_from_integers_round_once_to_the_nearest_even() {
    let cast = |from: &str, to: &str, a: i64| {
        value(
            from,
            to,
            &format!("{to}(a)"),
            [Value::Int(a), Value::Int(0)],
        )
    };
    assert_eq!(cast("i32", "f32", 16_777_217), Value::f32(16_777_216.0));
    assert_eq!(cast("i32", "f32", 16_777_219), Value::f32(16_777_220.0));
    assert_eq!(
        cast("i64", "f64", i64::MAX),
        Value::f64(9_223_372_036_854_775_808.0)
    );
    // Through a double this would be rounded twice, and down.
    let twice = (1 << 60) + (1 << 36) + 1;
    assert_eq!(cast("i64", "f32", twice), Value::f32(twice as f32));
    assert_ne!(twice as f32, twice as f64 as f32);
    assert_eq!(
        cast("u64", "f64", -1),
        Value::f64(18_446_744_073_709_551_615.0)
    );
}

#[test]
fn bits_come_and_go_but_for_those_of_other_nans() {
    let bits = |a: f64| value("f64", "i64", "toBits(a)", [Value::f64(a), Value::f64(0.0)]);
    assert_eq!(bits(-0.0), Value::Int(i64::MIN));
    assert_eq!(bits(-f64::NAN), Value::Int(0x7ff8_0000_0000_0000));
    assert_eq!(
        value(
            "f32",
            "i32",
            "toBits(a)",
            [Value::f32(-2.0), Value::f32(0.0)]
        ),
        Value::Int(-0x4000_0000)
    );
    let back = |a: i64| value("i32", "f32", "fromBits(a)", [Value::Int(a), Value::Int(0)]);
    assert_eq!(back(-0x4000_0000), Value::f32(-2.0));
    assert_eq!(back(-1), Value::f32(f32::NAN));
    let there_and_back = value(
        "i64",
        "i64",
        "toBits(fromBits(a))",
        [Value::Int(-1), Value::Int(0)],
    );
    assert_eq!(there_and_back, Value::Int(0x7ff8_0000_0000_0000));
}

#[test]
fn a_nan_that_is_not_the_one_is_no_value() {
    assert!(!Value::Float(ir::FloatType::F64, u64::MAX).fits(ir::Type::Float(ir::FloatType::F64)));
    assert!(Value::f64(f64::NAN).fits(ir::Type::Float(ir::FloatType::F64)));
    assert!(!Value::f32(1.0).fits(ir::Type::Float(ir::FloatType::F64)));
}

//! Floats: evaluation, rewriting and Z3 mean the same.

use base::Random;
use smt::horn::{Application, Clause, Horn, System, solve};
use smt::{Answer, Op, Solver, Sort, Term, Terms, Value, Z3};

const BINARY: [Op; 4] = [Op::FpAdd, Op::FpSub, Op::FpMul, Op::FpDiv];
const COMPARE: [Op; 3] = [Op::FpLt, Op::FpLe, Op::FpEq];
const UNARY: [Op; 4] = [Op::FpSqrt, Op::FpNeg, Op::FpAbs, Op::FpIsNan];
const FROM_FLOAT: [Op; 2] = [Op::FpToSigned(32), Op::FpToSigned(64)];

/// All operations on floats of the width, and on numbers of the width that yield floats.
fn every_op(width: u32) -> Vec<Op> {
    let mut ops = [&BINARY[..], &COMPARE, &UNARY, &FROM_FLOAT].concat();
    ops.extend([
        Op::FpFromSigned(32),
        Op::FpFromSigned(64),
        Op::FpToFp(96 - width),
    ]);
    ops
}

fn arity(op: &Op) -> usize {
    if BINARY.contains(op) || COMPARE.contains(op) {
        2
    } else {
        1
    }
}

/// A float, more often than not one at which something special happens.
fn operand(random: &mut Random, width: u32) -> Value {
    let (fraction, top) = if width == 32 {
        (23, 1u64 << 31)
    } else {
        (52, 1 << 63)
    };
    let infinity = ((top >> fraction) - 1) << fraction;
    let one = if width == 32 {
        u64::from(1f32.to_bits())
    } else {
        1f64.to_bits()
    };
    let integer = |n: f64| {
        if width == 32 {
            u64::from((n as f32).to_bits())
        } else {
            n.to_bits()
        }
    };
    let special = [
        0,
        1,
        3,
        (1 << fraction) - 1,
        1 << fraction,
        infinity - 1,
        infinity,
        infinity | 1,
        infinity | 1 << (fraction - 1),
        infinity | ((1 << fraction) - 1),
        one,
        one - 1,
        one + 1,
        // Half a unit in the last place of one: sums with it are ties.
        one - ((fraction as u64 + 1) << fraction),
        one + ((fraction as u64 + 1) << fraction),
        integer(2147483647.0),
        integer(2147483648.0),
        integer(9223372036854775808.0),
        integer(0.5),
        integer(1.5),
        integer(3.0),
        integer(16777217.0),
    ];
    let bits = match random.below(4) {
        0 => random.bits(),
        // Numbers of ordinary size.
        1 => integer((random.below(20_001) as f64 - 10_000.0) / 8.0),
        _ => *random.pick(&special) ^ if random.chance(1, 2) { top } else { 0 },
    };
    Value::bv(width, bits)
}

fn canonical(value: &Value) -> bool {
    match value {
        Value::BitVec { width: 32, bits } => {
            !f32::from_bits(*bits as u32).is_nan() || *bits == 0x7fc0_0000
        }
        Value::BitVec { width: 64, bits } => {
            !f64::from_bits(*bits).is_nan() || *bits == 0x7ff8_0000_0000_0000
        }
        _ => true,
    }
}

/// Operands that are equal to constants are put into the operation, and Z3 calculates; operands between bounds that
/// happen to be the same are not, and Z3 reasons about the operation's circuit.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    Calculate,
    Reason,
}

fn check_op(terms: &Terms, z3: &mut Z3, way: Way, op: &Op, values: &[Value]) {
    let constants: Vec<Term> = values.iter().map(|v| terms.constant(v.clone())).collect();
    let vars: Vec<Term> = values
        .iter()
        .zip(["x", "y"])
        .map(|(v, name)| terms.var(name, v.sort()))
        .collect();
    let expected = terms.apply(op.clone(), &constants);
    let value = terms
        .value(expected)
        .unwrap_or_else(|| panic!("{op:?} of {values:?} is not folded"));
    if !matches!(op, Op::FpToSigned(_)) {
        assert!(
            canonical(value),
            "{op:?} of {values:?} is the NaN {value:?}"
        );
    }
    let result = terms.apply_raw(op.clone(), &vars);
    let different = terms.apply_raw(Op::Not, &[terms.apply_raw(Op::Eq, &[result, expected])]);
    z3.push();
    for (x, c) in vars.iter().zip(&constants) {
        match way {
            Way::Calculate => z3.assert(terms.apply_raw(Op::Eq, &[*x, *c])),
            Way::Reason => {
                z3.assert(terms.apply_raw(Op::BvUle, &[*x, *c]));
                z3.assert(terms.apply_raw(Op::BvUle, &[*c, *x]));
            }
        }
    }
    let answer = z3.check(&[different]);
    z3.pop();
    assert_eq!(
        answer,
        Answer::Unsat,
        "{op:?} of {values:?} is not {value:?}"
    );
}

#[test]
fn z3_computes_with_floats_as_evaluation_does() {
    let mut random = Random::seeded(71);
    for width in [32, 64] {
        for op in every_op(width) {
            let terms = Terms::new();
            let mut z3 = Z3::new(&terms);
            for i in 0..160 {
                let values: Vec<Value> = (0..arity(&op))
                    .map(|_| operand(&mut random, width))
                    .collect();
                let way = if i % 80 == 7 {
                    Way::Reason
                } else {
                    Way::Calculate
                };
                check_op(&terms, &mut z3, way, &op, &values);
            }
        }
    }
}

#[test]
fn constants_are_computed_as_java_does() {
    let t = Terms::new();
    let nan = t.bv(32, 0x7fc0_0000);
    assert_eq!(t.f32(f32::from_bits(0xffc0_1234)), nan);
    assert_eq!(t.fp_neg(t.bv(32, 0xffc0_1234)), nan);
    assert_eq!(t.fp_add(t.f64(0.1), t.f64(0.2)), t.f64(0.30000000000000004));
    assert_eq!(t.fp_div(t.f32(0.0), t.f32(-0.0)), nan);
    assert_eq!(t.fp_to_signed(t.f64(f64::NAN), 32), t.bv(32, 0));
    assert_eq!(t.fp_to_signed(t.f32(-1e30), 32), t.bv(32, 0x8000_0000));
    assert_eq!(
        t.fp_to_signed(t.f32(f32::INFINITY), 64),
        t.bv(64, i64::MAX as u64)
    );
    assert_eq!(t.fp_to_signed(t.f64(-1.9), 64), t.bv(64, u64::MAX));
    assert_eq!(
        t.fp_from_signed(t.bv(32, 16_777_217), 32),
        t.f32(16_777_216.0)
    );
    assert_eq!(t.fp_eq(t.f32(0.0), t.f32(-0.0)), t.true_());
    assert_eq!(t.eq(t.f32(0.0), t.f32(-0.0)), t.false_());
    // The remainder of IEEE 754 would be -0.5.
    assert_eq!(t.fp_rem(t.f32(5.5), t.f32(3.0)), Some(t.f32(2.5)));
    assert_eq!(t.fp_rem(t.f64(-5.5), t.f64(3.0)), Some(t.f64(-2.5)));
    assert_eq!(t.fp_rem(t.var("x", Sort::BitVec(64)), t.f64(3.0)), None);
}

#[test]
fn z3_finds_floats() {
    let t = Terms::new();
    let (x, y) = (t.var("x", Sort::BitVec(32)), t.var("y", Sort::BitVec(32)));
    let formulas = [
        t.and2(t.fp_eq(t.fp_add(x, t.f32(1.0)), x), t.fp_lt(x, t.f32(1e9))),
        t.and2(t.fp_eq(x, y), t.ne(x, y)),
        t.and(&[t.fp_is_nan(x), t.fp_is_nan(y), t.ne(x, y)]),
        t.and2(t.fp_eq(t.fp_mul(x, x), t.f32(2.25)), t.fp_lt(x, t.f32(0.0))),
        t.eq(t.fp_to_signed(x, 32), t.bv(32, 12345)),
        t.eq(t.fp_from_signed(x, 32), t.f32(16_777_216.0)),
    ];
    for formula in formulas {
        let mut z3 = Z3::new(&t);
        z3.assert(formula);
        assert_eq!(z3.check(&[]), Answer::Sat, "{}", t.show(formula));
        assert!(
            z3.model(&[x, y]).satisfies(&t, formula),
            "{}",
            t.show(formula)
        );
    }
    let never = [
        t.and2(t.fp_lt(x, y), t.fp_lt(y, x)),
        t.ne(t.fp_neg(t.fp_sub(x, y)), t.fp_neg(t.fp_sub(x, y))),
        t.and2(
            t.fp_is_nan(t.fp_add(x, y)),
            t.ne(t.fp_add(x, y), t.f32(f32::NAN)),
        ),
        t.fp_lt(t.fp_sqrt(x), t.f32(-1.0)),
    ];
    for formula in never {
        let mut z3 = Z3::new(&t);
        z3.assert(formula);
        assert_eq!(z3.check(&[]), Answer::Unsat, "{}", t.show(formula));
    }
}

#[test]
fn a_horn_system_with_floats_is_unknown() {
    let t = Terms::new();
    let mut system = System::new();
    let sort = Sort::BitVec(32);
    let state = system.relation(&[sort]);
    let (x, y) = (t.var("x", sort), t.var("y", sort));
    let at = |arg: Term| Application {
        relation: state,
        args: vec![arg],
    };
    let step = t.eq(y, t.fp_add(x, t.f32(1.0)));
    system.clause(Clause {
        body: vec![],
        constraint: t.eq(x, t.f32(0.0)),
        head: Some(at(x)),
    });
    system.clause(Clause {
        body: vec![at(x)],
        constraint: step,
        head: Some(at(y)),
    });
    system.clause(Clause {
        body: vec![at(x)],
        constraint: t.fp_lt(x, t.f32(0.0)),
        head: None,
    });
    assert!(matches!(solve(&t, &system, None), Horn::Unknown(_)));
}

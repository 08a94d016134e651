//! Terms from outside: sharing, depth, determinism.

use rustc_hash::FxHashMap;
use smt::{Answer, Assignment, Op, Solver, Sort, Term, Terms, Value, Z3};

#[test]
fn equal_terms_are_one_term() {
    let t = Terms::new();
    let (x, y) = (t.var("x", Sort::Int), t.var("y", Sort::Int));
    assert_eq!(t.int_add(x, y), t.int_add(y, x));
    assert_eq!(
        t.and2(t.int_lt(x, y), t.int_lt(y, x)),
        t.and2(t.int_lt(y, x), t.int_lt(x, y))
    );
    assert_ne!(t.var("x", Sort::Int), t.var("x", Sort::Bool));
    let other = t.clone();
    assert_eq!(other.var("x", Sort::Int), x);
}

/// A term that nests 100,000 times and that no rule flattens.
fn deep(t: &Terms, x: Term) -> Term {
    (0..100_000u64).fold(x, |sum, i| {
        let sum = t.bv_add(sum, t.bv(32, i));
        if i % 2 == 0 {
            t.bv_xor(sum, x)
        } else {
            t.bv_mul(sum, x)
        }
    })
}

#[test]
fn deep_terms_do_not_overflow_the_stack() {
    let t = Terms::new();
    let (x, y) = (t.var("x", Sort::BitVec(32)), t.var("y", Sort::BitVec(32)));
    let term = deep(&t, x);
    let three = Assignment::from_iter([(x, Value::bv(32, 3))]);
    let expected = (0..100_000u32).fold(3u32, |sum, i| {
        let sum = sum.wrapping_add(i);
        if i % 2 == 0 {
            sum ^ 3
        } else {
            sum.wrapping_mul(3)
        }
    });
    assert_eq!(three.eval(&t, term), Some(Value::bv(32, expected.into())));
    assert_eq!(
        t.free_vars(term).into_iter().collect::<Vec<Term>>(),
        vec![x]
    );
    let renamed = t.substitute(term, &FxHashMap::from_iter([(x, y)]));
    assert_eq!(
        t.free_vars(renamed).into_iter().collect::<Vec<Term>>(),
        vec![y]
    );
    assert_eq!(
        t.substitute(renamed, &FxHashMap::from_iter([(y, t.bv(32, 3))])),
        t.bv(32, expected.into())
    );
}

#[test]
fn long_sums_and_conjunctions_stay_cheap() {
    let t = Terms::new();
    let x = |i: usize| t.var(&format!("x{i}"), Sort::BitVec(32));
    let sum = (0..20_000).fold(t.bv(32, 0), |sum, i| t.bv_add(sum, x(i)));
    assert_eq!(t.free_vars(sum).len(), 20_000);
    let all = (0..3000).fold(t.true_(), |all, i| t.and2(all, t.bv_slt(x(i), x(i + 1))));
    assert_eq!(t.free_vars(all).len(), 3001);
    let nested = (0..100_000).fold(t.bv(32, 0), |value, i| {
        t.ite(t.bv_slt(x(i), x(i + 1)), t.bv(32, i as u64), value)
    });
    assert_eq!(t.free_vars(t.eq(nested, t.bv(32, 7))).len(), 100_000);
    assert_eq!(t.free_vars(t.not(t.eq(nested, x(3)))).len(), 100_000);
}

#[test]
fn shared_terms_are_visited_once() {
    let t = Terms::new();
    let x = t.var("x", Sort::BitVec(16));
    // Written out, this has 2^200 leaves.
    let term = (0..200).fold(x, |term, i| {
        t.bv_and(t.bv_xor(term, t.bv(16, i)), t.bv_add(term, x))
    });
    let one = Assignment::from_iter([(x, Value::bv(16, 1))]);
    assert!(one.eval(&t, term).is_some());
    let mut z3 = Z3::new(&t);
    z3.assert(t.eq(x, t.bv(16, 1)));
    z3.assert(t.eq(term, t.constant(one.eval(&t, term).expect("x has a value"))));
    assert_eq!(z3.check(&[]), Answer::Sat);
}

#[test]
fn evaluation_needs_only_the_variables_that_matter() {
    let t = Terms::new();
    let (p, q, x) = (
        t.var("p", Sort::Bool),
        t.var("q", Sort::Bool),
        t.var("x", Sort::Int),
    );
    let no = Assignment::from_iter([(p, Value::Bool(false))]);
    assert_eq!(no.eval(&t, t.and2(p, q)), Some(Value::Bool(false)));
    assert_eq!(no.eval(&t, t.or2(p, q)), None);
    assert_eq!(no.eval(&t, t.ite(p, x, t.int(3))), Some(Value::int(3)));
}

#[test]
fn the_same_calls_give_the_same_terms_and_answers() {
    let run = || {
        let t = Terms::new();
        let vars: Vec<Term> = (0..6)
            .map(|i| t.var(&format!("v{i}"), Sort::BitVec(16)))
            .collect();
        let mut z3 = Z3::new(&t);
        let mut seen = Vec::new();
        for (i, x) in vars.iter().enumerate() {
            let y = vars[(i * 5 + 2) % 6];
            z3.assert(t.bv_slt(t.bv_mul(*x, y), t.bv_add(y, t.bv(16, 77 * i as u64))));
            seen.push((t.len(), z3.check(&[]), z3.model(&vars)));
        }
        seen
    };
    assert_eq!(run(), run());
}

#[test]
#[should_panic(expected = "BvAdd cannot be applied to [BitVec(8), BitVec(16)]")]
fn mixed_widths_are_a_mistake_of_the_program() {
    let t = Terms::new();
    t.bv_add(t.var("x", Sort::BitVec(8)), t.var("y", Sort::BitVec(16)));
}

#[test]
fn divisions_by_zero_mean_the_same_to_evaluation_and_solver() {
    let t = Terms::new();
    let zero = [t.int(0), t.bv(8, 0)];
    for (sort, zero, ops) in [
        (
            Sort::Int,
            zero[0],
            vec![Op::IntTdiv, Op::IntTrem, Op::IntMod],
        ),
        (
            Sort::BitVec(8),
            zero[1],
            vec![Op::BvSdiv, Op::BvSrem, Op::BvUdiv, Op::BvUrem],
        ),
    ] {
        let (x, y) = (t.var("x", sort), t.var("y", sort));
        for (op, n) in ops
            .into_iter()
            .flat_map(|op| [-7i64, 0, 7].map(|n| (op.clone(), n)))
        {
            let number = if sort == Sort::Int {
                t.int(n)
            } else {
                t.bv(8, n as u64)
            };
            let expected = t.apply(op.clone(), &[number, zero]);
            let mut z3 = Z3::new(&t);
            [t.eq(x, number), t.eq(y, zero)]
                .into_iter()
                .for_each(|f| z3.assert(f));
            z3.assert(t.ne(t.apply_raw(op.clone(), &[x, y]), expected));
            assert_eq!(z3.check(&[]), Answer::Unsat, "{op:?} of {n}");
        }
    }
}

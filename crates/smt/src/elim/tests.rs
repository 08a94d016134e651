//! Projections against going through all values.

use super::project;
use crate::solver::{Answer, Solver};
use crate::term::{Op, Term, Terms};
use crate::testing::Generator;
use crate::value::{Sort, Value};
use crate::z3::Z3;

/// Integer variables are kept in a small range by an extra condition, so that going through all values is possible.
fn domain(sort: Sort) -> Vec<Value> {
    match sort {
        Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Sort::BitVec(width) => (0..1 << width).map(|bits| Value::bv(width, bits)).collect(),
        Sort::Int => (-4..=4).map(Value::int).collect(),
    }
}

fn within_domain(terms: &Terms, vars: &[Term]) -> Term {
    let ints = vars.iter().filter(|v| terms.sort(**v) == Sort::Int);
    let bounded = |v: &Term| {
        terms.and2(
            terms.int_le(terms.int(-4), *v),
            terms.int_le(*v, terms.int(4)),
        )
    };
    terms.and(&ints.map(bounded).collect::<Vec<Term>>())
}

/// All assignments of the variables, one after the other.
fn points(terms: &Terms, vars: &[Term]) -> Vec<Vec<Value>> {
    vars.iter().fold(vec![Vec::new()], |points, var| {
        let extend = |p: &Vec<Value>| {
            let p = p.clone();
            domain(terms.sort(*var))
                .into_iter()
                .map(move |v| [&p[..], &[v]].concat())
        };
        points.iter().flat_map(extend).collect()
    })
}

fn holds((terms, t): (&Terms, Term), vars: &[Term], point: &[Value]) -> bool {
    let env = |v: Term| vars.iter().position(|w| *w == v).map(|i| point[i].clone());
    terms.eval(t, &env) == Some(Value::Bool(true))
}

fn check(terms: &Terms, formula: Term, gone: &[Term], result: Term) {
    let free: Vec<Term> = terms
        .free_vars(formula)
        .into_iter()
        .filter(|v| !gone.contains(v))
        .collect();
    assert!(
        terms.free_vars(result).iter().all(|v| free.contains(v)),
        "{}",
        terms.show(result)
    );
    let (before, after) = ((terms, formula), (terms, result));
    let inner = points(terms, gone);
    let all: Vec<Term> = [&free[..], gone].concat();
    for point in points(terms, &free) {
        let exists = inner
            .iter()
            .any(|values| holds(before, &all, &[&point[..], values].concat()));
        let text = || {
            format!(
                "exists {gone:?}: {} is not {}",
                terms.show(formula),
                terms.show(result)
            )
        };
        assert_eq!(
            holds(after, &free, &point),
            exists,
            "{} at {point:?}",
            text()
        );
    }
}

/// Floats are too many to go through: the formula must imply the projection at random points, and where the
/// projection holds Z3 must not say that there is no value.
#[test]
fn projections_of_floats_hold_where_a_value_exists() {
    let terms = Terms::new();
    let mut generator = Generator::with_floats(&terms, 13);
    let mut random = base::Random::seeded(14);
    let mut done = 0;
    while done < 60 {
        let parts: Vec<Term> = (0..3).map(|i| generator.term(Sort::Bool, 1 + i)).collect();
        let formula = terms.and(&parts);
        let vars: Vec<Term> = terms.free_vars(formula).into_iter().collect();
        let Some(gone) = vars
            .iter()
            .copied()
            .find(|v| matches!(terms.sort(*v), Sort::BitVec(_)))
        else {
            continue;
        };
        let mut solver = Z3::new(&terms);
        solver.set_limit(Some(std::time::Duration::from_millis(100)));
        let Some(result) = project(&terms, formula, &[gone], &mut solver) else {
            continue;
        };
        done += 1;
        assert!(!terms.free_vars(result).contains(&gone));
        let (before, after) = ((&terms, formula), (&terms, result));
        for round in 0..40 {
            let point: Vec<Value> = vars
                .iter()
                .map(|v| Generator::float_value(&mut random, terms.sort(*v)))
                .collect();
            let (exists, projected) = (holds(before, &vars, &point), holds(after, &vars, &point));
            let text = || {
                format!(
                    "exists {gone:?}: {} is not {}",
                    terms.show(formula),
                    terms.show(result)
                )
            };
            assert!(projected || !exists, "{} at {point:?}", text());
            if projected && !exists && round < 5 {
                let others = vars.iter().zip(&point).filter(|(v, _)| **v != gone);
                let fixed = others
                    .map(|(v, c)| (*v, terms.constant(c.clone())))
                    .collect();
                let answer = solver.check(&[terms.substitute(formula, &fixed)]);
                assert_ne!(answer, Answer::Unsat, "{} at {point:?}", text());
            }
        }
    }
}

#[test]
fn projections_hold_exactly_where_a_value_exists() {
    let terms = Terms::new();
    let mut generator = Generator::new(&terms, &[2, 4], 11);
    let (mut done, mut undone) = (0, 0);
    while done < 600 {
        let parts: Vec<Term> = (0..3).map(|i| generator.term(Sort::Bool, 1 + i)).collect();
        let formula = terms.and(&parts);
        let vars: Vec<Term> = terms.free_vars(formula).into_iter().collect();
        if vars.len() < 2 || vars.len() > 4 || points(&terms, &vars).len() > 20_000 {
            continue;
        }
        let (gone, _) = vars.split_at(1 + done % (vars.len() - 1));
        let formula = terms.and2(formula, within_domain(&terms, &vars));
        let mut solver = Z3::new(&terms);
        match project(&terms, formula, gone, &mut solver) {
            Some(result) => check(&terms, formula, gone, result),
            None => undone += 1,
        }
        done += 1;
    }
    assert!(
        undone < done / 4,
        "{undone} of {done} could not be projected"
    );
}

/// The image of a region under a step, the use that matters most.
#[test]
fn images_of_steps_need_no_quantifier_elimination_by_the_solver() {
    let terms = Terms::new();
    let sort = Sort::BitVec(32);
    let (old, new, p, q) = (
        terms.var("old", sort),
        terms.var("new", sort),
        terms.var("p", sort),
        terms.var("q", Sort::Bool),
    );
    let region = terms.and2(
        terms.bv_sle(terms.bv(32, 0), old),
        terms.bv_slt(old, terms.bv(32, 10)),
    );
    let guard = terms.and2(terms.bv_slt(terms.bv(32, 5), p), q);
    let update = terms.eq(new, terms.bv_add(old, terms.bv(32, 1)));
    let image = terms.and(&[region, guard, update]);
    let mut solver = Z3::new(&terms);
    let result = project(&terms, image, &[old, p, q], &mut solver).expect("easy");
    let minus = terms.bv_sub(new, terms.bv(32, 1));
    let expected = terms.and2(
        terms.bv_sle(terms.bv(32, 0), minus),
        terms.bv_slt(minus, terms.bv(32, 10)),
    );
    assert_eq!(result, expected);
}

/// Every way in which one variable can be compared with two others.
#[test]
fn bounds_and_equations_are_eliminated_exactly() {
    let terms = Terms::new();
    let mut solver = Z3::new(&terms);
    for (sort, ops) in [
        (Sort::Int, [Op::IntLt, Op::IntLe]),
        (Sort::BitVec(3), [Op::BvSlt, Op::BvSle]),
        (Sort::BitVec(4), [Op::BvUlt, Op::BvUle]),
    ] {
        let [x, y, z] = ["x", "y", "z"].map(|n| terms.var(n, sort));
        let mut atoms = vec![terms.ne(x, y), terms.ne(x, z)];
        for op in &ops {
            for side in [y, z] {
                atoms.extend([
                    terms.apply(op.clone(), &[x, side]),
                    terms.apply(op.clone(), &[side, x]),
                ]);
            }
        }
        for (i, a) in atoms.iter().enumerate() {
            for b in &atoms[i..] {
                check_projection(&terms, terms.and2(*a, *b), x, &mut solver);
            }
        }
        for k in [-3i64, -2, -1, 1, 2, 3] {
            check_projection(&terms, equation(&terms, x, y, z, k), x, &mut solver);
        }
    }
    let narrow = terms.var("n", Sort::BitVec(2));
    let wide = terms.var("w", Sort::BitVec(4));
    for extended in [terms.sign_extend(narrow, 4), terms.zero_extend(narrow, 4)] {
        let equation = terms.eq(
            terms.bv_add(extended, terms.bv(4, 3)),
            terms.bv_mul(wide, wide),
        );
        let guarded = terms.and2(equation, terms.bv_slt(wide, extended));
        check_projection(&terms, guarded, narrow, &mut solver);
    }
}

/// `k * x + y == z && x != 1`
fn equation(terms: &Terms, x: Term, y: Term, z: Term, k: i64) -> Term {
    let (product, one) = match terms.sort(x) {
        Sort::BitVec(w) => (
            terms.bv_add(terms.bv_mul(terms.bv(w, k as u64), x), y),
            terms.bv(w, 1),
        ),
        Sort::Int | Sort::Bool => (
            terms.int_add(terms.int_mul(terms.int(k), x), y),
            terms.int(1),
        ),
    };
    terms.and2(terms.eq(product, z), terms.ne(x, one))
}

/// Integers are checked inside a box: the others are small, and what matters of `x` happens near them.
fn check_projection(terms: &Terms, formula: Term, gone: Term, solver: &mut Z3) {
    let result = project(terms, formula, &[gone], solver);
    match (result, terms.sort(gone)) {
        (Some(result), Sort::Int) => check_integers(terms, formula, gone, result),
        (Some(result), _) => check(terms, formula, &[gone], result),
        // Even factors, and bounds with exceptions, are beyond the cheap means.
        (None, Sort::BitVec(_)) => {}
        (None, _) => panic!("no projection of {}", terms.show(formula)),
    }
}

fn check_integers(terms: &Terms, formula: Term, gone: Term, result: Term) {
    let free: Vec<Term> = terms
        .free_vars(formula)
        .into_iter()
        .filter(|v| *v != gone)
        .collect();
    let all: Vec<Term> = free.iter().copied().chain([gone]).collect();
    let (before, after) = ((terms, formula), (terms, result));
    for point in points(terms, &free) {
        let exists =
            (-12..=12).any(|n| holds(before, &all, &[&point[..], &[Value::int(n)]].concat()));
        assert_eq!(
            holds(after, &free, &point),
            exists,
            "{} is not {}",
            terms.show(formula),
            terms.show(result)
        );
    }
}

/// What a number leaves after division, or some of its bits, is compared with what something else leaves.
#[test]
fn remainders_and_bits_are_gone_through_value_by_value() {
    let terms = Terms::new();
    let (p, e) = (
        terms.var("p", Sort::BitVec(5)),
        terms.var("e", Sort::BitVec(5)),
    );
    let n = |bits| terms.bv(5, bits);
    let srem = |x| terms.bv_srem(x, n(3));
    let formulas = [
        terms.and(&[
            terms.eq(terms.bv_and(p, n(5)), terms.bv_and(e, n(5))),
            terms.eq(terms.bv_and(p, n(1)), n(1)),
        ]),
        terms.and(&[terms.eq(srem(p), srem(e)), terms.bv_slt(p, n(0))]),
        terms.and(&[terms.not(terms.eq(srem(p), srem(e))), terms.bv_ult(p, e)]),
        terms.and(&[terms.eq(terms.bv_urem(p, n(6)), e), terms.bv_slt(p, n(4))]),
    ];
    let mut solver = Z3::new(&terms);
    let projected = |formula: &Term| project(&terms, *formula, &[p], &mut solver);
    let results: Vec<Option<Term>> = formulas.iter().map(projected).collect();
    for (formula, result) in formulas.iter().zip(&results) {
        if let Some(result) = result {
            check(&terms, *formula, &[p], *result);
        }
    }
    assert!(
        [0, 1, 3].iter().all(|&i: &usize| results[i].is_some()),
        "{results:?}"
    );
}

//! Horn clauses on small systems whose answers are known.

use std::time::Duration;

use smt::horn::{Application, Clause, Horn, System, is_solution, solve};
use smt::{Sort, Term, Terms};

const LIMIT: Option<Duration> = Some(Duration::from_secs(20));

/// A transition system over one relation: initial states, one step, what must never be.
struct Machine<'a> {
    terms: &'a Terms,
    sorts: Vec<Sort>,
}

impl Machine<'_> {
    fn vars(&self, prefix: &str) -> Vec<Term> {
        self.sorts
            .iter()
            .enumerate()
            .map(|(i, s)| self.terms.var(&format!("{prefix}{i}"), *s))
            .collect()
    }

    fn system(
        &self,
        initial: impl Fn(&[Term]) -> Term,
        step: impl Fn(&[Term], &[Term]) -> Term,
        bad: impl Fn(&[Term]) -> Term,
    ) -> System {
        let mut system = System::new();
        let state = system.relation(&self.sorts);
        let (x, y) = (self.vars("x"), self.vars("y"));
        let at = |args: &[Term]| Application {
            relation: state,
            args: args.to_vec(),
        };
        system.clause(Clause {
            body: vec![],
            constraint: initial(&x),
            head: Some(at(&x)),
        });
        system.clause(Clause {
            body: vec![at(&x)],
            constraint: step(&x, &y),
            head: Some(at(&y)),
        });
        system.clause(Clause {
            body: vec![at(&x)],
            constraint: bad(&x),
            head: None,
        });
        system
    }
}

fn check_proved(terms: &Terms, system: &System) {
    match solve(terms, system, LIMIT) {
        Horn::Proved(solution) => assert!(is_solution(terms, system, &solution, LIMIT)),
        other => panic!("not proved: {other:?}"),
    }
}

#[test]
fn a_counter_of_integers_stays_below_its_bound() {
    let terms = &Terms::new();
    let machine = Machine {
        terms,
        sorts: vec![Sort::Int],
    };
    let system = |limit: i64| {
        machine.system(
            |x| terms.eq(x[0], terms.int(0)),
            |x, y| {
                let next = terms.ite(
                    terms.int_lt(x[0], terms.int(1000)),
                    terms.int_add(x[0], terms.int(1)),
                    x[0],
                );
                terms.eq(y[0], next)
            },
            |x| terms.int_gt(x[0], terms.int(limit)),
        )
    };
    check_proved(terms, &system(1000));
    assert_eq!(solve(terms, &system(3), LIMIT), Horn::Refuted);
}

#[test]
fn a_counter_of_bit_vectors_stays_below_its_bound() {
    let terms = &Terms::new();
    let machine = Machine {
        terms,
        sorts: vec![Sort::BitVec(32)],
    };
    let number = |n: u64| terms.bv(32, n);
    let system = |limit: u64| {
        machine.system(
            |x| terms.eq(x[0], number(0)),
            |x, y| {
                let next = terms.ite(
                    terms.bv_slt(x[0], number(1000)),
                    terms.bv_add(x[0], number(1)),
                    x[0],
                );
                terms.eq(y[0], next)
            },
            |x| terms.bv_sgt(x[0], number(limit)),
        )
    };
    check_proved(terms, &system(1000));
    assert_eq!(solve(terms, &system(3), LIMIT), Horn::Refuted);
}

#[test]
fn two_locks_are_never_both_held_alone() {
    let terms = &Terms::new();
    let machine = Machine {
        terms,
        sorts: vec![Sort::Bool, Sort::Bool, Sort::Int],
    };
    let system = machine.system(
        |x| {
            terms.and(&[
                terms.not(x[0]),
                terms.not(x[1]),
                terms.eq(x[2], terms.int(0)),
            ])
        },
        |x, y| {
            let more = terms.eq(y[2], terms.int_add(x[2], terms.int(1)));
            let less = terms.eq(y[2], terms.int_sub(x[2], terms.int(1)));
            let take = terms.and(&[terms.not(x[0]), terms.not(x[1]), y[0], y[1], more]);
            let give = terms.and(&[x[0], x[1], terms.not(y[0]), terms.not(y[1]), less]);
            terms.or2(take, give)
        },
        |x| terms.or2(terms.ne(x[0], x[1]), terms.int_lt(x[2], terms.int(0))),
    );
    check_proved(terms, &system);
}

#[test]
fn parity_needs_remainders() {
    let terms = &Terms::new();
    let machine = Machine {
        terms,
        sorts: vec![Sort::Int],
    };
    let odd = |t: Term| terms.eq(terms.int_trem(t, terms.int(2)), terms.int(1));
    let system = machine.system(
        |x| terms.eq(x[0], terms.int(0)),
        |x, y| terms.eq(y[0], terms.int_add(x[0], terms.int(2))),
        |x| odd(x[0]),
    );
    check_proved(terms, &system);
}

#[test]
fn relations_that_are_never_reached_are_defined_too() {
    let terms = &Terms::new();
    let mut system = System::new();
    let (first, second) = (
        system.relation(&[Sort::Int]),
        system.relation(&[Sort::Int, Sort::Bool]),
    );
    let (x, p) = (terms.var("x", Sort::Int), terms.var("p", Sort::Bool));
    let one = |args: Vec<Term>| Application {
        relation: first,
        args,
    };
    let two = |args: Vec<Term>| Application {
        relation: second,
        args,
    };
    let positive = terms.int_gt(x, terms.int(0));
    system.clause(Clause {
        body: vec![],
        constraint: positive,
        head: Some(one(vec![x])),
    });
    let negative = terms.int_lt(x, terms.int(0));
    system.clause(Clause {
        body: vec![one(vec![x])],
        constraint: negative,
        head: Some(two(vec![x, p])),
    });
    system.clause(Clause {
        body: vec![two(vec![x, p])],
        constraint: terms.true_(),
        head: None,
    });
    match solve(terms, &system, LIMIT) {
        Horn::Proved(solution) => assert_eq!(solution.len(), 2),
        other => panic!("not proved: {other:?}"),
    }
}

#[test]
fn a_system_that_takes_too_long_is_unknown() {
    let terms = &Terms::new();
    let machine = Machine {
        terms,
        sorts: vec![Sort::Int, Sort::Int],
    };
    // Sums of squares: no solution in linear arithmetic.
    let system = machine.system(
        |x| terms.and2(terms.eq(x[0], terms.int(1)), terms.eq(x[1], terms.int(1))),
        |x, y| {
            let next = terms.int_add(x[0], terms.int(1));
            terms.and2(
                terms.eq(y[0], next),
                terms.eq(y[1], terms.int_add(x[1], terms.int_mul(next, next))),
            )
        },
        |x| {
            terms.eq(
                terms.int_mul(terms.int(6), x[1]),
                terms.int_add(terms.int_mul(x[0], x[0]), terms.int(1_000_001)),
            )
        },
    );
    let answer = solve(terms, &system, Some(Duration::from_millis(300)));
    assert!(matches!(answer, Horn::Unknown(_)), "{answer:?}");
}

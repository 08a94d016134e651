//! Questions that would take too long end when somebody wants them to, and the solver goes on to be of use.

use std::thread;
use std::time::Duration;

use base::Budget;
use smt::{Answer, Solver, Sort, Term, Terms, Z3};

/// The factors of the product of two large primes, without overflow: much longer than a test may take.
fn hard(terms: &Terms) -> Vec<Term> {
    let (x, y) = (
        terms.var("x", Sort::BitVec(64)),
        terms.var("y", Sort::BitVec(64)),
    );
    let product = terms.bv(64, 2_147_483_629 * 2_147_483_587);
    let (one, half) = (terms.bv(64, 1), terms.bv(64, 1 << 32));
    let small = |t| terms.and(&[terms.bv_ugt(t, one), terms.bv_ugt(half, t)]);
    vec![terms.eq(terms.bv_mul(x, y), product), small(x), small(y)]
}

/// The next question is answered as if nothing had been.
fn still_answers(solver: &mut Z3, terms: &Terms) {
    let x = terms.var("x", Sort::BitVec(64));
    let seven = terms.eq(x, terms.bv(64, 7));
    assert_eq!((solver as &mut dyn Solver).ask(&[seven]), Answer::Sat);
    assert_eq!(
        (solver as &mut dyn Solver).ask(&[seven, terms.bv_ugt(x, terms.bv(64, 7))]),
        Answer::Unsat
    );
}

#[test]
fn a_question_ends_when_the_budget_is_cancelled() {
    let (terms, budget) = (Terms::new(), Budget::unlimited());
    terms.obey(&budget);
    let mut solver = Z3::new(&terms);
    let cancel = thread::spawn(move || {
        thread::sleep(Duration::from_millis(300));
        budget.cancel();
    });
    let answer = (&mut solver as &mut dyn Solver).ask(&hard(&terms));
    assert!(matches!(answer, Answer::Unknown(_)), "{answer:?}");
    cancel.join().expect("it only sleeps and cancels");
    still_answers(&mut solver, &terms);
}

#[test]
fn a_question_ends_when_the_budget_is_spent() {
    let terms = Terms::new();
    terms.obey(&Budget::lasting(Duration::from_millis(200)));
    let mut solver = Z3::new(&terms);
    for _ in 0..2 {
        let answer = (&mut solver as &mut dyn Solver).ask(&hard(&terms));
        assert!(matches!(answer, Answer::Unknown(_)), "{answer:?}");
        still_answers(&mut solver, &terms);
    }
}

#[test]
fn a_question_ends_at_its_own_limit() {
    let terms = Terms::new();
    let mut solver = Z3::new(&terms);
    for _ in 0..5 {
        solver.set_limit(Some(Duration::from_millis(50)));
        let answer = (&mut solver as &mut dyn Solver).ask(&hard(&terms));
        assert!(matches!(answer, Answer::Unknown(_)), "{answer:?}");
        solver.set_limit(None);
        still_answers(&mut solver, &terms);
    }
}

//! Whether counters can fail, for runs of every length: what holds is known by counting.

use base::{Budget, NoProgress};
use cert::Rejection;
use cert::language::{To, check_language};
use mc::safety::{Within, never_fails};
use smt::{Config, Term, Terms, chain};
use step::events::EventSystem;

use crate::language::Counter;

/// Whether a claim that it never fails is found; what the check says of it.
fn claimed(system: &EventSystem) -> Option<Result<(), Rejection>> {
    let budget = Budget::unlimited();
    let within = Within {
        places: 10,
        budget: &budget,
        progress: &NoProgress,
    };
    let mut solver = chain(&system.terms, Config::default());
    let claim = never_fails(system, &mut *solver, within).ok()?;
    let mut solver = chain(&system.terms, Config::default());
    let checked = check_language(system, &claim, To::Failure, &mut *solver, &budget);
    Some(checked.map(|_| ()))
}

fn above(limit: u64) -> impl Fn(&Terms, Term) -> Term {
    move |terms, x| terms.bv_ugt(x, terms.bv(8, limit))
}

#[test]
fn a_counter_never_passes_its_limit() {
    let system = Counter::system(Some(200), |terms, x| above(200)(terms, x));
    assert!(claimed(&system).is_some_and(|checked| checked.is_ok()));
}

#[test]
fn a_counter_that_gets_there_is_not_said_to_stay_below() {
    let system = Counter::system(Some(9), |terms, x| above(8)(terms, x));
    assert!(claimed(&system).is_none());
}

/// Without a limit it reaches every number.
#[test]
fn a_counter_without_a_limit_gets_everywhere() {
    let system = Counter::system(None, |terms, x| terms.eq(x, terms.bv(8, 7)));
    assert!(claimed(&system).is_none());
}

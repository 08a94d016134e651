//! Every use of every rule on random terms, against evaluation and against Z3.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::time::Duration;

use base::Random;

use super::{Redex, Rule, rules_for};
use crate::solver::{Answer, Solver};
use crate::term::{Op, Term, Terms};
use crate::testing::{Generator, every_float_op, every_op};
use crate::value::{Sort, Value};
use crate::z3::Z3;

thread_local! {
    /// Left and right side of each use of each rule in the test that runs on this thread.
    static USED: RefCell<BTreeMap<&'static str, Vec<(Term, Term)>>> = const { RefCell::new(BTreeMap::new()) };
}

/// How many uses of one rule are looked at.
const ENOUGH: usize = 400;

/// Called for each use of a rule.
pub(super) fn used(rule: &Rule, redex: &Redex, result: Term) {
    USED.with_borrow_mut(|used| {
        let uses = used.entry(rule.name).or_default();
        if uses.len() < ENOUGH {
            uses.push((redex.raw(), result));
        }
    });
}

fn all_rules(ops: &[Op]) -> Vec<&'static str> {
    let mut names: Vec<&str> = ops
        .iter()
        .flat_map(rules_for)
        .map(|rule| rule.name)
        .collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Left and right sides by rule.
type Uses = BTreeMap<&'static str, Vec<(Term, Term)>>;

/// How many terms may be made until every rule was used often enough.
const MOST: usize = 100_000;

/// The uses of all rules but those for floats.
fn collect(terms: &Terms, widths: &[u32], seed: u64) -> Uses {
    collect_from(
        Generator::new(terms, widths, seed),
        &all_rules(&every_op()),
        3,
    )
}

/// The uses of the rules for floats.
fn collect_floats(terms: &Terms, seed: u64) -> Uses {
    let rules = all_rules(&every_float_op());
    let mut uses = collect_from(Generator::with_floats(terms, seed), &rules, 20);
    uses.retain(|rule, _| rules.contains(rule));
    uses
}

/// Makes random terms until every rule was used often enough, and returns all uses.
fn collect_from(mut generator: Generator, rules: &[&'static str], often: usize) -> Uses {
    USED.take();
    for i in 0..MOST {
        let sort = generator.sort();
        generator.term(sort, 1 + i as u32 % 4);
        let satisfied = || {
            USED.with_borrow(|u| {
                rules
                    .iter()
                    .all(|r| u.get(r).is_some_and(|v| v.len() >= often))
            })
        };
        if i % 1000 == 999 && satisfied() {
            return USED.take();
        }
    }
    let used = USED.take();
    let rare: Vec<_> = rules
        .iter()
        .map(|r| (r, used.get(r).map_or(0, Vec::len)))
        .filter(|(_, n)| *n < often)
        .collect();
    panic!("rules used too rarely: {rare:?}");
}

/// All values a variable takes in exhaustive tests.
fn domain(sort: Sort) -> Vec<Value> {
    match sort {
        Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Sort::BitVec(width) => (0..1 << width).map(|bits| Value::bv(width, bits)).collect(),
        Sort::Int => (-5..=5).map(Value::int).collect(),
    }
}

fn check_everywhere(terms: &Terms, rule: &str, left: Term, right: Term) {
    let vars: Vec<Term> = terms.free_vars_of(&[left, right]).into_iter().collect();
    let domains: Vec<Vec<Value>> = vars.iter().map(|v| domain(terms.sort(*v))).collect();
    let total: usize = domains.iter().map(Vec::len).product();
    // A larger space is sampled with a stride that meets all values of each variable.
    let stride = if total > 3000 { (total / 1009) | 1 } else { 1 };
    for point in (0..total).step_by(stride) {
        let env = |var: Term| {
            let i = vars.binary_search(&var).ok()?;
            let before: usize = domains[..i].iter().map(Vec::len).product();
            Some(domains[i][point / before % domains[i].len()].clone())
        };
        assert_eq!(
            terms.eval(left, &env),
            terms.eval(right, &env),
            "{rule}: {} is not {}",
            terms.show(left),
            terms.show(right)
        );
    }
}

#[test]
fn every_rule_is_exact_on_all_values_of_small_widths() {
    let terms = Terms::new();
    for (rule, uses) in collect(&terms, &[2, 3, 4], 1) {
        for (left, right) in uses.into_iter().take(150) {
            check_everywhere(&terms, rule, left, right);
        }
    }
}

/// At random values that `value` makes.
fn check_at_random(terms: &Terms, uses: Uses, value: fn(&mut Random, Sort) -> Value) {
    let mut random = Random::seeded(2);
    for (rule, uses) in uses {
        for (left, right) in uses.into_iter().take(150) {
            for _ in 0..40 {
                let values: BTreeMap<Term, Value> = terms
                    .free_vars_of(&[left, right])
                    .into_iter()
                    .map(|v| (v, value(&mut random, terms.sort(v))))
                    .collect();
                let env = |var: Term| values.get(&var).cloned();
                assert_eq!(
                    terms.eval(left, &env),
                    terms.eval(right, &env),
                    "{rule}: {} is not {}",
                    terms.show(left),
                    terms.show(right)
                );
            }
        }
    }
}

#[test]
fn every_rule_is_exact_on_random_values_of_java_widths() {
    let terms = Terms::new();
    check_at_random(
        &terms,
        collect(&terms, &[8, 16, 32, 64], 3),
        Generator::value,
    );
}

#[test]
fn every_rule_for_floats_is_exact_on_random_values() {
    let terms = Terms::new();
    check_at_random(&terms, collect_floats(&terms, 7), Generator::float_value);
}

/// Z3 finds no difference, and proves for some uses of each rule that there is none.
fn check_with_z3(terms: &Terms, uses: Uses, limit: Duration) {
    for (rule, uses) in uses {
        let mut proved = 0;
        let mut z3 = Z3::new(terms);
        z3.set_limit(Some(limit));
        for (left, right) in uses {
            if proved == 5 || left == right {
                continue;
            }
            z3.push();
            let difference = terms.apply_raw(Op::Not, &[terms.apply_raw(Op::Eq, &[left, right])]);
            z3.assert(difference);
            let answer = z3.check(&[]);
            z3.pop();
            assert_ne!(
                answer,
                Answer::Sat,
                "{rule}: {} is not {}",
                terms.show(left),
                terms.show(right)
            );
            proved += u32::from(answer == Answer::Unsat);
        }
        assert!(
            proved > 0 || rule.ends_with("::sum") || rule.ends_with("::product"),
            "{rule}: nothing to prove"
        );
    }
}

#[test]
fn z3_agrees_with_every_rule() {
    let terms = Terms::new();
    check_with_z3(
        &terms,
        collect(&terms, &[3, 5, 8], 5),
        Duration::from_secs(2),
    );
}

#[test]
fn z3_agrees_with_every_rule_for_floats() {
    let terms = Terms::new();
    // Small terms come first, and are the ones that Z3 can prove something about.
    let mut uses = collect_floats(&terms, 9);
    uses.values_mut().for_each(|uses| {
        uses.sort_by_key(|(left, _)| (terms.below(&[*left], |_| false).len(), *left))
    });
    uses.values_mut().for_each(|uses| uses.truncate(3));
    check_with_z3(&terms, uses, Duration::from_secs(60));
}

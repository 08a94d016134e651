//! All solvers and all layers give the same answers.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use base::Random;

use super::cache::Cache;
use super::cross_check::CrossCheck;
use super::independence::Independence;
use super::lazy::Lazy;
use super::log::Log;
use super::simplify::Simplify;
use crate::chain::{Config, chain};
use crate::construct::result_sort;
use crate::process::Process;
use crate::solver::{Answer, Solver};
use crate::term::{Op, Term, Terms};
use crate::testing::{Generator, every_float_op};
use crate::value::Sort;
use crate::z3::Z3;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// cvc5, as an SMT-LIB process. `./x test` fetches it.
fn cvc5(terms: &Terms) -> Process {
    let module = repository().join(".deps/cvc5");
    assert!(
        module.join("cvc5").exists(),
        "the second solver is not in .deps: run ./x test"
    );
    Process::new(terms, move || {
        let mut command = Command::new("python3");
        command
            .arg(repository().join("tools/cvc5_smtlib.py"))
            .env("PYTHONPATH", &module);
        command
    })
}

/// Asks random questions in random scopes.
struct Session {
    generator: Generator,
    random: Random,
    depth: usize,
}

impl Session {
    fn new(terms: &Terms, widths: &[u32], seed: u64) -> Self {
        Self {
            generator: Generator::new(terms, widths, seed),
            random: Random::seeded(seed),
            depth: 0,
        }
    }

    fn with_floats(terms: &Terms, seed: u64) -> Self {
        Self {
            generator: Generator::with_floats(terms, seed),
            random: Random::seeded(seed),
            depth: 0,
        }
    }

    /// Changes the assertions a little and returns assumptions to ask under.
    fn step(&mut self, solvers: &mut [&mut dyn Solver]) -> Vec<Term> {
        for _ in 0..1 + self.random.below(3) {
            if self.depth > 0 && self.random.chance(2, 5) {
                solvers.iter_mut().for_each(|s| s.pop());
                self.depth -= 1;
            } else if self.depth < 6 {
                let formula = self.generator.term(Sort::Bool, 2);
                solvers.iter_mut().for_each(|s| s.push());
                solvers.iter_mut().for_each(|s| s.assert(formula));
                self.depth += 1;
            }
        }
        let assumptions = self.random.below(3);
        (0..assumptions)
            .map(|_| self.generator.term(Sort::Bool, 2))
            .collect()
    }
}

#[test]
fn z3_and_cvc5_agree_on_bit_vectors_and_integers() {
    let terms = Terms::new();
    let mut session = Session::new(&terms, &[3, 8, 32], 31);
    let mut both = CrossCheck::new(&terms, Z3::new(&terms), cvc5(&terms));
    both.set_limit(Some(Duration::from_secs(5)));
    let mut counts = [0, 0, 0];
    for _ in 0..400 {
        let assumptions = session.step(&mut [&mut both]);
        match both.check(&assumptions) {
            Answer::Sat => counts[0] += 1,
            Answer::Unsat => counts[1] += 1,
            Answer::Unknown(_) => counts[2] += 1,
        }
    }
    assert_eq!(both.contradictions(), &[] as &[String]);
    assert!(
        counts[0] > 50 && counts[1] > 50 && counts[2] < 20,
        "sat, unsat, unknown: {counts:?}"
    );
}

#[test]
fn z3_and_cvc5_agree_on_floats() {
    let terms = Terms::new();
    let mut session = Session::with_floats(&terms, 33);
    let mut both = CrossCheck::new(&terms, Z3::new(&terms), cvc5(&terms));
    both.set_limit(Some(Duration::from_millis(500)));
    let mut counts = [0, 0, 0];
    for _ in 0..80 {
        let assumptions = session.step(&mut [&mut both]);
        match both.check(&assumptions) {
            Answer::Sat => counts[0] += 1,
            Answer::Unsat => counts[1] += 1,
            Answer::Unknown(_) => counts[2] += 1,
        }
    }
    assert_eq!(both.contradictions(), &[] as &[String]);
    assert!(
        counts[0] > 5 && counts[1] > 5,
        "sat, unsat, unknown: {counts:?}"
    );
}

#[test]
fn cvc5_computes_with_floats_as_evaluation_does() {
    let terms = Terms::new();
    let mut random = Random::seeded(35);
    let mut solver = cvc5(&terms);
    for op in every_float_op().into_iter().flat_map(|op| vec![op; 12]) {
        let width = if op == Op::FpToFp(32) {
            64
        } else {
            *random.pick(&[32, 64])
        };
        let sort = Sort::BitVec(width);
        let takes = |n: usize| result_sort(&op, &vec![sort; n]).is_some();
        let vars: Vec<Term> = ["x", "y"]
            .iter()
            .take(if takes(1) { 1 } else { 2 })
            .map(|n| terms.var(n, sort))
            .collect();
        let values: Vec<Term> = vars
            .iter()
            .map(|_| terms.constant(Generator::float_value(&mut random, sort)))
            .collect();
        solver.push();
        vars.iter()
            .zip(&values)
            .for_each(|(x, c)| solver.assert(terms.eq(*x, *c)));
        let same = terms.eq(
            terms.apply_raw(op.clone(), &vars),
            terms.apply(op.clone(), &values),
        );
        assert_eq!(solver.check(&[same]), Answer::Sat, "{op:?} of {values:?}");
        assert_eq!(
            solver.check(&[terms.not(same)]),
            Answer::Unsat,
            "{op:?} of {values:?}"
        );
        assert_eq!(solver.core(), vec![terms.not(same)]);
        solver.pop();
    }
}

#[test]
fn cvc5_gives_models_and_cores() {
    let terms = Terms::new();
    let (x, i) = (
        terms.var("int", Sort::BitVec(8)),
        terms.var("an odd name|", Sort::Int),
    );
    let mut solver = cvc5(&terms);
    let above = terms.bv_slt(terms.bv(8, 100), x);
    let below = terms.int_lt(i, terms.int(-7));
    solver.assert(above);
    assert_eq!(solver.check(&[below]), Answer::Sat);
    let model = solver.model(&[x, i]);
    assert!(
        model.satisfies(&terms, above) && model.satisfies(&terms, below),
        "{model:?}"
    );
    let small = terms.bv_slt(x, terms.bv(8, 3));
    assert_eq!(solver.check(&[below, small]), Answer::Unsat);
    assert_eq!(solver.core(), vec![small]);
}

#[test]
fn a_process_that_is_no_solver_knows_nothing() {
    let terms = Terms::new();
    let p = terms.var("p", Sort::Bool);
    for program in ["cat", "true", "there-is-no-such-program", "sleep 100"] {
        let mut solver = Process::new(&terms, move || {
            let mut words = program.split(' ');
            let mut command = Command::new(words.next().unwrap_or_default());
            command.args(words);
            command
        });
        solver.set_limit(Some(Duration::from_millis(300)));
        solver.assert(p);
        assert!(matches!(solver.check(&[]), Answer::Unknown(_)), "{program}");
    }
}

#[test]
fn every_layer_answers_like_the_solver_alone() {
    let terms = Terms::new();
    let mut alone = Z3::new(&terms);
    let layers: Vec<(&str, Box<dyn Solver>)> = vec![
        ("lazy", Box::new(Lazy::new(Z3::new(&terms)))),
        ("simplify", Box::new(Simplify::new(&terms, Z3::new(&terms)))),
        ("cache", Box::new(Cache::new(&terms, Z3::new(&terms)))),
        (
            "independence",
            Box::new(Independence::new(&terms, Z3::new(&terms))),
        ),
        (
            "log",
            Box::new(Log::new(&terms, Z3::new(&terms), Vec::new())),
        ),
        ("chain", chain(&terms, Config::default())),
    ];
    for (name, mut layer) in layers {
        let mut session = Session::new(&terms, &[3, 8], 41);
        for round in 0..150 {
            let assumptions = session.step(&mut [&mut alone, &mut layer]);
            let (expected, answer) = (alone.check(&assumptions), layer.check(&assumptions));
            assert_eq!(answer, expected, "{name}, question {round}");
            match answer {
                Answer::Sat => check_model(&terms, &mut alone, &mut layer, &assumptions),
                Answer::Unsat => check_core(&mut alone, &mut layer, &assumptions),
                Answer::Unknown(_) => {}
            }
        }
        while session.depth > 0 {
            alone.pop();
            session.depth -= 1;
        }
    }
}

/// The layer's model must be one for the solver alone, too.
fn check_model(terms: &Terms, alone: &mut Z3, layer: &mut dyn Solver, assumptions: &[Term]) {
    let names = ["p", "q", "i", "j", "x3", "y3", "x8", "y8"];
    let sorts = [
        Sort::Bool,
        Sort::Bool,
        Sort::Int,
        Sort::Int,
        Sort::BitVec(3),
        Sort::BitVec(3),
        Sort::BitVec(8),
        Sort::BitVec(8),
    ];
    let vars: Vec<Term> = names
        .iter()
        .zip(sorts)
        .map(|(n, s)| terms.var(n, s))
        .collect();
    let model = layer.model(&vars);
    let fixed = model
        .iter()
        .map(|(var, value)| terms.eq(var, terms.constant(value.clone())));
    let all: Vec<Term> = fixed.chain(assumptions.iter().copied()).collect();
    assert_eq!(
        alone.check(&all),
        Answer::Sat,
        "the model is none: {model:?}"
    );
}

fn check_core(alone: &mut Z3, layer: &mut dyn Solver, assumptions: &[Term]) {
    let core = layer.core();
    assert!(
        core.iter().all(|t| assumptions.contains(t)),
        "the core has strangers"
    );
    assert_eq!(alone.check(&core), Answer::Unsat, "the core is none");
}

#[test]
fn the_cache_asks_nothing_twice() {
    let terms = Terms::new();
    let x = terms.var("x", Sort::BitVec(32));
    let mut solver = Cache::new(&terms, Z3::new(&terms));
    let above = |n: u64| terms.bv_slt(terms.bv(32, n), x);
    let product = terms.eq(terms.bv_mul(x, x), terms.bv(32, 3));
    assert_eq!(solver.check(&[above(10)]), Answer::Sat);
    assert_eq!(solver.calls(), 1);
    // The model found is good enough for this, too.
    assert_eq!(solver.check(&[above(5)]), Answer::Sat);
    assert_eq!(solver.calls(), 1);
    assert_eq!(solver.check(&[product, above(5)]), Answer::Unsat);
    assert_eq!(solver.core(), vec![product]);
    assert_eq!(solver.calls(), 2);
    // Whatever contains a contradiction is one.
    assert_eq!(solver.check(&[above(7), product]), Answer::Unsat);
    assert_eq!(solver.core(), vec![product]);
    assert_eq!(solver.calls(), 2);
}

#[test]
fn parts_of_different_contradictions_contradict_nothing() {
    let terms = Terms::new();
    let x = |i: u64| terms.var(&format!("x{i}"), Sort::Int);
    let (low, high) = (
        |i| terms.int_lt(x(i), terms.int(0)),
        |i| terms.int_lt(terms.int(5), x(i)),
    );
    let mut solver = Cache::new(&terms, Z3::new(&terms));
    for i in 0..150 {
        assert_eq!(solver.check(&[low(i), high(i)]), Answer::Unsat);
    }
    for i in 0..150 {
        solver.assert(if i % 2 == 0 { low(i) } else { high(i) });
    }
    assert_eq!(solver.check(&[]), Answer::Sat);
    assert_eq!(solver.check(&[low(3)]), Answer::Unsat);
    assert_eq!(solver.core(), vec![low(3)]);
}

#[test]
fn independent_parts_are_asked_once() {
    let terms = Terms::new();
    let sort = Sort::BitVec(32);
    let square = |name: &str| {
        let x = terms.var(name, sort);
        terms.eq(terms.bv_mul(x, x), terms.bv(32, 9))
    };
    let mut solver = Independence::new(&terms, Cache::new(&terms, Z3::new(&terms)));
    solver.assert(square("x"));
    assert_eq!(solver.check(&[]), Answer::Sat);
    solver.assert(square("y"));
    assert_eq!(solver.check(&[]), Answer::Sat);
    assert_eq!(solver.check(&[square("z")]), Answer::Sat);
    assert_eq!(solver.calls(), 3);
}

#[test]
fn a_log_can_be_asked_again() {
    let terms = Terms::new();
    let x = terms.var("x y", Sort::Int);
    let mut written: Vec<u8> = Vec::new();
    let mut solver = Log::new(&terms, Z3::new(&terms), &mut written);
    solver.push();
    solver.assert(terms.int_lt(x, terms.int(3)));
    let odd = terms.eq(terms.int_trem(x, terms.int(2)), terms.int(1));
    assert_eq!(solver.check(&[odd]), Answer::Sat);
    solver.pop();
    let text = String::from_utf8(written).expect("a log is text");
    let lines: Vec<&str> = text.lines().filter(|l| !l.starts_with(';')).collect();
    let expected = [
        "(set-option :global-declarations true)",
        "(set-logic ALL)",
        "(push 1)",
        "(declare-const |x y.| Int)",
        "(assert (< |x y.| 3))",
        "(define-fun t.1 () Bool (= (ite (<= 0 |x y.|) (mod |x y.| 2) (- (mod (- |x y.|) 2))) 1))",
        "(check-sat-assuming (t.1))",
        "(pop 1)",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn a_time_limit_makes_the_answer_unknown() {
    let terms = Terms::new();
    let sort = Sort::BitVec(64);
    let (x, y) = (terms.var("x", sort), terms.var("y", sort));
    let mut solver = Z3::new(&terms);
    solver.set_limit(Some(Duration::from_millis(50)));
    // A product of two primes near 2^31: no solver factors it in that time.
    let product = terms.bv(64, 2_147_483_647 * 2_147_483_629);
    let small = |t: Term| terms.bv_ult(t, terms.bv(64, 1 << 32));
    solver.assert(terms.eq(terms.bv_mul(x, y), product));
    [
        small(x),
        small(y),
        terms.bv_ult(terms.bv(64, 1), x),
        terms.bv_ult(terms.bv(64, 1), y),
    ]
    .into_iter()
    .for_each(|f| solver.assert(f));
    assert!(matches!(solver.check(&[]), Answer::Unknown(_)));
    // And the solver is still usable.
    let p = terms.var("p", Sort::Bool);
    let mut other = Z3::new(&terms);
    other.set_limit(Some(Duration::from_millis(50)));
    assert_eq!(other.check(&[p]), Answer::Sat);
}

//! What a question costs: `cargo run --release -p smt --example questions`
//!
//! 2,000 small path conditions, 5 to 10 constraints over 3 to 6 variables, in the order in which a search through paths asks
//! them. All rows answer the same questions in the same run, so that the ratios mean something on any machine.

use std::time::{Duration, Instant};

use base::Random;
use smt::{Answer, Config, Solver, Sort, Term, Terms, Z3, chain};

const QUESTIONS: usize = 2000;

fn main() {
    for (name, sort) in [
        ("32-bit vectors", Sort::BitVec(32)),
        ("integers", Sort::Int),
    ] {
        let terms = Terms::new();
        let questions = questions(&terms, sort);
        println!("{name}: {} questions", questions.len());
        let fresh = row("Z3, a new solver each time", &questions[..200], |q| {
            ask(&mut Z3::new(&terms), q)
        });
        let mut z3 = Z3::new(&terms);
        row("Z3, one scope a question", &questions, |q| {
            scoped(&mut z3, q)
        });
        let mut z3 = smt::decorate::lazy::Lazy::new(Z3::new(&terms));
        row("Z3, scopes that follow the paths", &questions, |q| {
            scoped(&mut z3, q)
        });
        for (name, config) in configurations() {
            let mut solver = chain(&terms, config);
            let answers = row(name, &questions, |q| scoped(&mut *solver, q));
            println!("{:>50} of them reached Z3", solver.calls());
            assert_eq!(
                answers[..200],
                fresh[..],
                "all layers give the same answers"
            );
        }
    }
}

fn configurations() -> [(&'static str, Config); 4] {
    let config = |cache, independence| Config {
        cache,
        independence,
        ..Config::default()
    };
    [
        ("rewriting first", config(false, false)),
        ("… and the cache", config(true, false)),
        ("… and independent parts", config(false, true)),
        ("the whole chain", config(true, true)),
    ]
}

/// Time this thread has spent on a processor, where the system tells; else time gone by. A busy machine does not count.
fn processor_time(start: Instant) -> Duration {
    let spent = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = spent.and_then(|s| s.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

fn row(
    name: &str,
    questions: &[Vec<Term>],
    mut answer: impl FnMut(&[Term]) -> Answer,
) -> Vec<Answer> {
    let start = Instant::now();
    let before = processor_time(start);
    let answers: Vec<Answer> = questions.iter().map(|q| answer(q)).collect();
    let each = (processor_time(start) - before).as_secs_f64() * 1e6 / questions.len() as f64;
    let sat = answers.iter().filter(|a| **a == Answer::Sat).count();
    println!(
        "  {name:<36} {each:>9.1} µs each   {sat} sat of {}",
        answers.len()
    );
    answers
}

fn ask(solver: &mut dyn Solver, question: &[Term]) -> Answer {
    question.iter().for_each(|f| solver.assert(*f));
    let answer = solver.check(&[]);
    if answer == Answer::Sat {
        solver.model(&[]);
    }
    answer
}

fn scoped(solver: &mut dyn Solver, question: &[Term]) -> Answer {
    solver.push();
    let answer = ask(solver, question);
    solver.pop();
    answer
}

/// Prefixes of random paths, depth first: each question adds a constraint to an earlier one, or negates its last.
fn questions(terms: &Terms, sort: Sort) -> Vec<Vec<Term>> {
    let mut random = Random::seeded(7);
    let mut questions = Vec::new();
    while questions.len() < QUESTIONS {
        let vars: Vec<Term> = (0..3 + random.below(4))
            .map(|i| terms.var(&format!("v{}.{i}", questions.len()), sort))
            .collect();
        explore(
            terms,
            &vars,
            &mut Vec::new(),
            5 + random.below(6),
            &mut random,
            &mut questions,
        );
    }
    questions.truncate(QUESTIONS);
    questions
}

fn explore(
    terms: &Terms,
    vars: &[Term],
    path: &mut Vec<Term>,
    depth: usize,
    random: &mut Random,
    questions: &mut Vec<Vec<Term>>,
) {
    if path.len() == depth {
        return;
    }
    let condition = condition(terms, vars, random);
    for branch in [condition, terms.not(condition)] {
        path.push(branch);
        if path.len() >= 5 {
            questions.push(path.clone());
        }
        if random.chance(3, 5) || path.len() < 5 && branch == condition {
            explore(terms, vars, path, depth, random, questions);
        }
        path.pop();
    }
}

fn condition(terms: &Terms, vars: &[Term], random: &mut Random) -> Term {
    let (x, y) = (*random.pick(vars), *random.pick(vars));
    let number = |n: usize| match terms.sort(x) {
        Sort::BitVec(width) => terms.bv(width, n as u64),
        Sort::Int | Sort::Bool => terms.int(n),
    };
    let (add, trem, lt) = match terms.sort(x) {
        Sort::BitVec(_) => (smt::Op::BvAdd, smt::Op::BvSrem, smt::Op::BvSlt),
        Sort::Int | Sort::Bool => (smt::Op::IntAdd, smt::Op::IntTrem, smt::Op::IntLt),
    };
    let c = number(random.below(100));
    match random.below(8) {
        0 => terms.eq(x, c),
        1 | 2 => terms.apply(lt, &[x, c]),
        3 => terms.apply(lt, &[x, y]),
        4 => terms.apply(lt, &[terms.apply(add, &[x, y]), c]),
        5 => terms.eq(x, terms.apply(add, &[y, c])),
        6 => terms.eq(
            terms.apply(trem, &[x, number(2 + random.below(6))]),
            number(1),
        ),
        _ => terms.apply(lt, &[c, terms.apply(add, &[x, number(1)])]),
    }
}

//! A long comparison of programs that Csmith writes, on the interpreter and compiled:
//!
//! ```text
//! cargo run --release -p front --example csmith -- --count 1000 --seed 1
//! ```
//! goes on from the seed until as many were compared, says what became of all, and ends with 1 if any differs. With
//! `--program SEED` it writes that program. Options of Csmith may follow `--also`, such as `--also --float`.

#[path = "../tests/c_support/mod.rs"]
mod c_support;

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::Mutex;

use c_support::csmith::{Csmith, Verdict};

/// What the arguments ask for.
struct Asked {
    count: usize,
    seed: u64,
    steps: u64,
    program: Option<u64>,
    also: Vec<String>,
}

/// What became of the programs so far.
#[derive(Default)]
struct Tally {
    agree: usize,
    skipped: BTreeMap<String, usize>,
    differ: usize,
}

impl Tally {
    fn add(&mut self, seed: u64, verdict: Verdict) {
        match verdict {
            Verdict::Agrees => self.agree += 1,
            Verdict::Skipped(why) => *self.skipped.entry(why).or_default() += 1,
            Verdict::Differs(what) => {
                println!("seed {seed}: {what}");
                self.differ += 1;
            }
        }
        let skipped: usize = self.skipped.values().sum();
        if (self.agree + self.differ + skipped).is_multiple_of(100) {
            println!(
                "{} agree, {skipped} skipped, {} differ, up to about seed {seed}",
                self.agree, self.differ
            );
        }
    }

    fn compared(&self) -> usize {
        self.agree + self.differ
    }

    fn show(&self) {
        println!("{} agree", self.agree);
        println!("{} differ", self.differ);
        println!("{} skipped", self.skipped.values().sum::<usize>());
        for (why, count) in &self.skipped {
            println!("    {count}: {why}");
        }
    }
}

fn main() -> ExitCode {
    let Some(asked) = arguments(std::env::args().skip(1)) else {
        eprintln!(
            "usage: csmith [--count N] [--seed N] [--steps N] [--program SEED] [--also OPTION...]"
        );
        return ExitCode::from(2);
    };
    let Some(mut csmith) = Csmith::find() else {
        eprintln!("csmith is not installed and ./x setup has not fetched it");
        return ExitCode::from(2);
    };
    csmith.also.clone_from(&asked.also);
    if let Some(seed) = asked.program {
        println!(
            "{}",
            csmith
                .generate(seed, &std::env::temp_dir())
                .unwrap_or_else(|why| why)
        );
        return ExitCode::SUCCESS;
    }
    let tally = compare_all(&csmith, &asked);
    tally.show();
    if tally.differ == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn compare_all(csmith: &Csmith, asked: &Asked) -> Tally {
    let (seeds, tally) = (Mutex::new(asked.seed..), Mutex::new(Tally::default()));
    let work = || {
        while tally.lock().unwrap().compared() < asked.count {
            let Some(seed) = ({ seeds.lock().unwrap().next() }) else {
                return;
            };
            let verdict = csmith.compare(seed, asked.steps);
            tally.lock().unwrap().add(seed, verdict);
        }
    };
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    tally.into_inner().unwrap()
}

fn arguments(mut arguments: impl Iterator<Item = String>) -> Option<Asked> {
    let mut asked = Asked {
        count: 1000,
        seed: 1,
        steps: 50_000_000,
        program: None,
        also: Vec::new(),
    };
    while let Some(name) = arguments.next() {
        if name == "--also" {
            asked.also.extend(arguments.by_ref());
            break;
        }
        let value = arguments.next()?.parse::<u64>().ok()?;
        match name.as_str() {
            "--count" => asked.count = value as usize,
            "--seed" => asked.seed = value,
            "--steps" => asked.steps = value,
            "--program" => asked.program = Some(value),
            _ => return None,
        }
    }
    Some(asked)
}

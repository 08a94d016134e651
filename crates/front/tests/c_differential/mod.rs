//! Programs that call every function of the C library known here, run compiled and on the interpreter.
//!
//! `table` says how each function is called, `values` what it is given, `program` and `format` make programs of that, and
//! `judge` compares. Programs are numbered: a number always means the same one.

mod format;
mod judge;
mod program;
mod table;
mod values;

use std::collections::BTreeMap;
use std::sync::Mutex;

pub use judge::{Verdict, judge};
#[allow(unused_imports, reason = "only tests make batches of their own")]
pub use program::{BATCH, Batch, batch};
pub use table::rows;

/// What became of programs.
#[derive(Default)]
pub struct Tally {
    /// Programs that did the same.
    pub alike: usize,
    /// Programs that did the same for some choice of what C leaves open.
    pub open: usize,
    /// How many are unknown, by why.
    pub unknown: BTreeMap<String, usize>,
    /// Those that did something else: their numbers, and what.
    pub different: Vec<(usize, String)>,
    /// In how many programs a function was seen to do what it should.
    pub agreed: BTreeMap<&'static str, usize>,
}

impl Tally {
    /// How many programs there were.
    pub fn programs(&self) -> usize {
        self.alike + self.open + self.unknown.values().sum::<usize>() + self.different.len()
    }

    fn add(&mut self, number: usize, uses: &[&'static str], verdict: Verdict) {
        match verdict {
            Verdict::Alike => self.alike += 1,
            Verdict::Open => self.open += 1,
            Verdict::Unknown(why) => return *self.unknown.entry(why).or_default() += 1,
            Verdict::Different(what) => return self.different.push((number, what)),
        }
        for name in uses {
            *self.agreed.entry(name).or_default() += 1;
        }
    }
}

/// Runs the batches with these numbers, on two threads.
pub fn run(batches: std::ops::Range<usize>) -> Tally {
    let (numbers, tally) = (Mutex::new(batches), Mutex::new(Tally::default()));
    let work = || {
        while let Some(number) = { numbers.lock().unwrap().next() } {
            let batch = batch(number);
            let verdicts = judge(&batch);
            let mut tally = tally.lock().unwrap();
            for (program, verdict) in batch.programs.iter().zip(verdicts) {
                tally.add(program.number, &program.uses, verdict);
            }
        }
    };
    std::thread::scope(|scope| (0..2).for_each(|_| drop(scope.spawn(work))));
    let mut tally = tally.into_inner().unwrap();
    tally.different.sort();
    tally
}

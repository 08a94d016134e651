//! Random Java classes, every claim about which is held against the real `java`.
//! `cargo run --release -p mores --example random_classes -- --count 2000` learns and judges them, and prints counts; `--from N`
//! begins elsewhere, `--seconds N` is what each may take, `--show N` prints a class, `--reasons` why models are not proved.

mod arguments;
#[path = "../tests/random_classes/mod.rs"]
mod random_classes;

use arguments::Arguments;
use random_classes::generate::{Generated, generate};
use random_classes::{Counts, judge};

/// Classes that one run of the compiler and of the real machine takes.
const BATCH: u64 = 100;

fn main() {
    let arguments = Arguments::given();
    if let Some(seed) = arguments.number("--show") {
        println!("{}", generate(seed).text);
        return;
    }
    let seconds = arguments.number("--seconds").unwrap_or(4);
    let (mut classes, mut counts) = (0, Counts::default());
    for seeds in arguments.batches(200, BATCH) {
        let batch: Vec<Generated> = seeds.map(generate).collect();
        let judged = judge(&batch, seconds);
        judged
            .contradicted
            .iter()
            .for_each(|how| println!("CONTRADICTED: {how}"));
        classes += batch.len();
        add(&mut counts, judged);
        let Counts { calls, tests, .. } = counts;
        eprintln!(
            "{classes} classes, {calls} calls, {tests} tests, {} contradicted",
            counts.contradicted.len()
        );
    }
    if arguments.has("--reasons") {
        counts
            .reasons
            .iter()
            .for_each(|(why, n)| println!("{n:6}  {why}"));
    }
    println!(
        "{classes} classes: {} proved, {} up to a depth, {} unknown, {} refused; {} calls compared, {} generated tests run, {} contradicted",
        counts.proved,
        counts.up_to,
        counts.unknown,
        counts.refused,
        counts.calls,
        counts.tests,
        counts.contradicted.len()
    );
}

/// Adds what came of other classes.
fn add(counts: &mut Counts, other: Counts) {
    counts.proved += other.proved;
    counts.up_to += other.up_to;
    counts.unknown += other.unknown;
    counts.refused += other.refused;
    counts.calls += other.calls;
    counts.tests += other.tests;
    other
        .reasons
        .into_iter()
        .for_each(|(why, n)| *counts.reasons.entry(why).or_default() += n);
    counts.contradicted.extend(other.contradicted);
}
